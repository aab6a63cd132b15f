"""Bonus feats, and feats of the Domains: what they need, what they change on a sheet, which are learned by themselves (FAB-DOM-2, 5, 8, FAB-BEN-1).

How one is learned or forgotten, with all that is asked, is in `learning.py`.
"""

import msgspec

from ludex.core.asks import Option
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import called_of, feat_named, feat_text
from ludex.systems.fable.effects.bearing import summed
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import ATTACKS
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, FeatsFree, feats_free
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import GENERAL


def feat_of(state: State, name: str) -> tuple[str, FeatEntry | None]:
    """A feat by key or name; one that is not of the content is called what she calls it."""
    return feat_named(name, state.things) or (name, None)


@rule("FAB-DOM-8")
def check_feat(state: State, who: Character, key: str, entry: FeatEntry) -> None:
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
    if entry.needs_domain and not any(who.sheet.domains.get(domain, 0) for domain in entry.needs_domain):
        lacks += [term(domain) for domain in entry.needs_domain]
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
            who = knowing(who, key, domain=entry.domain, entry=entry)
    return who


@rule("FAB-DOM-8")
def knowing(who: Character, key: str, *, domain: str, entry: FeatEntry, sign: int = 1) -> Character:
    """A character with one feat more (or less), and with what it changes on her sheet."""
    sheet = who.sheet
    name, row = (key, list(sheet.heroic)) if entry.heroic else (f"{domain}:{key}", list(sheet.feats))
    if sign > 0:
        row.append(name)
    else:
        row.remove(name)
    sheet = msgspec.structs.replace(sheet, **{"heroic" if entry.heroic else "feats": tuple(row)})
    crisis = who.crisis_value + sign * each(who, entry, "crisis_value")
    ip = max(0, who.ip + sign * each(who, entry, "ip_max"))
    return msgspec.structs.replace(who, sheet=sheet, crisis_value=crisis, ip=ip)


def free_of(state: State, who: Character) -> FeatsFree:
    """How many more she may learn; refused where she has too many."""
    entries = entries_of(FeatEntry, state.things)
    known = []
    for feat in who.sheet.feats:
        domain, _, key = feat.partition(":")
        known.append(Feat(key, domain, key in entries and entries[key].bonus))
    counted = [key for key in who.sheet.heroic if not (key in entries and entries[key].bonus)]
    return feats_free(state, FeatsCheck(who.sheet.domains, tuple(known), len(counted)))


def feat_offers(state: State, who: Character, domain: str) -> tuple[Option, ...]:
    """The feats of a domain that she could learn now, each with what it does; none where she has no place left for one."""
    free = free_of(state, who)
    if (free.general_free if domain == GENERAL else free.domain_free.get(domain, 0)) < 1:
        return ()
    entries = entries_of(FeatEntry, state.things).items()
    return tuple(
        _offer(state, key, entry)
        for key, entry in entries
        if entry.domain == domain and not entry.heroic and _open_to(state, who, key, entry)
    )


def heroic_offers(state: State, who: Character) -> tuple[Option, ...]:
    """The heroic feats that she could learn with a mastery point, of the domains that she has levels in (FAB-DOM-5)."""
    if free_of(state, who).mastery_free < 1:
        return ()
    entries = entries_of(FeatEntry, state.things).items()
    return tuple(
        _offer(state, key, entry)
        for key, entry in entries
        if entry.heroic and who.sheet.domains.get(entry.domain, 0) and _open_to(state, who, key, entry)
    )


def _offer(state: State, key: str, entry: FeatEntry) -> Option:
    return Option(key, say("answers.feat", name=feat_called(state, key), text=feat_text(key, entry)))


def _open_to(state: State, who: Character, key: str, entry: FeatEntry) -> bool:
    """Whether nothing is missing for a feat; one that teaches has a spell left to teach (FAB-LIV-12)."""
    if entry.bonus or _missing(state, who, entry) or (entry.times and known_feats(who).count(key) >= entry.times):
        return False
    return entry.teaches is None or bool(teachable(state, who, entry.teaches.lesson))


# ---------------------------------------------------------------------- numbers of a feat that are written into the sheet
def each(who: Character, entry: FeatEntry, quantity: str) -> int:
    """What one learning of a feat adds to a number that is written into the sheet."""
    mine = [m for m in entry.effect.modifiers if m.of == quantity and not m.when]
    known = {"times": 1, "LV": who.level}
    return sum(summed(str(m.give[0].by), lambda word: known.get(word) or int(word)) for m in mine)


# ---------------------------------------------------------------------- spells that feats teach
def teachable(state: State, who: Character, lesson: str) -> list[str]:
    """Spells of a list that she does not know yet."""
    name, _, most = lesson.partition(":")
    limit = int(most or 0)
    entries = entries_of(SpellEntry, state.things)
    if name == "studied":
        known = [s for c in state.characters.values() if c.studied >= ATTACKS for s in c.sheet.spells]
        return [key for key in dict.fromkeys(known) if key in entries and key not in who.sheet.spells]
    return [
        key
        for key, entry in entries.items()
        if (entry.list == name or (name == "any" and entry.list))
        and key not in who.sheet.spells
        and (not limit or entry.mp <= limit)
    ]
