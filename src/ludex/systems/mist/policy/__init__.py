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


def beside(state: State) -> tuple[Do, ...]:
    """What waits for people and holds up nobody: called actions, what is about to land, themes that have grown (MST-LIV-4, -21, -23)."""
    called = state.running.called if state.running else ()
    hit = dict.fromkeys(str(one["target"]) for one in state.running.incoming) if state.running else {}
    grown = (w for w in state.improving if (c := state.character(w.actor)) and c.active and theme_of(c, w.theme))
    return (
        *(Do("called_turn", turn) for turn in called),
        *(Do("ward_off", {"actor": who}) for who in hit),
        *(Do("improve", {"actor": waits.actor, "theme": waits.theme}) for waits in grown),
    )
