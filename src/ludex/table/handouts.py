"""Handouts and what the GM has ready: plain facts about them, as the log keeps them.

A handout is words, a picture, or both, for those whom it is shown to. What is prepared is the GM's alone under a name: a handout,
or lines (an encounter: who enters, where, seen or unseen) that are done by one word when its time has come.

Pictures that people hand in: looked at as what they are, made small, and written anew before anybody else gets them.

Nothing of the file itself is kept: it is decoded and encoded again, so that no hidden part of it (places, other formats, traps for
readers) goes on. How large it may be is checked before anything is unpacked.
"""

import hashlib
import io
import warnings
from threading import Lock

import msgspec

from ludex.core.errors import RuleError
from ludex.core.principals import Who


class Handout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is shown: a title, words, the hash of a picture."""

    title: str = ""
    text: str = ""
    picture: str = ""

    @property
    def empty(self) -> bool:
        return not (self.title or self.text or self.picture)


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handout that was shown: when, and to whom."""

    at: str
    handout: Handout
    audience: tuple[Who, ...]


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that waits off-stage: lines to be done in order, or a handout to be shown."""

    lines: tuple[str, ...] = ()
    handout: Handout | None = None


class OnStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something prepared whose lines were done, and where history stood before them."""

    prepared: Prepared
    before: int


def handed(handouts: dict[int, Given], given: Given, n: int) -> dict[int, Given]:
    """The handouts with one more, one shown to others, or one taken back."""
    if given.handout.empty:
        return {number: one for number, one in handouts.items() if number != n}
    return {**handouts, n: given}


def readied(prepared: dict[str, Prepared], name: str, one: Prepared | None) -> dict[str, Prepared]:
    """What is ready, with one thing more, otherwise (where it was), or less."""
    if one is None:
        return {known: held for known, held in prepared.items() if known != name}
    return {**prepared, name: one}


def readied_again(prepared: dict[str, Prepared], stage: dict[str, OnStage], head: int, way: str) -> dict[str, Prepared]:
    """What is ready when history stands at another place: what has come on since then is ready again, and redone it is not."""
    back = {name: one.prepared for name, one in stage.items() if head <= one.before and name not in prepared}
    redone = {name: one.prepared for name, one in stage.items() if way == "redo" and head > one.before}
    return {name: one for name, one in prepared.items() if redone.get(name) != one} | back


LONGEST = 8_000_000
"""Bytes of a file that is looked at."""

PIXELS = 12_000_000
"""A picture with more is not unpacked: each takes some dozen bytes of memory on the way."""

SCALED = 40_000_000
"""The same for photographs (JPEG), which are made smaller while they are unpacked."""

EDGE = 1600
"""The longer edge of a picture as it is kept."""

LARGEST = 2_000_000
"""Bytes of a picture as it is kept."""

_ONE = Lock()
"""One picture is unpacked at a time: many large ones at once would fill the memory."""

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
KIND = "image/webp"
"""What every picture is kept as."""


class Picture(msgspec.Struct, frozen=True):
    """A picture as it is kept: the hash of its bytes, its size, and the bytes."""

    name: str
    width: int
    height: int
    body: bytes


def read_picture(data: bytes, edge: int = EDGE) -> Picture:
    """A picture out of a file, no larger than `edge`, or a refusal that says what is wrong with it."""
    if len(data) > LONGEST:
        raise RuleError("picture_too_large", size=len(data), limit=LONGEST)
    with _ONE:
        body, (width, height) = _made_small(data, edge)
    return Picture(name_of(body), width, height, body)


def name_of(body: bytes) -> str:
    """The name of a picture: the hash of its bytes."""
    return hashlib.sha256(body).hexdigest()[:40]


def _made_small(data: bytes, edge: int) -> tuple[bytes, tuple[int, int]]:
    from PIL import Image, ImageOps  # only where pictures are: everything else starts without it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
                most = SCALED if opened.format == "JPEG" else PIXELS
                if opened.width * opened.height > most:
                    raise RuleError("picture_too_large", size=opened.width * opened.height, limit=most)
                opened.draft("RGB", (edge, edge))
                wanted = "RGBA" if opened.has_transparency_data else "RGB"
                image = opened.convert(wanted) if opened.mode != wanted else opened
                image.thumbnail((edge, edge))
                image = ImageOps.exif_transpose(image)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise RuleError("bad_picture", formats=list(FORMATS)) from None
    for quality in (85, 60, 30):
        written = io.BytesIO()
        image.save(written, "WEBP", quality=quality, method=4)
        if written.tell() <= LARGEST:
            return written.getvalue(), image.size
    raise RuleError("picture_too_large", size=written.tell(), limit=LARGEST)
