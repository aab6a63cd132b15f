"""Creating a character at the table, with Questions and answers (FAB-QNA): what is not given is asked, in the order in which one decides it.

Each step is a question and what its answer makes of the draft. What a rule needs is asked until it fits; what only tells who
she is can be skipped, or the rest of it left for later. Growth asks with the same questions.
"""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Asking, Option
from ludex.core.bounds import whole
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ITEM, REST, SHELF, TERM, Among, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, flag, keyed
from ludex.core.names import split_list
from ludex.core.principals import Who, actor, seat_of
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import question_named, shipped
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.kinds import OfPeople, Own, Words, offers, shield_meant, unless_draft
from ludex.systems.fable.kinds.offers import domain_levels
from ludex.systems.fable.redact import open_table, visible
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, check_points
from ludex.systems.fable.rules.bonds import MOST_BONDS, AddEmotion, with_emotion
from ludex.systems.fable.rules.building import (
    DONE,
    SKIP,
    Built,
    Draft,
    Make,
    allotted,
    ask_choice,
    ask_feats,
    ask_heroic,
    ask_life,
    ask_species,
    ask_spells,
    benefit_question,
    built,
    check_count,
    check_level,
    check_life,
    finished,
    gained,
    plan_of,
    raise_question,
    raise_spread_question,
    raise_spreads,
    record_of,
    take_choice,
    take_feats,
    take_heroic,
    take_spells,
)
from ludex.systems.fable.rules.domains import Levels, check_benefits
from ludex.systems.fable.rules.gauges import GAUGES, bad_answer, numbers_in, spread_in, spread_question
from ludex.systems.fable.rules.npcs import numbered
from ludex.systems.fable.rules.outfit import ask_armor, ask_shield, ask_weapons, check_affordable
from ludex.systems.fable.sheet import Bond, Steps
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import (
    Attribute,
    CharacterClass,
    Domain,
    Emotion,
    LifeCategory,
    Pool,
    Species,
    Topic,
    TraitKind,
)

ARRAYS = ("8,8,8,8", "9,8,8,7", "10,8,8,6", "10,10,6,6")
FINISH = "finish"
POINTS = Option("<dex>,<ins>,<mig>,<wlp>", say("answers.own_numbers"))
_NAMED = re.compile(r"([^\W\d]+)\s*[:：]?\s*(\d{1,4})(?!\d)")
"""A number behind its name: `武者:4`, `灵巧 9`."""
OWN_DOMAINS = Option("<domain>:<levels>,<domain>:<levels>", say("answers.own_domains"), {"domain": tuple(Domain)})
NEW_BOND = Option("<target>:<emotion>", say("answers.new_bond"))
STORY = ("traits", "bonds", "answers")
"""What only tells who she is."""


def _drafted(given: Make) -> Draft:
    lists = ("raises", "raise_alloc", "benefits", "weapons")
    missing = [name for name in lists if getattr(given, name) is None]
    untold = [] if given.brief else [name for name in STORY if not getattr(given, name)]
    known = {**asdict(given), **dict.fromkeys(missing, ())}
    return Draft(**known, open=("points", *missing, *untold), spells_given=bool(given.spells))


def _closed(draft: Draft, *names: str) -> Draft:
    return replace(draft, open=tuple(name for name in draft.open if name not in names))


# ---------------------------------------------------------------------- numbers
@rule("FAB-ATT-4")
def _ask_attributes(_state: State, draft: Draft) -> Asking | None:
    """Four numbers; points that would be lost are confirmed, or the question comes again."""
    if draft.attributes is None:
        check_life(draft.life, draft.species)  # nobody is asked on for what cannot be
        return Asking("questions.make_attributes", (*(Option(a, say("answers.person", who=a)) for a in ARRAYS), POINTS))
    lost = check_points(draft.attributes)
    if not lost or "points" not in draft.open:
        return None
    options = (Option("again", say("answers.again")), Option("lose", say("answers.lose", lost=lost)))
    return Asking(say("questions.points_lost", lost=lost), options)


def _take_attributes(_state: State, draft: Draft, answer: str) -> Draft:
    if draft.attributes is None:
        return replace(draft, attributes=points_in(answer))
    return replace(draft, attributes=None) if answer == "again" else _closed(draft, "points")


