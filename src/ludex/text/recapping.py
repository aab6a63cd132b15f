"""A session retold in words: its chronicle as Markdown that reads and prints well, in short for chat; the log as a seat may see it."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce

from ludex.core.say import Say, say
from ludex.core.view import Card, Fact, Label
from ludex.desk.campaign import Recap
from ludex.desk.chronicle import Chapter, Moment, SessionChronicle
from ludex.table.audience import Seen
from ludex.text.telling import log_texts
from ludex.text.words import Words

CLAUSES = 12
"""So many of the things that an act led to are told of it; that there are more is said."""

TOGETHER = 2
"""So many things stand in one paragraph, beside their numbers."""

RECAP_LINES = 8
"""So many things are told in chat: with what stands over and under them, twelve lines."""


def sentence(words: Words, card: Card, unsaid: Collection[str] = ()) -> str:
    """What a card tells: what was done and how it came out, then what it led to; what stands over it as a heading not again.

    `unsaid`: keys of what only runs the table: of a card that is called so, what it led to alone is told, or its sentence where that is none
    of them.
    """
    runs = _key(card.title) in unsaid
    if card.sentence and not (runs and _key(card.sentence) in unsaid):
        return _begun(words, words.say(card.sentence)) + words("web.story_stop")
    verdict = [words.say(card.verdict.say)] if card.verdict and not runs else []
    lines = (words.say(one).strip().rstrip("。.") for one in card.all_lines if _key(one) not in unsaid)
    led = list(dict.fromkeys(_begun(words, one) for one in lines if one and not one.endswith(("：", ":"))))
    done = "" if card.scene or runs else words.say(card.title).rstrip("。.")
    came = _came_to(card) if done else None
    if came and isinstance(card.title, Say) and card.title.key == "told.roll_reason":
        return words("recap.rolled", reason=card.title.facts["reason"], value=came.value) + words("web.story_stop")
    begun = words("web.story_comma").join(
        one for one in (done, *verdict, *([_total(words, came)] if came else [])) if one
    )
    told = [one for one in (begun, *led[:CLAUSES]) if one]
    stop = words("web.story_more" if len(led) > CLAUSES else "web.story_stop")
    return words("web.story_then").join(told) + stop if told else ""


def moment_text(words: Words, moment: Moment, unsaid: Collection[str] = (), *, alone: bool = False) -> str:
    """One thing of a chronicle: in the GM's words where she has any, else what was said or what the card tells; `alone`: under no heading."""
    beat = moment.beat
    if moment.said or beat.card is None:
        return moment.said or (words("log.arrived", text=beat.text) if beat.kind == "arrived" else beat.text)
    if moment.headed is not None and not alone:
        return _begun(words, words.say(moment.headed)) + words("web.story_stop") if moment.headed else ""
    return sentence(words, beat.card, unsaid).strip()


def is_speech(words: Words, moment: Moment) -> bool:
    """Whether it is somebody's speech."""
    return moment.beat.kind == "said" and not moment.said and bool(moment_text(words, moment))


def short(words: Words, told: SessionChronicle, unsaid: Collection[str] = ()) -> str:
    """A session in twelve lines at most: what weighs most, in order, what was gained and what is open."""
    heaviest = sorted(told.told, key=lambda one: (not one.quote, -one.weight))
    texts = [(one, _line(words, one, unsaid)) for one in heaviest]
    kept = sorted([pair for pair in texts if pair[1]][:RECAP_LINES], key=lambda pair: pair[0].n)
    head = f"# {_title(words, told.recap)}"
    rolls = told.recap.rolls
    about = " · ".join([told.recap.opened[:10], *([words("recap.counted_short", rolls=rolls)] if rolls else [])])
    lines = [f"- {text}" for _, text in kept]
    return "\n".join([head, "", about, *lines, *(f"- {text}" for text in _ends(words, told))]) + "\n"


def tells(words: Words, told: SessionChronicle, unsaid: Collection[str] = ()) -> bool:
    """Whether there is anything to tell of a session yet."""
    return any(moment_text(words, one, unsaid, alone=True) for one in told.told)


