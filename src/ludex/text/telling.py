"""What happened, as text: entries of the log, the outcome of a line, and a long run of what followed by itself."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludex.core.asks import Option
from ludex.core.principals import EVERYBODY
from ludex.core.say import Say
from ludex.core.sessions import Sessions
from ludex.core.view import Card, Label
from ludex.table.audience import Seen
from ludex.table.playing import heard_of
from ludex.table.preludes import wished
from ludex.table.seats import hears
from ludex.table.table import Outcome
from ludex.text.drawing import SHAPES, Write, card_text, dice_text, fact_text, option_text, unwritten
from ludex.text.reply import Reply, joined
from ludex.text.summary import Moved, Summary, summary
from ludex.text.words import Words

if TYPE_CHECKING:
    from ludex.text.chat import Chat

MOST_LINES = 4
"""So many lines of an act a group reads."""

MANY = 4
"""More things than this that followed by themselves are told in a line each."""


async def told(chat: "Chat", outcome: Outcome) -> Reply:
    """An outcome as this seat may read it, with the questions it waits for and what followed by itself."""
    seen = chat.desk.seen(outcome)
    said = "" if seen and chat.reads_log else await _said(chat, outcome, seen)
    hidden = EVERYBODY not in outcome.entry.audience
    if not chat.reads_log:
        said = "\n".join(part for part in (said, *_lapsed(chat, outcome)) if part)
    reply = Reply(said, chat.desk.number(outcome.n), private=hidden, logged=bool(seen))
    followed = [one for one in outcome.followed if chat.desk.seen(one)]
    if len(followed) > MANY and not chat.reads_log:
        return joined([reply, await _summed(chat, followed)])
    return joined([reply, *[await told(chat, one) for one in followed]])


def _lapsed(chat: "Chat", outcome: Outcome) -> list[str]:
    """What waited and can be no more, as far as this seat knew of it."""
    known = [act for act in outcome.lapsed if hears(chat.seat, heard_of(act), act.seat)]
    return [chat.words("log.lapsed", n=chat.desk.act_number(act.number)) for act in known]


async def _said(chat: "Chat", outcome: Outcome, seen: Seen | None) -> str:
    """What came of it, and what it waits for."""
    shown = seen_text(chat.words, chat.desk.with_line(seen), chat.written) if seen else ""
    return "\n".join(part for part in (shown, *await _asked(chat, outcome)) if part)


async def _asked(chat: "Chat", outcome: Outcome) -> list[str]:
    """The questions that an act waits for; somebody may have been quicker than the disk."""
    waits = chat.table.memory.parked.get(outcome.act)
    return [await chat.question(one) for one in chat.desk.told_questions(waits)] if waits else []


async def _summed(chat: "Chat", followed: Sequence[Outcome]) -> Reply:
    """A long run of what followed by itself: a line each, and the questions that wait."""
    seen = [one for outcome in followed if (one := chat.desk.seen(outcome))]
    asked = [text for outcome in followed for text in await _asked(chat, outcome)]
    said = "\n".join([*brief_texts(chat.words, seen, chat.table.system.sessions.unsaid), *asked])
    return Reply(said, chat.desk.number(followed[-1].n), private=False, logged=True)


def log_texts(words: Words, entries: Iterable[Seen]) -> list[str]:
    """Log entries as texts, without answers that only led to the next question: those of one act tell nothing of their own."""
    told = ((seen, seen_text(words, seen)) for seen in entries)
    return [text for seen, text in told if text != f"#{seen.n} {seen.name}"]


def seen_text(words: Words, seen: Seen, write: Write = unwritten) -> str:
    """A log entry as text; what it offers to do stands there with the line that does it, where somebody can write that."""
    head = f"#{seen.n} {seen.name}"
    if seen.kind == "acted":
        if (
            seen.hidden
            and seen.card is None
            and not (seen.line or seen.deed or seen.dice or seen.answers or seen.questions)
        ):
            return f"{head} {words('log.hidden')}"
        body = (
            card_text(words, seen.card, seen.dice, write)
            if seen.card
            else (f"🎲 {dice_text(words, seen.dice)}" if seen.dice else "")
        )
        body = "\n".join([*_by_itself(words, seen), body]).rstrip()
        mark = f" {words('log.undone')}" if seen.undone else ""
        own = (
            "told.own_word" if words.has("told.own_word") else "log.own_word"
        )  # a rulebook may have its own word for it
        mark += words(own) if seen.own_word else ""
        mark += f" {words('log.spent')}" if seen.refused else ""
        return (
            f"{head} {line_text(words, seen.line) or answers_text(words, seen)}{mark}".rstrip() + f"\n{body}".rstrip()
        )
    if seen.kind == "said":
        whispered = words("log.whispered") if seen.hidden else ""
        return f"{head}{whispered}{words('common.colon')}{seen.text or words('log.withdrawn')}"
    if seen.kind == "reworded":
        return f"{head} {words('log.reworded' if seen.text else 'log.took_back', n=seen.act, text=seen.text)}"
    return f"{head} {_happened(words, seen)}"


def group_text(words: Words, seen: Seen, sessions: Sessions) -> str:
    """A log entry as a group reads it, in four lines at most: the sentence, the dice with the number that counts, what moved, what somebody
    must know; no echo of the line. What is left out stands in the log. What a rulebook prints comes as printed, and alone.
    """
    card = seen.card
    if card is not None and card.printed and seen.kind == "acted" and not seen.undone:
        return "\n".join([*map(words.say, card.printed), *_together(words, seen)])
    if seen.kind != "acted" or card is None or (card.parts and not (card.sentence or card.verdict)):
        return seen_text(words, seen)
    mark = f" {words('log.undone')}" if seen.undone else ""
    head = [f"{_head(words, seen, card)}{mark}", *_together(words, seen)]
    five = summary(card, sessions, {fact.label: words.say(fact.label) for fact in card.totals})
    if not (card.sentence or card.verdict):  # no deed of chance: what it says is what it is
        facts = [fact_text(words, fact, cited=False) for fact in card.totals]
        return "\n".join([*head, *_dice(words, seen), *facts, *(f"· {words.say(line)}" for line in card.all_lines)])
    numbers = " · ".join([*_dice(words, seen), *_number(words, five)])
    moved = " · ".join(moved_text(words, one) for one in five.moved)
    follows = " · ".join(words.say(line).strip() for line in five.follows)
    said = [line for line in (moved, follows) if line]
    if len(head) + bool(numbers) + len(said) > MOST_LINES:
        said = [" · ".join(said)]
    return "\n".join([*head, *([numbers] if numbers else []), *(f"· {line}" for line in said)])


def copied(words: Words, seen: Seen, sessions: Sessions) -> str:
    """A log entry as one line to take along: what was done, with the number that decided and what moved behind it."""
    card = seen.card
    if seen.kind != "acted" or card is None:
        return " ".join(seen_text(words, seen).split("\n")[0].split()[1:])
    five = summary(card, sessions, {fact.label: words.say(fact.label) for fact in card.totals})
    decided = [f"{words.say(five.decided.label)} {words.show(five.decided.value)}"] if five.decided else []
    numbers = [*decided, *(moved_text(words, one) for one in five.moved)]
    verdict = [words.say(card.verdict.say)] if card.verdict and not card.sentence else []
    head = words("common.comma").join([words.say(card.sentence or card.title), *verdict])
    return head + (words("common.because", why=words("common.semicolon").join(numbers)) if numbers else "")


def moved_text(words: Words, moved: Moved) -> str:
    """A number that moved: whose it is, from what to what, or by how much where no more is known."""
    whose = " ".join(text for text in (words.show(moved.who), words.show(moved.what)) if text)
    if moved.now is None:
        return f"{whose} {'+' if moved.by > 0 else '−'}{words.show(abs(moved.by))}"
    top = f"/{words.show(moved.top)}" if moved.top else ""
    return f"{whose} {words.show(moved.was)} → {words.show(moved.now)}{top}"


def _head(words: Words, seen: Seen, card: Card) -> str:
    """What was done and how it came out; by whom, where the card itself does not say."""
    if card.sentence:
        return words.say(card.sentence)
    verdict = f" {SHAPES.get(card.verdict.kind, '·')} {words.say(card.verdict.say)}" if card.verdict else ""
    title = f"{words.bracketed(words.say(card.title))}{verdict}"
    about = isinstance(card.title, Say) and "who" in card.title.facts
    return title if about or not seen.name else f"{seen.name} {title}"


def _dice(words: Words, seen: Seen) -> list[str]:
    thrown = dice_text(words, seen.dice)
    return [f"🎲 {thrown}"] if thrown else []


def _number(words: Words, five: Summary) -> list[str]:
    """The number that decided with its terms, the others as they are; what cancelled each other with what it was."""
    decided = [fact_text(words, five.decided, cited=False)] if five.decided else []
    return decided + [
        fact_text(words, replace(fact, total=None if fact.value else fact.total), cited=False) for fact in five.beside
    ]


def line_text(words: Words, line: str) -> str:
    """A line as it was typed; one about another line as the wish that it is."""
    about = wished(line)
    return words(f"log.{about[0]}", line=line_text(words, about[1])) if about else line


def answers_text(words: Words, seen: Seen) -> str:
    """Who answered what, where an entry began with an answer of somebody's."""
    told = [words.say(choice.told) for choice in seen.answers if choice.by and choice.told]
    return words("common.semicolon").join(told)


