"""The default policy: plain, cautious answers for a person who is not there to give them. Odds are worked out with it too."""

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.systems.mist.sheet import theme_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Fate

UNSAID = "……"
"""What stands for words that nobody has said."""


def decide(state: State, ask: Choose) -> str | None:  # noqa: ARG001  # every system is asked alike
    """An answer to a question of the rules; None where only a person can say."""
    match ask.what.key:
        case "questions.effect":
            return "done"
        case "questions.fate":
            return Fate.TRANSFORMED
        case "questions.split":
            return _split(ask)
        case "questions.refuting_clue":
            return f"clue:{UNSAID}"
        case "questions.trait":
            return f"trait:{UNSAID}"
        case "questions.sink_status":
            return f"status:{UNSAID}"
        case "questions.improvement" | "questions.heal":
            return None
        case "questions.called_turn":
            return "roll"
    closed = [option.answer for option in ask.options if not option.open]
    return closed[0] if closed else None


def _split(ask: Choose) -> str:
    """The power goes to the first statuses, as far as it reaches."""
    left = int(ask.what.facts["power"])
    shares = []
    for offered in ask.options[0].fill["split"]:
        name, _, most = offered.rpartition("=")
        share = min(left, int(most))
        left -= share
        shares.append(f"{name}={share}")
    return "split:" + ",".join(shares)


def due(state: State) -> Do | None:
    """What happens without anybody's word: a theme that has grown asks its player for the new tag (MST-LIV-23)."""
    for waits in state.improving:
        character = state.character(waits.actor)
        if character is not None and character.active and theme_of(character, waits.theme):
            return Do("improve", {"actor": waits.actor, "theme": waits.theme})
    return None


def scope(state: State) -> str:
    """What the MC allows until the scene ends lasts as long as no scene has ended (MST-LIV-2)."""
    return str(state.ended)
