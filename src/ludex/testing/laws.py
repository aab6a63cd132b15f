"""The laws that hold for every system, each asked by itself: what `ludex check` runs, and our own tests too.

A law is kept, broken (with what was seen) or skipped, where a system lacks what it is about. Nothing here needs a test runner.
"""

import asyncio
import gc
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Literal

import msgspec

from ludex.core.asks import GAP, Option
from ludex.core.deeds import Command, Do
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import HOST, OBSERVER, Viewer
from ludex.core.system import System
from ludex.store.sqlite import SqliteStore
from ludex.table import overtime
from ludex.table.house import House, demo_of
from ludex.testing.conformance import load, run
from ludex.testing.coverage import covered
from ludex.testing.crashes import crash
from ludex.testing.draws import Draw, Numbered
from ludex.testing.games import ANSWERS, NOON, LawBroken, demand, is_taken, random_game
from ludex.testing.leaks import check_leaks
from ludex.testing.purity import check_purity
from ludex.testing.secrets import changed, check_hidden, leaves, plain_of, value_at, world_of
from ludex.testing.told import check_told
from ludex.testing.witnessed import Witness
from ludex.testing.wording import check_words
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES, clauses

LONGEST = 2.0
"""Seconds of work after which a call into a system that is checked never comes back."""

GAMES = 12
"""Random games of one check, unless more are asked for."""


class Lacking(Exception):
    """A system does not have what a law is about."""


class Finding(msgspec.Struct, frozen=True):
    """How a law stands with a system."""

    law: str
    verdict: Literal["kept", "broken", "skipped"]
    note: str = ""


class Law(msgspec.Struct, frozen=True):
    """A law: what it demands, and how that is asked. It says something worth noting, or nothing."""

    demands: str
    ask: Callable[[System, int], str]


def check(system: System, *, games: int = GAMES) -> Iterator[Finding]:
    """Every law in turn. Random games are numbered, so that the same check always plays the same ones."""
    longest = LONGEST
    for law in LAWS:
        with overtime.at_most(longest):
            found = _finding(law, system, games)
        if overtime.TookTooLong.__name__ in found.note:
            longest = LONGEST / 8  # it is known already that something loops
        yield found


def _finding(law: Law, system: System, games: int) -> Finding:
    try:
        with everything_awaited(system):
            return Finding(law.demands, "kept", law.ask(system, games))
    except Lacking as lacking:
        return Finding(law.demands, "skipped", str(lacking))
    except AssertionError as broken:
        return Finding(law.demands, "broken", str(broken))
    except RuleError as refused:
        return Finding(law.demands, "broken", f"refused: {refused}")
    except Exception as error:  # noqa: BLE001  # a system that crashes breaks a law, and the others are asked all the same
        return Finding(law.demands, "broken", crash(error, system.package))


@contextmanager
def everything_awaited(system: System) -> Iterator[None]:
    """What a rule asks and does not await never happens, without a word: say where."""
    gc.collect(1)
    gc.freeze()  # what was there before is not looked through again
    try:
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always", RuntimeWarning)
            yield
            gc.collect()
    finally:
        gc.unfreeze()
    home = Path(str(import_module(system.package).__file__)).parent.parent
    for one in (one for one in heard if "never awaited" in str(one.message)):
        file = Path(one.filename)
        where = f"{file.relative_to(home)}:{one.lineno}: " if file.is_relative_to(home) else ""
        raise LawBroken(f"{where}{one.message}")


def survives_the_disk(system: System, _games: int) -> str:
    """States are read back as they were written."""
    states = [system.start(system.options())]
    if system.demo is not None:
        states.append(system.demo().state)
    for state in states:
        again = msgspec.json.decode(msgspec.json.encode(state), type=system.state)
        changed = [name for name in state.__struct_fields__ if getattr(again, name) != getattr(state, name)]
        first = changed[0] if changed else ""
        demand(
            not changed,
            f"{first} is read back changed: {getattr(again, first, '')} where it was {getattr(state, first, '')}",
        )
    return ""


