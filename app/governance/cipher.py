"""Encryption of the words of users: AES-256-GCM, and keyed hashes (BLAKE2b, RFC 7693) where rows are compared.

What is kept begins with U+0001 and the id of its key, then base64 of nonce and ciphertext; no text that comes over the
wire may begin so. Each tenant has keys of its own, derived from those of the ring, so that the bound on random nonces
(2³² values under one key) holds tenant by tenant. Tenant, column and row are associated data: what is moved elsewhere
cannot be read there. Marks are made with a key that never changes, because a mark cannot be made anew without words.
"""

import os
from binascii import Error as BadBase64
from binascii import a2b_base64, b2a_base64
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any
from uuid import UUID

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.errors import Unavailable
from app.infra.words import Place, Words, dump

BEGIN = "\x01"
KEY_SIZE = 32
_NONCE = 12
_MARK = 12  # bytes of a mark: 96 bits, two texts share one never in practice
_PARTS = 8  # of a key that keep their order; what follows is one part
_TENANTS = 1_000


class Unreadable(ValueError):
    """What is kept at this place was changed, or moved here from another row."""


class UnknownKey(Unavailable):
    """A row is encrypted under a key that this process was not given: name it in ENCRYPTION__KEYS and restart."""


def key_of(kept: str) -> str | None:
    """The id of the key under which a text is kept; None for plain text."""
    return kept[1 : kept.index(":")] if kept.startswith(BEGIN) and ":" in kept else None


class Cipher(Words):
    """The words of one tenant under a ring of keys; `first` writes, None writes plain text."""

    hidden = True

    def __init__(
        self, tenant_id: UUID, ring: Mapping[str, bytes], first: str | None, index_key: bytes, *, mixed: bool
    ) -> None:
        self._tenant = str(tenant_id)
        self._salt = tenant_id.bytes
        self._keys = {key_id: AESGCM(_derived(key, tenant_id)) for key_id, key in ring.items()}
        self._first = first
        self._begin = f"{BEGIN}{first}:"
        self._index_key = index_key
        self._mixed = mixed

    @property
    def writes(self) -> str | None:
        """The id of the key that writes; None: plain text."""
        return self._first

    def hide(self, text: Any, column: str, *row: Place) -> Any:
        return self._hidden(text, self._place(column, row), os.urandom(_NONCE)) if text and self._first else text

    def show(self, kept: Any, column: str, *row: Place) -> Any:
        return self._shown(kept, self._place(column, row)) if kept and kept[0] == BEGIN else kept

    def hide_document(self, value: Any, column: str, *row: Place) -> str:
        return self.hide_json(dump(value), column, *row) if value else dump(value)

    def hide_json(self, text: str, column: str, *row: Place) -> str:
        return dump(self.hide(text, column, *row)) if self._first else text

    def show_document(self, kept: Any, column: str, *row: Place) -> Any:
        if not isinstance(kept, str) or not kept.startswith(BEGIN):
            return kept
        return orjson.loads(self.show(kept, column, *row))

    def hide_name(self, name: Any, column: str) -> Any:
        if not name or self._first is None:
            return name
        nonce = self._hash(name.encode(), "nonce." + column, _NONCE)  # equal names, equal nonces: nothing else has them
        return self._hidden(name, self._place(column, ()), nonce)

    def show_name(self, kept: Any, column: str) -> Any:
        return self.show(kept, column)

    def mark(self, text: str, use: str) -> str:
        if self._first is None:
            return text
        return self._mark(text, use)

    def marks(self, texts: Iterable[str], use: str) -> list[str]:
        return [text for marked in self.mark_sets(texts, use) for text in marked]

    def mark_sets(self, texts: Iterable[str], use: str) -> list[list[str]]:
        plain = list(texts)
        hidden = [self._mark(text, use) for text in plain]
        return [hidden, plain] if self._mixed or self._first is None else [hidden]

    def mark_key(self, key: str | None) -> str | None:
        return key if key is None or self._first is None else self._mark_key(key)

    def marks_key(self, keys: Iterable[str]) -> list[str]:
        plain = list(keys)
        hidden = [self._mark_key(key) for key in plain]
        return [*hidden, *plain] if self._mixed or self._first is None else hidden

    def _mark_key(self, key: str) -> str:
        parts = key.split(":", _PARTS - 1)
        return ":".join(self._mark(":".join(parts[: number + 1]), "key") for number in range(len(parts)))

    def digest(self, value: bytes, use: str) -> bytes:
        return value if self._first is None else self._hash(value, use, KEY_SIZE)

    def digests(self, value: bytes, use: str) -> tuple[bytes, ...]:
        return (value, self._hash(value, use, KEY_SIZE))

    def _mark(self, text: str, use: str) -> str:
        hashed = self._hash(text.encode("utf-8", "surrogatepass"), use, _MARK)
        return b2a_base64(hashed, newline=False).translate(_URL_SAFE).decode()

    def _hash(self, value: bytes, use: str, size: int) -> bytes:
        person = use.encode()[:16]
        return blake2b(value, digest_size=size, key=self._index_key, salt=self._salt, person=person).digest()

    def _place(self, column: str, row: tuple[Place, ...]) -> bytes:
        return "|".join((self._tenant, column, *map(str, row))).encode()

    def _hidden(self, text: str, place: bytes, nonce: bytes) -> str:
        assert self._first is not None
        sealed = self._keys[self._first].encrypt(nonce, text.encode("utf-8", "surrogatepass"), place)
        return self._begin + b2a_base64(nonce + sealed, newline=False).decode()

    def _shown(self, kept: str, place: bytes) -> str:
        key_id, _, packed = kept[1:].partition(":")
        key = self._keys.get(key_id)
        if key is None:
            raise UnknownKey(f"A row is encrypted under the key {key_id!r}, which this process was not given.")
        try:
            sealed = a2b_base64(packed, strict_mode=True)
            return key.decrypt(sealed[:_NONCE], sealed[_NONCE:], place).decode("utf-8", "surrogatepass")
        except (InvalidTag, BadBase64, ValueError) as error:
            raise Unreadable(f"What is kept at {place.decode()} cannot be read.") from error


