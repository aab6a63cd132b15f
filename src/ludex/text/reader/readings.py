"""Which deeds a text may mean: those that it names, and those that are meant by naming a spell, a weapon, a tag; each fitted and closed.

A reading is a deed with what its fields hold, as the line that does it in the command's own words. Nothing here decides.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import ITEM, OWN, PLAYER, Command, word
from ludex.core.names import narrow
from ludex.desk.spelling import placed
from ludex.table.seats import may_use
from ludex.text.reader.forms import INITIALS, INSIDE, OTHER_WORD, SOUND, UNNUMBERED, Found, Index
from ludex.text.reader.lattice import CLAUSES, JOINTS, NEXT_TO, SELF, Fit, fit
from ludex.text.reader.moment import Frame, Heard, Moment, Slot
from ludex.text.reader.prices import COST
from ludex.text.reader.words import ME, SIGNS, Vocabulary, normal

VERB, PART, HEAD, OTHER_NAMED, OTHER_VERB, NOT_ITS_OWN, QUESTION, ANOTHERS_WORD = (
    0.1,
    0.15,
    0.25,
    0.2,
    0.1,
    0.6,
    0.5,
    0.3,
)
"""What it costs that a deed is named by a verb, or by a part of another's (削 in 削弱), or by what it takes (and another stands there by its
name, or by a verb); that the line begins with the name of another; that it asks something; that it is not named, and not the speaker's own to decide."""

NOT_ITS_OWN_IN_ENGLISH, PART_IN_ENGLISH = 0.4, 0.45
"""The same of an English line: there the name of a deed is often a verb of others (give, throw, hit), but no part of a longer one."""

MOST = 10
"""So many deeds are fitted."""


class Reading(msgspec.Struct, frozen=True):
    """A deed that a text may mean: what its fields hold and who acts, as the line writes them; what it leaves out of the text, what it lacks,
    and which values of that its verb would bring along (`implied`). `named`: a word for the deed stands in the text."""

    command: Command
    args: Mapping[str, str]
    actor: str
    cost: float
    dropped: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    named: bool = True

    def rest(self, language: str) -> str:
        """What stands behind the command's name in the line that does it."""
        whom = [f"@{self.actor}"] if self.actor else []
        return " ".join([*placed(self.command, self.args, language), *whom])

    def line(self, language: str) -> str:
        """The line that does it."""
        name = self.command.key if language == "en" else self.command.names[0]
        return f".{name} {self.rest(language)}".rstrip()

    def says_more(self, other: "Reading", free: Collection[str] = (), lists: Collection[str] = ()) -> bool:
        """Whether it is the same deed with all that another says, and something besides; `free`: fields of people's own words, which need not
        be alike, `lists`: those that may name more of what the other names."""
        same = self.command.key == other.command.key and other.actor in ("", self.actor)
        said, before = ({name: value for name, value in one.args.items() if name not in free} for one in (self, other))
        held = all(
            said.get(name) == value or (name in lists and said.get(name, "").startswith(f"{value},"))
            for name, value in before.items()
        )
        return same and held and (said != before or self.actor != other.actor)


def readings(moment: Moment, text: str, *, owner: str = "", unknown: str = "", lacks: str = "") -> list[Reading]:
    """What a text may mean, the likeliest first; `owner`: the deed with whose own name the line begins, `unknown`: the word for which it
    was refused, `lacks`: the field for want of which."""
    heard = Heard(text)
    known = _known_letters(moment, heard)
    _make_dear(known, heard, unknown, moment.words)
    acting = moment.acting(heard)
    found: list[Reading] = []
    candidates = _candidates(moment, heard, owner)
    _make_things_dear(known, moment, heard, [command for command, _, _ in candidates])
    others = any(hit.cost <= VERB + 1e-9 for _, where, _ in candidates for several in where.values() for hit in several)
    inside = _in_verbs(moment, heard)
    for command, occurrences, base in candidates:
        frame = _frame(moment, command, occurrences, acting, inside, unnamed=HEAD if occurrences else 0.0)
        wanted = lacks if command.key == owner else ""
        found += (
            _closed(
                moment,
                command,
                frame,
                one,
                base + _doubt(moment, command, heard, one, occurrences, others=others),
                wanted,
            )
            for one in fit(heard, frame, moment.words, known)
        )
    best: dict[tuple[object, ...], Reading] = {}
    for one in sorted(found, key=lambda one: one.cost):
        best.setdefault(_without_free_words(moment, one), one)
    likely = list(best.values())[:MOST]
    left = [one for one in likely if not _less_than_another(moment, one, likely)]
    return sorted((_as_likely(one, likely) for one in left), key=lambda one: one.cost)


