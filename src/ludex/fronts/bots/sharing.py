"""What of a reply a whole group may read."""

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.fronts.bots import following
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.reply import Reply

EMPTY = (
    "told.no_questions",
    "told.no_aliases",
    "told.no_notes",
    "told.no_handouts",
    "told.no_log",
    "told.secretly_done",
)
"""What says that there is nothing tells nothing."""

CONFIRMED = ("w", "send", "alias", "use", "askme", "auto", "control", "text")
"""Commands whose replies say that it was done, and nothing of what."""

OWN_EYES = ("code", "jot", "handout", "character", "outfile", "invite")
"""Commands whose replies are for one person, no matter who asks."""

SESSIONS = ("list", "列表", "state", "状态")
"""What `.log` tells of sessions alone."""

ANY_EYES = (
    "deck",
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
        command, found = chat.find(read) if read is not None else (None, None)
    except RuleError:
        return not chat.seat.gm
    key = command.key if command is not None else ""
    if key == "log" and found is not None and folded(found.rest) in SESSIONS:
        return True
    if reply.n or not key:
        return key in CONFIRMED
    return key in ANY_EYES if chat.seat.gm else key not in OWN_EYES
