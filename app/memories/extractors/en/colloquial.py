"""What people type without a subject or in slang, as the sentence they mean: `been a nurse for years` → `I have been …`.

Asked only where the sentence as it stands told nothing, so nothing that is read today is read otherwise.
"""

from collections.abc import Iterator

from app.memories.extractors.en.elided import has_verb, missing, of_work
from app.memories.extractors.en.jobs import title
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.morphology import FORMS
from app.memories.extractors.en.pets import ANIMALS
from app.memories.extractors.en.subjects import ROLES
from app.text import patterns as re

_SLANG = tuple(
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        ((r"^(?:so\s|well\s|ok\s|oh\s)?(?:yeah|yep|fwiw|tbh|ngl|imo|imho|honestly|btw|fyi|for context|context|quick intro|about me|"
         r"for the record|not gonna lie|just so you know|heads[- ]?up|fun fact|random fact)[\s,:–—-]+"), ""),
        ((r"(?<=\bbased )(?:outta|out of)(?=\s[A-Z])|(?<=\blive )(?:outta|out of)(?=\s[A-Z])|(?<=\bwork )(?:outta|out of)(?=\s[A-Z])|"
         r"(?<=\bworking )(?:outta|out of)(?=\s[A-Z])|(?<=\bliving )(?:outta|out of)(?=\s[A-Z])"), "in"),
        (r"\b(?:the|my) (?:missus|wifey|old lady)\b", "my wife"),
        (r"\bthe (?:hubby|husband)\b", "my husband"),
        (r"\b(?:my|the) (?:better|other) half\b", "my partner"),
        (r"^the (wife|boss|kids)\b", r"my \1"),
        (r"\b(?:kinda|sorta|literally|basically|lowkey|totally)\s", ""),
        (r"\b(?:cuz|coz|cos)\b", "because"),
        (r"\bgoing on (?=\w+ (?:years|months))", "for "),
        (r"\bback in (?=(?:19|20)\d\d\b)", "in "),
        (r"\bwould sooner\b", "would rather"),
        (r"\b(vegetarian|vegan|pescatarian)s\b(?: in this (?:house|family|household))?", r"\1"),
        (r"[,\s]+(?:ffs|lol|haha+|tho|thanks|thx|cheers|mate|man|bro|dude)$", ""),
    )
)  # fmt: skip
_PAST = (
    r"got (?:laid off|fired|made redundant|let go)|gave up|given up|moved|switched|joined|made the move|relocated|grew up|got (?:married|divorced|engaged|promoted|a new|into)|retired from|graduated|"
    r"adopted|ditched|relocated|became|turned|went|started (?:at|as|working|a new)|quit (?:smoking|drinking|my|the|coffee|sugar|meat|"
    r"alcohol)|stopped (?:eating|drinking|smoking|using|working)|used to|broke my|lost my|sold my|bought (?:a|my)|finished (?:my|school|uni)"
)
_PRESENT = (
    r"love|hate|enjoy|dislike|can not (?:stand|eat|drink|have|do)|do not (?:eat|drink|like|smoke|drive)\b|"
    r"work (?:at|for|in|as|from)|live (?:in|with|on|near|alone)|speak (?:a (?:little|bit)|some|fluent)|drive an?|play (?:the|in)|"
    r"commute|prefer|have (?:a|an|two|three|four|five|my)\s"
)
_STATE = (
    r"allergic to|based in|living in|originally from|born (?:and|in)|raised in|married|divorced|single|retired|pregnant|vegan|"
    r"vegetarian|pescatarian|diabetic|coeliac|celiac|left-handed|right-handed|colou?r-?blind|lactose intolerant|gluten[- ]free|"
    r"self-employed|unemployed|training (?:for|to be|as)|studying|working (?:at|for|as|in|on my)|learning|saving (?:up )?for|"
    r"currently \w+ing|halfway through|knee[- ]deep in|in (?:my|the) \w+ year of"
)
_BODY = r"knees?|back|shoulders?|eyes|eyesight|hearing|stomach|hips?|ankles?|wrists?|heart|lungs|skin|memory"
_ROLE = either(
    role for role in ROLES if role not in ("friends", "people", "client", "clients", "customers", "customer", "doctor")
)
_ANIMAL = either(ANIMALS | {f"{animal}s" for animal in ANIMALS} | {"puppies", "huskies", "bunnies", "guinea pigs"})
_COUNT = r"an?|one|two|three|four|five|six|\d"
_FOODS = either(words("body", "foods"))
_REWRITES = tuple(
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (rf"^(?:(?:finally|just|recently|already)\s)?(?=(?:{_PAST})\b)", "I "),
        (rf"^(?:currently |still |now |always )?(?=(?:{_PRESENT})\b)", "I "),
        (rf"^(?=(?:(?:currently|now|still|happily|recently|newly|mostly|severely|deathly) )*(?:{_STATE})\b)", "I am "),
        (r"^(?=been\s)", "I have "),
        (r"^I have (?:just |recently )?started (?=(?:learning|studying|playing|taking)\b)", "I am "),
        (r"^(?:I |we )?(?:can not|could not|never) get enough of (?=\w)", "I love "),
        (r"^(?=not (?:an? (?:\w+ )?(?:fan|morning|night|people|dog|cat|big)|much of|really an?|big on|into|keen on|fond of)\b)", "I am "),
        ((r"^(?=(?:big|huge|lifelong|avid|proud|total|massive|die-?hard) [\w ]{0,20}?(?:fan|lover|nerd|buff|drinker|eater|owner|mum|mom|dad"
         r"|reader|runner|cyclist|gamer|supporter)\b)"), "I am a "),
        ((r"^(?P<what>coffee|tea|beer|wine|cat|dog|beach|mountain|city|books?|cheese|chocolate|pasta|salad|cocktail|whisky|jazz|rock|metal|horror) "
         r"(?:person|guy|gal|girl)(?: here)?(?:, not .*)?$"), r"I love \g<what>"),
        (r"^(?P<what>[a-z-]{3,12}) (?P<who>person|guy|gal|girl|drinker|lover|nerd|addict|junkie)(?=$|,| here\b)(?: here)?",
         r"I am a \g<what> \g<who>"),
        (rf"^(?:got|have got) (?=(?:{_COUNT}|my|some)\b)", "I have "),
        (rf"^(?=(?:{_COUNT}) (?:[a-z-]+ )?(?:kids|children|sons|daughters|boys|girls|brothers|sisters|siblings)(?=$|,|:| and\b))", "I have "),
        (rf"^(?P<n>{_COUNT}|\d+) (?P<a>(?:[a-z-]+ )?{_ANIMAL}) (?:here|at home)(?=$|,|:)[,:]?", r"I have \g<n> \g<a>,"),
        (rf"^(?:the |a |our )?(?P<r>{_ROLE})(?='s\b|\s(?:is|works|lives|has|hates|loves|teaches|can|does|and I)\b)", r"my \g<r>"),
        (rf"^(?:the )?(?P<b>{_BODY})(?=\s(?:is|are|has|have)\b)", r"my \g<b>"),
        (r"^pronouns(?::| are)? (?=\w+/\w+)", "my pronouns are "),
        (rf"^(?P<f>{_FOODS}) will (?:\w+ )?kill me$", r"I can not eat \g<f>"),
        ((rf"^(?P<f>{_FOODS}|[a-z]{{4,14}}) (?:tastes? like (?:soap|feet|dirt|perfume|cardboard)|makes? me (?:gag|sick|want to puke)|"
         r"gives? me the (?:creeps|ick))(?: to me)?(?:(?:,|;| -)? so .*)?$"), r"I do not like \g<f>"),
        ((r"^the (?P<w>launch|release|demo|deadline|presentation|review|exam|wedding|move|go-live|meeting) (?:slipped|moved|got (?:moved|pushed)|"
         r"was (?:moved|pushed|postponed)|has been (?:moved|pushed|postponed)|is now)(?: back| out| forward)? (?:to|on) (?P<d>[^,]{3,20}).*$"),
         r"the \g<w> is on \g<d>"),
        (rf"^(?P<f>{_FOODS}) and (?:I|me) (?:do not|never|can not) (?:get along|mix|agree|get on|really mix)(?: at all)?(?=$| -|[,;–—]).*$",
         r"I can not eat \g<f>"),
        (rf"^(?P<f>{_FOODS}) (?:wrecks|destroys|kills|upsets|ruins|messes with|does not agree with) (?:my (?:stomach|gut|insides)|me)$",
         r"I can not eat \g<f>"),
        (r"^(?:I|me) and (?P<f>[a-z ]{3,20}) (?:do not|never) (?:get along|mix)$", r"I can not eat \g<f>"),
        (r"^(?P<we>we|I) (?:am|are) (?:all |still |fully |now )?on (?P<t>(?:[A-Z][\w.+#-]*|[a-z]*[A-Z0-9]\w*)(?: [A-Z]\w*)?)(?=$|,|\sfor\b)",
         r"\g<we> use \g<t>"),
        (r"^(?:shooting|aiming|hoping|looking|planning|trying) (?=to (?:pass|finish|run|move|get|save|buy|learn|write|launch|lose|qualify)\b)",
         "I am planning "),
        (r"^I am (?:shooting|aiming|looking) (?=to (?:pass|finish|run|move|get|save|buy|learn|write|launch|lose|qualify)\b)",
         "I am planning "),
        (r"^(?P<w>everyone|everybody|people|most people|friends|my friends|folks) (?:just )?calls? me (?P<n>[A-Z]\w+)$", r"I go by \g<n>"),
    )
)  # fmt: skip
_NEVER = re.compile(r"^(?P<often>never|always|rarely|seldom)\s(?P<verb>[a-z]+)\b", re.IGNORECASE)
_JOB = re.compile(
    r"^(?P<job>(?!I\b|we\b|my\b|our\b|he\b|she\b|they\b|it\b|you\b|have\b|has\b|been\b)[a-z][a-z -]{2,30}?) (?:here\b|by (?:trade|day|profession|training)\b|for (?:\w+ )?years\b)",
    re.IGNORECASE,
)
_FEET = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"], 1
    )
}
_TALL = re.compile(
    r"^I am (?P<f>four|five|six|seven) (?:foot|feet)(?: (?P<i>one|two|three|four|five|six|seven|eight|nine|ten|eleven))?(?: tall)?$",
    re.IGNORECASE,
)
_DAY = {"mon": "Mondays", "tue": "Tuesdays", "tues": "Tuesdays", "wed": "Wednesdays", "weds": "Wednesdays", "thu": "Thursdays",
        "thur": "Thursdays", "thurs": "Thursdays", "fri": "Fridays", "sat": "Saturdays", "sun": "Sundays"}  # fmt: skip
