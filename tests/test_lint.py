"""Format, lint, types and import contracts, as `make lint` checks them, beside the tests that take as long."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHECKS = ("format", "smells", "types", "imports")


@pytest.mark.process
@pytest.mark.parametrize("check", CHECKS)
def test_the_machine_finds_nothing(check):
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--no-print-directory", f"lint-{check}"]
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
