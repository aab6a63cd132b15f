"""潮汐 Tide: three suits, hidden hands, two cards laid at once. A whole game of cards in one file."""

from typing import Annotated

from ludex import kit

HAND, WAVES = 3, 4  # TID-DEA-1, TID-WAV-1


class Suit(kit.Term):  # TID-SUI-1: each beats the next, and the last the first
    TIDE = "tide", "潮", "tide"
    WIND = "wind", "风", "wind"
    STONE = "stone", "石", "stone"


class Card(kit.Thing):
    suit: Suit
    rank: int


CARDS = kit.shelf("tide", "cards", Card)
BEATS = {Suit.TIDE: Suit.STONE, Suit.STONE: Suit.WIND, Suit.WIND: Suit.TIDE}


class Person(kit.Record):
    name: str
    npc: bool = False
    hand: Annotated[tuple[str, ...], kit.called("手牌", "hand", deck="deck")] = ()
    waves: Annotated[int, kit.track("浪", "waves", WAVES)] = 0

    @property
    def out(self) -> Annotated[bool, kit.called("落水", "overboard")]:
        return self.waves >= WAVES


class State(kit.Record):
    people: dict[str, Person] = {}
    deck: Annotated[kit.Deck, kit.called("牌堆", "deck")] = kit.Deck(tuple(sorted(CARDS)))


class Came(kit.Joined[State, Person]):
    """Somebody comes aboard."""


def afloat(state: State, who: str) -> None:
    """Refuse what somebody does who is overboard."""
    if kit.person(state, who).out:
        raise kit.RuleError("overboard", clause="TID-WAV-1", who=who)


def in_hand(state: State | None, who: str) -> dict[str, kit.Name]:
    """The cards that somebody holds."""
    one = state.people.get(who) if state else None
    return kit.offered(CARDS, one.hand if one else ())


class Deal(kit.Record):
    count: Annotated[int, kit.called("张数", "cards", low=1, high=5)] = HAND


@kit.rule("TID-DEA-1")
async def deal(state: State, given: Deal) -> None:
    """Everybody draws up to so many cards."""
    for who, one in state.people.items():
        if not one.out:
            state = await kit.draw(state, who, max(0, given.count - len(one.hand)))


class Draw(kit.Record):
    who: kit.Me


@kit.rule("TID-DRA-1")
async def take(state: State, given: Draw) -> None:
    """Draw a card; a full hand takes none."""
    if len(kit.hand_of(state, given.who)) >= HAND:
        raise kit.RuleError("full_hand", clause="TID-DRA-1", most=HAND)
    await kit.draw(state, given.who)


@kit.rule("TID-PEE-1")
async def look_ahead(state: State, given: Draw) -> None:
    """Look at the next card, for a wave."""
    await kit.happen(kit.Counted(given.who, "waves", 1, paid=True))
    await kit.peek(state, given.who)


class Give(kit.Record):
    who: kit.Me
    card: Annotated[str, kit.called("牌", "card", among=in_hand, hidden=kit.OTHERS)]
    whom: Annotated[kit.Actor, kit.called("给谁", "for whom")]


@kit.rule("TID-GIV-1")
async def give(state: State, given: Give) -> None:
    """Hand somebody a card; only the two of you know which."""
    kit.person(state, given.whom)
    if given.who == given.whom:
        raise kit.RuleError("no_rival", clause="TID-GIV-1")
    await kit.happen(kit.CardGiven(given.who, given.card, whom=given.whom))


class Duel(kit.Record):
    who: kit.Me
    against: Annotated[kit.Actor, kit.called("对手", "opponent")]


class Dueled(kit.Record):
    result: Annotated[kit.Outcome, kit.verdict("结果", "result")]
    mine: Annotated[str, kit.called("己方的牌", "own card")]
    theirs: Annotated[str, kit.called("对方的牌", "their card")]


@kit.rule("TID-DUE-1")
async def duel(state: State, given: Duel) -> Dueled:
    """Both lay a card face down and turn them at once; who is beaten takes a wave, and a tie washes over both."""
    rivals = (given.who, given.against)
    afloat(state, given.against)
    if given.who == given.against or not all(kit.hand_of(state, who) for who in rivals):
        raise kit.RuleError("no_rival", clause="TID-DUE-1")
    asking = {
        kit.actor(who): kit.Asking("questions.lay", tuple(map(option, kit.hand_of(state, who)))) for who in rivals
    }
    laid = {kit.actor_of(who): card for who, card in (await kit.choose_all(asking, sealed=True)).items()}
    for who, card in laid.items():
        await kit.happen(kit.CardDiscarded(who, card))
    mine, theirs = (CARDS[laid[who]] for who in rivals)
    won, lost = beats(mine, theirs), beats(theirs, mine)
    for who, beaten in zip(rivals, (not won, not lost), strict=True):
        if beaten:
            await kit.happen(kit.Counted(who, "waves", 1))  # TID-WAV-1
    return Dueled(kit.Outcome.SUCCESS if won else kit.Outcome.FAILURE, *(laid[who] for who in rivals))


def option(card: str) -> kit.Option:
    """A card as an answer."""
    return kit.Option(card, kit.thing(card))


@kit.rule("TID-SUI-1")
def beats(one: Card, other: Card) -> bool:
    """Whether a card beats another: by its suit, in one suit by its rank."""
    return one.rank > other.rank if one.suit is other.suit else BEATS[one.suit] is other.suit


class Create(kit.Record):
    name: Annotated[str, kit.called("名字", "name")]


async def create(state: State, given: Create) -> None:
    """Somebody comes aboard with an empty hand."""
    await kit.happen(Came.new(state, Person(given.name)))


SYSTEM = kit.system(
    "tide",
    "TID",
    __name__,
    state=State,
    events=(Came,),
    plays=(
        kit.play(deal, "发牌", "deal", who=kit.GM_ONLY, picture="flag", example=".发牌"),
        kit.play(take, "摸牌", "draw", able=afloat, example=".摸牌 @安"),
        kit.play(duel, "对牌", "duel", able=afloat, odds=("result",), picture="sword", example=".对牌 白 @安"),
        kit.play(give, "递牌", "give", able=afloat, knows=("whom",), example=".递牌 潮一 白 @安"),
        kit.play(look_ahead, "探", "peek", able=afloat, picture="eye", example=".探 @安"),
        kit.play(create, "建卡", "create", who=kit.ANYONE, example=".建卡 苏"),
    ),
    things=(CARDS,),
    hue="azure",
)
