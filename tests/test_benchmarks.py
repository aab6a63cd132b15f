"""`make bench` runs whatever lies in its folder: every module there can be run."""

from pathlib import Path

import benchmarks
import pytest
from benchmarks.__main__ import modules
from benchmarks.picture import PICTURE, layers, picture


@pytest.mark.parametrize("name", modules([]))
def test_a_benchmark_can_be_run(name):
    source = (Path(benchmarks.__file__).parent / f"{name}.py").read_text("utf-8")
    assert "\ndef run(" in source


def test_the_picture_of_the_house_is_what_the_code_is_now():
    """`python -m benchmarks.picture` draws it anew."""
    drawn = picture()
    assert drawn == PICTURE.read_text("utf-8")
    assert all(f">{room}<" in drawn for row in layers() for room in row)
