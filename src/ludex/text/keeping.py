"""`.log` and `.stat`: the log of the evening as every group keeps it. It is always kept: new and end are the table's sessions."""

from collections.abc import Sequence

from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.desk import campaign
from ludex.lab.luck import Luck, luck
from ludex.table.audience import Seen
from ludex.table.logbook import Logbook
from ludex.text.campaign import close_session, open_session, recap
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.rewinding import steps
from ludex.text.telling import seen_text

PAGE = 15
OUTSIDE = ("(", "（", "【OOC】", "ooc")
"""How people begin what they say out of character."""


async def log(chat: Chat, rest: str) -> Reply:
    """`.log [30]`: the last entries; `new`, `end`: a session; `list`, `get`, `export`, `stat`; `on`, `off`, `halt`: it is always kept."""
    word, _, more = narrow(rest).strip().partition(" ")
    match word.lower():
        case "new" | "新建":
            return await open_session(chat, more)
        case "end" | "结束":
            return await close_session(chat, "")
        case "list" | "列表":
            return await recap(chat, "列表")
        case "get" | "export" | "导出":
            return Reply(await painted(chat, more))
        case "stat" | "统计":
            return await statistics(chat, more)
    if word and not word.isdecimal():
        raise RuleError("always_logged")
    count = min(steps(word), 100) if word else PAGE
    seen = await Logbook(chat.table).tail(chat.seat, 2 * count)
    return Reply("\n".join(seen_text(chat.words, s) for s in seen[-count:]))


async def _entries(chat: Chat, number: str) -> Sequence[Seen]:
    """The whole log as this seat may see it, or that of one session."""
    everything = [one for one in await campaign.whole_log(chat.desk) if not one.undone and not one.refused]
    if not number.strip():
        return everything
    if not number.strip().isdecimal():
        raise RuleError("bad_argument", arg="n", value=number[:40], kind="int")
    session = campaign.as_own(chat.desk, campaign.session_of(chat.desk, int(number.strip()[:9])))
    return [one for one in everything if session.first <= one.n and (not session.last or one.n <= session.last)]


async def painted(chat: Chat, number: str = "") -> str:
    """The log in the form that painters of logs read: name, number and time on one line, what was said or done below."""
    told = []
    for one in await _entries(chat, number):
        if one.kind not in ("said", "acted"):
            continue
        lines = seen_text(chat.words, one).split("\n")
        body = one.text if one.kind == "said" else "\n".join([one.line, *lines[1:]]).strip()
        if body:
            told.append(f"{one.name}({one.seat}) {one.at[:10].replace('-', '/')} {one.at[11:19]}\n{body}\n")
    return "\n".join(told) or chat.words("told.no_log")


async def statistics(chat: Chat, rest: str) -> Reply:
    """`.stat`: what was said in and out of character, what was done, and how the dice fell."""
    entries = await _entries(chat, rest)
    words = chat.words
    said = [one for one in entries if one.kind == "said"]
    outside = sum(one.text.lstrip().lower().startswith(OUTSIDE) for one in said)
    acts = sum(one.kind == "acted" for one in entries)
    head = words("told.counted", said=len(said) - outside, outside=outside, acts=acts)
    dice = [throw for one in entries for throw in one.dice]
    return Reply("\n".join([head, *(_luck(chat, one) for one in luck(dice)), *_typed(chat, dice)]))


def _luck(chat: Chat, one: Luck) -> str:
    fair = chat.words("told.too_few") if one.chance is None else chat.words("told.fair", chance=f"{one.chance:.1%}")
    return chat.words(
        "told.luck",
        sides=one.sides,
        thrown=one.thrown,
        mean=f"{one.mean:.2f}",
        expected=f"{one.expected:.1f}",
        fair=fair,
    )


def _typed(chat: Chat, dice: Sequence[Faces]) -> list[str]:
    typed = sum(len(throw.faces) for throw in dice if throw.typed)
    return [chat.words("told.typed_in", count=typed)] if typed else []
