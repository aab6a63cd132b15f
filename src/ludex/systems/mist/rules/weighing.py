"""What the MC is told beside a player's word: what the rule itself would give, and what a conclusion has behind it. MST-LIV-2, -25."""

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.mist.rules.cases import PutAtTable, with_anomaly
from ludex.systems.mist.rules.files import weigh_backing
from ludex.systems.mist.rules.invocation import invoke
from ludex.systems.mist.rules.missions import mystery_of
from ludex.systems.mist.rules.tags import find_tag
from ludex.systems.mist.rules.turns import ActionTurn
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import TagKind


def weighs(state: State, do: Do) -> Say | None:
    """The note for a proposal, where there is something to weigh it by."""
    if do.procedure in ("put_deduction", "put_test"):
        return _conclusion(state, do.given, past=do.procedure == "put_deduction")
    if do.procedure == "turn":
        return _power(state, replace(do.given, power=None))
    return None


def _conclusion(state: State, given: PutAtTable, *, past: bool) -> Say:
    mystery = mystery_of(state.mission_now, given.mystery)
    backed = weigh_backing(state, given, mystery)
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


def _power(state: State, given: ActionTurn) -> Say | None:
    """What the named tags and statuses come to, beside a typed power too, and what counts against its usual side."""
    try:
        power = invoke(state, state.character(given.actor), given).power
    except RuleError:
        return None
    odd = [why for tag in given.help if (why := _odd(state, given.actor, tag)) is not None]
    return say("told.rule_gives_odd", why=odd, power=power) if odd else say("told.rule_gives", power=power)


@rule("MST-LIV-1", "MST-LIV-2")
def _odd(state: State, actor: str, tag: str) -> Say | None:
    """Why a tag that helps is the MC's word: it is a weakness, somebody else's, or a trait."""
    own = state.character(actor)
    found = find_tag(state, own, tag)
    if found.kind is TagKind.WEAKNESS:
        return say("told.weak_helps", tag=tag)
    if found.own:
        return None
    whose = next((challenge.called for challenge in state.challenges if tag in challenge.tags), "")
    return say("told.theirs_helps", tag=tag, whose=whose) if whose else say("told.trait_helps", tag=tag)
