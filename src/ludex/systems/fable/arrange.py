"""Plain data in: records given inline become characters of the state, and the procedure gets their ids."""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import listed, record, records
from ludex.core.checking import slim
from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.events import Event
from ludex.core.kept import split_key
from ludex.core.plain import Plain, Written, list_in, table_in
from ludex.core.rule import rule
from ludex.core.say import Label, term
from ludex.core.sheets import LIST, TERM, TEXT, Entry, Sheets, leaning
from ludex.core.stock import Dial, Stock
from ludex.systems.fable.content import shipped
from ludex.systems.fable.events import CharacterWritten, EffectBegun, EffectOver, ThingAdded, ThingOpened
from ludex.systems.fable.events.changing import without_spells
from ludex.systems.fable.options import HIGHEST_CAP, Options, read_options
from ludex.systems.fable.rules.attributes import LARGEST_BOUGHT, RAISE_LEVELS, SMALLEST_DIE, STEP, check_dice
from ludex.systems.fable.rules.building import check_level, check_life
from ludex.systems.fable.rules.data import kept_of
from ludex.systems.fable.sheet import BARE_HANDS, Character, Slot, five, outfit
from ludex.systems.fable.sheet.entries import SHAPES
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, DamageType, Kind, LifeCategory, Species

SINGLE = ("character", "actor", "attacker", "target")
"""Inputs that name one character."""
SEVERAL = ("targets",)
"""Inputs that name several."""

_CODES = {"rank": "unknown_rank", "statuses": "bad_status"}


def arrange(state: State | None, given: Plain) -> tuple[State, Plain]:
    """Lay options and inline characters over a state; what is left is the procedure's own input.

    A fresh state has the rulebook's ordinary character `actor`, who stands in wherever a record leaves the character out.
    """
    rest = dict(given)
    options = read_options(rest.pop("options")) if "options" in rest else None
    base = State(options or Options(), {"actor": Character()}) if state is None else state
    if state is not None and options is not None:
        base = msgspec.structs.replace(base, options=options)
    characters = dict(base.characters)
    for one in records(rest.pop("characters", ()), "characters"):
        character = read_character(one)
        characters[character.id] = character
    seated = {**rest, **_seated(rest, characters)}
    _stand_in(base, seated, characters)
    return msgspec.structs.replace(base, characters=characters), seated


def _seated(rest: Plain, characters: dict[str, Character]) -> Plain:
    """The inline records of an input as the keys under which they now stand among the characters."""
    left_out = "targets" in rest and "attacker" not in rest
    taken: set[str] = {"actor"} if left_out else set()  # the attacker who is left out is not her own target
    found: dict[str, Written] = {}
    for field in (*SINGLE, *SEVERAL):
        held = rest.get(field)
        if field in SINGLE and isinstance(held, Mapping):
            found[field] = _place(held, characters, taken)
        elif field in SEVERAL and isinstance(held, list | tuple):
            found[field] = [_place(one, characters, taken) if isinstance(one, Mapping) else one for one in held]
    return found


def _stand_in(state: State, rest: Plain, characters: dict[str, Character]) -> None:
    """Somebody on the clock without a record is an ordinary character of her kind, level and team."""
    named = [rest.get(field) for field in SINGLE] + [
        who for field in SEVERAL for who in listed(rest.get(field, ()), field)
    ]
    for combatant in state.conflict.combatants if state.conflict else ():
        if combatant.id in named and combatant.id not in characters:
            characters[combatant.id] = Character(
                id=combatant.id, kind=combatant.kind, team=combatant.team, level=combatant.level
            )


def _place(given: Plain, characters: dict[str, Character], taken: set[str]) -> str:
    """Put an inline character among the others; two nameless ones in one input do not become one person."""
    character = read_character(given)
    key = character.id
    while key in taken:
        key += "'"
    taken.add(key)
    characters[key] = character
    return key


def read_character(given: Plain) -> Character:
    plain = record(given, "character")
    if isinstance(plain.get("sheet"), Mapping):  # what she wears, holds and carries may be given by kind alone
        plain["sheet"] = _owning(str(plain.get("id", "actor")), record(plain["sheet"], "sheet"))
    if "affinities" in plain:
        plain["affinities"] = {
            _damage_type(k): [v] if isinstance(v, str) else listed(v, "affinities")
            for k, v in record(plain["affinities"], "affinities").items()
        }
    try:
        return msgspec.convert(plain, Character)
    except msgspec.ValidationError as error:
        field = str(error).partition("`$.")[2].split("`")[0].split(".")[0].split("[")[0]
        raise RuleError(_CODES.get(field, "bad_input"), field=field, problem=str(error)) from None


def _damage_type(name: str) -> str:
    if name not in set(DamageType):
        raise RuleError("unknown_damage_type", clause="FAB-DMG-4", type=name, types=[term(t) for t in DamageType])
    return name


# --- characters that travel, and sheets edited field by field (FAB-LIV-46, FAB-LIV-48) --------------------------------

DICE = (SMALLEST_DIE, LARGEST_BOUGHT + STEP * len(RAISE_LEVELS))
"""The smallest and the largest die of an attribute (FAB-ATT-2, FAB-PLV-4)."""


