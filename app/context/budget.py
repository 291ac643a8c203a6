"""How the tokens are shared out."""

from collections.abc import Mapping


def allot(total: int, wants: Mapping[str, int], shares: Mapping[str, float]) -> dict[str, int]:
    """Tokens for each section, together at most `total`: its share, never more than it wants.

    What one does not use flows to those that want more, in proportion to their shares.
    """
    given = dict.fromkeys(wants, 0)
    left = max(0, total)
    hungry = {name for name, want in wants.items() if want > 0}
    while left > 0 and hungry:
        weight = sum(shares.get(name, 0.0) for name in hungry)
        if weight <= 0:
            break
        portion = {
            name: min(wants[name] - given[name], int(left * shares.get(name, 0.0) / weight)) for name in sorted(hungry)
        }
        if not any(portion.values()):
            break
        for name, tokens in portion.items():
            given[name] += tokens
        left -= sum(portion.values())
        hungry = {name for name in hungry if given[name] < wants[name]}
    return given
