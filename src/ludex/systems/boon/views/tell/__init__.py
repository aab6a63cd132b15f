"""Finished procedures of boon as cards: a verdict, totals that open into their reasons, and what happened.

The states on both sides of a procedure hold what the viewer may know (`redact`): names, wounds and the initiative are read from them.
Its result holds everything; of that only what concerns those who are there is told.
"""

import sys
from functools import reduce

from msgspec.structs import replace

from ludex.core.effects.sentences import name_of, sentence
from ludex.core.explain import Total
from ludex.core.principals import Viewer
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.telling import by_result
from ludex.core.view import Card, Fact, Label, Role, Verdict
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import EffectAdded, EffectsEnded, Wounded, initiative_lines
from ludex.systems.boon.rules.actions import Deed
from ludex.systems.boon.rules.attacks import Resolved
from ludex.systems.boon.rules.challenges import Challenged, failed_before
from ludex.systems.boon.rules.clock import ClockView, fight_over
from ludex.systems.boon.rules.creation import Grown, given_by
from ludex.systems.boon.rules.defence import Defended, OpenDefenses, defence_label
from ludex.systems.boon.rules.gear import Damaged, Sturdiness
from ludex.systems.boon.rules.health import Fate, Hurt, Mended, Rested
from ludex.systems.boon.rules.hiding import Hidden
from ludex.systems.boon.rules.initiative import Ranked, Started
from ludex.systems.boon.rules.opening import Opened
from ludex.systems.boon.rules.round_end import Effects, Ended
from ludex.systems.boon.rules.rounds import Aftermath, Next, Seen
from ludex.systems.boon.rules.sheets import Sheet
from ludex.systems.boon.rules.tests import Checked
from ludex.systems.boon.rules.weapons import Damage
from ludex.systems.boon.sheet import Character, Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import ARMOR, Reason, Result, Status
from ludex.systems.boon.views.cards import catalog_card, derived_card, edge_fact, fact, thing_called
from ludex.systems.boon.views.tell import arriving
from ludex.systems.boon.views.tell.action import challenge_sentence, deed_card, is_open, why_unrolled
from ludex.systems.boon.views.tell.changes import (
    as_known,
    body_events,
    display_name,
    fell,
    happened,
    known_effects,
    present,
)

GOOD, BAD, PLAIN = "good", "bad", "plain"

FREE = frozenset(
    {
        *("check", "hit_test", "damage_roll", "defense_options"),
        *("defend", "resolve_attack", "initiative_order", "derive_sheet"),
    }
)
"""Single steps: free dice that change nothing and say so (BOO-LIV-1)."""


FROM_NOW_ON = {None: "", True: "_always", False: "_never"}
"""How the GM said that some play themselves: this once, from now on, no more (BOO-LIV-23)."""


def tell(told: Told, viewer: Viewer) -> Card:
    tells = next((TELLERS[kind] for kind in type(told.result).__mro__ if kind in TELLERS), None)
    if tells is None:
        return Card(say(f"told.{told.procedure}"))
    if not isinstance(told.result, BEFORE_ALL) and _is_strange(told, _about(told)):
        return Card(say("view.stranger"))
    if getattr(told.given, "blind", False) and not viewer.gm:
        return _blind(told)
    card = tells(told, viewer, told.result)
    if not viewer.gm:  # BOO-LIV-44
        known = known_effects(told)
        card = replace(card, totals=tuple(replace(f, total=f.total and as_known(f.total, known)) for f in card.totals))
    if told.procedure in FREE:
        return replace(card, lines=(*card.lines, say("told.free_dice")))
    called_for = viewer.gm and isinstance(told.result, Challenged) and told.given.called
    failure = failed_before(told.before, told.given) if called_for else None
    return replace(card, lines=(*card.lines, say("told.failed_before", failure=failure))) if failure else card


def _blind(told: Told) -> Card:
    """A check whose number and verdict only the GM knows: the total alone (BOO-LIV-5, BOO-LIV-47)."""
    title = say("told.challenge", who=display_name(told, told.given.who), task=told.given.task or say("told.something"))
    return Card(title, None, _test_facts(told.result.why, told.result.total, None))


