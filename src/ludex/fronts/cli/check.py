"""`ludex conform` and `ludex coverage`: does the code keep to the rulebook, and how much of it is proven?"""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from ludex.core.errors import RuleError
from ludex.table.registry import system
from ludex.testing.conformance import Report, run_file
from ludex.testing.coverage import covered


def conform(*files: Path, system_name: Annotated[str, Parameter(name="--system")] = "", json: bool = False) -> None:
    """Run conformance vectors against a system's procedures.

    Parameters
    ----------
    files
        TOML files of vectors. The system is the file name up to its first dot.
    system_name
        The system to run them on instead.
    json
        Print one object: {"system", "passed", "failed": [{"id", "why"}]}.
    """
    reports = [_report(file, system_name) for file in files]
    for report in reports:
        _print(report, json=json)
    if not json:
        print(f"{sum(r.passed for r in reports)} passed, {sum(len(r.failed) for r in reports)} failed")
    sys.exit(any(r.failed for r in reports))


def _report(file: Path, name: str) -> Report:
    try:
        return run_file(system(name or file.name.partition(".")[0]), file)
    except RuleError as error:
        sys.exit(f"{file}: {error}")
    except (OSError, ValueError) as error:
        sys.exit(f"{file}: {error}")


def _print(report: Report, *, json: bool) -> None:
    if json:
        print(msgspec.json.encode(report).decode())
        return
    for failure in report.failed:
        print(f"{failure.id}: {failure.why}")


def coverage(name: str, *, vectors: list[Path] | None = None, missing: bool = False) -> None:
    """Show which clauses of a system are cited by code and proven by a vector.

    Parameters
    ----------
    name
        The system.
    vectors
        Files of vectors; by default those of the system in tests/conformance.
    missing
        List only the computing clauses that lack a citation or a proof.
    """
    files = vectors or sorted(Path("tests/conformance").glob(f"{name}.*vectors.toml"))
    found = covered(system(name), *files)
    for line in found.lines(only_missing=missing):
        print(line)
    print(found.summary())
    sys.exit(bool(found.gaps))
