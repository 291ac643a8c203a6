"""What a process holds for its whole life is not searched for garbage again and again."""

import gc

# One context makes some thousands of objects that all live until it is written down: looking for garbage after every
# 700 of them, which is the default, finds none.
_YOUNG, _MIDDLE, _OLD = 10_000, 20, 20


def settle_heap() -> None:
    """Call once everything is loaded. A full collection walks all of it, and nothing is answered meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
