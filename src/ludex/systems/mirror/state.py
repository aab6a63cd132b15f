"""The table's state in Mirror and the one way in which it changes: `fold(state, event)`, total and pure.

`events.py` says what can happen. Nothing here decides a rule; after each event about a character `sheet.settled` brings
what follows her numbers back in line.
"""

from collections.abc import Callable
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.errors import RuleError
from ludex.systems.mirror import events as e
from ludex.systems.mirror.body import BodyPart, Wound
from ludex.systems.mirror.events import Effect, Event, Fighter
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.sheet import Character, Relation, settled
from ludex.systems.mirror.stage import Stage
from ludex.systems.mirror.terms import Attribute, Mode, Status

FRESH = 21
"""Where the clock stands before the first tick (20) of a round."""


class Conflict(msgspec.Struct, frozen=True):
    """A running conflict: the clock, who is on it, whose turns are on, and how ties were arranged."""

    fighters: tuple[Fighter, ...]
    round: int = 1
    tick: int = FRESH
    acting: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    later: dict[str, tuple[dict[str, Any], ...]] = {}

    def fighter(self, who: str) -> Fighter | None:
        """The participant of that id."""
        return next((f for f in self.fighters if f.id == who), None)

    def has_turn(self, who: str) -> bool:
        """Whether her turn is on."""
        return who in self.acting and who not in self.ended


class State(msgspec.Struct, frozen=True):
    """Everything the table knows. `catalogue` is its own content: kind -> id -> record."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    stage: Stage = Stage()
    mode: str = ""
    effects: tuple[Effect, ...] = ()
    conflict: Conflict | None = None
    catalogue: dict[str, dict[str, dict[str, Any]]] = {}

    def who(self, name: str) -> Character:
        """The character of that id, or a refusal."""
        if name not in self.characters:
            raise RuleError("unknown_id", id=name, ids=[i for i in self.characters if not i.startswith("@")])
        return self.characters[name]


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))


def fold(state: State, event: Event) -> State:
    """The state after an event. Never refuses: what does not fit changes nothing."""
    if isinstance(event, e.Of):
        about = _ABOUT.get(type(event))
        if about is not None:
            return _change(state, event.who, lambda c: about(c, event))
    return _FOLDS[type(event)](state, event)


def _change(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed and settled."""
    before = state.characters.get(who)
    if before is None:
        return state
    return replace(state, characters={**state.characters, who: settled(change(before))})


def _part(character: Character, part: str, change: Callable[[BodyPart], BodyPart]) -> Character:
    return replace(character, parts=tuple(change(p) if p.id == part else p for p in character.parts))


def _stamina(c: Character, event: e.StaminaChanged) -> Character:
    return replace(c, sp=event.sp)


def _knocked(c: Character, event: e.KnockedOut) -> Character:
    return replace(c, out_cold=tuple(dict.fromkeys((*c.out_cold, event.cause))))


def _status(c: Character, event: e.StatusSet) -> Character:
    """Put a status on or take it off; unconscious, mad, dead and dissolved have places of their own."""
    if event.status == Status.UNCONSCIOUS:
        return replace(c, out_cold=("effect",) if event.on else ())
    if event.status in (Status.MAD, Status.DEAD, Status.DISSOLVED):
        return _flagged(c, event.status, on=event.on)
    given = tuple(s for s in c.given if s != event.status)
    level = (event.level or 1) if event.on else 0
    stealth = level if event.status == Status.STEALTH else c.stealth
    return replace(c, given=(*given, event.status) if event.on else given, stealth=stealth)


def _flagged(c: Character, status: str, *, on: bool) -> Character:
    if status == Status.MAD:
        return replace(c, mad=on)
    return replace(c, dead=on) if status == Status.DEAD else replace(c, dissolved=on)


def _attribute(c: Character, event: e.AttributeChanged) -> Character:
    shift = c.shifts.get(event.attribute, 0) + event.amount
    return replace(c, shifts={**c.shifts, event.attribute: shift})


def _personality(c: Character, event: e.PersonalityChanged) -> Character:
    return replace(c, humanity=event.humanity, ego=event.ego, madness=event.madness, ego_gained=event.ego_gained)


