"""Items and weapons on the sheet (随身物品, 武器; FET-ITM-1, with FET-LOD-2 and FET-WPB-1): carried, in hand, loaded, handed over, left behind."""

from itertools import count
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.declaring import Actor
from ludex.core.deeds import WHOLE, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import narrow
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import KEYS
from ludex.systems.fet.events.people import SheetWritten, WeaponWielded
from ludex.systems.fet.kinds import MONEY, THING, WEAPON, Kinds, OwnDeed, Person, Word, Words, offers, word_of
from ludex.systems.fet.kinds.reading import (
    ALL,
    DROP,
    LIST,
    PUT,
    TAKE,
    attribute_of,
    line_of,
    number_in,
    thing_words,
    unreadable,
    whole_in,
    words_of,
)
from ludex.systems.fet.rules.card_lines import printed
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.resources import follow, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_character, drafts
from ludex.systems.fet.rules.sheets import sheet_change
from ludex.systems.fet.rules.weapons import check_weapon, weapon_in
from ludex.systems.fet.rules.years import Recover, recover
from ludex.systems.fet.sheet import Entry, Item, Sheet, Weapon
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Character, Declared, State
from ludex.systems.fet.terms import Number, WeaponType, tidy, typed_number


class HandOver(OwnDeed, names=("递给", "递", "hand"), does="hand_over", group="people", example=".递给 韩左 急救箱"):
    """What `hand_over` is given: a thing or a weapon of one's own, to whom; `count`: how many of it, all where nothing is said."""

    who: Actor
    whom: Person
    thing: Annotated[str, Field("", among=offers.own_things)]
    count: Annotated[int | None, Field("", WHOLE, least=1)] = None


class HandedOver(msgspec.Struct, frozen=True):
    """Who has it now, how many of it, and what its giver still carries."""

    who: str
    whom: str
    name: str
    count: Number
    load: Number
    load_total: Number


@rule("FET-ITM-1", "FET-LIV-13", "FET-LIV-47")
async def hand_over(state: State, given: HandOver) -> HandedOver:
    """Give somebody what one carries; it keeps its rounds, its load and its note."""
    for who in (given.who, given.whom):
        check_alive(state, who)
    own, other = check_character(state, given.who).sheet, check_character(state, given.whom).sheet
    if given.who == given.whom:
        raise RuleError("not_to_oneself", clause="FET-ITM-1", who=state.called(given.who))
    moved = _weapon_moved(state, given, own, other) or _item_moved(given, own, other)
    for who, sheet in zip((given.who, given.whom), moved[:2], strict=True):
        state = await follow(await happen(SheetWritten(who, sheet)), who, before=state)
    left = derived(state, given.who)
    return HandedOver(given.who, given.whom, given.thing, moved[2], left.load, left.load_total)


def _weapon_moved(state: State, given: HandOver, own: Sheet, other: Sheet) -> tuple[Sheet, Sheet, Number] | None:
    """Both sheets after a weapon has changed hands; None where it is no weapon."""
    fighter = state.fighter(given.who)
    weapon = next((one for one in own.weapons if one.name == given.thing), None)
    if weapon is None:
        return None
    weapon = fighter.weapons.get(weapon.name, weapon) if fighter else weapon  # FET-LIV-9: it keeps its rounds
    arms = tuple(one for one in own.weapons if one.name != given.thing)
    taken = (*(one for one in other.weapons if one.name != given.thing), replace(weapon, down=False, place=""))
    return replace(own, weapons=arms), replace(other, weapons=taken), 1


