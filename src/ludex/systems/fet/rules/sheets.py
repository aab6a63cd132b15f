"""The sheet, rolling basics and level (FET-SHT, FET-ROL, FET-LVL): a sheet as procedures. What it comes to is `sheet.py`.

Editing one (FET-LIV-45, FET-LIV-46): everything follows, what was lost stays lost, and what changed is told.
"""

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import choose, roll
from ludex.core.bounds import converted
from ludex.core.declaring import Deed, as_asked
from ludex.core.deeds import ANYONE, ITEM, PERSON, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because, total
from ludex.core.names import folded
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.dice.pools import d, total_of
from ludex.systems.fet.content import (
    in_language,
    in_words,
    race_named,
    said_name,
    same_card,
    skill_named,
    skills,
    trait_named,
    traits,
)
from ludex.systems.fet.effects.conditions import skills_of, traits_of
from ludex.systems.fet.events.people import LevelRaised, SheetWritten
from ludex.systems.fet.kinds import LEVEL, MONEY, SHEET, SKILL, TRAIT, Kinds, Quantity, Words, offers
from ludex.systems.fet.kinds.reading import number_in
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.rates import formula, rate_of, whole_target
from ludex.systems.fet.rules.resources import died, follow
from ludex.systems.fet.rules.roster import Named, check_alive, check_character, drafts, pools, unblanked
from ludex.systems.fet.sheet import (
    Sheet,
    Skill,
    Trait,
    WrittenModifier,
    distributable,
    hindrance,
    level_of,
    sheet_problems,
)
from ludex.systems.fet.sheet.values import RATIO, Derived, Figures, derive, starting_cash
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, Number, half_up, tidy

BASICS = ("size", "appearance", "assets")
DICE = 10
"""FET-ROL-1: ten D6 in all."""


@rule("FET-SHT-4")
def filled(sheet: Sheet) -> Sheet:
    """The sheet with the numbers that its blanks stand for: level, ratio and all eleven percentages."""
    ratio = RATIO if sheet.ratio is None else sheet.ratio
    percents = {**dict.fromkeys(ELEVEN, 0), **sheet.percents}
    return replace(sheet, level=level_of(sheet), ratio=ratio, percents=percents)


@rule("FET-SHT-6", "FET-SHT-1")
def sheet_warnings(sheet: Sheet) -> tuple[str, ...]:
    """What does not keep a sheet from being played."""
    found = {
        "background_missing": not sheet.background.strip(),
        "appearance_above_100": (sheet.appearance or 0) > 100,
        "overloaded": not hindrance(sheet) and derive(sheet).overloaded,
    }
    return tuple(code for code, true in found.items() if true)


def reported(values: dict[str, Number]) -> dict[str, Number]:
    return {name: half_up(value, 2) for name, value in values.items()}


class DeriveSheet(msgspec.Struct, frozen=True):
    sheet: Sheet = Sheet()
    target: Number | None = None
    modifiers: tuple[WrittenModifier, ...] = ()


class SheetDerived(Figures, frozen=True, kw_only=True):
    load_left: Number
    left: dict[str, int]
    rates: dict[str, int] | None = None


@rule("FET-STC-1", "FET-NUM-4")
async def derive_sheet(state: State, given: DeriveSheet) -> SheetDerived:
    """Compute a sheet; with a target, all eleven success rates as well."""
    found = derive(given.sheet, (*state.place, *given.modifiers), state.options)
    rates = None
    if given.target is not None:
        target = whole_target(given.target)
        rates = {name: min(100, rate_of(value, target)) for name, value in found.values.items()}
    return report(given.sheet, found, rates=rates)


SHOWN = {
    **dict.fromkeys(("age_physical", "age_mental", "size_modifier", "load_modifier"), 4),
    **dict.fromkeys(("physical_corrected", "mental_corrected", "negotiation_bonus"), 2),
}
"""With how many places a number is shown that is not shown as it is."""


@rule("FET-NUM-4")
def report(sheet: Sheet, found: Derived, *, rates: dict[str, int] | None = None) -> SheetDerived:
    """A derived sheet with its numbers rounded for show."""
    facts = {name: getattr(found, name) for name in Figures.__struct_fields__}
    facts |= {name: half_up(facts[name], places) for name, places in SHOWN.items()}
    facts |= {"values": reported(found.values), "load_left": tidy(found.load_total - found.load)}
    return SheetDerived(**facts, left=distributable(sheet), rates=rates)


