"""The extractor without a model: each sentence of the user to the grammar of its language, the finds tidied."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from app.memories import endings, tasks
from app.memories.amending import is_amendment
from app.memories.extractors import (
    aliases,
    en,
    ended,
    idioms,
    language_back,
    onward,
    righted_amount,
    righted_day,
    task_ends,
    task_news,
    unread,
    zh,
)
from app.memories.extractors.en.morphology import verb_first
from app.memories.extractors.ended import shifts
from app.memories.extractors.known import NOBODY, People
from app.memories.extractors.sentences import Said, Sentence, own_speech, quoted
from app.memories.extractors.unread.trailing import trailing
from app.memories.extractors.unsaying.asked import asked, told
from app.memories.extractors.unsaying.reading import read as asks_to_forget
from app.memories.extractors.zh import wording
from app.memories.hollow import without_masks
from app.memories.model import Act, Candidate
from app.text.terms import normalise

MOST = 20  # candidates of one message; more is a pasted profile, not talk


def extract(said: Sequence[Said], people: People = NOBODY) -> list[Candidate]:
    """What the users of `said` stated about themselves and their work, in the order it was said, without repeats.

    Only messages of the role `user` count. `evidence` is the sentence itself, `occurred_at` the time of its message.
    `people` are those whom the user told of by name before.
    """
    return [one for one in read(said, people) if not endings.only_hints(one)]


def read(said: Sequence[Said], people: People = NOBODY) -> list[Candidate]:
    """The same with hints at changes, which say something only where what is held makes a change of them."""
    found: list[Candidate] = []
    for message in said:
        told, people = of_message(message, people)
        found += told
    return without_repeats(found)


def of_message(message: Said, people: People) -> tuple[list[Candidate], People]:
    """What one message says, hints first, and whom the user has told of by name with it."""
    stated: list[Candidate] = []
    for sentence in own_speech(message, asks=asks_to_forget) if message.role == "user" else ():
        told = _of_known(sentence, people)
        people = people.with_(one for one in told if one.act is Act.ASSERT and not endings.only_hints(one))
        stated += told
    kept = without_repeats(stated)
    hints = [one for one in kept if endings.only_hints(one)]
    return hints[:MOST] + [one for one in kept if not endings.only_hints(one)][:MOST], people


def _of_known(sentence: Sentence, people: People) -> list[Candidate]:
    """What a sentence says, the names in it understood."""
    meant, named = people.meant(_typed(people.written(sentence)))
    settled = [people.settled(one, named) for one in _read(meant)]
    return [one if one.evidence == sentence.text else replace(one, evidence=sentence.text) for one in settled]


def _typed(sentence: Sentence) -> Sentence:
    """A sentence in plain words and without masks; a Chinese one without its emoji, which would hide where a clause ends."""
    words = without_masks(sentence.text)
    words = wording.without_pictures(words) if sentence.language == "zh" else words
    if sentence.language == "zh" and not sentence.quotes:
        words = _SPACED.sub("，", words)
    typed = sentence if words == sentence.text else replace(sentence, text=words, quotes=quoted(words))
    return idioms.plainly(typed)


_SPACED: Final = re.compile(r"(?<=[\u4e00-\u9fff]{2})[ \u3000]+(?=[\u4e00-\u9fff]{2})")  # typed for a comma


def _read(sentence: Sentence) -> list[Candidate]:
    if alone := righted_day.read(sentence) or language_back.read(sentence):
        return [replace(one, occurred_at=sentence.at) for one in alone]
    grammars = (en.read, zh.read) if sentence.language == "en" else (zh.read, en.read)
    if wish := asked(sentence):
        return told(wish, sentence, [one for one in grammars[0](sentence) if one.act is Act.FORGET])
    read = task_ends.partway(sentence) or grammars[0](sentence)
    if not read and _mixed(sentence.text):
        read = grammars[1](sentence)
    read = (
        [*read, *aliases.beside(sentence)]
        or aliases.read(sentence)
        or task_news.read(sentence)
        or task_news.undertaken(sentence)
        or ([] if task_ends.dropped(sentence) else unread.read(sentence))
    )
    news = [] if any(tasks.is_news(one) or one.act is Act.FORGET for one in read) else task_ends.read(sentence)
    read = [*read, *_left(sentence, read, grammars[0])]
    read = trailing(sentence, read)
    read += [one for one in (en if sentence.language == "en" else zh).beside(sentence) if not _told_of(one, read)]
    read = [one for one in read if not _HALF.search(one.content)]
    if all(one.key is None for one in read) and (amount := righted_amount.read(sentence)):
        read, news = amount, []
    if not any(is_amendment(one) for one in read):  # 是从三片减到一片半 puts right what was told, nothing changed
        read = [one for one in ended.with_ends(sentence, read) if not _HALF.search(one.content)]
        read = [*news, *(one for one in shifts.marked(sentence, read) if not _HALF.search(one.content))]
    return [
        one
        if one.occurred_at and one.evidence == sentence.text
        else replace(one, evidence=sentence.text, occurred_at=one.occurred_at or sentence.at)
        for one in onward.lasting(read, sentence)
    ]


_HALF: Final = re.compile(  # says nothing by itself
    r"^User (?:has |had )?packed up$|"
    r"^用户(?:说：)?(?:我|也|就|都|又|已经|早就|现在|彻底|实在|真的|后来|干脆){0,3}(?:不(?:再)?(?:学|打|练|玩|弹|跑|画|跳|唱|吃|喝|抽|用|碰|上|去|养|看|听|追|订)|"
    r"停|停掉|结束|戒|戒掉|放弃|退|退掉|取消|完结|上完|学完|[学打练玩跑]不(?:动|下去|了|成)|没(?:再|兴趣|劲))(?:下去)?(?:了|啦)$|"
    r"^用户(?:他们)?(?:已经|早就|也|都|又|刚|就|现在|终于|全){0,3}(?:住|搬|进|去|回|上|下|出|到|走|来)(?:进|过|回|出|下|上)?(?:去|来)?(?:了|啦)$|"
    r"^用户(?:的[^，,]{1,8})?(?:开学|放学|出发|回来|陪了自己[^，,]{1,6})(?:了)?$|"
    r"^User (?:has been|is) together\b|"
    r"^User (?:plays|learns|studies|practises|does)(?: (?:every|on|each) \w+| regularly| weekly)?$|"
    r"^用户(?:现在|如今|已经|最近|以前|之前|也|还|都|又|就){0,3}(?:不?(?:很|特别|最|挺|还挺)?(?:喜欢|爱|讨厌)|不|能|戒|可以)[吃喝打看听玩用抽碰去]?(?:了|的)?$|"
    r"\b(?:allergic to|intolerant of|sensitive to|allergy to|afraid of|scared of) (?:it|them|that|this)$|对[它此]过敏$"
)


def _told_of(one: Candidate, read: list[Candidate]) -> bool:
    """Whether what was read tells already what `one` does, or is of the person that it names."""
    if not (one.key or "").endswith(":name"):
        return any(each.key == one.key for each in read)
    prefix = (one.key or "").removesuffix("name")
    role = ":".join(prefix.split(":")[:2]) + ":"
    name = (one.value or "").casefold()
    return any((each.key or "").startswith(prefix) or (each.key or "").startswith(f"{role}{name}:") for each in read)


def _left(sentence: Sentence, read: list[Candidate], grammar: Callable[[Sentence], list[Candidate]]) -> list[Candidate]:
    """What the clauses say of which nothing was read while others of the sentence were, each read alone."""
    keys = {one.key for one in read}
    found: list[Candidate] = []
    for clause in unread.clauses(sentence, read):
        if _OF_SOMEBODY.match(sentence.text) and verb_first(clause):
            continue  # Dario is gone, moved to Naples
        alone = replace(sentence, text=clause, previous="", quotes=())
        told = [one for one in grammar(alone) if one.key not in keys and not _introduces(one) and not _held(one, read)]
        found += told or unread.read(alone, read)
    return found


_OF_SOMEBODY: Final = re.compile(
    r"(?:(?:and|but|so|oh|btw|well),? )?(?:(?:my|our) [a-z-]+(?: [a-z-]+)?(?:['’]s|['’]d)?|he|she|they|hes|shes|[A-Z][\w-]*(?:['’]s)?) "
    r"(?!and )(?!I\b)[a-z]",
)


def _held(one: Candidate, read: list[Candidate]) -> bool:
    """Whether it tells without its name of an animal that the sentence names: 我有一只狗，叫…"""
    pet = (one.key or "").startswith("pet:") and one.value is not None
    return pet and any((each.key or "").startswith("pet:") and each.value == one.value for each in read)


def _introduces(one: Candidate) -> bool:
    """Whether it only gives the name of somebody."""
    return one.key is not None and one.key.startswith("relation:") and one.key.endswith(":name")


def _mixed(text: str) -> bool:
    """Whether both scripts carry words: two Han characters and two Latin words at least."""
    latin = sum([word[0].isascii() and word[0].isalpha() for word in text.split()])
    return latin > 1 and sum("\u4e00" <= char <= "\u9fff" for char in text) > 1


def without_repeats(candidates: list[Candidate]) -> list[Candidate]:
    """Of statements that are the same (same key and value, or same words) the first; a later value of a key stays."""
    kept: dict[tuple[str | None, ...], Candidate] = {}
    for candidate in candidates:
        mark: tuple[str | None, ...]
        if candidate.key and candidate.value and candidate.act is Act.ASSERT:
            mark = (candidate.key, candidate.value, candidate.scene)
        else:
            hint = "hint" if endings.only_hints(candidate) else None  # it keeps nothing, so it repeats nothing kept
            mark = (candidate.act, candidate.key, candidate.topic, normalise(candidate.content), candidate.scene, hint)
        first = kept.setdefault(mark, candidate)
        if candidate.importance > first.importance:  # said again with more weight
            kept[mark] = replace(candidate, evidence=first.evidence)
    return list(kept.values())