def _item_moved(given: HandOver, own: Sheet, other: Sheet) -> tuple[Sheet, Sheet, Number]:
    have = next((one for one in own.items if one.name == given.thing and not one.down), None)
    if have is None:
        carried = [*(one.name for one in own.items if not one.down), *(one.name for one in own.weapons if not one.down)]
        raise RuleError("not_carried", clause="FET-LIV-9", which=[given.thing], items=carried)
    count = have.pieces if given.count is None else given.count
    if count > have.pieces:
        raise RuleError("not_enough", name=have.name, have=have.pieces, change=-count)
    left = tuple(replace(one, count=tidy(one.pieces - count)) if one is have else one for one in own.items)
    items = tuple(one for one in left if one.pieces > 0)
    same = next((one for one in other.items if one.name == have.name and not one.down), None)
    more = replace(same, count=tidy(same.pieces + count)) if same else replace(have, count=count)
    taken = tuple(more if one is same else one for one in other.items) if same else (*other.items, more)
    return replace(own, items=items), replace(other, items=taken), count


class ChangeItem(msgspec.Struct, frozen=True):
    """What `change_item` is given: so many more (or fewer) of a thing; `load` of one."""

    who: str
    name: str
    count: Number
    load: Number | None = None


class Restored(msgspec.Struct, frozen=True):
    resource: str
    current: Number
    max: Number


class ItemsChanged(msgspec.Struct, frozen=True):
    """What is carried now. `count`: of the thing that was changed; `restored`: what using it up has given back."""

    who: str
    load: Number
    load_total: Number
    overloaded: bool
    name: str = ""
    count: Number = 0
    restored: Restored | None = None


@rule("FET-LOD-2", "FET-LIV-47")
async def change_item(state: State, given: ChangeItem) -> ItemsChanged:
    """Take or give away some of a thing that is carried; more than there are cannot go."""
    items = check_character(state, given.who).sheet.items
    if not given.name.strip():
        raise RuleError("name_missing")
    old = next((item for item in items if item.name == given.name and not item.down), None)
    have = old.pieces if old else 0
    if given.count == 0 or have + given.count < 0:
        raise RuleError("not_enough", name=given.name, have=have, change=given.count)
    card = old or state.items.get(given.name) or Item(given.name)
    load = given.load if given.load is not None else card.load
    new = replace(card, load=load, count=tidy(have + given.count))
    kept = tuple(new if item is old else item for item in items) if old else (*items, new)
    state = await _carry(state, given.who, items=tuple(item for item in kept if item.pieces > 0))
    state, restored = await _used_up(state, given.who, new, count=-given.count)
    return replace(_report(state, given.who, new), restored=restored)


@rule("FET-LIV-9")
async def _used_up(state: State, who: str, item: Item, *, count: Number) -> tuple[State, Restored | None]:
    """A thing whose card says what it restores does so for its user, as often as it is used."""
    gives = item.restores
    if gives is None or count <= 0:
        return state, None
    given = Recover(resource=gives.resource, how="item", amount=tidy(gives.amount * count), patient=who)
    found = await recover(state, given)
    top = resource_now(state, who, gives.resource)[1]
    return state, Restored(gives.resource, found.current, top)


class DropItems(msgspec.Struct, frozen=True):
    """What `drop_items` is given: numbers from 1, or names; none: everything."""

    who: str
    which: tuple[str, ...] = ()


@rule("FET-LOD-2")
async def drop_items(state: State, given: DropItems) -> ItemsChanged:
    """Leave things behind."""
    items = check_character(state, given.who).sheet.items
    gone = {n for n, item in enumerate(items, 1) if not given.which or {f"{n}", item.name} & {*given.which}}
    if not gone:
        raise RuleError("not_carried", which=list(given.which), items=[item.name for item in items])
    state = await _carry(state, given.who, items=tuple(item for n, item in enumerate(items, 1) if n not in gone))
    return _report(state, given.who)


async def _carry(state: State, who: str, **things: tuple[Item, ...] | tuple[Weapon, ...]) -> State:
    """The character carries these items (or weapons) now; values and fighter follow."""
    sheet = replace(state.characters[who].sheet, **things)
    derive(sheet, state.place, state.options)
    return await follow(await happen(SheetWritten(who, sheet)), who, before=state)


