"""The fold, the battle: it begins, fighters change, it ends and is kept."""

from msgspec.structs import replace

from ludex.systems.fet import events as ev
from ludex.systems.fet.fold.parts import among, most_points
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import Battle, Fighter, State, Tomb, check_battle
from ludex.systems.fet.terms import Number, Resource, tidy

HISTORY = 60
"""How many past acts a battle remembers for its timeline."""


CLOSED = 20
"""How many battles that are over stay readable (FET-LIV-19)."""


# The battle


def combat_started(state: State, event: ev.CombatStarted) -> State:
    """A battle runs."""
    return replace(state, battle=event.battle)


def auto_set(state: State, event: ev.AutoSet) -> State:
    """Others are declared for by default."""
    return replace(state, auto=event.who)


def battle_kept(state: State, event: ev.BattleKept) -> State:
    """The battle goes on."""
    return replace(state, battle=replace(state.battle, kept_on=event.sides)) if state.battle else state


def act_declared(state: State, event: ev.ActDeclared) -> State:
    """A fighter has an act."""
    battle = check_battle(state)
    start = _start(battle, event.passive_start)
    return _fought(state, replace(among(battle, (event.fighter,)), openings=event.openings, passive_start=start))


def act_cancelled(state: State, event: ev.ActCancelled) -> State:
    """A fighter's act is over before its end."""
    battle = check_battle(state)
    return _fought(
        state,
        replace(
            among(battle, (event.fighter,)), past=(*battle.past, *((event.past,) if event.past else ()))[-HISTORY:]
        ),
    )


def fighters_changed(state: State, event: ev.FightersChanged) -> State:
    """Time stands where the event says, and these fighters are so."""
    battle = check_battle(state)
    past = (*battle.past, *event.past)[-HISTORY:]
    start, tombs = _start(battle, event.passive_start), (*battle.tombs, *_closed_in(battle, event))
    changed = replace(among(battle, event.fighters), time=event.time, past=past, passive_start=start, tombs=tombs)
    return _fought(state, changed)


def _closed_in(battle: Battle, event: ev.FightersChanged) -> list[Tomb]:
    """Who lies entombed from now on (FET-LIV-41)."""
    before = {f.id: f.under("entombed", battle.time) for f in battle.fighters}
    now = [(f.id, f.under("entombed", event.time)) for f in event.fighters]
    return [Tomb(who, event.time, hold.until) for who, hold in now if hold is not None and hold != before.get(who)]


def moment_closed(state: State, event: ev.MomentClosed) -> State:
    """So stand frozen time, barriers and open wounds."""
    battle = check_battle(state)
    start = battle.passive_start if event.passive_start is None else event.passive_start
    after = replace(battle, freeze=event.freeze, barriers=event.barriers, wounds=event.wounds, passive_start=start)
    return replace(state, battle=after)


def trait_used(state: State, event: ev.TraitUsed) -> State:
    """One use more."""
    battle = check_battle(state)
    key = f"{event.who}:{event.trait}"
    return replace(state, battle=replace(battle, used={**battle.used, key: battle.used.get(key, 0) + 1}))


def fighter_joined(state: State, event: ev.FighterJoined) -> State:
    """One more fights."""
    battle = check_battle(state)
    return _fought(state, replace(battle, fighters=(*battle.fighters, event.fighter)))


def fighter_left(state: State, event: ev.FighterLeft) -> State:
    """One fewer fights."""
    battle = check_battle(state)
    left = tuple(f for f in battle.fighters if f.id != event.who)
    return _fought(state, replace(battle, fighters=left, passive_start=_start(battle, event.passive_start)))


def combat_ended(state: State, event: ev.CombatEnded) -> State:
    """The battle is over; its losses and magazines are the characters'."""
    if state.battle is None:
        return state
    over = replace(among(state.battle, event.fighters), live=False)
    after = replace(_unloaded(_kept(state, event.fighters), event.fighters), battle=None, words_due=())
    return replace(after, closed=(*after.closed, over)[-CLOSED:]) if state.battle.live else after


def _start(battle: Battle, found: Number | None) -> Number | None:
    """When the passive side starts is fixed once."""
    return found if battle.passive_start is None else battle.passive_start


def _fought(state: State, battle: Battle) -> State:
    """The battle is so; fighters with a sheet keep their losses on it, and the rounds of their weapons (FET-LIV-9)."""
    return _unloaded(_kept(replace(state, battle=battle), battle.fighters), battle.fighters)


def _kept(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Carry what fighters have lost over to their characters."""
    characters = dict(state.characters)
    for fighter in fighters:
        found = characters.get(fighter.id)
        if found is None or hindrance(found.sheet):
            continue
        stamina = tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina)
        will = tidy(fighter.maximum(Resource.WILL) - fighter.will)
        characters[fighter.id] = replace(
            found,
            stamina_lost=stamina,
            will_lost=will,
            stamina_scar=fighter.stamina_scar,
            will_scar=fighter.will_scar,
            action_points=fighter.action_points,
            action_points_max=most_points(found, fighter),
        )
    return replace(state, characters=characters)


def _unloaded(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Magazines are as the battle has left them."""
    characters = dict(state.characters)
    for fighter in (f for f in fighters if f.id in characters):
        sheet = characters[fighter.id].sheet
        arms = tuple(
            replace(w, loaded=fighter.weapons[w.name].loaded) if w.magazine and w.name in fighter.weapons else w
            for w in sheet.weapons
        )
        characters[fighter.id] = replace(characters[fighter.id], sheet=replace(sheet, weapons=arms))
    return replace(state, characters=characters)
