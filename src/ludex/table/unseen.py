"""What only the real state forbids is no refusal: it would tell a player of what she may not know.

A player's deed runs on the real state. If the rules refuse it there before any die has fallen, it is run once more on the state
as she knows it. What is refused there too is refused in those words. What would be lawful as far as she can know is a question to
the GM, who reads why, and decides: change the world, change the deed, or say no.
"""

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.core.driving import Answer
from ludex.core.errors import RuleError
from ludex.core.kept import used_in
from ludex.core.say import say
from ludex.table import table_procedures
from ludex.table.acting import TABLE_S_OWN, Call, Hand, check_begins, drive
from ludex.table.chance import Chance
from ludex.table.entries import Question
from ludex.table.playing import Outcome, Word, owned_by
from ludex.table.preludes import Proposed
from ludex.table.seats import Seat
from ludex.table.shelter import in_time
from ludex.table.table_procedures import UNSOUND

if TYPE_CHECKING:
    from ludex.table.table import Table

UNSEEN = "unseen"
"""The kind of the GM's word that such a deed needs."""

GM_ALONE = {
    "questions.unseen": ("questions.proposal", "why"),
    "questions.wish_undo_noted": ("questions.wish_undo", "note"),
}
"""Questions of which the GM alone reads one fact: how anybody else reads them, and the fact."""


async def played(
    table: "Table", seat: Seat, call: Call, typed: Sequence[int], answers: tuple[Answer, ...] = (), root: int = 0
) -> Outcome:
    """Play a call of a seat (of a line that began with `root`), and tell its refusal as far as the seat may know."""
    _check_kept(table, seat, call)
    try:
        if isinstance(call.asked.prelude, Proposed):
            check_begins(table.system, table.memory.state, call)
            _check_faces(table, seat, call, typed)
            call, typed = _with_faces(call, call.asked.prelude, typed), ()
        return await table.play(Word(seat.id, root=root), call, more=answers, typed=typed)
    except RuleError as error:
        if seat.gm or error.entry is not None or error.code in TABLE_S_OWN | table.system.reveals:
            raise
        asked = for_the_gm(table, seat, call, error, typed)
    return await table.play(Word(seat.id, root=root), asked)


def _check_kept(table: "Table", seat: Seat, call: Call) -> None:
    """Refuse a player's deed that names what the GM keeps as it is refused where there is no such thing."""
    stock = table.system.stock
    if seat.gm or stock is None or not used_in(stock.kept(table.memory.state), call.given):
        return
    with contextlib.suppress(*UNSOUND):
        check_begins(table.system, table.known_state(table.viewer(seat)), call)


def _check_faces(table: "Table", seat: Seat, call: Call, typed: Sequence[int]) -> None:
    """Refuse faces typed in with a proposal that its dice will not want: it is played through with them, and forgotten."""
    if not typed:
        return
    bare = msgspec.structs.replace(call, asked=msgspec.structs.replace(call.asked, prelude=None))
    hand = Hand(Chance(b""), typed, owned_by(table, seat.id))
    try:
        with table_procedures.by_hand(call.asked.procedure):
            in_time(table.system, drive, table.system, table.memory, bare, (), hand)
    except RuleError as error:
        if error.code in TABLE_S_OWN:
            raise
        return
    if hand.typed:
        hand.refuse_rest()


def _with_faces(call: Call, prelude: Proposed, typed: Sequence[int]) -> Call:
    kept = msgspec.structs.replace(prelude, faces=tuple(typed))
    return msgspec.structs.replace(call, asked=msgspec.structs.replace(call.asked, prelude=kept))


def for_the_gm(table: "Table", seat: Seat, call: Call, refused: RuleError, typed: Sequence[int] = ()) -> Call:
    """The call as a question to the GM; what the seat can know to be refused is refused."""
    known = table.known_state(table.viewer(seat))
    if known == table.memory.state:
        raise refused
    with contextlib.suppress(*UNSOUND):
        check_begins(table.system, known, call)
    put = call.asked.prelude if isinstance(call.asked.prelude, Proposed) else Proposed((), (), seat.name)
    facts = msgspec.to_builtins(dict(refused.facts), enc_hook=str)
    why = put.note or say(f"errors.{refused.code}", **facts)  # what the GM weighs it by says more
    prelude = Proposed((*put.kinds, UNSEEN), (), seat.name, why=why)
    return _with_faces(call, prelude, typed)


def as_told(question: Question, seat: Seat) -> Question:
    """A question as a seat may read it: why such a deed is one, and what goes back with an undo, the GM alone."""
    if seat.gm or question.what.key not in GM_ALONE:
        return question
    key, untold = GM_ALONE[question.what.key]
    facts = {name: fact for name, fact in question.what.facts.items() if name != untold}
    return msgspec.structs.replace(question, what=say(key, **facts))
