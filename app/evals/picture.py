"""A bar chart as SVG, drawn by hand: recall of each group, one bar a variant, violations as red numbers."""

from collections.abc import Mapping
from xml.sax.saxutils import escape

from app.evals.scenarios import Figures

_COLOURS = ("#2f6fb0", "#e08a2c", "#4d9a5b", "#8d6bb0", "#b0504d", "#7a7a7a")
_LEFT, _WIDTH, _BAR, _GAP, _TOP = 120, 480, 14, 12, 56


def bars(variants: Mapping[str, Mapping[str, Figures]]) -> str:
    """One group below the other, all variants of a group together."""
    names = list(variants)
    groups = list(next(iter(variants.values())))
    parts = [_legend(names)]
    y = _TOP
    for group in groups:
        parts.append(_text(_LEFT - 8, y + _BAR * len(names) / 2 + 4, group, anchor="end"))
        for number, name in enumerate(names):
            found = variants[name].get(group)
            if found is not None:
                parts.append(_bar(y + number * _BAR, found, _COLOURS[number % len(_COLOURS)]))
        y += _BAR * len(names) + _GAP
    size = f'width="{_LEFT + _WIDTH + 150}" height="{y + 10}"'
    grid = "".join(_line(share, y) for share in (0.0, 0.25, 0.5, 0.75, 0.95, 1.0))
    style = 'font-family="sans-serif" font-size="12"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n<rect width="100%" height="100%" fill="white"/>\n'
        f"{grid}{''.join(parts)}</svg>\n"
    )


def _legend(names: list[str]) -> str:
    title = _text(_LEFT, 18, "must-recall: share of what must come that came", weight="bold")
    x, parts = float(_LEFT), [title]
    for number, name in enumerate(names):
        colour = _COLOURS[number % len(_COLOURS)]
        parts.append(f'<rect x="{x:.0f}" y="28" width="10" height="10" fill="{colour}"/>\n' + _text(x + 14, 37, name))
        x += 30 + 7.5 * len(name)
    return "".join(parts)


def _bar(y: float, found: Figures, colour: str) -> str:
    length = found.recall * _WIDTH
    said = f"{found.recall:.2f} of {found.scenarios}"
    bar = f'<rect x="{_LEFT}" y="{y:.0f}" width="{length:.1f}" height="{_BAR - 3}" fill="{colour}"/>\n'
    wrong = f"{found.violations} must not" if found.violations else ""
    label = _text(_LEFT + _WIDTH + 8, y + _BAR - 4, said)
    return bar + label + (_text(_LEFT + _WIDTH + 85, y + _BAR - 4, wrong, fill="#c02020") if wrong else "")


def _line(share: float, height: float) -> str:
    x = _LEFT + share * _WIDTH
    colour = "#c02020" if 0.9 < share < 1.0 else "#d8d8d8"  # noqa: PLR2004  # what is to be reached
    line = f'<line x1="{x:.0f}" y1="{_TOP - 6}" x2="{x:.0f}" y2="{height:.0f}" stroke="{colour}"/>\n'
    return line + _text(x, height + 4, f"{share:g}", anchor="middle", fill="#808080")


def _text(
    x: float, y: float, words: str, *, anchor: str = "start", fill: str = "#202020", weight: str = "normal"
) -> str:
    look = f'text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x:.0f}" y="{y:.0f}" {look}>{escape(words)}</text>\n'
