"""Finished procedures of boon as cards: a verdict, totals that open into their reasons, and what happened.

The states on both sides of a procedure hold what the viewer may know (`redact`): names, wounds and the initiative are read from them.
Its result holds everything; of that only what concerns those who are there is told.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.effects.sentences import name_of, sentence, unnamed
from ludex.core.explain import Total
from ludex.core.principals import Viewer
from ludex.core.say import say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.actions import Deed
from ludex.systems.boon.rules.attacks import Resolved
from ludex.systems.boon.rules.battlefield import Done
from ludex.systems.boon.rules.challenges import Challenged, failed_before
from ludex.systems.boon.rules.clock import ClockView
from ludex.systems.boon.rules.creation import Grown, given_by
from ludex.systems.boon.rules.defence import Defended, OpenDefenses, worded
from ludex.systems.boon.rules.gear import Damaged, Sturdiness
from ludex.systems.boon.rules.health import Fate, Hurt, Mended, PartyRested, Rested
from ludex.systems.boon.rules.hiding import Hidden
from ludex.systems.boon.rules.initiative import Ranked, Started
from ludex.systems.boon.rules.opening import Opened
from ludex.systems.boon.rules.round_end import Effects, Ended
from ludex.systems.boon.rules.rounds import Aftermath, Next, Seen
from ludex.systems.boon.rules.scene import Arrived
from ludex.systems.boon.rules.sheets import Sheet
from ludex.systems.boon.rules.tests import Checked
from ludex.systems.boon.rules.weapons import Damage
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import ARMOR, Reason, Result
from ludex.systems.boon.views.cards import catalog_card, derived_card, edge_fact, fact, thing_called
from ludex.systems.boon.views.tell.action import deed_card, is_open
from ludex.systems.boon.views.tell.changes import (
    called,
    gone_lines,
    initiative_line,
    laid_line,
    own_content,
    present,
    renamed,
    sheet_lines,
    state_lines,
    thing_moved,
)
from ludex.systems.boon.views.tell.times import burnt_lines, party_card, time_card

GOOD, BAD, PLAIN = "good", "bad", "plain"

FREE = frozenset(
    {
        *("check", "hit_test", "damage_roll", "defense_options"),
        *("defend", "resolve_attack", "initiative_order", "derive_sheet"),
    }
)
"""Single steps: free dice that change nothing and say so (BOO-LIV-1)."""


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure for one viewer."""
    kind = type(told.result)
    if kind not in TELLERS:
        return Card(say(f"told.{told.procedure}"))
    if kind not in BEFORE_ALL and (who := _about(told)) and who[0] != "@" and present(told, who) is None:
        return Card(say("view.stranger"))
    if getattr(told.given, "blind", False) and not viewer.gm:
        return _blind(told)
    card = TELLERS[kind](told)
    if not viewer.gm:  # BOO-LIV-44
        card = replace(card, totals=tuple(replace(f, total=f.total and unnamed(f.total)) for f in card.totals))
    if told.procedure in FREE:
        return replace(card, lines=(*card.lines, say("told.free_dice")))
    called_for = viewer.gm and isinstance(told.result, Challenged) and told.given.called
    known = failed_before(told.before, told.given) if called_for else None
    return replace(card, lines=(*card.lines, say("told.failed_before", failure=known))) if known else card


def _blind(told: Told) -> Card:
    """A check whose number and verdict only the GM knows: the total alone (BOO-LIV-5, BOO-LIV-47)."""
    title = say("told.challenge", who=called(told, told.given.who), task=told.given.task or say("told.something"))
    return Card(title, None, _test_facts(told.result.why, told.result.total, None))


def _about(told: Told) -> str:
    """The id of the one whom a procedure is about; empty where it is about nobody."""
    named = (getattr(told.given, name, "") for name in ("who", "actor", "defender", "target"))
    return next((who for who in named if who and isinstance(who, str)), "")


def result_verdict(result: Result) -> Verdict:
    """Success or failure as a verdict."""
    kinds = {Result.SUCCESS: GOOD, Result.FAILURE: BAD, Result.NONE: PLAIN}
    return Verdict(kinds[result], term(result))


