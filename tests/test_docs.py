"""Documentation tells the truth: tutorials run, reference pages are those of the code, recorded games replay."""

import asyncio
import re
from pathlib import Path

import pytest

from ludex.fronts.cli.reference import pages
from ludex.table.audit import audit, read_log
from ludex.table.registry import systems
from ludex.testing.tutorial import play_page, steps

ROOT = Path(__file__).parent.parent
TUTORIALS = sorted((ROOT / "docs" / "tutorial").glob("*.md"))
GAMES = sorted((ROOT / "tests" / "replays").glob("*.md"))
LOGS = sorted((ROOT / "tests" / "replays").glob("*.jsonl"))


def system_of(page):
    return page.name.partition(".")[0]


def language_of(page):
    return "en" if ".en." in page.name else "zh"


@pytest.mark.parametrize("page", [*TUTORIALS, *GAMES], ids=lambda p: p.name)
def test_every_line_of_a_page_does_what_it_says(page):
    assert list(steps(page))
    asyncio.run(play_page(page, system_of(page), language_of(page)))


@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.name)
def test_a_recorded_game_replays_without_a_difference(log):
    found = audit(systems()[system_of(log)], read_log(log.read_bytes().splitlines()))
    assert found.problems == ()
    assert found.acts > 10


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_system_has_a_tutorial_in_both_languages_and_a_recorded_game(system):
    there = {p.name for p in (*TUTORIALS, *GAMES, *LOGS)}
    assert {f"{system}.zh.md", f"{system}.en.md", f"{system}.md", f"{system}.jsonl"} <= there


@pytest.mark.parametrize(("path", "text"), list(pages().items()), ids=lambda x: x if len(str(x)) < 60 else "")
def test_reference_pages_are_up_to_date(path, text):
    assert (ROOT / "docs" / "reference" / path).read_text("utf-8") == text, "run `make docs`"


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
