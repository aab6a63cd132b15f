"""Effects, their conditions: each looks at a bearer, whom she has to do with, and what is at hand (FAB-LIV-33). Pure."""

from collections.abc import Callable, Mapping

from ludex.core.effects.records import Occasion, Phrase
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import SpellEntry, WeaponEntry
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Kind


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
