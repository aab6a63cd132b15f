"""Cards that are shown on request, and change nothing: a roll before it is made, a sheet looked over, closed cases, the checker.

The odds are those of the very pool that would be rolled.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.principals import OBSERVER, Viewer
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.view import Card, Fact, Rows, Text, Verdict
from ludex.systems.mist import events as ev
from ludex.systems.mist.content import content_of
from ludex.systems.mist.options import Options
from ludex.systems.mist.redact import redact
from ludex.systems.mist.rules.actions import Action, check_effects
from ludex.systems.mist.rules.effects import Basket, raised_status
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke
from ludex.systems.mist.rules.missions import OPEN, mission_in
from ludex.systems.mist.rules.picks import Pick
from ludex.systems.mist.rules.pool import OUTCOMES, chances, pool_size, pool_text
from ludex.systems.mist.rules.statuses import meet, of_the_family, status_from
from ludex.systems.mist.rules.who import actor_of, holder_of
from ludex.systems.mist.rules.workbench import idle, solve
from ludex.systems.mist.sheet import character_problems, status_of
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Clue, Conclusion, Mission, Mystery, State, asked_as
from ludex.systems.mist.terms import EffectKind, Outcome, Stage


@rule("MST-ACT-3", "MST-ACT-5")
def preview_card(state: State, _viewer: Viewer, given: Plain) -> Card:
    """The power with its terms, the odds of the roll, and the same with each tag burnt that could be."""
    named = msgspec.convert(given, Action)
    actor = named.actor
    plain = invoke(state, actor_of(state, actor), named)
    lines = _coming_to(state, check_effects(state, named, plain)) if named.effects else ()
    rows = [_row(say("view.as_named"), plain, state.options)]
    rows += [
        _row(say("view.burning", tag=tag), invoked, state.options) for tag, invoked in _burning(state, actor, named)
    ]
    columns = (say("view.plan"), say("view.power"), *(term(result) for result in OUTCOMES))
    power = Fact(say("view.power"), plain.power, plain.why.get("power"))
    pool = Fact(say("view.pool"), pool_text(plain.power, pool_size(plain.power, state.options.negative_power)))
    return Card(say("told.preview", who=actor), totals=(power, pool), lines=lines, parts=(Rows(columns, tuple(rows)),))


@rule("MST-LIV-18")
def _coming_to(state: State, basket: Basket) -> tuple[Label, ...]:
    """What each effect would come to: 受伤 4 → 5."""
    return tuple(filter(None, (_pick_line(state, pick) for pick in basket.picks)))


def _pick_line(state: State, pick: Pick) -> Label:
    if pick.kind not in (EffectKind.RAISE, EffectKind.LOWER):
        return say("told.would_buy", effect=term(pick.kind), text=pick.text)
    holder = holder_of(state, pick.holder)
    held = status_of(holder, pick.text)
    if pick.kind is EffectKind.LOWER:
        was = held.tier if held else 0
        return say("told.would_be", who=holder.called, name=pick.text, before=was, after=max(was - pick.tiers, 0))
    given = of_the_family(holder, raised_status(state, pick))
    met = meet(holder, status_from(given, state.options), state.options, related=state.related)
    old = status_of(holder, met.name)
    return say("told.would_be", who=holder.called, name=met.name, before=old.tier if old else 0, after=met.tier)


def _row(label: Label, invoked: Invoked, options: Options) -> tuple[Filling, ...]:
    found = chances(invoked.power, options.negative_power)
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
    """Everything that is wrong with a sheet, at once; a motivation may be missing, which is said (MST-THM-5)."""
    actor = str(given["actor"])
    character = actor_of(state, actor)
    found = character_problems(character, Stage.PLAY, state.options)
    problems = list(dict.fromkeys((p.code, tuple(p.facts.items())) for p in found))
    lines = tuple(say(f"errors.{code}", **dict(facts)) for code, facts in problems)
    verdict = Verdict("bad", say("told.sheet_wrong", n=len(lines))) if lines else Verdict("good", say("told.sheet_ok"))
    aimless = [theme.called for theme in character.themes if not theme.motivation]
    remarks = (say("told.no_motivation", themes=aimless),) if aimless else ()
    return Card(say("told.check", who=actor), verdict, lines=(*lines, *remarks))


# --- cases -----------------------------------------------------------------------------------------------------------


def skipped_card(_state: State, _viewer: Viewer, given: Plain) -> Card:
    """Who is not in play is skipped, and named (MST-LIV-4)."""
    return Card(say("told.skipped", who=str(given["actor"])))


def _case_named(state: State, name: str) -> Mission:
    cases = state.closed
    if not cases:
        raise RuleError("no_closed_case", clause="MST-LIV-56")
    found = next((m for m in reversed(cases) if name in (m.name, m.title, m.summary)), None)
    if found is None:
        raise RuleError("unknown_case", clause="MST-LIV-56", value=name, among=[m.called for m in cases])
    return found


def archive_card(state: State, _viewer: Viewer, given: Plain) -> Card:
    """The closed cases, or one of them whole (MST-LIV-56)."""
    name = str(given["name"])
    if name:
        return _case_card(_case_named(state, name), say("told.archive_case", name=name))
    lines = tuple(say("told.archive_line", name=m.called, outcome=_ended(m)) for m in state.closed)
    return Card(say("told.archive"), lines=lines or (say("told.archive_empty"),))


def _ended(mission: Mission) -> Label:
    """How a case ended, with what was said of it."""
    outcome = term(Outcome(mission.outcome)) if mission.outcome else term(mission.phase)
    return say("told.case_note", outcome=outcome, note=mission.note) if mission.note else outcome


def _case_card(mission: Mission, title: Label) -> Card:
    """A case as a page: how it ended, its board, its conclusions with their clues, who took part."""
    lines: list[Label] = [as_shelved(words) for words in mission.heading]
    lines.append(say("told.case_outcome", outcome=_ended(mission)))
    if mission.people:
        lines.append(say("told.case_people", people=list(mission.people)))
    lines += [_asked(mystery) for mystery in mission.mysteries]
    lines += [say("told.case_clue", name=as_shelved(c.id), text=as_shelved(c.text)) for c in mission.clues]
    lines += [
        say(
            "told.case_conclusion",
            name=c.id,
            mystery=asked_as(c.mystery),
            verdict=_verdict(c),
            clues=list(map(as_shelved, c.supporting)),
        )
        for c in mission.conclusions
    ]
    lines += [say("told.trait", trait=as_shelved(text)) for text in mission.traits]
    lines += [
        say("told.case_hidden", name=as_shelved(c.id), text=as_shelved(c.text)) for c in mission.hidden_clues
    ]  # the MC's (MST-LIV-56)
    lines += [say("told.case_hidden_trait", trait=as_shelved(text)) for text in mission.hidden_traits]
    return Card(title, lines=tuple(lines))


def _asked(mystery: Mystery) -> Say:
    """A mystery of a closed case, with its true answer where that is known."""
    line = say("told.case_mystery", name=mystery.called, question=as_shelved(mystery.question))
    return say("told.case_answer", line=line, answer=as_shelved(mystery.answer)) if mystery.answer else line


def _verdict(conclusion: Conclusion) -> Label:
    return term(conclusion.verdict) if conclusion.verdict else ""


def _story(mission: Mission) -> Iterator[Label]:
    """The scenes of a case in their order, with the rolls made in them."""
    for beat in mission.story:
        match beat.kind:
            case "roll" if not beat.text:
                yield say("told.story_roll_bare", who=beat.who, result=term(beat.result))
            case "roll" | "ward" | "deduce" | "test":
                yield say(f"told.story_{beat.kind}", who=beat.who, text=beat.text, result=term(beat.result))
            case "immersion":
                yield say("told.story_immersion", who=beat.who, depth=term(beat.text), result=term(beat.result))
            case _:
                yield say(f"told.story_{beat.kind}", text=beat.text or say("told.scene_unnamed"))


PEAKS = frozenset(
    f"told.{key}"
    for key in (
        "fate_dead",
        "fate_transformed",
        "fate_active",
        "new_clue",
        "new_clue_said",
        "clue_found",
        "clue_found_said",
        "clue_added",
        "conclusion",
        "verdict_true",
        "verdict_false",
        "overcome",
        "theme_lost",
        "theme_new",
        "suppressed",
        "threat_realised",
        "known_clues",
        "asked_now",
    )
)
"""What a chronicle never leaves out."""

TIMES = {"told.round": "told.round"}
"""What says that a round or a moment begins, and the phrase that heads it."""


UNSAID = frozenset(("told.deliver_coming", "told.coming", "sentences.of_coming"))
"""That something is about to land: it is asked about, and told when it has."""


@rule("MST-LIV-54")
def threads(state: State) -> Iterator[Label]:
    """The mysteries of the case that no conclusion has settled."""
    mission = state.mission
    settled = {one.mystery for one in mission.conclusions if one.verdict == "true"} if mission else set()
    for mystery in mission.mysteries if mission and not mission.outcome else ():
        if mystery.id not in settled:
            yield mystery.called


WEIGHS = frozenset(
    f"told.{key}"
    for key in (
        *("overcome", "fate_dead", "fate_transformed", "fate_active", "theme_lost", "new_clue"),
        *("status_new", "status_moved", "status_gone", "dropped", "unresolved"),
    )
)
"""What cards tell of statuses, of who is overcome or lost, of clues, and of what is left open."""


def tally(state: State, events: Sequence[object]) -> Iterator[Say]:
    """What an evening came to (MST-LIV-54): scenes, rolls, conclusions, clues, cases; due growth and owed themes are confirmed."""
    scenes, rolls = _many(events, ev.SceneOpened), [e for e in events if isinstance(e, ev.SceneActed) and e.result]
    counts = {"scenes": scenes, "rolls": len(rolls), "clues": _many(events, ev.ClueFound)}
    yield from (say(f"told.tally_{what}", n=n) for what, n in counts.items() if n)
    for event in events:
        if isinstance(event, ev.ConclusionSettled):
            done = event.conclusion
            yield say("told.tally_conclusion", name=done.id, verdict=_verdict(done))
    closings = sum(isinstance(event, ev.MissionClosed | ev.Suppressed) for event in events)
    over = [case for case in (*state.archive, state.mission) if case and case.outcome]
    for case in over[len(over) - closings :]:
        yield say("told.tally_case", name=case.called, outcome=term(case.outcome))
    yield from (say("told.tally_growth", who=waits.actor, theme=waits.theme) for waits in state.improving)
    owed = (c for c in state.characters if c.pending_replacements)
    yield from (say("told.tally_owed", who=c.called, n=c.pending_replacements) for c in owed)


def _many(events: Sequence[object], kind: type) -> int:
    return sum(isinstance(event, kind) for event in events)


def dossier_card(state: State, viewer: Viewer, given: Plain) -> Card:
    """The page of a closed case, the same for everybody: made from what all players may know (MST-LIV-57)."""
    open_state = redact(state, Viewer(OBSERVER, numbers=viewer.numbers))
    if not state.closed:
        raise RuleError("no_closed_case", clause="MST-LIV-57")
    name = str(given["name"]) or state.closed[-1].called
    mission = _case_named(open_state, name)
    card = _case_card(mission, say("told.dossier", name=name))
    return replace(card, lines=(*card.lines, *_story(mission)))


def series_card(state: State, _viewer: Viewer, _given: Plain) -> Card:
    """The missions of each season with their outcomes (MST-LIV-55)."""
    cases = (*state.closed, *((state.case,) if state.case else ()))
    seasons = dict.fromkeys((*(m.series for m in cases), state.series))
    lines: list[Label] = []
    for season in seasons:
        lines.append(say("told.season", name=season) if season else say("told.first_season"))
        lines += [say("told.archive_line", name=m.called, outcome=_ended(m)) for m in cases if m.series == season]
    return Card(say("told.series"), lines=tuple(lines))


def check_case_card(state: State, _viewer: Viewer, given: Plain) -> Card:
    """Whether each mystery of a case can be solved with what is prepared (MST-LIV-51)."""
    if not (name := str(given["name"])):
        mission_in(state, *OPEN)
    running = state.case if state.case and name in ("", state.case.name) else None
    block = content_of(state.packs).missions.get(name)
    if running is None and block is None:
        raise RuleError("unknown_case", clause="MST-LIV-51", value=name, among=list(content_of(state.packs).missions))
    mysteries = running.mysteries if running else block.mysteries if block else ()
    clues = (*running.clues, *running.hidden_clues) if running else block.clues if block else ()
    return Card(
        say("told.check_case", name=name or (running.called if running else "")), lines=solvable(mysteries, clues)
    )


def solvable(mysteries: tuple[Mystery, ...], clues: tuple[Clue, ...]) -> tuple[Label, ...]:
    """A line for each mystery, then the remarks."""
    lines: list[Label] = []
    for one in solve(mysteries, clues):
        facts = {"name": one.mystery.called, "n": one.mystery.complexity}
        if one.at_once:
            lines.append(say("told.solvable_at_once", clues=list(map(as_shelved, one.known)), **facts))
        elif one.missing:
            lines.append(say("told.unsolvable", missing=one.missing, **facts))
        else:
            lines.append(
                say(
                    "told.solvable",
                    clues=[
                        *map(as_shelved, one.hidden),
                        *(say("told.answer_of", mystery=asked_as(name)) for name in one.answers),
                    ],
                    **facts,
                )
            )
    clueless, untold = idle(mysteries, clues)
    if clueless:
        lines.append(say("told.proves_nothing", clues=list(map(as_shelved, clueless))))
    if untold:
        lines.append(say("told.no_answer", mysteries=list(map(asked_as, untold))))
    return tuple(lines)


def template_card(_state: State, _viewer: Viewer, given: Plain) -> Card:
    """A file to fill in (MST-LIV-50)."""
    lines = tuple(Text(line) for line in str(given["text"]).splitlines())
    return Card(say("told.template", name=str(given["title"])), parts=lines)


CARDS: dict[str, Callable[[State, Viewer, Plain], Card]] = {
    "preview": preview_card,
    "check": check_card,
    "skipped": skipped_card,
    "archive": archive_card,
    "dossier": dossier_card,
    "series": series_card,
    "check_case": check_case_card,
    "template": template_card,
}
"""The cards that commands show, by name."""
