"""Appendix two: extensions (设计拓展; FET-EXT): the table's own content, and a place that changes everybody (FET-TRT-2).

One thing at a time, or a pack in TOML that is checked whole; both live in the table's log.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.bounds import unfit
from ludex.core.deeds import ALWAYS, WORD
from ludex.core.effects.sentences import said as named_word
from ludex.core.effects.sentences import sentence
from ludex.core.errors import RuleError
from ludex.core.packs import Kind, Written, pasted_json, pasted_toml, read_pack, unreadable
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.content import KINDS, Thing, key_of, name_problems, places, problems_said
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.effects.bearing import trait_record
from ludex.systems.fet.events import CardRefused, ContentAdded, ContentRemoved, Darkened, PlaceChanged, SheetWritten
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.cards import hinted, in_keys, printed
from ludex.systems.fet.rules.lasting import ward_problems
from ludex.systems.fet.rules.law import articles, check_keys, check_legal, violations
from ludex.systems.fet.rules.roster import follow
from ludex.systems.fet.rules.weapons import check_weapon, efficiency
from ludex.systems.fet.sheet import Extension, Ground, Item, Modifier, Sheet, Skill, Trait, Weapon, hindrance
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Built, State
from ludex.systems.fet.terms import Event, half_up


class AddContent(msgspec.Struct, frozen=True):
    """What `add_content` is given: one skill, trait or weapon under a key; `who` built it and has it; `ask`: the GM is asked."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    who: str = ""
    ask: bool = False

    @property
    def card(self) -> Skill | Trait | Weapon | None:
        """What was built."""
        return self.skill or self.trait or self.weapon


class ContentKept(msgspec.Struct, frozen=True):
    """What the table has now; `refused`: it stays in its builder's notes. `articles`: how a skill stands to the law."""

    key: str
    refused: bool = False
    articles: dict[str, str] = {}


@rule("FET-LAW-0", "FET-LAW-8", "FET-WPB-1", "FET-ITM-1", "FET-LIV-15")
async def add_content(state: State, given: AddContent) -> ContentKept:
    """A card that obeys the law comes into the table's library; a player's is the GM's to allow, to change or to refuse."""
    _check_card(given, state.options)
    if given.ask:
        answer = await _allowed(state, given)
        if answer == "refuse":
            await happen(CardRefused(Built(given.who, given.skill, given.trait, given.weapon)))
            return ContentKept(given.key, refused=True, articles=_articles(given, state.options))
        given = _changed(given, answer, state.options)
    card = given.card
    builder = given.who
    state = await happen(ContentAdded(given.key, given.skill, given.trait, given.weapon, builder=builder))
    if given.who in state.characters and card is not None:
        state = await _onto_sheet(state, given)
    return ContentKept(given.key, articles=_articles(given, state.options))


def _check_card(given: AddContent, options: Options) -> None:
    """A lawful skill, a sound trait, a usable weapon, with a name."""
    if given.skill is not None:
        check_legal(given.skill, options)
    if given.trait is not None:
        _check_sound(given.trait)
    if given.weapon is not None:
        check_weapon(given.weapon)
    if given.card is None or not given.card.name.strip():
        raise RuleError("name_missing", clause="FET-LAW-8")


async def _onto_sheet(state: State, given: AddContent) -> State:
    """What a player has built and the GM has allowed is on the builder's sheet."""
    sheet = state.characters[given.who].sheet
    load = given.trait.load if given.trait else 0
    items = (*sheet.items, Item(given.trait.name, load)) if given.trait and load else sheet.items  # FET-LIV-33
    sheet = replace(
        sheet,
        skills=(*sheet.skills, given.skill) if given.skill else sheet.skills,
        traits=(*sheet.traits, given.trait) if given.trait else sheet.traits,
        weapons=(*sheet.weapons, given.weapon) if given.weapon else sheet.weapons,
        items=items,
    )
    return await follow(await happen(SheetWritten(given.who, sheet)), given.who)


