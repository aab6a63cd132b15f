"""Negotiation (交涉战): the player plays it out, the GM rates it, a D100 decides (FET-NEG)."""

import math

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.effects.conditions import everywhere
from ludex.systems.fet.events.people import DealtWith
from ludex.systems.fet.kinds import Person, Words
from ludex.systems.fet.rules.lasting import changes_on, derived, value_terms
from ludex.systems.fet.rules.rates import Rated, formula, hundred, rated
from ludex.systems.fet.rules.roster import check_alive, check_character, used
from ludex.systems.fet.sheet import Partner, Sheet, WrittenModifier
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Dealing, State
from ludex.systems.fet.terms import Amount, Attribute, Number, half_up, typed_number, whole


class Negotiate(msgspec.Struct, frozen=True):
    """What `negotiate` is given: a sheet, or level and bonus; the partner; the RP rating unless the GM is to be asked.

    `whom`: an NPC of the table, whose sheet has the partner's numbers (FET-LIV-5).
    """

    sheet: Sheet | None = None
    who: str | None = None
    modifiers: tuple[WrittenModifier, ...] = ()
    level: Number | None = None
    bonus: Number | None = None
    partner: Partner | None = None
    rp: Number | None = None
    whom: str = ""


class Persuade(Deed, names=("说服", "talk"), group="checks", example=".talk"):
    whom: Person = ""
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        """With whom is named, with the group's partner, else with the only NPC on stage (FET-LIV-5)."""
        state: State = asked.state
        check_character(state, asked.actor)
        npcs = [who for who, character in state.characters.items() if character.npc and not character.stage]
        whom = self.whom or (npcs[0] if state.partner is None and len(npcs) == 1 else "")
        found = state.characters.get(whom)
        if (not whom and state.partner is None) or (found is not None and not found.npc):
            raise RuleError("no_partner", clause="FET-CNE-1")
        return Do("negotiate", Negotiate(who=asked.actor, whom=whom))


class Negotiated(msgspec.Struct, frozen=True):
    bonus: Number
    rp: Number
    rate: int
    chance: int
    result: str
    face: int | None = None
    why: dict[str, Total] = {}


@rule("FET-NEG-1", "FET-NEG-5")
async def negotiate(state: State, given: Negotiate) -> Negotiated:
    """Rate the scene, then roll."""
    check_alive(state, given.who or "")
    level, bonus = _speaker(state, given)
    partner = _partner(state, given)
    rp = given.rp
    if rp is None:
        rates = {
            n: rated(state, given.who, negotiation_rate(n + bonus, level=level, partner=partner)).rate for n in STEPS
        }
        said = [say("view.rp_rate", rp=n, rate=min(100, rate)) for n, rate in rates.items()]
        rp = await _rating(state, given, say("view.rp_rates", bonus=half_up(bonus, 2), rates=said))
    found = rated(state, given.who, negotiation_rate(rp + bonus, level=level, partner=partner))
    rate = found.rate
    state = await used(state, given.who or "")
    thrown = await hundred(rate, diceless=state.options.diceless, whose=(given.who,))
    if given.whom:  # FET-LIV-56
        await happen(DealtWith(given.whom, given.who or "", rp, thrown.result))
    return Negotiated(
        bonus=half_up(bonus, 2),
        rp=rp,
        rate=rate,
        chance=min(100, rate),
        face=thrown.face,
        result=thrown.result,
        why={"rate": _why(found, rp=rp, bonus=_bonus_term(state, given, bonus), level=level, partner=partner)},
    )


def _speaker(state: State, given: Negotiate) -> tuple[Number, Number]:
    sheet = check_character(state, given.who).sheet if given.sheet is None and given.who else given.sheet
    if sheet is not None:
        lying = everywhere(state) if given.sheet is not None or not given.who else changes_on(state, given.who)
        found = derive(sheet, (*lying, *given.modifiers), state.options)
        return found.level, found.negotiation_bonus
    if given.level is None or given.level <= 0:
        raise RuleError("bad_level", clause="FET-NEG-4", level=given.level)
    return given.level, given.bonus or 0


@rule("FET-LIV-5")
def _of_sheet(state: State, who: str) -> Partner:
    """An NPC as a partner: its level and intelligence in percent, with its traits and what lies on it."""
    character = check_character(state, who)
    check_alive(state, who)
    return Partner(character.level, derived(state, who).percents[Attribute.INTELLIGENCE])


