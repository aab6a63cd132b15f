"""The buttons in the log: a card offers what can still be done, and nothing that has been decided or taken back since."""

from collections.abc import Iterator

import msgspec

from ludex.core.deeds import Deed, Filled
from ludex.core.errors import RuleError
from ludex.core.principals import actor_of
from ludex.core.view import Deeds
from ludex.desk.doable import UNFILLED, check_doable
from ludex.table.audience import Seen
from ludex.text.chat import Chat


def offers(seen: Seen) -> bool:
    """Whether an entry's card has buttons."""
    return any(True for _ in _deeds(seen))


def offering(chat: Chat, seen: Seen) -> Seen:
    """An entry with those buttons of its card that do something now."""
    if seen.card is None or not offers(seen):
        return seen
    gone = [deed for deed in _deeds(seen) if seen.undone or not _does(chat, deed)]
    parts = (
        msgspec.structs.replace(part, deeds=tuple(deed for deed in part.deeds if deed not in gone))
        if isinstance(part, Deeds)
        else part
        for part in seen.card.parts
    )
    kept = tuple(part for part in parts if not isinstance(part, Deeds) or part.deeds)
    return msgspec.structs.replace(seen, card=msgspec.structs.replace(seen.card, parts=kept))


def _deeds(seen: Seen) -> Iterator[Deed]:
    parts = seen.card.parts if seen.card else ()
    return (deed for part in parts if isinstance(part, Deeds) for deed in part.deeds)


def _does(chat: Chat, deed: Deed) -> bool:
    """Whether a button does something, as far as this seat can know."""
    filled = Filled(deed.name, deed.given, actor_of(deed.of) if deed.of else "")
    try:
        check_doable(chat.desk, filled)
    except RuleError as error:
        return error.code in UNFILLED
    return True
