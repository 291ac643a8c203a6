"""A word such as 密码 in a text, what stands around it, and how it is linked to what follows."""

import re
from typing import NamedTuple

from app.governance.engine import Several, encoded, expression, length
from app.governance.finding import Finding
from app.governance.patterns import LINK

_LINKED = 88  # no link is longer
_SIGN, ZH_FILL, _ZH_VERB = LINK["sign"], f"(?:{LINK['zh_filler']}\\s*)", LINK["zh_verb"]
_EN_FILL, _EN_VERB = f"(?:[ ]*{LINK['en_filler']})", LINK["en_verb"]
_LEAD = r"[\"'`*”’」』\]】]{0,3}\s*(?:[(（][^()（）\n]{0,24}[)）]\s*)?"  # the word's own quotes, or a word in brackets
_ANY_VERB = f"(?:{_ZH_VERB}|{_EN_VERB})"
# How a word may be linked to its value, the surer the earlier. One look tells which fit; where the first of them ends
# is told by an expression of its own: together, and with groups, they are too many to run as one automaton.
_WAYS = (
    ("verb", r"'s\s(?:(?:still|now|just|currently|always|actually)\s)?"),
    (
        "sign",
        rf"{_LEAD}(?:{ZH_FILL}{{0,4}}|{_EN_FILL})\s*(?:{_ANY_VERB}\s*)?(?:{_SIGN})(?:\s*(?:{_ZH_VERB}))?",
    ),
    ("verb", rf"{_LEAD}(?:{ZH_FILL}{{0,4}}(?:{_ZH_VERB}){ZH_FILL}{{0,2}}|{_EN_FILL}?\s*\b{_EN_VERB}\s)"),
    (
        "loose",
        (
            rf"{_LEAD}(?:[\p{{Han}}，, ]{{1,12}}(?::|是)"
            rf"|\p{{Han}}{{0,2}}[?？，,。.][ ]*(?:{LINK['after_pause']})|[?？]"
            r"|[\p{Han}，, ]{0,16}(?:就|还是|还用|仍是)(?:那个|这个|那串|这串)"
            rf"|(?:[\w']+[ ]){{0,4}}[\w']+[,;][ ]*(?:{LINK['en_after_pause']})[ ])"
        ),
    ),
    ("far", rf"{_LEAD}(?:[\p{{Han}}，, ]{{0,12}}[改换设定记发给叫新旧][\p{{Han}}，, ]{{0,8}}|[，,])"),
    ("loose", rf"{_LEAD}{ZH_FILL}{{2,4}}[ ]"),  # "跟以前一样 …"
)
_NO_LINK = re.compile(rf"{_LEAD}\s*", re.ASCII)
_LINKS = tuple((how, expression(rf"^(?:{pattern})\s*")) for how, pattern in _WAYS)
_POSSESSED, _SIGNED = _LINKS[0][1], _LINKS[1][1]
_WHICH = Several((rf"(?:{pattern})\s*" for _, pattern in _WAYS), at_start=True)
_WRITING = re.compile(LINK["writing"], re.IGNORECASE)  # "(all lower case)": what is told so is a value
# The links of most words: told at once, as the expressions above would tell them.
_PLAIN = re.compile(r"([:=])(?![=>])[ ]*(?=[!-~])|是(?=[!-~])(?![:=~-])|[ ](?:is|was)[ ](?=\w*\d)", re.ASCII)


class Place(NamedTuple):
    """A word of the lists and what stands around it, from `at` to `start` of the window that is read."""

    word: str
    at: int
    start: int
    before: str
    behind: str

    def link(self) -> tuple[str, int]:
        """How the word is linked to what follows, and where in `behind` that begins."""
        behind = self.behind[:_LINKED]
        writing = _WRITING.match(behind)
        if writing:
            return "sign", writing.end()
        plain = _PLAIN.match(behind)
        if plain:
            return "sign" if plain[1] else "verb", plain.end()
        return _found_out(behind)

    def sign(self) -> int:
        """Where in `behind` that begins which a sign leads to, -1 where the link is another one."""
        behind = self.behind[:_LINKED]
        writing = _WRITING.match(behind)
        if writing:
            return writing.end()
        plain = _PLAIN.match(behind)
        if plain:
            return plain.end() if plain[1] else -1
        data = encoded(behind)
        if behind[:1] == "'" and _POSSESSED.reach(data) >= 0:
            return -1
        end = _SIGNED.reach(data)
        return end if end < 0 or len(data) == len(behind) else length(data[:end])

    def found(self, kind: str, start: int, end: int) -> Finding:
        return Finding(kind, self.start + start, self.start + end)


def _found_out(behind: str) -> tuple[str, int]:
    data = encoded(behind)
    for which in _WHICH.among(data):
        how, linked = _LINKS[which]
        end = linked.reach(data)
        if end >= 0:
            return how, end if len(data) == len(behind) else length(data[:end])
    unlinked = _NO_LINK.match(behind)
    return "none", unlinked.end() if unlinked else 0
