"""The notation that people type, read into trees.

A Pratt parser by hand: an operand, then as many signs as bind at least as tightly as asked, each with its right-hand
side. `parse` remembers the trees of recent texts.

    3#1d20+5 # reason        repeats, arithmetic (+ - * / // % ^), a reason behind a blank or `#`
    d20  2d  d%  4dF         dice; without faces those of the table; percentile; fate
    4d6kh3  2d20dl1  d20adv  keep and drop, advantage (优势) and disadvantage (劣势)
    4d6r<=2  4d6ro1  3d6!>=5 reroll until or once, explode
    2d6mi2ma5  10d10>=8      minimum and maximum of a die; successes of dice that begin an expression
    b2  d100p1  8a9k8m10     bonus and penalty dice; a pool that adds dice (from 9) and counts successes (from 8)
    max(2d6, 7)  1d20+5>=15  functions; comparison of totals (1 or 0)
"""

from functools import lru_cache

from ludex.dice.arithmetic import ADDING, COMPARING, RAISING, SIGNING, Division, Function, Operation
from ludex.dice.errors import MAX_LENGTH, MAX_REPEATS, DiceError
from ludex.dice.modifiers import ADVANTAGE, DISADVANTAGE, MODIFIERS, read_hits, read_modifiers, read_percentile
from ludex.dice.operators import Condition, Explode, Relation
from ludex.dice.percentile import Percentile
from ludex.dice.reader import END, Reader
from ludex.dice.terms import Dice, plain_dice
from ludex.dice.tree import Call, Chain, Compare, Expression, Negative, Node, Number, Power, Term

FACES = 20
"""Faces of a die written without them, unless the table says otherwise."""

OPERAND = ("number", "dice", "(", "-", "function")

_SIGNS = {
    "+": Operation.ADD,
    "-": Operation.SUBTRACT,
    "*": Operation.MULTIPLY,
    "x": Operation.MULTIPLY,
    "/": Operation.DIVIDE,
    "%": Operation.MODULO,
}
_WORDS = (*ADVANTAGE, *DISADVANTAGE, *(function.symbol for function in Function))
_OPENING = frozenset(word[0] for word in _WORDS)
_FUNCTIONS = {function.symbol: function for function in Function}
_NO_REASON = frozenset(")]}+*/^%<>=,!|&")


def parse(text: str, *, faces: int = FACES, division: Division = Division.WHOLE) -> Expression:
    """Read an expression, or refuse it with the place that does not fit.

    `faces` are those of a die written without them, `division` is what `/` means.
    """
    if len(text) > MAX_LENGTH:
        raise DiceError("too_long", position=MAX_LENGTH, length=len(text), limit=MAX_LENGTH)
    return _parse(text, faces, division is Division.REAL)


@lru_cache(maxsize=4096)
def _parse(text: str, faces: int, real: bool) -> Expression:
    return _Parser(text, faces, Operation.RATIO if real else Operation.DIVIDE).whole_text(text)


