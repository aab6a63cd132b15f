"""Commands for checks: alone, against somebody, together; opportunities, bonds and points."""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import ACTOR, TERM, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.fields import CIRCUMSTANCE, STORY, flag
from ludex.core.principals import GM, Who
from ludex.systems.fable.commands.offers import ATTRIBUTES, DL, ERASE, MOD, TARGET, clock_names, people
from ludex.systems.fable.commands.reading import (
    actor_named,
    check_other,
    each_once,
    own,
    run,
    sends,
    story_clock,
    two_attributes,
)
from ludex.systems.fable.may import check_able
from ludex.systems.fable.redact import heard, hidden_clock, visible
from ludex.systems.fable.rules.actions import Objective
from ludex.systems.fable.rules.bonds import AddEmotion
from ludex.systems.fable.rules.checks import TIERS, Check
from ludex.systems.fable.rules.contests import Oppose, Rival
from ludex.systems.fable.rules.groups import Group, Leader, Supporter
from ludex.systems.fable.rules.opportunities import FREE, SpendOpportunity
from ludex.systems.fable.rules.points import Pay
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Emotion, FabulaSource, Kind, Opportunity, Points, Status


def ahead(deed: Callable[[Asked], Do], **changes: bool | str) -> Callable[[Asked], Do]:
    """The same deed for its odds: bound to nobody's turn, whatever the clock says."""

    def foresee(asked: Asked) -> Do:
        do = deed(asked)
        return replace(do, given={**do.given, **{k: v for k, v in changes.items() if k in do.given}})

    return foresee


def check(asked: Asked) -> Do:
    """`.检定 灵巧+洞察 10 +2`."""
    given = Check(own(asked), two_attributes(asked["attributes"]), None, asked["mod"], asked["dl"], asked["blind"])
    return run("secret_check" if given.blind else "check", given, heard(asked.state, asked.actor))


def oppose(asked: Asked) -> Do:
    """`.对抗 灰狼 力量+力量 灵巧+力量`."""
    mine = two_attributes(asked["attributes"])
    theirs = two_attributes(asked["against"]) if asked["against"] else mine
    me, rival = (character_of(asked.state, who) for who in (own(asked), asked["target"]))
    check_other(me, rival)
    a, b = (
        Rival(
            id=who.id,
            kind=who.kind,
            attributes=attributes,
            modifier=modifier,
            guarding=who.guarding,
        )
        for who, attributes, modifier in ((me, mine, asked["mod"]), (rival, theirs, 0))
    )
    return run("opposed_check", Oppose(a, b), heard(asked.state, me.id, rival.id))


def group(asked: Asked) -> Do:
    """`.合力 洞察+意志 13 白,青`: in a conflict the helpers give up a turn instead of rolling."""
    state: State = asked.state
    attributes = two_attributes(asked["attributes"])
    leader = character_of(state, own(asked))
    named = each_once(asked["helpers"])
    helpers = [character_of(state, who) for who in named if who != leader.id or len(named) == 1]  # a side, but for her
    for one in helpers:  # those who are out do not help (FAB-LIV-7)
        check_able(one)
        check_other(leader, one)
    given = Group(
        Leader(id=leader.id, kind=leader.kind, attributes=attributes, modifier=asked["mod"]),
        tuple(
            Supporter(
                id=one.id,
                kind=one.kind,
                attributes=attributes,
                bond_strength=max((b.strength for b in one.bonds if b.target in (leader.id, leader.called)), default=0),
            )
            for one in helpers
        ),
        asked["dl"],
        () if asked.gm else tuple(one.id for one in helpers if one.id not in asked.controls),
        "conflict" if state.conflict and state.conflict.of(leader.id) else "scene",
    )
    return run("group_check", given, heard(state, leader.id, *(one.id for one in helpers)))


def objective(asked: Asked) -> Do:
    """`.目标 撬开闸门 力量+力量 10`."""
    clock = story_clock(asked, asked["clock"])
    given = Objective(
        actor=own(asked),
        clock=clock,
        attributes=two_attributes(asked["attributes"]),
        dl=asked["dl"] or TIERS[1],
        modifier=asked["mod"],
        mode="erase" if asked["erase"] else "fill",
    )
    return run("objective", given, (GM,) if hidden_clock(asked.state, clock) else heard(asked.state, asked.actor))


def opportunity(asked: Asked) -> Do | Show:
    """`.机会 苦厄 灰狼 减速`: what is needed depends on what it is spent on; alone it lists what waits (FAB-LIV-27)."""
    if asked["option"] is None:
        return Show("opportunities", {})
    option, target, detail = asked["option"], asked["target"] or "", asked["detail"] or ""
    given = SpendOpportunity(option=option, actor=asked.actor, mode="erase" if asked["erase"] else "fill")
    if option is Opportunity.PROGRESS:
        sections = whole(detail)
        given = replace(given, clock=story_clock(asked, target))
        given = given if sections is None else replace(given, sections=sections)
    elif option is Opportunity.BONDING:
        emotion = Emotion.read(detail, refusal="unknown_emotion", clause="FAB-BON-1")
        given = replace(given, owner=asked.actor, target=target, emotion=emotion)
    elif option in FREE and target not in visible(asked.state).values():
        given = replace(given, text=f"{target} {detail}".strip())  # in her own words
    elif target:
        given = replace(given, target=actor_named(asked, target))
    if option is Opportunity.AFFLICTION:
        given = replace(given, status=Status.read(detail, refusal="bad_status", clause="FAB-POP-1"))
    return run("spend_opportunity", given, heard(asked.state, asked.actor, given.target))


