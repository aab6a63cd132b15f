"""`ludex check`: do the laws of every system hold for this one? It needs no checkout and no test runner."""

import sys

from ludex.core.errors import RuleError, SystemFailed
from ludex.table.registry import system
from ludex.testing.laws import GAMES, Finding, check as check_laws

MARKS = {"kept": "✓", "broken": "✗", "skipped": "–"}


def check(name: str, *, games: int = GAMES) -> None:
    """Check an installed system: its vectors, words, demo, random play, and that what is hidden stays hidden.

    Parameters
    ----------
    name
        The system.
    games
        So many random games are played, and so many worlds compared; the same number plays the same ones.
    """
    try:
        found = system(name)
    except (RuleError, SystemFailed) as error:
        sys.exit(f"{name}: not loaded: {error}")
    findings = [_told(finding) for finding in check_laws(found, games=games)]
    broken = [finding for finding in findings if finding.verdict == "broken"]
    kept = [finding for finding in findings if finding.verdict == "kept"]
    print(f"{name}: {len(kept)} laws kept, {len(broken)} broken, {len(findings) - len(kept) - len(broken)} skipped")
    sys.exit(bool(broken))


def _told(finding: Finding) -> Finding:
    """Print a finding as soon as it is there."""
    note = f": {finding.note}" if finding.note else ""
    print(f"{MARKS[finding.verdict]} {finding.law}{note}", flush=True)
    return finding
