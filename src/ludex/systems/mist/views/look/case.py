"""The case as one viewer sees it: its line, its board, and (for the MC) the workbench: what can be solved, what is ready, what is on the shelf.

Everything that the MC has prepared stands on the board too, marked as hidden; every card can be touched, and offers what can be done with it.
"""

from collections.abc import Iterator

from ludex.core.deeds import Offer, deed
from ludex.core.principals import Viewer
from ludex.core.say import Label, Say, say, term
from ludex.core.view import AnyPart, Board, BoardCard, Deeds, Empty, Link, Rows, Section, Stations, Text
from ludex.systems.mist.content import content_of
from ludex.systems.mist.kinds import offers
from ludex.systems.mist.rules.workbench import Solved, solve
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Clue, Mission, Mystery, State, asked_as
from ludex.systems.mist.terms import MissionPhase
from ludex.systems.mist.views.deeds import asked_now

STATIONS = (MissionPhase.CUT_IN, MissionPhase.WRITING, MissionPhase.OPPORTUNITY, MissionPhase.SUPPRESSED)
ASIDE = {
    MissionPhase.PAST: MissionPhase.WRITING,
    MissionPhase.SETBACK: MissionPhase.WRITING,
    MissionPhase.CLOSED: MissionPhase.SUPPRESSED,
}
"""Phases beside the main line, and the station that they come from."""

LINES = 6
"""So many of the latest notes are shown."""


def case_sections(state: State, viewer: Viewer) -> Iterator[Section]:
    """The case; the MC's workbench; one's own notes."""
    mission = state.mission
    note: Label = say("view.file", file=mission.file) if mission and mission.file else ""
    yield Section("case", say("view.case"), tuple(_case(state, viewer)), note=note)
    if viewer.gm and state.case:
        yield Section("workbench", say("view.workbench"), tuple(_workbench(state, state.case)), hidden=True)
    if viewer.gm:
        yield Section("shelf", say("view.shelf"), tuple(_shelf(state)), hidden=True, folded=True)
    if notes := _notes(state, viewer):
        yield Section("notes", say("view.notes"), tuple(Text(note) for note in notes[-LINES:]), hidden=True)


