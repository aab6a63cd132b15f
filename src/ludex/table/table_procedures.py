"""Procedures that every table has, whatever its system: free dice, and the GM's hand above the rules.

They run, park, log and undo like any rule of a system.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import msgspec

from ludex.core.asks import happen
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.rule import Procedure, procedure
from ludex.core.say import Say, say
from ludex.core.system import System, Told, Viewer
from ludex.core.view import Card, Fact
from ludex.dice import Outcome, Shown, free_roll, lying, parse
from ludex.table import characters, decks, sessions
from ludex.table.amend import Amended, value_at
from ludex.table.chance import REWIND, KeptDice
from ludex.table.entries import RESTATE, Asked, reads_line
from ludex.table.preludes import LeftAlone, NotAllowed
from ludex.table.sights import Redactions


class FreeRoll(msgspec.Struct, frozen=True):
    """A roll without a rule: dice notation, and what it is for."""

    dice: str
    reason: str = ""


class FreelyRolled(msgspec.Struct, frozen=True):
    """What a free roll came to, and every die of it."""

    dice: str
    reason: str
    outcome: Outcome

    @property
    def value(self) -> Any:
        return self.outcome.value


class Amend(msgspec.Struct, frozen=True):
    """Set a value of the state by its path."""

    path: str
    value: Any


class AmendDone(msgspec.Struct, frozen=True):
    """What stood there before and what stands there now."""

    path: str
    before: Any
    after: Any


class Apply(msgspec.Struct, frozen=True):
    """Make an event of the system true."""

    event: Any


class Applied(msgspec.Struct, frozen=True):
    """The event that was made true."""

    event: Any


async def roll_freely(state: Any, given: FreeRoll) -> FreelyRolled:  # noqa: ARG001  # every procedure gets the state
    """Roll dice in free notation."""
    expression = parse(given.dice)
    outcome = await free_roll(expression)
    bare = msgspec.structs.replace(expression, reason="")
    return FreelyRolled(bare.text, given.reason or expression.reason, outcome)


async def amend_state(state: Any, given: Amend) -> AmendDone:
    """Set any value (GM)."""
    before = _there(state, given.path)
    after = await happen(Amended(given.path, given.value))
    return AmendDone(given.path, before, _there(after, given.path))


def _there(state: Any, path: str) -> Any:
    return None if path.rstrip("]").endswith("+") else value_at(state, path)


class Rewind(msgspec.Struct, frozen=True):
    """Take history back to a commit, from where it stands now; `lines` are what would go back, `since` the roots of what others did since,
    `again` the throws that fall again when the same is done again."""

    to: int
    on: int
    root: int
    lines: tuple[str, ...] = ()
    since: tuple[int, ...] = ()
    again: tuple[KeptDice, ...] = ()


class Rewound(msgspec.Struct, frozen=True):
    """The GM has allowed it."""

    to: int
    on: int
    root: int
    since: tuple[int, ...] = ()


async def rewind(state: Any, given: Rewind) -> Rewound:  # noqa: ARG001
    """A player's wish to take something back that is the GM's to allow."""
    return Rewound(given.to, given.on, given.root, given.since)


class GiveUp(msgspec.Struct, frozen=True):
    """Give an act up in which dice have fallen; `line` is what it was asked by. `kept`: so many of its answers stay, and it waits again."""

    act: int
    line: str = ""
    kept: int | None = None


class GivenUp(msgspec.Struct, frozen=True):
    """The GM has allowed it."""

    act: int
    kept: int | None = None


async def give_up(state: Any, given: GiveUp) -> GivenUp:  # noqa: ARG001
    """A player's wish to give up what dice have already fallen for: the GM's to allow."""
    return GivenUp(given.act, given.kept)


class Restate(msgspec.Struct, frozen=True):
    """What an earlier entry made true is written anew, because something before it was taken back."""

    of: int
    events: tuple[Any, ...]


class Restated(msgspec.Struct, frozen=True):
    """It stands."""

    of: int


async def restate(state: Any, given: Restate) -> Restated:  # noqa: ARG001
    """Make the events of an earlier entry true again."""
    for event in given.events:
        await happen(event)
    return Restated(given.of)


async def apply_event(state: Any, given: Apply) -> Applied:  # noqa: ARG001
    """Make any event true (GM)."""
    await happen(given.event)
    return Applied(given.event)


DECIMALS = 6

BY_HAND = ("ludex.amend", "ludex.apply")
"""The GM's hand above the rules."""

UNSOUND = (
    *(LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError),
    *(msgspec.MsgspecError, SystemFailed),
)
"""How a state says that a rule never made it."""

COMMON: dict[str, Procedure] = {
    "ludex.roll": procedure(roll_freely, name="ludex.roll"),
    "ludex.amend": procedure(amend_state, name="ludex.amend"),
    "ludex.apply": procedure(apply_event, name="ludex.apply"),
    REWIND: procedure(rewind, name=REWIND),
    "ludex.give_up": procedure(give_up, name="ludex.give_up"),
    RESTATE: procedure(restate, name=RESTATE),
}

_OF_SYSTEMS: dict[int, tuple[System, dict[str, Procedure]]] = {}


def common(system: System) -> dict[str, Procedure]:
    """Every procedure that the tables of a system have beside its own."""
    known = _OF_SYSTEMS.get(id(system))
    if known is None or known[0] is not system:
        known = _OF_SYSTEMS[id(system)] = (
            system,
            {**COMMON, **sessions.procedures(system), **decks.PROCEDURES, **characters.procedures(system)},
        )
    return known[1]


