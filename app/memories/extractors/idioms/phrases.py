"""What may stand before and behind an English idiom without being part of it."""

from typing import Final

STARTS: Final = r"^(?:(?:so|well|ok|okay|yeah|anyway|sadly|unfortunately|honestly|right|look|update|news|oh|and|but|finally|basically)[,:]? ){0,2}"
WHEN: Final = (
    r"(?:,? (?:today|yesterday|tonight|last (?:\w+ )?(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day)|this (?:morning|week|month|"
    r"year|afternoon)|a (?:few|couple of) (?:days|weeks|months|years) ago|(?:two|three|four|\d) (?:days|weeks|months|years) ago|"
    r"in (?:the )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn)|on (?:the )?\w+day|at the weekend|over (?:the )?(?:summer|"
    r"winter|christmas|easter|weekend|holidays)|back in \w+|"
    r"ages ago|recently|now|earlier))?"
)
