"""Scenes: live play as a test. Seats type lines at a real table with scripted dice; what each gets, is asked and may see is checked.

A scene is one or more fenced `ludex` blocks of a Markdown page. In a page of scenes (`*.scenes.md`) every `## id` is a scene with
a table of its own; a tutorial or a recorded game is one scene as a whole. The form is described in docs/reference/scenes.md.
"""

import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec

from ludex.core.driving import ScriptError
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.principals import HOST, OBSERVER, PLAYER
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.questions import own_questions, waits_for
from ludex.table.seating import invite, reseat
from ludex.table.table import Table
from ludex.testing.dice import ScriptedChance
from ludex.text import drawing
from ludex.text.chat import Chat
from ludex.text.commands.settings import settle_words
from ludex.text.reply import Reply
from ludex.text.telling import seen_text

FILE = "{file}"
"""Stands in a line for the last file that somebody was given: a character's."""

NOW = "2026-01-01T00:00:00Z"
_BLOCK = re.compile(r"^```ludex[^\n]*\n(.*?)^```", re.S | re.M)
_HEAD = re.compile(r"^## +([\w.-]+)\s*$", re.M)
_TYPED = re.compile(r"([^\s<>!~][^<>]*?)> (.*)")
_ABOUT = re.compile(r"(\S+) (sees|never sees|can|cannot): (.*)")
_OFFERS = re.compile(r"offers (?!not:)(\S+): (.*)")
_WHO = ("gm", "mc", "主持人")


class Line(msgspec.Struct, frozen=True):
    """One line of a block, with its place in the page."""

    number: int
    text: str


class Scene(msgspec.Struct, frozen=True):
    """A piece of play: its id, its system and language, and what is typed and checked."""

    id: str
    system: str
    language: str
    page: str
    lines: tuple[Line, ...]
    table: str = "empty"


class SceneError(AssertionError):
    """A scene does not hold."""


class Played(msgspec.Struct, frozen=True):
    """How a scene went; `problem` is empty if it holds."""

    id: str
    system: str
    ok: bool
    problem: str = ""


def scenes_of(page: Path, system: str = "", language: str = "") -> list[Scene]:
    """The scenes of a page; what it is called says the system, and whether it is one scene or many."""
    text = page.read_text("utf-8")
    name = system or page.name.partition(".")[0]
    spoken = language or ("en" if ".en." in page.name else "zh")
    if not page.name.endswith(".scenes.md"):
        return [scene_in(page.name, name, spoken, page.name, text, 0, otherwise="demo")]
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return [
        scene_in(head[1], name, spoken, page.name, text[head.start() : end], text[: head.start()].count("\n"))
        for head, end in zip(heads, ends, strict=True)
    ]


def scene_in(
    name: str, system: str, language: str, page: str, text: str, before: int = 0, otherwise: str = "empty"
) -> Scene:
    """The blocks of a text as one scene; `before` so many lines of the page."""
    lines: list[Line] = []
    for block in _BLOCK.finditer(text):
        first = before + text[: block.start(1)].count("\n") + 1
        lines += [Line(first + n, line.strip()) for n, line in enumerate(block[1].splitlines()) if line.strip()]
    table = next((line.text[6:].strip() for line in lines if line.text.startswith("table:")), otherwise)
    spoken = next((line.text[9:].strip() for line in lines if line.text.startswith("language:")), language)
    return Scene(name, system, spoken, page, tuple(lines), table)


def folded(text: str) -> str:
    """A text for comparing: one width, no spaces."""
    return re.sub(r"\s+", "", narrow(text))


def holds(text: str, wanted: str) -> bool:
    """Whether a text holds another, or matches it where it is written between slashes."""
    if len(wanted) > 2 and wanted[0] == wanted[-1] == "/":
        return re.search(wanted[1:-1], text) is not None
    return folded(wanted) in folded(text)


async def play(scene: Scene) -> Played:
    try:
        await log_of(scene)
    except SceneError as error:
        return Played(scene.id, scene.system, ok=False, problem=str(error))
    return Played(scene.id, scene.system, ok=True)


