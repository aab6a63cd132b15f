"""Free dice, typed-in dice, and odds of anything that could be typed."""

import asyncio
import re
from collections.abc import Mapping

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import Command, Do, spellings
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.principals import EVERYBODY, GM, Who, seat
from ludex.dice import Dice, Expression, parse
from ludex.dice.modifiers import ADVANTAGE, DISADVANTAGE
from ludex.dice.notation import FACES
from ludex.lab.free import free_odds_beside
from ludex.lab.preview import Preview, of_answer
from ludex.table.preludes import CALL
from ludex.table.questions import Open
from ludex.text import drawing
from ludex.text.answers import read_answer
from ludex.text.chat import Chat
from ludex.text.lexicon import Common
from ludex.text.reader.decision import understand
from ludex.text.refusing import mended
from ludex.text.reply import Reply
from ludex.text.sheet_numbers import with_numbers

_REASON = re.compile(r"(?!adv|dis|max|min|df|ww)[A-Za-z]{2,}[^\d]*", re.IGNORECASE)
"""A line without a number that begins with a word: no dice, but what they are for."""

_DICE = re.compile(r"\d*[dD]\d+")
_RECKONED = re.compile(r"[+*/×]\s*\S+|[-−]\s*\d+")
"""What a reason alone must not hold: who adds something to a word means it to count."""
_APART = re.compile(r"^\s*(\d*[dD])\s+(?=\d)")
"""A die whose sides stand apart: `d 20`."""

ADVANTAGES = (*ADVANTAGE, *DISADVANTAGE)


async def roll(chat: Chat, rest: str) -> Reply:
    """`.r 3d6+2 reason`. Alone it is the word that a call asks for, and throws what the GM called (L4); before an attribute it is a check."""
    if not rest and (call := _call(chat)):
        return await chat.answer(call, call.question.options[0].answer)
    if (check := _check_named(chat, rest)) is not None:
        return await chat.take_inner(f"{chat.called(check)} {rest}")
    return await _roll(chat, "r", rest, (EVERYBODY,))


def is_deed(chat: Chat, rest: str) -> bool:
    """Whether `.r` in front of this is a deed at the table: what the GM called for, or a check."""
    return (not rest and _call(chat) is not None) or _check_named(chat, rest) is not None


def _check_named(chat: Chat, rest: str) -> Command | None:
    """The table's check, where what is to be rolled is no dice but begins with what it takes (`.roll strength`)."""
    check = chat.desk.commands.get(chat.table.system.check)
    first = check.args[0] if check is not None and check.args else None
    said = rest.split(maxsplit=1)[0] if rest.split() and not _DICE.search(narrow(rest)) else ""
    if check is None or first is None or not said:
        return None
    if first.terms is not None:
        return check if first.terms.holds(said) else None
    offered = chat.desk.offers(first)
    names = offered.values() if isinstance(offered, Mapping) else ()
    said = folded(said)
    called = len(said) > 1 and any(folded(one).startswith(said) for name in names for one in spellings(name))
    return check if called else None


def _call(chat: Chat) -> Open | None:
    """The oldest call of the GM's that waits for this seat's dice."""
    return next((one for one in chat.desk.questions() if one.question.about == CALL), None)


async def roll_d(chat: Chat, rest: str) -> Reply:
    """`.rd20`, `.rd`."""
    return await _roll(chat, "r", f"d{rest}" if rest else "", (EVERYBODY,))


async def roll_hidden(chat: Chat, rest: str) -> Reply:
    """`.rh d20`: only the roller and the GM see it. The others hear that a player rolled; of the GM's hidden dice they hear nothing."""
    return await _roll(chat, "rh", rest, (GM, seat(chat.seat.id)))


async def roll_hidden_d(chat: Chat, rest: str) -> Reply:
    """`.rhd20`, `.rhd`."""
    return await roll_hidden(chat, f"d{rest}" if rest else "")


