"""From a call to what becomes true: the entry of an act, and of everything that follows from it by itself.

All of it is decided before the table yields: the act, whom it brings to a seat, then, while nothing waits, what the system says
is due. Each follower is an entry of its own, by the table, with the entry that led to it as its cause; together they are one
batch on disk. A follower that is refused, changes nothing or comes too often stops the chain and leaves the crank to the GM.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec.structs import replace

from ludex import __version__
from ludex.core.asks import Choose
from ludex.core.deeds import ALWAYS, WORD, Do
from ludex.core.driving import Answer, Choice, Finished, Parked
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import GM, OBSERVER, PLAYER, Who
from ludex.core.system import Told
from ludex.table import table_procedures
from ludex.table.acting import FACES_TYPED, Call, Hand, Standing, drive, holds_up
from ludex.table.audience import readers_of, viewers
from ludex.table.chance import keeps, kept_for
from ludex.table.characters import Adopted, Came
from ludex.table.entries import (
    ALL,
    Acted,
    AnyEntry,
    Arrived,
    Asked,
    Cancelled,
    Framed,
    Moved,
    Seated,
    Settled,
    rolls_in,
)
from ludex.table.memory import Act
from ludex.table.naming import check_given, check_wished
from ludex.table.parked import Back, call_of, dropped_with, idle, key_of, stands, wanted_beside, with_all
from ludex.table.preludes import PROPOSAL, Begun, Proposed
from ludex.table.questions import posed
from ludex.table.seats import Seat
from ludex.table.sessions import OPEN, Framing, framing, present, running
from ludex.table.settings import Allowed, Paced
from ludex.table.shelter import Answering, in_time
from ludex.table.table_procedures import GivenUp, Rewound

if TYPE_CHECKING:
    from ludex.table.table import Table

OVERTAKEN = "overtaken"
"""A wish to take something back, allowed when other things have happened since: it falls away."""

FOLLOWERS = 300
"""So many things may follow from one word of a person."""


class Outcome(msgspec.Struct, frozen=True):
    """What a command led to: entry `n`, the act it belongs to, the questions it waits for or the end, and what followed by itself."""

    n: int
    act: int
    entry: Acted
    asks: tuple[Choose, ...] = ()
    finished: Finished | None = None
    followed: tuple["Outcome", ...] = ()
    lapsed: tuple[Act, ...] = ()
    """Acts with answers of their own that waited, and that what happened has made impossible."""

    @property
    def root(self) -> int:
        """What a further part of the same line belongs to, so that one undo takes all of it back; 0 where this changed nothing."""
        return root_of(self.n, self.entry) if self.entry.commits else 0


class Word(msgspec.Struct, frozen=True):
    """Whose word an act is: the seat (empty: the table itself), and for what follows by itself the cause and the root."""

    seat: str
    cause: int = 0
    root: int = 0


def decide(
    table: "Table",
    word: Word,
    call: Call,
    *,
    act: Act | None = None,
    more: tuple[Answer, ...] = (),
    typed: Sequence[int] = (),
    earlier: Sequence[Acted] = (),
) -> tuple[Outcome, list[bytes]]:
    """Drive a call on the present state; its entry and those that go with it are in the memory, their bodies come back."""
    stood, first = table.memory, table.chance.roll
    kept_faces = _kept_faces(act) if not typed else ()
    owned = owned_by(table, act.seat if act and kept_faces else word.seat) if typed or kept_faces else None
    again = kept_for(table.memory, act.seat if act else word.seat, call.asked) if table.memory.kept_dice else ()
    hand = Hand(table.chance, typed or kept_faces, owned, again)
    entry = _entry(table, word, call, act, first)
    try:
        return _decided(
            table, word, call, entry, act=act, more=more, hand=hand, counted=not kept_faces, earlier=earlier
        )
    except (RuleError, SystemFailed) as error:
        table.memory = stood
        error.entry = spent(table, entry, error, kept=len(act.answers) if act else 0, hand=hand)
        raise
    except BaseException:
        table.chance.roll = first
        raise


def _decided(
    table: "Table",
    word: Word,
    call: Call,
    entry: Acted,
    *,
    act: Act | None,
    more: tuple[Answer, ...],
    hand: Hand,
    counted: bool,
    earlier: Sequence[Acted],
) -> tuple[Outcome, list[bytes]]:
    """The same with its dice. `counted`: every face that was typed in must fall (those of a proposal were counted when it was made, and the
    GM may have changed the line)."""
    before, recorded = table.memory.state, act.answers if act else ()
    with table_procedures.by_hand(call.asked.procedure):
        outcome, held = in_time(table.system, drive, table.system, table.memory, call, recorded + more, hand)
        if counted and hand.typed:
            hand.refuse_rest(asked=isinstance(outcome, Parked))
        _check_watches(table, word, outcome)
        _check_names(table, act.seat if act else word.seat, call, outcome)
        kept = min(held, len(recorded))
        fresh = hand.mark(outcome.answers[kept:])
        framed = None
        if isinstance(outcome, Finished):
            framed = framing(table.system, call.asked.procedure, outcome.result.result)
        asked = _readable(table, entry, outcome)
        begun = msgspec.structs.replace(entry, answers=fresh, kept=kept, step=framed is not None, asked=asked)
        begun = msgspec.structs.replace(begun, again=hand.again[: rolls_in(fresh)])
        done = with_all(_resulting(table, begun, call, outcome), earlier)
    table.chance.roll = begun.first + begun.fresh
    with Answering(table.system):  # events that are not read back as they were written are its fault
        bodies = [table.admit(done)]
    n = table.memory.n
    beside = written_with(table, act, word.seat, call, before=before, outcome=outcome, framed=framed)
    beside += lost(table, done, act.number if act else n, hand) if hand.lost else []
    bodies += map(table.admit, beside)
    asks = outcome.asks if isinstance(outcome, Parked) else ()
    came = msgspec.structs.replace(outcome, result=outcome.result.result) if isinstance(outcome, Finished) else None
    return Outcome(n, act.number if act else n, done, asks, came), bodies


def _kept_faces(act: Act | None) -> tuple[int, ...]:
    """The faces that were typed in with a proposal, where it is the GM's word on it that comes now."""
    prelude = act.asked.prelude if act and act.proposed else None
    return prelude.faces if isinstance(prelude, Proposed) else ()


