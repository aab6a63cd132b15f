"""What people type becomes what they mean."""

import msgspec
import pytest

from ludex.core.deeds import Asked, Do
from ludex.core.principals import GM, PLAYER, Viewer
from ludex.desk.reading import read_fields
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.demo import demo
from ludex.systems.mist.rules.rest import Heal, RestLine
from ludex.systems.mist.state import State
from ludex.text.filling import fill
from ludex.text.grammar import pull_actor, tokens


def typed(line, *, actor="林默", gm=True):
    """What a line asks for at the demo table."""
    state = demo().state
    word, _, rest = line.lstrip(".").partition(" ")
    command = next(c for c in SYSTEM.commands if word in c.names)
    named, found = pull_actor(tokens(rest))
    given = fill(rest, found, command.args)
    args = read_fields(command, given, state=state, actor=named or actor, find=str)
    viewer = Viewer() if gm else Viewer(PLAYER, (actor,))
    return command.run(Asked(state, args, named or actor, viewer))


def test_a_tag_with_a_mark_is_burnt_and_helps():
    given = typed(".行动 +记者证! -长期失眠 应对=手电照脸 亮出证件").given
    assert (given.help, given.hinder, given.burn) == (("记者证",), ("长期失眠",), ("记者证",))
    assert given.addresses == ("手电照脸",)
    assert given.text == "亮出证件"


def test_a_status_counts_like_a_tag():
    given = typed(".行动 +站务保安:动摇 +记者证").given
    assert (given.help, given.status_help) == (("记者证",), ("站务保安:动摇",))


def test_a_described_action_is_not_rolled():
    assert typed(".act describe").given.mode == "describe"


def test_several_consequences_are_one_delivery():
    do = typed(".后果 手电照脸 状态 林默 目眩 2 可缓解；行动 标签 满地碎玻璃")
    assert do.given["deliver"] == [
        {
            "from": "手电照脸",
            "kind": "status",
            "target": "林默",
            "name": "目眩",
            "tier": 2,
            "beneficial": False,
            "allow": True,
        },
        {"from": "action", "kind": "story_tag", "name": "满地碎玻璃"},
    ]


def test_a_prepared_threat_brings_what_was_prepared():
    do = typed(".con 手电照脸 周遥")
    assert [(c["target"], c["name"], c["tier"]) for c in do.given["deliver"]] == [("周遥", "目眩", 2)]


def test_names_are_found_by_their_beginning():
    assert typed(".状态 站务 说服 2").given.holder == "站务保安"
    assert typed(".沉溺 听潮").given.theme == "听潮之耳"
    assert typed(".开场 水库").given.when == -3


def test_only_the_mc_says_what_heals():
    with_grant = Asked(State(rests={"林默": 1}), {"activity": "heal", "names": ["受伤=2"]}, "林默")
    assert RestLine.word(with_grant, ("sheet",)) == ("sheet",)
    assert typed(".休整 疗养 受伤=2").given.heal == (Heal("受伤", 2),)


def test_limits_and_complexity_are_told_to_the_mc_alone():
    assert typed(".极限 站务保安 说服 4").audience == (GM,)
    assert typed(".挑战 站务保安 惊走=3").audience == (GM,)
    assert typed(".挑战 恶犬 受伤=3 隐藏").audience == (GM,)


@pytest.mark.parametrize("command", [c for c in SYSTEM.commands if c.example], ids=lambda c: c.key)
def test_every_example_is_understood(command):
    if command.key in ("mitigate", "edittrait", "droptrait", "hand", "share", "publish"):
        pytest.skip("it needs something that the demo does not begin with")
    todo = typed(command.example)
    if isinstance(todo, Do):
        SYSTEM.procedures[todo.procedure].read(msgspec.to_builtins(todo.given))
