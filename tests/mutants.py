"""Whether the tests would notice: the source is made wrong in one place at a time, at random, and run against the tests that should see it.

`python -m tests.mutants SEED --rules 60 --fronts 20` (`make mutants`). The same seed makes the same mutants of the same source. Nothing in
the tree is touched: a copy is. A mutant that no test minds is printed with its line, so that somebody writes the test that was missing, or
sees that it says the same as before.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = Path("src") / "ludex"
LIMIT = 900
"""Seconds after which a run has not come back: the mutant is noticed."""

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Mutant(NamedTuple):
    """A place in a module, and what stands there instead."""

    path: Path
    line: int
    before: str
    after: str
    text: str


def places(path: Path) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Every expression of a module's functions that can be made wrong, with its wrong form."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if isinstance(node, ast.expr) and (wrong := made_wrong(node)) is not None:
                        yield node, wrong


def made_wrong(node: ast.expr) -> ast.expr | None:
    """The expression with one thing turned round; None where there is nothing to turn."""
    wrong = copy.deepcopy(node)
    match wrong:
        case ast.Compare(ops=[operator]) if type(operator) in OPPOSITE:
            wrong.ops = [OPPOSITE[type(operator)]()]
        case ast.BoolOp():
            wrong.op = ast.Or() if isinstance(wrong.op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not()):
            return wrong.operand
        case ast.BinOp(op=ast.Add()):
            wrong.op = ast.Sub()
        case ast.BinOp(op=ast.Sub()):
            wrong.op = ast.Add()
        case ast.Constant(value=bool()):
            wrong.value = not wrong.value
        case ast.Constant(value=int() as number):
            wrong.value = number + 1
        case ast.IfExp():
            wrong.body, wrong.orelse = wrong.orelse, wrong.body
        case _:
            return None
    return wrong


def mutants(chance: random.Random, paths: list[Path], count: int) -> Iterator[Mutant]:
    """So many mutants of these modules, each place as likely as any other."""
    found = [(path, number) for path in paths for number, _ in enumerate(places(path))]
    for path, number in chance.sample(found, min(count, len(found))):
        node, wrong = list(places(path))[number]
        text = (ROOT / path).read_bytes()
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        after = f"({ast.unparse(wrong)})"
        changed = (text[:begin] + after.encode() + text[end:]).decode()
        yield Mutant(path, node.lineno, text[begin:end].decode(), after, changed)


def judges(path: Path) -> list[list[str]]:
    """The runs that should notice, the quickest first."""
    room = path.relative_to(SOURCE).parts
    python = [sys.executable, "-m"]
    if room[0] == "systems":
        scenes = sorted(str(one) for one in (ROOT / "tests" / "scenes").glob(f"{room[1]}*.scenes.md"))
        return [
            [*python, "ludex", "conform", str(ROOT / "tests" / "conformance" / room[1])],
            [*python, "ludex", "scenes", *scenes],
            [*python, "pytest", "-x", f"tests/systems/{room[1]}"],
            [*python, "pytest", "-x", "tests/scenes", "-k", room[1]],
        ]
    tests = {"api": ["tests/fronts/web"]}.get(room[1], [f"tests/fronts/{room[1]}"])
    there = [one for one in tests if (ROOT / one).exists()] or ["tests/fronts"]
    return [[*python, "pytest", "-x", "-m", "not browser", *there]]


def noticed(mutant: Mutant, place: Path, sound: dict[str, bool]) -> str:
    """Which run noticed the mutant; empty where none did. A run that fails without it judges nothing."""
    runs = judges(mutant.path)
    for run in runs:
        if " ".join(run) not in sound:
            sound[" ".join(run)] = ended(run, place) == 0
    target = place / mutant.path
    before = target.read_text("utf-8")
    target.write_text(mutant.text, "utf-8")
    try:
        for run in runs:
            if sound[" ".join(run)] and ended(run, place) != 0:
                return " ".join(run[2:4])
    finally:
        target.write_text(before, "utf-8")
    return ""


def ended(run: list[str], place: Path) -> int:
    """How a run on the copy ended; -1 where it did not come back."""
    surroundings = os.environ | {"PYTHONPATH": f"{place / 'src'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            run, cwd=ROOT, env=surroundings, capture_output=True, timeout=LIMIT, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return -1


def modules(*rooms: str) -> list[Path]:
    """The modules below these rooms of the source."""
    found = (path for room in rooms for path in (ROOT / SOURCE).glob(f"{room}/**/*.py"))
    return sorted(path.relative_to(ROOT) for path in found)


def main() -> None:
    """Make mutants of the rules and of the fronts, and say how many were noticed."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("seed", type=int)
    asked.add_argument("--rules", type=int, default=60)
    asked.add_argument("--fronts", type=int, default=20)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "examples", place / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        sound: dict[str, bool] = {}
        for title, rooms, count in (
            ("rules", ("systems/*/rules",), given.rules),
            ("fronts", ("fronts",), given.fronts),
        ):
            chance, killed, made = random.Random(f"{given.seed}:{title}"), 0, 0
            for mutant in mutants(chance, modules(*rooms), count):
                by = noticed(mutant, place, sound)
                made, killed = made + 1, killed + bool(by)
                verdict = f"noticed by {by}" if by else "NOT NOTICED"
                print(f"{mutant.path}:{mutant.line}  {mutant.before}  ->  {mutant.after}  {verdict}", flush=True)
            if made:
                print(f"{title}: {killed} of {made} noticed ({killed / made:.0%})", flush=True)


if __name__ == "__main__":
    main()
