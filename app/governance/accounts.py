"""Account numbers with letters, and numbers that are written in pieces."""

from collections.abc import Iterator

from app.governance import checks
from app.governance.engine import Expression, expression
from app.governance.finding import Finding
from app.governance.patterns import NUMBERS

_IBAN = Expression(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_PIECES = Expression(r"\d\s?[,，、/\n]\s?\d{3}")
_IN_PIECES = expression(
    rf"(?:{NUMBERS['card']}|{NUMBERS['id_card']})[^\d\n]{{0,12}}(\d{{3,8}}(?:\s?[,，、/\n]\s?\d{{3,8}}){{2,4}}[Xx]?)"
)


def in_pieces(text: str) -> Iterator[Finding]:
    """Behind a word that names it, written with signs between that part numbers anywhere else."""
    for match in _IN_PIECES.finditer(text) if _PIECES.fits(text) else ():
        digits = "".join(filter(str.isalnum, match.group(1)))
        if len(digits) == 18 and checks.id_region_and_date(digits) and checks.id_check_digit(digits):  # noqa: PLR2004  # GB 11643
            yield Finding("id_card", *match.span(1))
        elif digits.isdigit() and 13 <= len(digits) <= 19 and checks.luhn(digits):  # noqa: PLR2004  # ISO/IEC 7812
            yield Finding("bank_card", *match.span(1))


def ibans(text: str) -> Iterator[Finding]:
    for match in _IBAN.finditer(text):
        bare = match.group().replace(" ", "")
        if 15 <= len(bare) <= 34 and checks.iban(bare):  # noqa: PLR2004  # ISO 13616
            yield Finding("bank_account", match.start(), match.end())
