"""Rolling an expression: with given dice at once, or as a procedure that asks the table for each throw.

Both drive the same terms. What was thrown is the truth: a result holds every throw, and `explain` shows from it, at any
later time, each part's value and what became of each die.
"""

from collections.abc import Callable, Iterator

import msgspec

from ludex.core import asks
from ludex.core.say import Say, say
from ludex.dice.terms import Cast, Casting, Dice, Faces, Percentile, Shown, Sides, Term
from ludex.dice.tree import INNER, Expression, Node
from ludex.dice.ways import Value, Work

Throw = Callable[[Sides], Faces]
Throws = tuple[Faces, ...]


class Result(msgspec.Struct, frozen=True, gc=False):
    """One rolling of an expression.

    `throws` holds for each dice term, in the order in which they are written, all its throws: the first, then rerolls
    and explosions. `values` are what the terms gave.
    """

    value: Value
    values: tuple[int, ...]
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
    if expression.repeats == 1:
        return Outcome(expression, (_rolled(expression, throw),))
    return Outcome(expression, tuple([_rolled(expression, throw) for _ in range(expression.repeats)]))


def _rolled(expression: Expression, throw: Throw) -> Result:
    """One rolling: the terms, then the tree over their values."""
    values: list[int] = []
    throws: list[Throws] = []
    for term in expression.terms:
        if term.open:
            value, faces = _cast(term, throw)
            throws.append(faces)
        else:
            thrown = throw(term.sides)
            value = term.value(thrown)
            throws.append((thrown,))
        values.append(value)
    return _result(expression, values, throws)


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
    return Result(value if type(value) is int else _tidy(value), tuple(values), tuple(throws))


def _tidy(value: Value) -> Value:
    return value.numerator if value.denominator == 1 else value


class FirstThrow(msgspec.Struct, frozen=True):
    """The pool that a term asks for first.

    Its value is the term's, if nothing is rerolled or explodes. A driver that knows no faces (odds) gets the weights of
    the whole term, further dice included, and its value is final; a single open die is known by its value and goes on.
    """

    term: Term

    @property
    def sides(self) -> Sides:
        """The dice thrown first."""
        return self.term.sides

    def value(self, faces: Faces) -> int:
        """What they are worth as they lie."""
        return faces[0] if self.single else self.term.value(faces)

    def weights(self) -> dict[int, int]:
        """The ways of each value."""
        if self.single:
            return dict.fromkeys(range(1, self.term.sides[0] + 1), 1)
        return {int(value): weight for value, weight in self.term.weights(Work()).items()}

    @property
    def single(self) -> bool:
        """Whether it is one die that may ask for more."""
        return self.term.open and len(self.term.sides) == 1


class FurtherThrow(msgspec.Struct, frozen=True):
    """Dice that rerolls and explosions ask for. Their faces matter, their sum is for show."""

    sides: Sides

    def value(self, faces: Faces) -> int:
        """The sum."""
        return sum(faces)

    def weights(self) -> dict[int, int]:
        """Of one die; more are never asked for without faces, because the first throw's value was final then."""
        return dict.fromkeys(range(1, self.sides[0] + 1), 1)


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
    """One term, thrown by whoever drives the procedure."""
    first = await asks.roll(FirstThrow(term), why)
    if not term.open or not first.faces:
        return first.value, (first.faces,)
    casting, throws = term.casting(), [first.faces]
    next(casting)
    try:
        while True:
            wanted = casting.send(throws[-1])
            throws.append((await asks.roll(FurtherThrow(wanted), why)).faces)
    except StopIteration as done:
        return term.worth(done.value.chains), tuple(throws)


def explain(outcome: Outcome) -> tuple[Explained, ...]:
    """For each rolling the whole tree with its values and dice."""
    root = outcome.expression.root
    return tuple(_explained(root, zip(result.values, result.throws, strict=True)) for result in outcome.results)


def _explained(node: Node, thrown: Iterator[tuple[int, Throws]]) -> Explained:
    if isinstance(node, INNER):
        parts = tuple(_explained(part, thrown) for part in node.parts)
        return Explained(node.text, _tidy(node.join([part.value for part in parts])), parts)
    if isinstance(node, Dice | Percentile):
        value, throws = next(thrown)
        return Explained(node.text, value, dice=shown(node, throws))
    return Explained(node.text, node.read(iter(())))


def shown(term: Term, throws: Throws) -> tuple[Shown, ...]:
    """Each die of a term and what became of it, from all that was thrown; none where faces are not known (odds)."""
    if term.sides and not any(throws):
        return ()
    given = iter(throws)
    return term.shown(_driven(term.casting(), lambda _: next(given)))
