"""What the model is asked. Pure text.

The examples name nobody and nothing: a name in an example becomes a memory of every user. Their blanks (`<place>`)
stand in no turn, so an example that comes back as an answer has no evidence and is refused.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final

from app.memories.extractors.telling import LEXICON
from app.memories.model import Kind
from app.text import dates
from app.text.language import Language

LONGEST: Final = 1500  # characters of one message that are shown
_CONTEXT: Final = 300  # characters of what others than the user said
KEYS: Final = tuple(sorted(LEXICON["keys"]))
HEADS: Final = tuple(f"{head}:…" for head in sorted(LEXICON["many"]))
_KINDS: Final = tuple(kind.value for kind in Kind if kind is not Kind.INSIGHT)

SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["memories"],
    "properties": {
        "memories": {
            "type": "array",
            "maxItems": 12,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["evidence", "content", "kind", "key", "act", "about", "lasting", "importance"],
                "properties": {
                    "evidence": {"type": "string"},
                    "content": {"type": "string"},
                    "kind": {"type": "string", "enum": list(_KINDS)},
                    "key": {"type": ["string", "null"]},
                    "act": {"type": "string", "enum": ["assert", "retract"]},
                    "about": {"type": ["string", "null"]},
                    "lasting": {"type": "boolean"},
                    "importance": {"type": "integer", "minimum": 1, "maximum": 5},
                },
            },
        }
    },
}

_EN: Final = f"""\
You read a conversation and list what is worth remembering about the user for later conversations.

List only what the user states as true of themselves, of their people, things and work, and lasting wishes about how to
be helped. List nothing from questions, suppositions, jokes, stories, quotations, code, requests of this moment, or from
what the assistant says. Most messages hold nothing: then the list is empty. Never guess.

Answer with one JSON object and nothing else: {{"memories": [...]}}. Each memory has
- "evidence": one sentence of the user, copied letter by letter;
- "content": one full sentence about the user in the language of the user. It begins with "User" and uses the words of
  the evidence. Write relative dates out as dates. No "I", no "you";
- "kind": one of {", ".join(_KINDS)};
- "key": null, or what the sentence settles: one of {", ".join(KEYS)}; or {", ".join(HEADS)}
  with the thing in place of the dots;
- "act": "assert", or "retract" when the user says that a known memory is no longer so;
- "about": null, or the mark of the known memory that the sentence changes, such as "m2";
- "lasting": false for a wish that is meant for this once;
- "importance": 1 to 5.

Example, with blanks in place of words:
[user] I moved to <place> in <year>. Which <thing> should I buy?
{{"memories": [{{"evidence": "I moved to <place> in <year>.", "content": "User moved to <place> in <year>", \
"kind": "fact", "key": "residence", "act": "assert", "about": null, "lasting": true, "importance": 4}}]}}

Example:
[user] What does <word> mean?
{{"memories": []}}
"""
_ZH: Final = f"""\
你阅读一段对话，列出其中以后的对话里值得记住的、关于用户的内容。

只列用户作为事实说出的：关于用户自己、用户身边的人和物、用户的工作，以及对如何帮助用户的长期要求。
疑问、假设、玩笑、故事、引用、代码、只针对这一次的请求，以及助手说的话，都不要列。
大多数消息没有值得记住的内容，这时列表为空。绝不猜测。

只回答一个 JSON 对象，不要写别的：{{"memories": [...]}}。每条记忆有
- "evidence"：用户的一句原话，逐字照抄；
- "content"：一个完整的句子，用用户的语言，以“用户”开头，用原话里的词。相对日期写成具体日期。不要出现“我”“你”；
- "kind"：{"、".join(_KINDS)} 之一；
- "key"：null，或这句话所确定的项目：{"、".join(KEYS)} 之一；或 {"、".join(HEADS)}（省略号处写具体事物）；
- "act"："assert"；如果用户说某条已知记忆不再成立，则为 "retract"；
- "about"：null，或这句话所改变的已知记忆的编号，如 "m2"；
- "lasting"：只针对这一次的要求为 false；
- "importance"：1 到 5。

示例（词语以空格代替）：
[user] 我<时间>搬到了<地点>。买哪个<东西>好？
{{"memories": [{{"evidence": "我<时间>搬到了<地点>。", "content": "用户<时间>搬到了<地点>", \
"kind": "fact", "key": "residence", "act": "assert", "about": null, "lasting": true, "importance": 4}}]}}

示例：
[user] <词语>是什么意思？
{{"memories": []}}
"""
_HEADINGS: Final = {
    "en": ("Time of the conversation: {at} ({zone})", "Known memories:", "Conversation:", "Answer in English."),
    "zh": ("对话时间：{at}（{zone}）", "已知记忆：", "对话：", "用中文回答。"),
}


def system(language: Language) -> str:
    """The task, in the language of the user: small models answer in the language of the task."""
    return _ZH if language == "zh" else _EN


def ask(
    said: Sequence[tuple[str, str]],
    held: Mapping[str, str],
    *,
    at: datetime,
    zone: tzinfo,
    language: Language,
) -> str:
    """The conversation as (role, text) in order, after the known memories by their marks and the time it was held."""
    when, known, talk, closing = _HEADINGS[language]
    moment = dates.local(at, zone)
    lines = [when.format(at=moment.strftime("%Y-%m-%d %H:%M, %A"), zone=zone)]
    if held:
        lines += ["", known, *(f"{mark}: {_line(text, _CONTEXT)}" for mark, text in held.items())]
    lines += ["", talk, *(f"[{role}] {_line(text, LONGEST if role == 'user' else _CONTEXT)}" for role, text in said)]
    return "\n".join([*lines, "", closing])


def _line(text: str, most: int) -> str:
    """One line, so that no message can look like the next speaker."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