class ValidateSheet(msgspec.Struct, frozen=True):
    sheet: Sheet = Sheet()


class SheetValidated(msgspec.Struct, frozen=True):
    valid: bool
    problems: tuple[str, ...]
    warnings: tuple[str, ...]
    left: dict[str, int]


@rule("FET-SHT-6", "FET-SHT-2")
async def validate_sheet(_state: State, given: ValidateSheet) -> SheetValidated:
    """All problems and warnings of a sheet at once."""
    found = sheet_problems(given.sheet)
    return SheetValidated(not found, found, sheet_warnings(given.sheet), distributable(given.sheet))


class RollBasics(msgspec.Struct, frozen=True):
    """What `roll_basics` is given: how many of the ten dice go where. `who` is asked with the option "after".

    `onto`: whose card they are written on (FET-LIV-44).
    """

    allocation: dict[str, Number] = {}
    who: Who = GM
    onto: str = ""


class BasicsRolled(msgspec.Struct, frozen=True):
    size: int
    appearance: int
    assets: int
    faces: dict[str, tuple[int, ...]]
    cash: int
    why: dict[str, Total] = {}


@rule("FET-ROL-1", "FET-ROL-2")
async def roll_basics(state: State, given: RollBasics) -> BasicsRolled:
    """Ten D6 over size, appearance and assets: five times the sum of each."""
    if state.options.diceless:
        raise RuleError("diceless", clause="FET-INT-3")
    if state.options.basics_assignment == "after":
        return await _written(state, given.onto, _basics(await _assigned(given.who)))
    allocation = _allocation(given.allocation)
    sums: dict[str, int] = {}
    faces: dict[str, tuple[int, ...]] = {}
    for name in BASICS:
        rolled = await roll(
            total_of(allocation[name], 6),
            say("rolls.basic", of=term(name)),
            who=actor(given.onto) if given.onto else None,
        )
        sums[name], faces[name] = rolled.value, rolled.faces
    return await _written(state, given.onto, _basics((sums, faces)))


@rule("FET-LIV-44")
async def _written(state: State, who: str, found: BasicsRolled) -> BasicsRolled:
    """Rolled basics go onto the card."""
    if who in state.characters:
        sheet = state.characters[who].sheet
        sheet = replace(sheet, size=found.size, appearance=found.appearance, assets=found.assets)
        await happen(SheetWritten(who, sheet))
    return found


@rule("FET-ROL-3")
def _allocation(given: dict[str, Number]) -> dict[str, int]:
    """How many dice go where: all ten, none of the first two empty."""
    for name, count in given.items():
        if name not in BASICS or count < 0 or count != int(count):
            raise RuleError("bad_allocation", clause="FET-ROL-3", name=name, count=count)
    allocation = {name: int(given.get(name, 0)) for name in BASICS}
    if sum(allocation.values()) != DICE:
        raise RuleError("dice_count", clause="FET-ROL-3", wanted=DICE, given=sum(allocation.values()))
    _check_filled({name: allocation[name] for name in BASICS})
    return allocation


def _check_filled(counts: dict[str, int]) -> None:
    for name in ("size", "appearance"):
        if not counts[name]:
            raise RuleError("empty_basic", clause="FET-ROL-3", name=name)


@rule("FET-ROL-4")
async def _assigned(who: Who) -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
    """Roll ten D6 first, then let the player put each face somewhere."""
    rolled = [(await roll(d(6), "rolls.basics")).value for _ in range(DICE)]
    faces: dict[str, tuple[int, ...]] = dict.fromkeys(BASICS, ())
    for n, face in enumerate(rolled, 1):
        name = await choose(who, say("questions.basic", face=face), list(BASICS), about=str(n))
        faces[name] = (*faces[name], face)
    _check_filled({name: len(faces[name]) for name in BASICS})
    return {name: sum(faces[name]) for name in BASICS}, faces


def _basics(found: tuple[dict[str, int], dict[str, tuple[int, ...]]]) -> BasicsRolled:
    sums, faces = found
    five = {name: 5 * sums[name] for name in BASICS}
    why = {n: formula(five[n], say("why.dice_sum", total=sums[n]), "FET-ROL-2") for n in BASICS}
    return BasicsRolled(**five, faces=faces, cash=starting_cash(five["assets"]), why=why)


class LevelUp(msgspec.Struct, frozen=True):
    sheet: Sheet = Sheet()
    level: Number | None = None
    stamina_lost: Number = 0
    will_lost: Number = 0