def _report(state: State, who: str, item: Item | None = None) -> ItemsChanged:
    found = derived(state, who)
    name, count = (item.name, item.pieces) if item else ("", 0)
    return ItemsChanged(who, found.load, found.load_total, found.overloaded, name, count)


@rule("FET-LIV-47")
def moved(items: tuple[Item, ...], place: int, count: Number | None, *, down: bool, to: str) -> tuple[Item, ...]:
    """The things after some of one (or all of it) was put down elsewhere or taken up: what is alike in one place is one entry."""
    old = items[place]
    if count is not None and not 0 < count <= old.pieces:
        raise RuleError("not_enough", name=old.name, have=old.pieces, change=-count)
    part = replace(old, down=down, place=to)
    left: list[Item] = [*items[:place], *items[place + 1 :]]
    if count is not None and count < old.pieces:
        part = replace(part, count=count)
        left.insert(place, replace(old, count=tidy(old.pieces - count)))
    same = next((n for n, one in enumerate(left) if replace(one, count=1) == replace(part, count=1)), None)
    if same is None:
        left.insert(place + (len(left) == len(items)), part)
    else:
        left[same] = replace(part, count=tidy(left[same].pieces + part.pieces))
    return tuple(left)


class PutDown(msgspec.Struct, frozen=True):
    """What `put_down` is given: a thing by its number or name, where to, and whether it lies there now. `count`: how many of it, if not all."""

    who: str
    which: str
    place: str = ""
    down: bool = True
    count: Number | None = None


class PutAway(msgspec.Struct, frozen=True):
    who: str
    name: str
    load: Number
    load_total: Number
    overloaded: bool


@rule("FET-LIV-47")
async def put_down(state: State, given: PutDown) -> PutAway:
    """Put a thing (or a weapon) down elsewhere, or take it up again: only what is carried weighs."""
    sheet = check_character(state, given.who).sheet
    places = [n for n, item in enumerate(sheet.items) if given.which in (f"{n + 1}", item.name)]
    fought = fighter.weapons if (fighter := state.fighter(given.who)) else {}  # FET-LIV-9: it keeps its rounds
    arms = tuple(
        replace(fought.get(w.name, w), down=given.down, place=given.place) if w.name == given.which else w
        for w in sheet.weapons
    )
    if not places and arms == sheet.weapons and given.which not in {w.name for w in arms}:
        raise RuleError("not_carried", clause="FET-LIV-9", which=[given.which], items=[i.name for i in sheet.items])
    items, name = sheet.items, given.which
    if places:
        place = min(places, key=lambda n: sheet.items[n].down == given.down)
        name = items[place].name
        items = moved(items, place, given.count, down=given.down, to=given.place)
    after = await happen(SheetWritten(given.who, replace(sheet, items=items, weapons=arms)))
    state = await follow(after, given.who, before=state)
    found = derived(state, given.who)
    return PutAway(given.who, name, found.load, found.load_total, found.overloaded)


class CarryWeapon(msgspec.Struct, frozen=True):
    who: str
    weapon: Weapon


class Armed(msgspec.Struct, frozen=True):
    who: str
    weapons: tuple[str, ...]
    wielded: str


@rule("FET-ITM-1", "FET-WPB-1")
async def carry_weapon(state: State, given: CarryWeapon) -> Armed:
    """Take a weapon along; another of its name is replaced."""
    weapon = check_weapon(given.weapon)
    if not weapon.name.strip():
        raise RuleError("name_missing")
    sheet = check_character(state, given.who).sheet
    arms = (*(w for w in sheet.weapons if w.name != weapon.name), weapon)
    return _armed(await _carry(state, given.who, weapons=arms), given.who)


class DropWeapons(msgspec.Struct, frozen=True):
    """What `drop_weapons` is given: names; none: all of them."""

    who: str
    weapons: tuple[str, ...] = ()


