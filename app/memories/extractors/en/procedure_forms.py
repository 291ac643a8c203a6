"""Forms in which procedures and rules are told, one pattern a form."""

from app.text import patterns as re

_NOUN = (
    r"(?:process|procedure|workflow|checklist|routine|runbook|playbook|steps|protocol|pipeline|ritual|recipe|"
    r"drill|flow|sequence|sop|method|approach)"
)

TOLD = re.compile(
    r"^(?:(?:this|here) is\s)?(?P<owner>our|my|the|the team's|team|"
    rf"your)?\s?(?P<name>(?:[\w'/&-]+\s){{0,5}}?{_NOUN}(?:\s(?:for|to|of|when|on|"
    rf"in)\s[\w' /-]{{2,50}}?)?)\s?(?:(?:is|goes|works|looks)(?:\s(?:as follows|like this|this|that we|"
    rf"to))?\s?)?(?::|,|\s-|\s–|(?<=is)\s|(?<=that we)\s|(?<=to)\s)\s*(?P<steps>.{{12,}})$",
    re.IGNORECASE,
)

STEPS = re.compile(
    r"\b(?:first|then|next|after that|finally|afterwards|lastly|second|once|before|step)\b|\b1[.)]|,[^,]{3,},|;",
    re.IGNORECASE,
)

ORDERED = re.compile(
    r"\bfirst\b.{3,}\b(?:then|next|after that|finally|second|and only then|followed by)\b|"
    r"\bthen\b.{3,}\b(?:then|finally|and only then)\b|,\s.{3,80},?\s(?:and\s)?then\s\w|\bbefore\s\w+ing\b.*\bthen\b",
    re.IGNORECASE,
)

LIKE_THIS = re.compile(
    r"^(?P<owner>our|my|the)\s(?P<name>[\w' /-]{3,50}?)\s(?:works|goes|runs|is done|is handled|looks)(?P<so>\s(?:like this|"
    r"as follows|this way))?\s?[:,-]\s*(?P<steps>.{12,})$",
    re.IGNORECASE,
)

HOW = re.compile(
    r"^(?:(?:to|when|whenever|before|after|for|if)\s(?P<goal>[^,]{3,70}?)(?:,\s|\s(?=(?:we|you)\s))(?:(?=first\s)|"
    r"we\s(?:always\s|"
    r"usually\s)?|always\s|you\s(?:must\s|have to\s|need to\s|always\s|first\s)?)|(?:how we|"
    r"the way we)\s(?P<how>[^:,]{3,60})\s?(?::|is(?: to| that we)?:?)\s)(?P<steps>.{8,})$",
    re.IGNORECASE,
)

RULE = re.compile(
    r"^(?:(?P<owner>our|the|my|a|one|team|house|company|project|general|golden|another|lab|studio|kitchen|"
    r"office|department|clinic|shop|family|coding|security|style)\s)?(?P<name>(?:[\w'/-]+\s){0,3}?(?:rule|"
    r"policy|convention|guideline|agreement|standard|law|regulation|principle)s?(?:\s(?:here|of thumb|at work|"
    r"for [\w -]{2,30}|on [\w -]{2,30}|in (?:our|the|this) \w+))?)\s?(?::|\sis\s(?:that\s|to\s)?|"
    r"\ssays\s(?:that\s)?|\s-\s|\s–\s|,\s)\s*(?P<rule>.{6,})$",
    re.IGNORECASE,
)

MUST = re.compile(
    r"^(?P<what>(?:every|all|each|no|any|new|pull requests?|prs?|merge requests?|releases?|deploy(?:s|ments)?|"
    r"hotfix\w*|migrations?|commits?|code|branches|tickets|invoices|visitors|orders|"
    r"samples)\b[\w' /-]{0,50}?)\s(?:must|needs?(?: to)?|requires?|has to|have to|may|can not|may not|"
    r"are not allowed|is not allowed|gets?|are|is|always|never)\s(?P<rest>.{4,})$",
    re.IGNORECASE,
)

OURS = re.compile(
    r"\b(?:in|on|at|for)\s(?:our|this|my)\s(?:team|company|project|repo|repository|codebase|lab|office|shop|"
    r"department|org|clinic)\b|\b(?:here|with us)$",
    re.IGNORECASE,
)

WITHIN = re.compile(
    r"^(?:in|on|at)\s(?:our|this|my)\s(?:team|company|project|lab|office|shop|department|group|repo|codebase),?\s",
    re.IGNORECASE,
)


BINDING = re.compile(
    r"\b(?:must|always|never|no|not|nobody|should|shall|only|can|cannot|every|everyone|each|all|at least|at most|"
    r"before|after|needs?|has to|have to|without|unless|until|max\w*|min\w*|"
    r"two|three|one|\d+|is to|to \w+|starts? with|begins? with|ends? with|contains?|follows?|use|keep|ask|write|"
    r"commit|merge|test|review)\b",
    re.IGNORECASE,
)


HOW_TO = re.compile(  # to restart the kiln: switch off the mains, then …
    r"^to\s(?P<goal>(?!summari|sum up|be\b|clarify|recap|answer|confirm|quote|repeat|start with|begin with|conclude)[a-z]+(?:\s[^,:;]{3,50}|(?=:)))(?P<mark>[:,])\s(?P<steps>.{12,})$",
    re.IGNORECASE,
)
NAMED = re.compile(  # kiln firings: load it cold, then ramp to 600, then hold
    r"^(?:(?:our|the)\s)?(?P<name>(?!(?:my|his|her|their|what|who|how|why|where|thoughts|options|ingredients|notes|things|todos?|tasks|plans?|news|"
    r"symptoms|errands|today|yesterday|tomorrow|tonight|last|next)\b)(?:[\w'/-]+\s){0,2}?[\w'/-]*(?:s|ing|ment|tion|up|out|over|prod)):\s(?P<steps>.{12,})$",
    re.IGNORECASE,
)
RULED = re.compile(  # all customer data stays in the EU, that's policy
    r"^(?P<rule>(?!I\b|he\b|she\b|it\b|you\b)[^,;]{12,90}),?\s(?:[-–—]\s)?(?:that|it|this) is (?:(?:the|our|a|company|house|team|strict|office|shop)\s)*"
    r"(?:rule|policy|law|convention)(?:\s(?:here|with us|at work))?$",
    re.IGNORECASE,
)
SO_WE_DO = re.compile(  # first soak, then boil: that is how we do it
    r"^(?P<steps>(?!I\b|we\b|my\b|it\b|he\b|she\b|they\b).{12,}\bthen\b.{4,}?)(?:[,;]|\s[-–—]|\.\.)\s?(?P<tail>that is (?:how|the way|what) (?:we|I)\b.{2,60})$",
    re.IGNORECASE,
)
