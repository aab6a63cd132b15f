"""Run every benchmark module and print one table: `python -m benchmarks [--strict] [name ...]`."""

import importlib
import pkgutil
import sys

import benchmarks
from benchmarks.measure import Row

TOOLS = ("__main__", "measure", "walk", "wire")
"""What measures nothing by itself."""


def modules(wanted: list[str]) -> list[str]:
    """The benchmark modules asked for, or all of them."""
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in names if name not in TOOLS and (not wanted or name in wanted))


def shown(row: Row) -> str:
    """One line of the table."""
    bar = f">= {row.bar:g}x" if row.bar else ""
    verdict = ("ok" if row.ok else "MISSED") if row.bar else ""
    times = f"{row.ours * 1e6:12.2f} {row.peer * 1e6:12.2f} {row.ratio:9.1f}x"
    return f"{row.name:<40} {row.against:<14} {times} {bar:>9}  {verdict}"


def main() -> int:
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    print(f"{'name':<40} {'peer':<14} {'ours µs':>12} {'peer µs':>12} {'ratio':>10} {'bar':>9}  ok")
    missed = 0
    for name in modules(wanted):
        for row in importlib.import_module(f"benchmarks.{name}").run():
            print(shown(row), flush=True)
            missed += not row.ok
    return 1 if missed and "--strict" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
