"""An NPC's dice are told where its numbers are, and nowhere else: not in the log, not in the card, not in an export."""

import msgspec
import pytest

from ludex.core.driving import Faces
from ludex.core.principals import HOST, PLAYER
from ludex.table.audit import audit, read_log, written
from ludex.table.entries import read_entry
from ludex.table.exporting import check, exported
from ludex.table.logbook import Logbook
from ludex.table.seating import invite
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.drawing import card_text

MADE = "属性=9,8,8,7 域=武者4,参谋1 增益=武器大师,守护者,游荡者 生命=3,3,3,3,3 精神=1,1,1,1,1 甲=旅装 盾=无 武器=青铜剑"

SCENES = {
    "boon": ((".角色 赫 力=12 敏=11 阵营=英雄 玩家",), (".登场 兽人 1 阵营=敌人", ".检定 力量 破门 @兽人1"), (19,)),
    "fable": (
        (f".建卡 林晚 {MADE} 特质=失职的守卫,赎罪,雾港 从简",),
        (".召来 山匪 1", ".检定 灵巧+洞察 5 @山匪"),
        (7, 5),
    ),
    "fet": ((".新卡 爱丽丝",), (".登场 打手", ".tar 100", ".ex 力量 @打手"), (97,)),
    "mirror": (
        (".建卡 力王 武者 点=力量12、体质8、敏捷5 技能=运动2 防御=闪避1 武器=刀剑1",),
        (".登场 山贼", ".检定 运动 15 @山贼"),
        (19,),
    ),
}
"""What a player does, what the GM does, and the faces of the NPC that he has roll with his last line."""


async def play(house, system, *, numbers=""):
    table, _ = await house.create(system, name=system)
    seat, _ = await invite(table, by=table.seat(HOST), role=PLAYER, name="甲")
    gm, player = Chat(table, HOST, "zh"), Chat(table, seat.id, "zh")
    if numbers:
        assert (await gm.line(f".设置 数值 {numbers}")).ok
    hers, his, faces = SCENES[system]
    for line in hers:
        assert (await (gm if system == "boon" else player).line(line)).ok, line
    for line in his[:-1]:
        assert (await gm.line(line)).ok, line
    table.chance = ScriptedChance(faces)
    reply = await gm.line(his[-1])
    assert reply.ok, reply.text
    return table, gm, player, faces


async def last(chat):
    return (await Logbook(chat.table).after(chat.seat, 0))[-1]


@pytest.mark.parametrize("system", SCENES)
async def test_a_player_is_told_how_it_came_out_and_not_what_the_npc_rolled(house, system):
    _table, gm, player, faces = await play(house, system)
    seen, known = await last(player), await last(gm)
    assert tuple(face for throw in known.dice for face in throw.faces) == faces
    assert seen.dice == ()
    assert seen.card.verdict == known.card.verdict
    told = card_text(player.words, seen.card, seen.dice)
    assert not any(fact.total and fact.total.terms for fact in seen.card.totals), told
    assert str(faces[0]) not in told.replace(".", "")


@pytest.mark.parametrize("system", SCENES)
async def test_where_numbers_are_open_the_dice_are(house, system):
    _table, _gm, player, faces = await play(house, system, numbers="open")
    assert tuple(face for throw in (await last(player)).dice for face in throw.faces) == faces


async def test_whose_they_were_is_on_record_and_audited(house):
    table, *_ = await play(house, "boon")
    lines = [written(s.n, s.body) for s in await house.store.read(table.id)]
    thrown = [a for s in await house.store.read(table.id) for a in getattr(read_entry(s.body), "answers", ())]
    assert [one.whose for one in thrown if isinstance(one, Faces)] == [("actor:orc1",)]
    assert not audit(table.system, read_log(lines)).problems


def test_a_record_from_before_names_nobody():
    old = b'{"type":"faces","sides":[6],"faces":[3]}'
    assert msgspec.json.decode(old, type=Faces).whose == ()


async def test_an_own_export_proves_her_dice_and_holds_none_of_the_npcs(house):
    table, _gm, player, _faces = await play(house, "mirror")
    table.chance = ScriptedChance((20,))
    assert (await player.line(".检定 运动 15")).ok
    log = read_log([written(s.n, s.body) for s in await house.store.read(table.id)])
    own = list(exported(table.system, table.memory, player.seat, log))
    thrown = [throw for line in own for throw in msgspec.json.decode(line)["seen"]["dice"]]
    assert [throw["whose"] for throw in thrown] == [["actor:力王"]]
    assert not check(own).problems
