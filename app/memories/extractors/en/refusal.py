"""What is not said of the real and lasting: questions, hypotheses, idioms, wishes for this once."""

# small counts of words are what a grammar is made of

from functools import lru_cache

from app.memories.extractors.en.lexicon import either, entries, words
from app.memories.extractors.en.morphology import FORMS
from app.text import patterns as re

_HYPOTHESIS = re.compile(rf"(?:^|[\s,(])(?:{either(words('refuse', 'hypothesis'))})", re.IGNORECASE)

_SAY = re.compile(r"(?:^|[.,;]\s)say,?\s(?:I|we|my)\b", re.IGNORECASE)

_SARCASM = re.compile(
    r"^(?:oh\s|yeah\s|well\s)?(?:sure|right|yeah|great|joy|of course|fantastic|wonderful|lovely),?\s(?:because|"
    r"as if|just what)\b|"
    r"\bI (?:just|simply|absolutely) (?:love|adore) (?:it when|being (?:on hold|ignored|late|yelled|stuck|woken|"
    r"told)|getting (?:rained|woken|yelled|stuck))|"
    r"\bjust what I needed\b|\bboo hoo\b|\bas per usual\b",
    re.IGNORECASE,
)

_IF_PAST = re.compile(
    r"\b(?:if|what if|unless|suppose)\s(?:I|we|you|my \w+)\s(?:only\s)?(?P<verb>\w+)\b", re.IGNORECASE
)

_IDIOM = re.compile(
    "|".join(
        # "I am in" is one only at the end of what is said: not "I am in charge of …"
        re.escape(idiom) + (r"(?=\s*(?:$|[.,;!]))" if re.fullmatch(r"i am \w+", idiom) else "")
        for idiom in sorted(entries("refuse", "idiom"), key=len, reverse=True)
    ),
    re.IGNORECASE,
)

_LAUGH = re.compile(r"\b(?:lo+l|lmf?ao|rofl|(?:ha){2,}h?|hehe)\b", re.IGNORECASE)
_ABSURD = re.compile(  # what people say of themselves with a laugh and do not mean: I'm basically a potato, lol
    r"\b(?:basically|literally|practically|essentially|totally|would|could|wish|someday|married to|million|billion|queen|king|"
    r"god|genius|dead|dying)\b|\bI am (?:an?|the(?! only)|so|just|your|such)\b|\blove (?:it when|\w+ing|mon|getting)",
    re.IGNORECASE,
)
_TEMPORARY = re.compile(either(words("refuse", "temporary")), re.IGNORECASE)

_ASKED = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|hey|hi|hello|please|then|now|also)[\s,]+)*(?:what|which|who|whose|whom|"
    r"where|when(?=\s(?:is|are|was|were|do|does|did|can|should|will|would)\b)|why|how|do|does|did|is|are|am|was|"
    r"were|can|could|would|will|should|shall|may|might|must|have(?=\s(?:you|I|we|they)\b)|has|any|anyone|"
    r"anybody|remember(?=\swhen|\smy .*\?)|know|got|ever|isn't|aren't|don't)\b",
    re.IGNORECASE,
)

