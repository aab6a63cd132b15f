"""What an author types: a new system that runs at once, and a check that finds what is wrong with it."""

import asyncio
import os
import py_compile
import site
import subprocess
import sys

import pytest
import structlog

from ludex.core.principals import HOST
from ludex.fronts.cli.lawful import check
from ludex.fronts.cli.play import demo
from ludex.fronts.cli.reloading import stamps
from ludex.fronts.cli.scaffolding import new_system, written
from ludex.store.sqlite import SqliteStore
from ludex.table import overtime, registry
from ludex.table.house import House
from ludex.testing.games import LawBroken
from ludex.testing.laws import random_play_keeps_the_laws
from ludex.text.chat import Chat
from tests.patience import LONG
from tests.plugins import install, register


@pytest.fixture(autouse=True)
def forgotten():
    yield
    registry.forget()
    structlog.reset_defaults()


def sketch(**changed):
    """The files of a new system called `sketch`, some of them changed: name of the file -> (old, new)."""
    files = {path.partition("/")[2]: text for path, text in written("sketch").items() if "/" in path}
    for name, (old, new) in changed.items():
        path = next(path for path in files if path.startswith(name))
        assert old in files[path], f"{old!r} is not in {path}"
        files[path] = files[path].replace(old, new)
    return files


def checked(name, capsys, games=4):
    with pytest.raises(SystemExit) as ended:
        check(name, games=games)
    return ended.value.code, capsys.readouterr().out


def test_a_new_system_keeps_every_law_at_once(tmp_path, monkeypatch, capsys):
    new_system("sketch", tmp_path / "sketch", install=False)
    register(monkeypatch, tmp_path / "sketch", "sketch", "sketch:SYSTEM")
    code, told = checked("sketch", capsys)
    assert code == 0, told
    assert "9 laws kept, 0 broken, 0 skipped" in told


@pytest.mark.parametrize("name", ["2nd", "Duel", "my-game", "class", "a", "mist"])
def test_a_name_that_cannot_be_is_refused(name, tmp_path):
    with pytest.raises(SystemExit) as refused:
        new_system(name, tmp_path / "x", install=False)
    assert name in str(refused.value)
    assert not (tmp_path / "x").exists()


def test_a_system_of_one_file_is_watched_too(tmp_path, monkeypatch):
    (tmp_path / "lone.py").write_text("SYSTEM = None\n")
    register(monkeypatch, tmp_path, "lone", "lone:SYSTEM")
    assert tmp_path / "lone.py" in stamps()


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SystemExit, match="there already"):
        new_system("sketch", tmp_path, install=False)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


ENDLESS = """me.luck:
        pass
    while await kit.choose(who, question, ("keep", "again"))"""

