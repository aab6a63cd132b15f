"""A desk's verbs about new characters: a draft that is asked for as a whole, and the character that comes of it in one entry.

A system names the deed by which somebody makes a character (`System.makes`). A draft is that deed run beside the table, on what the
seat knows, with the answers that a person has given so far and a likely one wherever she has given none: so every question of
creation is known at once, each can be answered again, and the sheet is there from the first answer on. Nothing becomes true before
the draft is finished; then the deed is done with all its answers.
"""

from collections.abc import Callable, Collection, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GAP, Bag, Choose, Roll
from ludex.core.deeds import Command, Do, Field, Filled, Show, kinds_of
from ludex.core.driving import Choice, Finished, settle
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.plain import Written
from ludex.core.principals import OBSERVER, PLAYER
from ludex.core.system import System
from ludex.core.view import View
from ludex.desk import roster
from ludex.desk.allowing import wished
from ludex.desk.desk import Desk
from ludex.desk.spelling import spell
from ludex.table.characters import Character, sheets_of, written
from ludex.table.entries import Question
from ludex.table.house import demo_of
from ludex.table.memory import fold
from ludex.table.playing import Outcome
from ludex.table.questions import may_answer
from ludex.table.seats import check_gm
from ludex.table.shelter import in_time

TRIES = 40
"""So many likely answers are tried before a draft stays open where it stands."""

MOST = 160
"""So many questions has no creation."""

NAME = "?"
"""Stands for words that only the person can give."""


Hides = Callable[[Choose], Collection[str]]
"""Answers to a question that are not likely ones."""


class Step(msgspec.Struct, frozen=True):
    """One question of a draft. `given`: its answer; `own`: whether the person gave it; `needed`: whether nobody else can. `taken`: all that she takes, where it is asked until
    she has enough; `more`: it is such a question again, and what is taken was said at the first."""

    key: str
    ask: Choose
    given: str = ""
    own: bool = False
    needed: bool = False
    problem: RuleError | None = None
    taken: tuple[str, ...] = ()
    more: bool = False


class Draft(msgspec.Struct, frozen=True):
    """A new character so far.

    `fields`: what the deed itself takes. `steps`: its questions with their answers. `problems`: what is wrong with a field (by its
    name; empty: with all of it). `played`: whether a GM makes her as a player would, because her own word would be asked for nothing. `view`: the table with her at it, where the draft comes to an end, and `actor` her id there. `asks`: the GM is asked before she comes.
    """

    command: Command
    filled: Filled
    fields: tuple[Field, ...]
    steps: tuple[Step, ...] = ()
    problems: Mapping[str, RuleError] = {}
    view: View | None = None
    actor: str = ""
    actors: Mapping[str, str] = {}
    asks: bool = False
    played: bool = False

    @property
    def ready(self) -> bool:
        """Whether she can come to the table as she is."""
        return not self.problems and not any(step.problem or step.needed for step in self.steps)


class _Stopped(Exception):  # no error: a draft goes no further
    """Somebody else is asked, a die would fall, or an answer is refused."""


class _Asking:
    """Answers the questions of one draft, and keeps them."""

    def __init__(
        self, desk: Desk, answers: Mapping[str, str], passed: Mapping[str, int], hides: Hides, name: str
    ) -> None:
        self.memory, self.seat = desk.table.memory, desk.seat
        self.answers = answers
        self.passed, self.hides, self.name = passed, hides, name or NAME
        self.steps: list[Step] = []

    def decide(self, ask: Choose, _state: Written) -> str:
        """The person's answer, or a likely one."""
        if not may_answer(self.memory, self.seat, ask.who) or len(self.steps) >= MOST:
            raise _Stopped
        if ask.bag is not None:
            return self._taken(ask, ask.bag)
        before = sum(step.ask.what.key == ask.what.key and step.ask.about == ask.about for step in self.steps)
        key = f"{ask.what.key}|{ask.about}|{before}"
        given = self.answers.get(key)
        if given:
            self.steps.append(Step(key, ask, given, own=True))
            ask.check(given)
            return given
        again = sum(step.ask.what == ask.what and step.ask.options == ask.options for step in self.steps)
        likely, needed = _likely(ask, self.hides(ask), again + self.passed.get(key, 0), self.name)
        self.steps.append(Step(key, ask, likely, needed=needed))
        return likely

    def _taken(self, ask: Choose, bag: Bag) -> str:
        """What she takes of several, all at once or one after another, and then no more; nobody else takes anything for her."""
        root = f"{ask.what.key}|{ask.about}|{bag.name}"
        before = sum(step.key.partition(MORE)[0] == root for step in self.steps)
        taken = tuple(split_list(self.answers.get(root, "")))
        key = f"{root}{MORE}{before}" if before else root
        whole = next((one for one in ask.options if one.answer.startswith("<") and one.open), None)
        if whole is not None and len(taken) > 1:
            given = ",".join(taken) if not before else bag.stop
        else:
            given = taken[before] if before < len(taken) else self.answers.get(key, bag.stop)
        own = before < len(taken)
        self.steps.append(Step(key, ask, given, own=own, taken=taken, more=before > 0))
        ask.check(given)
        return given


