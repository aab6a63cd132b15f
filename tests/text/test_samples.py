"""Lines as groups really type them, of many hands and keyboards: each is understood, answered or refused with a reason; none is taken for another.

A row is the system, what is typed by a player (`GM:` in front: by the GM), dice, and what the reply says; a code in brackets is a refusal's.
"""

import pytest

from tests.text.test_chat import opened  # noqa: F401  # a fixture

SAMPLES = """
boon | .r | 13 | 13
boon | .R | 13 | 13
boon | 。r | 13 | 13
boon | /r d6 | 4 | 4
boon | ．ｒ　ｄ６ | 4 | 4
boon | 。ｒｄ６ | 4 | 4
boon | .r d6+1 砍 | 4 | 砍
boon | .r1d6+1d4 | 4 2 | 6
boon | .r 2d6 + 3 | 1 2 | 6
boon | .r 2D6－1 | 3 3 | 5
boon | .r 2d6×2 | 1 2 | 6
boon | .r (1d6+1)*2 | 3 | 8
boon | .r 3#d6 三连 | 1 2 3 | 三连
boon | .r 4d6k3 | 1 5 5 5 | 15
boon | .r 4d6kh3 力量 | 1 5 5 5 | 15
boon | .r d20优势 | 3 17 | 17
boon | .r d20劣勢 | 3 17 | 3
boon | .r d20 adv | 3 17 | 17
boon | .r 攻击 3d6 | 1 2 3 | 攻击
boon | .r 攻擊3d6+1 | 1 2 3 | 7
boon | .r 🎲 | 8 | 8
boon | .r d6 🗡️🔥 | 2 | 🔥
boon | .r d6 "带 空格" | 2 | 空格
boon | .r d6#说明 | 2 | 2
boon | .r d % | 55 | [dice
boon | .r 1d8[cold]+1d6[fire] | 5 3 | 8
boon | .rd | 7 | 7
boon | .rd 6 | 4 | 4
boon | .rd6+2 伤害 | 4 | 6
boon | .rd100 侦查 | 42 | 42
boon | .rh | 7 | 7
boon | .rhd6 | 4 | 4
boon | 。暗掷 d6 | 4 | 4
boon | .擲3d6 | 1 2 3 | 6
boon | 。掷３ｄ６＋２ | 1 2 3 | 8
boon | .roll 2d6 | 1 2 | 3
boon | .rb | 5 3 2 | 25
boon | .rb2 侦查 | 5 3 2 1 | 15
boon | .rp2 | 5 3 2 1 | 35
boon | .ww8a9 | 1 1 1 1 1 1 1 1 | 0
boon | .ww 0 | | 0
boon | .dx 0 | | 0
boon | .dx2c8 | 1 5 | 5
boon | .ra 力量 | 12 | 12
boon | .ra力量 | 12 | 12
boon | .rc力量 | 12 | 12
boon | .ra 2#力量 | 12 13 | 13
boon | .ra 11#力量 | | [too_many_repeats
boon | .检定 2#力量 推门 | 12 13 | 推门
boon | .rah 力量 | 12 |
boon | .RA 力量 推门 | 12 | 推门
boon | .rav 力量 兽人 | | [elsewhere
boon | .rx 2d6 @安 | 1 2 | 安
boon | .st | | 安
boon | .st show | | 安
boon | .stshow | | 安
boon | 。stshow 安 | | 安
boon | .logstat | | 行动
boon | .pclist | | 安
boon | .st力量12 | | 13 → 12
boon | 。ｓｔ　力量－１ | | 13 → 12
boon | .st 力量-1d3 敏捷+1 | 2 | 13 → 11
boon | .st 力量12敏捷12 | | 11 → 12
boon | .st 力量=12，敏捷=12 | | 11 → 12
boon | .st del 力量 | | [elsewhere
boon | .st export | | 安
boon | .pc | | 安
boon | .pc list | | 安
boon | .pc new 新人 | | [elsewhere
boon | .nn 小安 | | 小安
boon | .nn clr | | 安
boon | .sn | | [elsewhere
boon | GM:.ri | 12 13 | 12
boon | .log | |
boon | .log 3 | |
boon | .log stat | | 行动
boon | .log get | |
boon | .log LIST | | [no_session
boon | .log on | | 记录中
boon | .日志 5 | |
boon | .日誌5 | |
boon | .stat | | 行动
boon | .hiy | | [elsewhere
boon | .draw 塔罗牌 | 1 1 | 愚者
boon | .draw塔罗牌 | 1 1 | 愚者
boon | .抽 硬币 | 2 | 反面
boon | .deck | | 塔罗牌
boon | .set 100 | | [gm_only
boon | GM:.set100 | | d100
boon | .setdice | | d20
boon | .team | | 安
boon | .who | | 安
boon | .谁 | | 安
boon | .誰 | | 安
boon | .help | | .help
boon | .help r | | .r
boon | .幫助 r | | .r
boon | .find 力量 | |
boon | .查询 力量 | |
boon | .alias 砍 = .r d6 | | 砍
boon | .name | |
boon | .name en 3 | |
boon | .jrrp | | 人品
boon | .JRRP | | 人品
boon | .send 主持人我先睡了 | |
boon | .bot | | Ludex
boon | .bot on | | [elsewhere
boon | .dismiss | | [elsewhere
boon | .master | | [elsewhere
boon | .ban 1 | | [elsewhere
boon | .trust 1 | | [elsewhere
boon | .ping | | 在
boon | .sc 1/1d6 | | [elsewhere
boon | .en 侦查 | | [elsewhere
boon | .coc 5 | | [elsewhere
boon | .dnd | | [elsewhere
boon | .ti | | [elsewhere
boon | .gugu | | [elsewhere
boon | .ext list | | [elsewhere
boon | .userid | | [elsewhere
boon | .检定 力量 | 12 | 12
boon | .檢定 力量 | 12 | 12
boon | 。检定力量 | 12 | 12
boon | .检定　力量　优=2 | 12 4 5 |
boon | .odds 3d6 | | %
boon | .概率 检定 力量 | | %
boon | .rr | | [elsewhere
boon | .r 2d6伤害+3 | | [behind_reason
boon | .r 3#2#d6 | | [dice_syntax
boon | .r 1001d6 | | [too_many_dice
boon | .r d1000001 | | [
boon | .rrrrr | | [
boon | .。 | |
boon | ... | |
boon | 。。。 | |
boon | .5 | | [no_question_for_you
boon | ./r | |
boon | …… | |
boon | .检定力里 | | [
boon | 大家好👋 | |
boon | （等我倒水） | |
fet | .r | 55 | 55
fet | .r 潜行 | 55 | 潜行
fet | .ra 力量 | 55 | 55
fet | .rb | 5 3 2 | 25
fet | .init | | 时刻
fable | .r | 9 | 9
fable | .ra | | [
fable | GM:.ri | 1 2 3 4 5 6 7 8 | ❓
mirror | .r | 9 | 9
mirror | .rd6 | 3 | 3
mist | .r 2d6 | 3 4 | 7
mist | .ri | | [elsewhere
mist | .init | | [elsewhere
mist | .st | | 林默
"""


def rows():
    return list(_rows())


def _rows():
    for row in SAMPLES.strip().splitlines():
        system, typed, dice, says = (part.strip() for part in row.split("|"))
        yield pytest.param(system, typed, tuple(int(face) for face in dice.split()), says, id=f"{system} {typed}")


@pytest.mark.parametrize(("system", "typed", "dice", "says"), rows())
def test_a_line_is_taken_as_it_is_meant(opened, system, typed, dice, says):  # noqa: F811
    evening = opened(system)
    player = next(seat.name for seat in evening.table.memory.seats.values() if not seat.gm)
    gm, line = typed.startswith("GM:"), typed.removeprefix("GM:")
    reply = evening.reply("GM" if gm else player, line, dice)
    if says.startswith("["):
        assert reply.code.startswith(says[1:]), reply
        assert reply.code
        assert reply.text
    else:
        assert reply.ok, reply
        assert says in reply.text
