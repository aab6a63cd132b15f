"""`make bench` runs whatever lies in its folder: every module there can be run."""

from pathlib import Path

import benchmarks
import pytest
from benchmarks.__main__ import modules


@pytest.mark.parametrize("name", modules([]))
def test_a_benchmark_can_be_run(name):
    source = (Path(benchmarks.__file__).parent / f"{name}.py").read_text("utf-8")
    assert "\ndef run(" in source