def _test_facts(why: dict[str, Total], total: int | None, target: int | None) -> tuple[Fact, ...]:
    facts = [fact("total", total, why.get("total"))] if total is not None else []
    if "net" in why and why["net"].terms:
        facts.append(edge_fact("net", why["net"].value, why["net"]))
    if target is not None:
        facts.append(fact("target", target))
    return tuple(facts)


def _checked(told: Told) -> Card:
    done: Checked = told.result
    title = say(f"told.{told.procedure}")
    return Card(title, result_verdict(done.result), _test_facts(done.why, done.total, done.target))


def _challenged(told: Told) -> Card:
    done: Challenged = told.result
    who = called(told, told.given.who)
    title = say("told.challenge", who=who, task=told.given.task or say("told.something"))
    known = failed_before(told.before, told.given)
    lines: tuple[Label, ...] = (
        () if done.reason is Reason.ROLLED else (say(f"told.{done.reason}", failure=known or ""),)
    )
    why = done.why if is_open(told, told.given.who) else {}
    return Card(title, result_verdict(done.result), _test_facts(why, done.total, done.target), lines)


def _ranked(told: Told) -> Card:
    done: Ranked = told.result
    return Card(say("told.initiative_order"), _ambush(done.ambush), _side_totals(told.after, done.why))


def _ambush(ambush: bool) -> Verdict:
    return Verdict("great", say("told.ambush")) if ambush else Verdict(PLAIN, say("told.no_ambush"))


def _side_totals(state: State, totals: dict[str, Total]) -> tuple[Fact, ...]:
    """The checks of the sides that are there; without their terms where these may not be known (BOO-LIV-45)."""
    rolled = ((side, totals[side.id]) for side in state.sides if side.id in totals)
    veiled = {c.side for c in state.combatants if c.veil}
    return tuple(Fact(side.called, of.value, None if side.id in veiled else of) for side, of in rolled)


def _started(told: Told) -> Card:
    done: Started = told.result
    lines = (say("told.order", order=told.after.order_called), *initiative_line(told))
    return Card(say("told.start_combat"), _ambush(done.ambush), _side_totals(told.after, done.why), lines)


def _opened(told: Told) -> Card:
    """A fight that a deed started; the deed with it, or that it lapsed (BOO-LIV-13)."""
    done: Opened = told.result
    totals = _side_totals(told.after, done.sides)
    order = say("told.order", order=told.after.order_called)
    if not done.ambush:
        lines = (
            order,
            *state_lines(told),
            say("told.lapsed", who=called(told, told.given.actor)),
            *initiative_line(told),
        )
        return Card(say("told.start_combat"), _ambush(ambush=False), totals, lines)
    card = deed_card(told)
    return replace(
        card, totals=(*totals, *card.totals), lines=(*card.lines[:1], say("told.ambush"), order, *card.lines[1:])
    )


def _aftermath(told: Told) -> Card:
    """A fight is over: who has won, who is back, who still lies there (BOO-LIV-18, BOO-LIV-20)."""
    done: Aftermath = told.result
    names = [found.called for who in done.down if (found := present(told, who))]
    lines: tuple[Label, ...] = (say("told.lying", names=names),) if names else ()
    return Card(say("told.after_fight"), None, (), (*state_lines(told), *lines))


def _clock(told: Told) -> Card:
    who = getattr(told.given, "actor", "") or getattr(told.given, "who", "")
    over = told.procedure == "run_sides" and not told.given.ids  # BOO-LIV-25: who has to decide now
    played = [one.called for who in getattr(told.given, "ids", ()) if (one := present(told, who))]
    title = say("told.run_over" if over else f"told.{told.procedure}", who=called(told, who), names=played)
    lines = state_lines(told)
    moved = () if told.procedure == "give_initiative" else initiative_line(told, always=over)  # its title says it all
    return Card(title, None, (), (*lines, *moved))


