"""How a battle is told: declarations, what was settled, who must declare; nobody is named whom a viewer does not see."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import AnyPart, Card, Fact, Verdict
from ludex.systems.fet.content import own_name
from ludex.systems.fet.effects import armed as armed_with
from ludex.systems.fet.effects.conditions import traits_of
from ludex.systems.fet.events.battle import CombatEnded, FightersChanged
from ludex.systems.fet.events.people import Died, LossesKept
from ludex.systems.fet.events.telling import Row, Settled
from ludex.systems.fet.policy import NpcsDeclared
from ludex.systems.fet.redact import aimed_at, known_as, undoubled
from ludex.systems.fet.rules.advancing import CombatAdvanced
from ludex.systems.fet.rules.declaring import CombatDeclared, NotDeclared
from ludex.systems.fet.rules.flow import AutoNow, CombatClosed, steering
from ludex.systems.fet.rules.roster import Dismissed
from ludex.systems.fet.rules.timeline import (
    CombatBegan,
    CombatCancelled,
    CombatJoined,
    CombatLeft,
    CombatMarked,
    CombatOver,
)
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import EffectSort, Event, Kind, OtherStep, Outcome, Resource, readable, written
from ludex.systems.fet.views.look.battle import condition, timeline
from ludex.systems.fet.views.tell.lasting import aftermath
from ludex.systems.fet.views.tell.witness import Onlooker, happened, onlooker, reason, used_up

# Combat


def declared(told: Told, _viewer: Viewer, result: CombatDeclared) -> Card:
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
    totals = (*_related(told), *_aim(told), *impact, wind_up, Fact(say("view.time"), span))
    lines = (*lines, *_waiting(told))
    return Card(title, totals=totals, lines=lines, sentence=_declared_sentence(told, result))


def _declared_sentence(told: Told, result: CombatDeclared) -> Say:
    """What somebody is about to do, with what, at whom, and when it comes to something."""
    given, facts = told.given, {"who": told.after.called(told.given.who), "end": result.end}
    if given.kind == Kind.WAIT:
        return say("sentences.waits", **facts)
    skill = getattr(given.skill, "name", given.skill)
    tool = own_name(given.weapon) if given.weapon and given.kind in (Kind.ATTACK, Kind.SHOOT) else ""
    named = (given.target,) if isinstance(given.target, str) else given.target or ()
    whom = {"whom": [ONESELF if who == given.who else aimed_at(told.after, who) for who in named]} if named else {}
    if whom and tool and not skill:
        return say("sentences.declares_with", **facts, **whom, what=term(given.kind), tool=tool)
    key = f"sentences.{'casts' if skill else 'declares'}{'_at' if whom else ''}"
    return say(key, **facts, **whom, what=own_name(skill) if skill else term(given.kind))


def _aim(told: Told) -> tuple[Fact, ...]:
    """At whom an act is aimed; who was taken by itself is told apart."""
    given = told.given
    named = () if given.taken else (given.target,) if isinstance(given.target, str) else given.target or ()
    return (Fact(say("view.aim"), [aimed_at(told.after, who) for who in named]),) if named else ()


def not_declared(_told: Told, _viewer: Viewer, _result: NotDeclared) -> Card:
    return Card(say("told.refused"), sentence=say("told.refused"))


@rule("FET-ACT-2", "FET-LIV-58")
def _related(told: Told) -> tuple[Fact, ...]:
    """The attribute that an act rests on; shots and waiting have none."""
    fighter = told.after.fighter(told.given.who)
    if fighter is None or fighter.act is None or not fighter.act.attribute:
        return ()
    return (Fact(say("view.related"), term(fighter.act.attribute)),)


def _waiting(told: Told) -> tuple[Say, ...]:
    """Who must declare now, as far as the viewer may know."""
    who = list(dict.fromkeys(undoubled(told.after, w) for w in told.result.waiting if w in told.after.people))
    return (*((say("told.waiting", who=who),) if who else ()), *_to_steer(told.after))


@rule("FET-LIV-17", "FET-LIV-35")
def _to_steer(state: State) -> tuple[Say, ...]:
    """Whose user must say what it does: time waits for them, too."""
    battle = state.battle
    idle = [state.called(f.id) for f in battle.fighters if steering(battle, f)] if battle else []
    return (say("told.to_steer", who=idle),) if idle else ()


def advanced(told: Told, viewer: Viewer, result: CombatAdvanced) -> Card:
    """What was settled; somebody whom a viewer does not see is not named, and who lies entombed is told nothing (FET-LIV-41)."""
    seen, title = onlooker(told, viewer), say("told.advance", time=result.time)
    if not seen.perceives():
        return Card(title, lines=(say("view.perceives_nothing"),))
    lines = (*set_off_lines(told, result.set_off or ()), *aftermath(told))
    events = happened(told, viewer)
    if not lines and not events:
        lines = (say("told.nothing"),)
    verdict, lines = _fallen(told, viewer, result.dead), (*lines, *_waiting(told))
    sentence = _sentence(told, seen)
    if not sentence:  # nobody did anything to anybody
        title, sentence = (say(key, time=result.time) for key in ("told.moment", "sentences.of_moment"))
    return Card(title, verdict, _changed(told), lines, _picture(told.after), sentence=sentence, happened=events)


def _sentence(told: Told, seen: Onlooker) -> Label:
    """A moment as somebody tells it who was there: what each act came to; a death with the blow that brought it, else by itself."""
    fell = [event.who for event in told.events if isinstance(event, Died)]
    parts: list[Part] = []
    for moment in (event for event in told.events if isinstance(event, FightersChanged)):
        last = {row.target: row for row in moment.settled if row.outcome == Outcome.HIT}
        paid = [row.who for row in moment.settled if row.outcome == Outcome.PAID]
        killing = [who for who in last if who in fell and who is not None and who not in paid]
        fell = [who for who in fell if who not in killing]
        parts += moment_parts(seen, moment, killing)
    return in_one([*parts, *(Part(say("sentences.of_died", who=seen.name(who))) for who in fell)]) or ""


@rule("FET-LIV-8")
def _fallen(told: Told, viewer: Viewer, dead: Sequence[str]) -> Verdict | None:
    """Deaths head what happened: for players bad where one of their side has died, good where only others have."""
    fighters = told.before.battle.fighters if told.before.battle else ()
    players = {f.side for f in fighters if (c := told.before.characters.get(f.id)) and not c.npc}
    theirs = all(f.side not in players for f in fighters if f.id in dead)
    said = say("told.fallen", who=[known_as(told.after, who) for who in dead])
    return Verdict("good" if theirs and not viewer.gm else "bad", said, for_reader=True) if dead else None


def settled_card(told: Told, viewer: Viewer, settled: CombatAdvanced) -> tuple[Label, ...]:
    seen, moment = onlooker(told, viewer), FightersChanged(settled.time, (), settled=settled.resolved)
    died = tuple(say("told.died", who=known_as(told.after, who)) for who in settled.dead)
    return (*(seen.row_line(row, moment) for row in settled.resolved), *died)


def _changed(told: Told) -> tuple[Fact, ...]:
    """Whose stamina, will or shield has moved, as the viewer knows it."""
    moved = [one for event in told.events if isinstance(event, FightersChanged | LossesKept) for one in event.moved]
    people = dict.fromkeys(one.who for one in moved if one.was != one.now)
    fighters = told.after.battle.fighters if told.after.battle else ()
    return tuple(Fact(known_as(told.after, f.id), condition(told.after, f)) for f in fighters if f.id in people)


def _picture(state: State) -> tuple[AnyPart, ...]:
    return (timeline(state),) if state.battle else ()


def _known(told: Told, who: str) -> Label:
    return known_as(told.after if who in told.after.people else told.before, who)


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
    key, what = "told.set_off" if own else "told.set_off_thing", _did(told, row)
    moved = what.facts if what.key == "told.changed_pool" else {"who": what.facts.get("who", "")}
    return say(key, trait=row.trait, what=what, **moved)


def _did(told: Told, row: SetOff) -> Say:
    who = _known(told, row.on or row.who)
    if row.kind == EffectSort.INFO and (text := _text(told, row)):
        return say("told.did_say", who=who, text=text)
    if row.before == row.after == "" or (row.resource and (row.on or row.who) in told.after.veiled):
        return say("told.did", who=who, kind=term(row.kind))
    if row.kind == OtherStep.SCAR:
        return say("told.scarred", who=who, resource=term(row.resource), amount=row.after)
    if row.before == "":
        return say("told.did_much", who=who, kind=term(row.kind), amount=row.after)
    if row.resource:
        return say("told.changed_pool", who=who, resource=term(row.resource), before=row.before, after=row.after)
    return say("told.changed_other", who=who, kind=term(row.kind), before=row.before, after=row.after)


def _text(told: Told, row: SetOff) -> str:
    """What a card says of itself, where saying is all it does; an NPC's is not told."""
    own = () if row.who in told.after.veiled else traits_of(told.after, row.who)
    noted = next((weapon.note for weapon in armed_with(told.after, row.who) if weapon.name == row.trait), "")
    return next((trait.text for trait in own if trait.name == row.trait), noted)


