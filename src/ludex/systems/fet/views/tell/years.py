"""How deeds are told that change what a character is: brought back, settled, wearing another's sheet; days; events by hand."""

from ludex.core.principals import Viewer
from ludex.core.say import Label, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Verdict
from ludex.systems.fet.content import skills, traits
from ludex.systems.fet.content.english import own_name
from ludex.systems.fet.redact import known_as
from ludex.systems.fet.rules.belongings import PutAway
from ludex.systems.fet.rules.by_hand import Shone, Triggered
from ludex.systems.fet.rules.handing import HandedOver
from ludex.systems.fet.rules.outside_battle import UsedOutside, WordsDone
from ludex.systems.fet.rules.years import Borrowed, Conjured, Revived, SessionOpen, SheetSettled, TimePassed
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import readable
from ludex.systems.fet.views.look.lasting import of
from ludex.systems.fet.views.tell.combat import set_off_lines, settled_card


def _pools(told: Told) -> tuple[Fact, ...]:
    result = told.result
    return (
        Fact(term("stamina"), of(result.stamina, result.stamina_max)),
        Fact(term("will"), of(result.will, result.will_max)),
    )


def revived(told: Told, _viewer: Viewer, result: Revived) -> Card:
    """Somebody is back from death; with how much, an NPC's is not told (FET-LIV-38)."""
    title = say("told.revive", who=told.after.called(result.who))
    if result.who in told.after.veiled:
        return Card(title)
    stamina, will = of(result.stamina, result.stamina_max), of(result.will, result.will_max)
    return Card(title, lines=(say("told.back_with", stamina=stamina, will=will),))


def sheet_settled(told: Told, _viewer: Viewer, result: SheetSettled) -> Card:
    """Whose sheets are drafts no longer."""
    return Card(say("told.settle_sheet", who=[told.after.called(who) for who in result.who]))


def time_passed(_told: Told, _viewer: Viewer, result: TimePassed) -> Card:
    """What day it is."""
    return Card(say("told.pass_time", day=result.day))


def session_opened(_told: Told, _viewer: Viewer, result: SessionOpen) -> Card:
    """An evening begins."""
    return Card(say("told.session_opened", title=result.title or say("recap.untitled")))


def borrowed(told: Told, _viewer: Viewer, result: Borrowed) -> Card:
    """Somebody wears another's sheet, or its own again."""
    who = told.after.called(result.who)
    back = say("told.borrow_back", who=who)
    title = say("told.borrow", who=who, whose=known_as(told.after, result.whose)) if result.whose else back
    return Card(title, totals=_pools(told))


def conjured(told: Told, _viewer: Viewer, result: Conjured) -> Card:
    """What somebody makes or destroys."""
    key = "told.unmade" if result.away else "told.conjured"
    return Card(say(key, who=known_as(told.after, result.who), what=result.what))


def put_away(told: Told, _viewer: Viewer, result: PutAway) -> Card:
    """What was put down or taken up, and the load."""
    key = "told.put_down" if told.given.down else "told.take_up"
    load = say("told.load", now=result.load, top=result.load_total)
    lines = (load, say("view.overloaded")) if result.overloaded else (load,)
    return Card(say(key, who=told.after.called(result.who), name=result.name), lines=lines)


def handed_over(told: Told, _viewer: Viewer, result: HandedOver) -> Card:
    """What went from one to another; what its giver carries now, for who may know it."""
    names = {"who": known_as(told.after, result.who), "whom": known_as(told.after, result.whom)}
    known = result.who not in told.after.veiled  # FET-LIV-38
    lines = (say("told.load", now=result.load, top=readable(result.load_total)),) if known else ()
    title = say("told.hand_over", **names, name=own_name(result.name), count=readable(result.count))
    return Card(title, lines=lines, sentence=say("sentences.of_handed", **names, name=own_name(result.name)))


def triggered(told: Told, _viewer: Viewer, result: Triggered) -> Card:
    """A card that was set off by hand, and what it did."""
    given = told.given
    key = "told.trigger_skill" if _is_skill(told.before, given.trait) else "told.trigger"
    title = say(key, who=known_as(told.after, given.who), trait=_card_name(told.before, given.trait))
    if not result.applies:
        return Card(title, lines=(say("told.not_applies"),))
    lines: list[Label] = [*set_off_lines(told, result.rows)]
    lines += [say("told.revived", who=known_as(told.after, who)) for who in result.revived]
    return Card(title, lines=tuple(lines) or (say("told.nothing_changed"),))


def _is_skill(state: State, key: str) -> bool:
    """Whether a card is a skill, and no trait of the same name."""
    names = {trait.name for trait in traits(state).values()}
    return key not in traits(state) and _card_name(state, key) not in names


def _card_name(state: State, key: str) -> str:
    """A trait or a skill by its name."""
    shelves = (traits(state), skills(state))
    return next((shelf[key].name for shelf in shelves if key in shelf), key)


def shone(told: Told, _viewer: Viewer, result: Shone) -> Card:
    """Light or darkness, and what it set off."""
    return Card(say("told.shine"), lines=tuple(set_off_lines(told, result.rows)))


def used_outside(told: Told, viewer: Viewer, result: UsedOutside) -> Card:
    """A skill outside battle: the battle that it opens, the check and what came of it, or no."""
    given = told.given
    title = say("told.use_outside", who=told.after.called(given.who), skill=own_name(given.skill.name))
    if result.how == "refuse":
        return Card(title, lines=(say("told.refused"),))
    if result.checked is None:
        span = result.declared and say("view.span", start=result.declared.start, end=result.declared.end)
        return Card(title, totals=(Fact(say("view.time"), span),) if span else (), lines=(say("told.start"),))
    found = result.checked
    verdict = Verdict("good" if found.result == "success" else "bad", term(found.result))
    totals = (Fact(term("rate"), say("told.percent", rate=found.chance)),)  # FET-CHK-2
    lines = settled_card(told, viewer, result.settled) if result.settled else ()
    return Card(title, verdict, totals if viewer.gm or told.after.target is not None else (), lines)


def words_done(told: Told, _viewer: Viewer, result: WordsDone) -> Card:
    """Whose acts in words are settled."""
    return Card(say("told.settle_words", who=[known_as(told.after, who) for who in result.who]))
