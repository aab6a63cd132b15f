"""What of a reply a whole group may read."""

from ludex.core.errors import RuleError
from ludex.fronts.bots import following
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.reply import Reply

EMPTY = ("told.no_questions", "told.no_aliases", "told.no_notes", "told.no_handouts", "told.no_log")
"""What says that there is nothing tells nothing."""

CONFIRMED = ("w", "send", "alias", "use", "askme", "auto", "control", "text")
"""Commands whose replies say that it was done, and nothing of what."""

OWN_EYES = ("code", "jot", "handout", "character", "outfile", "invite")
"""Commands whose replies are for one person, whoever asks."""

ANY_EYES = (
    "help",
    "rule",
    "who",
    "team",
    "ping",
    "about",
    "jrrp",
    "name",
    "setdice",
    "set",
    "setting",
    "nn",
    "alias",
    "blank",
    "lang",
)
"""Commands whose replies to the GM hold nothing that a group may not read."""


def shareable(chat: Chat, line: str, reply: Reply) -> bool:
    """Whether a reply may be read by the whole group: nothing that is one person's own, and of the GM's nothing that is the GM's."""
    if any(name in reply.text for name in chat.table.unnamed(following.PUBLIC).words):
        return False
    if reply.code or reply.text in [chat.words(key) for key in EMPTY]:
        return True
    read = command_line(line, chat.table.system.prefixes)
    try:
        key = chat.find(read)[0].key if read is not None else ""
    except RuleError:
        return not chat.seat.gm
    if reply.n or not key:
        return key in CONFIRMED
    return key in ANY_EYES if chat.seat.gm else key not in OWN_EYES
