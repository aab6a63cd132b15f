"""QQ's own interface for bots through NoneBot: groups, private chats and channels, with keyboards, pictures and what the service allows to say.

Anyone who speaks there answers somebody: a message may be answered a few times and for a while (`Window`); without such leave a bot speaks only
where its owner was given the right to. What cannot be said now is said with the next answer.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from httpx import HTTPError
from nonebot.adapters import Bot as AnyBot, Event
from nonebot.adapters.qq import Adapter as RealAdapter, Bot as Bot, Message as Segments, MessageSegment
from nonebot.adapters.qq.config import BotInfo
from nonebot.adapters.qq.event import (
    C2CMessageCreateEvent,
    DirectMessageCreateEvent,
    GroupMessageCreateEvent,
    GuildMessageEvent,
    InteractionCreateEvent,
    MessageAuditEvent,
    MessageAuditPassEvent,
    MessageDeleteEvent,
)
from nonebot.adapters.qq.exception import (
    ActionFailed,
    ApiNotAvailable,
    AuditException,
    NetworkError,
    RateLimitException,
)
from nonebot.adapters.qq.models import (
    Action,
    Button,
    GroupMentionUser,
    InlineKeyboard,
    InlineKeyboardRow,
    MessageKeyboard,
    Permission,
    PostC2CMessagesReturn,
    PostGroupMessagesReturn,
    RenderData,
)

from ludex.fronts.bots.accounts import Plain, account, parts
from ludex.fronts.bots.messages import (
    ADMIN,
    MEMBER,
    OWNER,
    PRIVATE,
    Busy,
    Changed,
    Message,
    Person,
    Place,
    Say,
    Unsent,
    pressed,
)
from ludex.fronts.bots.waiting import patiently

PLATFORM = "qq"
CHANNEL, DIRECT = "channel:", "direct:"
"""How the ids of places begin that are channels, and private talks that belong to a server."""

ANSWERS = 5
"""So often one message may be answered."""

WINDOWS = 3
"""So many messages of a place are remembered as ones that may still be answered."""

MINUTES = {"group": 5, PRIVATE: 60}
"""For so long a message may be answered."""

BUSY = 1.0
"""Seconds until a service that is busy is asked again."""

AUDIT = 10.0
"""Seconds for which a message that is looked at by the service is waited for."""

KEPT, IN_A_ROW, ROWS, LONGEST_LABEL = 500, 5, 5, 30


class Adapter(RealAdapter):
    """The adapter, with a service that is not there yet when the bot starts."""

    async def run_bot_websocket(self, bot_info: BotInfo) -> None:
        """Connect as soon as the service answers."""
        failures = (NetworkError, ActionFailed, ApiNotAvailable, ValueError, OSError, HTTPError)
        await patiently(PLATFORM, Bot(self, bot_info.id, bot_info).shard_url_get, failures)
        await super().run_bot_websocket(bot_info)


class Window:
    """Leave to answer: the message or the event, until when, and how often that was done."""

    def __init__(self, bot: Bot, kind: str, *, message: str = "", event: str = "", index: str = "") -> None:
        self.bot, self.message, self.event, self.index = bot, message, event, index
        self.end = monotonic() + 60 * MINUTES[kind] - 5
        self.used = 0

    @property
    def open(self) -> bool:
        """Whether it can be answered once more."""
        return self.used < ANSWERS and monotonic() < self.end

    def quotable(self, place: Place) -> bool:
        """Whether its message can be quoted: in groups that needs a name of its own, which not every message has."""
        return bool(self.message) and (bool(self.index) or place.id.startswith((CHANNEL, DIRECT)))


class _Spent(Exception):
    """Leave to answer that the service does not grant any more."""


class Official(Plain):
    """The accounts that are connected, and what may be answered where. `plain`: accounts that may not show keyboards."""

    platform, drawn, longest = PLATFORM, True, 1500

    def __init__(self) -> None:
        self._windows: OrderedDict[Place, list[Window]] = OrderedDict()
        self._said: OrderedDict[tuple[Place, str], str] = OrderedDict()
        self._plain: set[str] = set()
        self._audits: OrderedDict[str, asyncio.Future[str]] = OrderedDict()

    # --- what comes -------------------------------------------------------------------------------------------------

    async def read(self, bot: AnyBot, event: Event) -> Message | None:
        """A message as a message; a pressed button as its line. None of anything else, and of what bots say."""
        if not isinstance(bot, Bot):
            return None
        if isinstance(event, InteractionCreateEvent):
            return await self._pressed(bot, event)
        if isinstance(event, GroupMessageCreateEvent | C2CMessageCreateEvent):
            return self._of_a_group(bot, event)
        return self._of_a_server(bot, event) if isinstance(event, GuildMessageEvent) else None

    def _of_a_group(self, bot: Bot, event: GroupMessageCreateEvent | C2CMessageCreateEvent) -> Message | None:
        if isinstance(event, GroupMessageCreateEvent):
            if event.author.bot:
                return None
            role = {"owner": OWNER, "admin": ADMIN}.get(event.author.member_role, MEMBER)
            person = Person(PLATFORM, event.author.member_openid, event.author.username or "", role)
            place = Place(PLATFORM, event.group_openid)
        else:
            person = Person(PLATFORM, event.author.user_openid, event.author.username or "")
            place = Place(PLATFORM, event.author.user_openid, PRIVATE)
        scene = event.message_scene.ext if event.message_scene else []
        index = next((one.partition("=")[2] for one in scene if one.startswith("msg_idx=")), "")
        self._answerable(place, Window(bot, place.kind, message=event.id, index=index))
        ids = {one.id: one.member_openid for one in event.mentions or [] if isinstance(one, GroupMentionUser)}
        quotes = self._quoted(place, event.reply.content) if event.reply else ""
        return Message(
            place, person, event.id, parts(event.get_message(), lambda one: _addressed(one, ids)), quotes, event.to_me
        )

    def _of_a_server(self, bot: Bot, event: GuildMessageEvent) -> Message | None:
        if event.author.bot:
            return None
        alone = isinstance(event, DirectMessageCreateEvent)
        place = _place_on_server(event.guild_id, event.channel_id, alone=alone)
        roles = (event.member.roles if event.member else None) or []
        role = ADMIN if not alone and {"2", "4", "5"} & set(roles) else MEMBER
        self._answerable(place, Window(bot, place.kind, message=event.id))
        person = Person(PLATFORM, event.author.id, event.author.username or "", role)
        quotes = event.message_reference.message_id if event.message_reference else ""
        return Message(
            place, person, event.id, parts(event.get_message(), lambda one: _addressed(one, {})), quotes, event.to_me
        )

    async def _pressed(self, bot: Bot, event: InteractionCreateEvent) -> Message | None:
        """A button of ours. The service wants to hear that it was noticed, and gives leave to answer."""
        button = pressed(event.data.resolved.button_data or "")
        if button is None:
            return None
        with suppress(ActionFailed, NetworkError, ApiNotAvailable):
            await bot.put_interaction(interaction_id=event.id, code=0)
        if event.group_openid:
            place = Place(PLATFORM, event.group_openid)
        elif event.user_openid:
            place = Place(PLATFORM, event.user_openid, PRIVATE)
        else:
            place = _place_on_server(event.guild_id or "", event.channel_id or "", alone=not event.channel_id)
        self._answerable(place, Window(bot, place.kind, event=event.event_id or event.id))
        person = Person(PLATFORM, event.get_user_id())
        return Message(place, person, f"press-{event.id}", (button.line,), asks=button.asks)

    def _answerable(self, place: Place, window: Window) -> None:
        windows = self._windows.setdefault(place, [])
        windows[:] = [*(one for one in windows if one.open), window][-WINDOWS:]
        self._windows.move_to_end(place)
        while len(self._windows) > KEPT:
            self._windows.popitem(last=False)

    def _quoted(self, place: Place, content: str) -> str:
        """The message of ours that somebody quotes: in groups the service tells what it says, not which it is."""
        wanted = _squeezed(content)
        found = [sent for (where, text), sent in self._said.items() if where == place and _same(text, wanted)]
        return found[-1] if wanted and found else ""

    def changed(self, event: Event) -> Sequence[Changed]:
        """A message of a channel that was withdrawn; groups are not told of it, and nothing can be edited."""
        if isinstance(event, MessageAuditEvent):
            passed = event.message_id if isinstance(event, MessageAuditPassEvent) else None
            self._audit(event.audit_id, passed or "")
        if not isinstance(event, MessageDeleteEvent):
            return []
        gone = event.message
        place = _place_on_server(gone.guild_id, gone.channel_id, alone=event.get_event_name().startswith("DIRECT"))
        return [Changed(place, gone.author.id, gone.id)]

    # --- what goes --------------------------------------------------------------------------------------------------

    async def send(self, bots: Sequence[AnyBot], say: Say) -> str:
        """Say something, as an answer where that is left to us; the message's id comes back."""
        windows = [one for one in reversed(self._windows.get(say.place, [])) if one.open]
        windows.sort(key=lambda one: one.message != say.quotes)
        if not windows and say.place.kind == PRIVATE:
            raise Unsent("nobody is to be answered there")
        for window in windows[:2]:
            with suppress(_Spent):
                return await self._answered(bots, say, window)
        return await self._begun(bots, say, refused=bool(windows))

    async def _answered(self, bots: Sequence[AnyBot], say: Say, window: Window) -> str:
        """Said as an answer. Refused, it may be that the service counts otherwise than we do: that leave is spent."""
        bot = window.bot if window.bot in bots else account(bots, Bot)
        try:
            return await self._sent(bot, say, window)
        except ActionFailed as error:
            if error.status_code >= 500:
                raise Unsent(f"refused: {error.status_code}", later=True) from None
            window.used = ANSWERS
            raise _Spent from None

    async def _begun(self, bots: Sequence[AnyBot], say: Say, *, refused: bool) -> str:
        """Said unasked; where the service does not let the bot begin it is said with the next answer, if it was not refused as an answer."""
        try:
            return await self._sent(account(bots, Bot), say, None)
        except ActionFailed as error:
            raise Unsent(f"may not begin: {error.code}", later=not refused) from None

    async def _sent(self, bot: Bot, say: Say, window: Window | None) -> str:
        """Said with a keyboard where the account may show one; whether it may is found out."""
        keyboard = bool(say.buttons) and not say.picture and bot.self_id not in self._plain
        if keyboard:
            with suppress(ActionFailed):
                return await self._posted(bot, say, window, keyed(say))
        quoting = window is not None and window.message == say.quotes and window.quotable(say.place)
        sent = await self._posted(bot, say, window, written(say, quoting=quoting))
        if keyboard:
            self._plain.add(bot.self_id)
        return sent

    async def _posted(self, bot: Bot, say: Say, window: Window | None, segments: Segments) -> str:
        if window is not None:
            window.used += 1
        message, event = (window.message or None, window.event or None) if window is not None else (None, None)
        used = window.used if window is not None else None
        index = window.index or None if window is not None else None
        where, alone = say.place.id, say.place.kind == PRIVATE
        with _carried():
            try:
                if where.startswith(DIRECT):
                    return (await bot.send_to_dms(where.removeprefix(DIRECT), segments, message, event)).id
                if where.startswith(CHANNEL):
                    return (await bot.send_to_channel(where.removeprefix(CHANNEL), segments, message, event)).id
            except AuditException as looked_at:
                return await self._audited(looked_at.audit_id)
            speak = bot.send_to_c2c if alone else bot.send_to_group
            sent = await speak(where, segments, message, used, event, index)
        if not isinstance(sent, PostC2CMessagesReturn | PostGroupMessagesReturn):
            return ""
        return self._remembered(say, sent.id or "")

    async def _audited(self, audit: str) -> str:
        """The id of a message that the service looks at first; `Unsent` if it does not like it."""
        try:
            found = await asyncio.wait_for(asyncio.shield(self._audit(audit)), AUDIT)
        except TimeoutError:
            return ""  # it may still come
        if not found:
            raise Unsent("refused: audit")
        return found

    def _audit(self, audit: str, found: str | None = None) -> asyncio.Future[str]:
        """What comes of an audit, whether it is asked for or told first."""
        waits = self._audits.setdefault(audit, asyncio.get_running_loop().create_future())
        if found is not None and not waits.done():
            waits.set_result(found)
        while len(self._audits) > KEPT:
            self._audits.popitem(last=False)
        return waits

    def _remembered(self, say: Say, sent: str) -> str:
        """A question, by what it says: that is how a quote of it is known."""
        if say.asks and sent:
            self._said[(say.place, _squeezed(say.spoken))] = sent
            while len(self._said) > KEPT:
                self._said.popitem(last=False)
        return sent


