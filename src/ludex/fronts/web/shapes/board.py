"""The case board: cards in columns by kind, and curves for their links."""

import msgspec

from ludex.core.view import Board, BoardCard, Link
from ludex.fronts.web.shapes.prose import wrap
from ludex.text.words import Words

COLUMN = 210
CARD = 176
PAD = 12
TITLE = 18
NOTE = 16
HEAD = 30
GAP = 14
LINES = 10
"""So many lines of a card's text are shown."""


class DrawnCard(msgspec.Struct, frozen=True):
    """A card with its place and its lines."""

    card: BoardCard
    x: float
    y: float
    width: float
    height: float
    title: tuple[str, ...]
    note: tuple[str, ...]


class DrawnLink(msgspec.Struct, frozen=True):
    """A curve between two cards."""

    link: Link
    path: str
    x: float
    y: float


class DrawnBoard(msgspec.Struct, frozen=True):
    """The whole board."""

    width: int
    height: int
    columns: tuple[tuple[float, str, int], ...]
    cards: tuple[DrawnCard, ...]
    links: tuple[DrawnLink, ...]


def board(part: Board, words: Words) -> DrawnBoard:
    """Cards placed under their kinds, in the order in which the kinds first appear."""
    kinds = list(dict.fromkeys(c.kind for c in part.cards))
    cards: dict[str, DrawnCard] = {}
    heights = [HEAD]
    for place, kind in enumerate(kinds):
        y = HEAD
        for card in (c for c in part.cards if c.kind == kind):
            cards[card.id] = _card(card, place, y, words)
            y += int(cards[card.id].height) + GAP
        heights.append(y)
    links = tuple(_link(link, cards) for link in part.links if link.a in cards and link.b in cards)
    columns = tuple((n * COLUMN, kind, sum(c.kind == kind for c in part.cards)) for n, kind in enumerate(kinds))
    return DrawnBoard(
        max(1, len(kinds)) * COLUMN - (COLUMN - CARD) + 2, max(heights), columns, tuple(cards.values()), links
    )


def _card(card: BoardCard, place: int, y: int, words: Words) -> DrawnCard:
    title = tuple(wrap(words.say(card.title), (CARD - 2 * PAD) / 14, 4))
    note = tuple(wrap(words.say(card.note), (CARD - 2 * PAD) / 12, LINES)) if card.note else ()
    height = 2 * PAD + TITLE * len(title) + NOTE * (len(note) + bool(card.state))
    return DrawnCard(card, place * COLUMN + 1, y, CARD, height, title, note)


def _link(link: Link, cards: dict[str, DrawnCard]) -> DrawnLink:
    a, b = cards[link.a], cards[link.b]
    y1, y2 = a.y + a.height / 2, b.y + b.height / 2
    if a.x == b.x:
        x = a.x + CARD
        return DrawnLink(link, f"M{x} {y1} C{x + 26} {y1} {x + 26} {y2} {x} {y2}", x + 20, (y1 + y2) / 2)
    x1, x2 = (a.x + CARD, b.x) if a.x < b.x else (a.x, b.x + CARD)
    middle = (x1 + x2) / 2
    return DrawnLink(link, f"M{x1} {y1} C{middle} {y1} {middle} {y2} {x2} {y2}", middle, (y1 + y2) / 2)
