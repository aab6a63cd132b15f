"""How sheets, the place, the law of building and a skill in numbers are told; and deeds that change what a character is: brought back, settled, wearing another's sheet; days; events by hand."""

import re

import msgspec
from msgspec.structs import replace

from ludex.core.plain import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Verdict
from ludex.systems.fet.content import in_words, own_name, skill_named, skills, traits
from ludex.systems.fet.redact import known_as
from ludex.systems.fet.rules.acts import UsedOutside, WordsDone
from ludex.systems.fet.rules.belongings import HandedOver, PutAway
from ludex.systems.fet.rules.building import AddContent, ContentKept, card_does, card_hint, kept_card
from ludex.systems.fet.rules.by_hand import Shone, Triggered
from ludex.systems.fet.rules.creation import Created, Granted
from ludex.systems.fet.rules.extensions import ContentShown, PlaceSet
from ludex.systems.fet.rules.law import SkillValidated, SkillWorks, judged, smallest, verdict
from ludex.systems.fet.rules.roster import Brought
from ludex.systems.fet.rules.sheets import LISTS, BasicsRolled, Edited, SheetSet, edit_said
from ludex.systems.fet.rules.years import Borrowed, Conjured, Revived, SessionOpen, SheetSettled, TimePassed
from ludex.systems.fet.sheet import Entry, Skill
from ludex.systems.fet.state import State, Wish
from ludex.systems.fet.terms import Number, readable
from ludex.systems.fet.views.look.sheet import of
from ludex.systems.fet.views.tell.combat import set_off_lines, settled_card


def place_set(_told: Told, _viewer: Viewer, result: PlaceSet) -> Card:
    title = say("told.at_place", name=in_words(result.name)) if result.name else say("told.set_place")
    words = tuple(in_words(text) for text in (result.text, *result.marks) if text)
    lifted = "" if result.modifiers else say("sentences.of_no_ground")
    sentence = say("sentences.of_place", name=in_words(result.name)) if result.name else lifted
    return Card(title, lines=words or (() if result.modifiers else (say("view.none"),)), sentence=sentence)


# Sheets and building


def brought(told: Told, _viewer: Viewer, result: Brought) -> Card:
    lines = tuple(say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems)
    return Card(say("told.bring", who=[told.after.called(who) for who in result.who]), lines=lines)


def sheet_set(told: Told, _viewer: Viewer, result: SheetSet) -> Card:
    if told.given.stage == "" and not result.changed:  # FET-LIV-40: it comes out, and nothing else is told
        return Card(say("told.bring", who=[told.after.called(result.who)]))
    lines = tuple(say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems)
    totals = (
        Fact(term("stamina"), of(result.stamina, result.stamina_max)),
        Fact(term("will"), of(result.will, result.will_max)),
    )
    kept = not any(one.field in ("now_stamina_max", "now_will_max") for one in result.changed)
    lines = (*map(edit_said, result.changed), *lines)
    title = say("told.set_sheet", who=told.after.called(result.who))
    sentence = _edit_sentence(told, result.changed)
    return Card(title, totals=() if kept and lines else totals, lines=lines, sentence=sentence)


def _edit_sentence(told: Told, changed: tuple[Edited, ...]) -> Say | str:
    """What an edit of a sheet comes to: the level, a card that was learnt, money, else what was written first."""
    found, who = {one.field: one for one in changed}, told.after.called(told.given.who)
    if "level" in found or not found:
        return ""  # its event says it
    for field in ("skills", "traits"):
        added = told.given.add.get(field) if field in found else None
        if added:
            names = [own_name(one["name"]) for one in (added if isinstance(added, list) else [added])]
            return say(f"sentences.gets_{field}", who=who, names=names)
    if "cash" in found or "now_cash" in found:
        one = found.get("cash") or found["now_cash"]
        return money_moved(told, who, one.after)
    first = next(iter(found.values()))
    facts = {"who": who, **edit_said(first).facts}
    if first.field in LONG:
        return say("sentences.wrote", **facts)
    if first.field in LISTS:
        return _listed(first, facts)
    return say("sentences.edited" if first.before != "" else "sentences.set_field", **facts)


def _listed(one: Edited, facts: dict[str, Filling]) -> Say:
    old, new = (re.split("、|, ", f"{names}") if names else [] for names in (one.before, one.after))
    more, fewer = ([name for name in these if name not in those] for these, those in ((new, old), (old, new)))
    if bool(more) == bool(fewer):
        return say("sentences.edited" if old else "sentences.set_field", **facts)
    names = [own_name(name) for name in more or fewer]
    return say("sentences.added" if more else "sentences.no_more", who=facts["who"], after=names, before=names)


