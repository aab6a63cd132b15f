"""Joins Attribute points and Domains as questions: what a new sheet leaves open is asked of its maker (MIR-LVL-2, MIR-PTS).

The numbers are those of `sheets.create_character`; nothing is decided here but the questions.
"""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Bag, Option
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import Deed, Implied, Meant, as_asked
from ludex.core.deeds import SHELF, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET as BY_SHEET, flag, keyed
from ludex.core.names import matching, split_list
from ludex.core.principals import EVERYBODY, GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import RANKS, called, library, purpose, shipped, shown
from ludex.systems.mirror.content.items import ware_named
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.events import AbilityLearned, Drafted
from ludex.systems.mirror.kinds import OR_NONE, closed, thing
from ludex.systems.mirror.kinds.reading import pairs_of
from ludex.systems.mirror.redact import opened
from ludex.systems.mirror.rules.growth import (
    HIGHEST,
    USUAL,
    automatic,
    check_learnable,
    learnable,
    read_ranks,
    within_guide,
)
from ludex.systems.mirror.rules.sheets import (
    CREATION_POINTS,
    POTENTIAL_CAP,
    POTENTIAL_POINTS,
    CharacterCreated,
    CreateCharacter,
    check_cap,
    check_domains,
    check_total,
    create_character,
    new_character,
)
from ludex.systems.mirror.sheet import START, Ability, Character, met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    Attribute,
    Defense,
    Method,
    Primary,
    Secondary,
    Skill,
    check_word,
    said,
    words_of,
)

START_LEVEL = 1
TOTAL = CREATION_POINTS + START_LEVEL


class Draft(msgspec.Struct, frozen=True):
    """A new sheet on its way: what is written, what is settled of points, body and ranks, and the abilities so far:
    `picked` of her domain, by the level of the place that they take (an empty one: none), and `more`.

    `whole`: what is not written takes its default, and nothing is asked (MIR-LIV-47).
    """

    sheet: CreateCharacter
    spread: bool
    kept: bool
    ranked: bool
    shaped: bool = False
    equipped: bool = False
    remembered: bool = False
    whole: bool = False
    picked: dict[int, str] = {}
    more: tuple[str, ...] = ()
    enough: bool = False

    @property
    def domain(self) -> Primary:
        return Primary(next(iter(self.sheet.domains)))

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(one for one in (*(self.picked[level] for level in sorted(self.picked)), *self.more) if one)

    @property
    def left(self) -> int:
        there = POTENTIAL_POINTS if self.sheet.method == Method.POTENTIAL else TOTAL
        return there - sum(self.sheet.points.values())


# --- abilities (MIR-LVL-3 to -5, MIR-LIV-46) -------------------------------------------------------------------------

LEVELS = (0, 1)
"""The highest level of each of the two abilities of the domain that a new character has (MIR-LIV-46)."""


@rule("MIR-LIV-46")
def named_abilities(state: State, draft: Draft, names: Iterable[str]) -> Draft:
    """The abilities that a line names, each of them lawful; beside them only what her domain still gives is asked for."""
    known = library(state.catalogue).abilities
    for name in names:
        check_learnable(_made(state, draft), known[name])
        place = _place(draft, known[name])
        if place is None:
            draft = replace(draft, more=(*draft.more, name), enough=True)
        else:
            draft = replace(draft, picked={**draft.picked, place: name}, enough=True)
    return draft


def _place(draft: Draft, ability: Ability) -> int | None:
    """Which of the places for abilities of her domain it takes: the lowest that is open to it."""
    fits = (level for level in LEVELS if ability.domain == draft.domain and ability.level <= level)
    return next((level for level in fits if level not in draft.picked), None)


def _made(state: State, draft: Draft) -> Character:
    known = library(state.catalogue).abilities
    return replace(new_character(state, draft.sheet, "draft"), abilities=tuple(known[name] for name in draft.chosen))


def _open(draft: Draft) -> int | None:
    return next((level for level in LEVELS if level not in draft.picked), None)


@rule("MIR-LIV-46", "MIR-LVL-3")
def ask_ability(state: State, draft: Draft) -> Asking | None:
    """One ability of level 0 and one of at most level 1 of the domain: only lawful ones are offered."""
    level = _open(draft)
    if level is None:
        return None
    offered = tuple(
        Option(a.id, say("answers.make_ability", name=shown(a.called), text=purpose(a)))
        for a in _lawful(state, draft, level)
    )
    none = Option("none", say("answers.make_ability_none"))
    return Asking(say("questions.make_ability", level=level), (*offered, none))