class _Parser(Reader):
    """One reading of one text."""

    __slots__ = ("division", "faces", "terms")

    def __init__(self, text: str, faces: int, division: Operation) -> None:
        super().__init__(text)
        self.faces = faces
        self.division = division
        self.terms: list[Term] = []

    def whole_text(self, text: str) -> Expression:
        """Repeats, the expression, the reason."""
        if "#" in self.text:
            self.read_repeats()
        root = self.expression(0)
        return Expression(root, tuple(self.terms), self.repeats, "" if self.at == self.end else self.read_reason(text))

    def read_repeats(self) -> None:
        """`3#` in front. A `#` behind anything but a number begins a comment."""
        self.at = start = self.skip(0)
        if not self.digit(start):
            return
        number = self.whole()
        if self.peek(self.at) != "#":
            self.at = start
            return
        if not 1 <= number <= MAX_REPEATS:
            raise self.refuse("too_many_repeats", start, repeats=number, limit=MAX_REPEATS)
        self.at += 1
        self.repeats = number

    def read_reason(self, original: str) -> str:
        """What is left: behind a blank or `#`, or in letters that no notation uses."""
        at = self.skip(self.at)
        if at == self.end:
            return ""
        sign = self.text[at]
        if sign == "#":
            return original[at + 1 :].strip()
        if sign in _NO_REASON or (at == self.at and sign.isascii()):
            raise self.refuse("dice_syntax", at, "operator", "end")
        return original[at:].strip()

    def expression(self, floor: int) -> Node:
        """An operand and all signs behind it that bind at least as tightly as `floor`."""
        left = self.operand(floor)
        compared = False
        while True:
            at = self.at
            if (sign := self.text[at]) == " ":
                at = self.skip(at)
                sign = self.text[at]
            if sign == END:
                return left
            if sign == "*" and self.text[at + 1] == "*":
                sign, at = "^", at + 1
            if sign in _SIGNS:
                operation = _SIGNS[sign] if sign in "+-*" else self.operation(sign, at)
                if operation is None or operation.rank < floor:
                    return left
                self.at = at + (2 if operation is Operation.FLOOR else 1)
                left = _chained(left, operation, self.expression(operation.rank + 1))
            elif sign == "^" and floor <= RAISING:
                left = Power((left, self.nested(at + 1, RAISING)))
            elif floor <= COMPARING and not compared and (found := self.relation(at)) is not None:
                self.at, compared = found[1], True
                left = Compare(found[0], (left, self.expression(ADDING)))
            else:
                return left

    def operation(self, sign: str, at: int) -> Operation | None:
        """The operation that a sign stands for here; `x` may be a letter of the reason."""
        if sign == "/":
            return Operation.FLOOR if self.text[at + 1] == "/" else self.division
        if sign == "x" and not self.starts_operand(self.skip(at + 1)):
            return None
        return _SIGNS[sign]

    def starts_operand(self, at: int) -> bool:
        """Whether a number, dice or a parenthesis stand there, beyond doubt."""
        return self.digit(at) or self.peek(at) == "(" or (self.peek(at) == "d" and self.digit(at + 1))

    def nested(self, at: int, floor: int) -> Node:
        """An expression one level further in."""
        self.at = at
        self.deeper()
        node = self.expression(floor)
        self.depth -= 1
        return node

    def operand(self, floor: int) -> Node:
        """A number, dice, a sign with its operand, parentheses or a function."""
        at = self.at
        if (sign := self.text[at]) == " ":
            self.at = at = self.skip(at)
            sign = self.text[at]
        if "0" <= sign <= "9":
            return self.numbered(at, floor)
        if sign == "(":
            node = self.nested(at + 1, 0)
            self.close()
            return node
        if sign == "-":
            return Negative((self.nested(at + 1, SIGNING),))
        if sign == "+":
            return self.nested(at + 1, SIGNING)
        return self.worded(at, sign, floor)

    def close(self) -> None:
        """The parenthesis that ends what was opened."""
        self.at = self.skip(self.at)
        if self.peek(self.at) != ")":
            raise self.refuse("dice_syntax", self.at, "operator", ")")
        self.at += 1

    def numbered(self, at: int, floor: int) -> Node:
        """A number, or so many dice."""
        number = self.whole()
        letter = self.peek(self.at)
        if letter == "d" and not (self.text[self.at + 1] == "i" and self.text.startswith(DISADVANTAGE, self.at)):
            return self.dice_term(number, at, floor)
        if letter == "a" and self.digit(self.at + 1):
            return self.adding_pool(number, at)
        if letter == "f" and not self.letter(self.at + 1):
            self.at += 1
            return self.term(Dice(number, 3, -1), at, floor)
        return Number(number if letter != "." else self.decimals(number))

    def dice_term(self, count: int, at: int, floor: int) -> Node:
        """Dice whose `d` stands here."""
        self.at += 1
        letter = self.peek(self.at)
        if letter == "%":
            self.at += 1
            return self.term(Dice(count, 100), at, floor)
        if letter == "f":
            self.at += 1
            return self.term(Dice(count, 3, -1), at, floor)
        if letter in ("b", "p"):
            return self.term(Dice(count, 100), at, floor)
        return self.term(plain_dice(count, self.whole() if "0" <= letter <= "9" else self.faces), at, floor)

    def term(self, dice: Dice, at: int, floor: int) -> Node:
        """The dice with their modifiers; counted, if they begin an expression and a relation follows."""
        self.throwing(dice.count, dice.faces, at)
        term = read_modifiers(self, dice)
        if floor == 0 and isinstance(term, Dice):
            term = read_hits(self, term)
        self.terms.append(term)
        return term

    def adding_pool(self, count: int, at: int) -> Node:
        """`8a9k8m10`: ten-sided dice; from 9 on each brings another; successes from 8 on (`q`: down from it)."""
        self.at += 1
        line, faces, hits = self.whole(), 10, Condition(Relation.AT_LEAST, 8)
        while (letter := self.peek(self.at)) in ("k", "q", "m") and self.digit(self.at + 1):
            self.at += 1
            number = self.whole()
            if letter == "m":
                faces = number
            else:
                hits = Condition(Relation.AT_LEAST if letter == "k" else Relation.AT_MOST, number)
        self.throwing(count, faces, at)
        when = Condition(Relation.AT_LEAST, line)
        if when.among(1, faces) == faces:
            raise self.refuse("endless_explosion", at, sides=faces)
        explode = Explode(when) if when.among(1, faces) else None
        self.terms.append(term := Dice(count, faces, explode=explode, hits=hits))
        return term

    def worded(self, at: int, sign: str, floor: int) -> Node:
        """What begins with a letter: an advantage word, a function, dice, bonus or penalty dice."""
        if sign == "d" and self.digit(at + 1):
            return self.dice_term(1, at, floor)
        if sign in _OPENING:
            for word in _WORDS:
                if self.text.startswith(word, at):
                    self.at = at + len(word)
                    return self.call(_FUNCTIONS[word]) if word in _FUNCTIONS else self.advantage(word, at, floor)
        if sign == "d":
            return self.dice_term(1, at, floor)
        if sign in ("b", "p") and not self.letter(at + 1):
            self.at = at + 1
            return self.percentile(read_percentile(self, 1 if sign == "b" else -1))
        raise self.refuse("dice_syntax", at, *OPERAND)

    def advantage(self, word: str, at: int, floor: int) -> Node:
        """An advantage word alone: two of the table's dice."""
        self.throwing(1, self.faces, at)
        given = MODIFIERS[word](self, Dice(1, self.faces))
        term = read_modifiers(self, given) if isinstance(given, Dice) else given
        if floor == 0 and isinstance(term, Dice):
            term = read_hits(self, term)
        self.terms.append(term)
        return term

    def percentile(self, term: Percentile) -> Node:
        """Bonus or penalty dice alone."""
        self.terms.append(term)
        return term

    def call(self, function: Function) -> Node:
        """A function's arguments, between parentheses and commas."""
        self.at = self.skip(self.at)
        if self.peek(self.at) != "(":
            raise self.refuse("dice_syntax", self.at, "(")
        parts = [self.nested(self.at + 1, 0)]
        while self.peek(self.skip(self.at)) == "," and len(parts) < function.most:
            parts.append(self.nested(self.skip(self.at) + 1, 0))
        self.close()
        return Call(function, tuple(parts))


def _chained(left: Node, sign: Operation, right: Node) -> Node:
    """Left and right joined; a chain of signs that bind equally grows instead of nesting."""
    if isinstance(left, Chain) and left.rank == sign.rank:
        return Chain(left.first, (*left.rest, (sign, right)))
    return Chain(left, ((sign, right),))