@rule("FAB-LIV-43")
def _free(_state: State, before: Character, after: Character) -> bool:
    """Whether a change is her player's own word: of a draft all but what no choice of creation decides, its level and its points."""

    def given(who: Character) -> tuple[int, ...]:
        return who.level, who.fp, who.ip, who.crisis_value, who.sheet.money, who.sheet.xp

    return before.draft and given(before) == given(after)


@rule("FAB-GAU-2", "FAB-LIV-46")
def _derived(_state: State, before: Character, after: Character) -> Character:
    """What follows from an edit: gauges with the die that they start from, no species of another category; losses stay."""
    if after.kind is not Kind.PC:
        return after
    hg, mg = after.base.mig - before.base.mig, after.base.wlp - before.base.wlp
    kin = shipped().species.get(after.sheet.species)
    moved = before.sheet.life != after.sheet.life and kin is not None and kin.life != after.sheet.life
    species = "" if moved else after.sheet.species
    return replace(
        after,
        hg=replace(after.hg, cap=five(max(0, n + hg) for n in after.hg.cap)),
        mg=replace(after.mg, cap=five(max(0, n + mg) for n in after.mg.cap)),
        sheet=replace(after.sheet, species=species),
    )


@rule("FAB-ATT-1", "FAB-LIV-46")
def _unlawful(_state: State, who: Character) -> list[RuleError]:
    """What no rule allows on a PC's sheet: other categories, more points than there are, a level that her domains do not add up to."""
    if who.kind is not Kind.PC:
        return []
    raises = sum(who.level >= level for level in RAISE_LEVELS)
    checks = (
        lambda: check_life(who.sheet.life, who.sheet.species),
        lambda: check_dice(who.base, raises),
        lambda: check_level(sum(who.sheet.domains.values()), who.level) if who.sheet.domains else None,
    )
    return [error for check in checks if (error := _refusal(check)) is not None]


def _refusal(check: Callable[[], int | None]) -> RuleError | None:
    try:
        check()
    except RuleError as error:
        return error
    return None


def _takes(state: State, content: Plain) -> tuple[Event[State], ...]:
    return tuple(
        ThingAdded(kind, key, table_in(body))
        for kind, things in content.items()
        for key, body in table_in(things).items()
        if key not in state.things.get(kind, {})
    )


BRIEF = {"scene", "conflict"}
"""What an effect beside the clock may last that ends before anybody travels."""


@rule("FAB-LIV-48")
def _travels(state: State, who: Character) -> Character:
    """Her record with what outlasts a scene; what her effects wrote into her gauges is left out of it, and comes with them again."""
    timed = state.conflict.effects if state.conflict else ()
    mine = [e for e in state.effects if e.bearer == who.id]
    over = EffectOver(who.id, (*(e.id for e in mine), *(e.id for e in timed if e.anchor == who.id)))
    bare = over.apply(state).characters[who.id]
    kept = tuple(e for e in mine if not BRIEF & {one.unit for one in e.lasts})
    lent = {e.id: who.lent[e.id] for e in kept if e.id in who.lent}
    return replace(without_spells(bare), carried=kept, lent=lent, opportunities=(), break_point_taken=False)


@rule("FAB-LIV-48")
def _joins(_state: State, who: Character, actor: str) -> tuple[Event[State], ...]:
    """She comes, and then what lasts on her, under the name that she has here."""
    begun = (
        EffectBegun(replace(e, bearer=actor, by=actor if e.by == e.bearer else ""), who.lent.get(e.id))
        for e in who.carried
    )
    return CharacterWritten(replace(who, id=actor, carried=(), lent={})), *begun


def _word(key: str) -> Label:
    return term(key) if key else "–"


SHEETS = Sheets(
    "characters",
    Character,
    stays=(
        "hidden",
        "shown",
        "shown_types",
        "studied",
        "covering",
        "guarding",
        "downed",
        "downed_by",
        "banded",
    ),
    entries=(
        Entry("name", ("名字", "name"), kind=TEXT),
        Entry("level", ("等级", "level"), limits=(1, HIGHEST_CAP), also=("LV",)),
        *(Entry(a.value, (a.zh, a.en), f"base.{a.value}", limits=DICE, also=a.also) for a in Attribute),
        Entry("fp", ("物语点", "FP"), limits=(0, None)),
        Entry("ip", ("物品点", "IP"), limits=(0, None)),
        Entry("money", ("资金", "money"), "sheet.money", limits=(0, None), also=("Z",)),
        Entry("xp", ("经验", "XP"), "sheet.xp", limits=(0, None)),
        Entry("crisis", ("危机值", "crisis value"), "crisis_value", limits=(0, None)),
        Entry("traits", ("特质", "traits"), kind=LIST),
        Entry("life", ("生命类别", "life"), "sheet.life", TERM, LifeCategory, also=("类别",), shows=_word),
        Entry("species", ("物种", "species"), "sheet.species", TERM, Species, shows=_word),
        Entry("notes", ("备注", "notes"), "sheet.notes", kind=TEXT, own=True),
    ),
    derive=_derived,
    wrong=_unlawful,
    draft=_free,
    leans=lambda state, who: leaning(state.things, who),
    travels=_travels,
    takes=_takes,
    joins=_joins,
)