def kind_of(given: AddContent) -> str:
    """What sort of card it is."""
    return "skill" if given.skill else "trait" if given.trait else "weapon"


def _articles(given: AddContent, options: Options) -> dict[str, str]:
    return articles(given.skill, violations(given.skill, options)) if given.skill else {}


async def _allowed(state: State, given: AddContent) -> str:
    """The GM's word on a card, with the law's report article by article."""
    answers = ("allow", "change:<line>", "refuse", ALWAYS)
    options = tuple(Option(answer, say(f"answers.card_{answer.partition(':')[0]}")) for answer in answers)
    law = [
        say("view.law_line", article=say(f"view.{name}"), how=say(f"view.law_{how}"))
        for name, how in _articles(given, state.options).items()
    ]
    name = given.card.name if given.card else ""
    balance = [] if given.weapon else [say("told.needs_gm")]
    report = [*card_does(state, given), *(law or balance), *card_hint(given.skill)]
    what = say("questions.card", who=state.called(given.who), name=name, report=report)
    return await choose(GM, what, options, about=f"{WORD}sheet.{kind_of(given)}")


@rule("FET-LIV-15")
def card_does(state: State, given: AddContent) -> list[Say]:
    """What a card does, in a few words: a skill's price and effects, a trait as a sentence, a weapon with its efficiency."""
    if given.skill is not None:
        return _skill_does(given.skill)
    if given.trait is not None:
        text = [say("told.card_text", text=given.trait.text)] if given.trait.text else []
        return [*text, *trait_does(given.trait)]
    if given.weapon is None:
        return []
    found = state.characters.get(given.who)
    level = found.level if found else state.options.start_level
    return [say("told.card_weapon", level=level, efficiency=half_up(efficiency(given.weapon, level), 2))]


def trait_does(trait: Trait) -> tuple[Say, ...]:
    """A trait as a sentence, where it does anything by itself."""
    record = replace(trait_record(trait), text="")
    return sentence(WORDS, record) if record.triggers or record.modifiers or record.grants else ()


def _skill_does(skill: Skill) -> list[Say]:
    """A skill's description, what it is paid with, and each of its effects."""
    said = [say("told.card_text", text=skill.text)] if skill.text else []
    if Event.holds(skill.event):
        said.append(say("told.card_moment", moment=named_word(WORDS, "occasions", Event.said(skill.event))))
    elif skill.event or skill.condition:
        said.append(say("told.card_moment", moment=skill.event or skill.condition))
    if not skill.text_only:
        losses = [say("told.card_loss", share=loss.share, resource=term(loss.resource)) for loss in skill.losses]
        price = say("told.card_price", share=skill.wind_up, losses=losses)
        said.append(price if losses else say("told.card_wind_up", share=skill.wind_up))
    for effect in (*skill.effects, *skill.drawbacks):
        resist = say("told.card_resist", attribute=term(effect.resist)) if effect.resist else ""
        facts = {"kind": term(effect.kind), "target": term(effect.target or "self"), "resist": resist}
        said.append(say("told.card_effect", share=effect.share, times=effect.times, **facts))
    return said


@rule("FET-LIV-52")
def card_hint(skill: Skill | None) -> tuple[Say, ...]:
    """The line with effects that a mere description suggests, ready to be sent."""
    if skill is None or not (hint := hinted(msgspec.to_builtins(skill))):
        return ()
    facts = {"attribute": term(str(skill.attribute)), "name": skill.name, "text": skill.text, "hint": hint}
    return (say("told.card_hint", **facts),)


def _changed(given: AddContent, answer: str, options: Options) -> AddContent:
    """The card as the GM has changed it, written as the book prints it or as JSON."""
    if not answer.startswith("change:"):
        return given
    text, kind = answer.removeprefix("change:"), kind_of(given)
    try:
        plain = in_keys(kind, pasted_json(text)) if text.startswith("{") else printed(kind, text)
        shape = {"skill": Skill, "trait": Trait, "weapon": Weapon}[kind]
        card = msgspec.convert(plain, shape)
    except (ValueError, msgspec.ValidationError) as error:
        raise RuleError("bad_card", clause="FET-LIV-52", text=text[:40], problem=str(error)) from None
    changed = AddContent(card.name, who=given.who, **{kind: card})
    _check_card(changed, options)
    return changed


