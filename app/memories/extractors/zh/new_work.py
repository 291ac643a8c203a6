"""Where somebody works now, told in the clause after the change: 我换工作了，现在在云帆教育."""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.places import COMPANY, is_place
from app.memories.extractors.zh.subjects import begins

_CHANGED = re.compile(
    r"换(?:了|过)?(?:一?[份个家])?(?:新)?(?:工作|公司|单位|东家)|跳(?:了)?槽|(?:找到|有)了?(?:新|一份新)(?:的)?工作"
)
_NOW_AT = re.compile(
    r"^(?:我)?(?:现在|目前|如今|这回|人|已经|就|是){0,3}(?:在|跟着|给)(?P<v>[^,，。]{2,14}?)(?:了|里|那边|干|打工)?$"
)
_NO_NAME = re.compile(r"[了的过着找等看想还没很太这那哪什么几个学考努适休调交试]|家里|新公司|公司里$")
_ONLY_WISHED = re.compile(r"想|打算|准备|考虑|计划|犹豫|如果|要不要")
_LEAST = 4  # characters of a name that no word for a company ends


@behind(_NOW_AT)
def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    """The employer, when an earlier clause of the sentence tells of a change and this one only says where."""
    if clause.first or clause.subject.who != "user" or not (found := begins(_NOW_AT, clause.body)):
        return []
    firm, plain = clean(found["v"]), found.plain("v")
    told_before = sentence.text.partition(found["v"])[0]
    named = COMPANY.search(plain) or len(plain) >= _LEAST
    changed = _CHANGED.search(told_before) and not _ONLY_WISHED.search(told_before)
    if not changed or not named or is_place(plain) or _NO_NAME.search(plain):
        return []
    return [Fact(slot="employer", value=firm, says=f"在{firm}工作", importance=4, entities=(firm,), newer=True)]