def money_moved(told: Told, who: Label | None, cash: Label | Number) -> Say:
    """How much somebody spent or earned by the last line of the bill, what for, and what is left."""
    people = [state.characters.get(told.given.who) for state in (told.before, told.after)]
    bills: list[tuple[Entry, ...]] = [one.sheet.bill if one is not None else () for one in people]
    if len(bills[1]) <= len(bills[0]):
        return say("sentences.cash", who=who or "", cash=cash)
    last = bills[1][-1]
    what = say("sentences.for_what", what=in_words(last.purpose)) if last.purpose else ""
    key = "sentences.spent" if last.amount < 0 else "sentences.earned"
    return say(key, who=who or "", amount=readable(abs(last.amount)), what=what, cash=cash)


LONG = ("background", "looks", "personality", "features")
"""Fields that hold whole sentences."""


def skill_validated(told: Told, _viewer: Viewer, result: SkillValidated) -> Card:
    return _judged(result, skill_named(told.given.skill, told.after), told.given.percents)


@rule("FET-LAW-10", "FET-LIV-15")
def weighed(state: State, record: Plain) -> Card:
    """A skill that is being built: its price, what it does, and how it stands to the law."""
    skill = msgspec.convert(record, Skill)
    card = _judged(judged(skill, state.options), skill)
    return replace(card, lines=(*card_does(state, AddContent(skill.name, skill=skill)), *card.lines))


def _judged(result: SkillValidated, skill: Skill, percents: dict[str, Number] | None = None) -> Card:
    totals = (
        Fact(say("view.effect_share"), result.effect_share),
        Fact(say("view.paid_share"), result.paid_share),
        *((Fact(say("view.short"), result.short),) if result.short else ()),
        *(Fact(say(f"view.{name}"), say(f"view.law_{how}")) for name, how in result.articles.items()),
    )
    lines = tuple(say(f"law.{code}") for code in result.violations)
    head = _verdict(result.articles, legal=result.legal)
    sentence = say("sentences.of_law", verdict=head.say)
    return Card(say("told.law"), head, totals, (*lines, *smallest(skill, percents)), sentence=sentence)


@rule("FET-LIV-15")
def _verdict(found: dict[str, str], *, legal: bool = True) -> Verdict:
    how = verdict(found, legal=legal)
    return Verdict(
        {"illegal": "bad", "judged": "mixed"}.get(how, "good"),
        say("told.law_amended" if how == "amended" else f"told.{how}"),
    )


def content_kept(told: Told, _viewer: Viewer, result: ContentKept) -> Card:
    """A card of the table's own: how it stands to each article, and where it lies now; or that it is gone."""
    if told.procedure == "remove_content":
        return Card(say("told.card_removed", name=result.key))
    given = kept_card(told.after, told.given, result)
    articles = tuple(Fact(say(f"view.{name}"), say(f"view.law_{how}")) for name, how in result.articles.items())
    lines: list[Say] = [say("told.needs_gm")] if given.trait and not result.refused else []
    does = () if result.refused or given.card is None else card_does(told.after, given)
    title = say("told.card_again" if result.again else "told.add_content", name=result.key)
    head = _verdict(result.articles) if result.articles else None
    return Card(title, head, totals=articles, lines=(*does, *lines, *card_hint(given.skill)))


def content_shown(told: Told, _viewer: Viewer, result: ContentShown) -> Card:
    shelves = {"skill": told.after.skills, "trait": told.after.traits, "weapon": told.after.weapons}
    built = [
        AddContent(key, **{kind: shelf[key]}) for key in result.keys for kind, shelf in shelves.items() if key in shelf
    ]
    names = [shelf[key].name for key in result.keys for shelf in told.after.shelves.values() if key in shelf]
    return Card(
        say("told.open_content", names=names), lines=tuple(line for one in built for line in card_does(told.after, one))
    )


def basics_rolled(_told: Told, _viewer: Viewer, result: BasicsRolled) -> Card:
    totals = tuple(Fact(term(n), getattr(result, n), result.why.get(n)) for n in ("size", "appearance", "assets"))
    return Card(say("told.roll_basics"), totals=(*totals, Fact(term("cash"), result.cash)))


def skill_works(_told: Told, _viewer: Viewer, result: SkillWorks) -> Card:
    losses = tuple(say("told.loss", amount=x.amount, resource=term(x.resource)) for x in result.losses)
    effects = tuple(
        say("told.effect", kind=term(e.kind), amount=e.amount or 0, times=e.times)
        for e in (*result.effects, *result.drawbacks)
    )
    return Card(say("told.skill_effects"), totals=(Fact(term("wind_up"), result.wind_up),), lines=(*losses, *effects))


