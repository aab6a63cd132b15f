"""Looking: the table as text, and clauses of the rulebook."""

from collections.abc import Iterable, Mapping

from ludex.core.deeds import Show
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.view import Section
from ludex.table.seats import may_use
from ludex.text import drawing
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.words import LANGUAGES, Words, chapters, clauses

DOABLE = ("可做", "can")
"""How what can be done now is asked for; where there is nothing, the table is shown."""

PAGE = 15

WHOLE = 5
"""So many clauses that a word finds are shown with their text, those with it in their title first; of more the titles."""


async def view(chat: Chat, rest: str) -> Reply:
    """`.view`: the whole table as text, as this seat sees it, a line for each sheet; `.view 名字`: one section of it; `.view can`: what can be
    done now."""
    if rest in DOABLE and (listed := drawing.doable_lines(chat.words, chat.desk.deeds(), chat.written)):
        return Reply("\n".join(listed))
    rest = "" if rest in DOABLE else rest
    seen, own = chat.desk.look(), chat.desk.own()
    titles = [chat.words.say(section.title).lower() for section in (*seen.where, *seen.who)]
    wanted = chat.called_actor(own) if rest in ("我", "me") and own else rest
    if wanted and not any(wanted.lower() in title for title in titles):
        before = chat.desk.actors().get(wanted, wanted)  # somebody who was called so before
        wanted = before if before != wanted else _in_own_language(chat, wanted, (*seen.where, *seen.who))
    shown = drawing.view_text(chat.words, seen, wanted, chat.written, chat.desk.deeds(), brief=True)
    if not shown:
        raise RuleError(
            "unknown_section", name=wanted, sections=[chat.words.say(s.title) for s in (*seen.where, *seen.who)]
        )
    waiting = [] if rest else [await chat.question(one) for one in chat.desk.questions()]
    found = tuple(s for s in (*seen.where, *seen.who) if wanted.lower() in chat.words.say(s.title).lower())
    return Reply("\n".join((shown, *waiting)), sections=found)


def _in_own_language(chat: Chat, wanted: str, sections: Iterable[Section]) -> str:
    """What a section is called here whose title in another language is the one that is wanted."""
    others = [Words(language, chat.table.system.package) for language in LANGUAGES]
    titles = (s.title for s in sections if any(wanted.lower() == words.say(s.title).lower() for words in others))
    return next((chat.words.say(title) for title in titles), wanted)


async def thing(chat: Chat, name: str) -> Reply | None:
    """How something reads that this seat can look up in the table's library; None where there is none of that name."""
    stock = chat.table.system.stock
    for filled in (tells(name) for tells in (stock.tells.values() if stock and name else ())):
        if not may_use(chat.seat, chat.desk.command(filled.deed).who):
            continue
        try:
            todo = chat.desk.prepare(filled)
            return chat.shown(await chat.desk.show(todo)) if isinstance(todo, Show) else None
        except RuleError:
            continue
    return None


Clauses = Mapping[str, Mapping[str, str]]


def _near(chat: Chat, found: Clauses, wanted: str) -> Clauses:
    """The clauses that a word finds: those that have it in their title, those of a chapter that is called so, those that speak of it."""
    called = [one for one in chapters(chat.table.system.package, chat.language) if wanted in folded(one.title)]
    titled = {k: v for k, v in found.items() if wanted in folded(v.get("title", ""))}
    inside = {k: found[k] for one in called for k in one.clauses}
    return {**titled, **inside, **{k: v for k, v in found.items() if wanted in folded(v.get("text", ""))}}


def clause_text(name: str, body: Mapping[str, str]) -> str:
    """A clause: its name and title, its text below."""
    return f"{name} {body.get('title', '')}\n  {body.get('text', '')}"


async def clause(chat: Chat, rest: str) -> Reply:
    """`.rule MST-ACT-7` or a word: clauses of the rulebook."""
    found = clauses(chat.table.system.package, chat.language)
    wanted = narrow(rest).strip()
    none = Reply(chat.words("told.no_clauses"))
    if not wanted:
        return Reply(chat.words("told.clauses", count=len(found), example=next(iter(found)))) if found else none
    if wanted.upper() in found:
        body = found[wanted.upper()]
        mark = chat.words(f"clauses.{body['from']}") if "from" in body else ""
        return Reply(f"{wanted.upper()} {body.get('title', '')} {mark}".rstrip() + f"\n{body.get('text', '')}")
    near = _near(chat, found, folded(wanted))
    if not near:
        if found_thing := await thing(chat, rest.strip()):
            return found_thing
        if not found:
            return none
        raise RuleError("unknown_clause", wanted=wanted, example=next(iter(found)))
    told = [clause_text(k, v) for k, v in list(near.items())[:WHOLE]]
    return Reply("\n".join([*told, *(f"{k} {v.get('title', '')}" for k, v in list(near.items())[WHOLE:PAGE])]))
