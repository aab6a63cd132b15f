"""The only code in Ludex that suspends: a rule asks, and its driver answers.

A rule is an `async def` that no event loop ever runs. It may await

* `roll(pool, why)` - chance decides; a `Rolled` comes back,
* `choose(who, what, options)` - a person decides; the answer's text comes back,
* `choose_all({who: (what, options)})` - several people decide at the same moment; their answers come back together,
* `choose_first({who: (what, options)})` - the same, but the rule goes on with the first one who answers,
* `happen(event)` - something is now true; the new state comes back,
* `part(procedure, *args)` - run a sub-procedure; the same as awaiting it, but the odds driver may work out its
  distribution once and reuse it. A part never calls `happen`,
* `again(procedure, *args)` - start a part over (a tie is rolled again), as the last thing it does.

Constitution of this module: no rule, no randomness, no I/O, and nothing else in the code base yields.
"""

import re
import types
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

import msgspec

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.principals import GM as GM, Who
from ludex.core.say import Say

P = ParamSpec("P")
T = TypeVar("T")

GAP = re.compile(r"<([^<>]+)>")
"""What a person fills in."""
_BETWEEN = re.compile(r"[\s,、:;/]+")


class Pool(Protocol):
    """Dice thrown together as one request, with the one number that the rule wants from them.

    A pool that leaves dice out may say which: `dropped(faces)` gives their places, for show only.
    """

    @property
    def sides(self) -> tuple[int, ...]:
        """How many sides each die has, in the order in which the faces are read."""
        ...

    def value(self, faces: tuple[int, ...], /) -> int:
        """The number that these faces give."""
        ...

    def weights(self) -> Mapping[int, int]:
        """In how many equally likely ways each value comes up."""
        ...


