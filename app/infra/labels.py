"""Labels of metrics that come from callers: a few of them by name, the others together."""


class Bounded:
    """Gives the name back while there are at most `most` of them, and `other` for those that come later."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: set[str] = set()

    def __call__(self, name: str) -> str:
        if name not in self._known:
            if len(self._known) >= self._most:
                return "other"
            self._known.add(name)
        return name


policy_label = Bounded(100)