def take_ability(_state: State, draft: Draft, answer: str) -> Draft:
    level = _open(draft)
    if level is None:
        return draft
    return replace(draft, picked={**draft.picked, level: "" if answer == "none" else answer})


def _lawful(state: State, draft: Draft, level: int) -> list[Ability]:
    """The abilities of her domain that may take the place for this level."""
    made = new_character(state, draft.sheet, "draft")
    return [
        a
        for a in library(state.catalogue).abilities.values()
        if a.domain == draft.domain and not a.auto and a.level <= level
        if a.id not in draft.chosen and met(made, a.prerequisite)
    ]


@rule("MIR-LIV-47")
def usual_abilities(state: State, draft: Draft) -> Draft:
    """What a line that names the points leaves open: the first lawful ability of each place's own level."""
    while (level := _open(draft)) is not None:
        fitting = [a for a in _lawful(state, draft, level) if a.level == level]
        draft = take_ability(state, draft, fitting[0].id if fitting else "none")
    return draft


@rule("MIR-LIV-46", "MIR-LVL-5", "MIR-DOM-1")
def ask_more(state: State, draft: Draft) -> Asking | None:
    """Abilities of her secondary domains, up to their number, and basic ones; none ends it."""
    if draft.enough:
        return None
    made, known = _made(state, draft), library(state.catalogue).abilities.values()
    options = tuple(Option(a.id, _more_said(a)) for a in known if a.domain not in made.domains and learnable(made, a))
    none = Option("none", say("answers.make_more_none"))
    return Asking("questions.make_more", (none, *options), bag=Bag("more", none.answer)) if options else None


def _more_said(ability: Ability) -> Say:
    return say("answers.make_more", name=shown(ability.called), domain=said(ability.domain), text=purpose(ability))


def take_more(_state: State, draft: Draft, answer: str) -> Draft:
    return replace(draft, enough=True) if answer == "none" else replace(draft, more=(*draft.more, answer))


# --- points (MIR-PTS, MIR-POT) ---------------------------------------------------------------------------------------

MOST_POINTS = 12 + START_LEVEL // 2  # MIR-PTS-4
SPREADS = ("4,4,4,4,4,5", "10,5,8,2,0,0", "3,10,4,2,6,0", "0,3,2,2,10,8", "2,0,5,8,2,8")
"""Ways to share the points out, in the order of the attributes: even, strong, nimble, learned, devoted."""

SUITED = {
    Primary.WARRIOR: "10,5,8,2,0,0",
    Primary.OPERATIVE: "3,10,4,2,6,0",
    Primary.CASTER: "0,3,2,2,10,8",
    Primary.PRIEST: "2,0,5,8,2,8",
}
"""The spread that suits each domain; of potential four points for one, and the rest in the highest (MIR-LIV-46, ours)."""

POTENTIAL = "potential"

OWN_SPREAD = Option(",".join(f"<{attribute}>" for attribute in Attribute), say("answers.make_own"))


def ask_points(_state: State, draft: Draft) -> Asking | None:
    """A spread of the points; what is left over is asked about, since later it takes a rest to spend it (MIR-PTS-5)."""
    potential = draft.sheet.method == Method.POTENTIAL
    if not draft.spread and potential:
        suited = _potential(draft)
        return Asking(
            say("questions.make_potential", points=POTENTIAL_POINTS),
            (Option(suited, _spread_said(suited, 0)), OWN_SPREAD),
            judge=partial(_judge_points, most=POTENTIAL_CAP, total=POTENTIAL_POINTS),
        )
    if not draft.spread:
        suited = SUITED[draft.domain]
        offered = tuple(Option(spread, _spread_said(spread, START)) for spread in dict.fromkeys((suited, *SPREADS)))
        other = Option(POTENTIAL, say("answers.make_potential", points=POTENTIAL_POINTS))
        judge = partial(_judge_points, most=MOST_POINTS, total=TOTAL)
        return Asking(say("questions.make_points", points=TOTAL), (*offered, OWN_SPREAD, other), judge=judge)
    if draft.kept or draft.left <= 0:
        return None
    options = (Option("again", say("answers.make_again")), Option("keep", say("answers.make_keep")))
    key = "questions.make_lost" if potential else "questions.make_left"
    return Asking(say(key, left=draft.left), options)


@rule("MIR-LIV-46", "MIR-POT-2")
def _potential(draft: Draft) -> str:
    points = [4 * int(n) for n in SUITED[draft.domain].split(",")]
    points[points.index(max(points))] += POTENTIAL_POINTS - sum(points)
    return ",".join(map(str, points))


