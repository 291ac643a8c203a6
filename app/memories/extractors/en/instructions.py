"""Standing wishes for how the assistant works: from now on, always, never, by default, and preferences of output."""

import re
from dataclasses import replace

from app.memories.extractors.en.draft import standing, tidy
from app.memories.extractors.en.identity import vocative
from app.memories.extractors.en.matters import ANSWERS, SCENE, SCENES, general, matter, negative
from app.memories.extractors.en.morphology import FORMS, base_of_gerund, capital, imperative, third
from app.memories.model import Act, Candidate, Source

MARK = re.compile(
    r"\b(?:from (?:now|here|today|this (?:point|moment|day)) (?:on(?:ward)?s?|out|forward)|from now|"
    r"going forward|moving forward|in (?:the )?future|henceforth|starting (?:now|today)|by default|"
    r"as a (?:default|rule)|every (?:single )?time|each time"
    r"|at all times|until further notice|permanently|for all (?:future|our|my) \w+|in all (?:future|our|my|"
    r"your) \w+|for the rest of our \w+|whenever|under no circumstances|without exception|for good|"
    r"as a standing rule|in general)\b",
    re.IGNORECASE,
)
_EVER = re.compile(
    r"^(?:please\s|and\s|so\s|but\s|also\s)*(?:(?:do\snot\s(?:you\s)?(?:ever|forget to|always))|always|never|"
    r"remember to(?: always| never)?|make sure (?:to|you|that you)(?: always| never)?|be sure to(?: always)?|"
    r"stop(?=\s\w+ing)|no more|avoid(?=\s\w+ing)|default to)\b",
    re.IGNORECASE,
)
_WANT = re.compile(
    r"^I\s(?:(?:really|generally|usually|always|would|also|still|do|just|strongly|much)\s)*(?P<verb>like|want|"
    r"need|prefer|expect|love|appreciate|hate|dislike|not like|not want|not need|can not stand)\s(?:it\s(?:when|"
    r"if)\s)?(?P<what>(?:you\b|your\b|answers\b|replies\b|responses\b|explanations\b|code\b|short\b|brief\b|"
    r"concise\b|detailed\b|all\b|every\b|bullet|tables?\b|to be (?:called|addressed)|(?:\w+\s){0,2}(?:answers|"
    r"replies|responses|explanations|code examples|examples|units|snippets|summaries|reports)\b).*)$",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"\b(?:your|all|every|the)?\s?(?:\w+\s)?(?:answers|replies|responses|explanations|messages|code (?:examples|"
    r"samples|snippets|comments)|examples|snippets|amounts|prices|distances|temperatures|measurements|dates|"
    r"times|recipes|reports|summaries|commit messages|commits|emails|variable names|test names|docstrings)\b",
    re.IGNORECASE,
)
_ONE_TEXT = re.compile(
    r"\b(?:this|that|these|those|following|below|above|attached|here|it\b(?! (?:short|brief|simple|concise|"
    r"casual|formal|down to)))\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:please\s|just\s|kindly\s)*(?:(?:keep|make)\s(?:all\s)?(?:of\s)?your\s.+|(?:use|give me|show|quote|"
    r"state|write|put)\s(?:me\s)?(?:only\s|all\s)?(?:distances|temperatures|amounts|prices|weights|lengths|dates|times|measurements|metric|imperial|si|celsius|fahrenheit)\b.*|(?:do not|avoid|skip|"
    r"no)\s(?:use\s|using\s|add\s|adding\s)?(?:any\s)?(?:emojis?|emoticons?|jargon|filler|small talk|flattery|"
    r"apologies|apologi[sz]ing|exclamation marks|disclaimers|markdown|bullet points|headings|buzzwords)\b.*|"
    r"be\s(?:more\s|less\s)?[\w-]+(?:\sand\s[\w-]+)?\s(?:in your \w+|with me|when you \w+|with your \w+).*|"
    r"(?:answer|reply|respond|write|talk|speak) (?:to me )?(?:only |always )in \w.+)$",
    re.IGNORECASE,
)
_MANNER = re.compile(r"(?:please\s)?(?:do not|avoid|skip|no)\b", re.IGNORECASE)
_ALWAYS_WANT = re.compile(
    r"^I\s(?:always|never)\s(?:want|need|expect)\s(?!to\b|you\b|it\b|this\b|that\b)(?P<what>.{4,})$", re.IGNORECASE
)
_SHOULD = re.compile(
    r"^(?P<what>(?:(?:your|all|my|our|every|any)\s)?[\w' -]{3,50}?)\s(?:should|must|shall|need to|have to|"
    r"has to|ought to|are to|is to)\s(?P<not>(?:always\s|never\s|not\s|only\s)*)(?P<rest>.+)$",
    re.IGNORECASE,
)
_LIFTED = re.compile(
    r"^(?:(?:from now on|now)\s)?(?:you\s(?:can|may)\s(?:now\s)?stop\s(?P<ing>\w+ing.*)|you\sdo\snot\s(?:need|"
    r"have)\sto\s(?P<need>.+?)(?:\sany\smore)?|"
    r"(?:there is\s)?no\s(?:more\s)?need\sto\s(?P<noneed>.+?)(?:\sany\smore)?|you\s(?:can|"
    r"may)\s(?P<again>.+?)\sagain|(?:no longer|stop)\s(?P<stop>(?:answering|replying|responding|calling|writing|"
    r"using|talking|speaking)\b.*))$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r",?\s(?:and|but)\s(?=(?:always|never|please|do not|keep|use|answer|reply|respond|be|write|give|show|avoid|"
    r"skip|call|make|format|quote|speak|talk|with|without|no)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?P<when>(?:when(?:ever)?|if|every time|each time|any time|anytime|before|after|for|in|"
    r"once)\s[^,]{3,90}),\s(?:then\s)?(?P<do>.+)$",
    re.IGNORECASE,
)


def instruction(text: str) -> list[Candidate]:
    """What `text`, a sentence without contractions and fillers, asks for lastingly; nothing for a one-off request."""
    plain = re.sub(
        r"^(?:please|kindly|just)[\s,]+|[\s,]+(?:please|ok|okay|thanks|thank you)$",
        "",
        text.strip(" .!,"),
        flags=re.IGNORECASE,
    )
    if lifted := _lifting(plain):
        return [lifted]
    marked = bool(MARK.search(plain) or _EVER.match(plain))
    body = re.sub(
        r"^[\s,:;–-]+|[\s,:;–-]+$",
        "",
        re.sub(
            r",?\s?(?:from (?:now|here|today|this (?:point|moment|day)) (?:on(?:ward)?s?|out|forward)|going forward|"
            r"moving forward|in (?:the )?future|henceforth|starting (?:now|today)|until further notice|permanently|"
            r"as a rule|by default|from now(?= always| please))[\s,:]*",
            " ",
            plain,
            flags=re.IGNORECASE,
        ),
    ).strip()
    body = re.sub(
        r"^(?:please|I (?:would like|want|need) you to)\s(?:always\s)?(?=please|always|never)|^(?:please)\s",
        "",
        body,
        flags=re.IGNORECASE,
    )
    if not body:
        return []
    marked = marked or bool(_EVER.match(body))
    if found := vocative(body):
        return [
            standing(
                found[1],
                text,
                "form_of_address",
                found[0].casefold(),
                importance=5,
                source=Source.USER_EXPLICIT if marked else Source.USER_STATED,
                entities=(found[0],),
            )
        ]
    if scened := _scenes(body, marked=marked):
        return scened
    if wanted := _WANT.match(body):
        marked = marked or bool(re.search(r"\b(?:always|never|ever)\b", body))
        return _wanted(wanted, text, marked=marked)
    if (always := _ALWAYS_WANT.match(body)) and not re.match(r"I\snever", body):
        return [standing(f"User always wants {_about_user(always['what'])}", text, *(matter(body) or general(body)))]
    if re.match(r"(?:I|we|my|our|he|she|they|it|there|his|her)\b", body, re.IGNORECASE):
        return []
    return _asked(body, text, marked=marked)


def _asked(body: str, text: str, *, marked: bool) -> list[Candidate]:
    parts = _SEVERAL.split(body)
    if marked and len(parts) > 1 and len({known[0] for part in parts if (known := matter(part))}) == len(parts):
        return [one for part in parts for one in _asked(part, text, marked=True)]
    known = matter(body)
    condition = _CONDITION.match(body)
    if (
        condition
        and re.match(r"(?:if|when|whenever|every|each|any)", condition["when"], re.IGNORECASE)
        and not condition["do"]
        .lower()
        .startswith(("i ", "we ", "my ", "our ", "he ", "she ", "what", "how", "would", "could"))
    ):
        first = condition["do"].split()[0].lower()
        if imperative(first) or first in ("always", "never", "please", "no"):
            standing_condition = marked or re.match(
                r"(?:when(?:ever)?|if)\s(?:I|you)\s(?:ask|write|send|paste|give|say|show|mention|review|generate|share|"
                r"suggest|post|request|want|use)\b",
                condition["when"],
                re.IGNORECASE,
            )
            if not standing_condition or (
                re.match(r"if\b", condition["when"], re.IGNORECASE)
                and not marked
                and not re.match(r"if\s(?:I|you)\s", condition["when"], re.IGNORECASE)
            ):
                return []
            content = f"{capital(_about_user(condition['when']))}, {_wish(condition['do'])}"
            key, value = known or general(body)
            return [standing(content, text, key if known is None else general(body)[0], value)]
    if should := _SHOULD.match(body):
        if not (
            marked
            or (
                known
                and (_GENERIC.search(should["what"]) or ANSWERS.search(should["what"]))
                and not _ONE_TEXT.search(should["what"])
            )
        ) or re.match(
            r"(?:this|that|it|what|there|the\s\w+$|nobody|people|everyone|one)\b", should["what"], re.IGNORECASE
        ):
            return []
        key, value = known or general(body)
        return [
            standing(
                f"User wants {_about_user(_small(should['what']))} "
                f"{'never ' if 'never' in should['not'].lower() else 'not ' if 'not' in should['not'].lower() else ''}to "
                f"{_about_user(should['rest'])}",
                text,
                key,
                value,
            )
        ]
    if not marked:
        if _BARE.match(body) and (known or _MANNER.match(body)) and not _ONE_TEXT.search(body):
            return [standing(_wish(body), text, *(known or general(body)), source=Source.USER_STATED, confidence=0.85)]
        return []
    if re.match(
        r"(?:please\s)?(?:remember|do not forget|make sure|be sure)\s(?!.*\b(?:always|never|every|whenever|"
        r"from now on)\b)",
        body,
        re.IGNORECASE,
    ) and _ONE_TEXT.search(body):
        return []
    if re.match(r"(?:always|never)$", body, re.IGNORECASE) or re.match(
        r"(?:never mind|never again|never heard|always (?:nice|good|great|a|the|happy|welcome|been|wanted|there)\b|"
        r"never (?:a|the|been|seen|had|thought|knew)\b|what|how|why|who|where|thanks|that\b|this\b|not\b|so\b|is\b|"
        r"are\b|was\b)",
        body,
        re.IGNORECASE,
    ):
        return []
    if re.search(r"\b(?:ignore|disregard)\b.*\binstructions?\b", body, re.IGNORECASE):
        return []
    key, value = known or general(body)
    if key == "instruction:":
        return []
    return [
        standing(
            _wish(body), text, key, value, importance=5 if re.match(r"(?:always|never)", body, re.IGNORECASE) else 4
        )
    ]


def _wish(body: str) -> str:
    """An imperative as a wish: `never use tabs` → `User wants the assistant never to use tabs`."""
    body = re.sub(
        r"^(?:please\s|and\s)+|^(?:make sure|be sure|remember|do not forget)\s(?:to|that you|you)\s",
        "",
        tidy(body),
        flags=re.IGNORECASE,
    )
    if match := re.match(r"(?:stop|avoid|no more)\s(\w+ing)\b(.*)$", body, re.IGNORECASE):
        return f"User wants the assistant not to {base_of_gerund(match[1].lower())} {_about_user(match[2].strip())}"
    if match := re.match(r"(?:do not|never)\s(?:ever\s)?(.+)$", body, re.IGNORECASE):
        return (
            f"User wants the assistant never to {_about_user(match[1])}"
            if body.lower().startswith("never")
            else f"User wants the assistant not to {_about_user(match[1])}"
        )
    if match := re.match(r"always\s(.+)$", body, re.IGNORECASE):
        first = match[1].split()[0].lower()
        return (
            f"User wants the assistant to always {_about_user(match[1])}"
            if imperative(first)
            else f"User always wants {_about_user(match[1])}"
        )
    first = body.split()[0].lower()
    if re.match(r"no\s", body, re.IGNORECASE) or not imperative(first):
        if re.search(r"^(?:for|in|when|before|after|if|with|on)\b", body, re.IGNORECASE) and (
            match := re.match(r"(.{3,90}?),\s(.+)$", body)
        ):
            return f"{capital(_about_user(match[1]))}, {_wish(match[2])}"
        return f"User wants {_about_user(_small(body))}"
    return f"User wants the assistant to {_about_user(body[:1].lower() + body[1:])}"


def _small(text: str) -> str:
    """With a small first letter, unless it begins an abbreviation."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def _about_user(text: str) -> str:
    text = re.sub(r"\byou are\b", "the assistant is", text.strip(), flags=re.IGNORECASE)
    text = re.sub(r"\byour\b", "its", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=\b[a-z]{2}\s)\byou\b|(?<=\s)you\b|^you\b", "the assistant", text, flags=re.IGNORECASE)
    return third(text, named=True)


def _wanted(match: re.Match[str], text: str, *, marked: bool) -> list[Candidate]:
    """`I'd like you to …`, `I prefer short answers`, `I don't want emojis in your replies`."""
    verb, what = match["verb"].lower(), match["what"]
    if found := vocative(
        re.sub(r"^(?:you\sto\s|to\sbe\s)", "", re.sub(r"^to be (?:called|addressed as)\s", "call me ", what))
    ):
        return [standing(found[1], text, "form_of_address", found[0].casefold(), importance=5, entities=(found[0],))]
    marked = marked or bool(re.match(r"(?:all|every)\b", what) and _GENERIC.search(what))
    unwanted = verb.startswith(("not", "hate", "dislike", "can not"))
    known = matter(("not " if unwanted else "") + what)
    if known is None and not marked:
        return []
    if (
        re.match(r"you(?:r)?\b", what)
        and not marked
        and not (
            (known and verb in ("prefer", "like", "love", "hate", "dislike", "not like"))
            or (known and ANSWERS.search(what))
        )
    ):
        return []
    if _ONE_TEXT.search(what) and not marked:
        return []
    if (
        not re.match(r"you\b", what)
        and verb in ("want", "need", "love", "like", "expect", "not need")
        and not marked
        and not _GENERIC.search(what)
    ):
        return []
    key, value = known or general(what)
    if action := re.match(r"you\s(?:to\s)?(?P<not>not\s|never\s)?(?:to\s)?(?P<do>.+)$", what):
        refused = bool(action["not"]) != unwanted
        did, _, rest = action["do"].partition(" ")
        action = {"do": f"{FORMS[did].lemma} {rest}" if did in FORMS else action["do"]}
        content = f"User wants the assistant {'not ' if refused else ''}to {_about_user(action['do'])}"
    else:
        content = (
            f"User {'does not want' if unwanted else 'prefers' if verb == 'prefer' else 'wants'} {_about_user(what)}"
        )
    fields = {} if marked else {"source": Source.USER_STATED, "confidence": 0.85}
    return [standing(content, text, key, value, **fields)]


def _scenes(body: str, *, marked: bool) -> list[Candidate]:
    """Wishes bound to a scene, each with its own: `in design docs be detailed, in chat keep it short`."""
    if re.match(
        r"(?:I|we|my|our)\b(?!\s(?:prefer|want|would (?:like|prefer)|like)\b)", body, re.IGNORECASE
    ) or not SCENE.search(body):
        return []
    if (known := matter(body)) and known[0] == "report_format":
        return []
    found: list[Candidate] = []
    scene, wish = "", ""
    for part in re.split(
        r"\s*[,;]\s*(?:(?:but|and|while|whereas)\s)?|\s(?:but|while|whereas|and(?=\s(?:when|in|for|be|keep|use|"
        r"detailed|short|brief|long|thorough|concise)\b))\s(?!it\b)",
        body,
    ):
        named, wished = SCENE.search(part), matter("be " + SCENE.sub(" ", part))
        if (named and scene and not wish) or (wished and wish and not scene):
            scene, wish = (named or wished) and scene, wish
        scene = named.group() if named else scene
        wish = part if wished else wish
        if scene and wish:
            found.append(_scened(scene, wish, body, marked=marked))
            scene, wish = "", ""
    return found


def _scened(scene: str, wish: str, body: str, *, marked: bool) -> Candidate:
    match = SCENE.search(scene)
    assert match, "a scene was found in it"
    plain = " ".join(SCENE.sub(" ", wish).split()).strip(" ,.")
    plain = re.sub(r"^(?:please|I (?:would )?(?:prefer|like|want))\s", "", plain, flags=re.IGNORECASE)
    key, value = matter("be " + plain) or general(plain)
    told = _wish(
        plain
        if imperative(plain.split()[0])
        else (
            "be " + plain
            if key in ("answer_length", "answer_tone") and len(plain.split()) <= 3 and not ANSWERS.search(plain)
            else plain
        )
    )
    where = _about_user(match.group())
    candidate = standing(
        f"{told} {where[:1].lower()}{where[1:]}", body, key, value, scene=SCENES[match["scene"].lower()]
    )
    return candidate if marked else replace(candidate, source=Source.USER_STATED, confidence=0.9)


def _lifting(text: str) -> Candidate | None:
    match = _LIFTED.match(text)
    if not match:
        return None
    if match["again"]:
        known = matter(match["again"])
        if known is None and not re.match(r"(?:use|add|suggest|recommend|mention|call|include)\b", match["again"]):
            return None
        key, value = known or general(match["again"])
        return standing(
            f"User allows the assistant to {_about_user(match['again'])} again",
            text,
            key,
            "yes" if key.startswith("instruction:") else value,
        )
    phrase = match["ing"] or match["stop"]
    if phrase:
        first, _, rest = phrase.partition(" ")
        phrase = f"{base_of_gerund(first.lower())} {rest}"
    phrase = (phrase or match["need"] or match["noneed"]).strip(" .!")
    phrase = re.sub(r"\sany\smore$", "", phrase)
    if called := re.match(r"(?:call|address) me (?:as )?(.+)", phrase):
        return standing(
            f"User no longer wants to be called {called[1]}",
            text,
            "form_of_address",
            called[1].casefold(),
            act=Act.RETRACT,
            topic=called[1],
        )
    known = matter(phrase)
    if match["stop"] and (known is None or known[0].startswith("instruction:")):
        return None  # "stop using tabs" is a wish of its own
    if known is None and not re.search(
        r"\b(?:always|any more|ask|remind|add|use|explain|include|mention|call)\b", text
    ):
        return None
    if re.match(
        r"(?:worry|apologi[sz]e|thank|be sorry|do (?:this|that|it|anything)|know|hurry|rush|wait|answer (?:this|"
        r"that|now))\b",
        phrase,
    ):
        return None
    key, value = known or general(phrase)
    return standing(
        f"User no longer needs the assistant to {_about_user(phrase)}", text, key, value, act=Act.RETRACT, topic=phrase
    )


__all__ = ["MARK", "instruction", "negative"]
