"""The things of boon: the kinds of content, what ships in `data/`, what a table has added, and records that name them by id.

Content is data. What is read, shipped or a GM's own, is checked whole, and all its problems are named at once (BOO-PCL-4,
BOO-PCL-5). What is wrong with a thing is in `sheet`; nothing here changes a state.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core import kept
from ludex.core.bounds import converted, listed, record
from ludex.core.effects.authoring import EffectKind, read_effect
from ludex.core.effects.counting import idle_parts
from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.packs import ContentKind, Pack, english_things, shipped_pack
from ludex.core.plain import Plain, Written, list_in
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content.spelling import SPELLED, in_terms
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.options import Options
from ludex.systems.boon.sheet import (
    AVERAGE,
    RANGES,
    Armor,
    Character,
    ClassPack,
    Defense,
    Item,
    Record,
    Spell,
    Stunt,
    in_hands,
    overworn,
    yards,
)
from ludex.systems.boon.state import Chart, Encounter, Library, State
from ludex.systems.boon.terms import UNARMED, Attribute, Kind as AttackKind

english = partial(english_things, "ludex.systems.boon")


def is_called(name: str, key: str) -> bool:
    """Whether a shipped thing of that id goes by that name in English."""
    return bool(key) and name.lower() == english().get(key)


def called_in_both(shelf: str, name: str) -> str | tuple[str, str]:
    """What a thing is called: in both languages if it is of the book, else as it was given."""
    return (name, english()[shelf]) if shelf in english() else name


def words_of(key: str, name: str, shelf: str) -> tuple[str, ...]:
    """Everything that people type for a thing: its id, its name, its English one if it is of the book."""
    return tuple(word for word in dict.fromkeys((key, name, english().get(shelf, ""))) if word)


PACKAGE = "ludex.systems.boon"
FROM_CLASS = ("hit", "hit_boons", "dodge", "block", "force", "training")

TESTED = ("", "none", "tn", *Attribute)

Named = TypeVar("Named", bound=Item | Spell | Stunt | ClassPack | Effect | Encounter | Chart | Defense)
Thing = Item | Spell | Stunt | ClassPack | Armor | Effect | Encounter | Chart | Defense

BY_ID = {"items": tuple[str | Item, ...], "spells": tuple[str | Spell, ...], "armor": str | Armor | None}
"""What a stat block may name by its id, or write down."""
OFTEN = ("name", "health", "hit", "force", "armor", "items", "spells", "traits", "dodge", "block", "ap_max", "speed")
"""What a stat block says as a rule, before the rest of a character."""
_WRITTEN = {f.name: f for f in msgspec.structs.fields(Character)}
Creature = msgspec.defstruct(
    "Creature",
    [
        (name, BY_ID.get(name, _WRITTEN[name].type) | msgspec.UnsetType, msgspec.UNSET)
        for name in dict.fromkeys((*OFTEN, *_WRITTEN))
    ],
    rename={"calling": "class"},
    frozen=True,
    forbid_unknown_fields=True,
)
"""A stat block: as much of a character as somebody wrote."""


Judged = Item | Spell | Stunt | ClassPack | Armor | Defense


def _unlawful(thing: Judged) -> Iterator[Say]:
    """What the rulebook does not allow in a thing, field by field."""
    for field, problem in (fault[1:] for fault in _faults(thing) if fault[0]):
        name, _, rest = field.partition("[")
        where: Label = field if rest else term(f"field_{name}")
        yield say("content.other", where=where, problem=say(f"problems.{problem}"))


Fault = tuple[bool, str, str]  # whether it is wrong, which field, the code


def _faults(thing: Judged) -> Iterator[Fault]:
    match thing:
        case ClassPack(levels=rows):
            yield not rows, "levels", "bad_class"
            yield from ((row.level < 0, f"levels[{n}].level", "bad_level") for n, row in enumerate(rows))
            yield from ((row.force < 1, f"levels[{n}].force", "bad_force") for n, row in enumerate(rows))
            return
        case Armor():
            yield thing.value < 0, "value", "bad_armor"
            yield overworn(thing), "durability", "bad_durability"
            return
        case Defense():
            yield thing.ap < 0, "ap", "negative_ap"
            yield thing.attribute not in (*Attribute, "dodge", "block", "throw"), "attribute", "bad_attribute"
            yield not thing.against or not set(thing.against) <= set(AttackKind), "against", "bad_action"
            yield min(thing.boons, thing.banes) < 0, "boons", "bad_count"
            return
        case Stunt():
            yield thing.ap < 1, "ap", "bad_ap"
            yield thing.attribute not in TESTED, "attribute", "bad_attribute"
            yield thing.against not in TESTED, "against", "bad_attribute"
        case _:
            yield from _dice_faults(thing)
    yield isinstance(thing.range, str) and thing.range not in RANGES, "range", "bad_range"


def _dice_faults(thing: Item | Spell) -> Iterator[Fault]:
    yield thing.boons < 0, "boons", "bad_count"
    yield thing.banes < 0, "banes", "bad_count"
    if isinstance(thing, Spell):
        yield thing.ap < 1, "ap", "bad_ap"
        harmless = thing.area and thing.resist != "none"  # a test alone (BOO-CHL-13)
        yield thing.attack and thing.die is None and thing.amount is None and not harmless, "die", "bad_die"
    yield thing.die is not None and thing.die < 2, "die", "bad_die"
    yield thing.dice is not None and thing.dice < 1, "dice", "bad_force"
    if isinstance(thing, Item):
        yield overworn(thing), "durability", "bad_durability"
    yield thing.resist not in TESTED, "resist", "bad_attribute"


class ThingKind(ContentKind, frozen=True):
    """A kind of things that may bring effects of their own, `under` a key (BOO-LIV-53). `read`: how its records may also be written."""

    under: str = "effects"
    read: Callable[[Plain], Plain] = lambda record: record
    played: tuple[str, ...] = ()

    @property
    def inner(self) -> tuple[str, ...]:
        """Keys that nobody writes: the id, the book's own shelf, and what becomes of a thing in play (`played`)."""
        return ("id", "shelf", *self.played)

    def problems(self, name: str, record: Any) -> Iterator[Say]:
        """Everything that is wrong with one record, its effects among it."""
        where = f"{self.name}.{name}"
        record = self.read(in_terms(dict(record))) if isinstance(record, Mapping) else record
        bare = {k: v for k, v in record.items() if k != self.under} if isinstance(record, Mapping) else record
        yield from super().problems(name, bare)
        if bare is not record:
            yield from (p for _, wrong in read_effects(record.get(self.under), where) for p in wrong)

    def make(self, name: str, record: Plain) -> Any:
        record = self.read(in_terms(dict(record)))
        effects = tuple(effect for effect, _ in read_effects(record.get(self.under), name))
        thing = super().make(name, {k: v for k, v in record.items() if k != self.under})
        return replace(thing, **{self.under: effects}) if effects else thing