BROKEN = {
    "a word is missing": (
        {"words": ("[answers]\nkeep", "[answers]\nkept")},
        "for the answer keep",
    ),
    "a question has no words": ({"words": ("[questions]\nagain", "[questions]\nonce_more")}, "questions.again"),
    "the gaps differ": ({"words": ("{hits} successes,", "Some successes,")}, "questions.again has other gaps"),
    "a vector does not hold": (
        {"vectors": ("successes = 2", "successes = 3")},
        "enough-successes: successes: expected 3",
    ),
    "a line of the demo does not work": ({"demo": ('".检定 身 1 @安"', '".检定 身 9 @安"')}, "not_between"),
    "a word in a vector is misspelt": (
        {"vectors": ("expect = { result", "expct = { result")},
        "enough-successes: there is no key expct",
    ),
    "an example cannot be read": ({"__init__": (".检定 身 1 @安", ".检定 腿 1 @安")}, "the example .检定 腿 1 @安"),
    "what happens is not awaited": (
        {"__init__": ("await kit.happen(kit.Counted", "_ = kit.happen(kit.Counted")},
        "coroutine 'happen' was never awaited",
    ),
    "an event does not come back from the disk": (
        {"__init__": ('kit.Counted(given.who, "luck", -1)', 'kit.Counted(given.who, "luck", -0.5)')},
        "ValidationError: Expected `int`, got `float`",
    ),
    "an event cannot be written down": (
        {"__init__": ('kit.Counted(given.who, "luck", -1)', 'kit.Counted(given.who, "luck", object())')},
        "sketch",
    ),
    "dice tell a hidden number": (
        {"__init__": ('kit.called("身", "body")', 'kit.called("身", "body", hidden=kit.OTHERS)')},
        "the number of dice tells two worlds apart",
    ),
    "an example is no command": (
        {"__init__": ('example=".建卡 苏 怕水"', 'example=".造卡 苏 怕水"')},
        "the example .造卡 苏 怕水 (zh) is refused: ",
    ),
    "a line has no English": (
        {"words": ('line = [".检定 身 1 @安", ".check body 1 @An"]\n', "")},
        "Give it its English in [demo] of the words.",
    ),
    "a phrase has three texts": (
        {"words": ('["再掷", "rolled again"]', '["再掷", "rolled again", "x"]')},
        "rolls.again has 3 texts",
    ),
    "a refusal is a sentence": (
        {
            "__init__": (
                "    pool = kit",
                '    if me.luck < 0:\n        raise kit.RuleError("No luck!")\n    pool = kit',
            )
        },
        'RuleError("No luck!"): give it a short code',
    ),
    "a rule rolls for itself": (
        {"__init__": ("from typing import", "import random\nfrom typing import")},
        "sketch/__init__.py:3: random is not for rules: dice are asked for with roll",
    ),
    "a rule goes through a set": (
        {"__init__": ("    pool = kit", "    for _ in {1, 2}:\n        pass\n    pool = kit")},
        "a set has no order",
    ),
    "a rule talks": (
        {"__init__": ("    pool = kit", '    print("hm")\n    pool = kit')},
        "print is not for rules",
    ),
    "something else comes out than is said": (
        {"__init__": ("return Tried(result, hits)", "return result, hits")},
        "TypeError: check gives tuple, not Tried",
    ),
    "an event counts what is not there": (
        {"__init__": ('kit.Counted(given.who, "luck", -1)', 'kit.Counted(given.who, "luk", -1)')},
        "Counted: 'luk' is no number of Person; there are body, mind, luck",
    ),
    "an event that is not listed": (
        {"__init__": ("events=(Came,)", "events=()")},
        "Came is not among the events of the manifest: add it",
    ),
    "an event gives nothing": (
        {"__init__": ('    """Somebody is here."""\n', "    def apply(self, state):\n        super().apply(state)\n")},
        "Came.apply gives NoneType, not State",
    ),
    "a question without options": (
        {"__init__": ('("keep", "again")', "()")},
        "questions.again has no options",
    ),
    "a question whose option is a text": (
        {"__init__": ('("keep", "again")', '"keep"')},
        "options are a list, so one alone is ('keep',)",
    ),
    "a question whose options are numbers": (
        {"__init__": ('("keep", "again")', "(1, 2)")},
        "an option is a text or an Option, not 1",
    ),
    "what comes due cannot be done": (
        {"__init__": ("    state=State,", '    state=State,\n    due=lambda _state: kit.Do("rest", {}),')},
        "due wants 'rest' done, and there are check, create, dismiss",
    ),
    "what comes due does not fit": (
        {"__init__": ("    state=State,", '    state=State,\n    due=lambda _state: kit.Do("dismiss", {"who": "x"}),')},
        "due wants 'dismiss' done with what does not fit",
    ),
    "a rule crashes": (
        {"__init__": ("result = kit.Outcome", "1 / 0\n    result = kit.Outcome")},
        "sketch/__init__.py:",
    ),
}


@pytest.mark.parametrize("way", BROKEN)
def test_what_is_wrong_with_a_system_is_found(way, tmp_path, monkeypatch, capsys):
    changed, seen = BROKEN[way]
    install(monkeypatch, tmp_path, "sketch", sketch(**changed))
    code, told = checked("sketch", capsys)
    assert code == 1
    assert "✗" in told
    assert seen in told


