"""Chances for the page: of a deed for each of its targets in one request, and of one deed with its whole distribution."""

import msgspec

from ludex.core.deeds import Do, Filled
from ludex.core.errors import RuleError
from ludex.core.plain import Plain, Written
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.outcomes import Foreseen, foreseen
from ludex.fronts.web.live.messages import Chances, Odds
from ludex.text.chat import Chat
from ludex.text.drawing import preview_text

MOST = 24
"""So many targets are foreseen at once."""

WHOSE = ("whose", "nobody", "no_sheet")
"""Refusals of a deed because nobody is named who does it."""

LATER = ("too_fast", "odds_too_long", "odds_no_process")
"""Refusals of odds by a machine that is too busy just now."""

Facts = dict[str, Written]


async def for_each(chat: Chat, asked: Chances) -> Facts:
    """What a deed comes to for each value: a chance, or the reason why not. One after another: what one page asks takes one place in the queue."""
    drawing = Drawing.at(chat)
    values = asked.values[:MOST]
    if asked.whether:
        return {"chances": [{"value": one, **_lawful(chat, drawing, _filled(asked, one))} for one in values]}
    return {"chances": [{"value": one, **await _one(chat, drawing, _filled(asked, one))} for one in values]}


async def for_one(chat: Chat, asked: Odds) -> Facts:
    """One deed's odds, as a picture and in words; or only whether it has any, and whether somebody must be named for it."""
    filled = Filled(asked.deed, asked.args, asked.actor)
    if asked.whether:
        return _foreseeable(chat, filled)
    previews = await chat.desk.odds(filled)
    drawing = Drawing.at(chat)
    seen = foreseen(drawing, previews, chat.table.system.outcomes)
    told = {"text": preview_text(chat.words, previews), "html": drawing.page("chart.html", f=seen)}
    return {**told, "note": _weighed(chat, filled), **_plain(seen)}


def _weighed(chat: Chat, filled: Filled) -> str:
    """What the rule itself would give for it, where the system says so."""
    todo, weighs = chat.desk.foresee(filled), chat.table.system.weighs
    note = weighs(chat.desk.state, todo) if weighs and isinstance(todo, Do) else None
    return chat.words.say(note) if note is not None else ""


def _foreseeable(chat: Chat, filled: Filled) -> Facts:
    """Whether a deed has odds. What the rules refuse may have some, and foreseeing it tells why not; what is half filled or miswritten has none yet."""
    try:
        todo = chat.desk.foresee(filled)
    except RuleError as error:
        return {"odds": bool(error.clause), "whose": whose(chat, error, filled.actor)}
    return {"odds": isinstance(todo, Do) and bool(chat.table.procedure(todo.procedure).odds)}


def whose(chat: Chat, error: RuleError, actor: str) -> list[tuple[str, str]]:
    """Whose a deed may be that is refused because its GM has not said so."""
    unsaid = error.code in WHOSE and chat.seat.gm and not actor and not chat.desk.own()
    return list(chat.desk.actors().items()) if unsaid else []


def _filled(asked: Chances, value: Written) -> Filled:
    given: Plain = {**asked.args, asked.field: [value] if asked.several else value}
    return Filled(asked.deed, given, asked.actor)


def _lawful(chat: Chat, drawing: Drawing, filled: Filled) -> Facts:
    """Whether a deed may be done, or the reason why not: told at once, whatever its odds take."""
    try:
        chat.desk.check_doable(filled)
    except RuleError as error:
        return _refused(chat, drawing, error)
    return {"ok": True}


def _refused(chat: Chat, drawing: Drawing, error: RuleError) -> Facts:
    """Why a value cannot be chosen; that something has no odds, or lacks what a form will ask for, is no reason.

    Where there was no room to work them out, the page asks again `later`.
    """
    if error.code in LATER:
        return {"ok": True, "later": True}
    if error.code in ("no_odds", "missing_argument"):
        return {"ok": True}
    return {"ok": False, "why": drawing.by_hand(chat.words.error(error))}


async def _one(chat: Chat, drawing: Drawing, filled: Filled) -> Facts:
    try:
        chat.desk.prepare(filled)
        previews = await chat.desk.odds(filled)
    except RuleError as error:
        return _refused(chat, drawing, error)
    return {"ok": True, **_plain(foreseen(drawing, previews, chat.table.system.outcomes))}


def _plain(seen: Foreseen) -> Facts:
    """Where nobody can say whether it goes well (a number to reach is not known), what it comes to on average stands for the chance."""
    mean = next(iter(seen.means), ("", "?"))
    about = "≈" if seen.guessed else ""
    wanted, percent = (seen.wanted, f"{about}{seen.chance * 100:.0f}%") if seen.wanted else (mean[0], f"≈{mean[1]}")
    return {
        "wanted": wanted,
        "percent": percent,
        "shares": msgspec.to_builtins(seen.shares),
        "means": seen.means,
        "others": msgspec.to_builtins(seen.others),
        "counts": seen.spread,
        "partial": seen.partial,
    }