def _trauma(c: Character, event: e.TraumaNoted) -> Character:
    return replace(c, traumas=(*c.traumas, event.text))


def _relation(c: Character, event: e.RelationChanged) -> Character:
    relation = Relation(event.positive, event.negative, event.emotions)
    return replace(c, relations={**c.relations, event.other: relation})


def _gauge(c: Character, event: e.GaugeSpent) -> Character:
    spent = {**c.spent, event.attribute: c.spent.get(event.attribute, 0) + 1}
    return replace(c, spent=spent, ra_used=c.ra_used or event.reaction)


def _placed(wounds: tuple[Wound, ...], wound: Wound, place: int | None) -> tuple[Wound, ...]:
    if place is None:
        return (*wounds, wound)
    return tuple(wound if i == place else w for i, w in enumerate(wounds))


def _wounded(c: Character, event: e.WoundTaken) -> Character:
    """A new wound on a part ends the freedom from dying checks; one on temporary life does not (MIR-DYI-5)."""

    def take(part: BodyPart) -> BodyPart:
        if not event.temporary:
            return replace(part, wounds=_placed(part.wounds, event.wound, event.place))
        if part.temp is None:
            return part
        return replace(part, temp=replace(part.temp, wounds=_placed(part.temp.wounds, event.wound, event.place)))

    return replace(_part(c, event.part, take), exempt=c.exempt and event.temporary)


def _lessened(wounds: tuple[Wound, ...], place: int, level: int) -> tuple[Wound, ...]:
    """The wounds with one at a lower level; one at 0 or less is gone (MIR-WND-1)."""
    changed = (replace(w, level=level) if i == place else w for i, w in enumerate(wounds))
    return tuple(w for w in changed if w.level > 0)


def _healed(c: Character, event: e.WoundHealed) -> Character:
    def heal(part: BodyPart) -> BodyPart:
        if not event.temporary:
            return replace(part, wounds=_lessened(part.wounds, event.place, event.level))
        if part.temp is None:
            return part
        return replace(part, temp=replace(part.temp, wounds=_lessened(part.temp.wounds, event.place, event.level)))

    return _part(c, event.part, heal)


def _lost(c: Character, event: e.PartLost) -> Character:
    return _part(c, event.part, lambda p: replace(p, lost=True))


def _restored(c: Character, event: e.PartRestored) -> Character:
    return _part(c, event.part, lambda p: replace(p, lost=False))


def _life(c: Character, event: e.TemporaryLifeSet) -> Character:
    return _part(c, event.part, lambda p: replace(p, temp=event.life))


def _dissolved(c: Character, _event: e.Dissolved) -> Character:
    return replace(c, dissolved=True)


def _eased(c: Character, _event: e.DyingEased) -> Character:
    return replace(c, exempt=True)


def _ap(c: Character, event: e.ApChanged) -> Character:
    return replace(c, ap=event.ap)


def _acted(c: Character, event: e.ActionUsed) -> Character:
    return replace(
        c,
        minor_used=c.minor_used or event.minor,
        ra_used=c.ra_used or event.reaction,
        triggered=c.triggered if event.trigger is None else (*c.triggered, event.trigger),
    )


def _total_action(c: Character, event: e.TotalActionSet) -> Character:
    return replace(c, total_action=event.action)


def _domain(c: Character, event: e.DomainChanged) -> Character:
    domains = {**c.domains, event.domain: event.level}
    kept = {d: n for d, n in domains.items() if n > 0}
    return replace(c, domains=kept, first_domain=c.first_domain or event.domain)


def _points(c: Character, event: e.PointsSpent) -> Character:
    points = {a: (c.points or {}).get(a, 0) + event.points.get(a, 0) for a in map(str, Attribute)}
    base = c.base and {a: n + event.points.get(a, 0) for a, n in c.base.items()}
    return replace(c, points={a: n for a, n in points.items() if n}, base=base)


def _learned(c: Character, event: e.AbilityLearned) -> Character:
    return replace(c, abilities=(*c.abilities, event.ability))