@rule("FAB-DOM-1", "FAB-PLV-1")
def _ask_domains(state: State, draft: Draft) -> Asking | None:
    level = state.options.starting_level
    check_life(draft.life, draft.species)
    if draft.domains:
        check_level(gained(state, draft).level, level)
        return None
    single = tuple(
        Option(f"{d}:{level}", say("answers.domain", domain=term(d), levels=level, text=say(f"about.{d}")))
        for d in Domain
    )
    own = replace(OWN_DOMAINS, fill=OWN_DOMAINS.fill | {"levels": tuple(map(str, range(1, level)))})
    return Asking(say("questions.make_domains", level=level), (*single, own))


def _take_domains(_state: State, draft: Draft, answer: str) -> Draft:
    """`武者:4,参谋:1`, as the form has it, or in plain words: `武者 4 参谋 1` (FAB-LIV-28)."""
    if not (found := _by_name(answer)):
        raise bad_answer(answer, OWN_DOMAINS)
    return replace(draft, domains={Domain.said(name): levels for name, levels in found.items()})


def _by_name(answer: str) -> dict[str, int]:
    """Numbers, each behind its name; none where anything else stands there."""
    return {} if _NAMED.sub("", answer).strip(" ,，、") else {name: int(n) for name, n in _NAMED.findall(answer)}


def points_in(answer: str) -> Steps:
    """The points of the four attributes: `9,8,8,7` in their order, or each behind its name (`力量9 灵巧8 洞察8 意志7`)."""
    said = {Attribute.said(name): n for name, n in _by_name(answer).items()}
    if said.keys() == set(Attribute):
        return Steps(**{attribute.value: said[attribute] for attribute in Attribute})
    return Steps(*numbers_in(POINTS, answer))


def _ask_raises(state: State, draft: Draft) -> Asking | None:
    wanted = [level for level in RAISE_LEVELS if gained(state, draft).level >= level]
    picked = len(draft.raises or ())
    return raise_question(wanted[picked]) if "raises" in draft.open and picked < len(wanted) else None


def _ask_raise_spreads(_state: State, draft: Draft) -> Asking | None:
    rows = [attribute for attribute in draft.raises or () if attribute in BODY]
    spread = draft.raise_alloc or ()
    if "raise_alloc" in draft.open and len(spread) < len(rows):
        return raise_spread_question(rows[len(spread)])
    raise_spreads(draft.raises or (), spread)
    return None


@rule("FAB-BEN-4")
def _ask_benefits(state: State, draft: Draft) -> Asking | None:
    slots, picked = gained(state, draft).benefit_slots, draft.benefits or ()
    if "benefits" in draft.open and len(picked) < slots:
        return benefit_question(draft.domains or {}, draft.attributes or Steps(), taken=picked, slots=slots)
    check_count(len(check_benefits(picked, draft.domains or {})), slots)
    return None


def _ask_row(state: State, draft: Draft, pool: Pool) -> Asking | None:
    """The points of one row of gauges; a spread that does not fit is refused at once."""
    classes = check_benefits(draft.benefits or (), draft.domains or {})
    die = (draft.attributes or Steps()).of(Attribute.MIG if pool is Pool.HP else Attribute.WLP)
    points = gained(state, draft).level + sum(c.hp if pool is Pool.HP else c.mp for c in classes)
    alloc = draft.hg_alloc if pool is Pool.HP else draft.mg_alloc
    if not alloc:
        key = "questions.make_hg" if pool is Pool.HP else "questions.make_mg"
        return spread_question(say(key, points=points, die=die), points)
    allotted(die, alloc, points, raise_spreads(draft.raises or (), draft.raise_alloc or ())[pool])
    return None


# ---------------------------------------------------------------------- who she is
def _tell(question: Say) -> Asking:
    options = (
        Option(SKIP, say("answers.skip")),
        Option("<text>", say("answers.own_words")),
        Option(FINISH, say("answers.finish")),
    )
    return Asking(question, options)


@rule("FAB-PIN-1")
def _ask_traits(state: State, draft: Draft) -> Asking | None:
    """Identity, theme and origin, each in her own words; what does not fit is refused before she is told about."""
    record_of(state, draft)
    kinds = list(TraitKind)
    if "traits" not in draft.open or draft.traits_asked >= len(kinds):
        return None
    which = kinds[draft.traits_asked]
    return _tell(say("questions.make_trait", which=term(which), hint=say(f"hints.{which}")))


def _take_trait(_state: State, draft: Draft, answer: str) -> Draft:
    said = answer.strip()
    if said == FINISH:
        return _closed(draft, *STORY)
    traits = draft.traits if said in ("", SKIP) else (*draft.traits, said)
    return replace(draft, traits=traits, traits_asked=draft.traits_asked + 1)


