"""An instruction told as a wish of the user."""

from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.morphology import AUXILIARIES, FORMS, base_of_gerund, imperative, present
from app.memories.extractors.en.speech import capital, third
from app.text import patterns as re


def as_wish(body: str) -> str:
    """An imperative as a wish: `never use tabs` → `User wants the assistant never to use tabs`."""
    body = re.sub(
        r"^(?:please\s|and\s)+|^(?:make sure|be sure|remember|do not forget)\s(?:to|that you|you)\s",
        "",
        tidy(body),
        flags=re.IGNORECASE,
    )
    if match := re.match(r"(?:stop|avoid|no more)\s(\w+ing)\b(.*)$", body, re.IGNORECASE):
        return f"User wants the assistant not to {base_of_gerund(match[1].lower())} {about_user(match[2].strip())}"
    if match := re.match(r"(?:do not|never)\s(?:ever\s)?(.+)$", body, re.IGNORECASE):
        return (
            f"User wants the assistant never to {about_user(match[1])}"
            if body.lower().startswith("never")
            else f"User wants the assistant not to {about_user(match[1])}"
        )
    if match := re.match(r"always\s(.+)$", body, re.IGNORECASE):
        first = match[1].split()[0].lower()
        return (
            f"User wants the assistant to always {about_user(match[1])}"
            if imperative(first)
            else f"User always wants {about_user(match[1])}"
        )
    first = body.split()[0].lower()
    if re.match(r"no\s", body, re.IGNORECASE) or not imperative(first):
        if re.search(r"^(?:for|in|when|before|after|if|with|on)\b", body, re.IGNORECASE) and (
            match := re.match(r"(.{3,90}?),\s(.+)$", body)
        ):
            return f"{capital(about_user(match[1]))}, {as_wish(match[2])}"
        return f"User wants {about_user(small(body))}"
    return f"User wants the assistant to {about_user(body[:1].lower() + body[1:])}"


def small(text: str) -> str:
    """With a small first letter, unless it begins an abbreviation."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def about_user(text: str) -> str:
    text = re.sub(r"\byou are\b", "the assistant is", text.strip(), flags=re.IGNORECASE)
    text = _YOU_DO.sub(_does, text)
    text = re.sub(r"\byour\b", "its", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=\b[a-z]{2}\s)\byou\b|(?<=\s)you\b|^you\b", "the assistant", text, flags=re.IGNORECASE)
    return third(text, named=True)


_YOU_DO = re.compile(  # when you write code
    r"(?P<who>\b(?:when|whenever|if|while|before|after|once|unless|as|every time|each time|anything|everything|whatever|what|"
    r"things|all|text|code|answers?|files?|[a-z]{3,}s) you(?: (?:also|ever|just))? )"
    r"(?P<verb>[a-z]+)\b(?P<not> not\b)?",
    re.IGNORECASE,
)


def _does(match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    form = FORMS.get(verb)
    if verb in AUXILIARIES and not (verb in ("do", "have") and form):
        return match.group()
    plain = form.kind == "base" if form else not verb.endswith(("s", "ed", "ing", "ly"))
    return match["who"] + (present(verb) if plain else match["verb"]) + (match["not"] or "")