_DAYS = re.compile(
    rf"(?:\bon )?\b(?:{'|'.join(_DAY)})\b(?:(?:,? and |[,/&+ ]+)(?:{'|'.join(_DAY)})\b){{1,6}}", re.IGNORECASE
)


def plainly(text: str) -> Iterator[str]:
    """Sentences that the words may stand for, the likeliest first."""
    plain = text.strip(" .!,")
    for pattern, full in _SLANG:
        plain = pattern.sub(full, plain)
    plain = _DAYS.sub(_listed, plain)
    if tall := _TALL.match(plain):
        inches = _FEET.get((tall["i"] or "").lower(), 0)
        yield f"I am {_FEET[tall['f'].lower()]}'{inches}\""
        return
    if plain != text.strip(" .!,") and len(plain.split()) > 1:
        yield plain
    if learnt := re.match(
        r"(?:I )?never (?:really )?learn(?:ed|t) (?:how )?to (?P<v>[a-z ]{3,20})$", plain, re.IGNORECASE
    ):
        yield f"I can not {learnt['v']}"
        return
    if study := re.match(
        r"(?:I am )?(?:currently |still )?(?:knee[- ]|neck[- ])?deep (?:in|into) (?P<w>my (?:PhD|thesis|master's|MBA|degree)\b.*)$",
        plain,
    ):
        yield f"I am doing {study['w']}"
        return
    for pattern, full in _REWRITES:
        if found := pattern.search(plain):
            if full.startswith("I am ") and not found.end() and has_verb(plain):
                continue  # Married with Children is a show
            meant = found.expand(full) + plain[found.end() :] if found.end() else full + plain
            if len(meant.split()) > 2:  # subject, verb, and something said
                yield meant
            return
    if (often := _NEVER.match(plain)) and (form := FORMS.get(often["verb"].lower())) and form.kind == "past":
        yield f"I {plain}"
    elif (job := _JOB.match(plain)) and title(f"a {job['job']}"):
        yield f"I am a {job['job']}"
    elif left_out := missing(plain):
        yield f"{left_out} {plain}"
    elif worker := of_work(plain):
        yield worker


def _listed(found: re.Match[str]) -> str:
    days = [_DAY[day.lower()] for day in re.findall(r"[a-z]+", found.group(), re.IGNORECASE) if day.lower() in _DAY]
    return f"on {', '.join(days[:-1])} and {days[-1]}"
