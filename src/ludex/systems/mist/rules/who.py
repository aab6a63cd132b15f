"""Joins all chapters: whom and what they speak of (actors, holders, themes, statuses), so that an unknown id is refused once."""

from typing import TypedDict

import msgspec

from ludex.core.asks import GM, Option, choose
from ludex.core.declaring import Actor
from ludex.core.errors import RuleError
from ludex.core.principals import Who, actor as actor_called
from ludex.core.say import Say, say, term
from ludex.systems.mist.sheet import Challenge, Character, Holder, Status, Theme, status_of, theme_of
from ludex.systems.mist.state import State


class Acting(msgspec.Struct, frozen=True, kw_only=True):
    """Input of a procedure in which somebody acts. `alone`: the character was given by itself, and comes back so.

    `unseen`: it is done in secret, and what it would ask the player it asks the MC (MST-LIV-5). `instead`: the MC plays somebody whose
    player is not there, and is asked in her place (MST-LIV-61).
    """

    actor: Actor = ""
    alone: bool = False
    unseen: bool = False

    instead: bool = False

    @property
    def player(self) -> Who:
        return GM if self.unseen or self.instead else player_of(self.actor)


class Cast(msgspec.Struct, frozen=True, kw_only=True):
    """Output of a procedure that changes people: the character given alone, or all of them."""

    character: Character | None = None
    characters: tuple[Character, ...] | None = None


class People(TypedDict):
    """The fields of `Cast`."""

    character: Character | None
    characters: tuple[Character, ...] | None


def cast_after(state: State, given: Acting) -> People:
    if not given.alone:
        return People(character=None, characters=state.characters or None)
    others = state.characters if len(state.characters) > 1 else None
    return People(character=state.character(given.actor), characters=others)


def character_of(state: State, name: str) -> Character:
    """The character of that id, of any fate."""
    found = state.character(name)
    if found is None:
        raise RuleError("unknown_actor", actor=name, actors=[c.id for c in state.characters])
    return found


def actor_of(state: State, actor: str) -> Character:
    """The character who acts, or a refusal: there must be one, in play (MST-PFT-1)."""
    return check_active(character_of(state, actor))


def check_active(character: Character) -> Character:
    """A character in play (MST-PFT-1), and on the stage (MST-LIV-61)."""
    if character.benched:
        raise RuleError("not_active", clause="MST-LIV-61", actor=character.id, why=say("told.waits_benched"))
    if not character.active:
        why = say("told.out_of_play", actor=character.id, fate=term(character.fate))
        raise RuleError("not_active", clause="MST-PFT-1", actor=character.id, why=why)
    return character


def holder_of(state: State, name: str) -> Holder:
    holder = state.holder(name)
    if holder is None:
        raise RuleError("unknown_holder", value=name, among=[h.id for h in state.holders])
    return holder


def taker_of(state: State, name: str) -> Holder:
    """A holder who can still be given something: a challenge, or a character in play."""
    holder = holder_of(state, name)
    return check_active(holder) if isinstance(holder, Character) else holder


def challenge_of(state: State, name: str) -> Challenge:
    holder = holder_of(state, name)
    if not isinstance(holder, Challenge):
        raise RuleError("unknown_holder", value=name, among=[c.id for c in state.challenges])
    return holder


class StatusNamed(msgspec.Struct, frozen=True):
    holder: str
    name: str


def held_status(holder: Holder, name: str) -> Status:
    status = status_of(holder, name)
    if status is None:
        raise RuleError("unknown_status", holder=holder.id, name=name, statuses=[s.name for s in holder.statuses])
    return status


def own_theme(character: Character, theme: str) -> Theme:
    found = theme_of(character, theme)
    if found is None:
        raise RuleError("unknown_theme", value=theme, among=[t.id for t in character.themes])
    return found


def player_of(actor: str) -> Who:
    """Whom to ask for a character; where nobody is known, the MC."""
    return actor_called(actor) if actor else GM


SPOKEN = {"线索": "clue", "特性": "trait", "状态": "status", "标签": "tag", "新标签": "tag"}


def in_rule_words(answer: str) -> str:
    """An answer with its first word as the rules write it (MST-LIV-19)."""
    word, colon, rest = answer.replace("：", ":", 1).partition(":")
    return f"{SPOKEN[word]}{colon}{rest}" if colon and word in SPOKEN else answer


async def ask_words(who: Who, what: Say, *options: Option, about: str, clause: str = "") -> dict[str, str]:
    """Ask somebody to put something into words: what the gaps of the answered option are filled with."""
    answer = in_rule_words(await choose(who, what, options, about=about))
    for option in sorted((o for o in options if o.open), key=lambda option: -len(option.gaps)):
        found = option.match(answer)
        if found is not None and all(text.strip() for text in found.values()):
            return found
    raise RuleError(
        "bad_choice", clause=clause, answer=answer, options=[option.say or option.answer for option in options]
    )
