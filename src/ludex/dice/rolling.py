"""Rolling an expression: with given dice at once, or as a procedure that asks the table for each throw.

Both drive the same terms. What was thrown is the truth: a result holds every throw, and `explain` shows from it, at any
later time, each part's value and what became of each die.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from ludex.core import asks
from ludex.core.say import Say, say
from ludex.dice.counting import Value, Work
from ludex.dice.errors import DiceError
from ludex.dice.pools import total_of
from ludex.dice.terms import Dice
from ludex.dice.throwing import Cast, Casting, Faces, Shown, Sides
from ludex.dice.tree import INNER, Expression, Node, Term

Throw = Callable[[Sides], Faces]
Throws = tuple[Faces, ...]


class Result(msgspec.Struct, frozen=True, gc=False):
    """One rolling of an expression.

    `throws` holds for each dice term, in the order in which they are written, all its throws: the first, then rerolls
    and explosions.
    """

    value: Value
    throws: tuple[Throws, ...]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """An expression rolled, as many times as it says."""

    expression: Expression
    results: tuple[Result, ...]

    @property
    def value(self) -> Value:
        """The value of the only (or first) rolling."""
        return self.results[0].value

    @property
    def values(self) -> tuple[Value, ...]:
        """The value of each rolling."""
        return tuple(result.value for result in self.results)


class Explained(msgspec.Struct, frozen=True):
    """A part of an expression with its value: `parts` open it further, `dice` are those of a dice term."""

    text: str
    value: Value
    parts: "tuple[Explained, ...]" = ()
    dice: tuple[Shown, ...] = ()


def roll(expression: Expression, throw: Throw) -> Outcome:
    """Roll with dice from `throw`, which is asked for faces of given sides."""
    results: tuple[Result, ...] = ()
    for _ in range(expression.repeats):
        values: list[int] = []
        throws: list[Throws] = []
        for term in expression.terms:
            if term.open:
                value, faces = _cast(term, throw)
                throws.append(faces)
            else:
                thrown = throw(term.sides)
                value = sum(thrown) if term.plain else term.value(thrown)  # by far the most rolls: spare the call
                throws.append((thrown,))
            values.append(value)
        results += (_result(expression, values, throws),)
    return Outcome(expression, results)


def _cast(term: Term, throw: Throw) -> tuple[int, Throws]:
    """A term that may ask for further dice."""
    throws: list[Faces] = []

    def recorded(sides: Sides) -> Faces:
        throws.append(faces := throw(sides))
        return faces

    cast = _driven(term.casting(), recorded)
    return term.worth(cast.chains), tuple(throws)


def _driven(casting: Casting, throw: Throw) -> Cast:
    """Answer every request for faces until the dice stand."""
    try:
        wanted = next(casting)
        while True:
            wanted = casting.send(throw(wanted))
    except StopIteration as done:
        cast: Cast = done.value
        return cast


def _result(expression: Expression, values: list[int], throws: list[Throws]) -> Result:
    value = expression.root.read(iter(values))
    return Result(value if type(value) is int else _tidy(value), tuple(throws))


def _tidy(value: Value) -> Value:
    return value.numerator if value.denominator == 1 else value


class Final(int):
    """The value of a whole term, further dice included, from a driver that weighs values and throws no dice (odds)."""


class FirstThrow(msgspec.Struct, frozen=True):
    """The pool that a term asks for first. Its weights are those of the whole term, further dice included."""

    term: Term

    @property
    def sides(self) -> Sides:
        """The dice thrown first."""
        return self.term.sides

    def value(self, faces: Faces) -> int:
        """What they are worth as they lie."""
        return self.term.value(faces)

    def dropped(self, faces: Faces) -> tuple[int, ...]:
        """The places of dice that are not kept, where that is known from the first throw."""
        if self.term.open or self.term.plain:
            return ()
        return tuple(place for place, die in enumerate(self.term.shown(_replayed(self.term, (faces,)))) if not die.kept)

    def weights(self) -> dict[int, int]:
        """The ways of each final value."""
        return {Final(value): weight for value, weight in self.term.weights(Work()).items()}


class FurtherThrow(msgspec.Struct, frozen=True):
    """Dice that rerolls and explosions ask for. It is their faces that matter, so that only thrown ones will do."""

    sides: Sides

    def value(self, faces: Faces) -> int:
        """Their sum, for show."""
        return sum(faces)

    def weights(self) -> Mapping[int, int]:
        """Of their sum."""
        return total_of(len(self.sides), self.sides[0]).weights()


async def free_roll(expression: Expression) -> Outcome:
    """Roll as an act of the table: each dice term is asked for, and each throw that it wants after that."""
    results = []
    for _ in range(expression.repeats):
        values: list[int] = []
        throws: list[Throws] = []
        for term in expression.terms:
            value, faces = await _asked(term, say("dice.roll", text=term.text, reason=expression.reason))
            values.append(value)
            throws.append(faces)
        results.append(_result(expression, values, throws))
    return Outcome(expression, tuple(results))


async def _asked(term: Term, why: Say) -> tuple[int, Throws]:
    """One term, thrown by the one who drives the procedure."""
    first = await asks.roll(FirstThrow(term), why)
    if isinstance(first.value, Final):
        return int(first.value), ((),)
    if not term.open:
        return first.value, (first.faces,)
    casting, throws = term.casting(), [first.faces]
    try:
        next(casting)  # no dice at all want no faces
        while True:
            wanted = casting.send(throws[-1])
            throws.append((await asks.roll(FurtherThrow(wanted), why)).faces)
    except StopIteration as done:
        return term.worth(done.value.chains), tuple(throws)


def explain(outcome: Outcome) -> tuple[Explained, ...]:
    """For each rolling the whole tree with its values and dice."""
    root = outcome.expression.root
    return tuple(_explained(root, iter(result.throws)) for result in outcome.results)


def lying(outcome: Outcome) -> tuple[tuple[tuple[Shown, ...], ...], ...]:
    """For each rolling the dice of each term, as `explain` shows them, without the tree around them."""
    terms = outcome.expression.terms
    return tuple(
        tuple(term.shown(_replayed(term, throws)) for term, throws in zip(terms, result.throws, strict=True))
        for result in outcome.results
    )


def _explained(node: Node, thrown: Iterator[Throws]) -> Explained:
    if isinstance(node, INNER):
        parts = tuple(_explained(part, thrown) for part in node.parts)
        return Explained(node.text, _tidy(node.join([part.value for part in parts])), parts)
    if isinstance(node, Term):
        cast = _replayed(node, next(thrown))
        return Explained(node.text, node.worth(cast.chains), dice=node.shown(cast))
    return Explained(node.text, node.read(iter(())))


def _replayed(term: Term, throws: Throws) -> Cast:
    """A term's dice once more, from all that was thrown for it."""
    if term.sides and not any(throws):
        raise DiceError("faces_unknown", found=term.text)
    if isinstance(term, Dice) and not term.open:
        return term.stood(throws[0] if throws else ())
    given = iter(throws)
    return _driven(term.casting(), lambda _: next(given))