@rule("FET-ITM-1")
async def drop_weapons(state: State, given: DropWeapons) -> Armed:
    """Leave weapons behind."""
    arms = check_character(state, given.who).sheet.weapons
    for name in given.weapons:
        check_carried(state.characters[given.who], name)
    left = tuple(w for w in arms if given.weapons and w.name not in given.weapons)
    return _armed(await _carry(state, given.who, weapons=left), given.who)


class Wield(msgspec.Struct, frozen=True):
    who: str
    weapon: str


async def wield(state: State, given: Wield) -> Armed:
    """Take a weapon in hand; one that lies elsewhere is not there to be taken."""
    weapon = check_carried(check_character(state, given.who), given.weapon)
    if weapon.down:
        arms = [w.name for w in carried(state.characters[given.who])]
        raise RuleError("not_carried", clause="FET-LIV-9", which=[weapon.name], items=arms or [say("view.none_there")])
    return _armed(await happen(WeaponWielded(given.who, weapon.name)), given.who)


def _armed(state: State, who: str) -> Armed:
    character = state.characters[who]
    hand = in_hand(character)
    return Armed(who, tuple(w.name for w in character.sheet.weapons), hand.name if hand else "")


@rule("FET-LIV-47")
def carried(character: Character) -> tuple[Weapon, ...]:
    """The weapons that somebody has along: not those put down elsewhere."""
    return tuple(weapon for weapon in character.sheet.weapons if not weapon.down)


def in_hand(character: Character) -> Weapon | None:
    """The weapon in hand: the one taken up, else the first carried."""
    arms = carried(character)
    return next((w for w in arms if w.name == character.wielded), arms[0] if arms else None)


@rule("FET-LIV-9", "FET-LIV-22")
def blade_in(state: State, who: str) -> str:
    """What a fighter strikes with where nothing is named; empty for bare hands."""
    found = _at_hand(state, who, WeaponType.MELEE)
    return found[0] if len(found) == 1 else ""


@rule("FET-LIV-9")
def gun_in(state: State, who: str) -> str:
    """What a fighter shoots with where nothing is named; of several that it never had in hand, the first carried."""
    return next(iter(_at_hand(state, who, WeaponType.RANGED)), "")


def _at_hand(state: State, who: str, sort: WeaponType) -> list[str]:
    """The weapon of a sort in hand, else the one that was last in hand, else all that are carried (Ruling FET-E-62)."""
    fighter, character = state.fighter(who), state.characters.get(who)
    arms = [name for name, weapon in fighter.weapons.items() if weapon.type == sort] if fighter else []
    hand = in_hand(character) if character else None
    held = (hand.name if hand else "", *(character.hands if character else ()))
    return [name for name in held if name in arms][:1] or arms


def check_carried(character: Character, name: str = "") -> Weapon:
    """A weapon that somebody carries, by name; none named: the one in hand."""
    arms = character.sheet.weapons
    found = next((w for w in arms if w.name == name), None) if name else in_hand(character)
    if found is None:
        which = name or say("view.a_weapon")
        raise RuleError("not_carried", clause="FET-ITM-1", which=[which], items=[w.name for w in arms])
    return found


async def load(state: State, who: str, *, weapon: str, rounds: int | None) -> State:
    arms = state.characters[who].sheet.weapons
    after = tuple(replace(w, loaded=rounds) if w.name == weapon else w for w in arms)
    return await _carry(state, who, weapons=after)


async def give_back(state: State, row: Declared) -> State:
    """Rounds that an undone act had fired are in the magazine again."""
    if isinstance(row.weapon, msgspec.UnsetType) or isinstance(row.shots, msgspec.UnsetType):
        return state
    character = state.characters.get(row.who)
    weapon = next((w for w in character.sheet.weapons if w.name == row.weapon), None) if character else None
    if weapon is None or not weapon.magazine:
        return state
    return await load(state, row.who, weapon=weapon.name, rounds=min(weapon.magazine, weapon.rounds + row.shots))


