"""How the story tells what somebody answered: in the words in which it was offered, never by the key that the rules know it by."""

import re

from markupsafe import Markup

from ludex.core.driving import Choice
from ludex.text.words import Words

_ASIDE = re.compile(r"\s*[（(][^（()）]*\{[^（()）]*[）)]")
"""A bracket in a phrase that holds a gap."""

_HINT = re.compile(r"[：:].*", re.DOTALL)
"""How the gaps of an answer are filled in, behind its name."""

_KEY = re.compile(r"[a-z_]*")
"""A key of the rules, or nothing."""

FOUND = ("taken", "order")
"""How the table found an answer that is worth telling."""


def answered(words: Words, choice: Choice, who: str, *, several: bool = False) -> Markup:
    """Who answered what, or how the table found the answer (for whom, where it found `several` people's); nothing of what goes
    without saying or has no words."""
    if choice.told is not None:
        return Markup("{}").format(words.say(choice.told))
    if not choice.by and choice.how not in FOUND:
        return Markup()  # the table's answer to somebody else's question, or its policy's: nobody's own word
    said = given(words, choice)
    if choice.how in FOUND:
        whose = f"{who} {said}" if several and said else said
        return Markup("{}").format(words(f"log.{choice.how}", answer=whose)) if said else Markup()
    if not said and choice.answer:
        return Markup()
    if not said:  # what stays closed for now
        return Markup('<b>{}</b> <span class="closed">{}</span>').format(who, words("log.answered"))
    return Markup("<b>{}</b> {}").format(who, said)


def given(words: Words, choice: Choice) -> str:
    """An answer as it was offered; one with something filled in by its name and that."""
    if choice.says is not None:
        return words.say(choice.says)
    first, *rest = choice.answer.split(":")
    key = f"answers.{first}"
    phrase = _ASIDE.sub("", words.phrase(key)) if words.has(key) else ""
    name = _HINT.sub("", phrase) if rest else phrase
    shown = ("" if "{" in name else name) or words.term(first)
    filled = () if any(sign in choice.answer for sign in "{[") else map(words.term, rest)  # a record is nothing to read
    return " · ".join(one for one in (shown, *filled) if not _KEY.fullmatch(one))
