"""Feats: what they need, change and cost, and how often they can be used."""

import pytest
from msgspec.structs import replace

from ludex.core.effects.records import Give, Trigger
from ludex.systems.fable import SYSTEM
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.attributes import defence, plus
from ludex.systems.fable.rules.initiative import fighter_of
from ludex.systems.fable.rules.windows import able
from ludex.systems.fable.sheet.entries import FeatEntry
from ludex.text.words import LANGUAGES, Words

DUSK = '{"name": "暮光", "domain": "mage", "uses": 2, "mp": 4, "ip": 1, "per": "scene", "text": "隐身一刻。"}'
GIFT = '{"name": "夜视", "domain": "mage", "bonus": true, "needs_level": 4}'


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feat_that_ships_has_a_name_and_says_what_it_does(language):
    words = Words(language, SYSTEM.package)
    assert [k for k in entries_of(FeatEntry, {}) if not (words.has(f"terms.{k}") and words.has(f"feats.{k}"))] == []


def test_prerequisites_of_shipped_feats_exist():
    feats = entries_of(FeatEntry, {})
    assert all(need in feats for feat in feats.values() for need in feat.needs)


@pytest.mark.usefixtures("beginners")
async def test_a_feat_is_learned_after_what_it_needs_and_not_too_often(at):
    assert (await at("苏砚", ".习得 沉重打击")).code == "feat_needs"
    assert (await at("苏砚", ".习得 稳准")).ok
    assert (await at("苏砚", ".习得 稳准")).code == "feat_times"
    assert (await at("苏砚", ".习得 沉重打击")).ok


@pytest.mark.usefixtures("beginners")
async def test_what_a_feat_changes_is_computed(table, at):
    before = table.memory.state
    for feat in ("稳准", "沉重打击", "铁骨", "步法", "先声夺人", "百宝囊"):
        assert (await at("苏砚", f".习得 {feat}")).ok
    state = table.memory.state
    assert [plus(state, "苏砚", of) for of in ("accuracy", "damage", "reduction", "ip_max")] == [1, 2, 1, 2]
    was, now = before.characters["苏砚"], state.characters["苏砚"]
    assert defence(state, now) == defence(before, was) + 1
    assert now.ip == was.ip + 2
    reply = await at("苏砚", ".攻击 灰狼1", [7, 5])
    assert "14 = 7" in reply.text
    assert "+ 1（稳准" in reply.text
    assert "+ 2（沉重打击" in reply.text
    assert fighter_of(state, "苏砚").init_mod == fighter_of(before, "苏砚").init_mod + 2


@pytest.mark.usefixtures("beginners")
async def test_using_a_feat_pays_for_it_and_counts_until_the_next_scene(table, at):
    await at("GM", f".造物 特技 dusk {DUSK}")
    assert (await at("白露", ".特技 暮光")).code == "feat_not_learned"
    await at("白露", ".习得 暮光")
    before = table.memory.state.characters["白露"]
    assert (await at("白露", ".特技 暮光")).ok
    after = table.memory.state.characters["白露"]
    assert (after.mp, after.ip) == (before.mp - 4, before.ip - 1)
    assert (await at("白露", ".特技 暮光")).ok
    assert (await at("白露", ".特技 暮光")).code == "feat_used_up"
    await at("GM", ".场景 天亮")
    assert (await at("白露", ".特技 暮光")).ok


@pytest.mark.usefixtures("step", "beginners")
async def test_a_feat_takes_an_action_in_a_conflict_and_a_free_one_does_not(at):
    await at("GM", ".auto 苏砚 on")
    await at("苏砚", ".习得 血祭")
    await at("苏砚", ".习得 反击")
    await at("GM", '.造物 特技 night_walk {"名称": "夜行"}')
    await at("苏砚", ".习得 夜行")
    await at("GM", ".冲突 苏砚", [8, 6])
    await at("GM", ".推进")
    assert (await at("苏砚", ".特技 夜行")).ok
    assert (await at("苏砚", ".特技 夜行")).code == "no_action_left"
    assert (await at("苏砚", ".特技 血祭")).ok
    assert (await at("苏砚", ".特技 血祭")).code == "feat_used_up"
    assert (await at("苏砚", ".特技 反击")).code == "feat_passive"


@pytest.mark.usefixtures("beginners")
async def test_a_bonus_feat_comes_by_itself_and_does_not_count(table, at):
    await at("GM", f".造物 特技 night_eyes {GIFT}")
    await at("GM", ".set characters.白露.sheet.xp 10")
    reply = await at("白露", ".习得 护身咒")
    assert "术师 2" in reply.text
    assert "夜视" not in reply.text
    for said in (".升级 术师 1 1", ".选 later", ".选 later"):
        assert (await at("白露", said)).ok
    assert "mage:night_eyes" in table.memory.state.characters["白露"].sheet.feats


async def test_a_status_of_a_kept_opportunity_is_gained_like_any_other(at):
    listens = '{"名称":"踉跄","领域":"通用","触发":[{"时":"得状态","做":["讲述 身形一晃"]}]}'
    fist = '[{"名称":"拳","属性":["灵巧","灵巧"],"伤害":2,"类型":"冲击"}]'
    await at("GM", f".造物 特技 e1 {listens}")
    await at("GM", f'.造物 敌人 drunk {{"名称":"醉汉","等级":5,"特技":["踉跄"],"攻击":{fist}}}')
    await at("GM", ".召来 醉汉 1")
    await at("苏砚", ".检定 灵巧+洞察 10", [7, 7])
    await at("苏砚", ".选 稍后")
    assert "身形一晃" in (await at("苏砚", ".机会 苦厄 醉汉 减速")).text


@pytest.mark.parametrize(("price", "can"), [(6, True), (7, False)])
def test_a_reaction_may_be_paid_by_overdraft_as_far_as_a_hit_gauge_has_room(table, price, can):
    who = table.memory.state.characters["苏砚"]
    low = replace(who, hg=replace(who.hg, cap=(10,) * 5), mg=replace(who.mg, cap=(0,) * 5, lost=(0, 0, 0, 0, 4)))
    state = replace(table.memory.state, characters={"苏砚": low})
    assert (low.mp, max(low.hg_cap)) == (-4, 6)
    assert able(state, "苏砚", Trigger("hit", cost=(Give("mp", price),))) is can


@pytest.mark.parametrize("hidden", ["", " 隐藏"])
async def test_what_a_double_sets_off_in_an_initiative_check_is_told_unless_nobody_sees_her(at, seats, hidden):
    listens = '{"名称":"疾风","领域":"通用","触发":[{"时":"双X","做":["讲述 电光一闪"]}]}'
    fist = '[{"名称":"拳","属性":["灵巧","灵巧"],"伤害":2,"类型":"冲击"}]'
    await at("GM", f".造物 特技 e1 {listens}")
    await at("GM", f'.造物 敌人 drunk {{"名称":"醉汉","等级":5,"特技":["疾风"],"攻击":{fist}}}')
    for who in ("苏砚", "白露"):
        await at("GM", f".auto {who} on")
    for wolf in ("灰狼1", "灰狼2"):
        await at("GM", f".移除 {wolf}")
    await at("GM", f".召来 醉汉 1{hidden}")
    told = (await at("GM", ".冲突 苏砚,白露,醉汉", [8, 6, 4, 5, 3, 3])).text
    assert "电光一闪" in told
    read = (await seats["苏砚"].line(".log 20")).text.partition("冲突开始")[2]
    assert "苏砚" in read
    assert ("电光一闪" in read) is not bool(hidden)
