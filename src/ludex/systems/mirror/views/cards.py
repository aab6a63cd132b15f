"""Cards that are shown on request and change nothing: a sheet, the library, what skills are for; and what an evening came to."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.effects.sentences import sentence, trigger_said
from ludex.core.events import Event
from ludex.core.names import named
from ludex.core.plain import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, keys_in, say, term
from ludex.core.view import Card, Label, Rows, Text
from ludex.systems.mirror import events as ev
from ludex.systems.mirror.content import (
    ActionRecord,
    NpcRecord,
    called,
    character_of,
    described,
    english,
    library,
    shown,
)
from ludex.systems.mirror.content.bodies import BodyPlan
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.rules.skills import LINKED
from ludex.systems.mirror.sheet import Character, Ware
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Skill, said
from ludex.systems.mirror.views.deeds import reaching, striking
from ludex.systems.mirror.views.look.sheet import items_part, seen_parts, sheet_parts


def skills(_state: State, _viewer: Viewer, _given: Plain) -> Card:
    rows = tuple((term(s), say("view.listed", items=[term(a) for a in LINKED[s]]), say(f"uses.{s}")) for s in Skill)
    columns = (say("view.skill"), say("view.linked"), say("view.note"))
    return Card(say("view.skills"), parts=(Rows(columns, rows),))


def sheet(state: State, _viewer: Viewer, given: Plain) -> Card:
    character = state.who(str(given["who"]))
    return Card(character.called, parts=sheet_parts(state, character))


@rule("MIR-LIV-40")
def seen(state: State, _viewer: Viewer, given: Plain) -> Card:
    """What may be known of a stranger: side, region, parts with their wounds, what is held or worn, who is down."""
    character = state.who(str(given["who"]))
    return Card(character.called, parts=seen_parts(character))


def content(state: State, viewer: Viewer, given: Plain) -> Card:
    """What the library holds of a kind, or one record of it."""
    kind = str(given["kind"])
    records = getattr(library(state.catalogue), kind)
    if given.get("name"):
        key, found = named_record(str(given["name"]), records)
        if isinstance(found, NpcRecord) and (viewer.gm or viewer.numbers == "open"):  # MIR-LIV-40
            return block(state, key, found)
        return record(kind, (key, found))
    rows = tuple((_called(kind, name, r), _note(r)) for name, r in records.items())
    columns = (say("view.name"), say("view.note"))
    return Card(say(f"view.{kind}"), parts=(Rows(columns, rows) if rows else Text(say("view.empty")),))


def _called(kind: str, name: str, record: msgspec.Struct) -> Label:
    """A record by name; a category of weapons by its own word, though a weapon may be called the same."""
    return said(name) if kind == "gear" else shown(called(name, record))


@rule("MIR-LIV-52", "MIR-LIV-59")
def block(state: State, key: str, found: NpcRecord) -> Card:
    """The sheet of who would come of a block, and what she can do."""
    return Card(shown(called(key, found)), parts=sheet_parts(state, character_of(found, key)))


def _note(record: msgspec.Struct) -> Label:
    return described(str(getattr(record, "notes", "") or getattr(record, "text", "")))


def named_record(wanted: str, records: Mapping[str, msgspec.Struct]) -> tuple[str, msgspec.Struct]:
    """A record by its id, its name, or the unique beginning of either."""
    names = {key: (key, called(key, record), english().get(key, key)) for key, record in records.items()}
    known = [shown(called(key, record)) for key, record in records.items()]
    key = named(wanted, names, unknown="unknown_id", id=wanted[:40], ids=known)
    return key, records[key]


@rule("MIR-LIV-59")
def record(kind: str, found: tuple[str, msgspec.Struct]) -> Card:
    """One record in the rulebook's order: name and domain, 前置, 需求, 触发, 执行, 射程, 范围, 时效, what it says and does."""
    key, it = found
    text = _note(it)
    lines: list[Label] = [*_needs(it), *_used(it), *_made_of(it), *((text,) if text else ()), *_does(it)]
    domain = getattr(it, "domain", "")
    name = shown(called(key, it))
    head = say("view.of_domain", name=name, domain=said(domain)) if domain else name
    return Card(head, lines=tuple(lines) or (say(f"view.{kind}"),))


def _needs(it: msgspec.Struct) -> Iterator[Label]:
    for name in ("prerequisite", "requirement"):
        if needs := getattr(it, name, ()):
            yield say(
                f"view.{name}", needs=[say("view.at_least", name=stat_said(c.stat), value=c.value) for c in needs]
            )


def _used(it: msgspec.Struct) -> Iterator[Label]:
    """Trigger, type and cost, range, area, duration of an action."""
    if not isinstance(it, ActionRecord):
        return
    if it.on is not None:
        yield say("view.triggered_by", **trigger_said(WORDS, it.on))
    elif it.trigger:
        yield say("view.triggered")
    cost = say("view.cost_both", ap=it.ap, sp=it.sp) if it.sp else say("view.cost_ap", ap=it.ap)
    yield say("view.executed", type=term(it.type), cost=cost)
    yield from reaching(it)
    if it.effect is not None:
        lasts = it.effect.duration
        unit = term(lasts.unit)
        yield say("view.lasting", unit=unit if lasts.n == 1 else say("view.so_many", n=lasts.n, unit=unit))
    yield from striking(it)


