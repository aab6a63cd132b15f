"""A small system for the kit's own tests: people in a tavern who drink, wager, and keep secrets."""

from typing import Annotated

from ludex import kit


class Drink(kit.Term):
    ALE = "ale", "麦酒", "ale"
    WINE = "wine", "葡萄酒", "wine"


class Person(kit.Record):
    name: str
    npc: bool = False
    unseen: bool = False
    head: Annotated[int, kit.called("酒量", "head", top=5)] = 3
    coins: Annotated[int, kit.called("铜钱", "coins", hidden=kit.OTHERS)] = 4
    luck: Annotated[int, kit.called("运气", "luck", rare=True, hidden=kit.NPCS)] = 0
    drunk: Annotated[tuple[Drink, ...], kit.called("喝过", "has drunk")] = ()
    note: str = ""

    @property
    def merry(self) -> Annotated[bool, kit.called("微醺", "merry")]:
        return len(self.drunk) >= self.head


class State(kit.Record):
    people: dict[str, Person] = {}
    song: Annotated[str, kit.called("曲子", "song")] = ""
    plot: Annotated[str, kit.called("阴谋", "plot", hidden=kit.SECRET)] = ""


class Drunk(kit.Event[State]):
    who: str
    drink: Drink

    def apply(self, state: State) -> State:
        return kit.changed(state, self.who, drunk=(*kit.person(state, self.who).drunk, self.drink))


class Came(kit.Joined[State, Person]):
    """Somebody comes in."""


class Order(kit.Record):
    who: kit.Me
    drink: Annotated[Drink, kit.called("酒", "drink")]
    cups: Annotated[int, kit.called("杯", "cups", low=1, high=3)] = 1


async def order(state: State, given: Order) -> None:
    """Drink something."""
    for _ in range(given.cups):
        await kit.happen(Drunk(given.who, given.drink))


def able(state: State, who: str) -> None:
    if kit.person(state, who).merry:
        raise kit.RuleError("merry", who=who)


class Wager(kit.Record):
    who: kit.Me
    against: Annotated[kit.Actor, kit.called("对手", "opponent")]
    dice: Annotated[int, kit.called("骰数", "dice")] = 2


class Wagered(kit.Record):
    result: Annotated[kit.Outcome, kit.verdict("结果", "result")]
    winner: Annotated[str, kit.called("赢家", "winner")]
    sixes: Annotated[int, kit.called("六点", "sixes")]


async def wager(state: State, given: Wager) -> Wagered:
    """Sixes win a coin."""
    kit.person(state, given.against)
    sixes = (await kit.roll(kit.successes(given.dice, 6, at=6), "rolls.wager")).value
    won = sixes > 0
    winner, loser = (given.who, given.against) if won else (given.against, given.who)
    await kit.happen(kit.Counted(winner, "coins", 1))
    await kit.happen(kit.Counted(loser, "coins", -1))
    return Wagered(kit.Outcome.SUCCESS if won else kit.Outcome.FAILURE, winner, sixes)


class Arrive(kit.Record):
    asker: kit.Asker
    name: Annotated[str, kit.called("名字", "name")]


async def arrive(state: State, given: Arrive) -> None:
    """Somebody comes in."""
    await kit.happen(Came.new(state, Person(given.name)))


def demo() -> kit.Demo:
    there = {
        "ann": Person("安", coins=7),
        "bo": Person("阿波", luck=1),
        "host": Person("掌柜", npc=True, luck=3),
        "spy": Person("密探", npc=True, unseen=True, coins=99),
    }
    return kit.demo_at(State(there, plot="下毒"), ".order ale @安")


PLAYS = (
    kit.play(order, "点酒", "order", able=able, example=".点酒 麦酒 @安"),
    kit.play(wager, "打赌", "wager", odds=("result", "sixes")),
    kit.play(arrive, "进门", "arrive", who=kit.ANYONE),
)

SYSTEM = kit.system("tavern", "TAV", "tests.kit.tavern", state=State, events=(Drunk, Came), plays=PLAYS, demo=demo)