def _is_strange(told: Told, who: str) -> bool:
    """Whether somebody is meant who is not there for the viewer: no square, no effect either."""
    known = not who or who.startswith("@") or any(e.id == who for e in told.after.effects)
    return not known and present(told, who) is None


def _about(told: Told) -> str:
    """The id of the one whom a procedure is about; empty where it is about nobody."""
    named = (getattr(told.given, name, "") for name in ("who", "actor", "defender", "target"))
    return next((who for who in named if who and isinstance(who, str)), "")


def result_verdict(result: Result) -> Verdict:
    kinds = {Result.SUCCESS: GOOD, Result.FAILURE: BAD, Result.NONE: PLAIN}
    return Verdict(kinds[result], term(result))


def _test_facts(why: dict[str, Total], total: int | None, target: int | None) -> tuple[Fact, ...]:
    facts = [fact("total", total, why.get("total"))] if total is not None else []
    if "net" in why and why["net"].terms:
        facts.append(edge_fact("net", why["net"].value, why["net"]))
    if target is not None:
        facts.append(fact("target", target))
    return tuple(facts)


def action_card(told: Told, _viewer: Viewer, _result: Deed) -> Card:
    return deed_card(told)


def bare_test_card(told: Told, _viewer: Viewer, result: Checked) -> Card:
    """A bare test, or a hit test."""
    title = say(f"told.{told.procedure}")
    return Card(title, result_verdict(result.result), _test_facts(result.why, result.total, result.target))


def challenge_card(told: Told, _viewer: Viewer, result: Challenged) -> Card:
    """A challenge roll, or why none fell."""
    who = display_name(told, told.given.who)
    title = say("told.challenge", who=who, task=told.given.task or say("told.something"))
    known = failed_before(told.before, told.given)
    lines: tuple[Label, ...] = () if result.reason is Reason.ROLLED else (why_unrolled(result.reason, known),)
    why = result.why if is_open(told, told.given.who) else {}
    facts = _test_facts(why, result.total, result.target)
    done = challenge_sentence(who, told.given.task, result.result) if told.given.task else ""
    return Card(title, result_verdict(result.result), facts, lines, sentence=done)


def initiative_card(told: Told, _viewer: Viewer, result: Ranked) -> Card:
    return Card(say("told.initiative_order"), _ambush(result.ambush), _side_totals(told.after, result.why))


def _ambush(ambush: bool) -> Verdict:
    return Verdict("great", say("told.ambush")) if ambush else Verdict(PLAIN, say("told.no_ambush"))


def _side_totals(state: State, totals: dict[str, Total]) -> tuple[Fact, ...]:
    """The checks of the sides that are there; without their terms where these may not be known (BOO-LIV-45)."""
    rolled = ((side, totals[side.id]) for side in state.sides if side.id in totals)
    veiled = {c.side for c in state.combatants if c.veil}
    return tuple(Fact(side.called, of.value, None if side.id in veiled else of) for side, of in rolled)


def fight_card(told: Told, _viewer: Viewer, result: Started) -> Card:
    lines = (say("told.order", order=told.after.order_called),)
    totals, title = _side_totals(told.after, result.why), say("told.start_combat")
    begun = _begun(told.after, ambush=result.ambush)
    return Card(title, _ambush(result.ambush), totals, lines, sentence=begun, happened=happened(told))


def _begun(state: State, *, ambush: bool) -> Label:
    """That a fight begins: which side is quicker, or lay in wait."""
    first = next((one for one in state.clock.order if state.side(one)), "")
    return say("sentences.ambush" if ambush else "sentences.fight", side=state.side_called(first)) if first else ""


def first_strike_card(told: Told, _viewer: Viewer, result: Opened) -> Card:
    """A fight that a deed started; the deed with it, or that it lapsed (BOO-LIV-13)."""
    totals = _side_totals(told.after, result.sides)
    order = say("told.order", order=told.after.order_called)
    if not result.ambush:
        lines = (order, say("told.lapsed", who=display_name(told, told.given.actor)))
        begun = _begun(told.after, ambush=False)
        verdict, title = _ambush(ambush=False), say("told.start_combat")
        return Card(title, verdict, totals, lines, sentence=begun, happened=happened(told))
    card = deed_card(replace(told, result=result.deed))
    told_of = (*card.lines[:1], say("told.ambush"), order, *card.lines[1:])
    surprised = say("sentences.first_strike", deed=card.sentence) if card.sentence else ""
    return replace(card, totals=(*totals, *card.totals), lines=told_of, sentence=surprised)


