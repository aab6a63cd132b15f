"""How a battle is told: declarations, what was settled, who must declare; nobody is named whom a viewer does not see."""

from collections.abc import Sequence

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import AnyPart, Card, Fact, Label, Verdict
from ludex.systems.fet.content.english import own_name
from ludex.systems.fet.effects.bearing import armed
from ludex.systems.fet.effects.conditions import traits_of
from ludex.systems.fet.policy import NpcsDeclared
from ludex.systems.fet.redact import aimed_at, entombed, known_as, undoubled
from ludex.systems.fet.rules.advancing import CombatAdvanced
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.declaring import CombatDeclared, NotDeclared
from ludex.systems.fet.rules.flow import AutoNow, CombatClosed, steering
from ludex.systems.fet.rules.moment import Row
from ludex.systems.fet.rules.roster import Dismissed
from ludex.systems.fet.rules.timeline import (
    CombatBegan,
    CombatCancelled,
    CombatJoined,
    CombatLeft,
    CombatMarked,
    CombatOver,
)
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Effect as Does, Event, Kind, Outcome, Step, readable, written
from ludex.systems.fet.views.look.battle import condition, timeline
from ludex.systems.fet.views.tell.lasting import aftermath
from ludex.systems.fet.views.tell.reasons import reason

# Combat


def declared(told: Told, _viewer: Viewer, result: CombatDeclared) -> Card:
    """An act that was declared."""
    given = told.given
    skill = getattr(given.skill, "name", given.skill)
    title = say("told.declare", who=told.after.called(given.who), kind=own_name(skill) if skill else term(given.kind))
    span = say("view.span", start=result.start, end=result.end)
    wind_up = Fact(term("wind_up"), result.wind_up, result.why.get("wind_up"))
    impact = (Fact(term("impact"), result.why["impact"].value, result.why["impact"]),) if "impact" in result.why else ()
    lines: tuple[Label, ...] = (given.note,) if given.note else ()
    if given.taken:
        lines = (*lines, say("told.taken", who=[aimed_at(told.after, who) for who in given.target]))
    if given.weapon and given.kind in (Kind.ATTACK, Kind.SHOOT):  # FET-LIV-22
        lines = (
            *lines,
            say("told.weapon_named" if given.armed else "told.weapon_taken", weapon=own_name(given.weapon)),
        )
    totals = (*_related(told), *_aim(told), *impact, wind_up, Fact(say("view.time"), span), *_waiting(told))
    return Card(title, totals=totals, lines=lines)


def _aim(told: Told) -> tuple[Fact, ...]:
    """At whom an act is aimed; who was taken by itself is told apart."""
    given = told.given
    named = () if given.taken else (given.target,) if isinstance(given.target, str) else given.target or ()
    return (Fact(say("view.aim"), [aimed_at(told.after, who) for who in named]),) if named else ()


def not_declared(_told: Told, _viewer: Viewer, _result: NotDeclared) -> Card:
    """An act that the GM did not allow."""
    return Card(say("told.refused"))


@rule("FET-ACT-2", "FET-LIV-58")
def _related(told: Told) -> tuple[Fact, ...]:
    """The attribute that an act rests on; shots and waiting have none."""
    fighter = told.after.fighter(told.given.who)
    if fighter is None or fighter.act is None or not fighter.act.attribute:
        return ()
    return (Fact(say("view.related"), term(fighter.act.attribute)),)


def _waiting(told: Told) -> tuple[Fact, ...]:
    """Who must declare now, as far as the viewer may know."""
    who = [undoubled(told.after, w) for w in told.result.waiting if w in told.after.people]
    return (*((Fact(say("view.waiting"), who),) if who else ()), *_to_steer(told.after))


@rule("FET-LIV-17", "FET-LIV-35")
def _to_steer(state: State) -> tuple[Fact, ...]:
    """Whose user must say what it does: time waits for them, too."""
    battle = state.battle
    idle = [state.called(f.id) for f in battle.fighters if steering(battle, f)] if battle else []
    return (Fact(say("view.to_steer"), idle),) if idle else ()


