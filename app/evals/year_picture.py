"""Rows a person over the weeks of a simulated year, as SVG drawn by hand."""

from collections.abc import Mapping, Sequence
from typing import Final

_SHOWN: Final = {  # what is drawn, in which colour, under which name
    "active": ("#2f6fb0", "active memories"),
    "memories": ("#8d6bb0", "memories with those to be deleted"),
    "episodes": ("#4d9a5b", "episodes that can be found"),
    "all_episodes": ("#e08a2c", "episodes with archived ones"),
    "traces": ("#7a7a7a", "traces"),
}
_LEFT, _TOP, _WIDTH, _HEIGHT = 60, 30, 560, 260


def curves(points: Sequence[Mapping[str, float]]) -> str:
    """One line for each kind of row; x is the week, y the rows of one person."""
    most = max(max(point[name] for name in _SHOWN) for point in points)
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if most / size <= 8)  # noqa: PLR2004
    top = step * (int(most / step) + 1)
    parts = [_grid(value, top) for value in range(0, top + 1, step)]
    parts += [_week(week, len(points)) for week in range(0, len(points) + 1, 4)]
    for name, (colour, label) in _SHOWN.items():
        path = " ".join(
            f"{_x(week, len(points)):.1f},{_y(point[name], top):.1f}" for week, point in enumerate(points, 1)
        )
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>\n')
        parts.append(_text(_LEFT + _WIDTH + 8, _y(points[-1][name], top) + 4, label, colour))
    size = f'width="{_LEFT + _WIDTH + 230}" height="{_TOP + _HEIGHT + 40}"'
    title = _text(_LEFT, 16, "Rows a person in a simulated year, by week")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{title}{"".join(parts)}</svg>\n'
    )


def _x(week: float, weeks: int) -> float:
    return _LEFT + week / weeks * _WIDTH


def _y(value: float, top: float) -> float:
    return _TOP + _HEIGHT * (1 - value / top)


def _grid(value: int, top: int) -> str:
    y = _y(value, top)
    line = f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_LEFT + _WIDTH}" y2="{y:.1f}" stroke="#e4e4e4"/>\n'
    return line + _text(_LEFT - 8, y + 4, str(value), anchor="end")


def _week(week: int, weeks: int) -> str:
    return _text(_x(week, weeks), _TOP + _HEIGHT + 18, str(week), anchor="middle")


def _text(x: float, y: float, words: str, fill: str = "#202020", anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}" text-anchor="{anchor}">{words}</text>\n'
