"""Whose deed a line is, and whom it is about: the acting character, those named, and who may be given the initiative."""

from ludex.core.deeds import Asked
from ludex.core.effects.counting import denied
from ludex.core.errors import RuleError
from ludex.core.fields import whom as about
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State


@rule("BOO-RND-14")
def can_act(state: State, character: Character | None) -> bool:
    """Active and with AP; in the surprise round only the ambushers."""
    if character is None or not character.active or character.ap < 1:
        return False
    if state.swayed and denied(WORDS, state, character.id, ("pick",)):
        return False
    return not state.clock.surprise or character.side == state.clock.order[0]


@rule("BOO-RND-5", "BOO-RND-13", "BOO-LIV-46")
def pickable(state: State, side: str) -> tuple[str, ...]:
    """Members of a side to whom it may give the initiative: who can act, does not wait, and takes part openly."""
    return tuple(who for who in ready(state, side) if who not in state.clock.passed)


@rule("BOO-RND-14", "BOO-LIV-46")
def ready(state: State, side: str) -> tuple[str, ...]:
    """Members of a side who can act and take part openly, the waiting too."""
    return tuple(c.id for c in state.members(side) if not c.secret and can_act(state, c))


def npcs_to_pick(state: State) -> list[str]:
    """The NPCs whom the side that chooses may pick, in the order of the list (BOO-LIV-12)."""
    able = pickable(state, state.clock.choosing) if state.clock.choosing else ()
    return [who for who in able if not state.is_player(state.character(who))]


def acting(asked: Asked) -> Character:
    """Whose deed it is: who is named with @, else the holder if it is the asker's, else the asker's character."""
    state: State = asked.state
    own = asked.gm or state.clock.holder in asked.controls
    if state.clock.holder and own and not asked.named:
        return state.character(state.clock.holder)
    if asked.gm and not asked.named and (first := next(iter(npcs_to_pick(state)), "")):
        return state.character(first)
    if not asked.actor:
        raise RuleError("whose")
    return state.character(asked.actor)


def someone(asked: Asked, said: str | None) -> str:
    """Somebody of the asker's own who is named (anybody for the GM), else whose deed it is."""
    if not said:
        return acting(asked).id
    if not asked.gm and said not in asked.controls:
        raise not_yours(asked, said)
    return said


def whom(asked: Asked, said: str | None) -> str:
    """Whom a line is about: the one named, anybody; else oneself."""
    if not (said or asked.actor):
        raise RuleError("whose")
    return said or asked.actor


def not_yours(asked: Asked, who: str) -> RuleError:
    """The refusal that somebody is not the asker's, by names (BOO-LIV-59)."""
    own = [asked.state.called(one) for one in asked.controls]
    return RuleError("not_yours", actor=asked.state.called(who), controls=own)


def costs_oneself(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs oneself needs nobody's word (BOO-LIV-1)."""
    return () if about(asked) in asked.controls else kinds


def check_own_turn(asked: Asked) -> None:
    """The GM's bare line does not act for a player's character (BOO-LIV-7)."""
    state: State = asked.state
    if not asked.gm or asked.named or not state.clock.running:
        return
    able = [state.clock.holder] if state.clock.holder else list(pickable(state, state.clock.choosing))
    people = [c for who in able if (c := state.find(who)) is not None]
    if people and all(state.is_player(c) for c in people):
        raise RuleError("players_turn", clause="BOO-LIV-7", who=people[0].called)
