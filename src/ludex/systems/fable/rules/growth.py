"""Experience and levels: a session and its experience, a level bought with it, and what is learned with it (FAB-PLV, FAB-GAU-5..9, FAB-LIV-53, FAB-LIV-54)."""

from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Asking, Option, choose
from ludex.core.bounds import whole
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import Deed
from ludex.core.deeds import GM_ONLY, REST, SCENE, TERM, Asked, Do, Field, refused
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, keyed
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import ClassEntry, shipped
from ludex.systems.fable.events import LevelsOffered, PointsMoved, SessionClosed, SessionOpened
from ludex.systems.fable.kinds import OfPeople, Own, in_session
from ludex.systems.fable.redact import open_table
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, raised
from ludex.systems.fable.rules.building import benefit_question, raise_question, raise_spread_question
from ludex.systems.fable.rules.conflict import Nothing
from ludex.systems.fable.rules.describing import as_offered
from ludex.systems.fable.rules.domains import (
    Levels,
    Progression,
    benefit_slots,
    check_benefits,
    check_level,
    mastery_points,
    progressed,
)
from ludex.systems.fable.rules.feats import feat_of, feat_offers, heroic_offers, learned, rewritten, with_bonus_feats
from ludex.systems.fable.rules.gauges import (
    GAUGES,
    RATIO,
    OfCharacter,
    added,
    check_alloc,
    check_ratio,
    enlarged,
    raise_spread,
    spread_in,
    spread_question,
)
from ludex.systems.fable.sheet import NOTHING, Amount, Character, Dice, Five, Gauge, five
from ludex.systems.fable.sheet.entries import FeatEntry
from ludex.systems.fable.state import Session, State, character_of
from ludex.systems.fable.terms import DEAD, GENERAL, Attribute, CharacterClass, Domain, Kind

LEVEL_XP = 10


class LevelUp(msgspec.Struct, frozen=True):
    """The character before it, and what her player decides. With a `character` it is one at the table."""

    domain: str
    domains: Levels = {}
    xp: int = 0
    base: Dice = Dice()
    hg: Gauge = Gauge()
    mg: Gauge = Gauge()
    benefits: tuple[str, ...] = ()
    hg_pick: int = 0
    mg_pick: int = 0
    attribute: Attribute | None = None
    benefit: str | None = None
    benefit_alloc: tuple[int, ...] = ()
    raise_alloc: tuple[int, ...] = ()
    character: str = ""


class LeveledUp(Progression, frozen=True, kw_only=True):
    xp: int
    domains: Levels
    base: Dice
    benefits: tuple[str, ...]
    hg_cap: Five
    mg_cap: Five
    hg_now: Five
    max_hp: int
    max_mp: int
    ip_gain: int
    mastery_gain: int


@rule("FAB-PLV-3")
async def level_up(state: State, given: LevelUp) -> LeveledUp:
    """Buy one level, and write it down where it is somebody's at the table."""
    done, after = leveled(state, given)
    if after is not None:
        await happen(rewritten(state, after))
    return done


@rule("FAB-PLV-3")
def leveled(state: State, given: LevelUp) -> tuple[LeveledUp, Character | None]:
    """One level: a domain level, +1 to one HG and one MG, and what the new level brings; the character with it."""
    given = _from_sheet(state, given)
    if given.xp < LEVEL_XP:
        raise RuleError("not_enough_xp", clause="FAB-PLV-3", xp=given.xp, cost=LEVEL_XP)
    domains = {**given.domains, given.domain: given.domains.get(given.domain, 0) + 1}
    gives = progressed(domains, state.options)
    _check_raise(given, gives.level)
    _check_benefit(given.benefit, gives.level)
    _check_picks(given)
    benefit = next(iter(check_benefits((given.benefit,), domains)), None) if given.benefit else None
    hg, mg = _grown(given, benefit)
    base = raised(given.base, (given.attribute,) if given.attribute else ())
    done = LeveledUp(
        **asdict(gives),
        xp=given.xp - LEVEL_XP,
        domains=domains,
        base=base,
        benefits=(*given.benefits, given.benefit) if given.benefit else given.benefits,
        hg_cap=hg,
        mg_cap=mg,
        hg_now=five(max(0, cap - lost) for cap, lost in zip(hg, given.hg.lost, strict=True)),  # FAB-GAU-9
        max_hp=sum(hg),
        max_mp=sum(mg),
        ip_gain=benefit.ip if benefit else 0,
        mastery_gain=gives.mastery_points - mastery_points(given.domains),
    )
    if not given.character:
        return done, None
    return done, with_bonus_feats(state, _written(state.characters[given.character], done, benefit))


