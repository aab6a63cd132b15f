"""Plain data -> state: how records that are given inline (vectors, imports, the API) are laid over a state."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted, read_options
from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.kept import kept_key, split_key
from ludex.core.names import folded
from ludex.core.plain import Plain, Written, list_in, table_in
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.sheets import TEXT, Entry, Sheets
from ludex.core.stock import Dial, Stock
from ludex.systems.fet.content import key_of, shipped
from ludex.systems.fet.events.group import ContentAdded, ContentOpened
from ludex.systems.fet.events.people import SheetWritten, WishMade
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.building import SHAPES, Card
from ludex.systems.fet.rules.creation import wish_for
from ludex.systems.fet.rules.law import check_keys
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.rules.roster import unblanked
from ludex.systems.fet.rules.sheets import edit_follows
from ludex.systems.fet.sheet import UNFINISHED, Partner, Sheet, Skill, Trait, Weapon, hindrance, sheet_problems
from ludex.systems.fet.state import Character, Declared, State, Wish
from ludex.systems.fet.terms import (
    EITHER,
    GROUPS,
    RESOURCES,
    SIX,
    Attribute,
    EffectSort,
    Event,
    Number,
    Resource,
    WeaponType,
    whole,
)


class Losses(msgspec.Struct, frozen=True):
    stamina: Number = 0
    will: Number = 0


class Group(msgspec.Struct, frozen=True):
    sheets: dict[str, Sheet] = {}
    losses: dict[str, Losses] = {}
    target: Number | None = None
    partner: Partner | None = None
    timeline: tuple[Declared, ...] = ()


def from_first(plain: Written) -> Written:
    """A state of the first version as this one writes it: a table goes on by the readings it was opened with.

    Rulings FET-E-43 and FET-E-44 have changed since: such a table has them as options. Events stay as they were.
    """
    if not isinstance(plain, dict) or "options" not in plain:
        return plain
    old = {"load_written": "instead", "several_targets": "full", "cap_resources": "none", "standing_effects": "noted"}
    return {**plain, "options": {**old, **plain["options"]}}


def from_third(plain: Written) -> Written:
    """A state of the third version: examples of the book that sheets have from before their effects were data are those of now."""
    people = plain.get("characters") if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or not isinstance(people, dict):
        return plain
    return {**plain, "characters": {who: _with_traits(one) for who, one in people.items()}}


def _with_traits(plain: Plain) -> Plain:
    """Somebody whose sheet has the book's examples as they are written now."""
    sheet = table_in(plain.get("sheet"))
    if not sheet.get("traits"):
        return plain
    now = {trait.name: msgspec.to_builtins(trait) for trait in shipped().traits.values()}
    traits = [_as_now(trait, now.get(str(trait.get("name")), {})) for trait in map(table_in, list_in(sheet["traits"]))]
    return {**plain, "sheet": {**sheet, "traits": traits}}


def _as_now(trait: Plain, now: Plain) -> Plain:
    same = all(trait.get(key, "") == now.get(key, "") for key in ("event", "text"))
    return now if now and same else trait


def arrange(state: State | None, given: Plain) -> tuple[State, Plain]:
    """Take `options` and a chat group's `state` out of what is given; the rest is the procedure's."""
    found = state or State()
    rest = dict(given)
    if "options" in rest:
        found = replace(found, options=read_options(rest.pop("options"), Options()))
    for name in ("sheet", "other"):
        if isinstance(sheet := rest.get(name), Mapping):
            rest[name] = unblanked(sheet)
    for name, kind in (("skill", Skill), ("trait", Trait)):
        if isinstance(card := rest.get(name), Mapping):
            check_keys(card, kind)
    if isinstance(group := rest.get("state"), Mapping):
        found = _group(found, group)
        del rest["state"]
    return found, rest


def _sheets(given: Written) -> Written:
    if not isinstance(given, Mapping):
        return given
    return {who: unblanked(sheet) if isinstance(sheet, Mapping) else sheet for who, sheet in given.items()}


def _group(state: State, given: Plain) -> State:
    group = converted({**given, "sheets": _sheets(given.get("sheets", {}))}, Group, "state")
    none = Losses()
    lost = {who: group.losses.get(who, none) for who in group.sheets}
    sheets = {who: _signed(sheet, who) for who, sheet in group.sheets.items()}
    return replace(
        state,
        characters={who: Character(sheet, lost[who].stamina, lost[who].will) for who, sheet in sheets.items()},
        target=None if group.target is None else whole(group.target),  # FET-TAR-1
        partner=group.partner,
        timeline=group.timeline,
    )