@rule("FAB-PBO-1", "FAB-BON-1")
def _ask_bonds(state: State, draft: Draft) -> Asking | None:
    """Bonds to begin with: a target and an emotion each time, until she has enough."""
    if "bonds" not in draft.open or len(draft.bonds) >= MOST_BONDS:
        return None
    has = [say("view.bond", target=b.target, emotions=[term(e) for e in b.emotions]) for b in draft.bonds]
    own = replace(NEW_BOND, fill={"target": tuple(visible(state).values()), "emotion": tuple(Emotion)})
    return Asking(say("questions.make_bond", has=has or "–"), (Option(DONE, say("answers.enough")), own))


def _take_bond(_state: State, draft: Draft, answer: str) -> Draft:
    """The bonds with one emotion more, as the rules of bonds allow it."""
    if answer == DONE:
        return _closed(draft, "bonds")
    gaps = NEW_BOND.match(answer.replace("：", ":")) or {}
    target, said = gaps.get("target", "").strip(), gaps.get("emotion", "").strip()
    if not target:
        raise bad_answer(answer, Option(DONE, say("answers.enough")), NEW_BOND)
    return replace(draft, bonds=with_emotion(draft.bonds, AddEmotion(draft.id, target, Emotion.said(said))))


@rule("FAB-QNA-1")
def _ask_topics(_state: State, draft: Draft) -> Asking | None:
    """The eight topics that help to find a background, each in her own words or skipped."""
    topics = list(Topic)
    if "answers" not in draft.open or draft.topics_asked >= len(topics):
        return None
    topic = topics[draft.topics_asked]
    facts = {"n": draft.topics_asked + 1, "of": len(topics), "topic": term(topic), "hint": say(f"hints.{topic}")}
    return _tell(say("questions.make_story", **facts))


def _take_topic(_state: State, draft: Draft, answer: str) -> Draft:
    said = answer.strip()
    if said == FINISH:
        return _closed(draft, "answers")
    told = {} if said in ("", SKIP) else {list(Topic)[draft.topics_asked].value: said}
    return replace(draft, answers={**draft.answers, **told}, topics_asked=draft.topics_asked + 1)


STEPS: tuple[Step[State, Draft], ...] = (
    Step("life", ask_life, lambda _, d, answer: replace(d, life=answer)),
    Step("species", ask_species, lambda _, d, answer: replace(d, species=answer)),
    Step("attributes", _ask_attributes, _take_attributes),
    Step("domains", _ask_domains, _take_domains),
    Step("raises", _ask_raises, lambda _, d, answer: replace(d, raises=(*(d.raises or ()), Attribute(answer)))),
    Step(
        "raise_alloc",
        _ask_raise_spreads,
        lambda _, d, answer: replace(d, raise_alloc=(*(d.raise_alloc or ()), spread_in(answer))),
    ),
    Step("benefits", _ask_benefits, lambda _, d, answer: replace(d, benefits=(*(d.benefits or ()), answer))),
    Step(
        "hg_alloc",
        lambda state, d: _ask_row(state, d, Pool.HP),
        lambda _, d, answer: replace(d, hg_alloc=spread_in(answer)),
    ),
    Step(
        "mg_alloc",
        lambda state, d: _ask_row(state, d, Pool.MP),
        lambda _, d, answer: replace(d, mg_alloc=spread_in(answer)),
    ),
    Step("feats", ask_feats, take_feats),
    Step("spells", ask_spells, take_spells),
    Step("heroic", ask_heroic, take_heroic),
    Step("choices", ask_choice, take_choice),
    Step("armor", ask_armor, lambda _, d, answer: replace(d, armor=answer)),
    Step("shield", ask_shield, lambda _, d, answer: replace(d, shield="" if answer == "none" else answer)),
    Step(
        "weapons",
        ask_weapons,
        lambda _, d, answer: (
            _closed(d, "weapons") if answer == DONE else replace(d, weapons=(*(d.weapons or ()), answer))
        ),
    ),
    Step("traits", _ask_traits, _take_trait),
    Step("bonds", _ask_bonds, _take_bond),
    Step("answers", _ask_topics, _take_topic),
)
"""The questions of creation."""


class MadeCharacter(msgspec.Struct, frozen=True):
    id: str
    numbers: Built
    weapons: tuple[str, ...]
    money: int