class Rolled(msgspec.Struct, frozen=True):
    """What a roll gave. `faces` are for show and proof; a rule decides by `value` (under odds a pool has no faces)."""

    value: int
    faces: tuple[int, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """One answer a person may give.

    `answer` is the exact text that comes back to the rule. Text in angle brackets is a gap for the person to fill
    (`"clue:<text>"`, `"raise:<holder>:<status>:<tiers>"`); `fill` suggests what may go in. `say` tells people what it
    means and costs; `told` heads the log entry of this answer, for everybody who may know that it was asked («赫 闪避»).
    `called`: what suggestions are called, where people do not read them as they are typed.
    """

    answer: str
    say: Say | None = None
    fill: dict[str, tuple[str, ...]] = {}
    told: Say | None = None
    called: dict[str, Say] = {}

    @property
    def open(self) -> bool:
        return GAP.search(self.answer) is not None

    @property
    def gaps(self) -> tuple[str, ...]:
        """The names of what a person fills in, in the order in which it is written."""
        return tuple(GAP.findall(self.answer))

    def match(self, answer: str) -> dict[str, str] | None:
        """What an answer fills the gaps with, by their names; None if it is not this option. The last gap takes the rest."""
        found = _filled(self.answer).fullmatch(answer)
        return None if found is None else dict(zip(self.gaps, found.groups(), strict=True))

    def numbers(self, answer: str) -> tuple[int, ...]:
        """The whole numbers in an answer, whatever stands between them (`9,8,8`, `9 8 8`, `set:9/8/8`); none where anything else stands there.

        Whether they are as many as the gaps is for the asker to judge and to say.
        """
        written = narrow(answer).strip().removeprefix(GAP.split(self.answer)[0])
        found = [whole(word) for word in _BETWEEN.split(written) if word]
        return tuple(n for n in found if n is not None) if None not in found else ()


@lru_cache(maxsize=1024)
def _filled(answer: str) -> "re.Pattern[str]":
    """The pattern of an option's answers: every gap but the last holds no colon."""
    written = GAP.split(answer)  # plain text and names of gaps by turns
    last = len(written) - 2
    pieces = [re.escape(text) if n % 2 == 0 else "(.+)" if n == last else "([^:]+)" for n, text in enumerate(written)]
    return re.compile("".join(pieces), re.DOTALL)


Thrower = Who | tuple[Who, ...] | None
"""Whose dice: somebody's, several people's that fall at once, or, unnamed, those of the one whose act it is."""


class Roll(msgspec.Struct, frozen=True):
    """Chance is asked. `secret`: only the GM sees these dice. `who` throws them. `more`: so many dice of the same throw follow."""

    pool: Any
    why: Say
    secret: bool = False
    who: Thrower = None
    more: int = 0

    @property
    def whose(self) -> tuple[Who, ...]:
        """Everybody whose dice these are, as far as the rule names them."""
        named = self.who if isinstance(self.who, tuple) else (self.who,)
        return tuple(dict.fromkeys(filter(None, named)))


Judge = Callable[[str], None]
"""Refuses a wrong answer (`RuleError`). Pure: it knows nothing but the answer."""


class Bag(msgspec.Struct, frozen=True):
    """Of a question that is asked until enough is taken: `name` and `called`, of what; `room`, how many more (0: as many as one likes); `stop`, the answer by which no more is.

    `times`: what may be taken several times, and how often. For those who draw all questions at once; no log keeps it.
    """

    name: str
    stop: str
    called: Say | None = None
    room: int = 0
    times: dict[str, int] = {}
    barred: "tuple[Barred, ...]" = ()


class Barred(msgspec.Struct, frozen=True):
    """What may not be taken from a bag as things stand: why, and what else from the same bag would open it (nothing: nothing there)."""

    option: Option
    why: Say
    until: tuple[str, ...] = ()


class Choose(msgspec.Struct, frozen=True):
    """A person is asked: `who` is the GM, an actor or a seat, `what` names the question in `words/`.

    `about` is what makes this question this one among others of the same name (the effect, the occasion, the thing): a
    recorded answer is only ever given to the question that it was an answer to. `likely`: the answer that stands in a draft while
    nobody has given another; without it the first.
    """

    who: Who
    what: Say
    options: tuple[Option, ...]
    about: str = ""
    refusal: str = "bad_choice"
    closed: bool = True
    judge: Judge | None = None
    likely: str = ""
    bag: Bag | None = None

    def check(self, answer: str) -> None:
        """Refuse an answer that is none of the options, or that the question's own judge refuses."""
        if self.closed and answer not in {o.answer for o in self.options}:
            raise RuleError(self.refusal, answer=answer, options=[o.answer for o in self.options])
        if self.judge is not None:
            self.judge(answer)


class ChooseAll(msgspec.Struct, frozen=True):
    """Several people are asked at the same moment. `sealed`: no answer is known before the last has come. `first`: one answer is enough."""

    asks: tuple[Choose, ...]
    sealed: bool = False
    first: bool = False

    @property
    def wanted(self) -> int:
        return min(1, len(self.asks)) if self.first else len(self.asks)

    def answered(self, found: Mapping[int, str]) -> tuple[Any, ...]:
        """What the rule gets of answers by the places of their questions: all in order; where one is enough, its place and the answer."""
        return next(iter(found.items())) if self.first else tuple(found[n] for n in sorted(found))


class CalledOff(Exception):
    """Raised by a rule whose own actor says no before anything of it has happened: the act ends, and nothing came of it."""


class Happen(msgspec.Struct, frozen=True):
    """An event of the system is now true."""

    event: Any


class Part(msgspec.Struct, frozen=True):
    """A sub-procedure is about to run. A driver answers `INLINE` to have it run in place, or with its result."""

    procedure: Any
    args: tuple[Any, ...]


class Again(msgspec.Struct, frozen=True):
    """A part is about to start over from its beginning. Answered like a `Part`."""

    procedure: Any
    args: tuple[Any, ...]


Ask = Roll | Choose | ChooseAll | Happen | Part | Again


class Aside(Generic[T]):
    """Something that a part hands back for show alone: any two are equal, so that odds do not tell results apart by them."""

    def __init__(self, shown: T) -> None:
        self.shown = shown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Aside)

    def __hash__(self) -> int:
        return 0


class _Inline:
    """The answer to a `Part` that asks for it to be run in place."""


INLINE = _Inline()


@types.coroutine
def _ask(request: Ask) -> Generator[Ask, Any, Any]:
    return (yield request)


async def roll(pool: Pool, why: Say | str, *, secret: bool = False, who: Thrower = None, more: int = 0) -> Rolled:
    """Ask chance: throw these dice; `why` says what for. `secret` ones are shown to the GM alone. `who`: whose dice they are. Real
    dice are typed for one's own alone, and where the table hides NPCs' numbers the dice of an NPC that is named are not shown.
    `more`: so many dice that are rolled next belong to the same throw; who types faces types them all."""
    reason = Say(why) if isinstance(why, str) else why
    return cast("Rolled", await _ask(Roll(pool, reason, secret, who, more)))


Offered = Sequence[Option | str]