def free_of(moment: Moment, command: Command) -> frozenset[str]:
    """The fields of a deed that take people's own words."""
    return frozenset(slot.name for slot in moment.slots(command) if slot.free)


def is_told(moment: Moment, one: Reading) -> bool:
    """Whether a reading takes words of the line as somebody's own."""
    return not free_of(moment, one.command).isdisjoint(one.args)


def _without_free_words(moment: Moment, one: Reading) -> tuple[object, ...]:
    """A reading but for where its free words begin and end."""
    free = free_of(moment, one.command)
    said = tuple(sorted((name, value) for name, value in one.args.items() if name not in free))
    return (one.command.key, one.actor, said)


def _as_likely(one: Reading, others: Iterable[Reading]) -> Reading:
    """A reading as likely as one that it only adds to: 给灰狼来一剑 is no less an attack because a sword is named in it."""
    near = (other.cost + ADDS for other in others if one.cost - other.cost < LITTLE and one.says_more(other))
    least = min(near, default=one.cost)
    return replace(one, cost=least) if least < one.cost else one


ADDS, LITTLE = 0.1, 0.45
"""What it costs that a deed says more than another way to read it; one that says more and is not so much dearer is meant."""


def _less_than_another(moment: Moment, one: Reading, others: Iterable[Reading]) -> bool:
    """What is named is meant: of two readings of one deed the one that says less, or has a number or flag in free words, is dropped, if the
    other is not much dearer; so is one that has a whole name in free words which the other takes; one that puts anything else there, if the
    other is not dearer at all."""
    free = free_of(moment, one.command)
    plain = {slot.name for slot in moment.slots(one.command) if slot.flag or slot.number}
    people = {slot.name for slot in moment.slots(one.command) if slot.person}

    told = normal(" ".join(said for name, said in one.args.items() if name in free))

    def better(other: Reading) -> bool:
        near = other.cost - one.cost < LITTLE
        more = (said for name, said in other.args.items() if name not in free and name not in one.args)
        if near and other.says_more(one, free) and any(len(said) > 2 and normal(said) in told for said in more):
            return True
        if near and other.says_more(one, lists=people):
            return True
        numbers = (other.args.keys() - one.args.keys()) & plain
        return other.says_more(one, free) and (other.cost < one.cost or (near and bool(numbers)))

    return any(better(other) for other in others)


MYSELF = Index({"me": SELF}, {}, whole=True)
"""Words for oneself."""


def _known_letters(moment: Moment, heard: Heard) -> list[float]:
    """How dear each letter of a text is in free words: it may belong to somebody's name, to a deed's, or to what means a deed."""
    known = [0.0] * len(heard.text)
    heads = [(index, 2, COST["free_known"]) for index in moment.head_indexes]
    for index, shortest, price in (
        (moment.verbs, 1, COST["free_verb"]),
        (moment.names, 2, COST["free_known"]),
        (moment.crowds, 2, COST["free_known"]),
        (moment.people, 1, COST["free_known"]),
        (MYSELF, 2, COST["free_known"]),
        *heads,
    ):
        done = 0
        for start, hits in sorted(heard.hits(index).items()):
            sure = [hit.end for hit in hits if hit.cost <= UNNUMBERED and hit.end - start >= shortest]
            joined = heard.text[start - 1 : start] in ADDED if start else False
            part = [
                hit.end
                for hit in hits
                if (index is moment.people or (joined and index in moment.head_indexes))
                and hit.cost <= INSIDE
                and hit.end - start > 1
            ]
            end = max((*sure, *part), default=0)
            once = index is moment.verbs  # a verb pays for its first letter, and a verb inside it does not
            for at in range(start, end if end > done or not once else 0):
                known[at] = max(known[at], price / 4 if once and at > start else price)
            done = max(done, end)
    for index in moment.head_indexes:  # 记着证: what sounds like a whole name is one mistyped
        for hit in (hit for hits in heard.hits(index).values() for hit in hits if INSIDE < hit.cost <= SOUND):
            for at in range(hit.start, hit.end):
                known[at] = max(known[at], COST["free_known"])
    return known


