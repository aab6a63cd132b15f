"""Small sums for the GM: what a rule would give, without anything happening."""

from ludex.core.deeds import ANYONE, Arg, Asked, Command, Do
from ludex.systems.fet.commands.building import weapon_in
from ludex.systems.fet.commands.reading import number_in


def clash(asked: Asked) -> Do:
    """FET-INX-2: two impacts against each other."""
    return Do("interact", {"a": number_in(asked["one"], "a"), "b": number_in(asked["other"], "b")})


def hold(asked: Asked) -> Do:
    """FET-CTL-2: how long a control would last."""
    given = {"value": number_in(asked["value"], "value"), "impact": number_in(asked["impact"], "impact")}
    return Do("control_duration", given)


def ambush(asked: Asked) -> Do:
    """FET-FST-2: when the passive side could start."""
    return Do("first_strike", {"wind_ups": [number_in(n, "wind_ups") for n in asked["wind_ups"]]})


def effort(asked: Asked) -> Do:
    """FET-ACP-1: what an impact (or a target) would cost in action points."""
    names = ("points", "value", "impact")
    return Do("spend_action_points", {name: number_in(asked[name], name) for name in names})


def swing(asked: Asked) -> Do:
    """FET-WEP-1, FET-WEP-2: what a weapon would do."""
    opposed = number_in(asked["opposed"], "opposed")
    weapon = weapon_in(asked.state, asked["weapon"])
    size = number_in(asked["impact"], "impact")
    key = "shots" if weapon.get("type") == "ranged" else "impact"
    return Do("weapon_attack", {"weapon": weapon, key: size, "opposed": opposed})


_OPPOSED = Arg("opposed", required=False, default="0")

COMMANDS = (
    Command(("相抵", "clash"), clash, (Arg("one"), Arg("other")), ANYONE, ".相抵 200 150", "sums"),
    Command(("控时", "hold"), hold, (Arg("value"), Arg("impact")), ANYONE, ".控时 150 100", "sums"),
    Command(("先手", "ambush"), ambush, (Arg("wind_ups", "list"),), ANYONE, ".先手 12", "sums"),
    Command(("耗力", "ap"), effort, (Arg("points"), Arg("value"), Arg("impact")), ANYONE, ".耗力 30 250 100", "sums"),
    Command(("试击", "swing"), swing, (Arg("weapon"), Arg("impact"), _OPPOSED), ANYONE, ".试击 手术刀 100", "sums"),
)
