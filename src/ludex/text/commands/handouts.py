"""Handouts and what the GM has ready, by chat: shown at once, or prepared under a name and revealed by one word."""

import re

from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.desk import handing, stocking
from ludex.text.chat import Chat
from ludex.text.grammar import pull_actors, tokens, without_actor
from ludex.text.lexicon import own_of
from ludex.text.reply import Reply, joined

_BAR = re.compile(r"[|｜]")
_NEXT = re.compile(r"\s*(?:\n|[;；])\s*(?=[.。．/])")
_NUMBER = re.compile(r"#(\d{1,9})\s*(.*)", re.DOTALL)
_HANDOUT = ("讲义", "情报", "handout")
_AWAY = ("删", "删除", "收回", "delete", "back")


def _aimed(chat: Chat, rest: str) -> tuple[str, tuple[str, ...]]:
    """A text without the `@names` in it, and the names."""
    seats = [seat.name for seat in chat.table.memory.seats.values()]
    said = tokens(rest, [*chat.desk.actors().values(), *seats])
    names, _ = pull_actors(said)
    return (without_actor(rest, said) if names else rest).strip(), tuple(names)


async def handout(chat: Chat, rest: str) -> Reply:
    """`.讲义 标题 | 文字 [@谁]` (GM): shown to all or some; `.讲义` alone: those that one was given; `.讲义 #12`: one of them."""
    text, names = _aimed(chat, rest)
    if not text:
        return Reply(_listed(chat))
    if number := _NUMBER.fullmatch(narrow(text)):
        return await _of_number(chat, int(number[1]), number[2].strip(), names)
    title, *words = _BAR.split(text, maxsplit=1)
    n = await handing.hand_out(chat.desk, handing.handout(title, "".join(words)), names)
    return Reply(chat.words("told.handed", title=title.strip()), n, private=bool(names))


def _listed(chat: Chat) -> str:
    found = handing.handouts(chat.desk)
    if not found:
        return chat.words("told.no_handouts")
    return "\n".join(chat.words("told.handout_line", n=one.n, title=one.title, day=one.at[:10]) for one in found)


async def _of_number(chat: Chat, number: int, more: str, names: tuple[str, ...]) -> Reply:
    """One handout: read, shown to others, taken back."""
    if more in _AWAY:
        await handing.take_back(chat.desk, number)
        return Reply(chat.words("told.handout_back", n=number), chat.desk.last)
    if names:
        await handing.show_to(chat.desk, number, names)
        return Reply(chat.words("told.handed", title=f"#{number}"), chat.desk.last)
    one = next((one for one in handing.handouts(chat.desk) if one.n == number), None)
    if one is None:
        raise RuleError("unknown_handout", n=number)
    picture = chat.words("told.has_picture", name=one.picture) if one.picture else ""
    return Reply("\n".join(part for part in (f"【{one.title}】", one.text, picture) if part))


async def blank(chat: Chat, rest: str) -> Reply:
    """`.模板 种类`: a file with every key of a kind of content, to be filled in; alone: which kinds there are."""
    if not rest.strip():
        kinds = [
            " / ".join(dict.fromkeys((form.kind_in(chat.language), form.name))) for form in stocking.forms(chat.desk)
        ]
        return Reply("\n".join(kinds) or chat.words("told.no_kinds"))
    return Reply(stocking.template_of(chat.desk, rest.strip(), chat.language))


async def prepare(chat: Chat, rest: str) -> Reply:
    """`.准备 名字 | .登场 …；.登场 …`, `.准备 讲义 标题 | 文字` (GM): ready off-stage; `.准备 名字 删`: away; alone: all of it."""
    text = rest.strip()
    if not text:
        return Reply(_ready(chat))
    name, *body = _BAR.split(text, maxsplit=1)
    first, _, more = name.strip().partition(" ")
    if body and first in _HANDOUT:
        one = handing.handout(more, body[0])
        await handing.prepare(chat.desk, one.title, handout=one)
        return Reply(chat.words("told.prepared", name=one.title), chat.desk.last)
    if not body:
        return await _known(chat, name.strip())
    lines = tuple(line.strip() for line in _NEXT.split(body[0]) if line.strip())
    for line in lines:
        chat.find(chat.inner(line))
    await handing.prepare(chat.desk, name, lines=lines)
    return Reply(chat.words("told.prepared", name=name.strip()), chat.desk.last)


async def _known(chat: Chat, said: str) -> Reply:
    """Something that is ready: shown to the GM, or put away."""
    name, _, last = said.rpartition(" ")
    if last in _AWAY and name:
        return Reply(chat.words("told.put_away", name=await handing.put_away(chat.desk, name)), chat.desk.last)
    found = handing.ready_named(chat.desk, said)
    one = chat.table.memory.prepared[found]
    body = one.handout.text if one.handout else "\n".join(one.lines)
    return Reply(f"【{found}】\n{body}")


def _ready(chat: Chat) -> str:
    found = handing.ready(chat.desk)
    if not found:
        return chat.words("told.nothing_ready")
    kind = {True: chat.words("told.ready_handout"), False: chat.words("told.ready_lines")}
    return "\n".join(f"{one.name}（{kind[one.handout is not None]}）" for one in found)


async def reveal(chat: Chat, rest: str) -> Reply:
    """`.揭示 名字 [@谁]` (GM): what is ready under a name comes on; any other name is for the system's own."""
    own, (text, names) = own_of(chat, "揭示"), _aimed(chat, rest)
    try:
        name = handing.ready_named(chat.desk, text)
    except RuleError:
        if own is None:
            raise
        return await chat.deed(own, rest, f".揭示 {rest}")
    shown = await handing.reveal_handout(chat.desk, name, names)
    if shown is not None:
        return Reply(chat.words("told.handed", title=shown.title), chat.desk.last, private=bool(names))
    return await _come_on(chat, name)


async def _come_on(chat: Chat, name: str) -> Reply:
    """Do the lines of an encounter in order. Where one is refused, none is done and all stay ready."""
    async with chat.table.together():
        before = chat.table.memory.head
        replies = [await chat.take(line) for line in chat.table.memory.prepared[name].lines]
        await handing.put_away(chat.desk, name, before=before)
    return joined(replies)
