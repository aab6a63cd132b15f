"""OneBot v11 through NoneBot: events to messages, what is to be said to segments. Nothing is ever written as CQ text."""

import base64
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from nonebot.adapters import Bot as AnyBot, Event
from nonebot.adapters.onebot.v11 import (
    Adapter as Adapter,
    Bot as Bot,
    GroupIncreaseNoticeEvent,
    GroupMessageEvent,
    GroupRecallNoticeEvent,
    Message as Segments,
    MessageEvent,
    MessageSegment,
)
from nonebot.adapters.onebot.v11.exception import ActionFailed, ApiNotAvailable, NetworkError
from nonebot.exception import WebSocketClosed

from ludex.core.plain import Written
from ludex.fronts.bots.accounts import Plain, account, parts
from ludex.fronts.bots.messages import ADMIN, MEMBER, OWNER, PRIVATE, Changed, Message, Person, Place, Say, Unsent

PLATFORM = "onebot"

FILED, FORWARDED = "file", "forward"
"""How a text file came into a group."""

MOST_NODES = 90
"""So many messages one merged forward holds."""


def read(event: Event) -> Message | None:
    """A message event as a message; None of anything else, and of the bot's own."""
    if not isinstance(event, MessageEvent) or event.user_id == event.self_id:
        return None
    sender = event.sender
    role = {"owner": OWNER, "admin": ADMIN}.get(sender.role or "", MEMBER)
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


def _nodes(bot: Bot, text: str) -> list[dict[str, Written]]:
    """A record as a merged forward: each entry a message of the one who said it, as far as one forward holds."""
    entries = [one for one in text.split("\n\n") if one.strip()]
    shown = (
        entries if len(entries) <= MOST_NODES else [*entries[: MOST_NODES - 1], "\n\n".join(entries[MOST_NODES - 1 :])]
    )
    nodes: list[dict[str, Written]] = []
    for entry in shown:
        head, _, said = entry.strip().partition("\n")
        content: Written = [{"type": "text", "data": {"text": said or head}}]
        name = head.rpartition("(")[0] if said else ""
        nodes.append({"type": "node", "data": {"name": name or "Ludex", "uin": str(bot.self_id), "content": content}})
    return nodes


@contextmanager
def _carried() -> Iterator[None]:
    """What a platform does not take, as `Unsent`."""
    try:
        yield
    except ActionFailed as error:
        raise Unsent(f"refused: {error.info.get('retcode', '')}") from None
    except (ApiNotAvailable, NetworkError, WebSocketClosed) as error:
        raise Unsent(type(error).__name__, later=True) from None


class OneBot(Plain):
    """OneBot v11 as a gate. The account that is connected speaks in all groups."""

    platform, drawn, longest = PLATFORM, True, 4500

    async def read(self, _bot: AnyBot, event: Event) -> Message | None:
        return read(event)

    def changed(self, event: Event) -> Sequence[Changed]:
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

    def came(self, event: Event) -> Sequence[tuple[Place, Person]]:
        """Who has come to a group; not the bot itself."""
        if not isinstance(event, GroupIncreaseNoticeEvent) or event.user_id == event.self_id:
            return []
        return [(Place(PLATFORM, str(event.group_id)), Person(PLATFORM, str(event.user_id)))]

    async def hand(self, bots: Sequence[AnyBot], place: Place, name: str, body: bytes) -> str:
        """Put a text file among those of the group; where the implementation does not take one, as a merged forward of its lines."""
        if place.kind == PRIVATE:
            raise Unsent("no files here")
        bot, coded = account(bots, Bot), base64.b64encode(body).decode()
        try:
            with _carried():
                await bot.call_api("upload_group_file", group_id=int(place.id), file=f"base64://{coded}", name=name)
                return FILED
        except Unsent as error:
            if error.later:
                raise
        with _carried():
            await bot.call_api("send_group_forward_msg", group_id=int(place.id), messages=_nodes(bot, body.decode()))
        return FORWARDED

    async def rename(self, bots: Sequence[AnyBot], place: Place, person: str, card: str) -> None:
        bot = account(bots, Bot)
        with _carried():
            await bot.set_group_card(group_id=int(place.id), user_id=int(person), card=card)
