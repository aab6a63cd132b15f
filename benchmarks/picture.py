"""The picture of the house in ARCHITECTURE.md: its layers, and the way of one attack through them. `python -m benchmarks.picture` draws it.

Both are read off: the layers from the import contract, what a room is from its docstring, the way from a deed that is really done.
"""

import ast
import asyncio
import sys
import tempfile
import tomllib
from html import escape
from pathlib import Path
from types import FrameType
from typing import Any

import ludex
from ludex.fronts.web.live.asked import deed
from ludex.fronts.web.live.messages import DeedAsked
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat

HOME = Path(ludex.__file__).parent
ROOT = HOME.parents[1]
PICTURE = ROOT / "docs" / "images" / "house.svg"
WIDTH, HEIGHT, GAP = 940, 46, 8


def layers() -> list[list[str]]:
    """Rooms from the top down, as the import contract has them; those beside one another do not know each other."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    found = next(one["layers"] for one in contracts if one["containers"] == ["ludex"])
    return [line.split(" | ") for line in found]


def purpose(room: str) -> str:
    """What a room is, in its own first sentence."""
    told = ast.get_docstring(ast.parse((HOME / room / "__init__.py").read_text("utf-8"))) or ""
    return told.replace("\n", " ").split(". ")[0].partition(": ")[2].rstrip(".") or told.split(". ")[0].rstrip(".")


async def way() -> list[str]:
    """The rooms in which an attack is, in the order in which it first comes to them, from its click to its reply."""
    seen: list[str] = []

    def saw(frame: FrameType, event: str, _arg: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(HOME):
            room = path.relative_to(HOME).parts[0]
            if room not in seen:
                seen.append(room)

    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "picture.db"))
        table, _ = await house.demo("boon")
        chat = next(Chat(table, seat.id) for seat in table.memory.seats.values() if seat.name == "安")
        await chat.line(".上")
        message = DeedAsked(deed="atk", args={"target": "orc1", "weapon": "longsword"}, actor="an", dice=(12, 4))
        sys.setprofile(saw)
        try:
            await deed(chat, Scroll(chat), message)
        finally:
            sys.setprofile(None)
        await house.close()
    return seen


def drawn(rooms: list[list[str]], steps: list[str]) -> str:
    """The picture."""
    high = len(rooms) * (HEIGHT + GAP) + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{high}" fill="#faf8f4"/>',
    ]
    for row, names in enumerate(rooms):
        wide = (WIDTH - GAP) // len(names) - GAP
        for column, name in enumerate(names):
            x, y = GAP + column * (wide + GAP), GAP + row * (HEIGHT + GAP)
            lines.append(
                f'<rect x="{x}" y="{y}" width="{wide}" height="{HEIGHT}" rx="8" fill="#fff" stroke="#e3ddd2"/>'
            )
            lines.append(f'<text x="{x + 46}" y="{y + 20}" font-weight="bold" fill="#26221c">{escape(name)}</text>')
            lines.append(
                f'<text x="{x + 46}" y="{y + 37}" font-size="11" fill="#6d655a">{escape(purpose(name))}</text>'
            )
            if name in steps:
                number = steps.index(name) + 1
                lines.append(f'<circle cx="{x + 24}" cy="{y + HEIGHT // 2}" r="13" fill="#8a3b2a"/>')
                middle = y + HEIGHT // 2 + 5
                lines.append(f'<text x="{x + 24}" y="{middle}" fill="#fff" text-anchor="middle">{number}</text>')
    return "\n".join([*lines, "</svg>", ""])


def picture() -> str:
    """The picture as the code is now."""
    return drawn(layers(), asyncio.run(way()))


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
