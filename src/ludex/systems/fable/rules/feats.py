"""Bonus feats, and feats of the Domains: learning them, what they change, using them (FAB-DOM-2, 5, 8, FAB-BEN-1).

A feat of the content is an entry with numbers; any other name is a feat that the table plays out in words.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.content import FeatEntry, called_of, entries_of, feat_named
from ludex.systems.fable.events import CharacterWritten, FeatUsed, PointsMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, FeatsFree, feats_check
from ludex.systems.fable.rules.gauges import check_payment, paid
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import GENERAL, Action

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
    key, found = feat_of(state, given.feat)
    entry = found or FeatEntry(heroic=given.heroic, times=0)
    domain = found.domain if found else given.domain or GENERAL
    _check_feat(state, who, key, entry)
    after = with_bonus_feats(state, _knowing(who, key, domain=domain, entry=entry))
    free = await _free(state, after)
    await happen(CharacterWritten(after))
    sheet = after.sheet
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


def feat_of(state: State, name: str) -> tuple[str, FeatEntry | None]:
    """A feat by key or name; one that is not of the content is called what she calls it."""
    return feat_named(name, state.things) or (name, None)


def known_feats(who: Character) -> tuple[str, ...]:
    """Everything she has learned, as often as she has."""
    return (*(feat.partition(":")[2] for feat in who.sheet.feats), *who.sheet.heroic)


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
def _knowing(who: Character, key: str, *, domain: str, entry: FeatEntry) -> Character:
    """A character with one feat more, and with what it changes on her sheet."""
    sheet = who.sheet
    sheet = (
        msgspec.structs.replace(sheet, heroic=(*sheet.heroic, key))
        if entry.heroic
        else msgspec.structs.replace(sheet, feats=(*sheet.feats, f"{domain}:{key}"))
    )
    own: dict[str, int] = {}
    for what, change in entry.modifiers.items():
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


class FeatDone(msgspec.Struct, frozen=True):
    """What it cost, and how often it can still be used (left out: as often as she likes)."""

    feat: str
    mp: int
    ip: int
    fp: int
    uses_left: int | None = None


@rule("FAB-DOM-8", "FAB-PAC-1", "FAB-PFP-2")
async def use_feat(state: State, given: UseFeat) -> FeatDone:
    """Use a feat that she has learned: pay for it, count it, and let the table play out what it says."""
    who = character_of(state, given.actor)
    key, entry = feat_of(state, given.feat)
    if key not in known_feats(who):
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=given.feat, feats=list(known_feats(who)))
    entry = entry or FeatEntry()
    left = _uses_left(who, key, entry)
    _check_costs(who, entry)
    check_payment(who, entry.mp, state.options)
    if entry.action:
        state = await acted(state, given.actor, Action.SKILL)
    if entry.mp:
        state = await paid(state, given.actor, entry.mp)
    if entry.ip or entry.fp:
        await happen(PointsMoved(given.actor, ip=-entry.ip, fp=-entry.fp))
    if entry.uses:
        await happen(FeatUsed(given.actor, key, entry.per))
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