def began(told: Told, _viewer: Viewer, _result: CombatBegan) -> Card:
    parts, sides = _picture(told.after), _sides(told.after)
    sentence = say("sentences.begins", one=sides[0], other=sides[1]) if len(sides) == 2 else ""
    return Card(say("told.start"), lines=_waiting(told), parts=parts, scene=say("told.start"), sentence=sentence)


def _sides(state: State) -> list[list[Label]]:
    fighters = state.battle.fighters if state.battle else ()
    names = {f.side: [known_as(state, one.id) for one in fighters if one.side == f.side] for f in fighters}
    return list(names.values())


def ended(told: Told, viewer: Viewer, result: CombatOver) -> Card:
    lines = (say("told.printed_ended"), *set_off_lines(told, result.set_off or ()))
    events = happened(told, viewer)
    sentence = reduce(_and_then, _how_it_ended(told, onlooker(told, viewer), result))
    return Card(say("told.end", time=result.time), lines=lines, happened=events, sentence=sentence)


def _how_it_ended(told: Told, seen: Onlooker, result: CombatOver) -> list[Say]:
    """How long a battle was, who lives, with what is left to whom it was taken, and who does not; who is whole again, which doubles are gone."""
    over = [event for event in told.events if isinstance(event, CombatEnded)]
    people = [fighter for event in over for fighter in event.fighters if seen.is_there(fighter.id)]
    left = [(seen.name(fighter.id), seen.wounds(fighter)) for fighter in people if not fighter.dead]
    alive = [say("sentences.alive_with", who=name, wounds=wounds) if wounds else name for name, wounds in left]
    fell = [seen.name(fighter.id) for fighter in people if fighter.dead]
    full = [seen.name(who) for event in over for who in event.filled if seen.knows(who)]
    gone = [seen.aimed(who) for event in over for who in event.gone if seen.is_there(who)]
    key = "over_some" if alive and fell else "over_dead" if fell else "over_alive" if result.time else "over_at_once"
    found = [say(f"sentences.{key}", time=result.time, alive=alive, who=fell)]
    found += [say("sentences.of_filled", who=full)] if full else []
    return [*found, *([say("sentences.of_gone", who=gone)] if gone else [])]


