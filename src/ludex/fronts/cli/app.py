"""The `ludex` command: its verbs, each a few lines that call the module which does the work."""

from cyclopts import App

from ludex import __version__
from ludex.fronts.cli.check import conform, coverage

app = App(name="ludex", help="The table that knows the rules. 掌律：懂规则的桌子。", version=__version__)
app.command(conform)
app.command(coverage)


def main() -> None:
    """Run the command line."""
    app()
