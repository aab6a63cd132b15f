"""What people type at a fable table: every deed that is declared beside its rule, and those that only show something; no rule.

Declared once: names, fields and who may do it stand in the deed's struct (`core.declaring`), kinds of fields in `kinds`.
"""

from typing import Annotated

from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant, command_of
from ludex.core.deeds import ANYONE, BOOK, PERSON, Asked, Command, Field, Show
from ludex.core.names import matching
from ludex.systems.fable.content import table_with
from ludex.systems.fable.kinds import TARGET, offers
from ludex.systems.fable.kinds.offers import own
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules import (
    actions,
    arms,
    bonds,
    checks,
    clocks,
    conflict,
    contests,
    creation,
    damage,
    data,
    defeat,
    domains,
    equipment,
    feats,
    gauges,
    growth,
    npcs,
    points,
    pools,
    recovery,
    spells,
    ticks,
    waiting,
)
from ludex.systems.fable.terms import TableName

CHECKS: tuple[type[Deed], ...] = (
    *(checks.MakeCheck, contests.OpposeRival, contests.LeadGroup, actions.PursueObjective, waiting.UseOpportunity),
    *(bonds.FeelEmotion, bonds.DropBond, bonds.RandomEmotion, points.MovePoints, equipment.Supply, points.GainFabula),
)
CONFLICT: tuple[type[Deed], ...] = (
    *(arms.StrikeFoe, arms.StrikeTwice, spells.CastSpell, conflict.Guard, actions.HinderSomebody),
    *(actions.StudySomebody, actions.TakeItem, conflict.PlayOut, spells.RitualLine, spells.Ritual),
    *(conflict.StartTurn, conflict.EndTurn, conflict.ForfeitTurn, ticks.Reorder, ticks.Advance),
    *(points.SpendSuperiority, defeat.Fall, conflict.BeginConflict, conflict.JoinConflict),
    *(conflict.LeaveConflict, conflict.EndConflict, ticks.StartTick, ticks.EndTick, ticks.WriteEffect),
    *(ticks.LiftEffect, conflict.SetSpd, points.GainPoint, npcs.LetPlay, defeat.Rally),
)


class ReadSheet(Deed, names=("卡", "sheet", "card"), shows="sheet", who=ANYONE, beside=PERSON, example=".卡 苏砚"):
    """`.卡 [谁]`: a character's sheet, as far as the person who asks may know it."""

    who: Annotated[str, replace(TARGET, required=False), Meant(lambda asked, said: said or own(asked))]


class ReadRoster(Deed, names=("名册", "roster"), shows="roster", who=ANYONE, beside=BOOK, example=".名册"):
    """`.名册`: the party with what it owns, and everybody whom it has met (FAB-LIV-57)."""


class LookUp(Deed, names=("查", "look"), who=ANYONE, beside=BOOK, picture="eye", example=".查 巨剑"):
    """`.查 武器 巨剑`, `.查 武器`, `.查 巨剑`: the rulebook's tables, with the table's own things; a name that stands in one of them
    alone is found without it, or behind another (FAB-LIV-52). Somebody who can be seen is her sheet, as far as it is known (FAB-LIV-2)."""

    table: Annotated[str, Field(among=offers.tables)]
    key: Annotated[str, Field()] = ""

    def do(self, asked: Asked) -> Show:
        said, things = self.table, asked.state.things
        if not self.key and not TableName.holds(said) and (found := table_with(said, things)):
            return Show("entry", {"table": found, "key": said})
        people = () if TableName.holds(said) else matching(said, {w: (n,) for w, n in visible(asked.state).items()})
        if len(people) == 1 and not self.key:
            return Show("sheet", {"who": people[0]})
        table = TableName.read(said, refusal="unknown_table")
        if not self.key:
            return Show("table", {"table": table})
        return Show("entry", {"table": table_with(self.key, things, first=table), "key": self.key})


TABLE: tuple[type[Deed], ...] = (
    *(pools.Hurt, pools.HealSomebody, pools.Spend, pools.Hazard, pools.SetStatus, recovery.TakeRest),
    *(recovery.Scene, clocks.PutClock, clocks.WindClock, npcs.Summon, npcs.Dismiss, npcs.Reveal),
    *(
        data.WriteThing,
        data.WritePack,
        data.OpenThings,
        growth.AwardXp,
        growth.OpenSession,
        growth.CloseSession,
        defeat.Rise,
    ),
    *(ReadSheet, ReadRoster, LookUp, damage.MultiplyLine, damage.WorkOutDamage),
)
CHARACTERS: tuple[type[Deed], ...] = (
    *(creation.MakeCharacter, growth.Grow, gauges.EnlargeGauges, equipment.Equip, equipment.Buy, equipment.Sell),
    *(equipment.Give, equipment.Inscribe, feats.Learn, feats.Forget, feats.UseFeat, creation.WriteTraits),
    *(creation.Background, domains.OfDomains, npcs.DeriveNpc, equipment.CountMoney),
)

COMMANDS: tuple[Command, ...] = tuple(
    replace(command_of(deed), group=group)
    for group, deeds in (("checks", CHECKS), ("conflict", CONFLICT), ("table", TABLE), ("characters", CHARACTERS))
    for deed in deeds
)
"""All of them, in the order of help."""
