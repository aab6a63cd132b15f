"""What a system says so that its scenes can be rehearsed: who takes part, what comes next, when it is over; and policies as values.

A policy is a value: what could be done (`candidates`), what each is worth, and how questions are answered. Four weights tune it. The
laboratory drives the very procedures; nothing here rolls or changes anything.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.say import Say

T = TypeVar("T")

PLAIN, CLEVER = "plain", "clever"
"""The policies that every system has: the table's own (代行), and one that uses everything on the sheet."""

STALEMATE = ""
"""The winner where no side wins: nobody can come to an end."""


class Weights(msgspec.Struct, frozen=True):
    """How somebody is minded: what counts how much. 1 is the middle of the road."""

    aggressive: float = 1.0
    """Harm done to foes, and their fall."""
    cautious: float = 1.0
    """Harm kept from oneself."""
    protects: float = 1.0
    """Harm kept from friends, healing, getting them up."""
    thrifty: float = 1.0
    """What is spent: points, potions, charges."""


class Candidate(msgspec.Struct, frozen=True):
    """Something that somebody could do now, and what it is good for. Harm is told in shares of a whole life."""

    do: Do
    hurts: float = 0.0
    """The share of their lives that foes are expected to lose."""
    fells: float = 0.0
    """How many foes are expected to fall."""
    guards: float = 0.0
    """The share of her own life that it keeps."""
    saves: float = 0.0
    """The shares of friends' lives that it keeps or brings back."""
    costs: float = 0.0
    """The share of what is scarce that it spends."""

    def worth(self, weights: Weights) -> float:
        """What it is worth to somebody who is so minded."""
        return (
            weights.aggressive * (self.hurts + self.fells)
            + weights.cautious * self.guards
            + weights.protects * self.saves
            - weights.thrifty * self.costs
        )


def best(candidates: Sequence[Candidate], weights: Weights) -> Candidate | None:
    """The candidate that is worth most, the first among equals."""
    return max(candidates, key=lambda one: one.worth(weights), default=None)


Act = Callable[[Any, tuple[str, ...], Weights], Do | None]
"""(state, who could act now, weights) -> what one of them does; None: nothing that helps."""
Reply = Callable[[Any, Choose, Weights], str | None]
"""(state, question, weights) -> the answer; None: as the table's own policy answers."""


def as_the_table(_state: Any, _ask: Choose, _weights: Weights) -> None:
    """Answer every question as the table's own policy does."""


class Policy(msgspec.Struct, frozen=True):
    """A way to play, as a value: what is done in a turn, how questions are answered, and the weights of both.

    `act` and `reply` are functions of a module, so that a policy can go to another process.
    """

    name: str
    act: Act
    reply: Reply = as_the_table
    weights: Weights = Weights()


class Turn(msgspec.Struct, frozen=True):
    """Somebody's to act: one of these."""

    able: tuple[str, ...]


class Knob(msgspec.Struct, frozen=True):
    """A number of the encounter that can be turned: how many of a kind, its level, its life, its armour, a limit. `whose`: the kind or the people.

    `helps`: more of it is better for the players (their own level); of all others more never helps them.
    """

    key: str
    what: Literal["count", "level", "life", "armor", "limit", "retreat"]
    whose: str
    now: int
    low: int
    high: int
    helps: bool = False

    def halved(self, wished: float) -> Generator[int, float, int]:
        """The value that comes nearest to a wished chance: gives values to try, is sent the chance of each, and returns the best."""
        low, high = self.low, self.high
        while high - low > 1:
            middle = (low + high) // 2
            enough = (yield middle) >= wished
            low, high = (middle, high) if enough != self.helps else (low, middle)
        below, above = (yield low), (yield high)
        return low if abs(below - wished) <= abs(above - wished) else high


RETREAT = Knob("retreat", "retreat", "", 0, 0, 90)
"""At which percent of her life each of the players' side leaves the fight; 0: nobody does."""


def by_kind(people: Iterable[T], called: Callable[[T], str]) -> dict[str, list[T]]:
    """People by what all of their kind are called: the name without its number."""
    kinds: dict[str, list[T]] = {}
    for one in people:
        kinds.setdefault(called(one).rstrip("0123456789 ") or called(one), []).append(one)
    return kinds


class Proof(msgspec.Struct, frozen=True):
    """A question of a case that the players may answer: how many clues it wants, how many are on the file, how many more could come up.

    `put`: the state and the deed by which the answer is put with everything that could come up; None where even that is too little.
    `at_once`: the same with what is on the file.
    """

    called: str | Say
    needs: int
    known: int
    hidden: int
    wanted: str
    """The first outcome of the deed that proves it."""
    put: tuple[Any, Do] | None = None
    at_once: tuple[Any, Do] | None = None