def _ended(told: Told) -> Card:
    done: Ended = told.result
    lines: list[Label] = []
    if resolved := _lasting(told, done.resolved):
        lines.append(say("told.resolved", effects=resolved))
    for fate in done.fates:
        who, _, status = fate.rpartition(":")
        if found := present(told, who):
            lines.append(say("told.fated", who=found.called, status=term(status)))
    if expired := _lasting(told, done.expired):
        lines.append(say("told.expired", effects=expired))
    return Card(
        say("told.end_round" if told.before.clock.round else "told.end_surprise", round=told.before.clock.round),
        None,
        (),
        (*lines, *state_lines(told), *burnt_lines(told), *initiative_line(told)),
    )


def _lasting(told: Told, effects: tuple[str, ...]) -> list[Label]:
    """The names of those of these effects that are there, in their order."""
    there = {e.id: name_of(e) for state in (told.before, told.after) for e in state.effects}
    return [there[effect] for effect in effects if effect in there]


def _hurt(told: Told) -> Card:
    amounts = {name: getattr(told.given, name, "") for name in ("amount", "hours")}
    title = say(f"told.{told.procedure}", who=called(told, told.given.who), **amounts)
    kind = BAD if isinstance(told.result, Hurt) else GOOD
    was = told.before.find(told.given.who)
    verdict = Verdict(kind, term(told.result.status)) if was is None or was.status is not told.result.status else None
    return Card(title, verdict, (), (*state_lines(told), *initiative_line(told)))


def _fate(told: Told) -> Card:
    done: Fate = told.result
    who = called(told, told.given.who)
    lines = [say("told.impaired", who=who)] if done.impaired else []
    lines += [say("told.hours", who=who, hours=done.hours)] if done.hours else []
    return Card(
        say("told.fate_roll", who=who),
        Verdict(PLAIN, term(done.status)),
        (fact("face", done.face),) if is_open(told, told.given.who) else (),
        tuple(lines),
    )


def _defended(told: Told) -> Card:
    done: Defended = told.result
    who = called(told, told.given.defender)
    facts = _test_facts(done.why, done.defense_total, told.given.attack_total)
    return Card(say("told.defend", who=who), result_verdict(done.defense_result), facts)


def _options(told: Told) -> Card:
    done: OpenDefenses = told.result
    who = told.after.character(told.given.defender)
    lines = tuple(worded(told.after, who, option) for option in done.options)
    return Card(say("told.defense_options", who=who.called), lines=lines)


def _resolved(told: Told) -> Card:
    done = told.result
    lines = (say("told.damage_to", to=term(f"to_{done.damage_to}")),)
    return Card(say("told.resolve_attack"), Verdict(PLAIN, term(done.outcome)), (), lines)


def _damage(told: Told) -> Card:
    return Card(say("told.damage_roll"), None, (fact("damage", told.result.damage),))


def _gear(told: Told) -> Label:
    """What was mended or worn, as people call it."""
    who: Character | None = told.after.find(told.given.who)
    if told.given.item == ARMOR and who and who.armor:
        return who.armor.called
    return next((i.called for i in (who.items if who else ()) if i.id == told.given.item), str(told.given.item))


def _damaged(told: Told) -> Card:
    done: Damaged = told.result
    title = say(f"told.{told.procedure}", who=called(told, told.given.who), item=_gear(told))
    verdict = Verdict(BAD, term("broken")) if done.broken else None
    return Card(title, verdict, (fact("durability", done.durability),))


def _sturdy(told: Told) -> Card:
    return Card(
        say("told.object_stats"),
        None,
        (fact("durability", told.result.durability), fact("target", told.result.hit_target)),
    )


def _hidden(told: Told) -> Card:
    who = called(told, told.given.who)
    word = "told.still_hidden" if told.result.hidden else "told.found"
    return Card(say("told.update_hidden", who=who), Verdict(PLAIN, say(word)))


