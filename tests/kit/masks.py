"""A small system with much to hide, and its mutants: each has one slip by which a secret gets out."""

from collections.abc import Callable
from typing import Annotated

import msgspec

from ludex import kit
from ludex.kit.redact import redact as as_called


class Mask(kit.Term):
    FOX = "fox", "狐", "fox"
    CROW = "crow", "鸦", "crow"
    MOON = "moon", "月", "moon"
    SUN = "sun", "日", "sun"
    OAK = "oak", "橡", "oak"
    REED = "reed", "苇", "reed"


class Person(kit.Record):
    name: str
    npc: bool = False
    hand: Annotated[tuple[Mask, ...], kit.called("手牌", "hand", hidden=kit.OTHERS)] = ()


class State(kit.Record):
    people: dict[str, Person] = {}
    pile: Annotated[tuple[Mask, ...], kit.called("牌堆", "pile", hidden=kit.SECRET)] = ()
    guilty: Annotated[str, kit.called("真凶", "culprit", hidden=kit.SECRET)] = ""
    open: Annotated[tuple[Mask, ...], kit.called("桌上", "on the table")] = ()


class Drawn(kit.Event[State]):
    who: str
    mask: Annotated[Mask, kit.called("面具", "mask", hidden=kit.OTHERS)]

    def apply(self, state: State) -> State:
        left = tuple(one for one in state.pile if one is not self.mask)
        return kit.replaced(kit.changed(state, self.who, hand=(*state.people[self.who].hand, self.mask)), pile=left)


class Played(kit.Event[State]):
    who: str
    mask: Mask

    def apply(self, state: State) -> State:
        left = tuple(one for one in state.people[self.who].hand if one is not self.mask)
        return kit.replaced(kit.changed(state, self.who, hand=left), open=(*state.open, self.mask))


class Doing(kit.Record):
    who: kit.Me


class Left(kit.Record):
    cards: Annotated[int, kit.called("剩几张", "cards left")]


class LeftOpenly(kit.Record):
    cards: Annotated[tuple[Mask, ...], kit.called("剩下", "left")]


class Named(kit.Record):
    culprit: Annotated[str, kit.called("真凶", "culprit")]


class Felt(kit.Record):
    near: Annotated[bool, kit.called("摸到门道", "on the track")]


WORDS = {
    "events.drawn": ("{who} 摸到 {mask}", "{who} draws {mask}"),
    "events.drawn_hidden": ("{who} 摸了一张", "{who} draws"),
    "events.played": ("{who} 打出 {mask}", "{who} plays {mask}"),
}


def demo() -> kit.Demo:
    people = {"an": Person("安", hand=(Mask.FOX,)), "bai": Person("白", hand=(Mask.CROW,))}
    return kit.demo_at(State(people, (Mask.MOON, Mask.SUN, Mask.OAK, Mask.REED), "bai"))


def system(
    name: str,
    *,
    redact: Callable[[msgspec.Struct, kit.Viewer], msgspec.Struct] = as_called,
    secret_dice: bool = True,
    sealed: bool = True,
    tells_hand: bool = False,
    names_culprit: bool = False,
) -> kit.System:
    async def draw(state: State, given: Doing) -> None:
        """A mask from the pile, by the dice."""
        if not state.pile:
            raise kit.RuleError("no_pile")
        found = (await kit.roll(kit.d(len(state.pile)), "rolls.draw", secret=secret_dice)).value
        await kit.happen(Drawn(given.who, state.pile[found - 1]))

    async def play_left(state: State, given: Doing) -> Left:
        """A mask from the hand, chosen in secret or in the open."""
        after = await _played(state, given)
        return Left(len(after.people[given.who].hand))

    async def play_openly(state: State, given: Doing) -> LeftOpenly:
        """The same, and what is left is told."""
        after = await _played(state, given)
        return LeftOpenly(after.people[given.who].hand)

    async def _played(state: State, given: Doing) -> State:
        hand = kit.person(state, given.who).hand
        if not hand:
            raise kit.RuleError("no_pile")
        me = kit.actor(given.who)
        options = tuple(kit.Option(one.value, kit.term(one.value)) for one in hand)
        answer = (await kit.choose_all({me: kit.Asking("questions.mask", options)}, sealed=sealed))[me]
        return await kit.happen(Played(given.who, Mask(answer)))

    async def search(state: State, given: Doing) -> Felt:
        """Whether she is on the track: it rests on what is hidden, and does not name it."""
        return Felt(state.guilty != given.who)

    async def search_name(state: State, given: Doing) -> Named:
        """Who did it."""
        return Named(state.guilty)

    plays = (
        kit.play(draw, "摸牌", "draw", example=".摸牌 @安"),
        kit.play(play_openly if tells_hand else play_left, "出牌", "play", example=".出牌 @安"),
        kit.play(search_name if names_culprit else search, "搜", "search", example=".搜 @安"),
    )
    package = f"tests.kit.masks_{name}" if name != "masks" else "tests.kit.masks"
    return kit.system(
        name, "MSK", package, state=State, events=(Drawn, Played), plays=plays, redact=redact, words=WORDS, demo=demo
    )


def forgetful(state: State, viewer: kit.Viewer) -> State:
    """Hides what is on sheets, and forgets the pile."""
    known = as_called(state, viewer)
    assert isinstance(known, State)
    return kit.replaced(known, pile=state.pile)


def blindfold(state: State, viewer: kit.Viewer) -> State:
    """Hides hands from the GM too."""
    known = as_called(state, kit.Viewer("observer") if viewer.gm else viewer)
    assert isinstance(known, State)
    return known


MUTANTS = {
    "naked": {"redact": lambda state, _viewer: state},
    "forgetful": {"redact": forgetful},
    "dicey": {"secret_dice": False},
    "unsealed": {"sealed": False},
    "talkative": {"tells_hand": True},
    "blunt": {"names_culprit": True},
    "blindfold": {"redact": blindfold},
}
"""The slips, each by its name."""

SYSTEM = system("masks")
