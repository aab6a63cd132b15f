"""What stands right behind dice: `kh3`, `r<=2`, `!`, `mi2`, `adv`, `b1`, `>=8`.

Each word is read into a change of the term. A term takes each kind of modifier once; their order does not matter,
because operators have an order of their own.
"""

from collections.abc import Callable

import msgspec

from ludex.dice.errors import REROLL_SHARE
from ludex.dice.operators import Clamp, Condition, Explode, Keep, Relation, Reroll, Select
from ludex.dice.percentile import Percentile
from ludex.dice.reader import RELATIONS, Reader
from ludex.dice.terms import Dice, shared

_BEFORE_RELATION = frozenset(RELATIONS) | {" "}

Read = Callable[[Reader, Dice], "Dice | Percentile"]
"""Reads what follows the word and gives the changed term; the reader stands behind the word."""

Change = Callable[[Reader, Dice], Dice]
"""The same where dice stay dice."""


def read_modifiers(reader: Reader, dice: Dice) -> Dice | Percentile:
    """The term with all modifiers that stand behind it."""
    sign = reader.text[reader.at]
    if sign != " " and sign not in _BY_LETTER:
        return dice
    term: Dice | Percentile = dice
    while (found := _word(reader, reader.at) or _word_apart(reader)) is not None:
        word, reader.at = found
        if not isinstance(term, Dice):
            raise reader.refuse("modifier_not_allowed", reader.at, modifier=word)
        term = MODIFIERS[word](reader, term)
    return shared(_fitting(reader, term)) if isinstance(term, Dice) else term


def _fitting(reader: Reader, dice: Dice) -> Dice:
    """The term, if what is done to it goes together: choosing dice, or bringing one more, stands alone."""
    explode, chosen = dice.explode, dice.keep or dice.select
    alone = dice.select is not None or (explode is not None and explode.single)
    if alone and explode is not None and (chosen is not None or dice.hits is not None):
        raise reader.refuse("modifier_not_allowed", reader.at, modifier=explode.text)
    return dice


def _word(reader: Reader, at: int) -> tuple[str, int] | None:
    """The modifier whose word stands there, and the place behind it."""
    text = reader.text
    for word in _BY_LETTER.get(text[at], ()):
        if text.startswith(word, at) and _whole(reader, word, at + len(word)):
            return word, at + len(word)
    return None


def _whole(reader: Reader, word: str, behind: int) -> bool:
    """Whether a word that is short enough to begin any other stands for itself here."""
    if word in ("d", "f"):
        return reader.digit(behind) or (word == "f" and reader.relation(behind) is not None)
    return word not in ("s", "sa", "sd") or not reader.letter(behind)


def _word_apart(reader: Reader) -> tuple[str, int] | None:
    """A modifier behind a blank: an advantage word, or a word with its number (else it is part of the reason)."""
    at = reader.skip(reader.at)
    if at == reader.at or (found := _word(reader, at)) is None:
        return None
    word, behind = found
    if word in ADVANTAGE or word in DISADVANTAGE:
        return None if word.isascii() and reader.letter(behind) else found
    if word in ("f", "s", "sa", "sd"):
        return None
    return found if reader.digit(behind) or reader.relation(behind) is not None else None


def read_hits(reader: Reader, dice: Dice) -> Dice:
    """The term counting successes, if a relation to a plain number stands behind it; else as it was."""
    if reader.text[reader.at] not in _BEFORE_RELATION:
        return dice
    found = reader.relation(reader.skip(reader.at))
    if found is None or dice.hits is not None:
        return dice
    start = reader.at
    reader.at = reader.skip(found[1])
    if not reader.digit(reader.at) and not (reader.peek(reader.at) == "-" and reader.digit(reader.at + 1)):
        reader.at = start
        return dice
    number = reader.signed()
    fails = _fails_behind(reader)
    if reader.peek(reader.at) in "dafc." and not fails:  # other dice, or a fraction: the totals are compared
        reader.at = start
        return dice
    counted = msgspec.structs.replace(dice, hits=Condition(found[0], number))
    return _fails(reader, counted) if fails else counted


