"""Moving through history: undo, redo, and jumping to any commit of any branch. Nothing is ever deleted.

What a person's word led to is one step (`steps.py`). Several steps at once are written as one: all of them happen, or none.

A player moves among the steps that she knows of: what was done unseen is passed over, neither refused nor named, and stays where her own
step goes back or is brought back: the table answers as in the world in which that did not happen, and what was done unseen after it is written
anew on what is left, for the same audience and with the same events. No die is thrown again: the entry that was first made keeps its faces.
That is done only where the rules give the very same events without it, and the same things in the other order the very state of now.

Two things still tell that somebody has acted unseen: where that rests on her step, or would come out otherwise after it, an undo is the GM's to allow and there is nothing to redo; and below two hundred steps in a row that
she does not know of she finds nothing to undo: every one of them would have to be run again.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Answer, Choice, Faces, Finished, no_more
from ludex.core.errors import Diverged, RuleError
from ludex.core.say import Say, say
from ludex.table import table_procedures
from ludex.table.acting import Call, play_on
from ludex.table.audience import log_number, own_number
from ludex.table.entries import ALL, RESTATE, Acted, Asked, Moved, Opened, read_entry
from ludex.table.memory import Act, as_logged, fold_events, read_events
from ludex.table.parked import forbidden_at
from ludex.table.playing import Outcome, Word, decide, root_of
from ludex.table.preludes import REFUSE, UNDO, Proposed, spoken
from ludex.table.seats import Seat, check_gm
from ludex.table.shelter import in_time
from ludex.table.steps import (
    DEEP,
    Move,
    Spell,
    Step,
    dice_of,
    hearers,
    known_steps,
    knows,
    latest,
    move,
    moved,
    not_yours,
    step_at,
    typed_line,
)
from ludex.table.table import Table
from ludex.table.table_procedures import UNSOUND, GiveUp, Restate, Rewind


class Unseen(msgspec.Struct, frozen=True):
    """A commit that is written anew: the entry that was first made of it, its number, and what it was asked with."""

    n: int
    entry: Acted
    asked: Asked
    answers: tuple[Answer, ...]


class Apart(msgspec.Struct, frozen=True):
    """History without one step: the state below it, and what was done unseen since and stays, the oldest first."""

    state: Any
    stays: tuple[Unseen, ...]


class Whose(msgspec.Struct, frozen=True):
    """Of what a procedure was given, whose deed it is."""

    who: str = ""


RECENT = 200
"""So many entries that a seat knows of a roll that changed nothing is looked for."""


async def undo(table: Table, seat: Seat, steps: int = 1, spell: Spell = typed_line) -> list[Acted] | Outcome:
    """Take the last steps back: a player her own, the GM anything. What was undone comes back, newest first.

    What a player may not take back by herself (dice have fallen in it, or others have acted since) is proposed to the GM.
    """
    await table.on_disk()
    if steps == 1 and (idle := await _idle(table, seat)):
        return await _asked_back(table, seat, idle, spell)
    if not seat.gm and (proposal := await _proposal(table, seat, spell)):
        note = await _goes_back(table, seat, proposal)
        return await _wish(table, seat, proposal, Proposed(("story",), (), seat.name, note=note))
    return await (_undo(table, seat, steps) if seat.gm else _undo_own(table, seat, steps, spell))


async def _wish(table: Table, seat: Seat, wish: Rewind, prelude: Proposed | None) -> Outcome:
    """A player's wish to take something back, which those hear of who heard of that."""
    began = await table.history.commit(wish.root)
    hers = seat.gm or began.seat == seat.id  # another's line may name what she must not read
    line = wish.lines[-1] if wish.lines and hers else "…"
    audience, announced = (began.audience, began.announced) if isinstance(began, Acted) else (ALL, False)
    do = Do("ludex.rewind", wish, audience, announced=announced)
    return await table.act(seat, do, line=f"{UNDO}{line}".strip(), prelude=prelude)


async def _goes_back(table: Table, seat: Seat, wish: Rewind) -> Say | None:
    """All that would go back where that is more than a player's own last step: the GM reads it before allowing it."""
    alone = len(wish.lines) == 1 and (await table.history.commit(wish.root)).seat == seat.id
    return None if alone else say("questions.goes_back", lines=[spoken(line) for line in wish.lines if line])


