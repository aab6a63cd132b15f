"""What becomes of a line that the strict grammar did not take: it is done where it is clear, asked about where it is near, else refused.

A line that was understood and that the rules refuse is refused by them; it never becomes another deed.
"""

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.table.seats import may_use
from ludex.text.reader.moment import Moment, moment_of
from ludex.text.reader.phrases import phrased
from ludex.text.reader.prices import LONGEST
from ludex.text.reader.readings import (
    Reading,
    aimless,
    completed,
    distinct,
    holds_somebody,
    is_readable,
    lacking,
    nearest,
    readings,
    refusal_of,
    unlearned,
    wordy,
)

if TYPE_CHECKING:
    from ludex.text.chat import Chat

CLEAR, APART, NEAR = 0.75, 0.3, 1.7
"""What is done costs less than CLEAR, and any other reading is APART from it; what is asked about costs less than NEAR."""

GUESSED = 0.55
"""Where a word of the line was refused, what costs more than this is asked about."""

TRIED, OFFERED, VALUES = 12, 4, 9
"""So many readings are tried on the rules; so many lines are offered, or values for what is missing."""


class Understood(msgspec.Struct, frozen=True):
    """What a line comes to: the line that does it, or lines of which one may be meant; neither: it is not understood.

    `reading`: the deed of `line`, where it is one. `gap`: the lines differ in what the line did not say. `deed`, `cost`: of the likeliest
    reading, its deed and what it costs.
    """

    line: str = ""
    reading: Reading | None = None
    choices: tuple[str, ...] = ()
    gap: bool = False
    deed: str = ""
    cost: float = 0.0


NOTHING = Understood()


def understand(
    chat: "Chat", text: str, *, owner: str = "", error: RuleError | None = None, phrases: bool = True
) -> Understood:
    """What a text means at a table now, for one seat; `owner`: the command with whose own name it begins, `error`: why that refuses it."""
    if len(text) > LONGEST or "@" in text or "＠" in text or "{" in text:
        return NOTHING
    text = _SAYS.sub(" ：\\1", text)
    moment = moment_of(chat)
    if phrases and (line := phrased(chat, moment, text)) is not None:
        return Understood(line)
    unknown = refused_word(error, text)
    unknown = (
        unknown if owner or f" {unknown}" in text else ""
    )  # a name of one letter may only have begun a longer word
    if unknown and (holds_somebody(moment, unknown) or _no_number(error, unknown)):
        unknown = ""  # 忘记莎莉开锁的事, 检定 运动 跳过裂缝: these may be words
    lacks = lacking(error) if error is not None else ""
    likely = readings(moment, text, owner=owner, unknown=unknown, lacks=lacks)
    found = _decided(chat, moment, likely, lacks)
    if found == NOTHING:
        found = _lawful(chat, likely)
    if found != NOTHING:
        found = replace(found, deed=likely[0].command.key, cost=likely[0].cost)
    if unknown and found.reading is not None and found.reading.cost > GUESSED:
        found = replace(
            found, line="", reading=None, choices=(found.line,)
        )  # the word that was refused is only guessed at
    if found != NOTHING or not phrases:
        return found
    return _near(chat, moment, text, strange=error is None)


def _no_number(error: RuleError | None, said: str) -> bool:
    """Whether a word was refused only because it is no number, and has none in it."""
    return error is not None and error.code == "bad_argument" and not any(map(str.isdecimal, said))


def _near(chat: "Chat", moment: Moment, text: str, *, strange: bool) -> Understood:
    """What a line that is not understood may have meant: lawful lines with what is most like it; of one that names no deed (`strange`)
    what the rules know and this seat cannot do."""
    for one in unlearned(moment, text) if strange else ():
        refused = refusal_of(chat, one)
        if refused is not None and not wordy(refused) and not refused.code.startswith("bad_"):
            return Understood(one.line(chat.language), one)
    likely = [one for one in nearest(moment, text)[:TRIED] if refusal_of(chat, one) is None]
    return Understood(choices=tuple(one.line(chat.language) for one in likely[:OFFERED]))


