"""Creating a character step by step (了解并创建角色; FET-LIV-44): each step has a default, and the end is a valid sheet.

The steps are data (`core/creation`): asked one after another in chat, drawn as one page in a browser. A level other than the table's
is the GM's word (FET-LVL-1), skills, traits and weapons too: what was chosen of them waits beside the finished sheet.

What waits (FET-LIV-3, FET-LIV-49) is granted by a question of its own beside what goes on, and nobody waits for the answer; what is
allowed for the session is allowed for everybody who waits for the same.
"""

import re
from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Bag, Option, choose
from ludex.core.creation import Step, fill_in
from ludex.core.deeds import ALWAYS, WORD, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import split_list
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.content import (
    in_language,
    in_words,
    own_name,
    races,
    said_name,
    said_text,
    same_card,
    skill_named,
    skills,
    trait_named,
    traits,
    weapon_named,
    weapons,
)
from ludex.systems.fet.events.group import ContentAdded
from ludex.systems.fet.events.people import CardRefused, SheetWritten, WishMade, WishSettled
from ludex.systems.fet.rules.building import (
    CHANGE,
    AddContent,
    Card,
    card_does,
    card_report,
    onto_sheet,
    with_card,
    words_on,
)
from ludex.systems.fet.rules.resources import follow
from ludex.systems.fet.rules.roster import free_name
from ludex.systems.fet.rules.sheets import raised
from ludex.systems.fet.sheet import Item, Sheet, Skill, Trait, Weapon, sheet_problems
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Built, State, Wish
from ludex.systems.fet.terms import DOMAINS, MENTAL, PHYSICAL, Number, typed_number

DEFAULT = "default"
NAMED = Option("name:<text>", say("answers.create_name"))
OWN = Option("set:<own>")
"""What a player writes herself, whatever its gap is called in a question."""


class Create(msgspec.Struct, frozen=True):
    """What `create` is given: who is asked, a name where one is already known, and the language that cards are taken over in.

    `asks`: of level, weapon, trait and skill those that are the GM's to grant; `shut`: those that nobody is offered.
    """

    who: Who = GM
    name: str = ""
    language: str = ""
    asks: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    """A sheet on its way, which steps are done, what is the GM's to grant, and how it is all asked for."""

    sheet: Sheet
    done: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()
    given: Create = Create()


class Created(msgspec.Struct, frozen=True):
    who: str
    problems: tuple[str, ...]
    wishes: tuple[Wish, ...] = ()


@rule("FET-LIV-44", "FET-SHT-2")
async def create(state: State, given: Create) -> Created:
    """Ask for everything that a sheet needs, each with its default."""
    done = ("name",) if given.name.strip() else ()
    start = Draft(Sheet(name=given.name.strip(), level=state.options.start_level), done, given=given)
    draft = await fill_in(state.opened(), given.who, start, STEPS)  # FET-LIV-15
    name = free_name(state, draft.sheet.name)
    sheet = replace(draft.sheet, name=name)
    derive(sheet, state.place, state.options)
    await happen(SheetWritten(name, sheet, draft=True))
    wishes = tuple(replace(wish, who=name) for wish in draft.wishes)
    for wish in wishes:
        await happen(WishMade(wish))
    return Created(name, sheet_problems(sheet), wishes)


def _step(
    name: str, answers: Callable[[State, Draft], tuple[Option, ...]], take: Callable[[State, Sheet, str], Sheet]
) -> Step[State, Draft]:
    """A step that is asked once: its answers, and what an answer makes of the sheet."""

    def ask(state: State, draft: Draft) -> Asking | None:
        if name in draft.done:
            return None
        options = answers(state, draft)
        return Asking(
            say(f"questions.create_{name}"), options, about=name, judge=lambda said: _judge(state, draft, said)
        )

    def _judge(state: State, draft: Draft, said: str) -> None:
        if not any(option.match(said) is not None for option in answers(state, draft)):
            raise RuleError("bad_choice", answer=said[:40], options=[o.answer for o in answers(state, draft)])
        take(state, draft.sheet, said)

    def taken(state: State, draft: Draft, said: str) -> Draft:
        return replace(draft, sheet=take(state, draft.sheet, said), done=(*draft.done, name))

    return Step(name, ask, taken)


# The GM's to grant: a level, and cards


