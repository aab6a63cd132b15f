"""What a demo's page says, word by word, for every seat in both languages: a wrong word on the page fails here.

Kept in `golden/`, a file for each system and language. Where words were changed on purpose:
`python -m tests.fronts.web.test_golden` writes the files anew, and the change of the files says what people will read.
"""

import asyncio
import tempfile
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

import pytest

from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES
from tests.ours import NAMES

GOLDEN = Path(__file__).parent / "golden"
SEED = bytes(range(32))
NOON = "2026-10-09T12:00:00Z"
SAID = ("aria-label", "title", "placeholder", "alt")
"""Attributes that people read or hear."""
ASIDE = {"script", "style"}
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "em",
    "i",
    "kbd",
    "small",
    "span",
    "strong",
    "tspan",
    "button",
    "label",
    "time",
    "td",
    "th",
}
DRAWN = {"svg", "g", "path", "rect", "circle", "line", "use", "text", "polygon"}


class _Reader(HTMLParser):
    """The lines that somebody reads in HTML: one for each block, what is said of a thing in brackets."""

    def __init__(self):
        super().__init__()
        self.lines = [""]
        self._aside = 0

    def handle_starttag(self, tag, attrs):
        self._aside += tag in ASIDE
        if tag not in INLINE | DRAWN:
            self.lines.append("")
        for name, value in attrs:
            if name in SAID and value:
                self.lines[-1] += f" [{value}]"

    def handle_endtag(self, tag):
        self._aside -= tag in ASIDE
        if tag not in INLINE | DRAWN or tag == "svg":
            self.lines.append("")

    def handle_data(self, data):
        if not self._aside:
            self.lines[-1] += f" {data}"


def read(html):
    """What is read in a piece of HTML, line by line."""
    reader = _Reader()
    reader.feed(html)
    lines = (" ".join(line.split()) for line in reader.lines)
    return tuple(line for line, _ in groupby(line for line in lines if line))


async def said(name, language, folder):
    """What the demo of a system says to each seat, piece by piece; what several seats read alike stands once."""
    house = House(SqliteStore(Path(folder) / f"{name}.{language}.db"), clock=lambda: NOON)
    try:
        table, _ = await house.demo(name, language=language, seed=SEED)
        await invite(table, table.seat("gm"), role="observer", name="Watcher")
        for line in table.system.demo().lines:
            for seat in table.memory.seats:
                await Chat(table, seat, language).line(line)
        readers = {}
        for seat in table.memory.seats:
            desk = Chat(table, seat, language)
            picture = await _settled(desk)
            for piece, fragment in picture.fragments.items():
                readers.setdefault((piece, read(fragment.html)), []).append(seat)
            for entry in await Scroll(desk).latest(60):
                readers.setdefault(("log", read(entry.html)), []).append(seat)
    finally:
        await house.close()
    pieces = [
        f"## {piece} · {', '.join(seats)}\n" + "\n".join(lines) for (piece, lines), seats in readers.items() if lines
    ]
    return "\n\n".join(pieces) + "\n"


async def _settled(desk):
    """The page of a seat when nothing is looked for behind it any more: what was seen of a map before."""
    painter = Painter()
    await painter.picture(desk)
    await asyncio.gather(*painter.explored.searches)
    return await painter.picture(desk)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
async def test_a_demos_page_says_word_by_word_what_it_said(name, language, tmp_path):
    kept = (GOLDEN / f"{name}.{language}.txt").read_text("utf-8")
    assert (await said(name, language, tmp_path)).splitlines() == kept.splitlines()


def write():
    """Write all files anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in NAMES:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder:
                text = asyncio.run(said(name, language, folder))
            (GOLDEN / f"{name}.{language}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    write()