def _make_things_dear(known: list[float], moment: Moment, heard: Heard, commands: Iterable[Command]) -> None:
    """The whole name of a thing that one of the deeds takes is not to go into the free words of another."""
    slots = (slot for one in commands for slot in moment.slots(one) if slot.often or slot.field.kind == ITEM)
    hits = (
        hit
        for slot in slots
        if slot.index is not None
        for several in heard.hits(slot.index).values()
        for hit in several
    )
    for hit in hits:
        if hit.cost <= 1e-9 and hit.end - hit.start > 1:
            known[hit.start : hit.end] = [max(COST["free_known"], price) for price in known[hit.start : hit.end]]


def _make_dear(known: list[float], heard: Heard, unknown: str, words: Vocabulary) -> None:
    """A word that was refused, a number, how much something changes, and what stands behind `=` or `+`, is not to go into free words in silence."""
    for at, letter in enumerate(heard.text):
        known[at] = max(known[at], COST["free_number"] if letter.isdecimal() else 0.0)
    start = heard.typed.find(unknown) if unknown else -1
    for at in range(start, start + len(unknown) if start >= 0 else start):
        known[at] = max(known[at], COST["free_refused"])
    for found in re.finditer("|".join(map(re.escape, (*words.less, *words.more))), heard.text):  # 扣5
        if heard.text[found.end() :].lstrip()[:1].isdecimal():
            known[found.start() : found.end()] = [COST["free_refused"]] * (found.end() - found.start())
    for at, letter in enumerate(heard.text):
        behind = at + 1
        more = letter == "+" and not heard.text[at + 1 : at + 2].isdecimal()
        while (letter == "=" or more) and behind < len(known) and not heard.text[behind].isspace():
            known[behind] = max(known[behind], COST["free_refused"])
            behind += 1


ADDED = (*JOINTS, "加")
"""What stands before one thing more: a part of its name is enough."""


Occurrences = dict[int, list[Found]]


def _words_of_deeds(moment: Moment, heard: Heard) -> dict[str, Occurrences]:
    """Where names and verbs of deeds stand in a text, by the deed; only the longest of those that begin in one place."""
    at: dict[str, Occurrences] = {}
    spans: set[tuple[int, int]] = set()
    covered = _covered(moment, heard)
    seat = moment.desk.seat
    others = () if seat.gm else {c.key for c in moment.commands if c.owner != OWN or not may_use(seat, c.who)}
    for index, price in ((moment.names, 0.0), (moment.verbs, VERB)):
        for start, hits in heard.hits(index).items():
            for hit in hits:
                if (start, hit.end) in covered or _too_short(hit, start):
                    continue
                cost = hit.cost + price + (ANOTHERS_WORD if price and hit.value in others else 0.0)
                spans |= {(start, hit.end)} if hit.cost <= 1e-9 else set()
                at.setdefault(hit.value, {}).setdefault(start, []).append(hit._replace(cost=cost))
    for where in at.values():
        for start, hits in where.items():
            longest = max((hit.end for hit in hits if hit.cost <= VERB), default=0)
            where[start] = [hit for hit in hits if hit.end >= longest]
    english = heard.text.isascii()
    for where in at.values():
        for start, hits in where.items():
            where[start] = [
                hit._replace(cost=hit.cost + _part_of(spans, start, hit.end, english=english)) for hit in hits
            ]
    return at


def _candidates(moment: Moment, heard: Heard, owner: str) -> list[tuple[Command, Occurrences, float]]:
    """The deeds that a text may name, with where their words stand and what they cost beforehand."""
    at = _words_of_deeds(moment, heard)
    owner = "" if _begins_with_more(moment, heard, at.get(owner, {})) else owner
    commands = {command.key: command for command in moment.commands}
    found = {key: (commands[key], where, 0.0) for key, where in at.items() if key in commands}
    named = (
        OTHER_NAMED if any(hit.cost <= 1e-9 for where in at.values() for hits in where.values() for hit in hits) else 0
    )
    for command, fields in moment.heads():
        if command.key not in found and _headed(moment, command, fields, heard):
            own = command.owner == OWN
            theirs = own and command.who == PLAYER and moment.names_played(heard)
            hers = not theirs if moment.desk.seat.gm else own
            found[command.key] = (command, {}, HEAD + named + (0.0 if hers else ANOTHERS_WORD))
    apart = NOT_ITS_OWN if not heard.text.isascii() else NOT_ITS_OWN_IN_ENGLISH
    other = {key: (c, w, base + (apart if owner and key != owner else 0.0)) for key, (c, w, base) in found.items()}
    return sorted(other.values(), key=lambda one: one[2] + _first_cost(one[1]))[:MOST]


