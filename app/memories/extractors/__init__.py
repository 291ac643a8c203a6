"""From what users say to candidates for memory.

`sentences` turns a message into the sentences that are the user's own (`foreign` knows what is not) → `known` reads
the names in them → `rules.extract` gives each sentence to the grammar of its language, `zh` or `en`, whose words stand
as data in `lexicon/`; `unread` keeps what no grammar reads → `llm` asks a
model instead, when there is one. All but `llm` is pure: no clock, no I/O but the lexicon, read once at import.
"""