class LevelledUp(SheetDerived, frozen=True, kw_only=True):
    old_level: Number
    stamina: Number
    will: Number
    why: dict[str, Total] = msgspec.field(default_factory=dict)


@rule("FET-LVL-3", "FET-LVL-2")
async def level_up(state: State, given: LevelUp) -> LevelledUp:
    """Change the level; everything follows, and what was lost stays lost."""
    if given.level is None:
        raise RuleError("bad_level", clause="FET-LVL-3", level=None)
    old = derive(given.sheet, state.place, state.options)
    sheet = replace(given.sheet, level=given.level)
    shown = report(sheet, derive(sheet, state.place, state.options))
    stamina = total(because(shown.stamina_max, "why.maximum"), because(-given.stamina_lost, "why.lost", "FET-LVL-3"))
    will = total(because(shown.will_max, "why.maximum"), because(-given.will_lost, "why.lost", "FET-LVL-3"))
    return LevelledUp(
        **{name: getattr(shown, name) for name in SheetDerived.__struct_fields__},
        old_level=old.level,
        stamina=max(0, tidy(stamina.value)),
        will=max(0, tidy(will.value)),
        why={"stamina": stamina, "will": will},
    )


class SetSheet(msgspec.Struct, frozen=True):
    """What `set_sheet` is given: fields of the sheet to set (a list is replaced whole); `add` appends to lists."""

    who: str
    set: Plain = {}
    add: Plain = {}
    side: str | None = None
    npc: bool | None = None
    stage: str | None = None


class Edited(msgspec.Struct, frozen=True):
    """One thing that an edit has changed (FET-LIV-45): a field of the sheet or what follows from it, from what to what."""

    field: str
    before: Number | str
    after: Number | str


class SheetSet(msgspec.Struct, frozen=True):
    """What is left of the sheet's problems, where stamina and will stand now, and what has changed."""

    who: str
    problems: tuple[str, ...]
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    changed: tuple[Edited, ...] = ()


@rule("FET-LVL-3", "FET-SHT-3")
async def set_sheet(state: State, given: SetSheet) -> SheetSet:
    """Change a sheet; everything follows, and what was lost stays lost."""
    before = state
    plain = msgspec.to_builtins(check_character(state, given.who).sheet)
    plain.update(given.set)
    for field, thing in given.add.items():
        plain[field] = [*plain.get(field, ()), *(thing if isinstance(thing, list) else [thing])]
    sheet = converted(unblanked(plain), Sheet)
    derive(sheet, state.place, state.options)
    state = await happen(SheetWritten(given.who, sheet, npc=given.npc, side=given.side, stage=given.stage))
    state = await raised(before, state, given.who)
    state = await follow(state, given.who, before=before)
    now = pools(state, given.who)
    left = sheet_problems(sheet)
    changed = edited(before, state, given.who)
    return SheetSet(given.who, left, now.stamina, now.stamina_max, now.will, now.will_max, changed)


@rule("FET-LIV-8", "FET-LIV-14", "FET-LIV-45")
async def edit_follows(before: State, state: State, who: str) -> tuple[Say, ...]:
    """A field was edited by hand: a level is logged, the battle has the same numbers, and who dies of it is told."""
    state = await follow(await raised(before, state, who), who, before=before)
    return (say("told.died", who=state.called(who)),) if died(before, state, who) else ()


@rule("FET-LIV-46")
async def raised(before: State, state: State, who: str) -> State:
    """A level that has changed is a line of the log of levels."""
    old = before.characters[who].level if who in before.characters else None
    new = state.characters[who].level
    if old is None or old == new:
        return state
    return await happen(LevelRaised(who, old, new))


TEXTS = ("name", "race", "gender", "job", "player", "background", "looks", "personality", "features")
NUMBERS = ("adult_age", "standard_size", "age", "size", "appearance", "assets", "level", "ratio", "load")
LISTS = ("items", "weapons", "traits", "skills")
FOLLOWS = ("stamina_max", "will_max", "load", "load_total", "cash")
"""What is worth telling of what follows from a sheet."""


