"""What the MC is told beside a player's word: what the rule itself would give, and what a conclusion has behind it. MST-LIV-2, -25."""

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.mist.rules.cases import PutAtTable, with_anomaly
from ludex.systems.mist.rules.files import backing
from ludex.systems.mist.rules.invocation import invoke
from ludex.systems.mist.rules.missions import mystery_of
from ludex.systems.mist.rules.turns import Turn
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import State


def weighs(state: State, do: Do) -> Say | None:
    """The note for a proposal, where there is something to weigh it by."""
    if do.procedure in ("put_deduction", "put_test"):
        return _conclusion(state, msgspec.convert(do.given, PutAtTable), past=do.procedure == "put_deduction")
    if do.procedure == "turn":
        return _power(state, msgspec.convert({**do.given, "power": None}, Turn))
    return None


def _conclusion(state: State, given: PutAtTable, *, past: bool) -> Say:
    mystery = mystery_of(state.mission_now, given.mystery)
    backed = backing(state, given, mystery)
    takes = backed.short_by + len(given.supporting) if backed.short_by else mystery.complexity
    enough = (
        say("told.enough", complexity=takes)
        if backed.allowed
        else say("told.short", n=backed.short_by, complexity=takes)
    )
    return say(
        "told.weighed_note",
        conclusion=given.conclusion,
        supporting=list(given.supporting) or say("told.nobody_named"),
        conflicting=list(given.conflicting) or say("told.nobody_named"),
        power=backed.power,
        enough=enough,
        scene=_past_scene(given) if past else _scene_now(state, given),
    )


def _scene_of(given: PutAtTable) -> Label:
    return given.place or given.text or say("told.scene_unnamed")


def _past_scene(given: PutAtTable) -> Label:
    when = given.when if given.when is not None else given.stage.when if given.stage else -1
    return say("told.scene_at", scene=_scene_of(given), when=when)


@rule("MST-LIV-28")
def _scene_now(state: State, given: PutAtTable) -> Label:
    """The scene of a test: where it would bring an opportunity, the one that has the anomaly."""
    stage = given.stage or with_anomaly(state, state.mission_now, given.text, opportunity=True)
    if given.stage or stage.text == given.text:
        return _scene_of(given)
    return say("told.scene_chance", chance=as_shelved(stage.text.partition(" · ")[0]), scene=_scene_of(given))


def _power(state: State, given: Turn) -> Say | None:
    """What the named tags and statuses come to, beside a typed power too."""
    try:
        return say("told.rule_gives", power=invoke(state, state.character(given.actor), given).power)
    except RuleError:
        return None
