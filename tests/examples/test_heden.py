"""河灯, the rulebook of one page built with the kit: small, and through every law that `ludex check` knows."""

import subprocess
import sys
from pathlib import Path

HEDEN = Path(__file__).parent.parent.parent / "examples" / "heden"


def test_it_is_an_evenings_work():
    files = sorted(HEDEN.rglob("*.py"))
    assert len(files) <= 10
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 300


def test_it_passes_every_check():
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "check", "heden"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
