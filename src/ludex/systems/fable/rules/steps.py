"""Effects, carried out: conditions looked at, quantities summed, steps done (FAB-LIV-32..37)."""

from typing import NamedTuple

import msgspec

from ludex.core.bounds import whole
from ludex.systems.fable.content import FeatEntry, WeaponEntry, entries_of, shipped
from ludex.systems.fable.effects import WHOM, Modifier, Trigger
from ludex.systems.fable.events import (
    EdgeSet,
    FeatUsed,
    GaugesMoved,
    InitiativeSet,
    PointsMoved,
    StatusesSet,
    SuperiorityMoved,
)
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import afflicted
from ludex.systems.fable.rules.damage import Amounts, Blow, affinities_of, amount_of, dealt, struck_down
from ludex.systems.fable.rules.gauges import drained, filled, lost_of, self_healed
from ludex.systems.fable.rules.superiority import gained
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import DamageType, Pool, Result, Status


class Occasion(NamedTuple):
    """What is at hand: whom it befalls, who caused it, and with what."""

    target: str = ""
    source: str = ""
    ranged: bool = False
    spell: bool = False
    name: str = ""
    type: str = ""


# ---------------------------------------------------------------------- conditions and quantities
def holds(state: State, bearer: str, condition: str, at: Occasion) -> bool:
    """Whether a condition holds for its bearer now."""
    word, _, rest = condition.partition(" ")
    if word == "not":
        return not holds(state, bearer, rest, at)
    who = state.characters[bearer]
    target = state.characters.get(at.target)
    match word:
        case "crisis":
            return who.crisis
        case "target_crisis":
            return target is not None and target.crisis
        case "weapon":
            return _weapon(state, who, rest, at)
        case "spell":
            return at.spell
        case "type":
            return _of_type(at.type, rest)
        case "status":
            return bool(who.statuses) if rest in ("", "any") else rest in who.statuses
        case "target_status":
            return target is not None and (bool(target.statuses) if rest in ("", "any") else rest in target.statuses)
        case "target_rank":
            return target is not None and target.rank == rest
        case "target_bond":
            return target is not None and any(b.target in (target.id, target.called) for b in who.bonds)
        case "shield":
            return bool(who.sheet.shield)
        case "no_armor":
            return who.sheet.armor == "none"
        case "martial_armor":
            return who.sheet.worn.martial
        case "conflict":
            return state.conflict is not None
        case "first_round":
            return state.conflict is not None and state.conflict.round == 1
        case "guarding":
            return who.guarding
        case "overdrawn":
            return who.penalty > 0
    return False


def _weapon(state: State, who: Character, wanted: str, at: Occasion) -> bool:
    """武器 speaks of the attack at hand, else of what is in her hands."""
    if at.spell:
        return False
    if wanted in ("melee", "ranged"):
        return at.ranged is (wanted == "ranged")
    entries = entries_of(WeaponEntry, state.things)
    found = [entry for key, entry in entries.items() if at.name in (key, entry.name)]
    found = found or [entries[key] for key in who.sheet.weapons if key in entries]
    if wanted == "unarmed":
        return at.name in ("unarmed", entries["unarmed"].name)
    if wanted in ("one_handed", "two_handed"):
        return any(entry.hands == (1 if wanted == "one_handed" else 2) for entry in found)
    return any(entry.category == wanted for entry in found)


def _of_type(kind: str, wanted: str) -> bool:
    entry = shipped().damage_types.get(kind)
    return kind == wanted or (entry is not None and entry.category == wanted)


def _modifiers(state: State, who: Character) -> list[tuple[str, Modifier]]:
    entries = entries_of(FeatEntry, state.things)
    found = []
    for key in known_feats(who):
        entry = entries.get(key)
        if entry is not None and isinstance(entry.modifiers, tuple):
            found += [(key, one) for one in entry.modifiers]
    return found


def bonus(state: State, who: str, quantity: str, at: Occasion) -> int:
    """What the conditional modifiers of her feats add to a quantity now; learned n times it counts n times."""
    if not state.live or who not in state.characters:
        return 0
    mine = _modifiers(state, state.characters[who])
    return sum(one.by for _, one in mine if one.on == quantity and all(holds(state, who, c, at) for c in one.when))


# ---------------------------------------------------------------------- triggers
class Listener(msgspec.Struct, frozen=True):
    """Somebody's feat that listens to what has happened."""

    who: str
    feat: str
    trigger: Trigger


def listeners(state: State, event: str, doer: str, at: Occasion) -> list[Listener]:
    """Everybody whose trigger listens to an event and may act: in the order of the table (FAB-LIV-35)."""
    entries = entries_of(FeatEntry, state.things)
    found = []
    for who, character in state.characters.items():
        if character.fate or character.defeated:
            continue
        for key in dict.fromkeys(known_feats(character)):
            entry = entries.get(key)
            for trigger in entry.triggers if entry else ():
                heard = trigger.on == event and _listens(state, who, doer, trigger)
                found += [Listener(who, key, trigger)] if heard and _ready(state, who, key, trigger, at) else []
    return found


