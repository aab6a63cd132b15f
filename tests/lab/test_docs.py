"""What the page about rehearsing shows in Python is run as it stands, with fewer runs."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parent.parent.parent / "docs" / "how-to"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_example_runs(language, capsys):
    text = (PAGES / f"rehearse.{language}.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    short = re.sub(r"runs=\d+", "runs=2, executor=lab.Here()", code).replace("range(1, 6)", "(1, 2)")
    names = {}
    exec(short, names)  # our own page
    assert "Interval" in capsys.readouterr().out
    assert names["row"].n == names["found"].typical()["typical"]
    assert names["steps"]
    assert set(names["curve"]) == {1, 2}
    assert names["wounds"].exact
    assert "<svg" in names["found"]._repr_html_()
    assert "<polyline" in names["curve"]._repr_html_()
    assert names["wounds"]._repr_html_().count("<tr>") == len(names["wounds"].chances)
