"""What bears upon somebody, as records, and what their words mean: conditions and numbers (FAB-LIV-31..33, FAB-LIV-37).

Nothing happens here. An occasion says who caused it (`doer`), whom it befalls (`target`), and what else is known of it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Give, Modifier, Occasion, Phrase
from ludex.core.hints import Same, once, remembered
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.kinds import Things, entries_of
from ludex.systems.fable.effects.words import CONDITIONS, PICK, SPELLINGS
from ludex.systems.fable.events.changing import MATERIAL
from ludex.systems.fable.sheet import Character, Sheet
from ludex.systems.fable.sheet.entries import AccessoryEntry, FeatEntry, SpellEntry, WeaponEntry
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Kind

_TIMES = re.compile(r"(?<![a-z_])times(?![a-z_])")
_TOKEN = re.compile(r"[+-]?[^+-]+")
Uses = tuple[tuple[str, str, int], ...]
ACT_LONG = ("turn", "round")
"""What limits count in that outside a conflict is over with every act (FAB-LIV-37)."""


# ---------------------------------------------------------------------- which effects bear upon somebody
def borne(state: State, who: str) -> tuple[Effect, ...]:
    """Everything that changes the rules for somebody now: feats, things worn and held, spells, what lasts; others' that reach her."""
    return _borne_by_all(state).get(who, ()) if state.live else ()


@once
def _borne_by_all(state: State) -> dict[str, tuple[Effect, ...]]:
    """Nothing but who stands where is looked at here, never a rolled number: it may be kept beyond a run of odds."""
    own = _own(state)
    spreading = [(who, effects) for who, effects in own.items() if _spreads(Same(effects))]
    if not spreading:
        return own
    return {who: tuple(_reached(state, who, effects, spreading)) for who, effects in own.items()}


@once
def occasions(state: State) -> frozenset[str]:
    return frozenset[str]().union(*(_listened_to(Same(effects)) for effects in _borne_by_all(state).values()))


@lru_cache(maxsize=2048)
def _listened_to(effects: Same[tuple[Effect, ...]]) -> frozenset[str]:
    return frozenset(trigger.on for effect in effects.value for trigger in effect.triggers)


def _reached(
    state: State, who: str, own: tuple[Effect, ...], spreading: list[tuple[str, tuple[Effect, ...]]]
) -> Iterator[Effect]:
    """Somebody's own effects, and what reaches her of those that others spread."""
    yield from (_reaching(state, effect, who) for effect in own)
    for other, effects in spreading:
        if other != who:
            yield from (there for effect in effects if (there := _from_other(state, effect, who)) is not None)


def _own(state: State) -> dict[str, tuple[Effect, ...]]:
    """The effects that come from everybody's own feats, things and spells, and what lasts on them."""
    things = Same(state.things)
    own = {
        who: _of_sheet(who, Same(one.sheet), _drawn(state, one), Same(one.spells_on), things)
        for who, one in state.characters.items()
    }
    for lasting in state.effects:
        if lasting.bearer in own:
            own[lasting.bearer] = (*own[lasting.bearer], lasting)
    for timed in state.conflict.effects if state.conflict else ():
        if timed.record is not None and timed.anchor in own:
            record = replace(timed.record, id=timed.id, bearer=timed.anchor, by=timed.source)
            own[timed.anchor] = (*own[timed.anchor], record)
    return own


def _drawn(state: State, who: Character) -> Uses:
    """How often she has used each feat, and within what; outside a conflict what counts in turns and rounds is over with every act."""
    over = ACT_LONG if state.conflict is None else ()
    return tuple((key, per, n) for per, uses in who.used.items() if per not in over for key, n in uses.items())


