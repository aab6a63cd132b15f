"""Dice and cards beside any table: for somebody who has no seat, or who rolls for herself. No log keeps them.

They are the same procedures as a table's own, thrown with dice of their own and told in the same words.
"""

from collections.abc import Coroutine

from ludex.core.asks import Choose
from ludex.core.driving import Faces, settle
from ludex.core.errors import RuleError
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.table.chance import Chance, new_seed
from ludex.table.decks import MOST_DRAWN, Decks, Draw, Drawn, draw, reached
from ludex.table.table_procedures import FreelyRolled, FreeRoll, common_card, roll_freely
from ludex.text.commands.decks import deck_named, listed, searched, wanted_cards
from ludex.text.commands.dice import dice_in, either_way
from ludex.text.drawing import card_text
from ludex.text.words import Words


def rolled(words: Words, who: str, dice: str) -> str:
    """Free dice that are no table's, as everybody reads them. What engines read in two ways is asked about, and nothing falls."""
    if either := either_way("r", dice):
        return "\n".join((words("told.which_relation"), *either))
    return _told(words, who, roll_freely(None, FreeRoll(dice)))


def usual(rest: str, die: str) -> str:
    """The dice of a roll where there is no table to say which is usual."""
    return dice_in(die, rest)


def drawn(words: Words, who: str, decks: Decks, rest: str) -> str:
    """Cards of a deck that belong to no table's log; alone, and behind `list` or `search`, which decks there are."""
    word, _, more = rest.strip().partition(" ")
    if not word or word.lower() in ("list", "列表", "keys"):
        return listed(words, decks)
    if word.lower() in ("search", "find", "搜", "搜索"):
        return searched(words, decks, more)
    name, times = wanted_cards(rest)
    deck = deck_named(decks, name)
    if not 1 <= times <= MOST_DRAWN:
        raise RuleError("too_many_repeats", repeats=times, limit=MOST_DRAWN)
    return _told(words, who, draw(None, Draw(deck.name, times, who, reached(decks.all(), deck.name))))


def _told(words: Words, who: str, run: Coroutine[None, None, FreelyRolled | Drawn]) -> str:
    chance = Chance(new_seed())
    done = settle(
        lambda: run, None, lambda state, _event: state, throw=lambda ask: chance.throw(ask.pool.sides), decide=_nobody
    )
    card = common_card(Told("", None, done.result, None, None)) or Card("")
    return f"{who} {card_text(words, card, [one for one in done.answers if isinstance(one, Faces)])}".strip()


def _nobody(_ask: Choose, _state: None) -> str:
    raise RuleError("no_question_for_you")
