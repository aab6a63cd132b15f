"""Discord through NoneBot: segments of its messages to ours and back, with replies, pictures, buttons, edits, withdrawals and nicknames."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from httpx import HTTPError
from nonebot.adapters import Bot as AnyBot, Event
from nonebot.adapters.discord import Adapter as RealAdapter, Bot as Bot, Message as Segments, MessageSegment
from nonebot.adapters.discord.api import (
    ActionRow,
    AllowedMention,
    Button,
    ButtonStyle,
    Guild,
    GuildMember,
    InteractionCallbackType,
    InteractionResponse,
    MessageReference,
    MessageType,
    Snowflake,
    User,
    is_not_unset,
)
from nonebot.adapters.discord.api.model import GatewayBot
from nonebot.adapters.discord.config import BotInfo
from nonebot.adapters.discord.event import (
    DirectMessageCreateEvent,
    DirectMessageDeleteEvent,
    DirectMessageUpdateEvent,
    GuildMessageCreateEvent,
    GuildMessageDeleteBulkEvent,
    GuildMessageDeleteEvent,
    GuildMessageUpdateEvent,
    MessageComponentInteractionEvent,
)
from nonebot.adapters.discord.exception import (
    ActionFailed,
    ApiNotAvailable,
    DiscordAdapterException,
    NetworkError,
    RateLimitException,
)
from nonebot.drivers import URL, Driver, Request, Response
from pydantic import ValidationError

from ludex.fronts.bots.accounts import Plain, account, parts
from ludex.fronts.bots.messages import (
    ADMIN,
    GROUP,
    MEMBER,
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

PLATFORM = "discord"

LONGEST_ID, LONGEST_LABEL, LONGEST_NICK, IN_A_ROW, ROWS = 100, 80, 32, 5, 5
MANAGES = 0x8 | 0x20
"""Permissions of those who manage a server: administrators, and anyone who may change it."""

FRESH = 300.0
"""Seconds for which it is known who manages a server."""

PATIENCE = 15.0
"""Seconds that a call waits for the service's leave before it is given up."""


class Adapter(RealAdapter):
    """The adapter, with what it leaves to others: another address (`discord_api_base`, for a mirror), waiting as long as the service asks
    for, and a service that is not there yet when the bot starts."""

    def __init__(self, driver: Driver, **kwargs: str) -> None:
        super().__init__(driver, **kwargs)
        if base := getattr(self.config, "discord_api_base", ""):
            self.base_url = URL(str(base))

    async def request(self, setup: Request) -> Response:
        """Make a call; where the service says when to come back, come back then."""
        end = monotonic() + PATIENCE
        while True:
            answered = await super().request(setup)
            wait = asked_to_wait(answered)
            if not wait or monotonic() + wait > end:
                return answered
            await asyncio.sleep(wait)

    async def _get_gateway_bot(self, bot_info: BotInfo) -> GatewayBot:
        failures = (DiscordAdapterException, ValueError, OSError, HTTPError)
        return await patiently(PLATFORM, lambda: super(Adapter, self)._get_gateway_bot(bot_info), failures)


def asked_to_wait(answered: Response) -> float:
    """Seconds after which a refused call may be made again; 0 of one that was not refused for haste."""
    if answered.status_code != 429:
        return 0.0
    with suppress(ValueError, TypeError, KeyError):
        return max(0.05, float(json.loads(answered.content or b"{}")["retry_after"]))
    with suppress(ValueError):
        return max(0.05, float(answered.headers.get("Retry-After", "1")))
    return 1.0


