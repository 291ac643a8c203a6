"""Those around a user are told of in passing: in lists, beside a name, by what they do not take."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.known import NOBODY, People
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def told(*turns: str) -> dict[str | None, str | None]:
    """Key → value of all that the turns tell."""
    people: People = NOBODY
    found: dict[str | None, str | None] = {}
    for turn in turns:
        read = extract([Said("user", turn, NOON, UTC)], people)
        people = people.with_(read)
        found |= {one.key: one.value for one in read}
    return found


@pytest.mark.parametrize(
    ("text", "role", "people"),
    [
        ("We've got two kids, Odile who's 8 and Bram who just turned 2.", "child", {"odile": "8", "bram": "2"}),
        ("We have three kids: Una, 4, Piers, 7 and Noor, 10.", "child", {"una": "4", "piers": "7", "noor": "10"}),
        ("My boys Arlo (9) and Rafe (12) both fence.", "son", {"arlo": "9", "rafe": "12"}),
        ("Our twin girls, Isla and Wren, keep us up.", "daughter", {"isla": None, "wren": None}),
        ("I have two sisters called Maud and Ines.", "sister", {"maud": None, "ines": None}),
    ],
)
def test_each_of_a_list_is_known_by_name_and_age(text: str, role: str, people: dict[str, str | None]) -> None:
    found = told(text)
    for name, age in people.items():
        assert found[f"relation:{role}:{name}:name"] == name
        assert found.get(f"relation:{role}:{name}:age") == age


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("I run a small press in Cork with my husband Dev.", "relation:husband:name", "dev"),
        ("I live in Lund with my wife Saga and a dog.", "relation:wife:name", "saga"),
        ("我跟老婆小雯住在苏州", "relation:wife:name", "小雯"),
        ("上个月和老公陈立去了趟青岛", "relation:husband:name", "陈立"),
        ("我和妹妹晓晓合租", "relation:sister:younger:name", "晓晓"),
    ],
)
def test_a_name_beside_its_role_is_kept_and_so_is_the_rest(text: str, key: str, name: str) -> None:
    found = told(text)
    assert found.pop(key) == name
    assert found


@pytest.mark.parametrize(
    "text",
    [
        "If I had two kids, Anna and Ben, I'd move.",
        "I met two sisters, Ada and Bea, at the party.",
        "Should I invite my cousin Otto?",
        "I told my boss Tuesday works.",
        "如果我老婆小雯同意，我就买",
        "你觉得我妹妹晓晓会来吗？",
        "我老婆今天不在家",
    ],
)
def test_nobody_is_made_of_a_guess_a_question_or_a_day(text: str) -> None:
    assert not [key for key in told(text) if key and key.startswith("relation:")]


@pytest.mark.parametrize(
    ("turns", "key"),
    [
        (
            ("We have two kids, Odile and Bram.", "Odile can't have sesame, it makes her swell up."),
            "odile:allergy:sesame",
        ),
        (("We have two kids, Odile (8) and Bram (2).", "Bram breaks out in hives from kiwi."), "bram:allergy:kiwi"),
    ],
)
def test_what_a_child_does_not_take_is_the_childs(turns: tuple[str, ...], key: str) -> None:
    assert told(*turns)[f"relation:child:{key}"] == "yes"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Sesame makes my daughter swell up.", "relation:daughter:allergy:sesame"),
        ("Kiwi gives my son hives.", "relation:son:allergy:kiwi"),
        ("Cats make my husband sneeze.", "relation:husband:allergy:cat"),
        ("My wife can't eat shellfish or she gets a rash.", "relation:wife:allergy:shellfish"),
        ("Peanuts make my throat swell.", "allergy:peanut"),
        ("My daughter can't have sesame.", "relation:daughter:diet:sesame"),
        ("我家老大对牛奶过敏", "relation:child:老大:allergy:牛奶"),
        ("老二对花生过敏，老大没事", "relation:child:老二:allergy:花生"),
        ("我女儿一吃芒果嘴巴就肿", "relation:daughter:allergy:芒果"),
    ],
)
def test_a_reaction_belongs_to_whoever_has_it(text: str, key: str) -> None:
    found = told(text)
    assert key in found
    assert not [other for other in found if other and "allergy" in other and other != key]


@pytest.mark.parametrize(
    "text", ["My daughter can't have friends over.", "My son can't have a phone yet.", "老大对花生过敏"]
)
def test_not_all_that_somebody_cannot_have_is_food_and_a_boss_is_no_child(text: str) -> None:
    assert not [key for key in told(text) if key and (":diet:" in key or ":child:" in key)]


def test_a_child_told_of_by_rank_is_meant_by_rank_and_by_name() -> None:
    before = "我有两个孩子，老大叫小石头，八岁，老二叫豆豆，刚满三岁"
    for after, key in (
        ("豆豆一吃鸡蛋就起疹子", "relation:child:老二:allergy:鸡蛋"),
        ("小石头对猫毛过敏", "relation:child:老大:allergy:猫毛"),
        ("老大对花粉过敏", "relation:child:老大:allergy:花粉"),
    ):
        assert told(before, after)[key] == "yes"
