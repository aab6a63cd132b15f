"""Moving through history: undo, redo, and jumping to any commit of any branch. Nothing is ever deleted.

What a person's word led to is one step: the unbroken run of commits from the head that share its root. It belongs to the
seat whose word it was, whoever answered on the way. Several steps at once are written as one: all of them happen, or none.
Steps that a player may not know of are as if they were not there: she takes back her own beneath them, and they are taken again.
"""

import contextlib

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Choice, Faces, Finished, no_more
from ludex.core.errors import Diverged, RuleError
from ludex.core.principals import Who
from ludex.table.acting import Call, play_on
from ludex.table.audience import show
from ludex.table.entries import ALL, Acted, Moved, Opened, read_entry
from ludex.table.everywhere import GiveUp, Rewind
from ludex.table.memory import Act, Memory
from ludex.table.numbering import own_number
from ludex.table.playing import Outcome, Word, dropped_with, root_of
from ludex.table.preludes import REFUSE, Proposed
from ludex.table.seats import Seat, check_gm
from ludex.table.table import Table


class Step(msgspec.Struct, frozen=True):
    """One step of history: the entry of the person's word that it began with, its number, and the head below it."""

    root: int
    entry: Acted
    to: int


class Whose(msgspec.Struct, frozen=True):
    """Of what a procedure was given, whose deed it is."""

    who: str = ""


class Move(msgspec.Struct, frozen=True):
    """A move of the head: `root` is that of the step which it takes back, `audience` may know of it."""

    head: int
    root: int = 0
    audience: tuple[Who, ...] = ALL


FAR = 40
"""So many steps back a player's own one is looked for."""

RECENT = 200
"""So many entries back a roll that changed nothing is looked for."""


async def undo(table: Table, seat: Seat, steps: int = 1) -> list[Acted] | Outcome:
    """Take the last steps back: a player her own, the GM anything. What was undone comes back, newest first.

    What a player may not take back by herself (dice have fallen in it, or others have acted since) is proposed to the GM.
    """
    await table.on_disk()
    if not seat.gm and steps == 1 and (idle := await _idle(table, seat)):
        return await _asked_back(table, seat, idle)
    if not seat.gm and (proposal := await _proposal(table, seat)):
        line = proposal.lines[-1] if proposal.lines else ""
        return await table.act(
            seat,
            Do("ludex.rewind", proposal),
            line=f".undo {line}".strip(),
            prelude=Proposed(("story",), (), seat.name),
        )
    return await _undo(table, seat, steps)


async def _asked_back(table: Table, seat: Seat, wish: Rewind) -> Outcome:
    """Take back a roll that changed nothing: there is nothing to move, but it is said; the GM allows it, as with any dice."""
    trust = table.memory.settings.trusts("story", table.scope())
    if trust == "strict":
        raise RuleError("gm_only")
    asked = Proposed(("story",), (), seat.name) if trust == "ask" else None
    return await table.act(seat, Do("ludex.rewind", wish), line=f".undo {wish.lines[0]}".strip(), prelude=asked)


async def _idle(table: Table, seat: Seat) -> Rewind | None:
    """The last thing that a seat did, if that was a roll that changed nothing and was not taken back yet."""
    first = max(await _last_commit(table, seat), table.memory.n - RECENT)
    acts: dict[int, list[Acted]] = {}
    for stored in await table.store.read(table.id, after=first, limit=RECENT):
        entry = read_entry(stored.body)
        if isinstance(entry, Acted) and not entry.refused:
            acts.setdefault(root_of(stored.n, entry), []).append(entry)
    back = {_root_taken(entries) for entries in acts.values()}
    mine = [n for n, entries in acts.items() if n not in back and _only_rolled(entries, seat)]
    head = table.memory.head
    return Rewind(head, head, mine[-1], (acts[mine[-1]][0].line,)) if mine else None


def _only_rolled(entries: list[Acted], seat: Seat) -> bool:
    """Whether an act of a seat's has thrown dice, is over, and has changed nothing."""
    begun = entries[0]
    over = any(e.done for e in entries) and not any(e.commits for e in entries)
    return begun.asked is not None and begun.seat == seat.id and over and any(map(_rolled, entries))


def _rolled(entry: Acted) -> bool:
    return any(isinstance(a, Faces) for a in entry.answers)


def _root_taken(entries: list[Acted]) -> int:
    """The act that the GM has let be taken back, or that needed no word; 0 if this was no such wish."""
    asked = entries[0].asked
    if asked is None or asked.procedure != "ludex.rewind" or not entries[-1].done:
        return 0
    refused = any(isinstance(a, Choice) and a.answer == REFUSE for e in entries for a in e.answers)
    return 0 if refused else msgspec.json.decode(asked.given, type=Rewind).root


async def _last_commit(table: Table, seat: Seat) -> int:
    """The entry with which this seat's last standing step began; 0 if there is none near."""
    head = table.memory.head
    for _ in range(FAR):
        step = await _step(table, head)
        if step is None:
            return 0
        if step.entry.seat == seat.id:
            return step.root
        head = step.to
    return 0


