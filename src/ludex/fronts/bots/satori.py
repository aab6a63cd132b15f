"""Satori through NoneBot: elements of its messages to ours and back, with pictures, buttons, edits and withdrawals."""

from collections.abc import Sequence

from nonebot.adapters import Bot as AnyBot, Event
from nonebot.adapters.satori import Bot as Bot, Message as Elements, MessageEvent, MessageSegment
from nonebot.adapters.satori.event import InteractionButtonEvent, MessageDeletedEvent, MessageUpdatedEvent
from nonebot.adapters.satori.exception import ActionFailed, NetworkError
from nonebot.adapters.satori.models import Channel, ChannelType

from ludex.fronts.bots.accounts import Plain, account, parts
from ludex.fronts.bots.messages import PRIVATE, Changed, Message, Person, Place, Say, Unsent, pressed

PLATFORM = "satori"
KEPT = 500


def place_of(channel: Channel, user: str) -> Place:
    """Where a channel is: alone with somebody it is hers."""
    return Place(PLATFORM, user, PRIVATE) if channel.type == ChannelType.DIRECT else Place(PLATFORM, channel.id)


class Satori(Plain):
    """The accounts that are connected, and through which of them a place was last heard."""

    platform, drawn, longest = PLATFORM, True, 4500

    def __init__(self) -> None:
        self._heard: dict[Place, Bot] = {}

    async def read(self, bot: AnyBot, event: Event) -> Message | None:
        """A message as a message; a pressed button as its line. None of anything else, and of the bot's own."""
        if not isinstance(bot, Bot):
            return None
        if isinstance(event, InteractionButtonEvent):
            return self._pressed(bot, event)
        if not isinstance(event, MessageEvent) or isinstance(event, MessageDeletedEvent | MessageUpdatedEvent):
            return None
        if event.user.id == bot.self_info.id:
            return None
        place = self._remember(place_of(event.channel, event.user.id), bot)
        name = (event.member.nick if event.member else None) or event.user.nick or event.user.name or ""
        quotes = str(event.reply.data.get("id", "")) if event.reply else ""
        person = Person(PLATFORM, event.user.id, name)
        return Message(place, person, event.message.id, parts(event.get_message(), addressed), quotes, event.to_me)

    def _pressed(self, bot: Bot, event: InteractionButtonEvent) -> Message | None:
        button = pressed(event.button.id)
        if event.user is None or event.channel is None or button is None:
            return None
        place = self._remember(place_of(event.channel, event.user.id), bot)
        person = Person(PLATFORM, event.user.id, event.user.nick or event.user.name or "")
        return Message(place, person, f"press-{event.sn}", (button.line,), asks=button.asks)

    def changed(self, event: Event) -> Sequence[Changed]:
        if not isinstance(event, MessageDeletedEvent | MessageUpdatedEvent):
            return []
        text = "" if isinstance(event, MessageDeletedEvent) else event.get_message().extract_plain_text()
        return [Changed(place_of(event.channel, event.user.id), event.user.id, event.message.id, text)]

    def _remember(self, place: Place, bot: Bot) -> Place:
        self._heard.pop(place, None)
        self._heard[place] = bot
        while len(self._heard) > KEPT:
            del self._heard[next(iter(self._heard))]
        return place

    async def send(self, bots: Sequence[AnyBot], say: Say) -> str:
        """Say something; the message's id comes back."""
        known = self._heard.get(say.place)
        bot = known if known is not None and known in bots else account(bots, Bot)
        try:
            if say.place.kind == PRIVATE:
                sent = await bot.send_private_message(say.place.id, written(say))
            else:
                sent = await bot.send_message(say.place.id, written(say))
        except ActionFailed as error:
            raise Unsent(f"refused: {error.status_code}") from None
        except NetworkError as error:
            raise Unsent(type(error).__name__, later=True) from None
        return sent[0].id if sent else ""


def addressed(element: MessageSegment) -> str:
    return str(element.data.get("id") or "") if element.type == "at" else ""


def written(say: Say) -> Elements:
    """What is to be said as elements: the quote, those addressed, the picture or the text, the buttons."""
    elements = Elements([MessageSegment.quote(say.quotes)] if say.quotes else [])
    for person in say.to:
        elements += MessageSegment.at(person.id, person.name or None)
        elements += MessageSegment.text(" ")
    if say.picture:
        elements += MessageSegment.image(raw=say.picture, mime="image/png")
    if text := say.spoken:
        elements += MessageSegment.text(text)
    for button in say.buttons:
        elements += MessageSegment.action_button(say.pressing(button), button.text)
    return elements
