"""Cards: a deck of the state, hands on sheets, discards for all to see. A card is a thing of a shelf, kept by its id.

    class Person(Record):
        name: str
        hand: Annotated[tuple[str, ...], called("手牌", "hand", deck="deck")] = ()

    class State(Record):
        people: dict[str, Person] = {}
        deck: Annotated[Deck, called("牌堆", "deck")] = Deck(tuple(CARDS))

A deck is never shuffled: what lies in it has no order until it is drawn, by a secret die of the sealed seed. So nobody can know what comes
next, nothing of a shuffle is told, and chances are those of everything that the viewer has not seen: what lies in the deck and in
others' hands is one heap to her. What was put or looked at on top has its place, and is drawn first.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, TypeVar

import msgspec

from ludex.core import asks
from ludex.core.asks import roll
from ludex.core.errors import RuleError
from ludex.core.events import Lines
from ludex.core.principals import Viewer
from ludex.core.say import Filling
from ludex.core.system import HIDDEN_HAND, Below
from ludex.kit.called import Called, called, columns
from ludex.kit.events import Event
from ludex.kit.people import Crowd, changed, person, replaced
from ludex.kit.records import Record
from ludex.kit.witness import Witness

S = TypeVar("S", bound=Crowd)


class Deck(Record):
    """Cards face down without an order, those on top of them, and the discards.

    `seers` know the top. `elsewhere`: of what lies in it, so many are really in hands that the viewer does not know: whose, and in which field.
    """

    pile: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    discards: Annotated[tuple[str, ...], called("弃牌", "discards")] = ()
    seers: tuple[str, ...] = ()
    elsewhere: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.pile) + len(self.top) - sum(sum(held.values()) for held in self.elsewhere.values())

    def without(self, card: str) -> "Deck":
        if card in self.top:
            left = tuple(one for one in self.top if one != card)
            return replaced(self, top=left, seers=self.seers if left else ())
        pile = list(self.pile)
        pile.remove(card)
        return replaced(self, pile=tuple(pile))


def deck_of(state: Crowd, name: str) -> Deck:
    """A deck of the state; what is none is named with those that are."""
    found = getattr(state, name, None)
    if isinstance(found, Deck):
        return found
    raise TypeError(f"{name!r} is no deck of the state: declare it there as kit.Deck, or say which it is with deck=")


def _with_deck(state: S, name: str, deck: Deck) -> S:
    return replaced(state, **{name: msgspec.structs.replace(deck, pile=tuple(sorted(deck.pile)))})


def _with_hand(state: S, who: str, what: str, cards: tuple[str, ...]) -> S:
    return changed(state, who, **{what: cards})


def hand_of(state: Crowd, who: str, what: str = "hand") -> tuple[str, ...]:
    """The cards in somebody's hand. Odds of one who does not know them are those over all hands that may be there."""
    if any(what in deck.elsewhere.get(who, {}) for deck in decks_in(state).values()):
        raise RuleError(HIDDEN_HAND, who=who)
    return _hand(state, who, what)


