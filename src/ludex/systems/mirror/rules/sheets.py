"""Numbers and the sheet: how a finished number is rounded (MIR-RND), the after-view of procedures, and Attributes (属性) and Domains on the sheet:
creating a character, her numbers, attributes that change (MIR-ATT, MIR-PTS, MIR-POT, MIR-LVL)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import msgspec

from ludex.core.bounds import fraction
from ludex.core.declaring import Meant
from ludex.core.deeds import ANYONE, BOOK, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.hints import once
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.mirror.content import Catalogue, PartGiven, library, read_character
from ludex.systems.mirror.content.items import brought_actions, written_out
from ludex.systems.mirror.effects.bearing import Wares, brought, stock
from ludex.systems.mirror.events import AttributeChanged, CharacterJoined
from ludex.systems.mirror.kinds import ForPerson, Query, StoryDeed, closed
from ludex.systems.mirror.rules.bearing import level_bonus
from ludex.systems.mirror.sheet import BodyPart, Cell, Character, Relation, TotalAction, Wound
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Cognition, Method, Primary, check_known, check_word, key_of

FORMS = ("number", "fraction", "percent")


class RoundValue(msgspec.Struct, frozen=True):
    """A number to finish, and the form it exists in."""

    value: int | float | str
    form: str = "number"


class RoundLine(
    RoundValue,
    Query,
    names=("取整", "round"),
    does="round_value",
    group="people",
    who=ANYONE,
    beside=BOOK,
    example=".取整 -7/2",
):
    """`.取整 -7/2`: how a decimal is dropped."""

    value: Annotated[str, Field()]
    form: Annotated[str, Field(), Meant(lambda _asked, said: key_of(said))] = "number"


class RoundedNumber(msgspec.Struct, frozen=True):
    value: int | str


@rule("MIR-RND-1", "MIR-RND-2", "MIR-RND-4", "MIR-RND-5")
async def round_value(_state: State, given: RoundValue) -> RoundedNumber:
    """Drop a finished number towards zero; keep fractions; keep whole percents."""
    check_known("unknown_form", given.form, FORMS, clause="MIR-RND-4")
    exact = _exact(given.value)
    if given.form == "fraction":
        return RoundedNumber(f"{exact.numerator}/{exact.denominator}")
    return RoundedNumber(int(exact * 100 if is_percentage(given) else exact))


def is_percentage(given: RoundValue) -> bool:
    """Whether a number is wanted or written as a percentage: then it is one, and is kept (MIR-RND-4)."""
    return given.form == "percent" or (given.form == "number" and str(given.value).strip().endswith(("%", "％")))


def _exact(value: int | float | str) -> Fraction:
    """The value as an exact rational: a decimal means what is written, not its binary neighbour."""
    written = str(value).replace(" ", "").replace("％", "%")
    found = fraction(written.removesuffix("%"))
    if found is None:
        raise RuleError("bad_value", clause="MIR-RND-1", value=value)
    return found / 100 if written.endswith("%") else found


# --- the after-view: a character as procedures report her when they are done ------------------------------------------


class ActorGiven(msgspec.Struct, frozen=True):
    actor: str


class LifeSeen(msgspec.Struct, frozen=True):
    """Temporary life on a part: its slots and the levels it bears."""

    points: int
    wounds: tuple[int, ...]


class PartSeen(msgspec.Struct, frozen=True):
    """A part: wound levels in the order they came, its status, and the wounds in full."""

    wounds: tuple[int, ...]
    status: str
    details: tuple[Wound, ...]
    temp: LifeSeen | None = None


class AfterView(msgspec.Struct, frozen=True):
    """What can change about a character, as it stands."""

    sp: int
    sp_max: int
    ap: int
    mov: int
    ego: int
    madness: int
    humanity: int
    gauges: dict[str, int]
    attributes: dict[str, int]
    cognition: str
    statuses: tuple[str, ...]
    exempt: bool
    ra_used: bool
    minor_used: bool
    favour: int
    abilities: tuple[str, ...]
    relations: dict[str, Relation]
    parts: dict[str, PartSeen]
    pos: Cell | None = None
    total_action: TotalAction | None = None


def after(state: State, who: str) -> AfterView:
    return seen(state.who(who))


@once
def seen(character: Character) -> AfterView:
    return AfterView(
        sp=character.sp,
        sp_max=character.sp_max,
        ap=character.ap,
        mov=character.mov,
        ego=character.ego,
        madness=character.madness,
        humanity=character.humanity,
        gauges=character.gauges,
        attributes=character.attributes,
        cognition=character.cognition,
        statuses=character.statuses,
        exempt=character.exempt,
        ra_used=character.ra_used,
        minor_used=character.minor_used,
        favour=character.favour,
        abilities=tuple(a.id for a in character.abilities),
        relations=character.relations,
        parts={p.id: part_seen(p) for p in character.parts},
        pos=character.pos,
        total_action=character.total_action,
    )


def part_seen(part: BodyPart) -> PartSeen:
    temp = LifeSeen(part.temp.points, tuple(w.level for w in part.temp.wounds)) if part.temp else None
    return PartSeen(tuple(w.level for w in part.wounds), part.status, part.wounds, temp)


# --- what follows from a sheet (MIR-ATT, MIR-PTS, MIR-POT, MIR-LVL) ---------------------------------------------------

CREATION_POINTS = 24  # MIR-PTS-2
POTENTIAL_POINTS = 120  # MIR-POT-2
POTENTIAL_CAP = 60  # MIR-POT-3


class SheetDerived(msgspec.Struct, frozen=True, kw_only=True):
    lv: int
    attributes: dict[str, int]
    mods: dict[str, int]
    tiers: dict[str, str]
    gauge_max: dict[str, int]
    sp: int
    sp_max: int
    sp_min: int
    charm: int
    speed: int
    cognition: str
    ego_max: int
    ap_max: int
    ap_min: int
    level_bonus: int
    attribute_points: int | None = None
    attribute_cap: int | None = None
    secondary_slots: int
    statuses: tuple[str, ...]


class CreateCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """A new character. With an `id` she takes her place at the table."""

    id: str = ""
    name: str = ""
    side: str = "pc"
    gm_played: bool = False
    method: str = Method.POINTS
    points: dict[str, int] = {}
    domains: dict[str, int] = {}
    starting: bool = True
    skills: dict[str, int] = {}
    defenses: dict[str, int] = {}
    weapons: dict[str, int] = {}
    magic: dict[str, int] = {}
    secondary: dict[str, int] = {}
    base_cognition: Cognition = Cognition.HIGH
    parts: tuple[PartGiven, ...] | None = None
    links: tuple[tuple[str, str], ...] | None = None
    traumas: tuple[str, ...] = ()
    items: tuple[str, ...] | None = None


class CharacterCreated(SheetDerived, frozen=True, kw_only=True):
    """The sheet, what its points came to, and the body."""

    points_total: int
    points_cap: int
    points_left: int
    potential: dict[str, int] | None = None
    part_order: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    vital_parts: tuple[str, ...]


class ChangeAttribute(
    StoryDeed, names=("属性", "attr"), does="change_attribute", group="harm", many=True, example=".属性 力量 -1 谁=安"
):
    attribute: Annotated[str, closed("attribute", Attribute)]
    amount: Annotated[int, Field()]
    target: ForPerson


class AttributeNow(msgspec.Struct, frozen=True):
    value: int
    after: AfterView


@rule("MIR-PTS-2", "MIR-PTS-3")
def point_total(c: Character) -> int:
    return CREATION_POINTS + c.lv


@rule("MIR-PTS-4")
def point_cap(c: Character) -> int:
    """Points that may sit in one attribute: 12 + LV/2."""
    return 12 + c.lv // 2


@rule("MIR-PTS-5")
def points_left(c: Character) -> int | None:
    """Unspent attribute points; none for potential or a sheet given by its final values."""
    if c.method is Method.POTENTIAL or c.points is None:
        return None
    return max(0, point_total(c) - sum(c.points.values()))  # Ruling MIR-E-48: a lost level asks nothing back


@rule("MIR-LVL-5")
def secondary_slots(c: Character) -> int:
    """LV x (2 + INT) abilities of secondary domains, at least 0."""
    return max(0, c.lv * (2 + c.mod(Attribute.INT)))


async def derive_sheet(state: State, given: ActorGiven) -> SheetDerived:
    """Everything that follows from a sheet."""
    return _derived(state, state.who(given.actor))


def _derived(state: State, c: Character) -> SheetDerived:
    by_points = c.method is Method.POINTS
    return SheetDerived(
        lv=c.lv,
        attributes=c.attributes,
        mods={a.value: c.mod(a) for a in Attribute},
        tiers={a.value: c.tier(a) for a in Attribute},
        gauge_max={a.value: c.gauge_max(a) for a in Attribute if c.gauge_max(a)},
        sp=c.sp,
        sp_max=c.sp_max,
        sp_min=c.sp_min,
        charm=c.charm,
        speed=c.speed,
        cognition=c.cognition,
        ego_max=c.ego_max,
        ap_max=c.ap_max,
        ap_min=c.ap_min,
        level_bonus=level_bonus(state, c),
        attribute_points=point_total(c) if by_points else None,
        attribute_cap=point_cap(c) if by_points else None,
        secondary_slots=secondary_slots(c),
        statuses=c.statuses,
    )


@rule("MIR-PTS-1", "MIR-PTS-2", "MIR-POT-1", "MIR-POT-2", "MIR-POT-5", "MIR-LVL-2", "MIR-PRT-3")
async def create_character(state: State, given: CreateCharacter) -> CharacterCreated:
    """Build a character from points or potential, domains, ranks and a body."""
    _check_domains(given)
    check_word(Method, given.method)
    check_points(given.points)
    character = new_character(state, given, given.id or "actor")
    potential = character.method is Method.POTENTIAL
    total = POTENTIAL_POINTS if potential else point_total(character)
    cap = POTENTIAL_CAP if potential else point_cap(character)
    check_cap(given.points, cap)
    spent = sum(given.points.values())
    check_total(spent, total)
    if given.id:
        await happen(CharacterJoined(character))
    return CharacterCreated(
        **msgspec.structs.asdict(_derived(state, character)),
        points_total=total,
        points_cap=cap,
        points_left=0 if potential else total - spent,
        potential={a.value: character.potential(a) for a in Attribute} if potential else None,
        part_order=tuple(p.type for p in character.parts),
        links=character.links,
        vital_parts=tuple(p.id for p in character.parts if p.vital),
    )


def new_character(state: State, given: CreateCharacter, known_as: str) -> Character:
    """A new character by the content of the table: wares and categories of its own too (MIR-LIV-47)."""
    plain = {k: v for k, v in msgspec.to_builtins(given).items() if k != "starting" and v is not None}
    if given.items is not None:
        plain["items"] = written_out(given.items, library(state.catalogue).items)
    return equipped(read_character(plain, known_as), state.catalogue)


@rule("MIR-LVL-2")
def _check_domains(given: CreateCharacter) -> None:
    """Only primary domains have levels; a starting character has exactly one, at level 1."""
    check_domains(given.domains)
    if given.starting and list(given.domains.values()) != [1]:
        raise RuleError("starting_domain", clause="MIR-LVL-2", domains=dict(given.domains))


def check_domains(named: Mapping[str, int]) -> None:
    """Refuse a word that is no primary domain."""
    for domain in named:
        check_word(Primary, domain)


def check_points(points: Mapping[str, int]) -> None:
    """Refuse unknown attributes and points below 0."""
    for attribute in points:
        check_word(Attribute, attribute)
    for attribute, number in points.items():
        if number < 0:
            raise RuleError("negative_points", clause="MIR-PTS-2", attribute=term(attribute), points=number)


@rule("MIR-PTS-4", "MIR-POT-3")
def check_cap(points: Mapping[str, int], cap: int) -> None:
    for attribute, number in points.items():
        if number > cap:
            raise RuleError("attribute_cap", clause="MIR-PTS-4", attribute=term(attribute), points=number, cap=cap)


def check_total(spent: int, total: int) -> None:
    if spent > total:
        raise RuleError("points_exceeded", clause="MIR-PTS-3", spent=spent, total=total)


@rule("MIR-ATT-2", "MIR-ATT-3", "MIR-ATT-4", "MIR-ATT-5")
async def change_attribute(state: State, given: ChangeAttribute) -> AttributeNow:
    """Change an attribute, not below 0; statuses, the bounds of SP, ego and gauges follow."""
    character = state.who(given.target)
    check_word(Attribute, given.attribute)
    before = character.value(given.attribute)
    amount = max(0, before + given.amount) - before
    state = await happen(AttributeChanged(given.target, given.attribute, amount))
    return AttributeNow(state.who(given.target).value(given.attribute), after(state, given.target))


async def show(state: State, given: ActorGiven) -> AfterView:
    """A character as she stands."""
    return seen(state.who(given.actor))


# --- what a newcomer is given by the table's own content (MIR-LIV-47) ------------------------------------------------


@rule("MIR-LIV-47")
def equipped(c: Character, catalogue: Catalogue) -> Character:
    """A newcomer who was given nothing and has a rank in a category of the table's own: what her ranks bring is hers, things and actions."""
    ranks = {**c.weapons, **c.magic}
    own = [n for n in catalogue.get("gear", {}) if ranks.get(n, 0) > 0 and n not in stock().gear]
    if not own or c.items is not None or c.actions:
        return c
    there = library(catalogue)
    by_ranks = Wares(there.items, there.gear)
    known = [there.actions[name] for name in brought_actions(c, by_ranks) if name in there.actions]
    return msgspec.structs.replace(c, items=brought(c, by_ranks), actions=tuple(map(msgspec.to_builtins, known)))
