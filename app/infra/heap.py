"""What a process holds for its whole life is not searched for garbage again and again."""

import gc


def settle_heap() -> None:
    """Call once everything is loaded. A full collection walks all of it, and nothing is answered meanwhile."""
    gc.collect()
    gc.freeze()
