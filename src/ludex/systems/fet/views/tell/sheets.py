"""How sheets, the place, the law of building and a skill in numbers are told."""

import msgspec
from msgspec.structs import replace

from ludex.core.plain import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Verdict
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.content.english import in_words, own_name
from ludex.systems.fet.rules.building import AddContent, ContentKept, card_does, card_hint, kept_card
from ludex.systems.fet.rules.creation import Created, Granted
from ludex.systems.fet.rules.examples import SkillWorks
from ludex.systems.fet.rules.extensions import ContentShown, PlaceSet
from ludex.systems.fet.rules.law import SkillValidated, judged, smallest, verdict
from ludex.systems.fet.rules.roster import Brought
from ludex.systems.fet.rules.sheets import BasicsRolled, Edited, SheetSet, edit_said
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import State, Wish
from ludex.systems.fet.terms import Number
from ludex.systems.fet.views.look.lasting import of


def place_set(_told: Told, _viewer: Viewer, result: PlaceSet) -> Card:
    """The place where everybody is, and what it changes."""
    title = say("told.at_place", name=in_words(result.name)) if result.name else say("told.set_place")
    words = tuple(in_words(text) for text in (result.text, *result.marks) if text)
    sentence = say("sentences.of_place", name=in_words(result.name)) if result.name else ""
    return Card(title, lines=words or (() if result.modifiers else (say("view.none"),)), sentence=sentence)


# Sheets and building


def brought(told: Told, _viewer: Viewer, result: Brought) -> Card:
    """Who has come, and what a sheet still lacks."""
    lines = tuple(say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems)
    return Card(say("told.bring", who=[told.after.called(who) for who in result.who]), lines=lines)


def sheet_set(told: Told, _viewer: Viewer, result: SheetSet) -> Card:
    """What was written on a sheet, and what came of it."""
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
        return say("sentences.cash", who=who, cash=one.after)
    first = next(iter(found.values()))
    if first.field in LONG:
        return say("sentences.wrote", who=who, field=edit_said(first).facts["field"])
    return say("sentences.edited", who=who, **edit_said(first).facts)


LONG = ("background", "looks", "personality", "features")
"""Fields that hold whole sentences."""


def skill_validated(told: Told, _viewer: Viewer, result: SkillValidated) -> Card:
    """The law's verdict: each violated article and how to mend it."""
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
    return Card(say("told.law"), head, totals, (*lines, *smallest(skill, percents)))


@rule("FET-LIV-15")
def _verdict(found: dict[str, str], *, legal: bool = True) -> Verdict:
    """The worst of how a skill stands to the articles."""
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
    """Cards that players know from now on, with what they do."""
    shelves = {"skill": told.after.skills, "trait": told.after.traits, "weapon": told.after.weapons}
    built = [
        AddContent(key, **{kind: shelf[key]}) for key in result.keys for kind, shelf in shelves.items() if key in shelf
    ]
    names = [shelf[key].name for key in result.keys for shelf in told.after.shelves.values() if key in shelf]
    return Card(
        say("told.open_content", names=names), lines=tuple(line for one in built for line in card_does(told.after, one))
    )


def basics_rolled(_told: Told, _viewer: Viewer, result: BasicsRolled) -> Card:
    """Size, appearance and assets as they were rolled."""
    totals = tuple(Fact(term(n), getattr(result, n), result.why.get(n)) for n in ("size", "appearance", "assets"))
    return Card(say("told.roll_basics"), totals=(*totals, Fact(term("cash"), result.cash)))


def skill_works(_told: Told, _viewer: Viewer, result: SkillWorks) -> Card:
    """A skill in numbers."""
    losses = tuple(say("told.loss", amount=x.amount, resource=term(x.resource)) for x in result.losses)
    effects = tuple(
        say("told.effect", kind=term(e.kind), amount=e.amount or 0, times=e.times)
        for e in (*result.effects, *result.drawbacks)
    )
    return Card(say("told.skill_effects"), totals=(Fact(term("wind_up"), result.wind_up),), lines=(*losses, *effects))


def created(_told: Told, _viewer: Viewer, result: Created) -> Card:
    """A new sheet, and what waits for the GM."""
    lines = [say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems]
    waiting = [_wish(wish) for wish in result.wishes]
    lines += [say("told.waits_for_gm", what=waiting)] if waiting else []
    return Card(say("told.create", who=result.who), lines=tuple(lines))


def _wish(wish: Wish) -> Say:
    """What somebody would have."""
    if wish.card is None:
        return say("told.wish_level", level=wish.level)
    return say("told.wish_card", kind=say(f"view.wish_{wish.kind}"), name=own_name(wish.card.name))


def granted(told: Told, _viewer: Viewer, result: Granted) -> Card:
    """What the GM has granted, or that it was refused."""
    wish, who = told.given.wish, told.after.called(told.given.wish.who)
    if not result.wishes:
        return Card(say("told.wish_refused", who=who, what=_wish(wish)))
    each = tuple(say("told.wish_granted", who=told.after.called(one.who), what=_wish(one)) for one in result.wishes)
    return Card(each[0], lines=each[1:])
