"""`ludex play` and `ludex demo`: a table in the terminal, for one or for many on one keyboard (hot seat)."""

import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.core.principals import HOST
from ludex.core.say import Say
from ludex.fronts.cli.place import at_home, database
from ludex.fronts.offered import titled
from ludex.store.opening import check
from ludex.table.house import House, demo_of
from ludex.table.registry import names
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.words import Words

_TONES = {
    "●": "green",
    "✦": "bold green",
    "◐": "yellow",
    "○": "red",
    "✕": "bold red",
    "❓": "bold magenta",
    "🎲": "cyan",
}
_HEADINGS = ("【", "[")


class _Commands(Completer):
    """Completes command names after a prefix, and actors after @."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat

    def get_completions(self, document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """What could stand here."""
        text = document.text_before_cursor
        word = document.get_word_before_cursor(WORD=True)
        if word.startswith("@"):
            actors = self.chat.desk.actors()
            for actor, name in actors.items():
                if f"@{actor}".startswith(word) or f"@{name}".startswith(word):
                    yield Completion(f"@{harmless(name)}", -len(word))
        elif text[:1] in (".", "。", "/") and " " not in text:
            yield from self._names(text)

    def _names(self, text: str) -> Iterable[Completion]:
        words = self.chat.words
        for command in self.chat.commands():
            for name in command.names:
                if name.startswith(text[1:]):
                    yield Completion(
                        f"{text[0]}{name} ", -len(text), display_meta=words(f"commands.{command.key}.title")
                    )


def play(
    table: str = "", *, system: str = "mist", demo: bool = False, language: str = "zh", data: Path | None = None
) -> None:
    """Play in the terminal. `/as NAME` changes seats, `/quit` leaves.

    Parameters
    ----------
    table
        The id of a table to go on with (`ludex tables` lists them); a new one is opened without it.
    system
        The system of a new table.
    demo
        Open the system's demo table: premade characters and a scene.
    language
        zh or en.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    if table:
        check(database(data))
    asyncio.run(_play(table, system, demo=demo, language=language, data=data))


def demo(system: str = "mist", *, language: str = "zh", data: Path | None = None) -> None:
    """Open a demo table in the terminal: premade characters and a scene, playable at once.

    Parameters
    ----------
    system
        The system.
    language
        zh or en.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    play(system=system, demo=True, language=language, data=data)


async def _play(table_id: str, system: str, *, demo: bool, language: str, data: Path | None) -> None:
    console = Console(highlight=False)
    async with at_home(database(data), "ludex play") as house:
        try:
            table = await _open(house, table_id, system, language, demo=demo)
            lines = demo_of(table.system, language).lines if demo else ()
            await _until_told(Terminal(console, house, table, language, lines).run())
        except RuleError as error:
            console.print(f"[red]{escape(Words(language).error(error))}[/]  ({', '.join(names())})")
        except SystemFailed as error:
            console.print(f"[red]{escape(Words(language).error(error.refusal()))}[/]")


async def _until_told(playing: Coroutine[None, None, None]) -> None:
    """Play until the end, or until the system says that it is time: then everything is closed in order too."""
    task = asyncio.ensure_future(playing)
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


async def _open(house: House, table_id: str, system: str, language: str, *, demo: bool) -> Table:
    if table_id:
        return await house.open(table_id)
    if demo:
        return (await house.demo(system, name=titled(system, language), language=language))[0]
    return (await house.create(system, name=titled(system, language)))[0]


def _following(stream: TextIO) -> asyncio.Queue[str]:
    """The lines of a file or of a program as they come, then an empty one. Nothing waits for them once the play is over."""
    fed, loop = asyncio.Queue[str](), asyncio.get_running_loop()

    def read() -> None:
        with suppress(RuntimeError):  # nobody is there to read them any more
            for line in stream:
                loop.call_soon_threadsafe(fed.put_nowait, line)
            loop.call_soon_threadsafe(fed.put_nowait, "")

    Thread(target=read, daemon=True).start()
    return fed


class Terminal:
    """One keyboard for the whole table: lines are typed for the seat that is up."""

    def __init__(
        self, console: Console, house: House, table: Table, language: str, lines: tuple[str, ...] = ()
    ) -> None:
        self.lines = lines
        self.console = console
        self.house = house
        self.chat = Chat(table, HOST, language)
        self.session = PromptSession[str](history=InMemoryHistory()) if sys.stdin.isatty() else None
        self._fed: asyncio.Queue[str] = asyncio.Queue() if self.session else _following(sys.stdin)

    async def run(self) -> None:
        self._welcome()
        while True:
            try:
                line = await self._typed()
            except (EOFError, KeyboardInterrupt):
                return
            if line.strip() in ("/quit", "/exit", "/q"):
                return
            if line.strip():
                await self._line(line.strip("\r\n"))

    async def _typed(self) -> str:
        """The next line: of somebody at a keyboard, or of a file or a program (`ludex demo < lines.txt`)."""
        if self.session is None:
            if not (line := await self._fed.get()):
                raise EOFError
            self.console.print(escape(f"{self._prompt()}{line.rstrip()}"), style="dim")
            return line
        with patch_stdout():
            completer = _Commands(self.chat)
            return await self.session.prompt_async(self._prompt(), completer=completer, complete_while_typing=True)

    def _welcome(self) -> None:
        words = self.chat.words
        seats = ", ".join(f"{s.name}" for s in self.table.memory.seats.values())
        text = words("terminal.welcome", system=words("system.title"), table=self.table.id, seats=seats)
        self.console.print(Panel(escape(harmless(text)), title="Ludex 掌律", border_style="red"))
        if self.lines:
            self.console.print(escape(words("terminal.try", lines="\n  ".join(self.lines))), style="dim")

    def _prompt(self) -> str:
        waiting = len(self.chat.desk.questions())
        mark = f" ❓{waiting}" if waiting else ""
        return f"{harmless(self.chat.seat.name)}{mark}> "

    @property
    def table(self) -> Table:
        return self.chat.table

    async def _line(self, line: str) -> None:
        table = await self.house.open(self.table.id)
        if table is not self.table:  # the disk had failed: it was loaded again
            self.chat = Chat(table, self.chat.desk.seat_id, self.chat.language)
        if line.startswith("/as"):
            await self._sit(line[3:].strip())
            return
        self._show(await self.chat.line(line))

    async def _sit(self, name: str) -> None:
        for seat in self.table.memory.seats.values():
            if name.lower() in (seat.id.lower(), seat.name.lower(), *seat.controls):
                self.chat.desk.seat_id = seat.id
                for asked in self.chat.desk.questions():
                    self._show(Reply(await self.chat.question(asked)))
                return
        seats = [s.name for s in self.table.memory.seats.values()]
        self._show(
            Reply(self.chat.words.say(Say("errors.unknown_seat", {"seat": name, "seats": seats})), code="unknown_seat")
        )

    def _show(self, reply: Reply) -> None:
        for line in harmless(reply.text).splitlines():
            heading = "bold" if line.startswith(_HEADINGS) else ""
            tone = "red" if reply.code else next((t for mark, t in _TONES.items() if mark in line), heading)
            shown = escape(line)
            self.console.print(f"[{tone}]{shown}[/]" if tone else shown)