def open_act(table: Table, seat: Seat) -> Act | None:
    """The act that still waits and is newer than anything that was done: undo is about it and about nothing older.

    A player's own; for the GM anybody's but a proposal, which is answered. What followed by itself goes with what it followed from.
    """
    own = [one for one in table.memory.parked.values() if one.seat == seat.id or (seat.gm and not one.proposed)]
    newest = max(own, key=lambda one: one.number, default=None)
    if newest is None or newest.number < table.memory.head or newest.root not in (0, newest.number):
        return None
    return newest


async def take_back(table: Table, seat: Seat, act: Act) -> list[Acted] | Outcome:
    """Take back what an open act was last answered (the GM's right where dice have fallen since), else the act itself."""
    told = [place for place, one in enumerate(act.answers) if isinstance(one, Choice) and one.by]
    if seat.gm and told and not act.proposed:
        shorter = msgspec.structs.replace(act, answers=act.answers[: told[-1]])
        return await table.play(Word(seat.id), table.resuming(act), act=shorter)
    await table.on_disk()
    began = await table.history.commit(act.number)
    return await give_up(table, seat, act) or ([began] if isinstance(began, Acted) else [])


async def give_up(table: Table, seat: Seat, act: Act) -> Outcome | None:
    """Give up an act that waits: free before its first die, after it the GM's word. An outcome waits for that word."""
    fallen = act.seat == seat.id and any(isinstance(one, Faces) for one in act.answers)
    trust = table.memory.settings.trusts("story", table.scope()) if fallen and not seat.gm else "open"
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "ask":
        wish = Do("ludex.give_up", GiveUp(act.number, act.asked.line), act.audience, announced=act.announced)
        prelude = Proposed(("story",), (), seat.name)
        return await table.act(seat, wish, line=f".cancel {act.asked.line}".strip(), prelude=prelude)
    await table.cancel(seat, act.number)
    return None


async def _undo(table: Table, seat: Seat, steps: int) -> list[Acted]:
    stood, head = table.memory, table.memory.head
    found: list[Step] = []
    over: list[Step] = []
    while len(found) < steps:
        passed, head = await _past_veiled(table, seat, head)
        step = await _next(table, seat, head, behind=bool(found))
        if step is None:
            break
        found, over, head = [*found, step], [*over, *passed], step.to
    if not found:
        raise RuleError("nothing_to_undo")
    if over and not await _stand_without(table, over, head):
        raise _not_yours(table, seat, over[0])
    await _move(table, seat, [Move(step.to, step.root, _heard(step)) for step in found], "undo", stood)
    for one in reversed(over):
        with contextlib.suppress(RuleError):  # somebody was quicker; whose undo it was is told nothing of it
            await table.play(Word(one.entry.seat), _call(table, one), more=one.entry.answers)
    return [step.entry for step in found]


async def _past_veiled(table: Table, seat: Seat, head: int) -> tuple[list[Step], int]:
    """The steps from a commit down of which a seat may not know, newest first, and the commit below them."""
    passed: list[Step] = []
    while not seat.gm and len(passed) < FAR and (step := await _step(table, head)):
        if any(_knows_of(table.memory, seat, n) for n in (step.root, head)):
            break
        passed, head = [*passed, step], step.to
    return passed, head


def _knows_of(memory: Memory, seat: Seat, n: int) -> bool:
    """Whether an entry has a number of its own for a seat."""
    return own_number(memory, seat, n) != own_number(memory, seat, n - 1)


async def _stand_without(table: Table, over: list[Step], to: int) -> bool:
    """Whether steps (newest first) come out again without what they stood on: each a single act without dice that nobody was asked in."""
    state = await table.history.state_at(to)
    for one in reversed(over):
        if one.entry.parent != one.to or not one.entry.done or _rolled(one.entry):
            return False
        try:
            outcome = play_on(table.system, state, _call(table, one), one.entry.answers, no_more)
        except (Diverged, RuleError):
            return False
        if not isinstance(outcome, Finished):
            return False
        state = outcome.state
    return True


def _call(table: Table, step: Step) -> Call:
    """What a step began with, as a call."""
    asked = step.entry.asked
    if asked is None:
        raise RuleError("no_such_commit", n=step.root)
    procedure, given = table.starting(asked.procedure, msgspec.json.decode(asked.given))
    return Call(asked, procedure, given, step.entry.audience, step.entry.announced)


