"""Ids and names stay as they are, so what holds a secret is refused. All of them are made up."""

import pytest

from app.governance.masking import masked_schema
from app.governance.naming import holds_secret

KEY = "sk-proj-" + "Qv7Rk2Zt9m" * 4


@pytest.mark.parametrize(
    "name",
    [
        KEY,
        f"agent:{KEY}",
        "postgres://svc:Parsnip31@db.example.com/x",
        "login with the password Parsnip!31",
        "门锁密码 310772",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_a_name_that_holds_a_secret_is_told(name: str) -> None:
    assert holds_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "alice",
        "user-4000000000000002",
        "550e8400-e29b-41d4-a716-446655440000",
        "call_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
        "toolu_01Qv7Rk2Zt9mQv7Rk2Zt9m",
        "chatcmpl-tool-9f8e7d6c5b4a39281706f5e4d3c2b1a0",
        "org_2abcDEFghiJKLmnoPQRstuVWXyz0123456",
        "a:b/c d",
        "someone@example.com",
        "王小明 13900000000",
        "password-reset",
        "密码重置流程",
    ],
)
def test_an_id_is_an_id(name: str) -> None:
    assert not holds_secret(name)


def test_a_schema_keeps_its_form_and_loses_its_secrets() -> None:
    schema = {
        "properties": {
            "pin": {"type": "string", "pattern": "^[0-9]{4}$", "default": "3107", "examples": ["3107", "7013"]},
            "size": {"enum": [1, "large"]},
        },
        "required": ["pin"],
        "description": "the password is Parsnip!31",
    }
    shown = masked_schema(schema)
    assert "3107" not in str(shown)
    assert "Parsnip" not in str(shown)
    assert shown["properties"]["pin"]["pattern"] == "^[0-9]{4}$"
    assert shown["properties"]["size"] == schema["properties"]["size"]
    assert shown["required"] == ["pin"]
