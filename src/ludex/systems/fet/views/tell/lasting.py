"""How buffs, reductions, shields, changes by hand, belongings and named timelines are told."""

from ludex.core.principals import Viewer
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Verdict
from ludex.systems.fet.content import own_name
from ludex.systems.fet.redact import known_as
from ludex.systems.fet.rules.axes import AxisActed, AxisInUse, AxisUndone
from ludex.systems.fet.rules.belongings import Armed, ItemsChanged
from ludex.systems.fet.rules.burdens import BackAgain, Buffed, ChangeEntered, Shielded, StandingKept, TakenOff, Warded
from ludex.systems.fet.rules.lasting import EVERYBODY
from ludex.systems.fet.rules.roster import CharactersRemoved, check_bearer
from ludex.systems.fet.state import Axis, State
from ludex.systems.fet.terms import Number, readable, written
from ludex.systems.fet.views.look.battle import axis_part
from ludex.systems.fet.views.look.sheet import buff_said, lasts, of, shield_said, standing_said, status_line, ward_said


def _level(told: Told) -> Number:
    return check_bearer(told.after, told.result.who).level


def buffed(told: Told, _viewer: Viewer, result: Buffed) -> Card:
    title = say("told.add_buff", who=told.after.called(result.who), buff=buff_said(result.buff, _level(told)))
    totals = tuple(Fact(term(name), value, result.why.get(name)) for name, value in result.values.items())
    return Card(title, totals=totals, lines=(lasts(result.buff),))


def warded(told: Told, _viewer: Viewer, result: Warded) -> Card:
    title = say("told.add_ward", who=told.after.called(result.who), ward=ward_said(result.ward, _level(told)))
    return Card(title, lines=(lasts(result.ward),))


def shielded(told: Told, _viewer: Viewer, result: Shielded) -> Card:
    said = shield_said(result.shield)
    title = say("told.add_shield", who=told.after.called(result.who), shield=said)
    totals = (Fact(say("view.shields"), result.shields, result.why.get("shields")),)
    return Card(title, totals=totals, lines=(lasts(result.shield),))


def taken_off(told: Told, _viewer: Viewer, result: TakenOff) -> Card:
    who, what = told.after.called(result.who), say(f"view.{result.kind}")
    left = len(getattr(check_bearer(told.after, result.who).burden, result.kind))
    return Card(say("told.take_off", who=who, what=what, count=result.count, left=left))


def change_entered(told: Told, _viewer: Viewer, result: ChangeEntered) -> Card:
    title = say("told.enter_change", who=told.after.called(result.who), resource=term(result.resource))
    totals = (
        Fact(term("change"), readable(result.change), result.why.get("change")),
        Fact(term(result.resource), of(result.current, result.max)),
    )
    if not _burden_known(told.after, result.who):  # FET-LIV-38
        return Card(say("told.died", who=told.after.called(result.who)) if result.dead else title)
    way = "loses" if result.change < 0 else "gains"
    much = {"amount": readable(abs(result.change)), "resource": term(result.resource)}
    sentence = say(f"sentences.{way}", who=told.after.called(result.who), **much) if result.change else ""
    lines: list[Label] = [say("told.capped")] if result.capped else []
    lines += [say("told.passes", lasts=lasts(result.passing))] if result.passing else []
    verdict = Verdict("bad", say("view.dead"), for_reader=True) if result.dead else None
    return Card(title, verdict, totals, tuple(lines), sentence="" if result.dead else sentence)


def standing_kept(told: Told, _viewer: Viewer, result: StandingKept) -> Card:
    """An effect and what is left of it; what it did to somebody, in numbers for who may know what protects them."""
    who = told.after.called(result.who)
    key = "told.add_standing" if told.procedure == "add_standing" else "told.use_standing"
    left = say("told.spent") if result.standing is None else standing_said(result.standing)
    lines: tuple[Label, ...] = (
        (say("told.used_on", who=known_as(told.after, result.target)), left) if result.target else (left,)
    )
    known = result.loss is not None and _burden_known(told.after, result.target)
    totals = (Fact(known_as(told.after, result.target), result.loss, result.why.get("loss")),) if known else ()
    return Card(say(key, who=who, name=result.name), totals=totals, lines=lines)


