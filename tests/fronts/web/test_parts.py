"""Every part of the vocabulary is drawn, and people's own words stay text."""

import re
from html.parser import HTMLParser
from typing import Any, get_args

import msgspec
import pytest

from ludex.core.asks import Option
from ludex.core.deeds import deed
from ludex.core.driving import Choice
from ludex.core.principals import actor
from ludex.core.say import Say
from ludex.core.view import (
    AnyPart,
    Bar,
    Board,
    BoardCard,
    Card,
    Fact,
    Lane,
    Piece,
    Section,
    Stage,
    Stations,
    Strip,
    Thread,
    Timeline,
    Token,
    Verdict,
)
from ludex.fronts.web.drawing.answered import answered
from ludex.fronts.web.drawing.draw import Drawing, environment
from ludex.fronts.web.drawing.shapes import prose, sides, stage, timeline
from ludex.fronts.web.live.questions import gaps
from ludex.text.words import LANGUAGES, Words
from tests.fronts.web.parlour import EVIL, EVIL_PARTS, PARTS, WHY

VOID = {"img", "input", "link", "meta", "br", "hr"}


class Balance(HTMLParser):
    """Finds tags that are not closed, scripts, and handlers."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        if tag == "script" or any(name.startswith("on") or name == "style" for name, _ in attrs):
            self.wrong.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


def checked(html):
    balance = Balance()
    balance.feed(str(html))
    assert not balance.wrong
    assert not balance.open
    return str(html)


@pytest.fixture(params=LANGUAGES)
def drawing(request):
    return Drawing(Words(request.param), "parlour")


def test_there_is_a_drawing_for_every_part_of_the_vocabulary():
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(AnyPart)}
    assert kinds == set(PARTS) == set(EVIL_PARTS)
    drawn = {
        name.removeprefix("parts/").removesuffix(".html")
        for name in environment().list_templates()
        if name.startswith("parts/")
    }
    assert drawn == kinds


@pytest.mark.parametrize("name", sorted(PARTS))
def test_a_part_is_drawn_whole(drawing, name):
    assert checked(drawing.part(PARTS[name]))


@pytest.mark.parametrize("name", sorted(EVIL_PARTS))
def test_markup_in_peoples_words_stays_text(drawing, name):
    html = checked(drawing.part(EVIL_PARTS[name]))
    assert "<img" not in html
    assert "&lt;i" in html


@pytest.mark.parametrize("name", sorted(PARTS))
def test_no_phrase_is_missing(drawing, name):
    assert "web." not in re.sub(r'data-\w+="[^"]*"', "", str(drawing.part(PARTS[name])))


def test_a_section_that_only_some_see_is_dashed_and_says_so(drawing):
    html = checked(drawing.section(Section("x", EVIL, (PARTS["text"],), hidden=True, folded=True, note=EVIL)))
    assert "hidden-part" in html
    assert "open" not in html.split(">")[0]
    assert "<img" not in html


def test_a_total_opens_into_its_terms_and_they_into_clauses(drawing):
    html = checked(drawing.total(WHY))
    assert html.count('class="clause"') == 5
    assert "/rules/parlour#TOY-2" in html
    assert "−3" in html.replace(" ", "")


@pytest.mark.parametrize(("kind", "shape"), [("great", "✦"), ("good", "●"), ("mixed", "◐"), ("bad", "○")])
def test_a_verdict_has_a_shape_beside_its_colour(drawing, kind, shape):
    card = Card("x", Verdict(kind, "so it is"), (Fact("total", 9, total=WHY),), (EVIL,), (PARTS["track"],))
    html = checked(drawing.card(card))
    assert shape in html
    assert "<img" not in html


def test_a_verdict_for_its_reader_is_marked_so(drawing):
    assert "as-read" in checked(drawing.card(Card("x", Verdict("bad", "she dies", for_reader=True))))
    assert "as-read" not in checked(drawing.card(Card("x", Verdict("bad", "a miss"))))


def test_a_hex_stage_counts_north_upwards():
    part = PARTS["stage"]
    assert isinstance(part, Stage)
    hexes = msgspec.structs.replace(part, grid="hex")
    assert stage.middle(0, 1, hexes)[1] < stage.middle(0, 0, hexes)[1]
    assert stage.middle(1, 0, hexes)[0] > stage.middle(0, 0, hexes)[0]
    assert stage.middle(0, 1, part)[1] < stage.middle(0, 0, part)[1]


def test_a_timeline_holds_now_and_every_bar():
    part = PARTS["timeline"]
    assert isinstance(part, Timeline)
    axis = timeline.axis(part)
    places = [axis.now, axis.next, *(b.x for lane in axis.lanes for b in lane.bars)]
    assert all(0 <= place <= 100 for place in places)
    assert 5 <= len(axis.marks) <= 12


def fought(now, *bars):
    """A timeline of one lane: bars from start to end, over or going on."""
    made = tuple(Bar(start, end, "x", state="running" if end > now else "done") for start, end in bars)
    return timeline.axis(Timeline(now, (Lane(Token("a", "甲"), made),)))


def test_a_label_never_lies_over_the_next_bar():
    (lane,) = fought(10, (0, 4), (4, 5), (5, 6), (6, 10)).lanes
    assert [bar.named for bar in lane.bars] == [True, False, False, True]
    assert not any(bar.outside for bar in lane.bars)


def test_what_has_just_begun_is_named_beside_its_bar():
    (lane,) = fought(19, (0, 19), (19, 20)).lanes
    assert lane.bars[-1].outside
    assert lane.bars[-1].x + lane.bars[-1].width <= 100 - timeline.NARROW


def test_a_long_fight_is_shown_from_where_things_go_on():
    shape = fought(300, *((t, t + 10) for t in range(0, 300, 10)), (300, 310))
    (lane,) = shape.lanes
    assert shape.first > 280
    assert all(bar.x >= 0 for bar in lane.bars)
    assert lane.bars[-1].width > 30


def test_an_empty_timeline_and_a_strip_without_now_are_drawn(drawing):
    checked(drawing.part(Timeline(0, ())))
    checked(drawing.part(msgspec.structs.replace(PARTS["strip"], now=None)))
    checked(drawing.part(Stations((), 0)))


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("安可", "安可"),
        ("博尔顿", "尔顿"),
        ("山贼12", "山12"),
        ("Orc 3", "Or3"),
        ("ogre12", "O12"),
        ("7", "7"),
        ("Cat Stevens", "CS"),
        ("ann", "AN"),
        ("", "?"),
    ],
)
def test_a_token_shows_initials(name, letters):
    assert prose.initials(name) == letters


def asked(drawing, answer, fill, called=None):
    option = Option(answer, fill=fill, called=called or {})
    return [(gap["name"], gap["fill"]) for gap in msgspec.json.decode(gaps(drawing, option))]


def test_a_suggestion_that_is_typed_with_a_sign_is_read_in_words():
    words = Words("en", "", {"answers.burning": "{tag}, burnt"})
    found = asked(
        Drawing(words), "with:<tags…>", {"tags": ("luck", "luck!")}, {"luck!": Say("answers.burning", {"tag": "luck"})}
    )
    assert found == [("tags…", [["luck", "luck"], ["luck!", "luck, burnt"]])]


def test_a_gap_of_a_deed_suggests_the_readers_words_and_sends_what_the_deed_takes():
    attack = deed("strike", "strike", who=(Say("roles.gm"), "ann"))
    for language, shown in (("en", "GM"), ("zh", "主持人")):
        (gap,) = msgspec.json.decode(Drawing(Words(language)).deed_gaps(attack))
        assert gap["fill"] == [["gm", shown], ["ann", "ann"]]


def test_every_gap_of_an_answer_is_asked_for_by_itself_and_gives_the_rules_their_own_words():
    words = Words("en", "", {"terms.warrior": "Warrior"})
    fill = {"domain": ("warrior",)}
    found = asked(Drawing(words), "<domain>:<n>,<domain>:<n>", fill)
    assert found == [("domain", [["warrior", "Warrior"]]), ("n", []), ("domain", [["warrior", "Warrior"]]), ("n", [])]


def test_what_comes_in_two_languages_is_suggested_in_the_readers_alone():
    fill = {"name": ("周遥", "Zhou", "Ann")}
    for language, name in (("zh", "周遥"), ("en", "Zhou")):
        drawing = Drawing(Words(language, "ludex.systems.mist"))
        assert asked(drawing, "<name>", fill) == [("name", [[name, name], ["Ann", "Ann"]])]


def test_english_labels_begin_with_a_capital_and_peoples_words_stay():
    assert Drawing(Words("en", "", {"view.x": "attack"})).head(Say("view.x")) == "Attack"
    assert Drawing(Words("en")).head("ann") == "ann"


def test_an_answer_in_the_log_reads_without_bare_keys():
    phrases = {"terms.dexterity": "敏捷", "things.axe": "战斧", "answers.block": "格挡", "answers.aim": "瞄准：写部位"}
    words = Words("zh", "", {**phrases, "view.offer": "重掷（1 点）", "view.told": "安 格挡"})

    def told(answer: str, **facts: Any) -> str:
        return str(answered(words, Choice(actor("an"), "q", answer, **{"by": "s1", **facts}), "安"))

    assert told("attribute:dexterity") == "<b>安</b> 敏捷"
    assert told("block:axe") == "<b>安</b> 格挡 · 战斧"
    assert told("aim:左手:both") == "<b>安</b> 瞄准 · 左手", "no hint of how it is typed, no key of the rules"
    assert told('block:{"a": 1}') == "<b>安</b> 格挡", "a record is nothing to read"
    assert told("use", says=Say("view.offer")) == "<b>安</b> 重掷（1 点）"
    assert told("use", told=Say("view.told")) == "安 格挡"
    assert told("use", says=Say("view.offer"), by="", how="taken") == words("log.taken", answer="重掷（1 点）")
    assert told("block", by="") == "", "the table's answer to somebody else's question goes without saying"
    assert told("block", by="", how="policy") == "", "nor does what a policy answers read as her own word"
    assert told("use") == ""


def test_an_axis_begins_at_the_start_of_time_and_its_first_and_last_times_lie_inside():
    shape = timeline.axis(Timeline(now=0, lanes=()))
    assert shape.first == 0
    assert [time for _, time in shape.marks][-1] < shape.last  # one at the very edge would be cut
    assert all(place <= timeline.EDGE for place, _ in shape.marks)
    assert "mark num" in Drawing(Words("zh")).part(Timeline(now=0, lanes=()))


def test_sides_are_coloured_in_the_order_in_which_they_stand():
    tokens = tuple(Token(name, name, side=side) for name, side in (("a", "west"), ("b", "east")))
    assert sides.sides(Thread(tokens)) == {"west": "side-0", "east": "side-1"}


def test_a_card_on_the_board_shows_its_whole_text():
    text = "A photograph of the whole group has a blank in the shape of a person, and the chair behind it is wet."
    html = Drawing(Words("en")).part(Board((BoardCard("c", "gap", "clue", "", text),)))
    assert text in html


def test_chances_say_zero_and_hundred_only_when_they_are(drawing):
    assert [drawing.percent(c) for c in (0, 0.0004, 0.25, 0.9999, 1)] == ["0%", "<0.1%", "25.0%", ">99.9%", "100%"]


def test_pieces_that_share_a_cell_stand_beside_one_another():
    there = [Piece(Token(name, name), 1, 1) for name in "abc"]
    alone = Piece(Token("d", "d"), 0, 0)
    drawn = stage.stage(Stage(3, 3, (*there, alone))).pieces
    together, (single,) = drawn[:3], drawn[3:]
    assert len({(p.x, p.y) for p in together}) == 3
    half, middle = stage.CELL / 2, stage.CELL * 1.5
    assert all(p.scale < 1 and abs(p.x - middle) < half and abs(p.y - middle) < half for p in together)
    assert (single.x, single.y, single.scale) == (half, stage.CELL * 2.5, 1)


def test_a_page_shows_no_line_to_type_where_it_has_a_button():
    drawing = Drawing(Words("zh"))
    assert drawing.shown("还没有人。先写一个角色，或 .登场 哥布林。") == "还没有人。"
    assert drawing.shown("移动 3.5 码；等着。") == "移动 3.5 码； 等着。"
    assert Drawing(Words("en")).shown("Nobody yet. Write somebody, or type .npc goblin.") == "Nobody yet."


def test_two_who_begin_alike_have_other_letters():
    assert prose.told_apart(["哥布林1", "哥布林2", "哥布林弓手1", "安"]) == {"哥布林弓手1": ("弓", "1")}
    assert prose.told_apart(["Orc", "Ogre", "Orc1", "Ogre1"]) == {}  # Or and Og by themselves
    assert prose.told_apart(["Orc", "Orc chief"]) == {"Orc chief": ("C", "")}
    assert prose.told_apart(["Ann", "Ann"]) == {}
    assert prose.told_apart(["Bai", "Bandit1", "Bandit2"]) == {"Bandit1": ("Bn", "1"), "Bandit2": ("Bn", "2")}
    assert [prose.letters(name) for name in ("Orc", "Bai", "安", "GM", "Bandit2")] == [
        ("Or", ""),
        ("Ba", ""),
        ("安", ""),
        ("GM", ""),
        ("Ba", "2"),
    ]


def test_a_number_does_not_stick_to_an_english_name_where_people_read_it():
    shown = prose.numbers_apart('<b data-name="Orc1">Orc1</b> <i>D20, 2d4kh1</i><option>Orc1</option>')
    assert shown == '<b data-name="Orc1">Orc 1</b> <i>D20, 2d4kh1</i><option>Orc1</option>'


def test_a_line_of_the_story_says_how_it_ended_however_long_it_is():
    drawing = Drawing(Words("zh"))
    lines = (
        "头受了八道重伤，都是冲击伤，没有一道挡得住",
        "部位已失，四道伤消失，其余转到躯干去了",
        "护甲坏了一层",
        "头解体",
    )
    assert drawing.gist(Card("打", lines=lines)) == f"{lines[0]}；{lines[1]}；…；头解体"
    assert drawing.gist(Card("打", lines=lines[2:])) == "护甲坏了一层；头解体"


def test_who_has_no_tick_left_stands_where_she_will_in_the_next_round(drawing):
    part = Strip(20, 1, 16, ((16, Token("a", "An")), (-11, Token("b", "Bo")), (-30, Token("c", "Cy"))))
    ticks = {tick.number: tick for tick in timeline.ticks(part)}
    assert [token.name for token in ticks[9].later] == ["Bo"]
    assert not any(tick.later for number, tick in ticks.items() if number != 9)
    assert [token.name for _, token in timeline.beside(part)] == ["Cy"]
    assert drawing.part(part).count('class="later"') == 1


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([("一二", False)], ["一二"]),
        ([("走", False), ("看了很久很久", False), ("停", False)], ["走", "…", "停"]),
        ([("说了很久很久", False), ("受伤", True), ("轮到", False)], ["…", "受伤", "轮到"]),
        ([("a", False), ("long words", False), ("bc", False), ("d", False)], ["a", "…", "bc", "d"]),
        ([("受伤受伤", True), ("死了死了", True), ("好", False)], ["受伤受伤", "死了死了", "…"]),
        ([], []),
    ],
)
def test_of_many_lines_what_weighs_is_told(lines, told):
    assert prose.shortened(lines, 8) == told