def read_effects(written: Written, where: str) -> list[tuple[Effect, tuple[Say, ...]]]:
    """The effects of a thing: records, or names of states, perhaps with a duration of their own (`"惊惧 1轮"`)."""
    found = []
    for place, one in enumerate([written] if isinstance(written, str | Mapping) else list_in(written)):
        name = f"{where.rpartition('.')[2]}.{place}"
        if isinstance(one, str):
            state, _, lasts = one.partition(" ")
            one = {"name": state, **({"lasts": lasts} if lasts else {})}
        found.append(read_effect(WORDS, one, f"{where} effects[{place}]", name=name))
    return found


def acting(effects: tuple[Effect, ...], own: Library) -> tuple[Effect, ...]:
    """What somebody bears by these records: one that only names a state is that state (BOO-LIV-36)."""
    return tuple(_state_of(effect, own) for effect in effects)


def _state_of(effect: Effect, own: Library) -> Effect:
    state = None if effect.acts else state_named(effect.called, own)
    if state is None:
        return effect
    return replace(state, id=effect.id or state.id, name=state.called, lasts=effect.lasts or state.lasts)


ARMED = (
    "die",
    "dice",
    "hit",
    "boons",
    "banes",
    "block",
    "reach",
    "range",
    "thrown",
    "reload",
    "ammo",
    "uses",
    "amount",
)
"""What is said of things to strike, shoot or block with, and of those that are used up."""


def _of_items(record: Plain) -> Plain:
    """A thing of which nothing is said that a weapon has is gear: a charm acts as it is worn (BOO-LIV-36)."""
    gear = "effects" in record and not any(key in record for key in ("kind", *ARMED))
    return {**record, "kind": "gear"} if gear else record


def _with_steps(record: Plain) -> Plain:
    """A defence whose plain steps (`做`) are an effect that hears of its success."""
    bare = {key: value for key, value in record.items() if key not in STEPS}
    if isinstance(kinds := bare.get("against"), list | str):
        bare["against"] = ["item" if one == "gear" else one for one in ([kinds] if isinstance(kinds, str) else kinds)]
    steps = [value for key, value in record.items() if key in STEPS]
    hears = [{"name": record.get("name", ""), "triggers": [{"on": "defended", "do": one}]} for one in steps]
    known = bare.get("effects", [])
    return {**bare, "effects": [*(known if isinstance(known, list) else [known]), *hears]} if hears else bare


