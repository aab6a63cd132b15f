"""Finished procedures of boon as cards: a verdict, totals that open into their reasons, and what happened.

What may be told to whom is in `redact`. Names, wounds and the initiative are read from the state after the procedure.
"""

from collections.abc import Callable

from ludex.core.explain import Total
from ludex.core.principals import Viewer
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.boon.redact import known, name_of
from ludex.systems.boon.rules.actions import Deed
from ludex.systems.boon.rules.attacks import Resolved
from ludex.systems.boon.rules.battlefield import Done
from ludex.systems.boon.rules.challenges import Challenged
from ludex.systems.boon.rules.clock import ClockView
from ludex.systems.boon.rules.defence import Defended, OpenDefenses, parted
from ludex.systems.boon.rules.gear import Damaged, Sturdiness
from ludex.systems.boon.rules.health import Fate, Hurt, Mended, Rested
from ludex.systems.boon.rules.hiding import Hidden
from ludex.systems.boon.rules.initiative import Ranked, Started
from ludex.systems.boon.rules.round_end import Effects, Ended
from ludex.systems.boon.rules.rounds import Next, Seen
from ludex.systems.boon.rules.scene import Arrived
from ludex.systems.boon.rules.sheets import Sheet
from ludex.systems.boon.rules.tests import Checked
from ludex.systems.boon.rules.weapons import Damage
from ludex.systems.boon.sheet import Character, Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import ARMOR, Reason, Result
from ludex.systems.boon.views.cards import catalog_card, derived_card, fact, thing_called
from ludex.systems.boon.views.tell.action import deed_card
from ludex.systems.boon.views.tell.changes import initiative_line, state_lines