def closed(told: Told, viewer: Viewer, result: CombatClosed) -> Card:
    over = result.over
    if over is None:
        return Card(say("told.kept_on"))
    return ended(told, viewer, over)


def auto_now(_told: Told, _viewer: Viewer, _result: AutoNow) -> Card:
    return Card(say("told.combat_auto"))


def npcs_declared(told: Told, _viewer: Viewer, result: NpcsDeclared) -> Card:
    names = [told.after.called(who) for who in result.declared]
    lines = tuple(say("told.acts", who=name) for name in names)
    sentence = say("sentences.of_acts", who=names) if names else ""
    return Card(say("told.combat_npcs"), lines=(*lines, *_waiting(told)), sentence=sentence)


def cancelled(told: Told, _viewer: Viewer, result: CombatCancelled) -> Card:
    title = say("told.cancel", who=told.after.called(told.given.who), spent=result.spent)
    lines = (say("told.target_gone"),) if told.given.taken else ()
    return Card(title, lines=(*lines, *_waiting(told)))


def about_one(told: Told, _viewer: Viewer, result: CombatMarked | CombatJoined | CombatLeft | Dismissed) -> Card:
    """Procedures about one person, told by a sentence."""
    who = told.given.who
    state = told.after if who in told.after.characters or told.after.battle else told.before
    totals: tuple[Fact, ...] = ()
    if who not in told.after.veiled:  # FET-LIV-38
        totals = tuple(Fact(term(n), why.value, why) for n, why in getattr(result, "why", {}).items())
    lines = _marks(told)
    key = "appears" if told.procedure == "combat_mark" and told.given.hidden is False else told.procedure
    marked = key == "combat_mark" and len(lines) == 1
    sentence = (
        say(f"sentences.{_marked(lines[0])}", who=state.called(who), mark=lines[0], **lines[0].facts) if marked else ""
    )
    lines = (*lines, *(_waiting(told) if hasattr(result, "waiting") else ()))
    return Card(say(f"told.{key}", who=state.called(who)), totals=totals, lines=lines, sentence=sentence)


