"""The combat clock, as people type it."""

from msgspec.structs import replace

from ludex.core.deeds import GM_ONLY, TERM, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, calls, flag
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import SOMEBODY, WHO
from ludex.systems.boon.rules.initiative import check_rankable, check_sides, check_start, present
from ludex.systems.boon.rules.round_end import check_round_over
from ludex.systems.boon.rules.rounds import check_pick
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Leaving

AGGRESSOR = Field("aggressor", required=False, keys=("阵营", "side"), among=offers.sides)
WINNER = replace(AGGRESSOR, name="winner")


def fight(asked: Asked) -> Do:
    """Somebody attacks: roll initiative."""
    if asked.gm and not asked["aggressor"]:
        check_sides(present(asked.state))
        return Do("start_combat", {"attacker_side": "", "asks": True})
    attacker = reading.side_named(asked, "aggressor")
    check_start(asked.state, attacker)
    return Do("start_combat", {"attacker_side": attacker})


def initiative(asked: Asked) -> Do:
    """Initiative checks alone."""
    attacker = reading.side_named(asked, "aggressor")
    check_rankable(asked.state, attacker)
    return Do("initiative_order", {"attacker_side": attacker})


def pick(asked: Asked) -> Do:
    """Give the initiative to a member of the player's own side; the GM chooses for every side."""
    state: State = asked.state
    who = asked["who"] or asked.actor
    if not who:
        raise RuleError("whose")
    own = {c.side for c in state.combatants if c.id in asked.controls}
    if not asked.gm and state.character(who).side not in own:
        raise RuleError("not_yours", actor=who, controls=list(asked.controls))
    check_pick(state, who)
    return Do("pick_actor", {"actor": who})


def end_round(asked: Asked) -> Do:
    """Settle the round."""
    check_round_over(asked.state)
    return Do("end_round", {})


def leave(asked: Asked) -> Do:
    """Flee or surrender."""
    return Do("leave_combat", {"who": reading.someone(asked), "how": asked["how"]})


def hand_on(asked: Asked) -> Do:
    """Move the initiative on after a deed that was settled by mouth."""
    attacked = reading.targets(asked)
    given = {"actor": asked["who"], "is_attack": bool(attacked), "attacked": attacked, "is_pass": asked["passing"]}
    return Do("next_initiative", given)


def end_fight(asked: Asked) -> Do:
    """The GM ends the fight (BOO-LIV-19)."""
    return Do("end_fight", {"winner": reading.side_named(asked, "winner") if asked["winner"] else ""})


def yielding(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """To surrender is one's own; whether flight succeeds is the GM's word (BOO-LIV-1)."""
    return () if asked["how"] == Leaving.SURRENDERED else kinds


CLOCK = (
    Command(("收场", "finish"), end_fight, (WINNER,), who=GM_ONLY, example=".收场", alone=True),
    Command(("开战", "fight"), fight, (AGGRESSOR,), example=".开战", alone=True),
    Command(("先攻", "init", "ri"), initiative, (AGGRESSOR,), example=".先攻"),
    Command(("上", "选人", "pick"), pick, (SOMEBODY,), example=".上", alone=True),
    Command(("轮末", "endround", "er"), end_round, who=GM_ONLY, example=".轮末", alone=True),
    Command(
        ("离场", "leave"),
        leave,
        (Field("how", TERM, terms=Leaving, owner=STORY), SOMEBODY),
        example=".离场 逃",
        alone=True,
        word=yielding,
    ),
    Command(
        ("接着", "next"),
        hand_on,
        (
            WHO,
            Field("targets", required=False, keys=("对", "to"), several=True, among=offers.targets, owner=STORY),
            flag("passing", "让过", owner=STORY),
        ),
        who=GM_ONLY,
        example=".接着 安",
        alone=True,
    ),
    Command(("主动权", "give"), calls("give_initiative", "who"), (WHO,), who=GM_ONLY, example=".主动权 安", alone=True),
)
