"""What happened, as text: entries of the log, the outcome of a line, and a long run of what followed by itself."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ludex.core.asks import Option
from ludex.core.principals import EVERYBODY
from ludex.table.audience import Seen
from ludex.table.playing import heard_of
from ludex.table.preludes import wished
from ludex.table.seats import hears
from ludex.table.table import Outcome
from ludex.text.drawing import SHAPES, Write, card_text, dice_text, option_text, unwritten
from ludex.text.reply import Reply, joined
from ludex.text.words import Words

if TYPE_CHECKING:
    from ludex.text.chat import Chat

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
    shown = seen_text(chat.words, seen, chat.written) if seen else ""
    return "\n".join(part for part in (shown, *await _asked(chat, outcome)) if part)


async def _asked(chat: "Chat", outcome: Outcome) -> list[str]:
    """The questions that an act waits for; somebody may have been quicker than the disk."""
    waits = chat.table.memory.parked.get(outcome.act)
    return [await chat.question(one) for one in chat.desk.told_questions(waits)] if waits else []


async def _summed(chat: "Chat", followed: Sequence[Outcome]) -> Reply:
    """A long run of what followed by itself: a line each, and the questions that wait."""
    seen = [one for outcome in followed if (one := chat.desk.seen(outcome))]
    asked = [text for outcome in followed for text in await _asked(chat, outcome)]
    said = "\n".join([*brief_texts(chat.words, seen), *asked])
    return Reply(said, chat.desk.number(followed[-1].n), private=False, logged=True)


def log_texts(words: Words, entries: Iterable[Seen]) -> list[str]:
    """Log entries as texts, without answers that only led to the next question: those of one act tell nothing of their own."""
    told = ((seen, seen_text(words, seen)) for seen in entries)
    return [text for seen, text in told if text != f"#{seen.n} {seen.name}"]


def seen_text(words: Words, seen: Seen, write: Write = unwritten) -> str:
    """A log entry as text; what it offers to do stands there with the line that does it, where somebody can write that."""
    head = f"#{seen.n} {seen.name}"
    if seen.kind == "acted":
        if seen.hidden and seen.card is None and not (seen.line or seen.dice or seen.answers or seen.questions):
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
        return (
            f"{head} {line_text(words, seen.line) or answers_text(words, seen)}{mark}".rstrip() + f"\n{body}".rstrip()
        )
    if seen.kind == "said":
        whispered = words("log.whispered") if seen.hidden else ""
        return f"{head}{whispered}{words('common.colon')}{seen.text or words('log.withdrawn')}"
    if seen.kind == "reworded":
        return f"{head} {words('log.reworded' if seen.text else 'log.took_back', n=seen.act, text=seen.text)}"
    return f"{head} {_happened(words, seen)}"


def line_text(words: Words, line: str) -> str:
    """A line as it was typed; one about another line as the wish that it is."""
    about = wished(line)
    return words(f"log.{about[0]}", line=line_text(words, about[1])) if about else line


def answers_text(words: Words, seen: Seen) -> str:
    """Who answered what, where an entry began with an answer of somebody's."""
    told = [words.say(choice.told) for choice in seen.answers if choice.by and choice.told]
    return words("common.semicolon").join(told)


def brief_texts(words: Words, several: Iterable[Seen]) -> list[str]:
    """What followed by itself, a line each: what was done, how it came out and what it led to, without its arithmetic."""
    texts = []
    for card in (seen.card for seen in several if seen.card):
        verdict = f" {SHAPES.get(card.verdict.kind, '·')} {words.say(card.verdict.say)}" if card.verdict else ""
        led = words("common.semicolon").join(words.say(line) for line in card.lines)
        texts.append(f"· {words.say(card.title)}{verdict}{words('common.colon') if led else ''}{led}")
    return texts


def _by_itself(words: Words, seen: Seen) -> list[str]:
    """What the table answered without asking, because nothing was better or an order stood; the policy's answers go without saying."""
    return [
        words(f"log.{choice.how}", answer=option_text(words, Option(choice.answer, choice.says)))
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
