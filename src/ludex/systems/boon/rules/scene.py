"""Sheets, things and content of live play (BOO-LIV) joined, because they are the GM's hands before a fight: who is there, with what.

Nothing here rolls; everything is logged like any rule.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.deeds import ACTOR, PERSON, SCENE, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag, keyed
from ludex.core.names import folded, matching
from ludex.core.packs import ContentKind, Pack, read_pack
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.boon.content import (
    KINDS,
    OPENED,
    acting,
    armor_named,
    character_from,
    class_named,
    creature_named,
    edit_sheet,
    grow_library,
    handed_out,
    idle_things,
    item_named,
    put_to_use,
    spell_named,
    thing_named,
    words_of,
)
from ludex.systems.boon.content.naming import creature_name, free_id, with_own_id
from ludex.systems.boon.events import Equipped, Joined, LibraryGrown, Removed, SideFormed, happen
from ludex.systems.boon.kinds import (
    Banes,
    Boons,
    Called,
    GmDeed,
    Modifiers,
    OfPlayers,
    backstage,
    offers,
    reading,
)
from ludex.systems.boon.rules.battlefield import Done, LayGround, check_free, given_way, looked_again, nearest_free
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.hiding import APART, set_curtain, unseen_id
from ludex.systems.boon.rules.sheets import Sheet, check_sheet, sheet_faults, sheet_of
from ludex.systems.boon.rules.stages import DropSide
from ludex.systems.boon.sheet import Armor, Character, Defense, Item, Position, Record, Spell, Stunt
from ludex.systems.boon.state import Ground, Library, Side, State, groups as groups_of
from ludex.systems.boon.terms import ARMOR, UNKNOWN, Earth

MOST = 30
"""So many equal creatures come at once."""


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `join`: a character record; class, gear and spells may be ids of the catalogue.

    With `changes` only what the record states is changed of a sheet that exists (BOO-LIV-49). A `newcomer` takes nobody's place, not even that of somebody of whom its writer does not know.
    """

    record: Record
    newcomer: bool = False
    changes: bool = False