def _signed(sheet: Sheet, who: str) -> Sheet:
    """FET-CSF-2: a sheet without a name goes by its sender."""
    return sheet if sheet.name.strip() else replace(sheet, name=who)


# --- characters that travel, and sheets edited field by field (FET-LIV-45, FET-LIV-49) --------------------------------


def _wrong(_state: State, who: Character) -> Iterator[RuleError]:
    """Everything that is impossible on a sheet; what is only unfinished is no hindrance."""
    for problem in sheet_problems(who.sheet):
        if problem not in UNFINISHED:
            yield RuleError("bad_sheet", problems=[say(f"errors.{problem}")])


BUILT = {"skills": "skill", "traits": "trait", "weapons": "weapon"}
"""What anybody builds (FET-LIV-15), with the deed's word for it."""


DIGITS = "0123456789"
"""What tells several of a kind apart (FET-LIV-47)."""


def _card(card: Card) -> Card:
    """A card as a library has it: a weapon without what has become of this one."""
    return replace(card, loaded=None, down=False, place="") if isinstance(card, Weapon) else card


@rule("FET-LIV-49")
def _leans(_state: State, who: Character) -> Mapping[str, Plain]:
    """The cards of her sheet that do not ship: they travel with her, for the other table's library."""
    found: dict[str, Plain] = {}
    for kind in BUILT:
        known = partial(key_of, getattr(shipped(), kind))
        own = [_card(card) for card in getattr(who.sheet, kind) if known(card.name) is None]
        found[kind] = {card.name: msgspec.to_builtins(card) for card in own if known(card.name.rstrip(DIGITS)) is None}
    return found


@rule("FET-LIV-49")
def _takes(state: State, content: Plain) -> tuple[ContentAdded, ...]:
    lacking = ((one, card) for kind, one in BUILT.items() for card in _lacking(state, kind, content))
    return tuple(replace(ContentAdded(card.name), **{one: card}) for one, card in lacking)


@rule("FET-LIV-49", "FET-LIV-15")
def _puts(state: State, content: Plain, actor: str) -> tuple[SheetWritten | WishMade, ...]:
    """What of it this table's library lacks is put to the GM, card by card; until then it is not on her sheet."""
    wishes = tuple(
        wish_for(actor, card, brought=True)
        for taken in _takes(state, content)
        if (card := taken.skill or taken.trait or taken.weapon) is not None
    )
    sheet = state.characters[actor].sheet
    lacking = {wish.card.name for wish in wishes if wish.card is not None}
    left = {kind: tuple(c for c in getattr(sheet, kind) if c.name not in lacking) for kind in BUILT}
    items = tuple(item for item in sheet.items if item.name not in _worn_by(wishes))
    return (SheetWritten(actor, replace(sheet, **left, items=items)), *map(WishMade, wishes)) if wishes else ()


def _worn_by(wishes: tuple[Wish, ...]) -> set[str]:
    """Things that are one card with a trait (FET-LIV-33): they come with it."""
    return {wish.trait.name for wish in wishes if wish.trait is not None and wish.trait.load}


def _lacking(state: State, kind: str, content: Plain) -> list[Card]:
    known = {folded(card.name) for card in getattr(state, kind).values()}
    brought = {name: body for name, body in table_in(content.get(kind)).items() if folded(name) not in known}
    return [msgspec.convert(body, SHAPES[BUILT[kind]]) for body in brought.values()]


def _percent(one: Attribute) -> Entry:
    """A percentage of the sheet; the name that is a resource's as well means what is left of that (Ruling FET-E-60)."""
    zh = f"{one.zh}%" if Resource.holds(one.zh) else one.zh
    also = tuple(name for name in one.also if not Resource.holds(name))
    return Entry(one.value, (zh, one.en), f"sheet.percents.{one.value}", also=also)


def _left(resource: Resource, state: State, who: str) -> Number | None:
    """What somebody has of a resource now; nothing where the sheet cannot be derived."""
    return None if hindrance(state.characters[who].sheet) else resource_now(state, who, resource)[0]


