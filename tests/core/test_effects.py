"""Effects of a tiny game: what they add, forbid, allow; how long; who reacts in which order; what people write and read."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.asks import roll
from ludex.core.driving import script
from ludex.core.effects.authoring import EffectKind, read_effect
from ludex.core.effects.counting import denied, granted, joined, shares
from ludex.core.effects.lasting import begun, drawn, exhausted, expired, marked
from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Occasion, Phrase, Trigger
from ludex.core.effects.sentences import named, sentence
from ludex.core.effects.vocabulary import Condition, Ending, Quantity, Slot, Sort, Span, Step, Vocabulary, Word
from ludex.core.effects.windows import Course, World, window
from ludex.core.errors import RuleError
from ludex.core.explain import because
from ludex.core.odds import in_order, odds
from ludex.core.packs import read_pack
from ludex.dice.pools import d
from ludex.text.words import Words


class Fighter(msgspec.Struct, frozen=True):
    id: str
    life: int = 10
    player: bool = False


class State(msgspec.Struct, frozen=True):
    fighters: tuple[Fighter, ...] = ()
    effects: tuple[Effect, ...] = ()
    round: int = 1

    def of(self, who):
        return next(f for f in self.fighters if f.id == who)


class Hurt(msgspec.Struct, frozen=True):
    who: str
    by: int


class Changed(msgspec.Struct, frozen=True):
    effect: Effect


def fold(state, event):
    match event:
        case Hurt(who, by):
            hurt = tuple(replace(f, life=f.life - by) if f.id == who else f for f in state.fighters)
            return replace(state, fighters=hurt)
        case Changed(effect):
            return replace(state, effects=tuple(effect if e.id == effect.id else e for e in state.effects))


RANGED = Word("ranged", "远程", "ranged")
MELEE = Word("melee", "近战", "melee")
WORDS = Vocabulary(
    quantities=(
        Quantity("hit", "命中", "hit tests", gives=("flat", "boons", "set"), clause="TOY-1"),
        Quantity("d20", "检定", "every d20", gives=("flat", "boons")),
        Quantity("damage", "伤害", "damage", gives=("flat", "half", "set")),
        Quantity("cost", "花费", "cost", gives=("flat", "set"), parts=(Word("block", "格挡", "block"),), costs=True),
    ),
    gives=(
        Word("flat", "加", "flat"),
        Word("boons", "优势", "boons"),
        Word("set", "定为", "set"),
        Word("half", "减半", "half"),
    ),
    conditions=(
        Condition(
            "kind",
            "类别",
            "kind",
            holds=lambda _s, _e, phrase, at: at.fact("kind") == phrase.value(),
            slots=(Slot("kind", Sort.WORD, (MELEE, RANGED)),),
        ),
        Condition("weak", "虚弱", "weak", holds=lambda s, e, _p, _a: s.of(e.bearer).life < 5),
    ),
    occasions=(Word("wounded", "受创", "wounded"), Word("struck", "命中", "struck")),
    steps=(
        Step("damage", "伤害", "damage", slots=(Slot("dice", Sort.DICE),)),
        Step("check", "检定", "check", slots=(Slot("target", Sort.NUMBER),), forks=True),
    ),
    spans=(
        Span(
            "rounds",
            "轮",
            "rounds",
            ends=Ending.CLOCK,
            now=lambda s: s.round,
            until=("到第 {end} 轮末", "to the end of round {end}"),
        ),
        Span("uses", "次", "uses", ends=Ending.COUNT),
        Span("scene", "本场", "the scene"),
    ),
    whose=(Word("", "自己", "own"), Word("anybody", "任何人", "anybody")),
    whom=(Word("", "自己", "bearer"), Word("other", "对方", "the other"), Word("foes", "敌人", "foes")),
    pers=(Word("round", "轮", "round"), Word("fight", "战斗", "fight")),
    denies=(Word("move", "移动", "move"),),
    grants=(Step("light", "光", "light", slots=(Slot("yards", Sort.NUMBER),)),),
    borne=lambda state, who: tuple(e for e in state.effects if e.bearer == who),
    clause="TOY-9",
)


async def hurt(state, doing):
    dice = doing.phrase.value()
    by = (await roll(d(6), "hurt")).value if dice == "1d6" else int(dice)
    state = await asks.happen(Hurt(doing.whom, by))
    return await window(
        WORLD, state, doing.at.then("wounded", doer=doing.effect.bearer, target=doing.whom), doing.course
    )


async def used(_state, _before, after, _trigger):
    return await asks.happen(Changed(after))


WORLD = World(
    words=WORDS,
    steps={"damage": hurt},
    order=lambda s, _at: tuple(f.id for f in sorted(s.fighters, key=lambda f: not f.player)),
    hears=lambda _s, who, _e, trigger, at: trigger.whose == "anybody" or who == at.target,
    people=lambda _s, effect, phrase, at: (at.other(effect.bearer) if phrase.whom == "other" else effect.bearer,),
    scope=lambda s, per: str(s.round) if per == "round" else "",
    used=used,
)


def one(**facts):
    return Effect(**{"id": "e", "bearer": "ann"} | facts)


def table(*effects):
    return State((Fighter("ann", player=True), Fighter("bo")), effects)


# ---------------------------------------------------------------------- numbers
def test_all_terms_are_named_and_cite_the_quantity():
    state = table(
        one(name="破绽", modifiers=(Modifier("hit", (Give("flat", 2),)),), lasts=(Lasts("rounds", 2),), ends=9)
    )
    found = joined(WORDS, "hit", (because(3, "base"),), shares(WORDS, state, "ann", ("hit", "d20")))
    assert found.value == 5
    assert found.terms[1].clause == "TOY-1"
    words = Words("zh", overrides=_spoken("zh"))
    assert words.say(found.terms[1].label) == "破绽（到第 9 轮末）"


def _spoken(language):
    return {key: pair[language == "en"] for key, pair in WORDS.words().items()}


def test_set_beats_flat_the_lowest_for_costs_and_half_is_once():
    def total(of, *gives):
        state = table(one(modifiers=tuple(Modifier(of, (g,)) for g in gives)))
        return joined(WORDS, of, (because(7, "base"),), shares(WORDS, state, "ann", (of,))).value

    assert total("damage", Give("flat", 2), Give("half")) == 4
    assert total("damage", Give("half"), Give("half")) == 3
    assert total("hit", Give("set", 1), Give("set", 4), Give("flat", 9)) == 4
    assert total("cost", Give("set", 1), Give("set", 0)) == 0


def test_a_part_narrows_and_a_condition_is_judged_on_the_occasion():
    state = table(
        one(
            modifiers=(
                Modifier("cost", (Give("set", 0),), part="block"),
                Modifier("hit", (Give("flat", 1),), (Phrase("kind", ("melee",)),)),
            )
        )
    )
    assert shares(WORDS, state, "ann", ("cost",), part="block")
    assert not shares(WORDS, state, "ann", ("cost",), part="move")
    assert shares(WORDS, state, "ann", ("hit",), Occasion(facts={"kind": "melee"}))
    assert not shares(WORDS, state, "ann", ("hit",), Occasion(facts={"kind": "ranged"}))
    assert not shares(WORDS, state, "bo", ("cost",), part="block")


def test_what_is_denied_and_granted_only_while_it_is_in_force():
    weak = (Phrase("weak"),)
    state = table(one(denies=("move",), grants=(Phrase("light", ("5",)),), when=weak))
    assert denied(WORDS, state, "ann", ["move"]) is None
    worn = replace(state, fighters=(Fighter("ann", life=3), Fighter("bo")))
    assert denied(WORDS, worn, "ann", ["move"]).id == "e"
    assert [g.number() for g in granted(WORDS, worn, "ann", "light")] == [5]


# ---------------------------------------------------------------------- time
def test_clocks_counts_and_events_end_effects():
    state = table()
    lasting = begun(WORDS, state, one(lasts=(Lasts("rounds", 2),)), bearer="ann", by="bo")
    assert (lasting.ends, lasting.by) == (3, "bo")
    assert not expired(WORDS, replace(state, round=2), [lasting])
    assert expired(WORDS, replace(state, round=3), [lasting])
    counted = begun(WORDS, state, one(lasts=(Lasts("uses", 2),)), bearer="ann")
    assert not expired(WORDS, state, [drawn(counted)])
    assert expired(WORDS, state, [drawn(drawn(counted))])
    scene = begun(WORDS, state, one(lasts=(Lasts("scene"),)), bearer="ann")
    assert not expired(WORDS, state, [scene])
    assert expired(WORDS, state, [scene], units=["scene"])


def test_limits_count_in_their_scope():
    limit = Limit(1, "round")
    first = marked(one(), "t0", limit, "1")
    assert exhausted(first, "t0", limit, "1")
    assert not exhausted(first, "t0", limit, "2")
    assert len(marked(first, "t0", limit, "2").spent) == 1


# ---------------------------------------------------------------------- windows
RETURNS = Trigger("wounded", do=(Phrase("damage", ("2",), whom="other"),))


async def strike(state, course=None):
    """Ann strikes Bo: a d20 with her effects against 10, and 3 points."""
    at = Occasion("struck", "ann", "bo", {"kind": "melee"})
    bonus = joined(WORDS, "hit", (), shares(WORDS, state, "ann", ("hit", "d20"), at)).value
    if (await roll(d(20), "hit")).value + bonus < 10:
        return state
    state = await asks.happen(Hurt("bo", 3))
    return await window(WORLD, state, at.then("wounded"), course or Course())


def played(state, dice, choices=(), course=None):
    return script(lambda: strike(state, course), state, fold, dice=dice, choices=choices).result


def test_a_reaction_acts_before_the_rule_goes_on():
    state = table(one(id="r", bearer="bo", triggers=(RETURNS,)))
    after = played(state, [15])
    assert (after.of("ann").life, after.of("bo").life) == (8, 7)


def test_who_is_asked_may_leave_it_and_limits_hold():
    trigger = replace(RETURNS, ask=True, limit=Limit(1, "round"))
    state = table(one(id="r", bearer="bo", triggers=(trigger,)))
    assert played(state, [15], ["leave"]).of("ann").life == 10
    after = played(state, [15], ["use"])
    assert after.of("ann").life == 8
    assert played(after, [15]).of("ann").life == 8


def test_reactions_to_one_another_are_bounded_and_said():
    state = table(one(id="a", bearer="ann", triggers=(RETURNS,)), one(id="b", bearer="bo", triggers=(RETURNS,)))
    course = Course(most=7)
    after = played(state, [15], course=course)
    assert after.of("ann").life < 10 > after.of("bo").life
    assert [t.key for t in course.told].count("effects.bound") == 1


def test_players_are_heard_first_and_who_listens_is_judged_again():
    ends = Trigger(
        "wounded", whose="anybody", do=(Phrase("damage", ("1",), whom="other"),), when=(Phrase("weak", negated=True),)
    )
    state = table(one(id="b", bearer="bo", triggers=(ends,)), one(id="a", bearer="ann", triggers=(ends,)))
    course = Course(most=1)
    played(state, [15], course=course)
    assert course.told[0].facts["who"] == "@ann"


# ---------------------------------------------------------------------- odds
CASES = [
    ((), 0, None),
    ((one(modifiers=(Modifier("hit", (Give("flat", 3),)),)),), 3, None),
    ((one(modifiers=(Modifier("d20", (Give("flat", -2),)),)),), -2, None),
    ((one(modifiers=(Modifier("hit", (Give("flat", 3),), (Phrase("kind", ("ranged",)),)),)),), 0, None),
    ((one(modifiers=(Modifier("hit", (Give("set", 7),)), Modifier("d20", (Give("flat", 9),)))),), 7, None),
    ((one(modifiers=(Modifier("hit", (Give("flat", 1),)), Modifier("d20", (Give("flat", 1),)))),), 2, None),
    ((one(when=(Phrase("weak"),), modifiers=(Modifier("hit", (Give("flat", 5),)),)),), 0, None),
    ((one(id="r", bearer="bo", triggers=(RETURNS,)),), 0, 2),
    (
        (one(id="r", bearer="bo", triggers=(replace(RETURNS, do=(Phrase("damage", ("1d6",), whom="other"),)),)),),
        0,
        "1d6",
    ),
    ((one(modifiers=(Modifier("hit", (Give("flat", 4),)),)), one(id="r", bearer="bo", triggers=(RETURNS,))), 4, 2),
]


@pytest.mark.parametrize(("effects", "bonus", "back"), CASES)
def test_odds_count_effects_as_an_enumeration_by_hand_does(effects, bonus, back):
    state = table(*effects)
    read = lambda s, _after: (s.of("ann").life, s.of("bo").life)  # noqa: E731
    found = odds(lambda: strike(state), state, fold, read=read, policy=in_order(["use"])).chances
    wanted: dict[tuple[int, int], Fraction] = {}
    for face, d6 in product(range(1, 21), range(1, 7)):
        hits = face + bonus >= 10
        returned = d6 if back == "1d6" else back or 0
        key = (10 - returned, 7) if hits else (10, 10)
        wanted[key] = wanted.get(key, Fraction(0)) + Fraction(1, 120)
    assert found == wanted


# ---------------------------------------------------------------------- writing and reading
CHINESE = {
    "名称": "手麻",
    "持续": "2轮",
    "修正": [{"量": "命中", "优势": 1, "当": "类别=近战"}, {"量": "花费 格挡", "定为": 0}],
    "禁止": "移动",
    "许可": ["光 5"],
    "触发": [
        {"时": "受创", "谁的": "任何人", "问": True, "次数": "每轮1次", "做": [{"伤害": "1d6", "对": "3码内敌人"}]}
    ],
}
ENGLISH = {
    "name": "手麻",
    "lasts": "2 rounds",
    "modifiers": [{"of": "hit", "boons": 1, "when": "kind melee"}, {"of": "cost", "part": "block", "set": 0}],
    "denies": ["move"],
    "grants": "light 5",
    "triggers": [
        {"on": "wounded", "whose": "anybody", "ask": True, "limit": "1/round", "do": ["damage 1d6 to foes within 3"]}
    ],
}


def test_both_languages_write_the_same_record():
    zh, wrong = read_effect(WORDS, CHINESE, "状态.x", name="numb")
    assert wrong == ()
    en, wrong = read_effect(WORDS, ENGLISH, "states.x", name="numb")
    assert wrong == ()
    assert zh == en
    assert zh.triggers[0].limit == Limit(1, "round")
    assert zh.triggers[0].do == (Phrase("damage", ("1d6",), whom="foes", within=3),)


def test_all_problems_are_named_at_once():
    bad = {
        "颜色": "红",
        "持续": "三天",
        "修正": [{"量": "运气", "加": 1}, {"量": "伤害", "优势": 1}, {"量": "命中", "加": "很多"}],
        "禁止": ["呼吸"],
        "触发": [{"时": "下雨", "做": ["伤害", "检定 十"]}],
    }
    _, wrong = read_effect(WORDS, bad, "状态.坏")
    text = " ".join(Words("zh").say(problem) for problem in wrong)
    for piece in ("颜色", "三天", "运气", "修正[1].优势", "触发[0].时", "很多", "呼吸", "下雨", "dice", "十"):
        assert piece in text
    assert len(wrong) == 9


def test_effects_are_a_kind_of_content():
    kind = EffectKind(name="states", shape=Effect, also=("状态",), words=WORDS)
    pack = read_pack({"状态": {"手麻": CHINESE}}, [kind])
    assert pack["states"]["手麻"].modifiers[0].of == "hit"
    with pytest.raises(RuleError) as refused:
        read_pack({"状态": {"a": {"x": 1}, "b": {"y": 2}}}, [kind])
    assert len(refused.value.facts["problems"]) == 2


@pytest.mark.parametrize(("language", "pieces"), [("zh", ["命中", "优势 1", "近战", "移动", "2轮", "受创"]), ("en", ["hit tests", "boons 1", "melee", "move", "2 rounds", "wounded"])])  # fmt: skip
def test_an_effect_reads_as_sentences(language, pieces):
    effect, _ = read_effect(WORDS, CHINESE, "x")
    words = Words(language, overrides=_spoken(language))
    text = "; ".join(words.say(part) for part in sentence(WORDS, effect))
    assert all(piece in text for piece in pieces), text
    assert "effects." not in text


def test_text_alone_is_marked_as_such():
    assert [s.key for s in sentence(WORDS, one(text="怕水"))] == ["effects.text_only"]
    assert named(WORDS, one(name="怕水")).facts["effect"] == "怕水"