def bond(asked: Asked) -> Do:
    """`.羁绊 白露 期待`; at the end of a rest a player's one change (FAB-LIV-13, FAB-LIV-55)."""
    rested = not asked.gm and asked.actor in asked.state.bonding
    given = AddEmotion(own(asked), asked["target"], asked["emotion"], rested=rested)
    return run("bond_add", given, heard(asked.state, given.owner))


unbond = sends("bond_drop", "target", who="owner")
emotion = sends("random_emotion", who="owner")
supply = sends("supply", "n", who="character")
gain = sends("fabula_gain", "event", who="character", count="n")


def points(asked: Asked) -> Do:
    """`.点数 物语点 -1`: a loss of one's own is done, a gain is the GM's word."""
    return run(
        "points",
        Pay(own(asked), own=not asked.gm, **{asked["what"].value: asked["n"]}),
        _purse(asked),
    )


def _purse(asked: Asked) -> tuple[Who, ...]:
    """Who hears of somebody's points: of an NPC's the GM alone (FAB-LIV-39)."""
    state: State = asked.state
    return heard(state, asked.actor) if state.characters[asked.actor].kind is Kind.PC else (GM,)


def unless_draft(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What belongs to a sheet is free until she is first used (FAB-LIV-43)."""
    character = asked.state.characters.get(asked.actor)
    return () if character is not None and character.draft else kinds


def outside_rest(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Bonds are one's own word in a draft, and where the end of a rest asks for them; at any other moment a proposal (FAB-LIV-13)."""
    return () if asked.actor in asked.state.bonding else unless_draft(asked, kinds)


def gains_only(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of one's own is done at once (FAB-LIV-3)."""
    return kinds if asked["n"] > 0 else ()


def in_fight(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """In a conflict a check that nobody called for is a proposal (FAB-LIV-8)."""
    conflict = asked.state.conflict
    return tuple(dict.fromkeys((*kinds, "story"))) if conflict is not None and conflict.of(asked.actor) else kinds


BLIND = flag("blind", "暗", "secret")
AGAINST = Field("against", required=False, keys=("对方",), owner=CIRCUMSTANCE)
HELPERS = Field("helpers", ACTOR, several=True, keys=("帮手",), among=people, refusal="unknown_character")
EMOTION = Field("emotion", TERM, terms=Emotion, refusal="unknown_emotion")
OPTION = Field("option", TERM, required=False, terms=Opportunity, refusal="unknown_opportunity")
SOURCE = Field("event", TERM, terms=FabulaSource, refusal="unknown_event", owner=STORY)
ONE = Field("n", WHOLE, required=False, default=1)

COMMANDS = (
    Command(
        ("检定", "c", "check"),
        check,
        (ATTRIBUTES, DL, MOD, BLIND),
        example=".检定 灵巧+洞察 10",
        word=in_fight,
        many=True,
    ),
    Command(
        ("对抗", "vs", "oppose"),
        oppose,
        (TARGET, ATTRIBUTES, AGAINST, MOD),
        example=".对抗 灰狼1 力量+力量",
        word=in_fight,
    ),
    Command(("合力", "group"), group, (ATTRIBUTES, DL, HELPERS, MOD), example=".合力 洞察+意志 13 白露", word=in_fight),
    Command(
        ("目标", "obj", "objective"),
        objective,
        (Field("clock", keys=("时钟",), among=clock_names), ATTRIBUTES, DL, MOD, ERASE),
        example=".目标 放下吊桥 力量+力量 10",
        foresee=ahead(objective, action=False),
        alone=True,
    ),
    Command(
        ("机会", "op", "opportunity"),
        opportunity,
        (OPTION, Field("target", required=False, keys=("目标",)), Field("detail", required=False), ERASE),
        example=".机会 优势",
    ),
    Command(
        ("羁绊", "bond"), bond, (Field("target"), EMOTION), example=".羁绊 白露 期待", owner=STORY, word=outside_rest
    ),
    Command(("断缘", "unbond"), unbond, (Field("target"),), example=".断缘 白露", owner=STORY, word=outside_rest),
    Command(("情绪", "emotion"), emotion, example=".情绪"),
    Command(
        ("点数", "pt", "points"),
        points,
        (Field("what", TERM, terms=Points), Field("n", WHOLE)),
        example=".点数 物语点 -1",
        owner=STORY,
        many=True,
        word=gains_only,
    ),
    Command(("补给", "supply"), supply, (replace(ONE, least=1),), example=".补给 2"),
    Command(
        ("得点", "gain"),
        gain,
        (SOURCE, replace(ONE, owner=STORY)),
        example=".得点 @苏砚 反派登场",
        owner=STORY,
        many=True,
    ),
)