def set_back(told: Told, _viewer: Viewer, result: BackAgain) -> Card:
    totals = (Fact(term("stamina"), readable(result.stamina)), Fact(term("will"), readable(result.will)))
    return Card(say("told.set_back", who=told.after.called(result.who)), totals=totals)


def armed(told: Told, _viewer: Viewer, result: Armed) -> Card:
    hand = Fact(say("view.in_hand"), result.wielded or say("view.none"))
    title = say(f"told.{told.procedure}", who=told.after.called(result.who))
    totals = (Fact(say("view.weapons"), list(result.weapons) or say("view.none_there")), hand)
    sentence: Say | str = ""
    if weapon := getattr(told.given, "weapon", None):
        name = getattr(weapon, "name", weapon)
        key = "in_hand" if name == result.wielded else "of_take_up"
        sentence = say(f"sentences.{key}", who=told.after.called(result.who), name=own_name(name))
    return Card(title, totals=totals, sentence=sentence)


def characters_removed(_told: Told, _viewer: Viewer, result: CharactersRemoved) -> Card:
    return Card(say("told.remove_characters", who=list(result.names)))


def items_changed(told: Told, _viewer: Viewer, result: ItemsChanged) -> Card:
    note = say("view.overloaded") if result.overloaded else ""
    load = Fact(term("load"), of(result.load, result.load_total), note=note)
    lines: tuple[Label, ...] = (say("told.item", name=result.name, count=result.count),) if result.name else ()
    if gave := result.restored:
        lines = (*lines, status_line(gave.resource, gave.current, gave.max))
    return Card(say(f"told.{told.procedure}", who=told.after.called(result.who)), totals=(load,), lines=lines)


# Named timelines


def axis_in_use(_told: Told, _viewer: Viewer, result: AxisInUse) -> Card:
    names = [*result.names] or say("view.none_there")
    title = say("told.axis", name=result.name) if result.name else say("told.no_axis")
    return Card(title, totals=(Fact(say("view.axes"), names),))


def axis_acted(told: Told, _viewer: Viewer, result: AxisActed) -> Card:
    row = result.row
    lines: list[Label] = [row.act] if row.act else []
    lines += [say("told.axis_cut", count=result.cut)] if result.cut else []
    lines += [say("told.axis_pushed", count=result.pushed)] if result.pushed else []
    totals = (
        Fact(term("impact"), row.impact, result.why.get("impact")),
        Fact(term("wind_up"), row.wind_up, result.why.get("wind_up")),
        Fact(say("view.time"), say("view.span", start=row.start, end=row.end)),
    )
    axis = told.after.axes.get(told.after.axis, Axis())
    return Card(
        say("told.axis_act", who=row.name), totals=totals, lines=tuple(lines), parts=(axis_part(axis, now=row.end),)
    )


def axis_undone(_told: Told, _viewer: Viewer, result: AxisUndone) -> Card:
    row = result.row
    return Card(say("told.axis_undo", who=row.name, start=row.start, end=row.end))


def _burden_known(state: State, who: str) -> bool:
    return who in state.people and who not in state.veiled


def aftermath(told: Told) -> list[Label]:
    """What was warded off at a moment and what is over, as far as the viewer may know."""
    known = {who for who in told.after.people if _burden_known(told.after, who)}
    lines: list[Label] = [
        say(
            "told.guarded",
            who=known_as(told.after, g.who),
            resource=term(g.resource),
            amount=written(g.amount, signed=True),
        )
        for g in told.result.guarded or ()
        if g.who in known
    ]
    return lines + ended_lines(told)


def ended_lines(told: Told) -> list[Label]:
    """What lies on people no longer, as far as the viewer may know; of warnings to several the end is told once."""
    people = told.after.people
    over = [e for e in told.result.ended or () if e.who in people and _burden_known(told.after, e.who)]
    single = [(e.who, e.kind, e.name) for e in over if e.at in ("", EVERYBODY)]
    warnings = dict.fromkeys((e.who, e.kind, e.name) for e in over if e.at in people)
    return [
        say("told.over", who=known_as(told.after, who), what=name or say(f"view.{kind}"))
        for who, kind, name in (*single, *warnings)
    ]
