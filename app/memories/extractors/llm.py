"""The extractor with a model: one call for a batch of turns, and nothing of its answer believed without evidence.

`ModelExtractor` asks; `parsing` reads what comes back, `grounding` holds it against what was said, `merging` (in the
path) leaves out what the rules found already. It never raises for what a model does: `Reading` says what happened.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.governance.masking import masked
from app.memories.extractors import parroting, prompt
from app.memories.extractors.grounding import Refused, Spoken, ground
from app.memories.extractors.parsing import Parsed, parse
from app.memories.extractors.sentences import Said, own_speech
from app.memories.extractors.telling import habitual, unfit
from app.memories.model import Act, Candidate, Memory, Trust
from app.providers.llm.protocol import LLM, LLMFailed
from app.text.language import detect

_REFUSALS: Final = 10  # told in the log of a batch; a model that repeats itself does not fill it
_DOUBT: Final = 0.4  # confidence with which a candidate waits
_TRUST: Final = {"user": Trust.USER, "assistant": Trust.ASSISTANT, "tool": Trust.TOOL}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no reading. `passing`: asked again later it may work, after `wait` seconds where they are known."""

    told: str
    passing: bool
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What a model gave for a batch: candidates and refusals, each with the number of its turn."""

    candidates: Sequence[tuple[int, Candidate]] = ()
    refused: Sequence[Refused] = ()
    failure: Failure | None = None
    tokens: int = 0


class ModelExtractor:
    """Reads turns with a model. `max_tokens` bounds an answer, `budget` the characters of one question.

    What only repeats a sentence that has no word of its own to show that it lasts waits for a confirmation
    (`parroting`). Without `trusted`, so does all that has neither a key nor a word of habit: weak models copy sentences
    that mean nothing tomorrow, and no list of words can tell them all.
    """

    def __init__(self, llm: LLM, *, max_tokens: int = 800, budget: int = 6000, trusted: bool = True) -> None:
        self._llm = llm
        self._trusted = trusted
        self._max_tokens = max_tokens
        self.budget = budget

    @property
    def name(self) -> str:
        """As it stands in the log of a turn and beside a memory: `llm:<model>`."""
        return f"llm:{self._llm.model}"

    async def __call__(self, turns: Sequence[Sequence[Said]], held: Sequence[Memory]) -> ModelReading:
        """One call for all the turns, given in order with the memories that are closest to them."""
        spoken = [one for number, said in enumerate(turns) for one in sentences(number, said)]
        messages = [message for said in turns for message in said]
        own = " ".join(one.sentence.text for one in spoken if one.trust is Trust.USER)
        language = detect(own)
        known = {f"m{number}": memory for number, memory in enumerate(held, 1)}
        try:
            answer = await self._llm.complete(
                prompt.system(language),
                prompt.ask(
                    [(message.role, masked(_shown(message))) for message in messages if message.role in _TRUST],
                    {mark: masked(memory.content) for mark, memory in known.items()},
                    at=messages[-1].at,
                    zone=messages[-1].zone,
                    language=language,
                ),
                schema=prompt.SCHEMA,
                max_tokens=self._max_tokens,
            )
        except LLMFailed as error:
            return ModelReading(failure=Failure(str(error), error.passing, error.wait))
        reading = _read(parse(answer.text), spoken, known, answer.prompt_tokens + answer.completion_tokens)
        doubtful = parroting.waits if self._trusted else _unsure
        return replace(reading, candidates=[_doubted(*one, doubtful) for one in reading.candidates])


def sentences(number: int, said: Sequence[Said]) -> list[Spoken]:
    """The sentences of a turn that a model may quote, with whoever said them."""
    return [
        Spoken(sentence, number, _TRUST[message.role])
        for message in said
        if message.role in _TRUST
        for sentence in own_speech(message)
    ]


def worth_asking(said: Sequence[Said]) -> bool:
    """Whether a sentence of the user could be the evidence of anything: else a call can bring nothing."""
    return any(one.trust is Trust.USER and unfit(one.sentence) is None for one in sentences(0, said))


def _doubted(turn: int, candidate: Candidate, doubtful: Callable[[Candidate], bool]) -> tuple[int, Candidate]:
    return turn, replace(candidate, confidence=_DOUBT) if doubtful(candidate) else candidate


def _unsure(candidate: Candidate) -> bool:
    return candidate.key is None and not habitual(candidate.evidence) and candidate.act is Act.ASSERT


def _shown(message: Said) -> str:
    """Of the user only their own speech: no pasted matter, and never our own block of memories."""
    return " ".join(sentence.text for sentence in own_speech(message)) if message.role == "user" else message.content


def _read(parsed: Parsed, spoken: Sequence[Spoken], known: Mapping[str, Memory], tokens: int) -> ModelReading:
    if parsed.state in {"empty", "unreadable"}:
        return ModelReading(failure=Failure(f"its answer was {parsed.state}", passing=False), tokens=tokens)
    found = [ground(draft, spoken, known) for draft in parsed.drafts]
    return ModelReading(
        candidates=[one for one in found if not isinstance(one, Refused)],
        refused=[one for one in found if isinstance(one, Refused)][:_REFUSALS],
        tokens=tokens,
    )