def knows_who_is_there(system: System, _games: int) -> str:
    """The GM knows of everybody, and nobody of somebody who is not there."""
    if system.demo is None:
        raise Lacking("it has no demo")
    state = system.demo().state
    everybody = set(system.actors(state))
    demand(_known(system, state, Viewer()) == everybody, "the GM does not know of everybody")
    demand(_known(system, state, Viewer(OBSERVER)) <= everybody, "an observer knows of somebody who is not there")
    return ""


def _known(system: System, state: msgspec.Struct, viewer: Viewer) -> set[str]:
    if system.redact is not None:
        return set(system.actors(system.redact(state, viewer)))
    if system.knows is None:
        raise Lacking("it hides nobody (`redact`)")
    return set(system.knows(state, viewer))


def vectors_hold(system: System, _games: int) -> str:
    """The vectors that lie in the package hold."""
    module = import_module(system.package)
    home = Path(str(module.__file__)).parent
    paths = [path for path in (home / "vectors.toml", home / "vectors") if path.exists()]
    if not paths or not hasattr(module, "__path__"):
        raise Lacking("there is no vectors.toml in its package")
    report = run(system, load(*paths))
    demand(not report.failed, "\n  ".join(f"{f.id}: {f.why}" for f in report.failed))
    told = f"{report.passed} vectors"
    return f"{told}; {covered(system, *paths).summary()}" if clauses(system.package, "en") else told


def words_are_complete(system: System, _games: int) -> str:
    """Whatever it says has words in both languages, with the same gaps."""
    return check_words(system)


def what_happens_is_told(system: System, _games: int) -> str:
    """Every event has a phrase or keeps the books, and every phrase an event that fills it."""
    return check_told(system)


def rules_ask(system: System, _games: int) -> str:
    """Chance, time, files and talk come from outside."""
    return check_purity(system)


UNREADABLE = frozenset(
    {"no_such_command", "unknown_command", "missing_argument", "too_many_arguments", "bad_argument", "not_among"}
)
"""Refusals of a line for how it is written."""


def demo_lines_work(system: System, _games: int) -> str:
    """The lines that the demo offers work one after another, in both languages; the examples of its commands can at least be read there."""
    if system.demo is None or not system.demo().lines:
        raise Lacking("its demo offers no lines" if system.demo else "it has no demo")
    for language in LANGUAGES:
        asyncio.run(_type_lines(system, language))
    return ""


async def _type_lines(system: System, language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "ludex.db"), clock=lambda: NOON)
        try:
            await type_demo_lines(house, system, language)
        finally:
            await house.close()


async def type_demo_lines(house: House, system: System, language: str) -> None:
    """Type the demo's lines as its GM, and answer whatever they ask."""
    table, _ = await house.demo(system.id, language=language)
    chat = Chat(table, HOST, language)
    for command in system.commands:
        _read_example(chat, command)
    for line in demo_of(system, language).lines:
        reply = await chat.line(line)
        demand(reply.ok, f"{line} ({language}) is refused: {reply.code}: {reply.text}{_untold(line, language)}")
        await _answer_plainly(chat, line)


def _untold(line: str, language: str) -> str:
    """What a line in Chinese lacks that is typed at the demo in English."""
    return "" if language == LANGUAGES[0] or line.isascii() else " Give it its English in [demo] of the words."


def _read_example(chat: Chat, command: Command) -> None:
    """An example may be refused where the demo stands, but not for how it is written."""
    line = chat.example(command)
    try:
        found, said = chat.find(chat.inner(line)) if line else (None, None)
        if said is not None and isinstance(found, Command):
            chat.desk.prepare(chat.filled(found, said.rest))
    except RuleError as refused:
        told = f"the example {line} ({chat.language}) is refused: {refused.code}: {chat.refusal(refused, line)}"
        demand(refused.code not in UNREADABLE, told + _untold(line, chat.language))


