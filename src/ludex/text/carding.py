"""`.st`, `.pc`, `.nn`: characters and names as dice bots have them, done by the table's own verbs.

A system's own `.st` or `.pc` is asked first; what it refuses and fingers know from elsewhere is read here.
"""

from collections.abc import Awaitable, Callable

from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.text.chat import Chat
from ludex.text.hosting import rename, use
from ludex.text.lexicon import own_of
from ludex.text.looking import view
from ludex.text.reckoning import reckoned
from ludex.text.reply import Reply
from ludex.text.roster import adopt, edit, export, maker

SHOW = ("show", "list", "看", "显示")
KEPT = ("list", "列表", "tag", "untag", "use", "绑定", "save", "load", "del", "grp")
"""What `.pc` is followed by everywhere: nobody is called so."""

GONE = ("del", "rm", "clr", "clear", "删", "删除", "清空")

TEACHES = ("elsewhere", "st_form", "unknown_entry")
"""Refusals of ours that say more than the system's own."""


async def stats(chat: Chat, rest: str) -> Reply:
    """`.st 力量50 hp-1d3`, `.st show`, `.st export`: fields of the own sheet."""
    return await own_first(chat, "st", rest, _stats)


async def _stats(chat: Chat, rest: str) -> Reply:
    word = narrow(rest).strip().split(" ")[0].lower()
    if not word or word in SHOW or word.startswith("show"):
        return await view(chat, "我")
    if word in ("export", "导出"):
        return await export(chat, "")
    if word in ("import", "导入"):
        return await adopt(chat, rest.strip()[len(word) :].strip())
    if word in GONE:
        raise RuleError("elsewhere", text=f"st {word}", here=chat.words("elsewhere.st_del"))
    if word in ("fmt", "模板", "template"):
        return await edit(chat, "")
    return await reckoned(chat, rest)


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
    if not said:
        return Reply(chat.words("told.named", name=chat.seat.name))
    if said not in ("clr", "clear", "del", "reset"):
        return await rename(chat, rest)
    own = chat.desk.own()
    return await rename(chat, chat.called_actor(own) if own else chat.seat.id)


async def own_first(chat: Chat, name: str, rest: str, canon: Callable[[Chat, str], Awaitable[Reply]]) -> Reply:
    """The system's own command of the name; what it cannot read is tried as fingers know it, and its refusal stands if that fails too."""
    own = own_of(chat, name)
    if own is None:
        return await canon(chat, rest)
    try:
        return await chat.deed(own, rest, f".{name} {rest}".rstrip())
    except RuleError as refused:
        try:
            return await canon(chat, rest)
        except RuleError as second:
            written_out = name == "pc" and "=" in narrow(rest)  # a sheet in the system's own form
            teaches = (
                second.code in TEACHES and not written_out and not refused.clause
            )  # what a clause refuses was understood
            raise (second if teaches else refused) from None
