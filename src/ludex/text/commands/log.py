"""`.log` and `.stat`: the record of the evening as every group keeps it. The log itself is always kept; what is recorded of it can be paused."""

from collections.abc import Iterator, Sequence

import msgspec

from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.say import say
from ludex.desk import campaign
from ludex.lab.luck import Luck, luck
from ludex.table.audience import Seen
from ludex.table.logbook import Logbook
from ludex.table.sessions import PAUSE, RESUME, recording
from ludex.text.chat import Chat
from ludex.text.commands.campaign import close_session, open_session, recap, session_number
from ludex.text.commands.undo import steps
from ludex.text.reply import Reply
from ludex.text.telling import log_texts, seen_text

PAGE = 15
OUTSIDE = ("(", "（", "ooc", "[ooc", "【ooc", "【场外", "【場外", "//", "／／")
"""How people begin what they say out of character."""

IN_CHARACTER = ("ic", "角色内", "戏内")
OUT_OF_CHARACTER = ("ooc", "场外", "戏外")


async def log(chat: Chat, rest: str) -> Reply:  # noqa: C901  # a case for each word behind it
    """`.log [30]`: the last entries; `new`, `end`: a session; `on`, `off`, `halt`: the record; `list`, `get [2] [ic]`, `export`, `stat`."""
    word, _, more = narrow(rest).strip().partition(" ")
    match folded(word):
        case "new" | "新建":
            return await _begun(chat, more)
        case "on" | "开" | "继续":
            _check_running(chat, more)
            return await _recording(chat, on=True)
        case "off" | "关" | "暂停":
            return await _recording(chat, on=False)
        case "halt" | "停":
            reply = await _recording(chat, on=False)
            return msgspec.structs.replace(reply, text=f"{reply.text} {chat.words('told.record_halted')}")
        case "end" | "结束":
            return await close_session(chat, "")
        case "list" | "列表":
            return await recap(chat, "列表")
        case "get" | "export" | "导出":
            wanted, voice, public = _wanted(more)
            return Reply(await painted(chat, wanted, voice, public=public))
        case "del" | "rm" | "删" | "删除":
            raise RuleError("elsewhere", text=f"log {word}", here=chat.words("elsewhere.log_del"))
        case "help" | "帮助":
            return Reply(chat.words("commands.log.help"))
        case "stat" | "统计":
            return await statistics(chat, more)
        case "state" | "状态":
            return Reply(chat.words("told.recording" if recording(chat.table.memory.frames) else "told.record_paused"))
    if word and not word.isdecimal():
        raise RuleError("log_form", forms=say("commands.log.help"))
    count = min(steps(word), 100) if word else PAGE
    seen = map(chat.desk.with_line, await Logbook(chat.table).tail(chat.seat, 2 * count))
    return Reply("\n".join(log_texts(chat.words, seen)[-count:]))


async def _begun(chat: Chat, title: str) -> Reply:
    """A new session; its record is on."""
    reply = await open_session(chat, title)
    await campaign.record(chat.desk, on=True)
    return reply


def _check_running(chat: Chat, title: str) -> None:
    """Refuse to go on with a session by name that is not the one that runs: there is one record, and a session is opened by the GM."""
    now = next((one.title for one in campaign.all_sessions(chat.desk) if one.running), "")
    if title.strip() and folded(title) != folded(now):
        raise RuleError("elsewhere", text=f"log on {title[:20]}", here=chat.words("elsewhere.log_on"))


async def _recording(chat: Chat, *, on: bool) -> Reply:
    changed = await campaign.record(chat.desk, on=on)
    told = chat.words("told.recording" if on else "told.record_paused")
    return Reply(told, chat.desk.last if changed else 0, private=False)


OPENLY = ("public", "公开", "nowhisper", "无密语")
"""How somebody asks for the record without what is hers alone."""


def _wanted(said: str) -> tuple[str, str, bool]:
    """The session and the voice that somebody asks for, and whether whispers and hidden dice are left out."""
    voices = {**dict.fromkeys(IN_CHARACTER, "ic"), **dict.fromkeys(OUT_OF_CHARACTER, "ooc")}
    words = said.split()
    named = [word for word in words if folded(word) not in voices and folded(word) not in OPENLY]
    voice = next((voices[folded(word)] for word in words if folded(word) in voices), "")
    return " ".join(named), voice, any(folded(word) in OPENLY for word in words)


def outside(text: str) -> bool:
    """Whether something is said out of character."""
    return text.lstrip().lower().startswith(OUTSIDE)