def _ask_level(state: State, draft: Draft) -> Asking | None:
    """The table's level, or another one."""
    if "level" in draft.done or "level" in draft.given.shut:
        return None
    level = state.options.start_level
    options = (_default("level", level=level), _other("level", say("answers.create_other")))
    question = say("questions.create_level", level=level, word=_word(draft, "level"))
    return Asking(question, options, about="level", judge=lambda said: _judge_level(draft, said))


def _word(draft: Draft, kind: str) -> Say | str:
    """That something is the GM's to grant, where it is."""
    key = "create_word_level" if kind == "level" else "create_word"
    return say(f"questions.{key}") if kind in draft.given.asks else ""


def _judge_level(draft: Draft, said: str) -> None:
    if said != DEFAULT:
        _sound(replace(draft.sheet, level=_numbers(said, 1)[0]))


@rule("FET-LVL-1", "FET-LIV-3")
def _take_level(_state: State, draft: Draft, said: str) -> Draft:
    """A level is had at once, or wished for."""
    draft = replace(draft, done=(*draft.done, "level"))
    if said == DEFAULT or (level := _numbers(said, 1)[0]) == draft.sheet.level:
        return draft
    if "level" in draft.given.asks:
        return replace(draft, wishes=(*draft.wishes, Wish("", level=level)))
    return replace(draft, sheet=_sound(replace(draft.sheet, level=level)))


CARDS: dict[str, Callable[[State], Mapping[str, Card]]] = {"weapon": weapons, "trait": traits, "skill": skills}
"""Kinds of cards that a sheet may begin with, and where the table has them."""


def _cards(kind: str) -> Step[State, Draft]:

    def left(state: State, draft: Draft) -> dict[str, Card]:
        had = [card.name for card in _chosen(draft) if card is not None]
        return {
            key: card
            for key, card in CARDS[kind](state).items()
            if not any(same_card(key, one) for one in had) and card.name not in had
        }

    def ask(state: State, draft: Draft) -> Asking | None:
        found = {} if kind in draft.given.shut or kind in draft.done else left(state, draft)
        if not found:
            return None
        cards = tuple(Option(f"card:{key}", _card_says(state, key, card)) for key, card in found.items())
        question = say(f"questions.create_{kind}", word=_word(draft, kind))
        return Asking(question, (_default(kind), *cards), about=kind, bag=Bag(kind, DEFAULT))

    def take(state: State, draft: Draft, said: str) -> Draft:
        if said == DEFAULT:
            return replace(draft, done=(*draft.done, kind))
        wish = wish_for("", CARDS[kind](state)[said.removeprefix("card:")], draft.given.language)
        if kind in draft.given.asks:
            return replace(draft, wishes=(*draft.wishes, wish))
        return replace(draft, sheet=with_card(draft.sheet, as_card(wish)))

    return Step(kind, ask, take)


def _chosen(draft: Draft) -> tuple[Card | None, ...]:
    """The cards that are on the sheet or wished for."""
    sheet = draft.sheet
    return (*sheet.weapons, *sheet.traits, *sheet.skills, *(wish.card for wish in draft.wishes))


def _card_says(state: State, key: str, card: Card) -> Say:
    """A card with what it is: a weapon with its efficiency, a skill with its attribute and its text, a trait with its text."""
    if isinstance(card, Weapon):
        does: tuple[Label, ...] = tuple(card_does(state, AddContent(key, weapon=card)))
    else:
        attribute = (
            (say("told.card_attribute", attribute=term(str(card.attribute))),) if isinstance(card, Skill) else ()
        )
        does = (*attribute, *said_text(key, card))
    return say("answers.create_card", name=said_name(key, card), does=does)


def _own(said: str) -> str:
    """What the player wrote herself; nothing where she chose what was offered."""
    return (OWN.match(said) or {"own": ""})["own"].strip()


def _numbers(said: str, count: int) -> list[Number]:
    """So many numbers, apart by colons, spaces, commas or slashes."""
    own = _own(said)
    found = [n for word in re.split(r"[\s,，/:]+", own) if (n := typed_number(word.rstrip("%"))) is not None]
    if len(found) != count:
        raise RuleError("numbers_wanted", clause="FET-LIV-44", count=count, value=own[:40])
    return found


def _default(name: str, **facts: object) -> Option:
    return Option(DEFAULT, say(f"answers.create_{name}", **facts))


def _other(gap: str, said: Say) -> Option:
    return Option(f"set:<{gap}>", said)


def _two(name: str) -> Callable[[State, Draft], tuple[Option, ...]]:
    """The default, or what the player says; the gap tells how it is written."""
    return lambda _state, _draft: (_default(name), _other(f"new_{name}", say("answers.create_other")))


