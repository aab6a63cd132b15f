"""Who may know what: secrets of the GM, where the hidden stand, notes, failures, an NPC's spells; and that nothing else tells of them."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core.events import applied as fold
from ludex.core.principals import Viewer
from ludex.store.sqlite import SqliteStore
from ludex.systems.boon import SYSTEM
from ludex.systems.boon.content import character_from
from ludex.systems.boon.effects import ShortEffect
from ludex.systems.boon.events import (
    EffectAdded,
    Failed,
    GroundLaid,
    Hid,
    InitiativeMoved,
    Joined,
    LibraryGrown,
    Moved,
    Passed,
    SideFormed,
    Unveiled,
)
from ludex.systems.boon.redact import redact
from ludex.systems.boon.sheet import Spell
from ludex.systems.boon.state import Effect, Failure, Ground, Library, Side
from ludex.systems.boon.terms import UNKNOWN
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.seating import invite
from ludex.testing.dice import ScriptedChance
from ludex.testing.draws import Numbered
from ludex.testing.secrets import everything, other_worlds
from ludex.text.chat import Chat

AN, OBSERVER, ORC = Viewer("player", ("an",)), Viewer("observer"), Viewer("player", ("orc1",))

SECRETS = ["ogre1", "食人魔", "wolf9", "狼王", "pack", "狼群", "rage", "狂怒", "闻味", "hag", "巫婆", "数星星", "怕水"]


def after(state, *events):
    for event in events:
        state = fold(state, event)
    return state


def seen_by(viewer, state):
    return msgspec.json.encode(SYSTEM.look(SYSTEM.known_to(state, viewer), viewer)).decode()


def pieces(viewer, state):
    view = SYSTEM.look(SYSTEM.known_to(state, viewer), viewer)
    return [p.token.id for s in view.where if s.id == "stage" for p in s.parts[0].pieces]


@pytest.fixture
def backstage():
    """The gate with everything that can be hidden: a secret ogre that acts, a hidden goblin, a side of secret wolves, spells, notes."""
    state = SYSTEM.demo().state
    wolf = character_from({"id": "wolf9", "name": "狼王", "side": "pack", "secret": True, "position": [5, 5]}, state)
    cultist = {"id": "cultist1", "name": "火灵师1", "side": "foes", "spells": ["fire_burst"], "notes": "怕水"}
    return after(
        state,
        SideFormed(Side("pack", name="狼群", leader="wolf9")),
        SideFormed(Side("foes", name="守门的", leader="ogre1")),
        Joined(wolf),
        Joined(character_from(cultist, state)),
        GroundLaid(Ground("fog", tuple((x, y) for x in range(12) for y in range(8)))),
        Hid("goblin1", hidden=True),
        EffectAdded(
            replace(ShortEffect(id="rage", target="ogre1", boons=2).plain, id="rage", bearer="ogre1", name="狂怒")
        ),
        EffectAdded(
            replace(ShortEffect(id="daze", target="an", banes=1).plain, id="daze", bearer="an", by="ogre1", name="目眩")
        ),
        Failed(Failure("bo", "数星星", ("独自",))),
        Failed(Failure("ogre1", "闻味", ("风大",))),
        Failed(Failure("an", "破门", ("独自",))),
        LibraryGrown(Library(creatures={"hag": {"name": "巫婆", "health": 9}})),
        Passed("wolf9"),
        Passed("ogre1"),
        InitiativeMoved(holder="ogre1", reason="given"),
    )


# --- what is left ---------------------------------------------------------------------------------------------------


def test_players_do_not_know_of_a_secret_ogre():
    state = SYSTEM.demo().state
    assert "食人魔" in seen_by(Viewer("gm"), state)
    assert "食人魔" not in seen_by(AN, state)
    assert "ogre1" not in seen_by(OBSERVER, state)


@pytest.mark.parametrize("viewer", [AN, OBSERVER, ORC], ids=["player", "observer", "foe"])
def test_nothing_of_what_is_secret_is_left_in_the_state_or_the_view(backstage, viewer):
    left = msgspec.json.encode(redact(backstage, viewer)).decode() + seen_by(viewer, backstage)
    for secret in SECRETS:
        assert secret not in left


def test_a_reference_that_must_stay_is_to_somebody_unknown(backstage):
    known = redact(backstage, AN)
    assert (known.clock.holder, known.clock.came_from, known.clock.passed) == (UNKNOWN, UNKNOWN, ())
    assert known.clock.order == ("heroes", "foes")
    assert [e.by for e in known.effects] == [UNKNOWN]
    assert [s.leader for s in known.sides] == ["", ""]
    assert "view.stranger" in seen_by(AN, known)


def test_secret_ambushers_keep_their_place_so_that_nobody_else_may_act(backstage):
    clock = replace(backstage.clock, order=("pack", "heroes", "foes"), round=0, holder="", choosing="pack")
    known = redact(replace(backstage, clock=clock), AN)
    assert (known.clock.order, known.clock.choosing) == ((UNKNOWN, "heroes", "foes"), UNKNOWN)
    assert "pack" not in seen_by(AN, known)


@pytest.mark.parametrize("viewer", [AN, OBSERVER, ORC], ids=["player", "observer", "foe"])
def test_redacting_twice_is_redacting_once(backstage, viewer):
    known = redact(backstage, viewer)
    assert redact(known, viewer) == known


def test_who_is_secret_is_none_to_its_own_player(backstage):
    own = Viewer("player", ("ogre1",))
    known = redact(backstage, own)
    assert known.find("ogre1") == backstage.find("ogre1")
    assert known.clock.holder == "ogre1"
    assert known.find("goblin1").position == (3, 4)
    assert known.find("wolf9") is None


def test_a_hidden_goblin_stands_on_the_map_only_for_its_own_side():
    state = fold(SYSTEM.demo().state, Hid("goblin1", hidden=True))
    assert "goblin1" in pieces(Viewer("gm"), state)
    assert "goblin1" in pieces(ORC, state)
    assert "goblin1" not in pieces(AN, state)
    assert "哥布林1" in seen_by(AN, state)
    assert redact(state, AN).veiled == ("goblin1",)


def test_notes_are_for_their_owner():
    state = SYSTEM.demo().state
    assert "守过三年城门" in seen_by(AN, state)
    assert "守过三年城门" not in seen_by(Viewer("player", ("bo",)), state)


def test_a_players_failures_are_hers(backstage):
    assert [f.who for f in redact(backstage, AN).failures] == ["an"]


def test_the_spells_of_an_npc_are_known_to_its_own_side_alone(backstage):
    assert not redact(backstage, AN).find("cultist1").spells
    assert redact(backstage, ORC).find("cultist1").spells
    assert redact(backstage, OBSERVER).find("duo").spells


def test_a_side_is_known_by_somebody_who_is(backstage):
    assert [s.id for s in redact(backstage, AN).sides] == ["heroes", "foes"]
    shown = fold(backstage, Unveiled("wolf9", secret=False))
    assert [s.id for s in redact(shown, AN).sides] == ["heroes", "foes", "pack"]


# --- worlds that cannot be told apart ---------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [AN, OBSERVER], ids=["player", "observer"])
def test_worlds_that_differ_backstage_look_alike(backstage, viewer):
    here = asyncio.run(everything(SYSTEM, backstage, viewer))
    worlds = [world for _, world in other_worlds(SYSTEM, backstage, viewer, Numbered(7))][:4]
    worlds += [
        after(backstage, Moved("goblin1", (11, 7))),
        after(backstage, Moved("ogre1", (3, 2)), InitiativeMoved(holder="wolf9", reason="given")),
        after(backstage, EffectAdded(Effect(id="fear", bearer="wolf9", name="恐惧"))),
        after(backstage, LibraryGrown(Library())),
        replace(backstage, combatants=tuple(c for c in backstage.combatants if c.id != "wolf9")),
        replace(
            backstage,
            combatants=tuple(
                replace(c, spells=(Spell("doom", "末日"),)) if c.id == "cultist1" else c for c in backstage.combatants
            ),
        ),
    ]
    for world in worlds:
        assert redact(world, viewer) == redact(backstage, viewer)
        there = asyncio.run(everything(SYSTEM, world, viewer))
        assert there == here


STORIES = {
    "a hidden one moves": (("GM", ".主动权 哥布林1", ()), ("GM", ".移动 {spot}", ())),
    "a hidden one is moved": (("GM", ".摆放 哥布林1 {spot}", ()),),
    "a guess misses": (("GM", ".主动权 安", ()), ("安", ".攻击 哥布林1 猜=3,4", (1, 1, 1, 1))),
    "a round ends": (("GM", '.set clock.holder ""', ()), ("GM", ".set clock.round_over true", ()), ("安", ".轮末", ())),
    "a check behind the scenes": (("GM", ".检定 力量 {task} @食人魔1", (11,)),),
    "an effect behind the scenes": (("GM", ".效果 {task} 食人魔1 劣=1", ()), ("GM", ".解除 {task}", ())),
    "a stat block": (("GM", '.收录 creatures."{task}" = {{ health = 9 }}', ()),),
    "a refusal": (
        ("安", ".移动 1,1", ()),
        ("安", ".让过", ()),
        ("安", ".代行", ()),
        ("安", ".轮末", ()),
        ("安", ".上", ()),
    ),
    "somebody is asked about": (("安", ".攻击 {task}", ()), ("安", ".卡 {task}", ()), ("安", ".开战 {task}", ())),
    "a stranger steps aside": (("GM", ".移动 {spot} @食人魔1", ()),),
    "a fight begins": (("GM", ".收场", ()), ("GM", ".开战 英雄", (11, 9, 8))),
}
WORLDS = {
    "here": {"spot": "4,4", "task": "嗅探"},
    "there": {"spot": "6,5", "task": "狼群"},
}


def heard(folder, state, story, words):
    """What a player reads of a story: replies to her own lines, then her log and her table."""

    async def play():
        house = House(SqliteStore(folder / f"{words['spot']}.db"), clock=lambda: "2026-01-01T00:00:00Z")
        table, _ = await house.create("boon", name="world", state=state)
        seat, _ = await invite(table, table.seat("gm"), role="player", name="安", controls=("an",))
        said = []
        for who, line, dice in story:
            typed = line.format(**words)
            table.chance = ScriptedChance(tuple(dice) + (5,) * 20)
            table.chance.roll = table.memory.roll
            chat = Chat(table, "gm" if who == "GM" else seat.id)
            reply = await chat.line(typed)
            if who != "GM":
                said.append(reply.text.replace(words["task"], "…"))
            else:
                assert reply.ok, reply.text
            while who == "GM" and (asked := Chat(table, "gm").desk.answerable()):
                await Chat(table, "gm").desk.answer(asked[0].act.number, asked[0].question.options[-1].answer)
        log = await Logbook(table).tail(table.seat(seat.id), 50)
        said += [msgspec.json.encode(one) for one in log]
        said.append(msgspec.json.encode(Chat(table, seat.id).desk.look()))
        await house.close()
        return said

    return asyncio.run(play())


@pytest.mark.parametrize("story", STORIES)
def test_what_happens_backstage_reads_alike(backstage, tmp_path, story):
    """The same story with another square or another word in what a player may not know."""
    here, there = (heard(tmp_path, backstage, STORIES[story], words) for words in WORLDS.values())
    assert here == there


# --- what is told ---------------------------------------------------------------------------------------------------


def test_a_secret_attacker_is_a_stranger_on_the_card(evening):
    evening.type("GM", ".主动权 食人魔1")
    evening.type("GM", ".摆放 食人魔1 2,2")
    told = evening.type("GM", ".攻击 安", dice=[2])
    assert "食人魔1" in told.text
    assert "某人" in evening.type("柏", ".log 1").text


def test_kept_back_ap_are_open_to_everybody():
    state = SYSTEM.demo().state
    view = SYSTEM.look(SYSTEM.known_to(state, OBSERVER), OBSERVER)
    orc = next(s for s in view.who if s.id == "who-orc1")
    assert orc.parts[0].marked == (1, 2, 3)


@pytest.mark.parametrize("line", ["攻击 哥布林1", "推撞 哥布林1", "特技 虚晃 对=哥布林1"])
def test_odds_do_not_tell_whether_a_guess_is_right(evening, line):
    evening.type("GM", ".主动权 哥布林1")
    evening.type("GM", ".隐匿 门后 遮=大半", dice=[15])
    evening.type("安", ".上")
    right, wrong = (evening.type("安", f".odds {line} 猜={spot}") for spot in ("3,4", "3,2"))
    assert right.ok
    assert right.text == wrong.text


def test_what_the_gm_does_to_a_secret_ogre_stays_backstage(evening):
    evening.type("GM", ".摆放 食人魔1 8,5")
    evening.type("GM", ".伤害 食人魔1 3")
    assert "食人魔" not in evening.type("安", ".log 20").text
    assert "食人魔" in evening.type("GM", ".log 20").text


@pytest.mark.parametrize("line", [".移动 1,1", ".让过", ".推撞 兽人1", ".挪 安 1,1"])
def test_a_refusal_does_not_name_a_secret_holder(evening, line):
    evening.type("GM", ".主动权 食人魔1")
    refused = evening.type("安", line)
    assert refused.code == "not_holder"
    assert "某人" in refused.text
    assert "食人魔" not in refused.text


@pytest.mark.parametrize(
    "line", [".攻击 {}", ".卡 {}", ".上 {}", ".odds 攻击 {}", ".odds 施法 爆炎 {} @朵", ".休息 8 {}"]
)
def test_a_secret_name_is_refused_like_one_that_there_is_not(evening, line):
    evening.type("朵" if "朵" in line else "安", ".上")
    who = "朵" if "朵" in line else "安"
    secret, absent = (evening.type(who, line.format(name)) for name in ("食人魔1", "食人魔9"))
    assert (secret.code, secret.text.replace("食人魔1", "…")) == (absent.code, absent.text.replace("食人魔9", "…"))


def test_a_stranger_strikes_with_nobody_knows_what(evening):
    evening.type("GM", ".主动权 食人魔1")
    evening.type("GM", ".摆放 食人魔1 2,2")
    evening.type("GM", ".攻击 安", dice=[2])
    told = evening.type("柏", ".log 1").text
    assert "别的什么" in told
    assert "D20" not in told
    assert "BOO-ATK-3" not in told
    assert "D20" in evening.type("GM", ".log 1").text


@pytest.mark.parametrize("weapon", ["匕首", "战斧"])
def test_a_stranger_who_hits_is_asked_about_without_his_weapon(evening, weapon):
    evening.type("GM", f".给予 食人魔1 {weapon}")
    evening.type("GM", ".摆放 食人魔1 2,2")
    evening.type("安", ".代答 我 问=会倒下 否则=不防")
    evening.type("GM", ".主动权 食人魔1")
    evening.type("GM", f".攻击 安 {weapon}", dice=[15])
    (parked,) = evening.table.memory.parked.values()
    asked = msgspec.json.encode(parked.question.what).decode()
    assert "told.with_something" in asked
    assert weapon not in asked
    assert '"falls":true' in asked


def test_what_ends_on_a_secret_ogre_is_not_told(evening):
    evening.type("GM", ".效果 狂怒 食人魔1 轮=0 伤=1")
    evening.type("GM", ".效果 火烧 兽人1 轮=0 伤=1")
    evening.type("GM", '.set clock.choosing ""')
    evening.type("GM", ".set clock.round_over true")
    told = evening.type("安", ".log 1").text  # the round has ended by itself
    assert "火烧" in told
    assert "狂怒" not in told
    assert "狂怒" in evening.type("GM", ".log 1").text


def test_of_an_area_only_those_are_named_who_are_known(evening):
    evening.type("GM", ".范围 5 安,食人魔1 敏捷", dice=[12, 3])
    told = evening.type("柏", ".log 1").text
    assert "安" in told
    assert "某人" not in told
    assert "食人魔" not in told
    before = len(evening.type("柏", ".log 20").text)
    evening.type("GM", ".范围 5 食人魔1 敏捷", dice=[12])
    assert len(evening.type("柏", ".log 20").text) == before


def test_where_somebody_hidden_was_pushed_is_not_told(evening):
    evening.type("GM", ".主动权 哥布林1")
    evening.type("GM", ".地形 雾 0x0-11x7")
    evening.type("GM", ".隐匿 门后 遮=大半", dice=[15])
    evening.type("GM", ".主动权 安")
    told = evening.type("安", ".推撞 哥布林1 猜=3,4", dice=[20, 1, 1, 1]).text
    assert "推开" in told
    assert "退到" not in told
    assert "退到" in evening.type("GM", ".log 1").text


def test_a_spell_is_told_by_its_name_once_it_is_cast(evening):
    evening.type("GM", ".登场 火灵师 阵营=守门的")
    evening.type("GM", ".主动权 火灵师1")
    assert not redact(evening.state, AN).character("fire_cultist1").spells
    evening.type("GM", ".施法 爆炎 安", dice=[3, 3, 10])
    assert "爆炎" in evening.type("柏", ".log 1").text


def test_a_name_that_a_secret_one_has_is_free(evening):
    ogre = evening.state.character("ogre1")
    made = evening.type("安", ".角色 ogre1 力=10")
    assert made.ok
    assert "入场：ogre1" in made.text
    assert evening.state.character("ogre1") == ogre
    assert evening.state.character("ogre1-2").name == "ogre1"
    assert evening.type("安", ".角色 兽人1").code == "duplicate_id"


def test_who_comes_in_secret_leaves_no_gap_in_the_numbers(evening):
    evening.type("GM", ".登场 狼 2 暗中 位=5,5")
    evening.type("GM", ".登场 狼 位=5,5")
    assert {c.called: c.position for c in evening.state.combatants if "狼" in c.name} == {
        "狼暗1": (5, 6),
        "狼暗2": (6, 5),
        "狼1": (5, 5),
    }
    evening.type("GM", ".现身 狼暗2")
    assert "狼2" in evening.type("安", ".view").text
    assert "狼暗" not in evening.type("安", ".view").text


def test_nobody_secret_leads_a_side_or_is_offered_to_players(evening):
    evening.type("GM", ".登场 狼 暗中 阵营=heroes")
    evening.type("GM", ".收场")
    told = evening.type("GM", ".开战 heroes", dice=[11, 9])
    assert told.ok
    assert not evening.table.memory.parked
    assert "狼" not in told.text


def test_a_player_begins_no_fight_with_a_side_of_which_she_does_not_know(evening):
    for who in ("兽人1", "哥布林1", "弓手1"):
        evening.type("GM", f".现身 {who} 藏起")
    evening.type("GM", '.set clock {"order": []}')
    assert evening.type("安", ".开战").code == "too_few_sides"
    assert "守门的" not in evening.type("安", ".view").text
    assert evening.type("安", ".先攻 守门的").text.replace("守门的", "") == evening.type(
        "安", ".先攻 没有的"
    ).text.replace("没有的", "")
    assert evening.type("GM", ".开战 heroes").code == "too_few_sides"  # the unseen take no part


def test_the_dice_of_a_side_that_nobody_knows_are_the_gms(evening):
    evening.type("GM", ".登场 狼 暗中 阵营=狼群")
    evening.type("GM", ".先攻 heroes", dice=[11, 9, 8])
    (seen,) = evening.loop.run_until_complete(Logbook(evening.table).tail(evening.table.seat("player1"), 1))
    assert len(seen.dice) == 1  # their own; an NPC's faces are the GM's while numbers are hidden
    assert len(seen.card.totals) == 2


def test_odds_say_that_they_do_not_know_where_somebody_hides(evening):
    evening.type("GM", ".主动权 哥布林1")
    evening.type("GM", ".隐匿 门后 遮=大半", dice=[15])
    assert "位置不明" in evening.type("安", ".odds 攻击 哥布林1 猜=3,4").text
    assert "位置不明" not in evening.type("安", ".odds 攻击 兽人1").text
    assert "位置不明" not in evening.type("GM", ".odds 攻击 哥布林1 猜=3,4 @安").text


def test_failures_of_others_do_not_make_ones_own_the_same_again(evening):
    for who in ("安", "柏", "安", "柏", "安"):
        evening.type("GM", f".检定 力量 @{who}")
        told = evening.type(who, ".1", dice=[1])
        assert "总值" in told.text
    told = evening.type("安", ".检定 力量", dice=[1])
    assert "总值" in told.text
