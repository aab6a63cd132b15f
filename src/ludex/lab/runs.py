"""One rehearsed run, and a batch of them: the very procedures, with dice that follow from the seed and policies for every side.

Run i has `Random(f"{seed}:{i}")` and nothing else that is random, so it is the same in any process, in any order, and when it is run again.
What crosses processes is plain: the system's id, the state as JSON, what is assumed, and policies by the functions that they are.
"""

import random
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from ludex.core.asks import Choose, Roll
from ludex.core.deeds import Do
from ludex.core.driving import Finished, settle
from ludex.core.errors import RuleError
from ludex.core.orders import ASK, Order
from ludex.core.principals import Who, actor_of
from ludex.core.rehearsal import PLAIN, RETREAT, STALEMATE, Gauge, Knob, Lab, Policy, Setup, Turn
from ludex.core.system import System
from ludex.table.registry import system as find_system

STEPS = 3_000
"""So many deeds has no fight: one that goes on after them is a stalemate."""


STILL = 12
"""So many deeds in a row that change nothing are a stalemate."""


SIDES = 2
"""With fewer there is nothing to rehearse."""


class Opening(msgspec.Struct, frozen=True):
    """The deed with which every run begins, whatever policies would have done."""

    procedure: str
    given: bytes


class Trial(msgspec.Struct, frozen=True):
    """What is run again and again: the state, what is assumed, and how every side plays (side -> its policy; plain where none is said)."""

    system: str
    state: bytes
    setup: Setup = Setup()
    policies: dict[str, Policy] = {}
    orders: dict[Who, tuple[Order, ...]] = {}
    seed: str = "0"
    opening: Opening | None = None


class Row(msgspec.Struct, frozen=True):
    """How one run came out. `fell`: who, and in which round; `marks`: what was decisive, in order."""

    n: int
    winner: str
    length: int
    fell: dict[str, int] = {}
    left: dict[str, dict[str, float]] = {}
    marks: tuple[str, ...] = ()
    counts: dict[str, int] = {}


class Step(msgspec.Struct, frozen=True):
    """A deed of a run, as somebody who watches it is told of it."""

    procedure: str
    given: Struct
    done: Finished
    before: Struct


Watch = Callable[[Step], None]


def lab_of(system: System) -> Lab:
    """How a system is rehearsed, or a refusal."""
    if system.lab is None:
        raise RuleError("no_lab", system=system.id)
    return system.lab


def knobs_of(system: System, state: Struct) -> dict[str, Knob]:
    """Everything that can be turned, by its key: the system's own knobs, and when the players retreat."""
    lab = lab_of(system)
    own = lab.knobs(state) if lab.knobs is not None else ()
    return {one.key: one for one in (*own, *([RETREAT] if lab.leaves is not None else []))}


def prepared(system: System, state: Struct, setup: Setup) -> Struct:
    """The state from which it is played, with the knobs turned; a refusal where there are no two sides."""
    lab = lab_of(system)
    for key, value in setup.knobs.items():
        knobs = knobs_of(system, state)
        if key not in knobs:
            raise RuleError("no_knob", knob=key, knobs=list(knobs))
        if lab.turned is not None and key != RETREAT.key:
            state = lab.turned(state, knobs[key], value)
    ready: Struct = lab.ready(state, setup)
    if sum(map(bool, lab.sides(ready).values())) < SIDES:
        raise RuleError("nobody_against", sides=list(lab.sides(ready)))
    return ready


