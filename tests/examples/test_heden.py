"""河灯, the rulebook of one page built with the kit: small, and through every law that `ludex check` knows."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.patience import LONG

HEDEN = Path(__file__).parent.parent.parent / "examples" / "heden"


def test_it_is_an_evenings_work():
    files = sorted(HEDEN.rglob("*.py"))
    assert len(files) <= 10
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 300


def test_it_passes_every_check_and_none_is_skipped():
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "check", "heden"],
        capture_output=True,
        text=True,
        timeout=LONG * 4,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HEDEN), *sys.path])},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "9 laws kept, 0 broken, 0 skipped" in done.stdout
    assert "15 of them cited by code, 15 proven by a vector" in done.stdout


def test_every_procedure_has_a_vector_that_holds_and_one_that_is_refused():
    vectors = tomllib.loads((HEDEN / "heden" / "vectors.toml").read_text("utf-8"))["vector"]
    steps = [step for vector in vectors for step in vector.get("step", [vector])]
    refused = {step["procedure"] for step in steps if "expect_error" in step}
    done = {step["procedure"] for step in steps if "expect" in step or "expect_state" in step}
    both = {"check", "oppose", "fight", "grow", "create", "enter"}
    assert both <= refused
    assert both | {"end_scene"} <= done  # the end of a scene is never refused
