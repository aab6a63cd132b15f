"""What the rules would say to a reading of a line, as far as its seat can know: dry runs, why it is refused, and the values that would complete it.

Nothing here is done, and nothing decides.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Command, Filled, word
from ludex.core.errors import RuleError, SystemFailed
from ludex.table.seats import may_use
from ludex.text.reader.moment import Moment, moment_of
from ludex.text.reader.prices import COST
from ludex.text.reader.readings import Reading
from ludex.text.reader.words import normal

if TYPE_CHECKING:
    from ludex.text.chat import Chat


def refusal_of(chat: "Chat", one: Reading) -> RuleError | None:
    """Why a reading could not be done, as far as its seat can know; None where it could."""
    return refusal_of_line(chat, one.command, one.rest(chat.language))


def refusal_of_line(chat: "Chat", command: Command, rest: str) -> RuleError | None:
    """The same of a line in a command's own words, by what stands behind its name."""
    try:
        for filled in _filled_for_all(chat, command, rest):
            chat.desk.check_doable(filled)
    except RuleError as error:
        return error
    except SystemFailed as error:
        return RuleError(error.code)
    return None


def wordy(error: RuleError) -> bool:
    """Whether a refusal is about a word that was not understood, so that another reading of the line may be meant."""
    return error.code in WORDY or error.code.startswith("unknown_") or error.code.endswith("_form")


def lacking(error: RuleError) -> str:
    """The field for want of which a line was refused; empty where it was for something else."""
    if error.code == "missing_argument":
        return str(error.facts.get("arg", ""))
    if error.facts.get("who") == "":  # nobody who acts
        return "who"
    return error.code.removesuffix("_required") if error.code.endswith("_required") else ""


WORDY = frozenset(
    (
        *(
            "missing_argument",
            "too_many_arguments",
            "bad_argument",
            "not_among",
            "which_actor",
            "whose",
            "plus_missing",
        ),
        *("no_target", "bad_square", "no_such_command", "bad_number", "bad_attributes", "bad_direction"),
        *(
            "one_target",
            "bad_cell",
            "bad_resource",
            "bad_outcome",
            "bad_command",
            "attribute_not_found",
            "nothing_hidden",
        ),
    )
)
"""Refusals of words."""


def is_readable(chat: "Chat", one: Reading) -> bool:
    """Whether the words of a reading mean something to its deed; whether that may be done is another matter."""
    try:
        _filled_for_all(chat, one.command, one.rest(chat.language))
    except RuleError as error:
        return not wordy(error)
    return True


KEPT = 256
"""Of so many lines it is remembered what they fill in."""


def _filled_for_all(chat: "Chat", command: Command, rest: str) -> list[Filled]:
    """The deeds of a line in a command's own words; as long as nothing happens at the table it is read once."""
    lines = moment_of(chat).lines
    known = lines.get((command.key, rest))
    if known is None:
        if len(lines) >= KEPT:
            lines.clear()
        known = lines[command.key, rest] = _read_for_all(chat, command, rest)
    if isinstance(known, RuleError):
        raise known.with_traceback(None)
    return known


def _read_for_all(chat: "Chat", command: Command, rest: str) -> list[Filled] | RuleError:
    try:
        several = chat.filled_for_all(command, rest) if command.many else [chat.filled(command, rest)]
        for filled in several:
            chat.desk.asked(filled)
    except RuleError as error:
        return error
    return several


def distinct(chat: "Chat", several: list[Reading]) -> list[Reading]:
    """Readings that come to different deeds; of those that come to one the cheapest."""
    found: dict[object, Reading] = {}
    for one in several:
        found.setdefault(_comes_to(chat, one), one)
    return list(found.values())


def _comes_to(chat: "Chat", one: Reading) -> object:
    """What a reading would do, for telling whether two do the same; one that cannot be read is itself."""
    try:
        return tuple(
            msgspec.json.encode(chat.desk.prepare(filled))
            for filled in _filled_for_all(chat, one.command, one.rest(chat.language))
        )
    except (RuleError, SystemFailed, TypeError):
        return one.line(chat.language)


def completed(chat: "Chat", moment: Moment, one: Reading, *, most: int, among: Sequence[str] = ()) -> list[Reading]:
    """A reading that lacks one thing, with each lawful value for it (of those `among` which it is looked for); none where that cannot be said."""
    if len(one.missing) != 1 or not may_use(chat.seat, one.command.who):
        return []
    slot = next(slot for slot in moment.slots(one.command) if slot.name == one.missing[0])
    if slot.index is None or len(slot.written) > 40:
        return []
    whole = [
        replace(
            one,
            args={**one.args, slot.name: said + one.args.get(slot.name, "")},
            missing=(),
            cost=one.cost - COST["missing"],
        )
        for said in among or one.implied or dict.fromkeys(slot.written.values())
    ]
    refused = [(each, refusal_of(chat, each)) for each in whole]
    lawful = [each for each, error in refused if error is None or error.facts.get(TARGETS)]
    return lawful if len(lawful) <= most else []


TARGETS = "targets"
"""What a refusal for want of somebody names: those who may be meant."""


def aimless(chat: "Chat", moment: Moment, one: Reading) -> tuple[Reading, tuple[str, ...]] | None:
    """A reading that the rules refuse for want of somebody, as one that lacks him, with those who may be meant."""
    open_ = [
        slot for slot in moment.slots(one.command) if slot.person and slot.name not in one.args and not slot.field.keyed
    ]
    refused = refusal_of(chat, one) if open_ else None
    targets = refused.facts.get(TARGETS) if refused is not None else None
    if not isinstance(targets, Sequence):
        return None
    known = {normal(said) for said in open_[0].written.values()}
    meant = tuple(word(str(name)) for name in targets if normal(word(str(name))) in known)
    return replace(one, missing=(open_[0].name,), cost=one.cost + COST["missing"]), meant
