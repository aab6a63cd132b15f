"""Part of a story: what somebody did or said, what was rolled, what was talked, one session, what holds these words."""

from collections.abc import Iterable

import msgspec

from ludex.desk import campaign
from ludex.desk.campaign import Beat
from ludex.table.audience import Seen
from ludex.text.chat import Chat
from ludex.text.telling import seen_text

DICE, TALK, DEEDS = "dice", "talk", "deeds"
KINDS = (DICE, TALK, DEEDS)
ACTED, SAID = "acted", "said"


class Sift(msgspec.Struct, frozen=True):
    """What is looked for; what is empty lets everything through."""

    text: str = ""
    who: str = ""
    kind: str = ""
    session: int = 0

    def __bool__(self) -> bool:
        return bool(self.text.strip() or self.who or self.kind or self.session)

    def seen(self, chat: Chat, one: Seen) -> bool:
        text = seen_text(chat.words, chat.desk.with_line(one))
        return self._kind(one.kind, rolled=bool(one.dice)) and self._who(one.name, text) and self._words(text)

    def told(self, chat: Chat, one: Beat) -> bool:
        """Whether something that a recap tells is meant."""
        card = one.card
        said = (chat.words.say(card.title), *map(chat.words.say, card.all_lines)) if card else ()
        text = " ".join((one.text, *said))
        return self._kind(one.kind, rolled=bool(one.dice)) and self._who(one.who, text) and self._words(text)

    def _kind(self, kind: str, *, rolled: bool) -> bool:
        known = {DICE: rolled, TALK: kind == SAID, DEEDS: kind == ACTED}
        return known.get(self.kind, True)

    def _who(self, name: str, text: str) -> bool:
        """By whom: the seat, or somebody whom what happened names."""
        return not self.who or self.who == name or self.who in text

    def _words(self, text: str) -> bool:
        return self.text.strip().lower() in text.lower()


def people(chat: Chat) -> list[str]:
    """Everybody whom one may look for: who sits here, and whom this seat knows of."""
    seats: Iterable[str] = (seat.name for seat in chat.table.memory.seats.values())
    return list(dict.fromkeys((*seats, *chat.desk.actors().values())))


def stretch(chat: Chat, session: int) -> tuple[int, int]:
    """From which entry to which a session goes, by this seat's own numbers; 0 is open."""
    if not session:
        return 0, 0
    found = campaign.as_own(chat.desk, campaign.session_of(chat.desk, session))
    return found.first, found.last
