"""Why a verdict is what it is: the words in the extraction log, in answers and in metric labels."""

from enum import StrEnum


class Reason(StrEnum):
    # ADD
    NEW = "new"
    OTHER_SCENE = "other_scene"  # the same key holds another value in another scene
    TEMPORARY_WITH_END = "temporary_with_end"  # beside what stands, until its end

    # UPDATE
    NEW_VALUE = "new_value"  # same key, other value, newer
    OPPOSITE = "opposite"  # same matter, other polarity, newer
    SAYS_MORE = "says_more"
    CONFIRMED = "confirmed"  # waited, and was now said without doubt
    HOLDS_AGAIN = "holds_again"  # had ended, expired or been disabled
    NO_LONGER = "no_longer"  # a retraction that tells the new state
    REVERTED = "reverted"
    TASK_NEWS = "task_news"  # done, dropped, begun, or how far it is
    MERGED = "merged"  # said the same as another memory, which stays

    # REINFORCE
    SAME_VALUE = "same_value"
    SAME_TEXT = "same_text"
    SAME_MEANING = "same_meaning"

    # NOOP
    TURN_ALREADY_APPLIED = "turn_already_applied"
    OLDER_EVIDENCE = "older_evidence"
    PAST_VALUE = "past_value"
    ALREADY_HELD = "already_held"  # nothing new from a source that may not reinforce
    DISABLED = "disabled"
    STATED_IN_SAME_TURN = "stated_in_same_turn"
    STATED_AGAIN_SINCE = "stated_again_since"
    OTHER_MATTER = "other_matter"  # moved from one tool to another, not from one home to another
    NO_SUCH_TASK = "no_such_task"
    NOTHING_TO_CORRECT = "nothing_to_correct"  # no memory holds the wrong value, or more than one
    NOTHING_TO_FORGET = "nothing_to_forget"
    NOTHING_TO_RETRACT = "nothing_to_retract"
    NOTHING_TO_REVERT = "nothing_to_revert"

    # PENDING
    INFERRED = "inferred"
    SENSITIVE = "sensitive"
    LOW_CONFIDENCE = "low_confidence"
    UNTRUSTED = "untrusted"
    WEAKER_SOURCE = "weaker_source"
    NEEDS_APPROVAL = "needs_approval"

    # REJECT; also INFERRED, LOW_CONFIDENCE and UNTRUSTED for a wish to forget, end or revert
    EMPTY = "empty"
    ONLY_MASKED = "only_masked"  # all that it told was the secret that is masked
    TEMPORARY = "temporary"
    INSTRUCTION_LIKE = "instruction_like"
    KIND_NOT_ALLOWED = "kind_not_allowed"
    KEY_NOT_ALLOWED = "key_not_allowed"
    BLOCKED_SENSITIVE = "blocked_sensitive"
    LIMIT = "limit"  # the tenant holds as many memories as it may
    REJECTED_BEFORE = "rejected_before"
    FORGOTTEN_SINCE = "forgotten_since"  # said before it was forgotten on request: a turn that is run again
    INVENTED = "invented"  # a model says what stands nowhere in the turns
    NOT_STATED = "not_stated"  # a model made a fact of a question, a supposition, somebody else's word
    DISTORTED = "distorted"  # a model turned the sense, the subject or the time of what was said
    OTHER_LANGUAGE = "other_language"  # a model wrote in another language than the user

    # FORGET
    FORGOTTEN = "forgotten"  # deleted
    RETRACTED = "retracted"  # ended
    OVERTAKEN = "overtaken"  # ended: what was said since gives its matter another value
    ENDED = "ended"  # said with its end: "lived there until May"


# What was done where a candidate contradicted what was held.
CONFLICTS = {
    Reason.OPPOSITE: "replaced",
    Reason.NEW_VALUE: "replaced",
    Reason.OTHER_SCENE: "kept_both",
    Reason.TEMPORARY_WITH_END: "kept_both",
    Reason.WEAKER_SOURCE: "waits",
    Reason.OLDER_EVIDENCE: "refused",
}