def _with_rows(record: Plain) -> Plain:
    """A class whose rows stand under the word for one level (`等级 = [{ … }]`)."""
    rows = record.get("level")
    return {**{k: v for k, v in record.items() if k != "level"}, "levels": rows} if isinstance(rows, list) else record


def _of_creatures(record: Plain) -> Plain:
    """A stat block as other content is written: its effects are traits, its text is the GM's notes, its AP those of every round."""
    words = {"effects": "traits", "text": "notes", "ap": "ap_max"}
    return {words.get(key, key): value for key, value in record.items()}


STEPS = ("do", "做")
OF_ITEMS = ("held", "loaded", "durability_max", "lies", "lit", "burns")
OF_CREATURES = (
    *("player", "damage", "ap", "hidden", "status", "position", "fates", "hours", "fell", "secret", "used"),
    *("gifts", "veil", "money", "carried", "remembers"),
)
"""What becomes of a thing, and of somebody, in play."""
CREATURES = ThingKind(
    "creatures", Creature, ("creature", "生物", "怪物"), under="traits", read=_of_creatures, played=OF_CREATURES
)
"""Stat blocks: of a table's own, the GM's preparations."""
_KINDS: tuple[ContentKind, ...] = (
    EffectKind("states", Effect, ("state", "状态"), words=WORDS),
    ThingKind("items", Item, ("item", "物品", "道具", "武器"), _unlawful, read=_of_items, played=OF_ITEMS),
    ThingKind("armors", Armor, ("armor", "护甲"), _unlawful, played=OF_ITEMS),
    ThingKind("spells", Spell, ("spell", "法术"), _unlawful),
    ThingKind("stunts", Stunt, ("stunt", "特技"), _unlawful),
    ThingKind("defenses", Defense, ("defense", "防御"), _unlawful, read=_with_steps),
    ThingKind("classes", ClassPack, ("class", "职业"), _unlawful, read=_with_rows),
    CREATURES,
    ContentKind("encounters", Encounter, ("encounter", "遭遇")),
    ContentKind("maps", Chart, ("map", "地图")),
)
KINDS = tuple(replace(kind, keys=SPELLED) for kind in _KINDS)
"""The kinds of content; their keys are read in both languages."""
PREPARED = ("creatures", "encounters", "maps")
"""Kinds that are the GM's preparations: nobody else is told of them."""
OPENED = tuple(kind.name for kind in KINDS if kind.name not in PREPARED)
"""Kinds that players know of when the GM opens them, or they are used."""


BY_NAME = ("items", "spells", "stunts", "defenses", "classes", "states", "encounters", "maps")
"""Kinds of a library that are kept as lists of things with ids."""


def shrunk(own: Library, kind: str, name: str) -> Library | None:
    """A library without one thing of its own, by id or name; None if there is no such thing."""
    known = getattr(own, kind)
    if isinstance(known, dict):
        keys = [k for k, one in known.items() if name in (k, one.get("name") if isinstance(one, dict) else one.name)]
        return replace(own, **{kind: {k: v for k, v in known.items() if k not in keys}}) if keys else None
    left = tuple(thing for thing in known if name not in (thing.id, thing.name))
    return replace(own, **{kind: left}) if left != known else None


def _opened_shelves(own: Library) -> dict[str, dict[str, Any]]:
    """What players may come to know of, by kind and id."""
    lists = {kind: getattr(own, kind) for kind in OPENED}
    return {kind: dict(held) if isinstance(held, dict) else {t.id: t for t in held} for kind, held in lists.items()}


def kept_things(own: Library) -> dict[str, str]:
    """What the GM keeps, as `kind/id`, by what it is called."""
    return kept.kept_things(_opened_shelves(own), own.kept)


def known_library(own: Library, said: Collection[str] = ()) -> Library:
    """A library as players know it: without what the GM prepares with, and without what is kept, but for what is known by name (`said`)."""
    known = kept.known_part(_opened_shelves(own), own.kept, said) if own.kept else {}
    left = {
        kind: {name: one for name, one in getattr(own, kind).items() if name in things}
        if kind == "armors"
        else tuple(one for one in getattr(own, kind) if one.id in things)
        for kind, things in known.items()
    }
    return replace(own, creatures={}, encounters=(), maps=(), kept=(), **left)


