"""A card that the GM has published: a page for whoever has the link, with nothing that is hidden."""

import re

from ludex.text.chat import Chat


async def _published(house):
    table, _ = await house.demo("mist", gm="GM")
    mc = Chat(table, "gm", "zh")
    await mc.line(".备线索 黑匣子 里面录着报站声")
    await mc.line(".结案 失败 水库决了口")
    told = (await mc.line(".卷宗 末班车 公开")).text
    assert "/page" in told, told
    return table, re.search(r"/t/[\w-]+/page", told)[0]


async def test_a_dossier_is_read_by_its_link_without_a_seat_and_without_what_is_hidden(house, client):
    _, path = await _published(house)
    page = await client.get(path)
    assert page.status_code == 200
    assert "水库决了口" in page.text
    assert "data-print-page" in page.text
    assert "黑匣子" not in page.text


async def test_the_link_to_a_page_opens_no_seat_and_a_seat_is_no_page(house, client):
    table, path = await _published(house)
    assert (await client.get(path.removesuffix("/page"))).status_code == 404
    secret = (await Chat(table, "gm", "zh").desk.invite(role="player", name="甲"))[1]
    assert (await client.get(f"/t/{secret}/page")).status_code == 404


async def test_a_published_page_survives_a_restart(house, client):
    table, path = await _published(house)
    await table.retire()
    house._tables.clear()
    assert (await client.get(path)).status_code == 200
