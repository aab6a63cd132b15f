"""Writing the file (书写档案), prepared: a case on the shelf is made and changed thing by thing, and checked as a whole each time. MST-LIV-38, -50.

What is changed in a case that is open is in `casework`.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec

from ludex.core.declaring import Deed
from ludex.core.deeds import CASE, GM_ONLY, PLAYER, REST, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY
from ludex.core.plain import Plain, Written, list_in
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.systems.mist.content import MissionBlock, content_of, five, with_mission_changed
from ludex.systems.mist.events import PacksChanged, PackShelved, happen
from ludex.systems.mist.kinds import (
    Against,
    AnyClue,
    AnyMystery,
    AnyTrait,
    InMission,
    Number,
    Proves,
    ShelfDeed,
    Words,
    offers,
)
from ludex.systems.mist.kinds.reading import known_as, mystery_named
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.missions import check_complexity
from ludex.systems.mist.rules.preparing import check_own
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.state import Clue, Mystery, State


class PrepareCase(
    ShelfDeed, names=("备案", "prepcase"), does="case_prepare", audience=(GM,), example=".备案 敲窗 有人在敲三楼的窗"
):
    """A case that is to be prepared: what it is called, and its summary; it has the five questions."""

    name: Annotated[str, Field("id")]
    summary: Words = ""


@rule("MST-LIV-50", "MST-LIV-52")
async def case_prepare(state: State, given: PrepareCase) -> Edited:
    """Put an empty case on the shelf, with the five questions of the rulebook."""
    name = check_text(given.name)
    check_own(name)
    if name in offers.shelved_missions(state):
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
        raise RuleError(
            "unknown_case", clause="MST-LIV-38", value=given.mission, among=list(offers.shelved_missions(state))
        )
    check_own(given.mission)
    _check_new(block, given)
    for kind, record in _records(block, given):
        change = _changed(kind, given.was, record)
        packs = with_mission_changed(state.packs, given.mission, change)
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


# --- the lines of the workbench: about the case that is open, or one on the shelf (MST-LIV-38, -40) ------------------------


class CaseLine(Deed, who=GM_ONLY, group="case"):
    """What the MC prepares or changes in a case: the open one, or (`任务=`) one on the table's own shelf."""

    mission: InMission = ""

    def shelf(self, asked: Asked) -> MissionBlock | None:
        """The mission on the shelf that the line is about; none where it is the running case."""
        name = known_as(self.mission, offers.missions(asked.state)) if self.mission else ""
        if not name or (asked.state.case and name == asked.state.case.name):
            return None
        if (block := content_of(asked.state.packs).missions.get(name)) is None:
            among = list(offers.own_missions(asked.state))
            raise RuleError("unknown_case", clause="MST-LIV-38", value=self.mission[:40], among=among)
        return block


def _amend(block: MissionBlock, **change: Any) -> Do:
    """A change of a case on the shelf: the MC's alone."""
    return Do("mission_amend", {"mission": block.id, **change}, (GM,))


def _asked_in(asked: Asked, block: MissionBlock | None) -> tuple[str, ...]:
    return tuple(m.id for m in block.mysteries) if block else tuple(offers.mysteries(asked.state))


def _sides(asked: Asked, block: MissionBlock | None) -> dict[str, list[str]]:
    """The mysteries that a clue proves and those that it speaks against, where the line says so."""
    given = {side: asked.args.get(side) or () for side in ("proves", "against")}
    among = _asked_in(asked, block)
    return {side: [mystery_named(name, among) for name in names] for side, names in given.items() if names}


def _mystery(block: MissionBlock, name: str) -> Plain:
    """A mystery of a case on the shelf, as it is written."""
    found = next((m for m in block.mysteries if m.id == name), None)
    if found is None:
        among = [m.id for m in block.mysteries]
        raise RuleError("unknown_mystery", clause="MST-PCL-1", value=name[:40], among=among)
    return dict(msgspec.to_builtins(found))


def _clue(block: MissionBlock, name: str) -> Clue:
    found = next((c for c in block.clues if c.id == name), None)
    if found is None:
        raise RuleError("unknown_clue", clause="MST-PCL-1", value=name[:40], among=[c.id for c in block.clues])
    return found


def _is_hidden(asked: Asked, name: str) -> bool:
    mission = asked.state.mission_now
    return any(c.id == name and (c.hidden or c.holder) for c in (*mission.clues, *mission.hidden_clues))


