"""Bonus feats, and feats of the Domains: learning them, what they change, using them (FAB-DOM-2, 5, 8, FAB-BEN-1).

A feat of the content is an entry with numbers; any other name is a feat that the table plays out in words.
"""

from typing import Literal

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.content import FeatEntry, SpellEntry, called_of, entries_of, feat_named, spell_named
from ludex.systems.fable.events import CharacterWritten, FeatUsed, PointsMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.redact import ATTACKS
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, FeatsFree, feats_check
from ludex.systems.fable.rules.gauges import GAUGES, added, check_alloc, check_payment, check_ratio, paid
from ludex.systems.fable.rules.steps import Occasion, done
from ludex.systems.fable.sheet import Character, Five, Gauge, five, known_feats
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import GENERAL, Action

PARTS = Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers"))
ON_CHARACTER = ("reduction", "crisis_value", "ip")
ON_SHEET = {"init": "init_mod", "spd": "spd"}


class Learn(msgspec.Struct, frozen=True):
    """A feat to learn, or a heroic one. Of a feat of the content the domain is known."""

    character: str
    feat: str
    domain: str = ""
    heroic: bool = False


class Learned(msgspec.Struct, frozen=True):
    """What she knows, and how many feats of each domain are still free."""

    feats: tuple[str, ...]
    heroic: tuple[str, ...]
    general_free: int
    domain_free: dict[str, int]
    mastery_free: int


@rule("FAB-DOM-2", "FAB-DOM-5", "FAB-DOM-8")
async def learn(state: State, given: Learn) -> Learned:
    """Learn a feat of a domain, as long as levels allow; a heroic feat takes a mastery point."""
    who = character_of(state, given.character)
    if state.live and (spell := spell_named(given.feat, state.things)) and not feat_named(given.feat, state.things):
        return await _learn_spell(state, who, spell[0])
    key, found = feat_of(state, given.feat)
    if found is None and state.live:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=given.feat)
    entry = found or FeatEntry(heroic=given.heroic, times=0)
    domain = found.domain if found else given.domain or GENERAL
    _check_feat(state, who, key, entry)
    after = with_bonus_feats(state, _knowing(who, key, domain=domain, entry=entry))
    free = await _free(state, after)
    if state.live:
        after = await _taught(state, await _grown(after, key, entry, state), key, entry)
    await happen(CharacterWritten(after))
    sheet = after.sheet
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


def learned(state: State, who: Character, name: str) -> Character:
    """Somebody with one feat more, as at creation: what it leaves open stays open."""
    key, found = feat_of(state, name)
    if found is None:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=name)
    _check_feat(state, who, key, found)
    after = _knowing(who, key, domain=found.domain, entry=found)
    if found.teaches is not None:
        lesson = f"{found.teaches.list}:{found.teaches.mp_max}"
        after = msgspec.structs.replace(
            after, sheet=msgspec.structs.replace(after.sheet, lessons=(*after.sheet.lessons, lesson))
        )
    for pool in ("hg", "mg"):
        if points := _capacity(found, pool):
            after = _roomier(after, pool, _evenly(points))
    return after


def _capacity(entry: FeatEntry, pool: Literal["hg", "mg"]) -> int:
    return entry.modifiers.get(pool, 0) if isinstance(entry.modifiers, dict) else 0


def _evenly(points: int) -> Five:
    each, rest = divmod(points, GAUGES)
    return five(each + (place < rest) for place in range(GAUGES))


def _roomier(who: Character, pool: str, more: Five) -> Character:
    """Somebody with larger gauges (FAB-GAU-6, FAB-GAU-7)."""
    row: Gauge = getattr(who, pool)
    cap = added(row.cap, more)
    check_ratio(cap)
    return msgspec.structs.replace(who, **{pool: Gauge(cap, row.lost)})


@rule("FAB-GAU-6", "FAB-GAU-7")
async def _grown(who: Character, key: str, entry: FeatEntry, state: State) -> Character:
    """More capacity is spread freely: its owner is asked at once (FAB-LIV-37)."""
    for pool in ("hg", "mg"):
        points = _capacity(entry, pool)
        if not points:
            continue
        even = ",".join(str(n) for n in _evenly(points))
        question = say(f"questions.spread_{pool}", feat=feat_called(state, key), points=points)
        options = (Option(even, say("answers.evenly", parts=even)), PARTS)
        answer = await choose(actor(who.id), question, options, about=f"{key}:{pool}", closed=False)
        numbers = [whole(one) for one in split_list(answer.replace("，", ","))]
        parts = tuple(n for n in numbers if n is not None)
        check_alloc(parts, points)
        who = _roomier(who, pool, five(parts))
    return who