def _partner(state: State, given: Negotiate) -> Partner:
    """Whom one deals with: somebody who is there, or the group's partner by its numbers."""
    return check_partner(_of_sheet(state, given.whom) if given.whom else given.partner or state.partner)


@rule("FET-NEG-5")
def check_partner(partner: Partner | None) -> Partner:
    """A partner whose numbers are above 0."""
    if partner is None or partner.level <= 0 or partner.intelligence <= 0:
        raise RuleError("bad_partner", clause="FET-NEG-5", partner=msgspec.to_builtins(partner))
    return partner


@rule("FET-NEG-1", "FET-NEG-2", "FET-LIV-56")
async def _rating(state: State, given: Negotiate, rates: Say) -> Number:
    """Ask the GM how the scene was played: any number, 0 for no effect; with what there was between the two before."""
    option = Option("rp:<number>", say("answers.rp"), {"number": tuple(f"{n}" for n in STEPS)})
    npc = state.characters.get(given.whom)
    past = [dealing_said(state, one) for one in npc.dealings] if npc else []
    known = bool(given.who) and npc is not None
    facts = {"who": state.called(given.who or ""), "whom": state.called(given.whom)} if known else {}
    before = say("view.rp_past", past=past) if past else ""
    what = say("questions.rp", whom=say("view.rp_whom", **facts) if known else "", past=before, rates=rates)
    answer = await choose(GM, what, (option,))
    said = (option.match(answer) or {}).get("number", answer)
    rp = typed_number(said)
    if rp is None:
        raise RuleError("bad_choice", clause="FET-NEG-1", answer=said, options=[option.answer])
    return rp


@rule("FET-LIV-37")
def grounds(state: State, given: msgspec.Struct) -> tuple[Say, ...]:
    """What the odds of a negotiation take for granted beside the sheets: that the GM gives no more and no less than 0; and how they are reckoned."""
    if not isinstance(given, Negotiate) or given.rp is not None:
        return ()
    (level, bonus), partner = _speaker(state, given), _partner(state, given)
    if given.whom in state.veiled:  # FET-LIV-42: what is assumed, never what is so
        return (say("told.odds_rating"), say("told.odds_partner", level=partner.level, mind=partner.intelligence))
    said = _reckoned(0, half_up(bonus, 2), level=level, partner=partner)
    return (say("told.odds_rating"), say("told.odds_formula", formula=said))


STEPS = (-50, 0, 50, 100)
"""Ratings whose rates the GM is shown."""


def dealing_said(state: State, one: Dealing) -> Say:
    """One negotiation that an NPC remembers."""
    facts = {"day": one.day, "who": state.called(one.who), "rp": one.rp, "result": term(one.result)}
    return say("view.dealing", **facts)


@rule("FET-NEG-4")
def negotiation_rate(persuasion: Number, *, level: Number, partner: Partner) -> int:
    """(rp + bonus) x 10 / partner intelligence % x level factor; Ruling FET-E-9: neither factor rewards an insult."""
    return max(0, whole(persuasion * 10 / partner.intelligence * _level_factor(level, partner)))


@rule("FET-LIV-37")
def _bonus_term(state: State, given: Negotiate, bonus: Number) -> Term:
    """The bonus with what effects add to it."""
    terms = () if given.sheet is not None or not given.who else value_terms(state, given.who, Amount.NEGOTIATION_BONUS)
    return because(half_up(bonus, 2), "why.bonus", "FET-NEG-3", *terms)


def _level_factor(level: Number, partner: Partner) -> float:
    """How far one's level is ahead; never below 0."""
    return max(0.0, 1 + math.log(level / partner.level))


def _reckoned(rp: Number, bonus: Number, *, level: Number, partner: Partner) -> Say:
    """The rate as a sum, each factor by its name."""
    ahead = half_up(_level_factor(level, partner), 2)
    return say("why.negotiation", rp=rp, bonus=bonus, mind=partner.intelligence, ahead=ahead)


def _why(found: Rated, *, rp: Number, bonus: Term, level: Number, partner: Partner) -> Total:
    plain = formula(
        found.base,
        _reckoned(rp, bonus.value, level=level, partner=partner),
        "FET-NEG-4",
        because(rp, "why.rp", "FET-NEG-2"),
        bonus,
        because(partner.intelligence, "why.partner_intelligence", "FET-NEG-4"),
        because(half_up(_level_factor(level, partner), 2), "why.level_factor", "FET-NEG-4"),
    )
    return Total(found.rate, (*plain.terms, *found.terms), clause="FET-NEG-4")