async def _entries(chat: Chat, number: str) -> Sequence[Seen]:
    """The record as this seat may see it, or that of one session."""
    everything = list(_recorded(await campaign.whole_log(chat.desk)))
    if not number.strip():
        return everything
    session = campaign.as_own(chat.desk, campaign.session_of(chat.desk, session_number(chat, number.strip())))
    return [one for one in everything if session.first <= one.n and (not session.last or one.n <= session.last)]


def _recorded(entries: Sequence[Seen]) -> Iterator[Seen]:
    """Without what was undone, withdrawn or refused, and without what was said while the record was paused."""
    paused = False
    for one in entries:
        if one.kind == "framed" and one.line in (PAUSE, RESUME):
            paused = one.line == PAUSE
        elif not (one.undone or one.refused or (paused and one.kind == "said")):
            yield one


async def painted(chat: Chat, number: str = "", voice: str = "", *, public: bool = False) -> str:
    """The record in the form that painters of logs read: name, number and time on one line, what was said or done below.

    Of one session (`number` or its title), and of what is said only what is in character (`ic`) or out of it (`ooc`); `public`: without
    whispers and hidden dice.
    """
    told = []
    for one in await _entries(chat, number):
        if one.kind not in ("said", "acted") or not _in_voice(one, voice) or (public and one.hidden):
            continue
        lines = seen_text(chat.words, one).split("\n")
        body = _said(chat, one) if one.kind == "said" else "\n".join([one.line, *lines[1:]]).strip()
        if body:
            name, seat = (one.name, one.seat) if one.name else (chat.words("recap.table"), "table")
            told.append(f"{name}({seat}) {one.at[:10].replace('-', '/')} {one.at[11:19]}\n{body}\n")
    return "\n".join(told) or chat.words("told.no_log")


def _said(chat: Chat, one: Seen) -> str:
    """What somebody said; a whisper is marked as one, with whom it was for."""
    if not one.hidden:
        return one.text
    to = chat.words("common.comma").join(one.to)
    mark = chat.words("log.whispered_to", who=to) if to else chat.words("log.whispered")
    return f"{mark.strip()} {one.text}"


def _in_voice(one: Seen, voice: str) -> bool:
    if not voice:
        return True
    return voice == "ic" if one.kind != "said" else outside(one.text) == (voice == "ooc")


async def statistics(chat: Chat, rest: str) -> Reply:
    """`.stat`: what was said in and out of character, what was done, who did how much, and how the dice fell."""
    entries = await _entries(chat, rest.strip().removeprefix("log").strip())
    words = chat.words
    said = [one for one in entries if one.kind == "said"]
    away = sum(outside(one.text) for one in said)
    acts = sum(one.kind == "acted" for one in entries)
    head = words("told.counted", said=len(said) - away, outside=away, acts=acts)
    dice = [throw for one in entries for throw in one.dice]
    return Reply("\n".join([head, *_people(chat, entries), *_fell(chat, luck(dice)), *_typed(chat, dice)]))


def _people(chat: Chat, entries: Sequence[Seen]) -> list[str]:
    """Who said and did how much, where there are several."""
    names = dict.fromkeys(one.name for one in entries if one.kind in ("said", "acted") and one.name)
    if len(names) < 2:
        return []
    counts = {
        name: (
            sum(one.kind == "said" for one in entries if one.name == name),
            sum(one.kind == "acted" for one in entries if one.name == name),
        )
        for name in names
    }
    return [chat.words("told.counted_one", name=name, said=said, acts=acts) for name, (said, acts) in counts.items()]


def _fell(chat: Chat, kinds: Sequence[Luck]) -> list[str]:
    """How the dice fell: with the test where there are enough of a kind, the others in one line."""
    words = chat.words
    tested = [
        words(
            "told.luck",
            sides=one.sides,
            thrown=one.thrown,
            mean=f"{one.mean:.2f}",
            expected=f"{one.expected:.1f}",
            fair=words("told.fair", chance=f"{one.chance:.1%}"),
        )
        for one in kinds
        if one.chance is not None
    ]
    few = [
        words(
            "told.luck_few", sides=one.sides, thrown=one.thrown, mean=f"{one.mean:.2f}", expected=f"{one.expected:.1f}"
        )
        for one in kinds
        if one.chance is None
    ]
    return [*tested, *([words("told.too_few", dice=few)] if few else [])]


def _typed(chat: Chat, dice: Sequence[Faces]) -> list[str]:
    typed = sum(len(throw.real) for throw in dice)
    return [chat.words("told.typed_in", count=typed)] if typed else []