class PoseMystery(CaseLine, names=("谜团", "mystery"), beside=CASE, example=".谜团 它从哪里来 2"):
    """`.谜团 它是什么 2 到底是什么在敲窗？`: the MC alone sees how many clues it takes."""

    id: Annotated[str, Field()]
    complexity: Number
    question: Words = ""

    def do(self, asked: Asked) -> Do:
        record = {"id": self.id, "complexity": self.complexity, "question": self.question}
        block = self.shelf(asked)
        return _amend(block, mystery=record) if block else Do("mystery_pose", {"mystery": record})


class GiveClue(
    CaseLine,
    names=("线索", "clue"),
    who=PLAYER,
    owner=STORY,
    said_by=STORY,
    aims=True,
    beside=CASE,
    example=".线索 站务登记簿 每晚都有同一个签名",
):
    """`.线索 湿车票 怎么也晾不干`; `.线索 @周遥 手心的字 写着第十三站`: for one character alone."""

    id: Annotated[str, Field()]
    proves: Proves = ()
    against: Against = ()
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        record = {"id": self.id, "text": self.text, "source": "mc", **_sides(asked, block)}
        if block is not None:
            return _amend(block, clue={**record, "holder": asked.aimed})
        if asked.aimed:
            return Do("clue_place", {"clue": {**record, "holder": asked.aimed}}, (GM, actor(asked.aimed)))
        return Do("clue_add", {"clue": record})


class RevealTrait(CaseLine, names=("特性", "trait"), beside=CASE, example=".特性 见光就散"):
    """`.特性 见光就散`."""

    text: Words

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        return _amend(block, trait=self.text, hidden=False) if block else Do("trait_add", {"text": self.text})


class HideClue(
    CaseLine, names=("备线索", "hideclue"), beside=CASE, example=".备线索 黑匣子 支持=它是什么 里面录着报站声"
):
    """`.备线索 黑匣子 支持=它是什么 里面录着报站声`, `.备线索 任务=敲窗 指印 在玻璃里面`."""

    id: Annotated[str, Field()]
    proves: Proves = ()
    against: Against = ()
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        clue = {"id": self.id, "text": self.text, "source": "mc", "hidden": True, **_sides(asked, block)}
        return _amend(block, clue=clue) if block else Do("clue_place", {"clue": clue}, (GM,))


class HideTrait(CaseLine, names=("备特性", "hidetrait"), beside=CASE, example=".备特性 它会模仿你"):
    """`.备特性 它会模仿你`."""

    text: Annotated[str, Field("text", REST, among=offers.open_traits)]

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        return _amend(block, trait=self.text) if block else Do("trait_hide", {"name": self.text}, (GM,))


class TellTruth(CaseLine, names=("真相", "truth"), beside=CASE, example=".真相 它是什么 沉在水库里的那辆车"):
    """`.真相 它是什么 一辆沉在水库里的车`; `支持=如何压制`: once deduced it is a clue for that."""

    mystery: Annotated[str, Field(among=offers.all_mysteries)]
    proves: Proves = ()
    text: Words

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        name, proves = mystery_named(self.mystery, _asked_in(asked, block)), _sides(asked, block)
        if block is None:
            return Do("mystery_change", {"name": name, "answer": self.text, **proves}, (GM,))
        return _amend(block, was=name, mystery={**_mystery(block, name), "answer": self.text, **proves})


class EditClue(CaseLine, names=("改线索", "editclue"), example=".改线索 湿车票 干透的车票"):
    """`.改线索 旧名 新名 [支持=…] [内容]`."""

    clue: AnyClue
    to: Annotated[str, Field()]
    proves: Proves = ()
    against: Against = ()
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        block = self.shelf(asked)
        sides = _sides(asked, block)
        if block is not None:
            old = msgspec.to_builtins(_clue(block, self.clue))
            new = {**old, "id": self.to, "text": self.text or old["text"], **sides}
            return _amend(block, was=self.clue, clue=new)
        given = {"name": self.clue, "to": self.to, "text": self.text, **sides}
        return Do("clue_change", given, (GM,)) if _is_hidden(asked, self.clue) else Do("clue_change", given)


