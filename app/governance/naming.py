"""Names and ids that callers choose: they are compared and shown as they came, so they may hold no secret.

To mask them would make two of them one. What is refused is what can be nothing else: ids are drawn by machines too, so
of one without words only the shapes that vendors give their keys count.
"""

import re
from itertools import chain

from app.governance import keys
from app.governance.finding import CONTACT
from app.governance.sensitive import find

_WORDS = re.compile(r"[\s\u4e00-\u9fff]")
_SHORTEST = 14  # characters of a key


def holds_secret(name: str) -> bool:
    """Whether a name must be refused."""
    if _WORDS.search(name):
        return any(one.kind not in CONTACT for one in find(name))
    if len(name) < _SHORTEST:
        return False
    shaped = chain(
        keys.issued_keys(name), keys.json_web_tokens(name), keys.private_keys(name), keys.credentials_in_addresses(name)
    )
    return next(shaped, None) is not None
