"""What a viewer knows of a procedure that is done (`events.telling.Witness`), and how she is told how acts came out and why nothing, or less, came of them.

Who is not in her states has no name; what an NPC has is not named to players (FET-LIV-38). Reasons are read off what the reader sees.
"""

import msgspec

from ludex.core.events import told_by
from ludex.core.explain import Term, Total, because
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Delta, EventLine, Role
from ludex.systems.fet.content import own_name, skills
from ludex.systems.fet.events.telling import Moved, Row, Settled, delta
from ludex.systems.fet.redact import aimed_at, entombed, known_as
from ludex.systems.fet.rules.scenes import fits
from ludex.systems.fet.state import Fighter, State
from ludex.systems.fet.terms import RESOURCES, EffectSort, Kind, Number, Outcome, SceneKind, readable, tidy, written
from ludex.systems.fet.views.look.battle import measured
from ludex.systems.fet.views.look.sheet import of

SET_OFF = "effect"
"""The kind of a row that a blow has set off (FET-SKX-6)."""

HIGHER = "higher_level"
"""What a skill says that counts against opponents of a higher level only (FET-SKX-7)."""

ROLES = {Outcome.HIT: Role.HEADLINE, Outcome.PAID: Role.COST, Outcome.WAITED: Role.BOOKS}
"""What a row is for; any other tells what changed."""


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of a procedure."""

    before: State
    after: State
    viewer: Viewer

    def _with(self, who: str) -> State:
        """The state in which somebody is there, or was."""
        return self.after if who in self.after.people else self.before

    def name(self, who: str) -> Label:
        return known_as(self._with(who), who)

    def aimed(self, who: str) -> Label:
        """How she calls somebody at whom something was aimed: who has hidden is still called by its name."""
        return aimed_at(self._with(who), who)

    def is_there(self, who: str) -> bool:
        return who in self.after.people or who in self.before.people

    def knows(self, who: str) -> bool:
        return who in self.after.people and who not in self.after.veiled

    def perceives(self) -> bool:
        """Whether she perceives anything: not who lies entombed (FET-LIV-41)."""
        return self.viewer.gm or not entombed(self.before.battle, self.viewer)

    def broken_off(self, who: str, moment: Settled) -> Label:
        return broken_off(self.name(who), who, moment)

    @rule("FET-LIV-19", "FET-LIV-38")
    def left_as(self, fighter: Fighter) -> Label:
        """How somebody leaves a battle: dead, alive, or alive with what it has left of what it lost, as far as she knows numbers."""
        if fighter.dead:
            return say("view.dead")
        wounds = self.wounds(fighter)
        return say("told.alive_with", wounds=wounds) if wounds else say("view.alive")

    @rule("FET-LIV-38")
    def wounds(self, fighter: Fighter) -> list[Say]:
        """What somebody alive has left of what it lost, as far as she knows numbers."""
        if fighter.dead or not measured(self.before, fighter):
            return []
        return [
            say("view.has", resource=term(resource), amount=of(fighter.now(resource), fighter.maximum(resource)))
            for resource in RESOURCES
            if fighter.now(resource) < fighter.maximum(resource)
        ]

    def row(self, row: Row, moment: Settled) -> EventLine:
        role = ROLES.get(Outcome(row.outcome), Role.EFFECT)
        return EventLine(self.row_line(row, moment), role, self._moved(row, moment), 1 if role is Role.HEADLINE else 0)

    def row_line(self, row: Row, moment: Settled) -> Say:
        if row.outcome == Outcome.PAID and row.resource:
            facts = {"amount": readable(row.final), "resource": term(row.resource)}
            return say("told.paid", who=self.name(row.who), what=self.card(row), **facts)
        target = say("told.at", target=self.aimed(row.target)) if row.target and row.target != row.who else ""
        flows = self.flows(row)
        outcome = say(f"told.{used_up(row)}") if used_up(row) else term("stands" if flows else row.outcome)
        return say(
            "told.settled",
            who=self.name(row.who),
            what=self.what(row),
            at=target,
            outcome=outcome,
            final=say("told.final", final=readable(self.came_of(row, moment))) if row.final else "",
            more="" if flows else self.more(row),
        )

    def came_of(self, row: Row, moment: Settled) -> Number:
        """What an act brought, as far as she may know it."""
        return came_of(row, moment, known=(row.target or row.who) not in self.after.veiled)

    def what(self, row: Row) -> Say:
        """What it was: an act, or a part of a skill; what an NPC has put up is not named to players."""
        part = term(row.of or row.effect or row.kind)
        return say("told.skill_part", skill=own_name(row.named or ""), part=part) if self.knows_card(row) else part

    def card(self, row: Row) -> Label:
        """What an act is called by its card, else by its kind."""
        return own_name(row.named or "") if self.knows_card(row) else term(row.of or row.effect or row.kind)

    def knows_card(self, row: Row) -> bool:
        """Whether a row is a skill's that she may know by name."""
        return bool(row.named) and not (row.kind == SET_OFF and row.who in self.after.veiled)

    @rule("FET-SKX-12")
    def flows(self, row: Row) -> bool:
        """Whether what a barrier drains is yet to come, bit by bit."""
        barriers = self.after.battle.barriers if self.after.battle else ()
        return (
            row.effect == EffectSort.HEAL and row.outcome == Outcome.NONE and any(b.user == row.who for b in barriers)
        )

    def more(self, row: Row) -> Say | str:
        """Why it came out so, in brackets."""
        why = reason(self.after, row)
        notes: list[Say] = [why] if why else []
        if row.swayed:
            notes.append(self._sum(row))
        if row.resource and row.outcome in (Outcome.HIT, Outcome.HEALED, Outcome.PAID):
            notes.append(term(row.resource))
        if row.cut:
            notes.append(say("told.cut", amount=readable(row.cut)))
        if row.contested:
            notes.append(say("told.contested", amount=readable(row.contested)))
        if row.absorbed:
            notes.append(say("told.absorbed", amount=readable(row.absorbed)))
        if row.until is not None:
            notes.append(say("told.until", until=row.until))
        notes += self._against(row)
        return say("told.more", notes=notes) if notes else ""

    @rule("FET-SKX-7")
    def _against(self, row: Row) -> list[Say]:
        """Against whom something counts that was put up: what a skill does to the stronger, its drawbacks otherwise."""
        skill = next((one for one in skills(self.after).values() if one.name == row.named), None)
        if row.outcome != Outcome.STANDS or skill is None or skill.against != HIGHER or not self.knows_card(row):
            return []
        harms = row.effect in [effect.kind for effect in skill.drawbacks]
        return [say("told.against_others" if harms else "told.against_higher")]

    @rule("FET-LIV-37")
    def _sum(self, row: Row) -> Say:
        base = readable(row.final - sum(way.by for way in row.swayed))
        parts = [
            written(readable(way.by), signed=True)
            if way.who in self.after.veiled
            else say("told.sum_part", by=written(readable(way.by), signed=True), name=way.name)
            for way in row.swayed
        ]
        return say("told.sum", final=readable(row.final), base=base, parts=parts)

    @rule("FET-LIV-37")
    def _moved(self, row: Row, moment: Settled) -> Delta | None:
        """The number that a blow, a healing or a price has moved, and why it is so much; what is left, for who may know it."""
        who, came = row.target or row.who, self._share(row, moment)
        there = self.after.fighter(who)
        alike = (
            there is not None and there.shown and who == row.who
        )  # FET-LIV-41: it would tell which of the two it was
        if not came or not row.resource or not self.is_there(who) or alike:
            return None
        held = next((one for one in moment.moved if (one.who, one.what) == (who, row.resource)), None)
        if held is None or not self.knows(who):
            return delta(Moved(who, row.resource, 0, came), why=self._why(row, abs(came)), left=False)
        now = held.was
        for one in moment.settled:
            if (one.target or one.who, one.resource) != (who, row.resource):
                continue
            was, now = now, max(0, tidy(now + self._share(one, moment)))
            if one is row:
                found = Moved(who, row.resource, was, now, held.top)
        if now != held.now:  # something else has moved it too
            return delta(Moved(who, row.resource, 0, came), why=self._why(row, abs(came)), left=False)
        return delta(found, why=self._why(row, abs(came))) if found.was != found.now else None  # it was at 0 already

    def _share(self, row: Row, moment: Settled) -> Number:
        signs = {Outcome.HIT: -1, Outcome.HEALED: 1, Outcome.PAID: -1}
        sign = signs.get(Outcome(row.outcome), 0)
        return sign * max(0, tidy(self.came_of(row, moment) - (row.absorbed or 0)))

    def _why(self, row: Row, came: Number) -> Total:
        """An amount with all that made it so: what was declared, what debuffs, contests and shields took, what weapons and effects added."""
        unknown = self.after.veiled
        ways = [
            because(readable(way.by), say("why.unknown") if way.who in unknown else say("why.named", name=way.name))
            for way in row.swayed
        ]
        taken = [
            because(-readable(amount), say(key), clause)
            for key, amount, clause in (
                ("why.debuffed", row.cut, "FET-DBF-1"),
                ("why.contested", row.contested, "FET-INX-2"),
            )
            if amount
        ]
        parts: list[Term] = [because(readable(row.impact), "why.impact", "FET-ACT-3"), *taken, *ways]
        if abs(sum(part.value for part in parts) - row.final) >= CLOSE:
            base = readable(row.final - sum(way.by for way in row.swayed))
            parts = [because(base, "why.impact", "FET-ACT-3"), *ways]
        if row.absorbed:
            parts.append(because(-readable(row.absorbed), say("why.absorbed"), "FET-INX-6"))
        return Total(readable(came), tuple(parts))


