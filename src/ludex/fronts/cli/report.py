"""`ludex report`: a designer's report of a system as one page of HTML that needs nothing else: findings, curves, dangers, options."""

import asyncio
import sys
from pathlib import Path

from rich.console import Console

from ludex.core.errors import RuleError
from ludex.core.names import harmless
from ludex.fronts.cli.rehearse import scene_of
from ludex.fronts.web.drawing.curves import curve
from ludex.fronts.web.drawing.draw import template
from ludex.lab.outcome import Rehearsed
from ludex.lab.pools import processes
from ludex.lab.rehearsing import one_number
from ludex.lab.report import ODD, Danger, Means, Reported, Swing, report as worked_out, unknown
from ludex.table.house import demo_of
from ludex.table.registry import names
from ludex.text.commands.rehearse import percents, way_name
from ludex.text.words import Words

SWINGS = 0.15
"""A point or an option that changes the chance by more than this is a finding."""
FINDINGS = 3
"""So many findings stand first."""


def report(
    scene: str,
    *,
    out: Path | None = None,
    runs: int = 48,
    seed: int = 1,
    workers: int = 0,
    language: str = "zh",
    data: Path | None = None,
) -> None:
    """Write a designer's report of a system: curves, how dangerous each stat block is, what each option changes.

    Parameters
    ----------
    scene
        A system: its demo; or the id of a table (`ludex tables` lists them): its scene, with its own content.
    out
        The file to write; by default `<scene>-report.html`.
    runs
        So many runs of everything that is tried.
    seed
        The same seed gives the same report.
    workers
        So many processes; 0: one for each core.
    language
        zh or en.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    words, console = Words(language), Console(stderr=True)
    try:
        there, state = asyncio.run(scene_of(scene, data, language))
        words = Words(language, there.package)
        with processes(workers or None) as pool, console.status(scene) as status:
            found = worked_out(
                there,
                state,
                away=unknown(there, demo_of(there, language)) if scene in names() else None,
                runs=runs,
                seed=seed,
                executor=pool,
                progress=lambda what: status.update(harmless(what)),
            )
    except RuleError as error:
        sys.exit(harmless(words.error(error)))
    path = out or Path(f"{scene}-report.html")
    path.write_text(page(words, found), "utf-8")
    print(path)


def page(words: Words, found: Reported) -> str:
    """The report as a page."""
    return template("report.html").render(
        t=words,
        r=found,
        findings=findings(words, found),
        ways=[(way_name(words, name), _told(one), one.win) for name, one in found.ways.items()],
        curves=[curve(one.knob.whose, one.knob.now, one.found) for one in found.curves if len(one.found) > 1],
        percents=percents,
        dice=all(one.dice for one in found.ways.values()),
        points=[(words.field(p.option), p) for p in sorted(found.points, key=lambda p: -p.by) if round(p.by * 100)],
        swings=[
            (words.option(one.option), words.option(one.option, one.value), one)
            for one in sorted(found.swings, key=lambda one: -abs(one.by))
        ],
        checks=[
            (words(f"lab.ladder.{one.called}", n=f"{one.at:+d}" if one.called == "bonus" else one.at), one.chances)
            for one in found.checks
        ],
        means=[(one, _who(words, one), words.thing(one.means), _why(words, one)) for one in found.means],
        most=max((one.fair for one in found.dangers), default=1) or 1,
    )


def _told(one: Rehearsed) -> str:
    return percents(one.win) if one.dice else f"{one.win.share:.0%}"


# ------------------------------------------------------------------------------------------------ findings
def findings(words: Words, found: Reported) -> list[str]:
    """What stands out, the most telling first: how far the ways to play are apart, outliers among stat blocks, the point that is worth most, the widest swing."""
    lines = []
    dice = all(one.dice for one in found.ways.values())
    if dice and one_number(found.ways) is None:
        lines.append(
            words("lab.report.apart", ways=[f"{way_name(words, n)} {_told(o)}" for n, o in found.ways.items()])
        )
    odd = sorted((one for one in found.dangers if one.outlier), key=lambda one: -abs(_fold(one)))
    lines += [_of_danger(words, one) for one in odd]
    striking = sorted((one for one in found.means if one.odd >= ODD), key=lambda one: -one.odd)
    lines += [
        words(
            "lab.report.strikes",
            who=_who(words, one),
            what=words.thing(one.means),
            times=f"{one.odd:.1f}",
            why=_why(words, one),
        )
        for one in striking
    ][:1]
    worth = sorted(found.points, key=lambda one: -abs(one.by))
    lines += [
        words("lab.report.worth", what=words.field(one.option), before=percents(one.usual), after=percents(one.other))
        for one in worth
        if abs(one.by) > SWINGS
    ][:1]
    wide = sorted(found.swings, key=lambda one: -abs(one.by))
    lines += [_of_swing(words, one) for one in wide if abs(one.by) > SWINGS][:1]
    return lines[:FINDINGS] or [words("lab.report.nothing")]


def _who(words: Words, one: Means) -> str:
    return words.thing(one.key) if words.has(f"things.{one.key}") else one.who


def _why(words: Words, one: Means) -> str:
    """The odds of a blow in one line: how often each outcome comes, the middle of each number."""
    told = []
    for preview in one.why:
        chances = {k: share for k, share in preview.odds.chances.items() if k is not None}
        if len(chances) < 2:  # nothing to know
            continue
        key = f"outputs.{preview.output}"
        name = words.phrase(key) if words.has(key) else words.term(preview.output)
        if (mean := preview.mean()) is not None:
            told.append(f"{name} ⌀ {mean:.1f}")
        elif not told:  # the first says how it comes out
            told.append(", ".join(f"{words.term(str(k))} {float(share):.0%}" for k, share in chances.items()))
    return " · ".join(told)


def _fold(one: Danger) -> float:
    return one.odd if one.odd >= 1 else -1 / max(1e-9, one.odd)


def _of_danger(words: Words, one: Danger) -> str:
    key = "lab.report.deadlier" if one.odd >= 1 else "lab.report.milder"
    called = words.thing(one.key) if words.has(f"things.{one.key}") else one.called
    return words(key, who=called, times=f"{abs(_fold(one)):.1f}", fair=f"{one.fair:.1f}", life=round(one.life))


def _of_swing(words: Words, one: Swing) -> str:
    return words(
        "lab.report.swings",
        option=words.option(one.option),
        value=words.option(one.option, one.value),
        before=percents(one.usual),
        after=percents(one.other),
    )