class Spawn(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `spawn`: a stat block by name, how many, on which side, and in which language they are called."""

    creature: str
    count: int = 1
    side: str
    position: Position | None = None
    secret: bool = False
    language: str = "zh"


class Arrived(msgspec.Struct, frozen=True, kw_only=True):
    ids: tuple[str, ...]
    sheet: Sheet | None = None


class FormSide(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str = ""
    player: bool = False
    leader: str = ""
    modifiers: tuple[int, ...] = ()
    boons: int = 0
    banes: int = 0


class SideLine(GmDeed, names=("阵营", "side"), beside=SCENE, example=".阵营 英雄 玩家 领头=安"):
    """A side and its leader; or one that is dropped."""

    id: Annotated[str, Field("id")]
    name: Called = ""
    leader: Annotated[str, keyed("leader", "领头", kind=ACTOR)] = ""
    player: OfPlayers = False
    dropped: Annotated[bool, flag("dropped", "撤")] = False
    modifiers: Modifiers = ()
    boons: Boons = 0
    banes: Banes = 0

    def do(self, asked: Asked) -> Do:
        if self.dropped:
            return Do("drop_side", DropSide(id=reading.side_named(asked, self.id)))
        return Do("form_side", FormSide(**{name: getattr(self, name) for name in FormSide.__struct_fields__}))


class Unveil(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    secret: bool = False
    also: tuple[str, ...] = ()


class UnveilLine(GmDeed, names=("现身", "unveil"), beside=PERSON, picture="eye-off", example=".现身 食人魔1"):
    """Show somebody or something to the players, or keep it from them; ground laid unseen is laid openly."""

    who: Annotated[tuple[str, ...], Field("who", among=offers.targets)]
    secret: Annotated[bool, flag("secret", "藏起")] = False

    def do(self, asked: Asked) -> Do:
        ground = None if self.secret else _unseen_ground(asked.state, self.who)
        if ground is not None:
            return Do("lay_ground", LayGround(kind=ground.kind, cells=ground.cells))
        first, *others = [who for said in self.who or ("",) for who in self._meant(asked, said)]
        given = Unveil(who=first, also=tuple(others), secret=self.secret)
        return Do("unveil", given, backstage(secret=self.secret))

    @rule("BOO-LIV-46")
    def _meant(self, asked: Asked, said: str) -> Sequence[str]:
        """Whom or what the curtain falls or rises before: somebody, all of a side, an object, an effect laid in secret."""
        state: State = asked.state
        groups, word = groups_of(state), folded(said)
        laid = [e.id for e in state.effects if e.secret and word in map(folded, words_of(e.id, e.name, e.shelf))]
        if laid or said in groups:
            return laid or groups[said]
        secret = {c.id: (c.id, c.called) for c in state.combatants if c.secret}
        behind = matching(said, secret) if said and not self.secret else ()
        return [behind[0] if len(behind) == 1 else reading.target(asked, said)]


@rule("BOO-LIV-46")
def _unseen_ground(state: State, said: tuple[str, ...]) -> Ground | None:
    """Ground that lies unseen: by its kind, or what there is of it on a square."""
    kind, at = folded(said[0]) if len(said) == 1 else "", reading.point(said)
    unseen = [g for g in state.ground if g.secret]
    here = next((replace(g, cells=(at,)) for g in unseen if at in g.cells), None) if at else None
    named = (g for g in unseen if kind in map(folded, (g.kind, Earth(g.kind).zh, Earth(g.kind).en)))
    return here or next(named, None)


class Curtained(msgspec.Struct, frozen=True, kw_only=True):
    """Who and what is known to the players now, or `secret` again."""

    ids: tuple[str, ...]
    secret: bool


class Equip(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    things: tuple[str, ...] = ()
    money: int = 0
    giver: str = ""


class AddContent(msgspec.Struct, frozen=True, kw_only=True):
    packs: dict[str, Record]


async def join(state: State, given: Join) -> Arrived:
    """Somebody comes to the table, or its sheet is changed; everything on the sheet is checked."""
    known = state.find(str(given.record.get("id", ""))) if given.changes else None
    character = edit_sheet(known, given.record, state) if known else character_from(given.record, state)
    if not character.id or character.id == UNKNOWN:
        raise RuleError("bad_name", name=character.name, limit=24)
    check_sheet(character)
    character = replace(character, items=_apart(character.items))
    if character.position is not None and (known is None or known.position != character.position):
        check_free(state, character.position, character.id)
    if given.newcomer:
        character = replace(character, id=free_id(character.id, {c.id for c in state.combatants}))
    await _gathered(state, character)
    return Arrived(ids=(character.id,), sheet=sheet_of(character))


async def _gathered(state: State, character: Character) -> State:
    """Somebody at the table, and its side with it; a new side is ranked last. Who is there unseen gives way."""
    if not character.secret:
        state = await given_way(state, character.position, character.id)
    if character.side and state.side(character.side) is None:
        state = await happen(SideFormed(Side(character.side, player=character.player)))
    return await happen(Joined(character))


async def spawn(state: State, given: Spawn) -> Arrived:
    """Creatures of one stat block, numbered where there are several."""
    return Arrived(ids=(await spawned(state, given))[1])


async def spawned(state: State, given: Spawn) -> tuple[State, tuple[str, ...]]:
    found = creature_named(given.creature, state.library)
    if found is None:
        raise RuleError("unknown_id", id=given.creature)
    if not 1 <= given.count <= MOST:
        raise RuleError("bad_amount", amount=given.count, least=1)
    key, record = found
    called = creature_name(key, state.library, given.language)
    apart = APART.get(given.language, APART["zh"]) if given.secret else ""
    ids: tuple[str, ...] = ()
    for _ in range(given.count):
        numbered = _numbered(state, f"{key}{apart}", f"{called}{apart}")
        if given.secret:
            numbered["id"] = unseen_id(state, key)
        ids += (numbered["id"],)
        character = character_from({**record, **numbered, "side": given.side, "secret": given.secret}, state)
        check_sheet(character)
        square = nearest_free(state, given.position, secret=given.secret)
        state = await _gathered(state, replace(character, position=square))
    return state, ids


def _numbered(state: State, key: str, name: str) -> dict[str, str]:
    """The id and the name of one more creature of a kind, by the first number that neither is taken with."""
    taken = {word for c in state.combatants for word in (c.id, c.name)}
    both = ((f"{key}{n}", f"{name}{n}") for n in count(1))
    return next({"id": one, "name": called} for one, called in both if taken.isdisjoint((one, called)))


async def form_side(_state: State, given: FormSide) -> Done:
    """A side, or what is known of it: its name, its leader, what weighs on its initiative."""
    state = await happen(SideFormed(Side(**asdict(given))))
    return Done(ids=tuple(s.id for s in state.sides))


class Remove(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    also: tuple[str, ...] = ()


class RemoveLine(GmDeed, names=("撤下", "remove"), beside=SCENE, together="who", example=".撤下 木门"):
    who: Annotated[tuple[str, ...], Field("who", among=offers.targets, owner=STORY)]

    def do(self, asked: Asked) -> Do:
        first, *others = dict.fromkeys(reading.targets(asked, self.who))
        return Do("remove", Remove(who=first, also=tuple(others)))


async def remove(state: State, given: Remove) -> Done:
    """Take people or things off the table; the clock does not wait for those who are gone."""
    targets = [state.target(who) for who in (given.who, *given.also)]
    for target in targets:
        if isinstance(target, Character) and state.clock.running:
            raise RuleError("in_combat", clause="BOO-RND-16", who=target.called)
    for target in targets:
        state = await happen(Removed(target.id))
    return Done(ids=tuple(c.id for c in state.combatants))


async def unveil(state: State, given: Unveil) -> Curtained:
    """Show somebody or something to the players, or keep it from them."""
    for one in (given.who, *given.also):
        state = await set_curtain(state, one, secret=given.secret)
    await looked_again(state)
    return Curtained(ids=(given.who, *given.also), secret=given.secret)


async def equip(state: State, given: Equip) -> Done:
    """Give somebody things of the catalogue: weapons, gear, armour, spells."""
    await given_to(state, given)
    return Done(ids=(*given.things, *_coins(given)))


async def given_to(state: State, given: Equip) -> State:
    """The state in which somebody has what she was given."""
    check_amount(given.money)
    who = state.character(given.who)
    if given.giver == who.id:
        raise RuleError("bad_target", clause="BOO-LIV-51", target=who.called)
    items, spells, armor = who.items, who.spells, who.armor
    for name in given.things:
        thing = _thing(state, name)
        if isinstance(thing, Armor):
            armor = thing
        elif isinstance(thing, Spell):
            spells = (*(s for s in spells if s.id != thing.id), thing)
        else:
            items = handed_out((*items, with_own_id(items, thing)), who.hands)
    money = _purse(who, given.money)
    if given.giver:
        other = state.character(given.giver)
        await happen(Equipped(other.id, other.items, other.spells, other.armor, _purse(other, -given.money)))
    return await happen(Equipped(who.id, items, spells, armor, money))


@rule("BOO-LIV-58")
def _purse(who: Character, gained: int) -> int:
    """What somebody has after it: money is a plain number, and nobody gives what she has not."""
    if who.money + gained < 0:
        raise RuleError("no_money", clause="BOO-LIV-58", who=who.called, money=who.money, wanted=-gained)
    return who.money + gained


def _coins(given: Equip) -> tuple[str, ...]:
    return (f"#{given.money}",) if given.money else ()


def _thing(state: State, name: str) -> Item | Spell | Armor:
    found = thing_named(name, state.library)
    if found is None or isinstance(found, Stunt | Defense):
        raise RuleError("unknown_id", clause="BOO-PCL-5", id=name)
    if isinstance(found, Item):
        return put_to_use(found, state.library)
    return replace(found, effects=acting(found.effects, state.library)) if isinstance(found, Armor) else found


def _apart(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The same things, each with an id of its own (BOO-LIV-51)."""
    apart: tuple[Item, ...] = ()
    for item in items:
        apart += (with_own_id(apart, item),)
    return apart


async def unequip(state: State, given: Equip) -> Done:
    check_amount(given.money)
    who = state.character(given.who)
    known = {ARMOR, *(x for i in who.items for x in words_of(i.id, i.name, i.shelf))}
    known |= {x for s in who.spells for x in words_of(s.id, s.name, s.shelf)}
    for name in given.things:
        if name not in known:
            raise RuleError("unknown_id", id=name)
    items = tuple(i for i in who.items if not {*words_of(i.id, i.name, i.shelf)} & {*given.things})
    spells = tuple(s for s in who.spells if not {*words_of(s.id, s.name, s.shelf)} & {*given.things})
    worn = None if ARMOR in given.things else who.armor
    await happen(Equipped(who.id, items, spells, worn, _purse(who, -given.money)))
    return Done(ids=(*given.things, *_coins(given)))


async def add_content(state: State, given: AddContent) -> Done:
    """Content of the table's own; every problem of every record is named at once."""
    own, problems, packs = state.library, list[Say](), list[tuple[str, Pack]]()
    for kind, pack in given.packs.items():
        try:
            found = read_pack({kind: pack}, _kinds(replace(state, library=own)))
            own, packs = grow_library(own, found), [*packs, (kind, found)]
        except RuleError as error:
            wrong = error.facts["problems"]
            problems += [one for one in wrong if isinstance(one, Say)] if isinstance(wrong, list) else []
    problems += [problem for kind, pack in packs for problem in idle_things(pack, own, kind)]
    if problems:
        raise RuleError("bad_content", problems=problems)
    kept = [f"{kind}/{name}" for _, pack in packs for kind, things in pack.items() if kind in OPENED for name in things]
    await happen(LibraryGrown(replace(own, kept=tuple(dict.fromkeys((*own.kept, *kept))))))
    return Done(ids=tuple(name for pack in given.packs.values() for name in pack))


def _kinds(state: State) -> tuple[ContentKind, ...]:
    """The kinds of content; a stat block is a sheet within the limits, with things that this table has."""

    def unlawful(creature: msgspec.Struct) -> Iterator[Say]:
        block, lacking = _without_unknown(msgspec.to_builtins(creature), state.library)
        yield from (say("errors.unknown_id", id=name) for name in lacking)
        try:
            faults = tuple(sheet_faults(character_from(block, state)))
        except RuleError as error:
            problem = error.facts.get("problem")
            yield problem if isinstance(problem, Say) else say(f"errors.{error.code}", **error.facts)
            return
        yield from (say(f"errors.{fault.code}", **fault.facts) for fault in faults)

    return tuple(replace(kind, wrong=unlawful) if kind.name == "creatures" else kind for kind in KINDS)


def _without_unknown(block: Record, own: Library) -> tuple[Record, list[str]]:
    """A stat block without what it names and this table has not, and the names of that: so nothing else of it goes unchecked."""
    looks = {"items": item_named, "spells": spell_named, "armor": armor_named, "class": class_named}
    known, lacking = dict(block), list[str]()
    for field, look in looks.items():
        said = block.get(field)
        several = isinstance(said, list | tuple)
        names = said if isinstance(said, list | tuple) else (said,)
        missing = [one for one in names if isinstance(one, str) and one and look(one, own) is None]
        lacking += missing
        if missing and several:
            known[field] = [one for one in names if one not in missing]
        elif missing:
            known.pop(field)
    return known, lacking