async def _roll(chat: Chat, name: str, rest: str, audience: tuple[Who, ...]) -> Reply:
    """Free dice."""
    dice = dice_of(chat, rest)
    if (either := either_way(name, dice)) and _STRICT.search(narrow(rest)):
        return _asked_which(chat, either)
    do = Do("ludex.roll", {"dice": dice}, audience, announced=EVERYBODY not in audience and not chat.seat.gm)
    return await chat.told(await chat.desk.run(do, line=f".{name} {rest}".strip()))


_STRICT = re.compile(r"(?<![<>=kK])(?<!(?<!!)[pP])([<>])\s*(?![<>=])(-?\d+)")
"""Above and below a number, which Roll20 reads as «or equal» and every other engine does not; `k>3` is no word of Roll20's."""


def either_way(name: str, dice: str) -> tuple[str, ...]:
    """A roll with `>` or `<` in both ways in which engines read it: with the number itself, and without. Empty where there is none."""
    if not set("<>") & set(narrow(dice)):
        return ()
    read = parse(dice)
    bare = msgspec.structs.replace(read, reason="").text
    if not _STRICT.search(bare):
        return ()
    reason = f" {read.reason}" if read.reason else ""
    within = _STRICT.sub(lambda found: f"{found[1]}={found[2]}", bare)
    without = _STRICT.sub(lambda found: f"{found[1]}={int(found[2]) + (1 if found[1] == '>' else -1)}", bare)
    return f".{name} {within}{reason}", f".{name} {without}{reason}"


def _asked_which(chat: Chat, either: tuple[str, ...]) -> Reply:
    """The question whether the number itself counts; the next line of this seat may be `1` or `2`."""
    chat.table.meant[chat.desk.seat_id] = either
    told = [chat.words("told.which_relation"), *(f"{n}. {one}" for n, one in enumerate(either, 1))]
    return Reply("\n".join(told), code="unclear", choices=either)


def usual_die(chat: Chat) -> str:
    """What a free roll without dice throws at this table."""
    return chat.table.memory.settings.die or chat.table.system.die


def dice_of(chat: Chat, rest: str) -> str:
    """The dice that a free roll throws.

    A reason alone (`.r 开门`) throws the table's usual die, its sides alone (`.r 100`) one of it; a reason in front (`.r 攻击 3d6`)
    goes behind. A die without faces (`2d`, `优势`) has those of the usual one.
    """
    return dice_in(usual_die(chat), with_numbers(chat, rest))


def dice_in(usual: str, rest: str) -> str:
    """The dice of a line, where `usual` is the die that is meant without one."""
    rest = _APART.sub(r"\1", rest)
    if not rest:
        return usual
    if not narrow(rest)[0].isascii() and not narrow(rest).startswith(ADVANTAGES):
        found = _DICE.search(narrow(rest))
        if found is None and (lost := _RECKONED.search(narrow(rest))):
            raise RuleError("reason_reckons", said=rest, lost=lost[0].strip())
        return f"{rest[found.start() :]} {rest[: found.start()].strip()}" if found else f"{usual} {rest}"
    if _REASON.fullmatch(rest):
        if lost := _RECKONED.search(narrow(rest)):
            raise RuleError("reason_reckons", said=rest, lost=lost[0].strip())
        return f"{usual} {rest}"
    if narrow(rest).strip() == usual[1:]:
        return usual
    faces = int(usual[1:])
    read = parse(rest, faces=faces)
    _check_counted(read)
    return rest if faces == FACES or read == parse(rest) else read.text


def _check_counted(read: Expression) -> None:
    """`3d6>=10` counts dice, and no die of these shows a ten: anyone who writes it means the total, as other engines do."""
    for term in read.terms:
        if not isinstance(term, Dice) or term.hits is None or term.count < 2:
            continue
        if not term.hits.among(term.first, term.first + term.faces - 1):
            dice = msgspec.structs.replace(term, hits=None, fails=None).text
            raise RuleError("never_counted", dice=dice, condition=term.hits.text)