async def _asked_back(table: Table, seat: Seat, rolled: tuple[int, Acted], spell: Spell) -> list[Acted] | Outcome:
    """Take back a roll that changed nothing: there is nothing to move, but it is said; the GM allows it, as with any dice."""
    (root, entry), head = rolled, table.memory.head
    wish = Rewind(head, head, root, (spell(entry),), again=await dice_of(table, seat, (root,)))
    trust = "open" if seat.gm else table.memory.settings.trusts("story", table.scope())
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "ask":
        return await _wish(table, seat, wish, Proposed(("story",), (), seat.name))
    await _wish(table, seat, wish, None)
    return [entry]


async def _idle(table: Table, seat: Seat) -> tuple[int, Acted] | None:
    """The last thing that a seat did (that anybody did, for the GM), if that was a roll that changed nothing and was not taken back yet."""
    memory = table.memory
    near = log_number(memory, seat, max(0, own_number(memory, seat, memory.n) - RECENT))
    first = max(await last_commit(table, seat), near)
    acts: dict[int, list[Acted]] = {}
    for stored in await table.store.read(table.id, after=first, limit=memory.n - first):
        entry = read_entry(stored.body)
        if isinstance(entry, Acted) and not entry.refused:
            acts.setdefault(root_of(stored.n, entry), []).append(entry)
    back = {root_taken(entries) for entries in acts.values()}
    mine = [n for n, entries in acts.items() if n not in back and _only_rolled(entries, seat)]
    return (mine[-1], acts[mine[-1]][0]) if mine else None


def _only_rolled(entries: list[Acted], seat: Seat) -> bool:
    """Whether an act of a seat's has thrown dice, is over, and has changed nothing."""
    begun = entries[0]
    over = any(e.done for e in entries) and not any(e.commits for e in entries)
    return begun.asked is not None and (seat.gm or begun.seat == seat.id) and over and any(map(_rolled, entries))


def _rolled(entry: Acted) -> bool:
    return any(isinstance(a, Faces) for a in entry.answers)


def root_taken(entries: Sequence[Acted]) -> int:
    """The act that the GM has let be taken back, or that needed no word; 0 if this was no such wish."""
    asked = entries[0].asked
    if asked is None or asked.procedure != "ludex.rewind" or not entries[-1].done:
        return 0
    refused = any(isinstance(a, Choice) and a.answer == REFUSE for e in entries for a in e.answers)
    return 0 if refused else msgspec.json.decode(asked.given, type=Rewind).root


async def last_commit(table: Table, seat: Seat) -> int:
    """The entry with which this seat's last standing step began; 0 if there is none near."""
    async for step, _ in known_steps(table, seat, table.memory.head):
        if seat.gm or step.entry.seat == seat.id:
            return step.root
    return 0


async def _undo_own(table: Table, seat: Seat, steps: int, spell: Spell) -> list[Acted]:
    """Take a player's own last steps back, whatever was done unseen meanwhile. Further back than the first only what is hers to take back."""
    stood = table.memory
    found: list[Step] = []
    unseen: tuple[Step, ...] = ()
    async for step, above in known_steps(table, seat, stood.head):
        if len(found) == steps or (found and not await _free(table, seat, step)):
            break
        if step.entry.seat != seat.id:
            raise not_yours(table, seat, step, spell)
        found, unseen = [*found, step], above
    if not found:
        raise RuleError("nothing_to_undo")
    if not unseen:
        moves = [await _back_from(table, seat, step) for step in found]
        await move(table, seat, moves, "undo", stood)
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
        gone = await forbidden_at(table, apart.state, (step.root,)) if apart else ()
        if apart is None or (table.memory.head, table.memory.redo) != (stood.head, stood.redo):
            break
        move_to = await _back_from(table, seat, step)
        await move_apart(table, moved(table, seat, move_to, "undo", gone), apart)
        return step
    raise RuleError("moved_meanwhile")


async def _back_from(table: Table, seat: Seat, step: Step) -> Move:
    """The move that takes a player's step back, with the dice of it."""
    return Move(step.to, step.root, hearers(step), again=await dice_of(table, seat, (step.root,)))


async def _without(table: Table, step: Step, above: tuple[Step, ...]) -> Apart | None:
    return await without(table, step.commits, step.to, [n for one in above for n in one.commits])


async def _undo(table: Table, seat: Seat, steps: int) -> list[Acted]:
    stood, head = table.memory, table.memory.head
    found: list[Step] = []
    while len(found) < steps and (step := await step_at(table, head)):
        found.append(step)
        head = step.to
    if not found:
        raise RuleError("nothing_to_undo")
    await move(table, seat, [Move(step.to, step.root, hearers(step)) for step in found], "undo", stood)
    return [step.entry for step in found]