def is_whole_word(indexes: Iterable[Index], said: str) -> bool:
    """Whether a word is one of these: a verb of a deed, or something that means a deed by itself."""
    whole = normal(said)
    heard = Heard(whole)
    hits = (hit for index in indexes if len(whole) <= index.longest for hit in heard.hits(index).get(0, ()))
    return any(hit.end == len(whole) > 1 and hit.cost <= HEAD for hit in hits)


def _doubt(moment: Moment, command: Command, heard: Heard, found: Fit, named: "Occurrences", *, others: bool) -> float:
    """What it costs that a text has the first letters of a word for the deed (cs: 尝试) and nothing else that it takes, asks something, or
    names somebody and a thing that means the deed while a verb of `others` stands there."""
    spans = [hit for hits in named.values() for hit in hits]
    letters = bool(spans) and all(one.cost >= INITIALS and heard.text[one.start : one.end].isascii() for one in spans)
    if letters and not found.filled.keys() - free_of(moment, command):
        return QUESTION
    headed = not named and (
        found.actor or any(slot.person and slot.name in found.filled for slot in moment.slots(command))
    )
    return _asks(moment, command, heard, found) + (OTHER_VERB if headed and others else 0.0)


def _asks(moment: Moment, command: Command, heard: Heard, found: Fit) -> float:
    """What it costs that a text asks something: it has a word of a question that is no part of what the deed takes, nor of words that stand
    by themselves behind a mark (`学识，这是什么`)."""
    put = heard.text.find("问")  # what somebody is asked is no question to the table
    said = [(at, at + len(one)) for one in moment.words.asking if (at := heard.text.find(one)) >= 0]
    said = [span for span in said if not 0 <= put < span[0]]
    first = (hit for index in (moment.names, moment.verbs) for hit in heard.hits(index).get(0, ()))
    if not said or any(hit.value == command.key and hit.end > 2 and hit.cost <= 1e-9 for hit in first):
        return 0.0  # who asks does not begin with a long word for a deed
    indexes = (slot.index for slot in moment.slots(command) if slot.index is not None)
    hits = (hit for index in indexes for several in heard.hits(index).values() for hit in several)
    taken = [(hit.start, hit.end) for hit in hits if hit.cost <= UNNUMBERED]
    for name in free_of(moment, command) & found.filled.keys():
        words = normal(found.filled[name])
        at = heard.text.find(words)
        taken += [(at, at + len(words))] if at > 0 and heard.text[:at].rstrip()[-1:] in CLAUSES else []
    asked = any(not any(first <= start and end <= last for first, last in taken) for start, end in said)
    return QUESTION if asked else 0.0


def _begins_with_more(moment: Moment, heard: Heard, own: Occurrences) -> bool:
    """Whether a text begins with something that means another deed by itself, and that is longer than the name of its own."""
    longest = max((hit.end for hit in own.get(0, ())), default=0)
    indexes = (*moment.head_indexes, moment.names, moment.verbs)
    hits = (hit for index in indexes for hit in heard.hits(index).get(0, ()))
    return any(hit.end > longest and hit.cost <= UNNUMBERED for hit in hits)


def _part_of(spans: Iterable[tuple[int, int]], start: int, end: int, *, english: bool) -> float:
    """What it costs that a word is only a part of a longer one that stands there."""
    longer = any(first <= start and end <= last and last - first > end - start for first, last in spans)
    return (PART_IN_ENGLISH if english else PART) if longer else 0.0


def begins_with_longer(moment: Moment, text: str, name: str) -> bool:
    """Whether a text begins with a word for a deed that is longer than the `name` with which it begins: `end turn`, not `end`."""
    said = normal(text)
    hits = (hit for index in (moment.names, moment.verbs) for hit in index.beginning(said))
    return any(hit.end > len(name) and hit.cost <= 1e-9 for hit in hits)