def advanced(told: Told, viewer: Viewer, result: CombatAdvanced) -> Card:
    """What was settled; somebody whom a viewer does not see is not named, and who lies entombed is told nothing (FET-LIV-41)."""
    state = told.after
    if not viewer.gm and entombed(told.before.battle, viewer):
        return Card(say("told.advance", time=result.time), lines=(say("view.perceives_nothing"),))
    weightiest = sorted(result.resolved, key=lambda row: row.outcome in (Outcome.PAID, Outcome.WAITED))
    lines: list[Label] = [_row_line(told, row) for row in weightiest]
    lines += _flowed(told)
    lines += [_broken_off(told, who) for who in result.broken]
    lines += [say("told.shield_broken", who=known_as(state, who)) for who in _breached(told)]
    lines += [say("told.died", who=known_as(state, who)) for who in result.dead]
    lines += [say("told.gone", who=known_as(told.before, who)) for who in result.gone]
    lines += set_off_lines(told, result.set_off or ())
    lines += _released(told)
    lines += aftermath(told)
    if not lines:
        lines.append(say("told.nothing"))
    totals = (*_changed(told, state), *_waiting(told))
    verdict = _fallen(told, viewer, result.dead)
    return Card(say("told.advance", time=result.time), verdict, totals, tuple(lines), _picture(state))


@rule("FET-LIV-8")
def _fallen(told: Told, viewer: Viewer, dead: Sequence[str]) -> Verdict | None:
    """Deaths head what happened: for players bad where one of their side has died, good where only others have."""
    fighters = told.before.battle.fighters if told.before.battle else ()
    players = {f.side for f in fighters if (c := told.before.characters.get(f.id)) and not c.npc}
    theirs = all(f.side not in players for f in fighters if f.id in dead)
    said = say("told.fallen", who=[known_as(told.after, who) for who in dead])
    return Verdict("good" if theirs and not viewer.gm else "bad", said, for_reader=True) if dead else None


@rule("FET-LIV-20", "FET-SKX-12")
def _flowed(told: Told) -> list[Label]:
    """What has flowed from one will to the other in barriers meanwhile."""
    before, after = told.before.battle, told.after.battle
    now = {(b.user, b.target, b.start): b.flowed for b in after.barriers} if after else {}
    lines: list[Label] = []
    for b in before.barriers if before else ():
        over = b.amount if after and b.until <= after.time else b.flowed
        some = readable(now.get((b.user, b.target, b.start), over) - b.flowed)
        facts = {"target": aimed_at(told.after, b.target), "user": known_as(told.after, b.user)}
        lines += [say("told.flows", amount=written(some), **facts)] if some > 0 else []
    return lines


@rule("FET-LIV-20")
def _released(told: Told) -> list[Label]:
    """Whom no control, freeze or barrier holds any longer, though it lives."""
    before, after = told.before.battle, told.after.battle
    if before is None or after is None:
        return []
    living = [f for f in before.fighters if (now := after.find(f.id)) is not None and not now.dead and not f.double_of]
    over = {
        "control": [f.id for f in living if before.time < f.denied_until <= after.time],
        **{
            kind: [f.id for f in living if (h := f.under(kind, before.time)) is not None and h.until <= after.time]
            for kind in ("puppet", "entombed")
        },
        "barrier": [b.target for b in before.barriers if before.time < b.until <= after.time],
        "freeze": [before.freeze.target] if before.freeze and before.freeze.until <= after.time else [],
    }
    return [say(f"told.ends_{kind}", who=known_as(told.after, who)) for kind, people in over.items() for who in people]


@rule("FET-LIV-33")
def _broken_off(told: Told, who: str) -> Say:
    """An act was broken off; of a shield one says that it was broken through."""
    before = told.before.fighter(who)
    shield = before is not None and before.act is not None and before.act.kind == Kind.DEFEND
    return say("told.shield_broken" if shield else "told.broken", who=known_as(told.after, who))


def _breached(told: Told) -> list[str]:
    """Whose standing shield was used up."""
    shields = {f.id: f.shield for f in told.before.battle.fighters} if told.before.battle else {}
    people = told.after.battle.fighters if told.after.battle else ()
    return [f.id for f in people if shields.get(f.id, 0) > 0 and f.shield <= 0]


def settled_card(told: Told, settled: CombatAdvanced) -> tuple[Label, ...]:
    """The lines of what was settled outside a battle."""
    told = Told(told.procedure, told.given, settled, told.before, told.after)
    died = tuple(say("told.died", who=known_as(told.after, who)) for who in settled.dead)
    return (*(_row_line(told, row) for row in settled.resolved), *died)


def _changed(told: Told, state: State) -> tuple[Fact, ...]:
    """Whose stamina, will or shield is other than before, as the viewer knows it."""
    before = {f.id: (f.stamina, f.will, f.shield) for f in told.before.battle.fighters} if told.before.battle else {}
    people = state.battle.fighters if state.battle else ()
    return tuple(
        Fact(known_as(state, f.id), condition(state, f))
        for f in people
        if (f.stamina, f.will, f.shield) != before.get(f.id)
    )


