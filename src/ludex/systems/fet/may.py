"""What may be done now: why somebody may not do a deed, in the order of FET-LIV-7; None if it may.

Commands, buttons and policies ask here. What a deed is filled with (skill, weapon, target) is judged by its chapter.
"""

from ludex.core.deeds import Refusal
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.rules.checks import own_points
from ludex.systems.fet.rules.clock import CLAUSES
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.years import borrows, conjuring
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import WeaponType

ACTS = (
    *("atk", "shoot", "reload", "int", "def", "dodge", "parry"),
    *("move", "heal", "ctl", "weak", "free", "do", "wait"),
)
"""Acts in battle, which a fighter declares."""
CHECKS = ("ex", "talk")
DEEDS = frozenset(
    (*ACTS, *CHECKS, "cast", "drop", "neg", "bat", "treat", "rest", "borrow", "conjure", "unmake", "cash")
)
"""What the dead do not do."""
USES = frozenset((*ACTS, *CHECKS, "cast", "drop", "treat", "borrow", "pre", "rec", "crd", "i", "wp", "lv", "cash"))
"""What needs a character of one's own."""


@rule("FET-LIV-7", "FET-LIV-8")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    if not actor:
        return Refusal("no_sheet", "FET-CMD-5", {"who": ""}) if deed in USES else None
    if actor in state.veiled:
        return None
    found = _dead(state, actor, deed) or _in_battle(state, actor, deed) or _spent(state, actor, deed)
    return found or _conjures(state, actor, deed) or _borrows(state, actor, deed)


def _dead(state: State, actor: str, deed: str) -> Refusal | None:
    found = state.characters.get(actor)
    if deed not in DEEDS or (found is not None and hindrance(found.sheet)) or state.bearer(actor) is None:
        return None
    return Refusal("dead", "FET-DTH-2", {"who": state.called(actor)}) if pools(state, actor).dead else None


def _in_battle(state: State, actor: str, deed: str) -> Refusal | None:
    """What keeps a fighter from an act, in the battle's own order."""
    if deed not in (*ACTS, "drop"):
        return None
    if state.battle is None:
        return Refusal("no_combat", "FET-TLN-1")
    fighter = state.fighter(actor)
    if fighter is None:
        return Refusal("unknown_fighter", "FET-TLN-1", {"who": state.called(actor)})
    if deed == "drop":  # FET-WUP-3, FET-SKX-9: time passes for it, and it has an act
        code = "frozen" if state.battle.frozen(fighter.id) else "no_act" if fighter.act is None else ""
    else:  # FET-SKX-8: a puppet's user declares for it
        code = state.battle.idle_because(fighter.unsteered(state.battle.time))
    if code:
        return Refusal(code, CLAUSES[code], {"who": state.called(actor)})
    if deed not in ("shoot", "reload") or any(w.type == WeaponType.RANGED for w in fighter.weapons.values()):
        return None
    return Refusal("not_carried", "FET-LIV-9", {"which": [say("view.a_gun")], "items": list(fighter.weapons)})


def _conjures(state: State, actor: str, deed: str) -> Refusal | None:
    """FET-LIV-32: the two deeds of 虚幻 are done only inside a barrier of one's own."""
    if deed not in ("conjure", "unmake"):
        return None
    code = conjuring(state, actor, away=deed == "unmake")
    return (
        Refusal(
            code,
            "FET-LIV-32",
            {"skill": say("things.illusion"), "moment": say("view.own_barrier"), "skills": [say("view.none_there")]},
        )
        if code
        else None
    )


def _borrows(state: State, actor: str, deed: str) -> Refusal | None:
    """FET-LIV-36: another's sheet is used by who has 傲慢; who wears one may always put it off."""
    found = state.characters.get(actor)
    if deed != "borrow" or found is None or found.own is not None or borrows(found):
        return None
    facts = {"who": state.called(actor), "skill": say("things.pride"), "skills": [say("view.none_there")]}
    return Refusal("not_known", "FET-LIV-36", facts)


def _spent(state: State, actor: str, deed: str) -> Refusal | None:
    points = own_points(state, actor) if deed in ("ex", "treat") else None
    if points is None or points > 0:
        return None
    return Refusal("no_action_points", "FET-ACP-2", {"points": points, "who": state.called(actor)})