async def _proposal(table: Table, seat: Seat, spell: Spell) -> Rewind | None:
    """What a player's undo asks the GM for; None where it is the player's own to take back, or nobody's to ask for.

    The GM reads all that would go back, also what was done unseen. What that rests on is asked for however far the table trusts her.
    """
    stood = table.memory
    since: list[Step] = []
    trust = stood.settings.trusts("story", table.scope())
    async for step, above in known_steps(table, seat, stood.head):
        theirs = step.entry.seat != seat.id
        if theirs and not (trust == "ask" and await _answered(table, seat, step)):
            since.append(step)
            continue
        free = not since and await _free(table, seat, step)
        if not since and not free and trust == "strict":
            raise RuleError("gm_only")
        rests = free and bool(above) and await _without(table, step, above) is None
        if not rests and (free or trust != "ask"):
            return None
        back = sorted((step, *since, *above), key=lambda one: one.head, reverse=True)
        waits = await forbidden_at(table, await table.history.state_at(step.to))
        lines = (*map(spell, waits), *(spell(one.entry) for one in back))
        others = tuple(one.root for one in back if one is not step)
        return Rewind(step.to, stood.head, step.root, lines, others, await dice_of(table, seat, (step.root, *others)))
    return None


async def _answered(table: Table, seat: Seat, step: Step) -> bool:
    """Whether a seat has answered a question in a step that somebody else began."""
    for n in range(step.head, step.root - 1, -1):
        entry = await table.history.commit(n)
        if isinstance(entry, Acted) and root_of(n, entry) == step.root and entry.seat == seat.id:
            return True
    return False


async def withdrawal(table: Table, seat: Seat) -> tuple[Do | None, bool]:
    """Whether a seat's last deed is a declaration of which nothing has come out; how it is taken back where others have gone on since."""
    others = False
    async for step, _ in known_steps(table, seat, table.memory.head):
        if await _came_out(table, step):
            return None, False
        if step.entry.seat == seat.id:
            asked = step.entry.asked
            named = table_procedures.named(table.system, asked.procedure) if asked else None
            undone_by = named.undone_by if named else ""
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
    named = table_procedures.named(table.system, entry.asked.procedure) if entry.asked is not None else None
    return _rolled(entry) or (named is not None and named.reveals)


async def redo(table: Table, seat: Seat, steps: int = 1, spell: Spell = typed_line) -> list[Acted]:
    """Bring undone steps back: a player her own, the GM anything. What only others know to be undone is nothing to a player."""
    await table.on_disk()
    stood = table.memory
    found = [one async for one in redoable(table, seat, steps, spell)]
    if not found:
        raise RuleError("nothing_to_redo")
    if all(not apart.stays for _, _, apart in found):
        await move(
            table, seat, [Move(head, audience=hearers(step), of=step.root) for head, step, _ in found], "redo", stood
        )
        return [step.entry for _, step, _ in found]
    return [await _redo_apart(table, seat, spell) for _ in found]


async def redoable(
    table: Table, seat: Seat, steps: int = 1, spell: Spell = typed_line
) -> AsyncIterator[tuple[int, Step, Apart]]:
    """What a seat can bring back, one after another: the commit to go to, its last step that the seat knows of, and what goes with it.

    For a player what was done unseen since makes no difference: it is written anew on what comes back.
    """
    stood = table.memory
    unseen, stands = await _unseen_above(table, seat, stood.head)
    left = steps
    for head in stood.redo if seat.gm else (*stood.redo, *stood.aside):
        step = await latest(table, seat, head)
        if left == 0 or step is None:
            return
        if not seat.gm and step.root == _root(stands):
            continue
        if not seat.gm and step.entry.seat != seat.id:
            if left < steps:
                return
            raise not_yours(table, seat, step, spell)
        if not seat.gm and _root(await latest(table, seat, step.to)) != _root(stands):
            return
        apart = await onto(table, head, unseen)
        if apart is None:
            return
        left, stands = left - 1, step
        yield head, step, apart


def _root(step: Step | None) -> int:
    return step.root if step else 0


async def _unseen_above(table: Table, seat: Seat, head: int) -> tuple[list[int], Step | None]:
    """The commits up to one that were done unseen since a seat's last known step, and that step."""
    unseen: list[int] = []
    for _ in range(DEEP):
        step = await step_at(table, head)
        if step is None or knows(table, seat, step):
            return unseen, step
        unseen, head = [*unseen, *step.commits], step.to
    return unseen, None