def _made_of(it: msgspec.Struct) -> Iterator[Label]:
    """What a thing stops, lights and grants; the parts of a body with their organs."""
    if isinstance(it, Ware):
        if it.covers:
            yield say("view.guards", dr=it.dr, parts=[term(p) for p in it.covers])
        if it.light is not None:
            yield say("view.lights", level=term(it.light.level), radius=it.light.radius)
    for part in it.parts if isinstance(it, BodyPlan) else ():
        organs: list[Label] = [shown(o.name) for o in part.organs]
        yield say("view.part_organs", part=part.name or said(part.id), organs=organs or ["—"])


def _does(it: msgspec.Struct) -> Iterator[Label]:
    """What a record computes, in sentences; what computes nothing says so."""
    effect = getattr(it, "effect", None)
    effect = getattr(effect, "record", effect)
    if isinstance(effect, Effect) and effect.acts:
        when = tuple(p for p in effect.when if not any(isinstance(shown(v), Say) for v in p.values))
        yield from sentence(WORDS, replace(effect, text="", when=when))  # what hangs on a shipped thing its text says
    if grants := getattr(it, "grants", ()):
        yield say("view.brings", items=[shown(name) for name in grants])


def stat_said(stat: str) -> Label:
    """A number of a sheet by name («力量», «武者»)."""
    return said(stat.rpartition(".")[2])


def time(state: State, _viewer: Viewer, _given: Plain) -> Card:
    return Card(say("view.time"), lines=(say("told.time_now", unit=state.time.unit, segment=state.time.segment),))


def items(state: State, _viewer: Viewer, given: Plain) -> Card:
    character = state.who(str(given["who"]))
    return Card(say("view.items_of", who=character.called), parts=(items_part(character),))


CARDS: dict[str, Callable[[State, Viewer, Plain], Card]] = {
    "skills": skills,
    "sheet": sheet,
    "seen": seen,
    "content": content,
    "time": time,
    "items": items,
}
"""Cards by the names under which commands show them."""

PEAKS = keys_in(
    "told",
    "fell_dead fell_mad fell_unconscious dying_begins part_status woke level_up reveal_character end_conflict",
)
"""What a chronicle never leaves out."""

TIMES = {"told.next_tick": "told.next_tick", "told.round_of": "told.round_of"}
"""What says that a round or a moment begins, and the phrase that heads it."""

WEIGHS = keys_in(
    "told",
    "came_to rested_already effect_hurt reacted_often dying_begins wounds worsened part_status erosion "
    "fell_dead fell_unconscious fell_mad sp_loss",
)
"""What cards tell of wounds and of who falls."""

UNSAID = keys_in(
    "told",
    "next_tick round_of acting acting_then end_turn initiative_now set_stage stage_size edit_stage "
    "place_character used sp_spent no_ap_left",
) | {"sentences.and_then", "sentences.end_turn"}
"""What cards tell to run the clock and the stage: no part of a story."""

SLIGHT = keys_in(
    "sentences",
    "walked thrown thrown_great_success thrown_success thrown_failure thrown_great_failure set_mode "
    "edit_stage set_stage item_held item_worn item_packed playing playing_nobody throws throws_not "
    "content content_gone pack begun wound_gone wound_less check check_great_success check_success check_failure "
    "check_great_failure checked",
)
"""Sentences about nothing that anybody retells: where somebody stands, a throw for nothing, AP that are still to pay, a wound that is gone by
hand, how the table is set."""


@rule("MIR-LIV-56")
def tally(state: State, events: Sequence[Event[State]]) -> Iterator[Say]:
    """Who was there, conflicts and their ends, and for each who plays: favour, levels, traumas, relations that changed."""
    players = [c for i, c in state.characters.items() if not (c.gm_played or i.startswith("@"))]
    if players:
        yield say("told.tally_there", who=[c.called for c in players])
    yield from _conflicts(state, events)
    for c in players:
        yield from _came_to(state, c, [x for x in events if getattr(x, "who", "") == c.id])


def _conflicts(state: State, events: Sequence[Event[State]]) -> Iterator[Say]:
    """Each conflict: who stood against whom, and how many rounds it took; one that goes on says so."""
    people = {**state.away, **state.characters}
    found: list[list[Event[State]]] = []
    for event in events:
        if isinstance(event, ev.ConflictBegun):
            found.append([event])
        elif found:
            found[-1].append(event)
    for begun, *later in found:
        fighters = begun.fighters if isinstance(begun, ev.ConflictBegun) else ()
        there = [people[f.id] for f in fighters if f.id in people]
        ours, foes = ([c.called for c in there if (c.side == "pc") is side] for side in (True, False))
        rounds = 1 + sum(isinstance(x, ev.RoundBegun) for x in later)
        key = "told.tally_conflict" if any(isinstance(x, ev.ConflictEnded) for x in later) else "told.tally_conflict_on"
        yield say(key, ours=ours or ["—"], foes=foes or ["—"], rounds=rounds)


def _came_to(state: State, c: Character, mine: Sequence[Event[State]]) -> Iterator[Say]:
    favours = [x for x in mine if isinstance(x, ev.FavourChanged)]
    if favours:
        why = list(dict.fromkeys(x.reason for x in favours if x.reason))
        yield say("told.tally_favour_for" if why else "told.tally_favour", who=c.called, favour=c.favour, why=why)
    if levels := sum(isinstance(x, ev.DomainChanged) for x in mine):
        yield say("told.tally_levels", who=c.called, n=levels, lv=c.lv)
    for one in mine:
        if isinstance(one, ev.TraumaNoted):
            yield say("told.tally_trauma", who=c.called, text=one.text)
    others = {x.other for x in mine if isinstance(x, ev.RelationChanged | ev.RelationEnded)}
    if others:
        names = [state.characters[i].called for i in sorted(others) if i in state.characters]
        yield say("told.tally_relations", who=c.called, others=names or ["—"])
