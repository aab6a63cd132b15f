"""Moving through history: undo, redo, and jumping to any commit of any branch. Nothing is ever deleted.

What a person's word led to is one step: the unbroken run of commits from the head that share its root. It belongs to the
seat whose word it was, whoever answered on the way. Several steps at once are written as one: all of them happen, or none.

A player moves among the steps that she knows of: what was done unseen is passed over, neither refused nor named, and stays where her own
step goes back (`restating.py`). Two things still tell that somebody has acted unseen: an undo of what that rests on is the GM's to allow,
and after a new deed, unseen or not, nothing undone before it can be brought back.
"""

from collections.abc import AsyncIterator

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Choice, Faces
from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.table import restating
from ludex.table.audience import show
from ludex.table.entries import ALL, Acted, Moved, Opened, read_entry
from ludex.table.everywhere import GiveUp, Rewind
from ludex.table.memory import Act, Memory
from ludex.table.numbering import heard
from ludex.table.playing import Outcome, Word, dropped_with, root_of
from ludex.table.preludes import REFUSE, Proposed
from ludex.table.seats import Seat, check_gm
from ludex.table.table import Table


class Step(msgspec.Struct, frozen=True):
    """One step of history: the entry of the person's word that it began with, its number, the head below it, its commits (newest first)."""

    root: int
    entry: Acted
    to: int
    commits: tuple[int, ...]

    @property
    def head(self) -> int:
        """Its last commit."""
        return self.commits[0]


class Whose(msgspec.Struct, frozen=True):
    """Of what a procedure was given, whose deed it is."""

    who: str = ""


class Move(msgspec.Struct, frozen=True):
    """A move of the head: `root` is that of the step which it takes back, `audience` may know of it."""

    head: int
    root: int = 0
    audience: tuple[Who, ...] = ALL


FAR = 40
"""So many steps that she knows of a player's own one is looked for."""

DEEP = 200
"""So many steps back, with those that she does not know of."""

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
        return await _wish(table, seat, proposal, Proposed(("story",), (), seat.name))
    return await (_undo(table, seat, steps) if seat.gm else _undo_own(table, seat, steps))


async def _wish(table: Table, seat: Seat, wish: Rewind, prelude: Proposed | None) -> Outcome:
    """A player's wish to take something back, which those hear of who heard of that."""
    line = wish.lines[-1] if wish.lines else ""
    began = await table.history.commit(wish.root)
    audience, announced = (began.audience, began.announced) if isinstance(began, Acted) else (ALL, False)
    do = Do("ludex.rewind", wish, audience, announced=announced)
    return await table.act(seat, do, line=f".undo {line}".strip(), prelude=prelude)


async def _asked_back(table: Table, seat: Seat, wish: Rewind) -> Outcome:
    """Take back a roll that changed nothing: there is nothing to move, but it is said; the GM allows it, as with any dice."""
    trust = table.memory.settings.trusts("story", table.scope())
    if trust == "strict":
        raise RuleError("gm_only")
    asked = Proposed(("story",), (), seat.name) if trust == "ask" else None
    return await _wish(table, seat, wish, asked)


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
    async for step, _ in known_steps(table, seat, table.memory.head):
        if step.entry.seat == seat.id:
            return step.root
    return 0


async def open_act(table: Table, seat: Seat) -> Act | None:
    """The act that still waits and is newer than anything that was done, as far as the seat knows: undo is about it and about nothing older.

    A player's own; for the GM anybody's but a proposal, which is answered. What followed by itself goes with what it followed from.
    """
    own = [one for one in table.memory.parked.values() if one.seat == seat.id or (seat.gm and not one.proposed)]
    newest = max(own, key=lambda one: one.number, default=None)
    if newest is None or newest.root not in (0, newest.number):
        return None
    done = await latest(table, seat, table.memory.head)
    return newest if done is None or newest.number > done.head else None


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