async def _redo_apart(table: Table, seat: Seat, spell: Spell) -> Acted:
    """Bring a player's step back; what was done unseen since stays."""
    stood = table.memory
    async for head, step, apart in redoable(table, seat, 1, spell):
        gone = await forbidden_at(table, apart.state)
        if (table.memory.head, table.memory.redo) != (stood.head, stood.redo):
            break
        move_to = Move(head, audience=hearers(step), of=step.root)
        await move_apart(table, moved(table, seat, move_to, "redo", gone), apart)
        return step.entry
    raise RuleError("moved_meanwhile")


async def jump(table: Table, seat: Seat, head: int) -> None:
    check_gm(seat)
    await table.on_disk()
    stood = table.memory
    entry = await table.history.commit(head)
    if not (isinstance(entry, Opened) or (isinstance(entry, Acted) and entry.commits)):
        raise RuleError("no_such_commit", n=head)
    await move(table, seat, [Move(head, left=await _left_behind(table, head))], "jump", stood)


async def _left_behind(table: Table, head: int) -> tuple[int, ...]:
    """The roots of the steps from which something followed that still waits, and which do not stand at a commit."""
    roots = {act.root for act in table.memory.parked.values() if act.root not in (0, act.number)}
    standing: set[int] = set()
    while roots and head >= min(roots):
        entry = await table.history.commit(head)
        assert isinstance(entry, Acted), "the first entry of a table is below all others"
        standing.add(root_of(head, entry))
        head = entry.parent
    return tuple(roots - standing)


async def without(table: Table, step: Sequence[int], to: int, unseen: Sequence[int]) -> Apart | None:
    """History without the commits of a step, which stands on `to`; None where what was done `unseen` since rests on it."""
    now, below = table.memory.state, await table.history.state_at(to)
    stays = [await _first_made(table, n) for n in sorted(unseen)]
    gone = [await table.history.commit(n) for n in sorted(step)]
    try:
        state = below
        for one in stays:
            state = _again(table, state, one)
        for entry in gone:
            state = _folded(table, state, entry) if isinstance(entry, Acted) else state
    except (RuleError, Diverged, *UNSOUND):
        return None
    return Apart(below, tuple(stays)) if state == now else None


async def onto(table: Table, head: int, unseen: Sequence[int]) -> Apart | None:
    """History up to a commit that was taken back, with what was done `unseen` since; None where that would come out otherwise there."""
    state = await table.history.state_at(head)
    chain = await _chain(table, head) if unseen else set()
    stays = [one for one in [await _first_made(table, n) for n in sorted(unseen)] if one.n not in chain]
    try:
        after = state
        for one in stays:
            after = _again(table, after, one)
    except (RuleError, Diverged, *UNSOUND):
        return None
    return Apart(state, tuple(stays))


async def _chain(table: Table, head: int) -> set[int]:
    """The last commits that one stands on, each as it was first made."""
    found: set[int] = set()
    for _ in range(DEEP):
        entry = await table.history.commit(head)
        if not isinstance(entry, Acted):
            break
        found.add((await _first_made(table, head)).n)
        head = entry.parent
    return found


async def _first_made(table: Table, n: int) -> Unseen:
    """A commit as it was first made, with every answer of its act."""
    entry = await table.history.commit(n)
    assert isinstance(entry, Acted), "a commit after the first is an act"
    if entry.asked is not None and entry.asked.procedure == RESTATE:
        return await _first_made(table, msgspec.json.decode(entry.asked.given, type=Restate).of)
    asked, answers = entry.asked, ()  # type: Asked | None, tuple[Answer, ...]
    for number in range(entry.act or n, n + 1):
        part = await table.history.commit(number)
        if isinstance(part, Acted) and (part.act or number) == (entry.act or n) and not part.refused:
            asked, answers = part.asked or asked, answers[: part.kept] + part.answers
    assert asked is not None, "the entry that begins an act says what was asked"
    return Unseen(n, entry, asked, answers)


def _again(table: Table, state: Any, one: Unseen) -> Any:
    """The state after a deed that is done again on another state; refused where it would come out otherwise."""
    procedure, given = table.starting(one.asked.procedure, msgspec.json.decode(one.asked.given))
    call = Call(one.asked, procedure, given)
    ended = in_time(table.system, play_on, table.system, state, call, one.answers, no_more)
    if not isinstance(ended, Finished):
        raise Diverged("it waits for somebody")
    if as_logged(table.system, ended.events) != read_events(table.system, one.entry):
        raise Diverged("other events than in the log")
    return _folded(table, state, one.entry)


def _folded(table: Table, state: Any, entry: Acted) -> Any:
    return fold_events(table.system, state, read_events(table.system, entry))


