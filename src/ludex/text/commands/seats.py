"""Seats and settings, and the hand of the GM above the rules."""

import json
import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import narrow, split_list
from ludex.core.plain import Written
from ludex.core.principals import GM, HOST, OBSERVER, PLAYER
from ludex.desk import roster
from ludex.table.amend import from_the_top, value_at
from ludex.table.logbook import Logbook
from ludex.table.questions import Open
from ludex.table.seats import Seat
from ludex.table.settings import Current, Phrased
from ludex.text.chat import Chat
from ludex.text.grammar import tokens
from ludex.text.reply import Reply


async def who(chat: Chat, rest: str) -> Reply:
    """`.who`: the seats and whom they play; what waits for whom. Names behind it, which other bots put in a random order, are refused."""
    if rest.strip():
        raise RuleError("elsewhere", text="who", here=chat.words("elsewhere.team"))
    words = chat.words
    actors = chat.desk.actors()
    lines = []
    for seat in chat.table.memory.seats.values():
        plays = words("common.comma").join(actors[a] for a in seat.controls if a in actors)
        lines.append(
            f"{words(f'roles.{seat.role}')} {seat.name}" + (f"{words('common.colon')}{plays}" if plays else "")
        )
    waits: dict[int, list[Open]] = {}
    for one in chat.desk.waits():
        waits.setdefault(one.act.number, []).append(one)
    for number, ones in waits.items():
        asked, line = [chat.name_of(one.question.who) for one in ones], chat.desk.line_of(ones[0].act)
        lines.append(words("told.waits", n=chat.desk.act_number(number), who=asked, line=line))
    return Reply("\n".join(lines))


async def amend(chat: Chat, rest: str) -> Reply:
    """`.set path value` (GM): any value, in a sheet with what follows from it; without a value, show what is there. A JSON value, or plain text."""
    words = tokens(rest)
    if not words:
        return Reply(chat.words("told.paths", paths=list(value_at(chat.table.memory.state, ""))))
    path = from_the_top(chat.table.memory.state, words[0].text)
    if len(words) == 1:
        return Reply(_shown_state(value_at(chat.table.memory.state, path)))
    value = json_or_text(rest[words[1].start :].strip())
    if (found := roster.followed(chat.desk, path, value)) is not None:
        return await chat.told(await roster.edit(chat.desk, *found, value, line=f".set {rest}"))
    do = Do("ludex.amend", {"path": path, "value": value}, (GM,))
    return await chat.told(await chat.desk.run(do, line=f".set {rest}"))


def _shown_state(value: Written) -> str:
    shown = json.dumps(value, ensure_ascii=False, indent=1)
    return shown if len(shown) <= 3000 else shown[:3000] + "…"


def json_or_text(written: str) -> Written:
    """What was written, as data where it is some."""
    try:
        found: Written = json.loads(written)
    except (ValueError, RecursionError):
        return written
    return found


async def apply(chat: Chat, rest: str) -> Reply:
    """`.event {"type": …}` (GM): make any event true; without one, which there are."""
    if not rest:
        return Reply(chat.words("told.events", names=_event_names(chat.table.system.event)))
    try:
        event = msgspec.json.decode(rest.encode(), type=chat.table.system.event)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RuleError("bad_event", problem=str(error)) from None
    do = Do("ludex.apply", {"event": msgspec.to_builtins(event)}, (GM,))
    return await chat.told(await chat.desk.run(do, line=f".event {rest}"))


def _event_names(event: Any) -> list[str]:
    """The tags of all events of a system."""
    kinds = get_args(event) or (event,)
    return sorted(str(kind.__struct_config__.tag) for kind in kinds)


async def use(chat: Chat, rest: str) -> Reply:
    """`.use 名字`: which of your characters plain commands are about; `.use`: who it is now."""
    if not rest:
        return Reply(_in_use(chat))
    chosen = chat.desk.actor(rest.lstrip("@＠"))
    chat.check_acts_for(chosen)
    await chat.table.settle(chat.seat, Current(chat.seat.id, chosen))
    return Reply(chat.words("told.current", who=chat.called_actor(chosen)))


def _in_use(chat: Chat) -> str:
    """Whom plain commands are about now, and who else it could be."""
    own = chat.desk.own()
    among = chat.desk.actors() if chat.seat.gm else chat.seat.controls
    others = [chat.called_actor(a) for a in among if a != own]
    lines = [chat.words("told.in_use", who=chat.called_actor(own)) if own else chat.words("told.nobody_in_use")]
    return "\n".join([*lines, chat.words("told.may_use", who=others)] if others else lines)


async def rename(chat: Chat, rest: str) -> Reply:
    """`.nn 名字`: how this seat is called."""
    seat = await chat.desk.reseat(chat.seat, name=rest)
    return Reply(chat.words("told.renamed", name=seat.name), chat.desk.last, private=False)


_ROLES = {
    **dict.fromkeys(("observer", "旁观", "ob"), OBSERVER),
    **dict.fromkeys(("gm", "主持人", "主持"), HOST),
}
"""How a seat is asked for that is no player's."""


