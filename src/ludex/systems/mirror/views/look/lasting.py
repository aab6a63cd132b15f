"""How long an effect lasts yet, in words (MIR-LIV-39)."""

from msgspec.structs import replace

from ludex.core.effects.sentences import until
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.view import Label
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.effects.bearing import running
from ludex.systems.mirror.state import Effect, State
from ludex.systems.mirror.terms import Unit

TURNS = (Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END)
"""What is counted in turns, which are somebody's."""


@rule("MIR-LIV-39")
def left_of(state: State, effect: Effect) -> Label:
    """What is left of an effect: so many of its unit, until whose turn or which round is over, or what happens."""
    counted = _counted(state, effect) if effect.unit != Unit.CONDITION else None
    event = say("view.left_event", events=list(effect.ends_on)) if effect.ends_on else None
    if counted is not None and event is not None:
        return say("view.left_either", one=counted, other=event)
    return counted or event or term(effect.unit)


def _counted(state: State, effect: Effect) -> Say:
    """Without what may end it before."""
    if effect.hidden and effect.remaining is None:
        return say("view.left_unknown")
    if effect.unit == Unit.FOCUS:
        return say("view.left_this_round" if effect.remaining == 1 else "view.left_next_round")
    if effect.unit in TURNS and effect.remaining is not None:
        whose = state.characters.get(effect.who)
        name: Label = whose.called if whose is not None else say("told.somebody")
        return say(f"view.left_{effect.unit}", who=name, count=effect.remaining)
    known = replace(running(state, effect), left=effect.remaining)  # a hidden one too, to whom knows it
    return next(iter(until(WORDS, known)))