def _from_sheet(state: State, given: LevelUp) -> LevelUp:
    """The input completed from the sheet of a character at the table."""
    if not given.character:
        return given
    who = character_of(state, given.character)
    return replace(
        given,
        domains=who.sheet.domains,
        xp=who.sheet.xp,
        base=who.base,
        hg=replace(who.hg, cap=who.for_good("hg")),
        mg=replace(who.mg, cap=who.for_good("mg")),
        benefits=who.sheet.benefits,
    )


@rule("FAB-PLV-4")
def _check_raise(given: LevelUp, level: int) -> None:
    """At LV 20 and LV 40 an attribute goes up, and at no other level; only MIG and WLP bring points to spread."""
    attribute = given.attribute
    if level in RAISE_LEVELS and attribute is None:
        raise RuleError("attribute_required", clause="FAB-PLV-4", level=level)
    if (level not in RAISE_LEVELS and attribute is not None) or (given.raise_alloc and attribute not in BODY):
        raise RuleError("attribute_not_allowed", clause="FAB-PLV-4", level=level, attribute=attribute)


@rule("FAB-BEN-3")
def _check_benefit(benefit: str | None, level: int) -> None:
    """A free benefit is picked when a slot opens, and only then (Ruling FAB-E-25)."""
    opens = benefit_slots(level) > benefit_slots(level - 1)
    if opens and not benefit:
        raise RuleError("benefit_required", clause="FAB-BEN-3", level=level)
    if not opens and benefit:
        raise RuleError("benefit_not_allowed", clause="FAB-BEN-3", level=level, benefit=benefit)


def _check_picks(given: LevelUp) -> None:
    for pick in (given.hg_pick, given.mg_pick):
        if not 1 <= pick <= GAUGES:
            raise RuleError("bad_gauge", clause="FAB-GAU-5", pick=pick, high=GAUGES)


@rule("FAB-GAU-2", "FAB-GAU-5", "FAB-GAU-7")
def _grown(given: LevelUp, benefit: ClassEntry | None) -> tuple[Five, Five]:
    """Both rows with everything added; the ratio is judged once, at the end."""
    points = benefit.hp + benefit.mp if benefit else 0
    if points or given.benefit_alloc:
        check_alloc(given.benefit_alloc, points)
    spread = five(given.benefit_alloc) if points else NOTHING
    raised = raise_spread(given.raise_alloc) if given.attribute in BODY else NOTHING
    hg, mg = _picked(given.hg.cap, given.hg_pick), _picked(given.mg.cap, given.mg_pick)
    hg = added(hg, spread if benefit and benefit.hp else NOTHING)
    mg = added(mg, spread if benefit and benefit.mp else NOTHING)
    hg = added(hg, raised if given.attribute is Attribute.MIG else NOTHING)
    mg = added(mg, raised if given.attribute is Attribute.WLP else NOTHING)
    check_ratio(hg)
    check_ratio(mg)
    return hg, mg


def _picked(cap: Five, pick: int) -> Five:
    return five(c + (place == pick) for place, c in enumerate(cap, 1))


def _written(before: Character, done: LeveledUp, benefit: ClassEntry | None) -> Character:
    martial, abilities = (benefit.martial, benefit.abilities) if benefit else ((), ())
    sheet = replace(
        before.sheet,
        domains=done.domains,
        xp=done.xp,
        benefits=done.benefits,
        martial=tuple(sorted({*before.sheet.martial, *martial})),
        abilities=tuple(sorted({*before.sheet.abilities, *abilities})),
    )
    return replace(
        before,
        level=done.level,
        base=done.base,
        hg=enlarged(before, "hg", done.hg_cap),
        mg=enlarged(before, "mg", done.mg_cap),
        ip=before.ip + done.ip_gain,
        sheet=sheet,
    )


