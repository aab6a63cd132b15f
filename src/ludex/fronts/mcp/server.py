"""The tools. Each is one request to the API with the seat's own secret: what the seat may not see or do, no tool can."""

from typing import TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ludex import __version__
from ludex.core.plain import Written
from ludex.fronts.mcp.seat import Refused, SeatOverApi

T = TypeVar("T")
Told = dict[str, Written]
"""An answer of the API."""

INSTRUCTIONS = """You hold one seat at a tabletop role-playing table that knows its rules. Look at `table` and `view` first, then `questions`:
what waits for you comes before anything else. `deeds` lists what you can do now with lawful values for every argument; `odds` tells exact
chances before you act; `do` acts. Dice are the table's. A refusal names the rule; `rule` shows its text. Nothing is true before a tool says so."""


def tools(seat: SeatOverApi) -> MCPServer:
    server = MCPServer("ludex", instructions=INSTRUCTIONS, version=__version__)
    _looking(server, seat)
    _acting(server, seat)
    return server


async def _get(seat: SeatOverApi, path: str, kind: type[T]) -> T:
    try:
        return await seat.get(path, kind)
    except Refused as error:
        raise ToolError(str(error)) from None


async def _post(seat: SeatOverApi, path: str, body: Told, kind: type[T]) -> T:
    try:
        return await seat.post(path, body, kind)
    except Refused as error:
        raise ToolError(str(error)) from None


async def _line(seat: SeatOverApi, text: str) -> str:
    return str((await _post(seat, "/line", {"text": text}, Told))["text"])


def _looking(server: MCPServer, seat: SeatOverApi) -> None:
    @server.tool()
    async def table() -> Told:
        """Who you are, which table and system this is, and who else sits here."""
        return await _get(seat, "/seat", Told)

    @server.tool()
    async def view(section: str = "") -> str:
        """The table as your seat sees it, as text; one section (a person's name, for instance) if you name it."""
        return await _line(seat, f".view {section}".rstrip())

    @server.tool()
    async def deeds() -> list[Told]:
        """What you can do now: each deed with what is decided already, and lawful values for what is to be filled in."""
        return await _get(seat, "/deeds", list[Told])

    @server.tool()
    async def questions() -> list[Told]:
        """Open questions that you may answer, oldest first, with their answers."""
        return await _get(seat, "/questions", list[Told])

    @server.tool()
    async def odds(line: str) -> list[Told]:
        """The exact odds of a line before it is typed (`.攻击 兽人`, `.r 4d6kh3`), as far as your seat can know them."""
        return await _post(seat, "/odds", {"line": line}, list[Told])

    @server.tool()
    async def answer_odds(act: int) -> Told:
        """The odds of each answer to the open question of an act."""
        return await _get(seat, f"/questions/{act}/odds", Told)

    @server.tool()
    async def log(after: int = 0, limit: int = 50) -> list[Told]:
        """Entries of the log as your seat may see them, in order, from behind entry `after`."""
        return await _get(seat, f"/log?after={max(0, after)}&limit={min(max(1, limit), 200)}", list[Told])

    @server.tool()
    async def rule(clause: str = "") -> str:
        """A clause of the rulebook by its number (`BOO-ATK-1`), or the clauses that hold a word."""
        return await _line(seat, f".rule {clause}".rstrip())


def _acting(server: MCPServer, seat: SeatOverApi) -> None:
    @server.tool()
    async def do(deed: str, args: Told | None = None, actor: str = "") -> Told:
        """Do a deed by its name, with its arguments filled in; `actor` if it is not your only character."""
        return await _post(seat, "/deeds", {"deed": deed, "args": args or {}, "actor": actor}, Told)

    @server.tool()
    async def answer(act: int, answer: str) -> Told:
        """Answer the open question of an act with one of its answers, gaps filled in."""
        return await _post(seat, "/answer", {"act": act, "answer": answer}, Told)

    @server.tool()
    async def say(words: str) -> Told:
        """Say something at the table, or type any line as a person would (`.help` lists the commands)."""
        return await _post(seat, "/line", {"text": words}, Told)

    @server.tool()
    async def undo(steps: int = 1) -> Told:
        """Take your own last steps back; what is the GM's to allow waits for the GM."""
        return await _post(seat, "/undo", {"steps": steps}, Told)
