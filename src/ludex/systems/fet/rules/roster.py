"""The people of the table (live play, sheets for years; FET-SHT, FET-LVL-3): who is there, how they stand, who comes and goes.

Joins what every chapter asks of a character: its sheet (FET-CMD-5), what changes its values, what it has left, and itself as a
fighter; and whom a line means (FET-LIV-60). No dice here. A sheet that cannot be derived is refused (FET-SHT-6).
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import folded, named, narrow, people_called
from ludex.core.plain import Plain
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.systems.fet.content import person_named
from ludex.systems.fet.events.people import CharacterRemoved, DraftEnded, SheetWritten
from ludex.systems.fet.kinds import STORY, GmsDeed, Person
from ludex.systems.fet.redact import fate_heard_by, undoubled
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.sheet import LEVEL, Sheet, hindrance, sheet_problems
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Bearer, Character, Fighter, State, groups
from ludex.systems.fet.terms import DOMAINS, GROUPS, MENTAL, PHYSICAL, RESOURCES, Number, tidy


class Named(Protocol):
    @property
    def name(self) -> str: ...


@rule("FET-CMD-5")
def check_character(state: State, who: str) -> Character:
    """A character of the table. Whatever uses a character needs its sheet (Ruling FET-E-42)."""
    if who not in state.characters:
        raise _nobody(who)
    return state.characters[who]


def _nobody(who: str) -> RuleError:
    """Nobody was named, or somebody without a sheet."""
    return RuleError("no_sheet", clause="FET-CMD-5", who=who)


def check_bearer(state: State, who: str) -> Bearer:
    found = state.bearer(who)
    if found is None:
        raise _nobody(who)
    return found


@rule("FET-STA-2")
def check_resource(name: str, *also: str) -> None:
    """Stamina or will (or what else counts as one here)."""
    if name not in (*RESOURCES, *also):
        raise RuleError("bad_resource", clause="FET-STA-2", resource=name)


class Pools(msgspec.Struct, frozen=True):
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number

    @property
    def dead(self) -> bool:
        """FET-DTH-1; what has no maximum was not brought to 0 (FET-DTH-2)."""
        return self.stamina <= 0 < self.stamina_max or self.will <= 0 < self.will_max


@rule("FET-DTH-2")
def check_alive(state: State, who: str) -> None:
    """The dead do nothing, and nothing reaches them (Ruling FET-E-47)."""
    if state.bearer(who) is not None and pools(state, who).dead:
        raise RuleError("dead", clause="FET-DTH-2", who=state.called(who))


def pools(state: State, who: str) -> Pools:
    """FET-LVL-3: current = maximum - loss, never below 0; a fighter without a sheet has what it has."""
    fighter = state.fighter(who)
    if who not in state.characters and fighter is not None:
        return Pools(fighter.stamina, fighter.maximum("stamina"), fighter.will, fighter.maximum("will"))
    character = state.characters[who]
    found = derived(state, who)
    return Pools(
        stamina=max(0, tidy(found.stamina_max - character.stamina_lost)),
        stamina_max=found.stamina_max,
        will=max(0, tidy(found.will_max - character.will_lost)),
        will_max=found.will_max,
    )


def drafts(state: State, who: str) -> bool:
    """Whether somebody's sheet is still a draft; a sheet that does not exist yet is one."""
    return who not in state.characters or state.characters[who].draft


@rule("FET-LIV-3")
async def used(state: State, *who: str) -> State:
    """Who is first used plays from now on: the sheet is a draft no longer."""
    for one in who:
        if one in state.characters and state.characters[one].draft:
            state = await happen(DraftEnded(one))
    return state


@rule("FET-LIV-14")
def check_at_peace(state: State, *who: str) -> None:
    """Nothing takes a sheet away that a battle is using."""
    for one in who:
        if state.fighter(one) is not None:
            raise RuleError("in_battle", clause="FET-LIV-14", who=state.called(one))


@rule("FET-LIV-7", "FET-LIV-13")
def check_unburdened(state: State, who: str, attribute: str) -> None:
    """Overloaded, one checks none of the physical three (ours: the book says 无法行动); the mind goes on."""
    if who in state.characters and attribute in PHYSICAL and derived(state, who).overloaded:
        raise RuleError("overloaded", clause="FET-LOD-4", who=state.called(who))


EVEN = {name: percent for names in (PHYSICAL, MENTAL) for name, percent in zip(names, (33, 33, 34), strict=True)}
"""A quick all-round character: 33/33/34 and 20 for each domain."""


class Bring(msgspec.Struct, frozen=True):
    """What `bring` is given: a sheet, a stat block by its key or name, or a name and a level for an all-round character.

    `out`: somebody who waits behind the stage and comes out. `several`: such ones, one after another.
    """

    name: str = ""
    sheet: Sheet | None = None
    block: str = ""
    level: Number | None = None
    count: int = 1
    side: str = ""
    npc: bool = False
    stage: str = ""
    out: str = ""
    several: tuple["Bring", ...] = ()


