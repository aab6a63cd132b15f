"""The notation that people type, read into trees.

A Pratt parser by hand: an operand, then as many signs as bind at least as tightly as asked, each with its right-hand
side. `parse` remembers the trees of recent texts.

    3#1d20+5 # reason        repeats, arithmetic (+ - * / // % ^), a reason behind a blank or `#`
    d20  2d  d%  4dF         dice; without faces those of the table; percentile; fate
    4d6kh3  2d20dl1  d20adv  keep and drop, advantage (优势) and disadvantage (劣势)
    4d6r<=2  4d6ro1  3d6!>=5 reroll until or once, explode
    2d6mi2ma5  10d10>=8      minimum and maximum of a die; successes of dice that begin an expression
    b2  d100p1  8a9k8m10     bonus and penalty dice; a pool that adds dice (from 9) and counts successes (from 8)
    4d6k>3  4d6p1  4d6ra6    keep or drop by what is shown; one die that fits brings one more
    3d6!!  3d6!p  3d6!o      exploding dice that count as one, count one less each, explode once
    5d6>4f<2  4d6sd          failures taken from successes; dice shown in order
    8c8m10  (1d4)d6  2d(1d6) criticals that bring rounds; dice that say how many dice or faces
    1d8[cold]  {4d6,3d8}kh1  words for parts; groups of which some count
    max(2d6, 7)  1d20+5>=15  functions; comparison of totals (1 or 0)

What would silently mean something else than it says is refused: dice behind a reason, a second `3#`, `4d6d1`.
"""

import re
from functools import lru_cache

from ludex.dice.arithmetic import ADDING, COMPARING, RAISING, SIGNING, Division, Function, Operation
from ludex.dice.counting import Work
from ludex.dice.critical import Critical
from ludex.dice.errors import MAX_LENGTH, MAX_REPEATS, DiceError
from ludex.dice.groups import Group, Labelled
from ludex.dice.modifiers import (
    ADVANTAGE,
    DISADVANTAGE,
    MODIFIERS,
    read_hits,
    read_modifiers,
    read_percentile,
)
from ludex.dice.nested import MOST, Nested
from ludex.dice.percentile import Percentile
from ludex.dice.pooled import read_adding_pool, read_critical_pool, read_group_keep
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
_NO_REASON = frozenset(")]}[{+*/^%<>=,!|&")
_LOST = re.compile(r"\S*\s*[+\-*/]\s*(?:(?:\d*d)?\d+$|\d*d\d.*)")
"""A reason glued to the dice that ends in a number with a sign, or holds dice with one: it was meant to count."""

_SWITCH = re.compile(r" -(?:b|rr|t|l|dc|ea|phrase|title)\s+[^\s+\-*/]")
"""A switch of Avrae's with its value."""

_ROUNDED = (Function.FLOOR, Function.CEIL, Function.ROUND)
LONGEST_LABEL = 40


def parse(text: str, *, faces: int = FACES, division: Division = Division.WHOLE) -> Expression:
    """Read an expression, or refuse it with the place that does not fit.

    `faces` are those of a die written without them, `division` is what `/` means.
    """
    if len(text) > MAX_LENGTH:
        raise DiceError("too_long", position=MAX_LENGTH, length=len(text), limit=MAX_LENGTH)
    return _parse(text, faces, division is Division.REAL)


@lru_cache(maxsize=4096)
def _parse(text: str, faces: int, real: bool) -> Expression:
    parser = _Parser(text, faces, Operation.RATIO if real else Operation.DIVIDE)
    read = parser.whole_text()
    moved = parser.advantage_moved(read) if read.reason else ""
    return _parse(moved, faces, real) if moved else read