def _check_watches(table: "Table", word: Word, outcome: Finished | Parked) -> None:
    """Refuse an observer whatever would change something or ask somebody, whichever command it came by."""
    seat = table.memory.seats.get(word.seat)
    if seat is not None and seat.role == OBSERVER and (isinstance(outcome, Parked) or outcome.events):
        raise RuleError("observers_watch")


def _check_names(table: "Table", seat: str, call: Call, outcome: Finished | Parked) -> None:
    """Refuse a player's act that gives somebody a name which could be taken for another's."""
    whose, before = table.memory.seats.get(seat), table.memory.state
    if whose is None or whose.gm:
        return
    if isinstance(outcome, Parked):
        check_wished(table, whose, call.asked)
        return
    if outcome.state is before:
        return
    chosen = [one.answer for one in outcome.answers if isinstance(one, Choice)]
    said = (call.asked.said, bytes(call.asked.given).decode(), *chosen)
    check_given(table, whose, said, table.system.actors(before), table.system.actors(outcome.state))


def decide_all(
    table: "Table", word: Word, call: Call, *, moved_to: Back | None = None, **given: Any
) -> tuple[Outcome, list[bytes]]:
    """Decide a call and everything that follows from it by itself. What the GM allows to take back is taken back with the very answer."""
    outcome, bodies = decide(table, word, call, **given)
    if not outcome.finished:
        return outcome, bodies
    if isinstance(outcome.finished.result, Rewound):
        if outcome.finished.result.to == outcome.finished.result.on:  # a roll that changed nothing
            return outcome, bodies
        return outcome, [*bodies, _taken_back(table, word.seat, outcome.finished.result, moved_to)]
    if isinstance(outcome.finished.result, GivenUp):
        bodies = [*bodies, *_given_up(table, word.seat, outcome.finished.result)]
    step = table.memory.settings.pace == "step"
    waited = table.memory.parked
    followed, more = follow(table, root_of(outcome.n, outcome.entry), step=step)
    went_on = {*table.memory.parked, *(one.act for one in followed)}
    lapsed = tuple(act for number, act in waited.items() if number not in went_on and act.answers)
    return msgspec.structs.replace(outcome, followed=tuple(followed), lapsed=lapsed), bodies + more


def _taken_back(table: "Table", seat: str, allowed: Rewound, back: Back | None) -> bytes:
    """The move that the GM has allowed, if nothing has happened since it was asked for."""
    if table.memory.head != allowed.on or back is None:
        raise RuleError(OVERTAKEN)
    dropped = dropped_with(table, (allowed.root, *allowed.since), back.gone)
    moved = Moved(at=table.clock(), seat=seat, head=allowed.to, way="undo", of=allowed.root, dropped=dropped)
    return table.admit(moved, back.state)