class Brought(msgspec.Struct, frozen=True):
    who: tuple[str, ...]
    problems: tuple[str, ...]


@rule("FET-SHT-2", "FET-SHT-6", "FET-EXT-4")
async def bring(state: State, given: Bring) -> Brought:
    """Put one character, several equal ones, or one after another on the table."""
    who: list[str] = []
    problems: list[str] = []
    for one in given.several or (given,):
        if one.out:  # FET-LIV-40
            state = await on_stage(state, check_character(state, one.out).stage, one.out)
            who.append(one.out)
            continue
        state, brought = await _brought(state, one)
        who += brought
        problems += sheet_problems(_sheet(state, one))
    return Brought(tuple(who), tuple(problems))


async def _brought(state: State, given: Bring) -> tuple[State, list[str]]:
    if not 1 <= given.count <= 20:
        raise RuleError("bad_count", count=given.count, low=1, high=20)
    sheet = _sheet(state, given)
    derive(sheet)
    brought = []
    for _ in range(given.count):
        name = free_name(state, sheet.name, numbered=given.count > 1)
        named = replace(sheet, name=name) if given.npc or given.count > 1 else sheet  # FET-LIV-50
        stage = given.stage or None
        state = await happen(
            SheetWritten(name, named, npc=given.npc, side=given.side, stage=stage, draft=not given.npc)
        )
        brought.append(name)
    return state, brought


def _sheet(state: State, given: Bring) -> Sheet:
    sheet = given.sheet
    if given.block:
        sheet = _rounded(person_named(given.block, state))
    if sheet is None:
        sheet = replace(all_round(), level=state.options.start_level)
    name = given.name or sheet.name
    if not name.strip():
        raise RuleError("name_missing", clause="FET-SHT-2")
    level = sheet.level if given.level is None else given.level
    return replace(sheet, name=name, level=level)


@rule("FET-SHT-4")
def _rounded(sheet: Sheet) -> Sheet:
    """A stat block; where nothing of a group of percentages is written, it is good at nothing there in particular, as quick characters are."""
    blank = [names for names in GROUPS.values() if not any(sheet.percents.get(name) for name in names)]
    even = all_round().percents
    return replace(sheet, percents={**sheet.percents, **{name: even[name] for names in blank for name in names}})


@rule("FET-LIV-40")
async def on_stage(state: State, since: str, *people: str) -> State:
    """Who waited behind the stage, or came hidden, is known from now on: a battle took it in, or it was seen."""
    for who in people:
        found = state.characters.get(who)
        if found is not None and found.stage == since:
            state = await happen(SheetWritten(who, found.sheet, stage=""))
    return state


def all_round() -> Sheet:
    return Sheet(level=LEVEL, percents={**EVEN, **dict.fromkeys(DOMAINS, 20)})


def free_name(state: State, name: str, *, numbered: bool = False) -> str:
    """The name itself, or with the next number behind it: nobody with a sheet or in the battle has it."""
    if not numbered and name not in state.people:
        return name
    return next(f"{name}{n}" for n in range(1, 1000) if f"{name}{n}" not in state.people)


class Dismiss(GmsDeed, names=("退场", "dismiss"), does="dismiss", said_by=STORY, example=".退场 守卫"):
    who: Person

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        """Nobody hears that somebody goes of whom she does not know (FET-LIV-40)."""
        return fate_heard_by(asked.state, self.who)


class Dismissed(msgspec.Struct, frozen=True):
    who: str


BEHIND = "behind"
"""Off stage: the GM alone knows of it (FET-LIV-40)."""
HIDDEN = "hidden"
"""On stage, and into a battle, unseen."""


@rule("FET-LIV-56")
async def dismiss(state: State, given: Dismiss) -> Dismissed:
    """An NPC goes off stage with its wounds and its attitude, until it comes on again; one that is there already, or a character, is gone."""
    found = check_character(state, given.who)
    check_at_peace(state, given.who)
    if found.npc and found.stage != BEHIND:
        await happen(SheetWritten(given.who, found.sheet, stage=BEHIND))
    else:
        await happen(CharacterRemoved(given.who))
    return Dismissed(given.who)


class RemoveCharacters(msgspec.Struct, frozen=True):
    who: tuple[str, ...]


class CharactersRemoved(msgspec.Struct, frozen=True):
    names: tuple[str, ...]


async def remove_characters(state: State, given: RemoveCharacters) -> CharactersRemoved:
    """Take several characters off the table at once."""
    names = tuple(check_character(state, who).sheet.name or who for who in given.who)
    check_at_peace(state, *given.who)
    for who in given.who:
        state = await happen(CharacterRemoved(who))
    return CharactersRemoved(names)


