"""Views as pictures: every part is drawn, whatever stands in it."""

import io

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from ludex.core.explain import Term, Total
from ludex.core.names import harmless
from ludex.core.say import say
from ludex.core.system import Viewer
from ludex.core.view import (
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
    Vital,
)
from ludex.fronts.bots.painting import Fonts, NoFont, find_font, painted, painted_text
from ludex.fronts.bots.painting.canvas import EDGE, TALLEST, WIDTH
from ludex.text.words import Words
from tests.ours import systems

try:
    FONTS = Fonts(find_font())
except NoFont:
    pytest.skip("no font with Chinese letters", allow_module_level=True)

AN, ORC = Token("an", "安", "hero"), Token("orc", "兽人", "foe")
PARTS = [
    Text("雨夜 rain", "warn"),
    Facts(
        (
            Fact("力量", 13),
            Fact("长" * 80, "x"),
            Fact("命中", 3, Total(3, (Term(1, say("职业"), "BOO-ATK-3"), Term(2, say("剑"))))),
        )
    ),
    Vital("生命", 3, 18, note="受伤"),
    Vital("债", -2, 0, low=-10),
    Track("时钟", (1, 2), 6, limit=4, note="极限"),
    Gauges("精神", (Gauge(8, 8), Gauge(0, 8, broken=True)), note="8/16"),
    Tags((Tag("记者证"), Tag("怕火", "weakness"), Tag("湿", "story", out=True, note="一次")), "主题"),
    Rows(("武器", "伤害"), (("长剑", "2d6"), ("很长的名字" * 20, 3))),
    Stations(("确立", "行动"), 1),
    Strip(20, 0, 7, ((7, AN), (12, ORC))),
    Timeline(3.0, (Lane(AN, (Bar(1, 6, "挥剑"), Bar(6, 6.1, "收", "broken"))), Lane(ORC, ())), 6.0),
    Thread((AN, ORC), "an", (Link("an", "orc", "攻击"),)),
    Board((BoardCard("a", "它是什么", "mystery", note="怎样？"), BoardCard("b", "车票", "clue", "false"))),
    Stage(6, 4, (Piece(AN, 1, 1), Piece(ORC, 3, 2, 2)), (Area(((0, 0), (1, 0)), "wall"),)),
    Body(
        (BodyPart("h", "头", 0, 1, wounds=(1, 3)), BodyPart("t", "躯干", 1, 1, state="lost", note="心")),
        (Link("h", "t"),),
    ),
    Deeds(()),
    Empty("什么也没有"),
]


def opened(body):
    picture = Image.open(io.BytesIO(body))
    assert picture.format == "PNG"
    picture.load()
    return picture


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_part_leaves_its_mark_on_the_paper(part):
    words = Words("zh")
    blank = opened(painted(FONTS, words, [Section("s", "题", ())]))
    drawn = opened(painted(FONTS, words, [Section("s", "题", (part,))]))
    assert drawn.width == WIDTH
    assert isinstance(part, Deeds) or drawn.height > blank.height


@pytest.mark.parametrize("system", sorted(systems()))
def test_the_demo_of_every_system_is_drawn_for_everybody(system):
    found = systems()[system]
    state = found.demo().state
    for viewer in (Viewer(), Viewer("player"), Viewer("observer")):
        view = found.look(found.known_to(state, viewer), viewer)
        assert opened(painted(FONTS, Words("zh", found.package), (*view.where, *view.who))).height > 400


def test_a_map_stands_on_its_row_zero_as_on_the_page():
    map_ = Stage(4, 4, (Piece(Token("o", "兽", "foe"), 0, 0),))
    drawn = opened(painted(FONTS, Words("zh"), [Section("s", "题", (map_,))])).convert("L")
    dark = [(x, y) for y in range(0, drawn.height, 4) for x in range(0, drawn.width, 4) if drawn.getpixel((x, y)) < 80]
    low = [y for x, y in dark if x < drawn.width / 4 and y > drawn.height * 0.4]
    assert sum(low) / len(low) > drawn.height * 0.75


def test_a_picture_has_an_end():
    sections = [Section(str(n), "题", tuple(PARTS)) for n in range(20)]
    assert opened(painted(FONTS, Words("zh"), sections)).height == TALLEST
    assert opened(painted_text(FONTS, "字" * 100 + "\n" * 2000)).height <= TALLEST


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(20, 400))
def test_lines_hold_every_letter_and_are_not_too_wide(text, width):
    size = 18
    lines = FONTS.wrapped(text, size, width)
    assert "".join("".join(lines).split()) == "".join(harmless(text).split())
    assert all(FONTS.width(line, size) <= max(width, 2 * size) or len(line) <= 1 for line in lines)


def test_nothing_is_written_over_the_edge():
    drawn = opened(painted(FONTS, Words("zh"), [Section("s", "题", tuple(PARTS))])).convert("RGB")
    paper = drawn.getpixel((2, 2))
    assert all(drawn.getpixel((drawn.width - EDGE // 2, y)) == paper for y in range(0, drawn.height, 3))