def _name(_state: State, sheet: Sheet, said: str) -> Sheet:
    return replace(sheet, name=(NAMED.match(said) or {"text": ""})["text"].strip()[:60])


def _races(state: State, _draft: Draft) -> tuple[Option, ...]:
    known = tuple(
        Option(f"race:{key}", say("answers.create_race", name=in_words(race.name)))
        for key, race in races(state).items()
    )
    return (*known, _other("new_race", say("answers.create_new_race")))


def _race(state: State, sheet: Sheet, said: str) -> Sheet:
    """A race of the table with its two numbers; a new one is written `狼人 16 70`, with a dash for a number that it has not."""
    if OWN.match(said) is None:
        found = races(state)[said.removeprefix("race:")]
        return replace(sheet, race=found.name, adult_age=found.adult_age, standard_size=found.standard_size)
    name, *said_numbers = _own(said).split() or [""]
    numbers = [typed_number(word) for word in said_numbers]
    if len(numbers) > 2 or any(n is None and _written(word) for n, word in zip(numbers, said_numbers, strict=True)):
        raise RuleError("numbers_wanted", clause="FET-LIV-44", count=2, value=" ".join(said_numbers)[:40])
    adult, size = (*numbers, None, None)[:2]
    return _sound(replace(sheet, race=_written(name), adult_age=adult, standard_size=size))


def _person(_state: State, sheet: Sheet, said: str) -> Sheet:
    if said == DEFAULT:
        return sheet
    gender, _, job = _own(said).partition(" ")
    return replace(sheet, gender=_written(gender), job=_written(job))


def _written(text: str) -> str:
    """What was written; a dash leaves it blank."""
    return text.strip().strip("-")


def _age(_state: State, sheet: Sheet, said: str) -> Sheet:
    return sheet if said == DEFAULT else _sound(replace(sheet, age=_numbers(said, 1)[0]))


def _basics(_state: State, sheet: Sheet, said: str) -> Sheet:
    size, appearance, assets = (60, 50, 50) if said == DEFAULT else _numbers(said, 3)
    return _sound(replace(sheet, size=size, appearance=appearance, assets=assets))


def _ratio(_state: State, sheet: Sheet, said: str) -> Sheet:
    return _sound(replace(sheet, ratio=500 if said == DEFAULT else _numbers(said, 1)[0]))


def _percents(names: tuple[str, ...], default: tuple[Number, ...]) -> Callable[[State, Sheet, str], Sheet]:

    def take(_state: State, sheet: Sheet, said: str) -> Sheet:
        given = default if said == DEFAULT else tuple(_numbers(said, len(names)))
        if round(sum(given)) != 100 or min(given) < 0:
            raise RuleError("bad_percent" if min(given) < 0 else "not_hundred", clause="FET-SIX-3", total=sum(given))
        return replace(sheet, percents={**sheet.percents, **dict(zip(names, given, strict=True))})

    return take


def _story(_state: State, sheet: Sheet, said: str) -> Sheet:
    return sheet if said == DEFAULT else replace(sheet, background=_own(said))


def _about(_state: State, sheet: Sheet, said: str) -> Sheet:
    if said == DEFAULT:
        return sheet
    texts = [text.strip() for text in re.split(r"[；;]", _own(said))]
    looks, personality, features = (*texts, "", "", "")[:3]
    return replace(sheet, looks=looks, personality=personality, features=features)


def _things(_state: State, sheet: Sheet, said: str) -> Sheet:
    if said == DEFAULT:
        return sheet
    items = []
    for text in split_list(_own(said)):
        name, _, load = text.rpartition(" ")
        number = typed_number(load)
        items.append(Item(name.strip(), number) if name.strip() and number is not None else Item(text))
    return _sound(replace(sheet, items=tuple(items)))


def _sound(sheet: Sheet) -> Sheet:
    derive(replace(sheet, name=sheet.name or "x"))
    return sheet


STEPS: tuple[Step[State, Draft], ...] = (
    _step("name", lambda _s, _d: (NAMED,), _name),
    _step("race", _races, _race),
    _step("person", _two("person"), _person),
    _step("age", _two("age"), _age),
    _step("basics", _two("basics"), _basics),
    Step("level", _ask_level, _take_level),
    _step("ratio", _two("ratio"), _ratio),
    _step("physical", _two("physical"), _percents(PHYSICAL, (34, 33, 33))),
    _step("mental", _two("mental"), _percents(MENTAL, (34, 33, 33))),
    _step("domains", _two("domains"), _percents(DOMAINS, (20, 20, 20, 20, 20))),
    _step("story", _two("story"), _story),
    _step("about", _two("about"), _about),
    _step("things", _two("things"), _things),
    *map(_cards, CARDS),
)