@rule("FAB-PSP-4")
async def _taught(state: State, who: Character, key: str, entry: FeatEntry) -> Character:
    """A feat that teaches a spell asks which (FAB-LIV-12)."""
    if entry.teaches is None:
        return who
    for n in range(entry.teaches.n):
        open_ = teachable(state, who, f"{entry.teaches.list}:{entry.teaches.mp_max}")
        if not open_:
            return who
        spells = entries_of(SpellEntry, state.things)
        options = tuple(Option(k, called_as(spells[k], k)) for k in open_)
        question = say("questions.teach", feat=feat_called(state, key))
        spell = await choose(actor(who.id), question, options, about=f"{key}:{n}")
        sheet = msgspec.structs.replace(who.sheet, spells=(*who.sheet.spells, spell))
        who = msgspec.structs.replace(who, sheet=sheet)
    return who


def called_as(entry: SpellEntry, key: str) -> Say:
    """A spell by name, with what it costs."""
    return say("answers.spell", name=called_of(entry.name) or key, mp=entry.mp, multi=entry.multi)


def teachable(state: State, who: Character, lesson: str) -> list[str]:
    """Spells of a list that she does not know yet."""
    name, _, most = lesson.partition(":")
    limit = int(most or 0)
    if name == "studied":
        known = {s for c in state.characters.values() if c.studied >= ATTACKS for s in c.sheet.spells}
        return [key for key in known if key not in who.sheet.spells]
    return [
        key
        for key, entry in entries_of(SpellEntry, state.things).items()
        if (entry.list == name or (name == "any" and entry.list))
        and key not in who.sheet.spells
        and (not limit or entry.mp <= limit)
    ]


async def _learn_spell(state: State, who: Character, key: str) -> "Learned":
    """A spell that a feat left open (FAB-LIV-12)."""
    spell = called_of(entries_of(SpellEntry, state.things)[key].name) or key
    if key in who.sheet.spells:
        raise RuleError("spell_known", clause="FAB-PSP-4", spell=spell)
    lesson = next((one for one in who.sheet.lessons if key in teachable(state, who, one)), None)
    if lesson is None:
        raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=spell)
    left = list(who.sheet.lessons)
    left.remove(lesson)
    sheet = msgspec.structs.replace(who.sheet, spells=(*who.sheet.spells, key), lessons=tuple(left))
    after = msgspec.structs.replace(who, sheet=sheet)
    free = await _free(state, after)
    await happen(CharacterWritten(after))
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


class Forget(msgspec.Struct, frozen=True):
    """A feat or a spell to unlearn."""

    character: str
    feat: str


@rule("FAB-DOM-8")
async def forget(state: State, given: Forget) -> Learned:
    """Unlearn a feat or a spell: its slot is free again, and what it gave goes (FAB-LIV-46)."""
    who = character_of(state, given.character)
    spell = spell_named(given.feat, state.things)
    if spell and spell[0] in who.sheet.spells:
        sheet = msgspec.structs.replace(who.sheet, spells=tuple(s for s in who.sheet.spells if s != spell[0]))
        after = msgspec.structs.replace(who, sheet=sheet)
    else:
        after = _unlearned(state, who, given.feat)
    free = await _free(state, after)
    await happen(CharacterWritten(after))
    return Learned(after.sheet.feats, after.sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


def _unlearned(state: State, who: Character, name: str) -> Character:
    """Somebody with one feat less."""
    key, entry = feat_of(state, name)
    if key not in known_feats(who) or entry is None:
        known = [feat_called(state, k) for k in known_feats(who)]
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=name, feats=known)
    entries, last = entries_of(FeatEntry, state.things), known_feats(who).count(key) == 1
    for other in known_feats(who):
        if last and other in entries and key in entries[other].needs:
            feat, by = feat_called(state, key), feat_called(state, other)
            raise RuleError("feat_needed", clause="FAB-DOM-8", feat=feat, by=by)
    undone = _knowing(who, key, domain=entry.domain, entry=entry, sign=-1)
    for pool in ("hg", "mg"):
        points = _capacity(entry, pool)
        if points:
            row: Gauge = getattr(undone, pool)
            less = _evenly(points)
            cap = five(c - m for c, m in zip(row.cap, less, strict=True))
            undone = msgspec.structs.replace(undone, **{pool: Gauge(cap, row.lost)})
    return undone


def feat_of(state: State, name: str) -> tuple[str, FeatEntry | None]:
    """A feat by key or name; one that is not of the content is called what she calls it."""
    return feat_named(name, state.things) or (name, None)


@rule("FAB-DOM-8")
def _check_feat(state: State, who: Character, key: str, entry: FeatEntry) -> None:
    """Refuse a feat whose prerequisites are not met, or that she has as often as it can be taken."""
    missing = _missing(state, who, entry)
    if missing:
        raise RuleError("feat_needs", clause="FAB-DOM-8", feat=feat_called(state, key), needs=missing)
    if entry.times and known_feats(who).count(key) >= entry.times:
        raise RuleError("feat_times", clause="FAB-DOM-8", feat=feat_called(state, key), limit=entry.times)


def _missing(state: State, who: Character, entry: FeatEntry) -> list[Say | str]:
    """What keeps her from learning it: feats, and levels in its domain."""
    lacks: list[Say | str] = [feat_called(state, feat) for feat in entry.needs if feat not in known_feats(who)]
    levels = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
    if levels < entry.needs_level:
        lacks.append(say("why.needs_level", level=entry.needs_level))
    return lacks


