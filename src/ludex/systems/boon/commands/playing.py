"""Those who play themselves (BOO-LIV-23): for one deed, for a run, from now on."""

from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.commands import amounts, reading
from ludex.systems.boon.may import check as check_may
from ludex.systems.boon.policy.turns import best_of, done
from ludex.systems.boon.rules.rounds import check_turn
from ludex.systems.boon.state import State, groups as groups_of


def play(asked: Asked) -> Do:
    """The next thing: settle the round, pick somebody, or a plain deed of the holder."""
    state: State = asked.state
    if not (asked["always"] or asked["never"]):  # BOO-LIV-23: from now on may be said before a fight
        check_may(state, "", "act")
    if state.clock.round_over and not asked.gm:
        return Do("end_round", {})
    if asked.gm and not asked.named:
        always = True if asked["always"] else False if asked["never"] else None
        kept = {"keep": asked["keep"], "flee": amounts.percent(asked["flee"])}
        return Do("run_sides", {"ids": _played(asked), "sides": _sides(asked), "always": always, **kept})
    reading.check_held(state)
    actor = reading.acting(asked)
    check_turn(state, actor.id)
    return done(best_of(state, [actor]))


def _played(asked: Asked) -> list[str]:
    """Whom the GM lets play: everybody of hers, a side, or those named (BOO-LIV-23)."""
    state: State = asked.state
    groups = groups_of(state)
    said = asked["whom"] or []
    if not said or any(name in reading.EVERYONE for name in said):
        holder = state.find(state.clock.holder)
        choosing = state.members(state.clock.choosing) if state.clock.choosing else ()
        theirs = next((c for c in (holder, *choosing) if c is not None and state.is_player(c)), None)
        if theirs is not None and not (asked["always"] or asked["never"]):
            raise RuleError("players_turn", clause="BOO-LIV-23", who=theirs.called)
        return [c.id for c in state.combatants if not state.is_player(c)]
    return [who for name in said for who in (groups[name] if name in groups else (reading.target(asked, name),))]


@rule("BOO-LIV-23")
def _sides(asked: Asked) -> list[str]:
    """The sides that are meant as a whole, for all who come to them: those named, or all that are not the players'."""
    said = asked["whom"] or []
    every = not said or any(name in reading.EVERYONE for name in said)
    theirs = [s for s in asked.state.sides if not s.player]
    return [s.id for s in theirs if every or any(name in s.words for name in said)]
