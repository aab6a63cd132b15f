"""What people type at a FET table: every deed that is declared beside its rule, and those that only show something; no rule.

The bot's own commands are exactly as the rulebook has them (`rules/bot.py`), everything else stands beside them.
"""

from typing import Annotated

from ludex.core.declaring import Deed, command_of
from ludex.core.deeds import ANYONE, BOOK, REST, Asked, Field, Show
from ludex.systems.fet.kinds import DIFFICULTY, Person, Words, offers
from ludex.systems.fet.kinds.reading import Reader
from ludex.systems.fet.rules import (
    acts,
    advancing,
    axes,
    belongings,
    bot,
    building,
    burdens,
    by_hand,
    checks,
    clock,
    extensions,
    flow,
    negotiation,
    people,
    roster,
    sheets,
    timeline,
    weapons,
    years,
)
from ludex.systems.fet.rules.checks import target_said
from ludex.systems.fet.rules.roster import check_character, check_own

# --- deeds that change nothing -----------------------------------------------------------------------------------------


class ReadRates(Deed, names=("成功率", "rates"), group="checks", beside=BOOK, example=".rates 100"):
    """All eleven rates for a target; `.成功率 力量 100`: the one that is named (FET-STC-1)."""

    goal: Annotated[str, Field("", REST, owner=DIFFICULTY)] = ""

    def do(self, asked: Asked) -> Show:
        check_character(asked.state, asked.actor)
        reader = Reader(self.goal.strip())
        _, one = reader.attribute() if not reader.here.isdigit() else ("", None)
        target = target_said(asked.state, reader.rest() if one else self.goal)
        return Show("rates", {"who": asked.actor, "of": one or "", **target})


class ReadSheet(Deed, names=("卡", "st", "sheet"), group="checks", example=".卡"):
    """The whole sheet, derived; of others, what one knows (FET-LIV-38)."""

    who: Person = ""

    def do(self, asked: Asked) -> Show:
        who = self.who or asked.actor
        check_character(asked.state, who)
        return Show("sheet", {"who": who})


class OwnPage(Deed, group="people"):
    """A page of a sheet that one may read whole: one's own, or any by the GM."""

    who: Person = ""

    def do(self, asked: Asked) -> Show:
        who = self.who or asked.actor
        check_character(asked.state, who)
        return Show(self.declared["shows"], {"who": check_own(asked, who)})


class ExportSheet(OwnPage, names=("导出", "export"), shows="export", example=".导出"):
    pass


class ReadBill(OwnPage, names=("账单", "bill"), shows="bill", example=".账单"):
    pass


class TellDistance(
    Deed, names=("距离", "dist"), shows="distance", group="battle", who=ANYONE, example=".距离 韩左 打手"
):
    one: Person
    other: Person


class ReadBook(Deed, names=("技能书", "book"), group="building", who=ANYONE, beside=BOOK, example=".book 冲刺"):
    """All skills and traits, or one: of the table, or of a sheet that the asking seat may read."""

    name: Annotated[str, Field("", among=offers.all_cards, wide=True)] = ""

    def do(self, asked: Asked) -> Show:
        if not self.name:
            return Show("book")
        key, who = building.find_card(asked, self.name)
        return Show("thing", {"name": key, "who": who})


class SayHello(Deed, names=("在吗", "bot"), group="people", who=ANYONE, beside=BOOK, example=".bot"):
    text: Words = ""

    def do(self, asked: Asked) -> Show:  # noqa: ARG002  # as every deed
        return Show("hello")


# --- all of them, in the order of help ---------------------------------------------------------------------------------

BOT = (
    *(bot.WriteSheet, bot.PasteSheet, bot.SetTarget, bot.CheckAttribute, bot.SetPartner, bot.TellWindUp, bot.MakeSheet),
    *(bot.KeepTimeline, bot.LeaveTimeline, bot.EndTimeline, bot.RecordStatus, bot.RecordAccount, bot.ResetStatus),
)
CHECKS = (
    *(checks.Oppose, checks.Cooperate, negotiation.Persuade, ReadRates, years.Treat, years.RestANight),
    *(years.GiveMedicine, sheets.AllotDice, ReadSheet, TellDistance),
)
BATTLE = (
    *(timeline.StartBattle, advancing.CombatAdvance, flow.ActForNpcs, timeline.MarkFighter, timeline.JoinBattle),
    *(timeline.CombatLeave, timeline.CombatEnd, axes.ManageTimelines, axes.DeclareOnAxis),
)
ACTS = (
    *(
        acts.Attack,
        acts.Shoot,
        acts.Reload,
        acts.Interrupt,
        acts.RaiseShield,
        acts.Dodge,
        acts.Parry,
        acts.Move,
        acts.Heal,
    ),
    *(acts.Control, acts.Weaken, acts.BreakFree, acts.DoAnything, acts.Wait, acts.Cast, timeline.CombatCancel),
)
PEOPLE = (
    *(people.MakeCharacter, people.BringNpc, timeline.JoinAsMob, people.Unveil, roster.Dismiss, sheets.SetLevel),
    *(sheets.GainTrait, people.LiftOff, sheets.LearnSkill, sheets.BeOfRace, by_hand.SetTerrain, ExportSheet),
    *(bot.DealDamage, people.ManageCharacters, belongings.ManageThings, belongings.ManageWeapons),
    *(belongings.MakeWeapon, belongings.HandOver),
)
LASTING = (burdens.PutBuff, burdens.PutWard, burdens.RecordChange, burdens.PutStanding)
BUILDING = (
    *(ReadBook, building.JudgeSkill, building.TrySkill, weapons.JudgeWeapon, extensions.AddPack, building.BuildSkill),
    *(building.BuildTrait, building.BuildWeapon, extensions.OpenContent, extensions.RemoveContent),
)
SUMS = (clock.Interact, clock.TimeControl, clock.FirstStrike, clock.Effort, weapons.TryWeapon)
YEARS = (
    *(SayHello, sheets.DescribeBackground, sheets.DescribeLooks, sheets.DescribePersonality, sheets.DescribeFeatures),
    *(sheets.EnterBill, ReadBill, years.Borrow, years.Conjure, years.Unmake, by_hand.SetOffByHand, years.Revive),
    *(years.SettleSheet, years.PassDays),
)

COMMANDS = tuple(
    command_of(deed) for deed in (*BOT, *CHECKS, *BATTLE, *ACTS, *PEOPLE, *LASTING, *BUILDING, *SUMS, *YEARS)
)