def _picture(state: State) -> tuple[AnyPart, ...]:
    return (timeline(state),) if state.battle else ()


def _with(told: Told, who: str) -> State:
    """The state in which somebody is there, or was."""
    state: State = told.after if who in told.after.people else told.before
    return state


def _known(told: Told, who: str) -> Label:
    """How the reader calls somebody."""
    return known_as(_with(told, who), who)


def _by(told: Told, who: str) -> Label:
    """Whose act it was, as the reader knows."""
    state = _with(told, who)
    fighter = state.fighter(who)
    return undoubled(state, who) if fighter and fighter.shown else _known(told, who)


def _aimed(told: Told, who: str) -> Label:
    """At whom it was aimed: who has hidden is still called by its name."""
    return aimed_at(_with(told, who), who)


def _shield_row(row: Row) -> bool:
    return row.kind == Kind.DEFEND and row.outcome == Outcome.BROKEN


def _row_what(told: Told, row: Row) -> Say:
    """What it was: an act, or a part of a skill; what an NPC has put up is not named to players (FET-LIV-38)."""
    part = term(row.of or row.effect or row.kind)
    if not row.named or (row.kind == SET_OFF and row.who in told.after.veiled):
        return part
    return say("told.skill_part", skill=own_name(row.named), part=part)


SET_OFF = "effect"
"""The kind of a row that a blow has set off (FET-SKX-6)."""


@rule("FET-SKX-12")
def _flows(told: Told, row: Row) -> bool:
    """Whether what a barrier drains is yet to come, bit by bit."""
    barriers = told.after.battle.barriers if told.after.battle else ()
    return row.effect == Does.HEAL and row.outcome == Outcome.NONE and any(b.user == row.who for b in barriers)


def _row_line(told: Told, row: Row) -> Say:
    target = say("told.at", target=_aimed(told, row.target)) if row.target and row.target != row.who else ""
    return say(
        "told.settled",
        who=_by(told, row.who),
        what=_row_what(told, row),
        at=target,
        outcome=say("told.broken_through")
        if _shield_row(row)
        else term("stands" if _flows(told, row) else row.outcome),
        final=say("told.final", final=readable(row.final)) if row.final else "",
        more="" if _flows(told, row) else _row_more(told, row),
    )


@rule("FET-LIV-28")
def set_off_lines(told: Told, rows: Sequence[SetOff]) -> list[Label]:
    """What traits did, each with what it changed; what stayed as it was goes without saying."""
    return [_set_off_line(told, row) for row in rows if row.before == "" or row.before != row.after]


def _set_off_line(told: Told, row: SetOff) -> Say:
    if row.kind == Event.DIED:  # FET-LIV-8
        return say("told.died", who=_known(told, row.on))
    if row.who in told.after.veiled:  # FET-LIV-38
        return say("told.set_off_unknown", what=_did(told, row))
    own = any(trait.name == row.trait for trait in traits_of(told.after, row.who))
    return say("told.set_off" if own else "told.set_off_thing", trait=row.trait, what=_did(told, row))


def _did(told: Told, row: SetOff) -> Say:
    who = _known(told, row.on or row.who)
    if row.kind == Does.INFO and (text := _text(told, row)):
        return say("told.did_say", who=who, text=text)
    if row.before == row.after == "" or (row.resource and (row.on or row.who) in told.after.veiled):
        return say("told.did", who=who, kind=term(row.kind))
    if row.kind == Step.SCAR:
        return say("told.scarred", who=who, resource=term(row.resource), amount=row.after)
    if row.before == "":
        return say("told.did_much", who=who, kind=term(row.kind), amount=row.after)
    if row.resource:
        return say("told.changed_pool", who=who, resource=term(row.resource), before=row.before, after=row.after)
    return say("told.changed_other", who=who, kind=term(row.kind), before=row.before, after=row.after)


def _text(told: Told, row: SetOff) -> str:
    """What a card says of itself, where saying is all it does; an NPC's is not told."""
    own = () if row.who in told.after.veiled else traits_of(told.after, row.who)
    noted = next((weapon.note for weapon in armed(told.after, row.who) if weapon.name == row.trait), "")
    return next((trait.text for trait in own if trait.name == row.trait), noted)


@rule("FET-LIV-37")
def _sum(told: Told, row: Row) -> Say:
    """A blow or a healing as a sum; what an NPC has is not named to players (FET-LIV-38)."""
    base = readable(row.final - sum(way.by for way in row.swayed))
    hidden = told.after.veiled
    parts = [
        written(readable(way.by), signed=True)
        if way.who in hidden
        else say("told.sum_part", by=written(readable(way.by), signed=True), name=way.name)
        for way in row.swayed
    ]
    return say("told.sum", final=readable(row.final), base=base, parts=parts)