async def _answer_plainly(chat: Chat, line: str) -> None:
    """Answer whatever is asked with the first answer that is taken, those first that need no thought."""
    for _ in range(ANSWERS):
        if not (asked := chat.desk.answerable()):
            return
        options = sorted(asked[0].question.options, key=lambda option: option.open)
        answers = [said for option in options for said in _ways_to_say(option)]
        for said in answers:
            if await is_taken(chat, asked[0], said):
                break
        else:
            raise LawBroken(f"after {line} no answer is taken: {answers}")
    raise LawBroken(f"the questions after {line} do not come to an end")


def _ways_to_say(option: Option) -> list[str]:
    """An answer, its gaps filled with what is offered or with something plain."""
    if not option.open:
        return [option.answer]
    offered = next((values for gap in option.gaps if (values := option.fill.get(gap))), ("1", "50", "x"))
    return [GAP.sub(value, option.answer) for value in offered]


def random_play_keeps_the_laws(system: System, games: int) -> str:
    """Random games: refusals change nothing, nothing crashes, questions end, replay equals live play, undo leads back."""
    if system.demo is None:
        raise Lacking("it has no demo")
    check_due(system, Numbered(0))
    for number in range(games):
        with tempfile.TemporaryDirectory() as folder:
            try:
                asyncio.run(random_game(Numbered(number), system.id, Path(folder)))
            except AssertionError as broken:
                raise LawBroken(f"game {number}: {broken}") from None
    return f"{games} games"


WORLDS = 200
"""In so many worlds is asked what comes due."""


def check_due(system: System, draw: Draw) -> None:
    """What happens by itself is something that the system can do: asked in worlds whose numbers are others than the demo's."""
    if system.due is None or system.demo is None:
        return
    plain = plain_of(system.demo().state)
    places = [place for place in leaves(plain) if isinstance(value_at(plain, place), int)]
    for _ in range(WORLDS if places else 0):
        world = world_of(system, changed(plain, draw.one(places), draw))
        with suppress(SystemFailed, RuleError):  # no such world may ever be
            if world is not None and (todo := system.due(world)) is not None:
                _demand_fits(system, todo)


def _demand_fits(system: System, todo: Do) -> None:
    there = ", ".join(system.procedures)
    demand(todo.procedure in system.procedures, f"due wants {todo.procedure!r} done, and there are {there}")
    try:
        given = todo.given if isinstance(todo.given, dict) else msgspec.to_builtins(todo.given)
        system.procedures[todo.procedure].read(given)
    except RuleError as refused:
        raise LawBroken(f"due wants {todo.procedure!r} done with what does not fit: {refused}") from None


def hidden_stays_hidden(system: System, games: int) -> str:
    """Two worlds that differ only in what somebody may not know look the same to her."""
    if system.demo is None or system.redact is None:
        raise Lacking("it has no demo" if system.demo is None else "it hides nothing (`redact`)")
    found = check_leaks(system) + check_hidden(system, Numbered(0), worlds=games)
    typed = tuple(command.example or f".{command.names[0]}" for command in system.commands)
    told = asyncio.run(Witness(system, Numbered(0), typed).watch(games))
    rests = f"; what comes out rests on what is hidden, as your rules may say: {', '.join(told)}" if told else ""
    return (f"{found} pairs of worlds" if found else "nothing in its demo is hidden from anybody") + rests


LAWS = (
    Law("states survive the disk", survives_the_disk),
    Law("nobody knows of somebody who is not there", knows_who_is_there),
    Law("the vectors in its package hold", vectors_hold),
    Law("it has words for everything, in both languages with the same gaps", words_are_complete),
    Law("what happens is told", what_happens_is_told),
    Law("its rules ask, and take nothing by themselves", rules_ask),
    Law("the lines of its demo work", demo_lines_work),
    Law(
        "in random play refusals change nothing, replay equals live play, and everything ends",
        random_play_keeps_the_laws,
    ),
    Law("what is hidden stays hidden", hidden_stays_hidden),
)