def _read(table: str, name: str) -> Filled:
    return Filled("look", {"table": table, "key": name})


STOCK = Stock(
    own=lambda state: state.things,
    adds=lambda text: Filled("pack", {"body": text}),
    drops=lambda kind, name: Filled("thing", {"table": kind, "key": name, "body": "remove"}),
    tells={name: partial(_read, name) for name in SHAPES},
    effects=slim,
    brought=("npcs",),
    kept=lambda state: kept_of(state, ""),
    first={
        "npcs": ("level", "rank", "base", "strikes", "spells", "feats", "affinities", "traits", "goal"),
        "weapons": ("attributes", "damage", "type", "accuracy", "hands", "category", "price"),
    },
    dials={
        "npcs": (
            Dial(("等级", "level"), "level", 5, 60, (("弱", "weak"), ("强", "strong")), usual=5),
            Dial(("挨得住", "takes it"), "extra_hp", 0, 100, (("脆", "frail"), ("铁", "iron"))),
            Dial(("打得疼", "hits hard"), "strikes/*/damage", 0, 30, (("轻", "light"), ("重", "heavy"))),
        )
    },
    refers={"feats": {"needs": "feats"}},
    comes=lambda name, count: Filled("summon", {"block": name, "n": count}),
    opens=lambda keys: Filled("publish", {"things": list(keys)}),
    used=lambda key: ThingOpened(*split_key(key)),
)


# ---------------------------------------------------------------------- earlier versions
_WRITTEN = {
    "quick_draw": ("init_mod", 2),
    "war_song": ("init_mod", 1),
    "fleet": ("spd", 1),
    "light_travel": ("spd", 1),
    "ahead_of_time": ("spd", 3),
    "iron_skin": ("reduction", 1),
}
"""What feats wrote into a sheet before they counted by themselves (version 2)."""


def _everywhere(plain: Written, change: Callable[[dict[str, Written]], dict[str, Written]]) -> Written:
    """Plain data with every record that has a sheet changed, however deep it stands."""
    if isinstance(plain, list):
        return [_everywhere(one, change) for one in plain]
    if not isinstance(plain, dict):
        return plain
    found = {key: _everywhere(value, change) for key, value in plain.items()}
    return change(found) if isinstance(found.get("sheet"), dict) else found


def with_pieces(plain: Written) -> Written:
    """A state or an event of version 3: what somebody wore, held and carried was known by its kind alone, notes too; now each is a piece."""

    def change(found: dict[str, Written]) -> dict[str, Written]:
        return {**found, "sheet": _owning(str(found.get("id") or found.get("name") or ""), table_in(found["sheet"]))}

    return _everywhere(plain, change)


_OWNED = ("armor", "shield", "accessory", "weapons", "pack", "inscribed")


def _owning(owner: str, sheet: Plain) -> Plain:
    """A sheet of version 3 with pieces: the note of a kind goes to the first of it."""
    if "items" in sheet or not any(key in sheet for key in _OWNED):
        return sheet
    weapons = [str(one) for one in listed(sheet.get("weapons", ()), "weapons")]
    pack = [str(one) for one in listed(sheet.get("pack", ()), "pack")]
    slots = [(Slot.ARMOR, str(sheet.get("armor", ""))), (Slot.SHIELD, str(sheet.get("shield", "")))]
    slots += [(Slot.ACCESSORY, str(sheet.get("accessory", "")))]
    slots += [(Slot.OFF if place else Slot.MAIN, key) for place, key in enumerate(weapons) if key != BARE_HANDS]
    slots += [(Slot.PACK, key) for key in pack]
    owned = outfit(owner, [(slot, key) for slot, key in slots if key not in ("", "none")])
    notes = record(sheet.get("inscribed", {}), "inscribed")
    pieces = [msgspec.structs.replace(one, note=str(notes.pop(one.key, ""))) for one in owned.pieces]
    kept = {key: value for key, value in sheet.items() if key not in _OWNED}
    return {**kept, "items": msgspec.to_builtins(pieces), "made": owned.made}


def without_written_feats(plain: Written) -> Written:
    """A state or an event of version 2: numbers that feats wrote into sheets are taken out, since feats count by themselves now."""
    return _everywhere(plain, _unwritten)


def _unwritten(found: dict[str, Written]) -> dict[str, Written]:
    sheet = dict(table_in(found["sheet"]))
    known = [str(one).rpartition(":")[2] for row in ("feats", "heroic") for one in list_in(sheet.get(row))]
    if not known:
        return found
    found, sheet = dict(found), {**sheet, "bonuses": {}}
    for feat in known:
        where, n = _WRITTEN.get(feat, ("", 0))
        there = found if where == "reduction" else sheet
        before = there.get(where, 0)
        if where and isinstance(before, int):
            there[where] = before - n
    return {**found, "sheet": sheet}
