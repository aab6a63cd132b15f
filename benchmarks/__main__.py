"""Run every benchmark module and print one table: `python -m benchmarks [--strict] [--keep] [name ...]`.

A module that fails is named and does not keep the others from running. `--strict`: a bar that is missed ends it with 1, as a failure does.
`--keep` writes the table into docs/explanation/figures.md, with the machine.
"""

import importlib
import os
import pkgutil
import platform
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import benchmarks
from benchmarks.measure import Row

TOOLS = ("__main__", "house", "measure", "picture", "walk", "wire")
"""What measures nothing by itself."""

FIGURES = Path(__file__).parents[1] / "docs" / "explanation" / "figures.md"
HEADING = "## Every row of the benchmarks"
SCALE = {"µs": 1e6, "MB": 1 / 2**20}


def modules(wanted: list[str]) -> list[str]:
    """The benchmark modules asked for, or all of them."""
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in names if name not in TOOLS and (not wanted or name in wanted))


def shown(row: Row) -> str:
    """One line of the table."""
    ours, peer = (one * SCALE[row.unit] for one in (row.ours, row.peer))
    times = f"{ours:12.2f} {peer:12.2f} {row.unit} {row.ratio:9.2f}x"
    return f"{row.name:<46} {row.against:<16} {times} {f'>= {row.bar:g}x':>9}  {'ok' if row.ok else 'MISSED'}"


def measured(name: str) -> Sequence[Row] | None:
    """The rows of a module; None where it fails."""
    try:
        return list(importlib.import_module(f"benchmarks.{name}").run())
    except Exception:  # noqa: BLE001  # it is named, and the others are measured all the same
        traceback.print_exc()
        return None


def machine() -> str:
    """What it was measured on, and how busy that was."""
    known = Path("/proc/cpuinfo")
    models = [line for line in known.read_text().splitlines() if "model name" in line] if known.exists() else []
    model = models[0].partition(":")[2].strip() if models else platform.processor() or platform.machine()
    load = ", ".join(f"{one:.0f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    day = f"{datetime.now(UTC):%d %B %Y}".lstrip("0")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{day}, {os.cpu_count()} cores ({model}), {platform.system()}, {python}, load (1, 5, 15 minutes) {load}"


def kept(rows: Sequence[Row], failed: Sequence[str]) -> str:
    """The table as it stands in the figures."""
    told = [
        HEADING,
        "",
        f"`python -m benchmarks --keep`, {machine()}.",
        "",
        "| row | ours | peer | ratio | bar |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        ours, peer = (f"{one * SCALE[row.unit]:,.2f}" for one in (row.ours, row.peer))
        verdict = f"{row.bar:g}" if row.ok else f"{row.bar:g}, **missed**"
        told.append(
            f"| {row.name} | {ours} {row.unit} | {peer} {row.unit} ({row.against}) | {row.ratio:.2f} | {verdict} |"
        )
    told += [f"| {name} | failed | | | |" for name in failed]
    return "\n".join(told) + "\n"


def keep(rows: Sequence[Row], failed: Sequence[str]) -> None:
    """Put the table in place of the one that is there."""
    before, found, after = FIGURES.read_text("utf-8").partition(HEADING)
    _, _, behind = after.partition("\n## ")
    rest = f"\n## {behind}" if found and behind else ""
    FIGURES.write_text(f"{before.rstrip()}\n\n{kept(rows, failed)}{rest}", "utf-8")


def main() -> int:
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    print(f"{'name':<46} {'peer':<16} {'ours':>12} {'peer':>12}    {'ratio':>10} {'bar':>9}  ok")
    rows: list[Row] = []
    failed: list[str] = []
    for name in modules(wanted):
        found = measured(name)
        if found is None:
            failed.append(name)
            print(f"{name:<46} FAILED", flush=True)
        for row in found or ():
            print(shown(row), flush=True)
            rows.append(row)
    if "--keep" in sys.argv:
        keep(rows, failed)
    missed = [row for row in rows if not row.ok]
    return 1 if failed or (missed and "--strict" in sys.argv) else 0


if __name__ == "__main__":
    sys.exit(main())
