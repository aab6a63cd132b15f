"""Any other platform through NoneBot's common ground: plain text, who said it, and an answer to the event it came with.

Enough to play with; people are not addressed and messages not quoted. A platform gets a module of its own (as `onebot`) for more.
"""

from collections.abc import Sequence

from nonebot.adapters import Bot, Event

from ludex.fronts.bots.accounts import Plain
from ludex.fronts.bots.messages import GROUP, MEMBER, PRIVATE, Changed, Message, Person, Place, Say, Unsent

KEPT = 500


class Others(Plain):
    """The last event of every place of these platforms: what is said there answers it."""

    platform, drawn, longest = "", False, 1500

    def __init__(self) -> None:
        self._last: dict[Place, tuple[Bot, Event]] = {}

    async def read(self, bot: Bot, event: Event) -> Message | None:
        if event.get_type() != "message":
            return None
        platform = bot.type.lower()
        user, session = event.get_user_id(), event.get_session_id()
        if user == bot.self_id:
            return None
        room = session.removesuffix(user).strip("_-:")
        place = Place(platform, room or user, GROUP if room else PRIVATE)
        self._last.pop(place, None)
        self._last[place] = (bot, event)
        while len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        number = getattr(event, "message_id", None) or getattr(event, "id", None) or id(event)
        return Message(
            place, Person(platform, user, role=MEMBER), str(number), (event.get_plaintext(),), "", event.is_tome()
        )

    def changed(self, _event: Event) -> Sequence[Changed]:
        """What was edited or withdrawn is known to each platform alone."""
        return []

    async def send(self, _bots: Sequence[Bot], say: Say) -> str:
        if say.place not in self._last:
            raise Unsent("nobody has spoken there yet", later=True)
        bot, event = self._last[say.place]
        try:
            await bot.send(event, say.text)
        except Exception as error:  # noqa: BLE001  # every adapter has errors of its own
            raise Unsent(type(error).__name__) from None
        return ""
