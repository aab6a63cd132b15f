"""Documentation tells the truth: tutorials run, links lead somewhere, recorded games replay."""

import asyncio
import re
from pathlib import Path

import pytest

from ludex.fronts.cli.app import app
from ludex.fronts.cli.reference import docs, pages
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House
from ludex.testing.scenes import log_of, scenes_of, steps
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES
from tests.ours import systems

ROOT = Path(__file__).parent.parent


def system_of(page):
    return page.name.partition(".")[0]


TUTORIALS = sorted(p for p in (ROOT / "docs" / "tutorial").glob("*.md") if system_of(p) != "evening")
GAMES = sorted((ROOT / "tests" / "replays").glob("*.md"))
LOGS = sorted((ROOT / "tests" / "replays").glob("*.jsonl"))
ELDER = sorted((ROOT / "tests" / "replays").glob("*/*.jsonl"))
"""Games recorded by released versions, kept for ever."""


@pytest.mark.parametrize("page", [*TUTORIALS, *GAMES], ids=lambda p: p.name)
def test_every_line_of_a_page_does_what_it_says(page):
    (scene,) = scenes_of(page)
    assert list(steps(scene))
    asyncio.run(log_of(scene))


@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.name)
def test_a_recorded_game_replays_without_a_difference(log):
    found = audit(systems()[system_of(log)], read_log(log.read_bytes().splitlines()))
    assert found.problems == ()
    assert found.acts > 10


@pytest.mark.parametrize("log", ELDER, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_game_of_an_earlier_version_opens_and_its_dice_hold(log):
    found = audit(systems()[system_of(log)], read_log(log.read_bytes().splitlines()))
    assert found.problems == ()
    assert found.elder + found.acts > 10
    assert found.unchained == (found.entries if log.parent.name == "0.1" else 0)


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_system_has_a_tutorial_in_both_languages_and_a_recorded_game(system):
    there = {p.name for p in (*TUTORIALS, *GAMES, *LOGS)}
    assert {f"{system}.zh.md", f"{system}.en.md", f"{system}.md", f"{system}.jsonl"} <= there


def test_the_reference_pages_are_written_where_they_are_wanted(tmp_path):
    docs(folder=tmp_path)
    written = {str(p.relative_to(tmp_path)): p.read_text("utf-8") for p in tmp_path.rglob("*.md")}
    assert written == pages()
    for kind in ("rules", "rulings", "commands"):
        wanted = {f"{kind}/{system}.{language}.md" for system in systems() for language in LANGUAGES}
        assert wanted <= set(written)


@pytest.mark.parametrize("path", sorted(pages()))
def test_every_link_between_reference_pages_leads_to_its_place(path):
    there = pages()
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)]*)\)", there[path]):
        page = str((Path("/") / path).parent.joinpath(target).resolve().relative_to("/")) if target else path
        assert f'<a id="{anchor}"></a>' in there[page], (target, anchor)


@pytest.mark.parametrize(("page", "language"), [("README.md", "en"), ("README.zh-CN.md", "zh")])
async def test_the_lines_of_the_first_minute_work(page, language, tmp_path):
    """The line that shows odds, and the same without it, as a player of the demo types them."""
    (line,) = re.findall(r"`(\.(?:odds|概率) [^`]+)`", (ROOT / page).read_text("utf-8"))
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("mist", language=language)
    player = next(seat for seat in table.memory.seats.values() if not seat.gm)
    chat = Chat(table, player.id, language)
    for typed in (line, "." + line.partition(" ")[2]):
        reply = await chat.line(typed)
        assert reply.ok, reply.text
    await house.close()


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_verb_and_every_target_that_a_page_names_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    verbs = set(re.findall(r"`(?:\.venv/bin/)?ludex ([a-z-]+)", text))
    targets = set(re.findall(r"\bmake ([a-z]+)\b", " ".join(re.findall(r"`[^`]+`|^make .*$", text, re.MULTILINE))))
    assert verbs <= {name for name in app if not name.startswith("-")}
    assert targets <= set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_module_that_a_page_names_is_there(page):
    named = re.findall(
        r"`((?:src|tests|docs|benchmarks|core|dice|kit|store|table|lab|desk|text|testing|fronts)/[\w/.]+)`",
        (ROOT / page).read_text("utf-8"),
    )
    places = [ROOT, ROOT / "src" / "ludex"]
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_path_in_the_architecture_is_there():
    named = set(re.findall(r"`((?:[\w<>]+/)+(?:\w+\.py)?)`", (ROOT / "ARCHITECTURE.md").read_text("utf-8")))
    there = {path: [path.replace("<name>", system) for system in systems()] for path in named}
    lost = [path for path, kinds in there.items() if not any(_is_there(one) for one in kinds)]
    assert len(named) > 20
    assert not lost


def _is_there(path):
    return (ROOT / path).exists() or (ROOT / "src" / "ludex" / path).exists()