@rule("FET-LIV-45")
def edited(before: State, after: State, who: str) -> tuple[Edited, ...]:
    """What an edit has changed: fields, lists by their names, values, and what follows."""
    if who not in before.characters:
        return ()
    old, new = before.characters[who].sheet, after.characters[who].sheet
    shown = [(name, getattr(old, name), getattr(new, name)) for name in (*TEXTS, *NUMBERS)]
    shown += [(name, _names(getattr(old, name)), _names(getattr(new, name))) for name in LISTS]
    if not hindrance(old) and not hindrance(new):
        was, now = derived(before, who), derived(after, who)
        shown += [(name, half_up(was.values[name], 2), half_up(now.values[name], 2)) for name in ELEVEN]
        shown += [(f"now_{name}", getattr(was, name), getattr(now, name)) for name in FOLLOWS]
    return tuple(Edited(name, _plain(a), _plain(b)) for name, a, b in shown if a != b)


def _names(things: Iterable[Named]) -> str:
    """Names in a row, as names of their script are set apart."""
    names = [thing.name for thing in things]
    return (", " if all(name.isascii() for name in names) else "、").join(names)


def _plain(value: Number | str | None) -> Number | str:
    return "" if value is None else value


RENAMED = {"ratio": "sheet_ratio", "load": "written_load"}
"""Fields whose name means something else elsewhere."""


@rule("FET-LIV-45")
def edit_said(one: Edited) -> Say:
    """What has changed, old and new."""
    before, after = (_shown(one.field, value) for value in (one.before, one.after))
    return say("told.field_changed", field=term(RENAMED.get(one.field, one.field)), before=before, after=after)


def _shown(field: str, value: Number | str) -> Number | Label:
    if value == "":
        return say("told.blank")
    return in_words(value) if isinstance(value, str) and field in ("race", "job", "background") else value


# --- what people set by hand -------------------------------------------------------------------------------------------


def sheet_change(asked: Asked, *, set: Plain = {}, add: Plain = {}) -> Do:  # noqa: A002, B006  # as `SetSheet` has them
    return Do("set_sheet", SetSheet(asked.actor, set, add), heard_by(asked.state, asked.actor))


@rule("FET-LIV-3")
def in_draft(asked: Asked, kinds: Kinds) -> Kinds:
    """What a draft's player sets at once."""
    return () if drafts(asked.state, asked.actor) else kinds


@rule("FET-LIV-2", "FET-LIV-8")
def for_the_living(asked: Asked, kinds: Kinds) -> Kinds:
    """Nothing is put to the GM for the dead."""
    if kinds and not asked.gm and asked.actor:
        check_alive(asked.state, asked.actor)
    return kinds


class AllotDice(
    Deed, names=("骰基", "basics"), group="checks", who=ANYONE, owner=SHEET, beside=PERSON, example=".骰基 5 4 1"
):
    """How many of the ten dice go to size, appearance and assets (FET-ROL-1)."""

    size: Annotated[int, Field("")]
    appearance: Annotated[int, Field("")]
    assets: Annotated[int, Field("")]
    word = in_draft

    def do(self, asked: Asked) -> Do:
        return Do("roll_basics", RollBasics(dict(asdict(self)), asked.seat, asked.actor))


class SheetDeed(Deed, group="people"):
    pass


class SetLevel(SheetDeed, names=("等级", "升级", "lv"), many=True, example=".lv +1"):
    """`.lv 12`, `.lv +1`; `.lv` alone shows it (FET-LVL-3)."""

    level: Annotated[str, Field("", owner=LEVEL)] = ""
    word = for_the_living

    def do(self, asked: Asked) -> Do | Show:
        sheet = check_character(asked.state, asked.actor).sheet
        if not self.level:
            return Show("level", {"who": asked.actor})
        check_alive(asked.state, asked.actor)  # FET-DTH-2: nothing is gained any more
        number = number_in(self.level, "level")
        return sheet_change(asked, set={"level": level_of(sheet) + number if self.level[0] in "+-＋－" else number})


class GainCard(SheetDeed, many=True):
    """Cards of the table or of the examples go on the sheet, unless they are there already."""

    name: tuple[str, ...]

    @classmethod
    def word(cls, asked: Asked, kinds: Kinds) -> Kinds:
        """Nothing is put to the GM that somebody has already."""
        kinds = for_the_living(asked, kinds)
        if asked.actor:
            for name in as_asked(cls, asked).name:
                check_new(asked.state, asked.actor, name)
        return kinds


