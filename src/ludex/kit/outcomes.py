"""How deeds come out, where a rulebook has no words of its own for it."""

from collections.abc import Mapping

from ludex.core.terms import Term


class Outcome(Term):
    """How it came out, from best to worst."""

    TRIUMPH = "triumph", "大成功", "triumph"
    SUCCESS = "success", "成功", "success"
    MIXED = "mixed", "勉强成功", "mixed success"
    FAILURE = "failure", "失败", "failure"
    DISASTER = "disaster", "大失败", "disaster"


KINDS: Mapping[str, str] = {
    Outcome.TRIUMPH: "great",
    Outcome.SUCCESS: "good",
    Outcome.MIXED: "mixed",
    Outcome.FAILURE: "bad",
    Outcome.DISASTER: "terrible",
}
"""How each is drawn."""
