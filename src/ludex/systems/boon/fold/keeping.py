"""What a table keeps of those who left it and of its fights (BOO-LIV-20, BOO-LIV-58)."""

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.boon import events as ev
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Battle, Gone, State
from ludex.systems.boon.terms import Status


def removed(state: State, event: ev.Removed) -> State:
    """With a person go the effects on it; an NPC that players knew of stays in the table's roster."""
    who = state.find(event.id)
    npc = who is not None and not who.secret and not state.is_player(who)
    left = (Gone(who.called, state.scene, who.status),) if who is not None and npc else ()
    return replace(
        state,
        gone=(*state.gone, *left),
        combatants=tuple(c for c in state.combatants if c.id != event.id),
        objects=tuple(t for t in state.objects if t.id != event.id),
        effects=tuple(e for e in state.effects if e.bearer != event.id),
    )


def fight_settled(state: State, _event: ev.FightSettled) -> State:
    """AP are full, nobody holds or waits; players' characters who fled or surrendered are active again, NPCs who fled are off the map."""

    def back(c: Character) -> Character:
        if c.status not in (Status.FLED, Status.SURRENDERED):
            return c
        if state.is_player(c):
            return replace(c, status=Status.ACTIVE)
        return replace(c, position=None) if c.status is Status.FLED else c

    people = tuple(replace(back(c), ap=c.ap_max) for c in state.combatants)
    clock = replace(state.clock, holder="", choosing="", passed=(), settled=True)
    fought = (*state.battles, _battle(state))
    return replace(state, combatants=people, clock=clock, run=(), run_left=0, battles=fought)


@rule("BOO-LIV-58")
def _battle(state: State) -> Battle:
    """A fight in short: who fought whom, who won, how long it took, who fell."""
    clock = state.clock
    there = [c for c in state.combatants if c.side in clock.order and not c.secret]
    sides = dict.fromkeys(str(state.side_called(c.side)) for c in there)
    fallen = tuple(c.called for c in there if c.status is not Status.ACTIVE)
    winner = str(state.side_called(clock.winner)) if clock.winner else ""
    return Battle(state.scene, tuple(sides), winner, clock.round, fallen)
