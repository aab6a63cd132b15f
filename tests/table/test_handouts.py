"""Handouts reach those they are for; what the GM has ready is nobody else's until one word brings it on; pictures are made harmless."""

import io

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import campaign, handing
from ludex.store.sqlite import SqliteStore
from ludex.table import handouts as pictures
from ludex.table.audit import audit, read_log, read_pictures, written, written_picture
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.ours import NAMES

EVERY = (*NAMES, "heden")


async def sound(house, table):
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()


async def seated(house, system="boon"):
    table, _ = await house.demo(system)
    return Chat(table, HOST, "en"), Chat(table, "player1", "en"), Chat(table, "player2", "en")


def titles(chat):
    return [one.title for one in handing.handouts(chat.desk)]


@pytest.mark.parametrize("system", EVERY)
async def test_a_handout_reaches_those_it_is_for(house, system):
    gm, ann, bo = await seated(house, system)
    assert (await ann.line(".handout Map | x")).code == "gm_only"
    assert (await gm.line(".handout Map | Here be dragons")).ok
    assert (await gm.line(f".handout Letter | For you alone @{ann.seat.name}")).ok
    assert titles(gm) == titles(ann) == ["Map", "Letter"]
    assert titles(bo) == ["Map"]
    number = handing.handouts(ann.desk)[1].n
    assert "For you alone" in (await ann.line(f".handout #{number}")).text
    assert "Letter" not in (await bo.line(".log 20")).text
    numbers = [one.n for one in await campaign.whole_log(bo.desk)]
    assert numbers == list(range(1, len(numbers) + 1))
    own = handing.handouts(gm.desk)[1].n
    assert (await bo.line(f".handout #{own}")).code == "unknown_handout"
    assert (await gm.line(f".handout #{own} @{bo.seat.name}")).ok
    assert titles(bo) == ["Map", "Letter"]
    assert titles(ann) == ["Map"]
    assert (await gm.line(f".handout #{own} back")).ok
    assert titles(bo) == titles(gm) == ["Map"]
    await sound(house, gm.table)


@pytest.mark.parametrize("system", EVERY)
async def test_what_is_ready_is_the_gms_alone_until_it_comes_on(house, system):
    gm, ann, _ = await seated(house, system)
    assert (await ann.line(".准备 伏击 | .r d6")).code == "gm_only"
    assert (await gm.line(".准备 伏击 | .r d6 the gate；.r d6 the wall")).ok
    assert (await gm.line(".准备 讲义 密信 | 子时动手")).ok
    assert [one.name for one in handing.ready(gm.desk)] == ["伏击", "密信"]
    assert "伏击" not in (await ann.line(".log 20")).text
    with pytest.raises(RuleError, match="gm_only"):
        handing.ready(ann.desk)
    assert (await ann.line(".揭示 密信")).code == "gm_only"
    assert (await gm.line(".揭示 密信")).ok
    assert titles(ann) == ["密信"]
    told = await gm.line(".揭示 伏")
    assert told.ok
    assert "the gate" in told.text
    assert "the wall" in told.text
    assert handing.ready(gm.desk) == []
    assert (await gm.line(".揭示 伏击")).code != ""
    await sound(house, gm.table)


async def test_an_encounter_enters_with_one_word_seen_and_unseen(house):
    gm, ann, _ = await seated(house)
    before = set(gm.desk.actors().values())
    assert (await gm.line(".准备 门口 | .登场 狼 2 阵营=敌人；.登场 食人魔 1 阵营=洞中人 暗中")).ok
    assert set(gm.desk.actors().values()) == before
    assert (await gm.line(".揭示 门口")).ok
    came = set(gm.desk.actors().values()) - before
    assert len(came) == 3
    assert len(set(ann.desk.actors().values()) - before) == 2
    await sound(house, gm.table)


