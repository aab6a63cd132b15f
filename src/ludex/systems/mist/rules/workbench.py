"""Writing the file (书写档案), prepared: a case on the shelf is made and changed thing by thing, and checked as a whole each time. MST-LIV-38, -50.

What is changed in a case that is open is in `casework`.
"""

from collections.abc import Callable

import msgspec

from ludex.core.errors import RuleError
from ludex.core.plain import Plain, Written, list_in
from ludex.core.rule import rule
from ludex.systems.mist.content import MissionBlock, amended, content_of, five, shipped
from ludex.systems.mist.events import PacksChanged, PackShelved
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.missions import check_complexity
from ludex.systems.mist.rules.preparing import check_own
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.state import Clue, Mystery, State


def own_missions(state: State) -> tuple[str, ...]:
    """The missions of the table's own."""
    return tuple(name for name in content_of(state.packs).missions if name not in shipped().missions)


class PrepareCase(msgspec.Struct, frozen=True):
    """A case that is to be prepared: what it is called, and its summary."""

    name: str
    summary: str = ""


@rule("MST-LIV-50", "MST-LIV-52")
async def case_prepare(state: State, given: PrepareCase) -> Edited:
    """Put an empty case on the shelf, with the five questions of the rulebook."""
    name = check_text(given.name)
    check_own(name)
    if name in own_missions(state):
        raise RuleError("duplicate_case", clause="MST-LIV-50", name=name)
    asked = [{"id": m.id, "complexity": m.complexity} for m in five(name + given.summary)]
    pack = msgspec.json.encode({"missions": [{"id": name, "summary": given.summary, "mysteries": asked}]}).decode()
    content_of((*state.packs, pack))
    await happen(PackShelved(pack))
    return Edited(after=name)


class AmendMission(msgspec.Struct, frozen=True):
    """A clue, a trait or a mystery of a mission on the shelf: a new one, another form of the one called `was`, or (none) its removal."""

    mission: str
    was: str = ""
    clue: Clue | None = None
    trait: str = ""
    hidden: bool = True
    mystery: Mystery | None = None


@rule("MST-LIV-38", "MST-LIV-40", "MST-LIV-50")
async def mission_amend(state: State, given: AmendMission) -> Edited:
    """Change one thing of a case that is not open yet; it is checked as a whole again."""
    block = content_of(state.packs).missions.get(given.mission)
    if block is None:
        raise RuleError("unknown_case", clause="MST-LIV-38", value=given.mission, among=list(own_missions(state)))
    check_own(given.mission)
    _check_new(block, given)
    for kind, record in _records(block, given):
        change = _changed(kind, given.was, record)
        packs = amended(state.packs, given.mission, change)
        content_of(packs)
        await happen(PacksChanged(packs))
    return Edited(holder=given.mission, before=given.was, after=_name(given))


def _name(given: AmendMission) -> str:
    return given.clue.id if given.clue else given.mystery.id if given.mystery else given.trait


def _check_new(block: MissionBlock, given: AmendMission) -> None:
    """What is new is called as nothing else is; a clue proves mysteries that there are."""
    asked = [mystery.id for mystery in block.mysteries]
    if given.clue:
        if given.clue.id != given.was and given.clue.id in [clue.id for clue in block.clues]:
            raise RuleError("duplicate_clue", clause="MST-PCL-1", id=given.clue.id)
        for name in (*given.clue.proves, *given.clue.against):
            if name not in asked:
                raise RuleError("unknown_mystery", clause="MST-PCL-1", value=name, among=asked)
    if given.mystery:
        check_complexity(given.mystery.complexity)
        if not given.was and given.mystery.id in asked:
            raise RuleError("duplicate_mystery", clause="MST-PCL-1", id=given.mystery.id)


def _records(block: MissionBlock, given: AmendMission) -> list[tuple[str, Plain | None]]:
    """Which list of the mission changes, and the new record in it; none where the old one goes."""
    if given.clue:
        return [("clues", _plain(given.clue))]
    if given.mystery:
        return [("mysteries", _plain(given.mystery))]
    if given.trait:
        return [("traits", {"text": given.trait, "hidden": given.hidden})]
    lists: dict[str, list[str]] = {
        "clues": [clue.id for clue in block.clues],
        "mysteries": [mystery.id for mystery in block.mysteries],
        "traits": [trait.text for trait in block.traits],
    }
    found = [kind for kind, names in lists.items() if given.was in names]
    if not found:
        raise RuleError(
            "nothing_there", clause="MST-LIV-40", name=given.was, among=[n for ns in lists.values() for n in ns]
        )
    return [(found[0], None)]


def _plain(thing: Clue | Mystery) -> Plain:
    """A record as a pack holds it: without what is empty."""
    return {
        key: value for key, value in msgspec.to_builtins(thing).items() if value not in ("", [], False) or key == "id"
    }


def _changed(kind: str, was: str, record: Plain | None) -> Callable[[Plain], Plain]:
    def change(mission: Plain) -> Plain:
        old = list_in(mission.get(kind))
        place = next((n for n, one in enumerate(old) if _called(one) == was), len(old))
        new = [record] if record is not None else []
        return {**mission, kind: [*old[:place], *new, *old[place + 1 :]]}

    return change


def _called(record: Written) -> str:
    if isinstance(record, str):
        return record
    return str(record.get("id") or record.get("text") or "") if isinstance(record, dict) else ""