MORE = "#"
"""Stands in the key of a question that is asked once more, before how often it was."""


def _likely(ask: Choose, hidden: Collection[str], passed: int, name: str) -> tuple[str, bool]:
    """A likely answer: the question's own, else the first that needs nothing to be filled in, or after so many others have failed the
    next; and whether it is none."""
    closed = [one.answer for one in ask.options if not one.open and one.answer not in hidden]
    closed.sort(key=lambda one: one != ask.likely)
    if closed:
        return closed[passed % len(closed)], False
    option = ask.options[0]
    filled = GAP.sub(lambda gap: next(iter(option.fill.get(gap[1].removesuffix("…"), ())), name), option.answer)
    return filled, True


def command_of(desk: Desk) -> Command:
    if not desk.table.system.makes:
        raise RuleError("no_creation")
    return desk.command(desk.table.system.makes)


def draft(
    desk: Desk, args: Mapping[str, Written], answers: Mapping[str, str], name: str = "", hides: Hides = lambda _ask: ()
) -> Draft:
    """A character so far: the fields and answers that were given, and likely answers to all else, but those that `hides` leaves out."""
    if desk.seat.role == OBSERVER:
        raise RuleError("observers_watch")
    command = command_of(desk)
    found = _drafted(desk, command, (args, answers), (hides, name), played=False)
    if not found.steps and desk.seat.gm:
        asked = _drafted(desk, command, (args, answers), (hides, name), played=True)
        found = asked if asked.steps else found
    return found if found.steps else replace(found, fields=command.args)


Said = tuple[Mapping[str, Written], Mapping[str, str]]
"""Fields and answers that were given."""


def _drafted(desk: Desk, command: Command, said: Said, likely: tuple[Hides, str], *, played: bool) -> Draft:
    args, answers = said
    filled, problems, todo = _prepared(desk, command, args, likely[1], played=played)
    needed = tuple(f for f in command.args if f.needed)
    found = Draft(command, filled, needed, problems=problems, played=played)
    if todo is None:
        return found
    return _asked(desk, todo, answers, replace(found, asks=_asks(desk, found)), likely)


def _run(desk: Desk, command: Command, filled: Filled, *, played: bool) -> Do | Show:
    """What the deed of a draft comes to; `played`: as if a player did it."""
    asked = desk.asked(filled)
    desk.check_may(command, asked.actor)
    return command.run(replace(asked, viewer=replace(asked.viewer, role=PLAYER)) if played else asked)


def _asks(desk: Desk, found: Draft) -> bool:
    """Whether what was filled in is the GM's to allow."""
    if desk.seat.gm or found.problems:
        return False
    trusts, scope = desk.table.memory.settings.trusts, desk.table.scope()
    kinds = kinds_of(found.command, found.filled.args, desk.asked(found.filled))
    return any(trusts(kind, scope) == "ask" for kind in kinds)


