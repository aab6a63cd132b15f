"""OneBot v11 through NoneBot: events to messages, what is to be said to segments. Nothing is ever written as CQ text."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from nonebot.adapters import Bot as AnyBot, Event
from nonebot.adapters.onebot.v11 import (
    Adapter as Adapter,
    Bot as Bot,
    GroupMessageEvent,
    GroupRecallNoticeEvent,
    Message as Segments,
    MessageEvent,
    MessageSegment,
)
from nonebot.adapters.onebot.v11.exception import ActionFailed, ApiNotAvailable, NetworkError
from nonebot.exception import WebSocketClosed

from ludex.fronts.bots.accounts import account, parts
from ludex.fronts.bots.messages import ADMIN, MEMBER, PRIVATE, Changed, Message, Person, Place, Say, Unsent

PLATFORM = "onebot"


def read(event: Event) -> Message | None:
    """A message event as a message; None of anything else, and of the bot's own."""
    if not isinstance(event, MessageEvent) or event.user_id == event.self_id:
        return None
    sender = event.sender
    role = ADMIN if sender.role in ("owner", "admin") else MEMBER
    person = Person(PLATFORM, str(event.user_id), sender.card or sender.nickname or "", role)
    place = Place(PLATFORM, str(event.group_id)) if isinstance(event, GroupMessageEvent) else private(event.user_id)
    quotes = str(event.reply.message_id) if event.reply else ""
    return Message(place, person, str(event.message_id), parts(event.message, addressed), quotes, event.to_me)


def changed(event: Event) -> Changed | None:
    """A message of a group that was withdrawn, by its author or by an admin."""
    if not isinstance(event, GroupRecallNoticeEvent) or event.user_id == event.self_id:
        return None
    return Changed(Place(PLATFORM, str(event.group_id)), str(event.user_id), str(event.message_id))


def private(user: int | str) -> Place:
    """Where one person is alone with the bot."""
    return Place(PLATFORM, str(user), PRIVATE)


def addressed(segment: MessageSegment) -> str:
    """Whom a segment calls; everybody is nobody in particular."""
    called = str(segment.data.get("qq", "")) if segment.type == "at" else ""
    return "" if called == "all" else called


def written(say: Say) -> Segments:
    """What is to be said as segments: the quote, those addressed, then the picture or the text."""
    segments = [MessageSegment.reply(int(say.quotes))] if say.quotes.lstrip("-").isdecimal() else []
    for person in say.to:
        segments += [MessageSegment.at(person.id), MessageSegment.text(" ")]
    shown = [MessageSegment.image(say.picture)] if say.picture else []
    words = [MessageSegment.text(say.spoken)] if say.spoken else []
    return Segments([*segments, *shown, *words])


@contextmanager
def _carried() -> Iterator[None]:
    """What a platform does not take, as `Unsent`."""
    try:
        yield
    except ActionFailed as error:
        raise Unsent(f"refused: {error.info.get('retcode', '')}") from None
    except (ApiNotAvailable, NetworkError, WebSocketClosed) as error:
        raise Unsent(type(error).__name__, later=True) from None


class OneBot:
    """OneBot v11 as a gate. The account that is connected speaks in all groups."""

    platform, drawn, longest = PLATFORM, True, 4500

    async def read(self, _bot: AnyBot, event: Event) -> Message | None:
        """A message event as a message."""
        return read(event)

    def changed(self, event: Event) -> Sequence[Changed]:
        """A message that was withdrawn."""
        found = changed(event)
        return [found] if found is not None else []

    async def send(self, bots: Sequence[AnyBot], say: Say) -> str:
        """Say something; the message's id comes back."""
        bot = account(bots, Bot)
        with _carried():
            if say.place.kind == PRIVATE:
                sent = await bot.send_private_msg(user_id=int(say.place.id), message=written(say))
            else:
                sent = await bot.send_group_msg(group_id=int(say.place.id), message=written(say))
        return str(sent.get("message_id", "")) if isinstance(sent, dict) else ""

    async def rename(self, bots: Sequence[AnyBot], place: Place, person: str, card: str) -> None:
        """Set somebody's card in a group."""
        bot = account(bots, Bot)
        with _carried():
            await bot.set_group_card(group_id=int(place.id), user_id=int(person), card=card)
