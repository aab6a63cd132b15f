"""The pages over HTTP: start, table, rules; headers, languages, dead links, forms that are wrong."""

import gzip
import io
import re
import zipfile

import pytest

from ludex.fronts.web.gate.security import BODY
from ludex.table.audience import own_number


async def test_the_start_page_offers_a_demo_and_a_new_table_with_the_systems_options(client):
    page = await client.get("/")
    assert page.status_code == 200
    assert 'action="/demo/parlour"' in page.text
    assert 'name="option.armour"' in page.text
    assert '<html lang="zh-CN"' in page.text


async def test_no_phrase_is_missing_from_any_page(client, demo):
    for path in ("/", f"/t/{demo[1]['gm']}", "/rules/parlour", "/nowhere"):
        for language in ("zh", "en"):
            page = await client.get(path, headers={"cookie": f"language={language}"})
            assert not re.search(r">[^<]*\bweb\.\w+[^<]*<", page.text)


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "zh-CN"),
        ({"accept-language": "en-GB,en;q=0.9"}, "en"),
        ({"accept-language": "fr,en;q=0.5"}, "en"),
        ({"accept-language": "fr"}, "zh-CN"),
        ({"accept-language": "zh-TW", "cookie": "language=en"}, "en"),
        ({"cookie": "language=xx; theme=<"}, "zh-CN"),
    ],
)
async def test_the_reader_chooses_the_language(client, headers, language):
    assert f'<html lang="{language}"' in (await client.get("/", headers=headers)).text


async def test_the_theme_is_in_the_page_from_the_first_byte(client):
    assert 'data-theme="dark"' in (await client.get("/", headers={"cookie": "theme=dark"})).text


async def test_every_answer_carries_strict_headers_and_no_inline_script(client, demo):
    for path in ("/", f"/t/{demo[1]['Ann']}", "/t/nobody-sits-here", "/nowhere", "/rules/parlour", "/api/systems"):
        answer = await client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|https?://(?!127)", answer.text)


async def test_assets_are_first_party_and_kept_for_long(client):
    page = (await client.get("/")).text
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        asset = await client.get(path)
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["x-content-type-options"] == "nosniff"


async def test_a_demo_leads_to_the_gms_seat_and_brings_the_other_links_behind_the_hash(client):
    answer = await client.post("/demo/parlour")
    assert answer.status_code == 303
    path, _, others = answer.headers["location"].partition("#")
    assert (await client.get(path)).status_code == 200
    links = dict(pair.split("=") for pair in others.split("&"))
    assert set(links) == {"Ann", "Bo"}
    assert (await client.get(f"/t/{links['Ann']}")).status_code == 200


async def test_a_table_is_made_from_the_form(client, house):
    form = {"system": "parlour", "name": "<b>雨夜", "gm": "阿明", "option.armour": "5"}
    answer = await client.post("/tables", data=form)
    assert answer.status_code == 303
    page = (await client.get(answer.headers["location"])).text
    assert "&lt;b&gt;雨夜" in page
    assert "<b>雨夜" not in page
    table, seat = await house.enter(answer.headers["location"].rsplit("/", 1)[-1])
    assert (table.memory.state.options.armour, seat.name) == (5, "阿明")


@pytest.mark.parametrize(
    "form",
    [
        {"system": "nothing"},
        {},
        {"system": "parlour", "option.armour": "<x>"},
        {"system": "parlour", "name": "长" * 41},
    ],
)
async def test_a_wrong_form_says_what_was_wrong_and_makes_nothing(client, house, form):
    answer = await client.post("/tables", data=form)
    assert answer.status_code == 400
    assert 'class="problem"' in answer.text
    assert "<x>" not in answer.text
    assert await house.store.rows() == []


@pytest.mark.parametrize("secret", ["nobody-sits-here-at-all", "%ff%fe", "%3Cscript%3E", "x" * 500, "..%2f..%2fetc"])
async def test_a_dead_link_is_answered_clearly(client, secret):
    answer = await client.get(f"/t/{secret}")
    assert answer.status_code == 404
    assert "text/html" in answer.headers["content-type"]
    assert "<script>" not in answer.text


