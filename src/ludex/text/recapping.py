"""A session told like a story, as Markdown that reads and prints well; the log as a seat may see it, likewise."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from ludex.core.say import Say
from ludex.core.view import Card, Fact, Label
from ludex.desk.campaign import Beat, Recap
from ludex.table.audience import Seen
from ludex.text.telling import log_texts
from ludex.text.words import Words


def markdown(words: Words, recap: Recap, unsaid: Collection[str] = ()) -> str:
    """A session as a story: who was there, what was said and done in paragraphs, what it came to.

    `unsaid`: keys of what only runs the table; of a card that is called so, what it led to alone is told.
    """
    return "\n\n".join([*_head(words, recap), *_story(words, recap.beats, unsaid), *_end(words, recap)]) + "\n"


def tells(words: Words, recap: Recap, unsaid: Collection[str] = ()) -> bool:
    """Whether there is anything to tell of a session yet."""
    return any(True for _ in _story(words, recap.beats, unsaid))


def _head(words: Words, recap: Recap) -> Iterator[str]:
    yield f"# {words('recap.title', number=recap.number, title=recap.title or words('recap.untitled'))}"
    day = recap.opened[:10]
    until = words("recap.until", hour=recap.closed[11:16]) if recap.closed else words("recap.running")
    yield words("recap.when", day=day, hour=recap.opened[11:16], until=until)
    there = [_person(words, one.name, list(one.actors.values())) for one in recap.present]
    if there:
        yield words("recap.present", people=there)


def _person(words: Words, name: str, actors: list[str]) -> str:
    return words("recap.person", name=name, actors=actors) if actors and actors != [name] else name


def _story(words: Words, beats: Sequence[Beat], unsaid: Collection[str]) -> Iterator[str]:
    """Paragraphs: what one person says or does in a row stands together."""
    for (kind, who), several in groupby(beats, key=lambda beat: (beat.kind, beat.who)):
        told = [_told(words, kind, beat, unsaid) for beat in several]
        said = ("\n" if kind == "noted" else " ").join(one for one in told if one)
        if not said:
            continue
        yield words("recap.said", who=who, said=said) if kind == "said" else said


def _told(words: Words, kind: str, beat: Beat, unsaid: Collection[str]) -> str:
    match kind:
        case "said":
            return beat.text
        case "noted":
            return f"> {beat.text}"
        case "arrived":
            return words("log.arrived", text=beat.text)
    return _deed(words, beat.card, beat.who, unsaid) if beat.card else ""


def _deed(words: Words, card: Card, who: str, unsaid: Collection[str]) -> str:
    """A deed in one sentence or two: who, what, how it ended, what came of it; the reasons of numbers stay in the log."""
    title = words.say(card.title)
    title = title if who in title else f"{who}{words('common.colon')}{title}"
    came = _came_to(card)
    title = f"{title} → {_total(words, came)}" if came is not None else title
    verdict = words.say(card.verdict.say) if card.verdict else ""
    lines = [words.say(line).strip() for line in card.lines if _key(line) not in unsaid]
    head = f"**{title}**" + (f"{words('common.comma')}{verdict}" if verdict else "")
    rest = words("common.comma").join(line.rstrip("。.") for line in lines if line)
    if _key(card.title) in unsaid:
        return words("recap.sentence", text=rest) if rest else ""
    return words("recap.sentence", text=f"{head}{words('common.colon')}{rest}" if rest else head)


def _total(words: Words, fact: Fact) -> str:
    """A number of a deed; one that is somebody's is told with whose."""
    whose = f"{fact.label} " if isinstance(fact.label, str) else ""
    return f"{whose}{words.show(fact.value)}"


def _came_to(card: Card) -> Fact | None:
    """The number that says how a deed without a verdict ended: its only one, one with reasons, or somebody's own; a whole sheet has none."""
    first = next(iter(card.totals), None)
    if first is None or card.verdict is not None:
        return None
    told = first.total is not None or len(card.totals) == 1 or isinstance(first.label, str)
    return first if told else None


def _key(said: Label) -> str:
    return said.key if isinstance(said, Say) else ""


def _end(words: Words, recap: Recap) -> Iterator[str]:
    yield "---"
    if recap.reward:
        yield words("recap.reward", words=recap.reward)
    yield words("recap.counted", beats=len(recap.beats), rolls=recap.rolls)


def log_markdown(words: Words, name: str, entries: Sequence[Seen]) -> str:
    """The log of a table as a seat may see it."""
    told = [text.replace("\n", "  \n") for text in log_texts(words, entries)]
    return "\n\n".join([f"# {name}", *told]) + "\n"
