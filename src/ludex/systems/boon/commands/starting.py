"""A deed outside a fight: what starts one, and what is just done (BOO-LIV-13)."""

from ludex.core.deeds import Do
from ludex.systems.boon.rules import areas
from ludex.systems.boon.rules.initiative import present
from ludex.systems.boon.sheet import Character, Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action, Status, Use


def starting(state: State, deed: Do) -> Do:
    """An attack on a creature of another side starts a fight (BOO-LIV-13); anything else is just done."""
    actor = state.character(deed.given["actor"])
    whom = [deed.given.get("target", ""), *(t["who"] for t in deed.given.get("targets", ())), *inside(state, deed)]
    foes = [c for who in whom if (c := state.find(who)) and c.side != actor.side and c.status is not Status.DEAD]
    done = Do("at_ease", in_act(deed))
    if not (attacks(actor, deed) and foes and actor.side and foes[0].side) or deed.given.get("guess"):
        return done
    if not actor.active or any(c.secret for c in foes) or all(side.id == actor.side for side in present(state)):
        return done  # whom nobody is left to fight for is struck down as he lies there
    return Do("strike_first", in_act(deed))


def in_act(deed: Do) -> Record:
    """A deed as the input of `act`."""
    return {**deed.given, "action": deed.procedure}


def by_itself(deed: Do) -> Do:
    """A deed as its own procedure, out of any turn; there its target is the defender."""
    return Do(deed.procedure, {"defender" if name == "target" else name: said for name, said in deed.given.items()})


def inside(state: State, deed: Do) -> list[str]:
    """Whom the maker of an area perceives in it."""
    actor = state.find(deed.given.get("actor", ""))
    point = deed.given.get("point")
    if actor is None or point is None or actor.position is None:
        return []
    means = actor.spell(deed.given.get("spell", "")) or actor.item(deed.given.get("item", ""))
    if means is None:
        return []
    reached = areas.covered(state, actor.position, point, means)
    return [who for who in reached if not ((c := state.find(who)) and (c.hidden or c.secret) and c.side != actor.side)]


def attacks(actor: Character, deed: Do) -> bool:
    """Whether a deed is an attack (BOO-ACT-2)."""
    match deed.procedure:
        case Action.ATTACK | Action.SHOVE:
            return True
        case Action.CAST:
            spell = actor.spell(deed.given["spell"])
            return spell is not None and spell.attack
        case Action.STUNT:
            return deed.given["stunt"] is not None and deed.given["stunt"].attacks
        case Action.USE_ITEM:
            return bool(deed.given["use"] == Use.ATTACK)
    return False
