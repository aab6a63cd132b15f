"""The live page: one WebSocket for each page. The server pushes what changed; the page sends what its person does.

A push carries fragments whose mark differs from what this connection has, the new log entries since its last one, and
which entries are now undone. Pushes are made one at a time: whatever happens meanwhile is in the next.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.packs import texts_in
from ludex.core.plain import Written
from ludex.fronts.entering import entered
from ludex.fronts.pace import LENGTH, PAUSE, WRITTEN, Paces, Payer, cost_of, payer_of
from ludex.fronts.web.drawing.aiming import TARGETS
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.gate.reader import language_of
from ludex.fronts.web.gate.security import same_origin
from ludex.fronts.web.live import chances, messages as m
from ludex.fronts.web.live.asked import Facts, deed
from ludex.fronts.web.live.fragments import Painter, Picture
from ludex.fronts.web.log.logged import SEARCHED, Scroll
from ludex.lab import answers
from ludex.store.leases import Elsewhere
from ludex.store.port import Failed
from ludex.table.audience import Seen
from ludex.table.house import House
from ludex.table.preludes import UNDO
from ludex.table.writing import Broken
from ludex.text.chat import Chat
from ludex.text.words import Words

AWAY = 400
"""A page that missed more entries than this starts again from the newest ones."""

DEAD, FOREIGN, CROWDED, BROKEN = 4404, 4403, 4429, 4503

PUSH = 1
"""What a push costs its seat, beside its length: who has spent all is told later, and what came meanwhile with it."""

LOOKS = 4
"""So many things a page may look at once; what it wants beyond that waits its turn."""

GONE = (WebSocketDisconnect, ConnectionError, Elsewhere)
"""Nobody is there to be told any more, or the table lives at another node: the page comes again by itself."""

Socket = WebSocket[Any, Any, Any]


@websocket("/t/{secret:str}/live", opt={"exclude_from_auth": True})
async def live(
    socket: Socket,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    painter: NamedDependency[Painter],
    secret: FromPath[str],
) -> None:
    """Serve one page until it goes away. One too many waits before it is let in to hear so: to open on and on is not worth it."""
    if not same_origin(socket):
        await socket.accept()
        await socket.close(code=FOREIGN, reason="origin")
        return
    try:
        table, seat = await entered(socket, house, paces, secret)
    except RuleError as error:
        await socket.accept()
        await _dismiss(socket, Words(language_of(socket)).error(error))
        return
    except SystemFailed as error:
        await socket.accept()
        await _dismiss(socket, Words(language_of(socket)).error(error.refusal()), BROKEN)
        return
    payer = payer_of(socket, table.id, seat.id)
    try:
        paces.enter(payer)
    except RuleError as error:
        await asyncio.sleep(PAUSE)
        await socket.accept()
        await socket.close(code=CROWDED, reason=error.code)
        return
    try:
        await socket.accept()
        chat = Chat(table, seat.id, language_of(socket), reads_log=True)
        await Live(socket, house, paces, painter, chat, payer).run()
    finally:
        paces.leave(payer)


async def _dismiss(socket: Socket, text: str, code: int = DEAD) -> None:
    """Say why there is nothing to see. A page whose system is `BROKEN` tries again: it is there again as soon as that is mended."""
    await socket.send_text(msgspec.json.encode({"dead": text}).decode())
    await socket.close(code=code, reason="dead_link" if code == DEAD else "system_failed")


class Live:
    """One connected page."""

    def __init__(self, socket: Socket, house: House, paces: Paces, painter: Painter, chat: Chat, payer: Payer) -> None:
        self.socket = socket
        self.house = house
        self.paces = paces
        self.payer = payer
        self.painter = painter
        self.chat = chat
        self.scroll = Scroll(chat)
        self.have: dict[str, str] = {}
        self.picture: Picture | None = None
        self.columns: dict[str, tuple[str, ...]] = {}
        self.redo: tuple[int, ...] = ()
        self.undone: list[int] | None = None
        self.greeted, self.pointing = False, False
        self.changed = asyncio.Event()
        self.thinking: set[asyncio.Task[Any]] = set()
        self.looking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Push and receive until the page goes away, its seat is taken, or a push fails (then the page comes back by itself)."""
        self.chat.table.watchers.append(self.wake)
        self._arrive(1)
        both = [asyncio.create_task(self._push_always()), asyncio.create_task(self._receive_always())]
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except GONE:
            pass
        finally:
            for task in (*both, *self.thinking, *self.looking):
                task.cancel()
            self._unwatch()
            self._arrive(-1)

    def _arrive(self, pages: int) -> None:
        """Say who is here to everybody who is."""
        self.painter.listen(self.chat.table.id, self.pointed, on=pages > 0)
        if self.painter.arrive(self.chat.table.id, self.chat.desk.seat_id, pages):
            for wake in tuple(self.chat.table.watchers):
                wake()

    def wake(self) -> None:
        """Something changed at the table (called after it is on disk)."""
        self.changed.set()

    def _unwatch(self) -> None:
        watchers = self.chat.table.watchers
        if self.wake in watchers:
            watchers.remove(self.wake)

    async def _refresh(self) -> None:
        """Move to the table's present self, should it have been loaded again."""
        table = await self.house.open(self.chat.table.id)
        if table is not self.chat.table:
            self._unwatch()
            self.chat = self.scroll.chat = Chat(table, self.chat.desk.seat_id, self.chat.language, reads_log=True)
            table.watchers.append(self.wake)
            self.changed.set()

    # --- receiving -----------------------------------------------------------------------------------------------

    async def _receive_always(self) -> None:
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                await self._take(event.get("text") or event.get("bytes") or b"")

    async def _take(self, raw: str | bytes) -> None:
        """One message: read it, do it, reply. Who only looks is served beside: nothing that is done waits for odds."""
        try:
            if len(raw) > m.LARGEST:
                raise RuleError("line_too_long", length=len(raw), limit=m.LARGEST)
            message = m.read(raw)
        except RuleError as error:
            await self._refuse(0, self.chat.refusal(error), error.code)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            await self._refuse(0, self.chat.words("web.bad_message", problem=str(error)[:200]), "bad_message")
        else:
            if isinstance(message, m.LOOKS) and len(self.looking) < LOOKS:
                task = asyncio.create_task(self._look(message, raw))
                self.looking.add(task)
                task.add_done_callback(self.looking.discard)
            else:
                await self._serve(message, raw)

    async def _look(self, message: m.AnyMessage, raw: str | bytes) -> None:
        """Serve who only looks, beside everything else; a page that has gone meanwhile is told nothing."""
        with suppress(*GONE):
            await self._serve(message, raw)

    async def _serve(self, message: m.AnyMessage, raw: str | bytes) -> None:
        """Do what a message asks and reply. Whatever is wrong with it is said, and the connection lives on."""
        number = message.id
        try:
            kind, text = str(message.__struct_config__.tag), getattr(message, "text", "")
            kind = "whether" if getattr(message, "whether", False) else kind  # no odds are worked out
            asked, entries = kind == "line" and bool(self.chat.desk.questions()), min(SEARCHED, self.chat.desk.last)
            cost = cost_of(kind, text, entries=entries, asked=asked) + len(raw) / WRITTEN
            await self.paces.ask(self.payer, cost)
            await self._refresh()
            facts = await self._done(message)
            await self._send({"reply": number, "ok": True, **facts}, self.paces.charge)
        except Elsewhere:
            raise
        except RuleError as error:
            whose = chances.whose(self.chat, error, message.actor) if isinstance(message, m.DeedAsked) else []
            why = self.chat.words("web.say_whose") if whose else self._why(error, message)
            await self._refuse(number, why, error.code, whose=whose)
        except SystemFailed as error:
            await self._refuse(number, self.chat.words.error(error.refusal()), error.code)
        except Broken:
            await self._refuse(number, self.chat.words("errors.store_failed"), "store_failed")
        except Failed:
            await self._refuse(number, self.chat.words("errors.store_unreadable"), "store_unreadable")

    def _why(self, error: RuleError, message: m.AnyMessage) -> str:
        """A refusal: of a line as lines are refused, of anything else by the names of fields and buttons. What was said is what the message
        means, however its letters were written."""
        said = "\n".join(texts_in(msgspec.to_builtins(message)))
        if isinstance(message, m.Line):
            return self.chat.refusal(error, said)
        if error.code == "missing_argument":
            name, of = str(error.facts.get("arg", "")), message.deed if isinstance(message, m.DeedAsked) else ""
            title = Drawing(self.chat.words).asks(of, name, aimed=name in TARGETS)
            return self.chat.words("web.field_missing", arg=title)
        if error.code == "no_question" and isinstance(message, m.Answer | m.Change):
            return self.chat.words("web.answered_already")
        facts = {name: fact for name, fact in error.facts.items() if name != "hint"}  # how a line would be written
        bare = RuleError(error.code, clause=error.clause, **facts)
        return Drawing.at(self.chat).by_hand(self.chat.refusal(bare, said))

    async def _done(self, message: m.AnyMessage) -> Facts:
        if isinstance(message, m.Hello):
            return self._greet(message)
        if isinstance(message, m.Ping):
            self.painter.point(self.chat.table.id, message.cell)
            return {}
        return await deed(self.chat, self.scroll, message)

    async def pointed(self, cell: tuple[int, int]) -> None:
        """Somebody points at a square of the map. It is of the moment: a page that has not read of the last one yet is not told."""
        if not self.greeted or self.pointing:
            return
        self.pointing = True
        try:
            await self._send({"ping": cell}, self.paces.charge_push)
        finally:
            self.pointing = False

    def _greet(self, hello: m.Hello) -> Facts:
        """The page says what it has; the first push brings the rest."""
        last = self.chat.desk.last
        self.scroll.first, self.scroll.last = max(1, min(hello.first, last)), max(0, min(hello.seen, last))
        self.have, self.picture = dict(hello.have), None
        self.greeted = True
        self.changed.set()
        return {"hello": self.chat.seat.name}

    async def _refuse(self, number: int, text: str, code: str, **facts: Written) -> None:
        await self._send({"reply": number, "ok": False, "text": text, "code": code, **facts}, self.paces.charge)

    async def _send(self, facts: Facts, charge: Callable[[Payer, float], None]) -> None:
        text = msgspec.json.encode(facts).decode()
        charge(self.payer, len(text) / LENGTH)
        await self.socket.send({"type": "websocket.send", "bytes": None, "text": text})

    # --- pushing -------------------------------------------------------------------------------------------------

    async def _push_always(self) -> None:
        while True:
            await self.changed.wait()
            await self.paces.wait_push(self.payer, PUSH)
            self.changed.clear()
            if not self.greeted:
                continue
            await self._refresh()
            try:
                await self.chat.table.on_disk()
                await self._push()
            except Broken:
                self.changed.set()
            except RuleError as error:
                if error.code != "dead_link":
                    raise
                await _dismiss(self.socket, self.chat.words.error(error))
                return
            except SystemFailed as error:
                await _dismiss(self.socket, self.chat.words.error(error.refusal()), BROKEN)
                return

    async def _push(self) -> None:
        async with self.painter.turns:
            picture = await self.painter.picture(self.chat)
            facts = {**self._fragments(picture), **await self._news()}
            await asyncio.sleep(0)  # the one who sent something gets her reply before the next page is drawn
        if facts:
            await self._send(facts, self.paces.charge_push)
        self._foresee()

    def _fragments(self, picture: Picture) -> Facts:
        """What of a picture the page does not have yet."""
        if picture is self.picture:
            return {}
        self.picture = picture
        changed = {f.id: f for f in picture.fragments.values() if self.have.get(f.id) != f.mark}
        facts: Facts = {"set": {f.id: [f.mark, f.html] for f in changed.values()}} if changed else {}
        if picture.columns != self.columns:
            self.columns = picture.columns
            facts["columns"] = picture.columns
        self.have = {f.id: f.mark for f in picture.fragments.values()}
        return facts

    async def _news(self) -> Facts:
        if self.chat.desk.last - self.scroll.last > AWAY:
            return {"restart": [e.plain() for e in await self.scroll.latest(AWAY // 4)], "first": self.scroll.first}
        news, redo = await self.scroll.news(), self.chat.table.memory.redo
        drawn = [self.scroll.draw(seen).plain() for seen in news]
        facts: Facts = {"log": drawn, "last": self.scroll.last} if drawn else {}
        moved = self.undone is None or any(seen.kind == "moved" or seen.line.startswith(UNDO) for seen in news)
        # a step may be taken back unheard: where it changes nothing, no push tells of it
        if moved or redo != self.redo or any(map(_asked_again, news)):
            undone, redrawn = await self.scroll.undone()
            if moved or undone != self.undone:
                facts |= {"undone": undone, "redrawn": [e.plain() for e in redrawn]}
            self.undone = undone
        self.redo = redo
        if lapsed := self.scroll.lapsed():
            facts["lapsed"] = [e.plain() for e in lapsed]
        return facts

    def _foresee(self) -> None:
        """Have the odds of open questions worked out, and push again when they are there."""
        chat = self.chat
        if not chat.table.memory.parked:
            return
        for asked in (*chat.desk.questions(), *chat.desk.others_questions()):
            if answers.known(chat.table, asked) is None:
                task = asyncio.create_task(answers.work_out(chat.table, asked))
                self.thinking.add(task)
                task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[Any]) -> None:
        self.thinking.discard(task)
        if not task.cancelled() and task.exception() is None:
            self.changed.set()


def _asked_again(seen: Seen) -> bool:
    """Whether an entry asks on without a new answer: one may have been taken back."""
    return seen.act not in (0, seen.n) and bool(seen.questions) and not seen.answers
