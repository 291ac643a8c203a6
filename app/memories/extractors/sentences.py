"""One message in, the sentences out that are the user's own speech.

`own_speech` leaves out whatever stands in a message without being said by its author about the real world: code, logs,
pasted documents, our own rendered block, texts handed over for translation, quotations, role play (see `foreign`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from app.memories.extractors import foreign
from app.text import patterns as re
from app.text.language import Language, detect

LONGEST = 600  # characters; a longer "sentence" is pasted matter


@dataclass(frozen=True, slots=True)
class Said:
    """One message as the extractors see it. `at` is aware; `zone` is the user's."""

    role: str
    content: str
    at: datetime
    zone: tzinfo
    scene: str | None = None
    before: str = ""  # what its author said before it, for whom "she" means


_LEANS = re.compile(
    r"\W*(?:(?:and|but|also|oh|well|actually|so|yes|btw|apparently|turns out|good news|update)\W+){0,2}"
    r"(?:he|she|his|her|they|their)\b|[^，,。！？]{0,3}(?<![其吉])[他她](?!们)",
    re.IGNORECASE,
)

_LAST_NUMBER = re.compile(  # "on December 10." ends a sentence, the number of an item does not
    r"\b(?:on|is|am|was|at|to|for|turned|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\s(?:the\s)?\d{1,3}$",
    re.IGNORECASE,
)


def leans(text: str) -> bool:
    """Whether a message begins with somebody of whom only an earlier one tells who it is."""
    return _LEANS.match(text) is not None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, whitespace collapsed. A procedure told in several steps or list lines is one sentence."""

    text: str
    at: datetime
    zone: tzinfo
    scene: str | None
    language: Language
    previous: str  # the sentence before it in the message, "" when first
    question: bool  # ends like a question; the grammars refine this
    quotes: tuple[tuple[int, int], ...]  # spans of what stands inside quotation marks, marks excluded
    before: str = ""  # what its author said in the message before, where that is known


_QUOTED = re.compile(
    r"“([^“”\n]{1,300})”|「([^「」\n]{1,300})」|『([^『』\n]{1,300})』|\"([^\"\n]{1,300})\"|‘([^‘’\n]{1,300})’"
)
_GLAD_OR_SAD = "\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a"
_FACE = f"[{_GLAD_OR_SAD}\U0001f389\U0001f494\U0001f4aa\U0001f44d\U0001f64c]\ufe0f?"
_END = re.compile(r"[。！？\n]+|[!?]+(?![\w=&/%#])|\.(?=\s|$)")
_A_FACE = re.compile(rf"[:;]['’]?-?[()DPp]|<3|{_FACE}")
_END_OR_FACE = re.compile(  # a face between Latin words ends a sentence as well: we split up :( he moves out friday
    rf"{_END.pattern}|(?<=[A-Za-z.,!?)] )(?:(?:[:;]['’]?-?[()DPp]|<3|{_FACE})\s?)+(?=\s?[A-Za-z])"
    rf"|(?<=[A-Za-z.,!?)]){_FACE}+(?=\s[A-Za-z])"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s('\"‘“])(?:\d{1,3}|[A-Za-z]|Dr|Mrs?|Ms|Prof|St|Jr|Sr|No|vs|etc|e\.g|i\.e)$", re.IGNORECASE
)
_ASKS = re.compile(r"[?？]\s*[)）”\"」]?$|(?:吗|呢|嘛|么)[。.~～!！]*$")
_CLOSING = '”」』’"）)'

_ITEM = re.compile(
    r"^\s*(?:\d{1,2}\s*[.、．)）]|[(（]\d{1,2}[)）]|[-*•·]\s|第[一二三四五六七八九十\d]{1,2}步|[①-⑳]|step\s*\d)",
    re.IGNORECASE,
)
_STEPS_LEAD = re.compile(
    r"流程|步骤|步驟|规程|規程|做法|顺序|順序|清单|清單|规范|規範|规定|規定|procedure|process|steps?\b|"
    r"workflow|checklist|runbook|routine|how we",
    re.IGNORECASE,
)
_FIRST_STEP = re.compile(r"第一步|首先|^\W*先|[:：,，]\s*先|\bfirst\b|\bstep\s*(?:1|one)\b", re.IGNORECASE)
_NEXT_STEP = re.compile(
    r"^\s*(?:第[二三四五六七八九十2-9]\d?步|其次|再次|然后|然後|接着|接著|接下来|接下來|再然后|最后|最後"
    r"|step\s*(?:[2-9]|two|three|four)|then\b|next\b|after that\b|finally\b|second(?:ly)?\b|third(?:ly)?\b|lastly\b)",
    re.IGNORECASE,
)


def own_speech(said: Said, *, asks: Callable[[str], object] = lambda _: False) -> list[Sentence]:
    """The sentences of `said` that are its author's own, in order; none for an empty or wholly pasted message.

    What `asks` for something is meant, though it sounds like the frame of a story: "pretend I never told you".
    """
    fallback = detect(said.content)
    found: list[Sentence] = []
    previous = next(iter(reversed(_split(said.before))), "") if said.before and leans(said.content) else ""
    texts = _joined_steps(_split(foreign.own_text(said.content)))
    meant = foreign.drop_frames(texts)
    for text in [one for one in texts if one in meant or asks(one)] if len(meant) < len(texts) else meant:
        if len(text) <= LONGEST:
            found.append(_sentence(text, said, fallback, previous))
        previous = text
    return found


def _sentence(text: str, said: Said, fallback: Language, previous: str) -> Sentence:
    letters = sum(map(str.isalpha, text))
    return Sentence(
        text=text,
        at=said.at,
        zone=said.zone,
        scene=said.scene,
        language=detect(text) if letters > 1 else fallback,
        previous=previous,
        question=bool(_ASKS.search(text)),
        quotes=quoted(text),
        before=said.before,
    )


def quoted(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of what stands inside pairs of quotation marks."""
    return tuple(m.span(m.lastindex or 0) for m in _QUOTED.finditer(text))