async def log_of(scene: Scene) -> list[bytes]:
    """Play a scene; the log that it makes. Raises `SceneError` where it does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(scene, Path(folder) / "ludex.db")
        try:
            await stage.play()
            return [stored.body for stored in await stage.house.store.read(stage.table.id)]
        finally:
            await stage.house.close()


class Stage:
    """A scene in play: the table, everybody's replies, and what the last line led to."""

    def __init__(self, scene: Scene, path: Path) -> None:
        self.scene = scene
        self.path = path
        self.house = House(SqliteStore(path), clock=lambda: NOW)
        self.table: Table
        self.dice: tuple[int, ...] = ()
        self.reply = Reply("")
        self.before = Reply("")
        self.refused = ""
        self.line = Line(0, "")
        self.fell: dict[int, tuple[int, ...]] = {}
        self.file = ""
        self.told: dict[str, list[str]] = {}
        self.since: dict[str, tuple[int, int]] = {}

    async def open(self) -> None:
        if self.scene.table == "demo":
            self.table, _ = await self.house.demo(self.scene.system, language=self.scene.language)
        else:
            self.table, _ = await self.house.create(self.scene.system, name=self.scene.system)

    async def play(self) -> None:
        await self.open()
        for line in self.scene.lines:
            await self.step(line)
        self.check_refused()

    def chat(self, name: str) -> Chat:
        wanted = name.strip()
        if wanted.lower() in _WHO:
            return Chat(self.table, HOST, self.scene.language)
        for seat in self.table.memory.seats.values():
            if wanted in (seat.name, seat.id) or (self.scene.table == "demo" and wanted in seat.controls):
                return Chat(self.table, seat.id, self.scene.language)
        raise self.wrong(f"nobody here is called {wanted!r}")

    def wrong(self, what: str) -> SceneError:
        return SceneError(f"{self.scene.page}:{self.line.number}: {self.line.text}\n  {what}")

    async def step(self, line: Line) -> None:
        word = line.text.partition(":")[0]
        if line.text.startswith(("# ", "table:", "language:")):
            return
        if line.text[:2] not in ("< ", "! "):
            self.check_refused()
        self.line = line
        if handler := _SETTING.get(word):
            await handler(self, line.text[len(word) + 1 :].strip())
        elif line.text[:2] in ("< ", "~ ", "! "):
            self.check_reply(line.text[0], line.text[2:].strip())
        elif found := _OFFERS.fullmatch(line.text):
            self._offered(found[1], found[2].strip(), wanted=True)
        elif found := _ABOUT.fullmatch(line.text):
            await self.check_seat(found[1], found[2], found[3].strip())
        elif line.text.startswith(("undo ", "back ")):
            await self.rewind(*line.text.split(maxsplit=1))
        elif line.text in _PLAIN:
            await _PLAIN[line.text](self)
        elif found := _TYPED.fullmatch(line.text):
            await self.type(found[1], found[2].replace("\\n", "\n"))
        else:
            raise self.wrong("this is no step of a scene")

    # --- doing -------------------------------------------------------------------------------------------------------

    async def type(self, name: str, typed: str) -> None:
        """A line that a seat types, with the dice that were given for it."""
        chat = self.chat(name)
        await self.run(name, lambda: chat.line(typed.replace(FILE, self.file)))

    async def run(self, name: str, what: Callable[[], Awaitable[Reply]]) -> None:
        """Do something with scripted dice: all of them must be wanted, and no more."""
        chance = ScriptedChance(self.dice, self.fell)
        chance.roll = self.table.memory.roll
        self.table.chance, self.dice = chance, ()
        self.before = self.reply
        try:
            self.reply = await what()
        except ScriptError as error:
            raise self.wrong(str(error)) from None
        if chance.faces:
            raise self.wrong(f"left over dice: {chance.faces}\n{self.reply.text}")
        self.refused = self.reply.code
        self.told.setdefault(self.chat(name).desk.seat_id, []).append(self.reply.text)
        self.file = next((line for line in self.reply.text.splitlines() if line.startswith('{"ludex"')), self.file)

    async def rewind(self, way: str, name: str) -> None:
        """The page's undo, or its «back», of a seat."""
        chat = self.chat(name)

        async def undo() -> Reply:
            try:
                await (chat.desk.undo() if way == "undo" else chat.desk.back())
            except RuleError as error:
                return Reply(chat.refusal(error), code=error.code)
            return Reply("", chat.desk.last)

        await self.run(name, undo)

    async def seat(self, given: str) -> None:
        """`seat: NAME` or `seat: NAME = A, B`."""
        name, _, held = (part.strip() for part in given.partition("="))
        host = self.table.seat(HOST)
        there = next((s for s in self.table.memory.seats.values() if s.name == name), None)
        if there is None:
            there, _ = await invite(self.table, host, role=PLAYER, name=name)
        if held:
            gm = Chat(self.table, HOST, self.scene.language).desk
            controls = tuple(gm.actor(one) for one in re.split(r"[,，、]\s*", held))
            await reseat(self.table, host, there, controls=controls)

    async def elsewhere(self, name: str) -> None:
        """`elsewhere: NAME`: from here on play is at another, empty table; `{file}` in a line is the last file that was given out."""
        self.table, _ = await self.house.create(self.scene.system, name=name)
        self.told, self.since = {}, {}

    async def observer(self, name: str) -> None:
        await invite(self.table, self.table.seat(HOST), role=OBSERVER, name=name)

    async def settle(self, given: str) -> None:
        """`set: KEY VALUE`: a setting of the table, or an option of the system."""
        key, _, value = given.partition(" ")
        try:
            await settle_words(Chat(self.table, HOST, self.scene.language), key, value.strip())
        except RuleError as error:
            raise self.wrong(f"cannot be set: {error}") from None

    async def give(self, given: str) -> None:
        """`dice: 5 3`: the faces of the next line."""
        self.dice = tuple(int(face) for face in given.replace(",", " ").split())

    async def restart(self) -> None:
        table = self.table.id
        await self.house.close()
        self.house = House(SqliteStore(self.path), clock=lambda: NOW)
        self.table = await self.house.open(table)

    async def from_here(self) -> None:
        """What was seen before no longer counts."""
        for seat in self.table.memory.seats:
            chat = Chat(self.table, seat, self.scene.language)
            self.since[seat] = (chat.desk.last, len(self.told.get(seat, ())))

    # --- checking ----------------------------------------------------------------------------------------------------

    def check_refused(self) -> None:
        """A line that no `!` followed must not have been refused."""
        if self.refused:
            raise self.wrong(f"refused as {self.refused}: {self.reply.text}")

    def check_reply(self, mark: str, text: str) -> None:
        """`< text`, `~ text`, `! code`."""
        if mark == "!":
            if self.reply.code != text:
                raise self.wrong(f"refused as {self.reply.code or 'nothing'}: {self.reply.text}")
            self.refused = ""
        elif holds(self.reply.text, text) != (mark == "<"):
            stands = "is not" if mark == "<" else "is"
            raise self.wrong(f"{text!r} {stands} in the reply:\n{self.reply.text}")

    async def check_same(self) -> None:
        """The reply is that of the line before it."""
        if re.sub(r"#\d+", "#", self.reply.text) != re.sub(r"#\d+", "#", self.before.text):
            raise self.wrong(f"differs:\n{self.before.text}\n---\n{self.reply.text}")

    async def check_asked(self, given: str) -> None:
        """`asks: A, B`, `asks: nobody`."""
        waiting = sorted({self.name_of(seat) for seat in waits_for(self.table.memory)})
        wanted = [] if given == "nobody" else sorted(part.strip() for part in re.split(r"[,，、]", given))
        if waiting != wanted:
            raise self.wrong(f"waits for {', '.join(waiting) or 'nobody'}\n{self.reply.text}")

    async def check_offered(self, given: str) -> None:
        self._offered("", given, wanted=True)

    async def check_not_offered(self, given: str) -> None:
        self._offered("", given, wanted=False)

    def _offered(self, name: str, text: str, *, wanted: bool) -> None:
        memory = self.table.memory
        seats = [self.chat(name).seat] if name else list(memory.seats.values())
        found = [
            drawing.option_text(self.chat(seat.id).words, option)
            for seat in seats
            for asked in own_questions(memory, seat)
            for option in asked.question.options
        ]
        if any(holds(one, text) for one in found) != wanted:
            raise self.wrong(f"offered: {' / '.join(dict.fromkeys(found)) or 'nothing'}")

    async def check_seat(self, name: str, verb: str, text: str) -> None:
        """What a seat sees, and what it can do."""
        chat = self.chat(name)
        found = await self.seen_by(chat, all_of_it=verb == "sees") if "see" in verb else doable(chat)
        if any(holds(one, text) for one in found) != (verb in ("sees", "can")):
            raise self.wrong("\n".join(found)[-4000:])

    async def seen_by(self, chat: Chat, *, all_of_it: bool) -> list[str]:
        """Everything that a seat has got: its view, its log, its replies."""
        log, replies = (0, 0) if all_of_it else self.since.get(chat.desk.seat_id, (0, 0))
        entries = await Logbook(self.table).after(chat.seat, log, 10_000)
        view = drawing.view_text(chat.words, chat.desk.look(), "", chat.written, chat.desk.deeds())
        told = self.told.get(chat.desk.seat_id, [])[replies:]
        asked = [await chat.question(one) for one in chat.desk.questions()]
        return [view, *asked, *(seen_text(chat.words, chat.desk.with_line(seen)) for seen in entries), *told]

    def name_of(self, seat: str) -> str:
        return "GM" if seat == HOST else self.table.seat_name(seat)


def doable(chat: Chat) -> list[str]:
    """What a seat can do now, each by its title, its note and its line."""
    open_deeds = [deed for deed in chat.desk.deeds() if deed.refusal is None]
    return [f"{chat.words.say(d.title)} {chat.words.say(d.note)} {chat.written(d)}" for d in open_deeds]


Handler = Callable[[Stage, str], Awaitable[None]]
_SETTING: dict[str, Handler] = {
    "seat": Stage.seat,
    "observer": Stage.observer,
    "elsewhere": Stage.elsewhere,
    "set": Stage.settle,
    "dice": Stage.give,
    "asks": Stage.check_asked,
    "offers": Stage.check_offered,
    "offers not": Stage.check_not_offered,
}
_PLAIN: dict[str, Callable[[Stage], Awaitable[None]]] = {
    "same": Stage.check_same,
    "restart": Stage.restart,
    "from here": Stage.from_here,
}


def steps(scene: Scene) -> Iterator[Line]:
    return (line for line in scene.lines if _TYPED.fullmatch(line.text) and line.text[:2] not in ("< ", "~ ", "! "))
