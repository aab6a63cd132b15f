"""Replies that are better seen than read: which ones are drawn, and what stands under the picture."""

import asyncio

import msgspec
import structlog

from ludex.core.view import AnyPart, Card, Deeds, Facts, Section, Text
from ludex.fronts.bots.following import PUBLIC
from ludex.fronts.bots.messages import Button
from ludex.fronts.bots.painting import MANY, Fonts, NoFont, find_font, painted, painted_table, painted_text
from ludex.fronts.bots.settings import Settings
from ludex.text.chat import Chat
from ludex.text.drawing import section_lines
from ludex.text.reply import Reply

MOST_BUTTONS = 10
"""So many deeds are offered as buttons under a view."""

PAGES = 3
"""A plain text that takes more messages than these is drawn."""


class Painter:
    """Draws replies as the settings want it, if there is a font for it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._fonts: Fonts | None = None
        self._missing = settings.pictures == "off"

    def fonts(self) -> Fonts | None:
        if self._fonts is None and not self._missing:
            try:
                self._fonts = Fonts(find_font(self.settings.font))
            except (NoFont, OSError):
                self._missing = True
                structlog.get_logger().warning("no_font", mend="install fonts-noto-cjk, or name a font in bot.toml")
        return self._fonts

    async def picture(self, chat: Chat, reply: Reply) -> bytes:
        """A reply as a picture; empty where it is to be read."""
        sections = drawable(reply)
        long = len(reply.text) > self.settings.longest
        fonts = (
            self.fonts() if (sections and (long or self.settings.pictures == "views")) or self._pages(reply) else None
        )
        if fonts is None or not reply.ok:
            return b""
        if len(sections) >= MANY:
            people = frozenset(section.id for section in chat.desk.look().who)
            return await asyncio.to_thread(painted_table, fonts, chat.words, sections, people)
        if sections:
            return await asyncio.to_thread(painted, fonts, chat.words, sections)
        return await asyncio.to_thread(painted_text, fonts, reply.text)

    def _pages(self, reply: Reply) -> bool:
        return len(reply.text) > PAGES * self.settings.longest


def drawable(reply: Reply) -> tuple[Section, ...]:
    """The sections of a reply, or its card as one where it holds more than words."""
    if reply.sections:
        return reply.sections
    card = reply.card
    if card is None or not any(not isinstance(part, Text) for part in card.parts):
        return ()
    return (Section("card", card.title, _parts(card)),)


def _parts(card: Card) -> tuple[AnyPart, ...]:
    facts = (Facts(card.totals),) if card.totals else ()
    return (*(Text(line) for line in card.all_lines), *facts, *card.parts)


def as_all_see(chat: Chat, reply: Reply) -> Reply | None:
    """What the GM looks at, as the group may see it; None where that is nothing."""
    look, viewer = chat.table.system.look, chat.table.viewer(PUBLIC)
    wanted = {section.id for section in reply.sections}
    if look is None or not wanted:
        return None
    view = look(chat.table.known_state(viewer), viewer)
    found = tuple(_bare(section) for section in (*view.where, *view.who) if section.id in wanted)
    lines = [line for section in found for line in section_lines(chat.words, section, lambda _deed: "")]
    return Reply("\n".join([*lines, chat.words("bots.as_all_see")]), sections=found) if lines else None


def _bare(section: Section) -> Section:
    """A section without what can be done with it."""
    parts = tuple(part for part in section.parts if not isinstance(part, Deeds))
    return msgspec.structs.replace(section, parts=parts)


def caption(chat: Chat, reply: Reply, *, alone: bool = False) -> str:
    """What can be done now, to be typed, where a whole view is shown; of a GM's in a group, that it is what everybody sees."""
    if chat.seat.gm:
        return "" if alone else chat.words("bots.as_all_see")
    if not reply.sections or len(reply.sections) < len(chat.desk.look().where):
        return ""
    lines = [f"{chat.words.say(deed.title)}  {chat.written(deed)}" for deed in chat.desk.deeds() if not deed.refusal]
    return "\n".join([chat.words("chat.can"), *lines]) if lines else ""


def deeds(chat: Chat, reply: Reply) -> tuple[Button, ...]:
    """What can be done now without anything to fill in, as buttons under a view."""
    if not reply.sections or chat.seat.gm:
        return ()
    ready = (deed for deed in chat.desk.deeds() if not deed.refusal and not deed.gaps)
    found = [Button(chat.words.say(deed.title), chat.written(deed)) for deed in ready]
    return tuple(found[:MOST_BUTTONS])