async def typed_dice(chat: Chat, rest: str) -> Reply:
    """`.手骰 6 3 : .行动 …`: real dice, typed in for the next command."""
    faces, _, line = rest.replace("：", ":").partition(":")
    numbers = [narrow(f) for f in faces.replace(",", " ").replace("，", " ").split()]
    if not numbers or not all(f.isdecimal() and len(f) < 7 for f in numbers) or not line.strip():
        raise RuleError("typed_dice_form")
    inner, typed = chat.inner(line), [int(f) for f in numbers]
    if inner.narrow.removeprefix("#").split(" ")[0].isdecimal():
        return await chat.answer_with(inner.typed, faces=typed)
    if (answered := await chat.heard_with(inner, typed)) is not None:
        return answered
    command, found = chat.find(inner)
    if isinstance(command, Common):
        if command.key == "choose":
            return await chat.answer_with(found.rest, faces=typed)
        if command.key == "call":
            return await chat.deed(chat.desk.command(chat.table.system.check), found.rest, line.strip(), faces=typed)
        if command.run is roll and not found.rest and (call := _call(chat)):
            return await chat.answer(call, call.question.options[0].answer, faces=typed)
        dice = dice_of(chat, f"d{found.rest}" if command.run is roll_d and found.rest else found.rest)
        outcome = await chat.desk.run(Do("ludex.roll", {"dice": dice}), line=line.strip(), typed=typed)
        return await chat.told(outcome)
    return await chat.deed(command, found.rest, line, faces=typed)


async def odds(chat: Chat, rest: str) -> Reply:
    """`.odds 行动 +勇敢`: the exact odds of a command before it is given; `.odds 3d6` of free dice; `.odds` of the open question,
    `.odds 2 …` of an answer to it as it would be given.
    """
    if not rest:
        mine = chat.desk.questions()
        if not mine:
            raise RuleError("odds_of_what")
        return Reply("\n".join([await chat.question(one) for one in mine]))
    found = await _of_answer(chat, chat.inner(rest).typed)
    return Reply(drawing.preview_text(chat.words, found if found is not None else await foresee(chat, rest)))


async def _of_answer(chat: Chat, typed: str) -> list[Preview] | None:
    """The odds of an answer with its gaps filled (`2 记者证`), to the oldest question that asks for such a one; None where it is none."""
    number, _, filled = typed.partition(" ")
    place = whole(narrow(number)) or 0
    if not filled.strip() or not place:
        return None
    for asked in chat.desk.questions():
        options = asked.question.options
        if place <= len(options) and options[place - 1].open:
            answer = read_answer(chat.words, list(options), [number, filled.strip()])
            return await asyncio.to_thread(of_answer, chat.table, asked.act, asked.question, answer)
    return None


async def foresee(chat: Chat, line: str) -> list[Preview]:
    """The odds of a command of the system, or else of free dice."""
    inner = chat.inner(line)
    try:
        command, found = chat.find(inner)
    except RuleError:
        if (meant := understand(chat, inner.typed, phrases=False)).reading is not None:
            return await foresee(chat, meant.line)
        if inner.narrow and not inner.narrow[0].isascii():
            raise  # no dice begin so: what was meant is a command
        return [await free_odds_beside(line, (chat.table.id, chat.seat.id))]
    if isinstance(command, Common):
        dice = f"d{found.rest}" if command.run is roll_d and found.rest else found.rest or line
        wanted = dice_of(chat, dice) if command.run in (roll, roll_d, roll_hidden) else dice
        return [await free_odds_beside(wanted, (chat.table.id, chat.seat.id))]
    try:
        return await chat.desk.odds(chat.filled(command, found.rest))
    except RuleError as error:
        raise mended(chat, command, error) from None
