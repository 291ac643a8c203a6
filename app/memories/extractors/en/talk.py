"""What friends tell each other with the words of a standing wish: `never give up`, `let me know`."""

from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.morphology import form_of, imperative
from app.text import patterns as re

_ENCOURAGING = re.compile(  # what friends tell each other
    r"^(?:please\s|just\s|and\s|so\s|but\s)*(?:(?:always|never|do not ever|do not forget to|remember to|"
    r"make sure (?:to|you|that you)|be sure to)\s)*"
    r"(?:never\s|always\s)?(?:give up|stay|keep (?:going|up|it up|pushing|believing|moving|trying|your|smiling|"
    r"on|shining)|believe|take (?:care|breaks?|time|it easy|a)|have fun|enjoy|rest|be (?:safe|yourself|proud|"
    r"kind|careful|strong|happy|grateful|good|nice|there|here)|trust|follow your|do(?: not)? (?:let|worry|quit|"
    r"be|hesitate|lose|stop)|let (?:me|us) know|look (?:after|forward|at|on)|"
    r"try|chase|push|dream|love|cherish|hang|stick with it|stop (?:believing|dreaming|trying)|quit|lose|doubt|"
    r"underestimate|forget|build|reach out|come|go|relax|"
    r"breathe|shy away|thought|seen|been|had|heard|tried|knew|met|felt|gets?|got|wanted|makes?|made|puts?|"
    r"gives? (?:me|it|up)|brings?|reminds?|something|someone|somebody|somewhere|there|wise|fails?|ends?|"
    r"say never|too late|\w+ing|\w+ed)\b",
    re.IGNORECASE,
)


_OUTPUT = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|respon(?:d|se|ses)|code|examples?|units?|format|tone|english|emojis?|sources?|"
    r"citations?|words?|sentences?|bullets?|tables?|lists?|"
    r"summar\w+|explain\w*|explanations?|call me|ask me|remind me|warn me|tell me|give me|show me|recommend|suggest)\b",
    re.IGNORECASE,
)


_REMINDED = re.compile(r"^(?:\w+\s){0,2}?(?:make sure|be sure|remember to|do not forget to)\b", re.IGNORECASE)


def mere_talk(body: str, text: str) -> bool:  # one reading after the other
    """Whether a sentence with always, never or whenever asks nothing of an assistant: `never give up`."""
    if re.search(r"\blet (?:me|us) know$", body, re.IGNORECASE) or re.match(
        r"(?:when(?:ever)?|every time|each time)\s[^,]+,\s(?:I|we|he|she|it|they|my|our)\b", body, re.IGNORECASE
    ):
        return True
    if re.match(r"(?:let|happy|glad|here|good luck|feel free)\b", body, re.IGNORECASE):
        return True
    if re.search(
        r"\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future\b|\bby default\b|^please\b", text, re.IGNORECASE
    ):
        return False
    if re.match(
        r"(?:when(?:ever)?|every time|each time)\s(?:I|we|he|she|they|you|it)\s[^,]+$", body, re.IGNORECASE
    ) and not _COMMAND.search(body):
        return True
    if re.match(
        r"never\s(?:in|before|have|had|again|mind|once|ever|been|a|the|would|did|thought|has|was|were|could)\b",
        body,
        re.IGNORECASE,
    ):
        return True
    known = bool(_OUTPUT.search(body) or matter(body))
    if _REMINDED.match(text) and not known:
        return True
    first = re.sub(
        r"^(?:(?:please|always|never|and|so|but|also|do not|ever)\s)+", "", body, flags=re.IGNORECASE
    ).split()
    if (
        first
        and (form := form_of(first[0]))
        and form.kind in ("past", "participle", "ing")
        and first[0].lower() not in ("put", "set", "read", "let", "cut", "quit", "split")
    ):
        return True
    if not known and first and re.match(r"always\b", body, re.IGNORECASE) and not imperative(first[0]):
        return True
    return bool(_ENCOURAGING.match(body)) and not (_OUTPUT.search(body) or matter(body))


_COMMAND = re.compile(
    r"\b(?:answer|reply|use|give|show|write|tell|explain|include|add|list|summari[sz]e|keep|format|ask|do not|never|"
    r"always|just|only)\b",
    re.IGNORECASE,
)