def _listens(state: State, who: str, doer: str, trigger: Trigger) -> bool:
    same = team_of(state, who) == team_of(state, doer)
    match trigger.who:
        case "ally":
            return same and who != doer
        case "side":
            return same
        case "enemies" | "enemy":
            return not same
        case "anybody":
            return True
    return who == doer


def _ready(state: State, who: str, key: str, trigger: Trigger, at: Occasion) -> bool:
    """Its conditions hold, a use is left and she can pay."""
    character = state.characters[who]
    if not all(holds(state, who, condition, at) for condition in trigger.when):
        return False
    if trigger.per and state.conflict is not None and character.used.get(trigger.per, {}).get(key, 0) >= trigger.uses:
        return False
    if trigger.per in ("scene", "session") and character.used.get(trigger.per, {}).get(key, 0) >= trigger.uses:
        return False
    has = {"fp": character.fp, "ip": character.ip, "mp": character.mp, "hp": character.hp - 1}
    return all(has.get(what.lower(), 0) >= n for what, n in trigger.cost.items())


async def paid_for(state: State, one: Listener) -> State:
    """Count the use of a trigger and pay for it."""
    if one.trigger.per:
        state = await happen(FeatUsed(one.who, one.feat, one.trigger.per))
    for what, n in one.trigger.cost.items():
        kind = what.lower()
        if kind in ("mp", "hp"):
            pool = Pool(kind)
            state = await happen(GaugesMoved(one.who, pool, drained(state.characters[one.who], pool, n).lost))
        else:
            state = await happen(PointsMoved(one.who, **{kind: -n}, fp_spent=n if kind == "fp" else 0))
    return state


# ---------------------------------------------------------------------- steps
def amount(said: str, who: Character, times: int = 1) -> int:
    """A value: a sum of products of whole numbers with LV and 次."""
    found = 0
    for part in said.replace("−", "-").replace("-", "+-").split("+"):
        if not part:
            continue
        product = 1
        for factor in part.replace("*", "×").split("×"):
            number = whole(factor)
            product *= who.level if factor == "LV" else times if factor in ("次", "times") else number or 0
        found += product
    return found


async def done(state: State, steps: tuple[str, ...], *, bearer: str, at: Occasion) -> State:
    """Do the steps of an effect, one after another (FAB-LIV-36)."""
    for step in steps:
        words = step.split()
        whom = words.pop() if len(words) > 1 and words[-1] in WHOM else "self"
        for who in _people(state, bearer, whom, at):
            if who in state.characters and words:
                state = await _step(state, words, who, bearer)
    return state


def _people(state: State, bearer: str, whom: str, at: Occasion) -> list[str]:
    team = team_of(state, bearer)
    there = [who for who, c in state.characters.items() if not c.hidden and not c.fate]
    match whom:
        case "target":
            return [at.target]
        case "source":
            return [at.source]
        case "side":
            return [who for who in there if team_of(state, who) == team]
        case "ally":
            return [who for who in there if team_of(state, who) == team and who != bearer]
        case "enemies":
            return [who for who in there if team_of(state, who) != team]
    return [bearer]


async def _step(state: State, words: list[str], who: str, bearer: str) -> State:
    """One step, on one person."""
    character, source = state.characters[who], state.characters[bearer]
    match words:
        case ["heal", pool, n, *rest]:
            row, points = Pool(pool.lower()), amount(n, source)
            fill = (
                self_healed(character, row, points) if "unbroken" in rest else filled(lost_of(character, row), points)
            )
            return await happen(GaugesMoved(who, row, fill.lost))
        case ["lose", pool, n, *_]:
            row = Pool(pool.lower())
            return await happen(GaugesMoved(who, row, drained(character, row, amount(n, source)).lost))
        case ["damage", n, kind, *_] if kind in set(DamageType):
            dealing = Amounts(
                kind, mod=amount(n, source), reduction=character.reduction, affinities=affinities_of(character, kind)
            )
            made = amount_of(dealing)
            state, broken = await dealt(state, who, made)
            return await struck_down(state, bearer, (Blow(who, Result.SUCCESS, made, broken=broken),))
        case ["break", *_]:
            place = next((n for n, now in enumerate(character.hg_now) if now > 0), None)
            if place is None:
                return state
            first = character.hg_now[place]
            return await happen(GaugesMoved(who, Pool.HP, drained(character, Pool.HP, first, most=1).lost))
        case ["status", status, *_] if status in set(Status):
            return await afflicted(state, who, Status(status))
        case ["cure", *rest]:
            left = tuple(s for s in character.statuses[1:]) if rest[:1] == ["one"] else ()
            if rest and rest[0] in set(Status):
                left = tuple(s for s in character.statuses if s != rest[0])
            return await happen(StatusesSet(who, left))
        case ["gain", what, n, *_] if what in ("fp", "ip"):
            return await happen(PointsMoved(who, **{what: amount(n, source)}))
        case ["edge", n, *_]:
            return await happen(EdgeSet(who, character.edge + amount(n, source)))
        case ["gain", "superiority", *_] if state.conflict is not None:
            return await happen(SuperiorityMoved(gained(state.conflict.points, team_of(state, bearer))[0]))
        case ["initiative", n, *_] if state.conflict is not None and (fighter := state.conflict.of(who)):
            return await happen(InitiativeSet(who, fighter.initiative + amount(n.lstrip("+"), source)))
    return state