@rule("FET-LIV-15")
def check_lawful(card: Mapping[str, object], options: Options) -> None:
    """A card that breaks the law is refused before anybody is asked."""
    check_keys(card, Skill)
    try:
        skill = msgspec.convert(card, Skill)
    except msgspec.ValidationError as error:
        raise RuleError("bad_input", field="skill", problem=str(error)) from None
    check_legal(skill, options)


def _check_sound(trait: Trait) -> None:
    """FET-TRT-2: modifiers that can be computed, and resistances that make sense."""
    derive(Sheet(name="x", traits=(trait,)))
    for ward in trait.wards:
        if ward_problems(ward):
            raise RuleError("bad_ward", kind=ward.kind, value=ward.value)


class AddPack(msgspec.Struct, frozen=True):
    """What `add_pack` is given: TOML with tables `skills`, `traits`, `weapons`, `people` and `races`."""

    text: str


class PackKept(msgspec.Struct, frozen=True):
    """What came with the pack."""

    keys: tuple[str, ...]


@rule("FET-LAW-0", "FET-EXT-5")
async def add_pack(state: State, given: AddPack) -> PackKept:
    """Add a whole pack, or refuse it with every problem named."""
    try:
        data = pasted_toml(given.text)
    except ValueError as error:
        raise RuleError("bad_toml", problem=unreadable(error)) from None
    if found := unfit(data):
        raise RuleError("bad_content", clause="FET-LAW-0", problems=[found.problem])
    pack = read_pack(_translated(data), lawful_kinds(state.options))
    if not pack:
        raise RuleError("bad_content", clause="FET-LAW-0", problems=[kind.name for kind in KINDS])
    events = [
        event for kind, things in pack.items() for key, thing in things.items() for event in _added(kind, key, thing)
    ]
    for event in events:
        state = await happen(event)
    await follow(state, *state.characters)
    return PackKept(tuple(event.key for event in events))


@rule("FET-LIV-51", "FET-EXT-5")
def _added(kind: str, key: str, thing: Written) -> list[ContentAdded]:
    """A thing of the table's own; with an extension comes everything that it holds."""
    found = [ContentAdded(key, **{FIELDS[kind]: thing})]
    if isinstance(thing, Extension):
        _check_options(thing)
        found += [ContentAdded(k, **{FIELDS[name]: held}) for name in HELD for k, held in getattr(thing, name).items()]
    return found


def _check_options(extension: Extension) -> None:
    """Options that this table has, with values that they may have."""
    try:
        msgspec.convert(extension.options, Options)
    except msgspec.ValidationError as error:
        raise RuleError("bad_content", clause="FET-EXT-5", problems=[str(error)]) from None


@rule("FET-LIV-51")
def _translated(data: Mapping[str, object]) -> dict[str, object]:
    """A pack with the keys and values that rules know, whichever language it was written in."""
    kinds = {word: kind for kind in KINDS for word in (kind.name, *kind.also)}
    found: dict[str, object] = {}
    for name, things in data.items():
        kind = kinds.get(name)
        if kind is None or not isinstance(things, Mapping):
            found[name] = things
            continue
        one = kind.also[0]
        cards = {k: in_keys(one, card) if isinstance(card, Mapping) else card for k, card in things.items()}
        if one == "item":
            cards = {_own_key(k, card): card for k, card in cards.items()}
        found[kind.name] = cards
    return found


def _own_key(key: str, card: object) -> str:
    """A thing is found by its name."""
    name = card.get("name") if isinstance(card, Mapping) else None
    return name if isinstance(name, str) and name else key


