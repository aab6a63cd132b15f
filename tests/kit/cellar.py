"""A small system with secrets for the kit's own tests: people pass one another notes that nobody else may read."""

from typing import Annotated

from ludex import kit


class Note(kit.Term):
    PLAN = "plan", "计划", "plan"
    KEY = "key", "钥匙", "key"


class Person(kit.Record):
    name: str
    npc: bool = False
    notes: Annotated[tuple[Note, ...], kit.called("字条", "notes", hidden=kit.OTHERS)] = ()


class State(kit.Record):
    people: dict[str, Person] = {}


class Passed(kit.Event[State]):
    who: str
    whom: str
    note: Annotated[Note, kit.called("字条", "note", hidden=kit.OTHERS)]

    def apply(self, state: State) -> State:
        return kit.changed(state, self.whom, notes=(*kit.person(state, self.whom).notes, self.note))


class Pass(kit.Record):
    who: kit.Me
    note: Annotated[Note, kit.called("字条", "note", hidden=kit.OTHERS)]
    whom: Annotated[kit.Actor, kit.called("给谁", "for whom")]


class Counted(kit.Record):
    left: Annotated[int, kit.called("手里还有", "left", hidden=kit.OTHERS)]


async def pass_note(state: State, given: Pass) -> Counted:
    """Pass somebody a note; only the two of them know which."""
    await kit.happen(Passed(given.who, given.whom, given.note))
    return Counted(len(kit.person(state, given.who).notes))


class Vote(kit.Record):
    who: kit.Me
    against: Annotated[kit.Actor, kit.called("投谁", "against")]


async def vote(state: State, given: Vote) -> None:
    """Vote against somebody, whom nobody learns."""
    kit.person(state, given.against)


WORDS = {
    "events.passed": ("{who} 递给 {whom} {note}", "{who} hands {whom} the {note}"),
    "events.passed_hidden": ("{who} 递给 {whom} 一张字条", "{who} hands {whom} a note"),
    "sentences.vote": ("{who} 投了 {against}", "{who} votes against {against}"),
    "sentences.vote_hidden": ("{who} 投了票", "{who} votes"),
}


def demo() -> kit.Demo:
    return kit.demo_at(State({"an": Person("安", notes=(Note.KEY,)), "bai": Person("白"), "chen": Person("陈")}))


SYSTEM = kit.system(
    "cellar",
    "CEL",
    "tests.kit.cellar",
    state=State,
    events=(Passed,),
    plays=(
        kit.play(pass_note, "递", "pass", knows=("whom",), example=".递 计划 白 @安"),
        kit.play(vote, "投", "vote", secret=True, example=".投 白 @安"),
    ),
    words=WORDS,
    demo=demo,
)
