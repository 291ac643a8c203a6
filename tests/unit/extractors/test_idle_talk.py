"""What is only talk is not kept in its own words, and what is told beside it is."""

import time
from datetime import UTC, datetime

import pytest

from app.memories.extractors.en.speech import third
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.extractors.unread import idle_en, idle_zh
from app.memories.extractors.zh.facts import third_person

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def kept(text: str) -> list[str]:
    return [one.content for one in extract([Said("user", text, NOON, UTC)])]


@pytest.mark.parametrize(
    "text",
    [
        "I'll definitely try the stretch you described",  # a reply to advice
        "好的，我会努力把觉补回来的",
        "I think patience is half of it",  # an opinion
        "我觉得人要知足",
        "I'm so proud of how the garden looks",  # a mood
        "我最近有点迷茫，提不起劲",
        "We sat by the pond and watched the swans",  # a moment
        "我一个人在河堤上慢慢走着",
        "Thanks for being so patient, it means a lot to me",  # politeness
        "真的很感谢你耐心听我说完",
        "I've got to get the bread out of the oven, talk later",  # leave-taking
        "我得去浇花了，下次再聊",
        "In the novel the miller's son never returns",  # a plot
        "在《围城》里，方鸿渐的处境让我很唏嘘",
        "Old songs have a way of finding us",  # a general truth
        "往往这样能让人想得更清楚",
        "They keep me company when it rains",  # leans on what is not said
        "那里的面包很香，老板也热情",
        "Fold the cream into the custard and chill it",  # a step of a recipe
        "我先把藕洗净切片，再下锅焯水",
        "I'm looking for some tips on pruning roses",  # a request
        "As Black, I reply with a bishop to c5",  # a move in a game
        "Our firm stands for honest craft and quality",  # a prospectus
    ],
)
def test_talk_is_not_kept(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I'll be on parental leave from 4 September", "parental leave"),
        ("I've always wanted to walk the Camino", "always wanted to walk the Camino"),
        ("其实我有空会去茶馆听评弹", "用户有空会去茶馆听评弹"),
        ("我的手艺来自我的外公，他是木匠", "用户的手艺来自用户的外公"),
    ],
)
def test_what_lasts_is_kept_beside_the_same_forms(text: str, content: str) -> None:
    assert any(content in one for one in kept(text)), kept(text)


def test_the_talk_at_the_end_of_a_sentence_is_cut() -> None:
    (content,) = kept("I've been taking pottery classes for four months now and it's been so much fun")
    assert content.endswith("four months now")


def test_what_names_nobody_after_what_names_nobody_is_of_a_document() -> None:
    alone = "Standup is at 8 UTC."
    assert kept(alone) != []
    assert kept(f"The guild trades in wool and salt. {alone}") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I found out recently", "User found out recently"),
        ("I put up a fence last week", "User put up a fence last week"),
        ("I put milk in first", "User puts milk in first"),
        ("we last talked in May", "User last talked in May"),
        ("I moved to the US", "User moved to the US"),
        ("they told us", "they told User"),
    ],
)
def test_a_verb_that_does_not_bend_is_told_by_its_time(text: str, told: str) -> None:
    assert third(text) == told


def test_oneself_after_from_is_the_user() -> None:
    assert third_person("灵感来自我的旅行") == "灵感来自用户的旅行"
    assert third_person("他很自我") == "他很自我"


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("我喜欢在海边、山里和湖边钓鱼", ["用户喜欢在海边、山里和湖边钓鱼"]),
        ("我喜欢山茶、风与沙等乐队", ["用户喜欢山茶", "用户喜欢风与沙"]),
        ("我喜欢追求平等", ["用户喜欢追求平等"]),
        ("我喜欢苹果和梨", ["用户喜欢苹果", "用户喜欢梨"]),
    ],
)
def test_a_list_is_cut_between_its_things_only(text: str, contents: list[str]) -> None:
    assert kept(text) == contents


def test_an_example_is_no_liking() -> None:
    assert kept("I'm thinking of planting a hedge, like beech or yew") == []


@pytest.mark.parametrize(
    "word", ["a", "I ", "the ", "really ", "Ing, ", "of it ", "I am so ", "我", "他们，", "这让", "很"]
)
def test_hostile_sentences_are_judged_at_once(word: str) -> None:
    begin = time.process_time()
    for text in (word * (600 // len(word)), f"I {word * 100}there", f"My {word * 100}"):
        idle_en.idle(text)
        idle_en.trimmed(text)
        idle_en.slight(text)
        idle_zh.idle(text)
    assert time.process_time() - begin < 1
