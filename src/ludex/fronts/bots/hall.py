"""The hall: every group and every account, and the tables they play at. A message comes in; what is to be said goes out.

Each message is taken once, and those of one place in the order in which they came. What everybody may read is told from the log, in every
place that is linked to the table; what is for one person alone goes back to her, in private where the platform allows it, else as a pointer
to her page.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from datetime import datetime
from functools import partial
from time import monotonic

import msgspec
import structlog

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import narrow
from ludex.core.principals import HOST
from ludex.desk.campaign import reword
from ludex.desk.desk import Desk
from ludex.fronts.bots import errands, following, greeting, guests, records
from ludex.fronts.bots.corridor import Change, Corridor, Take, Tell
from ludex.fronts.bots.ledger import Ledger, Linked
from ludex.fronts.bots.messages import (
    OWNER,
    PRIVATE,
    Changed,
    Mention,
    Message,
    Person,
    Place,
    Say,
    Unsent,
    group_of,
    named,
)
from ludex.fronts.bots.rooms import REMEMBERED, Room
from ludex.fronts.bots.settings import Settings, reachable
from ludex.fronts.bots.sharing import own_dice, prefixed, settles, shareable, told_outward, typed, uncited, whispered
from ludex.fronts.bots.showing import Painter, as_all_see, caption, deeds
from ludex.fronts.pace import Pace, Told
from ludex.store.leases import Elsewhere
from ludex.store.port import Failed
from ludex.table.audience import own_number
from ludex.table.house import House
from ludex.table.questions import Open
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.reply import Reply
from ludex.text.words import Words

Send = Callable[[Say], Awaitable[str]]
"""Says something on its platform; the id of the message comes back, empty where there is none. `Unsent` if it cannot."""

Rename = Callable[[Place, str, str], Awaitable[None]]
"""Sets somebody's card in a group. `Unsent` if the platform has none, or refuses."""

SILENT = "silent"
"""Under which it is kept that the bot says nothing in a place without a table."""

EARLY = 50
"""So many changes of a place wait for the messages that they change."""

KEPT_UNSENT = 100
"""So many messages that could not be sent are remembered for the admin."""

LONGEST_SAID = 12_000
"""What has more characters is no message any more: it is read on the page."""


async def no_cards(_place: Place, _person: str, _card: str) -> None:
    """A platform where people have no cards in a group."""
    raise Unsent("no cards here")