def _notes(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The MC's own with those of the case, or those of one's characters."""
    if viewer.gm:
        return (*(state.case.notes if state.case else ()), *(n.text for n in state.notes if not n.holder))
    return tuple(note.text for note in state.notes if note.holder in viewer.controls)


# --- what everybody sees ---------------------------------------------------------------------------------------------


COLUMNS = ("mystery", "clue", "conclusion")
"""What a case is made of, from the question to its answer."""


def _case(state: State, viewer: Viewer) -> Iterator[AnyPart]:
    mission = state.mission
    if mission is None:
        first = deed("mission", say("view.open_mission"), mission=offers.titled_missions(state)) if viewer.gm else None
        yield Empty(say("view.no_mission"), deed=first)
        return
    yield Stations(tuple(term(phase) for phase in STATIONS), STATIONS.index(ASIDE.get(mission.phase, mission.phase)))
    if mission.phase in ASIDE:
        yield Text(term(mission.phase), "warn")
    yield from (Text(as_shelved(words)) for words in mission.heading)
    yield from (Text(say("view.handout", text=text)) for text in mission.shown)
    yield Board(tuple(_cards(mission)), tuple(_links(mission)), foot=say("web.case_deeds"), columns=COLUMNS)


def _cards(mission: Mission) -> Iterator[BoardCard]:
    settled = {c.mystery: c.verdict for c in mission.conclusions if c.verdict == "true"}
    for mystery in mission.mysteries:
        yield BoardCard(
            f"?{mystery.id}", mystery.called, "mystery", settled.get(mystery.id, "open"), _mystery_note(mystery)
        )
    for clue in mission.clues:
        yield BoardCard(clue.id, as_shelved(clue.id), "clue", "", _clue_note(clue))
    for done in mission.conclusions:
        yield BoardCard(f"={done.id}", done.id, "conclusion", done.verdict, term(done.form) if done.form else "")
    for number, trait in enumerate(mission.traits, 1):
        yield BoardCard(f"trait-{number}", as_shelved(trait), "trait", "")
    for clue in mission.hidden_clues:
        yield BoardCard(
            clue.id, as_shelved(clue.id), "clue", "", say("view.hidden_card", note=_clue_note(clue)), hidden=True
        )
    for number, trait in enumerate(mission.hidden_traits, 1):
        yield BoardCard(
            f"hidden-trait-{number}", as_shelved(trait), "trait", "", say("view.hidden_card", note=""), hidden=True
        )


def _mystery_note(mystery: Mystery) -> Label:
    note = as_shelved(mystery.question)
    if not mystery.veiled:
        counted = say("view.complexity_only", n=mystery.complexity)
        note = say("view.complexity", n=mystery.complexity, question=note) if note else counted
    if mystery.answer and (mystery.told or not mystery.veiled):
        return say("view.answered", note=note, answer=as_shelved(mystery.answer))
    return note


def _clue_note(clue: Clue) -> Label:
    """Its words; whose it is, where it is not everybody's; and for the MC what it was prepared for."""
    note = as_shelved(clue.text)
    if clue.holder:
        note = say("view.private_to", note=note, who=clue.holder)
    return say("view.proves", note=note, mysteries=list(map(asked_as, clue.proves))) if clue.proves else note


def _links(mission: Mission) -> Iterator[Link]:
    for done in mission.conclusions:
        yield Link(f"={done.id}", f"?{done.mystery}", kind="answers")
        yield from (Link(clue, f"={done.id}", say("view.supports"), "supports") for clue in done.supporting)
        yield from (Link(clue, f"={done.id}", say("view.conflicts"), "conflicts") for clue in done.conflicting)
    for clue in (*mission.clues, *mission.hidden_clues):  # the MC's alone (MST-LIV-35)
        yield from (Link(clue.id, f"?{name}", say("view.supports"), "supports") for name in clue.proves)
        yield from (Link(clue.id, f"?{name}", say("view.conflicts"), "conflicts") for name in clue.against)


# --- the MC's workbench (MST-LIV-38, -40, -51) -----------------------------------------------------------------------


def _workbench(state: State, case: Mission) -> Iterator[AnyPart]:
    """Each mystery with what would solve it, and what can be put into the case."""
    solved = solve(case.mysteries, (*case.clues, *case.hidden_clues))
    yield Rows(
        (say("view.mystery"), say("view.complexity_short"), say("view.solvable")),
        tuple((one.mystery.called, one.mystery.complexity, _solvable(one)) for one in solved),
    )
    yield Deeds(tuple(_case_deeds(state, case)))


def _solvable(one: Solved) -> Say:
    """Whether a mystery can be solved: with the known clues, with those that are hidden, or not."""
    if one.at_once:
        return say("view.solved_at_once", clues=list(map(as_shelved, one.known)))
    if one.missing:
        return say("view.unsolved", missing=one.missing)
    return say(
        "view.solved_with",
        clues=[*map(as_shelved, one.hidden), *(say("told.answer_of", mystery=asked_as(n)) for n in one.answers)],
    )


def _case_deeds(state: State, case: Mission) -> Iterator[Offer]:
    asked = asked_now(state)
    yield deed("clue", say("view.do_clue"), id=(), proves=asked, text=())
    yield deed("hideclue", say("view.do_hide_clue"), id=(), proves=asked, text=())
    yield deed("trait", say("view.do_trait"), text=())
    yield deed("hidetrait", say("view.do_hide_trait"), text=())
    yield deed("mystery", say("view.do_mystery"), id=(), number=("1", "2", "3", "4"), text=())
    if asked:
        yield deed("truth", say("view.do_truth"), mystery=asked, text=())
    if untold := tuple(c.id for c in case.clues if c.holder):
        yield deed("reveal", say("view.do_share"), secret=untold)
    yield deed("note", say("view.do_note"), text=())


def _shelf(state: State) -> Iterator[AnyPart]:
    """The cases of the table's own, each with what can be solved in it; and a new one."""
    known = content_of(state.packs).missions
    cases = [known[name] for name in offers.shelved_missions(state)]
    rows = []
    for case in cases:
        found = solve(case.mysteries, case.clues)
        open_ = [one.mystery.called for one in found if one.missing]
        rows.append((case.id, say("view.shelf_open", names=open_) if open_ else say("view.shelf_solved", n=len(found))))
    if rows:
        yield Rows((say("view.case"), say("view.solvable")), tuple(rows))
    checks = (deed("checkcase", say("view.do_check_case", name=case.id), given={"text": case.id}) for case in cases)
    yield Deeds((deed("prepcase", say("view.do_prepare_case"), id=(), text=()), *checks))