def _raised(_asked: Asked, said: Sequence[str]) -> list[tuple[Attribute, tuple[int, ...]]]:
    """`提升=力量:0,0,0,0,10,灵巧`: attributes that LV 20 and LV 40 raise, each with where its points go (FAB-LIV-44)."""
    found: list[tuple[Attribute, tuple[int, ...]]] = []
    for one in said:
        word, _, number = one.replace("：", ":").rpartition(":")
        points = whole(number)
        if points is None or word:
            found.append((Attribute.read(word or number), () if points is None else (points,)))
        elif found:
            found[-1] = (found[-1][0], (*found[-1][1], points))
    return found


def _bonded(_asked: Asked, said: Sequence[str]) -> tuple[Bond, ...]:
    """`羁绊=白露:信赖,白露:期待`: bonds to begin with."""
    found: tuple[Bond, ...] = ()
    for one in said:
        target, _, word = one.replace("：", ":").partition(":")
        emotion = Emotion.read(word, refusal="unknown_emotion", clause="FAB-BON-1").value
        found = with_emotion(found, AddEmotion("", target, emotion))
    return found


Unsaid = Meant(lambda _asked, said: tuple(said) or None)
"""Nothing typed is nothing said."""
Row = Meant(lambda _asked, said: tuple(said[: GAUGES + 1]) or None)
"""A row of gauges as it was typed."""


def _item(*keys: str, among: Among) -> Field:
    return keyed("", *keys, kind=ITEM, among=among, refusal="unknown_item")


class MakeCharacter(
    Make, Deed, names=("建卡", "make"), picture="plus", beside=SHELF, example=".建卡 阿青 属性=9,8,7,8 域=武者3,参谋2"
):
    """`.建卡 阿青 属性=9,8,7,8 域=武者3,参谋2`: whatever is left out is asked."""

    id: Annotated[str, Implied(lambda asked: asked["name"])]
    name: Annotated[str, Field()]
    asks: Annotated[Who, Implied(lambda asked: actor(asked.actor) if asked.gm and asked.actor else asked.seat)]
    attributes: Annotated[
        Steps | None,
        keyed("", "属性", several=True),
        Meant(lambda _asked, said: points_in(",".join(said)) if said else None),
    ] = None
    domains: Annotated[
        Levels | None,
        keyed("", "域", "领域", several=True),
        Meant(lambda _asked, said: domain_levels(said) if said else None),
    ] = None
    benefits: Annotated[
        tuple[str, ...] | None,
        keyed("", "增益", kind=TERM, terms=CharacterClass, refusal="benefit_unknown"),
        Unsaid,
    ] = None
    hg_alloc: Annotated[tuple[int, ...] | None, keyed("hg", "生命"), Row] = None
    mg_alloc: Annotated[tuple[int, ...] | None, keyed("mg", "精神"), Row] = None
    armor: Annotated[str | None, _item("甲", among=offers.armors)] = None
    shield: Annotated[str | None, _item("盾", among=offers.shields), Meant(shield_meant)] = None
    weapons: Annotated[tuple[str, ...] | None, _item("武器", among=offers.weapons), Unsaid] = None
    traits: Annotated[tuple[str, ...], keyed("", "特质")] = ()
    life: Annotated[str, keyed("", "类别", kind=TERM, terms=LifeCategory)] = ""
    species: Annotated[str, keyed("", "物种", kind=TERM, terms=Species)] = ""
    feats: Annotated[tuple[str, ...] | None, keyed("", "特技"), Unsaid] = None
    raised: Annotated[tuple[tuple[Attribute, tuple[int, ...]], ...], keyed("raises", "提升"), Meant(_raised)] = ()
    main: Annotated[str | None, _item("主手", "双手", among=offers.weapons)] = None
    off: Annotated[str | None, _item("副手", among=offers.in_off_hand)] = None
    spells: Annotated[tuple[str, ...], keyed("", "法术", "咒语")] = ()
    bonds: Annotated[tuple[Bond, ...], keyed("", "羁绊"), Meant(_bonded)] = ()
    brief: Annotated[bool, flag("brief", "从简")] = False

    def do(self, asked: Asked) -> Do:
        """Weapons in the order in which the hands take them, and the shield: `主手=青铜剑 副手=青铜盾 武器=匕首`; 无 is none (FAB-LIV-44)."""
        off, shield = self.off, self.shield
        if off in offers.shields(asked.state, asked.actor):
            off, shield = None, "" if off == "none" else off
        elif off is not None and shield is None:
            shield = ""
        held = tuple(filter(None, (self.main, off, *(self.weapons or ()))))
        weapons = tuple(one for one in held if one != "none") if held else None
        said, draft = {name: getattr(self, name) for name in Make.__struct_fields__}, self._draft(asked)
        given = replace(
            Make(**said),
            id=draft or self.id,
            raises=tuple(attribute for attribute, _ in self.raised) or None,
            raise_alloc=tuple(points for _, points in self.raised if points) or None,
            weapons=weapons,
            shield=shield,
            anew=bool(draft),
        )
        return Do("make_character", given)

    def _draft(self, asked: Asked) -> str:
        """The id of the own draft that is made once more, if any (FAB-LIV-43); nobody has the time for it in a fight (FAB-LIV-8)."""
        own = (c for who, c in asked.state.characters.items() if asked.gm or who in asked.controls)
        there = next((c for c in own if self.name in (c.id, c.called)), None)
        if there is not None and asked.state.conflict is not None:
            raise RuleError("in_conflict", clause="FAB-PAC-1")
        return there.id if there is not None and there.draft else ""