async def test_where_a_line_is_refused_none_is_done_and_all_stay_ready(house):
    gm, _, _ = await seated(house)
    assert (await gm.line(".准备 门口 | .no such thing")).code in ("no_such_command", "unknown_command")
    assert (await gm.line(".准备 门口 | .r d6 first；.登场 麒麟 1；.r d6 last")).ok
    before = gm.table.memory
    assert not (await gm.line(".揭示 门口")).ok
    assert handing.ready(gm.desk)[0].lines == (".r d6 first", ".登场 麒麟 1", ".r d6 last")
    assert gm.table.memory.state == before.state
    assert (await gm.line(".准备 门口 删")).ok
    assert handing.ready(gm.desk) == []


# --- pictures ------------------------------------------------------------------------------------------------------------

Image = pytest.importorskip("PIL.Image")


def drawn(width=3000, height=900, kind="PNG", **more):
    written = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(written, kind, **more)
    return written.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_made_small_and_written_anew(kind):
    found = pictures.read_picture(drawn(kind=kind))
    assert (found.width, found.height) == (1600, 480)
    assert len(found.body) <= pictures.LARGEST
    with Image.open(io.BytesIO(found.body)) as kept:
        assert kept.format == "WEBP"


def test_nothing_of_what_was_hidden_in_a_file_is_kept():
    exif = Image.Exif()
    exif[0x010E] = "the secret harbour"
    found = pictures.read_picture(drawn(kind="JPEG", exif=exif) + b"<script>alert(1)</script>")
    assert b"secret harbour" not in found.body
    assert b"script" not in found.body


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
        drawn(40, 40)[:60],
        drawn(40, 40, "BMP"),
        drawn(40, 40, "TIFF"),
    ],
)
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(RuleError) as refused:
        pictures.read_picture(data)
    assert refused.value.code == "bad_picture"


def test_a_picture_that_would_burst_is_not_unpacked(monkeypatch):
    written = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(written, "PNG")
    assert len(written.getvalue()) < 200_000
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _self: pytest.fail("it was unpacked"))
    with pytest.raises(RuleError) as refused:
        pictures.read_picture(written.getvalue())
    assert refused.value.code in ("picture_too_large", "bad_picture")
    with pytest.raises(RuleError) as refused:
        pictures.read_picture(b"x" * (pictures.LONGEST + 1))
    assert refused.value.code == "picture_too_large"


async def test_a_picture_is_seen_by_those_who_were_given_it_and_kept_with_the_log(tmp_path):
    house = House(SqliteStore(tmp_path / "first.db"))
    gm, ann, bo = await seated(house)
    name, kept = await handing.picture(gm.desk, drawn(200, 100))
    one = handing.handout("Portrait", "", name)
    await handing.hand_out(gm.desk, one, (ann.seat.name,), pictures=kept)
    assert await handing.bytes_of(ann.desk, name) == kept[name]
    for stranger, asked in ((bo, name), (ann, "0" * 40), (ann, "../secret")):
        with pytest.raises(RuleError, match="unknown_picture"):
            await handing.bytes_of(stranger.desk, asked)
    with pytest.raises(RuleError, match="gm_only"):
        await handing.picture(ann.desk, drawn(20, 20))
    await house.store.backup(str(tmp_path / "copy.db"))
    table = gm.table.id
    await house.close()
    again = House(SqliteStore(tmp_path / "copy.db"))
    reader = Chat(await again.open(table), ann.seat.id)
    assert await handing.bytes_of(reader.desk, name) == kept[name]
    await again.close()


async def test_an_export_holds_the_pictures_and_finds_out_a_false_one(house):
    gm, _, _ = await seated(house)
    name, kept = await handing.picture(gm.desk, drawn(60, 40))
    await handing.hand_out(gm.desk, handing.handout("Map", "", name), pictures=kept)
    stored = await house.store.read(gm.table.id)
    assert await house.store.pictures(gm.table.id) == [name]
    lines = [written(one.n, one.body) for one in stored] + [written_picture(name, kept[name])]
    assert len(read_log(lines)) == len(stored)
    assert read_pictures(lines) == kept
    with pytest.raises(ValueError, match="not the one"):
        read_pictures([written_picture(name, b"another")])
