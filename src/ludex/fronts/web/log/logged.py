"""The log on a page: entries drawn for one seat, newest at the end, older ones on demand, found by searching."""

import re
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

import msgspec

from ludex.core.deeds import GM_ONLY, SQUARE, Filled, Offer
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.principals import Who, actor_of
from ludex.core.say import Say
from ludex.core.view import Deeds
from ludex.desk.chronicle import is_quoted
from ludex.desk.desk import UNFILLED
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.places import place_of
from ludex.fronts.web.drawing.shapes import prose
from ludex.fronts.web.drawing.spoken import asked_for, doer_of
from ludex.fronts.web.log.sifting import Sift, stretch
from ludex.table.audience import Seen
from ludex.table.entries import Question
from ludex.table.logbook import Logbook
from ludex.text.chat import Chat
from ludex.text.summary import came_to, sum_of
from ludex.text.telling import copied

BATCH = 200
"""So many entries are read at once."""

SEARCHED = 4000
"""A search looks through so many entries back from the newest."""

FOUND = 80
"""and shows at most so many."""


OFFERING = 20
"""The buttons of so many entries are kept as things stand."""


class Drawn:
    """A drawn entry: its number and its HTML."""

    __slots__ = ("html", "n")

    def __init__(self, n: int, html: str) -> None:
        self.n = n
        self.html = html

    def plain(self) -> Plain:
        return {"n": self.n, "html": self.html}


class Came(msgspec.Struct, frozen=True):
    """What dice came to that raised a question: the total, what it is the sum of, and how that is called, if it is."""

    total: float
    terms: tuple[float, ...]
    labels: tuple[str, ...]
    result: str = ""


NUMBER, ACT, OWN = "\ue0f0", "\ue0f1", "\ue0f2"
"""Stand in a drawn entry for what is each seat's own: its number of the entry, that of the act, and whether the seat made it."""

_GAPS = re.compile(f"[{NUMBER}{ACT}{OWN}]")

_DRAWN: OrderedDict[Hashable, tuple[Seen, str]] = OrderedDict()
KEPT = 4000
"""So many drawn entries are kept: many pages of a table show the same ones."""