class _Parser(Reader):
    """One reading of one text."""

    __slots__ = ("behind", "division", "faces", "original", "reason_at", "repeated", "terms")

    def __init__(self, text: str, faces: int, division: Operation) -> None:
        super().__init__(text)
        self.original = text
        self.faces = faces
        self.division = division
        self.terms: list[Term] = []
        self.behind = self.reason_at = 0
        """The places behind the last dice, and where the reason begins."""
        self.repeated = False

    def whole_text(self) -> Expression:
        """Repeats, the expression, the reason."""
        if " -" in self.text and (found := _SWITCH.search(self.text)) is not None:
            raise self.refuse("no_switches", found.start(), switch=found[0].split()[0])
        if "#" in self.text:
            self.read_repeats()
        root = self.expression(0)
        reason = "" if self.at == self.end else self.read_reason(root)
        return Expression(root, tuple(self.terms), self.repeats, reason)

    def advantage_moved(self, read: Expression) -> str:
        """`d20+5优势` with its word behind the die, where it counts; empty if the reason does not begin with such a word.

        A word that goes on (`d20+5 优势地位`) is a reason behind a blank, and refused where it is glued to the dice.
        """
        at = self.reason_at
        word = next((w for w in (*ADVANTAGE, *DISADVANTAGE) if self.text.startswith(w, at)), "")
        if not word or self.text[at - 1] == "#":
            return ""
        following = self.text[at + len(word)]
        if following.isalnum():
            if self.text[at - 1] == " ":
                return ""
            raise self.refuse("dice_syntax", at, "operator", "end")
        if len(read.terms) != 1:
            raise self.refuse("one_die_expected", at, dice=len(read.terms))
        text, end = self.original, self.behind
        return f"{text[:end]}{word}{text[end:at]} {text[at + len(word) :]}"

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
        self.repeated = True

    def read_reason(self, root: Node) -> str:
        """What is left: behind a blank or `#`, or in letters that no notation uses."""
        at = self.skip(self.at)
        if at == self.end:
            return ""
        sign = self.text[at]
        if sign == "#":
            if self.repeated and isinstance(root, Number):
                raise self.refuse("dice_syntax", at, "dice")
            return self.original[at + 1 :].strip()
        if sign in _NO_REASON or (at == self.at and sign.isascii()):
            raise self.refuse("dice_syntax", at, "operator", "end")
        if at == self.at and (lost := _LOST.fullmatch(self.text[at : self.end].strip())):
            raise self.refuse("behind_reason", at, lost=lost[0])
        self.reason_at = at
        return self.original[at:].strip()

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
        """An operand with the words in brackets that stand behind it."""
        node = self.bare_operand(floor)
        while self.text[at := self.skip(self.at)] == "[":  # Avrae's users leave a blank before it
            self.at = at
            node = self.labelled(node)
        return node

    def labelled(self, node: Node) -> Node:
        """`[cold]`."""
        start, end = self.at + 1, self.text.find("]", self.at)
        label = self.original[start:end].strip() if end > start else ""
        if not label or len(label) > LONGEST_LABEL or "[" in label:
            raise self.refuse("dice_syntax", self.at, "operator", "end")
        self.at = end + 1
        return Labelled((node,), label)

    def bare_operand(self, floor: int) -> Node:
        """A number, dice, a sign with its operand, parentheses or a function."""
        at = self.at
        if (sign := self.text[at]) == " ":
            self.at = at = self.skip(at)
            sign = self.text[at]
        if "0" <= sign <= "9":
            return self.numbered(at, floor)
        if sign == "(":
            return self.parenthesis(at)
        if sign == "{":
            return self.group(at, "}")
        if sign == "-":
            return Negative((self.nested(at + 1, SIGNING),))
        if sign == "+":
            return self.nested(at + 1, SIGNING)
        return self.worded(at, sign, floor)

    def parenthesis(self, at: int) -> Node:
        """`(…)`; with a `d` behind it a number of dice, with commas in it a group."""
        before = len(self.terms)
        node = self.nested(at + 1, 0)
        if self.peek(self.skip(self.at)) == ",":
            return self.group(at, ")", node)
        self.close(")")
        text = self.text
        if text[self.at] == "d" and (self.digit(self.at + 1) or text[self.at + 1] in "(%"):
            self.at += 1
            return self.nested_dice(node, at, before)
        return node

    def group(self, at: int, end: str, first: Node | None = None) -> Node:
        """Parts between commas, of which those count that stand behind it. In parentheses that must be said."""
        parts = [first if first is not None else self.nested(at + 1, 0)]
        comma = self.skip(self.at)
        while self.peek(self.skip(self.at)) == ",":
            parts.append(self.nested(self.skip(self.at) + 1, 0))
        self.close(end)
        keep = read_group_keep(self, len(parts))
        if end == ")" and keep is None:
            raise self.refuse("dice_syntax", comma, "operator", ")")
        return Group(tuple(parts), keep) if len(parts) > 1 else parts[0]

    def nested_dice(self, count: Node, at: int, before: int) -> Node:
        """`(1d4)d6`, `2d(1d6)`: the reader stands behind the `d`, `before` are the terms in front of it."""
        if self.peek(self.at) == "(":
            faces = self.nested(self.at + 1, 0)
            self.close(")")
        elif self.peek(self.at) == "%":
            self.at, faces = self.at + 1, Number(100)
        else:
            faces = Number(self.whole())
        inner = tuple(self.terms[before:])
        if not inner and isinstance(count, Number) and isinstance(faces, Number):
            return self.term(plain_dice(int(count.number), int(faces.number)), at, ADDING)
        if any(term.open for term in inner) or self.repeats > 1:
            raise self.refuse("nested_open", at)
        term = Nested(count, faces, inner)
        term.weights(Work())
        self.throwing(MOST, 2, at)
        del self.terms[before:]
        self.terms.append(term)
        self.behind = self.at
        return term

    def close(self, end: str) -> None:
        """The parenthesis that ends what was opened."""
        self.at = self.skip(self.at)
        if self.peek(self.at) != end:
            raise self.refuse("dice_syntax", self.at, "operator", end)
        self.at += 1

    def numbered(self, at: int, floor: int) -> Node:
        """A number, or so many dice."""
        number = self.whole()
        letter = self.peek(self.at)
        if letter == "d" and not (self.text[self.at + 1] == "i" and self.text.startswith(DISADVANTAGE, self.at)):
            return self.dice_term(number, at, floor)
        if letter == "a" and self.digit(self.at + 1):
            return self.kept(read_adding_pool(self, number, at))
        if letter == "c" and self.digit(self.at + 1):
            return self.kept(read_critical_pool(self, number, at))
        if letter == "f" and not self.letter(self.at + 1):
            self.at += 1
            return self.term(Dice(number, 3, -1), at, floor)
        return Number(number if letter != "." else self.decimals(number))

    def dice_term(self, count: int, at: int, floor: int) -> Node:
        """Dice whose `d` stands here."""
        self.at += 1
        letter = self.peek(self.at)
        if letter == "(":
            return self.nested_dice(Number(count), at, len(self.terms))
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
        return self.kept(term)

    def kept(self, term: Dice | Percentile | Critical) -> Node:
        """A term that is read, with where it ends."""
        self.terms.append(term)
        self.behind = self.at
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
        if sign == "f" and not self.text[at + 1].isalnum():
            self.at = at + 1
            return self.term(Dice(4, 3, -1), at, floor)
        if sign == "w" and self.text[at + 1] == "w" and self.digit(at + 2):
            self.at = at + 2
            return self.numbered(at + 2, floor)
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
        return self.kept(term)

    def percentile(self, term: Percentile) -> Node:
        """Bonus or penalty dice alone."""
        return self.kept(term)

    def call(self, function: Function) -> Node:
        """A function's arguments, between parentheses and commas; what is rounded is divided exactly."""
        division = self.division
        if function in _ROUNDED:
            self.division = Operation.RATIO
        self.at = self.skip(self.at)
        if self.peek(self.at) != "(":
            raise self.refuse("dice_syntax", self.at, "(")
        parts = [self.nested(self.at + 1, 0)]
        while self.peek(self.skip(self.at)) == "," and len(parts) < function.most:
            parts.append(self.nested(self.skip(self.at) + 1, 0))
        self.close(")")
        self.division = division
        return Call(function, tuple(parts))


def _chained(left: Node, sign: Operation, right: Node) -> Node:
    """Left and right joined; a chain of signs that bind equally grows instead of nesting."""
    if isinstance(left, Chain) and left.rank == sign.rank:
        return Chain(left.first, (*left.rest, (sign, right)))
    return Chain(left, ((sign, right),))