# --- lines of the newer bot --------------------------------------------------------------------------------------------

CASH = ("cash", "现金", "钱")


class ManageThings(OwnDeed, names=("物品", "i"), group="people", owner=THING, many=True, example=".i 药水 +3 0.5"):
    """`.i`, `.i 药水 +3 0.5`, `.i 绳子 15`, `.i 放下 药水 马车`, `.i del 1`, `.i cash`, `.i cash -50 买药`."""

    thing: Annotated[str, Field("", among=offers.things)] = ""
    count: Word = ""
    more: Words = ""

    @staticmethod
    @rule("FET-LIV-1", "FET-LIV-3")
    def word(asked: Asked, _kinds: Kinds) -> Kinds:
        """Dropping, using up and spending are one's own; getting things or money is not, but in a draft."""
        words = thing_words(asked)
        head = words[0].lower() if words else ""
        if head in (*LIST, *DROP, *PUT, *TAKE) or drafts(asked.state, asked.actor):
            return ()
        if head in CASH:
            return word_of(MONEY) if len(words) > 1 and narrow(words[1])[:1] != "-" else ()
        return () if any(narrow(word)[:1] == "-" for word in words[1:]) else word_of(THING)

    def do(self, asked: Asked) -> Do | Show:
        who, sheet, words = asked.actor, check_character(asked.state, asked.actor).sheet, thing_words(asked)
        head, rest = words[0].lower() if words else "", words[1:]
        empty = head in DROP and not sheet.items and bool(rest) and rest[0].lower() in ALL  # FET-LIV-59
        if head in LIST or (head in CASH and not rest):
            return Show("inventory", {"who": who})
        check_alive(asked.state, who)
        if empty:
            return Show("inventory", {"who": who})
        if head in CASH:
            entry = Entry(number_in(rest[0], "amount"), " ".join(rest[1:]), time=f"{asked.state.day}")  # FET-LIV-48
            return sheet_change(asked, add={"bill": msgspec.to_builtins(entry)})
        if head in (*PUT, *TAKE, *DROP) and not rest:
            raise unreadable(asked)
        if head in DROP:
            return Do("drop_items", DropItems(who, () if rest[0].lower() in ALL else tuple(rest)), self.heard(asked))
        if head in (*PUT, *TAKE):
            some = typed_number(narrow(rest[1])) if len(rest) > 1 else None
            place = " ".join(rest[1:] if some is None else rest[2:])
            return Do("put_down", PutDown(who, rest[0], place, head in PUT, some), self.heard(asked))
        return self._thing(asked, sheet, words)

    def _thing(self, asked: Asked, sheet: Sheet, words: list[str]) -> Do:
        """So many more or fewer of a thing, with the load of one; or a new thing with its load."""
        counted = len(words) > 1 and narrow(words[1])[:1] in ("+", "-")
        known = len(words) == 1 and any(item.name == words[0] for item in sheet.items)
        if known or len(words) > 2 + counted:
            raise unreadable(asked)
        if counted:
            load = number_in(words[2], "load") if len(words) == 3 else None
            return Do(
                "change_item", ChangeItem(asked.actor, words[0], number_in(words[1], "count"), load), self.heard(asked)
            )
        card = asked.state.items.get(words[0], Item(words[0]))
        item = replace(card, load=number_in(words[1], "load")) if len(words) > 1 else card
        return sheet_change(asked, add={"items": msgspec.to_builtins(item)})


class WeaponDeed(OwnDeed, group="people", owner=WEAPON, many=True):
    def carry(self, asked: Asked, weapon: Weapon) -> Do:
        return Do("carry_weapon", CarryWeapon(asked.actor, weapon), self.heard(asked))