def _first_cost(where: Occurrences) -> float:
    return min((hit.cost - 0.03 * (hit.end - start) for start, hits in where.items() for hit in hits), default=0.0)


def _too_short(hit: Found, start: int) -> bool:
    """Whether a name of one Latin letter stands elsewhere than at the beginning."""
    return hit.end - start == 1 and hit.cost > 0.3


def _covered(moment: Moment, heard: Heard) -> set[tuple[int, int]]:
    """Stretches inside the whole name of somebody or of a thing that means a deed: no words of their own."""
    indexes = ((moment.people, UNNUMBERED), *((index, 1e-9) for index in moment.head_indexes))
    hits = ((hit, price) for index, price in indexes for several in heard.hits(index).values() for hit in several)
    longer = [(hit.start, hit.end) for hit, price in hits if hit.cost <= price]
    spans = [span for span in longer if span[1] - span[0] > 1]
    return {
        (start, end)
        for first, last in spans
        for start in range(first, last)
        for end in range(start + 1, last + 1)
        if end - start < last - first
    }


def _headed(moment: Moment, command: Command, fields: Iterable[str], heard: Heard) -> bool:
    """Whether a text names something that means a deed by itself, or a number of it by its key: 狂气+1."""
    slots = [slot for slot in moment.slots(command, moment.acting(heard)) if slot.name in fields]
    keys = [key for slot in slots if slot.number for key in slot.field.keys]
    numbered = any(re.search(rf"{re.escape(key)}\s*[:=]?\s*[+-]?\d", heard.text) for key in keys)
    return numbered or any(
        hit.cost <= INITIALS and (hit.end - hit.start > 1 or _stands_first(heard, hit))
        for slot in slots
        if slot.index is not None
        for hits in heard.hits(slot.index).values()
        for hit in hits
    )


def _stands_first(heard: Heard, hit: Found) -> bool:
    """Whether a name of one letter stands by itself at the beginning of a text: 矛 兽人1."""
    return hit.cost <= 1e-9 and hit.start == 0 and heard.text[hit.end : hit.end + 1].isspace()


def _in_verbs(moment: Moment, heard: Heard) -> frozenset[tuple[int, int]]:
    """What stands behind a 一 in the words for deeds that a text has: 剑 in 来一剑, which is a stroke and no sword."""
    whole = [hit for hits in heard.hits(moment.verbs).values() for hit in hits if hit.cost <= 1e-9]
    return frozenset(
        (at + 1, hit.end) for hit in whole for at in range(hit.start, hit.end - 1) if heard.text[at] == "一"
    )


def _frame(
    moment: Moment,
    command: Command,
    occurrences: Occurrences,
    acting: str,
    in_verbs: frozenset[tuple[int, int]] = frozenset(),
    *,
    unnamed: float = 0.0,
) -> Frame:
    desk = moment.desk
    acts = moment.takes_actor(command)
    whom = (
        moment.actors
        if desk.seat.gm or command.aims or command.many
        else {one: moment.actors[one] for one in moment.own}
    )
    own, slots = desk.own(), moment.slots(command, acting)
    alone = moment.own if not acts and not desk.seat.gm and len(moment.own) == 1 else ()
    aims = any(
        slot.person and not slot.field.keyed and (command.aims or slot.name == command.together) for slot in slots
    )
    return Frame(
        slots=slots,
        verbs=occurrences,
        headed=command.key in moment.words.heads,
        heads=moment.words.heads.get(command.key, ()),
        actors=moment.people if acts or alone or any(slot.person for slot in slots) else None,
        actor_names={who: word(name) for who, name in whom.items()} if acts and not aims else dict.fromkeys(alone, ""),
        crowds=moment.crowds if moment.takes_crowd(command) or any(slot.person for slot in slots) else None,
        crowd_acts=moment.takes_crowd(command) and not aims,
        aims=command.aims or aims,
        gm=desk.seat.gm,
        many=command.many,
        me=word(moment.actors[own]) if own in moment.actors and not desk.seat.gm else "",
        members=moment.members,
        beside=moment.words.beside.get(command.key, ()),
        marks=moment.marks,
        unnamed=unnamed,
        in_verbs=in_verbs,
    )