def test_a_rule_that_never_comes_to_its_end_is_found(tmp_path, monkeypatch):
    asks = 'me.luck and await kit.choose(who, question, ("keep", "again")) == "again"'
    install(monkeypatch, tmp_path, "sketch", sketch(__init__=(asks, ENDLESS)))
    with pytest.raises(LawBroken, match="do not come to an end"):
        random_play_keeps_the_laws(registry.system("sketch"), 12)


def test_what_a_system_lacks_is_skipped_and_said(tmp_path, monkeypatch, capsys):
    files = sketch()
    del files["demo.toml"], files["vectors.toml"]
    install(monkeypatch, tmp_path, "sketch", files)
    code, told = checked("sketch", capsys)
    assert code == 0
    assert "– the vectors in its package hold: there is no vectors.toml in its package" in told
    assert "– the lines of its demo work: it has no demo" in told


def test_english_that_is_missing_is_noted(tmp_path, monkeypatch, capsys):
    files = sketch(words=('keep = ["就这样", "leave it"]', 'keep = "就这样"'))
    install(monkeypatch, tmp_path, "sketch", files)
    code, told = checked("sketch", capsys)
    assert code == 0
    assert "1 have no English yet: answers.keep" in told


UNLOADED = {
    "two deeds have one name": (('"建卡", "create"', '"检定", "create"'), "two deeds are called '检定'"),
    "a rule that does not say what it takes": (
        ("(state: State, given: Create) -> None", "(state, given)"),
        "create: a rule takes a state and an input of a type",
    ),
    "hidden from nobody": (("hidden=kit.OTHERS", 'hidden="other"'), "secret: hidden='other' is none of kit.SECRET"),
    "a picture that is not there": (('"建卡", "create"', '"建卡", "create", picture="boat"'), "no picture 'boat'"),
    "a state that begins with something": (
        ("people: dict[str, Person] = {}", "people: dict[str, Person]"),
        "a default",
    ),
    "a list that could be changed": (
        (
            '    secret: Annotated[str, kit.called("秘密", "secret", hidden',
            '    bag: list[str] = []\n    secret: Annotated[str, kit.called("秘密", "secret", hidden',
        ),
        "Person.bag: write tuple",
    ),
    "a deed that nobody types and nobody can tell": (
        ('kit.play(create, "建卡", "create", who=kit.ANYONE, example=".建卡 苏 怕水")', "kit.play(create)"),
        "create: nobody types it",
    ),
    "odds of nothing": (('odds=("result", "successes")', 'odds=("reslt",)'), "check: odds of 'reslt'"),
    "a shelf without a file": (
        ("class Person(", 'GEAR = kit.shelf("sketch", "gear", kit.Thing)\n\n\nclass Person('),
        "there is no data/gear.toml in sketch",
    ),
}


@pytest.mark.parametrize("way", UNLOADED)
def test_what_could_only_be_found_out_in_play_is_said_at_once(way, tmp_path, monkeypatch):
    changed, seen = UNLOADED[way]
    install(monkeypatch, tmp_path, "sketch", sketch(__init__=changed))
    with pytest.raises(SystemExit) as refused:
        check("sketch")
    assert "not loaded: sketch/__init__.py:" in str(refused.value)
    assert seen in str(refused.value)


def test_an_outcome_that_rests_on_something_hidden_is_said_and_no_fault(tmp_path, monkeypatch, capsys):
    files = sketch(__init__=("return Tried(result, hits)", "return Tried(result, hits + me.luck)"))
    files["__init__.py"] = files["__init__.py"].replace('"luck", top=5)', '"luck", top=5, hidden=kit.OTHERS)')
    install(monkeypatch, tmp_path, "sketch", files)
    code, said = checked("sketch", capsys)
    assert code == 1  # the vectors, which know nothing of it
    assert "✓ what is hidden stays hidden" in said
    assert "what comes out rests on what is hidden, as your rules may say: .检定 身 1 @安 (people.安.luck)" in said


