"""What a query says about itself: is memory needed, is it asked to remember, in which language, about what."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Literal

from app.context import asking
from app.context.leaning import search_text
from app.context.model import Hit, Signals, Span
from app.context.questions import questions
from app.context.topics import foremost, topics
from app.context.words import load
from app.sessions.model import Message, Role
from app.text import dates
from app.text.language import Language, detect, has_han
from app.text.smalltalk import small_talk

_RECALL = load("recall")
_RECALL_ZH = re.compile("|".join(_RECALL["zh"]))
_RECALL_EN = re.compile("|".join(_RECALL["en"]))
_TIME = {
    name: {language: re.compile("|".join(patterns)) for language, patterns in group.items()}
    for name, group in load("time").items()
}
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_TELLING = 3  # Latin words from which a text without Han counts as English
_HELD = 20  # memories that are looked at for the language of a user
_READ = 4000  # characters of a query that the patterns look at


def read(
    query: str | None,
    recent: Sequence[Message],
    *,
    scene: str | None,
    locale: Literal["auto", "zh", "en"],
    now: datetime,
    zone: tzinfo,
    task_type: str | None = None,
    usual: Language | None = None,
) -> Signals:
    """Signals of a query; `recent` are the messages of the session, oldest first. `now` is aware.

    `usual` is the language of the user, for what tells none.

    Without a query a conversation is about to begin: memory is needed, nothing is searched.
    """
    told = _language(query, recent, locale)
    language = told or usual or detect(query or "")
    if query is None:
        return Signals(
            needed=True,
            recall_requested=False,
            small_talk=False,
            language=language,
            language_told=(told or usual) is not None,
            scene=scene,
            task_type=task_type,
        )
    chat = small_talk(query)
    asked = "" if chat else search_text(query, recent)
    recalling = not chat and recall_requested(query)
    signals = Signals(
        needed=not chat,
        recall_requested=recalling,
        small_talk=chat,
        language=language,
        language_told=(told or usual) is not None,
        scene=scene,
        task_type=task_type,
        looks_back=recalling or (not chat and _looks("past", query)),
        looks_ahead=not chat and _looks("ahead", query),
    )
    if chat:
        return signals
    several = questions(query) if asked == query else ()
    each = tuple(_about(signals, one, one, now, zone) for one in several)
    return replace(_about(signals, query, asked, now, zone), questions=each)


def _about(signals: Signals, query: str, asked: str, now: datetime, zone: tzinfo) -> Signals:
    """The signals with what a query, or one of its questions, is about; `asked` is the text that is searched."""
    touched = topics(asked)
    spans = _spans(query[:_READ], now, zone)
    return replace(
        signals,
        search_text=asked,
        topics=touched,
        foremost=foremost(asked, touched),
        wishes=asking.wishes(query),
        general=not spans and asking.general(query),
        advised=asking.advised(query),
        dates=spans,
    )


def recall_requested(query: str) -> bool:
    """Whether the user points to something said or done earlier: 你还记得…, 上次…, do you remember …, as I told you."""
    text = query[:_READ].casefold().replace("’", "'").strip()
    return bool(_RECALL_ZH.search(text) if has_han(text) else _RECALL_EN.search(text))


def _looks(way: Literal["past", "ahead"], query: str) -> bool:
    text = query[:_READ].casefold()
    return _TIME[way]["zh" if has_han(text) else "en"].search(text) is not None


def in_language_of(signals: Signals, held: Sequence[Hit]) -> Signals:
    """The signals in the language of what is held of the user, when nothing that was said now tells one."""
    if signals.language_told or not held:
        return signals
    found = [detect(hit.memory.content[:_READ]) for hit in held[:_HELD]]
    return replace(signals, language="zh" if 2 * found.count("zh") > len(found) else "en")


def _language(query: str | None, recent: Sequence[Message], locale: Literal["auto", "zh", "en"]) -> Language | None:
    if locale != "auto":
        return locale
    if query is not None and (found := _telling(query)):
        return found
    for message in reversed(recent):
        if message.role is Role.USER and (found := _telling(message.content[:_READ])):
            return found
    return None


def _telling(text: str) -> Language | None:
    """The language of the text, None when it is a name, a command or a sign that any conversation may hold."""
    if has_han(text):
        return detect(text)
    return "en" if len(_LATIN_WORD.findall(text)) >= _TELLING else None


def _spans(query: str, now: datetime, zone: tzinfo) -> tuple[Span, ...]:
    return tuple(Span(start=found.since, end=found.until) for found in dates.find(query, now, zone))
