"""The card of an action: the attack chain step by step, an area target by target, and where the initiative went."""

from ludex.core.principals import Viewer
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.boon.redact import name_of
from ludex.systems.boon.rules.actions import Deed
from ludex.systems.boon.sheet import Stunt
from ludex.systems.boon.terms import Outcome, Result, Ward
from ludex.systems.boon.views.cards import fact
from ludex.systems.boon.views.tell.changes import initiative_line, state_lines

VERDICTS = {
    Outcome.FLESH: "good",
    Outcome.PUSHED: "good",
    Outcome.OBJECT: "good",
    Outcome.ARMOR: "mixed",
    Outcome.BLOCKED: "mixed",
    Outcome.THROWN: "terrible",
}


AIMLESS = ("cast", "use_item", "stunt")
"""Actions that need no target; their titles name one only where there is one."""


def deed_card(told: Told, viewer: Viewer) -> Card:
    """The card of an action."""
    deed: Deed = told.result
    lines = (
        *_chain(told, viewer),
        *_area(told, viewer),
        *state_lines(told, viewer),
        *_rest(deed),
        *_push(told, viewer),
    )
    return Card(_title(told, viewer), _verdict(deed), _facts(deed), (*lines, *initiative_line(told, viewer)))


def _title(told: Told, viewer: Viewer) -> Say:
    given = told.given
    action = getattr(given, "action", told.procedure)
    whom = getattr(given, "target", "") or getattr(given, "defender", "")
    whom = whom if isinstance(whom, str) else ""
    several = [name_of(told.after, viewer, t.who) for t in getattr(given, "targets", ())]
    aimed = "_on" if action in AIMLESS and (whom or several) else ""
    return say(
        f"told.deeds.{action}{aimed}",
        who=name_of(told.after, viewer, getattr(given, "actor", "")),
        whom=name_of(told.after, viewer, whom) if whom else several,
        what=_with_what(told),
    )


def _with_what(told: Told) -> str | Say:
    """The weapon, spell, item or stunt by its name."""
    given = told.given
    actor = told.after.find(getattr(given, "actor", ""))
    trick: Stunt | None = getattr(given, "stunt", None)
    if trick is not None:
        return trick.called
    if actor is None:
        return ""
    named = getattr(given, "spell", "") or getattr(given, "item", "") or getattr(given, "weapon", "")
    found = actor.spell(named) or actor.weapon(named)
    return found.called if found else str(named)


def _verdict(deed: Deed) -> Verdict | None:
    if deed.outcome is not None:
        return Verdict(VERDICTS.get(deed.outcome, "bad"), term(deed.outcome))
    if deed.result is not None:
        return Verdict("good" if deed.result is Result.SUCCESS else "bad", term(deed.result))
    return None


def _facts(deed: Deed) -> tuple[Fact, ...]:
    """Totals with their reasons, in the order of the chain."""
    shown = (
        ("hit_total", deed.hit_total, "hit_total"),
        ("hit_net", deed.hit_net or None, "hit_net"),
        ("defense_total", deed.defense_total, "defense_total"),
        ("total", deed.total, "total"),
        ("target", deed.target if deed.total is not None else None, ""),
        ("damage", deed.damage or None, ""),
    )
    facts = tuple(fact(name, value, deed.why.get(why)) for name, value, why in shown if value is not None)
    return (*facts, *(fact("resist", t.value, t) for name, t in deed.why.items() if name.startswith("totals.")))


def _chain(told: Told, viewer: Viewer) -> tuple[Label, ...]:
    """What the attack chain came to, in words."""
    deed: Deed = told.result
    if deed.hit_total is None:
        return ()
    lines: list[Label] = []
    if deed.defense not in (None, Ward.NONE) and deed.defense_result is not None:
        lines.append(say("told.defence", ward=term(str(deed.defense)), result=term(deed.defense_result)))
    if deed.damage:
        lines.append(say("told.damage_dealt", damage=deed.damage, to=term(f"to_{deed.damage_to}")))
    if deed.through:
        lines.append(say("told.through", points=deed.through))
    if deed.object_destroyed:
        lines.append(say("told.destroyed", what=name_of(told.after, viewer, _target(told))))
    return tuple(lines)


def _target(told: Told) -> str:
    return getattr(told.given, "target", "") or getattr(told.given, "defender", "")


def _area(told: Told, viewer: Viewer) -> tuple[Label, ...]:
    """Target by target."""
    deed: Deed = told.result
    if deed.taken is None or deed.results is None:
        return ()
    targets = [t.who for t in getattr(told.given, "targets", ())] or [_target(told)]
    rows = zip(targets, deed.results, deed.taken, strict=True)
    return tuple(
        say("told.suffered", who=name_of(told.after, viewer, who), result=term(result), taken=taken)
        for who, result, taken in rows
    )


def _rest(deed: Deed) -> tuple[Label, ...]:
    lines: list[Label] = []
    if deed.reason is not None and not deed.rolled:
        lines.append(say(f"told.{deed.reason}"))
    if deed.push:
        lines.append(say("told.pushed", yards=deed.push))
    if deed.healed is not None:
        lines.append(say("told.healed", points=deed.healed))
    if deed.moved is not None:
        lines.append(say("told.walked", yards=deed.moved, cost=deed.cost, remaining=deed.remaining))
    return tuple(lines)


def _push(told: Told, viewer: Viewer) -> tuple[Label, ...]:
    """Where a push ended on the map."""
    square = told.result.defender_position
    who = name_of(told.after, viewer, _target(told))
    return (say("told.push_to", who=who, x=square[0], y=square[1]),) if square else ()