class Scroll:
    """One page's stretch of the log: from `first` to `last`, as this chat may see it."""

    def __init__(self, chat: Chat, first: int = 0, last: int = 0) -> None:
        self.chat = chat
        self.first = first
        self.last = last
        self.standing: int | None = None
        self.taken_back: set[int] = set()
        self.offers: dict[int, tuple[Seen, Seen]] = {}  # the newest entries with buttons: as told, and as drawn
        self.looked_on = -1

    @property
    def book(self) -> Logbook:
        return Logbook(self.chat.table)

    async def latest(self, count: int) -> list[Drawn]:
        """The newest entries; the stretch begins anew."""
        self.last = self.chat.desk.last
        self.first = max(1, self.last - count + 1)
        page = await self.book.page(self.chat.seat, count)
        self.standing, self.taken_back = page.standing, {s.n for s in page.entries if s.undone}
        return self._draw(page.entries)

    async def news(self) -> list[Seen]:
        """What has come since the last entry of the stretch."""
        found: list[Seen] = []
        while True:
            page = await self.book.after(self.chat.seat, self.last, BATCH)
            found.extend(page)
            if page:
                self.last = page[-1].n
            if self.last >= self.chat.desk.last or not page:
                return found

    async def older(self, count: int) -> list[Drawn]:
        if self.first <= 1:
            return []
        if self.standing is None:
            await self.undone()
        first = max(1, self.first - count)
        page = await self.book.page(self.chat.seat, self.first - first, before=self.first, standing=self.standing)
        self.first, self.standing = first, page.standing
        return self._draw(page.entries)

    def let_go(self, before: int) -> None:
        """The page has let go of what came before this entry; whatever stood there is asked for again."""
        if self.first < before <= self.last:
            self.first, self.standing = before, None

    async def undone(self) -> tuple[list[int], list[Drawn]]:
        """Which entries of the stretch the present does not stand on; and those of which that is new, as they read now."""
        page = await self.book.page(self.chat.seat, max(1, self.chat.desk.last - self.first + 1))
        self.standing = page.standing
        for seen in page.entries:
            self._offered(seen, self.offers.get(seen.n, (seen, seen))[1])
        now = [s.n for s in page.entries if s.undone]
        turned = self.taken_back ^ set(now)
        self.taken_back = set(now)
        return now, self._draw(s for s in page.entries if s.n in turned)

    def lapsed(self) -> list[Drawn]:
        """The entries whose cards offer something else by now than when they were drawn, as they read now."""
        stood, self.looked_on = self.looked_on, self.chat.table.memory.head
        if stood == self.looked_on:
            return []
        return self._draw(told for told, drawn in tuple(self.offers.values()) if offering(self.chat, told) != drawn)

    async def search(self, wanted: Sift) -> list[Drawn]:
        """The newest entries that are meant."""
        first, last = stretch(self.chat, wanted.session)
        before = last + 1 if last else None
        found: list[Seen] = []
        for _ in range(SEARCHED // BATCH):
            page = await self.book.tail(self.chat.seat, BATCH, before=before)
            found = [s for s in page if s.n >= first and wanted.seen(self.chat, s)] + found
            before = page[0].n if page else None
            if before is None or before <= max(1, first) or len(found) >= FOUND:
                break
        return self._draw(found[-FOUND:])

    def draw(self, seen: Seen) -> Drawn:
        """One entry, drawn once for all who see the same and know those in it by the same names; numbers are each seat's own."""
        chat, seen = self.chat, self._offered(seen, offering(self.chat, seen))
        names = {who: chat.name_of(who) for who in _people(seen)}
        aims = tuple(self._aims(seen)) if seen.deed else ()
        later = seen.act not in (0, seen.n)
        common = msgspec.structs.replace(seen, n=0, act=0)
        voice = len(chat.table.memory.settings.phrases)
        quoted = seen.kind == "said" and is_quoted(chat.desk, seen.n)
        key = (
            chat.table.id,
            chat.language,
            seen.at,
            seen.seat,
            seen.kind,
            voice,
            later,
            quoted,
            tuple(names.values()),
            aims,
        )
        known = _DRAWN.get(key)
        if known is None or known[0] != common:
            known = (common, self._drawn(common, names, aims, later=later, quoted=quoted))
            _DRAWN[key] = known
            while len(_DRAWN) > KEPT:
                _DRAWN.popitem(last=False)
        own = " own" if seen.seat == chat.desk.seat_id else ""
        filled = {NUMBER: str(seen.n), ACT: str(seen.act or seen.n), OWN: own}
        return Drawn(seen.n, _GAPS.sub(lambda gap: filled[gap[0]], known[1]))

    def _offered(self, told: Seen, drawn: Seen) -> Seen:
        """An entry as it is drawn; the newest of those that have buttons are looked at again as things go on."""
        if offers(told):
            self.offers[told.n] = (told, drawn)
        while len(self.offers) > OFFERING:
            del self.offers[min(self.offers)]
        return drawn

    def _drawn(self, seen: Seen, names: Mapping[Who, str], aims: Sequence[str], *, later: bool, quoted: bool) -> str:
        drawing = Drawing.at(self.chat)
        asked = self.chat.words("common.comma").join(names[q.who] for q in seen.questions)
        gaps = {
            "number": NUMBER,
            "act": ACT,
            "own": OWN,
            "later": later,
            "quoted": quoted,
            "brushed": brushed(self.chat, seen),
        }
        told = {"seen": seen, "asked": asked, "names": names.__getitem__, "aims": drawing.json(aims)}
        seat = self.chat.table.memory.seats.get(seen.seat)
        told["doer"] = doer_of(self.chat, seen.deed, seen.seat) if seen.deed else ""
        told["players"] = seat is not None and not seat.gm
        told["narrates"] = seat is not None and seat.gm
        told["came"] = came = self._came(seen)

        def asks(question: Question) -> Say:
            return asked_for(question, seen.deed, seen.line, lambda deed, line: drawing.done(deed, line, seen.seat))

        told["asks"] = asks
        waits = bool(seen.questions) and not seen.card and not later
        told["opening"] = self._opening(seen, drawing.show(asks(seen.questions[0]))) if waits else ""
        decided = self.chat.words("common.because", why=self.chat.words.show(came.total)) if came else ""
        told["copied"] = f"{told['opening']}{decided}" if waits else copied(self.chat.words, seen, drawing.sessions)
        told["whose"] = lambda throw: self.chat.words("common.comma").join(names[one] for one in throw.whose)
        many = len({choice.who for choice in seen.answers}) > 1
        found = (drawing.answered(choice, names[choice.who], several=many) for choice in seen.answers)
        told["answers"] = [one for one in found if one] if seen.kind == "acted" else []
        return drawing.page("entry.html", **told, **gaps).strip()

    def _opening(self, seen: Seen, asked: str) -> str:
        """What an act that waits is about: what its first question says, behind who does what where that does not say it."""
        chat, drawing = self.chat, Drawing.at(self.chat)
        asks = prose.headed(drawing.by_hand(asked).partition("\n")[0])[0]
        begun = drawing.done(seen.deed, seen.line, seen.seat)
        who = chat.desk.actors().get(doer_of(chat, seen.deed, seen.seat), "") if seen.deed else ""
        told = not begun or begun in asks or (who and who in asks)
        return drawing.begun(asks if told else f"{begun}{chat.words('common.semicolon')}{asks}")

    def _came(self, seen: Seen) -> Came | None:
        """What dice came to that raised a question: the total and what it is the sum of, as far as the question says."""
        asked = next(((q, total) for q in seen.questions if (total := came_to(q)) is not None), None)
        if seen.card or not seen.dice or asked is None:
            return None
        question, total = asked
        terms, first = sum_of(seen.dice, total), seen.dice[0]
        die = f"d{first.sides[0]}" if first.sides else ""
        rolled = (
            len(terms) == 2 and bool(first.faces) and terms[0] == first.faces[0] and terms[1] not in first.faces[1:]
        )
        labels = (die, self.chat.words("web.rest_of_sum")) if rolled else ()
        return Came(total, terms, labels, self.chat.words.show(question.what.facts.get("result", "")))

    def _aims(self, seen: Seen) -> list[str]:
        """The actors that a deed was for, as far as this seat knows them."""
        actors = self.chat.desk.actors()
        names = {name: key for key, name in actors.items()}
        given = seen.deed.args.values() if seen.deed else ()
        said = [str(one) for value in given for one in (value if isinstance(value, list | tuple) else [value])]
        return [actor for one in said if (actor := one if one in actors else names.get(one, ""))]

    def _draw(self, seen: Iterable[Seen]) -> list[Drawn]:
        return [self.draw(s) for s in seen]


def _people(seen: Seen) -> list[Who]:
    """Everybody whom an entry names: who is asked, who has answered, and who has thrown."""
    asked = [*(question.who for question in seen.questions), *(choice.who for choice in seen.answers)]
    return [*asked, *(who for throw in seen.dice for who in throw.whose)]


def offers(seen: Seen) -> bool:
    return any(True for _ in _deeds(seen))


def offering(chat: Chat, seen: Seen) -> Seen:
    """An entry with those buttons of its card that do something now."""
    if seen.card is None or not offers(seen):
        return seen
    gone = [deed for deed in _deeds(seen) if seen.undone or not _does(chat, deed)]
    parts = (
        msgspec.structs.replace(part, deeds=tuple(deed for deed in part.deeds if deed not in gone))
        if isinstance(part, Deeds)
        else part
        for part in seen.card.parts
    )
    kept = tuple(part for part in parts if not isinstance(part, Deeds) or part.deeds)
    return msgspec.structs.replace(seen, card=msgspec.structs.replace(seen.card, parts=kept))


def _deeds(seen: Seen) -> Iterator[Offer]:
    parts = seen.card.parts if seen.card else ()
    return (deed for part in parts if isinstance(part, Deeds) for deed in part.deeds)


def _does(chat: Chat, deed: Offer) -> bool:
    """Whether a button does something, as far as this seat can know."""
    filled = Filled(deed.name, deed.given, actor_of(deed.of) if deed.of else "")
    try:
        chat.desk.check_doable(filled)
    except RuleError as error:
        return error.code in UNFILLED
    return True


CELLS = "cells"


def brushed(chat: Chat, seen: Seen) -> bool:
    """Whether an entry of the log is a stroke of the brush."""
    command = chat.desk.commands.get(seen.deed.deed) if seen.deed else None
    if seen.deed is None or command is None or command.who != GM_ONLY or place_of(command) != SQUARE:
        return False
    return command.field(CELLS) is not None and bool(seen.deed.args.get(CELLS))