def _closed(moment: Moment, command: Command, frame: Frame, found: Fit, base: float, lacks: str) -> Reading:
    """A way to fit a deed as a reading: what its verb implies is filled in, and what is missing is named."""
    args = {name: _placed(moment, said, found.actor) for name, said in found.filled.items()}
    args = {name: said for name, said in args.items() if said}
    implied: tuple[str, ...] = ()
    implies = moment.words.implies.get(command.key, {})
    for name, said in ((name, said) for verb in found.verb.split("|") for name, said in implies.get(verb, {}).items()):
        slot = next((slot for slot in frame.slots if slot.name == name), None)
        if said[:1] in SIGNS and name in args:
            args[name] = args[name] if args[name][0] in SIGNS else f"{said[0]}{args[name]}"
        elif slot is None or name in args or said in SIGNS:
            continue
        elif said == ME:
            args |= {name: frame.me} if frame.me and frame.me not in args.values() else {}
        elif len(there := _implied(slot, said, language=moment.language if name in frame.heads else "")) == 1:
            args[name] = there[0]
        else:
            implied = tuple(there)
    actor = found.actor or _crowd(moment, command, frame, args)
    brought = {said for name, said in args.items() if name not in found.filled}
    dropped = tuple(one for one in found.dropped if one not in brought)  # 惊惧术吓: said, and brought along by the verb
    spared = "".join(one for one in found.dropped if one in brought)
    cost = found.cost + base - (COST["dropped"] + COST["dropped_letter"] * len(spared) if spared else 0.0)
    missing = tuple(
        slot.name
        for slot in frame.slots
        if (slot.way and args.get(slot.name, "").isdecimal())  # so many steps, but not where to
        or ((slot.field.needed or slot.name == lacks) and slot.name not in args and slot.field.unless not in args)
        if not (slot.person and frame.aims and found.actor)
    )
    return Reading(
        command, args, actor, cost + COST["missing"] * len(missing), dropped, missing, implied, bool(found.verb)
    )


def _crowd(moment: Moment, command: Command, frame: Frame, args: dict[str, str]) -> str:
    """A side or everybody in the place for one person, taken out of it: a deed for many is done for each of them."""
    places = (slot for slot in frame.slots if command.many and slot.person and not slot.field.needed)
    place = next((slot.name for slot in places if args.get(slot.name) in moment.crowd_names), "")
    return args.pop(place) if place else ""


def _placed(moment: Moment, said: str, actor: str) -> str:
    """What a field holds; a square next to somebody by its numbers."""
    return moment.next_to(said.removeprefix(NEXT_TO), actor) if said.startswith(NEXT_TO) else said


def _implied(slot: Slot, said: str, *, language: str = "") -> list[str]:
    """The values that a verb may bring along, of those that are there; what means the deed (in a `language`) also where it is not there,
    so that the rules say so."""
    if slot.index is None:
        return [said]
    there = dict.fromkeys(value for one in said.split("|") for value in _called_so(slot, slot.index, one))
    if there or not language:
        return list(there)
    several = said.split("|")
    return ([one for one in several if one.isascii() == (language == "en")] or several)[-1:]


def _called_so(slot: Slot, index: Index, said: str) -> list[str]:
    """What is called just so in a field, as a line writes it."""
    heard = Heard(said)
    whole = (hit for hit in heard.hits(index).get(0, ()) if hit.end == len(heard.text) and hit.cost <= UNNUMBERED)
    hits = sorted(whole, key=lambda hit: hit.cost)
    return list(dict.fromkeys(slot.written[hit.value] for hit in hits if hit.cost <= hits[0].cost + 1e-9))


def is_amount(said: str) -> bool:
    """Whether a word is a number, perhaps with a sign."""
    return said.lstrip("+-").isdecimal()


def is_misplaced(moment: Moment, command: Command, said: str, refused_by: str) -> bool:
    """Whether a word that one field refused is what another field of that deed takes, or somebody, or means nothing by itself (on, 用):
    it stands in the wrong place."""
    words = moment.words
    heard = Heard(said)
    nothing = heard.text in (*words.particles, *words.fillers, *words.patients, *words.tools)
    if nothing or (is_amount(said) and any(slot.number for slot in moment.slots(command))):
        return True
    slots = moment.slots(command, moment.acting(heard))
    others = [slot.index for slot in slots if slot.index is not None and slot.name != refused_by]
    return any(
        hit.end == len(heard.text) and hit.cost <= (UNNUMBERED + OTHER_WORD if index is moment.people else OTHER_WORD)
        for index in (*others, moment.people, moment.crowds)
        for hit in heard.hits(index).get(0, ())
    )


