"""The recorded evenings as they are retold: whoever was not there can tell what became of whom, and nothing is said twice."""

from pathlib import Path

import pytest

from ludex.core.principals import HOST
from ludex.core.say import say
from ludex.desk.chronicle import chronicle
from ludex.systems.fable.views.tell.sentences import with_what_came
from ludex.testing.scenes import Stage, scenes_of
from ludex.text.chat import Chat
from ludex.text.recapping import markdown, moment_text, short
from ludex.text.words import LANGUAGES

REPLAYS = Path(__file__).parents[1] / "replays"


async def retold(system, tmp_path):
    """A recorded evening for everybody: the stage it was played on, a player's view of it, its chronicle."""
    (scene,) = scenes_of(REPLAYS / f"{system}.md")
    stage = Stage(scene, tmp_path / "evening.db")
    await stage.play()
    player = Chat(stage.table, next(seat for seat in stage.table.memory.seats if seat != HOST), "zh")
    return stage, await chronicle(player.desk, for_all=True)


TOLD = {
    ("fable", "zh"): (
        "「放下吊桥」走满了。",
        "苏砚的青铜剑劈中灰狼1，12 伤、击破 5 条量谱、当场昏迷。",
        "白露的霜针只擦过暮面，7 伤，也擦过灰狼2，5 伤、击破一条量谱。",
        "灰狼2的撕咬咬中白露，14 伤",
        "苏砚受了 36 点伤害、破了 4 条量谱、就此投降。",
        "这一架打完了，白露、灰狼2、暮面还站着，灰狼1昏迷过去，苏砚投降了。",
        "苏砚、白露各得 10 点经验。",
        "苏砚忘了怒意，学会了反击。",
        "苏砚说起自己的动机与目标。",
    ),
    ("fable", "en"): (
        "“放下吊桥” is full.",
        "slashes 灰狼1 for 12, 5 gauges broken, out cold.",
        "frost needle only grazes 暮面 for 7, grazes 灰狼2 for 5, a gauge broken.",
        "bite bites 白露 for 14",
        "苏砚 takes 36 damage, 4 gauges broken, surrendering.",
        "still standing, 灰狼1 is unconscious, 苏砚 surrenders.",
        "gain 10 XP each.",
        "苏砚 unlearns Rage and learns Counter.",
    ),
    ("mirror", "zh"): (
        "安的断肢打中山贼1的臂，3 道轻伤。",
        "白伤重，血止不住，昏了过去。",
        "冲突打了 3 轮，结束了，安、白、山贼1、山贼2还站着。",
    ),
    ("mirror", "en"): ("白 cannot stop the bleeding, out cold.", "still standing."),
    ("boon", "zh"): ("这一架打完了，没有赢家，安、柏、朵、兽人1、哥布林1、弓手1还站着。", "弓手1投降了。"),
    ("boon", "en"): ("still standing.", "弓手1 surrenders."),
}
UNTOLD = {
    "fable": ("倒下", "灰狼1昏迷过去。苏砚", "飞来横祸", "的背景", "月刃」", "6/6", "的经验 +"),
    "mirror": ("AP", "夺走了一切", "擦伤好了", "检定成功"),
    "boon": (),
}


@pytest.mark.parametrize("system", sorted(UNTOLD))
async def test_who_was_not_there_reads_what_became_of_whom(system, tmp_path):
    stage, told = await retold(system, tmp_path)
    unsaid = stage.table.system.sessions.unsaid
    for language in LANGUAGES:
        text = markdown(Chat(stage.table, HOST, language).words, told, unsaid)
        assert [one for one in TOLD[system, language] if one not in text] == [], text
        if language == "zh":
            assert [one for one in UNTOLD[system] if one in text] == [], text
    await stage.house.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", ["boon", "fable", "fet", "mirror", "mist"])
async def test_what_a_heading_says_the_first_sentence_under_it_does_not_say_again(system, language, tmp_path):
    stage, told = await retold(system, tmp_path)
    words, unsaid = Chat(stage.table, HOST, language).words, stage.table.system.sessions.unsaid
    for chapter in told.chapters:
        under = [text for one in chapter.moments if one.told and (text := moment_text(words, one, unsaid))]
        assert not (chapter.name and under and words.say(chapter.name) in under[0]), under[0]
    brief = short(words, told, unsaid)
    if system in ("fable", "mirror"):  # chat has no headings: there it is said
        assert any(
            words.say(chapter.name) in brief or "goes first" in brief for chapter in told.chapters if chapter.name
        )
    await stage.house.close()


def test_a_fate_and_what_is_learned_are_told_with_what_they_follow():
    blow = say("sentences.struck", who="甲", whom="狼", what=[say("sentences.damage", n=9), say("sentences.fell")])
    slain = say("told.fates_of", fates=[say("sentences.fate_slain", who="狼")])
    place, both = with_what_came(["", blow, ""], slain)
    assert (place, [one["key"] for one in both.facts["what"]]) == (1, ["sentences.damage", "sentences.then_slain"])
    assert with_what_came([blow], say("told.fates_of", fates=[say("sentences.fate_slain", who="熊")])) is None

    def learns(who, *what):
        return say("sentences.learned", who=who, what=list(what))

    assert with_what_came([learns("甲", "疾行"), ""], learns("甲", "反击")) == (0, learns("甲", "疾行", "反击"))
    assert with_what_came([learns("乙", "疾行")], learns("甲", "反击")) is None
    forgot = say("sentences.of_forget", who="甲", what="怒意")
    place, both = with_what_came([forgot], learns("甲", "反击"))
    assert (place, both.key) == (0, "sentences.relearned")
    assert with_what_came([both], learns("甲", "稳准"))[1].facts["what"] == ["反击", "稳准"]