async def move_apart(table: Table, moved: Moved, apart: Apart) -> None:
    """Take one step back, or bring it back, and write what was done unseen since anew, all of it or nothing."""
    before = table.memory
    with table.whole():
        bodies = [table.admit(moved, apart.state)]
        for one in apart.stays:
            word = Word("", table.memory.n, root_of(one.n, one.entry))
            bodies += decide(table, word, _restating(table, one))[1]
    await table.commit(before, bodies)


def _restating(table: Table, one: Unseen) -> Call:
    """The call that makes the same true again, for those who know of it."""
    procedure, given = table.starting(RESTATE, Restate(one.n, msgspec.json.decode(one.entry.events)))
    raw = msgspec.Raw(msgspec.json.encode(given))
    asked = Asked(RESTATE, raw, one.asked.line, secret=one.entry.blind)
    return Call(asked, procedure, given, one.entry.audience)


async def open_act(table: Table, seat: Seat) -> Act | None:
    """The act that still waits and is newer than anything that was done, as far as the seat knows: undo is about it and about nothing older.

    A player's own, or any in which she has answered since she last did something; for the GM anybody's but a proposal, which is
    answered. What followed by itself goes with what it followed from.
    """
    if not seat.gm and (answered := await _answered_in(table, seat)):
        return answered
    own = [one for one in table.memory.parked.values() if one.seat == seat.id or (seat.gm and not one.proposed)]
    newest = max(own, key=lambda one: one.number, default=None)
    if newest is None or newest.root not in (0, newest.number):
        return None
    done = await latest(table, seat, table.memory.head)
    return newest if done is None or newest.number > done.head else None


async def _answered_in(table: Table, seat: Seat) -> Act | None:
    """The act that somebody else's word led to and that still waits, in which a player has answered since her own last step."""
    others = [one for one in table.memory.parked.values() if one.seat != seat.id and _own_answers(one, seat)]
    newest = max(others, key=lambda one: one.number, default=None)
    return newest if newest and newest.number > await last_commit(table, seat) else None


def _own_answers(act: Act, seat: Seat) -> list[int]:
    """The places of what a seat has answered in an act that waits."""
    return [place for place, one in enumerate(act.answers) if isinstance(one, Choice) and one.by == seat.id]


async def take_back(table: Table, seat: Seat, act: Act, line: str) -> list[Acted] | Outcome:
    """Take back what an open act was last answered (the GM's right where dice have fallen since), else the act itself."""
    if not seat.gm and act.seat != seat.id:
        return await _answer_back(table, seat, act)
    told = [place for place, one in enumerate(act.answers) if isinstance(one, Choice) and one.by]
    if seat.gm and told and not act.proposed:
        shorter = msgspec.structs.replace(act, answers=act.answers[: told[-1]])
        return await table.play(Word(seat.id), table.resuming(act), act=shorter)
    await table.on_disk()
    began = await table.history.commit(act.number)
    return await give_up(table, seat, act, line) or ([began] if isinstance(began, Acted) else [])


async def _answer_back(table: Table, seat: Seat, act: Act) -> Outcome:
    """Take back a player's own last answer in another's act, where dice have fallen since: the GM's word, who reads what goes back."""
    place = _own_answers(act, seat)[-1]
    gone = [one for one in act.answers[place:] if isinstance(one, Choice) and one.by]
    trust = table.memory.settings.trusts("story", table.scope())
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "open" and len(gone) == 1:
        shorter = msgspec.structs.replace(act, answers=act.answers[:place])
        return await table.play(Word(seat.id), table.resuming(act), act=shorter)
    note = say("questions.goes_back", lines=[one.told or one.says or one.answer for one in gone])
    wish = Do("ludex.give_up", GiveUp(act.number, kept=place), act.audience, announced=act.announced)
    return await table.act(seat, wish, line=f"{UNDO}…", prelude=Proposed(("story",), (), seat.name, note=note))


async def give_up(table: Table, seat: Seat, act: Act, line: str) -> Outcome | None:
    """Give up an act that waits: free before its first die, after it the GM's word. An outcome waits for that word. `line`: what it was asked by."""
    fallen = act.seat == seat.id and any(isinstance(one, Faces) for one in act.answers)
    trust = table.memory.settings.trusts("story", table.scope()) if fallen and not seat.gm else "open"
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "ask":
        wish = Do("ludex.give_up", GiveUp(act.number, line), act.audience, announced=act.announced)
        prelude = Proposed(("story",), (), seat.name)
        return await table.act(seat, wish, line=f".cancel {line}".strip(), prelude=prelude)
    await table.cancel(seat, act.number)
    return None