async def test_a_form_that_is_too_large_is_refused(client):
    answer = await client.post("/tables", data={"system": "parlour", "name": "x" * (BODY + 1)})
    assert answer.status_code == 413


async def test_bytes_that_are_no_utf8_are_answered_cleanly(client):
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = await client.post("/tables", content=b"system=parlour&name=%ff%fe\xff", headers=headers)
    assert answer.status_code in (303, 400)
    assert (await client.get("/")).status_code == 200


async def test_the_table_page_is_whole_before_any_script_runs(client, demo):
    table, links = demo
    page = (await client.get(f"/t/{links['Ann']}")).text
    last = own_number(table.memory, table.seat("player1"), table.memory.n)
    assert 'id="f-question"' in page
    assert "ludex-stage" in page
    assert f'data-last="{last}"' in page
    assert "hush-bo" not in page


async def test_only_the_gm_gets_the_seats_forms(client, demo):
    _, links = demo
    assert 'id="invite"' in (await client.get(f"/t/{links['gm']}")).text
    assert 'id="invite"' not in (await client.get(f"/t/{links['Ann']}")).text


async def test_rules_of_a_system_that_is_not_there_and_clauses_that_are_not_there(client):
    assert (await client.get("/rules/nothing")).status_code == 404
    assert (await client.get("/rules/parlour/TOY-99")).status_code == 404


async def test_the_story_is_kept_as_files(demo, client, sit):
    _, links = demo
    page = await sit(links["gm"])
    await page.ask("line", text="灯灭了 <b>三</b> 盏")
    await page.ask("line", text=".r 2d6 开门")
    kept = {form: await client.get(f"/t/{links['gm']}/story/0/as/{form}") for form in ("html", "docx", "txt", "jsonl")}
    assert {one.status_code for one in kept.values()} == {200}
    assert "灯灭了 &lt;b&gt;三&lt;/b&gt; 盏" in kept["html"].text
    assert "灯灭了 <b>三</b> 盏" in kept["txt"].text
    with zipfile.ZipFile(io.BytesIO(kept["docx"].content)) as pack:
        assert "灯灭了 &lt;b&gt;三&lt;/b&gt; 盏" in pack.read("word/document.xml").decode()
    assert kept["jsonl"].text.count("\n") >= 4
    assert (await client.get(f"/t/{links['gm']}/story/0/as/exe")).status_code == 404


async def test_the_story_of_an_evening_begins_before_anybody_opens_a_session(demo, client, sit):
    _, links = demo
    page = await sit(links["gm"])
    for line in ("早到的人", ".开团 雨夜", "三盏灯", ".收团", "散场以后"):
        await page.ask("line", text=line)
    story = (await client.get(f"/t/{links['gm']}/story")).text
    assert [one for one in ("雨夜", "早到的人", "三盏灯", "散场以后") if one not in story] == []


async def test_a_scene_is_a_heading_of_the_story(house, client, sit):
    _, links = await house.demo("fable")
    page = await sit(links["gm"])
    for line in ("雨停了", ".场景 钟楼", "楼梯很窄"):
        await page.ask("line", text=line)
    for path in ("", "/0/as/html"):
        story = (await client.get(f"/t/{links['gm']}/story{path}")).text
        before, _, after = story.partition("<h2>钟楼</h2>")
        assert ("雨停了" in before, "楼梯很窄" in after, "场景" in after) == (True, True, False), path


async def test_a_table_is_light_over_the_wire(house, client):
    _, links = await house.demo("boon")
    page = await client.get(f"/t/{links['gm']}")
    assert page.headers["content-encoding"] == "gzip"
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
    whole = len(gzip.compress(page.content))
    for path in files:
        whole += len(gzip.compress((await client.get(path)).content))
    assert sum(path.endswith(".js") for path in files) == 2  # all scripts that a table may ever want are one of them
    assert len(files) < 16
    assert whole < 125_000, whole


async def test_the_gm_calls_for_checks_from_the_hand_of_the_scene(house, client):
    _, links = await house.demo("fet")
    assert 'data-common="call"' in (await client.get(f"/t/{links['gm']}")).text
    player = next(link for seat, link in links.items() if seat != "gm")
    assert 'data-common="call"' not in (await client.get(f"/t/{player}")).text