class Ladder(msgspec.Struct, frozen=True):
    """How likely a check is at every difficulty, for one level (`at`): what the procedure is given at each, and the first outcomes that are wanted.

    `called`: the key of `lab.ladder` that says what `at` is: a level, a bonus, a size of dice, an outcome.
    """

    called: str
    at: int
    steps: dict[int, dict[str, Any]]
    wanted: tuple[str, ...]
    procedure: str = "check"


class Setup(msgspec.Struct, frozen=True):
    """What is assumed about a rehearsal: who stays away, who joins in which round, which side attacks, which knobs are turned how."""

    away: tuple[str, ...] = ()
    joins: dict[str, int] = {}
    attacker: str = ""
    knobs: dict[str, int] = {}
    most: int = 0
    """So many rounds (or actions) at most; 0: as many as the system usually has."""
    about: str = ""
    """What it is about where a scene holds several things (a challenge)."""


class Gauge(msgspec.Struct, frozen=True):
    """What somebody has left of something."""

    now: float
    full: float


Left = Mapping[str, Mapping[str, Gauge]]


class Lab(msgspec.Struct, frozen=True):
    """How a system's scenes are rehearsed.

    * `sides(state)`: side -> who is on it; the players' side first. One without two sides has nothing to rehearse.
    * `ready(state, setup)`: the state from which it is played: who is away is gone, who was hidden and takes part is there.
    * `begin(state, setup)`: the deed by which it begins; None where it runs.
    * `next(state)`: what follows without anybody's word, or whose turn it is; None: nothing can follow.
    * `over(state)`: the side that has won; None: it goes on.
    * `fallen(state)`: who is out. `left(state)`: what everybody has left. `length(state)`: rounds (fet: t; mist: actions) so far.
    * `knobs(state)`: what can be turned; `turned(state, knob, value)`: the state with it turned.
    * `marks(before, after)`: decisive things that have just become true, as `kind:whose` (an ambush won: `led:heroes`).
    * `candidates(state, able)`: what somebody could do now, for who wants to be advised.
    * `counts(before, after, result)`: what a deed has used up or brought on, by name (mist: consequences, burnt tags).
    * `ladders`: how its checks go over levels and difficulties.
    * `proofs(state, about)`: the questions of a case; none where `about` is none.
    * `leaves(state, who)`: the deed by which somebody leaves the fight, for a side that retreats.
    * `joined(state, who)`: the state once somebody has come who was to join later.
    * `party(state)`: the players' side alone, before any fight. `creatures(state)`: stat blocks that could stand against it (key -> what it is
      called); `brings(state, creature, count)`: the deed that brings so many on.
    * `ways`: the policies that are shown side by side.
    * `policies`: ways to play by name, `plain` and `clever` among them. `dice`: whether chance plays a part at all.
    * `longest`: so many rounds at most; then it is a stalemate. `unit`: what its length is counted in.
    * `minutes`: how long one of those takes at a table.
    """

    sides: Callable[[Any], Mapping[str, tuple[str, ...]]]
    ready: Callable[[Any, Setup], Any]
    begin: Callable[[Any, Setup], Do | None]
    next: Callable[[Any], Do | Turn | None]
    over: Callable[[Any], str | None]
    fallen: Callable[[Any], frozenset[str]]
    left: Callable[[Any], Left]
    length: Callable[[Any], int]
    policies: Mapping[str, Policy]
    knobs: Callable[[Any], tuple[Knob, ...]] | None = None
    turned: Callable[[Any, Knob, int], Any] | None = None
    marks: Callable[[Any, Any], tuple[str, ...]] | None = None
    candidates: Callable[[Any, tuple[str, ...]], Sequence[Candidate]] | None = None
    counts: Callable[[Any, Any, Any], Mapping[str, int]] | None = None
    joined: Callable[[Any, str], Any] | None = None
    leaves: Callable[[Any, str], Do] | None = None
    proofs: Callable[[Any, str], Sequence[Proof]] | None = None
    party: Callable[[Any], Any] | None = None
    creatures: Callable[[Any], Mapping[str, str]] | None = None
    brings: Callable[[Any, str, int], Do] | None = None
    ladders: tuple[Ladder, ...] = ()
    ways: tuple[str, ...] = (PLAIN, CLEVER)
    dice: bool = True
    longest: int = 40
    unit: Literal["rounds", "t", "actions"] = "rounds"
    minutes: float = 8.0
