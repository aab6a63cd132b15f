"""The notebooks run from top to bottom as they stand, but with fewer runs."""

import ast
import json
import re
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "examples" / "notebooks"


def run(name):
    """What a notebook has made, and what its cells show."""
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    names, shown = {}, []
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        code = re.sub(r"runs=\d+", "runs=4, executor=lab.Here()", "".join(cell["source"]))
        body = ast.parse(code).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), name, "exec"), names)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), name, "eval"), names))
    return names, shown


def test_a_weapon_is_designed_by_exact_odds_and_by_fights():
    names, shown = run("weapon")
    assert names["wounds"]["long sword"] == Fraction(98, 25)
    assert names["wounds"]["quick sword"] < names["wounds"]["long sword"] < names["wounds"]["heavy sword"]
    assert {one.runs for one in names["fights"].values()} == {4}
    assert "<svg" in shown[-1]._repr_html_()


def test_an_encounter_is_balanced():
    names, shown = run("encounter")
    assert "count:哥布林" in shown[0]
    assert set(names["ways"]) == {"plain", "clever"}
    assert names["found"].value in names["found"].tried
    assert names["row"] == names["fight"].rows[names["row"].n]
    assert names["steps"]
    assert names["found"]._repr_html_().count("<circle") == len(names["found"].tried)


def test_two_house_rules_are_compared_on_the_same_dice():
    names, shown = run("house_rules")
    assert names["wounds"]["through"] > names["wounds"]["lost"]
    assert [len(curve) for curve in names["curves"].values()] == [3, 3]
    assert all("<polyline" in curve._repr_html_() for curve in names["curves"].values())
    assert shown[-1]["of"] == 4


def test_every_notebook_is_run_and_keeps_no_output():
    there = {path.stem for path in FOLDER.glob("*.ipynb")}
    assert there == {"weapon", "encounter", "house_rules"}
    for path in FOLDER.glob("*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert all(cell.get("outputs", []) == [] for cell in cells)