def grow_library(own: Library, pack: Pack) -> Library:
    """A library with the things of a pack; each replaces one of its id. A full durability is also its maximum, armour goes by its key."""
    armors = {name: replace(_whole(armor), name=armor.name or name) for name, armor in pack.get("armors", {}).items()}
    creatures = {name: msgspec.to_builtins(creature) for name, creature in pack.get("creatures", {}).items()}
    own = replace(own, armors={**own.armors, **armors}, creatures={**own.creatures, **creatures})
    for kind in BY_NAME:
        new = pack.get(kind, {})
        kept = (thing for thing in getattr(own, kind) if thing.id not in new)
        own = replace(own, **{kind: (*kept, *(_whole(thing) for thing in new.values()))})
    return own


def _whole(thing: Thing) -> Thing:
    if not isinstance(thing, Item | Armor) or thing.durability is None or thing.durability_max is not None:
        return thing
    return replace(thing, durability_max=thing.durability)


@lru_cache(maxsize=1)
@rule("BOO-PCL-4", "BOO-PCL-5", "BOO-LIV-54")
def shipped() -> Library:
    """Everything in `data/`; its things are named in every language."""
    packs = shipped_pack(PACKAGE, KINDS)
    blocks = {"creatures": packs.pop("creatures")}
    things = {kind: {name: replace(one, shelf=name) for name, one in pack.items()} for kind, pack in packs.items()}
    return grow_library(Library(), {**things, **blocks})


def _finder(kept: Callable[[Library], tuple[Named, ...]]) -> Callable[[str, Library], Named | None]:
    """What finds a thing of one kind by its id or its name, the table's own first; a shipped one by its English name too."""

    def find(name: str, own: Library) -> Named | None:
        known = (*kept(own), *kept(shipped()))
        return next((t for t in known if name in (t.id, t.name) or is_called(name, t.shelf)), None)

    return find


class_named = _finder(lambda library: library.classes)
item_named = _finder(lambda library: library.items)
spell_named = _finder(lambda library: library.spells)
stunt_named = _finder(lambda library: library.stunts)
defense_named = _finder(lambda library: library.defenses)
state_named = _finder(lambda library: library.states)
encounter_named = _finder(lambda library: library.encounters)
map_named = _finder(lambda library: library.maps)


def armor_named(name: str, own: Library) -> Armor | None:
    """An armour by its id or its name; one of the table's own stands for a shipped one of its id."""
    known = {**shipped().armors, **own.armors}
    return next((a for key, a in known.items() if name in (key, a.name) or is_called(name, a.shelf)), None)


def creature_named(name: str, own: Library) -> tuple[str, Record] | None:
    """A stat block by its id or its name; one of the table's own stands for a shipped one of its id."""
    known = {**shipped().creatures, **own.creatures}
    key = next((key for key in shipped().creatures if key not in own.creatures and is_called(name, key)), name)
    return next(((one, c) for one, c in known.items() if key in (one, c.get("name"))), None)


def thing_named(name: str, own: Library) -> Item | Spell | Armor | Stunt | Defense | None:
    had = item_named(name, own) or spell_named(name, own) or armor_named(name, own)
    return had or stunt_named(name, own) or defense_named(name, own)


def record_of(name: str, own: Library) -> Record | None:
    """A shipped or own thing as plain data: its kind and the fields that are stated, ranges in yards (BOO-PCL-5)."""
    thing = thing_named(name, own)
    if thing is None:
        return None
    cost = {"ap": thing.ap} if isinstance(thing, Spell | Stunt | Defense) else {}  # stated even where it is the default
    defaults = {f.name: f.default for f in msgspec.structs.fields(thing)} | {"durability_max": ..., "shelf": ...}
    facts = msgspec.structs.asdict(thing)
    stated = {f: v for f, v in facts.items() if defaults[f] is not ... and v != defaults[f]}
    if isinstance(thing, Spell) and thing.area:
        stated["size"] = thing.size  # stated even where it is the default (BOO-PSP-3)
    if isinstance(thing, Item | Spell | Stunt) and thing.range is not None:
        stated["range"] = yards(thing.range)
    kind = thing.kind.value if isinstance(thing, Item) else type(thing).__name__.lower()
    return {**cost, **stated, "kind": kind}


def character_from(given: Plain, state: State) -> Character:
    """A character record with its defaults; class, gear and spells may be named by their ids."""
    facts, own = record(given, "character"), state.library
    facts["items"] = [_looked_up(i, item_named, own) for i in listed(facts.get("items", ()), "items")]
    facts["spells"] = [_looked_up(s, spell_named, own) for s in listed(facts.get("spells", ()), "spells")]
    if isinstance(armor := facts.get("armor"), str):
        facts["armor"] = _looked_up(armor, armor_named, own)
    _fill_in(facts, _class(facts, own), state.options)
    found = converted(facts, Character)
    worn = found.armor and replace(found.armor, effects=acting(found.armor.effects, own))
    traits, gifts = (acting(effects, own) for effects in (found.traits, found.gifts))
    items = tuple(put_to_use(item, own) for item in found.items)
    return replace(found, items=handed_out(items, found.hands), armor=worn, traits=traits, gifts=gifts)