# --- what is the GM's to grant ----------------------------------------------------------------------------------------


class Grant(msgspec.Struct, frozen=True):
    """What `grant` is given: the wish that the GM is asked about."""

    wish: Wish


class Granted(msgspec.Struct, frozen=True):
    wishes: tuple[Wish, ...]


@rule("FET-LIV-3", "FET-LIV-44", "FET-LIV-49")
def beside(state: State) -> tuple[Do, ...]:
    """What waits for the GM beside everything else: a question for what each of them would have, one after another."""
    first = {wish.who: wish for wish in reversed(state.wishes)}
    return tuple(Do("grant", {"wish": msgspec.to_builtins(wish)}) for wish in state.wishes if wish == first[wish.who])


@rule("FET-LIV-2", "FET-LIV-3")
async def grant(state: State, given: Grant) -> Granted:
    """Ask the GM about a wish, and do what is allowed."""
    wish = given.wish
    gap = "level" if wish.kind == "level" else "name"
    answer = await choose(GM, _question(state, wish), words_on(gap), about=f"{WORD}sheet.{wish.kind}")
    if answer == "refuse":
        await _refused(wish)
        return Granted(())
    same = tuple(one for one in state.wishes if one.kind == wish.kind and one != wish) if answer == ALWAYS else ()
    state = await happen(WishSettled(wish))
    allowed = (_changed(state, wish, answer), *same)
    for one in allowed:
        state = await _granted(state, one)
    return Granted(allowed)


def _question(state: State, wish: Wish) -> Say:
    """Who would have what, from what to what."""
    who = state.called(wish.who)
    if wish.card is None:
        return say("questions.wish_level", who=who, before=state.characters[wish.who].level, after=wish.level)
    asked = "questions.wish_brought" if wish.brought else "questions.wish_card"
    report = card_report(state, as_card(wish))
    return say(asked, who=who, kind=say(f"view.wish_{wish.kind}"), name=own_name(wish.card.name), report=report)


def wish_for(who: str, card: Card, language: str = "", *, brought: bool = False) -> Wish:
    """A wish for a card, as a table of a language takes it over."""
    match card:
        case Skill():
            return Wish(who, skill=in_language(card, language), brought=brought)
        case Trait():
            return Wish(who, trait=in_language(card, language), brought=brought)
        case Weapon():
            return Wish(who, weapon=in_language(card, language), brought=brought)


def as_card(wish: Wish) -> AddContent:
    """A wish as the card that would come onto the sheet."""
    name = wish.card.name if wish.card else ""
    return AddContent(name, wish.skill, wish.trait, wish.weapon, wish.who)


def _changed(state: State, wish: Wish, answer: str) -> Wish:
    """The wish as the GM has changed it: another level, or another card that the table has."""
    changed = CHANGE.match(answer)
    if changed is None:
        return wish
    said = changed["change"].strip()
    if wish.kind == "level":
        level = typed_number(said)
        if level is None:
            raise RuleError("bad_level", clause="FET-LVL-1")
        return replace(wish, level=level)
    if wish.kind == "skill":
        return wish_for(wish.who, skill_named(said, state))
    return wish_for(wish.who, trait_named(said, state) if wish.kind == "trait" else weapon_named(said, state))


async def _granted(state: State, wish: Wish) -> State:
    """Something is had: the level, or the card on the sheet, and in the library where it came from elsewhere."""
    before = state
    state = await happen(WishSettled(wish))
    if wish.card is None:
        sheet = replace(state.characters[wish.who].sheet, level=wish.level)
        derive(sheet, state.place, state.options)
        state = await happen(SheetWritten(wish.who, sheet))
        state = await raised(before, state, wish.who)
        return await follow(state, wish.who, before=before)
    if wish.brought:
        state = await happen(ContentAdded(wish.card.name, wish.skill, wish.trait, wish.weapon))
    return await onto_sheet(state, as_card(wish))


@rule("FET-LIV-15")
async def _refused(wish: Wish) -> None:
    """What was brought stays in its owner's notes; anything else is simply not had."""
    await happen(WishSettled(wish))
    if wish.brought:
        await happen(CardRefused(Built(wish.who, wish.skill, wish.trait, wish.weapon)))