def _split(text: str) -> list[str]:
    """Cut at ends of sentences, never inside quotation marks or a list that tells the steps of a procedure."""
    pieces: list[str] = []
    for block, whole in _blocks(text.split("\n")):
        pieces += [block] if whole else _cut(block)
    return [piece for piece in (" ".join(piece.split()) for piece in pieces) if any(c.isalnum() for c in piece)]


def _blocks(lines: list[str]) -> list[tuple[str, bool]]:
    """Lines, with the items of a procedure drawn into its heading; the flag says that a block must stay whole."""
    blocks: list[tuple[str, bool]] = []
    listing = False
    for line in lines:
        if listing and _ITEM.match(line):
            blocks[-1] = (f"{blocks[-1][0]} {line.strip()}", True)
            continue
        if listing and not line.strip():
            continue
        listing = line.rstrip().endswith((":", "：")) and bool(_STEPS_LEAD.search(line))
        blocks.append((line, False))
    return blocks


def _cut(line: str) -> list[str]:
    spans = quoted(line)
    pieces, start = [], 0
    for end in (_END_OR_FACE if _A_FACE.search(line) else _END).finditer(line):
        around = next((span for span in spans if span[0] <= end.start() < span[1]), None)
        if around and not _closes(line, end.end(), around[1]):
            continue
        if (
            end.group() == "."
            and _ABBREVIATED.search(line[max(start, end.start() - 8) : end.start()])
            and not _LAST_NUMBER.search(line[max(start, end.start() - 24) : end.start()])
        ):
            continue
        stop = end.end()
        while stop < len(line) and line[stop] in _CLOSING and not any(a == stop + 1 for a, _ in spans):
            stop += 1  # the closing mark belongs to the sentence it closes
        pieces.append(line[start:stop])
        start = stop
    return [*pieces, line[start:]]


def _closes(line: str, end: int, closing: int) -> bool:
    """Whether a full stop inside a quotation also ends the sentence around it: it stands last, and nothing runs on."""
    return end == closing and line[closing + 1 : closing + 2] not in ",，、:：的 "


def _joined_steps(sentences: list[str]) -> list[str]:
    """Sentences that go on telling a procedure (然后…, 第二步…, then…) become part of the one that began it."""
    joined: list[str] = []
    for text in sentences:
        if joined and _NEXT_STEP.match(text) and (_FIRST_STEP.search(joined[-1]) or _STEPS_LEAD.search(joined[-1])):
            joined[-1] += f" {text}" if joined[-1].isascii() else text
        else:
            joined.append(text)
    return joined