@rule("MIR-PTS-3", "MIR-PTS-4", "MIR-POT-3")
def _judge_points(answer: str, *, most: int, total: int) -> None:
    """Refuse a spread with too much in one attribute, or of more points than there are, where it is written."""
    if answer != POTENTIAL:
        points = _read_points(answer)
        check_cap(points, most)
        check_total(sum(points.values()), total)


def take_points(_state: State, draft: Draft, answer: str) -> Draft:
    """The points as they are shared out, or that they are to be potential."""
    if draft.spread:
        return replace(draft, kept=answer == "keep", spread=answer == "keep")
    if answer == POTENTIAL:
        return replace(draft, sheet=replace(draft.sheet, method=Method.POTENTIAL.value))
    return replace(draft, spread=True, sheet=replace(draft.sheet, points=_read_points(answer)))


def _spread_said(spread: str, start: int) -> Say:
    """Points as they are shared out, on top of what every attribute starts at."""
    given = _read_points(spread)
    return say("view.listed", items=[say("view.domain", name=term(a), level=start + n) for a, n in given.items()])


def _read_points(answer: str) -> dict[str, int]:
    """Six numbers, one for each attribute in order."""
    numbers = OWN_SPREAD.numbers(answer)
    if len(numbers) != len(Attribute) or min(numbers) < 0:
        raise RuleError("bad_spread", clause="MIR-PTS-2", answer=answer, attributes=[term(a) for a in Attribute])
    return {attribute.value: n for attribute, n in zip(Attribute, numbers, strict=True)}


# --- the whole sheet -------------------------------------------------------------------------------------------------

FEW_ITEMS = 12
"""So many things of one's own choice, and traumas, at most."""


class MakeCharacter(CreateCharacter, frozen=True, kw_only=True):
    """A new character as far as it is decided, with abilities by name; the rest is asked of `asks`, an actor or a seat."""

    abilities: tuple[str, ...] = ()
    asks: Who = GM