def markdown(words: Words, told: SessionChronicle, unsaid: Collection[str] = ()) -> str:
    """A session as a story: who was there, what is told of each scene, what was gained and what is open."""
    recap = told.recap
    chapters = [text for chapter in told.chapters for text in _chapter(words, chapter, unsaid)]
    counts = {"beats": len(recap.beats), "rolls": recap.rolls}
    counted = words("recap.counted" if recap.rolls else "recap.counted_beats", **counts)
    ends = [f"- {text}" for text in _ends(words, told)]
    return "\n\n".join([*_head(words, recap), *chapters, "---", *(["\n".join(ends)] if ends else []), counted]) + "\n"


def paragraphs(words: Words, chapter: Chapter, unsaid: Collection[str] = ()) -> Iterator[list[Moment]]:
    """What is told of a scene: speech by itself, what was done together until somebody speaks or the GM has written something."""
    run: list[Moment] = []
    for one in chapter.moments:
        if not one.told or not (moment_text(words, one, unsaid) or one.added):
            continue
        apart = is_speech(words, one) or one.beat.kind == "noted"
        if run and (apart or len(run) == TOGETHER):
            yield run
            run = []
        run.append(one)
        if apart or one.added:
            yield run
            run = []
    if run:
        yield run


def _chapter(words: Words, chapter: Chapter, unsaid: Collection[str]) -> Iterator[str]:
    told = list(paragraphs(words, chapter, unsaid))
    if chapter.name and any(one.told and moment_text(words, one, unsaid, alone=True) for one in chapter.moments):
        yield f"## {words.say(chapter.name)}"
    for run in told:
        if is_speech(words, run[0]):
            yield f"> {_line(words, run[0], unsaid)}"
        else:
            yield words("web.story_beside").join(moment_text(words, one, unsaid) for one in run).strip()
        yield from (one.added for one in run if one.added)


def _line(words: Words, moment: Moment, unsaid: Collection[str]) -> str:
    """A moment on one line; speech with who spoke."""
    text = " ".join(moment_text(words, moment, unsaid, alone=True).split())
    if is_speech(words, moment):
        return words("recap.said", who=moment.beat.who, said=text)
    return " ".join(part for part in (text, " ".join(moment.added.split())) if part)


def _ends(words: Words, told: SessionChronicle) -> Iterator[str]:
    """What was gained, and what is open."""
    if told.gained:
        yield words(
            "recap.gained", what=reduce(lambda first, then: say("told.tally_then", first=first, then=then), told.gained)
        )
    if told.open:
        yield words("recap.open", what=[words.say(one) for one in told.open])


def _title(words: Words, recap: Recap) -> str:
    title = recap.title or words("recap.untitled")
    return words("recap.title", number=recap.number, title=title) if recap.number else title


def _head(words: Words, recap: Recap) -> Iterator[str]:
    yield f"# {_title(words, recap)}"
    until = words("recap.until", hour=recap.closed[11:16]) if recap.closed else words("recap.running")
    yield words("recap.when", day=recap.opened[:10], hour=recap.opened[11:16], until=until)
    there = [_person(words, one.name, list(one.actors.values())) for one in recap.present]
    if there:
        yield words("recap.present", people=there)


def _person(words: Words, name: str, actors: list[str]) -> str:
    return words("recap.person", name=name, actors=actors) if actors and actors != [name] else name


def _total(words: Words, fact: Fact) -> str:
    """A number of a deed; one that is somebody's is told with whose."""
    whose = f"{fact.label} " if fact.label and isinstance(fact.label, str) else ""
    return f"{whose}{words.show(fact.value)}"


def _came_to(card: Card) -> Fact | None:
    """The number that says how a deed without a verdict ended: its only one, one with reasons, or somebody's own; a whole sheet has none."""
    first = next(iter(card.totals), None)
    if first is None or card.verdict is not None:
        return None
    told = first.total is not None or len(card.totals) == 1 or isinstance(first.label, str)
    return first if told else None


def _begun(words: Words, text: str) -> str:
    """A text that begins a sentence: in English with a capital."""
    return text[:1].upper() + text[1:] if words.language == "en" else text


def _key(said: Label) -> str:
    return said.key if isinstance(said, Say) else ""


def log_markdown(words: Words, name: str, entries: Sequence[Seen]) -> str:
    """The log of a table as a seat may see it."""
    told = [text.replace("\n", "  \n") for text in log_texts(words, entries)]
    return "\n\n".join([f"# {name}", *told]) + "\n"
