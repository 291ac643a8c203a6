"""What a later clause says not to be the user's, wishes without a matter, and secrets in the tail of a sentence."""

import pytest
from speech_zh import contents, told

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.hollow import without_masks
from app.memories.model import Act


@pytest.mark.parametrize(
    "said",
    [
        "有只三花叫咸鱼，天天来我家，不是我养的",
        "家里有只布偶叫奶盖 其实是我男朋友的",
        "养了只仓鼠叫团子 帮室友养的",
        "我有台相机是富士XT5，不过不是我的，借的",
        "小区里有只橘猫叫馒头 是门卫大爷的 不是我的",
    ],
)
def test_what_is_somebody_elses_is_not_kept_as_the_users(said: str) -> None:
    assert not [one.key for one in told(said) if one.key and one.key.startswith(("pet:", "owns:", "habit:"))]


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("我养了只狗叫旺财，不是买的，是领养的", "pet:旺财"),
        ("我家猫叫馒头 是我妈捡回来的", "pet:馒头"),
        ("我养了一只橘猫叫大橘，不是品种猫", "pet:大橘"),
    ],
)
def test_where_it_came_from_says_nothing_of_whose_it_is(said: str, key: str) -> None:
    assert key in [one.key for one in told(said)]


def test_an_animal_that_is_said_not_to_be_the_users_is_no_more() -> None:
    found = told("大橘不是我养的 是我姐的")
    assert [(one.act, one.key) for one in found if one.key] == [(Act.RETRACT, "pet:大橘")]


@pytest.mark.parametrize(
    "said", ["别给我排别的", "以后别给我推荐别的了", "不要再给我说这些", "别再给我发那个了", "别给我安排其他事"]
)
def test_a_wish_whose_matter_stands_elsewhere_is_not_kept(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize("said", ["以后别给我推荐别的品牌", "别再给我发语音", "以后别给我排晚上的会"])
def test_a_wish_with_a_matter_is(said: str) -> None:
    assert told(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我租的房子在望京 wifi密码是 [密码]", "用户住在望京"),
        ("我住在望京，门禁密码[密码] 别外传", "用户住在望京"),
        ("我住在望京wifi密码是[密码]", "用户住在望京"),
        ("我的护照号是[护照号]，住在宁波", "用户住在宁波"),
        ("我叫柳青，银行卡[银行卡]，身份证号是[身份证号]", "用户名叫柳青"),
    ],
)
def test_a_mask_trails_no_memory(said: str, kept: str) -> None:
    assert contents(said) == [kept]


def test_nor_an_english_one() -> None:
    said = Said("user", "I live in Dundee and the wifi password is [password]", told("我住在望京")[0].occurred_at, None)  # type: ignore[arg-type]
    assert [one.content for one in extract([said])] == ["User lives in Dundee"]


@pytest.mark.parametrize(
    "said",
    ["把[密码]发给小王", "周五前把[密码]改掉，记得提醒我", "我的密码是[密码]", "[捂脸] 我住在望京", "没有方括号"],
)
def test_words_around_a_mask_and_a_mask_alone_stay_as_they_are(said: str) -> None:
    assert without_masks(said) == said