@rule("MIR-LIV-46")
def beyond_guide(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Ranks above the guide, and an LV above 1, are the GM's word."""
    line: MakeLine = as_asked(MakeLine, asked)
    return () if line.lv == 1 and within_guide(line.all_ranks(asked.state)) else kinds


def _points(_asked: Asked, said: list[str]) -> dict[str, int]:
    """Points by the beginning of an attribute's name (`点=力12`); what is none is refused where points are spent."""
    spellings = {attribute.value: attribute.spellings for attribute in Attribute}
    found = {word: matching(word, spellings) for word in pairs_of(said)}
    return {(found[word][0] if len(found[word]) == 1 else word): n for word, n in pairs_of(said).items()}


_PAIRS = Meant(lambda _asked, said: pairs_of(said))


class MakeLine(
    MakeCharacter,
    Deed,
    names=("建卡", "new", "create"),
    group="people",
    owner=BY_SHEET,
    beside=SHELF,
    picture="plus",
    own_first=True,
    example=".建卡 小满 术师 点=智慧12、感悟8、敏捷5 技能=学识2",
):
    """`.建卡 小满`: a new character, step by step; `.建卡 小满 术师 点=智慧12、感悟8 技能=学识2`: at once."""

    name: Annotated[str, Field()]
    domain: Annotated[str, replace(closed("domain", Primary), required=False)] = ""
    points: Annotated[dict[str, int], keyed("points", "点", "点数", "属性点", "points", several=True), Meant(_points)]
    method: Annotated[str, closed("method", Method, "方法", "method")] = Method.POINTS
    body: Annotated[str, replace(thing("body", "bodies", "unknown_body"), keyed=True, keys=("身体", "body"))] = ""
    skills: Annotated[dict[str, int], keyed("skills", "技能", "skills", several=True), _PAIRS]
    defenses: Annotated[dict[str, int], keyed("defenses", "防御", "defenses", several=True), _PAIRS]
    weapons: Annotated[dict[str, int], keyed("weapons", "武器", "weapons", several=True), _PAIRS]
    magic: Annotated[dict[str, int], keyed("magic", "魔法", "magic", several=True), _PAIRS]
    secondary: Annotated[dict[str, int], keyed("secondary", "次要", "secondary", several=True), _PAIRS]
    ranks: Annotated[tuple[str, ...], keyed("ranks", "熟练", "熟练度", "ranks")] = ()
    abilities: Annotated[
        tuple[str, ...],
        replace(thing("abilities", "abilities", "unknown_ability"), keyed=True, keys=("能力", "abilities")),
    ] = ()
    items: Annotated[tuple[str, ...] | None, keyed("items", "装备", "items"), OR_NONE] = None
    traumas: Annotated[
        tuple[str, ...], keyed("traumas", "精神创伤", "traumas"), Meant(lambda _asked, said: said[:FEW_ITEMS])
    ] = ()
    lv: Annotated[int, replace(keyed("lv", "等级", "lv"), least=1)] = 1
    id: Annotated[str, keyed("id", "编号", "id")] = ""
    as_npc: Annotated[bool, flag("as_npc", "NPC", "npc")] = False
    asks: Annotated[Who, Implied(lambda asked: actor(asked.actor) if asked.gm and asked.named else asked.seat)] = GM
    word = beyond_guide

    def all_ranks(self, state: State) -> dict[str, dict[str, int]]:
        """Ranks by their kind, and those that are named all together."""
        found = read_ranks(state, ",".join(self.ranks))
        return {kind: {**found.get(kind, {}), **getattr(self, kind)} for kind in RANKS}

    def do(self, asked: Asked) -> Do:
        """The character as far as the line decides it; one of the GM's own is made in secret."""
        if self.as_npc and not asked.gm:
            raise RuleError("gm_only", clause="MIR-LIV-52")
        said = {name: getattr(self, name) for name in MakeCharacter.__struct_fields__}
        said |= {"id": self.id or self.name, **self.all_ranks(asked.state)}
        if self.domain:
            said |= {"domains": {self.domain: self.lv}, "starting": self.lv == 1}
        if self.body:
            body = library(asked.state.catalogue).bodies[self.body]
            said |= {"parts": body.parts, "links": body.links}
        if self.items:
            wares = library(asked.state.catalogue).items
            said["items"] = tuple(ware_named(name, wares) for name in self.items[:FEW_ITEMS])
        if self.as_npc:
            said |= {"gm_played": True, "side": "foe"}
        return Do("make_character", MakeCharacter(**said), (GM,) if self.as_npc else (EVERYBODY,))


@rule("MIR-LVL-2", "MIR-PTS-2")
async def make_character(state: State, given: MakeCharacter) -> CharacterCreated:
    """Ask for everything that is not given, in order, then build the character with her abilities (MIR-LIV-46, MIR-LIV-47)."""
    check_domains(given.domains)
    whole, state = state, state if given.gm_played else opened(state)  # LIVE L5
    draft = await fill_in(state, given.asks, _begun(given), DOMAIN)
    draft = _take_ranks(state, draft, "usual") if draft.whole and not draft.ranked else draft
    draft = await fill_in(state, given.asks, draft, SHEET)
    draft = named_abilities(state, draft, given.abilities)
    draft = usual_abilities(state, draft) if draft.whole else draft
    draft = await fill_in(state, given.asks, draft, BELONGINGS)
    created = await create_character(whole, draft.sheet)
    if draft.sheet.id:
        await _learned(await happen(Drafted(draft.sheet.id)), draft)
    return created


@rule("MIR-LIV-47", "MIR-LIV-24")
async def _learned(state: State, draft: Draft) -> State:
    """A new sheet with the abilities that were chosen, and those that come by themselves."""
    who, known = draft.sheet.id, library(state.catalogue).abilities
    for name in draft.chosen:
        state = await happen(AbilityLearned(who, known[name]))
    for ability in automatic(state, state.who(who)):
        state = await happen(AbilityLearned(who, ability))
    return state


@rule("MIR-LIV-47")
def _begun(given: MakeCharacter) -> Draft:
    """The draft as a line leaves it: one that names the points takes the default of whatever else it leaves open."""
    whole = bool(given.points)
    return Draft(
        CreateCharacter(**{name: getattr(given, name) for name in CreateCharacter.__struct_fields__}),
        spread=whole,
        kept=whole,
        ranked=any(getattr(given, kind) for kind in RANKS),
        shaped=whole or given.parts is not None,
        equipped=whole or given.items is not None,
        remembered=whole or bool(given.traumas),
        whole=whole,
        enough=whole,
    )


def _ask_domain(_state: State, draft: Draft) -> Asking | None:
    if draft.sheet.domains:
        return None
    options = tuple(
        Option(domain, say("answers.make_domain", name=term(domain), role=say(f"duties.{domain}")))
        for domain in Primary
    )
    return Asking("questions.make_domain", options, judge=lambda answer: check_word(Primary, answer))


def _take_domain(_state: State, draft: Draft, answer: str) -> Draft:
    return replace(draft, sheet=replace(draft.sheet, domains={answer: START_LEVEL}))


def _ask_body(state: State, draft: Draft) -> Asking | None:
    """A body plan; a line that names the points means the humanoid."""
    if draft.shaped:
        return None
    plans = library(state.catalogue).bodies
    return Asking(
        "questions.make_body", tuple(Option(i, say("view.plain", text=shown(called(i, b)))) for i, b in plans.items())
    )


def _take_body(state: State, draft: Draft, answer: str) -> Draft:
    plan = library(state.catalogue).bodies[answer]
    return replace(draft, shaped=True, sheet=replace(draft.sheet, parts=plan.parts, links=plan.links))


@rule("MIR-USE-3")
def _ask_ranks(state: State, draft: Draft) -> Asking | None:
    """Ranks to begin with: the table's to give (Ruling MIR-E-11), so a set that suits the domain is offered, or one's own."""
    if draft.ranked:
        return None
    usual = Option("usual", say("answers.make_ranks_usual", ranks=_listed(state, _usual(draft))))
    there = (*words_of(Skill), *words_of(Defense), *library(state.catalogue).gear, *words_of(Secondary))
    within = tuple(f"{one}={rank}" for one in there for rank in range(1, HIGHEST + 1))
    own = Option("<ranks…>", say("answers.make_ranks_own"), {"ranks": within})
    return Asking("questions.make_ranks", (usual, own, Option("none", say("answers.make_ranks_none"))))


def _take_ranks(state: State, draft: Draft, answer: str) -> Draft:
    written = _usual(draft) if answer == "usual" else answer
    ranks = {} if answer == "none" else read_ranks(state, written)
    return replace(draft, ranked=True, sheet=replace(draft.sheet, **ranks))


def _usual(draft: Draft) -> str:
    return USUAL[draft.domain]


OWN_TRAUMA = Option("<text>", say("answers.make_trauma_own"))


@rule("MIR-LIV-46", "MIR-LIV-47")
def _ask_items(state: State, draft: Draft) -> Asking | None:
    """What she has: what her ranks bring, or things of one's own choice."""
    if draft.equipped:
        return None
    brought = [shown(i.called) for i in belongings(new_character(state, draft.sheet, "draft"))]
    usual = Option("usual", say("answers.make_items_usual", items=brought))
    own = Option("<items…>", say("answers.make_items_own"), {"items": tuple(library(state.catalogue).items)})
    return Asking("questions.make_items", (usual, own))


def _take_items(state: State, draft: Draft, answer: str) -> Draft:
    if answer == "usual":
        return replace(draft, equipped=True)
    wares = library(state.catalogue).items
    wanted = tuple(ware_named(name, wares) for name in split_list(answer)[:FEW_ITEMS])
    return replace(draft, equipped=True, sheet=replace(draft.sheet, items=wanted))


@rule("MIR-LIV-46", "MIR-TRA-1")
def _ask_trauma(_state: State, draft: Draft) -> Asking | None:
    """Traumas of her own, any number; none ends it."""
    if draft.remembered or len(draft.sheet.traumas) >= FEW_ITEMS:
        return None
    none = Option("none", say("answers.make_trauma_none"))
    return Asking(_trauma_question(draft), (none, OWN_TRAUMA))


def _trauma_question(draft: Draft) -> Say:
    known = list(draft.sheet.traumas)
    return say("questions.make_trauma_more", known=known) if known else say("questions.make_trauma")


def _take_trauma(_state: State, draft: Draft, answer: str) -> Draft:
    if answer == "none":
        return replace(draft, remembered=True)
    return replace(draft, sheet=replace(draft.sheet, traumas=(*draft.sheet.traumas, answer)))


def _listed(state: State, ranks: str) -> Say:
    gear, ships = library(state.catalogue).gear, shipped().gear
    named = [pair.partition("=") for pair in ranks.split(",")]
    items = [
        say(
            "view.domain",
            name=called(name, gear[name]) if name in gear and name not in ships else said(name),
            level=rank,
        )
        for name, _, rank in named
    ]
    return say("view.listed", items=items)


DOMAIN: tuple[Step[State, Draft], ...] = (Step("domain", _ask_domain, _take_domain),)
SHEET: tuple[Step[State, Draft], ...] = (
    Step("points", ask_points, take_points),
    Step("body", _ask_body, _take_body),
    Step("ranks", _ask_ranks, _take_ranks),
)
BELONGINGS: tuple[Step[State, Draft], ...] = (
    Step("ability", ask_ability, take_ability),
    Step("more", ask_more, take_more),
    Step("items", _ask_items, _take_items),
    Step("trauma", _ask_trauma, _take_trauma),
)
STEPS = (*DOMAIN, *SHEET, *BELONGINGS)
"""What is still open about a new character, in the order in which it is asked: the usual ranks wait for the domain, abilities for the rest."""