_URL_SAFE = bytes.maketrans(b"+/", b"-_")


class Ciphers:
    """The words of every tenant, under one ring."""

    def __init__(self, ring: Mapping[str, bytes], first: str | None, index_key: bytes, *, mixed: bool) -> None:
        self.ring = dict(ring)
        self.first = first
        self.index_key = index_key
        self.mixed = mixed
        self._known: OrderedDict[UUID, Cipher] = OrderedDict()

    def of(self, tenant_id: UUID) -> Cipher:
        found = self._known.get(tenant_id)
        if found is None:
            found = Cipher(tenant_id, self.ring, self.first, self.index_key, mixed=self.mixed)
            self._known[tenant_id] = found
            if len(self._known) > _TENANTS:
                self._known.popitem(last=False)
        return found


def wrapped(key_id: str, key: bytes, index_key: bytes) -> bytes:
    """The key of the marks as it is kept under a key of the ring; who can unwrap it has the right key."""
    nonce = os.urandom(_NONCE)
    return nonce + AESGCM(_derived(key, None)).encrypt(nonce, index_key, key_id.encode())


def unwrapped(key_id: str, key: bytes, kept: bytes) -> bytes | None:
    """The key of the marks; None when this is not the key that wrapped it."""
    try:
        return AESGCM(_derived(key, None)).decrypt(kept[:_NONCE], kept[_NONCE:], key_id.encode())
    except InvalidTag:
        return None


def _derived(key: bytes, tenant_id: UUID | None) -> bytes:
    use = b"memoryd words" + tenant_id.bytes if tenant_id is not None else b"memoryd index key"
    return HKDF(algorithm=SHA256(), length=KEY_SIZE, salt=None, info=use).derive(key)