@rule("FET-LIV-45")
def _set_left(resource: Resource, who: str, value: str) -> Filled:
    """`.st 体力 100` sets what is left, `.st 体力-20` changes it, as `.crd` does."""
    return Filled("crd", {"resource": resource.zh, "amount": value}, who)


SHEETS = Sheets(
    "characters",
    Character,
    stays=("side", "owner", "npc", "stage"),
    entries=(
        Entry("name", ("姓名", "name"), "sheet.name", kind=TEXT, also=("名字",)),
        *(Entry(key, called, f"sheet.{key}", kind=TEXT, also=also) for key, called, also in (
            ("race", ("种族", "race"), ()), ("gender", ("性别", "gender"), ()), ("job", ("职业", "job"), ()),
            ("background", ("背景故事", "background"), ("背景",)), ("looks", ("角色外貌", "looks"), ()),
            ("personality", ("性格", "personality"), ()), ("features", ("特点", "features"), ()),
        )),
        *(Entry(key, called, f"sheet.{key}") for key, called in (
            ("age", ("年龄", "age")), ("adult_age", ("成年年龄", "adult age")), ("size", ("体型", "size")),
            ("standard_size", ("标准体型", "standard size")), ("appearance", ("外貌", "appearance")),
            ("assets", ("资产", "assets")), ("level", ("等级", "level")), ("ratio", ("物理思维比值", "ratio")),
            ("load", ("负重", "load")),
        )),
        *(_percent(one) for one in Attribute),
        *(Entry(r.value, (r.zh, r.en), also=r.also, now=partial(_left, r), deed=partial(_set_left, r)) for r in Resource),
        Entry("stamina_lost", ("体力损失", "stamina lost")),
        Entry("will_lost", ("意志损失", "will lost")),
    ),
    wrong=_wrong,
    leans=_leans,
    takes=_takes,
    puts=_puts,
    rename="sheet.name",
    follows=edit_follows,
)  # fmt: skip


EVEN = {name: 100 // len(names) + (n < 100 % len(names)) for names in GROUPS.values() for n, name in enumerate(names)}
"""Each group's 100 % shared out evenly, the first of it taking what is left over."""

STOCK = Stock(
    own=lambda state: {
        **{
            kind: getattr(state, kind)
            for kind in ("skills", "traits", "weapons", "races", "items", "places", "extensions")
        },
        "people": state.blocks,
    },
    adds=lambda text: Filled("pack", {"text": text}),
    drops=lambda _kind, name: Filled("uncard", {"name": name}),
    tells=dict.fromkeys(("skills", "traits"), lambda name: Filled("book", {"name": name})),
    builds={kind: (f"new{one}", "data") for kind, one in BUILT.items()},
    brought=("people",),
    open=("extensions",),  # FET-EXT-3
    fresh={"people": {"level": 10, "ratio": 500, "percents": EVEN}},
    first={"people": ("level", "ratio", "percents", "weapons", "skills", "traits", "items", "race", "job")},
    dials={
        "people": (
            Dial(("等级", "level"), "level", 1, 40, (("弱", "weak"), ("强", "strong")), usual=10),
            Dial(("偏哪边", "body or mind"), "ratio", 1, 999, (("身子", "body"), ("脑子", "mind")), usual=500),
            Dial(("打得疼", "hits hard"), "weapons/*/damage", 0, 60, (("轻", "light"), ("重", "heavy"))),
        )
    },
    comes=lambda name, count: Filled("npc", {"name": name, "count": count} if count > 1 else {"name": name}),
    kept=lambda state: {kept_key("cards", key): name for key, name in state.kept_cards.items()},
    opens=lambda keys: Filled("publish", {"names": [split_key(key)[1] for key in keys]}),
    used=lambda key: ContentOpened(split_key(key)[1]),
    among={
        "skills": {
            "attribute": SIX,
            "resist": SIX,
            "trigger": ("active", "conditional"),
            "event": tuple(Event),
            "kind": tuple(EffectSort),
            "target": ("one", "self", "source", "attacker", "all"),
            "resource": (*RESOURCES, EITHER),
            "against": ("higher_level",),
        },
        "weapons": {"type": tuple(WeaponType), "attribute": SIX},
        "people": {"type": tuple(WeaponType)},
    },
)
