"""A desk's verbs about handouts and what the GM has ready."""

import asyncio

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.principals import EVERYBODY, Who, seat as seat_principal
from ludex.desk.crowds import EVERYONE
from ludex.desk.desk import Desk
from ludex.desk.picturing import kept
from ludex.desk.reading import check_seen
from ludex.table.entries import Handed, Readied
from ludex.table.handouts import Given, Handout, Prepared, read_picture
from ludex.table.seats import Seat, check_gm, hears

LONGEST_TITLE, LONGEST_TEXT = 80, 20_000
MOST = 300
"""So many handouts are shown, and so many things are ready, at one table."""

MOST_LINES = 60
"""Lines of one thing that is ready."""


class Shown(msgspec.Struct, frozen=True):
    """A handout as a seat has it: its own number, when, title, words, the name of a picture, and for the GM who else sees it."""

    n: int
    at: str
    title: str
    text: str
    picture: str
    seats: tuple[str, ...] = ()


class Ready(msgspec.Struct, frozen=True):
    """Something that the GM has ready."""

    name: str
    lines: tuple[str, ...]
    handout: Handout | None


async def picture(desk: Desk, data: bytes) -> tuple[str, dict[str, bytes]]:
    """A picture as it will be kept: its name, and its bytes by that name. It is worked on beside the other tables' play."""
    check_gm(desk.seat)
    found = await asyncio.to_thread(read_picture, data)
    return found.name, {found.name: found.body}


def handout(title: str, text: str, picture: str = "") -> Handout:
    called, words = " ".join(title.split()), text.strip()
    check_seen([called, words], "title")
    for said, limit in ((called, LONGEST_TITLE), (words, LONGEST_TEXT)):
        if len(said) > limit:
            raise RuleError("line_too_long", length=len(said), limit=limit)
    if not called:
        raise RuleError("missing_argument", arg="title", expected=["title", "text"], hint=".讲义 标题 | 文字")
    return Handout(called, words, picture)


async def hand_out(
    desk: Desk, one: Handout, to: tuple[str, ...] = (), *, pictures: dict[str, bytes] | None = None
) -> int:
    """Show a handout to all, or to some seats (GM); the GM's number of the entry."""
    check_gm(desk.seat)
    table = desk.table
    if len(table.memory.handouts) >= MOST:
        raise RuleError("too_many_handouts", limit=MOST)
    entry = Handed(at=table.clock(), seat=desk.seat_id, handout=one, audience=audience(desk, to))
    return await table.write(entry, pictures=pictures or {})


def audience(desk: Desk, to: tuple[str, ...]) -> tuple[Who, ...]:
    """The seats that are meant by names of seats or of the characters that they hold; nobody named: all."""
    if not to or any(folded(name) in EVERYONE for name in to):
        return (EVERYBODY,)
    return tuple(dict.fromkeys(seat_principal(one.id) for name in to for one in _seats(desk, name)))


def _seats(desk: Desk, name: str) -> list[Seat]:
    wanted = folded(name.lstrip("@＠"))
    seats = desk.table.memory.seats.values()
    found = [seat for seat in seats if wanted in (folded(seat.id), folded(seat.name))]
    if not found:
        actor = desk.actor(name.lstrip("@＠"))
        found = [seat for seat in seats if actor in seat.controls]
    if not found:
        raise RuleError("unknown_seat", seat=name, seats=[seat.name for seat in seats])
    return found


async def show_to(desk: Desk, number: int, to: tuple[str, ...]) -> None:
    """Show a handout to others than before (GM)."""
    check_gm(desk.seat)
    n, given = _handout(desk, number)
    table = desk.table
    entry = Handed(at=table.clock(), seat=desk.seat_id, handout=given.handout, audience=audience(desk, to), of=n)
    await table.write(entry)


async def take_back(desk: Desk, number: int) -> None:
    """Take a handout back (GM): those who saw it keep what the log told them, its title."""
    check_gm(desk.seat)
    n, given = _handout(desk, number)
    table = desk.table
    await table.write(Handed(at=table.clock(), seat=desk.seat_id, handout=Handout(), audience=given.audience, of=n))


