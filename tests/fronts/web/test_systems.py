"""Every installed system on the page: its demo is drawn for every seat, in both languages, with words for everything."""

import re

import httpx
import msgspec
import pytest
from markupsafe import escape

from ludex.core.asks import GM
from ludex.fronts.web.app import create_app
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.live import chances, messages as m
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.questions import waiting
from ludex.fronts.web.log.logged import Scroll
from ludex.fronts.web.pages.helping import chapters as chapters_of
from ludex.store.sqlite import SqliteStore
from ludex.table.audience import Seen
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES, Words, chapters
from tests.fronts.web.test_parts import checked
from tests.ours import systems

BARE = re.compile(r">[^<]*\b((?:view|told|terms|questions|answers|why|outputs|rolls|errors|web)\.[a-z_]+)\b[^<]*<")
"""A key where words should stand."""

DEMOS = [name for name, system in systems().items() if system.demo is not None]


async def drawn(desk):
    picture = await Painter().picture(desk)
    entries = await Scroll(desk).latest(60)
    return [*(f.html for f in picture.fragments.values()), *(e.html for e in entries)]


@pytest.mark.parametrize("name", DEMOS)
async def test_a_demo_is_drawn_for_every_seat_in_both_languages(name, tmp_path):
    house = House(SqliteStore(tmp_path / "demo.db"))
    table, _ = await house.demo(name)
    await invite(table, table.seat("gm"), role="observer", name="Watcher")
    system = table.system
    for line in system.demo().lines:
        for seat in table.memory.seats:
            await Chat(table, seat).line(line)
    bare = set()
    for seat in table.memory.seats:
        for language in LANGUAGES:
            for html in await drawn(Chat(table, seat, language)):
                bare |= set(BARE.findall(checked(html)))
    await house.close()
    assert not bare


@pytest.fixture
async def installed(tmp_path):
    """A client of the application with the systems that are installed."""
    house = House(SqliteStore(tmp_path / "credits.db"))
    transport = httpx.ASGITransport(create_app(house))
    async with httpx.AsyncClient(transport=transport, base_url="http://ludex") as client:
        yield client
    await house.close()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_credits_name_the_source_of_every_system(installed, language):
    page = (await installed.get("/credits", headers={"accept-language": language})).text
    assert "WhiliMior" in page
    for system in systems().values():
        words = Words(language, system.package)
        assert str(escape(words("system.title"))) in page
        assert str(escape(words("system.credit"))) in page


@pytest.mark.parametrize("name", sorted(systems()))
async def test_the_rulebook_stands_in_chapters_with_an_anchor_for_every_clause(installed, name):
    page = (await installed.get(f"/rules/{name}")).text
    for chapter in chapters(systems()[name].package, "zh"):
        assert f'id="{chapter.code}"' in page
        assert all(f'id="{clause}"' in page for clause in chapter.clauses)


SEEN = re.compile(r'>([^<>]*)<|(?:title|aria-label|data-line|placeholder)="([^"]*)"')
CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


@pytest.mark.parametrize("name", DEMOS)
async def test_the_english_demo_is_english_for_every_seat(name, tmp_path):
    house = House(SqliteStore(tmp_path / "english.db"))
    table, _ = await house.demo(name, language="en")
    for seat in table.memory.seats:
        found = [one or other for html in await drawn(Chat(table, seat, "en")) for one, other in SEEN.findall(html)]
        assert [text for text in found if CHINESE.search(text)] == []
    await house.close()


async def test_deeds_that_take_turns_wait_while_somebody_is_asked_and_say_for_whom(tmp_path, monkeypatch):
    house = House(SqliteStore(tmp_path / "held.db"))
    table, _ = await house.demo("boon", language="zh")
    gm = Chat(table, "gm")
    players = [Chat(table, seat.id) for seat in table.memory.seats.values() if not seat.gm]
    first = next(desk for desk in players if desk.seat.name == "安")
    painter = Painter()

    async def buttons(desk):
        return (await painter.picture(desk)).fragments["hand"].html

    await first.take(".上 安")
    assert 'class="deed act primary"' in await buttons(first)
    await first.take(".手骰 10 2: .攻击 兽人1 长剑")
    assert "held" in await buttons(first)
    assert "等兽人1回答了再来。" in await buttons(first)
    assert "先回答兽人1的问题。" in await buttons(gm)
    drawing = Drawing.at(first)
    assert [one.who for one in waiting(first, drawing)] == ["兽人1"]
    monkeypatch.setattr(type(first.desk), "waits", lambda desk: [])  # what is held up shows that there is something
    assert [one.who for one in waiting(first, drawing)] == [first.name_of(GM)]
    monkeypatch.undo()
    await gm.answer(gm.desk.questions()[0], "none")
    assert "held" not in await buttons(first)
    assert "held" not in await buttons(gm)
    await house.close()


