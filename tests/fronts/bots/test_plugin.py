"""`nonebot-plugin-ludex`: its own tests in a process of their own, because nonebug takes NoneBot over for all of one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG

FOLDER = Path(__file__).parents[3] / "plugins" / "nonebot-plugin-ludex"

pytestmark = pytest.mark.process


def test_the_plugin_loads_in_a_project_and_plays(tmp_path):
    pytest.importorskip("nonebug.app")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    paths = [str(FOLDER), str(FOLDER.parents[1] / "src"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path), "TMPDIR": str(tmp_path)}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=LONG * 4)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert "4 passed" in done.stdout