class Hall:
    """Everybody who plays from a chat platform."""

    def __init__(
        self,
        house: House,
        ledger: Ledger,
        settings: Settings,
        send: Send,
        rename: Rename = no_cards,
        corridor: Corridor | None = None,
    ) -> None:
        self.house, self.ledger, self.settings = house, ledger, settings
        self.send, self.rename = send, rename
        self.corridor = corridor or Corridor()
        self.words = Words(settings.language)
        self.pace, self.slowed, self.greeted = Pace(12, 2), Told(), Pace(3, 0.2)
        self.painter = Painter(settings)
        self.clock: Callable[[], float] = monotonic
        self._rooms: dict[Place, Room] = {}
        self._tables: dict[str, Table] = {}
        self._pumping: set[asyncio.Task[None]] = set()
        self._waking: set[str] = set()
        self.now: Callable[[], datetime] = datetime.now
        self.errands: dict[str, asyncio.Lock] = {}
        self.arrived: OrderedDict[tuple[str, int], dict[str, str]] = OrderedDict()
        self.unsent: deque[tuple[str, str, str]] = deque(maxlen=KEPT_UNSENT)
        house.opened.append(self._watch)

    def room(self, place: Place) -> Room:
        return self._rooms.setdefault(place, Room())

    # --- messages ----------------------------------------------------------------------------------------------------

    async def take(self, message: Message) -> None:
        """Take one message; whatever is to be said is said. Nothing that anybody writes makes this raise."""
        room = self.room(message.place)
        async with room.turn:
            if message.id not in room.taken and await self.corridor.where(lambda: self._first(message)):
                room.first(message.id)
                await self.corridor.where(lambda: self._answered(message, room), Take(message))
                if (late := room.early.pop(message.id, None)) is not None:
                    await self.corridor.where(lambda: self.reworded(late), Change(late))

    async def _first(self, message: Message) -> bool:
        """Whether no node has taken a message before."""
        return await self.ledger.first(message.place, message.id)

    async def take_over(self, message: Message) -> None:
        """Take a message that came to another node, for a table that lives here; `Elsewhere` if it does not."""
        room = self.room(message.place)
        async with room.turn:
            if not room.first(message.id):
                return
            try:
                await self._answered(message, room)
            except Failed:
                room.taken.pop(message.id, None)
                raise

    async def _answered(self, message: Message, room: Room) -> None:
        if await self.ledger.is_banned(message.person):
            return
        try:
            says = await self._heard(message, room)
        except (RuleError, SystemFailed) as error:
            refusal = error if isinstance(error, RuleError) else error.refusal()
            says = [Say(message.place, self.words.error(refusal), quotes=message.id)]
        for say in says:
            await self.out(say)
        await self._told(message.place, room)

    async def _heard(self, message: Message, room: Room) -> list[Say]:
        from ludex.fronts.bots.desk import keep  # the hall's own commands are written in terms of the hall

        if (heard := prefixed(self, message)) is None:
            return []
        message, linked = heard, await self.linked(heard)
        kept = await keep(self, message, linked)
        if kept is not None:
            return [Say(message.place, kept, quotes=message.id)] if kept else []
        if await self.is_silent(message.place, linked):
            return []
        own = await self._reply(message)
        table = await self.table(linked.table) if linked is not None else None
        seat = await self.seat_of(message, table) if table is not None else ""
        if table is None or seat not in table.memory.seats:
            return [*own, *await self._lost(message, table)]
        if (slow := await self._slowed(message.person)) is not None:
            first = self.slowed.first(named(message.person), self.clock())
            return [Say(message.place, self.words.error(slow), quotes=message.id)] if first else []
        shows = partial(following.readable, table) if group_of(message) else lambda _one: True
        return [*own, *await self._played(message, room, Chat(table, seat, self.settings.language, shows=shows))]

    async def is_silent(self, place: Place, linked: Linked | None) -> bool:
        if linked is not None:
            return linked.silent
        return await self.ledger.kept(SILENT, greeting.place_key(place)) is not None

    async def seat_of(self, message: Message, table: Table) -> str:
        """The seat of somebody at a table. The owner of the group and the masters, who hold none, command from the GM's."""
        person = message.person
        held = await self.ledger.seat(person.platform, person.id, table.id)
        if held in table.memory.seats or not group_of(message):
            return held
        above = named(person) in self.settings.masters or person.role == OWNER
        return HOST if above and command_line(message.text, table.system.prefixes) is not None else held

    async def _reply(self, message: Message) -> list[Say]:
        """The group's own reply to what somebody says, not too often and not in quiet hours."""
        if not group_of(message) or self.settings.is_quiet(self.now().time()) or command_line(message.text) is not None:
            return []
        text = await greeting.answer(self, message)
        return [Say(message.place, text)] if text and not self.greeted.short(message.place.id) else []

    async def welcome(self, place: Place, person: Person) -> None:
        silent = await self.is_silent(place, await self.ledger.place(place))
        text = (
            "" if silent or self.settings.is_quiet(self.now().time()) else await greeting.welcome(self, place, person)
        )
        if text:
            await self.out(Say(place, text, (person,)))

    async def _slowed(self, person: Person) -> RuleError | None:
        """Whether somebody is too fast. Masters and trusted people are not slowed."""
        if named(person) in self.settings.masters or await self.ledger.is_trusted(person):
            return None
        try:
            self.pace.take(named(person))
        except RuleError as error:
            return error
        return None

    async def changed(self, change: Changed) -> bool:
        """A message was edited or withdrawn: what was said with it is told so in the log. Dice and deeds stand as they fell."""
        room = self.room(change.place)
        async with room.turn:
            done = bool(await self.corridor.where(lambda: self.reworded(change), Change(change)))
            if not done and change.id not in room.taken:
                room.early = {**dict(list(room.early.items())[-EARLY:]), change.id: change}
            return done

    async def reworded(self, change: Changed) -> bool:
        """What was said at a table that lives here is said in other words, or not at all; `Elsewhere` if it lives elsewhere."""
        linked = await self.ledger.place(change.place)
        if linked is None or linked.silent:
            return False
        table = await self.table(linked.table)
        own = await self.ledger.seat(change.place.platform, change.person, table.id) if change.person else ""
        seats = [own] if change.person else list(table.memory.seats)
        said = [(seat, table.memory.requests.entry(seat, _request(change.place, change.id))) for seat in seats]
        seat, n = next(((seat, n) for seat, n in said if n and seat in table.memory.seats), ("", 0))
        if not n or command_line(change.text, table.system.prefixes) is not None:
            return False
        return await reword(Desk(table, seat), n, change.text.strip())

    async def linked(self, message: Message) -> Linked | None:
        """What a place is linked to; in private the table at which somebody sat down last."""
        found = await self.ledger.place(message.place)
        if found is None and message.place.kind == PRIVATE and (own := await self.ledger.tables(message.person)):
            return Linked(own[-1], -1)
        return found

    async def _lost(self, message: Message, table: Table | None) -> list[Say]:
        """Somebody who sits nowhere rolls, draws and looks things up; for anything else she is told the way. Her talk is left alone."""
        if command_line(message.text) is None:
            return []
        if await self._slowed(message.person) is not None:
            return []
        told = await guests.served(self, message, table)
        key = "bots.no_seat" if table is not None else "bots.no_table" if group_of(message) else "bots.no_table_alone"
        way = self.words(key) if told is None or table is not None else ""
        shown = way and self.room(message.place).needs_showing(message.person.id, key, self.clock())
        text = "\n".join(part for part in (told, way if shown else "") if part)
        return [Say(message.place, text, quotes=message.id)] if text else []

    async def _played(self, message: Message, room: Room, chat: Chat) -> list[Say]:
        """A line at a table. What the log tells everybody is told from there; dice in private that are nobody's deed stay there."""
        line = await self._line(message, room, chat)
        if message.place.kind == PRIVATE and (alone := own_dice(chat, line)):
            return [Say(message.place, alone, quotes=message.id)]
        chat, reply = await typed(chat, line, _request(message.place, message.id), message.place)
        reply = uncited(chat, line, reply) if not self.settings.clauses else reply
        if reply.n and (not reply.private or group_of(message)):
            room.heard.add(own_number(chat.table.memory, following.PUBLIC, chat.desk.entry(reply.n)))
        if reply.ok and reply.n and not reply.private:
            if not self.settings.private and following.hushed(chat, reply):
                return [Say(message.place, chat.words(self._page_said()), quotes=message.id)]
            unread = settles(chat, line) or await following.untold(chat.table, chat.desk.entry(reply.n))
            told = not reply.text or reply.logged or not unread
            return [] if told else [Say(message.place, reply.text, quotes=message.id)]
        if reply.ok and reply.n:
            await errands.run(self, chat.table)
            way = errands.how(self, chat.table, chat.desk.entry(reply.n))
            if way and whispered(chat, line):
                reply = msgspec.structs.replace(reply, text=f"{reply.text}{way}")
        return await self._back(message, chat, line, reply)

    async def _line(self, message: Message, room: Room, chat: Chat) -> str:
        """What was typed as a line: people who are addressed by their characters' names, a quote of a question as its answer."""
        said = await self._spelled(message, chat)
        act = message.asks or room.asked.get(message.quotes, 0)
        prefixed = command_line(said, chat.table.system.prefixes) is not None
        if act in chat.table.memory.parked and said and not prefixed:
            return f".#{chat.desk.act_number(act)} {said}"
        return f".{said}" if narrow(said).isdecimal() and len(said) < 3 and chat.desk.questions() else said

    async def _spelled(self, message: Message, chat: Chat) -> str:
        """What was typed, with names for mentions; those in front of a command stand behind it."""
        parts = list(message.parts)
        ahead = next((i for i, part in enumerate(parts) if isinstance(part, str) and part.strip()), 0)
        if ahead and command_line(str(parts[ahead]), chat.table.system.prefixes) is not None:
            parts = [*parts[ahead:], *(part for part in parts[:ahead] if isinstance(part, Mention))]
        said = [part if isinstance(part, str) else await self._named(message, part, chat) for part in parts]
        return "".join(said).strip()

    async def _named(self, message: Message, mention: Mention, chat: Chat) -> str:
        seat = await self.ledger.seat(message.place.platform, mention.id, chat.table.id)
        found = chat.table.memory.seats.get(seat)
        if found is None:
            return ""
        return f" @{chat.called_actor(found.controls[0]) if found.controls else found.name} "

    async def _back(self, message: Message, chat: Chat, line: str, reply: Reply) -> list[Say]:
        """A reply for the one who asked. What is hidden does not go into a group."""
        if not reply.text:
            return []
        if group_of(message) and reply.ok and chat.seat is following.PUBLIC and records.exported(chat, line):
            return [await records.said(self, message, chat, line, reply, LONGEST_SAID)]
        if len(reply.text) > LONGEST_SAID and not reply.sections:
            return [Say(message.place, chat.words("bots.too_long", length=len(reply.text)), quotes=message.id)]
        if message.place.kind == PRIVATE:
            return [await self._shown(message, chat, reply)]
        if shareable(chat, line, reply):
            return [await self._in_group(message, chat, line, reply)]
        if (shared := as_all_see(chat, reply)) is not None:
            return [await self._shown(message, chat, shared)]
        told = await self.whisper(message.person, reply.text, await self.painter.picture(chat, reply))
        key = "bots.told_privately" if told else self._page_said()
        return [Say(message.place, chat.words(key), quotes=message.id)]

    async def _in_group(self, message: Message, chat: Chat, line: str, reply: Reply) -> Say:
        """A reply as everybody may read it; where the one who asked may read more, that goes to her alone."""
        open_, told = await told_outward(chat, line, reply)
        told = told if self.settings.clauses else uncited(open_, line, told)
        if open_ is chat or told.text == reply.text:
            return await self._shown(message, open_, told)
        whispered = await self.whisper(message.person, reply.text, await self.painter.picture(chat, reply))
        if not told.ok:
            key = "bots.told_privately" if whispered else self._page_said()
            return Say(message.place, chat.words(key), quotes=message.id)
        more = chat.words("bots.more_privately" if whispered else "bots.as_all_see")
        return await self._shown(message, open_, msgspec.structs.replace(told, text=f"{told.text}\n{more}"))

    def _page_said(self) -> str:
        """What is said of a result that waits on a page: where it is, or that nobody else can open that page."""
        return "bots.on_your_page" if reachable(self.settings.page) else "bots.on_no_page"

    async def _shown(self, message: Message, chat: Chat, reply: Reply) -> Say:
        """A reply as words, with a picture where it is better seen."""
        picture = await self.painter.picture(chat, reply)
        under = caption(chat, reply, alone=message.place.kind == PRIVATE) if picture else ""
        buttons = deeds(chat, reply) if reply.ok else ()
        return Say(message.place, reply.text, quotes=message.id, picture=picture, caption=under, buttons=buttons)

    async def whisper(self, person: Person, text: str, picture: bytes = b"") -> bool:
        """Tell one person something, if that is allowed and works."""
        if not self.settings.private:
            return False
        try:
            await self.send(Say(Place(person.platform, person.id, PRIVATE), text, picture=picture))
        except Unsent as error:
            self._missed(Place(person.platform, person.id, PRIVATE), str(error))
            return False
        return True

    # --- tables ------------------------------------------------------------------------------------------------------

    async def table(self, name: str) -> Table:
        """A table, watched from now on: what happens there is told in every place that is linked to it."""
        table = await self.house.open(name)
        self._watch(table)
        return table

    def _watch(self, table: Table) -> None:
        """Somebody has brought a table in: what is new there is told, now and from now on."""
        if self._tables.get(table.id) is not table:
            self._tables[table.id] = table
            table.watchers.append(lambda: self._wake(table.id))
            self._wake(table.id)

    async def redeemed(self, code: str) -> tuple[Table, Seat]:
        """The table and seat that a code was made for; `Elsewhere` if that was at another node."""
        try:
            return self.house.redeem(code)
        except RuleError:
            if (node := await self.corridor.maker(code)) is not None:
                raise Elsewhere(node) from None
            raise

    def _wake(self, name: str) -> None:
        """Something has come to disk."""
        if name not in self._waking:
            self._waking.add(name)
            self._go(self._wake_places(name))

    async def _wake_places(self, name: str) -> None:
        """Tell every linked place that is not about to be told anyway."""
        self._waking.discard(name)
        if (table := self._tables.get(name)) is not None and not table.broken:
            self._go(self._run_errands(table))
        for place, _ in await self.ledger.places(name):
            room = self.room(place)
            if not room.waking:
                room.waking = True
                self._go(self.tell(place))

    async def _run_errands(self, table: Table) -> None:
        try:
            await table.on_disk()
            await errands.run(self, table)
        except (RuleError, SystemFailed, Failed) as error:
            structlog.get_logger().error("not_carried", table=table.id, problem=str(error))

    def _go(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._pumping.add(task)
        task.add_done_callback(self._pumping.discard)

    async def tell(self, place: Place, *, passed: bool = False) -> None:
        """Tell a place what has happened since it was last told."""
        room = self.room(place)
        async with room.turn:
            room.waking = False
            try:
                await self._told(place, room)
            except Elsewhere as error:
                if not passed:
                    await self.corridor.passed(error.holder, Tell(place))
            except (RuleError, SystemFailed, Failed) as error:
                structlog.get_logger().error("not_told", place=place.id, problem=str(error))

    async def _told(self, place: Place, room: Room) -> None:
        from ludex.fronts.bots.badges import renew  # cards are written in terms of the hall

        linked = await self.ledger.place(place)
        if linked is None or linked.silent:
            return
        table = await self.table(linked.table)
        await table.on_disk()
        texts, last = await following.news(
            table, following.words_of(table, self.settings.language), linked.told, room.heard
        )
        if texts and not await self.out(Say(place, "\n".join(texts))):
            return
        if last != linked.told:
            await self.ledger.tell(place, last)
        room.heard = {n for n in room.heard if n > last}
        waiting = following.open_questions(table)
        fresh = [one for one in waiting if following.mark(one) not in room.open]
        room.open = {mark: room.open.get(mark, (self.clock(), 0)) for mark in map(following.mark, waiting)}
        for say in await self.asked(table, place, fresh):
            await self.out(say)
        await renew(self, place, table)

    async def asked(self, table: Table, place: Place, fresh: Iterable[Open]) -> list[Say]:
        """Questions that wait, as they are put to those who must answer, here or in private."""
        language, private = self.settings.language, self.settings.private
        return await following.asked(table, self.ledger, place, language, fresh, private=private)

    async def out(self, say: Say) -> bool:
        """Say something; the id of a question is remembered, so that a quote of it is an answer. False: it can still be said later."""
        try:
            sent = await self.send(say)
        except Unsent as error:
            self._missed(say.place, str(error))
            return not error.later
        if say.asks and sent:
            asked = self.room(say.place).asked
            asked[sent] = say.asks
            while len(asked) > REMEMBERED:
                asked.popitem(last=False)
        return True

    def _missed(self, place: Place, problem: str) -> None:
        """Something could not be said: the log and the admin's page tell so."""
        structlog.get_logger().warning("unsent", place=place.id, problem=problem)
        self.unsent.append((f"{self.now():%m-%d %H:%M:%S}", greeting.place_key(place), problem))

    async def open(self) -> None:
        """Take up every linked place after a start, or when a platform is back: what happened meanwhile is told."""
        for place, _ in await self.ledger.places():
            await self.tell(place)

    async def close(self) -> None:
        """Stop telling; what was not told is told at the next start."""
        for task in self._pumping:
            task.cancel()
        await asyncio.gather(*self._pumping, return_exceptions=True)
        await self.ledger.close()


def _request(place: Place, message: str) -> str:
    """What a table knows a message by, so that it is taken once."""
    return f"{place.platform}/{place.id}/{message}"[-80:]
