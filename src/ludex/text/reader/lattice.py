"""How one deed fits a text: every stretch of it is a word of the deed, a value of one of its fields, or means nothing by itself.

A beam walks over the letters from left to right and keeps the cheapest ways. Each value fills its field once, in any order. What is left goes
into the deed's free words, which are dear where a letter belongs to a known name, or is dropped, which is dearest. `prices.COST` holds every price.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ludex.core.deeds import REST
from ludex.text.reader.digits import ALONE, BLOCK, COUNTED, IN_WORDS, NUMBER, SQUARE, SQUARES, TO, in_digits
from ludex.text.reader.english import per_word
from ludex.text.reader.forms import LETTER, OTHER_WORD, SOUND, UNNUMBERED, Found, Index
from ludex.text.reader.keys import dear_behind_keys, keys_in
from ludex.text.reader.moment import Frame, Heard, Slot
from ludex.text.reader.prices import COST
from ludex.text.reader.words import SIGNS, Vocabulary, normal, plain_words, replies_of

WIDTH = 16
"""So many ways are kept at each letter."""

CLAUSES = frozenset(",;:!?，；：！？。…")
"""Marks between clauses."""
MARKS = frozenset(" \t\n,.;:!?~，。；：！？、…·（）()「」『』“”\"'《》<>—／/#*%")

_ONE_OF = re.compile(r"^一?个(?=..)(?![人性体头子别])")
"""What counts a thing right before a new name for it (给周遥个擦伤1); 个性 and its like are words."""

ALL_OF_THEM = ("全部", "全体", "全员", "全", "都", "们", "群")
"""Words behind a name that several have, for all of them."""
TOLD = 2  # so many letters behind the last thing of a line are words of a sentence
JOINTS = "+、和与及"  # between two things of a list
_AND_NUMBER = re.compile(r"\s*(?:[和、与及跟,，]|and\s)\s*(\d{1,2})(?![\d点级格])")
EACH = ("都", "各", "各自", "全都", "也", "就")  # behind somebody who is one of several
MANY = 13  # so many of one name there hardly are
NEXT_TO = "~"  # stands before somebody next to whom a square is meant
HERSELF = ("我自己", "自己")  # says no more of somebody's own deed
SELF = ("自己", "我自己", "我", "myself", "self", "me")


class Fit(NamedTuple):
    """One way in which a deed fits a text: what stands in which field as a line writes it, who acts, its words (`精力|减`), and what was left out."""

    cost: float
    filled: Mapping[str, str]
    actor: str
    verb: str
    dropped: tuple[str, ...]


class _Way(NamedTuple):
    cost: float
    filled: tuple[tuple[str, str], ...] = ()
    actor: str = ""
    verb: str = ""
    marker: str = ""
    free: str = ""
    last: str = ""
    since: int = 0
    edge: int = 0
    dropped: tuple[str, ...] = ()

    def dearer(self, cost: float) -> "_Way":
        """The same way, so much dearer."""
        return _Way(self.cost + cost, *self[1:])


def fit(
    heard: Heard, frame: Frame, words: Vocabulary, known: Sequence[float], *, most: int = 6, whole: bool = False
) -> list[Fit]:
    """The cheapest ways in which a deed fits a text; `known` says how dear each letter is in free words, because it belongs to a name or verb
    of the table. `whole`: nothing may be left out."""
    return _Lattice(heard, frame, words, known, whole).run(most)


class _Lattice:
    """One deed and one text."""

    def __init__(self, heard: Heard, frame: Frame, words: Vocabulary, known: Sequence[float], whole: bool) -> None:
        self.drops = not whole
        self.text, self.typed, self.heard = heard.text, heard.typed, heard
        self.frame, self.words, self.known = frame, words, known
        self.size = len(self.text)
        self.slots = {slot.name: slot for slot in frame.slots}
        self.hits = {slot.name: heard.hits(slot.index) for slot in frame.slots if slot.index is not None}
        self.begin = frozenset(at for hits in self.hits.values() for at in hits)
        self.keys = keys_in(self.text, frame)
        self.known = dear_behind_keys(known, self.keys, self.hits)
        self.scale = per_word(self.text)
        self.commas = self.text.replace("，", ",")
        self._alone: dict[tuple[int, int], bool] = {}
        self._numbers: dict[int, tuple[int, str, str, float] | None] = {}
        self.sentences = any(slot.sentence for slot in frame.slots)
        self.plain = plain_words(words, self.text, frame.beside)
        self.whole = self._whole_names()
        people = list(self.heard.hits(frame.actors).values()) if frame.actors is not None else []
        self.names_end = {hit.end for hits in people for hit in hits if hit.cost <= UNNUMBERED}  # 弓手2: somebody else
        self.people_whole = {(hit.start, hit.end) for hits in people for hit in hits if hit.cost <= 1e-9}
        self.numbers = frozenset(slot.name for slot in frame.slots if slot.number and not slot.field.keyed)
        self.counts = [self._number(at) is not None for at in range(self.size)] if self.numbers else [False] * self.size

    def run(self, most: int) -> list[Fit]:
        beam: list[dict[tuple[object, ...], _Way]] = [{} for _ in range(self.size + 1)]
        beam[0][()] = _Way(0.0)
        for at in range(self.size):
            ways = sorted(beam[at].values(), key=lambda way: way.cost)[:WIDTH]
            for way in ways:
                for end, step in self._steps(at, way):
                    more = self._edged(way, step, end)
                    key = more[1:]
                    held = beam[end].get(key)
                    if held is None or more.cost < held.cost:
                        beam[end][key] = more
        found: dict[tuple[object, ...], Fit] = {}
        for way in beam[self.size].values():
            done = self._finish(way)
            if done is None:
                continue
            free = {name for name in done.filled if self.slots[name].free}
            known = tuple(sorted(pair for pair in done.filled.items() if pair[0] not in free))
            one = (known, tuple(sorted(free)), done.actor, bool(done.verb), bool(done.dropped))
            if one not in found or done.cost < found[one].cost:
                found[one] = done
        return sorted(found.values(), key=lambda one: one.cost + COST["missing"] * self._lacks(one))[:most]

    def _lacks(self, one: Fit) -> int:
        """How many things a way to fit the deed does not say that must be said."""
        needed = (slot for slot in self.frame.slots if slot.field.needed and not (slot.person and one.actor))
        return sum(slot.name not in one.filled and slot.field.unless not in one.filled for slot in needed)

    def _edged(self, before: _Way, after: _Way, end: int) -> _Way:
        """A step that keeps where the last thing ended, for words of a sentence: what stands between belongs to them (稳定的手 给他包扎)."""
        same = (before.filled, before.verb, before.actor) == (after.filled, after.verb, after.actor)
        return after if same or after.free or not self.sentences else after._replace(edge=end)

    # --- what stands in the text anyway --------------------------------------------------------------------------

    def _whole_names(self) -> list[bool]:
        """Whether a name, or a word of the deed, stands across the place before a letter: it is not to be taken apart there."""
        inside = [False] * (self.size + 1)
        people = self.heard.hits(self.frame.actors) if self.frame.actors is not None else {}
        for hits in (*self.hits.values(), people):
            for several in hits.values():
                for hit in several:
                    if hit.cost <= 1e-9 and hit.end - hit.start > 1:
                        inside[hit.start + 1 : hit.end] = [True] * (hit.end - hit.start - 1)
        for hit in (hit for several in self.frame.verbs.values() for hit in several if hit.cost < SOUND):
            inside[hit.start + 1 : hit.end] = [True] * (hit.end - hit.start - 1)
        return inside

    # --- steps -------------------------------------------------------------------------------------------------------

    def _steps(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """Every way to go on from a letter."""
        letter = self.text[at]
        if way.free or way.since < 0:
            yield from self._on(at, way)
        closed = self._close(at, way)
        if letter in MARKS or (letter == "+" and closed.filled and not self.text[at + 1 : at + 2].isdecimal()):
            yield at + 1, closed.dearer(COST["mark_meant" if self._is_meant(at) else "mark"])
        for end, cost, marker in self.plain.get(at, ()):
            yield end, closed._replace(cost=closed.cost + cost, marker=marker or closed.marker)
        if self.frame.me and way.marker != "patient":
            yield from (
                (at + len(one), closed.dearer(COST["filler"])) for one in HERSELF if self.text.startswith(one, at)
            )
        for hit in self.frame.verbs.get(at, ()):
            yield hit.end, self._verb(closed, hit)
        yield from self._acting(at, closed)
        yield from self._values(at, closed)
        yield from self._keys(at, closed)
        if not way.free or self.text[at - 1] in MARKS:  # a word is not taken apart between two free ones
            yield from self._begin_free(at, closed)
        if self.drops and way.since >= 0:
            yield from self._begin_drop(at, closed)

    def _is_meant(self, at: int) -> bool:
        """Whether a mark stands right behind a letter and is one that a field takes behind its names (记者证!)."""
        taken = any(self.typed[at] in slot.unit for slot in self.frame.slots)
        return taken and self.text[at - 1 : at].isalnum()

    def _close(self, at: int, way: _Way) -> _Way:
        """The way with its run of free words, or of dropped ones, at its end."""
        if way.free:
            start = min(way.since, way.edge) if self.slots[way.free].sentence else way.since
            said = self.typed[start:at].strip(" ，,。:：;；、")
            if self.slots[way.free].field.kind != REST or self.text[at : at + 1].isdecimal():
                said = _ONE_OF.sub("", said)
            filled = (*way.filled, (way.free, said)) if said else way.filled
            price = COST["free_only_number"] if self._is_number_or_name(start, at) else 0.0
            return way._replace(cost=way.cost + price, filled=filled, free="", since=0, edge=at)
        if way.since < 0:
            return way._replace(since=0, dropped=(*way.dropped, self.typed[-way.since - 1 : at].strip()))
        return way

    def _is_number_or_name(self, start: int, end: int) -> bool:
        """Whether free words are nothing but a number, or somebody who could stand in a field, words aside that mean nothing by themselves."""
        known = self._alone.get((start, end))
        if known is None:
            known = self._alone[start, end] = self._stands_alone(self.text[start:end].strip(" ,。:;、"))
        return known

    def _stands_alone(self, said: str) -> bool:
        plain = self._bare
        before = next(len(one) for one in plain if said.startswith(one)) if said.startswith(plain) else 0
        behind = next(len(one) for one in plain if said.endswith(one)) if said.endswith(plain) else 0
        core = said[before : len(said) - behind]
        return core in self._people or ALONE.fullmatch(core) is not None

    @cached_property
    def _bare(self) -> tuple[str, ...]:
        """Words that mean nothing by themselves, the longest first."""
        return tuple(sorted((*self.words.fillers, *self.words.particles, *self.words.measures), key=len, reverse=True))

    @cached_property
    def _people(self) -> frozenset[str]:
        people = (one for slot in self.frame.slots if slot.person for one in slot.written.values())
        return frozenset(map(normal, people)) | (frozenset() if self.sentences else replies_of(self.words))

    def _on(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """One letter more of free words, or of what is dropped."""
        if way.since < 0:
            yield at + 1, way.dearer(COST["dropped_letter"] + self.known[at] * self.scale[at])
            return
        letter = self.text[at]
        slot = self.slots[way.free]
        cost = COST["free_letter"] if letter not in MARKS else 0.0
        cost += self._dear(at, way)
        if slot.sentence and self.known[at] < COST["free_known"]:
            cost -= self.known[at] * self.scale[at]  # a verb among others
        if slot.field.kind == "text" and not slot.field.wide:
            cost += COST["free_space"] if letter.isspace() else COST["name_goes_on"] if letter in CLAUSES else 0.0
        yield at + 1, way.dearer(cost)

    def _verb(self, way: _Way, hit: Found) -> _Way:
        if way.verb:
            both = f"{way.verb}|{self.text[hit.start : hit.end]}"
            return way._replace(cost=way.cost + COST["verb_again"] + hit.cost, verb=both)
        late = COST["verb_late"] if way.filled or way.actor or way.dropped else 0.0
        return way._replace(cost=way.cost + hit.cost + late, verb=self.text[hit.start : hit.end], marker="")

    def _acting(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """Somebody named as the one who acts."""
        if self.frame.actors is None:
            return
        if way.actor:
            yield from self._acting_too(at, way)
            return
        behind = bool(way.verb) and way.marker != "agent" and not self.frame.aims
        late = COST["actor_late" if behind else "actor"]
        if way.marker == "patient" and not self.frame.aims and not self.frame.crowd_acts:
            late += COST["person_as_tool"]
        for hit in self.heard.hits(self.frame.actors).get(at, ()):
            name = self.frame.actor_names.get(hit.value)
            if name or (name is not None and not way.verb):
                cost = hit.cost + late + self._one_of_all(self.frame.actors, hit)
                yield hit.end, way._replace(cost=way.cost + cost, actor=name, marker="")
        if self.frame.crowd_acts and (self.frame.gm or way.marker != "patient"):  # 唱首歌给大家听
            for end, cost, said in self._crowd(at, self.frame.actors, self.frame.actor_names, group=True):
                yield end, way._replace(cost=way.cost + cost + late, actor=said, marker="")

    def _acting_too(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """One more who acts, named right behind another, where several may."""
        if not self.frame.crowd_acts or way.verb or way.filled:
            return
        for hit in self.heard.hits(self.frame.actors).get(at, ()) if self.frame.actors is not None else ():
            name = self.frame.actor_names.get(hit.value, "")
            if name and name not in way.actor.split(","):
                yield hit.end, way._replace(cost=way.cost + hit.cost + COST["actor"], actor=f"{way.actor},{name}")

    def _one_of_all(self, index: Index, hit: Found) -> float:
        """What it costs to take one of several whom a name means where a word for all of them stands behind it (弓手都)."""
        said = any(self.text.startswith(one, hit.end) for one in ALL_OF_THEM) or self._is_plural(hit, "")
        alike = (other for other in self.heard.hits(index).get(hit.start, ()) if said and other.end == hit.end)
        return COST["one_of_all"] if len({other.value for other in alike}) > 1 else 0.0

    def _crowd(
        self, at: int, index: Index, names: Mapping[str, str], *, group: bool
    ) -> Iterable[tuple[int, float, str]]:
        """Several at once: a side, everybody, or so many of one kind (所有狼, 那两个哥布林)."""
        said = [at + len(one) for one in self.words.every if self.text.startswith(one, at)]
        place, every = max(said, default=at), bool(said)
        place += len(self.text[place:]) - len(self.text[place:].lstrip(" ")) if every else 0  # both bandits
        if self.frame.crowds is not None:
            for start in {at, place}:
                for hit in self.heard.hits(self.frame.crowds).get(start, ()):
                    whole_word = every and hit.end <= place  # 所有 of 所有人
                    if not (whole_word and (hit.cost > 1e-9 or self.heard.hits(index).get(place))):
                        yield from self._side(hit, group=group)
        place += sum(self.text.startswith(one, place) for one in ("那", "这"))
        yield from self._alike(place, index, names, every=every)

    def _side(self, hit: Found, *, group: bool) -> Iterable[tuple[int, float, str]]:
        """A side by its name, or, where a field takes people alone, those who are on it."""
        ends = [len(one) for one in self.words.everybody if self.text.startswith(one, hit.end)]
        end = hit.end + max(ends, default=0)  # 敌人全体
        yield end, hit.cost + COST["crowd"], hit.value
        if not group and (members := self.frame.members.get(hit.value)):
            yield end, hit.cost + COST["crowd_by_name"], members

    def _alike(
        self, place: int, index: Index, names: Mapping[str, str], *, every: bool
    ) -> Iterable[tuple[int, float, str]]:
        """All whom one word means, where so many are said to be meant, or all of them."""
        count = 0
        number = self._number(place)
        if number is not None and number[1].isdecimal():
            place, count = number[0], int(number[1])
        spans: dict[int, list[str]] = {}
        dear: dict[int, float] = {}
        plural: set[int] = set()
        for hit in self.heard.hits(index).get(place, ()):
            if hit.cost <= LETTER and hit.value in names:
                spans.setdefault(hit.end, []).append(names[hit.value])
                dear[hit.end] = hit.cost if hit.cost > UNNUMBERED + 0.06 else 0.0
                plural |= {hit.end} if self._is_plural(hit, names[hit.value]) else set()
        for end, several in spans.items():
            after = end
            while one := next((w for w in ALL_OF_THEM if self.text.startswith(w, after)), ""):
                after += len(one)
            if len(several) > 1 and (every or count == len(several) or (count < 2 and (after > end or end in plural))):
                price = COST["crowd_said" if after > end else "crowd"] + dear[end]
                yield after, price, ",".join(several)

    def _is_plural(self, hit: Found, name: str) -> bool:
        """Whether an English word says that several who are called so are meant (the bandits)."""
        said = self.text[hit.start : hit.end]
        return said.isascii() and said.endswith("s") and said not in normal(name)

    def _values(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """What stands here as the value of a field."""
        taken = dict(way.filled)
        number = None if self.whole[at] else self._number(at)
        stands = number is not None or at in self.begin  # else nothing that has a name or a number stands here
        earlier = False  # a number that an earlier field is still open for
        before: list[Mapping[str, str]] = []  # things for which an earlier field is still open
        for slot in self.frame.slots:
            open_, others = slot.name not in taken, taken.get(slot.name, "")
            if slot.way:
                yield from self._along(at, way, slot, others, number)
            elif slot.bare and slot.number:
                if open_ and number is not None:
                    yield from self._as_number(at, way, slot, number, earlier=earlier)
                earlier = earlier or (open_ and not slot.field.keyed)
            elif slot.bare:
                if open_ and slot.square:
                    yield from self._as_square(at, way, slot)
                if slot.index is not None and not slot.flag and (stands or slot.person):
                    yield from self._as_thing(at, way, slot, others, number, before, open_=open_)

    def _as_number(
        self, at: int, way: _Way, slot: Slot, number: tuple[int, str, str, float], *, earlier: bool
    ) -> Iterable[tuple[int, _Way]]:
        """A number as the value of a field that takes one."""
        end, value, measure, price = number
        worded = bool(price) and measure not in slot.unit and len(value) < 2
        article = worded and value == "1" and bool(slot.unit and measure)
        unsure = worded and (slot.field.keyed or slot.to_reach)
        if article or unsure or slot.takes_sign not in (None, value[0] in SIGNS):
            return
        cost = self._number_cost(slot, number) + (COST["number_elsewhere"] if earlier else 0.0)
        numbers_one = not number[2] and number[1].isdecimal() and int(number[1]) < MANY  # of several who are called so
        cost += COST["number_on_name"] if at in self.names_end and numbers_one else 0.0
        yield end, self._filled(way, slot, value, cost)
        if measure and self._is_value(end - len(measure)):  # 50块: its measure is a word too
            yield end - len(measure), self._filled(way, slot, value, price)

    def _as_square(self, at: int, way: _Way, slot: Slot) -> Iterable[tuple[int, _Way]]:
        """A square, several in a block, or a stretch of them, for a field that is open for it."""
        if slot.stretch and (found := SQUARES.match(self.commas, at)):
            yield found.end(), self._filled(way, slot, TO.sub("~", found[0]), COST["square"])
        elif slot.square and slot.field.several and (found := BLOCK.match(self.commas, at)):
            block = f"{found[1]},{found[2]}-{found[3]},{found[4]}"
            yield found.end(), self._filled(way, slot, block, COST["square"])
        elif slot.square and (found := SQUARE.match(self.commas, at)):
            price = COST["square_by_key_only" if slot.field.keyed else "square"]
            yield found.end(), self._filled(way, slot, f"{found[1]},{found[2]}", price)
        if slot.square and slot.index is None:
            yield from self._next_to(at, way, slot)

    def _as_thing(
        self,
        at: int,
        way: _Way,
        slot: Slot,
        others: str,
        number: tuple[int, str, str, float] | None,
        before: list[Mapping[str, str]],
        *,
        open_: bool,
    ) -> Iterable[tuple[int, _Way]]:
        """Somebody or something by a name, as a field's value or one more of several; things are added to those named `before`."""
        if slot.pair and number is not None and not number[2] and not open_:
            yield from self._paired(way, slot, others, number)
        more = slot.field.several or (slot.person and self.frame.many and not slot.field.keyed)
        if not open_ and not (
            more and (way.last == slot.name or not slot.person)
        ):  # others stand right behind the first
            yield from self._said_again(at, way, slot, others)
            return
        cost = self._place_cost(slot, way) if open_ else 0.0
        listed = [one.partition("×")[0] for one in others.split(",")]  # without how often each is there
        for hit in self.hits[slot.name].get(at, ()):
            if slot.person and hit.cost > UNNUMBERED and (self.whole[at] or self.whole[hit.end]):
                continue  # 哥布 of 哥布林1: a whole name is not taken apart
            if not slot.person and hit.cost > UNNUMBERED and (hit.start, hit.end) in self.people_whole:
                continue  # 林默 is nobody's status 林默:受伤
            if hit.value in slot.written and (open_ or slot.written[hit.value] not in listed):
                price = hit.cost + cost + (COST["thing_elsewhere"] if any(hit.value in one for one in before) else 0.0)
                yield from self._named(way, slot, hit, price=price, others=others)
                if more and slot.person and (found := self._numbers_behind(slot, hit)):
                    yield found[0], self._filled(way, slot, found[1], price + COST["crowd"])
        if open_ and number is not None:
            yield from self._counted(way, slot, number, cost)
        if slot.person:
            yield from self._as_people(at, way, slot, cost, more=more)
        else:
            before.append(slot.written)

    def _numbers_behind(self, slot: Slot, hit: Found) -> tuple[int, str] | None:
        """Others of the same name, said by their numbers alone (哥布林1和2): where they end, and all of them; None where nobody is."""
        several, end = [slot.written[hit.value]], hit.end
        base = several[0].rstrip("0123456789")
        while found := _AND_NUMBER.match(self.text, end):
            if base == several[0] or f"{base}{found[1]}" not in slot.written.values():
                return None
            several.append(f"{base}{found[1]}")
            end = found.end()
        return (end, ",".join(several)) if len(several) > 1 else None

    def _paired(
        self, way: _Way, slot: Slot, others: str, number: tuple[int, str, str, float]
    ) -> Iterable[tuple[int, _Way]]:
        """A number that belongs to the name before it (受伤3)."""
        if "=" not in others.rpartition(",")[2]:
            kept = [one for one in way.filled if one[0] != slot.name]
            both = tuple(sorted([*kept, (slot.name, f"{others}={number[1]}")]))
            yield number[0], way._replace(cost=way.cost + number[3], filled=both, marker="")

    def _said_again(self, at: int, way: _Way, slot: Slot, others: str) -> Iterable[tuple[int, _Way]]:
        """A thing that is named once more."""
        for hit in self.hits[slot.name].get(at, ()) if not slot.person else ():
            if hit.cost <= OTHER_WORD and slot.written.get(hit.value) == others:
                yield hit.end, way.dearer(COST["said_again"])

    def _counted(
        self, way: _Way, slot: Slot, number: tuple[int, str, str, float], cost: float
    ) -> Iterable[tuple[int, _Way]]:
        """So many of a thing (3瓶药水)."""
        if not (slot.counted and number[1].isdecimal() and 0 < int(number[1]) < 100):
            return
        for hit in self.hits[slot.name].get(number[0], ()):
            if hit.value in slot.written:
                often = f"×{int(number[1])}" if int(number[1]) > 1 else ""
                yield hit.end, self._filled(way, slot, f"{slot.written[hit.value]}{often}", hit.cost + cost + number[3])

    def _as_people(self, at: int, way: _Way, slot: Slot, cost: float, *, more: bool) -> Iterable[tuple[int, _Way]]:
        """Several people in one word, or the speaker."""
        if more and slot.index is not None:
            grouped = self.frame.many or slot.field.kind == "actor"
            named = slot.name in dict(way.filled)
            for end, price, said in self._crowd(at, slot.index, slot.written, group=grouped):
                if not (named and normal(said) in self.words.everybody):  # 敌人全体 are not the enemies, and everybody
                    yield end, self._filled(way, slot, said, price + cost)
        told = way.verb or (self.frame.headed and way.filled)
        if slot.name in dict(way.filled) and not self.text[:at].rstrip().endswith((*JOINTS, "跟", "and")):
            return  # 给温蒂我的药水
        if self.frame.me and (way.marker == "patient" or told):
            for one in SELF:
                if self.text.startswith(one, at):
                    yield at + len(one), self._filled(way, slot, self.frame.me, COST["myself"])

    def _named(self, way: _Way, slot: Slot, hit: Found, *, price: float, others: str) -> Iterable[tuple[int, _Way]]:
        """Something by its name, with what may stand behind it: 司机工号这条线索; a mark stays on the name: 记者证!"""
        said = slot.written[hit.value]
        price += self._one_of_all(slot.index, hit) if slot.person and slot.index is not None else 0.0
        price += COST["part_unmarked"] if self._is_unmarked_part(slot, way, hit) else 0.0
        price += COST["part_of_verb"] * self.frame.is_stroke(slot, hit)
        price -= min(hit.cost, COST["joined"]) if others and self.text[hit.start - 1] in JOINTS else 0.0
        yield hit.end, self._filled(way, slot, said, price)
        for one in self._each_behind(slot, hit, others):
            yield hit.end + len(one), self._filled(way, slot, said, price + COST["unit"])
        for one in (one for one in slot.unit if self.typed.startswith(one, hit.end)):
            marked, more = (said, COST["by_key"]) if one.isalnum() else (f"{said}{one}", COST["unit"])
            yield hit.end + len(one), self._filled(way, slot, marked, price + more)

    def _each_behind(self, slot: Slot, hit: Found, before: str) -> list[str]:
        """Words behind the last of several people, or behind a word for everybody, that say of each of them what follows (林默和周遥各, 大家都)."""
        several = slot.person and (before or normal(slot.written.get(hit.value, "")) in self.words.everybody)
        return [one for one in EACH if several and self.text.startswith(one, hit.end)]

    def _is_unmarked_part(self, slot: Slot, way: _Way, hit: Found) -> bool:
        """Whether a part of a name that goes by its key stands among other words, with nothing that says it is meant (跑出站台)."""
        among = hit.start > 0 and self.text[hit.start - 1] not in (*MARKS, "+", "-", "=") and way.marker != "tool"
        return slot.field.keyed and hit.cost > UNNUMBERED and among and not slot.person

    def _is_value(self, at: int) -> bool:
        return any(hit.cost <= OTHER_WORD for hits in self.hits.values() for hit in hits.get(at, ()))

    def _along(
        self, at: int, way: _Way, slot: Slot, before: str, number: tuple[int, str, str, float] | None
    ) -> Iterable[tuple[int, _Way]]:
        """One more word of a list that is gone along: a word of it, a square, somebody to go to; or how often a word is meant."""
        found: list[tuple[int, str, float]] = []
        if number is not None and number[1].isdecimal() and not before[-1:].isdecimal():
            found.append((number[0], f"{before}{number[1]}", number[3] + COST["unit"]))
        for hit in self.hits[slot.name].get(at, ()):
            said = slot.written[hit.value]
            found.append((hit.end, f"{said}{before}" if before.isdecimal() else f"{before} {said}".strip(), hit.cost))
        if slot.square and (square := SQUARE.match(self.commas, at)):
            found.append((square.end(), f"{before} {square[1]},{square[2]}".strip(), COST["square"]))
        kept = [one for one in way.filled if one[0] != slot.name]
        for end, said, cost in found:
            yield end, way._replace(cost=way.cost + cost, filled=tuple(sorted([*kept, (slot.name, said)])), marker="")
        if slot.square and not before:
            yield from self._next_to(at, way, slot)

    def _next_to(self, at: int, way: _Way, slot: Slot) -> Iterable[tuple[int, _Way]]:
        """A square next to somebody: 走到弓手旁边, 靠近弓手."""
        for hit in self.heard.hits(self.frame.marks).get(at, ()) if self.frame.marks is not None else ():
            behind = [one for one in self.words.nearby if self.text.startswith(one, hit.end)]
            if behind or way.verb in self.words.nearing:
                end = hit.end + max(map(len, behind), default=0)
                yield end, self._filled(way, slot, NEXT_TO + hit.value, hit.cost)

    def _place_cost(self, slot: Slot, way: _Way) -> float:
        """What it costs that a value stands where it does."""
        head = slot.name in self.frame.heads
        cost = COST["keyed_head" if head or slot.often else "keyed_bare"] if slot.field.keyed else 0.0
        if slot.person:
            if way.marker == "tool":
                return cost + COST["person_as_tool"]
            late = bool(self.frame.verbs) or not self.frame.headed
            if late and not way.verb and way.marker != "patient" and not self.frame.aims:
                acts = self.frame.actors is not None and not way.actor and self.frame.gm
                return cost + COST["person_before_verb_gm" if acts else "person_before_verb"]
        elif way.marker == "patient":
            return cost + COST["thing_as_patient"]
        return cost

    def _filled(self, way: _Way, slot: Slot, said: str, cost: float) -> _Way:
        filled = [one for one in way.filled if one[0] != slot.name]
        before = next((value for name, value in way.filled if name == slot.name), "")
        value = f"{before},{said}" if before else said
        kept = tuple(sorted([*filled, (slot.name, value)]))
        return way._replace(cost=way.cost + cost, filled=kept, last=slot.name, marker="")

    def _number(self, at: int) -> tuple[int, str, str, float] | None:
        """A number that stands here, once worked out."""
        if at not in self._numbers:
            self._numbers[at] = self._read_number(at)
        return self._numbers[at]

    def _read_number(self, at: int, *, glued: bool = False) -> tuple[int, str, str, float] | None:
        """A number that stands here (`glued`: right behind a key, dl13): its end, the number, the measure word behind it, its price."""
        found = NUMBER.match(self.text, at)
        before = self.text[at - 1 : at]
        if found and not (
            (before.isdecimal() and found[0][0] not in SIGNS)
            or (before in SIGNS and found[0][0] not in SIGNS and not self._is_verb(at - 1, at))
            or (not glued and before.isascii() and before.isalpha() and found[0][0] not in "+-")
        ):
            end, value, cost = found.end(), found[1], COST["number"]
        elif (spelled := IN_WORDS.match(self.text, at)) and (value := in_digits(spelled[0])):
            end, cost = spelled.end(), COST["number_in_words"]
            if not glued and self._measure(end) == end and not COUNTED.search(spelled[0]):
                return None
        else:
            return None
        after = self._measure(end)
        return after, value, self.text[end:after].strip(), cost

    def _is_verb(self, start: int, end: int) -> bool:
        return any(hit.end == end for hit in self.frame.verbs.get(start, ()))

    def _measure(self, at: int) -> int:
        units = {one for slot in self.frame.slots for one in slot.unit}
        fits = [len(one) for one in (*self.words.measures, *units) if self.text.startswith(one, at)]
        latin = (one for one in self.words.measures if len(one) > 1 and one.isascii())
        apart = [f" {one}" for one in (*units, *latin) if len(one) > 1]  # 8 hours
        return at + max((*fits, *(len(one) for one in apart if self.text.startswith(one, at))), default=0)

    def _number_cost(self, slot: Slot, number: tuple[int, str, str, float]) -> float:
        cost, unit = number[3], number[2]
        if unit and unit in slot.unit:
            return cost + COST["unit"]
        if unit and (slot.unit or any(unit in other.unit for other in self.frame.slots)):
            cost += COST["foreign_unit" if unit.isascii() and slot.unit else "other_unit"]
        if slot.field.keyed:
            cost += COST["number_to_reach" if slot.to_reach or slot.often else "number_by_key_only"]
        return cost

    def _keys(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """A field by its key: `武器=长剑`, `目标15`, `+记者证`; or a flag."""
        for slot, key, place, signed in self.keys.get(at, ()):
            if not slot.field.several and any(name == slot.name for name, _ in way.filled):
                continue
            if slot.flag:
                yield place, self._filled(way, slot, key, COST["flag"] if len(key) > 1 else 0.3)
            else:
                yield from self._by_key(place, way, slot, 0.0 if signed else COST["by_key"])

    def _by_key(self, at: int, way: _Way, slot: Slot, cost: float) -> Iterable[tuple[int, _Way]]:
        if at >= self.size:
            return
        if slot.number:
            signs = {"": "", **dict.fromkeys(self.words.more, ""), **dict.fromkeys(self.words.less, "-")}
            for said in (one for one in signs if self.text.startswith(one, at)):
                if (number := self._read_number(at + len(said), glued=True)) is not None:
                    sign = "" if number[1][0] in SIGNS else signs[said]
                    yield number[0], self._filled(way, slot, f"{sign}{number[1]}", cost)
        elif slot.square and (found := SQUARE.match(self.text, at)):
            yield found.end(), self._filled(way, slot, f"{found[1]},{found[2]}", cost)
        elif slot.index is not None:
            for hit in self.hits[slot.name].get(at, ()):
                if hit.value in slot.written:
                    yield hit.end, self._filled(way, slot, slot.written[hit.value], hit.cost + cost)
        elif slot.free:
            yield at, way._replace(cost=way.cost + cost, free=slot.name, since=at, edge=at)

    def _begin_free(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        if self.text[at] in MARKS or self.whole[at]:
            return
        taken = {name for name, _ in way.filled}
        for slot in self.frame.slots:
            meant = slot.bare or way.verb or taken.intersection(self.frame.heads)
            if not slot.free or slot.name in taken or slot.field.keyed or not meant:
                continue
            wide = slot.field.kind == "rest" or slot.field.wide
            price = COST["free_needed"] if slot.field.needed else COST["free"] if wide else COST["free_word"]
            price += COST["free_new"] if slot.index is not None else 0.0
            name = slot.field.kind == "text" and not wide
            price += COST["new_before_verb"] if name and self.frame.verbs and not way.verb else 0.0
            letter = COST["free_letter"] + self._dear(at, way)
            yield at + 1, way._replace(cost=way.cost + price + letter, free=slot.name, since=at, marker="")
            if wide and (end := self._whom(at)):
                yield end, way._replace(cost=way.cost + price, free=slot.name, since=at, marker="")
            if wide and (end := self._clause(at)):
                # names are cheap only beside a deed that is named; a word that was refused never is
                cheap = COST["free_known" if not way.verb else "free_refused"]
                prices = zip(self.known[at:end], self.scale[at:end], strict=True)
                dear = sum(one * scale * (1 if one >= cheap else COST["free_clause_known"]) for one, scale in prices)
                told = dear + COST["free_letter"] * (end - at)
                said = (*way.filled, (slot.name, self.typed[at:end].strip()))
                yield end, way._replace(cost=way.cost + COST["free_clause"] + told, filled=said, marker="")

    def _whom(self, at: int) -> int:
        """Where the name of somebody ends that stands right behind what means the deed (`示威山贼1`), of a deed that itself takes nobody; 0 for none."""
        taken = any(self.frame.actor_names.values()) or any(slot.person for slot in self.frame.slots)
        before = len(self.text[:at].rstrip())
        heads = (hit for name in self.frame.heads for hits in self.hits.get(name, {}).values() for hit in hits)
        if taken or self.frame.actors is None or not any(hit.end == before and hit.cost <= 1e-9 for hit in heads):
            return 0
        whole = (hit.end for hit in self.heard.hits(self.frame.actors).get(at, ()) if hit.cost <= UNNUMBERED)
        return max(whole, default=0)

    def _clause(self, at: int) -> int:
        """Where the clause that begins at a letter ends; 0 where none begins there, or it is the whole text."""
        before = self.text[:at].rstrip()
        if before and before[-1] not in CLAUSES:
            return 0
        end = next((place for place in range(at, self.size) if self.text[place] in CLAUSES), self.size)
        return end if before or end < self.size else 0

    def _dear(self, at: int, way: _Way) -> float:
        """What a letter costs in free words beside others: it belongs to something known, or is a number that a field still wants."""
        wanted = self.counts[at] and any(name not in dict(way.filled) for name in self.numbers)
        return max(self.known[at] * self.scale[at], COST["free_known"] if wanted else 0.0)

    def _begin_drop(self, at: int, way: _Way) -> Iterable[tuple[int, _Way]]:
        """What is left out of this reading begins here."""
        if self.text[at] not in MARKS:
            price = COST["dropped"] + COST["dropped_letter"] + self.known[at] * self.scale[at]
            yield at + 1, way._replace(cost=way.cost + price, since=-at - 1)

    def _told(self, way: _Way) -> _Way:
        """A way whose sentence is nothing but words that mean nothing by themselves (一起上): they are told all the same."""
        taken = dict(way.filled)
        slot = next((slot for slot in self.frame.slots if slot.sentence and slot.name not in taken), None)
        tail = self.typed[way.edge :].strip("".join(MARKS)) if slot is not None and way.edge and not way.dropped else ""
        many = len(tail) >= TOLD and tail not in self.words.particles
        return way._replace(filled=tuple(sorted([*way.filled, (slot.name, tail)]))) if slot and many else way

    def _finish(self, way: _Way) -> Fit | None:
        """A way that has come to the end: a deed must be named, or meant by what it takes."""
        way = self._told(self._close(self.size, way))
        if not way.verb and not self.frame.headed:
            return None
        filled = dict(way.filled)
        if self.frame.headed and not way.verb and not filled:
            return None
        if self.frame.aims and way.actor and any(self.slots[name].person for name in filled):
            return None  # whom it is aimed at is said once
        if self.frame.many and way.actor and any(self.slots[n].person and self.slots[n].field.keyed for n in filled):
            return None  # and whom it is for
        cost = way.cost if way.verb else way.cost + self.frame.unnamed
        return Fit(cost, filled, way.actor, way.verb, tuple(filter(None, way.dropped)))