def _hand(state: Crowd, who: str, what: str) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(person(state, who), what)
    return found


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand without one card; one that is not there is refused."""
    if card not in cards:
        raise ValueError(f"{card!r} is not in the hand: look before you let it happen")
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


class CardMoved(Event[Crowd]):
    """A card came to a hand or left it. Who may read that hand reads the card; others read that it was a card."""

    who: str
    card: str
    what: str = "hand"
    deck: str = "deck"

    def told_to(self, seen: Witness, usual: str, *holders: str) -> Lines:
        """The line with the card for whom it is, and without it for everybody else."""
        facts: dict[str, Filling] = {"card": seen.shown(self.card), "who": seen.name(self.who)}
        known = any(seen.reads(who, self.what, (self.card,)) for who in holders or (self.who,))
        return seen.told(
            self, usual=usual if known else f"{usual}_hidden", facts=facts if known else {"who": facts["who"]}
        )


class CardDrawn(CardMoved):
    """A card came from a deck to a hand."""

    def apply(self, state: Crowd) -> Crowd:
        hand = (*_hand(state, self.who, self.what), self.card)
        left = deck_of(state, self.deck).without(self.card)
        return _with_deck(_with_hand(state, self.who, self.what, hand), self.deck, left)

    def tell(self, seen: Witness) -> Lines:
        return self.told_to(seen, "kit.drew")


class CardDiscarded(CardMoved):
    """A card went from a hand to the discards, for all to see."""

    def apply(self, state: Crowd) -> Crowd:
        deck = deck_of(state, self.deck)
        after = _with_hand(state, self.who, self.what, _less(hand_of(state, self.who, self.what), self.card))
        return _with_deck(after, self.deck, replaced(deck, discards=(*deck.discards, self.card)))

    def tell(self, seen: Witness) -> Lines:
        return seen.told(self, usual="kit.discarded", facts={"who": seen.name(self.who), "card": seen.shown(self.card)})


class CardGiven(CardMoved):
    """A card went from one hand to another; the two know which."""

    whom: str = ""

    def apply(self, state: Crowd) -> Crowd:
        after = _with_hand(state, self.who, self.what, _less(hand_of(state, self.who, self.what), self.card))
        return _with_hand(after, self.whom, self.what, (*_hand(after, self.whom, self.what), self.card))

    def tell(self, seen: Witness) -> Lines:
        return self.told_to(seen, "kit.gave", self.who, self.whom)


class CardTopped(CardMoved):
    """A card lies on top of a deck, face down, and `who` knows it: it was put there from her hand, or found there by looking."""

    from_hand: bool = False

    def apply(self, state: Crowd) -> Crowd:
        deck = deck_of(state, self.deck)
        if self.from_hand:
            state = _with_hand(state, self.who, self.what, _less(hand_of(state, self.who, self.what), self.card))
        else:
            deck = deck.without(self.card)
        seers = (self.who,) if self.from_hand or not deck.top else tuple({*deck.seers, self.who})
        return _with_deck(state, self.deck, replaced(deck, top=(self.card, *deck.top), seers=seers))

    def tell(self, seen: Witness) -> Lines:
        return self.told_to(seen, "kit.laid" if self.from_hand else "kit.peeked")


class Reshuffled(Event[Crowd]):
    """The discards lie in the deck again."""

    deck: str = "deck"

    def apply(self, state: Crowd) -> Crowd:
        deck = deck_of(state, self.deck)
        whole = replaced(deck, pile=(*deck.pile, *deck.top, *deck.discards), top=(), discards=(), seers=())
        return _with_deck(state, self.deck, whole)

    def tell(self, seen: Witness) -> Lines:
        return seen.told(self, usual="kit.reshuffled")


EVENTS: tuple[type[Event[Crowd]], ...] = (CardDrawn, CardDiscarded, CardGiven, CardTopped, Reshuffled)
"""What happens to cards."""


class Pile(msgspec.Struct, frozen=True):
    """A die with a face for each card. Its value is the place of that card; cards that are alike have one place, and are one case in odds."""

    cards: tuple[str, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        return (len(self.cards),)

    def value(self, faces: tuple[int, ...]) -> int:
        """Where the card lies."""
        return self.cards.index(self.cards[faces[0] - 1])

    def weights(self) -> Mapping[int, int]:
        """So many of each card."""
        return {self.cards.index(card): count for card, count in Counter(self.cards).items()}


async def _next(state: Crowd, deck: str) -> str:
    """The card that comes next: the top, or any of those without an order, by a die that nobody sees."""
    found = deck_of(state, deck)
    if found.top:
        return found.top[0]
    if found.count < 1:
        raise RuleError("no_cards")
    return found.pile[(await roll(Pile(found.pile), "rolls.kit_card", secret=True)).value]


async def draw(state: S, who: str, count: int = 1, *, what: str = "hand", deck: str = "deck") -> S:
    """Somebody draws so many cards; the state afterwards comes back. An empty deck takes its discards again; with none there is a refusal."""
    for _ in range(count):
        found = deck_of(state, deck)
        if found.count < 1 and found.discards:
            state = await asks.happen(Reshuffled(deck))
        state = await asks.happen(CardDrawn(who, await _next(state, deck), what, deck))
    return state


async def peek(state: S, who: str, *, deck: str = "deck") -> str:
    """Somebody looks at the next card, and leaves it where it is."""
    card = await _next(state, deck)
    await asks.happen(CardTopped(who, card, deck=deck))
    return card


def decks_in(state: object) -> dict[str, Deck]:
    """The decks of a state by the names of their fields."""
    held = ((name, getattr(state, name)) for name in getattr(state, "__struct_fields__", ()))
    return {name: one for name, one in held if isinstance(one, Deck)}


def heaped(state: msgspec.Struct, viewer: Viewer) -> dict[str, Deck]:
    """The decks as a viewer knows them: what she has not seen, in the deck or in others' hands, is one heap."""
    found = {}
    for name, deck in decks_in(state).items():
        others = {who: one for who, one in getattr(state, "people", {}).items() if who not in viewer.controls}
        held = {who: hands for who, one in others.items() if (hands := _hands(one, name))}
        knows_top = any(who in viewer.controls for who in deck.seers)
        unseen = [card for hands in held.values() for cards in hands.values() for card in cards]
        pile = (*deck.pile, *unseen, *(() if knows_top else deck.top))
        counts = {who: {what: len(cards) for what, cards in hands.items()} for who, hands in held.items()}
        over = {"top": deck.top if knows_top else (), "seers": deck.seers if knows_top else ()}
        found[name] = msgspec.structs.replace(
            deck, pile=tuple(sorted(pile)), elsewhere={**deck.elsewhere, **counts}, **over
        )
    return found


def dealt(state: S, below: Below) -> S:
    """A state as a viewer knows it, with hands dealt to others as they may hold them: what she has not seen falls to anybody alike."""
    for name, deck in decks_in(state).items():
        pile = list(deck.pile)
        for who, hands in deck.elsewhere.items():
            for what, count in hands.items():
                hand = (pile.pop(below(len(pile))) for _ in range(count))
                state = _with_hand(state, who, what, (*_hand(state, who, what), *hand))
        state = _with_deck(state, name, msgspec.structs.replace(deck, pile=tuple(pile), elsewhere={}))
    return state


def _hands(one: msgspec.Struct, deck: str) -> dict[str, tuple[str, ...]]:
    """The cards of a deck on somebody's sheet, by the fields that hold some."""
    fields: list[tuple[str, Called]] = [(c.name, c.called) for c in columns(type(one)) if c.called is not None]
    return {name: cards for name, field in fields if field.deck == deck and (cards := getattr(one, name))}