# ---------------------------------------------------------------------- asked at the table
class Grow(OfPeople, names=("升级", "lvup", "levelup"), does="grow", picture="up", example=".升级 武者 4 1"):
    """`.升级 武者 4 1 属性=力量 提升=2,2,2,2,2 增益=守护者 分配=0,0,0,3,2 特技=强健,稳准`: who gains a level; whatever is left out is asked."""

    character: Own
    domain: Annotated[str, Field(kind=TERM, terms=Domain, refusal="domain_unknown")] = ""
    hg_pick: Annotated[int | None, Field("hg")] = None
    mg_pick: Annotated[int | None, Field("mg")] = None
    attribute: Annotated[Attribute | None, keyed("", "属性")] = None
    benefit: Annotated[str | None, keyed("", "增益", kind=TERM, terms=CharacterClass, refusal="benefit_unknown")] = None
    benefit_alloc: Annotated[tuple[int, ...], keyed("alloc", "分配")] = ()
    raise_alloc: Annotated[tuple[int, ...], keyed("spread", "提升")] = ()
    feats: Annotated[tuple[str, ...], keyed("", "特技")] = ()
    word = in_session


@rule("FAB-PLV-1", "FAB-PLV-3")
def may_grow(state: State, who: Character) -> bool:
    """Whether somebody has the experience for a level that this table still has."""
    return who.sheet.xp >= LEVEL_XP and who.level < state.options.level_cap


@rule("FAB-PLV-3", "FAB-PLV-4", "FAB-GAU-5", "FAB-BEN-4")
async def grow(state: State, given: Grow) -> LeveledUp:
    """Buy a level: the player is asked for everything about it that she has not said."""
    who = character_of(state, given.character)
    if who.sheet.xp < LEVEL_XP:
        raise RuleError("not_enough_xp", clause="FAB-PLV-3", xp=who.sheet.xp, cost=LEVEL_XP)
    check_level(who.level + 1, state.options)
    grown = await fill_in(open_table(state), actor(given.character), given, STEPS)
    picks = {"hg_pick": grown.hg_pick or 0, "mg_pick": grown.mg_pick or 0}
    decided = {name: value for name, value in asdict(grown).items() if name != "feats"}
    done, after = leveled(state, LevelUp(**decided | picks))
    if after is not None:
        await happen(rewritten(state, await _taught(state, after, grown, mastery=done.mastery_gain)))
    return done


@rule("FAB-DOM-2", "FAB-DOM-5")
async def _taught(state: State, who: Character, grown: Grow, *, mastery: int) -> Character:
    """What a level lets her learn: a general feat, one of its domain, a heroic one where a mastery point came (FAB-LIV-45)."""
    asks = actor(who.id)
    for kind in (GENERAL, grown.domain) if state.live else ():
        said = [name for name in grown.feats if (feat_of(state, name)[1] or FeatEntry()).domain == kind]
        question = say("questions.grow_feat", domain=term(kind))
        for name in said or await _one_of(asks, question, feat_offers(state, who, kind), about=kind):
            who = await learned(state, who, name, asks)
    offers = heroic_offers(state, who) if state.live and mastery > 0 else ()
    for name in await _one_of(asks, say("questions.grow_heroic"), offers, about="heroic"):
        who = await learned(state, who, name, asks)
    return who


async def _one_of(asks: Who, question: Say, offers: tuple[Option, ...], *, about: str) -> tuple[str, ...]:
    """One of these feats, or none for now; nobody is asked where there is nothing to learn."""
    if not offers:
        return ()
    answer = await choose(asks, question, (*offers, Option("later", say("answers.learn_later"))), about=about)
    return () if answer == "later" else (answer,)


def _ask_domain(state: State, draft: Grow) -> Asking | None:
    levels = state.characters[draft.character].sheet.domains
    options = tuple(
        Option(d, say("answers.domain_up", domain=term(d), levels=levels.get(d, 0) + 1))
        for d in Domain
        if _may_rise(state, levels, d)
    )
    return None if draft.domain else Asking("questions.grow_domain", options)


@rule("FAB-DOM-4", "FAB-DOM-6")
def _may_rise(state: State, levels: Levels, domain: Domain) -> bool:
    """Whether one more level of a domain is lawful (FAB-LIV-45)."""
    return refused(progressed, {**levels, domain: levels.get(domain, 0) + 1}, state.options) is None