@rule("FAB-ATT-1", "FAB-ATT-4", "FAB-MON-1", "FAB-PFP-1")
async def make_character(state: State, given: Make) -> MadeCharacter:
    """Make a character: numbers as in `build_character`, equipment, then who she is."""
    if not given.anew:
        given = _with_id(state, given)
    if given.brief and state.live and not given.life:  # FAB-LIV-44
        given = replace(given, life=LifeCategory.BEAST.value, species=Species.BARE.value)
    draft = _drafted(given)
    check_affordable(state, draft)
    draft = await fill_in(open_table(state), given.asks, draft, STEPS)
    who = finished(state, draft)
    await happen(CharacterWritten(who))
    return MadeCharacter(given.id, built(state, plan_of(draft), draft.trained), who.sheet.weapons, who.sheet.money)


@rule("FAB-LIV-41")
def _with_id(state: State, given: Make) -> Make:
    """The same with an id that is free: somebody whom a player may not see is in nobody's way. Refused where the name is taken."""
    unseen = [who for who, c in state.characters.items() if c.hidden and seat_of(given.asks)]
    if any(given.id in (who, c.called) for who, c in state.characters.items() if who not in unseen):
        raise RuleError("duplicate_id", id=given.id)
    return replace(given, id=numbered(tuple(state.characters), given.id)) if given.id in unseen else given


# ---------------------------------------------------------------------- written down later
class SetTraits(msgspec.Struct, frozen=True):
    character: str
    traits: tuple[str, ...]


_LABEL = re.compile(r"(?:身份|主题|出身|identity|theme|origin)\s*[=＝:：]", re.IGNORECASE)
"""What the three traits are called (FAB-PIN-1)."""


class WriteTraits(OfPeople, names=("特质", "traits"), example=".特质 失职的渡口守卫,赎罪,雾港"):
    """`.特质 失职的渡口守卫,赎罪,雾港`."""

    character: Own
    traits: Annotated[str, Field(kind=REST, owner=SHEET)]
    word = unless_draft

    def do(self, asked: Asked) -> Do:
        """One after another, with or without what each is called (`身份=渔夫 主题=好奇`)."""
        labelled = [part.strip(" ，、,") for part in _LABEL.split(self.traits)]
        written = labelled if len(labelled) > 1 else split_list(self.traits)
        if len(written) == 1 and not self.traits.isascii():  # Chinese words stand apart only where they are several
            written = written[0].split()
        return Do("traits", SetTraits(self.character, tuple(filter(None, written))), self.heard(asked))


class HasTraits(msgspec.Struct, frozen=True):
    traits: tuple[str, ...]


@rule("FAB-PIN-1")
async def traits(state: State, given: SetTraits) -> HasTraits:
    """Write down identity, theme and origin, or change them."""
    who = character_of(state, given.character)
    await happen(CharacterWritten(replace(who, traits=given.traits)))
    return HasTraits(given.traits)


class Background(OfPeople, names=("问答", "story"), does="background", example=".问答 童年生活 在渡口边长大"):
    character: Own
    question: Annotated[str, Field(kind=TERM, terms=Topic, refusal="unknown_key")]
    text: Words


class Answered(msgspec.Struct, frozen=True):
    question: str
    text: str


@rule("FAB-QNA-1")
async def background(state: State, given: Background) -> Answered:
    """Answer one of the eight questions about her background; it has no mechanics."""
    who = character_of(state, given.character)
    found = question_named(given.question)
    if found is None:
        raise RuleError("unknown_key", table=term("questions"), key=given.question, keys=list(shipped().questions))
    sheet = replace(who.sheet, answers={**who.sheet.answers, found[0]: given.text})
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Answered(found[0], given.text)