GOOD, BAD, PLAIN = "good", "bad", "plain"


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure for one viewer."""
    for kind, make in TELLERS.items():
        if type(told.result) is kind:
            return make(told, viewer)
    return Card(say(f"told.{told.procedure}"))


def result_verdict(result: Result) -> Verdict:
    """Success or failure as a verdict."""
    kinds = {Result.SUCCESS: GOOD, Result.FAILURE: BAD, Result.NONE: PLAIN}
    return Verdict(kinds[result], term(result))


def _test_facts(why: dict[str, Total], total: int | None, target: int | None) -> tuple[Fact, ...]:
    facts = [fact("total", total, why.get("total"))] if total is not None else []
    if "net" in why and why["net"].terms:
        facts.append(fact("net", why["net"].value, why["net"]))
    if target is not None:
        facts.append(fact("target", target))
    return tuple(facts)


def _checked(told: Told, _viewer: Viewer) -> Card:
    done: Checked = told.result
    title = say(f"told.{told.procedure}")
    return Card(title, result_verdict(done.result), _test_facts(done.why, done.total, done.target))


def _challenged(told: Told, viewer: Viewer) -> Card:
    done: Challenged = told.result
    who = name_of(told.after, viewer, told.given.who)
    title = say("told.challenge", who=who, task=told.given.task or say("told.something"))
    lines: tuple[Label, ...] = () if done.reason is Reason.ROLLED else (say(f"told.{done.reason}"),)
    return Card(title, result_verdict(done.result), _test_facts(done.why, done.total, done.target), lines)


def _ranked(told: Told, _viewer: Viewer) -> Card:
    done: Ranked = told.result
    sides = [s.id for s in told.after.sides]
    return Card(
        say("told.initiative_order"),
        _ambush(done.ambush),
        _side_totals(told.after, sides, totals=done.totals, why=done.why),
    )


def _ambush(ambush: bool) -> Verdict:
    return Verdict("great", say("told.ambush")) if ambush else Verdict(PLAIN, say("told.no_ambush"))


def _side_totals(state: State, sides: list[str], *, totals: tuple[int, ...], why: dict[str, Total]) -> tuple[Fact, ...]:
    pairs = zip(sides, totals, strict=True)
    return tuple(Fact(state.side_called(side), total, why.get(side)) for side, total in pairs)


def _started(told: Told, viewer: Viewer) -> Card:
    done: Started = told.result
    sides = [s.id for s in told.before.sides if s.id in done.order]
    order = " → ".join(told.after.side_called(s) for s in done.order)
    lines = (say("told.order", order=order), *initiative_line(told, viewer))
    return Card(
        say("told.start_combat"),
        _ambush(done.ambush),
        _side_totals(told.after, sides, totals=done.totals, why=done.why),
        lines,
    )


def _clock(told: Told, viewer: Viewer) -> Card:
    who = getattr(told.given, "actor", "") or getattr(told.given, "who", "")
    title = say(f"told.{told.procedure}", who=name_of(told.after, viewer, who))
    lines = state_lines(told, viewer)
    moved = () if told.procedure == "give_initiative" else initiative_line(told, viewer)  # its title says it all
    return Card(title, None, (), (*lines, *moved))


def _ended(told: Told, viewer: Viewer) -> Card:
    done: Ended = told.result
    lines: list[Label] = []
    if done.resolved:
        lines.append(say("told.resolved", effects=list(done.resolved)))
    for fate in done.fates:
        who, _, status = fate.rpartition(":")
        lines.append(say("told.fated", who=name_of(told.after, viewer, who), status=term(status)))
    if done.expired:
        lines.append(say("told.expired", effects=list(done.expired)))
    return Card(
        say("told.end_round", round=told.before.clock.round),
        None,
        (),
        (*lines, *state_lines(told, viewer), *initiative_line(told, viewer)),
    )


def _hurt(told: Told, viewer: Viewer) -> Card:
    title = say(f"told.{told.procedure}", who=name_of(told.after, viewer, told.given.who), **_amounts(told))
    kind = BAD if isinstance(told.result, Hurt) else GOOD
    verdict = Verdict(kind, term(told.result.status))
    return Card(title, verdict, (), (*state_lines(told, viewer), *initiative_line(told, viewer)))


def _amounts(told: Told) -> Record:
    return {name: getattr(told.given, name, "") for name in ("amount", "hours")}


def _fate(told: Told, viewer: Viewer) -> Card:
    done: Fate = told.result
    who = name_of(told.after, viewer, told.given.who)
    lines = [say("told.impaired", who=who)] if done.impaired else []
    lines += [say("told.hours", who=who, hours=done.hours)] if done.hours else []
    return Card(
        say("told.fate_roll", who=who), Verdict(PLAIN, term(done.status)), (fact("face", done.face),), tuple(lines)
    )


def _defended(told: Told, viewer: Viewer) -> Card:
    done: Defended = told.result
    who = name_of(told.after, viewer, told.given.defender)
    facts = _test_facts(done.why, done.defense_total, told.given.attack_total)
    return Card(say("told.defend", who=who), result_verdict(done.defense_result), facts)


def _options(told: Told, viewer: Viewer) -> Card:
    done: OpenDefenses = told.result
    who = told.after.character(told.given.defender)
    return Card(
        say("told.defense_options", who=name_of(told.after, viewer, who.id)),
        lines=tuple(_ward(who, o) for o in done.options),
    )


def _ward(who: Character, option: str) -> Say:
    ward, item = parted(option)
    found = who.item(item)
    return say("told.ward_with", ward=term(ward), item=found.called) if found else term(ward)


def _resolved(told: Told, _viewer: Viewer) -> Card:
    done = told.result
    lines = (say("told.damage_to", to=term(f"to_{done.damage_to}")),)
    return Card(say("told.resolve_attack"), Verdict(PLAIN, term(done.outcome)), (), lines)


def _damage(told: Told, _viewer: Viewer) -> Card:
    return Card(say("told.damage_roll"), None, (fact("damage", told.result.damage),))


def _gear(told: Told) -> Label:
    """What was mended or worn, as people call it."""
    who: Character | None = told.after.find(told.given.who)
    if told.given.item == ARMOR and who and who.armor:
        return who.armor.called
    return next((i.called for i in (who.items if who else ()) if i.id == told.given.item), str(told.given.item))


def _damaged(told: Told, viewer: Viewer) -> Card:
    done: Damaged = told.result
    title = say(f"told.{told.procedure}", who=name_of(told.after, viewer, told.given.who), item=_gear(told))
    verdict = Verdict(BAD, term("broken")) if done.broken else None
    return Card(title, verdict, (fact("durability", done.durability),))


def _sturdy(told: Told, _viewer: Viewer) -> Card:
    return Card(
        say("told.object_stats"),
        None,
        (fact("durability", told.result.durability), fact("target", told.result.hit_target)),
    )


def _hidden(told: Told, viewer: Viewer) -> Card:
    who = name_of(told.after, viewer, told.given.who)
    word = "told.still_hidden" if told.result.hidden else "told.found"
    return Card(say("told.update_hidden", who=who), Verdict(PLAIN, say(word)))


def _effects(told: Told, viewer: Viewer) -> Card:
    target = getattr(told.given, "target", "")
    title = say(f"told.{told.procedure}", effect=told.given.id, who=name_of(told.after, viewer, target))
    return Card(title)


def _arrived(told: Told, viewer: Viewer) -> Card:
    return Card(say(f"told.{told.procedure}", names=_names(told, viewer)))


def _names(told: Told, viewer: Viewer) -> list[Label]:
    """The names of those that a scene procedure left, as far as the viewer knows them."""
    if told.procedure == "lay_ground":
        return [say(f"view.ground_{kind}") for kind in told.result.ids]
    if told.procedure in ("equip", "unequip"):
        return [_thing(told, what) for what in told.result.ids]
    there = known(told.after, viewer)
    return [name_of(told.after, viewer, w) for w in told.result.ids if w in there or told.after.find(w) is None]


def _thing(told: Told, what: str) -> Label:
    """What was given or taken, as its owner called it, or the catalogue."""
    had = told.before.character(told.given.who)
    mine = next((one.called for one in (*had.items, *had.spells) if one.id == what), None)
    return term("worn_armor") if what == ARMOR else mine or thing_called(told.after, what)


def _done(told: Told, viewer: Viewer) -> Card:
    who = name_of(told.after, viewer, getattr(told.given, "who", ""))
    return Card(say(f"told.{told.procedure}", names=_names(told, viewer), who=who))


def _sheet(told: Told, _viewer: Viewer) -> Card:
    return derived_card(say("told.derive_sheet"), told.result)


def _next(told: Told, viewer: Viewer) -> Card:
    title = say("told.next_initiative", who=name_of(told.after, viewer, told.given.actor))
    return Card(title, None, (), initiative_line(told, viewer))


def _seen(told: Told, viewer: Viewer) -> Card:
    done: Seen = told.result
    facts = (fact("ap", done.ap), fact("damage", done.damage))
    return Card(name_of(told.after, viewer, told.given.who), Verdict(PLAIN, term(done.status)), facts)


def _record(told: Told, _viewer: Viewer) -> Card:
    return catalog_card(told.after, told.given.id)


TELLERS: dict[type, Callable[[Told, Viewer], Card]] = {
    Deed: deed_card,
    Checked: _checked,
    Challenged: _challenged,
    Ranked: _ranked,
    Started: _started,
    ClockView: _clock,
    Ended: _ended,
    Hurt: _hurt,
    Mended: _hurt,
    Rested: _hurt,
    Fate: _fate,
    Defended: _defended,
    OpenDefenses: _options,
    Resolved: _resolved,
    Damage: _damage,
    Damaged: _damaged,
    Sturdiness: _sturdy,
    Hidden: _hidden,
    Effects: _effects,
    Arrived: _arrived,
    Done: _done,
    Sheet: _sheet,
    Next: _next,
    Seen: _seen,
    dict: _record,
}
