"""Cards that are shown on request: a character's sheet (BOO-PCL-2), the catalogue (BOO-PCL-5), what a table keeps (BOO-LIV-58). They change nothing."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ludex.core.effects.sentences import name_of, sentence
from ludex.core.explain import Total
from ludex.core.plain import Plain, Written
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Filling, Say, say, term
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.boon.content import (
    KINDS,
    character_from,
    class_named,
    creature_named,
    encounter_named,
    map_named,
    record_of,
    shipped,
    state_named,
    thing_named,
)
from ludex.systems.boon.effects import TAGS, WORDS as EFFECTS
from ludex.systems.boon.events import FightSettled, Joined, SceneOpened, Wounded
from ludex.systems.boon.rules.creation import given_by
from ludex.systems.boon.rules.sheets import Sheet, sheet_of
from ludex.systems.boon.rules.windows import definition
from ludex.systems.boon.sheet import Armor, Defense, Item, Record, Spell, Stunt, training_name
from ludex.systems.boon.state import Battle, Effect, State, side_name
from ludex.systems.boon.terms import UNARMED, Earth, Status

WORDS = ("kind", "resist", "resisted", "attribute", "against", "heal")
"""Fields of the catalogue whose values are words of the rulebook."""
PLAIN = (
    "health",
    "healing_rate",
    "injured_at",
    "perception",
    "hit",
    "hit_boons",
    "force",
    "ap_max",
    "block_cost",
    "armor_value",
    "dodge_test",
)
"""Values of a sheet that are one number each."""
TESTS = ("hit_tests", "block_tests", "damage_dice")
"""Values of a sheet that there are for each weapon."""


def fact(name: str, value: float | None, total: Total | None = None) -> Fact:
    return Fact(say(f"told.facts.{name}", item=""), value, total)


@rule("BOO-BNB-3", "BOO-LIV-59")
def edge_fact(name: str, net: int, total: Total | None = None) -> Fact:
    """Boons less banes as a labelled number: so many boons, or so many banes, never boons below nothing. What was thrown for them is a term
    of the roll; what cancelled each other is told here alone."""
    if net >= 0:
        return replace(fact(name, net, total), part=net > 0)
    turned = total and Total(-net, tuple(replace(t, value=-t.value) for t in total.terms), clause=total.clause)
    return replace(fact(f"{name}_banes", -net, turned), part=True)


def derived_card(title: Label, sheet: Sheet, called: Mapping[str, Label] | None = None) -> Card:
    """A derived sheet as a card; `called` are the names of items by their ids."""
    names: dict[str, Label] = {UNARMED: term(UNARMED), **(called or {})}
    facts = [fact(name, getattr(sheet, name), sheet.why.get(name)) for name in PLAIN]
    for name in TESTS:
        tests = (
            (item, value.upper() if isinstance(value, str) else value) for item, value in getattr(sheet, name).items()
        )
        facts += [Fact(say(f"told.facts.{name}", item=names.get(item, item)), value) for item, value in tests]
    return Card(title, None, tuple(facts))


Given = Mapping[str, str]
"""What a card is about."""


def _sheet(state: State, _viewer: Viewer, given: Given) -> Card:
    """Somebody's whole sheet; of one whose numbers are not known what may be, and nothing worked out from the rest (BOO-LIV-45)."""
    who = state.character(given["who"])
    if who.veil:
        seen = [*([who.armor.called] if who.armor else []), *(item.called for item in who.items)]
        lines = ((say("told.there_are", names=seen),) if seen else ()) + (say("told.numbers_unknown"),)
        return Card(who.called, Verdict("plain", term(who.status)), (fact("ap", who.ap),), lines)
    return derived_card(who.called, sheet_of(who), {i.id: i.called for i in who.items})


def thing_called(state: State, name: str) -> Label:
    thing = thing_named(name, state.library)
    return thing.called if thing else name


@rule("BOO-LIV-45")
def _creature_card(state: State, viewer: Viewer, key: str, block: Record) -> Card:
    """A stat block; of which a player to whom numbers are hidden reads what it looks like."""
    own, title = character_from({**block, "id": key}, state), say("told.catalog", thing=_creature(state, key))
    worn: list[Label] = [own.armor.called] if own.armor else []
    if not viewer.gm and viewer.numbers != "open":
        looks = [*worn, *(item.called for item in own.items)]
        return Card(
            title, None, (), ((say("told.there_are", names=looks),) if looks else ()) + (say("told.numbers_unknown"),)
        )
    gear: list[Label] = [*worn, *(item.called for item in own.items), *(spell.called for spell in own.spells)]
    lines: list[Label] = [say("told.there_are", names=gear)] if gear else []
    for trait in own.traits:
        lines += [say("told.trait", effect=name_of(trait)), *sentence(EFFECTS, trait)]
    return replace(derived_card(title, sheet_of(own), {i.id: i.called for i in own.items}), lines=tuple(lines))