def aftermath(told: Told, _viewer: Viewer, result: Aftermath) -> Card:
    """A fight is over: who has won, who is back, who still lies there (BOO-LIV-18, BOO-LIV-20)."""
    names = [found.called for who in result.down if (found := present(told, who))]
    lines: tuple[Label, ...] = (say("told.lying", names=names),) if names else ()
    said = _outcome(told) if fight_over(told.before) else ""  # who ended it by hand was told
    return Card(say("told.after_fight"), None, (), lines, sentence=said, happened=happened(told))


def _outcome(told: Told) -> Say:
    """Who has won a fight, who still stands, and what became of who does not."""
    there = [c for c in told.before.combatants if c.side in told.before.clock.order and not c.secret]
    came: dict[str, list[Label]] = {Status.ACTIVE: []}
    for one in there:
        came.setdefault(one.status, []).append(one.called)
    said = [say(f"sentences.came_out_{how}", names=names) for how, names in came.items() if names]
    won = told.after.clock.winner
    over = say("sentences.won", side=told.after.side_called(won)) if won else say("sentences.fight_over")
    return reduce(lambda first, then: say("sentences.and_then", first=first, then=then), said, over)


def clock(told: Told, _viewer: Viewer, _result: ClockView) -> Card:
    """The clock moved, or somebody left it."""
    who = getattr(told.given, "actor", "") or getattr(told.given, "who", "")
    run = told.given if told.procedure == "run_sides" else None
    over = run is not None and not run.ids and run.always is None  # BOO-LIV-25: who has to decide now
    played: list[Label] = [one.called for who in (run.ids if run else ()) if (one := present(told, who))]
    played = played or [told.after.side_called(side) for side in (run.sides if run else ()) if told.after.side(side)]
    word = "run_over" if over else f"{told.procedure}{FROM_NOW_ON[getattr(told.given, 'always', None)]}"
    title = say(f"told.{word}", who=display_name(told, who), names=played)
    events = happened(told)
    if told.procedure == "end_fight":
        return Card(title, sentence=_outcome(told), happened=events)
    if told.procedure == "give_initiative":  # its title says it all
        events = tuple(line for line in events if line.role is not Role.BOOKS)
    still = tuple(line.said for line in initiative_lines(told.after)) if over and not events else ()
    how = told.given.how if told.procedure == "leave_combat" else ""
    gone = say(f"sentences.left_{how}", who=display_name(told, who), status=term(Status(how))) if how else ""
    return Card(title, None, (), still, sentence=gone, happened=events)


def round_card(told: Told, _viewer: Viewer, result: Ended) -> Card:
    lines: list[Label] = []
    if resolved := _lasting(told, result.resolved):
        lines.append(say("told.resolved", effects=resolved))
    for fate in result.fates:
        who, _, status = fate.rpartition(":")
        if found := present(told, who):
            lines.append(say("told.fated", who=found.called, status=term(status)))
    if expired := _lasting(told, _on_squares(told, result.expired)):
        lines.append(say("told.expired", effects=expired))
    return Card(
        say("told.end_round" if told.before.clock.round else "told.end_surprise", round=told.before.clock.round),
        None,
        (),
        tuple(lines),
        sentence=_toll(told, resolved),
        happened=happened(told),
    )


def _toll(told: Told, effects: list[Label]) -> Label:
    """What effects took of whom at the end of a round, and who fell by it; nothing where they took nothing that can be told."""
    hurt = dict.fromkeys(e.who for e in told.events if isinstance(e, Wounded) and e.damage > e.was)
    tolls = [_toll_of(told, who) for who in hurt if present(told, who)]
    return say("sentences.toll", effects=effects, tolls=tolls) if effects and tolls else ""


def _toll_of(told: Told, who: str) -> Label:
    name, fallen = display_name(told, who), fell(told, who)
    if fallen:
        return say("sentences.toll_fell", who=name, status=term(fallen))
    points = sum(e.damage - e.was for e in body_events(told, who) if isinstance(e, Wounded))
    return (
        say("sentences.toll_hurt", who=name, n=points) if is_open(told, who) else say("sentences.toll_seen", who=name)
    )


