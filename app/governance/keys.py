"""Secrets that are known by their own shape: vendor keys, tokens, JWT, PEM blocks, credentials in addresses."""

import re
from collections.abc import Iterable, Iterator

from app.governance import judgement
from app.governance.checks import jwt_header, random_looking
from app.governance.engine import Ahead, Expression, expression
from app.governance.finding import Finding
from app.governance.patterns import KEYS

# Dozens of counted repetitions side by side: RE2 would build a new state for nearly every character of a key that it
# sees for the first time. Each starts at a border of words and in other letters, so that few are tried, none for long.
_VENDOR = re.compile(rf"\b(?:({KEYS['exact']})|({KEYS['tokens']})|({KEYS['random']}))", re.ASCII)
_LONG = re.compile(r"[!-~]{14,}")  # no key is shorter
_TOKEN, _RANDOM = 2, 3  # groups of the expression above
_BEARER = expression(r"\b" + KEYS["bearer"])
_JWT = Expression(r"\b(eyJ[A-Za-z0-9_-]{6,})\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?")
_PEM = Expression(
    r"(-{2,5} ?BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5})"
    r"|(-{2,5} ?END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5})"
)
_END = 2
_PEM_BODY = Expression(
    r"(?:\s|\\[nr]|[A-Za-z-]{2,12}: [^\n]{1,60}\n|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{1,15}={0,2}(?:\s*$|\s*\n|\\n))*"
)
_IN_ADDRESS = re.compile(r":(?<=[A-Za-z0-9+.-]:)//[^\s/:@\"'<>]{0,80}:([^\s/\"'<>\ufffc]{1,200})@")
_SCHEME = re.compile(r"(?:^|[^A-Za-z0-9_])[A-Za-z][A-Za-z0-9+.-]{1,20}\Z")
_COMMANDS = tuple(
    (Expression(word), re.compile(KEYS[value], re.ASCII), re.compile(r"[\n|;]"))
    for word, value in ((KEYS["command"], "command_value"), (r"\bcurl\b", "curl_value"))
)
COMMANDS = "mysql|mariadb|mongo|redis-cli|sqlcmd|sshpass|curl"  # what stands in all of them
_REACH = 80  # characters from the word of a command or a login to its password


def vendor_keys(text: str) -> Iterator[Finding]:
    for long in _LONG.finditer(text):
        for match in _VENDOR.finditer(text, long.start(), long.end()):
            kind = "token" if match.lastindex == _TOKEN else "api_key"
            value = match.group().rstrip(".-_")
            if match.lastindex != _RANDOM or random_looking(value[3:]):
                yield Finding(kind, match.start(), match.start() + len(value))


def issued_keys(text: str) -> Iterator[Finding]:
    """Those of them that nobody would take for an id."""
    return (one for one in vendor_keys(text) if _VENDOR.match(text, one.start).lastindex != _RANDOM)  # type: ignore[union-attr]  # it was found there


def bearer_tokens(text: str) -> Iterator[Finding]:
    for match in _BEARER.finditer(text):
        value = match.group(1).rstrip(".")
        if random_looking(value) or any(char.isdigit() for char in value):
            yield Finding("token", match.start(1), match.start(1) + len(value))


def json_web_tokens(text: str) -> Iterator[Finding]:
    for match in _JWT.finditer(text):
        if jwt_header(match.group(1)):
            yield Finding("jwt", match.start(), match.start() + len(match.group().rstrip(".")))


def private_keys(text: str) -> Iterator[Finding]:
    """Whole PEM blocks; a block that was cut off ends where its Base64 ends."""
    marks = list(_PEM.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=False):  # the last has none
        if mark.which == _END:
            continue
        if following is not None and following.which == _END:
            yield Finding("private_key", mark.start(), following.end())
            continue
        body = text[mark.end() : following.start() if following else len(text)]
        used = body[: _PEM_BODY.extent(body)].rstrip()
        yield Finding("private_key", mark.start(), mark.end() + len(used))


def passwords_in_commands(text: str) -> Iterator[Finding]:
    for word, value, end in _COMMANDS:
        for start, raw in behind(text, word.spans(text), value, end):
            said = raw.rstrip("\"'")
            if not judgement.made_up(said):
                yield Finding("password", start, start + len(said))


def behind(
    text: str, words: Iterable[tuple[int, int]], value: re.Pattern[str], end: re.Pattern[str]
) -> Iterator[tuple[int, str]]:
    """The first value behind each of the words, if it comes soon and before the end of the sentence or command."""
    done, values, ends = 0, Ahead(value, text), Ahead(end, text)
    for at, start in words:
        if at < done:
            continue
        found = values(start)
        if found is None:
            return
        if found.start() >= start + _REACH:
            continue
        stop = ends(start)
        if stop is None or found.start() < stop.start():
            done = found.end()
            yield found.start(1), found.group(1)


def credentials_in_addresses(text: str) -> Iterator[Finding]:
    for match in _IN_ADDRESS.finditer(text):
        scheme = _SCHEME.search(text[max(0, match.start() - 22) : match.start()])
        if scheme and not judgement.made_up(match.group(1)):
            yield Finding("connection_string", match.start(1), match.end(1))