CLOSE = 0.01
"""Terms add up to an amount if they are as near as this."""


def onlooker(told: Told, viewer: Viewer) -> Onlooker:
    return Onlooker(told.before, told.after, viewer)


def happened(told: Told, viewer: Viewer) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to a viewer."""
    return told_by(told.events, onlooker(told, viewer))


# Why nothing, or less than it brings, came of an act

_OF_KINDS = {Kind.HEAL: "none_heal", Kind.INTERRUPT: "none_interrupt"}


@rule("FET-LIV-10", "FET-LIV-43")
def reason(after: State, row: Row) -> Say | None:
    """Why an act missed, or had nothing to do, as far as the reader may know it: of an NPC's acts she knows no reasons."""
    if row.missed and row.who not in after.veiled and row.target in after.people:
        return say(f"told.missed_{row.missed}", distance=row.away)
    return _nothing(after, row) if row.outcome == Outcome.NONE else None


@rule("FET-LIV-10", "FET-SKX-11")
def _nothing(after: State, row: Row) -> Say | None:
    """Why nothing came of an act; of somebody who is still there, that it has no mind, where the reader knows it for a double."""
    if row.effect == EffectSort.HEAL:
        return say("told.none_heal")
    if row.kind in _OF_KINDS:
        return say(f"told.{_OF_KINDS[Kind(row.kind)]}")
    if Kind.MOVE in (row.kind, row.effect):
        return _not_moved(after, row.who)
    there = after.fighter(row.target) if row.target else None
    if there is None or there.dead:
        return say("told.none_target")
    return say("told.none_mindless") if there.double_of and not there.shown else None