class Discord(Plain):
    """The accounts that are connected: whose private channel is which, and who manages a server."""

    platform, drawn, longest = PLATFORM, True, 1900

    def __init__(self) -> None:
        self._alone: dict[str, str] = {}
        self._guilds: dict[str, tuple[float, Guild]] = {}

    # --- what comes -------------------------------------------------------------------------------------------------

    async def read(self, bot: AnyBot, event: Event) -> Message | None:
        """A message as a message; a pressed button as its line. None of anything else, and of what bots say."""
        if not isinstance(bot, Bot):
            return None
        if isinstance(event, MessageComponentInteractionEvent):
            return await self._pressed(bot, event)
        if not isinstance(event, GuildMessageCreateEvent | DirectMessageCreateEvent):
            return None
        author, channel = event.author, str(event.channel_id)
        if event.type not in (MessageType.DEFAULT, MessageType.REPLY) or _of_a_program(author, event):
            return None
        alone = isinstance(event, DirectMessageCreateEvent)
        member = event.member if is_not_unset(event.member) else None
        role = MEMBER
        if isinstance(event, GuildMessageCreateEvent) and member is not None:
            role = await self._role(bot, str(event.guild_id), str(author.id), member)
        person = Person(PLATFORM, str(author.id), _called(author, member), role)
        place = self._place(channel, str(author.id) if alone else "")
        said = event.message_reference
        quotes = str(said.message_id) if is_not_unset(said) and is_not_unset(said.message_id) else ""
        return Message(place, person, str(event.id), parts(event.get_message(), addressed), quotes, event.to_me)

    async def _pressed(self, bot: Bot, event: MessageComponentInteractionEvent) -> Message | None:
        """A button of ours. The service wants to hear at once that it was noticed."""
        button = pressed(event.data.custom_id)
        if button is None or not is_not_unset(event.channel_id):
            return None
        noticed = InteractionResponse(type=InteractionCallbackType.DEFERRED_UPDATE_MESSAGE)
        with suppress(ActionFailed, NetworkError):
            await bot.create_interaction_response(
                interaction_id=event.id, interaction_token=event.token, response=noticed
            )
        member = event.member if is_not_unset(event.member) else None
        user = member.user if member is not None and is_not_unset(member.user) else event.user
        if not is_not_unset(user):
            return None
        manages = member is not None and is_not_unset(member.permissions) and int(member.permissions) & MANAGES
        person = Person(PLATFORM, str(user.id), _called(user, member), ADMIN if manages else MEMBER)
        place = self._place(str(event.channel_id), "" if member is not None else str(user.id))
        under = str(event.message.id)
        return Message(place, person, f"press-{event.id}", (button.line,), under, asks=button.asks)

    def _place(self, channel: str, user: str) -> Place:
        """Where a channel is; one that somebody shares with the bot alone is hers."""
        if user:
            self._alone[channel] = user
        known = self._alone.get(channel)
        return Place(PLATFORM, known, PRIVATE) if known else Place(PLATFORM, channel, GROUP)

    async def _role(self, bot: Bot, guild: str, user: str, member: GuildMember) -> str:
        """Whether somebody manages a server; not, where nothing is known of her."""
        known = self._guilds.get(guild)
        if known is None or monotonic() - known[0] > FRESH:
            try:
                known = self._guilds[guild] = (monotonic(), await bot.get_guild(guild_id=int(guild)))
            except (ActionFailed, NetworkError, ApiNotAvailable, ValueError):
                return MEMBER
        owner, roles = str(known[1].owner_id), {str(role.id): int(role.permissions) for role in known[1].roles}
        manages = any(roles.get(str(role), 0) & MANAGES for role in member.roles)
        return ADMIN if manages or owner == user else MEMBER

    def changed(self, event: Event) -> Sequence[Changed]:
        """Messages that were edited or withdrawn. The service does not say who wrote what was withdrawn."""
        if isinstance(event, GuildMessageDeleteEvent | DirectMessageDeleteEvent):
            return [Changed(self._place(str(event.channel_id), ""), "", str(event.id))]
        if isinstance(event, GuildMessageDeleteBulkEvent):
            return [Changed(self._place(str(event.channel_id), ""), "", str(one)) for one in event.ids]
        if not isinstance(event, GuildMessageUpdateEvent | DirectMessageUpdateEvent):
            return []
        edited = is_not_unset(event.edited_timestamp) and event.edited_timestamp is not None
        if not edited or not is_not_unset(event.content) or not is_not_unset(event.author):
            return []  # a link was unfolded, a message was pinned
        text = "".join(part for part in parts(Segments(event.content), addressed) if isinstance(part, str))
        return [Changed(self._place(str(event.channel_id), ""), str(event.author.id), str(event.id), text)]

    # --- what goes --------------------------------------------------------------------------------------------------

    async def send(self, bots: Sequence[AnyBot], say: Say) -> str:
        """Say something; the message's id comes back. Nobody is called but those who are addressed."""
        bot, sent = account(bots, Bot), None
        called = AllowedMention(parse=[], roles=[], users=[Snowflake(one.id) for one in say.to], replied_user=False)
        with _carried():
            channel = await self._channel(bot, say.place)
            with suppress(ValidationError):  # it was said; how the service puts it has changed
                sent = await bot.send_to(channel, written(say), allowed_mentions=called)
        return str(sent.id) if sent is not None else ""

    async def _channel(self, bot: Bot, place: Place) -> int:
        if place.kind == GROUP:
            return int(place.id)
        known = next((channel for channel, user in self._alone.items() if user == place.id), "")
        if not known:
            known = str((await bot.create_DM(recipient_id=int(place.id))).id)
            self._alone[known] = place.id
        return int(known)

    async def rename(self, bots: Sequence[AnyBot], place: Place, person: str, card: str) -> None:
        """Set somebody's nickname on the server of a channel."""
        bot = account(bots, Bot)
        with _carried():
            channel = await bot.get_channel(channel_id=int(place.id))
            if not is_not_unset(channel.guild_id):
                raise Unsent("no nicknames here")
            nick = card[:LONGEST_NICK]
            await bot.modify_guild_member(guild_id=channel.guild_id, user_id=int(person), nick=nick)