FIELDS = {
    "skills": "skill",
    "traits": "trait",
    "weapons": "weapon",
    "races": "race",
    "people": "block",
    "items": "item",
    "places": "place",
    "extensions": "extension",
}
"""The kinds of a pack as the event names them."""

HELD = ("skills", "traits", "weapons", "races", "people", "items", "places")
"""What an extension may hold."""


def lawful_kinds(options: Options) -> tuple[Kind, ...]:
    """The kinds of content, with what the rules of this table forbid in a thing."""
    wrong: dict[str, Callable[..., Iterable[Say]]] = {
        "skills": lambda skill: _unlawful(skill, options),
        "traits": lambda trait: _refused(trait, lambda: _check_sound(trait)),
        "weapons": lambda weapon: _refused(weapon, lambda: check_weapon(weapon)),
        "people": lambda sheet: problems_said(sheet, (code,)) if (code := hindrance(sheet)) else _unnamed(sheet),
    }
    return tuple(replace(kind, wrong=wrong.get(kind.name, kind.wrong)) for kind in KINDS)


def _unlawful(skill: Skill, options: Options) -> tuple[Say, ...]:
    """Every article that a skill breaks."""
    try:
        broken = violations(skill, options)
    except RuleError as error:
        return problems_said(skill, (error.code,))
    return tuple(say(f"law.{code}") for code in broken) or _unnamed(skill)


def _refused(thing: Trait | Weapon, check: Callable[[], object]) -> tuple[Say, ...]:
    """What a check refuses a thing with."""
    try:
        check()
    except RuleError as error:
        return problems_said(thing, (error.code,))
    return _unnamed(thing)


def _unnamed(thing: Skill | Trait | Weapon | Sheet) -> tuple[Say, ...]:
    return problems_said(thing, name_problems(thing))


class RemoveContent(msgspec.Struct, frozen=True):
    """What `remove_content` is given: the name (or key) of something that the table has of its own."""

    name: str


@rule("FET-LIV-51")
async def remove_content(state: State, given: RemoveContent) -> ContentKept:
    """The table no longer has something of its own; sheets that have it keep it."""
    own: dict[str, Thing] = {**state.skills, **state.traits, **state.weapons}
    own |= {**state.blocks, **state.races, **state.items, **state.places, **state.extensions}
    key = next((k for k, thing in own.items() if given.name in (k, thing.name)), None)
    if key is None:
        raise RuleError("unknown_skill", clause="FET-LIV-51", key=given.name)
    await happen(ContentRemoved(key))
    return ContentKept(key)


class SetPlace(msgspec.Struct, frozen=True):
    """What `set_place` is given: modifiers on everybody here; none to lift them. `name`: a place that the table knows."""

    modifiers: tuple[Modifier, ...] = ()
    name: str = ""


class PlaceSet(msgspec.Struct, frozen=True):
    """What the place does, and its marks."""

    modifiers: tuple[Modifier, ...]
    name: str = ""
    marks: tuple[str, ...] = ()
    text: str = ""


@rule("FET-TRT-2", "FET-EXT-3")
async def set_place(state: State, given: SetPlace) -> PlaceSet:
    """A place or situation changes everybody's values."""
    ground = _ground(state, given)
    derive(Sheet(name="x"), ground.modifiers)
    state = await happen(PlaceChanged(ground.modifiers, ground.name))
    if (dark := any(mark in DARK for mark in ground.marks)) != state.dark and (dark or not given.modifiers):
        state = await happen(Darkened(dark))  # FET-TRX-7
    await follow(state, *state.characters)
    return PlaceSet(ground.modifiers, ground.name, ground.marks, ground.text)


DARK = ("黑暗", "dark")
"""A mark that the rules know."""


def _ground(state: State, given: SetPlace) -> Ground:
    """The place of that name; else one without a name."""
    known = places(state)
    if not given.name:
        return Ground(modifiers=given.modifiers)
    if (key := key_of(known, given.name)) is None:
        raise RuleError("unknown_place", clause="FET-LIV-51", name=given.name, known=[p.name for p in known.values()])
    return known[key]