class ManageWeapons(WeaponDeed, names=("带武器", "wp"), example=".带武器 手术刀"):
    """`.wp` lists, `.wp 1` takes in hand, `.wp show 1`, `.wp del 1`/`all`; `.wp 手术刀` carries one that the table has."""

    weapon: Annotated[str, Field("", among=offers.all_weapons)] = ""
    more: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """Looking, wielding and leaving behind are one's own; a new weapon is the GM's, in a draft too."""
        words, found = words_of(asked), asked.state.characters.get(asked.actor)
        arms = found.sheet.weapons if found else ()
        own = {*(w.name for w in arms), *(f"{n}" for n in range(1, len(arms) + 1))}
        looks = not words or words[0].lower() in (*LIST, *DROP)
        return () if looks or line_of(asked).strip() in own else kinds

    def do(self, asked: Asked) -> Do | Show:
        who, character = asked.actor, check_character(asked.state, asked.actor)
        arms = {weapon.name: weapon for weapon in character.sheet.weapons}
        words = words_of(asked)
        head, rest = words[0].lower() if words else "", words[1:]

        def named(word: str) -> str:
            return next((name for n, name in enumerate(arms, 1) if narrow(word) == f"{n}"), word)

        if head in LIST:
            return Show("weapon", {"who": who, "name": named(rest[0])}) if rest else Show("arms", {"who": who})
        if head in DROP:
            if not rest:
                raise unreadable(asked)
            gone = () if rest[0].lower() in ALL else tuple(map(named, rest))
            return Do("drop_weapons", DropWeapons(who, gone), self.heard(asked))
        name, hand = named(line_of(asked).strip()), in_hand(character)
        more = bool(rest) and narrow(words[-1]) == "+1"
        name = name.rsplit(maxsplit=1)[0] if more else name
        again = hand is not None and hand.name == name and not narrow(head).isdecimal()  # .wp 1 is the one in the list
        more = more or (asked.gm and again)
        if name in arms and more:  # FET-LIV-47: one more of a kind, told apart by a number, has its own rounds
            free = next(called for n in count(2) if (called := f"{name}{n}") not in arms)
            return self.carry(asked, replace(arms[name], name=free, loaded=None, down=False, place=""))
        if name in arms:
            return Do("wield", Wield(who, name), self.heard(asked))
        if narrow(name).isdecimal():
            raise RuleError("not_carried", clause="FET-ITM-1", which=[name], items=list(arms))
        return self.carry(asked, weapon_in(asked.state, name, asked.language))


class MakeWeapon(
    WeaponDeed,
    names=("做武器", "setupwp"),
    example=".做武器 名称:激光枪,类型:火力,伤害:20,前摇:3,载弹量:6,装填时间:8,负重:10",
):
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        check_character(asked.state, asked.actor)
        if not any(colon in line_of(asked) for colon in ":："):  # as `.造武器` has it
            return self.carry(asked, converted(printed("weapon", line_of(asked)), Weapon, code="bad_weapon"))
        given: dict[str, Written] = {"type": WeaponType.MELEE}
        for pair in line_of(asked).replace("：", ":").replace("，", ",").split(","):
            key, colon, value = (part.strip() for part in pair.partition(":"))
            if not colon:
                raise RuleError("bad_command", text=pair.strip())
            name = KEYS["weapon"].get(key, key)
            if name not in FIGURES:
                raise RuleError("attribute_not_found", clause="FET-WPB-1", name=key)
            given[name] = _figure(name, value)
        return self.carry(asked, msgspec.convert(given, Weapon))


FIGURES = {*Weapon.__struct_fields__} - {"down"}


def _figure(name: str, value: str) -> Written:
    match name:
        case "name" | "note" | "sort" | "place":
            return value
        case "type":
            return WeaponType.read(value, refusal="not_among", arg="type")
        case "attribute":
            return attribute_of(value) if value else ""
        case "magazine" | "loaded":
            return whole_in(value, name)
    return number_in(value, name)