async def _undo_own(table: Table, seat: Seat, steps: int) -> list[Acted]:
    """Take a player's own last steps back, whatever was done unseen meanwhile. Further back than the first only what is hers to take back."""
    stood = table.memory
    found: list[Step] = []
    unseen: tuple[Step, ...] = ()
    async for step, above in known_steps(table, seat, stood.head):
        if len(found) == steps or (found and not await _free(table, seat, step)):
            break
        if step.entry.seat != seat.id:
            raise _not_yours(table, seat, step)
        found, unseen = [*found, step], above
    if not found:
        raise RuleError("nothing_to_undo")
    if not unseen:
        await _move(table, seat, [Move(step.to, step.root, _heard(step)) for step in found], "undo", stood)
        return [step.entry for step in found]
    return [step.entry for step in [await _undo_apart(table, seat) for _ in found]]


async def _free(table: Table, seat: Seat, step: Step) -> bool:
    """Whether a step is a player's own to take back: nothing has come out of it, or the table trusts her."""
    if step.entry.seat != seat.id:
        return False
    return table.memory.settings.trusts("story", table.scope()) == "open" or not await _came_out(table, step)


async def _undo_apart(table: Table, seat: Seat) -> Step:
    """Take back a player's last step alone; what was done unseen since stays."""
    stood = table.memory
    async for step, above in known_steps(table, seat, stood.head):
        apart = await _without(table, step, above)
        if apart is None or (table.memory.head, table.memory.redo) != (stood.head, stood.redo):
            break
        await restating.take_back(table, _moved(table, seat, Move(step.to, step.root, _heard(step)), "undo"), apart)
        return step
    raise RuleError("moved_meanwhile")


async def _without(table: Table, step: Step, above: tuple[Step, ...]) -> restating.Apart | None:
    return await restating.without(table, step.commits, step.to, [n for one in above for n in one.commits])


async def _undo(table: Table, seat: Seat, steps: int) -> list[Acted]:
    stood, head = table.memory, table.memory.head
    found: list[Step] = []
    while len(found) < steps and (step := await _step(table, head)):
        found.append(step)
        head = step.to
    if not found:
        raise RuleError("nothing_to_undo")
    await _move(table, seat, [Move(step.to, step.root, _heard(step)) for step in found], "undo", stood)
    return [step.entry for step in found]


async def _proposal(table: Table, seat: Seat) -> Rewind | None:
    """What a player's undo asks the GM for; None where it is the player's own to take back, or nobody's to ask for.

    The GM reads all that would go back, also what was done unseen. What that rests on is asked for however far the table trusts her.
    """
    stood, since = table.memory, []  # type: Memory, list[Step]
    trust = stood.settings.trusts("story", table.scope())
    async for step, above in known_steps(table, seat, stood.head):
        if step.entry.seat != seat.id:
            since.append(step)
            continue
        free = not since and await _free(table, seat, step)
        if not since and not free and trust == "strict":
            raise RuleError("gm_only")
        rests = free and bool(above) and await _without(table, step, above) is None
        if not rests and (free or trust != "ask"):
            return None
        back = sorted((step, *since, *above), key=lambda one: one.head, reverse=True)
        return Rewind(step.to, stood.head, step.root, tuple(one.entry.line for one in back))
    return None


async def withdrawal(table: Table, seat: Seat) -> tuple[Do | None, bool]:
    """Whether a seat's last deed is a declaration of which nothing has come out; how it is taken back where others have gone on since."""
    others = False
    async for step, _ in known_steps(table, seat, table.memory.head):
        if await _came_out(table, step):
            return None, False
        if step.entry.seat == seat.id:
            asked = step.entry.asked
            undone_by = table.procedure(asked.procedure).undone_by if asked else ""
            if asked is None or not undone_by:
                return None, False
            who = msgspec.json.decode(asked.given, type=Whose).who
            withdrawn = Do(undone_by, {"who": who}, step.entry.audience)
            return (withdrawn if others else None), True
        others = True
    return None, False


