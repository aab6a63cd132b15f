"""`ludex check`: do the laws of every system hold for this one? It needs no checkout and no test runner."""

import sys

import structlog
from structlog.typing import EventDict, WrappedLogger

from ludex.core.errors import RuleError, SystemFailed
from ludex.fronts.cli.reloading import files_of, forget_compiled
from ludex.table.registry import modules, names, system
from ludex.testing.laws import GAMES, Finding, check as check_laws

MARKS = {"kept": "✓", "broken": "✗", "skipped": "–"}

INSTALL = "In its folder: `python -m pip install --no-deps -e .`"


class Heard:
    """What is logged while a check runs: each failure once, and only where a finding does not say it already."""

    def __init__(self) -> None:
        self.failures: dict[tuple[str, str], None] = {}

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Keep a failure, and log nothing."""
        if "problem" in event:
            self.failures[event.get("where", ""), event["problem"]] = None
        raise structlog.DropEvent

    def beside(self, note: str) -> list[str]:
        """The failures that a note does not tell."""
        untold = [": ".join(one) for one in self.failures if not all(part in note for part in one)]
        self.failures = {}
        return untold


def check(name: str, *, games: int = GAMES) -> None:
    """Check an installed system: its vectors, words, demo, random play, and that what is hidden stays hidden.

    Parameters
    ----------
    name
        The system.
    games
        So many random games are played, and so many worlds compared; the same number plays the same ones.
    """
    heard = Heard()
    structlog.configure(processors=[heard])
    forget_compiled(files_of(*modules(name)))
    try:
        found = system(name)
    except RuleError:
        known = ", ".join(names())
        sys.exit(f"{name}: not loaded: it is not installed in this Python ({known} are). {INSTALL}")
    except SystemFailed as error:
        sys.exit(f"{name}: not loaded: {error}")
    findings = [_told(finding, heard) for finding in check_laws(found, games=games)]
    broken = [finding for finding in findings if finding.verdict == "broken"]
    kept = [finding for finding in findings if finding.verdict == "kept"]
    print(f"{name}: {len(kept)} laws kept, {len(broken)} broken, {len(findings) - len(kept) - len(broken)} skipped")
    sys.exit(bool(broken))


def _told(finding: Finding, heard: Heard) -> Finding:
    """Print a finding as soon as it is there, with the failures behind it."""
    beside = heard.beside(finding.note) if finding.verdict == "broken" else []
    note = "\n  ".join((f": {finding.note}" if finding.note else "", *beside))
    print(f"{MARKS[finding.verdict]} {finding.law}{note}", flush=True)
    return finding