def _fails_behind(reader: Reader) -> bool:
    """Whether `f<2` or `f1` stands here, behind the number of successes; if so the letter is read."""
    at = reader.at + 1
    if reader.peek(reader.at) != "f" or not (reader.digit(at) or reader.relation(at) is not None):
        return False
    reader.at = at
    return True


def _once(reader: Reader, taken: object) -> None:
    if taken is not None:
        raise reader.refuse("modifier_twice", reader.at)


def _number_or_one(reader: Reader) -> int:
    return reader.whole() if reader.digit(reader.at) else 1


def _keep(*, high: bool, drop: bool = False) -> Change:
    def read(reader: Reader, dice: Dice) -> Dice:
        _once(reader, dice.keep or dice.select)
        at = reader.at
        number = _number_or_one(reader)
        if (
            reader.at == at and dice.count == 1 and not drop
        ):  # d20kh: of one die nothing can be kept, so a second is meant
            return _advantage(high=high)(reader, dice)
        if not 1 <= number <= dice.count:
            raise reader.refuse("keep_out_of_range", at, number=number, limit=dice.count)
        return msgspec.structs.replace(dice, keep=Keep(number, high, drop))

    return read


def _keep_those(reader: Reader, dice: Dice) -> Dice:
    """`k3`: the highest three; `k>3`: those above three."""
    if reader.relation(reader.at) is None:
        return _KEEP_HIGH(reader, dice)
    return _selected(reader, dice, drop=False)


def _selected(reader: Reader, dice: Dice, *, drop: bool) -> Dice:
    _once(reader, dice.keep or dice.select)
    return msgspec.structs.replace(dice, select=Select(reader.condition(), drop))


def _penalty_or_drop(reader: Reader, dice: Dice) -> "Dice | Percentile":
    """`d100p1`: a penalty die; of several dice `p1`, `p<3`: those are dropped."""
    if dice.count > 1:
        return _selected(reader, dice, drop=True)
    return _percentile(-1)(reader, dice)


def _advantage(*, high: bool) -> Change:
    """A second die, of which the better or worse is kept."""

    def read(reader: Reader, dice: Dice) -> Dice:
        if dice.count != 1 or dice.keep is not None:
            raise reader.refuse("one_die_expected", reader.at, dice=dice.count)
        reader.throwing(1, dice.faces, reader.at)
        return msgspec.structs.replace(dice, count=2, keep=Keep(1, high))

    return read


def _reroll(*, once: bool) -> Change:
    def read(reader: Reader, dice: Dice) -> Dice:
        before = dice.reroll
        if before is not None and before.once != once:
            raise reader.refuse("modifier_twice", reader.at)
        at = reader.at
        when = reader.condition()
        reroll = Reroll(when, once) if before is None else Reroll(before.when, once, (*before.also, when))
        stays = reroll.stays(dice.first, dice.first + dice.faces - 1)
        if not once and stays * REROLL_SHARE < dice.faces:
            raise reader.refuse("endless_reroll", at, stays=stays, sides=dice.faces, limit=REROLL_SHARE)
        return msgspec.structs.replace(dice, reroll=reroll)

    return read


def _explode(*, compound: bool = False, penetrating: bool = False, once: bool = False, single: bool = False) -> Change:
    """Without a condition the highest face explodes."""

    def read(reader: Reader, dice: Dice) -> Dice:
        _once(reader, dice.explode)
        at, highest = reader.at, dice.first + dice.faces - 1
        given = reader.digit(at) or reader.relation(at) is not None
        when = reader.condition() if given else Condition(Relation.EQUAL, highest)
        explode = Explode(when, compound, penetrating, once, single)
        if explode.most > 1 and when.among(dice.first, highest) == dice.faces:
            raise reader.refuse("endless_explosion", at, sides=dice.faces)
        return msgspec.structs.replace(dice, explode=explode)

    return read


def _fails(reader: Reader, dice: Dice) -> Dice:
    """`>=5f<2`: each die below two takes a success away."""
    _once(reader, dice.fails)
    if dice.hits is None:
        raise reader.refuse("modifier_not_allowed", reader.at, modifier="f")
    return msgspec.structs.replace(dice, fails=reader.condition())


def _sorted(order: str) -> Change:
    """How the dice are shown."""

    def read(reader: Reader, dice: Dice) -> Dice:
        _once(reader, dice.order or None)
        return msgspec.structs.replace(dice, order=order)

    return read