def brief_texts(words: Words, several: Iterable[Seen], unsaid: Collection[str] = ()) -> list[str]:
    """What followed by itself, a line each: what was done, how it came out and what it led to, without its arithmetic.

    `unsaid`: keys of what only runs the table: before the last card, which says where the table stands, it goes without saying.
    """
    texts, cards = list[str](), [seen.card for seen in several if seen.card]
    for place, card in enumerate(cards, 1):
        runs = place < len(cards) and _is_one_of(card.title, unsaid)
        if card.sentence and not (runs and _is_one_of(card.sentence, unsaid)):
            texts.append(f"· {words.say(card.sentence)}")
            continue
        verdict = f" {SHAPES.get(card.verdict.kind, '·')} {words.say(card.verdict.say)}" if card.verdict else ""
        done = "" if runs else f"{words.say(card.title)}{verdict}"
        lines = [words.say(line) for line in card.all_lines if not (runs and _is_one_of(line, unsaid))]
        told = [one for one in (done, words("common.semicolon").join(lines)) if one]
        texts += [f"· {words('common.colon').join(told)}"] if told else []
    return texts


def _is_one_of(line: Label, keys: Collection[str]) -> bool:
    return isinstance(line, Say) and line.key in keys


def _by_itself(words: Words, seen: Seen) -> list[str]:
    """What the table answered without asking, because nothing was better or an order stood; the policy's answers go without saying."""
    return [words(f"log.{how}", answer=answer) for how, answer in _unasked(words, seen)]


