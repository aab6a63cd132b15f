"""What a viewer knows of an act: the states on both sides of it, and how those are called whom its events name (`events.telling.Witness`);
with what the tellers of cards share: titles, names as far as a viewer may know them, gauges.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.events import told_by
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.core.system import Told
from ludex.core.view import AnyPart, EventLine, Fact, Text
from ludex.systems.fable.events.telling import MOVED, moved_said
from ludex.systems.fable.redact import NUMBERS, TRAITS
from ludex.systems.fable.rules.attributes import label
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, TimedEffect
from ludex.systems.fable.views.look import gauge_parts

BROKE = "told.broke"


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of an act."""

    before: State
    after: State

    def find(self, who: str) -> Character | None:
        return self.after.characters.get(who) or self.before.characters.get(who) or self.before.away.get(who)

    def name(self, who: str) -> Label:
        if (character := self.find(who)) is not None:
            return character.called
        on_clock = self.after.conflict is not None and self.after.conflict.of(who)
        return who if on_clock or not who else say("view.somebody")

    def effect(self, record: Record) -> Label:
        return label(self.before, record)

    def timed(self, counted: TimedEffect) -> Label:
        """How an effect is called whose time the clock counts, and on whom it lies where that can be known."""
        name, _, whom = counted.id.partition("@")
        if counted.record is not None:
            called = label(self.before, counted.record)
            return say("told.effect_on", effect=called, who=self.name(counted.anchor)) if counted.anchor else called
        return say("told.effect_on", effect=name, who=whom) if whom else counted.id

    def opens(self, who: str) -> bool:
        """Whether somebody's dice may be known: those of an NPC that has not been studied so far may not (FAB-LIV-39)."""
        character = self.find(who)
        return not who or (character is not None and character.shown >= TRAITS)

    def has_numbers(self, who: str) -> bool:
        """Whether what somebody's gauges hold may be known (FAB-LIV-39)."""
        character = self.after.characters.get(who)
        return character is not None and character.shown >= NUMBERS


def onlooker(told: Told) -> Onlooker:
    """The viewer of a finished procedure, whose states hold what she may know."""
    return Onlooker(told.before, told.after)


def happened(told: Told, *, but: tuple[str, ...] = ()) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to the viewer, `but` for what its card says otherwise; gauges of one person in one line."""
    lines = told_by(told.events, onlooker(told))
    kept = [line for line in lines if not (isinstance(line.said, Say) and line.said.key in but)]
    return tuple(_broken_at_once(list(_in_sum(kept)) if told.procedure in TICKING else kept))


TICKING = ("advance", "tick_start", "tick_end")
"""Procedures in which the same thing happens many times over."""


def _in_sum(lines: list[EventLine]) -> Iterator[EventLine]:
    """The same, with all that somebody lost of a row of gauges in one line, and all that came back in another, where the first of them stands."""
    moves: dict[tuple[str, str, bool], list[EventLine]] = {}
    for line in lines:
        if (row := _row(line)) is not None:
            moves.setdefault(row, []).append(line)
    for line in lines:
        found = moves.get(_row(line) or ("", "", False), [line])
        if line is found[0]:
            yield _summed(found) if len(found) > 1 else line


def _row(line: EventLine) -> tuple[str, str, bool] | None:
    if line.moved is None or not isinstance(line.said, Say) or line.said.key not in MOVED:
        return None
    return line.moved.who, str(line.moved.what), line.moved.by > 0


def _summed(lines: list[EventLine]) -> EventLine:
    by = sum(line.moved.by for line in lines if line.moved is not None)
    said, moved = lines[-1].said, lines[-1].moved
    if moved is None or not isinstance(said, Say):
        return lines[-1]
    facts = {"who": said.facts["who"], "pool": said.facts["pool"]}
    return replace(lines[-1], said=moved_said(**facts, by=by), moved=replace(moved, by=by, why=None))


def _broken_at_once(lines: list[EventLine]) -> Iterator[EventLine]:
    """The same, with all gauges of somebody that broke one after another in the first line that says so."""
    broken = [line.said for line in lines if isinstance(line.said, Say) and line.said.key == BROKE]
    told: set[str] = set()
    for line in lines:
        if not isinstance(line.said, Say) or line.said.key != BROKE:
            yield line
            continue
        who = line.said.facts["who"]
        gauges = [one for said in broken if said.facts["who"] == who for one in said.facts["gauges"]]
        if str(who) not in told:
            yield replace(line, said=say(BROKE, who=who, gauges=gauges))
        told.add(str(who))


# ---------------------------------------------------------------------- titles, names, gauges
Known = Label | int | list[Label]
"""What fills a gap of a title."""


def title_of(told: Told, **facts: Known) -> Say:
    return say(f"told.{told.procedure}", **facts)


def name_of(told: Told, who: str) -> Label:
    return onlooker(told).name(who)


@rule("FAB-LIV-41")
def names_of(told: Told, people: Sequence[str]) -> list[Label]:
    """What several people are called: that somebody unseen is among those who can be seen is not said."""
    names = [name_of(told, who) for who in people]
    return [name for name in names if isinstance(name, str)] or names[:1]


def opens(told: Told, who: str) -> bool:
    return onlooker(told).opens(who)


def value_of(told: Told, who: str, value: int, why: Total | None, *, of: Label | None = None) -> Fact:
    """What somebody rolled, opened into its terms as far as her dice may be known."""
    return Fact(of or say("outputs.value"), value, why if opens(told, who) else None)


def bars_of(told: Told, who: str, *, titled: bool = False) -> tuple[AnyPart, ...]:
    """Somebody's gauges, under her name where there are several people's."""
    character = told.after.characters.get(who)
    if character is None:
        return ()
    title = (Text(character.called),) if titled else ()
    return (*title, *gauge_parts(character))


def rested_facts(told: Told, people: Sequence[str]) -> tuple[Fact, ...]:
    return tuple(
        Fact(name_of(told, who), say("told.rested_whole", hp=c.hp, mp=c.mp, max_hp=sum(c.hg_cap), max_mp=sum(c.mg.cap)))
        for who in people
        if (c := told.after.characters.get(who))
    )


def whom(told: Told) -> Label:
    """Whom a procedure was about, by whichever name its input has for her."""
    given = told.given
    who = next((w for n in ("character", "actor", "owner", "caster") if (w := getattr(given, n, ""))), "")
    who = who or getattr(getattr(given, "combatant", None), "id", "")
    return name_of(told, who)