class GainTrait(GainCard, names=("加特质", "trait"), example=".加特质 明晰"):
    name: Annotated[tuple[str, ...], Field("", ITEM, among=offers.all_traits, owner=TRAIT, refusal="unknown_trait")]

    def do(self, asked: Asked) -> Do:
        found = [in_language(trait_named(name, asked.state), asked.language) for name in self.name]
        for name in self.name:
            check_new(asked.state, asked.actor, name)
        worn: list[Plain] = [{"name": one.name, "load": one.load} for one in found if one.load]  # FET-LIV-33
        return sheet_change(asked, add={"traits": msgspec.to_builtins(found), **({"items": worn} if worn else {})})


class LearnSkill(GainCard, names=("学技能", "learn"), picture="up", example=".学技能 冲刺"):
    name: Annotated[tuple[str, ...], Field("", ITEM, among=offers.all_skills, owner=SKILL, refusal="unknown_skill")]

    def do(self, asked: Asked) -> Do:
        for name in self.name:
            check_new(asked.state, asked.actor, name)
        found = [in_language(skill_named(name, asked.state), asked.language) for name in self.name]
        return sheet_change(asked, add={"skills": msgspec.to_builtins(found)})


@rule("FET-LIV-2")
def check_new(state: State, who: str, key: str) -> None:
    """A trait or a skill that somebody has is not to be had twice."""
    card: Trait | Skill | None = traits(state).get(key) or skills(state).get(key)
    own = [*(one.name for one in traits_of(state, who)), *(one.name for one in skills_of(state, who))]
    if folded(card.name if card else key) in map(folded, own) or any(same_card(key, one) for one in own):
        shown = said_name(key, card) if card else key
        raise RuleError("already_known", clause="FET-LIV-2", who=state.called(who), name=shown)


class BeOfRace(SheetDeed, names=("种族", "race"), many=True, owner=SHEET, example=".种族 人类"):
    """A race that the table has, with its two numbers; without a name: which there are (FET-RAC-1)."""

    name: Annotated[str, Field("", ITEM, among=offers.all_races, refusal="unknown_race")] = ""
    word = in_draft

    def do(self, asked: Asked) -> Do | Show:
        check_character(asked.state, asked.actor)
        if not self.name:
            return Show("races")
        found = race_named(self.name, asked.state)
        fields = {"race": found.name, "adult_age": found.adult_age, "standard_size": found.standard_size}
        return sheet_change(asked, set=fields)


class Describe(SheetDeed):
    """One of the four descriptions: written, or (alone) shown (FET-SHT-1, FET-LIV-48)."""

    field: ClassVar[str] = ""
    text: Words = ""

    def do(self, asked: Asked) -> Do | Show:
        check_character(asked.state, asked.actor)
        if not self.text:
            return Show("description", {"who": asked.actor, "field": self.field})
        change = sheet_change(asked, set={self.field: self.text})
        return change if self.field == "looks" or asked.gm else replace(change, audience=(actor(asked.actor),))


class DescribeBackground(Describe, names=("背景", "story"), example=".背景 在灯塔长大"):
    field = "background"


class DescribeLooks(Describe, names=("角色外貌", "looks"), example=".角色外貌 黑发，左眼有疤"):
    field = "looks"


class DescribePersonality(Describe, names=("性格", "personality"), example=".性格 话少"):
    field = "personality"


class DescribeFeatures(Describe, names=("特点", "features"), example=".特点 从不坐在窗边"):
    field = "features"


class EnterBill(SheetDeed, names=("记账", "cash"), many=True, owner=MONEY, example=".记账 -12 午饭 码头"):
    """An entry on the bill; 时间 is the day of the campaign unless given (`时间=黄昏`; FET-AST-3, FET-LIV-48)."""

    amount: Quantity
    note: Words = ""

    @classmethod
    def word(cls, asked: Asked, kinds: Kinds) -> Kinds:
        return kinds if as_asked(cls, asked).amount > 0 else ()

    def do(self, asked: Asked) -> Do:
        check_character(asked.state, asked.actor)
        words = self.note.split()
        days = [found[1] or found[2] for word in words[1:] if (found := _DAY.fullmatch(word))]
        times = [word.partition("=")[2] for word in words if word.startswith(_TIME)]
        said = [word for n, word in enumerate(words) if not word.startswith(_TIME) and not (n and _DAY.fullmatch(word))]
        purpose, *where = said or [""]
        entry = {"amount": self.amount, "purpose": purpose, "place": " ".join(where)}
        return sheet_change(asked, add={"bill": {**entry, "time": (*times, *days, f"{asked.state.day}")[0]}})


_TIME = ("时间=", "time=")
_DAY = re.compile(r"第(\d{1,6})[日天]|day(\d{1,6})")
