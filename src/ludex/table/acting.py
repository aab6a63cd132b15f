"""Running a call at a table: with the answers on record, typed or thrown dice, and default policies for the rest.

Nothing here writes or remembers: a call on a memory gives an outcome.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from itertools import takewhile
from typing import Any, NoReturn

import msgspec

from ludex.core.asks import Choose, Roll, happen
from ludex.core.driving import Answer, Choice, Faces, Finished, Parked, Throw, check_faces, play
from ludex.core.errors import Diverged, RuleError
from ludex.core.kept import used_in
from ludex.core.orders import ASK, Order
from ludex.core.principals import EVERYBODY, GM, Who, actor_of, actors_of
from ludex.core.rule import Procedure
from ludex.core.system import System
from ludex.table.chance import Chance
from ludex.table.entries import ALL, Asked, rolls_in
from ludex.table.memory import Act, Memory, fold
from ludex.table.preludes import Begun, begun
from ludex.table.questions import posed
from ludex.table.seats import Seat
from ludex.table.shelter import Answering

AUTOMATIC = 500
"""How many questions in a row the default policies may answer within one command."""


TABLE_S_OWN = frozenset(
    {
        "bad_die",
        "bad_name",
        "dice_count",
        "dice_left_over",
        "line_refused",
        "name_misread",
        "name_taken",
        "no_question",
        "not_your_dice",
        "observers_watch",
        "system_failed",
        "too_many_open",
        "too_many_waiting",
        "too_many_questions",
        "unseen_letters",
    }
)
"""Refusals that come of what was typed or of who typed it: the table's own and no rule's, they tell nothing of the state."""

FACES_TYPED = frozenset({"dice_left_over", "not_your_dice"})
"""Refusals whose facts are faces that the person typed herself: also after dice have fallen they are told."""


class Call(msgspec.Struct, frozen=True):
    """A procedure about to run: as the log keeps it, and as it is called."""

    asked: Asked
    procedure: Procedure
    given: Any
    audience: tuple[Who, ...] = ALL
    announced: bool = False
    by_gm: bool = False
    """Whether it is the GM's word, or the table's own."""


def gms_word(memory: Memory, seat: str) -> bool:
    """Whether what a seat began is the GM's word; what nobody began is the table's own, and counts as the GM's."""
    held = memory.seats.get(seat)
    return not seat or (held is not None and held.gm)