def _after(state: State, draft: Grow) -> tuple[Levels, int]:
    levels = state.characters[draft.character].sheet.domains
    domains = {**levels, draft.domain: levels.get(draft.domain, 0) + 1}
    return domains, progressed(domains, state.options).level


def _ask_attribute(state: State, draft: Grow) -> Asking | None:
    _, level = _after(state, draft)
    return raise_question(level) if draft.attribute is None and level in RAISE_LEVELS else None


def _ask_raise_spread(_state: State, draft: Grow) -> Asking | None:
    open_ = draft.attribute in BODY and not draft.raise_alloc
    return raise_spread_question(draft.attribute) if draft.attribute and open_ else None


def _ask_benefit(state: State, draft: Grow) -> Asking | None:
    domains, level = _after(state, draft)
    slots = benefit_slots(level)
    opens = draft.benefit is None and slots > benefit_slots(level - 1)
    who = state.characters[draft.character]
    return benefit_question(domains, who.base, slots=slots, taken=who.sheet.benefits) if opens else None


def _ask_gauge(row: str, caps: Five, pick: int | None) -> Asking | None:
    options = tuple(
        Option(str(place), say("answers.gauge_up", place=place, cap=cap, more=cap + 1))
        for place, cap in enumerate(caps, 1)
        if cap + 1 <= RATIO * min((*caps[: place - 1], *caps[place:], cap + 1))  # FAB-GAU-7
    )
    return Asking(f"questions.grow_{row}", options) if pick is None else None


def _ask_benefit_spread(state: State, draft: Grow) -> Asking | None:
    entry, who = shipped().classes.get(draft.benefit or ""), state.characters[draft.character]
    if entry is None or draft.benefit_alloc or not (entry.hp or entry.mp):
        return None
    row = who.for_good("hg" if entry.hp else "mg")
    question = say("questions.grow_hp" if entry.hp else "questions.grow_mp", caps=[str(cap) for cap in row])
    return spread_question(question, entry.hp + entry.mp)


STEPS: tuple[Step[State, Grow], ...] = (
    Step("domain", _ask_domain, lambda _, d, answer: replace(d, domain=answer)),
    Step("attribute", _ask_attribute, lambda _, d, answer: replace(d, attribute=Attribute(answer))),
    Step("raise_alloc", _ask_raise_spread, lambda _, d, answer: replace(d, raise_alloc=spread_in(answer))),
    Step("benefit", _ask_benefit, lambda _, d, answer: replace(d, benefit=answer)),
    Step(
        "hg_pick",
        lambda state, d: _ask_gauge("hg", state.characters[d.character].for_good("hg"), d.hg_pick),
        lambda _, d, answer: replace(d, hg_pick=int(answer)),
    ),
    Step(
        "mg_pick",
        lambda state, d: _ask_gauge("mg", state.characters[d.character].for_good("mg"), d.mg_pick),
        lambda _, d, answer: replace(d, mg_pick=int(answer)),
    ),
    Step("benefit_alloc", _ask_benefit_spread, lambda _, d, answer: replace(d, benefit_alloc=spread_in(answer))),
)
"""The questions of a level."""


# ---------------------------------------------------------------------- the session
SESSION_XP = 5
OTHER = Option("other:<fabula>:<ultima>", say("answers.other_counts"))


class OpenSession(Deed, names=("开团", "open"), does="session_open", who=GM_ONLY, beside=SCENE, example=".开团 雾港"):
    title: Annotated[str, Field(kind=REST)] = ""


class SessionOpen(msgspec.Struct, frozen=True):
    """The session, and everybody who gained a point because she had none."""

    title: str
    gained: tuple[str, ...]


def _present(state: State) -> tuple[str, ...]:
    return tuple(who for who, c in state.characters.items() if c.kind is Kind.PC and c.fate not in DEAD)


@rule("FAB-PFP-1")
async def session_open(state: State, given: OpenSession) -> SessionOpen:
    """Open a session: every PC without a Fabula Point gains one."""
    if state.session is not None:
        raise RuleError("session_running", title=state.session.title)
    state = await happen(SessionOpened(given.title))
    poor = tuple(who for who in _present(state) if state.characters[who].fp == 0)
    for who in poor:
        await happen(PointsMoved(who, fp=1))
    return SessionOpen(given.title, poor)


class CloseSession(
    Nothing, Deed, names=("收团", "close"), does="session_close", who=GM_ONLY, beside=SCENE, example=".收团"
):
    """The end of a session."""


