"""The campaign by chat: sessions open and close, the evening told again, what people write down."""

import re

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.desk import campaign
from ludex.desk.chronicle import SessionChronicle, chronicle
from ludex.text.chat import Chat
from ludex.text.recapping import log_markdown, short, tells
from ludex.text.reply import Reply


async def open_session(chat: Chat, rest: str) -> Reply:
    """`.开团 [题目]` (GM): a session begins."""
    return await chat.told(await campaign.open_session(chat.desk, rest, line=_typed(chat, "session", rest)))


async def close_session(chat: Chat, rest: str) -> Reply:
    """`.收团 [奖励]` (GM): the session ends; what it came to is confirmed, rewards named behind it are written down at once."""
    reward = rest.strip()
    return await chat.told(await campaign.close_session(chat.desk, reward, line=_typed(chat, "adjourn", reward)))


def _typed(chat: Chat, key: str, rest: str = "") -> str:
    """The line as its reader's language writes it."""
    return f".{key} {rest}".rstrip() if chat.language == "en" else ""


async def recap(chat: Chat, rest: str) -> Reply:
    """`.回顾 [第几场]`: a session told again, without a number the last of which there is something to tell; `.回顾 列表`: all of them;
    `.回顾 日志`: the whole log."""
    wanted = narrow(rest).strip()
    if wanted in ("列表", "list", "全部"):
        return Reply(_listed(chat))
    if wanted in ("日志", "log"):
        log = log_markdown(chat.words, chat.table.memory.name, await campaign.whole_log(chat.desk))
        return Reply(log, marked=True)
    number = session_number(chat, wanted) if wanted else 0
    found = await chronicle(chat.desk, number) if number else await _last_told(chat)
    return Reply(short(chat.words, found, chat.table.system.sessions.unsaid), marked=True)


def session_number(chat: Chat, said: str) -> int:
    """The number of the session that somebody means: by its number, its title, or the beginning of it; of equals the newest."""
    if (number := whole(narrow(said).strip())) is not None:
        return number
    known = campaign.all_sessions(chat.desk)
    called = [one for one in known if folded(one.title) == folded(said)]
    near = called or [one for one in known if one.title and folded(one.title).startswith(folded(said))]
    if not near:
        titles = [f"{one.number} {one.title or chat.words('recap.untitled')}" for one in known]
        raise RuleError("session_unnamed", name=said[:40], titles=titles or ["—"])
    return near[-1].number


async def _last_told(chat: Chat) -> SessionChronicle:
    """The last session of which there is something to tell: one that has just begun is not what people ask for."""
    last = newest = await chronicle(chat.desk)
    while last.recap.number > 1 and not tells(chat.words, last, chat.table.system.sessions.unsaid):
        last = await chronicle(chat.desk, last.recap.number - 1)
    return last if tells(chat.words, last, chat.table.system.sessions.unsaid) else newest


def _listed(chat: Chat) -> str:
    words, known = chat.words, campaign.all_sessions(chat.desk)
    if not known:
        raise RuleError("no_session")
    return "\n".join(
        words(
            "told.session_line",
            number=one.number,
            title=one.title or words("recap.untitled"),
            day=one.opened[:10],
            people=[name for there in one.present for name in (there.actors.values() or (there.name,))],
            state=words("recap.running" if one.running else "recap.closed"),
        )
        for one in known
    )


_MENDS = re.compile(r"#(\d{1,9})\s*(.*)", re.DOTALL)


async def jot(chat: Chat, rest: str) -> Reply:
    """`.笔记 话`: for oneself; `.笔记 GM 话`: for the GM too; `.笔记 #12 话` other words, `.笔记 #12 删` away; alone: all of them."""
    if not rest.strip():
        return Reply(_notes(chat, (campaign.OWN, campaign.GMS)))
    first, _, more = rest.strip().partition(" ")
    if narrow(first).lower() in ("gm", "mc", "主持人") and more.strip():
        return await _written(chat, more, campaign.GMS)
    return await _written(chat, rest, campaign.OWN)


async def journal(chat: Chat, rest: str) -> Reply:
    """`.团记 话`: written down for all; `.团记 #12 …` as with notes; alone: all of it."""
    if not rest.strip():
        return Reply(_notes(chat, (campaign.PUBLIC,)))
    return await _written(chat, rest, campaign.PUBLIC)


async def _written(chat: Chat, rest: str, audience: str) -> Reply:
    mends = _MENDS.match(narrow(rest).strip())
    of = int(mends[1]) if mends else 0
    text = rest.strip()[mends.start(2) :] if mends else rest
    if of and text.strip() in ("", "删", "删除", "delete"):
        await campaign.note(chat.desk, "", audience, of=of)
        return Reply(chat.words("told.note_gone", n=of), chat.desk.last)
    n = await campaign.note(chat.desk, text, audience, of=of)
    return Reply(chat.words("told.noted", n=of or n), chat.desk.last, private=audience != campaign.PUBLIC)


def _notes(chat: Chat, kinds: tuple[str, ...]) -> str:
    found = [one for one in campaign.notes(chat.desk) if one.audience in kinds]
    if not found:
        return chat.words("told.no_notes")
    return "\n".join(
        chat.words("told.note_line", n=one.n, day=one.at[:10], who=one.who, text=one.text) for one in found
    )