@contextmanager
def _carried() -> Iterator[None]:
    """What the service cannot take now, as `Unsent`; what it refuses is looked at by the one who asked."""
    try:
        yield
    except RateLimitException:
        raise Busy(BUSY) from None
    except NetworkError as error:
        raise Unsent(type(error).__name__, later=True) from None
    except ApiNotAvailable:
        raise Unsent("refused: unknown there") from None


def _place_on_server(guild: str, channel: str, *, alone: bool) -> Place:
    return Place(PLATFORM, f"{DIRECT}{guild}", PRIVATE) if alone else Place(PLATFORM, f"{CHANNEL}{channel}")


def _addressed(segment: MessageSegment, ids: dict[str, str]) -> str:
    """Whom a segment calls; `ids`: under which other name the service knows people in a group."""
    called = str(segment.data["user_id"]) if segment.type == "mention_user" else ""
    return ids.get(called, called)


def written(say: Say, *, quoting: bool = False) -> Segments:
    """What is to be said as segments: the quote, those addressed, the picture or the text."""
    segments = Segments()
    if quoting:
        segments += MessageSegment.reference(say.quotes, ignore_error=True)
    for person in say.to:
        segments += MessageSegment.mention_user(person.id, person.name or None)
        segments += MessageSegment.text(" ")
    if text := say.spoken:
        segments += MessageSegment.text(text)
    if say.picture:
        segments += MessageSegment.file_image(say.picture, "ludex.png")
    return segments


def keyed(say: Say) -> Segments:
    """The same with a keyboard under it, for accounts that may show one."""
    called = "".join(f"<@{person.id}> " for person in say.to)
    rows = [InlineKeyboardRow(buttons=buttons) for buttons in _rows(say)]
    keyboard = MessageKeyboard(content=InlineKeyboard(rows=rows))
    return Segments([MessageSegment.markdown(called + say.spoken), MessageSegment.keyboard(keyboard)])


def _rows(say: Say) -> list[list[Button]]:
    ready = [
        Button(
            id=str(n),
            render_data=RenderData(label=one.text[:LONGEST_LABEL], visited_label=one.text[:LONGEST_LABEL], style=0),
            action=Action(type=1, permission=Permission(type=2), data=say.pressing(one)),
        )
        for n, one in enumerate(say.buttons, 1)
        if one.text.strip()
    ][: IN_A_ROW * ROWS]
    return [ready[n : n + IN_A_ROW] for n in range(0, len(ready), IN_A_ROW)]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _same(said: str, quoted: str) -> bool:
    """Whether a quote is of something that was said: whole, cut short, or with those addressed in front."""
    return len(quoted) > 3 and (said in quoted or said.startswith(quoted.rstrip("….")))
