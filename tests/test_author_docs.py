"""The page for authors names everything that there is: each field of the manifest, of deeds, of names, each part, each law's key."""

import re
from pathlib import Path

import pytest

from ludex.core import view
from ludex.core.deeds import Command, Field
from ludex.core.system import System
from ludex.kit.called import Called
from ludex.testing import conformance

PAGE = (Path(__file__).parent.parent / "docs" / "how-to" / "add-a-system.md").read_text("utf-8")
PARTS = [kind.__name__ for kind in view.Part.__subclasses__()]


def section(title):
    """The names in the first column of the tables below a heading."""
    body = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return {
        name for row in re.findall(r"^\| (`[^|]*`) \|", body, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    }


def test_every_field_of_the_manifest_is_told_and_none_besides():
    assert section("The manifest") == set(System.__struct_fields__)


@pytest.mark.parametrize("kind", [Command, Field, Called])
def test_every_field_of_deeds_and_names_is_told(kind):
    assert set(kind.__struct_fields__) <= section("Deeds and their fields")


def test_every_part_is_told_and_none_besides():
    assert section("Parts of views") == set(PARTS)


def test_every_key_of_a_vector_is_told():
    source = Path(conformance.__file__).read_text("utf-8")
    read = set(re.findall(r"""(?:vector|holder|v)(?:\.get\(|\[)"(\w+)\"""", source))
    assert read <= section("Vectors")
