"""What becomes of a line that the strict grammar did not take: it is done where it is clear, asked about where it is near, else refused.

A line that was understood and that the rules refuse is refused by them; it never becomes another deed.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.table.seats import may_use
from ludex.text.other_bots import elsewhere
from ludex.text.reader.dryrun import (
    aimless,
    completed,
    distinct,
    is_readable,
    lacking,
    refusal_of,
    refusal_of_line,
    wordy,
)
from ludex.text.reader.moment import Heard, Moment, moment_of
from ludex.text.reader.near import nearest, unlearned
from ludex.text.reader.phrases import near_sentences, phrased
from ludex.text.reader.prices import COST, LONGEST
from ludex.text.reader.readings import Reading, free_of, holds_somebody, is_told, is_whole_word, readings
from ludex.text.reader.words import normal

if TYPE_CHECKING:
    from ludex.text.chat import Chat

CLEAR, APART, NEAR, FAR = 0.75, 0.3, 1.7, 2.6
"""What is done costs less than CLEAR, and any other reading is APART from it; what is asked about costs less than NEAR, and less than
FAR where nothing is."""

TOLD = 0.15
"""So much dearer may be a reading that takes words as somebody's own, where the best knows all of them."""

OMITTED = 0.7
"""What more it may cost that something is left out where values for what is missing are asked."""

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
    if len(text) > LONGEST or "@" in text or "＠" in text or "{" in text or _OFTEN.search(text):
        return NOTHING
    moment = moment_of(chat)
    text = _SAYS.sub(" ：\\1", text)
    if phrases and (line := phrased(chat, moment, text)) is not None:
        return Understood(line)
    unknown = refused_word(error, text)
    unknown = (
        unknown if owner or f" {unknown}" in text else ""
    )  # a name of one letter may only have begun a longer word
    idle = normal(unknown) in (*moment.words.particles, *moment.words.fillers)
    idle = idle or is_whole_word(
        (moment.people,), unknown
    )  # hit the orc: somebody, where the deed takes something else
    if unknown and (idle or holds_somebody(moment, unknown) or _no_number(error, unknown)):
        unknown = ""  # 忘记莎莉开锁的事, 检定 运动 跳过裂缝, throw a spark: these may be words
    lacks = lacking(error) if error is not None else ""
    likely = readings(moment, text, owner=owner, unknown=unknown, lacks=lacks)
    if error is None and not owner:
        likely = [one for one in likely if not _in_free_words(moment, one, text.split()[:1])]
    found = _decided(chat, moment, text, likely, lacks)
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
    near = _near(chat, moment, text, likely, strange=error is None)
    return near if near != NOTHING or error is not None else _last_clause(chat, text)


def _last_clause(chat: "Chat", text: str) -> Understood:
    """What the last clause of a line says where the whole says nothing (我撑不住了先走，离场): only to be asked about."""
    *before, last = (one.strip() for one in _CLAUSE.split(text.strip(" 。.!！?？~…")))
    found = understand(chat, last, phrases=False) if before and last else NOTHING
    return Understood(choices=(found.line,) if found.line else found.choices)


_CLAUSE = re.compile(r"[，,。；;！!？?]")


def _in_free_words(moment: Moment, one: Reading, first: list[str]) -> bool:
    """Whether a Chinese line's first word is Latin and a reading has it as free words alone: then it is a command that is not known here."""
    if moment.language != "zh" or not first or not (first[0].isascii() and first[0].isalpha()):
        return False
    free = free_of(moment, one.command)
    return any(first[0] in str(value).split() for name, value in one.args.items() if name in free)


def _no_number(error: RuleError | None, said: str) -> bool:
    """Whether a word was refused only because it is no number, and has none in it."""
    return error is not None and error.code == "bad_argument" and not any(map(str.isdecimal, said))


def _near(chat: "Chat", moment: Moment, text: str, found: list[Reading], *, strange: bool) -> Understood:
    """What a line that is not understood may have meant: lawful lines that leave little of it out, or with what is most like it; of one
    that names no deed (`strange`) what the rules know and this seat cannot do, a sentence that is much like it, or whom its verb does not find."""
    for one in unlearned(moment, text) if strange else ():
        refused = refusal_of(chat, one)
        known = refused is not None and any(
            refused.facts.get("id") == said in moment.words.also for said in one.args.values()
        )
        ruled = refused is not None and not wordy(refused) and not refused.code.startswith("bad_")
        if refused is not None and (known or (ruled and _about_the_word(chat, refused, one))):
            return Understood(one.line(chat.language), one)
    if strange and (sentences := near_sentences(chat, moment, text)):
        return Understood(choices=tuple(sentences))
    foreign = chat.language == "zh" and text[:1].isascii()  # another bot's command, which is answered as that
    far = 0.0 if foreign else FAR
    likely = [one for one in found if not one.missing and (one.args or one.actor) and one.cost < far] or nearest(
        moment, text
    )[:TRIED]
    likely = [one for one in likely if refusal_of(chat, one) is None]
    if strange and not likely and (line := _led_by_verb(chat, moment, text) or _unknown_at(chat, moment, text)):
        return Understood(line)
    if strange and not likely and (free := _in_own_words(chat, moment, text)):
        return free
    return Understood(choices=tuple(one.line(chat.language) for one in likely[:OFFERED]))