def catalog_card(state: State, viewer: Viewer, thing: str) -> Card:
    """One thing of the catalogue, or the names of all, or of all of a kind."""
    if thing and (found := creature_named(thing, state.library)) is not None:
        return _creature_card(state, viewer, *found)
    if thing and (calling := class_named(thing, state.library)) is not None:
        rows = tuple(say("told.class_row", **given_by(row)) for row in calling.levels)
        return Card(say("told.catalog", thing=calling.called), None, (), rows)
    if thing and (state_ := state_named(thing, state.library)) is not None:
        return Card(say("told.catalog", thing=name_of(state_)), None, (), sentence(EFFECTS, state_))
    if thing and (prepared := _prepared(state, thing)) is not None:
        return prepared
    shelf = next((kind.name for kind in KINDS if thing in (kind.name, *kind.also)), "")
    return _thing_card(state, thing) if thing and not shelf else _names_card(state, shelf)


def _names_card(state: State, shelf: str) -> Card:
    """The names of everything in the catalogue, or of one kind."""
    packs = (shipped(), state.library)
    named = (
        ("items", [i.called for p in packs for i in p.items]),
        ("armors", [a.called for p in packs for a in p.armors.values()]),
        ("spells", [s.called for p in packs for s in p.spells]),
        ("stunts", [s.called for p in packs for s in p.stunts]),
        ("defenses", [d.called for p in packs for d in p.defenses]),
        ("classes", [c.called for p in packs for c in p.classes]),
        ("states", [name_of(s) for p in packs for s in p.states]),
        ("encounters", [e.called for p in packs for e in p.encounters]),
        ("maps", [m.called for p in packs for m in p.maps]),
        ("creatures", [_creature(state, k) for k in {**shipped().creatures, **state.library.creatures}]),
    )
    facts = tuple(Fact(say(f"view.{kind}"), names) for kind, names in named if names and shelf in ("", kind))
    return Card(say("told.catalogue"), None, facts)


def _thing_card(state: State, thing: str) -> Card:
    """A thing with what is stated of it, and its effects as sentences."""
    record = record_of(thing, state.library) or {}
    stated = record | {name: f"{name}_{record[name]}" for name in ("resisted",) if name in record}
    told = {name: _in_words(name, value) for name, value in stated.items() if name not in UNTOLD}
    facts = tuple(Fact(term(f"field_{name}"), value) for name, value in told.items())
    lines: list[Label] = []
    found = thing_named(thing, state.library)
    word = (
        "told.brings" if isinstance(found, Armor) or (isinstance(found, Item) and found.uses is None) else "told.leaves"
    )
    for effect in (definition(state, one) for one in _brings(found)):
        lines += [say(word, effect=name_of(effect)), *sentence(EFFECTS, effect)]
    lines += [str(record["text"])] if "text" in record else []
    return Card(say("told.catalog", thing=thing_called(state, thing)), None, facts, tuple(lines))


UNTOLD = ("id", "name", "effects", "text")


def _brings(thing: Item | Spell | Armor | Stunt | Defense | None) -> tuple[Effect, ...]:
    return () if thing is None else thing.effects


def _in_words(name: str, value: Written) -> Filling:
    if name == "training":
        return training_name(str(value))
    if name == "kind" and value == "armor":
        return term("worn_armor")  # the same word also says where a blow ends
    if name == "shape":
        return say(f"view.shape_{value}")
    if name == "tags" and isinstance(value, list | tuple):
        ships = {word.key: say(f"view.tag_{word.en}") for word in TAGS}
        return [ships.get(str(tag), str(tag)) for tag in value]
    if name not in WORDS:
        return value
    if isinstance(value, tuple):
        return [term(str(one)) for one in value]
    return term(value) if isinstance(value, str) else value


def _prepared(state: State, thing: str) -> Card | None:
    """An encounter with its creatures, or a map with its ground."""
    if (met := encounter_named(thing, state.library)) is not None:
        names = [say("told.so_many", name=_creature(state, one.name), count=one.count) for one in met.creatures]
        text = (say(f"texts.{met.shelf}") if met.shelf else met.text,) if met.text else ()
        return Card(say("told.catalog", thing=met.called), None, (), (say("told.there_are", names=names), *text))
    if (chart := map_named(thing, state.library)) is None:
        return None
    ground = [say(f"view.ground_{Earth.read(kind)}") for kind in chart.ground]
    return Card(say("told.catalog", thing=chart.called), None, (), (say("told.there_are", names=ground),))


def _creature(state: State, name: str) -> Label:
    """What a stat block is called: one that ships in every language."""
    found = creature_named(name, state.library)
    if found is None:
        return name
    key, block = found
    ships = key in shipped().creatures and key not in state.library.creatures
    return say(f"things.{key}") if ships else str(block.get("name", key))


def _catalog(state: State, viewer: Viewer, given: Given) -> Card:
    return catalog_card(state, viewer, given["thing"])