def put_to_use(item: Item, own: Library) -> Item:
    """A thing with the states that it names; what is used up by its use lays them on others instead."""
    return item if item.uses is not None or not item.effects else replace(item, effects=acting(item.effects, own))


def edit_sheet(known: Character, stated: Record, state: State) -> Character:
    """A sheet with the stated fields changed and nothing else; what follows from them is computed anew (BOO-LIV-49)."""
    facts: Record = msgspec.to_builtins(known)
    if "items" in stated:
        facts.pop("items")
    if stated.keys() & {"strength", "class", "level"}:
        for name in ("health", "ap_max", "gifts"):
            facts.pop(name)
        if stated.get("class", known.calling):
            for name in FROM_CLASS:
                facts.pop(name)
    found = character_from(facts | stated, state)
    spent = max(known.ap_max - known.ap, 0)
    return replace(found, ap=max(found.ap_max - spent, 0), damage=min(found.damage, found.health))


def handed_out(items: tuple[Item, ...], hands: int) -> tuple[Item, ...]:
    """Items with arms in hand as long as hands are free, in the order of the list, where a record does not say (BOO-PWP-6)."""
    if not hands:
        return items
    free, out = hands - in_hands(i for i in items if i.held), list[Item]()
    for item in items:
        open_to = item.arms and item.held is None and item.id != UNARMED
        out.append(replace(item, held=item.hands <= free) if open_to else item)
        free -= item.hands if open_to and out[-1].held else 0
    return tuple(out)


def _looked_up(thing: Record | str, named: Callable[[str, Library], Thing | None], own: Library) -> Record:
    """A record as it is given, or that of the catalogue by its id or name."""
    if not isinstance(thing, str):
        return thing
    if (found := named(thing, own)) is None:
        raise RuleError("unknown_id", id=thing)
    looked_up: Record = msgspec.to_builtins(found)
    return looked_up


def _class(facts: Plain, own: Library) -> ClassPack:
    """The class of a record; one that gives nothing where it has none."""
    name = converted(facts.get("class", ""), str)
    if not name:
        return ClassPack()
    if (pack := class_named(name, own)) is None:
        raise RuleError("bad_class", clause="BOO-PCL-4", name=name)
    return pack


def _fill_in(facts: Record, pack: ClassPack, options: Options) -> None:
    """Fill in what a record does not state: from its class and the row in force, and from other values of its own."""
    row = pack.at(converted(facts.get("level", 0), int))
    facts.setdefault("gifts", msgspec.to_builtins(pack.effects))
    if facts.get("class"):
        for name in FROM_CLASS:
            facts.setdefault(name, getattr(row, name))
    facts.setdefault("health", max(converted(facts.get("strength", AVERAGE), int) + row.health, 1))
    facts.setdefault("hands", options.hands)  # BOO-PWP-6
    facts.setdefault("ap_max", options.default_ap if row.ap is None else row.ap)  # BOO-PAP-1
    facts.setdefault("ap", facts["ap_max"])


# --- what nothing would ever read --------------------------------------------------------------------------------------


@rule("BOO-LIV-36")
def idle(effects: tuple[Effect, ...], own: Library, *, borne: bool) -> Iterator[Say]:
    """What nothing would ever read: a modifier without a value, a trigger without a step, of what is `borne` a name that no state has."""
    for effect in effects:
        yield from idle_parts(WORDS, effect)
        if borne and not (effect.acts or effect.text or state_named(effect.called, own)):
            yield say("problems.no_state", state=effect.called)


def idle_things(pack: Pack, own: Library, written: str) -> Iterator[Say]:
    """The same of everything in a pack, each with its place, whose kind is called as it was `written`."""
    for kind, things in pack.items():
        for name, thing in things.items():
            state = isinstance(thing, Effect)
            effects = (
                (thing,) if state else getattr(thing, "traits" if kind == CREATURES.name else "effects", None) or ()
            )
            borne = kind in (CREATURES.name, "classes", "armors") or (isinstance(thing, Item) and thing.uses is None)
            for problem in idle(effects, own, borne=borne):
                yield say("content.other", where=f"{written}.{name}", problem=problem)
