"""Whose word a line is, where its fields alone do not tell (FET-LIV-1): what costs oneself is one's own, a draft is its player's."""

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.rule import rule
from ludex.systems.fet.commands.act_words import arms_of, hurts, in_order, spread, with_weapon
from ludex.systems.fet.commands.naming import check_own
from ludex.systems.fet.commands.reading import (
    DROP,
    LIST,
    PUT,
    TAKE,
    Reader,
    attribute_in,
    line_of,
    thing_words,
    words_of,
)
from ludex.systems.fet.commands.stf import Fields, in_chinese, read_fields
from ludex.systems.fet.content import skills, traits
from ludex.systems.fet.content.english import said_name, same_card
from ludex.systems.fet.effects.conditions import skills_of, traits_of
from ludex.systems.fet.rules.roster import check_alive, pools
from ludex.systems.fet.sheet import level_of
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import PHYSICAL, Event, Number, Resource, typed_number

Kinds = tuple[str, ...]

LEVEL, SHEET, WEAPON, MONEY, THING = "sheet.level", "sheet.sheet", "sheet.weapon", "story.money", "story.thing"
GAIN, CONDITION, REACH, RATING, PARTNER = (
    "story.gain",
    "circumstance.condition",
    "circumstance.reach",
    "circumstance.rating",
    "circumstance.partner",
)
ALWAYS_OWN = ("name", "gender", "job", "player")
"""Fields that stay the player's for ever."""


def drafts(state: State, who: str) -> bool:
    """Whether somebody's sheet is still a draft; a sheet that does not exist yet is one."""
    return who not in state.characters or state.characters[who].draft


@rule("FET-LIV-3")
def stf_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """A draft's fields are its player's; later every number and the race are the GM's, and a level always is."""
    fields = read_fields(Reader(in_chinese(line_of(asked))))
    who = asked.actor or str(fields.values.get("name") or "")
    if drafts(asked.state, who):
        if wished_level(asked, fields, who) is None:
            return ()
        return (LEVEL,) if level_alone(asked.state, fields, who) or asked.trust(LEVEL) != "ask" else ()
    named = [name for name in fields.values if name not in ALWAYS_OWN]
    if not named and not fields.percents:
        return ()
    return (LEVEL,) if named == ["level"] and not fields.percents else (SHEET,)


def level_alone(state: State, fields: Fields, who: str) -> bool:
    """Whether a line for a sheet that exists says nothing but its level: there is nothing else to be done at once."""
    return who in state.characters and list(fields.values) == ["level"] and not fields.percents


@rule("FET-LIV-3")
def wished_level(asked: Asked, fields: Fields, who: str) -> Number | None:
    """The level that a line asks for, where it is another than the sheet has (a new one: the option `start_level`)."""
    said = fields.values.get("level")
    found = asked.state.characters.get(who)
    now = level_of(found.sheet) if found else asked.state.options.start_level
    return said if isinstance(said, int | float) and said != now and not asked.gm else None


@rule("FET-LIV-3")
def draft_word(asked: Asked, kinds: Kinds) -> Kinds:
    """What a draft's player sets at once."""
    return () if drafts(asked.state, asked.actor) else kinds or (SHEET,)


@rule("FET-LIV-2", "FET-LIV-8")
def living_word(asked: Asked, kinds: Kinds) -> Kinds:
    """Nothing is put to the GM for the dead."""
    if kinds and not asked.gm and asked.actor:
        check_alive(asked.state, asked.actor)
    return kinds


def learning_word(asked: Asked, kinds: Kinds) -> Kinds:
    """Nor what somebody has already."""
    kinds = living_word(asked, kinds)
    if asked.actor:
        check_new(asked.state, asked.actor, str(asked["name"]))
    return kinds


@rule("FET-LIV-2")
def check_new(state: State, who: str, key: str) -> None:
    """A trait or a skill that somebody has is not to be had twice."""
    found = traits(state)[key].name if key in traits(state) else key
    name = skills(state)[key].name if key in skills(state) else found
    own = [card.name for card in traits_of(state, who)] + [card.name for card in skills_of(state, who)]
    if folded(name) in map(folded, own) or any(same_card(key, one) for one in own):
        shown = said_name(key, card) if (card := traits(state).get(key) or skills(state).get(key)) else name
        raise RuleError("already_known", clause="FET-LIV-2", who=state.called(who), name=shown)


def money_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """Spending is one's own."""
    number = typed_number(narrow(str(asked["amount"])))
    return () if number is None or number <= 0 else (MONEY,)


@rule("FET-LIV-1", "FET-LIV-3")
def thing_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """Dropping, using up and spending are one's own; getting things or money is not, but in a draft."""
    words = thing_words(asked)
    head = words[0].lower() if words else ""
    if head in (*LIST, *DROP, *PUT, *TAKE) or drafts(asked.state, asked.actor):
        return ()
    if head in ("cash", "现金", "钱"):
        return (MONEY,) if len(words) > 1 and narrow(words[1])[:1] != "-" else ()
    return () if any(narrow(word)[:1] == "-" for word in words[1:]) else (THING,)


