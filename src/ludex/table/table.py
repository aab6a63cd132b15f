"""A table in play: it drives procedures, parks and resumes them, writes the log, and moves through history.

Theory of operation. Deciding is synchronous: a command is checked, its procedure run, its entry made and folded into the
memory without ever yielding, so commands of one table never interleave. Then the entry goes to the store's single writer,
in that same order, and the reply waits for the disk. A refusal raises before anything is changed. If the disk fails, the
memory is thrown away (`Broken`) and the table is loaded again from what was really written.

A parked act holds no state of its own: it is its call and its answers, run again on the state of the day.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from ludex.core.asks import Choose
from ludex.core.command import Do
from ludex.core.driving import Answer, Choice, Finished, Parked
from ludex.core.errors import RuleError
from ludex.core.rule import Procedure
from ludex.core.system import System, Told
from ludex.store.port import Batch, Checkpoint, Store
from ludex.table import common
from ludex.table.acting import Call, Hand, check_alone, drive
from ludex.table.audience import show, viewers
from ludex.table.chance import Chance, new_seed, seal_of
from ludex.table.clock import Clock, wall_clock
from ludex.table.entries import (
    Acted,
    AnyEntry,
    Asked,
    Cancelled,
    Left,
    Moved,
    Opened,
    Question,
    Revealed,
    Said,
    Seated,
    Settled,
    read_entry,
)
from ludex.table.history import History
from ludex.table.memory import Act, Memory, admit, freeze, rolls_in
from ludex.table.seats import PLAYER, Seat, check_gm, check_role, clean_name, hash_of, may_answer, new_secret

CHECKPOINT = 200
"""A checkpoint is kept after so many entries."""

Watcher = Callable[[], Awaitable[None] | None]


class Broken(Exception):
    """The store failed: the table must be loaded again."""


class Outcome(msgspec.Struct, frozen=True):
    """What a command led to: entry `n`, the act it belongs to, and either the question it waits for or the end."""

    n: int
    act: int
    entry: Acted
    ask: Choose | None = None
    finished: Finished | None = None


class Table:
    """One live table."""

    def __init__(
        self, name: str, system: System, store: Store, memory: Memory, seed: bytes, clock: Clock = wall_clock
    ) -> None:
        self.id = name
        self.system = system
        self.store = store
        self.memory = memory
        self.clock = clock
        self.history = History(name, system, store)
        self.history.remember(memory.head, memory.state)
        self.watchers: list[Watcher] = []
        self.broken = False
        self.chance = Chance(seed, memory.roll)
        self._durable = memory.n
        self._saved = memory.n

    # --- who sits here -------------------------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        """A seat by its id."""
        found = self.memory.seats.get(name)
        if found is None:
            raise RuleError("unknown_seat", seat=name)
        return found

    def knows(self, seat: Seat) -> frozenset[str] | None:
        """The actors that a seat may know of; None where it may know of everybody."""
        if seat.gm or self.system.knows is None:
            return None
        return frozenset(self.system.knows(self.memory.state, seat.viewer()))

    def unnamed(self, seat: Seat) -> tuple[str, ...]:
        """The ids and names of everybody of whom a seat must not know."""
        known = self.knows(seat)
        hidden = {} if known is None else self.system.actors(self.memory.state)
        return tuple(word for actor, name in hidden.items() if actor not in (known or ()) for word in (actor, name))

    async def invite(self, by: Seat, *, role: str, name: str, controls: tuple[str, ...] = ()) -> tuple[Seat, str]:
        """Make a seat; its secret comes back once and is stored only as a hash."""
        check_gm(by)
        check_role(role)
        self._check_actors(controls)
        secret, who = new_secret(), self._free_seat(role)
        entry = Seated(self.clock(), by.id, who, role, clean_name(name), controls, hash_of(secret))
        await self._write(entry, links={hash_of(secret): who})
        return self.memory.seats[who], secret

    async def reseat(
        self, by: Seat, seat: Seat, *, name: str | None = None, controls: tuple[str, ...] | None = None
    ) -> Seat:
        """Rename a seat (its own holder may) or change what it controls (the GM)."""
        if controls is not None or by.id != seat.id:
            check_gm(by)
        self._check_actors(controls or ())
        controls = seat.controls if controls is None else controls
        await self._write(Seated(self.clock(), by.id, seat.id, seat.role, clean_name(name or seat.name), controls))
        return self.memory.seats[seat.id]

    async def dismiss(self, by: Seat, seat: Seat, link: str = "") -> None:
        """Take a seat away."""
        check_gm(by)
        if seat.id == by.id:
            raise RuleError("own_seat")
        await self._write(Left(self.clock(), by.id, seat.id), links={link: ""} if link else {})

    def _free_seat(self, role: str) -> str:
        number = 1
        while f"{role}{number}" in (*self.memory.seats, *self.memory.gone):
            number += 1
        return f"{role}{number}"

    def _check_actors(self, controls: Sequence[str]) -> None:
        there = self.system.actors(self.memory.state)
        for actor in controls:
            if actor not in there:
                raise RuleError("unknown_actor", actor=actor, actors=list(there))

    # --- acting --------------------------------------------------------------------------------------------------

    def procedure(self, name: str) -> Procedure:
        """A procedure of the system or of every table."""
        found = self.system.procedures.get(name) or common.COMMON.get(name)
        if found is None:
            raise RuleError("unknown_procedure", procedure=name, procedures=sorted(self.system.procedures))
        return found

    def starting(self, name: str, given: Any) -> tuple[Procedure, Any]:
        """The procedure and its typed input."""
        procedure = self.procedure(name)
        if isinstance(given, procedure.input):
            return procedure, given
        return procedure, procedure.read(given if isinstance(given, dict) else msgspec.to_builtins(given))

    async def act(self, seat: Seat, do: Do, *, line: str = "", typed: Sequence[int] = ()) -> Outcome:
        """Run a procedure: it ends, or parks at a question."""
        procedure, given = self.starting(do.procedure, do.given)
        check_alone(self.memory, procedure, self.procedure)
        asked = Asked(do.procedure, msgspec.Raw(msgspec.json.encode(given)), line, do.audience)
        return await self._play(seat, Call(asked, procedure, given), typed=typed)

    async def answer(self, seat: Seat, number: int, answer: str, *, typed: Sequence[int] = ()) -> Outcome:
        """Answer the question that a parked act waits for."""
        act = self.parked(number)
        if not may_answer(seat, act.question.who):
            raise RuleError("not_your_question", who=act.question.who)
        choice = Choice(act.question.who, act.question.what["key"], answer)
        call = Call(act.asked, *self.starting(act.asked.procedure, msgspec.json.decode(act.asked.given)))
        return await self._play(seat, call, act=act, more=(choice,), typed=typed)

    async def cancel(self, seat: Seat, number: int) -> None:
        """Give a parked act up; its rolls stay in the log."""
        act = self.parked(number)
        if not seat.gm and act.seat != seat.id:
            raise RuleError("not_yours", actor=act.asked.line)
        await self._write(Cancelled(self.clock(), seat.id, number))

    def parked(self, number: int) -> Act:
        """A parked act."""
        found = self.memory.parked.get(number)
        if found is None:
            raise RuleError("no_question", act=number, open=sorted(self.memory.parked))
        return found

    def questions(self, seat: Seat) -> list[Act]:
        """The parked acts whose question this seat may answer, oldest first."""
        return [a for _, a in sorted(self.memory.parked.items()) if may_answer(seat, a.question.who)]

    async def _play(
        self,
        seat: Seat,
        call: Call,
        *,
        act: Act | None = None,
        more: tuple[Answer, ...] = (),
        typed: Sequence[int] = (),
    ) -> Outcome:
        """Drive a call on the present state and write down what came of it."""
        before = self.memory.state
        first = self.chance.roll
        hand = Hand(self.chance, typed)
        recorded = act.answers if act else ()
        try:
            with common.by_hand(call.asked.procedure):
                outcome, held = drive(self.system, self.memory, call, recorded + more, hand)
                hand.check_empty()
                kept = min(held, len(recorded))
                fresh = hand.mark(outcome.answers[kept:])
                entry = Acted(self.clock(), seat.id, act.number if act else 0, call.asked, fresh, kept, first)
                entry = self._resulting(entry, call, outcome)
        except BaseException:
            self.chance.roll = first
            raise
        self.chance.roll = first + rolls_in(fresh)
        n = await self._write(entry)
        await self._own(self.memory.seats.get(act.seat, seat) if act else seat, before)
        number = act.number if act else n
        if isinstance(outcome, Parked):
            return Outcome(n, number, entry, ask=outcome.ask)
        return Outcome(n, number, entry, finished=outcome)

    async def _own(self, seat: Seat, before: Any) -> None:
        """Whom a player brings to the table, the player controls, whoever answered on the way."""
        if seat.role != PLAYER or self.memory.state is before:
            return
        known = self.system.actors(before)
        fresh = tuple(a for a in self.system.actors(self.memory.state) if a not in known)
        now = self.memory.seats.get(seat.id)
        if fresh and now is not None:
            controls = (*now.controls, *fresh)
            await self._write(Seated(self.clock(), seat.id, seat.id, seat.role, now.name, controls))

    def _resulting(self, entry: Acted, call: Call, outcome: Finished | Parked) -> Acted:
        """The entry of an act that waits for an answer, or came to its end."""
        if isinstance(outcome, Parked):
            question = msgspec.convert(msgspec.to_builtins(outcome.ask), Question)
            return msgspec.structs.replace(entry, question=question)
        told = Told(call.asked.procedure, call.given, outcome.result, self.memory.state, outcome.state)
        cards, seen = self._tell(told)
        events = msgspec.Raw(msgspec.json.encode(outcome.events))
        return msgspec.structs.replace(entry, done=True, parent=self.memory.head, events=events, cards=cards, seen=seen)

    def _tell(self, told: Told) -> tuple[tuple[Any, ...], dict[str, int]]:
        """The distinct cards of what happened, and who gets which."""
        cards: list[Any] = []
        seen: dict[str, int] = {}
        for key, card in common.tell(self.system, told, viewers(self.memory)).items():
            if card not in cards:
                cards.append(card)
            seen[key] = cards.index(card)
        return tuple(cards), seen

    # --- words and settings --------------------------------------------------------------------------------------

    async def say(self, seat: Seat, text: str, *, audience: tuple[str, ...] = ("all",)) -> int:
        """Words at the table, for all or some."""
        return await self._write(Said(self.clock(), seat.id, text, audience))

    async def settle(self, seat: Seat, key: str, value: Any) -> None:
        """Change a table setting (GM)."""
        check_gm(seat)
        await self._write(Settled(self.clock(), seat.id, key, value))

    async def settle_own(self, seat: Seat, key: str, value: Any) -> None:
        """Change a setting that is a seat's own (its key ends in the seat's id)."""
        if not key.endswith(f":{seat.id}"):
            check_gm(seat)
        await self._write(Settled(self.clock(), seat.id, key, value))

    async def reveal(self, seat: Seat) -> tuple[str, str]:
        """Show the dice seed so far and seal a new one (GM): (seed, new seal)."""
        check_gm(seat)
        old, fresh = self.chance.seed, new_seed()
        self.chance = Chance(fresh)
        await self._write(Revealed(self.clock(), seat.id, old.hex(), seal_of(fresh)), secret=fresh)
        return old.hex(), seal_of(fresh)

    # --- history -------------------------------------------------------------------------------------------------

    async def undo(self, seat: Seat, steps: int = 1) -> list[Acted]:
        """Take the last commits back: a player her own, the GM anything. What was undone comes back, newest first."""
        undone: list[Acted] = []
        for _ in range(max(1, steps)):
            entry = await self.history.commit(self.memory.head)
            if not isinstance(entry, Acted):
                if undone:
                    break
                raise RuleError("nothing_to_undo")
            self._check_own(seat, self.memory.head, entry)
            await self._move(seat, entry.parent, "undo")
            undone.append(entry)
        return undone

    async def redo(self, seat: Seat, steps: int = 1) -> list[Acted]:
        """Bring undone commits back."""
        redone: list[Acted] = []
        for _ in range(max(1, steps)):
            if not self.memory.redo:
                if redone:
                    break
                raise RuleError("nothing_to_redo")
            entry = await self.history.commit(self.memory.redo[0])
            if not isinstance(entry, Acted):
                raise RuleError("nothing_to_redo")
            self._check_own(seat, self.memory.redo[0], entry)
            await self._move(seat, self.memory.redo[0], "redo")
            redone.append(entry)
        return redone

    async def jump(self, seat: Seat, head: int) -> None:
        """Go to any commit of any branch (GM)."""
        check_gm(seat)
        entry = await self.history.commit(head)
        if not (isinstance(entry, Opened) or (isinstance(entry, Acted) and entry.commits)):
            raise RuleError("no_such_commit", n=head)
        await self._move(seat, head, "jump")

    async def _move(self, seat: Seat, head: int, way: str) -> None:
        on = self.memory.head
        state = await self.history.state_at(head)
        if self.memory.head != on:
            raise RuleError("moved_meanwhile")
        await self._write(Moved(self.clock(), seat.id, head, way), moved_to=state)

    def _check_own(self, seat: Seat, n: int, entry: Acted) -> None:
        """Refuse moving somebody else's commit; what this seat may not read of it is not told either."""
        if not seat.gm and entry.seat != seat.id:
            seen = show(self.memory, seat, n, entry, known=self.knows(seat), unnamed=self.unnamed(seat))
            raise RuleError("undo_not_yours", by=self._name(entry.seat), line=(seen.line if seen else "") or "…")

    def _name(self, seat: str) -> str:
        found = self.memory.seats.get(seat)
        return found.name if found else seat

    # --- the log -------------------------------------------------------------------------------------------------

    async def _write(
        self, entry: AnyEntry, *, links: dict[str, str] | None = None, secret: bytes | None = None, moved_to: Any = None
    ) -> int:
        """Fold an entry into the memory and put it on disk; its number when it is durable."""
        if self.broken:
            raise Broken(self.id)
        body = msgspec.json.encode(entry)
        self.memory = admit(
            self.system, self.memory, read_entry(body), moved_to=moved_to
        )  # what the log will give back
        n = self.memory.n
        self.history.remember(self.memory.head, self.memory.state)
        batch = Batch(self.id, n, (body,), links or {}, secret)
        try:
            await asyncio.shield(self.store.append(batch))
        except asyncio.CancelledError:  # whoever asked has gone; the entry is on its way to disk all the same
            raise
        except BaseException as error:
            self.broken = True
            raise Broken(self.id) from error
        self._durable = max(self._durable, n)
        await self._after(n)
        return n

    async def _after(self, n: int) -> None:
        """Once an entry is on disk: tell whoever watches (when nothing is still under way), keep a checkpoint now and then."""
        if self._durable == self.memory.n:
            for watcher in tuple(self.watchers):
                told = watcher()
                if told is not None:
                    await told
        if n - self._saved >= CHECKPOINT and self._durable == self.memory.n:
            await self._keep()

    @property
    def quiet(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.watchers and self._durable == self.memory.n

    async def retire(self) -> None:
        """Close for good: whoever still holds this table must ask the house for it again."""
        sound, self.broken = not self.broken, True
        if sound:
            await self._keep()

    async def close(self) -> None:
        """Keep a last checkpoint, so that opening is quick."""
        if not self.broken:
            await self._keep()

    async def _keep(self) -> None:
        n = self.memory.n
        if n > self._saved:
            self._saved = n
            await self.store.save(self.id, Checkpoint(n, self.memory.head, freeze(self.memory)))
