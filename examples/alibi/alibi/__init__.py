"""不在场 Alibi: clues, threads and an accusation before dawn. A detective game in one file."""

from typing import Annotated

from ludex import kit
from ludex.core.view import Board, BoardCard, Link, Section

DAWN, DIFFICULT = 6, 2  # ALI-DAW-1, ALI-SEA-2

CLUES = kit.shelf("alibi", "clues", kit.Thing)
SUSPECTS = kit.shelf("alibi", "suspects", kit.Thing)


class Way(kit.Term):  # ALI-SEA-1
    EYE = "eye", "眼力", "eye"
    TALK = "talk", "口才", "talk"
    NERVE = "nerve", "胆气", "nerve"


class Person(kit.Record):
    name: str
    npc: bool = False
    eye: Annotated[int, kit.called("眼力", "eye")] = 2
    talk: Annotated[int, kit.called("口才", "talk")] = 2
    nerve: Annotated[int, kit.called("胆气", "nerve")] = 2
    breath: Annotated[int, kit.track("精神", "breath", 3)] = 3


class State(kit.Record):
    people: dict[str, Person] = {}
    dawn: Annotated[int, kit.track("天亮", "dawn", DAWN)] = 0
    culprit: Annotated[str, kit.called("真凶", "culprit", hidden=kit.SECRET)] = ""
    buried: Annotated[tuple[str, ...], kit.called("还没发现", "still buried", hidden=kit.SECRET)] = ()
    found: tuple[str, ...] = ()
    threads: dict[str, str] = {}
    closed: Annotated[bool, kit.called("结案", "closed", rare=True)] = False


class Came(kit.Joined[State, Person]):
    """A detective is on the case."""


class Opened(kit.Event[State]):
    """A case begins; only the GM knows who did it (ALI-CAS-1)."""

    culprit: Annotated[str, kit.called("真凶", "culprit", hidden=kit.SECRET)]
    told_as = kit.HEADLINE

    def apply(self, state: State) -> State:
        return State(state.people, culprit=self.culprit, buried=tuple(CLUES))


class Found(kit.Event[State]):
    """A clue comes to light (ALI-SEA-1)."""

    who: str
    clue: str
    told_as = kit.HEADLINE
    peak = 3

    def apply(self, state: State) -> State:
        left = tuple(one for one in state.buried if one != self.clue)
        return kit.replaced(state, buried=left, found=(*state.found, self.clue))


class Threaded(kit.Event[State]):
    """Somebody draws a thread from a clue to a suspect (ALI-THR-1)."""

    who: str
    clue: str
    suspect: str

    def apply(self, state: State) -> State:
        return kit.replaced(state, threads={**state.threads, self.clue: self.suspect})


class Accused(kit.Event[State]):
    """Somebody is accused; if it was the one, the case is closed (ALI-ACC-1)."""

    who: str
    suspect: str
    right: bool
    told_as = kit.HEADLINE
    peak = 5

    def apply(self, state: State) -> State:
        return kit.replaced(state, closed=self.right)


def able(state: State, _who: str) -> None:
    """Refuse to go on when the case is closed, or day has come."""
    if state.closed or state.dawn >= DAWN:
        raise kit.RuleError("case_over", clause="ALI-DAW-1")


class Open(kit.Record):
    suspect: Annotated[str, kit.called("真凶", "culprit", among=SUSPECTS, hidden=kit.OTHERS)]


@kit.rule("ALI-CAS-1")
async def open_case(state: State, given: Open) -> None:  # noqa: ARG001
    """The GM decides who did it, and every clue is buried."""
    await kit.happen(Opened(given.suspect))


class Search(kit.Record):
    who: kit.Me
    way: Annotated[Way, kit.called("怎么查", "way")]


class Searched(kit.Record):
    result: Annotated[kit.Outcome, kit.verdict("结果", "result")]


@kit.rule("ALI-SEA-1")
async def search(state: State, given: Search) -> Searched:
    """As many dice as the way is good for; two successes bring a clue to light, fewer cost an hour."""
    one = kit.person(state, given.who)
    dice = kit.score(one, given.way)
    if one.breath and await kit.choose(kit.actor(given.who), "questions.push", ("no", "yes")) == "yes":
        await kit.happen(kit.Counted(given.who, "breath", -1, paid=True))  # ALI-SEA-2
        dice += 1
    hits = (await kit.roll(kit.successes(dice, 6, at=4), "rolls.search")).value
    if hits < DIFFICULT:
        await kit.happen(kit.Counted(kit.SCENE, "dawn", 1))  # ALI-DAW-1
        return Searched(kit.Outcome.FAILURE)
    if state.buried:
        place = (await kit.roll(kit.d(len(state.buried)), "rolls.clue", secret=True)).value
        await kit.happen(Found(given.who, state.buried[place - 1]))
    return Searched(kit.Outcome.SUCCESS)


def on_the_board(state: State | None, _who: str) -> dict[str, kit.Name]:
    """The clues that have come to light."""
    return kit.offered(CLUES, state.found if state else ())


class Thread(kit.Record):
    who: kit.Me
    clue: Annotated[str, kit.called("线索", "clue", among=on_the_board)]
    suspect: Annotated[str, kit.called("嫌疑人", "suspect", among=SUSPECTS)]


@kit.rule("ALI-THR-1")
async def thread(state: State, given: Thread) -> None:  # noqa: ARG001
    """Draw a thread from a clue to a suspect."""
    await kit.happen(Threaded(given.who, given.clue, given.suspect))


class Accuse(kit.Record):
    who: kit.Me
    suspect: Annotated[str, kit.called("嫌疑人", "suspect", among=SUSPECTS)]


class Judged(kit.Record):
    right: Annotated[bool, kit.verdict("指认", "the accusation", yes="great", no="terrible")]


@kit.rule("ALI-ACC-1")
async def accuse(state: State, given: Accuse) -> Judged:
    """It was her, or two hours are gone."""
    right = given.suspect == state.culprit
    await kit.happen(Accused(given.who, given.suspect, right))
    if not right:
        await kit.happen(kit.Counted(kit.SCENE, "dawn", 2))
    return Judged(right)


class Create(kit.Record):
    name: Annotated[str, kit.called("名字", "name")]


async def create(state: State, given: Create) -> None:
    """A detective joins."""
    await kit.happen(Came.new(state, Person(given.name)))


def board(state: State, _viewer: kit.Viewer) -> tuple[Section, ...]:
    """The board: clues and suspects, with the threads between them."""
    clues = tuple(BoardCard(one, kit.thing(one), "clue") for one in state.found)
    people = tuple(BoardCard(one, kit.thing(one), "suspect") for one in SUSPECTS)
    links = tuple(Link(clue, suspect) for clue, suspect in state.threads.items())
    return (Section("board", kit.say("view.board"), (Board((*clues, *people), links),)),)


SYSTEM = kit.system(
    "alibi",
    "ALI",
    __name__,
    state=State,
    events=(Came, Opened, Found, Threaded, Accused),
    plays=(
        kit.play(open_case, "开案", "open", who=kit.GM_ONLY, picture="flag", example=".开案 管家"),
        kit.play(search, "搜查", "search", able=able, odds=("result",), picture="eye", example=".搜查 眼力 @安"),
        kit.play(thread, "连线", "thread", able=able, example=".连线 雪茄灰 医生 @安"),
        kit.play(accuse, "指认", "accuse", able=able, picture="push", example=".指认 医生 @安"),
        kit.play(create, "建卡", "create", who=kit.ANYONE, example=".建卡 苏"),
    ),
    things=(CLUES, SUSPECTS),
    scene=board,
    hue="slate",
)