def _prepared(
    desk: Desk, command: Command, args: Mapping[str, Written], name: str, *, played: bool
) -> tuple[Filled, dict[str, RuleError], Do | None]:
    """What the fields come to, and everything that is wrong with them: each that is refused is left out, and the rest is read again."""
    given = {key: value for key, value in args.items() if value not in (None, "", [], False)}
    filled, problems = Filled(command.key, given), dict[str, RuleError]()
    tried = filled
    for _ in range(len(command.args) + 1):
        try:
            todo = _run(desk, command, tried, played=played)
        except RuleError as error:
            field = _field_of(command, error, tried)
            problems.setdefault(field.name if field else "", error)
            if field is None:
                return filled, problems, None
            rest = {key: value for key, value in tried.args.items() if key != field.name}
            tried = Filled(command.key, {**rest, field.name: name or NAME} if field.needed else rest)
            continue
        return filled, problems, todo if isinstance(todo, Do) else None
    return filled, problems, None


def _field_of(command: Command, error: RuleError, tried: Filled) -> Field | None:
    """The field that a refusal is about, as far as it says so, and that can still be left out."""
    named = [str(error.facts.get(fact, "")) for fact in ("arg", "field", "name", "entry")]
    found = next((field for name in named if name and (field := command.field(name))), None)
    return found if found and ((found.needed and not tried.args.get(found.name)) or found.name in tried.args) else None


def _asked(desk: Desk, todo: Do, answers: Mapping[str, str], found: Draft, likely: tuple[Hides, str]) -> Draft:
    """The questions of a draft. A likely answer that is refused gives way to the next one, a person's own to a likely one: it stays
    where it was given, with what is wrong with it, while the rest of the draft goes on. A rule may refuse an answer only when it has
    heard all: the one without which it does not is the one that is wrong."""
    passed: dict[str, int] = {}
    wrong: dict[str, Step] = {}
    refused: RuleError | None = None
    for _ in range(TRIES):
        kept = {key: one for key, one in answers.items() if key not in wrong}
        asking = _Asking(desk, kept, passed, *likely)
        try:
            done = _settled(desk, todo, asking)
        except _Stopped:
            return replace(found, steps=_marked(asking, wrong))
        except RuleError as error:
            if not asking.steps:
                return replace(found, problems={**found.problems, "": error})
            last = asking.steps[-1]
            if last.needed:
                return replace(found, steps=_marked(asking, wrong))
            again, refused = refused is not None and _same(refused, error), error
            if not last.own and not again:
                passed[last.key] = passed.get(last.key, 0) + 1
                continue
            blamed = _blamed(asking, error, lambda left: _refusal(desk, todo, _Asking(desk, left, passed, *likely)))
            if blamed is not None:
                root = blamed.key.partition(MORE)[0]
                wrong[root] = replace(blamed, key=root, more=False, problem=error)
            else:
                passed[last.key] = passed.get(last.key, 0) + 1
            continue
        return _seen(desk, replace(found, steps=_marked(asking, wrong)), done.state)
    return replace(found, steps=_marked(asking, wrong))


def _blamed(asking: _Asking, error: RuleError, tried: Callable[[Mapping[str, str]], RuleError | None]) -> Step | None:
    """The person's own answer that a refusal is about: the latest without which it does not come; else the last one given, if it is hers."""
    own = [step for step in asking.steps if step.own]
    for step in reversed(own):
        left = {key: one for key, one in asking.answers.items() if key != step.key.partition(MORE)[0]}
        other = tried(left)
        if other is None or not _same(other, error):
            return step
    return asking.steps[-1] if asking.steps[-1].own else None


def _refusal(desk: Desk, todo: Do, asking: _Asking) -> RuleError | None:
    """What a draft with these answers is refused for."""
    try:
        _settled(desk, todo, asking)
    except RuleError as error:
        return error
    except _Stopped:
        pass
    return None


def _same(one: RuleError, other: RuleError) -> bool:
    return (one.code, one.facts) == (other.code, other.facts)


def _marked(asking: _Asking, wrong: Mapping[str, Step]) -> tuple[Step, ...]:
    """The steps of a draft; where a person's answer was refused, hers."""
    return tuple(replace(w, ask=one.ask) if (w := wrong.get(one.key)) else one for one in asking.steps)


def _settled(desk: Desk, todo: Do, asking: _Asking) -> Finished:
    """What the draft leads to."""
    system, state = desk.table.system, desk.state
    procedure, given = desk.table.starting(todo.procedure, todo.given)

    def falls(_ask: Roll) -> tuple[int, ...]:
        raise _Stopped

    def run() -> Finished:
        return settle(
            lambda: procedure.run(state, given),
            state,
            lambda s, e: fold(system, s, e),
            throw=falls,
            decide=asking.decide,
        )

    return in_time(system, run)


