"""A small system in which everybody begins alike and roles are dealt in play, and its mutants: a secret gets out only after the deal."""

from typing import Annotated

from ludex import kit


class Role(kit.Term):
    KEEPER = "keeper", "守灯人", "keeper"
    WRECKER = "wrecker", "引礁人", "wrecker"


class Person(kit.Record):
    name: str
    role: Annotated[Role, kit.called("身份", "role", hidden=kit.OTHERS)] = Role.KEEPER


class State(kit.Record):
    people: dict[str, Person] = {}


class Dealt(kit.Event[State]):
    who: str
    role: Annotated[Role, kit.called("身份", "role", hidden=kit.OTHERS)]

    def apply(self, state: State) -> State:
        return kit.changed(state, self.who, role=self.role)


class DealtOpenly(kit.Event[State]):
    who: str
    role: Annotated[Role, kit.called("身份", "role")]

    def apply(self, state: State) -> State:
        return kit.changed(state, self.who, role=self.role)


WORDS = {
    "events.dealt": ("{who} 是{role}", "{who} is a {role}"),
    "events.dealt_hidden": ("{who} 拿到了身份", "{who} has a role"),
    "events.dealt_openly": ("{who} 是{role}", "{who} is a {role}"),
}


def demo() -> kit.Demo:
    return kit.demo_at(State({"an": Person("安"), "bai": Person("白"), "chen": Person("陈")}))


def system(name: str, *, openly: bool = False, secret_dice: bool = True, asks_role: bool = False) -> kit.System:
    told = DealtOpenly if openly else Dealt

    async def deal(state: State, given: kit.Nothing) -> None:
        """One of them is the wrecker, by the dice."""
        place = (await kit.roll(kit.d(len(state.people)), "rolls.deal", secret=secret_dice)).value
        for n, who in enumerate(state.people, 1):
            await kit.happen(told(who, Role.WRECKER if n == place else Role.KEEPER))

    async def vote(state: State, given: kit.Nothing) -> None:
        """Everybody says yes or no."""
        for who, one in state.people.items():
            facts = {"role": one.role.value} if asks_role else {}
            await kit.choose(kit.actor(who), kit.say("questions.vote", **facts), ("yes", "no"))

    plays = (
        kit.play(deal, "发身份", "deal", who=kit.GM_ONLY, example=".发身份"),
        kit.play(vote, "表决", "vote", who=kit.GM_ONLY, example=".表决"),
    )
    package = f"tests.kit.roles_{name}" if name != "roles" else "tests.kit.roles"
    return kit.system(
        name, "ROL", package, state=State, events=(Dealt, DealtOpenly), plays=plays, words=WORDS, demo=demo
    )


MUTANTS = {"dealt": {"openly": True}, "rolled": {"secret_dice": False}, "canvassed": {"asks_role": True}}
"""The slips, each by its name."""

SYSTEM = system("roles")