@contextmanager
def _carried() -> Iterator[None]:
    """What the service does not take, as `Unsent`."""
    try:
        yield
    except RateLimitException:
        raise Busy(PATIENCE) from None
    except ActionFailed as error:
        raise Unsent(f"refused: {error.status_code} {error.code}", later=error.status_code >= 500) from None
    except (ApiNotAvailable, NetworkError) as error:
        raise Unsent(type(error).__name__, later=True) from None


def _of_a_program(author: User, event: GuildMessageCreateEvent | DirectMessageCreateEvent) -> bool:
    return (is_not_unset(author.bot) and author.bot) or is_not_unset(event.webhook_id)


def _called(user: User, member: GuildMember | None) -> str:
    nick = member.nick if member is not None and is_not_unset(member.nick) else None
    return nick or user.global_name or user.username


def addressed(segment: MessageSegment) -> str:
    """Whom a segment calls."""
    return str(segment.data["user_id"]) if segment.type == "mention_user" else ""


LONGEST_TEXT = 2000
_MARKS = re.compile(r"(https?://[A-Za-z0-9._:/?&=%-]+)|([\\*_~`|<]|^>|^#(?=#{0,2} ))", re.MULTILINE)
"""An address, which Discord reads whole and to the letter; or a mark."""


def plain(text: str) -> str:
    """A text that is shown as it is: nothing in it is a mark, or calls anybody; addresses lead where they say."""
    marked = _MARKS.sub(lambda found: found[1] or f"\\{found[2]}", text)
    return marked if len(marked) <= LONGEST_TEXT - 100 else text


def written(say: Say) -> Segments:
    """What is to be said as segments: the reply, those addressed, the picture or the text, the buttons."""
    segments = Segments()
    if say.quotes.isdecimal():
        reference = MessageReference(message_id=Snowflake(say.quotes), fail_if_not_exists=False)
        segments += MessageSegment.reference(reference)
    for person in say.to:
        segments += MessageSegment.mention_user(int(person.id))
        segments += MessageSegment.text(" ")
    if text := say.spoken:
        segments += MessageSegment.text(plain(text))
    if say.picture:
        segments += MessageSegment.attachment("ludex.png", content=say.picture)
    for row in rows(say):
        segments += MessageSegment.component(row)
    return segments


def rows(say: Say) -> list[ActionRow]:
    """The buttons under a message, so many as the service takes; what a button cannot hold is typed."""
    ids = {say.pressing(button): button.text for button in say.buttons}
    ready = [
        Button(style=ButtonStyle.Secondary, label=label[:LONGEST_LABEL], custom_id=one)
        for one, label in ids.items()
        if len(one) <= LONGEST_ID and label.strip()
    ][: IN_A_ROW * ROWS]
    return [ActionRow(components=[*ready[n : n + IN_A_ROW]]) for n in range(0, len(ready), IN_A_ROW)]
