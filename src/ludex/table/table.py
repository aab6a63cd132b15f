"""A table in play: it drives procedures, parks and resumes them, and writes the log.

Theory of operation. Deciding is synchronous: a command is checked, its procedure run, its entries made and folded into the
memory without ever yielding, so commands of one table never interleave. Then the entries go to the store's single writer,
in that same order and as one batch, and the reply waits for the disk. A refusal raises before anything is changed; after the
first die it leaves an entry that keeps the faces. If the disk fails, the memory is thrown away (`Broken`) and the table is
loaded again from what was really written (`writing.py`). Once the entries are on disk, nothing can make it not have happened:
neither a checkpoint that cannot be kept nor a watcher that fails.

A parked act holds no state of its own: it is its call and its answers, run again on the state of the day.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from ludex.core.deeds import Do, Filled
from ludex.core.driving import Answer, Choice
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import EVERYBODY, GM, Viewer, Who
from ludex.core.rule import Procedure
from ludex.core.system import System
from ludex.store.port import Batch, Store, Stored, hash_of
from ludex.table import table_procedures, unseen
from ludex.table.acting import Call, falls_away, gms_word, open_turn
from ludex.table.audience import Unnamed, act_number, knows, own_number, unnamed
from ludex.table.chance import Chance, all_stirred, keeps, new_salt, new_seed, seal_of, stirred
from ludex.table.decks import Decks
from ludex.table.entries import (
    Acted,
    AnyEntry,
    Asked,
    Cancelled,
    Clock,
    Moved,
    Revealed,
    Said,
    Settled,
    Stirred,
    recent_entry,
    wall_clock,
)
from ludex.table.history import History
from ludex.table.loading import Keeper
from ludex.table.memory import Act, Memory, admit
from ludex.table.parked import Back, back_to, check_few_wait, fallen
from ludex.table.playing import (
    OVERTAKEN,
    Outcome as Outcome,
    Word,
    apart,
    decide_all,
    follow,
    heard_of,
    root_of as root_of,
)
from ludex.table.preludes import REFUSE, Prelude, Proposed
from ludex.table.questions import knows_of, to_answer
from ludex.table.requests import Replies, Turns, current_request
from ludex.table.seats import Codes, Seat, check_gm, hears
from ludex.table.sessions import over
from ludex.table.settings import Setting, check_by_hand, own_setting
from ludex.table.sights import Redactions
from ludex.table.table_procedures import Rewind
from ludex.table.writing import Broken as Broken, Together, Watcher, Writing, tell

LONGEST_STIR = 200
"""Characters that a seat may put into the dice seed at once."""


MISHEARD = 40
"""Of so many lines that were not understood the table knows."""


class Table:
    """One live table."""

    def __init__(
        self,
        name: str,
        system: System,
        store: Store,
        memory: Memory,
        seed: bytes,
        clock: Clock = wall_clock,
        *,
        keeper: Keeper | None = None,
        decks: Decks | None = None,
    ) -> None:
        self.id = name
        self.system = system
        self.store = store
        self.memory = memory
        self.clock = clock
        self.decks = decks or Decks()
        self.meant: dict[str, tuple[str, ...]] = {}
        """For a seat whose last line could mean several, the lines of which it is asked to pick one; in no log."""
        self.moments: dict[str, tuple[int, object]] = {}
        """What each seat could name when its last line was read, with the entry up to which that holds."""
        self.misheard: deque[tuple[str, str]] = deque(maxlen=MISHEARD)
        """What was typed lately and not understood, with who typed it; for the GM, and in no log."""
        self.history = History(name, system, store)
        self.history.remember(memory.head, memory.state)
        self.watchers: list[Watcher] = []
        self.codes = Codes()
        self.seed = seed
        self.chance = Chance(all_stirred(seed, memory.stirs), memory.roll)
        self._writing = Writing(store, name, durable=memory.n, landed=self._landed)
        self._keeper = keeper or Keeper(store, name, system, memory)
        self.turns, self.replies = Turns(), Replies()
        self.sights = Redactions()
        self._turn: tuple[Memory | None, Act | None] = (None, None)

    @property
    def broken(self) -> bool:
        """Whether this table is of no use any more: its holder asks the house for it again."""
        return self._writing.broken

    # --- who sits here -------------------------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        found = self.memory.seats.get(name)
        if found is None:
            raise RuleError("unknown_seat", seat=name)
        return found

    def seat_name(self, seat: str) -> str:
        """What a seat is called; its id if it is there no more."""
        found = self.memory.seats.get(seat)
        return found.name if found else seat

    def viewer(self, seat: Seat) -> Viewer:
        return seat.viewer(self.memory.settings.numbers)

    def known_state(self, viewer: Viewer) -> Any:
        return self.sights.known_to(self.system, self.memory.state, viewer)

    def actors(self) -> Mapping[str, str]:
        """Everybody who can be controlled or asked: id -> name. Whom a seat may know of, its desk says."""
        return self.sights.actors(self.system, self.memory.state)

    def knows(self, seat: Seat) -> frozenset[str] | None:
        """The actors that a seat may know of; None where it may know of everybody."""
        return knows(self.system, self.memory, seat, self.sights)

    def unnamed(self, seat: Seat) -> Unnamed:
        """The ids and names of everybody of whom a seat must not know."""
        return unnamed(self.system, self.memory, seat, self.sights)

    # --- acting --------------------------------------------------------------------------------------------------

    def procedure(self, name: str) -> Procedure:
        if (found := table_procedures.named(self.system, name)) is None:
            raise RuleError("unknown_procedure", procedure=name, procedures=sorted(self.system.procedures))
        return found

    def starting(self, name: str, given: Any) -> tuple[Procedure, Any]:
        procedure = self.procedure(name)
        if isinstance(given, procedure.input):
            procedure.check_fit(msgspec.to_builtins(given))
            return procedure, given
        return procedure, procedure.read(given if isinstance(given, dict) else msgspec.to_builtins(given))

    def resuming(self, act: Act) -> Call:
        table_procedures.check_kept(self.system, act.asked.procedure)
        procedure, given = self.starting(act.asked.procedure, msgspec.json.decode(act.asked.given))
        return Call(act.asked, procedure, given, act.audience, act.announced, gms_word(self.memory, act.seat))

    def open_turn(self) -> Act | None:
        """The oldest act that waits for its answer and that everything which takes turns with it waits for."""
        if self._turn[0] is not self.memory:
            self._turn = (self.memory, open_turn(self.memory, self.resuming))
        return self._turn[1]

    def _check_alone(self, seat: Seat, call: Call) -> None:
        """Refuse what takes turns with an act that still waits for its answer.

        It is told by the seat's own number, and for whom it waits only where the seat may know of that: of anything else that the GM is
        waited for.
        """
        if call.procedure.takes_turns(self.memory.state, call.given) and (act := self.open_turn()):
            told = hears(seat, act.audience, act.seat) and knows_of(self.knows(seat), act.question)
            number = act_number(self.memory, seat, act.number) if told else ""
            raise RuleError("still_open", act=number, who=act.question.who if told else GM)

    async def act(
        self,
        seat: Seat,
        do: Do,
        *,
        line: str = "",
        typed: Sequence[int] = (),
        prelude: Prelude | None = None,
        filled: Filled | None = None,
        own_word: tuple[str, ...] = (),
        secret: bool = False,
        call: int = 0,
        answers: tuple[Answer, ...] = (),
        root: int = 0,
    ) -> Outcome:
        """Run a procedure, or a further part of a line that began with `root`: it ends, or parks at a question. A `prelude` is asked first, before any die falls. `answers` are given with it."""
        procedure, given = self.starting(do.procedure, do.given)
        check_by_hand(self.memory.settings, seat, typed)
        check_few_wait(self.memory, seat)
        raw = msgspec.Raw(msgspec.json.encode(given))
        asked = Asked(
            do.procedure, raw, line, prelude=prelude, filled=filled, own_word=own_word, secret=secret, call=call
        )
        audience = (GM,) if secret else do.audience
        wanted = Call(asked, procedure, given, audience, do.announced, seat.gm)
        if not isinstance(prelude, Proposed):
            self._check_alone(seat, wanted)
        root = root or (0 if prelude else self._writing.root)
        outcome = await unseen.played(self, seat, wanted, typed, answers, root)
        self._writing.belongs(outcome.root)
        return outcome

    async def answer(self, seat: Seat, number: int, answer: str, *, typed: Sequence[int] = ()) -> Outcome:
        """Answer a question that a parked act waits for: the seat's own, or for the GM anybody's. What cannot be any more falls away."""
        check_by_hand(self.memory.settings, seat, typed)
        moved_to, earlier = await self._rewinds_to(number), await fallen(self, self.parked(number))
        act = await apart(self, number, seat)
        choice = to_answer(self.memory, seat, act).answered(answer, by=seat.id, sealed=act.sealed)
        call = self.resuming(act)
        if act.proposed and answer != REFUSE:
            self._check_alone(seat, call)
        try:
            return await self.play(
                Word(seat.id), call, act=act, more=(choice,), typed=typed, moved_to=moved_to, earlier=earlier
            )
        except RuleError as error:
            if error.code == OVERTAKEN or falls_away(self.system, self.memory.state, call, act.answers, seat):
                await self.write(Cancelled(at=self.clock(), seat=seat.id, act=number, audience=heard_of(act)))
            raise

    async def _rewinds_to(self, number: int) -> Back | None:
        """Where a wish to take something back leads to, looked up before anything is decided; None of anything else."""
        if (act := self.parked(number)).asked.procedure != "ludex.rewind":
            return None
        wish: Rewind = self.resuming(act).given
        return await back_to(self, wish.to, (wish.root, *wish.since))

    async def back(self, seat: Seat) -> Outcome:
        """Take back the seat's own last answer in an act that still waits, as long as no die has fallen since."""
        act = self.takes_back(seat)
        if act is None:
            raise RuleError("nothing_to_take_back")
        shorter = msgspec.structs.replace(act, answers=act.answers[:-1])
        return await self.play(Word(seat.id), self.resuming(act), act=shorter)

    def takes_back(self, seat: Seat) -> Act | None:
        """The act in which a seat gave the last answer, with no die fallen since."""
        own = [act for _, act in sorted(self.memory.parked.items()) if _last(act) == seat.id]
        return own[-1] if own else None

    async def crank(self, seat: Seat, steps: int = 1) -> list[Outcome]:
        """What is due happens now (GM): where the table does not go on by itself."""
        check_gm(seat)
        if self.broken:
            raise Broken(self.id)
        before = self.memory
        with self.whole():
            followed, bodies = follow(self, 0, most=steps)
        if not bodies:
            raise RuleError("nothing_due")
        await self.commit(before, bodies)
        return followed

    def scope(self) -> str:
        """What lasts until the scene, the fight or else the session ends lasts as long as this stays the same."""
        found = self.system.scope(self.memory.state) if self.system.scope else ""
        return found or over(self.memory.frames, self.memory.head)

    async def cancel(self, seat: Seat, number: int) -> None:
        """Give a parked act up; its rolls stay in the log."""
        act = self.parked(number)
        if not seat.gm and act.seat != seat.id:
            raise RuleError("not_yours", actor=f"#{own_number(self.memory, seat, number)}")
        again = act.seat == seat.id and keeps(self.memory, seat)
        await self.write(Cancelled(at=self.clock(), seat=seat.id, act=number, audience=heard_of(act), again=again))

    def parked(self, number: int) -> Act:
        found = self.memory.parked.get(number)
        if found is None:
            raise RuleError("no_question")
        return found

    async def play(
        self,
        word: Word,
        call: Call,
        *,
        act: Act | None = None,
        more: tuple[Answer, ...] = (),
        typed: Sequence[int] = (),
        moved_to: Back | None = None,
        earlier: Sequence[Acted] = (),
    ) -> Outcome:
        """Decide a call and everything that follows from it by itself, then wait until all of it is on disk."""
        if self.broken:
            raise Broken(self.id)
        before = self.memory
        try:
            with self.whole():
                outcome, bodies = decide_all(
                    self, word, call, act=act, more=more, typed=typed, moved_to=moved_to, earlier=earlier
                )
        except (RuleError, SystemFailed) as error:
            if isinstance(error.entry, Acted):
                await self.write(error.entry)
            raise
        await self.commit(before, bodies)
        return outcome

    # --- words and settings --------------------------------------------------------------------------------------

    async def say(self, seat: Seat, text: str, *, audience: tuple[Who, ...] = (EVERYBODY,)) -> int:
        return await self.write(Said(at=self.clock(), seat=seat.id, text=text, audience=audience))

    async def settle(self, seat: Seat, setting: Setting, *, pictures: Mapping[str, bytes] | None = None) -> None:
        """Change a table setting: the GM any, a seat its own."""
        if not own_setting(seat, setting):
            check_gm(seat)
        await self.write(Settled(at=self.clock(), seat=seat.id, setting=setting), pictures=pictures or {})

    async def reveal(self, seat: Seat) -> tuple[str, str]:
        """Show the dice seed so far, with those that were put away, and seal a new one (GM): (seed, new seal)."""
        check_gm(seat)
        earlier = tuple(seed.hex() for seed in await self.store.seeds(self.id))
        old, fresh = self.seed, new_seed()
        self.seed, self.chance = fresh, Chance(fresh)
        now, seal, rolls = self.clock(), seal_of(fresh), self.memory.roll
        entry = Revealed(at=now, seat=seat.id, seed=old.hex(), seal=seal, earlier=earlier, rolls=rolls)
        await self.write(entry, secret=fresh)
        return old.hex(), seal

    async def stir(self, seat: Seat, text: str) -> str:
        """Put a seat's own words into the dice seed; the new seal."""
        if not 1 <= len(text) <= LONGEST_STIR:
            raise RuleError("line_too_long", length=len(text), limit=LONGEST_STIR)
        self.chance = Chance(stirred(self.chance.seed, text))
        seal = seal_of(self.chance.seed)
        await self.write(Stirred(at=self.clock(), seat=seat.id, text=text, seal=seal, rolls=self.memory.roll))
        return seal

    # --- the log -------------------------------------------------------------------------------------------------

    async def write(self, *entries: AnyEntry, **beside: Any) -> int:
        """Fold entries into the memory and put them on disk as one; the number of the last when all are durable."""
        if self.broken:
            raise Broken(self.id)
        before = self.memory
        with self.whole():
            bodies = [self.admit(entry) for entry in entries]
        return await self.commit(before, bodies, **beside)

    async def commit(self, before: Memory, bodies: Sequence[bytes], **beside: Any) -> int:
        """Wait until the entries that follow a memory are on disk, as one batch with what goes with them (links, a seed, pictures)."""
        batch = Batch(self.id, before.n + 1, tuple(bodies), past=before.past, **beside)
        return await self._writing.write(batch, before)

    def together(self) -> Together:
        """Several acts of one line are one step, on disk together. Where one of them is refused none has happened."""
        return Together(self, self._writing)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is decided together comes into the memory whole, or not at all. (A refusal spends its dice by an entry of its own.)"""
        memory, chance, roll = self.memory, self.chance, self.chance.roll
        try:
            yield
        except BaseException as error:
            self.memory = memory
            if not (isinstance(error, RuleError | SystemFailed) and error.entry):
                self.chance, chance.roll = chance, roll
            raise

    async def landed(self, n: int) -> None:
        """Wait until an entry that was made is on disk, or `Broken`."""
        await self._writing.until(n)

    async def on_disk(self) -> None:
        """Wait until everything that has been decided so far is on disk, or `Broken`: nobody is shown what may not have happened."""
        await self._writing.until(self.memory.n)

    async def stored(self, after: int, limit: int) -> Sequence[Stored]:
        """Entries after one, in order; the newest without asking the disk."""
        recent = self._writing.after(after)
        return await self.store.read(self.id, after=after, limit=limit) if recent is None else recent[:limit]

    async def outcome(self, n: int) -> Outcome | None:
        """What an entry of an act told when it was made."""
        entry = await self.history.commit(n)
        return Outcome(n, entry.act or n, entry) if isinstance(entry, Acted) else None

    def admit(self, entry: AnyEntry, moved_to: Any = None) -> bytes:
        """Fold one entry, as the log will give it back, into the memory; its body."""
        request = current_request() if entry.seat else ""
        chained = msgspec.structs.replace(entry, past=self.memory.past, request=request, salt=new_salt())
        body = msgspec.json.encode(chained)
        self.memory = admit(self.system, self.memory, recent_entry(body), past=hash_of(body), moved_to=moved_to)
        self.history.has(self.memory.n, body)
        if isinstance(entry, Moved):
            self._keeper.moves(1)
        self.history.remember(self.memory.head, self.memory.state)
        return body

    def _landed(self) -> None:
        """The disk has moved or failed: tell those who watch, keep a checkpoint now and then (when nothing is still under way)."""
        tell(self.id, self.watchers)
        if self._writing.quiet and not self.broken and self._keeper.due(self.memory):
            self._keeper.start(self.memory)

    @property
    def quiet(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.watchers and self._writing.quiet

    def abandon(self) -> None:
        """Of no use any more: it may live elsewhere, so that nothing of it is kept. Its holder must ask the house for it again."""
        self._writing.broken = True

    async def retire(self) -> None:
        """Close for good: those who still hold this table must ask the house for it again."""
        sound, self._writing.broken = not self.broken, True
        if sound:
            await self._keeper.finish(self.memory)

    async def close(self) -> None:
        """Wait for what is under way and keep a last checkpoint, so that opening is quick."""
        await self._writing.settle()
        if not self.broken:
            await self._keeper.finish(self.memory)


def _last(act: Act) -> str | None:
    """The seat that gave the last answer of an act; None if dice have fallen since."""
    last = act.answers[-1] if act.answers else None
    return last.by if isinstance(last, Choice) else None
