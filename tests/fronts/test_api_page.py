"""The page on the API tells the truth: its program runs against a real server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import Server

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-the-api.md"


@pytest.mark.process
def test_the_program_of_the_api_page_runs(tmp_path):
    program = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]
    server = Server(tmp_path / "ludex.db")
    try:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "LUDEX": server.address, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.stop()
    assert done.stderr == ""
    assert "result {'success': '25/64'" in done.stdout
    assert "['.st Lin hurt 2']" in done.stdout
