"""How much of what English sentences say is found, and how much is found that they do not say."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from app.memories.extractors import en
from app.memories.extractors.sentences import Said, own_speech
from app.memories.model import Candidate

CASES = Path(__file__).parents[2] / "evals" / "extraction" / "en.jsonl"
NOON = datetime(2026, 8, 6, 12, tzinfo=UTC)


def kept(text: str, at: datetime) -> list[Candidate]:
    found = [one for sentence in own_speech(Said("user", text, at, UTC)) for one in en.read(sentence)]
    return [one for one in found if not one.temporary and one.confidence >= 0.5]


def test_english_sentences_are_read_with_the_promised_precision_and_recall() -> None:
    hits, misses, extras = 0, [], []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        left = kept(case["text"], datetime.fromisoformat(case["at"]) if "at" in case else NOON)
        for want in case.get("want", []):
            fits = [
                one for one in left if re.search(want["match"], one.content) and want.get("key", one.key) == one.key
            ]
            if fits:
                hits += 1
                left.remove(fits[0])
            else:
                misses.append((case["text"], want))
        extras += [(case["text"], one.content) for one in left if not re.search(case.get("may", r"\A\Z"), one.content)]
    assert hits / (hits + len(extras)) >= 0.95, extras
    assert hits / (hits + len(misses)) >= 0.85, misses