def _scenes(state: State, _viewer: Viewer, _given: Given) -> Card:
    """The scenes that there are, and which one is played (BOO-LIV-55)."""
    here = say("told.scene_here", name=state.scene or say("told.first_scene"))
    others = [name or say("told.first_scene") for name in state.scenes]
    return Card(here, None, (), (say("told.there_are", names=others),) if others else ())


@rule("BOO-LIV-58")
def roster_card(state: State, _viewer: Viewer, _given: Given) -> Card:
    """Every NPC that is known with its last scene and status, the fights in short, what the party has."""
    lines = (*_people(state), *map(battle_line, state.battles), *_party(state))
    return Card(say("told.roster"), None, (), lines or (say("told.roster_empty"),))


def _people(state: State) -> Iterator[Label]:
    here = [(c, state.scene) for c in state.combatants]
    away = [(c, name) for name, stage in state.scenes.items() for c in stage.combatants if not c.secret]
    known = [(c.called, scene, c.status) for c, scene in (*here, *away) if not state.is_player(c)]
    for name, scene, status in (*known, *((g.name, g.scene, g.status) for g in state.gone)):
        yield say("told.roster_npc", who=name, scene=scene or say("told.first_scene"), status=term(status))


def battle_line(battle: Battle) -> Say:
    won = say("told.won_by", side=side_name(battle.winner)) if battle.winner else say("told.won_by_nobody")
    facts = {"scene": battle.scene or say("told.first_scene"), "sides": list(map(side_name, battle.sides)), "won": won}
    return say("told.roster_fight", **facts, rounds=battle.rounds, fallen=list(battle.fallen) or [say("told.nobody")])


def _party(state: State) -> Iterator[Label]:
    for who in (c for c in state.combatants if state.is_player(c)):
        things: list[Label] = [i.called for i in who.items if i.uses != 0]
        yield say("told.roster_party", who=who.called, money=who.money, things=things or [say("told.nothing")])


PEAKS = frozenset(
    (
        "told.status",
        "told.fate_comes",
        "told.fate_waits",
        "told.breaks",
        "told.level_up",
        "told.unveil",
        "told.fate_roll",
        "view.won",
        "told.after_fight",
    )
)
"""What a chronicle never leaves out."""

TIMES = {"told.end_round": "told.end_round"}
"""What says that a round or a moment begins, and the phrase that heads it."""

WEIGHS = frozenset(
    f"told.{key}"
    for key in (
        "hurt",
        "hurt_status",
        "hurt_less",
        "wounds",
        "status",
        "breaks",
        "fate_comes",
        "fate_waits",
    )
)
"""What cards tell of wounds, of who falls and of what breaks."""

UNSAID = frozenset(
    {
        *(f"told.{key}" for key in ("chooses", "round_over", "walked", "unasked", "spoken", "order", "free_dice")),
        *(f"told.{key}" for key in ("pick_actor", "give_initiative", "next_initiative", "end_round", "refresh")),
        *("told.end_surprise", "told.after_fight"),
        *(f"told.{key}" for key in ("size_field", "lay_ground", "put", "form_side", "run_sides", "run_over", "lapsed")),
        *("told.deeds.pass", "told.deeds.pass_whole"),
        *("told.run_sides_always", "told.run_sides_never"),
        *(f"view.holds_{how}" for how in ("attacked", "next_side", "picked", "given")),
    }
)
"""What cards tell to run a fight and to lay out a board; no part of the story."""


@rule("BOO-LIV-58")
def tally(state: State, events: Sequence[Plain]) -> Iterator[Say]:
    """What an evening came to, counted from its events: fights, the fallen, scenes, levels."""
    fights = sum(isinstance(e, FightSettled) for e in events)
    if fights:
        yield say("told.tally_fights", n=fights)
    if scenes := sum(isinstance(e, SceneOpened) for e in events):
        yield say("told.tally_scenes", n=scenes)
    yield from (battle_line(battle) for battle in state.battles[len(state.battles) - fights :])
    dead = dict.fromkeys(e.who for e in events if isinstance(e, Wounded) and e.status is Status.DEAD)
    lost = [c.called for who in dead if (c := state.find(who)) is not None and state.is_player(c)]
    if lost:
        yield say("told.tally_lost", names=lost)
    yield from _levels(events)


def _levels(events: Sequence[Plain]) -> Iterator[Say]:
    """Who has gained a level: the first and the last sheet that the evening wrote of somebody."""
    first: dict[str, int] = {}
    last: dict[str, tuple[str, int]] = {}
    for one in (e.character for e in events if isinstance(e, Joined)):
        first.setdefault(one.id, one.level)
        last[one.id] = (one.called, one.level)
    for who, (name, level) in last.items():
        if level > first[who]:
            yield say("told.tally_level", who=name, level=level)


CARDS: dict[str, Callable[[State, Viewer, Given], Card]] = {
    "sheet": _sheet,
    "catalog": _catalog,
    "scenes": _scenes,
    "roster": roster_card,
}