@remembered(2048)
def _of_sheet(
    who: str, held: Same[Sheet], used: Uses, on: Same[dict[str, str]], things: Same[Things]
) -> tuple[Effect, ...]:
    """The effects of her feats, of what she wears and holds, and of the spells on her."""
    sheet, own = held.value, things.value
    feats, spells = entries_of(FeatEntry, own), entries_of(SpellEntry, own)
    found = [
        replace(_learned(feats[key], key, sheet, used), bearer=who, by=who)
        for key in dict.fromkeys(sheet.learned)
        if key in feats
    ]
    accessories, weapons = entries_of(AccessoryEntry, own), entries_of(WeaponEntry, own)
    worn = [(sheet.armor, sheet.worn.name, sheet.worn.effect), (sheet.shield, sheet.held.name, sheet.held.effect)]
    worn += [(key, accessories[key].name, accessories[key].effect) for key in (sheet.accessory,) if key in accessories]
    worn += [(key, weapons[key].name, weapons[key].effect) for key in dict.fromkeys(sheet.weapons) if key in weapons]
    found += [replace(e, id=f"item:{key}", name=e.name or name, bearer=who, by=who) for key, name, e in worn if e.acts]
    found += [
        replace(spells[key].effect, id=f"spell:{key}", name=spells[key].name, bearer=who, by=by)
        for key, by in on.value.items()
        if key in spells and spells[key].effect.acts
    ]
    return tuple(found)


def _learned(entry: FeatEntry, key: str, sheet: Sheet, used: Uses) -> Effect:
    """A feat as she has learned it: so often, with what she picked, and with the uses that she has drawn."""
    effect, times, picks = entry.effect, sheet.learned.count(key), sheet.picks.get(key, ()) or ("",)
    modifiers = tuple(_filled(m, times, one) for m in effect.modifiers for one in picks if m.of not in MATERIAL)
    grants = tuple(Phrase(g.word, (one,)) if g.values == (PICK,) else g for g in effect.grants for one in picks)
    return replace(
        effect,
        id=f"feat:{key}",
        name=entry.name or key,
        modifiers=modifiers,
        grants=grants,
        triggers=tuple(replace(t, do=timed(t.do, times)) for t in effect.triggers),
        spent=tuple(
            f"t{place}/{per}/{per}"
            for feat, per, n in used
            if feat == key
            for place in range(len(effect.triggers))
            for _ in range(n)
        ),
    )


def _filled(modifier: Modifier, times: int, pick: str) -> Modifier:
    gives = tuple(Give(g.how, _so_often(g.by, times) if isinstance(g.by, str) else g.by) for g in modifier.give)
    return replace(modifier, give=gives, part=pick if modifier.part == PICK else modifier.part)


def _so_often(text: str, times: int) -> str:
    return _TIMES.sub(str(times), text)


def timed(steps: tuple[Phrase, ...], times: int) -> tuple[Phrase, ...]:
    """Steps of a feat that was learned so often, also inside effects that they make."""
    return tuple(replace(one, values=tuple(_so_often(v, times) for v in one.values)) for one in steps)


@lru_cache(maxsize=2048)
def _spreads(effects: Same[tuple[Effect, ...]]) -> bool:
    return any(effect.over or any(m.whose for m in effect.modifiers) for effect in effects.value)


def reaches(state: State, whose: str, bearer: str, who: str) -> bool:
    """Whether 同伴, 己方, 敌方 or 任何人 of a bearer means somebody."""
    same = team_of(state, bearer) == team_of(state, who)
    return {
        "": who == bearer, "ally": same and who != bearer, "side": same, "enemy": not same, "any": True,
    }.get(whose, False)  # fmt: skip


def _reaching(state: State, effect: Effect, who: str) -> Effect:
    if not any(m.whose for m in effect.modifiers):
        return effect
    mine = tuple(replace(m, whose="") for m in effect.modifiers if reaches(state, m.whose, effect.bearer, who))
    return replace(effect, modifiers=mine)


def _from_other(state: State, effect: Effect, who: str) -> Effect | None:
    """What somebody else's effect does to her: the whole of one that a side bears, else the modifiers meant for her."""
    if effect.over and reaches(state, effect.over, effect.bearer, who):
        return replace(effect, bearer=who, over="", modifiers=tuple(replace(m, whose="") for m in effect.modifiers))
    mine = tuple(
        replace(m, whose="") for m in effect.modifiers if m.whose and reaches(state, m.whose, effect.bearer, who)
    )
    return replace(effect, modifiers=mine, triggers=(), grants=(), denies=(), uses=()) if mine else None