async def choose(
    who: Who,
    what: Say | str,
    options: Offered,
    *,
    about: str = "",
    refusal: str = "bad_choice",
    closed: bool = True,
    named: bool = False,
    likely: str = "",
    bag: Bag | None = None,
) -> str:
    """Ask a person. Where every option is closed, an answer that is not among them is refused with the code `refusal`.

    With `closed=False` the rule judges every answer itself, because it has codes of its own for wrong ones. With `named=True` the
    options hold names that people gave, one of which may look like a gap: none of them is one. `likely` is the option that stands
    while nobody has chosen; without it the first.
    """
    ask = _question(
        who, what, options, about=about, refusal=refusal, closed=closed, named=named, likely=likely, bag=bag
    )
    answer = cast("str", await _ask(ask))
    ask.check(answer)
    return answer


class Asking(msgspec.Struct, frozen=True):
    """One of several questions of the same moment."""

    what: Say | str
    options: tuple[Option | str, ...]
    about: str = ""
    refusal: str = "bad_choice"
    judge: Judge | None = None
    bag: Bag | None = None


async def choose_all(asking: Mapping[Who, Asking], *, sealed: bool = False) -> dict[Who, str]:
    """Ask several people at once; they answer in any order, and all answers come back together.

    Each answer is judged when it comes, so that nobody is refused for another's mistake. What is `sealed` nobody knows
    before the last answer is there.
    """
    asks = _questions(asking)
    answers = cast("tuple[str, ...]", await _ask(ChooseAll(asks, sealed))) if asks else ()
    return dict(zip(asking, answers, strict=True))


async def choose_first(asking: Mapping[Who, Asking]) -> tuple[Who, str]:
    """Ask several people at once and go on with the one who answers first: who, and what. The others are the rule's to ask again."""
    place, answer = cast("tuple[int, str]", await _ask(ChooseAll(_questions(asking), first=True)))
    return tuple(asking)[place], answer


def _questions(asking: Mapping[Who, Asking]) -> tuple[Choose, ...]:
    """The questions of one moment."""
    return tuple(
        _question(who, q.what, q.options, about=q.about, refusal=q.refusal, closed=True, named=False, judge=q.judge)
        for who, q in asking.items()
    )


def _question(
    who: Who,
    what: Say | str,
    options: Offered,
    *,
    about: str,
    refusal: str,
    closed: bool,
    named: bool,
    judge: Judge | None = None,
    likely: str = "",
    bag: Bag | None = None,
) -> Choose:
    offered = _offered(options, what)
    strict = closed and (named or not any(o.open for o in offered))
    if strict and not offered:
        raise ValueError(f"{_key(what)} has no options: nobody could ever answer it")
    return Choose(
        who, Say(what) if isinstance(what, str) else what, offered, about, refusal, strict, judge, likely, bag
    )


def _key(what: Say | str) -> str:
    """A question by its name; its facts are not for everybody who reads of a failure."""
    return what.key if isinstance(what, Say) else what


def _offered(options: Offered, what: Say | str) -> tuple[Option, ...]:
    """What is offered; what is no list of options is a slip that would be found much later."""
    if isinstance(options, str):
        raise TypeError(f"{_key(what)}: options are a list, so one alone is ({options!r},)")
    offered = []
    for one in options:
        if not isinstance(one, str | Option):
            raise TypeError(f"{_key(what)}: an option is a text or an Option, not {one!r}")
        offered.append(Option(one) if isinstance(one, str) else one)
    return tuple(offered)


async def happen(event: Any) -> Any:
    """Make an event true and get the state after it. Systems wrap this with their own types (see `fold`)."""
    return await _ask(Happen(event))


async def part(procedure: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a sub-procedure that rolls and chooses but makes nothing happen. Arguments and result are hashable values."""
    if kwargs:
        raise TypeError("part() takes positional arguments only, so that they can be compared")
    answer = await _ask(Part(procedure, args))
    if answer is INLINE:
        return await procedure(*args, **kwargs)
    return cast("T", answer)


async def again(procedure: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Start a part over, as its very last step: `return await again(...)`.

    Where the arguments are those that the part was started with, the odds driver does not follow the repetition: it
    shares the chance of starting over among the other results, which is exact. With other arguments it is a part of its own.
    """
    if kwargs:
        raise TypeError("again() takes positional arguments only, so that they can be compared")
    answer = await _ask(Again(procedure, args))
    if answer is INLINE:
        return await procedure(*args, **kwargs)
    return cast("T", answer)