def _seen(desk: Desk, found: Draft, state: Written) -> Draft:
    """The table with the new character at it, as her player sees it."""
    system = desk.table.system
    before, actors = system.actors(desk.state), system.actors(state)
    fresh = next((actor for actor in actors if actor not in before), "")
    if not fresh or system.look is None:
        return found
    viewer = replace(desk.viewer, controls=(*desk.viewer.controls, fresh))
    return replace(found, view=system.look(system.known_to(state, viewer), viewer), actor=fresh, actors=actors)


async def finish(desk: Desk, args: Mapping[str, Written], answers: Mapping[str, str]) -> Outcome:
    """The character of a draft comes to the table. Every answer of the draft is given, the likely ones too."""
    made = draft(desk, args, answers)
    if not made.ready:
        wrong = [*made.problems.values(), *(step.problem for step in made.steps if step.problem)]
        raise wrong[0] if wrong else RuleError("draft_unfinished")
    command, asked = made.command, desk.asked(made.filled)
    todo = _run(desk, command, made.filled, played=made.played)
    assert isinstance(todo, Do)
    prelude, own = wished(desk, () if desk.seat.gm else kinds_of(command, made.filled.args, asked), todo)
    given = tuple(_given(desk, step) for step in made.steps) if prelude is None else ()
    line = spell(desk, made.filled, desk.language) if prelude else ""  # the GM reads what is wished for
    return await desk.table.act(
        desk.seat, todo, line=line, prelude=prelude, filled=made.filled, own_word=own, answers=given
    )


def _given(desk: Desk, step: Step) -> Choice:
    return Question.of(step.ask).answered(step.given, by=desk.seat_id, sealed=False)


class Sample(msgspec.Struct, frozen=True):
    """A ready-made character: the file, and who that is in a line."""

    file: Character
    about: str


_KNOWN: dict[tuple[str, str], dict[str, Sample]] = {}
"""Parties by package and language: a demo is made once."""


def _party(system: System, language: str) -> dict[str, Sample]:
    """The characters of a system's demo that players hold, by name."""
    key = (system.package, language)
    if key not in _KNOWN:
        _KNOWN[key] = _made(system, language) if system.demo is not None else {}
    return _KNOWN[key]


def _made(system: System, language: str) -> dict[str, Sample]:
    demo, sheets = demo_of(system, language), sheets_of(system)
    called = system.actors(demo.state)
    found: dict[str, Sample] = {}
    for actor in (one for controls in demo.seats.values() for one in controls):
        try:
            record = sheets.travels(demo.state, sheets.of(demo.state, actor))
        except RuleError:
            continue
        leans = {kind: dict(things) for kind, things in sheets.leans(demo.state, record).items() if things}
        file = Character(
            system=system.id, version=system.version, name=called[actor], record=sheets.packed(record), content=leans
        )
        found[called[actor]] = Sample(file, demo.about.get(actor, ""))
    return found


def people(desk: Desk, language: str) -> dict[str, str]:
    """The ready-made characters who are not at the table yet, each with who that is."""
    here = set(desk.actors().values())
    return {name: one.about for name, one in _party(desk.table.system, language).items() if name not in here}


async def adopt(desk: Desk, name: str, language: str) -> Outcome:
    """One of them comes to the table; the one who brings her holds her. A player's second character is a proposal to the GM."""
    found = _party(desk.table.system, language).get(name)
    if found is None:
        raise RuleError("unknown_actor", actor=name[:40], actors=list(people(desk, language)))
    theirs = next((side for side, _ in sheets_of(desk.table.system).sides(desk.table.memory.state)), "")
    return await roster.adopt(desk, written(found.file), side=theirs, free=not desk.seat.controls)


async def adopt_all(desk: Desk, language: str) -> list[str]:
    """The whole party comes to the table (GM); their names."""
    check_gm(desk.seat)
    names = list(people(desk, language))
    async with desk.table.together():
        for name in names:
            await adopt(desk, name, language)
    return names
