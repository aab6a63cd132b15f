"""The `ludex` command: its verbs, each a few lines that call the module which does the work."""

import sys
from collections.abc import Sequence

from cyclopts import App

from ludex import __version__
from ludex.core.names import harmless
from ludex.fronts.cli.bot import bot
from ludex.fronts.cli.check import conform, coverage
from ludex.fronts.cli.doctor import doctor
from ludex.fronts.cli.keep import backup, export, restore, salvage, tables, verify
from ludex.fronts.cli.lawful import check
from ludex.fronts.cli.logs import configure
from ludex.fronts.cli.moving import move_
from ludex.fronts.cli.odds import odds
from ludex.fronts.cli.play import demo, play
from ludex.fronts.cli.record import record
from ludex.fronts.cli.reference import docs
from ludex.fronts.cli.rehearse import rehearse
from ludex.fronts.cli.report import report
from ludex.fronts.cli.sayings import sayings
from ludex.fronts.cli.scaffolding import new_system
from ludex.fronts.cli.scenes import scenes
from ludex.fronts.cli.tools import mcp
from ludex.fronts.cli.type import type_
from ludex.fronts.cli.web import serve
from ludex.store.port import Failed, Unusable

app = App(name="ludex", help="The table that knows the rules. 掌律：懂规则的桌子。", version=__version__)
for verb in (
    *(serve, bot, mcp, doctor, play, demo, tables, backup, restore, salvage, export, verify),
    *(check, new_system, conform, scenes, sayings, coverage, record, docs, odds, rehearse, report),
):
    app.command(verb)
app.command(type_, name="type")
app.command(move_, name="move")


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line. A database or a disk that cannot be used is one sentence. A reader that has had enough (`ludex tables | head`) ends it quietly.

    Whatever is the last word, from a file or a database of somebody else's, does nothing to the terminal.
    """
    configure()
    try:
        app(words)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except (Unusable, Failed, OSError) as error:
        sys.exit(harmless(str(error)))
    except SystemExit as ended:
        sys.exit(harmless(ended.code) if isinstance(ended.code, str) else ended.code)