def _given_up(table: "Table", seat: str, allowed: GivenUp) -> list[bytes]:
    """The end of an act that the GM has allowed to be given up, if it still waits; or what it asks again, with the answers that stay."""
    act = table.memory.parked.get(allowed.act)
    if act is None:
        raise RuleError(OVERTAKEN)
    if allowed.kept is not None:
        shorter = msgspec.structs.replace(act, answers=act.answers[: allowed.kept])
        return decide(table, Word(seat), table.resuming(act), act=shorter)[1]
    again = keeps(table.memory, table.memory.seats.get(act.seat))
    return [table.admit(Cancelled(at=table.clock(), seat=seat, act=allowed.act, audience=heard_of(act), again=again))]


def heard_of(act: Act) -> tuple[Who, ...]:
    """Who knows of an act that waits."""
    if act.hushed:
        return (GM,)
    return ALL if act.announced else act.audience


def root_of(n: int, entry: Acted) -> int:
    """The number of the entry that a person's word began and that led to this one."""
    return entry.root or entry.act or n


def owned_by(table: "Table", typist: str) -> frozenset[str] | None:
    """Whose dice a seat may type the faces of: a player her own characters', the GM everybody's (None, L1)."""
    seat = table.memory.seats.get(typist)
    if seat is None or seat.gm:
        return None
    lent = table.system.lent(table.memory.state, seat.controls) if table.system.lent else ()
    return frozenset((*seat.controls, *lent))


def _entry(table: "Table", word: Word, call: Call, act: Act | None, first: int) -> Acted:
    return Acted(
        at=table.clock(),
        seat=word.seat,
        act=act.number if act else 0,
        root=act.root if act else word.root,
        cause=act.cause if act else word.cause,
        audience=call.audience,
        announced=call.announced,
        blind=call.asked.secret,
        asked=None if act else call.asked,
        first=first,
        system_version=table.system.version,
        made=__version__,
    )


def _readable(table: "Table", entry: Acted, outcome: Finished | Parked) -> Asked | None:
    """What was asked, with who may read the line."""
    author = table.memory.seats.get(entry.seat)
    if entry.asked is None or not entry.asked.said or author is None or table.system.redact is None:
        return entry.asked
    before = table.memory.state
    states = (before, outcome.state) if isinstance(outcome, Finished) and outcome.events else (before,)
    readers = readers_of(table.sights, table.system, table.memory, author, entry.asked, *states)
    return msgspec.structs.replace(entry.asked, readers=readers)


def _resulting(table: "Table", entry: Acted, call: Call, outcome: Finished | Parked) -> Acted:
    """The entry of an act that waits for an answer, or came to its end."""
    if isinstance(outcome, Parked):
        with Answering(table.system):
            questions = tuple(map(partial(posed, table.system, table.memory), outcome.asks))
        speaker = table.memory.seats.get(entry.seat)
        hushed = all(question.discreet for question in questions) and (speaker is None or speaker.gm)
        return msgspec.structs.replace(entry, questions=questions, sealed=outcome.sealed, hushed=hushed)
    came: Begun = outcome.result
    told = Told(call.asked.procedure, came.given, came.result, table.memory.state, outcome.state, tuple(outcome.events))
    cards, seen = table_procedures.told_to(table.system, told, call.asked, viewers(table.memory), table.sights)
    with Answering(table.system):
        events = msgspec.Raw(msgspec.json.encode(outcome.events))
    return msgspec.structs.replace(
        entry,
        done=True,
        parent=table.memory.head,
        events=events,
        cards=cards,
        seen=seen,
        opened=tuple(a for a in outcome.answers if isinstance(a, Choice) and a.sealed),
    )


def follow(
    table: "Table", root: int, *, most: int = FOLLOWERS, step: bool = False
) -> tuple[list[Outcome], list[bytes]]:
    """Everything that is due now, one after another, until a person must decide or nothing is due.

    With `step` only what follows at any pace. A question that is wanted no longer holds up nothing; what waits beside everything else
    is begun last.
    """
    gone = [table.admit(one) for one in idle(table)]
    freed, went_on = _freed(table)
    followed, bodies = _follow(table, root, most=most, step=step)
    waiting, more = _beside_all(table, root)
    return freed + followed + waiting, gone + went_on + bodies + more


def _freed(table: "Table") -> tuple[list[Outcome], list[bytes]]:
    """Acts that wait and of which something has become meanwhile: what is forbidden now lapses, what asks nobody any more goes on."""
    freed, bodies = list[Outcome](), list[bytes]()
    for number, act in sorted(table.memory.parked.items()):
        fate = stands(table, act)
        try:
            if fate is Standing.FREE:
                outcome, written = decide(table, Word("", table.memory.n), table.resuming(act), act=act)
                freed.append(outcome)
                bodies += written
        except RuleError:
            fate = Standing.GONE
        if fate is Standing.GONE:
            bodies.append(table.admit(Cancelled(at=table.clock(), seat="", act=number, audience=heard_of(act))))
    return freed, bodies


