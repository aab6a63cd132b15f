"""The `ludex` command: its verbs, each a few lines that call the module which does the work."""

import sys

from cyclopts import App

from ludex import __version__
from ludex.fronts.cli.check import conform, coverage
from ludex.fronts.cli.keep import backup, export, restore, tables, verify
from ludex.fronts.cli.lawful import check
from ludex.fronts.cli.play import demo, play
from ludex.fronts.cli.record import record
from ludex.fronts.cli.reference import docs
from ludex.fronts.cli.scaffolding import new_system
from ludex.fronts.cli.scenes import scenes
from ludex.fronts.cli.type import type_
from ludex.fronts.cli.web import serve

app = App(name="ludex", help="The table that knows the rules. 掌律：懂规则的桌子。", version=__version__)
for verb in (
    *(serve, play, demo, tables, backup, restore, export, verify),
    *(check, new_system, conform, scenes, coverage, record, docs),
):
    app.command(verb)
app.command(type_, name="type")


def main() -> None:
    """Run the command line. A reader that has had enough (`ludex tables | head`) ends it quietly."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