def _handout(desk: Desk, number: int) -> tuple[int, Given]:
    n = desk.entry(number)
    found = desk.table.memory.handouts.get(n)
    if found is None or not hears(desk.seat, found.audience, ""):
        raise RuleError("unknown_handout", n=number)
    return n, found


def handouts(desk: Desk) -> list[Shown]:
    """The handouts that this seat was given, in order."""
    found = desk.table.memory.handouts.items()
    return [_shown(desk, n, given) for n, given in found if hears(desk.seat, given.audience, "")]


def _shown(desk: Desk, n: int, given: Given) -> Shown:
    seats = desk.table.memory.seats.values() if desk.seat.gm else ()
    others = tuple(seat.name for seat in seats if hears(seat, given.audience, ""))
    one = given.handout
    return Shown(desk.number(n), given.at, one.title, one.text, one.picture, others)


async def bytes_of(desk: Desk, name: str) -> bytes:
    """A picture that this seat may see; to anybody else there is none."""
    shown = {one.picture for one in handouts(desk)}
    if desk.seat.gm:
        shown |= {one.handout.picture for one in desk.table.memory.prepared.values() if one.handout}
    return await kept(desk, name, shown)


# --- what is ready -------------------------------------------------------------------------------------------------------


async def prepare(
    desk: Desk,
    name: str,
    *,
    lines: tuple[str, ...] = (),
    handout: Handout | None = None,
    pictures: dict[str, bytes] | None = None,
) -> None:
    """Have something ready under a name (GM): lines that bring an encounter, or a handout. The same name again corrects it."""
    check_gm(desk.seat)
    called = " ".join(name.split())
    check_seen([called, *lines], "title")
    if not called or len(called) > LONGEST_TITLE:
        raise RuleError("bad_name", name=called[:60], limit=LONGEST_TITLE)
    if len(lines) > MOST_LINES or sum(map(len, lines)) > LONGEST_TEXT:
        raise RuleError("line_too_long", length=sum(map(len, lines)), limit=LONGEST_TEXT)
    if not lines and handout is None:
        raise RuleError("missing_argument", arg="text", expected=["name", "text"], hint=".准备 名字 | .登场 …")
    table = desk.table
    if called not in table.memory.prepared and len(table.memory.prepared) >= MOST:
        raise RuleError("too_many_handouts", limit=MOST)
    entry = Readied(at=table.clock(), seat=desk.seat_id, name=called, prepared=Prepared(lines, handout))
    await table.write(entry, pictures=pictures or {})


async def put_away(desk: Desk, name: str, *, before: int | None = None) -> str:
    """Put something that was ready away (GM); its whole name. `before`: where history stood before it came on."""
    check_gm(desk.seat)
    found = ready_named(desk, name)
    await desk.table.write(Readied(at=desk.table.clock(), seat=desk.seat_id, name=found, before=before))
    return found


def ready_named(desk: Desk, name: str) -> str:
    """The whole name of something that is ready, by it or a beginning that no other has (GM: the names are secrets)."""
    check_gm(desk.seat)
    known, wanted = desk.table.memory.prepared, folded(name)
    exact = [one for one in known if folded(one) == wanted]
    found = exact or [one for one in known if wanted and folded(one).startswith(wanted)]
    if len(found) != 1:
        raise RuleError("unknown_prepared", name=name[:40], names=list(known))
    return found[0]


def ready(desk: Desk) -> list[Ready]:
    """Everything that the GM has ready."""
    check_gm(desk.seat)
    return [Ready(name, one.lines, one.handout) for name, one in desk.table.memory.prepared.items()]


async def reveal_handout(desk: Desk, name: str, to: tuple[str, ...] = ()) -> Handout | None:
    """Show a handout that was ready (GM); None if it is no handout, but lines."""
    check_gm(desk.seat)
    one = desk.table.memory.prepared[name].handout
    if one is None:
        return None
    await hand_out(desk, one, to)
    await put_away(desk, name)
    return one