def _effects(told: Told) -> Card:
    """An effect that begins or ends: by its name, on whom, and what it does."""
    known = {e.id: e for state in (told.before, told.after) for e in state.effects}
    before, after = ({e.id for e in state.effects} for state in (told.before, told.after))
    changed = [*(after - before), *(before - after)] or [told.given.id]
    effect = next((known[one] for one in changed if one in known), None)
    if effect is None:
        return Card(say("view.stranger"))
    begins = told.procedure == "add_effect"
    ends = say(f"told.{told.procedure}", effect=name_of(effect), who=called(told, effect.bearer))
    title = laid_line(told, effect.bearer, name_of(effect)) if begins else ends
    return Card(title, None, (), (*(sentence(WORDS, effect) if begins else ()), *state_lines(told)))


def _grown(told: Told) -> Card:
    """A new level: both rows of the class side by side, what was learned, and what it made of the sheet (BOO-LIV-50)."""
    done: Grown = told.result
    rows: tuple[Label, ...] = tuple(say("told.class_row", **given_by(row)) for row in (done.before, done.after))
    gained = (*(rows if done.before != done.after else ()), *((say("told.no_more_rows"),) if done.beyond else ()))
    learned = [thing_called(told.after, one) for one in done.learned]
    lines = (*gained, *((say("told.learned", names=learned),) if learned else ()), *state_lines(told))
    return Card(say("told.level_up", who=called(told, told.given.who), level=done.level), None, (), lines)


def _arrived(told: Told) -> Card:
    """Who has come; of a sheet that was changed what was and is (BOO-LIV-49)."""
    if getattr(told.given, "changes", False) and (before := told.before.find(told.result.ids[0])):
        after = told.after.character(before.id)
        return Card(say("told.sheet_changed", who=after.called), None, (), sheet_lines(told, before, after))
    return Card(say(f"told.{told.procedure}", names=_names(told)))


def _names(told: Told) -> list[Label]:
    """The names of those that a scene procedure left, as far as they are there."""
    ids: tuple[str, ...] = told.result.ids
    match told.procedure:
        case "open_scene" | "drop_side" | "size_field" | "lay_map" | "strike_out":
            return [one or say("told.first_scene") for one in ids]
        case "lay_ground":
            return [say(f"view.ground_{kind}") for kind in ids]
        case "equip" | "unequip":
            return [thing_moved(told, what) for what in ids]
        case "form_side":
            return [side for side in ids if told.after.side(side)]
        case "add_content":
            return [what for what in ids if what in own_content(told.after)]
    return [one.called for who in ids if (one := present(told, who))]


def _done(told: Told) -> Card:
    who = called(told, getattr(told.given, "who", ""))
    title = say(f"told.{told.procedure}", names=_names(told), who=who)
    if told.procedure == "pass_time":
        return time_card(told)
    lines = (*renamed(told), *(gone_lines(told) if told.procedure == "open_scene" else ()))
    return Card(title, None, (), lines, scene=told.after.scene if told.procedure == "open_scene" else "")


def _sheet(told: Told) -> Card:
    return derived_card(say("told.derive_sheet"), told.result)


def _next(told: Told) -> Card:
    title = say("told.next_initiative", who=called(told, told.given.actor))
    return Card(title, None, (), initiative_line(told))


def _seen(told: Told) -> Card:
    done: Seen = told.result
    facts = (fact("ap", done.ap), fact("damage", done.damage))
    return Card(called(told, told.given.who), Verdict(PLAIN, term(done.status)), facts)


def _record(told: Told) -> Card:
    return catalog_card(told.after, told.given.id)


BEFORE_ALL = (Deed, Opened, ClockView, Next, Aftermath)
"""Results that are told of a stranger too: others feel them, or the clock moves."""
TELLERS: dict[type, Callable[[Told], Card]] = {
    Deed: deed_card,
    Checked: _checked,
    Challenged: _challenged,
    Ranked: _ranked,
    Started: _started,
    Opened: _opened,
    PartyRested: party_card,
    ClockView: _clock,
    Aftermath: _aftermath,
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
    Grown: _grown,
    Done: _done,
    Sheet: _sheet,
    Next: _next,
    Seen: _seen,
    dict: _record,
}