_POLITE = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|hey|hi|hello)[\s,]+)*(?:(?:can|could|would|will) you(?: please| kindly|"
    r" just| maybe| also| be so kind as to)*|would you mind|may I ask you to|can I ask you to|"
    r"could I ask you to)\s(?P<ask>(?:(?:please\s)?(?:always|never|from now on|remember|keep in mind|call|"
    r"address|calling|stop|quit|forget|delete|remove|erase|note|not (?=use\b|include\b|add\b|say\b|call\b|write\b|"
    r"use\b|do that\b)|avoid|refer to me|in future|in the future)\b|"
    r"(?:use|answer|reply|respond|write|keep|make|give|show|speak|talk|be|add|include)\b.*\b(?:from now on|"
    r"going forward|by default|every time|in (?:the )?future|always|whenever|at all times)\b).*)$",
    re.IGNORECASE,
)

_TURN = re.compile(
    r"(?:\s*[,;–—-]+\s*|\s+)(?:(?:so|and|but|then)\s+)?(?=(?:what|which|who|where|why|how|can you|could you|"
    r"would you|will you|do you|did you|does|is there|is it|is that|are there|should I|can I|could I|may I|"
    r"shall I|any (?:ideas?|tips|suggestions|recommendations|advice)|have you|got any|would it|what's|whats|"
    r"when should|when can|suggest|recommend)\b)",
    re.IGNORECASE,
)

_TAG = re.compile(
    r"(?:,\s*(?:right|remember|correct|no|yes|don't I|do I|am I|aren't I|isn't it|is it|didn't I|huh|okay|ok|"
    r"you know|see|do not I|am I not|is it not|did I not))\s*\?*$",
    re.IGNORECASE,
)


def asked(text: str, *, question: bool) -> str | None:
    """What of a sentence is stated: all of it, the part before its question, a polite request as a command; None."""
    if polite := _POLITE.match(text):
        ask = re.sub(r"\s*\?+\s*$", "", polite["ask"])
        if ask.lower().startswith("calling "):
            ask = "call " + ask[8:]
        return re.sub(r"^not\s", "do not ", re.sub(r"^quit (?=\w+ing\b)", "stop ", ask))
    question = question or text.rstrip().endswith("?")
    if not question:
        return (
            None
            if (
                re.match(
                    r"(?:what|which|who|whose|where|why|how)\b(?!\s(?:I|we)\s(?:like|love|hate|prefer|"
                    r"usually)\b)(?!ever)",
                    text,
                    re.IGNORECASE,
                )
                and not re.match(r"how we\b|who\s", text, re.IGNORECASE)
            )
            or re.match(
                r"(?:do|does|did|is|are|was|can|could|would|will|should)\s(?:you|I|we|it|he|she|they|there|this|"
                r"that)\b",
                text,
                re.IGNORECASE,
            )
            else text
        )
    if _TAG.search(text) or _ASKED.match(text):
        return None
    for turn in _TURN.finditer(text):
        before = text[: turn.start()].strip(" ,;-–—")
        if (
            len(before.split()) >= 3
            and re.match(r"(?:\w+[\s,]+){0,4}?(?:I|my|we|our|please|always|never)\b", before, re.IGNORECASE)
            and not re.search(
                r"\b(?:wonder|wondering|ask|know|if|whether|tell me|guess|not sure|sure|think about|curious|forgot|"
                r"remember|idea|see)$",
                before,
                re.IGNORECASE,
            )
        ):
            return (
                None
                if re.search(r"\b(?:wonder|wondering|curious|know if|whether)\b", before, re.IGNORECASE)
                else before
            )
    return None


_TOLD_TALE = re.compile(  # of people in a tale: in the show she's a vet
    r"(?:so |well |ok |anyway )?(?:in|on) (?:the|this|that|a) (?:(?:new|latest|last|next|first|second|final|\w+'s) )?(?:show|series|episode|book|novel|movie|film|"
    r"comic|manga|anime|story|chapter|season|tale|sequel|soap|sitcom)\b,? (?:he|she|they|the|it|there|[A-Z])",
)
_SAID_SO = re.compile(  # 'I hate Mondays,' said Garfield
    r"(?:^|[\s(])'(?:I|[Mm]y|[Ww]e|[Oo]ur)\b(?:[^']|'(?=[a-z])){2,200}[,.!?]?'[,.]?\s?(?:said|says|asked|replied|wrote|shouted|[a-z]+ (?:said|says|asked))\b"
)
_EXAMPLE = re.compile(
    r"(?<=\w),?\s\(?(?:e\.g\.|for example,?|for instance,?)\s[^!?]{1,60}$"
)  # what illustrates a statement


@lru_cache(maxsize=256)  # of a sentence, of its clauses, and again of what is left of it
def unreal(text: str) -> bool:
    """A hypothesis, a game, a joke, a figure of speech."""
    text = _EXAMPLE.sub("", text)
    if _TOLD_TALE.match(text) or ("'" in text and _SAID_SO.search(text)):
        return True
    if _SARCASM.search(text) or _HYPOTHESIS.search(text) or _SAY.search(text) or _IDIOM.search(text):
        return True
    if _LAUGH.search(text) and _ABSURD.search(text):
        return True
    if (match := _IF_PAST.search(text)) and not re.search(
        r"\b(?:prefer|like|love|appreciate|great|nice|better|happy|grateful)\s(?:it\s)?if\syou\b", text, re.IGNORECASE
    ):
        form = FORMS.get(match["verb"].lower())
        if match["verb"].lower() in ("was", "were", "had", "could", "would") or (
            form and form.kind in ("past", "participle")
        ):
            return True
    return bool(re.match(r"(?:if|unless)\b", text, re.IGNORECASE) and re.search(r"\bwould\b", text))


def temporary(text: str) -> bool:
    """Whether the wish is for this once."""
    return bool(_TEMPORARY.search(text))


def foreign_quote(text: str, quotes: tuple[tuple[int, int], ...]) -> bool:
    """Whether somebody speaks inside quotation marks: a quotation with a first person in it."""
    return any(len(text[a:b].split()) > 2 and re.search(r"\b(?:I|I'm|my|me|we|our)\b", text[a:b]) for a, b in quotes)