def feat_called(state: State, key: str) -> Say | str:
    """What a feat is called."""
    entry = entries_of(FeatEntry, state.things).get(key)
    return called_of(entry.name) if entry and entry.name else key


@rule("FAB-BEN-1")
def with_bonus_feats(state: State, who: Character) -> Character:
    """附赠: she knows every bonus feat whose prerequisites are met, without its counting."""
    for key, entry in entries_of(FeatEntry, state.things).items():
        domain_level = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
        if entry.bonus and domain_level > 0 and key not in known_feats(who) and not _missing(state, who, entry):
            who = _knowing(who, key, domain=entry.domain, entry=entry)
    return who


@rule("FAB-DOM-8")
def _knowing(who: Character, key: str, *, domain: str, entry: FeatEntry, sign: int = 1) -> Character:
    """A character with one feat more (or less), and with what it changes on her sheet."""
    sheet = who.sheet
    name, row = (key, list(sheet.heroic)) if entry.heroic else (f"{domain}:{key}", list(sheet.feats))
    if sign > 0:
        row.append(name)
    else:
        row.remove(name)
    sheet = msgspec.structs.replace(sheet, **{"heroic" if entry.heroic else "feats": tuple(row)})
    own: dict[str, int] = {}
    for what, each in entry.modifiers.items() if isinstance(entry.modifiers, dict) else ():
        change = each * sign
        if what in ("hg", "mg"):
            continue
        if what in ON_CHARACTER:
            own[what] = getattr(who, what) + change
        elif what in ON_SHEET:
            sheet = msgspec.structs.replace(sheet, **{ON_SHEET[what]: getattr(sheet, ON_SHEET[what]) + change})
        else:
            sheet = msgspec.structs.replace(sheet, bonuses={**sheet.bonuses, what: sheet.bonuses.get(what, 0) + change})
    return msgspec.structs.replace(who, sheet=sheet, **own)


async def _free(state: State, who: Character) -> FeatsFree:
    """How many more she may learn; refused where she has too many."""
    entries = entries_of(FeatEntry, state.things)
    known = []
    for feat in who.sheet.feats:
        domain, _, key = feat.partition(":")
        known.append(Feat(key, domain, key in entries and entries[key].bonus))
    counted = [key for key in who.sheet.heroic if not (key in entries and entries[key].bonus)]
    return await feats_check(state, FeatsCheck(who.sheet.domains, tuple(known), len(counted)))


# ---------------------------------------------------------------------- using one
class UseFeat(msgspec.Struct, frozen=True):
    """Who uses which feat."""

    actor: str
    feat: str
    target: str = ""


class FeatDone(msgspec.Struct, frozen=True):
    """What it cost, and how often it can still be used (left out: as often as she likes)."""

    feat: str
    mp: int
    ip: int
    fp: int
    uses_left: int | None = None
    do: tuple[str, ...] = ()


@rule("FAB-DOM-8", "FAB-PAC-1", "FAB-PFP-2")
async def use_feat(state: State, given: UseFeat) -> FeatDone:
    """Use a feat that she has learned: pay for it, count it, and let the table play out what it says."""
    who = character_of(state, given.actor)
    key, entry = feat_of(state, given.feat)
    if key not in known_feats(who):
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=given.feat, feats=list(known_feats(who)))
    entry = entry or FeatEntry()
    left = None if entry.per in ("turn", "round") and state.conflict is None else _uses_left(who, key, entry)
    _check_costs(who, entry)
    check_payment(who, entry.mp, state.options)
    if entry.action:
        state = await acted(state, given.actor, Action.SKILL)
    if entry.mp:
        state = await paid(state, given.actor, entry.mp)
    if entry.ip or entry.fp:
        state = await happen(PointsMoved(given.actor, ip=-entry.ip, fp=-entry.fp, fp_spent=entry.fp))
    if entry.uses:
        state = await happen(FeatUsed(given.actor, key, entry.per))
    if state.live and entry.do:
        await done(state, entry.do, bearer=given.actor, at=Occasion(given.target or given.actor, given.actor))
    return FeatDone(key, entry.mp, entry.ip, entry.fp, None if left is None else left - 1)


def _uses_left(who: Character, key: str, entry: FeatEntry) -> int | None:
    """How often it can be used now; none is refused."""
    if not entry.uses:
        return None
    left = entry.uses - who.used.get(entry.per, {}).get(key, 0)
    if left < 1:
        raise RuleError(
            "feat_used_up", feat=called_of(entry.name) or key, uses=entry.uses, per=say(f"why.per_{entry.per}")
        )
    return left


def _check_costs(who: Character, entry: FeatEntry) -> None:
    """Points that she must have; mind points are judged by the rules of overdraft."""
    for what, has, wanted in (("ip", who.ip, entry.ip), ("fp", who.fp, entry.fp)):
        if has < wanted:
            raise RuleError("not_enough_points", what=what, has=has, wanted=wanted)