def _dropped_or_nested(reader: Reader, dice: Dice) -> Dice:
    """`4d6d1`: some engines drop the lowest, others throw 4d6 dice of one side. It is refused, with both ways to write it."""
    raise reader.refuse("ambiguous_drop", reader.at, dice=dice.text, number=_number_or_one(reader))


def _least(reader: Reader, dice: Dice) -> Dice:
    clamp = dice.clamp or Clamp()
    _once(reader, clamp.least)
    return msgspec.structs.replace(dice, clamp=Clamp(reader.signed(), clamp.most))


def _most(reader: Reader, dice: Dice) -> Dice:
    clamp = dice.clamp or Clamp()
    _once(reader, clamp.most)
    return msgspec.structs.replace(dice, clamp=Clamp(clamp.least, reader.signed()))


def _hits(reader: Reader, dice: Dice) -> Dice:
    """`cs>=8`: the same as a relation behind dice, but also inside a sum."""
    _once(reader, dice.hits)
    return msgspec.structs.replace(dice, hits=reader.condition())


def _hits_from(reader: Reader, dice: Dice) -> Dice:
    """`10d10a8`: successes from 8 on."""
    _once(reader, dice.hits)
    return msgspec.structs.replace(dice, hits=Condition(Relation.AT_LEAST, reader.whole()))


def _percentile(sign: int) -> Read:
    def read(reader: Reader, dice: Dice) -> Percentile:
        if dice != Dice(1, 100):
            raise reader.refuse("d100_expected", reader.at, expected_term="1d100")
        reader.dice -= reader.repeats
        return read_percentile(reader, sign)

    return read


def read_percentile(reader: Reader, sign: int) -> Percentile:
    """The number of bonus (1) or penalty (-1) dice, behind its letter."""
    at = reader.at
    number = _number_or_one(reader)
    if number < 1:
        raise reader.refuse("dice_syntax", at, "number")
    reader.throwing(number + 2, 10, at)
    return Percentile(sign * number)


ADVANTAGE = ("advantage", "adv", "优势", "優勢")
DISADVANTAGE = ("disadvantage", "dis", "劣势", "劣勢")

_KEEP_HIGH = _keep(high=True)

MODIFIERS: dict[str, Read] = {
    "kh": _keep(high=True),
    "kl": _keep(high=False),
    "k": _keep_those,
    "q": _keep(high=False),
    "dh": _keep(high=True, drop=True),
    "dl": _keep(high=False, drop=True),
    "rr": _reroll(once=False),
    "ro": _reroll(once=True),
    "r": _reroll(once=False),
    "ra": _explode(single=True),
    "!": _explode(),
    "!o": _explode(once=True),
    "!p": _explode(penetrating=True),
    "!!": _explode(compound=True),
    "!!p": _explode(compound=True, penetrating=True),
    "e": _explode(),
    "min": _least,
    "mi": _least,
    "max": _most,
    "ma": _most,
    "cs": _hits,
    "f": _fails,
    "s": _sorted("a"),
    "sa": _sorted("a"),
    "sd": _sorted("d"),
    "d": _dropped_or_nested,
    "a": _hits_from,
    "b": _percentile(1),
    "p": _penalty_or_drop,
    "ph": _keep(high=True, drop=True),
    "pl": _keep(high=False, drop=True),
    **dict.fromkeys(("取高", "取大"), _keep(high=True)),
    **dict.fromkeys(("取低", "取小"), _keep(high=False)),
    **dict.fromkeys(("去掉最高", "去最高", "去高", "弃高"), _keep(high=True, drop=True)),
    **dict.fromkeys(("去掉最低", "去最低", "去低", "弃低"), _keep(high=False, drop=True)),
    **dict.fromkeys(ADVANTAGE, _advantage(high=True)),
    **dict.fromkeys(DISADVANTAGE, _advantage(high=False)),
}

_BY_LETTER: dict[str, tuple[str, ...]] = {
    letter: tuple(sorted((word for word in MODIFIERS if word[0] == letter), key=len, reverse=True))
    for letter in {word[0] for word in MODIFIERS}
}
