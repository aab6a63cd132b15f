"""The tutorial for authors: every command and every change on its pages is carried out, one after another."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG

PAGES = Path(__file__).parent.parent / "docs" / "tutorial"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language):
    """The blocks of a page in order: (kind, text)."""
    return BLOCK.findall((PAGES / f"evening.{language}.md").read_text("utf-8"))


def is_played(text):
    """Whether a block plays in the terminal, which each page does in its own language."""
    return text.startswith("$ ludex demo")


class Author:
    """Somebody who follows the page in a folder of her own."""

    def __init__(self, folder):
        self.folder = folder
        self.server = None
        places = [str(folder / "duel"), *(str(Path(place).resolve()) for place in sys.path if place)]
        data = {"LUDEX_DATA": str(folder / "data"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
        self.environment = {**os.environ, **data, "PYTHONPATH": os.pathsep.join(places)}

    def does(self, kind, text):
        if kind == "diff":
            self.changes(text)
        elif kind == "toml":
            name, _, body = text.partition("\n")
            file = self.folder / name.removeprefix("# ")
            file.parent.mkdir(exist_ok=True)
            file.write_text(body, "utf-8")
        elif kind != "sh":  # what needs the network is not for tests
            assert kind == "console"
            self.types(text)

    def changes(self, text):
        """Lines with `+` come in, lines with `-` go out, the others say where."""
        name, *lines = text.splitlines()
        file = self.folder / name.removeprefix("--- ")
        old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
        new = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
        before = file.read_text("utf-8")
        assert before.count(old) == 1, f"{name}: there is not one place for\n{old}"
        file.write_text(before.replace(old, new), "utf-8")

    def types(self, text):
        """Commands begin with `$`; what stands below one is in what it tells, in that order, but for what `>` types into it.

        What stands alone, the server tells.
        """
        shown, *runs = re.split(r"^\$ ", text, flags=re.MULTILINE)
        self.hears(shown.splitlines())
        for run in runs:
            command, *told = run.splitlines()
            program, *words = command.split()
            assert program == "ludex"
            self.runs(words, told)

    def runs(self, words, told):
        if words[0] == "serve":
            self.server = self.started([*words, "--port", "0"], stdout=subprocess.PIPE)
            self.hears(told)
            return
        alone = ["--no-install"] if words[0] == "new-system" else []  # what is installed is the whole machine's
        typed = "".join(f"{line.removeprefix('> ')}\n" for line in told if line.startswith("> "))
        told = [line for line in told if not line.startswith("> ")]
        done = self.started([*words, *alone], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = done.communicate(typed, timeout=LONG)
        if alone:
            self.installs(words[1])
        assert done.returncode == any(line.startswith("✗") for line in told), output
        place = 0
        for line in told:
            assert line in output[place:], f"{line!r} is not in\n{output}"
            place = output.index(line, place)

    def hears(self, told):
        for line in told:
            assert line in self.server.stdout.readline()

    def started(self, words, **streams):
        command = [sys.executable, "-m", "ludex", *words]
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, text=True, **streams)

    def installs(self, name):
        """What `pip install -e` would do: the package is found by its entry point."""
        info = self.folder / name / f"{name}-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
        (info / "entry_points.txt").write_text(f"[ludex.systems]\n{name} = {name}:SYSTEM\n")

    def leaves(self):
        if self.server is not None:
            self.server.terminate()
            self.server.communicate(timeout=LONG)


@pytest.mark.process
def test_whoever_follows_the_page_has_a_system_of_her_own(tmp_path):
    author = Author(tmp_path)
    try:
        for kind, text in blocks("en"):
            author.does(kind, text)
    finally:
        author.leaves()
    for kind, text in blocks("zh"):
        if is_played(text):
            author.does(kind, text)


def test_both_pages_take_the_same_steps():
    steps = [[block for block in blocks(language) if not is_played(block[1])] for language in ("zh", "en")]
    assert steps[0] == steps[1]
    assert len(blocks("en")) > 15