class DropClue(CaseLine, names=("删线索", "dropclue"), example=".删线索 司机工号"):
    """`.删线索 名字`."""

    clue: AnyClue

    def do(self, asked: Asked) -> Do:
        if (block := self.shelf(asked)) is not None:
            return _amend(block, was=_clue(block, self.clue).id)
        given = {"name": self.clue}
        return Do("clue_remove", given, (GM,)) if _is_hidden(asked, self.clue) else Do("clue_remove", given)


class DropTrait(CaseLine, names=("删特性", "droptrait"), beside=CASE, example=".删特性 见光就散"):
    """`.删特性 内容`."""

    trait: AnyTrait
    to: str = ""

    def do(self, asked: Asked) -> Do:
        if (block := self.shelf(asked)) is not None:
            hidden = any(trait.text == self.trait and trait.hidden for trait in block.traits)
            return _amend(block, was=self.trait, trait=self.to, hidden=hidden)
        given = {"name": self.trait, "to": self.to}
        hidden = self.trait in asked.state.mission_now.hidden_traits
        return Do("trait_change", given, (GM,)) if hidden else Do("trait_change", given)


class EditTrait(DropTrait, names=("改特性", "edittrait"), example=".改特性 见光就散 见光就走"):
    """`.改特性 旧 新`."""

    to: Annotated[str, Field("to", REST)]


class EditMystery(CaseLine, names=("改谜团", "editmystery"), example=".改谜团 它是什么 3"):
    """`.改谜团 名字 复杂等级 [问题]`."""

    mystery: AnyMystery
    complexity: Number
    question: Words = ""

    def do(self, asked: Asked) -> Do:
        if (block := self.shelf(asked)) is None:
            given = {"name": self.mystery, "complexity": self.complexity, "question": self.question}
            return Do("mystery_change", given, (GM,))
        old = _mystery(block, self.mystery)
        now = {**old, "complexity": self.complexity, "question": self.question or old["question"]}
        return _amend(block, was=self.mystery, mystery=now)


class DropMystery(CaseLine, names=("删谜团", "dropmystery"), example=".删谜团 它是什么"):
    """`.删谜团 名字`."""

    mystery: AnyMystery

    def do(self, asked: Asked) -> Do:
        if (block := self.shelf(asked)) is not None:
            return _amend(block, was=str(_mystery(block, self.mystery)["id"]))
        return Do("mystery_remove", {"name": self.mystery})


# --- whether it can be solved ----------------------------------------------------------------------------------------


class Solved(msgspec.Struct, frozen=True):
    """One mystery: the known clues that prove it, the hidden clues and the answers of others that do, and how many are missing."""

    mystery: Mystery
    known: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    missing: int = 0

    @property
    def at_once(self) -> bool:
        return len(self.known) >= self.mystery.complexity


@rule("MST-LIV-51", "MST-FIL-3")
def solve(mysteries: Iterable[Mystery], clues: Iterable[Clue]) -> tuple[Solved, ...]:
    """What can be solved, worked out until nothing more becomes solvable: true answers are clues for others."""
    asked, given = tuple(mysteries), tuple(clues)
    done: list[str] = []
    while fresh := [m.id for m in asked if m.id not in done and not _solved(m, asked, given, done).missing]:
        done += fresh
    return tuple(_solved(mystery, asked, given, done) for mystery in asked)


def _solved(mystery: Mystery, asked: tuple[Mystery, ...], clues: tuple[Clue, ...], done: list[str]) -> Solved:
    proving = [clue for clue in clues if mystery.id in clue.proves]
    known = tuple(clue.id for clue in proving if not clue.hidden)
    hidden = tuple(clue.id for clue in proving if clue.hidden)
    answers = tuple(m.id for m in asked if m.id in done and m.id != mystery.id and mystery.id in m.proves)
    missing = max(mystery.complexity - len(known) - len(hidden) - len(answers), 0)
    return Solved(mystery, known, hidden, answers, missing)


@rule("MST-LIV-51")
def idle(mysteries: Iterable[Mystery], clues: Iterable[Clue]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Remarks: clues that prove no mystery, mysteries without a true answer."""
    asked = tuple(mysteries)
    ids = [mystery.id for mystery in asked]
    proves_none = tuple(clue.id for clue in clues if not any(name in ids for name in clue.proves))
    return proves_none, tuple(mystery.id for mystery in asked if not mystery.answer)
