"""The hall's own commands, in every group whatever its system: linking, sitting down, keeping silent, leaving, who is not heard."""

from collections.abc import Awaitable, Callable

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.principals import HOST, OBSERVER, PLAYER
from ludex.fronts.bots import following
from ludex.fronts.bots.badges import badge
from ludex.fronts.bots.greeting import place_key, set_reply, set_welcome
from ludex.fronts.bots.hall import SILENT, Hall
from ludex.fronts.bots.ledger import Linked
from ludex.fronts.bots.messages import Mention, Message, Unsent, group_of, manages, named
from ludex.fronts.bots.settings import reachable
from ludex.fronts.offered import titled
from ludex.table.registry import names
from ludex.table.seating import another_link, invite
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.text.grammar import PREFIXES, inner_line
from ludex.text.other_bots import unglued

Kept = Callable[[Hall, Message, Linked | None, str], Awaitable[str | None]]
"""Does a command; what it answers comes back. Empty: nothing to say. None: it is not for the hall after all."""


async def keep(hall: Hall, message: Message, linked: Linked | None) -> str | None:
    """What the hall itself answers; None if the message is for the table."""
    text = message.text
    if not text or narrow(text)[0] not in PREFIXES:
        return None
    word, _, rest = unglued(inner_line(text)).typed.partition(" ")
    found = _COMMANDS.get(folded(word))
    if found is None or (folded(word) != "bot" and await hall.is_silent(message.place, linked)):
        return None
    return await found(hall, message, linked, rest.strip())


async def _may_manage(hall: Hall, message: Message, linked: Linked | None) -> bool:
    """Whether somebody manages the bot in a place: a master, somebody trusted, an admin of the group, the GM of its table."""
    person = message.person
    if named(person) in hall.settings.masters or manages(person) or await hall.ledger.is_trusted(person):
        return True
    return linked is not None and await hall.ledger.seat(person.platform, person.id, linked.table) == HOST


def _check_master(hall: Hall, message: Message) -> None:
    if named(message.person) not in hall.settings.masters:
        raise RuleError("masters_only")


