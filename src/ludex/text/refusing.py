"""A refusal as a sentence for one seat: people by the names it knows them by, arguments as the help calls them."""

import re
from typing import TYPE_CHECKING

from ludex.core.deeds import Command
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.pairs import LANGUAGES
from ludex.core.principals import GM, Who
from ludex.core.say import Filling
from ludex.desk.desk import MISWRITTEN

if TYPE_CHECKING:
    from ludex.text.chat import Chat


def refusal(chat: "Chat", error: RuleError, typed: str = "") -> str:
    """What to say. What was typed comes back as it was typed, whether there is such a thing or not."""
    named = {key: _called(chat, key, value, typed) for key, value in error.facts.items()}
    return chat.words.error(RuleError(error.code, clause=error.clause, **named))


def _called(chat: "Chat", key: str, value: Filling, typed: str) -> Filling:
    """A fact of a refusal as people say it."""
    if isinstance(value, list | tuple):
        return [_among(chat, key, one, typed) for one in value]
    if not isinstance(value, str):
        return value
    if key in ("arg", "expected"):
        return _argument(chat, value)
    if key == "who" and value.startswith(("role:", "seat:", "actor:")):
        return chat.name_of(Who(value))
    said, there, known = folded(value) in folded(typed), value in chat.table.actors(), value in chat.desk.actors()
    if there and (known or not said):  # all of it is looked at: a right guess takes no longer than a wrong one
        return chat.called_actor(value)
    return value


def _among(chat: "Chat", key: str, value: Filling, typed: str) -> Filling:
    """One of several things that would be right: a word of the system by its term, a pair of words by the reader's."""
    if isinstance(value, tuple) and len(value) == len(LANGUAGES):
        return str(value[LANGUAGES.index(chat.language)])
    if key == "expected" and isinstance(value, str) and chat.words.has(f"args.{value.strip('[]')}"):
        return _brief(_argument(chat, value))
    if isinstance(value, str) and chat.words.has(f"terms.{value}"):
        return chat.words.term(value)
    return _called(chat, key, value, typed)


def _brief(shown: str) -> str:
    """An argument as one of several: without what explains it."""
    head = re.split(r"[；，（;,(]", shown)[0].strip()
    return f"{head}]" if shown.endswith("]") and not head.endswith("]") else head


def _argument(chat: "Chat", name: str) -> str:
    """An argument's name in the reader's language, in its brackets if it can be left out."""
    bare = name.strip("[]")
    shown = chat.words(f"args.{bare}") if chat.words.has(f"args.{bare}") else bare
    return f"[{shown}]" if name.startswith("[") else shown


def for_others(chat: "Chat", said: str) -> dict[str, str]:
    """How the GM answers for somebody else, where nothing is asked of the GM and something of others."""
    others = chat.desk.others_questions()
    if not others:
        return {}
    facts: dict[str, Filling] = {
        "n": chat.desk.act_number(others[0].act.number),
        "who": chat.name_of(others[0].question.who),
    }
    return {"hint": chat.words("told.may_answer_for", **facts, answer=said[:40])}


def hinted(chat: "Chat", command: Command, error: RuleError) -> RuleError:
    """A refusal with how the command is written."""
    name = chat.called(command)
    usage = chat.words("help.usage", example=chat.example(command) or f".{name} …", name=name)
    return RuleError(error.code, clause=error.clause, **{**error.facts, "hint": usage})


def mended(chat: "Chat", command: Command, error: RuleError) -> RuleError:
    """A refusal with what a person needs to mend it: the own characters, how the command is written."""
    if error.code == "not_yours":
        own = [chat.called_actor(a) for a in chat.seat.controls]
        whom = chat.called_actor(str(error.facts.get("actor", "")))
        return RuleError(error.code, clause=error.clause, **{**error.facts, "actor": whom, "controls": own})
    if error.code == "still_open" and error.facts["who"] != GM:
        hint = chat.words("told.may_answer_it", n=error.facts["act"]) if chat.seat.gm else ""
        whom = chat.name_of(Who(str(error.facts["who"])))
        return RuleError(error.code, clause=error.clause, **{**error.facts, "who": whom, "hint": hint})
    if error.code == "no_odds":
        return RuleError(error.code, procedure=chat.called(command))
    if error.code == "bad_command" or (error.code in MISWRITTEN and not error.clause):
        return hinted(chat, command, error)
    return error
