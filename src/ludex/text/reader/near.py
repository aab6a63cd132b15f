"""What a line that is not understood may have had in mind: deeds that take what is most like it, and what the rules know and this seat has not;
and what a command's own form would swallow of one that it takes.

Nothing here decides; what is found is only asked about, or refused by the rules.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.core.deeds import REST, TEXT, Command, word
from ludex.core.errors import RuleError
from ludex.text.reader.digits import SQUARE
from ludex.text.reader.forms import UNNUMBERED, Found
from ludex.text.reader.moment import Heard, Moment, Slot, moment_of
from ludex.text.reader.prices import LONGEST
from ludex.text.reader.readings import (
    Reading,
    adds_to,
    counts_in,
    counts_somebody,
    holds_known,
    is_amount,
    names_only,
    says_flag,
)
from ludex.text.reader.words import common_words, normal

if TYPE_CHECKING:
    from ludex.text.chat import Chat


def nearest(moment: Moment, text: str) -> list[Reading]:
    """Deeds that are meant by what they take, with the values whose names have most in common with a text, at the person whom it names."""
    heard = Heard(text)
    found: list[Reading] = []
    for command, fields in moment.heads():
        slots = moment.slots(command)
        whom = next((slot for slot in slots if slot.person and not slot.field.keyed), None)
        hits = heard.hits(whom.index).values() if whom and whom.index else ()
        people = [whom.written[hit.value] for several in hits for hit in several if whom and hit.cost <= UNNUMBERED]
        aimed = {whom.name: people[0]} if whom and people else {}
        for slot in slots:
            if slot.name not in fields or slot.index is None or slot.person:
                continue
            for said in dict.fromkeys(slot.written.values()):
                shared = _shared(normal(said), heard.text)
                if shared * 2 >= len(said):
                    found.append(Reading(command, {**aimed, slot.name: said}, "", 2.0 - shared / len(said)))
    return sorted(found, key=lambda one: one.cost)


def _shared(name: str, text: str) -> int:
    """How many letters of a name stand in a text; of a Latin one those of whole words."""
    if not name.isascii():
        return len(set(name) & set(text))
    said = set(text.split())
    return sum(len(one) for one in name.split() if one in said)


def unlearned(moment: Moment, text: str) -> list[Reading]:
    """Deeds that take somebody, or a square, whom a text names and something that it may name beside, which the seat is not offered: a spell not learned."""
    heard = Heard(text)
    found: list[Reading] = []
    if any(one in heard.text for one in moment.words.asking):
        return found
    aiming = (*moment.words.patients, *moment.words.tools)  # 对狼放火球术
    order = list(moment.words.heads)  # what is said first there is meant first
    for command, fields in sorted(moment.heads(), key=lambda one: order.index(one[0].key)):
        aim = _aimed_in(heard, moment.slots(command))
        if aim is None:
            continue
        name, aimed, (start, end) = aim
        said = text[:start].strip() if start and heard.text[:start].strip() not in aiming else text[end:].strip()
        said = said[_led_by(moment, command, said) :] if start else said
        parts = [one for one in (said, said[:-1], said[:-2]) if 1 < len(one) <= LONGEST_NAME]
        meant = [name for name, others in moment.words.also.items() if any(part in others for part in parts)]
        names = [one for one in (*parts, *meant) if any(map(str.isalpha, one)) and not is_amount(one)]
        found += (Reading(command, {field: word(one), name: aimed}, "", 1.5) for field in fields for one in names)
    return found


def _led_by(moment: Moment, command: Command, text: str) -> int:
    """Where a word for a deed ends with which a text begins; 0 where none does."""
    begun = (hit for index in (moment.names, moment.verbs) for hit in index.beginning(normal(text)))
    return max((hit.end for hit in begun if hit.value == command.key), default=0)


def _aimed_in(heard: Heard, slots: Sequence[Slot]) -> tuple[str, str, tuple[int, int]] | None:
    """The field for somebody or for a square, what a text names for it, and where that stands."""
    whom = next((slot for slot in slots if slot.person and not slot.field.keyed), None)
    if whom is not None and (hit := _named_in(heard, whom)) is not None:
        return whom.name, whom.written[hit.value], (hit.start, hit.end)
    where = next((slot for slot in slots if slot.square), None)
    found = SQUARE.search(heard.text) if where is not None else None
    return (where.name, f"{found[1]},{found[2]}", found.span()) if where is not None and found is not None else None


_COUNTED = re.compile(r"[^，,。;；]*\d\s*[级点]?\s*[，,。]")
"""A first clause that ends with a number."""

LONGEST_NAME = 8
"""What is not offered is looked for by a name up to this length."""


def _named_in(heard: Heard, slot: Slot) -> Found | None:
    """Who is named in a text first and most clearly."""
    hits = [hit for several in heard.hits(slot.index).values() for hit in several] if slot.index else []
    clear = (hit for hit in hits if hit.cost <= UNNUMBERED and hit.value in slot.written)
    return min(clear, key=lambda hit: (hit.cost, hit.start), default=None)


def _has_key(empty: Sequence[Slot], text: str) -> bool:
    """Whether a word of a text counts one of what an empty field is called, behind which more stands (留个标签 碎玻璃)."""
    before = text.split()[:-1]
    keys = [key for slot in empty for key in slot.field.keys if len(key) > 1 and not key.isascii()]
    return any(one.removesuffix(key).endswith(common_words().measures) for one in before for key in keys if key in one)


def swallows(chat: "Chat", command: Command, rest: str, *, glued: bool) -> bool:
    """Whether a new name in a line holds what the field takes by name, or its free words what another field does, so that more was said;
    right behind the command's name (`glued`) also somebody with a number. Long lines are as they were written: no reader looks into them."""
    takes_names = any(f.kind == TEXT and f.among for f in command.args)
    counts = any(map(str.isdecimal, rest)) and any(f.kind == REST for f in command.args)
    pairs = any(f.spans is not None for f in command.args)
    if not rest or len(rest) > LONGEST or '"' in rest or "「" in rest or not (takes_names or counts or pairs):
        return False
    try:
        args = chat.read(command, rest)[0].args
    except RuleError:
        return False
    slots = moment_of(chat).slots(command)
    read_there = {
        slot.field.unless for slot in slots
    }  # free words that stand for other fields are the deed's own to read
    rests = (slot.name for slot in slots if slot.field.kind == REST and slot.name not in read_there)
    free = " ".join(str(args[name]) for name in rests if args.get(name))
    if free and any(adds_to(slot, free) for slot in slots if slot.index is not None and args.get(slot.name)):
        return True
    own = [str(args[slot.name]) for slot in slots if slot.name in read_there and args.get(slot.name)]
    if any(names_only(slot, one, whole=True) for slot in slots if slot.often for one in own):
        return True
    empty = [slot for slot in slots if not args.get(slot.name)]
    if any(
        _has_key(empty, one) or says_flag(empty, one) or (_COUNTED.match(one) and counts_somebody(empty, one))
        for one in own
    ):
        return True
    if free and any(counts_in(slot, free) for slot in slots if not args.get(slot.name)):
        return True
    if not takes_names:
        return False
    if glued and counts_somebody(empty, rest):
        return True
    return any(holds_known(slot, args.get(slot.name)) for slot in slots if slot.field.kind == TEXT) or any(
        names_only(slot, free)
        for slot in slots
        if free
        and (slot.often or (free.isascii() and slot.field.keyed and not slot.person))
        and not args.get(slot.name)
    )