def refused_word(error: RuleError | None, text: str) -> str:
    """The word of a line for which it was refused."""
    facts = error.facts if error is not None else {}
    said = (str(facts.get(name, "")) for name in (*NAMED, *facts) if isinstance(facts.get(name), str))
    return next((one for one in said if one and one in text and not _SENTENCE.search(one)), "")


_SENTENCE = re.compile(r"[，。：；！？,:;!?\s]")
"""What no word has in it: where a whole sentence was refused as a name, its words may still be meant otherwise."""


_SAYS = re.compile(r"[\s]=(\s)")
"""What stands between what is asked and what is said of it: 它是什么 = 沉船."""

NAMED = ("value", "id", "who", "actor", "tag", "text", "name", "target", "status")
"""Facts of a refusal that hold the word which was not understood."""


def _decided(chat: "Chat", moment: Moment, found: list[Reading], lacks: str = "") -> Understood:
    found = [one for one in found if one.cost < NEAR and not (one.dropped and not one.args and not one.actor)]
    while found and not found[0].missing and not is_readable(chat, found[0]):
        found = found[1:]
    if not found:
        return NOTHING
    best = found[0]
    rivals = [one for one in found if one.cost - best.cost < APART]
    best = next((one for one in rivals if lacks in one.missing), best)
    if len(rivals) == 1 and not best.missing:
        return _only(chat, moment, best)
    whole = distinct(chat, [one for one in rivals if not one.missing][:TRIED])
    if len(whole) == 1 and not best.missing:
        return _only(chat, moment, whole[0])
    refused = {one.line(chat.language): refusal_of(chat, one) for one in whole}
    lawful = [one for one in whole if refused[one.line(chat.language)] is None]
    if best.missing and not lawful:
        return (None if lacks and lacks not in best.missing else _with_gap(chat, moment, best)) or NOTHING
    if not lawful:
        return _only(chat, moment, next((one for one in whole if may_use(chat.seat, one.command.who)), whole[0]))
    if len(lawful) == 1:
        return _only(chat, moment, lawful[0])
    return _ask(chat, lawful)


def _lawful(chat: "Chat", found: list[Reading]) -> Understood:
    """Where what is nearest cannot be done and is not clear either: what could be done and leaves nothing out, only to be asked about."""
    whole = [one for one in found if one.cost < NEAR and not one.missing and not one.dropped]
    lawful = [one for one in distinct(chat, whole[:TRIED]) if refusal_of(chat, one) is None]
    return Understood(choices=tuple(one.line(chat.language) for one in lawful[:OFFERED]))


def _only(chat: "Chat", moment: Moment, one: Reading) -> Understood:
    """The only reading that is near: done where it costs little and says all that was said, else asked about."""
    line = one.line(chat.language)
    if one.cost < CLEAR and not one.dropped:
        lacking = aimless(chat, moment, one)
        asked = _with_gap(chat, moment, lacking[0], lacking[1]) if lacking is not None else None
        return asked or Understood(line, one)
    return Understood(choices=(line,)) if refusal_of(chat, one) is None else NOTHING


def _with_gap(chat: "Chat", moment: Moment, one: Reading, among: tuple[str, ...] = ()) -> Understood | None:
    """A deed that lacks something: with the only lawful value it is done, with several it is asked; else it is refused for that."""
    whole = completed(chat, moment, one, most=VALUES, among=among)
    if one.dropped or one.cost >= CLEAR + 0.5 * len(one.missing):
        return None
    if len(whole) == 1 and whole[0].cost < CLEAR:
        return Understood(whole[0].line(chat.language), whole[0])
    if whole:
        return Understood(choices=tuple(each.line(chat.language) for each in whole), gap=True)
    return Understood(one.line(chat.language), one) if refusal_of(chat, one) is not None else None  # says what it lacks


def _ask(chat: "Chat", several: list[Reading]) -> Understood:
    lines = tuple(
        dict.fromkeys(one.line(chat.language) for one in several if not one.dropped or one.cost < CLEAR + 0.9)
    )
    if len(lines) == 1 and not several[0].dropped and several[0].cost < CLEAR:
        return Understood(lines[0], several[0])
    return Understood(choices=lines[:OFFERED])
