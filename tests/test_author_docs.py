"""The page for authors names everything that there is: each field of the manifest, of deeds, of names, each part, each law's key.

Its tables are those of the code: each is compared with a struct or with the signature of a function.
"""

import inspect
import re
from pathlib import Path

import pytest

from ludex import kit
from ludex.core import view
from ludex.core.asks import Option
from ludex.core.deeds import Command, Field, deed
from ludex.core.packs import ContentKind
from ludex.core.rule import procedure
from ludex.core.sessions import Sessions
from ludex.core.stock import Stock
from ludex.core.system import System
from ludex.fronts import web
from ludex.testing import conformance
from ludex.testing.laws import LAWS

FOLDER = Path(__file__).parent.parent / "docs" / "how-to"
PAGE, CHINESE = ((FOLDER / f"add-a-system.{language}.md").read_text("utf-8") for language in ("en", "zh"))
PARTS = [kind.__name__ for kind in view.Part.__subclasses__()]


def section(title):
    """The names in the first column of the tables below a heading."""
    body = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return {
        name for row in re.findall(r"^\| (`[^|]*`) \|", body, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    }


def table(title):
    """The names in the first column of the table that is headed so."""
    head = re.search(rf"^\| {re.escape(title)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return {name for row in head[1].splitlines() for name in re.findall(r"`([^`]+)`", row.split(" |")[0])}


def parameters(function):
    """What a function can be given, without what it merely passes on."""
    known = inspect.signature(function).parameters.values()
    return {one.name for one in known if one.kind is not inspect.Parameter.VAR_KEYWORD}


def test_every_field_of_the_manifest_is_told_and_none_besides():
    assert table("field") == set(System.__struct_fields__)


@pytest.mark.parametrize("kind", [Command, Field, Option, Sessions, Stock, ContentKind])
def test_every_field_of_a_struct_is_told_and_none_besides(kind):
    assert table(f"`{kind.__name__}`") == set(kind.__struct_fields__)


@pytest.mark.parametrize(
    ("title", "function"),
    [("procedure", procedure), ("deed", deed), ("kit.play", kit.play), ("kit.system", kit.system)],
)
def test_every_argument_of_a_function_is_told_and_none_besides(title, function):
    assert table(f"`{title}`") == parameters(function)


def test_every_argument_of_a_name_is_told():
    assert table("`called`") == parameters(kit.called) | {"verdicts"}


def test_everything_in_the_kit_is_told_and_nothing_besides():
    assert table("name") == set(kit.__all__)


def test_every_part_is_told_and_none_besides():
    assert section("Parts of views") == set(PARTS)


def test_every_key_of_a_vector_is_told():
    assert section("Vectors") == conformance.KEYS


def rows(page):
    """What stands in the first column of every table, row by row; words of a language are not compared."""
    first = re.findall(r"^\| ([^|]*?) \|", page, re.MULTILINE)
    return [tuple(re.findall(r"`([^`]+)`", cell)) for cell in first]


def test_both_pages_have_the_same_tables_and_examples():
    assert rows(CHINESE) == rows(PAGE)
    assert len(rows(PAGE)) > 250
    programs = [
        re.findall(r"^```(?:python|toml)\n.*?^```$", page, re.MULTILINE | re.DOTALL) for page in (PAGE, CHINESE)
    ]
    assert programs[0] == programs[1]


@pytest.mark.parametrize("page", [PAGE, CHINESE], ids=["en", "zh"])
def test_every_law_is_told(page):
    assert [law.demands for law in LAWS] == [
        law for law in re.findall(r"^\| ([^|`]+) \|", page, re.MULTILINE) if any(law == one.demands for one in LAWS)
    ]


def test_every_hue_that_there_is_is_told_and_none_besides():
    sheet = Path(web.__file__).parent / "static"
    hues = {
        hue
        for file in sheet.rglob("*.css")
        for hue in re.findall(r"^\.hue-(\w+) ", file.read_text("utf-8"), re.MULTILINE)
    }
    row = re.search(r"^\| `hue` \|(.*)", PAGE, re.MULTILINE)[1]
    assert set(re.findall(r"`(\w+)`", row)) == hues
