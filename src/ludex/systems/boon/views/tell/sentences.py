"""A deed in one sentence: who, with what, did what to whom, and what came of it."""

from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.systems.boon.rules.bursts import Burst
from ludex.systems.boon.rules.casting import Mended
from ludex.systems.boon.rules.challenges import Attempted
from ludex.systems.boon.rules.strikes import Struck
from ludex.systems.boon.rules.stunts import Shoved, Tried
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Thing
from ludex.systems.boon.terms import Action, DamageTo, Outcome, Result
from ludex.systems.boon.views.tell.changes import called, fell, present


def strike_sentence(told: Told, strike: Struck, actor: str, target: str, tool: Label) -> Say | None:
    """An attack on one target; None where the one who was struck is not there for the viewer."""
    met = present(told, target)
    if met is None or strike.guessed:
        return None
    doer = told.after.find(actor)
    key = "touched" if strike.outcome is Outcome.FLESH and not strike.damage else str(strike.outcome)
    key = "destroyed" if strike.object_destroyed else key
    if doer is None:  # nobody knows who it was, nor with what
        key = f"unseen_{key}" if key in ("flesh", "armor", "blocked", "object", "destroyed") else "unseen_miss"
    hurt = actor if strike.damage_to is DamageTo.ACTOR else target
    fallen = fell(told, hurt) if key in ("flesh", "unseen_flesh", "thrown") else None
    return say(
        f"sentences.{key}{'_fell' if fallen else ''}",
        who=called(told, actor),
        whom=met.called,
        what=tool,
        verb=term(strike.manner),
        points=strike.damage,
        item=_in_the_way(met, strike),
        status=term(fallen) if fallen else "",
    )


def shove_sentence(told: Told, shove: Shoved, actor: str, target: str) -> Say | None:
    """Somebody was pushed, or stood firm."""
    if told.after.find(actor) is None or present(told, target) is None:
        return None
    key = f"shove_{shove.outcome}" if shove.outcome in (Outcome.PUSHED, Outcome.FAILED) else "shove_failed"
    return say(f"sentences.{key}", who=called(told, actor), whom=called(told, target), yards=shove.push)


def mend_sentence(told: Told, mended: Mended, actor: str, target: str, tool: Label) -> Say | None:
    """Somebody was healed, herself where nobody else was named."""
    target = target or actor
    if told.after.find(actor) is None or present(told, target) is None:
        return None
    key = ("healed" if target != actor else "healed_self") if mended.healed else "unhurt"
    return say(f"sentences.{key}", who=called(told, actor), whom=called(told, target), what=tool, points=mended.healed)


def stunt_sentence(told: Told, tried: Tried, actor: str, target: str, what: Label) -> Say | None:
    """A stunt, and whether it came off."""
    if told.after.find(actor) is None or tried.guessed or (target and present(told, target) is None):
        return None
    key = f"stunt_{'done' if tried.result is Result.SUCCESS else 'failed'}{'_on' if target else ''}"
    return say(f"sentences.{key}", who=called(told, actor), whom=called(told, target) if target else "", what=what)


def hiding_sentence(told: Told, attempted: Attempted, actor: str) -> Say | None:
    """Somebody hid, or did not manage to."""
    if told.given.action is not Action.HIDE or told.after.find(actor) is None:
        return None
    key = "hidden" if attempted.result is Result.SUCCESS else "not_hidden"
    return say(f"sentences.{key}", who=called(told, actor))


def walk_sentence(told: Told, actor: str) -> Say | None:
    """Where somebody went whose square is known."""
    found = told.after.find(actor)
    if found is None or found.position is None:
        return None
    x, y = found.position
    return say("sentences.walked", who=found.called, square=f"{x},{y}")


def challenge_sentence(who: Label, task: Label, result: Result) -> Say:
    """A check by what was tried."""
    return say(f"sentences.{'managed' if result is Result.SUCCESS else 'not_managed'}", who=who, task=task)


def burst_sentence(told: Told, burst: Burst, actor: str, hurt: list[Label], tool: Label) -> Say | None:
    """What an area did to all whom the viewer saw in it."""
    if told.after.find(actor) is None or not burst.damage:
        return None
    key = "burst" if hurt else "burst_nobody"
    return say(f"sentences.{key}", who=called(told, actor), what=tool, names=hurt)


def _in_the_way(met: Character | Thing, strike: Struck) -> Label:
    """What took the blow: what it was blocked with, or the armour."""
    if not isinstance(met, Character):
        return ""
    if strike.damage_to is DamageTo.BLOCK_ITEM:
        item = met.item(strike.block_item)
        return item.called if item else term("to_block_item")
    return met.armor.called if met.armor else term("to_armor")