@rule("FET-SHT-4")
def unblanked(written: Plain) -> Plain:
    """A sheet as plain data without the fields that are written as empty texts: they are blank."""
    left = {name: value for name, value in written.items() if value != ""}
    if isinstance(percents := left.get("percents"), Mapping):
        left["percents"] = {name: percent for name, percent in percents.items() if percent != ""}
    return left


# From the sheet into the battle


@rule("FET-SIX-3", "FET-LOD-4", "FET-DST-1")
def fighter_of(state: State, who: str, *, side: str = "") -> Fighter:
    """A character as a fighter: its values, what it has left, its weapons by name."""
    character = check_character(state, who)
    found = derived(state, who)
    now = pools(state, who)
    side = side or character.side
    return Fighter(
        id=who,
        side=side,
        values=found.values,
        stamina=now.stamina,
        will=now.will,
        stamina_max=now.stamina_max,
        will_max=now.will_max,
        level=found.level,
        size=found.size,
        weapons={weapon.name: weapon for weapon in character.sheet.weapons if not weapon.down},
        overloaded=found.overloaded,
        action_points=character.action_points,
        hidden=character.stage == HIDDEN,
        stamina_scar=character.stamina_scar,
        will_scar=character.will_scar,
    )


# Whom a line means: people by their names as they were typed (FET-LIV-50, FET-LIV-60)

SELF = ("自己", "self", "me")
"""Words for the one who acts."""
EVERYONE = ("全体", "所有人", "all")
"""Words for all players' characters who live."""


def fighter_in(state: State, said: str) -> str:
    """The id of somebody in the battle by id, name, or the only beginning (else ending) of either; without a battle, what was typed."""
    if state.battle is None:
        return said.strip()
    people = {f.id: (f.shown,) if f.shown else _names(state, f.id) for f in state.battle.fighters}
    alike = [f.shown for f in state.battle.fighters if f.shown and f.shown[:-1] == said.strip()]
    if alike:  # FET-LIV-41: which of the two
        raise RuleError("which_actor", clause="FET-LIV-41", actor=said.strip(), actors=sorted(alike))
    meant = [_apart(state, who) for who in people_called(said, people)]
    facts = {"who": said, "actor": said.strip(), "actors": meant}
    several = "which_actor"  # FET-LIV-60
    found, unknown = people_called, "unknown_fighter"
    return named(said, people, find=found, unknown=unknown, several=several, clause="FET-TLN-1", **facts)


def anybody_in(state: State, said: str) -> str:
    """The same of everybody in the battle or with a sheet."""
    if said in state.people:
        return said
    people = {who: _names(state, who) for who in state.people}
    meant = [_apart(state, who) for who in people_called(said, people) or people]
    several = "which_actor"
    return named(said, people, find=people_called, unknown="unknown_actor", several=several, actor=said, actors=meant)


@rule("FET-LIV-4", "FET-LIV-60")
def crowds(state: State, names: Iterable[str]) -> list[str]:
    """Everybody whom names mean: one, a side, all, or all whose names begin so; a name that nobody has stays as it is."""
    return list(dict.fromkeys(who for name in names for who in _crowd(state, name)))


def people_in(state: State, names: Iterable[str]) -> list[str]:
    """The same as ids; a name that nobody has is refused."""
    return [anybody_in(state, one) for one in crowds(state, names)]


@rule("FET-LIV-50")
def _apart(state: State, who: str) -> str:
    """Somebody's name; where others share it, with what tells it from theirs behind it."""
    name = state.called(who)
    return name if [state.called(one) for one in state.people].count(name) == 1 else f"{name}（{who}）"


def _names(state: State, who: str) -> tuple[str, ...]:
    """Everything that somebody is meant by."""
    return (who, state.called(who), _apart(state, who))


def _crowd(state: State, name: str) -> list[str]:
    exact = [who for who in state.people if narrow(_apart(state, who)) == narrow(name)]
    exact = exact or [who for who in state.people if name in (who, state.called(who))]
    if len(exact) > 1:
        raise RuleError("which_actor", clause="FET-LIV-50", actor=name, actors=[_apart(state, who) for who in exact])
    if exact:
        return exact
    if folded(name) in EVERYONE:
        return [who for who, one in state.characters.items() if not one.npc and lives(state, who)]
    side = next((list(members) for called, members in groups(state).items() if folded(called) == folded(name)), [])
    return side or [who for who in state.people if state.called(who).startswith(name)] or [name]


def lives(state: State, who: str) -> bool:
    return bool(hindrance(state.characters[who].sheet)) or not pools(state, who).dead


def check_actor(asked: Asked) -> str:
    """The acting character, or a refusal."""
    if not asked.actor:
        raise RuleError("no_sheet", clause="FET-CMD-5", who="")
    return asked.actor


def check_own(asked: Asked, who: str) -> str:
    """Somebody whom one plays (the GM plays everybody), or a refusal."""
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", actor=undoubled(asked.state, who), controls=list(asked.controls))
    return who