def holds_known(slot: Slot, said: object) -> bool:
    """Whether a new name in a field holds the whole name of something that is offered for it (打手x2)."""
    if slot.index is None or not isinstance(said, str) or slot.person or said.isascii():
        return False
    heard = Heard(said)
    hits = [hit for several in heard.hits(slot.index).values() for hit in several if hit.cost <= 1e-9]
    whole = any(hit.start == 0 and heard.text[hit.end : hit.end + 1] in ("", "#", "、", ",") for hit in hits)
    return not whole and any(hit.end - hit.start > 1 for hit in hits)


def holds_somebody(moment: Moment, said: str) -> bool:
    """Whether a word that was taken for one name begins with somebody's whole name and goes on."""
    hits = Heard(said).hits(moment.people).get(0, ())
    return any(hit.cost <= 1e-9 and 1 < hit.end < len(said) and not said[hit.end].isdecimal() for hit in hits)


def counts_somebody(slots: Sequence[Slot], text: str) -> bool:
    """Whether a text names somebody whom an empty field takes, with a number for another one (周遥擦伤1)."""
    heard = Heard(text)
    people = (slot.index for slot in slots if slot.field.several and slot.index is not None)
    named = any(hit.cost <= UNNUMBERED for index in people for hits in heard.hits(index).values() for hit in hits)
    return named and any(map(str.isdecimal, heard.text)) and any(slot.number for slot in slots)


def says_flag(slots: Sequence[Slot], text: str) -> bool:
    """Whether a clause of a text is nothing but a word that is said or not, which an empty field takes (不能缓解)."""
    clauses = {normal(one).strip() for one in _CLAUSE.split(text)[1:]}
    return any(key in clauses for slot in slots if slot.flag for key in (*slot.unit, *slot.field.keys))


def adds_to(slot: Slot, text: str) -> bool:
    """Whether free words begin with one more of what a field takes two of (dex and mig)."""
    found = _ONE_MORE.match(normal(text))
    said = normal(text)[found.end() :] if found and slot.index is not None and slot.field.spans is not None else ""
    hits = Heard(said).hits(slot.index).get(0, ()) if slot.index is not None and said else ()
    return any(hit.cost <= UNNUMBERED for hit in hits)


_ONE_MORE = re.compile(r"(?:and |plus |[+和与加跟])\s*")
_CLAUSE = re.compile(r"[，,。;；]")


def counts_in(slot: Slot, text: str) -> bool:
    """Whether free words begin with a number that a field takes by a word before it (vs 13, 难度 15)."""
    said = normal(text).lstrip()
    keys = [key for key in (*slot.unit, *slot.field.keys) if key and said.startswith(key)]
    return slot.number and any(said[len(key) :].lstrip(" :=")[:1].isdecimal() for key in keys)


def names_only(slot: Slot, text: str, *, whole: bool = False) -> bool:
    """Whether a word of a text (or the `whole` of it) is nothing but names that a field takes (湿车票+工号), perhaps behind its key (应对手电照脸)."""
    index = slot.index
    words = [word for word in text.split() if narrow(word)[0] not in SIGNS]
    if index is None or (whole and words != [text]):
        return False
    return any(_is_names(slot, index, one) for word in words for one in _WORD.findall(word))


def _is_names(slot: Slot, index: Index, said: str) -> bool:
    heard = Heard(said)
    keys = [key for key in (*slot.field.keys, *slot.unit) if heard.text.startswith(key)]
    at = max(map(len, keys), default=0)
    costs: list[float] = []
    while at < len(heard.text):
        hits = [hit for hit in heard.hits(index).get(at, ()) if hit.cost <= INSIDE and hit.end - hit.start > 1]
        if not hits:
            return False
        longest = max(hits, key=lambda hit: (hit.end, -hit.cost))
        costs.append(longest.cost)
        at = longest.end
        while at < len(heard.text) and heard.text[at] in ADDED:
            at += 1
    if at and keys and max(map(len, keys)) == 1:  # a key of one letter may only have begun a word
        return bool(costs) and max(costs) <= UNNUMBERED
    return bool(costs) and (bool(keys) or min(costs) <= UNNUMBERED)


_WORD = re.compile(r"[^\s，。；：,;:！？?]+")