def created(_told: Told, _viewer: Viewer, result: Created) -> Card:
    lines = [say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems]
    waiting = [_wish(wish) for wish in result.wishes]
    lines += [say("told.waits_for_gm", what=waiting)] if waiting else []
    return Card(say("told.create", who=result.who), lines=tuple(lines))


def _wish(wish: Wish) -> Say:
    if wish.card is None:
        return say("told.wish_level", level=wish.level)
    return say("told.wish_card", kind=say(f"view.wish_{wish.kind}"), name=own_name(wish.card.name))


def granted(told: Told, _viewer: Viewer, result: Granted) -> Card:
    wish, who = told.given.wish, told.after.called(told.given.wish.who)
    if not result.wishes:
        return Card(say("told.wish_refused", who=who, what=_wish(wish)))
    each = tuple(say("told.wish_granted", who=told.after.called(one.who), what=_wish(one)) for one in result.wishes)
    return Card(each[0], lines=each[1:])


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
    return Card(say("told.settle_sheet", who=[told.after.called(who) for who in result.who]))


def time_passed(_told: Told, _viewer: Viewer, result: TimePassed) -> Card:
    return Card(say("told.pass_time", day=result.day))


def session_opened(_told: Told, _viewer: Viewer, result: SessionOpen) -> Card:
    return Card(say("told.session_opened", title=result.title or say("recap.untitled")))


def borrowed(told: Told, _viewer: Viewer, result: Borrowed) -> Card:
    who = told.after.called(result.who)
    back = say("told.borrow_back", who=who)
    title = say("told.borrow", who=who, whose=known_as(told.after, result.whose)) if result.whose else back
    return Card(title, totals=_pools(told))


def conjured(told: Told, _viewer: Viewer, result: Conjured) -> Card:
    key = "told.unmade" if result.away else "told.conjured"
    return Card(say(key, who=known_as(told.after, result.who), what=result.what))


def put_away(told: Told, _viewer: Viewer, result: PutAway) -> Card:
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
    given = told.given
    key = "told.trigger_skill" if _is_skill(told.before, given.trait) else "told.trigger"
    title = say(key, who=known_as(told.after, given.who), trait=_card_name(told.before, given.trait))
    if not result.applies:
        return Card(title, lines=(say("told.not_applies"),), sentence=say("sentences.of_no_trigger", **title.facts))
    lines: list[Label] = [*set_off_lines(told, result.rows)]
    lines += [say("told.revived", who=known_as(told.after, who)) for who in result.revived]
    return Card(title, lines=tuple(lines) or (say("told.nothing_changed"),))


def _is_skill(state: State, key: str) -> bool:
    """Whether a card is a skill, and no trait of the same name."""
    names = {trait.name for trait in traits(state).values()}
    return key not in traits(state) and _card_name(state, key) not in names


def _card_name(state: State, key: str) -> str:
    shelves = (traits(state), skills(state))
    return next((shelf[key].name for shelf in shelves if key in shelf), key)


def shone(told: Told, _viewer: Viewer, result: Shone) -> Card:
    return Card(say("told.shine"), lines=tuple(set_off_lines(told, result.rows)))


def used_outside(told: Told, viewer: Viewer, result: UsedOutside) -> Card:
    """A skill outside battle: the battle that it opens, the check and what came of it, or no."""
    given = told.given
    title = say("told.use_outside", who=told.after.called(given.who), skill=own_name(given.skill.name))
    if result.how == "refuse":
        return Card(title, lines=(say("told.refused"),), sentence=say("sentences.of_not_outside", **title.facts))
    if result.checked is None:
        span = result.declared and say("view.span", start=result.declared.start, end=result.declared.end)
        return Card(title, totals=(Fact(say("view.time"), span),) if span else (), lines=(say("told.start"),))
    found = result.checked
    verdict = Verdict("good" if found.result == "success" else "bad", term(found.result))
    totals = (Fact(term("rate"), say("told.percent", rate=found.chance)),)  # FET-CHK-2
    lines = settled_card(told, viewer, result.settled) if result.settled else ()
    return Card(title, verdict, totals if viewer.gm or told.after.target is not None else (), lines)


def words_done(told: Told, _viewer: Viewer, result: WordsDone) -> Card:
    return Card(say("told.settle_words", who=[known_as(told.after, who) for who in result.who]))
