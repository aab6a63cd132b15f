"""The combat clock, as people type it."""

from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import SOMEBODY, WHO
from ludex.systems.boon.commands.reading import side_named
from ludex.systems.boon.redact import openly
from ludex.systems.boon.state import State


def fight(asked: Asked) -> Do:
    """Somebody attacks: roll initiative. A fight that is on is begun anew by the GM alone."""
    if asked.state.clock.running and not asked.gm:
        raise RuleError("in_combat", clause="BOO-RND-3", who="")
    return Do("start_combat", {"attacker_side": side_named(asked, asked["side"])})


def initiative(asked: Asked) -> Do:
    """Initiative checks alone."""
    return Do("initiative_order", {"attacker_side": side_named(asked, asked["side"])})


def pick(asked: Asked) -> Do:
    """Give the initiative to a member of the player's own side; the GM chooses for every side."""
    state: State = asked.state
    reading.check_fighting(asked)
    who = reading.named(asked, asked["who"]) or asked.actor
    if not who:
        raise RuleError("whose")
    if not state.clock.choosing and state.clock.holder:
        raise RuleError("nobody_chooses", clause="BOO-RND-5", holder=openly(state, state.clock.holder))
    own = {c.side for c in state.combatants if c.id in asked.controls}
    if not asked.gm and state.target(who).id not in {c.id for c in state.combatants if c.side in own}:
        raise RuleError("not_yours", actor=asked["who"], controls=list(asked.controls))
    return Do("pick_actor", {"actor": who})


def end_round(_asked: Asked) -> Do:
    """Settle the round."""
    return Do("end_round", {})


def leave(asked: Asked) -> Do:
    """Flee or surrender."""
    how = reading.word_of(asked["how"], reading.LEAVING, ("fled", "surrendered"), arg="how")
    return Do("leave_combat", {"who": reading.someone(asked, asked["who"]), "how": how})


def hand_on(asked: Asked) -> Do:
    """Move the initiative on after a deed that was settled by mouth."""
    attacked = [reading.named(asked, t) for t in asked["targets"]]
    actor = reading.named(asked, asked["who"])
    given = {"actor": actor, "is_attack": bool(attacked), "attacked": attacked, "is_pass": asked["passing"]}
    return Do("next_initiative", given)


def give(asked: Asked) -> Do:
    """The GM hands the initiative over."""
    return Do("give_initiative", {"who": reading.named(asked, asked["who"])})


CLOCK = (
    Command(
        ("开战", "fight"), fight, (Arg("side", required=False, keys=("阵营",), among=offers.sides),), example=".开战"
    ),
    Command(
        ("先攻", "init", "ri"),
        initiative,
        (Arg("side", required=False, keys=("阵营",), among=offers.sides),),
        example=".先攻",
    ),
    Command(("上", "选人", "pick"), pick, (SOMEBODY,), example=".上"),
    Command(("轮末", "endround", "er"), end_round, example=".轮末"),
    Command(("离场", "leave"), leave, (Arg("how", among=offers.LEAVING), SOMEBODY), example=".离场 逃"),
    Command(
        ("接着", "next"),
        hand_on,
        (
            WHO,
            Arg("targets", "list", required=False, keys=("对", "to"), among=offers.targets),
            Arg("passing", "flag", required=False, keys=("让过",)),
        ),
        who=GM_ONLY,
        example=".接着 安",
    ),
    Command(("主动权", "give"), give, (WHO,), who=GM_ONLY, example=".主动权 安"),
)
