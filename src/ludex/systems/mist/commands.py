"""What people type at a mist table: every deed that is declared beside its rule, and those that only show something; no rule.

Declared once: names, fields and who may do it stand in the deed's struct (`core.declaring`), kinds of fields in `kinds`.
"""

from importlib import resources
from typing import Annotated

from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed, Meant, command_of
from ludex.core.deeds import ANYONE, BOOK, PERSON, REST, SHELF, Asked, Command, Do, Field, Filled, Show
from ludex.core.errors import RuleError
from ludex.core.fields import flag
from ludex.systems.mist.content import PACKAGE
from ludex.systems.mist.kinds import CaseDeed, Words, offers
from ludex.systems.mist.kinds.reading import known_as
from ludex.systems.mist.rules import (
    cases,
    casework,
    consequence_lines,
    creation,
    delivery,
    editing,
    files,
    growth,
    immersion,
    limits,
    loop,
    pool,
    preparing,
    rest,
    turns,
    workbench,
)
from ludex.systems.mist.terms import Fate

# --- deeds that change nothing -----------------------------------------------------------------------------------------

Closed = Annotated[
    str,
    Field("text", REST, among=offers.closed_cases),
    Meant(lambda asked, said: known_as(said, offers.closed_cases(asked.state))),
]
"""A case that is closed."""


class CheckSheet(
    Deed, names=("检查", "check"), shows="check", group="sheet", who=ANYONE, beside=PERSON, example=".检查"
):
    """`.检查`: everything that is wrong with a sheet, at once."""

    actor: Actor


class ReadArchive(
    Deed, names=("档案室", "archive"), shows="archive", group="case", who=ANYONE, beside=BOOK, example=".档案室"
):
    """`.档案室`, `.档案室 末班车`."""

    name: Closed = ""


PUBLISH = flag("publish", "公开", "publish")


class ReadDossier(Deed, names=("卷宗", "dossier"), group="case", who=ANYONE, beside=BOOK, example=".卷宗 末班车"):
    """`.卷宗 末班车`; `.卷宗 末班车 公开` makes a link to it (MC, MST-LIV-57)."""

    publish: Annotated[bool, PUBLISH] = False
    text: Annotated[str, Field("text", REST, among=offers.closed_cases)] = ""

    def do(self, asked: Asked) -> Show:
        last = self.text.rpartition(" ")[2]
        said = self.text.removesuffix(last).strip() if last in PUBLISH.keys else self.text
        name = known_as(said, offers.closed_cases(asked.state))
        return Show("dossier", {"name": name}, publish=self.publish or last in PUBLISH.keys)


class CheckCase(CaseDeed, names=("查案", "checkcase"), shows="check_case", example=".查案 末班车"):
    """`.查案`, `.查案 敲窗`: what can be solved, and what is missing."""

    name: Annotated[
        str,
        Field("text", REST, among=offers.missions),
        Meant(lambda asked, said: known_as(said, offers.missions(asked.state))),
    ] = ""


TEMPLATES = {"任务": "mission", "挑战": "challenge", "主题": "theme", "角色": "character", "场景": "scene"}


class ReadTemplate(Deed, names=("模板", "template"), group="case", who=ANYONE, beside=SHELF, example=".模板 任务"):
    """`.模板 任务`: a file with every key, commented, that `.收录` takes as it is; `.template mission`: the same in English."""

    text: Words

    def do(self, asked: Asked) -> Show:  # noqa: ARG002  # as every deed
        said = self.text.strip()
        file = f"{TEMPLATES[said]}.toml" if said in TEMPLATES else f"{said}.en.toml"
        if said not in (*TEMPLATES, *TEMPLATES.values()):
            names = TEMPLATES.values() if said.isascii() else TEMPLATES
            raise RuleError("not_among", arg="text", value=said[:40], among=list(names))
        text = resources.files(PACKAGE).joinpath("data", "templates", file).read_text("utf-8")
        return Show("template", {"title": said, "text": text})


# --- all of them, in the order of help ---------------------------------------------------------------------------------

PLAY = (turns.ActLine, turns.PeekLine, delivery.MitigateLine, immersion.Immerse, pool.ThrowPool)
SHEET = (
    *(preparing.ComeToTable, creation.Make, preparing.LeaveStage, preparing.ComeBack, preparing.RemoveCharacter),
    *(preparing.WriteThemeLine, preparing.EditTheme, preparing.RemoveTheme, growth.ReplaceThemeLine),
    *(growth.Indulge, growth.Grow, rest.RestLine, CheckSheet),
)
SCENE = (
    *(loop.OpenSceneLine, loop.EstablishLine, preparing.SetChallengeLine, preparing.PrepareChallenge),
    *(preparing.AnnounceLine, consequence_lines.ConsequenceLine, loop.GoOn, loop.LeaveLine),
)
FILE = (
    *(cases.OpenCase, workbench.PoseMystery, workbench.GiveClue, workbench.RevealTrait, cases.WriteFile),
    *(cases.DeduceLine, cases.TestLine, files.WeighLine, cases.SuppressAnomaly, cases.CloseCase),
    *(ReadArchive, ReadDossier, casework.NameSeries),
)
PREPARE = (
    *(workbench.PrepareCase, workbench.HideClue, workbench.HideTrait, workbench.TellTruth, casework.Reveal),
    *(casework.ShareClue, workbench.EditClue, workbench.DropClue, workbench.EditTrait, workbench.DropTrait),
    *(workbench.EditMystery, workbench.DropMystery, CheckCase, casework.TakeNote, preparing.ShelveLine),
    *(preparing.Unshelve, preparing.OpenContent, ReadTemplate),
)
HAND = (
    *(limits.GiveStatus, limits.LowerByHand, editing.RenameStatus, editing.RegroupStatus, editing.CombineStatuses),
    *(editing.CancelStatuses, editing.SplitStatus, editing.ClearStatus, editing.SetLimit, editing.SetFate),
    *(editing.MakeTag, editing.DropTag, editing.BurnTag, editing.RecoverTag, casework.HandOn),
)
RETURNS = frozenset({"act", "immerse", "mitigate", "pool", "deduce", "test", "replace", "rest", "hand"})
"""A player's own line of these brings a character back who waits off the stage (MST-LIV-61)."""


def _coming_back(command: Command) -> Command:
    """A command that brings its character back first, where her player gives it: that needs nobody's word, and then it is done anew."""

    def run(asked: Asked) -> Do | Show:
        if not _waits(asked):
            return command.run(asked)
        said = {field.name: asked[field.name] for field in command.args if asked[field.name] != field.default}
        again = Filled(command.key, said, asked.actor, asked.text)
        return Do("character_return", {"actor": asked.actor}, then=again)

    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        if _waits(asked):
            return ()
        return command.word(asked, kinds) if command.word else kinds

    return replace(command, run=run, word=word)


def _waits(asked: Asked) -> bool:
    own = asked.state.character(asked.actor)
    return not asked.gm and own is not None and own.benched and own.fate == Fate.ACTIVE


_ALL = tuple(command_of(deed) for deed in (*PLAY, *SHEET, *SCENE, *FILE, *PREPARE, *HAND))
COMMANDS = tuple(_coming_back(command) if command.key in RETURNS else command for command in _ALL)
