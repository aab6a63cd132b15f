"""`make bench` runs whatever lies in its folder: every module there can be run."""

import importlib

import pytest

from benchmarks.__main__ import modules


@pytest.mark.parametrize("name", modules([]))
def test_a_benchmark_can_be_run(name):
    assert callable(importlib.import_module(f"benchmarks.{name}").run)
