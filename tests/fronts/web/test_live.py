"""Live pages: what one does the others see, changed pieces only, and nothing bad that a page says hurts the table."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

from ludex.core.principals import actor
from ludex.fronts.web.live.messages import LARGEST
from ludex.table.audience import own_number


def logged(word):
    return lambda message: any(word in entry["html"] for entry in message.get("log", ()))


async def test_what_one_seat_does_the_others_see(demo, sit):
    _, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    assert (await ann.ask("line", text="你好 <b>"))["ok"]
    told = await gm.until(logged("你好"))
    assert "你好 &lt;b&gt;" in told["log"][-1]["html"]


async def test_only_changed_fragments_are_pushed(demo, sit):
    _, links = demo
    gm = await sit(links["gm"])
    await gm.ask("line", text="just talk")
    talk = await gm.until(logged("just talk"))
    assert "set" not in talk
    await gm.ask("line", text=".join zoe")
    joined = await gm.until(lambda m: "set" in m)
    assert "who-who-zoe" in joined["set"]
    assert not [name for name in joined["set"] if name.startswith("where")]
    assert "who-who-zoe" in joined["columns"]["who"]


async def test_a_page_that_comes_back_gets_what_it_missed_and_nothing_twice(demo, sit):
    table, links = demo
    ann = await sit(links["Ann"])
    await ann.ask("line", text="before")
    seen = (await ann.until(logged("before")))["last"]
    await ann.socket.close()
    gm = await sit(links["gm"])
    await gm.ask("line", text="while away")
    back = await sit(links["Ann"], hello=False)
    await back.ask("hello", seen=seen, first=1)
    missed = await back.until(lambda m: "log" in m)
    assert [e["n"] for e in missed["log"]] == [own_number(table.memory, table.seat("player1"), table.memory.n)]
    assert "while away" in missed["log"][0]["html"]


async def test_a_page_that_has_everything_is_sent_nothing_again(demo, sit):
    _, links = demo
    first = await sit(links["gm"], hello=False)
    await first.ask("hello", seen=0, first=1)
    have = {name: mark for name, (mark, _) in (await first.until(lambda m: "set" in m))["set"].items()}
    again = await sit(links["gm"], hello=False)
    await again.ask("hello", seen=10**6, first=1, have=have)
    push = await again.until(lambda m: True)
    assert "set" not in push
    assert "log" not in push


async def parked(demo, sit):
    _, links = demo
    pages = {name: await sit(link) for name, link in links.items()}
    while not demo[0].memory.parked:
        await pages["Ann"].ask("line", text=".strike bo 10")
    return pages


async def test_a_question_reaches_its_person_with_odds_and_is_answered_by_clicking(demo, sit):
    pages = await parked(demo, sit)
    table = demo[0]
    act = own_number(table.memory, table.seat("player1"), next(iter(table.memory.parked)))
    foreseen = await pages["Bo"].until(lambda m: "oddsbar" in m.get("set", {}).get("question", ("", ""))[1])
    assert "50.0%" in foreseen["set"]["question"][1]
    waiting = await pages["Ann"].until(lambda m: "question" in m.get("set", {}))
    assert 'data-answer="dodge"' not in waiting["set"]["question"][1]
    refused = await pages["Ann"].ask("answer", act=act, answer="take")
    assert refused["code"] == "not_your_question"
    assert (await pages["Bo"].ask("answer", act=act, answer="take"))["ok"]
    assert "wounded" in (await pages["gm"].until(logged("wounded")))["log"][-1]["html"]


async def test_undo_marks_what_is_undone_and_redo_brings_it_back(demo, sit):
    _, links = demo
    gm = await sit(links["gm"])
    await gm.ask("line", text=".join zoe")
    undone = await gm.ask("undo")
    assert "join zoe" in undone["undone"]
    assert ".join" not in undone["undone"]
    assert (await gm.until(lambda m: m.get("undone")))["undone"]
    assert (await gm.ask("redo"))["ok"]
    assert (await gm.until(lambda m: "undone" in m))["undone"] == []


async def test_a_player_cannot_undo_what_is_not_hers(demo, sit):
    _, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    await gm.ask("line", text=".join zoe")
    assert (await ann.ask("undo"))["code"] == "undo_not_yours"


async def test_hidden_rolls_and_secrets_never_reach_the_wrong_page(demo, sit):
    _, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    await gm.ask("line", text=".rh d1000 betrayal")
    assert "betrayal" in str(await gm.until(lambda m: "log" in m))
    await gm.ask("line", text=".rd6")
    told = (await ann.until(lambda m: "log" in m))["log"]
    assert len(told) == 1, "of the GM's hidden dice nobody hears at all"
    assert "betrayal" not in str(told)
    fresh = await sit(links["Ann"], hello=False)
    await fresh.ask("hello", seen=0, first=1)
    everything = str(await fresh.until(lambda m: "set" in m))
    assert "hush-ann" in everything
    assert "hush-bo" not in everything


async def test_older_entries_load_and_can_be_searched(demo, sit):
    _, links = demo
    gm = await sit(links["gm"])
    for n in range(70):
        await gm.ask("line", text=f"line {n}")
    late = await sit(links["Ann"], hello=False)
    await late.ask("hello", first=60, seen=demo[0].memory.n)
    older = await late.ask("older")
    numbers = [e["n"] for e in older["older"]]
    assert numbers == list(range(1, 60))
    assert older["first"] == 1
    assert (await late.ask("older"))["older"] == []
    found = await late.ask("search", text="LINE 42")
    assert len(found["found"]) == 1


async def test_the_gm_seats_people_and_a_dismissed_page_is_told(demo, sit, client):
    table, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    made = await gm.ask("invite", name="<i>Cy", role="player")
    assert (await client.get(made["link"])).status_code == 200
    assert (await gm.ask("control", seat="player3", actor="bo", on=True))["ok"]
    assert table.memory.seats["player3"].controls == ("bo",)
    assert (await gm.ask("auto", actor="bo", on=True))["ok"]
    assert table.memory.settings.automatic == {actor("bo")}
    assert (await ann.ask("invite", name="Di"))["code"] == "gm_only"
    assert (await gm.ask("dismiss", seat="player1"))["ok"]
    assert await ann.until(lambda m: "dead" in m)
    with pytest.raises(ConnectionClosed) as closed:
        await ann.receive()
    assert closed.value.rcvd.code == 4404


async def test_completion_offers_what_this_seat_may_type(demo, sit):
    _, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    everything = {n for c in (await gm.ask("commands"))["commands"] for n in c["names"]}
    hers = {n for c in (await ann.ask("commands"))["commands"] for n in c["names"]}
    assert {"strike", "heal", "event"} <= everything
    assert "strike" in hers
    assert not {"heal", "event"} & hers


@pytest.mark.parametrize(
    "nonsense", ["", "{", "[]", '{"do":"fly"}', '{"do":"line"}', '{"do":"line","text":7}', "null", "\x00"]
)
async def test_what_cannot_be_read_is_refused_and_the_connection_lives_on(demo, sit, nonsense):
    _, links = demo
    gm = await sit(links["gm"])
    before = demo[0].memory.n
    await gm.socket.send(nonsense)
    refused = await gm.until(lambda m: "reply" in m)
    assert refused["code"] == "bad_message"
    assert refused["text"]
    assert demo[0].memory.n == before
    assert (await gm.ask("line", text="still here"))["ok"]


async def test_a_megabyte_is_refused_in_words_and_the_connection_lives_on(demo, sit):
    _, links = demo
    gm = await sit(links["gm"])
    await gm.socket.send(json.dumps({"do": "line", "id": 7, "text": "x" * 1_000_000}))
    refused = await gm.until(lambda m: "reply" in m)
    assert refused["code"] == "line_too_long"
    assert str(LARGEST) in refused["text"]
    assert (await gm.ask("line", text="still here"))["ok"]


async def test_bytes_that_are_no_utf8_are_refused(demo, sit):
    _, links = demo
    gm = await sit(links["gm"])
    await gm.socket.send(b'{"do":"line","text":"\xff\xfe"}')
    assert (await gm.until(lambda m: "reply" in m))["code"] == "bad_message"
    assert (await gm.ask("line", text="still here"))["ok"]


async def test_a_dead_link_is_told_so(sit):
    page = await sit("nobody-sits-here-at-all", hello=False)
    assert "链接" in (await page.receive())["dead"]
    with pytest.raises(ConnectionClosed):
        await page.receive()


async def test_another_sites_page_gets_nothing(demo, sit):
    _, links = demo
    page = await sit(links["gm"], hello=False, origin="https://evil.example")
    with pytest.raises(ConnectionClosed) as closed:
        await page.receive()
    assert closed.value.rcvd.code == 4403


async def test_everybody_sees_where_somebody_points_and_nothing_keeps_it(demo, sit):
    table, links = demo
    gm, ann = await sit(links["gm"]), await sit(links["Ann"])
    before = table.memory.n
    assert (await gm.ask("ping", cell=[2, 3]))["ok"]
    assert (await ann.until(lambda m: "ping" in m))["ping"] == [2, 3]
    assert table.memory.n == before


async def test_a_seat_that_was_taken_away_comes_back_and_its_link_opens_it(demo, sit, house):
    table, links = demo
    gm = await sit(links["gm"])
    name, link = next((name, link) for name, link in links.items() if name != "gm")
    was = next(seat for seat in table.memory.seats.values() if seat.name == name)
    assert (await gm.ask("dismiss", seat=was.id))["gone"]
    assert (await gm.ask("restore", seat="nobody"))["code"] == "unknown_seat"
    assert (await gm.ask("restore", seat=was.id))["back"]
    _, seat = await house.enter(link)
    assert (seat.name, seat.role, seat.controls) == (was.name, was.role, was.controls)
    assert seat.id != was.id
    assert (await gm.ask("restore", seat=was.id))["code"] == "name_taken"
    player = await sit(link)
    assert (await player.ask("restore", seat=was.id))["code"] == "gm_only"


async def test_a_session_that_was_never_opened_cannot_be_closed_and_the_page_says_what_to_do_first(sit, demo):
    gm = await sit(demo[1]["gm"])
    reply = await gm.ask("line", text=".收团")
    assert not reply["ok"]
    assert ".开团" in reply["text"]