def _forgotten(c: Character, event: e.AbilitiesLost) -> Character:
    return replace(c, abilities=tuple(a for a in c.abilities if a.id not in event.ids))


def _moved(c: Character, event: e.Moved) -> Character:
    return replace(c, pos=event.pos, mov=event.mov)


def _long_rested(c: Character, _event: e.LongRested) -> Character:
    return replace(c, spent={}, long_rest_done=True)


def _lifted(c: Character, _event: e.LimitsLifted) -> Character:
    action = c.total_action and replace(c.total_action, paid_now=False)
    return replace(c, minor_used=False, ra_used=False, total_action=action)


def _refreshed(c: Character, event: e.Refreshed) -> Character:
    return replace(c, ap=event.ap, mov=event.mov)


_ABOUT: dict[type, Callable[[Character, Any], Character]] = {
    e.StaminaChanged: _stamina,
    e.KnockedOut: _knocked,
    e.StatusSet: _status,
    e.AttributeChanged: _attribute,
    e.PersonalityChanged: _personality,
    e.TraumaNoted: _trauma,
    e.RelationChanged: _relation,
    e.GaugeSpent: _gauge,
    e.WoundTaken: _wounded,
    e.WoundHealed: _healed,
    e.PartLost: _lost,
    e.PartRestored: _restored,
    e.TemporaryLifeSet: _life,
    e.Dissolved: _dissolved,
    e.DyingEased: _eased,
    e.ApChanged: _ap,
    e.ActionUsed: _acted,
    e.TotalActionSet: _total_action,
    e.DomainChanged: _domain,
    e.PointsSpent: _points,
    e.AbilityLearned: _learned,
    e.AbilitiesLost: _forgotten,
    e.Moved: _moved,
    e.LongRested: _long_rested,
    e.LimitsLifted: _lifted,
    e.Refreshed: _refreshed,
}
"""How an event about one character changes her."""


def _joined(state: State, event: e.CharacterJoined) -> State:
    character = settled(event.character)
    return replace(state, characters={**state.characters, character.id: character})


def _left(state: State, event: e.CharacterLeft) -> State:
    left = {i: c for i, c in state.characters.items() if i != event.who}
    return _off_the_clock(replace(state, characters=left), event)


def _time(state: State, event: e.TimePassed) -> State:
    """A segment clears what trauma gave, a unit also the long rest, a scene's end the freedom from dying checks."""

    def pass_by(c: Character) -> Character:
        if event.unit == "scene":
            return replace(c, exempt=False)
        return replace(c, ego_gained=0, long_rest_done=c.long_rest_done and event.unit != "unit")

    return replace(state, characters={i: pass_by(c) for i, c in state.characters.items()})


def _effect_added(state: State, event: e.EffectAdded) -> State:
    return replace(state, effects=(*state.effects, event.effect))


def _counted(state: State, event: e.EffectsCounted) -> State:
    passed = (
        replace(x, remaining=x.remaining - 1) if x.id in event.ids and x.remaining is not None else x
        for x in state.effects
    )
    return replace(state, effects=tuple(x for x in passed if x.remaining is None or x.remaining > 0))


def _extended(state: State, event: e.EffectExtended) -> State:
    effects = tuple(replace(x, remaining=event.remaining) if x.id == event.id else x for x in state.effects)
    return replace(state, effects=effects)


def _ended(state: State, event: e.EffectsEnded) -> State:
    return replace(state, effects=tuple(x for x in state.effects if x.id not in event.ids))


def _conflict_begun(state: State, event: e.ConflictBegun) -> State:
    """AP as given, no Mov, no limits (MIR-APV-1, MIR-MOV-4)."""
    fresh = {
        f.id: replace(c, ap=event.ap.get(f.id, 0), mov=0, minor_used=False, ra_used=False)
        for f in event.fighters
        if (c := state.characters.get(f.id))
    }
    return replace(
        state, characters={**state.characters, **fresh}, conflict=Conflict(event.fighters), mode=Mode.CONFLICT
    )