# ---------------------------------------------------------------------- numbers in effects
def worked_out(state: State, effect: Effect, at: Occasion, text: str) -> int:
    """A value: a sum of products of whole numbers with LV, HR, the check's value, the bond and the damage at hand; ÷ rounds down."""
    owner = state.characters.get(effect.by) or state.characters.get(effect.bearer)
    return summed(text, lambda word: _factor(state, owner, effect, at, word))


def summed(text: str, factor: Callable[[str], int]) -> int:
    """A sum of products, each factor as it is worked out."""
    found = 0
    for token in _TOKEN.findall(text):
        sign, body = (-1, token[1:]) if token[0] == "-" else (1, token.lstrip("+"))
        product = 1
        for part in re.findall(r"[*/]?[^*/]+", body):
            number = factor(part.lstrip("*/"))
            product = product // max(1, number) if part[0] == "/" else product * number
        found += sign * product
    return found


def _factor(state: State, owner: Character | None, effect: Effect, at: Occasion, word: str) -> int:
    if word.isdigit():
        return int(word)
    if word == "LV":
        return owner.level if owner else 0
    if word == "bond":
        other = state.characters.get(other_of(effect.bearer, at))
        bonds = owner.bonds if owner and other else ()
        return max((b.strength for b in bonds if other and b.target in (other.id, other.called)), default=0)
    if word == "times":
        return 1
    found = at.fact({"HR": "hr"}.get(word, word), 0)
    return found if isinstance(found, int) else 0