class Hand:
    """Dice for one command: typed-in faces for the dice of the one who typed them, the table's own for all others.

    `thrown` is everything that has fallen, `lost` what fell for an answer of a policy's that was refused (with the code). The first throws
    of the table's own dice have the numbers `again`: they fell before, and were taken back.
    """

    def __init__(
        self,
        chance: Chance,
        typed: Sequence[int],
        owned: frozenset[str] | None = None,
        again: tuple[int, ...] = (),
    ) -> None:
        self.chance = chance
        self.owned = owned
        self.again = again
        self.typed = list(typed)
        self.given = len(self.typed)
        self.thrown: list[Faces] = []
        self.lost: tuple[Faces, ...] = ()
        self.refused = ""

    def throw(self, ask: Roll) -> tuple[int, ...]:
        """Faces for these dice."""
        sides = tuple(ask.pool.sides)
        mine = self._mine(ask, len(sides)) if self.typed else ()
        faces = self._together(sides, mine, ask.more) if mine else self._own(sides)
        whole = len(mine) == len(sides) > 0
        by_hand = () if whole else mine
        self.thrown.append(
            Faces(sides, faces, ask.why, typed=whole, by_hand=by_hand, secret=ask.secret, whose=ask.whose)
        )
        return faces

    def _together(self, sides: tuple[int, ...], mine: tuple[int, ...], more: int) -> tuple[int, ...]:
        """The faces that were typed in, and the table's own for all other dice."""
        wanted = len(mine) + more
        if len(self.typed) < wanted:  # all dice of the command are counted, not those of the last throw alone
            raise RuleError("dice_count", wanted=self.given - len(self.typed) + wanted, given=self.given)
        own, self.typed = self.typed[: len(mine)], self.typed[len(mine) :]
        if len(own) == len(sides):
            check_faces(sides, own)
            return tuple(own)
        check_faces([sides[place] for place in mine], own)
        left = tuple(side for place, side in enumerate(sides) if place not in mine)
        typed, others = iter(own), iter(self._own(left, after=len(sides)) if left else ())
        return tuple(next(typed if place in mine else others) for place in range(len(sides)))

    def _own(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:
        """The table's own dice: those that fell before, as long as there are any, then new ones."""
        fell = rolls_in(tuple(self.thrown)) if self.again else 0
        if fell < len(self.again):
            return self.chance.throw_again(self.again[fell], sides, after=after)
        return self.chance.throw(sides, after=after)

    def _mine(self, ask: Roll, dice: int) -> tuple[int, ...]:
        """Which of the dice are typed in: all where all are hers; of several people who throw one each, her own."""
        whose = ask.whose
        if self.owned is None or self.owned.issuperset(map(actor_of, whose)):
            return tuple(range(dice))
        return tuple(n for n, who in enumerate(whose) if actor_of(who) in self.owned) if len(whose) == dice else ()

    def refuse_rest(self, *, asked: bool = False) -> NoReturn:
        """Refuse typed-in faces that no die wanted, or none but somebody else's; `asked`: somebody must answer before any falls."""
        if self.thrown and not any(one.typed or one.by_hand for one in self.thrown):
            raise RuleError("not_your_dice", left=self.typed)
        if asked and not self.thrown:
            raise RuleError("dice_left_over", left=self.typed, asked=True)
        raise RuleError("dice_left_over", left=self.typed)

    def lose(self, count: int, code: str) -> None:
        """What has fallen beyond so many throws fell for nothing."""
        self.thrown, self.lost, self.refused = self.thrown[:count], tuple(self.thrown[count:]), code

    def mark(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Mark the throws of this hand that were typed in, as a whole or in part."""
        if not self.given:
            return answers
        mine, marked = iter(self.thrown), list[Answer]()
        for answer in answers:
            if isinstance(answer, Faces):
                fell = next(mine, answer)
                answer = msgspec.structs.replace(answer, typed=fell.typed, by_hand=fell.by_hand)
            marked.append(answer)
        return tuple(marked)


def open_turn(memory: Memory, resuming: Callable[[Act], Call]) -> Act | None:
    """The oldest act that waits for its answer and that everything which takes turns with it waits for."""
    for _, act in sorted(memory.parked.items()):
        if not act.proposed and holds_up(memory, resuming(act)):
            return act
    return None


def holds_up(memory: Memory, call: Call) -> bool:
    """Whether what takes turns waits for a call until it has its answers."""
    return call.procedure.holds or call.procedure.takes_turns(memory.state, call.given)


def drive(
    system: System, memory: Memory, call: Call, answers: tuple[Answer, ...], hand: Hand
) -> tuple[Finished | Parked, int]:
    """Play on the state of the day, answer what default policies answer; how many of the given answers still held."""
    outcome, held = _resume(system, memory, call, answers, hand)
    for _ in range(AUTOMATIC):
        automatic = _automatic(system, memory, outcome, secret=call.asked.secret)
        if automatic is None:
            return outcome, held
        count = len(hand.thrown)
        try:
            outcome, _ = _resume(system, memory, call, (*outcome.answers, automatic), hand)
        except RuleError as error:  # a policy that answers badly leaves the question to people; its dice are spent
            if hand.given:  # but faces that were typed in and do not fit are told
                raise
            hand.lose(count, error.code)
            return outcome, held
    raise RuleError("too_many_questions", limit=AUTOMATIC)


def _resume(
    system: System, memory: Memory, call: Call, answers: tuple[Answer, ...], hand: Hand
) -> tuple[Finished | Parked, int]:
    """Play with as many of these answers as still fit what the rule asks; how many from the first on that are.

    Of questions of the same moment a single stale answer is dropped; otherwise everything from the first one on that no longer fits.
    """
    attempts = [answers]
    while attempts:
        record = attempts.pop()
        try:
            outcome = play_on(system, memory.state, call, record, hand.throw)
        except Diverged as error:
            attempts.append(record[: max(error.place, 0)])
            if _only_choices(record[error.place :]):
                attempts.append(record[: error.place] + record[error.place + 1 :])
            if not record:
                break
            continue
        return outcome, _common(answers, outcome.answers) if answers else 0
    raise RuleError("no_question")


def _only_choices(answers: Sequence[Answer]) -> bool:
    """Whether more than one answer is left and no die fell after them."""
    return len(answers) > 1 and all(isinstance(answer, Choice) for answer in answers)


def _common(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    """How many answers from the first on are the same in both records."""
    return sum(takewhile(bool, map(_same, old, new)))


def _same(a: Answer, b: Answer) -> bool:
    if isinstance(a, Faces) or isinstance(b, Faces):
        return isinstance(a, Faces) and isinstance(b, Faces) and (a.sides, a.faces) == (b.sides, b.faces)
    return (a.who, a.what, a.answer) == (b.who, b.what, b.answer)


def play_on(
    system: System,
    state: Any,
    call: Call,
    answers: Sequence[Answer],
    throw: Throw,
) -> Finished | Parked:
    """Play a call on a state: the one way in which the table, the audit and odds start a procedure. What it asks with is the system's too."""
    with Answering(system, _Falls):
        return play(
            partial(_before_all_eyes, system, state, call),
            state,
            partial(fold, system),
            answers=answers,
            throw=throw,
        )


async def _before_all_eyes(system: System, state: Any, call: Call) -> Begun:
    """Begin a call; what of the GM's kept content it has used is open from now on, where everybody hears of it.

    A player's own words open nothing: she may have guessed a name.
    """
    asked = call.asked
    came = await begun(call.procedure, state, call.given, prelude=asked.prelude, line=asked.line)
    stock = system.stock
    if stock is None or stock.used is None or call.asked.secret or EVERYBODY not in call.audience:
        return came
    kept = stock.kept(state)
    said = (came.given,) if call.by_gm else ()
    guessed = () if call.by_gm else used_in(kept, came.given)
    for key in used_in(kept, came.result, *said):
        if key not in guessed:
            await happen(stock.used(key))
    return came


class _Falls(Exception):  # no error: a die would fall now
    """The first die of a call."""


def _falls(_ask: Roll) -> tuple[int, ...]:
    raise _Falls


def check_begins(system: System, state: Any, call: Call) -> None:
    """Refuse a proposal that the rules refuse before any die or question, so that nobody is asked for nothing."""
    bare = msgspec.structs.replace(call, asked=msgspec.structs.replace(call.asked, prelude=None))
    try:
        play_on(system, state, bare, (), _falls)
    except _Falls:
        return


def falls_away(system: System, state: Any, call: Call, answers: tuple[Answer, ...], seat: Seat) -> bool:
    """Whether an act with the answers that it has is refused whatever a seat answers next: what happened since forbids it.

    Once dice have fallen, it is the GM's to let it go.
    """
    if not seat.gm and rolls_in(answers):
        return False
    try:
        play_on(system, state, call, answers, _falls)
    except RuleError:
        return True
    except (_Falls, Diverged):
        return False
    return False


class Standing(Enum):
    """What has become of an act that waits: it still does, nobody has to be asked for it any more, or the rules forbid it now."""

    WAITS = auto()
    FREE = auto()
    GONE = auto()


def standing(system: System, memory: Memory, state: Any, call: Call, answers: tuple[Answer, ...]) -> Standing:
    """What has become of an act that waits, as things are in a state. One whose answers no longer fit is left to the next one who answers;
    one that waits for somebody who plays by herself by now goes on."""
    try:
        outcome = play_on(system, state, call, answers, _falls)
    except RuleError:
        return Standing.GONE
    except _Falls:
        return Standing.FREE
    except Diverged:
        return Standing.WAITS
    if isinstance(outcome, Finished):
        return Standing.FREE
    silent, plays = system.silent, system.plays
    for ask in outcome.asks:
        if silent is not None and silent(state, ask.who):
            return Standing.FREE
        if plays is not None and plays(state, ask.who):
            answer, _how = _by_itself(system, memory, outcome.state, ask, secret=False)
            return Standing.FREE if answer is not None else Standing.WAITS
    return Standing.WAITS


def _automatic(system: System, memory: Memory, outcome: Finished | Parked, *, secret: bool) -> Choice | None:
    """The first open question that the table answers by itself, answered; None where people must."""
    if isinstance(outcome, Finished):
        return None
    for ask in outcome.asks:
        answer, how = _by_itself(system, memory, outcome.state, ask, secret=secret)
        if answer is not None:
            return posed(system, memory, ask).answered(answer, by="", sealed=outcome.sealed, how=how)
    return None


def switched_on(memory: Memory, who: Who) -> bool:
    """Whether the default policy answers for somebody: by name, or with the GM for whom no player plays."""
    automatic = memory.settings.automatic
    return who in automatic or (GM in automatic and not set(memory.played).issuperset(actors_of(who)))


def _by_itself(system: System, memory: Memory, state: Any, ask: Choose, *, secret: bool) -> tuple[str | None, str]:
    """The table's own answer and how it found it: a standing order's, the one that no other betters, the default policy's.

    In secret nobody but the GM is asked: what no policy knows is answered with the first closed option.
    """
    if system.silent is not None and system.silent(state, ask.who):
        return (system.decide(state, ask) if system.decide is not None else None) or _first_closed(ask), "policy"
    said = _order_for(system, memory, state, ask)
    if said not in (None, ASK):
        return said, "order"
    asked = said == ASK
    best = system.taken(state, ask) if system.taken is not None and not asked else None
    if best is not None:
        return best, "policy" if ask.what.key in system.untold else "taken"
    hushed = secret and ask.who != GM
    plays = system.plays is not None and system.plays(state, ask.who)
    if not hushed and (asked or not (plays or switched_on(memory, ask.who))):
        return None, ""
    answer = system.decide(state, ask) if system.decide is not None else None
    if hushed and answer is None:
        answer = _first_closed(ask)
    return answer, "policy"


def _order_for(system: System, memory: Memory, state: Any, ask: Choose) -> str | None:
    """What somebody's standing orders answer to a question; `ASK`: she wants to be asked whether it matters or not."""
    orders = memory.settings.orders.get(ask.who, ())
    said = system.ordered(state, ask, orders) if orders and system.ordered is not None else None
    return ASK if said is None and Order(ASK) in orders else said


def asked_anyway(system: System, memory: Memory, ask: Choose) -> bool:
    """Whether somebody has left word that she is asked such a question whatever the matter: its being asked tells nothing."""
    return _order_for(system, memory, memory.state, ask) == ASK


def _first_closed(ask: Choose) -> str | None:
    return next((option.answer for option in ask.options if not option.open), None)