def named(system: System, name: str) -> Procedure | None:
    """The procedure that an entry of the log names; None where the system has it no longer."""
    return system.procedures.get(name) or common(system).get(name)


def check_kept(system: System, name: str) -> None:
    """A procedure in which a question waits is still there; else it is the system's fault."""
    if named(system, name) is None:
        lost = f"a question waits in {name!r}, which this version does not have"
        raise SystemFailed("system_failed", system.id, system.package, lost)


@contextmanager
def by_hand(procedure: str) -> Iterator[None]:
    """The GM may set and make happen anything but what the state or its views cannot bear: that is refused.

    A procedure of the rules never needs this, and is left alone.
    """
    try:
        yield
    except UNSOUND as error:
        if procedure not in BY_HAND:
            raise
        raise RuleError("unsound", problem=f"{type(error).__name__}: {error}"[:200]) from error


def tell(system: System, told: Told, eyes: Mapping[str, Viewer], sights: Redactions | None = None) -> dict[str, Card]:
    """The card of a finished procedure for each pair of eyes: a common one for all, or the system's own for each."""
    card, sights = common_card(told), sights or Redactions()
    if told.procedure in BY_HAND and system.look is not None:
        for viewer in eyes.values():
            sights.look(system, told.after, viewer)
    if card is None and system.tell is None:
        card = Card(told.procedure)
    if card is not None:
        return dict.fromkeys(eyes, card)
    assert system.tell is not None
    return {key: system.tell(_known_to(system, told, viewer, sights), viewer) for key, viewer in eyes.items()}


def _known_to(system: System, told: Told, viewer: Viewer, sights: Redactions) -> Told:
    """What happened, on the states as a viewer may know them."""
    before, after = (sights.known_to(system, state, viewer) for state in (told.before, told.after))
    return msgspec.structs.replace(told, before=before, after=after)


def told_to(
    system: System, told: Told, asked: Asked, eyes: Mapping[str, Viewer], sights: Redactions | None = None
) -> tuple[tuple[Card, ...], dict[str, int]]:
    """The distinct cards of what happened, and who gets which: of a wish that was refused its words only those who may read its line."""
    cards: list[Card] = []
    seen: dict[str, int] = {}
    for key, whole in tell(system, told, eyes, sights).items():
        card = whole if eyes[key].gm or reads_line(asked, key) else _unread(told, whole)
        if card not in cards:
            cards.append(card)
        seen[key] = cards.index(card)
    return tuple(cards), seen


def _unread(told: Told, card: Card) -> Card:
    """A card for somebody who may not read the line: of a wish that was refused only whose it was."""
    if not isinstance(told.result, NotAllowed):
        return card
    return _said(say("told.not_allowed", who=told.result.wish.facts["who"]))


def common_card(told: Told) -> Card | None:
    """The card of a procedure of every table; None if it is a system's."""
    match told.result:
        case FreelyRolled():
            return _rolled_card(told.result)
        case AmendDone():
            return Card(say("told.amend_title"), lines=(_amended(told.result),))
        case decks.Drawn():
            return decks.card(told.result)
        case GivenUp(kept=None):
            return _said(say("told.given_up"))
        case Rewound() | GivenUp():
            return _said(say("told.rewound"))
        case Restated():
            return _said(say("told.restated", n=told.result.of))
        case NotAllowed():
            return _said(say("told.refused_by_gm", wish=told.result.wish))
        case LeftAlone():
            return _said(say("told.left_alone"))
        case Applied():
            return Card(say("told.apply_title"), lines=(type(told.result.event).__name__,))
    return characters.card(told.result) or sessions.card(told.result)


def _said(said: Say) -> Card:
    """A card that is no more than its sentence."""
    return Card(said, sentence=said)


def _amended(result: AmendDone) -> Say:
    """What was changed, from what to what: an option of the table as it is called."""
    option = result.path.removeprefix("options.")
    if option == result.path or "." in option:
        return say("told.amended", path=result.path, before=str(result.before), after=str(result.after))
    before, after = (Say(f"options.{option}", {"value": value}) for value in (result.before, result.after))
    return say("told.amended", path=Say(f"options.{option}"), before=before, after=after)


def _rolled_card(result: FreelyRolled) -> Card:
    title = say("told.roll_reason", dice=result.dice, reason=result.reason) if result.reason else result.dice
    rolled = zip(result.outcome.values, lying(result.outcome), strict=True)
    return Card(title, totals=tuple(Fact("", _written(value), note=_dice_text(terms)) for value, terms in rolled))


def _written(value: int | Fraction) -> int | str:
    """A value as a card keeps it: a whole number, a decimal where it ends (13.5), else a fraction (7/3)."""
    if isinstance(value, int):
        return value
    ends = 10**DECIMALS % value.denominator == 0
    return f"{float(value):.{DECIMALS}f}".rstrip("0") if ends and abs(value) < 10**9 else str(value)


def _dice_text(terms: Iterable[Sequence[Shown]]) -> str:
    """Every die of a roll: `[6 5 (1)]`, dropped ones in parentheses; tens dice as they are printed: `[5 30 (70)]`."""
    return " ".join("[" + " ".join(map(_die, dice)) + "]" for dice in terms if dice)


def _die(shown: Shown) -> str:
    faces = "!".join(f"{f % 10}0" if shown.tens else str(f) for f in shown.faces)
    text = faces if shown.kept else f"({faces})"
    return "".join(f"{f}↻" for f in shown.rerolled) + text
