"""Sentences that tell in an idiom what the grammars read in plain words: `packed up and moved`, 最爱吃的要数臭豆腐.

The whole sentence is told plainly once, so that the grammar of its matter and that of changes read the same words.
"""

from dataclasses import replace

from app.memories.extractors.idioms import cantonese, en, zh
from app.memories.extractors.sentences import Sentence, quoted


def plainly(sentence: Sentence) -> Sentence:
    """The sentence in plain words; as it is when it has no such idiom. What is quoted is nobody's idiom."""
    if sentence.quotes:
        return sentence
    words = en.plainly(sentence.text) if sentence.language == "en" else zh.plainly(cantonese.plainly(sentence.text))
    return sentence if words == sentence.text else replace(sentence, text=words, quotes=quoted(words))