class SessionDone(msgspec.Struct, frozen=True):
    xp: int
    fabula: int
    ultima: int
    pcs: tuple[str, ...]
    held: Session
    """What the evening held."""


@rule("FAB-PLV-2")
async def session_close(state: State, _given: Nothing) -> SessionDone:
    """Close a session: what was spent is counted, the GM confirms it or gives other numbers, and the PCs get their experience."""
    held = state.session
    if held is None:
        raise RuleError("no_session")
    pcs, fabula, ultima = _present(state), held.fp, held.ultima
    if not pcs:
        raise RuleError("no_pcs", clause="FAB-PLV-2", pcs=0)
    xp = SESSION_XP + ultima + fabula // len(pcs)
    question = say("questions.session_close", base=SESSION_XP, fabula=fabula, ultima=ultima, pcs=len(pcs), xp=xp)
    counted = Option("counted", say("answers.as_counted", xp=xp))
    answer = await choose(GM, question, (counted, OTHER), closed=False)
    if answer != "counted":
        said = OTHER.match(answer) or {}
        numbers = [whole(said.get(name, "")) for name in ("fabula", "ultima")]
        if None in numbers:
            raise RuleError("bad_choice", answer=answer, options=[as_offered(counted), as_offered(OTHER)])
        fabula, ultima = numbers[0] or 0, numbers[1] or 0
    earned = await session_xp(state, SessionXp(len(pcs), fabula, ultima, pcs))
    state = await happen(SessionClosed())
    ready = tuple(who for who in pcs if may_grow(state, state.characters[who]))
    if state.live and ready:
        await happen(LevelsOffered(ready))
    return SessionDone(earned.xp, fabula, ultima, pcs, held)


# ---------------------------------------------------------------------- levels at its end
class LevelTaken(msgspec.Struct, frozen=True):
    taken: bool
    level: int


@rule("FAB-PLV-3")
async def offer_level(state: State, given: OfCharacter) -> LevelTaken:
    """Offer a level to somebody who has the experience for it: now, with all its questions, or later (FAB-LIV-54)."""
    who = character_of(state, given.character)
    options = (Option("grow", say("answers.level_now")), Option("later", say("answers.level_later")))
    question = say("questions.offer_level", xp=who.sheet.xp, level=who.level + 1)
    answer = await choose(actor(who.id), question, options, about=who.id)
    level = (await grow(state, Grow(character=who.id))).level if answer == "grow" else who.level
    await happen(LevelsOffered(tuple(one for one in state.rising if one != who.id)))
    return LevelTaken(answer == "grow", level)


# ---------------------------------------------------------------------- experience
class SessionXp(msgspec.Struct, frozen=True):
    """What was spent in a session. With `award` every PC at the table gets the experience."""

    pcs: int
    fabula_spent: Amount = 0
    ultima_spent: Amount = 0
    award: tuple[str, ...] = ()


class AwardXp(Deed, names=("结算", "xp"), who=GM_ONLY, said_by=STORY, beside=SCENE, example=".结算 4 1"):
    """`.结算 物语点数 终极点数`: experience for every PC, for a session that nobody opened (FAB-LIV-54)."""

    fabula: Annotated[int, Field()] = 0
    ultima: Annotated[int, Field()] = 0

    def do(self, asked: Asked) -> Do:
        if asked.state.session is not None:
            raise RuleError("session_running", clause="FAB-LIV-54", title=asked.state.session.title)
        pcs = tuple(who for who, c in asked.state.characters.items() if c.kind is Kind.PC)
        return Do("session_xp", SessionXp(len(pcs), self.fabula, self.ultima, pcs))


class XpEarned(msgspec.Struct, frozen=True):
    xp: int


@rule("FAB-PLV-2")
async def session_xp(state: State, given: SessionXp) -> XpEarned:
    """5 for the session, the villains' Ultima Points, and each PC's share of the Fabula Points spent."""
    if given.pcs < 1:
        raise RuleError("no_pcs", clause="FAB-PLV-2", pcs=given.pcs)
    xp = SESSION_XP + given.ultima_spent + given.fabula_spent // given.pcs
    for who in given.award:
        character_of(state, who)
        await happen(PointsMoved(who, xp=xp))
    return XpEarned(xp)
