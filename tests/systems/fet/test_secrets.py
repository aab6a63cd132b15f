"""What others may know: declared acts, hidden fighters, an NPC's numbers."""

import msgspec

from ludex.core.principals import Viewer
from ludex.systems.fet.redact import redact
from ludex.systems.fet.views import look

ALICE = Viewer("player", ("爱丽丝",))
HAN = Viewer("player", ("韩左",))


def seen(state, viewer):
    return str(msgspec.to_builtins(look(redact(state, viewer), viewer)))


async def test_a_declared_act_is_nobody_elses_business_until_all_have_declared(tables):
    await tables.line("左", ".攻 77 力量 打手 断喉")
    assert "断喉" in seen(tables.state, HAN)
    assert "断喉" not in seen(tables.state, ALICE)
    await tables.lines("安> .盾 80 智力", "莺> .等 +9", "GM> .npcs")
    assert "断喉" in seen(tables.state, ALICE)


async def test_the_log_keeps_a_declaration_for_its_owner_and_the_gm(tables):
    await tables.line("左", ".攻 77 力量 打手 断喉")
    assert "断喉" not in (await tables.line("安", ".log 5")).text
    assert "断喉" in (await tables.line("GM", ".log 5")).text


async def test_a_table_may_keep_acts_secret_until_they_are_settled(tables):
    await tables.lines('GM> .set options.acts_shown "secret"', "左> .攻 77 力量 打手 断喉")
    await tables.lines("安> .盾 80 智力", "莺> .等 +9", "GM> .npcs")
    assert "断喉" not in seen(tables.state, ALICE)


async def test_ambition_sees_every_act(tables):
    await tables.line("左", ".攻 77 力量 打手 断喉")
    assert "断喉" in seen(tables.state, Viewer("player", ("夜莺",)))


async def test_a_hidden_fighter_is_not_on_the_page_of_the_other_side(tables):
    await tables.lines("GM> .登场 枪手 隐藏", "GM> .参战 枪手 码头帮")
    assert "枪手" not in seen(tables.state, ALICE)
    assert "枪手" not in seen(tables.state, Viewer("observer"))
    assert "枪手" in seen(tables.state, Viewer("player", ("守卫",)))
    assert "枪手" in seen(tables.state, Viewer())
    assert "枪手" not in (await tables.line("安", ".攻 10 力量 无名氏")).text
    assert "枪手" not in (await tables.line("安", ".go")).text
    assert "枪手" not in (await tables.line("安", ".who")).text


async def test_players_see_how_an_npc_is_but_not_its_numbers(tables):
    await tables.lines("GM> .设置 numbers bands", "GM> .伤 打手 体力 -31")
    assert "137/168" in (await tables.line("GM", ".view")).text
    text = (await tables.line("安", ".view")).text
    assert "137" not in text
    assert "受伤" in text


async def test_what_the_gm_enters_for_an_npc_is_not_read_to_players(tables):
    await tables.lines("GM> .伤 打手 体力 -31", "GM> .rec 体力 -6 @打手", "GM> .rc hp -2 @打手", "GM> .recreset @打手")
    await tables.lines(
        "GM> .杂兵 水母 体力61 意志40 力量120", "GM> .登场 坦克 等级23", "GM> .lv 13 @打手", "GM> .用药 打手 3"
    )
    heard = (await tables.line("安", ".log 9")).text
    assert [n for n in ("137", "131", "129", "168", "61", "23", "218") if n in heard] == []


async def test_what_protects_an_npc_stays_hidden_when_an_effect_is_used_on_it(tables):
    await tables.lines("GM> .dr add 胶质 -hp 50% @打手", "左> .fx add 荆棘 反伤 20 x3")
    reply = await tables.line("左", ".fx 1 打手")
    assert "打手" in reply.text
    assert "胶质" not in reply.text
    assert "-10" not in reply.text
    assert "胶质" in (await tables.line("GM", ".log 1")).text


async def test_an_owner_and_its_double_have_the_same_card_on_a_foes_page(tables):
    await tables.lines("GM> .终战", "GM> .学技能 小小的百鬼夜行 @守卫", "GM> .开战 韩左 对 守卫", "左> .等 9")
    await tables.lines("GM> .技 小小的百鬼夜行 20 @守卫", "GM> .go")
    cards = [one for one in look(redact(tables.state, HAN), HAN).who if "守卫" in str(one.title)]
    assert len(cards) == 2
    assert msgspec.structs.replace(cards[0], id=cards[1].id) == cards[1]