def _together(words: Words, seen: Seen) -> list[str]:
    """The same in one line for each reason, every answer once."""
    found: dict[str, list[str]] = {}
    for how, answer in _unasked(words, seen):
        found.setdefault(how, []).append(answer)
    listed = words("common.comma")
    return [words(f"log.{how}", answer=listed.join(dict.fromkeys(answers))) for how, answers in found.items()]


def _unasked(words: Words, seen: Seen) -> list[tuple[str, str]]:
    return [
        (choice.how, option_text(words, Option(choice.answer, choice.says)))
        for choice in seen.answers
        if choice.how in ("taken", "order") and choice.answer
    ]


def _happened(words: Words, seen: Seen) -> str:
    """What befell the table itself: seats, settings, history."""
    if seen.kind == "moved":
        return words(f"web.moved.{seen.line}")
    if seen.kind == "framed":
        return words(f"log.session_{seen.line}", title=seen.text)
    if seen.kind == "cancelled" and not seen.seat:  # nobody gave it up: it is wanted no longer
        return words("log.lapsed", n=seen.act)
    if seen.kind == "settled" and seen.line:
        return words(f"log.settled_{seen.line}")
    line = words(f"roles.{seen.line}") if seen.kind in ("seated", "reseated") else seen.line
    return words(f"log.{seen.kind}", text=seen.text, line=line)
