"""The Chinese grammar: one sentence → what it tells to keep, change or forget.

`read` is the path: spaces typed between words taken out (`wording`), a wish put as a question made one → forget this?
(`changes`) → remember this? (`remember`) → a procedure? (`procedures`) → cut into `clauses`, each with its `subjects` →
standing wishes (`instructions`, told by `wishes`, sorted by `matters` and `topics`, bound to `scenes`; `topical`, where
the reason stands beside them) → what the clauses
that are meant (`moods`) have `stated`. For that the readers of matters each read a clause into `facts`: `entities`, `others`,
`identity` (`places`, `languages`), `work` (`jobs`, `study`, `attributes`), `family`, `pets`, `health`, `projects`,
`tools` (`naming`), `living`, `schedule` (`slots`, `plans`), `tastes` (`ways`, `skills`), `habits`, and last `lasting`,
which keeps as it was said what shows by its words that it lasts. Words are data in `lexicon/zh.toml`; keys, values and
scenes are those of the English grammar (`tests/unit/extractors/test_both_languages.py`).
"""

import re
from dataclasses import replace

from app.memories.endings.splicing import spliced
from app.memories.extractors.sentences import Sentence, quoted
from app.memories.extractors.zh import (
    apposed,
    changes,
    instructions,
    moods,
    obligations,
    procedures,
    remember,
    righting,
    wording,
)
from app.memories.extractors.zh.clauses import clauses, person_in
from app.memories.extractors.zh.facts import candidate
from app.memories.extractors.zh.lexicon import simplify
from app.memories.extractors.zh.readings import Said
from app.memories.extractors.zh.stated import stated
from app.memories.extractors.zh.subjects import USER, Subject, Text
from app.memories.model import Act, Candidate

_POLITE = re.compile(  # a wish for good, put as a question
    r"^(?:那|请问|麻烦问下|你|您|,|，)*(?:能不能|可不可以|能否|可否|可以|能)(?:请)?(?:你|您)?(?=(?:以后|今后|"
    r"往后|每次|从现在|从今天|别再|不要再|一律|永远)|(?:都|总是|一直)(?:用|不要|别|先))"
)

_POLITE_LATER = re.compile(  # 你以后回我能不能别老用感叹号
    r"^(?P<a>[^,，?？]{0,12}?(?:以后|今后|往后|每次|下次起|下次开始)[^,，?？]{0,12}?)(?:能不能|可不可以|能否|可否)(?:请)?(?:你|您)?"
    r"(?P<b>(?:都|别|不要|少|用|先|只|直接)[^?？]{2,40}[?？。]?)$"
)


def read(sentence: Sentence) -> list[Candidate]:
    """Candidates of one sentence; none for questions, suppositions, jokes and what others say."""
    return [candidate(fact, subject, sentence) for fact, subject in _told(sentence)]


def beside(sentence: Sentence) -> list[Candidate]:
    """The names of the people whom a sentence names beside what they are to the user."""
    text = Text.of(sentence.text)
    if sentence.question or sentence.quotes or moods.joking(text.plain) or apposed.supposed(text.plain):
        return []
    return [candidate(fact, subject, sentence) for fact, subject in apposed.names(text)]


def _told(sentence: Sentence) -> list[Said]:
    if (unspaced := wording.unspaced(sentence.text)) != sentence.text:
        sentence = replace(sentence, text=unspaced, quotes=quoted(unspaced))
    if owed := [] if sentence.quotes else obligations.asked(sentence):
        return [(fact, USER) for fact in owed]
    if later := _POLITE_LATER.match(sentence.text):
        asked = later["a"] + re.sub(r"[吗呢嘛么]?[?？。\s]*$", "", later["b"])
        sentence = replace(sentence, text=asked, quotes=quoted(asked), question=False)
    if polite := _POLITE.match(sentence.text):
        asked = re.sub(r"[吗呢嘛么]?[?？。\s]*$", "", sentence.text[polite.end() :])
        sentence = replace(sentence, text=asked, quotes=quoted(asked), question=False)
    text = Text.of(sentence.text)
    if forgotten := changes.forgetting(text):
        return [(fact, USER) for fact in forgotten]
    if moods.joking(text.plain):
        return []
    words = remember.asked(sentence)
    if words is None:
        return _facts(sentence)
    inner = replace(sentence, text=words, quotes=_moved(sentence, words), question=False)
    if found := _facts(inner):
        return [(remember.promoted(fact), subject) for fact, subject in found]
    if moods.asks(Text.of(words).plain):
        return []
    return [(fact, USER) for fact in remember.kept(words, sentence)]


def _moved(sentence: Sentence, words: str) -> tuple[tuple[int, int], ...]:
    offset = max(sentence.text.find(words), 0)
    return tuple((a - offset, b - offset) for a, b in sentence.quotes if a >= offset and b <= offset + len(words))


def _facts(sentence: Sentence) -> list[Said]:
    if told := procedures.read(sentence):
        return [(fact, USER) for fact in told]
    if corrected := _corrected(sentence):
        return corrected
    text = Text.of(sentence.text)
    if not sentence.quotes and not sentence.question and (both := righting.righted(text.raw, text.plain)):
        sentence = replace(sentence, text=both)
        text = Text.of(both)
    text = text if sentence.quotes else changes.affirmed(text)
    parts = clauses(text, sentence.quotes, _spoken_of(sentence))
    asking = moods.asking(parts, sentence)
    standing, taken = instructions.read(parts) if 0 not in asking or len(parts) > 1 else ([], set())
    standing = [] if taken & asking else standing
    if not standing and (back := changes.going_back([part.text.plain.strip() for part in parts])):
        return [(fact, USER) for fact in back]
    found = _called(_one_each([*((fact, USER) for fact in standing), *stated(parts, sentence, asking | taken)]))
    return found or [(fact, USER) for fact in changes.amending(sentence.text)]


def _spoken_of(sentence: Sentence) -> Subject | None:
    """The person of the sentence before, looked for only when this one says 他 or 她."""
    return (
        person_in(simplify(sentence.previous)) if re.search("[他她其]", sentence.text) and sentence.previous else None
    )


def _corrected(sentence: Sentence) -> list[Said]:
    """`不是烟台，是威海` after a sentence with 烟台: that sentence with the right value."""
    pair = changes.not_but(Text.of(sentence.text).plain)
    right = spliced(sentence.previous, *pair) if pair else None
    if right is None:
        return []
    return _facts(replace(sentence, text=right[0], previous="", quotes=(), question=False))


def _called(found: list[Said]) -> list[Said]:
    """What is told of a person whom the sentence names, with that name: 用户的母亲周梅的生日."""
    names = {
        subject.role: fact.value
        for fact, subject in found
        if fact.slot == "name" and subject.who == "relation" and not subject.name and fact.act is Act.ASSERT
    }
    return [
        (fact, subject)
        if fact.slot == "name" or subject.who != "relation" or subject.name or subject.role not in names
        else (fact, replace(subject, called=names[subject.role] or ""))
        for fact, subject in found
    ]


def _one_each(found: list[Said]) -> list[Said]:
    """The first fact of each key and scene, a statement before a denial; facts without a key all stay."""
    kept: dict[str, Said] = {}
    for position, (fact, subject) in enumerate(found):
        mark = f"{subject.key(fact.slot)} {fact.scene}" if fact.slot else f"#{position}"
        if mark not in kept or fact.newer or (kept[mark][0].act is Act.RETRACT and fact.act is Act.ASSERT):
            kept[mark] = (fact, subject)  # 我不是编辑，我是策划
    return list(kept.values())