async def bot(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.bot on`, `.bot off`: speak or keep silent here; `.bot bye`: leave the table's group."""
    match folded(rest):
        case "on" | "off" | "开" | "关":
            on = folded(rest) in ("on", "开")
            if linked is None:
                return await _hush(hall, message, on=on)
            if not await _may_manage(hall, message, linked):
                return "" if linked.silent else hall.words("bots.managers_only")
            await hall.ledger.silence(message.place, silent=not on)
            return hall.words("bots.awake" if on else "bots.asleep")
        case "bye" | "exit" | "quit":
            return await dismiss(hall, message, linked, "")
    return None if linked is not None else hall.words("bots.hello")


async def _hush(hall: Hall, message: Message, *, on: bool) -> str:
    """Speak or keep silent in a place without a table."""
    if not await _may_manage(hall, message, None):
        return hall.words("bots.managers_only") if not await hall.is_silent(message.place, None) else ""
    await hall.ledger.keep(SILENT, place_key(message.place), None if on else "off")
    return hall.words("bots.awake" if on else "bots.asleep")


async def reply(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.reply 词 = 话`: replies of this group's own (managers); alone, which there are."""
    if not group_of(message):
        return hall.words("bots.in_groups_only")
    if rest and folded(rest) not in ("list", "列表") and not await _may_manage(hall, message, linked):
        return hall.words("bots.managers_only")
    return await set_reply(hall, message.place, rest)


async def welcome(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.welcome 话`: what is said to those who come to this group (managers)."""
    if not group_of(message):
        return hall.words("bots.in_groups_only")
    if rest and not await _may_manage(hall, message, linked):
        return hall.words("bots.managers_only")
    return await set_welcome(hall, message.place, rest)


async def dismiss(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.bot bye`, `.dismiss` alone: this group plays here no more. With a name it is the system's own command."""
    if rest:
        return None
    if linked is None or not group_of(message):
        return hall.words("bots.no_table")
    if not await _may_manage(hall, message, linked):
        return hall.words("bots.managers_only")
    await hall.ledger.unlink(message.place)
    return hall.words("bots.unlinked")


async def link(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.link CODE`: with the GM's code this group plays at that table; with any code the account sits where the code was made."""
    if not rest:
        return hall.words("bots.link_how")
    table, seat = await hall.redeemed(rest.split()[0])
    await hall.ledger.sit(message.person, table.id, seat.id)
    if group_of(message) and seat.gm and (linked is None or linked.table != table.id):
        await hall.ledger.link(message.place, table.id, following.last(table))
        await hall.table(table.id)
        return hall.words("bots.linked", table=table.memory.name, name=seat.name)
    return hall.words("bots.seated", table=table.memory.name, name=seat.name)


async def open_table(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.开桌 boon [名字]`, `.开桌 boon 演示`: a new table for this group; the one who opens it is its GM."""
    if not group_of(message):
        return hall.words("bots.in_groups")
    if linked is not None:
        return hall.words("bots.linked_already")
    if not await _may_open(hall, message):
        return hall.words(f"bots.opened_by_{hall.settings.tables}")
    system, _, more = rest.partition(" ")
    if system not in names():
        return hall.words("bots.which_system", systems=names())
    gm = message.person.name or "GM"
    if more.strip() in ("演示", "demo"):
        table, _ = await hall.house.demo(
            system, name=titled(system, hall.settings.language), gm=gm, language=hall.settings.language
        )
    else:
        table, _ = await hall.house.create(system, name=more.strip() or titled(system, hall.settings.language), gm=gm)
    await hall.ledger.link(message.place, table.id, following.last(table))
    await hall.ledger.sit(message.person, table.id, HOST)
    await hall.table(table.id)
    return hall.words("bots.opened", table=table.memory.name, seats=[s.name for s in await _free(hall, table)] or ["—"])


async def _may_open(hall: Hall, message: Message) -> bool:
    """Whether somebody may open a table in her group, as the settings have it."""
    match hall.settings.tables:
        case "anybody":
            return True
        case "managers":
            return await _may_manage(hall, message, None)
    return named(message.person) in hall.settings.masters


async def _free(hall: Hall, table: Table) -> list[Seat]:
    """Players' seats that nobody on any platform holds."""
    seats = (seat for seat in table.memory.seats.values() if seat.role == PLAYER)
    return [seat for seat in seats if not await hall.ledger.holders(table.id, seat.id)]


async def join(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.坐 [名字]`: a seat at this group's table: the free one of that name, else a new one."""
    return await _seated(hall, message, linked, rest, PLAYER)


async def observe(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.ob`: a seat to watch from."""
    word = folded(rest)
    if word in ("list", "列表"):
        return await _watching(hall, linked)
    if word in ("clr", "clear"):
        return hall.words("bots.ob_clear")
    if word in ("exit", "退出"):
        return await _watches_no_more(hall, message, linked)
    if word in ("join", "加入"):
        rest = ""
    return await _seated(hall, message, linked, rest, OBSERVER)


async def _watching(hall: Hall, linked: Linked | None) -> str:
    """Who watches at this group's table."""
    if linked is None:
        return hall.words("bots.no_table")
    table = await hall.table(linked.table)
    names = [seat.name for seat in table.memory.seats.values() if seat.role == OBSERVER]
    return hall.words("bots.watching", names=names or ["—"])


async def _watches_no_more(hall: Hall, message: Message, linked: Linked | None) -> str | None:
    """`.ob exit`: who watches gets up; a player keeps her seat."""
    held = await hall.ledger.seat(message.person.platform, message.person.id, linked.table) if linked else ""
    if linked is not None and held:
        table = await hall.table(linked.table)
        if held in table.memory.seats and table.seat(held).role != OBSERVER:
            return hall.words("bots.plays_on", name=table.seat(held).name)
    return await stand(hall, message, linked, "")


async def _seated(hall: Hall, message: Message, linked: Linked | None, rest: str, role: str) -> str:
    if linked is None:
        return hall.words("bots.no_table")
    table = await hall.table(linked.table)
    held = await hall.ledger.seat(message.person.platform, message.person.id, table.id)
    if held in table.memory.seats:
        return hall.words("bots.sits_already", name=table.seat(held).name)
    name = rest or message.person.name or message.person.id
    seat = next((one for one in await _free(hall, table) if role == PLAYER and folded(one.name) == folded(name)), None)
    if seat is None:
        seat, _ = await invite(table, table.seat(HOST), role=role, name=name)
    await hall.ledger.sit(message.person, table.id, seat.id)
    told = hall.words("bots.seated", table=table.memory.name, name=seat.name)
    alone = role == PLAYER and not seat.controls
    return f"{told}{hall.words('bots.no_character', name=seat.name)}" if alone else told


async def stand(hall: Hall, message: Message, linked: Linked | None, _rest: str) -> str | None:
    """`.离座`: the account holds its seat no more; the seat stays."""
    if linked is None:
        return hall.words("bots.no_table")
    await hall.ledger.stand_up(message.person, linked.table)
    return hall.words("bots.stood_up")


async def page(hall: Hall, message: Message, linked: Linked | None, _rest: str) -> str | None:
    """`.网页`: the own page at the table, in private: its link is a key."""
    held = await hall.ledger.seat(message.person.platform, message.person.id, linked.table) if linked else ""
    if linked is None or not held:
        return hall.words("bots.no_seat")
    table = await hall.table(linked.table)
    address = f"{hall.settings.page.rstrip('/')}/t/{await another_link(table, table.seat(held))}"
    if not reachable(hall.settings.page):
        address = f"{address}\n{hall.words('bots.loopback')}"
    if not group_of(message):
        return address
    return hall.words("bots.told_privately" if await hall.whisper(message.person, address) else "bots.page_how")


async def master(hall: Hall, message: Message, _linked: Linked | None, _rest: str) -> str | None:
    """`.master`: whether one manages this bot."""
    own = named(message.person) in hall.settings.masters
    return hall.words("bots.master" if own else "bots.masters", count=len(hall.settings.masters))


async def ban(hall: Hall, message: Message, _linked: Linked | None, rest: str) -> str | None:
    """`.ban @谁`, `.ban 12345`: not heard any more; `.ban rm 12345`: heard again; `.ban trust 12345`: trusted."""
    _check_master(hall, message)
    if folded(rest).startswith("trust"):
        return await trust(hall, message, None, rest.strip()[len("trust") :].strip())
    again, ids = _away(rest), _whom(message, rest)
    for one in ids:
        await hall.ledger.ban(message.person.platform, one, banned=not again)
    return hall.words("bots.heard_again" if again else "bots.banned", ids=ids or ["—"])


async def trust(hall: Hall, message: Message, _linked: Linked | None, rest: str) -> str | None:
    """`.trust @谁`, `.trust 12345`: may manage the bot everywhere and is not slowed down; `.trust rm 12345`: no longer."""
    _check_master(hall, message)
    away, ids = _away(rest), _whom(message, rest)
    for one in ids:
        await hall.ledger.trust(message.person.platform, one, trusted=not away)
    return hall.words("bots.untrusted" if away else "bots.trusted", ids=ids or ["—"])


def _away(rest: str) -> bool:
    return folded(rest).startswith(("rm", "del", "off"))


def _whom(message: Message, rest: str) -> list[str]:
    """The accounts that a line names: those addressed, and numbers."""
    addressed = [part.id for part in message.parts if isinstance(part, Mention)]
    return [*addressed, *(word for word in narrow(rest).split() if word.isdecimal())]


async def card(hall: Hall, message: Message, linked: Linked | None, rest: str) -> str | None:
    """`.sn`: the own card in this group is the character and how she is, kept up to date; `.sn off`: it is left alone."""
    held = await hall.ledger.seat(message.person.platform, message.person.id, linked.table) if linked else ""
    if linked is None or not held or not group_of(message):
        return hall.words("bots.no_seat" if linked else "bots.no_table")
    if folded(rest) in ("off", "关", "clr", "none"):
        await hall.ledger.keep_card(message.place, message.person.id, None)
        return hall.words("bots.card_off")
    table = await hall.table(linked.table)
    shown = badge(table, table.seat(held), hall.settings.language)
    try:
        await hall.rename(message.place, message.person.id, shown)
    except Unsent:
        return hall.words("bots.no_cards")
    await hall.ledger.keep_card(message.place, message.person.id, shown)
    return hall.words("bots.card_on", card=shown)


_COMMANDS: dict[str, Kept] = {
    **dict.fromkeys(("bot",), bot),
    **dict.fromkeys(("dismiss",), dismiss),
    **dict.fromkeys(("link", "接入", "绑定"), link),
    **dict.fromkeys(("opentable", "开桌", "newtable"), open_table),
    **dict.fromkeys(("sit", "坐", "入座", "坐下"), join),
    **dict.fromkeys(("ob", "旁观"), observe),
    **dict.fromkeys(("standup", "离座"), stand),
    **dict.fromkeys(("page", "网页", "mypage"), page),
    **dict.fromkeys(("master",), master),
    **dict.fromkeys(("ban",), ban),
    **dict.fromkeys(("trust",), trust),
    **dict.fromkeys(("reply", "自定义回复"), reply),
    **dict.fromkeys(("welcome", "欢迎"), welcome),
    **dict.fromkeys(("sn", "名片"), card),
}