def arms_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """Looking, wielding and leaving behind are one's own; a new weapon is the GM's, in a draft too."""
    words = words_of(asked)
    head = words[0].lower() if words else ""
    arms = asked.state.characters[asked.actor].sheet.weapons if asked.actor in asked.state.characters else ()
    own = {*(w.name for w in arms), *(f"{n}" for n in range(1, len(arms) + 1))}
    return () if head in (*LIST, *DROP) or line_of(asked).strip() in own else (WEAPON,)


@rule("FET-LIV-1")
def lasting_word(asked: Asked, kinds: Kinds) -> Kinds:
    """Looking, and taking off one's own, is one's own."""
    words = words_of(asked)
    dropped = any(word.lower() in DROP for word in words[:2])
    return () if not words or words[0].lower() in LIST or dropped else kinds


@rule("FET-LIV-1", "FET-LIV-8")
def change_word(asked: Asked, kinds: Kinds) -> Kinds:
    """A loss of one's own is done; a gain is the GM's."""
    words = words_of(asked)
    if _of_another(asked) or (lasting_word(asked, kinds) and words[0].lower() not in ("s", "护盾", "盾")):
        return gains_word(asked, kinds)
    return lasting_word(asked, kinds)


@rule("FET-LIV-1", "FET-LIV-8")
def gains_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """Showing and losing are one's own; gains and resets are the GM's, and players do not bring back the dead."""
    words = words_of(asked)
    if _of_another(asked):
        check_alive(asked.state, asked.actor if words else check_own(asked, asked.actor))
        return (GAIN,)
    if not words or any(narrow(word)[:1] == "-" or "-" in narrow(word) for word in words):
        return ()
    if words[0].lower() == "cash":
        return (MONEY,) if len(words) > 1 else ()
    check_alive(asked.state, asked.actor)
    return (GAIN,)


def _of_another(asked: Asked) -> bool:
    """Whether it is somebody's whom one does not play; everybody is the GM's to play."""
    return not asked.gm and bool(asked.actor) and asked.actor not in asked.controls


def resets_word(asked: Asked, kinds: Kinds) -> Kinds:
    """A reset is the GM's word, whosever it is; a player's does not reach the dead (FET-LIV-8)."""
    if not asked.gm:
        check_alive(asked.state, asked.actor)
    return kinds


def sets_word(asked: Asked, kinds: Kinds) -> Kinds:
    """`.crd hp 50` sets: down to a number is a loss."""
    words = words_of(asked)
    if _of_another(asked):
        return gains_word(asked, kinds)
    number = typed_number(narrow(words[1])) if len(words) == 2 and narrow(words[1])[:1].isdigit() else None
    if number is not None and Resource.holds(words[0]) and asked.actor in asked.state.characters:
        now = getattr(pools(asked.state, asked.actor), str(Resource.read(words[0])))
        return () if number < now else gains_word(asked, kinds)
    return gains_word(asked, kinds)


@rule("FET-LIV-1")
def reach_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """With one of the physical three, striking from afar or at the will is the GM's word (ours)."""
    asked = with_weapon(spread(in_order(asked)))
    physical = any(_physical(str(asked[name])) for name in ("impact", "attribute"))
    fighter = asked.state.fighter(asked.actor)
    weapon = fighter.weapons.get(arms_of(asked).get(folded(asked["weapon"]), "")) if fighter else None
    far = asked["far"] and not (weapon and ("隔空" in weapon.note or weapon.range))
    return (REACH,) if physical and (far or hurts(asked)[0] == Resource.WILL) else ()


@rule("FET-LIV-1", "FET-SKX-4")
def condition_word(asked: Asked, kinds: Kinds) -> Kinds:
    """Whether a skill's condition in words holds is the GM's to say; an event the battle watches itself."""
    if asked.state.battle is None or asked.actor not in asked.state.characters:
        return kinds
    own = asked.state.characters[asked.actor].sheet.skills
    found = next((s for s in own if folded(s.name) == folded(str(asked["skill"]))), None)
    in_words = found is not None and found.trigger == "conditional" and not Event.holds(found.event)
    return (CONDITION,) if in_words else kinds


def _physical(word: str) -> bool:
    try:
        return attribute_in(word) in PHYSICAL
    except RuleError:
        return False


def neg_word(asked: Asked, kinds: Kinds) -> Kinds:
    """One number is a rating, two are a partner, three both."""
    numbers = sum(any(letter.isdigit() for letter in word) for word in words_of(asked))
    return {1: (RATING,), 2: (PARTNER,), 3: (RATING, PARTNER)}.get(numbers, kinds)


def removal_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """A draft may be thrown away by its player; a sheet that plays is the GM's to delete."""
    words = words_of(asked)
    if words and words[0].lower() in ("reset", "重置"):
        return (GAIN,)
    if not words or words[0].lower() not in DROP:
        return ()
    return () if all(drafts(asked.state, who) for who in asked.controls) else (SHEET,)


@rule("FET-LIV-1")
def ending_word(asked: Asked, kinds: Kinds) -> Kinds:
    """One's own rows are one's own; ending or deleting a timeline is the GM's."""
    return kinds if next(iter(words_of(asked)), "").lower() in ("end", *DROP) else ()


def lift_word(asked: Asked, kinds: Kinds) -> Kinds:
    """Taking off a buff of one's own is one's own; losing a trait is the GM's."""
    found = asked.state.characters.get(asked.actor)
    return () if found and any(buff.name == asked["name"] for buff in found.buffs) else kinds