def _follow(table: "Table", root: int, *, most: int, step: bool) -> tuple[list[Outcome], list[bytes]]:
    followed: list[Outcome] = []
    bodies: list[bytes] = []
    while len(followed) < most and (do := due(table)) is not None and (do.always or not step):
        before = table.memory.state
        try:
            outcome, written = decide(table, Word("", table.memory.n, root), call_of(table, do))
        except (RuleError, SystemFailed) as error:
            return followed, bodies + _stopped(table, f"{do.procedure}: {error}", error)
        followed.append(outcome)
        bodies += written
        if outcome.asks:
            return followed, bodies
        if table.memory.state is before or table.memory.state == before:
            return followed, bodies + _stopped(table, f"{do.procedure} changes nothing")
    if len(followed) >= FOLLOWERS:
        bodies += _stopped(table, f"more than {FOLLOWERS} things in a row")
    return followed, bodies


def _beside_all(table: "Table", root: int) -> tuple[list[Outcome], list[bytes]]:
    """Begin what waits for people beside everything else, each an act of its own, as far as it does not wait yet."""
    begun: list[Outcome] = []
    bodies = [table.admit(gone) for gone in idle(table)]
    while len(begun) < FOLLOWERS and (call := _beside_next(table)) is not None:
        before = table.memory.state
        try:
            outcome, written = decide(table, Word("", table.memory.n, root), call)
        except (RuleError, SystemFailed) as error:
            return begun, bodies + _stopped(table, f"{call.asked.procedure}: {error}", error)
        begun.append(outcome)
        bodies += written
        if not outcome.asks and table.memory.state == before:
            return begun, bodies + _stopped(table, f"{call.asked.procedure} changes nothing")
    return begun, bodies


def _beside_next(table: "Table") -> Call | None:
    """The first of those acts that does not wait yet."""
    waiting = [key_of(act.asked) for act in table.memory.parked.values()]
    calls = (call_of(table, do) for do in wanted_beside(table))
    return next((call for call in calls if key_of(call.asked) not in waiting), None)


def due(table: "Table") -> Do | None:
    """What happens without anybody's word now; nothing while something that takes turns, or that followed by itself, waits.

    For what waits beside everything else nothing waits; but what waits already is not begun once more.
    """
    if table.system.due is None:
        return None
    parked = [act for act in table.memory.parked.values() if not act.proposed]
    beside = [key_of(call_of(table, do).asked) for do in wanted_beside(table)] if parked else []
    holding = (act for act in parked if act.cause or holds_up(table.memory, table.resuming(act)))
    if any(key_of(act.asked) not in beside for act in holding):
        return None
    do = table.system.due(table.memory.state)
    waiting = do is not None and parked and key_of(call_of(table, do).asked) in [key_of(act.asked) for act in parked]
    return None if waiting else do


def waits_beside(table: "Table", act: Act) -> bool:
    return bool(act.cause) and any(key_of(act.asked) == key_of(call_of(table, do).asked) for do in wanted_beside(table))


async def apart(table: "Table", number: int, seat: Seat) -> Act:
    """A parked act, with the GM's answer as a step of its own where it waits beside everything else and a player's word led to it.

    Undo goes back to the last thing that a seat did (L4), not past it. What a player answers beside the GM's deed stays with that: the
    GM's undo is about the last thing that she did herself.
    """
    root = table.parked(number).root
    aside = seat.gm and waits_beside(table, table.parked(number))
    began = await table.history.commit(root) if aside else None
    act = table.parked(number)
    others = isinstance(began, Acted) and began.seat not in ("", seat.id)
    return replace(act, root=number) if others else act


def _stopped(table: "Table", why: str, error: RuleError | SystemFailed | None = None) -> list[bytes]:
    """The chain stops: from now on the GM turns the crank. The dice of what stopped it are spent."""
    structlog.get_logger().warning("followers_stopped", table=table.id, why=why)
    kept = [table.admit(error.entry)] if error is not None and isinstance(error.entry, Acted) else []
    return [*kept, table.admit(Settled(at=table.clock(), seat="", setting=Paced("step")))]