def _row_more(told: Told, row: Row) -> Say | str:
    why = reason(told, row)
    notes: list[Say] = [why] if why else []
    if row.swayed:
        notes.append(_sum(told, row))
    if row.resource and row.outcome in ("hit", "healed", "paid"):
        notes.append(term(row.resource))
    if row.contested:
        notes.append(say("told.contested", amount=readable(row.contested)))
    if row.absorbed:
        notes.append(say("told.absorbed", amount=readable(row.absorbed)))
    if row.until is not None:
        notes.append(say("told.until", until=row.until))
    return say("told.more", notes=notes) if notes else ""


def began(told: Told, _viewer: Viewer, _result: CombatBegan) -> Card:
    """A battle begins."""
    return Card(say("told.start"), totals=_waiting(told), parts=_picture(told.after), scene=say("told.start"))


def ended(told: Told, _viewer: Viewer, result: CombatOver) -> Card:
    """A battle is over: who lives, and who is gone."""
    lines = tuple(
        say("told.survivor", who=told.after.called(who), state=say("view.dead") if f.dead else say("view.alive"))
        for who, f in result.fighters.items()
        if who in told.before.people
    )
    there = told.before.battle.fighters if told.before.battle else ()
    doubles = (f.id for f in there if f.id not in result.fighters)  # FET-SKX-11: with the battle they are gone
    gone = tuple(say("told.gone", who=known_as(told.before, who)) for who in doubles)
    over = (say("told.printed_ended"), *lines, *gone, *set_off_lines(told, result.set_off or ()))
    return Card(say("told.end", time=result.time), lines=over)


def closed(told: Told, viewer: Viewer, result: CombatClosed) -> Card:
    """How a battle ended; one that goes on says so."""
    over = result.over
    if over is None:
        return Card(say("told.kept_on"))
    return ended(Told(told.procedure, told.given, over, told.before, told.after), viewer, over)


def auto_now(told: Told, _viewer: Viewer, result: AutoNow) -> Card:
    """For whom the table declares."""
    who = [say("told.everybody") if one == "*" else known_as(told.after, one) for one in result.who]
    return Card(
        say("told.combat_auto"), lines=(say("told.combat_auto_on", who=who) if who else say("told.combat_auto_off"),)
    )


def npcs_declared(told: Told, _viewer: Viewer, result: NpcsDeclared) -> Card:
    """Which NPCs have declared."""
    lines = tuple(say("told.acts", who=told.after.called(who)) for who in result.declared)
    return Card(say("told.combat_npcs"), totals=_waiting(told), lines=lines)


def cancelled(told: Told, _viewer: Viewer, result: CombatCancelled) -> Card:
    """An act that was given up."""
    title = say("told.cancel", who=told.after.called(told.given.who), spent=result.spent)
    lines = (say("told.target_gone"),) if told.given.taken else ()
    return Card(title, totals=_waiting(told), lines=lines)


def about_one(told: Told, _viewer: Viewer, result: CombatMarked | CombatJoined | CombatLeft | Dismissed) -> Card:
    """Procedures about one person, told by a sentence."""
    who = told.given.who
    state = told.after if who in told.after.characters or told.after.battle else told.before
    totals = _waiting(told) if hasattr(result, "waiting") else ()
    if who not in told.after.veiled:  # FET-LIV-38
        totals = (*(Fact(term(n), why.value, why) for n, why in getattr(result, "why", {}).items()), *totals)
    lines = (say("told.left_battle", who=state.called(who)),) if told.procedure == "combat_leave" else _marks(told)
    key = "appears" if told.procedure == "combat_mark" and told.given.hidden is False else told.procedure
    return Card(say(f"told.{key}", who=state.called(who)), totals=totals, lines=lines)


def _marks(told: Told) -> tuple[Say, ...]:
    """What the GM has marked on somebody; who comes out, and points, are told as such."""
    given = told.given
    if told.procedure != "combat_mark":
        return ()
    found = [say("view.mark_hide")] if given.hidden else []
    if given.overloaded is not None:
        found.append(say("view.mark_overloaded" if given.overloaded else "view.mark_light"))
    if given.zone is not None:
        found.append(say(f"view.mark_{given.zone}"))
    if given.pos is not None:
        found.append(say("told.placed", place=", ".join(f"{n}" for n in (*given.pos, 0, 0, 0)[:3])))
    return tuple(found)