def test_what_cannot_be_loaded_says_where(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", {"__init__.py": "x = (\n"})
    with pytest.raises(SystemExit, match=r"not loaded: sketch/__init__\.py:1"):
        check("sketch")
    with pytest.raises(SystemExit, match="nowhere: not loaded: it is not installed in this Python"):
        check("nowhere")


def test_what_was_saved_within_a_second_is_what_is_checked(tmp_path, monkeypatch, capsys):
    install(monkeypatch, tmp_path, "sketch", sketch())
    file = tmp_path / "sketch" / "__init__.py"
    py_compile.compile(str(file))
    saved = file.stat()
    file.write_text(file.read_text("utf-8").replace("at=5", "at=4"), "utf-8")
    os.utime(file, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    code, told = checked("sketch", capsys)
    assert code == 1
    assert "a-third-of-the-dice-succeed" in told


def test_an_entry_point_that_leads_nowhere_says_so(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", sketch(), point="sketch:SYSTM")
    with pytest.raises(SystemExit, match="its entry point is sketch:SYSTM, and there is no SYSTM in sketch"):
        check("sketch")


def test_two_systems_of_one_id_are_told_apart_from_neither(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", sketch())
    install(monkeypatch, tmp_path, "other", {"__init__.py": "SYSTEM = None\n"})
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_text("[ludex.systems]\nsketch = other:SYSTEM\n")
    registry.forget()
    with pytest.raises(SystemExit, match="several of this id"):
        check("sketch")


def test_nobody_takes_the_name_of_a_system_that_comes_with_ludex(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "mist", {"__init__.py": "SYSTEM = None\n"})
    assert registry.system("mist").package == "ludex.systems.mist"


def test_lines_can_come_from_a_file(tmp_path, monkeypatch, capsys):
    lines = tmp_path / "lines.txt"
    lines.write_text(".check hand 1 @An\n/as An\n", "utf-8")
    with lines.open() as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        demo("heden", language="en", data=tmp_path)
    told = capsys.readouterr().out
    assert "GM> .check hand 1 @An\n#" in told
    assert "GM> /as An\n❓" in told


def test_a_system_that_is_installed_while_the_server_runs_is_watched_too(tmp_path, monkeypatch):
    installed, lies = tmp_path / "site", tmp_path / "where" / "gate"
    lies.mkdir(parents=True)
    (lies / "__init__.py").write_text("", "utf-8")
    (installed / "gate-0.1.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [*sys.path, str(installed)])
    assert lies / "__init__.py" not in stamps()
    (installed / "gate-0.1.dist-info" / "METADATA").write_text("Name: gate\nVersion: 0.1\n", "utf-8")
    (installed / "gate-0.1.dist-info" / "entry_points.txt").write_text("[ludex.systems]\ngate = gate:SYSTEM\n", "utf-8")
    (installed / "gate.pth").write_text(f"{lies.parent}\n", "utf-8")
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(installed)])
    assert lies / "__init__.py" in stamps()


@pytest.mark.process
def test_a_saved_file_starts_the_server_anew(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path / "site", "sketch", sketch())
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), *sys.path])}
    command = [sys.executable, "-m", "ludex", "serve", "--reload", "--port", "0", "--data", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert "http://" in server.stdout.readline()
        changed = tmp_path / "site" / "sketch" / "words.toml"
        os.utime(changed, (changed.stat().st_mtime + 10,) * 2)  # a file's time has to differ
        assert "changed: words.toml" in server.stdout.readline()
        assert "http://" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=LONG)  # the server that it had started has ended too


async def test_a_rule_without_end_holds_up_no_question_of_which_it_is_to_say_the_odds(tmp_path, monkeypatch):
    monkeypatch.setattr(overtime, "SECONDS", 0.3)
    endless = ("    pool = kit.successes(", "    while True:\n        pass\n    pool = kit.successes(")
    files = sketch(__init__=endless)
    files["__init__.py"] = files["__init__.py"].replace("    state=State,", '    state=State,\n    check="check",')
    install(monkeypatch, tmp_path, "sketch", files)
    house = House(SqliteStore(tmp_path / "ludex.db"))
    try:
        table, _ = await house.demo("sketch")
        reply = await asyncio.wait_for(Chat(table, HOST).line(".检定 身 1 @安"), LONG)
        assert reply.ok
        assert table.memory.parked
    finally:
        await house.close()