def spent(table: "Table", entry: Acted, error: RuleError | SystemFailed, *, kept: int, hand: Hand) -> Acted | None:
    """A refusal after dice have fallen: they are spent, and no value that they made is told. The entry that keeps them, if any fell."""
    thrown = (*hand.thrown, *hand.lost)
    rolls = rolls_in(thrown)
    table.chance.roll = entry.first + rolls - len(hand.again[:rolls])
    if not rolls:
        return None
    if error.code not in FACES_TYPED:
        error.hush()
    return replace(entry, answers=thrown, kept=kept, refused=error.code, again=hand.again[:rolls])


def lost(table: "Table", done: Acted, number: int, hand: Hand) -> list[AnyEntry]:
    """The dice that fell for an answer of a policy's which the rules then refused: they are spent, and the question is people's."""
    first, kept = table.chance.roll, done.kept + len(done.answers)
    before = rolls_in(done.answers)
    again = hand.again[before : before + rolls_in(hand.lost)]
    bare = replace(done, seat="", act=number, asked=None, questions=(), sealed=False)
    spent = replace(bare, first=first, answers=hand.lost, kept=kept, refused=hand.refused, again=again)
    table.chance.roll = first + spent.fresh
    return [spent]


# --- what the log says beside an act ---------------------------------------------------------------------------------------


def written_with(
    table: "Table",
    act: Act | None,
    typist: str,
    call: Call,
    *,
    before: Any,
    outcome: Finished | Parked,
    framed: Framing | None,
) -> list[AnyEntry]:
    """What is written with an act: whom a player brings to the table, what the GM has allowed for longer, where somebody comes from, a session."""
    allowed = _allowed(table, call, outcome, typist)
    if isinstance(outcome, Parked):
        return allowed
    seat = act.seat if act else typist
    owner = table.memory.seats.get(seat)
    return [
        *allowed,
        *(_owned(table, owner, before, outcome) if owner else ()),
        *_arrived(table, seat, act.number if act else table.memory.n, call, outcome),
        *(_session(table, seat, framed) if framed else ()),
    ]


def _arrived(table: "Table", seat: str, number: int, call: Call, outcome: Finished) -> list[AnyEntry]:
    """Who came from elsewhere."""
    result = outcome.result.result
    if not isinstance(result, Adopted) or result.came == Came():  # who brings nothing along needs no word more
        return []
    who, called, came = result.actor, result.name, result.came
    return [Arrived(at=table.clock(), seat=seat, actor=who, name=called, act=number, came=came, audience=call.audience)]


def _session(table: "Table", seat: str, framed: Framing) -> list[AnyEntry]:
    """A session was opened or closed: it stands or falls with the commit that did it."""
    memory = table.memory
    tells = framed.way == OPEN or running(memory.frames, memory.head) is None  # who was there is said once
    here = present(table.system, memory.state, tuple(memory.seats.values())) if tells else ()
    way, title, reward = framed.way, framed.title, framed.reward
    return [Framed(at=table.clock(), seat=seat, way=way, act=memory.head, title=title, present=here, reward=reward)]


def _allowed(table: "Table", call: Call, outcome: Finished | Parked, seat: str) -> list[AnyEntry]:
    said = [a for a in outcome.answers if isinstance(a, Choice) and a.answer == ALWAYS]
    if not said:
        return []
    prelude = call.asked.prelude
    always = [a.about.removeprefix(WORD) for a in said if a.about and a.about.startswith(WORD)]
    if isinstance(prelude, Proposed) and any(a.about == PROPOSAL for a in said):
        always += prelude.kinds
    scope = table.scope()
    known = table.memory.settings.allowed
    kinds = [kind for kind in dict.fromkeys(always) if known.get(kind) != scope]
    return [Settled(at=table.clock(), seat=seat, setting=Allowed(kind, scope)) for kind in kinds]


def _owned(table: "Table", seat: Seat, before: Any, outcome: Finished) -> list[AnyEntry]:
    """Whom a player brings to the table, the player controls, no matter who answered on the way; and nobody else.

    Who comes under an id that somebody gone had is another: whose seat held that one does not hold the newcomer.
    """
    if outcome.state is before:
        return []
    known = table.system.actors(before)
    new = [a for a in table.system.actors(outcome.state) if a not in known]
    fresh = table.system.holdable(outcome.state, new) if seat.role == PLAYER else ()
    held = {s.id: tuple(a for a in s.controls if a not in new) for s in table.memory.seats.values() if s.id != seat.id}
    held[seat.id] = tuple(dict.fromkeys((*seat.controls, *fresh)))
    return [
        Seated(at=table.clock(), seat=seat.id, who=s.id, role=s.role, name=s.name, controls=held[s.id])
        for s in table.memory.seats.values()
        if new and held[s.id] != s.controls
    ]
