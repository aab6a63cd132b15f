"""A toy table that shows every part of the vocabulary, with markup in people's own words wherever words can stand."""

import msgspec

from ludex.core.deeds import Gap, Offer, Refusal, Value, deed
from ludex.core.explain import because, total
from ludex.core.say import say
from ludex.core.system import Viewer
from ludex.core.view import (
    AnyPart,
    Area,
    Bar,
    Board,
    BoardCard,
    Body,
    BodyPart,
    Deeds,
    Empty,
    Fact,
    Facts,
    Gauge,
    Gauges,
    Lane,
    Link,
    Piece,
    Rows,
    Section,
    Stage,
    Stations,
    Strip,
    Tag,
    Tags,
    Text,
    Thread,
    Timeline,
    Token,
    Track,
    View,
    Vital,
)
from tests import toy

EVIL = '<img src=x onerror="alert(1)">&"\''

ANN = Token("ann", "安可", "pc", note="活力 12")
BO = Token("bo", "博尔顿", "foe", note="AP 2")
CAT = Token("cat", "Cat Stevens", "pc", "down")
WHY = total(
    because(12, say("力量"), "TOY-1", because(10, say("基础"), "TOY-1"), because(2, say("成长"), "TOY-2")),
    because(-3, say("疲惫"), "TOY-2"),
    clause="TOY-1",
)

PARTS: dict[str, AnyPart] = {
    "text": Text("雨下在没有人记得的码头上。", "plain"),
    "facts": Facts(
        (
            Fact("命中", 9, total=WHY),
            Fact("护甲", 4, deed=deed("strike", "设", given={"at": "ann"}, force=())),
            Fact("速度", "7/回合"),
        )
    ),
    "vital": Vital("生命", 14, 30, was=21, tone="bad", note="流血"),
    "track": Track("恐惧", (1, 2, 4), limit=5, tone="warn", note="四级"),
    "gauges": Gauges("架势", (Gauge(5, 5), Gauge(3, 5), Gauge(0, 5, broken=True), Gauge(5, 5), Gauge(2, 5))),
    "tags": Tags(
        (
            Tag("夜视", "power", deed=deed("strike", "打", given={"at": "bo"})),
            Tag("旧伤", "weakness"),
            Tag("雨伞", "story", out=True),
        ),
        "主题",
    ),
    "rows": Rows(("武器", "伤害"), (("匕首", 3), ("长枪", 7))),
    "stations": Stations(("确立", "行动", "后果"), 1),
    "strip": Strip(20, 1, 13, ((13, ANN), (13, BO), (8, CAT), (25, BO)), "回合钟"),
    "timeline": Timeline(
        42,
        (
            Lane(ANN, (Bar(20, 48, "长枪突刺"), Bar(5, 18, "闪避", "done"))),
            Lane(BO, (Bar(30, 66, "？", "hidden"), Bar(8, 26, "重斩", "broken"))),
            Lane(CAT, ()),
        ),
        48,
    ),
    "thread": Thread((ANN, BO, CAT), "ann", (Link("bo", "ann", "失手", "came"), Link("ann", "cat", "若攻击"))),
    "board": Board(
        (
            BoardCard("m1", "谁把灯塔的灯熄掉了？", "mystery", note="复杂度 3", hidden=True),
            BoardCard("c1", "湿透的火柴", "clue", note="在钟楼台阶上找到，盒子还是满的。"),
            BoardCard("c2", "守塔人的日记缺了一页", "clue"),
            BoardCard("x1", "守塔人自己", "conclusion", "true"),
            BoardCard("x2", "走私船", "conclusion", "false"),
        ),
        (Link("c1", "x1", "支持"), Link("x1", "m1"), Link("c2", "x2")),
    ),
    "stage": Stage(
        10,
        6,
        (Piece(ANN, 2, 2), Piece(BO, 6, 3, 2), Piece(CAT, 4, 1)),
        (
            Area(((3, 2), (4, 2), (3, 3)), "reach", "够得着"),
            Area(((0, 0), (0, 1), (0, 2)), "wall", "墙"),
            Area(((8, 5), (9, 5)), "fog"),
        ),
        move=".strike <id> <x>",
    ),
    "body": Body(
        (
            BodyPart("head", "头", 0, 1, wounds=(1,), vital=True),
            BodyPart("chest", "躯干", 1, 1, wounds=(2, 1, 3), vital=True, temporary=2),
            BodyPart("left", "左臂", 1, 0, state="lost"),
            BodyPart("right", "右臂", 1, 2, wounds=(3, 3, 3, 3)),
            BodyPart("legs", "双腿", 2, 1),
        ),
        (Link("head", "chest"), Link("left", "chest"), Link("right", "chest"), Link("legs", "chest")),
    ),
    "deeds": Deeds((deed("strike", "strike", given={"force": 2}, at={"bo": "Bo"}, cost="1 AP", primary=True),)),
    "empty": Empty("这里还没有人。", deed("join", "请一个人来", who=())),
}

