"""`.ri` and `.init`: the order of turns as fingers ask for it. Who comes when is the system's own clock; nothing here keeps a second one."""

from collections.abc import Iterator

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.view import Section, Strip, Thread, Timeline
from ludex.text import drawing
from ludex.text.chat import Chat
from ludex.text.commands.sheets import own_first
from ludex.text.lexicon import own_of
from ludex.text.reply import Reply

FIGHT, OVER = "fight", "收场"
"""What systems call the beginning and the end of a fight."""


async def begin(chat: Chat, rest: str) -> Reply:
    """`.ri`: the fight begins as the rules begin it; where one runs, its order."""
    if not rest.strip() and (running := clocks(chat)):
        return running
    own = own_of(chat, FIGHT)
    if own is None:
        raise RuleError("elsewhere", text="ri", here=chat.words("elsewhere.ri"))
    return await chat.deed(own, rest, f".{chat.called(own)} {rest}".rstrip())


async def order(chat: Chat, rest: str) -> Reply:
    """`.init`: whose turn it is and who comes next; `.init clr` (GM): the fight is over. Where none runs, and with more behind it, a
    system's own `.init` is asked first."""
    if own_of(chat, FIGHT) is None:
        raise RuleError("elsewhere", text="init", here=chat.words("elsewhere.ri"))
    match folded(rest):
        case "clr" | "clear" | "off" | "清空":
            return await _over(chat)
        case "end" | "ed" | "next" | "下一个":
            raise RuleError("elsewhere", text="init end", here=chat.words("elsewhere.init_end"))
        case "list" | "show" | "列表":
            return await _shown(chat, "")
        case "":
            return clocks(chat) or await own_first(chat, "init", rest, _shown)
    return await own_first(chat, "init", rest, _shown)


async def _over(chat: Chat) -> Reply:
    own = own_of(chat, OVER)
    if own is None:
        raise RuleError("elsewhere", text="init clr", here=chat.words("elsewhere.init_set"))
    return await chat.deed(own, "", f".{chat.called(own)}")


async def _shown(chat: Chat, rest: str) -> Reply:
    if rest.strip():
        raise RuleError("elsewhere", text=f"init {rest[:20]}", here=chat.words("elsewhere.init_set"))
    own = own_of(chat, FIGHT)
    begin_line = f".{chat.called(own)}" if own else ""
    return clocks(chat) or Reply(chat.words("told.nobodys_turn", line=begin_line))


def clocks(chat: Chat) -> Reply | None:
    """The clocks of the table as this seat sees them; None where none runs."""
    view = chat.desk.look()
    found = tuple(_with_clocks((*view.where, *view.who)))
    lines = [line for section in found for line in drawing.section_lines(chat.words, section, chat.written)]
    return Reply("\n".join(lines), sections=found) if lines else None


def _with_clocks(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        parts = tuple(part for part in section.parts if isinstance(part, Strip | Timeline | Thread) and _runs(part))
        if parts:
            yield msgspec.structs.replace(section, parts=parts)


def _runs(part: Strip | Timeline | Thread) -> bool:
    return bool(part.lanes if isinstance(part, Timeline) else part.tokens)
