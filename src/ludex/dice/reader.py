"""A cursor over the text of an expression: characters, numbers, conditions, and refusals that say where.

Full-width characters, `×` and `÷` are read as their plain forms, and letters in either case, one character for one, so
that positions stay those of the text as it was typed.
"""

from fractions import Fraction

from ludex.core.say import Filling
from ludex.dice.errors import MAX_DEPTH, MAX_DICE, MAX_DIGITS, MAX_SIDES, DiceError
from ludex.dice.operators import Condition, Relation

DECIMALS = 6
END = "\0"
"""Stands behind the last character, so that looking there needs no care."""

_PLAIN: dict[int, str] = {
    **{code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)},
    **{code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)},
    **{ord(odd): plain for odd, plain in zip("\u3000\t\n\r×✕✖÷−–—【】〔〕", "    ***/---()()", strict=True)},
}


def plain(text: str) -> str:
    """The text in plain small letters, of the same length."""
    return text.lower() if text.isascii() and text.isprintable() else text.translate(_PLAIN)


RELATIONS: dict[str, tuple[tuple[str, Relation], ...]] = {
    ">": ((">=", Relation.AT_LEAST), (">", Relation.ABOVE)),
    "<": (("<=", Relation.AT_MOST), ("<", Relation.BELOW)),
    "=": (("==", Relation.EQUAL), ("=", Relation.EQUAL)),
    "≥": (("≥", Relation.AT_LEAST),),
    "≤": (("≤", Relation.AT_MOST),),
}


class Reader:
    """The text, the place reached in it, and what has been asked for so far."""

    __slots__ = ("at", "depth", "dice", "end", "repeats", "text")

    def __init__(self, text: str) -> None:
        self.text = plain(text) + END
        self.end = len(text)
        self.at = 0
        self.depth = 0
        self.dice = 0
        self.repeats = 1

    def peek(self, at: int) -> str:
        """The character at a place; `END` behind the last."""
        return self.text[at]

    def skip(self, at: int) -> int:
        """The next place that is not blank."""
        text = self.text
        while text[at] == " ":
            at += 1
        return at

    def digit(self, at: int) -> bool:
        """Whether a digit stands there."""
        return "0" <= self.text[at] <= "9"

    def letter(self, at: int) -> bool:
        """Whether a plain letter stands there."""
        return "a" <= self.text[at] <= "z"

    def refuse(self, code: str, at: int, *expected: str, **facts: Filling) -> DiceError:
        """A refusal that points to a place."""
        return DiceError(code, position=at, found=self.text[at : min(at + 12, self.end)], expected=expected, **facts)

    def whole(self) -> int:
        """A whole number, which stands here."""
        text, start, at = self.text, self.at, self.at
        while "0" <= text[at] <= "9":
            at += 1
        if at == start:
            raise self.refuse("dice_syntax", start, "number")
        if at - start > MAX_DIGITS:
            raise self.refuse("number_too_large", start, digits=at - start, limit=MAX_DIGITS)
        self.at = at
        return int(text[start:at])

    def decimals(self, whole: int) -> int | Fraction:
        """The number with what follows the point that stands here, if that is digits."""
        if not self.digit(self.at + 1):
            return whole
        self.at += 1
        start = self.at
        digits = self.whole()
        places = self.at - start
        if places > DECIMALS:
            raise self.refuse("number_too_large", start, digits=places, limit=DECIMALS)
        number = whole + Fraction(digits, 10**places)
        return int(number) if number.denominator == 1 else number

    def signed(self) -> int:
        """A whole number with or without a minus."""
        if self.peek(self.at) == "-":
            self.at += 1
            return -self.whole()
        return self.whole()

    def relation(self, at: int) -> tuple[Relation, int] | None:
        """The relation that stands there, and the place behind it."""
        for sign, relation in RELATIONS.get(self.text[at], ()):
            if self.text.startswith(sign, at):
                return relation, at + len(sign)
        return None

    def condition(self) -> Condition:
        """A relation and a number; a number alone is to be equalled."""
        found = self.relation(self.at)
        if found is None:
            return Condition(Relation.EQUAL, self.signed())
        self.at = found[1]
        return Condition(found[0], self.signed())

    def throwing(self, count: int, faces: int, at: int) -> None:
        """Take on more dice, within the limits."""
        self.dice += count * self.repeats
        if self.dice > MAX_DICE:
            raise self.refuse("too_many_dice", at, dice=self.dice, limit=MAX_DICE)
        if not 1 <= faces <= MAX_SIDES:
            raise self.refuse("too_many_sides" if faces else "bad_sides", at, sides=faces, limit=MAX_SIDES)

    def deeper(self) -> None:
        """Go one level further in, within the limit. Anyone who calls it comes back out with `depth -= 1`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refuse("too_deep", self.at, depth=self.depth, limit=MAX_DEPTH)
