"""What skills and traits do by themselves at the table: windows, puppets, doubles; and the bot's own words for status."""

WAITS = ("安> .等 60", "莺> .等 60", "GM> .等 60 @打手")


async def test_who_can_shift_damage_is_asked_which_bears_it(tables):
    await tables.lines("安> .学技能 幻形", "左> .等 60", *WAITS)
    reply = await tables.lines("GM> .攻 30 力量 爱丽丝 武器=空手 @守卫", "GM> .go")
    assert "将受到 30 点伤害" in reply.text
    before = tables.state.battle.find("爱丽丝")
    assert (await tables.line("安", ".2")).ok
    now = tables.state.battle.find("爱丽丝")
    assert (now.stamina, now.will) == (before.stamina, before.will - 30)


async def test_a_shield_leaves_nothing_to_bear(tables):
    await tables.lines("安> .学技能 幻形", "安> .盾 80 智力", "左> .等 60", *WAITS[1:])
    reply = await tables.lines("GM> .攻 30 力量 爱丽丝 @守卫", "GM> .go")
    assert "将受到" not in reply.text


async def test_the_vengeful_soul_returns_what_it_has_taken(tables):
    await tables.lines("左> .学技能 复仇焰魂", "左> .等 60", *WAITS)
    await tables.lines("GM> .攻 30 力量 韩左 武器=空手 @守卫", "GM> .go")
    guard, han = (tables.state.battle.find(who).stamina for who in ("守卫", "韩左"))
    await tables.line("左", ".1")
    assert tables.state.battle.find("守卫").stamina == guard - 30
    assert tables.state.battle.find("韩左").stamina == han - 60


async def test_a_puppet_does_what_its_user_says_until_the_control_ends(tables):
    await tables.lines("莺> .技 精神控制 60 打手", "安> .等 60", "左> .等 60", "GM> .等 60 @守卫", "GM> .等 60 @打手")
    await tables.lines("GM> .go")
    assert tables.state.battle.find("打手").under("puppet", tables.state.battle.time).by == "夜莺"
    await tables.lines("GM> .攻 20 力量 守卫 @打手", "莺> .等 60")
    assert tables.state.battle.find("打手").act.by == "夜莺"
    assert "守卫：命中 20" in (await tables.line("GM", ".go")).text


async def test_a_double_stands_on_the_timeline_and_is_gone_when_it_is_struck(tables):
    await tables.lines("莺> .学技能 小小的百鬼夜行", "莺> .技 小小的百鬼夜行 20", "安> .等 60", "左> .等 60")
    await tables.lines("GM> .等 60 @守卫", "GM> .等 1 @打手", "GM> .go")
    assert tables.state.battle.find("夜莺~1").stamina == 20
    reply = await tables.lines("莺> .等 90", "GM> .攻 30 力量 夜莺~1 @打手", "GM> .go")
    assert "夜莺的分身 消失了" in reply.text
    assert tables.state.battle.find("夜莺~1") is None


async def test_cash_and_status_in_the_words_of_the_older_bot(tables):
    await tables.lines("GM> .终战", "安> .crd cash -25 绷带")
    assert tables.state.characters["爱丽丝"].sheet.bill[-1].purpose == "绷带"
    assert "600" in (await tables.line("安", ".crd cash")).text
    assert "体力：100/120" in (await tables.line("安", ".crd hp 100")).text
