"""`ludex conform` and `ludex coverage`: does the code keep to the rulebook, and how much of it is proven?"""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from ludex.core.errors import RuleError, SystemFailed
from ludex.table.registry import system, systems
from ludex.testing.conformance import Report, files, load, run
from ludex.testing.coverage import covered


def conform(*paths: Path, system_name: Annotated[str, Parameter(name="--system")] = "", json: bool = False) -> None:
    """Run conformance vectors against a system's procedures.

    Parameters
    ----------
    paths
        TOML files of vectors, and folders of such files. The system is the file name up to its first dot, or the folder
        that is called like one.
    system_name
        The system to run them on instead.
    json
        Print one object for each system: {"system", "passed", "failed": [{"id", "why"}]}.
    """
    reports = _by_system([_report(file, system_name) for file in files(*paths)])
    for report in reports:
        _print(report, json=json)
    if not json:
        print(f"{sum(r.passed for r in reports)} passed, {sum(len(r.failed) for r in reports)} failed")
    sys.exit(any(r.failed for r in reports))


def _report(file: Path, name: str) -> Report:
    try:
        return run(system(name or _system_of(file)), load(file))
    except (RuleError, SystemFailed, OSError, ValueError) as error:
        sys.exit(f"{file}: {error}")


def _system_of(file: Path) -> str:
    """The system that a file of vectors is for, by its name or by the folders that it lies in."""
    name = file.name.partition(".")[0]
    folders = reversed(file.absolute().parent.parts)
    return next((each for each in (name, *folders) if each in systems()), name)


def _by_system(reports: list[Report]) -> list[Report]:
    """One report for each system."""
    found: dict[str, Report] = {}
    for report in reports:
        before = found.get(report.system, Report(report.system, 0, ()))
        found[report.system] = Report(report.system, before.passed + report.passed, before.failed + report.failed)
    return list(found.values())


def _print(report: Report, *, json: bool) -> None:
    if json:
        print(msgspec.json.encode(report).decode())
        return
    for failure in report.failed:
        print(f"{failure.id}: {failure.why}")


def coverage(name: str, *, vectors: list[Path] | None = None, missing: bool = False) -> None:
    """Show which clauses of a system are cited by code, proven by a vector and played in a scene.

    Parameters
    ----------
    name
        The system.
    vectors
        Files and folders of vectors; by default those of the system in tests/conformance.
    missing
        List only the computing clauses that lack a citation or a proof.
    """
    ours = Path("tests/conformance") / name
    pages = sorted(Path("tests/scenes").glob(f"{name}.*scenes.md"))
    found = covered(system(name), *(vectors or ([ours] if ours.is_dir() else [])), scenes=pages)
    for line in found.lines(only_missing=missing):
        print(line)
    print(found.summary())
    sys.exit(bool(found.gaps))