async def test_what_everybody_hears_is_not_told_as_done_in_secret(tmp_path):
    house = House(SqliteStore(tmp_path / "heard.db"))
    table, _ = await house.demo("boon", language="en")
    scroll = Scroll(Chat(table, "gm", "en"))
    later = Seen(9, "2026-01-01T00:00:00Z", "acted", "gm", "GM", act=8)
    assert "out of sight" not in scroll.draw(later).html
    assert "answered." in scroll.draw(later).html
    assert "out of sight" in scroll.draw(msgspec.structs.replace(later, hidden=True)).html
    await house.close()


async def test_a_button_in_the_log_goes_when_it_does_nothing_any_more(tmp_path):
    house = House(SqliteStore(tmp_path / "offered.db"))
    table, _ = await house.demo("mist")
    gm = Chat(table, "gm")
    await gm.take(".状态 林默 受伤 2")
    await gm.take(".状态 林默 骨折 2")
    page, stale = Scroll(gm), Scroll(gm)
    assert sum(entry.html.count("data-deed") for entry in await page.latest(5)) == 2
    stale.first, stale.last = page.first, page.last  # a page that was drawn by another
    await stale.undone()
    assert not page.lapsed()
    assert not stale.lapsed()
    await gm.take(".并状态 林默 骨折 受伤")
    for scroll in (page, stale):
        assert [entry.html.count("data-deed") for entry in scroll.lapsed()] == [0]
        assert not scroll.lapsed()
    assert sum(entry.html.count("data-deed") for entry in await Scroll(gm).latest(5)) == 0
    await gm.take(".undo")
    assert [entry.html.count("data-deed") for entry in page.lapsed()] == [2]
    await house.close()


async def test_a_question_is_waited_for_since_it_was_asked(tmp_path):
    house = House(SqliteStore(tmp_path / "waited.db"))
    table, _ = await house.demo("boon", language="zh")
    hours = iter(range(24))
    gm, painter = Chat(table, "gm"), Painter()
    first = next(Chat(table, seat.id) for seat in table.memory.seats.values() if seat.name == "安")

    async def since():
        hour = next(hours)
        table.clock = lambda: f"2026-01-01T{hour:02}:00:00Z"
        return re.findall(r'data-since="([^"]*)"', (await painter.picture(gm)).fragments["title"].html)

    await first.take(".上 安")
    began = await since()
    assert began
    assert await since() == began
    await first.take(".手骰 10 2: .攻击 兽人1 长剑")
    assert await since() == []  # the GM is asked
    await gm.answer(gm.desk.questions()[0], "none")
    assert await since() == []  # the orc's turn
    await gm.take(".undo")
    assert await since() > began
    await house.close()


async def test_odds_are_offered_only_where_a_deed_has_some(tmp_path):
    house = House(SqliteStore(tmp_path / "odds.db"))
    table, _ = await house.demo("mirror", language="zh")

    async def offered(deed, **args):
        asked = m.Odds(deed=deed, args=args, actor="an", whether=True)
        return (await chances.for_one(Chat(table, "gm"), asked))["odds"]

    assert await offered("ck", skill="洞悉", target=12)
    assert not await offered("ck")  # nothing is said yet
    assert not await offered("levelup", who="an")
    assert not await offered("status", status="潜行", who="an")
    await house.close()


@pytest.mark.parametrize("name", sorted(systems()))
async def test_an_english_reader_is_shown_english_examples(name, tmp_path):
    house = House(SqliteStore(tmp_path / "examples.db"))
    table, _ = await house.demo(name, language="en")
    shown = [entry.example for _, entries in chapters_of(Chat(table, "gm", "en")) for entry in entries]
    assert len([line for line in shown if line]) > 40
    assert [line for line in shown if CHINESE.search(line)] == []
    await house.close()


async def test_many_deeds_stand_under_whose_they_are(tmp_path):
    house = House(SqliteStore(tmp_path / "groups.db"))
    table, _ = await house.demo("fet", language="en")
    hand = (await Painter().picture(Chat(table, "gm", "en"))).fragments["hand"].html
    assert re.findall(r"<h2>(\w+)</h2>", hand)[:2] == ["Guard", "Thug"]
    await house.close()