def _lasting(told: Told, effects: tuple[str, ...]) -> list[Label]:
    """The names of those of these effects that are there, in their order."""
    there = {e.id: name_of(e) for state in (told.before, told.after) for e in state.effects}
    return [there[effect] for effect in effects if effect in there]


def _on_squares(told: Told, effects: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these effects that nobody and nothing bore: of the others their events tell that they are over."""
    borne = {e.id for e in told.before.effects if present(told, e.bearer)}
    return tuple(effect for effect in effects if effect not in borne)


def wound_card(told: Told, _viewer: Viewer, result: Hurt | Mended | Rested) -> Card:
    """Wounds and healing from the GM's hand, a rest."""
    fallen = fell(told, told.given.who)
    amounts = {"amount": _points(told, result)} if not isinstance(result, Rested) else {"hours": told.given.hours}
    title = say(f"told.{told.procedure}", who=display_name(told, told.given.who), **amounts)
    verdict = Verdict(BAD if isinstance(result, Hurt) else GOOD, term(fallen)) if fallen else None
    return Card(title, verdict, sentence=_points_sentence(told, result), happened=happened(told))


def _points_sentence(told: Told, result: Hurt | Mended | Rested) -> Label:
    """Wounds (and who fell by them), healing and a rest as somebody tells them who was there."""
    whom, fallen = display_name(told, told.given.who), fell(told, told.given.who)
    if isinstance(result, Rested):
        return say("sentences.rested", whom=whom, hours=told.given.hours)
    points = _points(told, result)
    if isinstance(result, Hurt):
        key = "hurt_fell" if fallen else "hurt"
    else:
        key = "nothing_to_mend" if not points else "mended_back" if fallen else "mended"
    return say(f"sentences.{key}", who=whom, whom=whom, n=points, status=term(result.status))


def _points(told: Told, result: Hurt | Mended) -> int:
    """What effects left of damage, where the body's numbers may be known; how much of what healing gave was of use."""
    befell = body_events(told, told.given.who)
    if isinstance(result, Mended):
        return sum(e.was - e.damage for e in befell)
    why = next((e.why for e in befell if isinstance(e, Wounded)), None)
    return int(why.value) if why and is_open(told, told.given.who) else result.dealt


def fate(told: Told, _viewer: Viewer, result: Fate) -> Card:
    who = display_name(told, told.given.who)
    lines = [say("told.impaired", who=who)] if result.impaired else []
    lines += [say("told.hours", who=who, hours=result.hours)] if result.hours else []
    key = "came_round_weak" if result.impaired else "came_round" if result.status is Status.ACTIVE else "fated"
    return Card(
        say("told.fate_roll", who=who),
        Verdict(PLAIN, term(result.status)),
        (fact("face", result.face),) if is_open(told, told.given.who) else (),
        tuple(lines),
        sentence=say(f"sentences.{key}", who=who, status=term(result.status)),
    )


def defence_card(told: Told, _viewer: Viewer, result: Defended) -> Card:
    who = display_name(told, told.given.defender)
    facts = _test_facts(result.why, result.defense_total, told.given.attack_total)
    return Card(say("told.defend", who=who), result_verdict(result.defense_result), facts)


def options(told: Told, _viewer: Viewer, result: OpenDefenses) -> Card:
    who = told.after.character(told.given.defender)
    lines = tuple(defence_label(told.after, who, option) for option in result.options)
    return Card(say("told.defense_options", who=who.called), lines=lines)


def blow_card(_told: Told, _viewer: Viewer, result: Resolved) -> Card:
    lines = (say("told.damage_to", to=term(f"to_{result.damage_to}")),)
    return Card(say("told.resolve_attack"), Verdict(PLAIN, term(result.outcome)), (), lines)


def damage(_told: Told, _viewer: Viewer, result: Damage) -> Card:
    return Card(say("told.damage_roll"), None, (fact("damage", result.damage),))


def _gear(told: Told) -> Label:
    """What was mended or worn, as people call it."""
    who: Character | None = told.after.find(told.given.who)
    if told.given.item == ARMOR and who and who.armor:
        return who.armor.called
    return next((i.called for i in (who.items if who else ()) if i.id == told.given.item), str(told.given.item))


def wear_card(told: Told, _viewer: Viewer, result: Damaged) -> Card:
    about = {"who": display_name(told, told.given.who), "item": _gear(told)}
    title = say(f"told.{told.procedure}", **about)
    verdict = Verdict(BAD, term("broken")) if result.broken else None
    known = is_open(told, told.given.who)  # BOO-LIV-45
    said = say(f"sentences.{told.procedure}{'_broken' if result.broken else ''}", **about)
    return Card(title, verdict, (fact("durability", result.durability),) if known else (), sentence=said)


def sturdiness_card(_told: Told, _viewer: Viewer, result: Sturdiness) -> Card:
    return Card(
        say("told.object_stats"),
        None,
        (fact("durability", result.durability), fact("target", result.hit_target)),
    )


def hiding_card(told: Told, _viewer: Viewer, result: Hidden) -> Card:
    who = display_name(told, told.given.who)
    word = "told.still_hidden" if result.hidden else "told.found"
    return Card(say("told.update_hidden", who=who), Verdict(PLAIN, say(word)))


def effects(told: Told, _viewer: Viewer, _result: Effects) -> Card:
    """An effect that begins or ends: by its name, on whom, and what it does."""
    begins = told.procedure == "add_effect"
    there = told.after if begins else told.before
    laid = (one.effect.id for one in told.events if isinstance(one, EffectAdded))
    over = (id_ for one in told.events if isinstance(one, EffectsEnded) for id_ in one.ids)
    ids = {told.given.id, *(laid if begins else over)}
    changed = [e for e in there.effects if e.id in ids]
    if not changed:
        return Card(say("view.stranger"))
    name = name_of(changed[-1])
    bearers = [display_name(told, e.bearer) for e in changed if name_of(e) == name]
    word = "told.effect_there" if begins and changed[-1].bearer.startswith("@") else f"told.{told.procedure}"
    lines = tuple(sentence(WORDS, changed[-1])) if begins else ()
    title = say(word, who=bearers if len(bearers) > 1 else bearers[0], effect=name)
    gone = say("told.effect_over", who=bearers[0], effect=name)  # the title says it
    laid_on = "effect_there" if word == "told.effect_there" else "effect_on" if begins else "effect_over"
    done = say(f"sentences.{laid_on}", **title.facts)
    return Card(
        title, None, (), lines, sentence=done, happened=tuple(e for e in happened(told) if e.said not in (title, gone))
    )


def level_card(told: Told, _viewer: Viewer, result: Grown) -> Card:
    """A new level: both rows of the class side by side, the new one first, what was learned, and what it made of the sheet (BOO-LIV-50)."""
    rows: tuple[Label, ...] = tuple(say("told.class_row", **given_by(row)) for row in (result.after, result.before))
    shown = result.before != result.after and is_open(told, told.given.who)
    gained = (*(rows if shown else ()), *((say("told.no_more_rows"),) if result.beyond else ()))
    learned = [thing_called(told.after, one) for one in result.learned]
    lines = (*gained, *((say("told.learned", names=learned),) if learned else ()))
    title = say("told.level_up", who=display_name(told, told.given.who), level=result.level)
    grown_to = say("sentences.level", who=display_name(told, told.given.who), level=result.level)
    return Card(title, None, (), lines, sentence=grown_to, happened=happened(told))


def sheet(_told: Told, _viewer: Viewer, result: Sheet) -> Card:
    return derived_card(say("told.derive_sheet"), result)


def handed_on(told: Told, _viewer: Viewer, _result: Next) -> Card:
    title = say("told.next_initiative", who=display_name(told, told.given.actor))
    return Card(title, happened=happened(told))


def status_card(told: Told, _viewer: Viewer, result: Seen) -> Card:
    facts = (fact("ap", result.ap), fact("damage", result.damage))
    return Card(display_name(told, told.given.who), Verdict(PLAIN, term(result.status)), facts)


def _record(told: Told, viewer: Viewer, _result: Record) -> Card:
    return catalog_card(told.after, viewer, told.given.id)


BEFORE_ALL = (Deed, Opened, ClockView, Next, Aftermath)
"""Results that are told of a stranger too: others feel them, or the clock moves."""
TELLERS = {**by_result(sys.modules[__name__], arriving), dict: _record}
"""How each output is told, by its type."""