async def _proposal(table: Table, seat: Seat) -> Rewind | None:
    """What a player's undo asks the GM for; None where it is the player's own to take back, or nobody's to ask for."""
    if table.memory.settings.trusts("story", table.scope()) != "ask":
        return None
    over, first = await _past_veiled(table, seat, table.memory.head)
    head, lines = table.memory.head, []  # type: int, list[str]
    for _ in range(FAR):
        step = await _step(table, head)
        if step is None:
            return None
        lines.append(step.entry.line)
        if step.entry.seat == seat.id:
            bare = head == first and not await _came_out(table, step.root, head)
            alone = bare and (not over or await _stand_without(table, over, step.to))
            return None if alone else Rewind(step.to, table.memory.head, step.root, tuple(lines))
        head = step.to
    return None


async def withdrawal(table: Table, seat: Seat) -> tuple[Do | None, bool]:
    """Whether a seat's last deed is a declaration of which nothing has come out; how it is taken back where others have gone on since."""
    head = table.memory.head
    for _ in range(FAR):
        step = await _step(table, head)
        if step is None or await _came_out(table, step.root, head):
            return None, False
        if step.entry.seat == seat.id:
            asked = step.entry.asked
            undone_by = table.procedure(asked.procedure).undone_by if asked else ""
            if asked is None or not undone_by:
                return None, False
            who = msgspec.json.decode(asked.given, type=Whose).who
            withdrawn = Do(undone_by, {"who": who}, step.entry.audience)
            return (None if head == table.memory.head else withdrawn), True
        head = step.to
    return None, False


async def _came_out(table: Table, root: int, head: int) -> bool:
    """Whether what a person's word led to has brought out what nobody could know: dice, or what others did in secret."""
    for stored in await table.store.read(table.id, after=root - 1, limit=head - root + 1):
        entry = read_entry(stored.body)
        if isinstance(entry, Acted) and root_of(stored.n, entry) == root and _tells(table, entry):
            return True
    return False


def _tells(table: Table, entry: Acted) -> bool:
    """Whether dice fell in an entry, or others' secrets came out."""
    reveals = entry.asked is not None and table.procedure(entry.asked.procedure).reveals
    return reveals or _rolled(entry)


async def redo(table: Table, seat: Seat, steps: int = 1) -> list[Acted]:
    """Bring undone steps back."""
    await table.on_disk()
    stood = table.memory
    found: list[Step] = []
    for head in stood.redo[:steps]:
        if (await _past_veiled(table, seat, head))[0]:
            break
        step = await _next(table, seat, head, behind=bool(found))
        if step is None:
            break
        found.append(step)
    if not found:
        raise RuleError("nothing_to_redo")
    moves = [Move(head, audience=_heard(step)) for head, step in zip(stood.redo, found, strict=False)]
    await _move(table, seat, moves, "redo", stood)
    return [step.entry for step in found]


async def jump(table: Table, seat: Seat, head: int) -> None:
    """Go to any commit of any branch (GM)."""
    check_gm(seat)
    await table.on_disk()
    stood = table.memory
    entry = await table.history.commit(head)
    if not (isinstance(entry, Opened) or (isinstance(entry, Acted) and entry.commits)):
        raise RuleError("no_such_commit", n=head)
    await _move(table, seat, [Move(head)], "jump", stood)


async def _next(table: Table, seat: Seat, head: int, *, behind: bool) -> Step | None:
    """The step of a commit, if this seat may move it. Somebody else's is refused; `behind` others it is merely where they end."""
    step = await _step(table, head)
    if step is None or seat.gm or step.entry.seat == seat.id:
        return step
    if behind:
        return None
    raise _not_yours(table, seat, step)


async def _step(table: Table, head: int) -> Step | None:
    """The step whose last commit is `head`; None at the beginning of the log."""
    entry = await table.history.commit(head)
    if not isinstance(entry, Acted):
        return None
    root = root_of(head, entry)
    to = entry.parent
    while to:
        before = await table.history.commit(to)
        if not isinstance(before, Acted) or root_of(to, before) != root:
            break
        to = before.parent
    began = await table.history.commit(root)
    return Step(root, began if isinstance(began, Acted) else entry, to)


async def _move(table: Table, seat: Seat, moves: list[Move], way: str, stood: Memory) -> None:
    """Move the head, if the table still stands where this was decided."""
    state = await table.history.state_at(moves[-1].head)
    if (table.memory.head, table.memory.redo) != (stood.head, stood.redo):
        raise RuleError("moved_meanwhile")
    now, parked = table.clock(), table.memory.parked
    entries = [
        Moved(at=now, seat=seat.id, head=m.head, way=way, dropped=dropped_with(parked, m.root), audience=m.audience)
        for m in moves
    ]
    await table.write(*entries, moved_to=state)


def _heard(step: Step) -> tuple[Who, ...]:
    """Who may know that a step was taken back: those who knew of it."""
    return ALL if step.entry.announced else step.entry.audience


def _not_yours(table: Table, seat: Seat, step: Step) -> RuleError:
    """A refusal to move somebody else's step; what this seat may not read of it is not told either."""
    seen = show(table.memory, seat, step.root, step.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
    return RuleError("undo_not_yours", by=table.seat_name(step.entry.seat), line=(seen.line if seen else "") or "…")