async def _came_out(table: Table, step: Step) -> bool:
    """Whether what a person's word led to has brought out what nobody could know: dice, or what others did in secret."""
    for n in range(step.head, step.root - 1, -1):
        entry = await table.history.commit(n)
        if isinstance(entry, Acted) and root_of(n, entry) == step.root and _tells(table, entry):
            return True
    return False


def _tells(table: Table, entry: Acted) -> bool:
    """Whether dice fell in an entry, or others' secrets came out."""
    reveals = entry.asked is not None and table.procedure(entry.asked.procedure).reveals
    return reveals or _rolled(entry)


async def redo(table: Table, seat: Seat, steps: int = 1) -> list[Acted]:
    """Bring undone steps back: a player her own, the GM anything. What only others know to be undone is nothing to a player."""
    await table.on_disk()
    stood = table.memory
    stands = await latest(table, seat, stood.head)
    found: list[Step] = []
    for head in stood.redo[:steps]:
        step = await latest(table, seat, head)
        if step is None or (stands is not None and step.root == stands.root and not seat.gm):
            break
        if not seat.gm and step.entry.seat != seat.id:
            if found:
                break
            raise _not_yours(table, seat, step)
        found, stands = [*found, step], step
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


async def known_steps(table: Table, seat: Seat, head: int) -> AsyncIterator[tuple[Step, tuple[Step, ...]]]:
    """The steps up to a commit that a seat knows of, newest first, each with those above it of which it does not."""
    unseen: tuple[Step, ...] = ()
    known = 0
    for _ in range(DEEP):
        step = await _step(table, head) if known < FAR else None
        if step is None:
            return
        if any(heard(table.memory, seat, n) for n in (step.root, *step.commits)):
            known += 1
            yield step, unseen
        else:
            unseen = (*unseen, step)
        head = step.to


async def latest(table: Table, seat: Seat, head: int) -> Step | None:
    """The last step up to a commit that a seat knows of."""
    async for step, _ in known_steps(table, seat, head):
        return step
    return None


async def _step(table: Table, head: int) -> Step | None:
    """The step whose last commit is `head`; None at the beginning of the log."""
    entry = await table.history.commit(head)
    if not isinstance(entry, Acted):
        return None
    root = root_of(head, entry)
    commits, to = [head], entry.parent
    while to:
        before = await table.history.commit(to)
        if not isinstance(before, Acted) or root_of(to, before) != root:
            break
        commits.append(to)
        to = before.parent
    began = await table.history.commit(root)
    return Step(root, began if isinstance(began, Acted) else entry, to, tuple(commits))


async def _move(table: Table, seat: Seat, moves: list[Move], way: str, stood: Memory) -> None:
    """Move the head, if the table still stands where this was decided. Each move has its own state: whom it takes along is in that."""
    states = [await table.history.state_at(move.head) for move in moves]
    before = table.memory
    if (before.head, before.redo) != (stood.head, stood.redo):
        raise RuleError("moved_meanwhile")
    with table.whole():
        entries = [_moved(table, seat, move, way) for move in moves]
        bodies = [table.admit(entry, state) for entry, state in zip(entries, states, strict=True)]
    await table.commit(before, bodies)


def _moved(table: Table, seat: Seat, move: Move, way: str) -> Moved:
    """The entry of a move."""
    dropped = dropped_with(table.memory.parked, move.root)
    return Moved(at=table.clock(), seat=seat.id, head=move.head, way=way, dropped=dropped, audience=move.audience)


def _heard(step: Step) -> tuple[Who, ...]:
    """Who may know that a step was taken back: those who knew of it."""
    return ALL if step.entry.announced else step.entry.audience


def _not_yours(table: Table, seat: Seat, step: Step) -> RuleError:
    """A refusal to move somebody else's step; what this seat may not read of it is not told either."""
    seen = show(table.memory, seat, step.root, step.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
    return RuleError("undo_not_yours", by=table.seat_name(step.entry.seat), line=(seen.line if seen else "") or "…")
