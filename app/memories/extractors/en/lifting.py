"""The end of a standing instruction."""

from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.matters import general, matter
from app.memories.extractors.en.morphology import base_of_gerund
from app.memories.extractors.en.wishes import about_user
from app.memories.model import Act, Candidate
from app.text import patterns as re

_LIFTED = re.compile(
    r"^(?:(?:from now on|now)\s)?(?:you\s(?:can|may)\s(?:now\s)?stop\s(?P<ing>\w+ing.*)|you\sdo\snot\s(?:need|"
    r"have)\sto\s(?P<need>.+?)(?:\sany\smore)?|"
    r"(?:there is\s)?no\s(?:more\s)?need\sto\s(?P<noneed>.+?)(?:\sany\smore)?|you\s(?:can|"
    r"may)\s(?P<again>.+?)\sagain|(?:no longer|stop)\s(?P<stop>(?:answering|replying|responding|calling|writing|"
    r"using|talking|speaking)\b.*))$",
    re.IGNORECASE,
)

_TOUCHED_ON = re.compile(r"^(?:bring up|talk about|ask about)\b")  # as in `unmentioned`


def lifting(text: str) -> Candidate | None:  # one reading after the other
    match = _LIFTED.match(text)
    if not match:
        return None
    if match["again"]:
        known = matter(match["again"])
        if known is None and not re.match(
            r"(?:use|add|suggest|recommend|mention|call|include|bring up|talk about|ask about)\b", match["again"]
        ):
            return None
        key, value = known or general(_TOUCHED_ON.sub("mention", match["again"]))
        return standing(
            f"User allows the assistant to {about_user(match['again'])} again",
            text,
            key,
            "yes" if key.startswith("instruction:") else value,
        )
    phrase = match["ing"] or match["stop"]
    if phrase:
        first, _, rest = phrase.partition(" ")
        phrase = f"{base_of_gerund(first.lower())} {rest}"
    phrase = (phrase or match["need"] or match["noneed"]).strip(" .!")
    phrase = re.sub(r"\sany\smore$", "", phrase)
    if called := re.match(r"(?:call|address) me (?:as )?(.+)", phrase):
        return standing(
            f"User no longer wants to be called {called[1]}",
            text,
            "form_of_address",
            called[1].casefold(),
            act=Act.RETRACT,
            topic=called[1],
        )
    known = matter(phrase)
    if match["stop"] and (known is None or known[0].startswith("instruction:")):
        return None  # "stop using tabs" is a wish of its own
    if known is None and not re.search(
        r"\b(?:always|any more|ask\w*|remind\w*|add\w*|us(?:e|ing)|explain\w*|includ\w+|mention\w*|call\w*|"
        r"suggest\w*|recommend\w*|translat\w+|summari\w+)\b",
        text,
    ):
        return None
    if re.match(
        r"(?:worry|apologi[sz]e|thank|be sorry|do (?:this|that|it|anything)|know|hurry|rush|wait|answer (?:this|"
        r"that|now))\b",
        phrase,
    ):
        return None
    key, value = known or general(phrase)
    return standing(
        f"User no longer needs the assistant to {about_user(phrase)}", text, key, value, act=Act.RETRACT, topic=phrase
    )