def _in_own_words(chat: "Chat", moment: Moment, text: str) -> Understood | None:
    """A player's line that names nothing known, as the deed that takes anybody's own words (撬门): asked about, or refused as that deed is."""
    command = chat.desk.commands.get(moment.words.freely)
    letters = sum(map(str.isalpha, text))
    if command is None or chat.seat.gm or letters < 2 or letters < len(text.replace(" ", "")) - 2 or text[:1].isascii():
        return None
    if elsewhere(chat.inner(text)) or normal(text.strip()) in (*moment.words.yes, *moment.words.no):
        return None  # another bot's command, which is answered as that; or an answer where nothing is asked
    line, refused = f".{chat.called(command)} {text}", refusal_of_line(chat, command, text)
    if refused is None:
        return Understood(choices=(line,))
    return None if wordy(refused) else Understood(line)


def _about_the_word(chat: "Chat", refused: RuleError, one: Reading) -> bool:
    """Whether a deed is refused for a word that stands in it, not for something else of the deed: 打手死了 is no lack of a weapon."""
    told = normal(chat.words.error(refused))
    return any(normal(str(value)).strip('"') in told for value in one.args.values())


def _led_by_verb(chat: "Chat", moment: Moment, text: str) -> str:
    """A line that begins with a word for a deed at somebody whom nobody knows, in that deed's own words, which refuse it and say who there is."""
    heard = Heard(text)
    for hit in sorted(heard.hits(moment.verbs).get(0, ()), key=lambda one: -one.end):
        command = next(one for one in moment.commands if one.key == hit.value)
        rest = text[hit.end :].strip()
        if hit.cost > 1e-9 or not rest or not may_use(chat.seat, command.who):
            continue
        first = next((slot for slot in moment.slots(command) if not slot.field.keyed), None)
        refused = refusal_of_line(chat, command, rest) if first is not None and first.person else None
        if refused is not None and (refused.code.startswith("unknown_") or refused.code in ("no_target", "not_among")):
            return f".{command.key if chat.language == 'en' else command.names[0]} {rest}"
    return ""


def _unknown_at(chat: "Chat", moment: Moment, text: str) -> str:
    """A line of two words, of which one is somebody and the other nothing known, as the deed that would take it: its refusal says what there is."""
    if len(text.split()) != 2:
        return ""
    refused = ((one, refusal_of(chat, one)) for one in unlearned(moment, text))
    unknown = (one for one, error in refused if error is not None and error.code.startswith("unknown_"))
    return next((one.line(chat.language) for one in unknown), "")


def refused_word(error: RuleError | None, text: str) -> str:
    """The word of a line for which it was refused."""
    facts = error.facts if error is not None else {}
    said = (str(facts.get(name, "")) for name in (*NAMED, *facts) if isinstance(facts.get(name), str))
    return next((one for one in said if one and one in text and not _SENTENCE.search(one)), "")


_SENTENCE = re.compile(r"[，。：；！？,:;!?\s]")
"""What no word has in it: where a whole sentence was refused as a name, its words may still be meant otherwise."""


_SAYS = re.compile(r"[\s]=(\s)")
"""What stands between what is asked and what is said of it: 它是什么 = 沉船."""

_OFTEN = re.compile(r"\d\s*[#＃]")
"""How often something is to be done, which no deed takes as a number."""

NAMED = ("value", "id", "who", "actor", "tag", "text", "name", "target", "status")
"""Facts of a refusal that hold the word which was not understood."""