def _marked(mark: Say) -> str:
    """How one mark is told: somebody hides, stands somewhere, or is otherwise than before."""
    return {"view.mark_hide": "of_hides", "told.placed": "of_placed"}.get(mark.key, "marked")


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


# One moment, one sentence: who, with what, did what to whom, and what came of it (FET-LIV-57)

BETWEEN_TWO = (Outcome.BLOCKED, Outcome.INTERRUPTED, Outcome.CONTROLLED, Outcome.DEBUFFED, Outcome.HEALED)
"""Outcomes of which one tells whom they befell."""

ONESELF = say("sentences.oneself")


class Part(NamedTuple):
    """A part of a sentence: what it says, of whom it tells and whom that befell; how it goes on behind a part about the same one (`more`), or
    about the same two the other way round (`back`)."""

    said: Say
    who: str = ""
    whom: str = ""
    more: Say | None = None
    back: Say | None = None


def in_one(parts: Sequence[Part]) -> Say | None:
    """Parts as one sentence: nothing twice, and nobody named again of whom the part before has told."""
    found: Say | None = None
    before = Part(say("view.none"))
    for n, part in enumerate(parts):
        if any(part.said == one.said for one in parts[:n]):
            continue
        back = part.back if part.who and (part.who, part.whom) == (before.whom, before.who) else None
        more = part.more if part.who and part.who == before.who else None
        found = _and_then(found, part.said, back or more) if found else part.said
        before = part
    return found


def _and_then(first: Say, then: Say, on: Say | None = None) -> Say:
    """What comes next, behind a stop; or going on (`on`), behind a comma."""
    return say("sentences.goes_on", first=first, then=on) if on else say("sentences.and_then", first=first, then=then)


def moment_parts(seen: Onlooker, moment: Settled, killing: Sequence[str]) -> Iterator[Part]:
    """What the acts of a moment came to, blows on one together, and equal ones of one; `killing`: who has died of the last one."""
    told = [row for row in moment.settled if row.outcome not in (Outcome.PAID, Outcome.WAITED)]
    stopped = {row.target for row in told if row.outcome == Outcome.INTERRUPTED}
    rows = [row for row in told if not (row.outcome == Outcome.BROKEN and row.who in stopped and not used_up(row))]
    done: list[Row] = []
    for n, row in enumerate(rows):
        if any(row is one for one in done):
            continue
        later = [one for one in rows[n:] if _is_blow(row) and _is_blow(one)]
        on_one = [one for one in later if one.target == row.target]
        alike = [one for one in later if _dealt(one) == _dealt(row) and one.target not in killing]
        if len(on_one) > 1:
            done += on_one
            yield _blows_on(seen, on_one, moment, kills=row.target in killing)
        elif len(alike) > 1 and row.target not in killing:
            done += alike
            whom = [seen.aimed(one.target or "") for one in alike]
            yield Part(say("sentences.hit_each", **_about(seen, row, moment), whom=whom), row.who)
        else:
            yield _part(seen, row, moment, kills=row.target in killing)


