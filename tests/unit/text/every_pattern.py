"""Run by `test_patterns_that_run_away.py` in a process of its own: every pattern of the app meets its pumped texts.

Patterns are taken where they are made, by listening to `re` while the app is loaded and reads; those written in place
(`re.match(r"…", text)`) out of the source. Prints the ones that take too long, one JSON object a line.
"""

import ast
import importlib
import json
import linecache
import pkgutil
import re
import signal
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests import pumping

ROOT = Path(__file__).resolve().parents[3]
SHORT, LONG = 120, 600  # characters; no sentence is longer for the grammars
GLANCE, BOUND = 0.006, 0.5  # seconds of CPU: of a short text from which the long one is tried, of any text
_ASKING = {"match", "search", "sub", "finditer", "findall", "split", "fullmatch"}

_made: dict[tuple[str, int], str] = {}
_compile = re._compile  # type: ignore[attr-defined]  # all ways to a pattern lead through here


class TooLongError(Exception):
    pass


def listening(pattern: Any, flags: int) -> Any:
    made = _compile(pattern, flags)
    frame = sys._getframe(1)
    while frame is not None and not _ours(frame.f_code.co_filename):
        frame = frame.f_back  # type: ignore[assignment]  # ends with None
    if (
        frame is not None
        and not _line(frame).lstrip().startswith(("import ", "from "))
        and isinstance(made.pattern, str)
    ):
        place = f"{Path(frame.f_code.co_filename).relative_to(ROOT)}:{frame.f_lineno}"
        _made.setdefault((made.pattern, made.flags), place)
    return made


def _ours(name: str) -> bool:
    return name.startswith(str(ROOT / "app")) and not name.endswith("text/sieved.py")  # which makes for others


def _line(frame: Any) -> str:
    """The line that made a pattern; where it imports, the pattern belongs to a library."""
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno)


def load() -> None:
    re._compile = listening  # type: ignore[attr-defined]  # see above
    import app  # noqa: PLC0415  # after the listener

    for module in pkgutil.walk_packages(app.__path__, "app."):
        if not module.name.endswith("__main__"):
            _in_place(importlib.import_module(module.name))
    read_some()


def _in_place(module: Any) -> None:
    path = Path(module.__file__)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in _ASKING:
            continue
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re":
            with suppress(Exception):  # made of what only a run knows
                named = [one.value for one in node.keywords if one.arg == "flags"]
                pattern, *flags = (eval(ast.unparse(one), vars(module)) for one in (node.args[0], *named))
                flags = flags or [0] if named else [_last_flags(node, module)]
                made = _compile(pattern, int(flags[0]))
                _made.setdefault((made.pattern, made.flags), f"{path.relative_to(ROOT)}:{node.lineno}")


def _last_flags(node: ast.Call, module: Any) -> int:
    value = eval(ast.unparse(node.args[-1]), vars(module))
    return int(value) if isinstance(value, re.RegexFlag) else 0


def read_some() -> None:
    """Some patterns are made for what is read."""
    from app.memories.extractors import rules  # noqa: PLC0415  # after the listener
    from app.memories.extractors.sentences import Said  # noqa: PLC0415  # likewise

    for path in sorted((ROOT / "tests/evals/extraction").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines()[::40]:
            rules.read([Said("user", json.loads(line)["text"], datetime(2026, 3, 4, tzinfo=UTC), UTC)])


def too_long(pattern: re.Pattern[str]) -> str | None:
    """A text over which the pattern takes too long."""
    for unit in pumping.units(pattern.pattern, pattern.flags):
        begun = time.thread_time()
        shown = _over(pattern, unit, SHORT)
        if shown is None and time.thread_time() - begun > GLANCE:
            shown = _over(pattern, unit, LONG)
        if shown is not None:
            return shown
    return None


def _over(pattern: re.Pattern[str], unit: tuple[str, str], length: int) -> str | None:
    text = ""
    signal.setitimer(signal.ITIMER_VIRTUAL, BOUND)
    try:
        for end in pumping.ENDS:
            text = pumping.pumped(unit, length) + end
            pattern.search(text)
    except TooLongError:
        return text
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def _ring(*_: Any) -> None:
    raise TooLongError


def main() -> None:
    signal.signal(signal.SIGVTALRM, _ring)
    if len(sys.argv) > 1:
        _made.update({(line, re.IGNORECASE): "asked for" for line in sys.argv[1:]})
    else:
        load()
    print(json.dumps({"patterns": len(_made)}))
    for (pattern, flags), place in _made.items():
        if (text := too_long(_compile(pattern, flags))) is not None:
            print(json.dumps({"place": place, "pattern": pattern[:200], "text": text[:100]}))


if __name__ == "__main__":
    main()
