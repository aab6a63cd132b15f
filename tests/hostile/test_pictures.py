"""Pictures as traps: large ones in a small file, hidden parts, other formats, other people's faces."""

import io
import struct
import zlib

import pytest
from PIL import Image

from ludex.core.errors import RuleError
from ludex.desk import picturing
from ludex.table.handouts import PIXELS, SCALED, read_picture
from ludex.text.chat import Chat

HIDDEN = b"somebody lives at 52.1 north"


def file(kind, mode="RGB", size=(40, 30), **more):
    written = io.BytesIO()
    Image.new(mode, size).save(written, kind, **more)
    return written.getvalue()


def claiming(width, height):
    """A PNG of a few bytes that says it is as large as this."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = b"IDAT" + zlib.compress(b"\0" * 1000)

    def chunk(part):
        return struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))

    return b"\x89PNG\r\n\x1a\n" + chunk(head) + chunk(body) + chunk(b"IEND")


@pytest.mark.parametrize(
    ("kind", "mode", "size"),
    [
        ("PNG", "RGBA", (3600, 3600)),
        ("WEBP", "RGBA", (3600, 3600)),
        ("GIF", "P", (3600, 3600)),
        ("JPEG", "L", (6400, 6400)),
    ],
)
def test_a_small_file_that_would_fill_the_memory_is_not_unpacked(kind, mode, size, monkeypatch):
    bomb = file(kind, mode, size)
    assert len(bomb) < 700_000
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(RuleError, match="picture_too_large") as refused:
        read_picture(bomb)
    assert refused.value.facts["limit"] in (PIXELS, SCALED)


@pytest.mark.parametrize("size", [(2**31 - 1, 2**31 - 1), (2**31 - 1, 1), (100_000, 1000)])
def test_a_file_that_only_claims_to_be_large_is_refused(size):
    with pytest.raises(RuleError, match=r"picture_too_large|bad_picture"):
        read_picture(claiming(*size))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.4",
        b"P6 9999 9999 255\n",
        b"GIF89a" + b"\xff" * 100,
        b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"\xff\xd8\xff\xe0" + b"\0" * 50,
        file("TIFF"),
        file("BMP"),
        file("ICO", size=(16, 16)),
        b"II*\0" + b"\xff" * 500,
    ],
)
def test_what_is_no_picture_of_the_four_kinds_is_refused(data):
    with pytest.raises(RuleError, match="bad_picture"):
        read_picture(data)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_nothing_hidden_in_a_picture_goes_on(kind):
    exif = Image.Exif()
    exif[0x010E] = HIDDEN.decode()
    data = file(kind, exif=exif, icc_profile=HIDDEN * 9, **({"xmp": HIDDEN} if kind == "WEBP" else {}))
    assert HIDDEN in data
    assert HIDDEN not in read_picture(data + HIDDEN * 3).body


async def test_a_player_gives_a_face_to_her_own_alone(house):
    table, _ = await house.demo("mist")
    players = [seat for seat in table.memory.seats.values() if seat.controls and not seat.gm]
    mine, theirs = Chat(table, players[0].id).desk, players[1].controls[0]
    await picturing.picture(mine, players[0].controls[0], file("PNG"))
    for of in (theirs, "ground", "gm", "../x", "seat:gm", ""):
        with pytest.raises(RuleError):
            await picturing.picture(mine, of, file("PNG"))
    for name in ("../ludex.db", "0" * 40, "%2e%2e", "a" * 39, "A" * 40):
        with pytest.raises(RuleError, match="unknown_picture"):
            await picturing.bytes_of(mine, name)