EVIL_DEED = Offer(EVIL, EVIL, given={EVIL: EVIL}, gaps=(Gap(EVIL, (Value(EVIL, EVIL),)),), cost=EVIL)

EVIL_PARTS: dict[str, AnyPart] = {
    "text": Text(EVIL),
    "facts": Facts((Fact(EVIL, EVIL, note=EVIL, deed=EVIL_DEED),)),
    "vital": Vital(EVIL, 1, 2, note=EVIL),
    "track": Track(EVIL, (1,), note=EVIL),
    "gauges": Gauges(EVIL, (Gauge(1, 2),), note=EVIL),
    "tags": Tags((Tag(EVIL, note=EVIL, deed=EVIL_DEED), Tag(EVIL, out=True)), EVIL),
    "rows": Rows((EVIL,), ((EVIL,),)),
    "stations": Stations((EVIL,), 0),
    "strip": Strip(3, 1, 2, ((2, Token("x", EVIL, note=EVIL)), (9, Token("y", EVIL))), EVIL),
    "timeline": Timeline(1, (Lane(Token("x", EVIL, note=EVIL), (Bar(0, 2, EVIL, note=EVIL),)),)),
    "thread": Thread((Token("x", EVIL, note=EVIL), Token("y", EVIL)), "x", (Link("x", "y", EVIL),)),
    "board": Board((BoardCard("x", EVIL, "clue", note=EVIL),)),
    "stage": Stage(
        2, 2, (Piece(Token("x", EVIL, note=EVIL), 0, 0, deed=EVIL_DEED),), (Area(((0, 0),), "reach", EVIL),), move=EVIL
    ),
    "body": Body((BodyPart("x", EVIL, 0, 0, note=EVIL),)),
    "deeds": Deeds((Offer(EVIL, EVIL, given={EVIL: EVIL}, gaps=(Gap(EVIL, (Value(EVIL, EVIL),)),), cost=EVIL),)),
    "empty": Empty(EVIL, Offer(EVIL, EVIL)),
}


def look(state: toy.State, viewer: Viewer) -> View:
    """Everything there is to draw, and the toy's own duellists."""
    own = toy.look(state, viewer)
    left = ("vital", "track", "gauges", "facts", "tags", "body")
    who = (Section("sheet", "安可", tuple(PARTS[p] for p in left)), *own.who)
    where = tuple(
        Section(name, name, (part,), hidden=name == "board", folded=name == "empty")
        for name, part in PARTS.items()
        if name not in left
    )
    hexes = Section("hexes", "六角", (msgspec.structs.replace(PARTS["stage"], grid="hex"),))
    return View(who, (*where, hexes))


def deeds(state, viewer):
    """What can be done here, one of it not now."""
    strike = deed("strike", "打博尔顿", given={"at": "bo"}, primary=True)
    flee = deed("duel", "逃跑", given={"at": "bo"}, refusal=Refusal("not_now", facts={"at": "bo"}))
    return (*toy.deeds(state, viewer), strike, flee)


SYSTEM = msgspec.structs.replace(toy.SYSTEM, id="parlour", look=look, deeds=deeds, hue="teal")