def _conflict_ended(state: State, _event: e.ConflictEnded) -> State:
    """Running total actions break, the limits of MA and RA are lifted."""
    ids = {f.id for f in state.conflict.fighters} if state.conflict else set()
    characters = {
        i: replace(c, total_action=None, minor_used=False, ra_used=False) if i in ids else c
        for i, c in state.characters.items()
    }
    return replace(state, characters=characters, conflict=None, mode=Mode.EXPLORATION)


def _on_clock(change: Callable[[Conflict, Any], Conflict]) -> Callable[[State, Any], State]:
    """A fold of the conflict alone, which does nothing where there is none."""

    def folded(state: State, event: Any) -> State:
        return state if state.conflict is None else replace(state, conflict=change(state.conflict, event))

    return folded


def _fighter_joined(conflict: Conflict, event: e.FighterJoined) -> Conflict:
    others = tuple(f for f in conflict.fighters if f.id != event.fighter.id)
    return replace(conflict, fighters=(*others, event.fighter))


def _fighter_left(conflict: Conflict, event: e.Of) -> Conflict:
    return replace(
        conflict,
        fighters=tuple(f for f in conflict.fighters if f.id != event.who),
        acting=tuple(i for i in conflict.acting if i != event.who),
        ended=tuple(i for i in conflict.ended if i != event.who),
    )


def _arranged(conflict: Conflict, event: e.OrderArranged) -> Conflict:
    return replace(conflict, orders={**conflict.orders, group_key(event.order): event.order})


def group_key(ids: tuple[str, ...]) -> str:
    """The name under which the order of tied characters is kept."""
    return ",".join(sorted(ids))


def _tick(conflict: Conflict, event: e.TickBegun) -> Conflict:
    return replace(conflict, tick=event.tick, acting=(), ended=(), later={})


def _turns(conflict: Conflict, event: e.TurnsBegun) -> Conflict:
    return replace(conflict, acting=event.acting)


def _initiative(conflict: Conflict, event: e.InitiativeSet) -> Conflict:
    fighters = tuple(
        replace(f, primary=event.primary, current=event.current, face=event.face) if f.id == event.who else f
        for f in conflict.fighters
    )
    return replace(conflict, fighters=fighters)


def _turn_ended(conflict: Conflict, event: e.TurnEnded) -> Conflict:
    later = {**conflict.later, event.who: event.later} if event.later else conflict.later
    return replace(conflict, ended=(*conflict.ended, event.who), later=later)


def _round(conflict: Conflict, event: e.RoundBegun) -> Conflict:
    return replace(conflict, round=event.round, tick=FRESH, acting=(), ended=(), later={})


_off_the_clock = _on_clock(_fighter_left)


def _mode(state: State, event: e.ModeSet) -> State:
    return replace(state, mode=event.mode)


def _stage(state: State, event: e.StageSet) -> State:
    return replace(state, stage=event.stage)


def _catalogue(state: State, event: e.CatalogueSet) -> State:
    kind = {i: r for i, r in state.catalogue.get(event.kind, {}).items() if i != event.id}
    if event.record is not None:
        kind[event.id] = event.record
    return replace(state, catalogue={**state.catalogue, event.kind: kind})


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    e.CharacterJoined: _joined,
    e.CharacterLeft: _left,
    e.TimePassed: _time,
    e.EffectAdded: _effect_added,
    e.EffectsCounted: _counted,
    e.EffectExtended: _extended,
    e.EffectsEnded: _ended,
    e.ConflictBegun: _conflict_begun,
    e.ConflictEnded: _conflict_ended,
    e.FighterJoined: _on_clock(_fighter_joined),
    e.FighterLeft: _off_the_clock,
    e.OrderArranged: _on_clock(_arranged),
    e.TickBegun: _on_clock(_tick),
    e.TurnsBegun: _on_clock(_turns),
    e.InitiativeSet: _on_clock(_initiative),
    e.TurnEnded: _on_clock(_turn_ended),
    e.RoundBegun: _on_clock(_round),
    e.ModeSet: _mode,
    e.StageSet: _stage,
    e.CatalogueSet: _catalogue,
}
"""How every other event changes the table."""
