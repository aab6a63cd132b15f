"""Cards that are shown on request, and change nothing: a roll before it is made, a sheet looked over.

The odds are those of the very pool that would be rolled.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from ludex.core.odds import odds
from ludex.core.packs import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import Card, Fact, Rows, Verdict
from ludex.systems.mist.fold import fold
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke
from ludex.systems.mist.rules.pool import outcome
from ludex.systems.mist.rules.who import actor_of
from ludex.systems.mist.sheet import character_problems
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Result, Stage

OUTCOMES = (Result.FAILURE, Result.MIXED, Result.SUCCESS)


def chances(power: int, options: Options) -> dict[Result, Fraction]:
    """The exact odds of the three results at a power."""
    found = odds(lambda: outcome(power, options.negative_power), None, fold, read=lambda result, _: str(result))
    return {result: found.chances.get(str(result), Fraction(0)) for result in OUTCOMES}


@rule("MST-ACT-3", "MST-ACT-5")
def preview_card(state: State, _viewer: Viewer, given: Plain) -> Card:
    """The power with its terms, the odds of the roll, and the same with each tag burnt that could be."""
    named = msgspec.convert(given, Invocation)
    actor = named.actor
    plain = invoke(state, actor_of(state, actor), named)
    rows = [_row(say("view.as_named"), plain, state.options)]
    rows += [
        _row(say("view.burning", tag=tag), invoked, state.options) for tag, invoked in _burning(state, actor, named)
    ]
    columns = (say("view.plan"), say("view.power"), *(term(result) for result in OUTCOMES))
    power = Fact(say("view.power"), plain.power, plain.why.get("power"))
    return Card(say("told.preview", who=actor), totals=(power,), parts=(Rows(columns, tuple(rows)),))


def _row(label: object, invoked: Invoked, options: Options) -> tuple[object, ...]:
    found = chances(invoked.power, options)
    return (label, invoked.power, *(f"{float(found[result]) * 100:.1f}% ({found[result]})" for result in OUTCOMES))


def _burning(state: State, actor: str, named: Invocation) -> Iterator[tuple[str, Invoked]]:
    """The invocation with one tag burnt, for each helpful one that is not a weakness."""
    if named.power is not None or named.burn:
        return
    character = actor_of(state, actor)
    weak = [tag for theme in character.themes for tag in theme.weakness]
    for tag in named.help:
        if tag not in weak:
            yield tag, invoke(state, character, replace(named, burn=(tag,)))


def check_card(state: State, _viewer: Viewer, given: Plain) -> Card:
    """Everything that is wrong with a sheet, at once."""
    actor = str(given["actor"])
    found = character_problems(actor_of(state, actor), Stage.PLAY, state.options)
    problems = list(dict.fromkeys((p.code, tuple(p.facts.items())) for p in found))
    lines = tuple(say(f"errors.{code}", **dict(facts)) for code, facts in problems)
    verdict = Verdict("bad", say("told.sheet_wrong", n=len(lines))) if lines else Verdict("good", say("told.sheet_ok"))
    return Card(say("told.check", who=actor), verdict, lines=lines)


CARDS: dict[str, Callable[[State, Viewer, Plain], Card]] = {"preview": preview_card, "check": check_card}
"""The cards that commands show, by name."""
