"""Effects (live play): numbers of the sheet that effects change stand on it, worked out again after every event (MIR-LIV-32).

An attribute reaches modifiers, tiers, gauges, prerequisites and whatever follows from them; so these few quantities are not read
where they are used but laid into the record. They are reckoned on the sheets without them: no effect feeds itself.
"""

from msgspec.structs import replace

from ludex.core.effects.records import NOTHING, Effect
from ludex.core.events import Event
from ludex.core.hints import once
from ludex.core.rule import rule
from ludex.systems.mirror.effects import number
from ludex.systems.mirror.effects.bearing import OWNED
from ludex.systems.mirror.events import applied
from ludex.systems.mirror.sheet import CAP, BodyPart, Character
from ludex.systems.mirror.state import State, settled
from ludex.systems.mirror.terms import Attribute, Tag, words_of

SINGLE = ("sp_max", "ap_max", "charm", "ego_max")
LAID = frozenset(("attribute", "gauge_max", "wound_cap", *SINGLE))
"""Quantities that are laid into the sheet."""


def fold(state: State, event: Event[State]) -> State:
    """The state after an event, with what effects now make of everybody's numbers."""
    return weighed(let_go(state, applied(state, event)))


@rule("MIR-LIV-22")
def let_go(before: State, after: State) -> State:
    """Who falls unconscious or out of play keeps nothing up: the concentrating effects that she kept up end. (Her total action breaks with her turn.)"""
    if after.characters is before.characters:
        return after
    known = {
        i: old for i, c in after.characters.items() if (old := before.characters.get(i)) is not None and old is not c
    }
    fallen = [i for i, old in known.items() if _down(after.characters[i]) and not _down(old)]
    if not fallen:
        return after
    kept = tuple(x for x in after.effects if Tag.CONCENTRATE not in x.tags or (x.by or x.target) not in fallen)
    return replace(after, effects=kept) if len(kept) < len(after.effects) else after


def _down(c: Character) -> bool:
    return c.unconscious or c.out_of_play


@rule("MIR-LIV-32", "MIR-LIV-24")
def weighed(state: State) -> State:
    """The state with the numbers that effects change laid into the sheets; most tables have none."""
    if not _touched(state):
        return state
    bare = replace(state, characters={i: replace(c, borne={}) if c.borne else c for i, c in state.characters.items()})
    found = {i: _weighed(bare, c, bare.characters[i]) for i, c in state.characters.items()}
    return replace(state, characters=found) if any(found[i] is not c for i, c in state.characters.items()) else state


def _weighed(state: State, c: Character, plain: Character) -> Character:
    """One sheet: its attributes first, then what follows from them."""
    borne = {a: by for a in words_of(Attribute) if (by := _by(state, c.id, "attribute", plain.value(a), a))}
    risen = replace(plain, borne=borne) if borne else plain
    own = {"sp_max": risen.sp_max, "ap_max": risen.ap_max, "charm": risen.charm, "ego_max": risen.ego_max}
    borne |= {name: by for name, base in own.items() if (by := _by(state, c.id, name, base))}
    tops = {a: _by(state, c.id, "gauge_max", risen.gauge_max(a), a) for a in words_of(Attribute)}
    borne |= {f"gauge_max.{a}": by for a, by in tops.items() if by}
    parts = tuple(_capped(state, c.id, part) for part in c.parts)
    if borne == c.borne and parts == c.parts:
        return c
    return settled(replace(c, borne=borne, parts=parts))


def _by(state: State, who: str, quantity: str, base: int, part: str = "") -> int:
    return number(state, who, quantity, base, NOTHING, part) - base


def _capped(state: State, who: str, part: BodyPart) -> BodyPart:
    cap = max(1, number(state, who, "wound_cap", CAP, NOTHING, part.type))
    return replace(part, cap=cap) if cap != part.cap else part


def _touched(state: State) -> bool:
    """Whether anything at this table may change such a number, or has done so."""
    if any(state.catalogue.get(kind) for kind in OWNED) or any(s.effect.acts for s in state.stage.scenery):
        return True
    return any(_lays(x.record) for x in state.effects) or any(_bears(c) for c in state.characters.values())


@once
def _bears(c: Character) -> bool:
    """Whether a sheet holds such an effect, or its number."""
    organs = (o.effect for p in c.parts for o in p.organs)
    things = (i.effect for i in c.items or ())
    own = (*(a.effect for a in c.abilities), *organs, *things)
    return bool(c.borne) or any(p.cap != CAP for p in c.parts) or any(map(_lays, own))


def _lays(effect: Effect) -> bool:
    return any(m.of in LAID for m in effect.modifiers)
