"""`.st`, `.pc`, `.nn`: characters and names as dice bots have them, done by the table's own verbs.

A system's own `.st` or `.pc` is asked first; what it refuses and fingers know from elsewhere is read here.
"""

from collections.abc import Awaitable, Callable

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.text.chat import Chat
from ludex.text.commands.characters import adopt, edit, export, maker
from ludex.text.commands.look import view
from ludex.text.commands.seats import rename, use
from ludex.text.commands.sheet_edits import reckoned
from ludex.text.lexicon import own_of
from ludex.text.reply import Reply
from ludex.text.sheet_numbers import STORED, store

SHOW = ("show", "list", "看", "显示")
KEPT = (
    *("list", "列表", "tag", "untag", "use", "绑定", "save", "load", "del", "grp"),
    *("show", "stat", "clr", "rename", "nn", "cpy", "new", "untagall", "help", "lst", "redo", "type", "clear"),
)
"""What `.pc` is followed by everywhere: nobody is called so."""

GONE = ("del", "rm", "clr", "clear", "删", "删除", "清空")

TEACHES = ("elsewhere", "st_form", "st_whose", "unknown_entry", "beyond_limits", "st_rolled_beyond")
"""Refusals of ours that say more than the system's own."""


async def stats(chat: Chat, rest: str) -> Reply:
    """`.st 力量50 hp-1d3`, `.st show`, `.st export`: fields of the own sheet; `.st &手枪=1d6`: a stored expression."""
    if narrow(rest).startswith(STORED):
        return await store(chat, rest.strip())
    return await own_first(chat, "st", rest, _stats)


async def _stats(chat: Chat, rest: str) -> Reply:
    word, _, more = narrow(rest).strip().partition(" ")
    word = word.lower()
    if not word or word in SHOW or word.startswith("show"):
        return await view(chat, _named(chat, more) or "我")
    if whom := _named(chat, rest):
        return await view(chat, whom)
    if word in ("export", "导出"):
        return await export(chat, "")
    if word in ("import", "导入"):
        return await adopt(chat, rest.strip()[len(word) :].strip())
    if word in GONE and more.startswith(STORED):
        return await store(chat, f"{more.strip()}=")
    if word in GONE:
        raise RuleError("elsewhere", text=f"st {word}", here=chat.words("elsewhere.st_del"))
    if word in ("fmt", "模板", "template"):
        return await edit(chat, "")
    return await reckoned(chat, rest)


def _named(chat: Chat, said: str) -> str:
    """Whose sheet is meant behind `.st` and `.st show`, if it is somebody's by name; which field of it is seen there."""
    names = [name for name in chat.desk.actors().values() if said and folded(name) == folded(said.strip().lstrip("@"))]
    return names[0] if names else ""


async def characters(chat: Chat, rest: str) -> Reply:
    """`.pc list`, `.pc tag 名字`, `.pc save`, `.pc load {…}`: the own characters."""
    word = narrow(rest).strip().split(" ")[0].lower()
    return await (_characters(chat, rest) if word in KEPT else own_first(chat, "pc", rest, _characters))


async def _characters(chat: Chat, rest: str) -> Reply:
    word, _, more = rest.strip().partition(" ")
    match narrow(word).lower():
        case "" | "list" | "列表":
            return await use(chat, "")
        case "tag" | "use" | "绑定":
            return await use(chat, more)
        case "show" | "grp":
            return await view(chat, more or "我")
        case "save" | "export":
            return await export(chat, more)
        case "load" | "import":
            return await adopt(chat, more)
    raise RuleError("elsewhere", text=f"pc {word[:20]}", here=chat.words("elsewhere.pc", make=maker(chat)))


async def called(chat: Chat, rest: str) -> Reply:
    """`.nn 名字`: how this seat is called; `.nn clr`: as its character; alone, how it is."""
    said = narrow(rest).strip().lower()
    if not said or said in SHOW:
        return Reply(chat.words("told.named", name=chat.seat.name))
    if said not in (*GONE, "reset", "default", "清除", "还原", "默认"):
        return await rename(chat, rest)
    own = chat.desk.own()
    return await rename(chat, chat.called_actor(own) if own else chat.seat.id)


async def own_first(chat: Chat, name: str, rest: str, canon: Callable[[Chat, str], Awaitable[Reply]]) -> Reply:
    """The system's own command of the name; what it cannot read is tried as fingers know it, and its refusal stands if that fails too."""
    own = own_of(chat, name)
    if own is None:
        return await canon(chat, rest)
    before = chat.table.memory.n
    try:
        return await chat.deed(own, rest, f".{name} {rest}".rstrip())
    except RuleError as refused:
        try:
            return await canon(chat, rest)
        except RuleError as second:
            written_out = name == "pc" and "=" in narrow(rest)  # a sheet in the system's own form
            fell = chat.table.memory.n != before  # its dice have fallen: it was read, and refused for what they came to
            teaches = (second.code in TEACHES and not written_out) or second.clause or fell
            raise (
                second if teaches and not refused.clause else refused
            ) from None  # what a clause refuses was understood