def _test(word: str) -> Callable[[State, Effect, Phrase, Occasion], bool]:
    def look(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        if word == "any":
            return any(holds(WORDS, state, effect, (one,), at) for one in phrase.then)
        who = state.characters.get(effect.bearer)
        return who is not None and TESTS[word](
            state, who, state.characters.get(other_of(effect.bearer, at)), phrase, at
        )

    return look


WORDS = replace(
    SPELLINGS,
    conditions=tuple(replace(c, holds=_test(c.key)) for c in CONDITIONS),
    borne=borne,
    amount=worked_out,
)
"""The vocabulary with what its words mean."""


# ---------------------------------------------------------------------- conditions
def other_of(bearer: str, at: Occasion) -> str:
    """Whom a bearer has to do with: whom it befalls, or who caused what befalls her."""
    return at.target if bearer != at.target else at.doer


def _weapon(state: State, who: Character, values: tuple[str, ...], at: Occasion) -> bool:
    """武器 speaks of the attack at hand, else of what is in her hands."""
    entries = entries_of(WeaponEntry, state.things)
    name = str(at.fact("name"))
    if at.fact("weapon"):
        if at.fact("spell"):
            return False
        held = [entry for key, entry in entries.items() if name in (key, entry.name)]
        ranged = [bool(at.fact("ranged"))]
    else:
        held = [entries[key] for key in who.sheet.weapons if key in entries] or [entries["unarmed"]]
        ranged = [entry.ranged for entry in held]
    return all(_is(value, held, ranged, dual=bool(at.fact("dual"))) for value in values)


def _is(value: str, held: list[WeaponEntry], ranged: list[bool], *, dual: bool) -> bool:
    match value:
        case "melee":
            return not all(ranged)
        case "ranged":
            return any(ranged)
        case "unarmed":
            return any(entry.damage == 0 and entry.price == 0 and entry.category == "brawling" for entry in held)
        case "one_handed" | "two_handed":
            return any(entry.hands == (1 if value == "one_handed" else 2) for entry in held)
        case "dual":
            return dual
    return any(entry.category == value for entry in held)


def _spell(state: State, values: tuple[str, ...], at: Occasion) -> bool:
    if not at.fact("spell"):
        return False
    found = entries_of(SpellEntry, state.things)
    spell = next((e for k, e in found.items() if at.fact("name") in (k, e.name)), None)
    return not values or (spell is not None and values[0] in ("any", spell.list, spell.name))


def _type(values: tuple[str, ...], at: Occasion) -> bool:
    kind = str(at.fact("type"))
    category = known.category_of(kind) if kind else ""
    return any(value in (kind, known.ALL, category) for value in values)


def _has_status(who: Character | None, values: tuple[str, ...]) -> bool:
    if who is None:
        return False
    return bool(who.statuses) if not values or values[0] == "any" else any(v in who.statuses for v in values)


def _limit(values: tuple[str, ...], n: object) -> bool:
    sign, wanted = values[0], int(values[1])
    number = n if isinstance(n, int) else 0
    return number <= wanted if sign == "<=" else number >= wanted


def _points(state: State, who: str) -> int:
    return state.conflict.points.get(team_of(state, who), 0) if state.conflict else 0


def _kind(values: tuple[str, ...], at: Occasion) -> bool:
    kind = str(at.fact("kind"))
    return any(value == kind or (value == "attack" and kind in ("accuracy", "magic")) for value in values)


def _named(values: tuple[str, ...], at: Occasion) -> bool:
    named = at.fact("attributes", ())
    return isinstance(named, tuple | list) and any(v in named for v in values)


def _in_conflict(state: State, who: Character, at: Occasion) -> bool:
    """冲突: she is on the clock, or the check at hand puts her there (FAB-INI-1 is the first step of the conflict)."""
    return at.fact("kind") == "init" or (state.conflict is not None and state.conflict.of(who.id) is not None)


def _told(at: Occasion, wanted: bool) -> bool:
    """成功 or 失败; where it is hidden it counts as holding (FAB-LIV-35)."""
    found = at.fact("success", None)
    return found is None or found is wanted


Test = Callable[[State, Character, Character | None, Phrase, Occasion], bool]
TESTS: Mapping[str, Test] = {
    "crisis": lambda _s, c, _t, _p, _a: c.crisis,
    "target_crisis": lambda _s, _c, t, _p, _a: t is not None and t.crisis,
    "unbroken": lambda _s, c, _t, p, _a: _limit(p.values, c.unbroken),
    "weapon": lambda s, c, _t, p, a: _weapon(s, c, p.values, a),
    "spell": lambda s, _c, _t, p, a: _spell(s, p.values, a),
    "type": lambda _s, _c, _t, p, a: _type(p.values, a),
    "attribute": lambda _s, _c, _t, p, a: _named(p.values, a),
    "status": lambda _s, c, _t, p, _a: _has_status(c, p.values),
    "target_status": lambda _s, _c, t, p, _a: _has_status(t, p.values),
    "target_life": lambda _s, _c, t, p, _a: (
        t is not None and any(v in (t.sheet.life, t.sheet.species) for v in p.values)
    ),
    "target_rank": lambda _s, _c, t, p, _a: t is not None and t.kind is not Kind.PC and t.rank in p.values,
    "target_bond": lambda _s, c, t, _p, _a: t is not None and any(b.target in (t.id, t.called) for b in c.bonds),
    "shield": lambda _s, c, _t, _p, _a: bool(c.sheet.shield),
    "no_armor": lambda _s, c, _t, _p, _a: c.sheet.armor == "none",
    "martial_armor": lambda _s, c, _t, _p, _a: c.sheet.worn.martial,
    "conflict": lambda s, c, _t, _p, a: _in_conflict(s, c, a),
    "kind": lambda _s, _c, _t, p, a: _kind(p.values, a),
    "first_round": lambda s, _c, _t, _p, _a: s.conflict is not None and s.conflict.round == 1,
    "guarding": lambda _s, c, _t, _p, _a: c.guarding,
    "overdrawn": lambda _s, c, _t, _p, _a: c.penalty > 0,
    "villain": lambda s, _c, _t, _p, _a: any(
        o.kind is Kind.VILLAIN and not o.hidden and not o.fate for o in s.characters.values()
    ),
    "superiority": lambda s, c, _t, p, _a: _limit(p.values, _points(s, c.id)),
    "double": lambda _s, _c, _t, p, a: int(p.values[0]) <= int(str(a.fact("doubles", 0) or 0)) <= int(p.values[1]),
    "success": lambda _s, _c, _t, _p, a: _told(a, True),
    "failure": lambda _s, _c, _t, _p, a: _told(a, False),
    "tier": lambda _s, _c, _t, p, a: _limit(p.values, a.fact("tier", 0)),
}
