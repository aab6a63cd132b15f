"""What is the GM's to grant (FET-LIV-3, FET-LIV-44, FET-LIV-49): a level other than the table's, cards for a new sheet or from elsewhere.

A character is there without it, and nobody waits for the answer: each wish is a question of its own beside what goes on. What is
allowed for the session is allowed for everybody who waits for the same.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import choose
from ludex.core.deeds import ALWAYS, WORD, Do
from ludex.core.errors import RuleError
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.content import skill_named, trait_named, weapon_named
from ludex.systems.fet.content.english import in_language, own_name
from ludex.systems.fet.events import CardRefused, ContentAdded, SheetWritten, WishSettled
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.building import CHANGE, AddContent, Card, card_report, onto_sheet, words_on
from ludex.systems.fet.rules.roster import follow
from ludex.systems.fet.rules.sheets import raised
from ludex.systems.fet.sheet import Skill, Trait, Weapon
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Built, State, Wish
from ludex.systems.fet.terms import typed_number


class Grant(msgspec.Struct, frozen=True):
    """What `grant` is given: the wish that the GM is asked about."""

    wish: Wish


class Granted(msgspec.Struct, frozen=True):
    """What has been granted; nothing where the GM has refused."""

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