class Run:
    """One run in progress."""

    def __init__(self, system: System, state: Struct, trial: Trial, n: int, watch: Watch | None = None) -> None:
        self.system, self.lab, self.trial, self.n, self.watch = system, lab_of(system), trial, n, watch
        self.below = random.Random(f"{trial.seed}:{n}").randrange
        self.state = state
        self.sides = {who: side for side, people in self.lab.sides(state).items() for who in people}
        self.fell: dict[str, int] = {}
        self.marks: list[str] = []
        self.counts: dict[str, int] = {}
        self.turns = 0
        self.retreat = trial.setup.knobs.get(RETREAT.key, 0) / 100

    def played(self) -> Row:
        """Play it to its end."""
        lab = self.lab
        most = self.trial.setup.most or lab.longest
        self.begin()
        if (opening := self.trial.opening) is not None:
            self._do(Do(opening.procedure, msgspec.json.decode(opening.given)))
        winner, still = lab.over(self.state), 0
        for _ in range(STEPS):
            if winner is not None or self._length() > most - (lab.unit == "actions"):
                break
            self._let_join()
            before = self.state
            try:
                went_on = self._step()
            except RuleError as error:  # nothing lawful is left to do
                self.marks.append(f"stuck:{error.code}")
                went_on = False
            winner = lab.over(self.state)
            still = still + 1 if self.state is before else 0
            if not went_on or still >= STILL:
                break
        return self._row(STALEMATE if winner is None else winner, min(self._length(), most))

    def begin(self) -> None:
        """Do what the scene begins with, where it does not run yet."""
        if (first := self.lab.begin(self.state, self.trial.setup)) is not None:
            self._do(first)

    def _length(self) -> int:
        """How long it has lasted: rounds, or actions where those are counted."""
        return self.turns if self.lab.unit == "actions" else self.lab.length(self.state)

    def _let_join(self) -> None:
        """Who was to join in this round does."""
        for who, round_ in self.trial.setup.joins.items():
            if self.lab.joined is not None and f"joined:{who}" not in self.marks and self._length() >= round_:
                self.state = self.lab.joined(self.state, who)
                self.marks.append(f"joined:{who}")

    def _step(self) -> bool:
        """What comes next; False: nothing does."""
        found = self.lab.next(self.state)
        if isinstance(found, Turn):
            self.turns += 1
            return self._took_turn(found.able)
        if found is None:
            return False
        self._do(found)
        return True

    def _took_turn(self, able: tuple[str, ...]) -> bool:
        """What the side whose turn it is does by its policy; what that has not, or the rules refuse, as the table's own plays.

        Who has so little life left that she retreats leaves instead.
        """
        if self.lab.leaves is not None and (worn := next((who for who in able if self._worn(who)), None)):
            self._do(self.lab.leaves(self.state, worn))
            return True
        policy, plain = self._policy(able[0]), self.lab.policies[PLAIN]
        for one in (policy, plain) if policy is not plain else (plain,):
            done = one.act(self.state, able, one.weights)
            if done is None:
                continue
            try:
                self._do(done)
            except RuleError:
                if one is plain:
                    raise
                continue
            return True
        return False

    def _worn(self, who: str) -> bool:
        """Whether somebody of the players' side retreats now."""
        if not self.retreat or self.sides.get(who) != next(iter(self.sides.values())):
            return False
        life = next(iter(self.lab.left(self.state).get(who, {}).values()), None)
        return life is not None and life.now <= self.retreat * life.full

    def _policy(self, who: str) -> Policy:
        return self.trial.policies.get(self.sides.get(who, ""), self.lab.policies[PLAIN])

    def _do(self, do: Do) -> None:
        procedure = self.system.procedures[do.procedure]
        given = procedure.read(do.given) if isinstance(do.given, Mapping) else do.given
        before = self.state
        done = settle(
            lambda: procedure.run(before, given), before, self.system.fold, throw=self._throw, decide=self._answer
        )
        self.state = done.state
        self._noted(before, done.result)
        if self.watch is not None:
            self.watch(Step(do.procedure, given, done, before))

    def _throw(self, ask: Roll) -> tuple[int, ...]:
        below = self.below
        return tuple(below(side) + 1 for side in ask.pool.sides)

    def _answer(self, ask: Choose, state: Struct) -> str:
        """Standing orders first, then what the table takes, then the policy of the side, then the table's own."""
        system, who = self.system, actor_of(ask.who)
        orders = self.trial.orders.get(ask.who, ())
        said = system.ordered(state, ask, orders) if orders and system.ordered is not None else None
        if said not in (None, ASK):
            return str(said)
        policy = self._policy(who)
        found = policy.reply(state, ask, policy.weights)
        if found is None and system.taken is not None:
            found = system.taken(state, ask)
        if found is None and system.decide is not None:
            found = system.decide(state, ask)
        if found is None:
            found = next((option.answer for option in ask.options if not option.open), None)
        if found is None:
            raise RuleError("no_policy", question=ask.what.key)
        return found

    def _noted(self, before: Struct, result: Struct) -> None:
        """Keep who has fallen or is up again, what was decisive, and what it cost."""
        down, rounds = self.lab.fallen(self.state), self._length()
        fresh = [who for who in down if who not in self.fell and who in self.sides]
        if fresh and not self.fell:
            self.marks += [f"first:{who}" for who in sorted(fresh)[:1]]
        for who in sorted(fresh):
            self.fell[who] = rounds
        for who in [who for who in self.fell if who not in down]:
            del self.fell[who]
        if self.lab.marks is not None:
            self.marks += self.lab.marks(before, self.state)
        if self.lab.counts is not None:
            for name, count in self.lab.counts(before, self.state, result).items():
                self.counts[name] = self.counts.get(name, 0) + count

    def _row(self, winner: str, length: int) -> Row:
        left = {who: _shares(gauges) for who, gauges in self.lab.left(self.state).items()}
        return Row(self.n, winner, length, self.fell, left, tuple(dict.fromkeys(self.marks)), self.counts)


def _shares(gauges: Mapping[str, Gauge]) -> dict[str, float]:
    return {name: round(gauge.now, 3) for name, gauge in gauges.items()}


def run_batch(trial: Trial, first: int, count: int) -> list[Row]:
    """Runs `first` to `first + count - 1`, in whatever process they land."""
    return run_here(find_system(trial.system), trial, first, count)


def run_here(system: System, trial: Trial, first: int, count: int) -> list[Row]:
    """The same with this system."""
    state = prepared(system, msgspec.json.decode(trial.state, type=system.state), trial.setup)
    return [Run(system, state, trial, n).played() for n in range(first, first + count)]