def _decided(chat: "Chat", moment: Moment, text: str, found: list[Reading], lacks: str = "") -> Understood:
    found = [one for one in found if one.cost < NEAR and not (one.dropped and not one.args and not one.actor)]
    found = sorted((_brought(chat, moment, one, found[0].cost) for one in found), key=lambda one: one.cost)
    while found and not found[0].missing and not is_readable(chat, found[0]):
        found = found[1:]
    if not found:
        return NOTHING
    best = found[0]
    rivals = _rivals(moment, best, found)
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
        as_likely = best.cost + 1e-9
        others = [one for one in found if one.missing and one.cost - COST["missing"] * len(one.missing) <= as_likely]
        for asked in (_with_gap(chat, moment, one) for one in others):
            if asked is not None:
                return asked
        return _only(chat, moment, next((one for one in whole if may_use(chat.seat, one.command.who)), whole[0]))
    if len(lawful) == 1:
        other = _becomes_another(chat, moment, text, lawful[0], whole)
        return Understood(choices=(lawful[0].line(chat.language),)) if other else _only(chat, moment, lawful[0])
    return _ask(chat, lawful)


def _brought(chat: "Chat", moment: Moment, one: Reading, best: float) -> Reading:
    """A reading whose verb brings along one of several things (烧: a spell that burns), with the only one of them that the rules allow: it
    says more than a verb that any deed of its kind may have, so it is meant before that."""
    if not one.implied or one.dropped or one.cost - COST["missing"] * len(one.missing) > best + APART:
        return one
    whole = completed(chat, moment, one, most=1, among=one.implied)
    return replace(whole[0], cost=min(whole[0].cost, best) - APART) if len(whole) == 1 else one


def _becomes_another(chat: "Chat", moment: Moment, text: str, lawful: Reading, near: Sequence[Reading]) -> bool:
    """Whether what the rules allow is another deed than one as near that they refuse: the same people the other way round, or done to
    somebody by a player where nothing names it, while what is refused is named (给贾长剑 is no blow at 贾)."""
    slots = moment.slots(lawful.command)
    aimed = any(slot.person and slot.name in lawful.args for slot in slots)
    others = [one for one in near if one is not lawful and may_use(chat.seat, one.command.who)]
    if any(_other_way_round(text, one, lawful) and one.cost <= lawful.cost + 1e-9 for one in others):
        return True
    plain = aimed and not lawful.named and not chat.seat.gm
    return plain and any(one.named and one.command.key != lawful.command.key for one in others)


def _other_way_round(text: str, one: Reading, other: Reading) -> bool:
    """Whether two readings of one deed name the same people, and who acts in the other stands behind who acts in the first: 安 to 白, 白 to 安."""
    said = sorted((*one.args.values(), one.actor))
    first, second = (normal(text).find(normal(each.actor).strip('"')) for each in (one, other))
    alike = one.command.key == other.command.key and said == sorted((*other.args.values(), other.actor))
    return alike and one.actor not in ("", other.actor) and other.actor != "" and first < second


def _rivals(moment: Moment, best: Reading, found: Sequence[Reading]) -> list[Reading]:
    """The readings that are about as near as the best; those that take words as somebody's own must be nearer, where the best knows all of them."""
    near = [one for one in found if one.cost - best.cost < APART]
    if is_told(moment, best):
        return near
    return [one for one in near if one.cost - best.cost < TOLD or not is_told(moment, one)]


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
    near = CLEAR + COST["missing"] * len(one.missing)
    if one.cost >= (near if not one.dropped else near + OMITTED):
        return None
    whole = completed(chat, moment, one, most=VALUES, among=among)
    if one.dropped:  # only to be asked about
        return Understood(choices=tuple(each.line(chat.language) for each in whole), gap=True) if whole else None
    if len(whole) == 1 and whole[0].cost < CLEAR and not _may_be_in_free_words(moment, one):
        return Understood(whole[0].line(chat.language), whole[0])
    if whole:
        return Understood(choices=tuple(each.line(chat.language) for each in whole), gap=True)
    return Understood(one.line(chat.language), one) if refusal_of(chat, one) is not None else None  # says what it lacks


def _may_be_in_free_words(moment: Moment, one: Reading) -> bool:
    """Whether what a reading lacks is a thing that somebody's own words may name: 用盾挡 of somebody who holds no shield is no use of her sword."""
    missing = (slot for slot in moment.slots(one.command) if slot.name in one.missing)
    return is_told(moment, one) and not one.implied and any(not slot.person and not slot.number for slot in missing)


def _ask(chat: "Chat", several: list[Reading]) -> Understood:
    lines = tuple(
        dict.fromkeys(one.line(chat.language) for one in several if not one.dropped or one.cost < CLEAR + 0.9)
    )
    if len(lines) == 1 and not several[0].dropped and several[0].cost < CLEAR:
        return Understood(lines[0], several[0])
    return Understood(choices=lines[:OFFERED])
