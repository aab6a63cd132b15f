"""Simulate the store: `python -m tests.simulation 17` runs seed 17 again and tells its story, `--runs 5000` looks for a seed that fails."""

import argparse
import sys
import traceback
from collections import Counter

from tests.simulation.world import simulate


def main():
    wanted = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    wanted.add_argument("seed", type=int, nargs="?", default=0, help="the seed, or the first of several")
    wanted.add_argument("--runs", type=int, default=0, help="so many seeds from there on")
    wanted.add_argument("--lines", type=int, default=5, help="lines that every person types")
    wanted.add_argument(
        "--database", default="", help="an empty PostgreSQL database (postgresql://…) in place of a file"
    )
    asked = wanted.parse_args()
    given = {"lines": asked.lines, "database": asked.database}
    if not asked.runs:
        return _tell(asked.seed, given)
    failed, met = [], Counter()
    for seed in range(asked.seed, asked.seed + asked.runs):
        try:
            met += simulate(seed, **given).met()
        except Exception as error:  # noqa: BLE001  # every kind of failure is one
            failed.append(seed)
            print(f"seed {seed}: {type(error).__name__}: {error}")
    print(f"{asked.runs} runs, {len(failed)} failed; met: {', '.join(f'{n} {what}' for what, n in met.most_common())}")
    return 1 if failed else 0


def _tell(seed, given):
    """One run, line by line."""
    try:
        world = simulate(seed, told=print, **given)
    except Exception:  # noqa: BLE001
        traceback.print_exc()
        return 1
    print(f"seed {seed}: sound, story {world.story()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
