"""The end of a pet, a possession, a bond or a life."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.draft import tidy
from app.memories.extractors.en.forgetting import Read
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.subjects import person
from app.memories.model import Act, Candidate
from app.text import patterns as re


def departed(text: str, read: Read, moment: Moment) -> list[Candidate]:
    """The end of a pet, a possession or a bond."""
    told = moment.absolute(tidy(third(text)))
    if re.search(r"\b(?:broke up|split up|got divorced)\b", text):
        if re.match(r"(?:my|our) (?!(?:girlfriend|boyfriend|partner|wife|husband|fianc\w+)\b)", text, re.IGNORECASE):
            return []  # of somebody near
        return (
            [
                Candidate(
                    content=told,
                    evidence=text,
                    act=Act.RETRACT,
                    key="marital_status",
                    topic=re.sub(r"^.*?\bwith\s", "", text),
                )
            ]
            if "divorced" not in text
            else []
        )
    if re.search(r"\bbroke off (?:my|our|the) engagement\b", text):
        return [
            Candidate(
                content=told,
                evidence=text,
                act=Act.RETRACT,
                key="marital_status",
                value="engaged",
                topic="engagement",
            )
        ]
    match = re.search(
        r"\b(?:my|our|(?<=sold\s)the|(?<=gave away\s)the)\s(?P<what>[\w' -]{2,40}?)(?=\s(?:has|had|sadly|died|"
        r"passed|was put|to sleep|down|ran|away|yesterday|last|"
        r"this|in|to)\b|[,.]|$)",
        text,
        re.IGNORECASE,
    )
    if not match:
        return []
    what = match["what"].strip()
    if (someone := person(what)) and re.search(r"\b(?:died|passed away)\b", text):
        return [Candidate(content=told, evidence=text, key=f"{someone.prefix}status", value="deceased", importance=4)]
    found = read(
        f"I have a {what.split()[0] if len(what.split()) > 1 and what.split()[-1][0].isupper() else what}"
        + (f" named {what.split()[-1]}" if len(what.split()) > 1 and what.split()[-1][0].isupper() else "")
    )
    keys = [one.key for one in found if one.key and one.key.startswith(("pet:", "owns:"))]
    if keys:
        return [
            Candidate(content=told, evidence=text, act=Act.RETRACT, key=key, topic=what, valid_to=moment.since(text))
            for key in keys
        ]
    if re.search(r"\b(?:sold|gave|given)\b", text):
        return [Candidate(content=told, evidence=text, act=Act.RETRACT, topic=what, valid_to=moment.since(text))]
    return []