async def invite(chat: Chat, rest: str) -> Reply:
    """`.invite 名字 [角色…]`, `.invite observer 名字`, `.invite gm 名字` (GM): a new seat and its secret link."""
    words = rest.split()
    role = _ROLES.get(words[0].lower(), PLAYER) if words else PLAYER
    if role != PLAYER:
        words = words[1:]
    if not words:
        raise RuleError("missing_argument", arg="seat_name", expected=["seat_name", "[actors]"], hint=".invite 小明")
    controls = tuple(chat.desk.actor(w) for w in words[1:])
    seat, secret = await chat.desk.invite(role=role, name=words[0], controls=controls)
    return Reply(chat.words("told.invited", name=seat.name, link=f"/t/{secret}"), chat.desk.last)


async def code(chat: Chat, _rest: str) -> Reply:
    """`.code`: a code that links a group (the GM's) or one's account there (a player's) to this table."""
    key = "told.code_gm" if chat.seat.gm else "told.code"
    return Reply(chat.words(key, code=chat.table.codes.issue(chat.seat.id)))


async def control(chat: Chat, rest: str) -> Reply:
    """`.control 座位 角色…` (GM): who plays whom; `+角色` adds, `-角色` takes away, `无` takes all; alone it shows."""
    first, *others = rest.split() or [""]
    if not first:
        return await who(chat, "")
    seat, words = _seat(chat, first), [first, *(name for one in others for name in split_list(one))]
    if words[1:]:
        seat = await chat.desk.reseat(seat, controls=_controls(chat, seat.controls, words[1:]))
    held = [chat.called_actor(a) for a in seat.controls]
    return Reply(
        chat.words("told.controls" if held else "told.controls_none", name=seat.name, actors=held), chat.desk.last
    )


def _controls(chat: Chat, held: tuple[str, ...], words: Sequence[str]) -> tuple[str, ...]:
    """Whom a seat holds after `+one`, `-other`; without signs, exactly those named."""
    if words[0].lower() in ("无", "none"):
        return ()
    signed = all(narrow(w)[0] in "+-" for w in words)
    kept = list(held) if signed else []
    for word in words:
        one = chat.desk.actor(word[1:] if signed else word)
        kept = [a for a in kept if a != one]
        if not signed or narrow(word)[0] == "+":
            kept.append(one)
    return tuple(kept)


def _seat(chat: Chat, name: str) -> Seat:
    """A seat by its name or id (the GM's also by the role), `@` or not."""
    wanted = name.lstrip("@＠").lower()
    for seat in chat.table.memory.seats.values():
        if wanted in (seat.id.lower(), seat.name.lower()) or (
            seat.gm and wanted in ("gm", "mc", chat.words("roles.gm"))
        ):
            return seat
    raise RuleError("unknown_seat", seat=name, seats=[s.name for s in chat.table.memory.seats.values()])


async def reply_text(chat: Chat, rest: str) -> Reply:
    """`.text key words` (GM): this table's own wording of a reply; without words, back to the original."""
    key, _, phrase = rest.partition(" ")
    if not key:
        raise RuleError(
            "missing_argument", arg="phrase", expected=["phrase", "[text]"], hint=chat.words("told.phrase_form")
        )
    if not chat.words.has(key):
        raise RuleError("unknown_phrase", key=key)
    if len(phrase) > 500:
        raise RuleError("line_too_long", length=len(phrase), limit=500)
    await chat.table.settle(chat.seat, Phrased(key, phrase.strip()))
    return Reply(chat.words("told.phrase_set", key=key), chat.desk.last)


async def seal(chat: Chat, rest: str) -> Reply:
    """`.seal`: the hash that binds the dice; `.seal 加 words`: put something of one's own into them; `.seal reveal` (GM): show the seed so far and seal a new one."""
    if rest.strip().lower() in ("reveal", "揭示", "公开"):
        seed, fresh = await chat.table.reveal(chat.seat)
        return Reply(chat.words("told.revealed", seed=seed, seal=fresh), chat.desk.last, private=False)
    stir = re.match(r"(?:stir|加|添)\s+(.+)", rest.strip(), re.IGNORECASE)
    if stir:
        fresh = await chat.table.stir(chat.seat, stir[1])
        return Reply(chat.words("told.stirred", seal=fresh), chat.desk.last, private=False)
    head = await Logbook(chat.table).head(chat.seat)
    return Reply(chat.words("told.seal", seal=chat.table.memory.seal, head=head))


async def whisper(chat: Chat, rest: str) -> Reply:
    """`.w 谁 话`: words for one seat and the GM."""
    words = rest.split(maxsplit=1)
    if not words:
        raise RuleError("missing_argument", arg="seat", expected=["seat", "said"], hint=".w GM …")
    seat = _seat(chat, words[0])
    if len(words) < 2:
        raise RuleError("missing_argument", arg="said", expected=["seat", "said"], hint=f".w {seat.name} …")
    n = await chat.desk.say(words[1].strip(), to=seat)
    return Reply(chat.words("told.whispered_gm" if seat.gm or chat.seat.gm else "told.whispered", name=seat.name), n)


async def language(chat: Chat, rest: str) -> Reply:
    """`.lang en`: the language of replies at this chat."""
    wanted = {"中文": "zh", "英文": "en", "中": "zh", "英": "en"}.get(rest.strip(), rest.strip().lower())
    if wanted not in ("zh", "en"):
        raise RuleError("not_among", arg="language", value=wanted, among=["zh", "en"])
    chat.language = chat.desk.language = wanted
    return Reply(chat.words("told.language"))