def _is_blow(row: Row) -> bool:
    return row.outcome == Outcome.HIT and bool(row.target) and row.target != row.who


def _dealt(row: Row) -> tuple[object, ...]:
    """What blows have in common that are told as one on several people."""
    return (row.who, row.kind, row.named, row.tool, row.final, row.swayed, row.absorbed, row.resource)


def _about(seen: Onlooker, row: Row, moment: Settled) -> dict[str, Filling]:
    """Whose act it was, what it was, how much came of it and what made it so."""
    final = readable(seen.came_of(row, moment))
    return {"who": seen.name(row.who), "what": _tool(seen, row), "final": final, "more": _made_of(seen, row)}


def _blows_on(seen: Onlooker, rows: Sequence[Row], moment: Settled, *, kills: bool) -> Part:
    """Several blows on one: whose each was and how hard; the name of one who strikes twice is said once."""
    known = [{one.who for one in rows[:n]} for n in range(len(rows))]
    keys = [
        f"sentences.{'blow_more' if row.who in before else 'blow'}" for row, before in zip(rows, known, strict=True)
    ]
    blows = [say(key, **_about(seen, row, moment)) for key, row in zip(keys, rows, strict=True)]
    whom = seen.aimed(rows[0].target or "")
    return Part(say("sentences.hits", blows=blows, whom=whom, end=say("sentences.kills", who=whom) if kills else ""))


GOES_ON = (Outcome.HEALED, Outcome.MOVED, Outcome.STANDS, Outcome.SUMMONED, Outcome.NONE)
"""Outcomes with words of their own behind another act of the same one."""


def _part(seen: Onlooker, row: Row, moment: Settled, *, kills: bool) -> Part:
    """What one act came to; `kills`: its target has died of it."""
    other, blow = row.target if row.target and row.target != row.who else "", _is_blow(row)
    whom = seen.aimed(other)
    met = bool(other) and (blow or row.outcome in BETWEEN_TWO)
    facts = {**_about(seen, row, moment), "until": row.until or 0, **({"whom": whom} if met else {})}
    if not blow:
        why = reason(seen.after, row)
        facts["more"] = say("told.more", notes=[why]) if why else ""
        word = used_up(row) or (f"{row.outcome}_at" if met else Outcome.STANDS if seen.flows(row) else row.outcome)
        facts = {key: facts[key] for key in ("who", "what")} if word == Outcome.STANDS else facts
        on = say(f"sentences.then_{word}", **facts) if row.outcome in GOES_ON else None
        return Part(say(f"sentences.{word}", **facts), row.who, other, on)
    facts["end"] = say("sentences.kills", who=whom) if kills else ""
    said = say("sentences.shot" if row.kind == Kind.SHOOT else "sentences.hit", **facts)
    return Part(said, row.who, other, say("sentences.then_hit", **facts), say("sentences.back", **facts))


def _tool(seen: Onlooker, row: Row) -> Label:
    if row.tool and row.kind in (Kind.ATTACK, Kind.SHOOT) and not (row.named and seen.knows_card(row)):
        return own_name(row.tool)
    return seen.card(row)


def _made_of(seen: Onlooker, row: Row) -> Say | str:
    """In brackets: what a blow is made of, that it went to the will, what a shield took of it."""
    notes: list[Label] = []
    if row.swayed:
        base = written(readable(row.final - sum(way.by for way in row.swayed)))
        ways = [written(readable(way.by), signed=True) for way in row.swayed]
        named = [
            by if way.who in seen.after.veiled or way.name == row.tool else say("told.sum_part", by=by, name=way.name)
            for by, way in zip(ways, row.swayed, strict=True)
        ]
        notes.append(say("sentences.sum", base=base, parts=named))
    if row.resource == Resource.WILL:
        notes.append(term(row.resource))
    if row.absorbed:
        notes.append(say("told.absorbed", amount=readable(row.absorbed)))
    return say("told.more", notes=notes) if notes else ""
