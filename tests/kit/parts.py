"""What each part of a view looks like, painted as it is for groups: the pictures of «Parts of views».

`python -m tests.kit.parts` writes docs/images/parts anew.
"""

import io
from pathlib import Path

from PIL import Image, ImageChops

from ludex.core.deeds import deed
from ludex.core.view import (
    AnyPart,
    Area,
    Bar,
    Board,
    BoardCard,
    Body,
    BodyPart,
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
    Vital,
)
from ludex.fronts.bots.painting import Fonts, find_font, painted
from ludex.text.words import Words

PICTURES = Path(__file__).parents[2] / "docs" / "images" / "parts"
COLOURS, SCALE, EDGE, FRAME = 64, 2, 8, 34
"""So many colours, this part of its size and so narrow an edge, without the frame of the sheet, are enough to show what a part is."""


def samples(language: str) -> dict[str, AnyPart]:
    """One of each part that is drawn, in a language."""

    def said(zh: str, en: str) -> str:
        return zh if language == "zh" else en

    ann, bo = Token("ann", said("安", "An"), "pc"), Token("bo", said("兽人", "Orc"), "foe")
    clue, end = said("湿透的火柴", "wet matches"), said("守塔人自己", "the keeper himself")
    return {
        "Text": Text(said("雨下在没有人记得的码头上。", "Rain on a pier that nobody remembers.")),
        "Facts": Facts(
            (Fact(said("命中", "to hit"), 9), Fact(said("护甲", "armour"), 4), Fact(said("速度", "speed"), 7))
        ),
        "Vital": Vital(said("生命", "life"), 14, 30, note=said("流血", "bleeding")),
        "Track": Track(said("恐惧", "dread"), (1, 2, 4), limit=5),
        "Gauges": Gauges(said("架势", "stance"), (Gauge(5, 5), Gauge(3, 5), Gauge(0, 5, broken=True))),
        "Tags": Tags(
            (
                Tag(said("夜视", "night eyes"), "power"),
                Tag(said("旧伤", "old wound"), "weakness"),
                Tag(said("雨伞", "umbrella"), out=True),
            ),
            said("主题", "theme"),
        ),
        "Rows": Rows(
            (said("武器", "weapon"), said("伤害", "damage")), ((said("匕首", "dagger"), 3), (said("长枪", "lance"), 7))
        ),
        "Stations": Stations((said("确立", "establish"), said("行动", "act"), said("后果", "consequence")), 1),
        "Strip": Strip(20, 1, 13, ((13, ann), (8, bo)), said("回合钟", "clock")),
        "Timeline": Timeline(
            42,
            (Lane(ann, (Bar(20, 48, said("突刺", "thrust")),)), Lane(bo, (Bar(30, 66, said("重斩", "cleave")),))),
            48,
        ),
        "Thread": Thread((ann, bo), "ann", (Link("ann", "bo", said("攻击", "attack")),)),
        "Board": Board((BoardCard("c", clue, "clue"), BoardCard("x", end, "conclusion", "true")), (Link("c", "x"),)),
        "Stage": Stage(8, 4, (Piece(ann, 1, 1), Piece(bo, 5, 1, 2)), (Area(((3, 0), (3, 1)), "wall"),)),
        "Body": Body(
            (
                BodyPart("h", said("头", "head"), 0, 0, wounds=(1,)),
                BodyPart("b", said("躯干", "trunk"), 1, 0, wounds=(2, 3)),
            ),
            (Link("h", "b"),),
        ),
        "Empty": Empty(
            said("这里还没有人。", "Nobody is here."), deed("join", said("请一个人来", "ask somebody in"), who=())
        ),
    }


def picture(part: AnyPart, language: str) -> bytes:
    """A part as the groups see it, smaller, in few colours."""
    body = painted(Fonts(find_font()), Words(language), [Section("part", "", (part,))])
    whole = Image.open(io.BytesIO(body)).convert("RGB")
    framed = whole.crop((FRAME, FRAME, whole.width - FRAME, whole.height - FRAME))
    paper = Image.new("RGB", framed.size, framed.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(framed, paper).getbbox() or (0, 0, *framed.size)
    cut = framed.crop(
        (max(0, left - EDGE), max(0, top - EDGE), min(right + EDGE, framed.width), min(bottom + EDGE, framed.height))
    )
    small = cut.resize((cut.width // SCALE, cut.height // SCALE), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.quantize(COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for tongue in ("zh", "en"):
        for name, part in samples(tongue).items():
            (PICTURES / f"{name.lower()}.{tongue}.png").write_bytes(picture(part, tongue))