@rule("FET-ZON-7", "FET-BOX-2", "FET-LIV-43")
def _not_moved(after: State, who: str) -> Say | None:
    """Why somebody stayed where it was: no room, as far as the reader sees who is there, or too far."""
    battle, mover = after.battle, after.fighter(who)
    if battle is None or mover is None or battle.scene.kind != SceneKind.GENERAL:
        return say("told.none_reach")
    return None if fits(battle.scene, battle.fighters, more=mover) else say("told.none_room")


@rule("FET-STA-2")
def came_of(row: Row, moment: Settled, *, known: bool) -> Number:
    """What an act brings; of a healing what came of it, where nothing else has changed the resource and its numbers are known (Ruling FET-E-58)."""
    who = row.target or row.who
    if row.outcome != Outcome.HEALED or row.swayed or not known:
        return row.final
    rows = [one for one in moment.settled if (one.target or one.who) == who and one.resource == row.resource]
    gained = sum(tidy(one.now - one.was) for one in moment.moved if (one.who, one.what) == (who, row.resource))
    return gained if rows == [row] and 0 <= gained < row.final else row.final


@rule("FET-LIV-33")
def used_up(row: Row) -> str:
    """How it is said of a defence that nothing is left of it: nobody has interrupted it."""
    ways: dict[str, str] = {Kind.DEFEND: "broken_through", Kind.PARRY: "used_up", Kind.DODGE: "used_up"}
    return ways.get(row.kind, "") if row.outcome == Outcome.BROKEN else ""


@rule("FET-LIV-33")
def broken_off(name: Label, who: str, moment: Settled) -> Say:
    """An act was broken off; of a shield one says that it was broken through, of another defence that nobody interrupted that it is used up."""
    kind = next((past.kind for past in moment.past if past.who == who), "")
    if kind == Kind.DEFEND:
        return say("told.shield_broken", who=name)
    hit = any(row.target == who and row.outcome == Outcome.INTERRUPTED for row in moment.settled)
    if kind in (Kind.PARRY, Kind.DODGE) and not hit:
        return say("told.defence_spent", who=name, what=term(kind))
    return say("told.broken", who=name)
