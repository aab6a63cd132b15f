"""Seats and settings, and the hand of the GM above the rules."""

import json
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from ludex.core.asks import GM
from ludex.core.command import Do
from ludex.core.errors import RuleError
from ludex.fronts.chat.desk import Desk
from ludex.fronts.chat.grammar import narrow, tokens
from ludex.fronts.chat.reply import Reply
from ludex.table.amend import value_at
from ludex.table.seats import OBSERVER, PLAYER, Seat


async def who(desk: Desk, _rest: str) -> Reply:
    """`.who`: the seats and whom they play; what waits for whom."""
    words = desk.words
    actors = desk.actors()
    lines = []
    for seat in desk.table.memory.seats.values():
        plays = words("common.comma").join(actors.get(a, a) for a in seat.controls)
        lines.append(
            f"{words(f'roles.{seat.role}')} {seat.name}" + (f"{words('common.colon')}{plays}" if plays else "")
        )
    for act in desk.table.memory.parked.values():
        who_is_asked = desk.name_of(act.question.who)
        lines.append(words("told.waits", n=act.number, who=who_is_asked, line=desk.line_of(act)))
    return Reply("\n".join(lines))


async def amend(desk: Desk, rest: str) -> Reply:
    """`.set path value` (GM): any value; without a value, show what is there. A JSON value, or plain text."""
    words = tokens(rest)
    if not words:
        return Reply(desk.words("told.paths", paths=list(value_at(desk.table.memory.state, ""))))
    path = words[0].text
    if len(words) == 1:
        return Reply(_shown_state(value_at(desk.table.memory.state, path)))
    value = _json_or_text(rest[words[1].start :].strip())
    do = Do("ludex.amend", {"path": path, "value": value})
    return await desk.told(await desk.table.act(desk.seat, do, line=f".set {rest}"))


def _shown_state(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, indent=1)
    return shown if len(shown) <= 3000 else shown[:3000] + "…"


def _json_or_text(written: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return written


async def apply(desk: Desk, rest: str) -> Reply:
    """`.event {"type": …}` (GM): make any event true; without one, which there are."""
    if not rest:
        return Reply(desk.words("told.events", names=_event_names(desk.table.system.event)))
    try:
        event = msgspec.json.decode(rest.encode(), type=desk.table.system.event)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RuleError("bad_event", problem=str(error)) from None
    do = Do("ludex.apply", {"event": msgspec.to_builtins(event)})
    return await desk.told(await desk.table.act(desk.seat, do, line=f".event {rest}"))


def _event_names(event: Any) -> list[str]:
    """The tags of all events of a system."""
    kinds = get_args(event) or (event,)
    return sorted(str(kind.__struct_config__.tag) for kind in kinds)


async def auto(desk: Desk, rest: str) -> Reply:
    """`.auto 灰狼1 on|off`, `.auto 灰狼` (GM): let the default policy answer for somebody, or for all whose names begin so."""
    words = rest.split()
    if not words:
        names = [k[5:] for k, v in desk.table.memory.settings.items() if k.startswith("auto:") and v]
        known = [desk.name_of(a) for a in names]
        return Reply(desk.words("told.auto_list", who=known) if known else desk.words("told.auto_none"))
    actors = [GM] if words[0].lower() == "gm" else desk.all_named(words[0])
    on = len(words) < 2 or words[1].lower() not in ("off", "关", "0")
    for actor in actors:
        await desk.table.settle(desk.seat, f"auto:{actor}", on)
    names = [desk.name_of(actor) for actor in actors]
    told = desk.words("told.auto_on" if on else "told.auto_off", who=names)
    return Reply(told, desk.table.memory.n, private=False)


async def use(desk: Desk, rest: str) -> Reply:
    """`.use 名字`: which of your characters plain commands are about; `.use`: who it is now."""
    if not rest:
        return Reply(_in_use(desk))
    actor = desk.actor(rest.lstrip("@＠"))
    if not desk.seat.gm and actor not in desk.seat.controls:
        raise RuleError("not_yours", actor=rest, controls=[desk.name_of(a) for a in desk.seat.controls])
    await desk.table.settle_own(desk.seat, f"current:{desk.seat.id}", actor)
    return Reply(desk.words("told.current", who=desk.name_of(actor)))


def _in_use(desk: Desk) -> str:
    """Whom plain commands are about now, and who else it could be."""
    own = desk.own()
    among = desk.actors() if desk.seat.gm else desk.seat.controls
    others = [desk.name_of(a) for a in among if a != own]
    lines = [desk.words("told.in_use", who=desk.name_of(own)) if own else desk.words("told.nobody_in_use")]
    return "\n".join([*lines, desk.words("told.may_use", who=others)] if others else lines)


async def rename(desk: Desk, rest: str) -> Reply:
    """`.nn 名字`: how this seat is called."""
    seat = await desk.table.reseat(desk.seat, desk.seat, name=rest)
    return Reply(desk.words("told.renamed", name=seat.name), desk.table.memory.n, private=False)


async def invite(desk: Desk, rest: str) -> Reply:
    """`.invite 名字 [角色…]`, `.invite observer 名字` (GM): a new seat and its secret link."""
    words = rest.split()
    role = OBSERVER if words and words[0].lower() in ("observer", "旁观", "ob") else PLAYER
    if role == OBSERVER:
        words = words[1:]
    if not words:
        raise RuleError("missing_argument", arg="seat_name", expected=["seat_name", "[actors]"], hint=".invite 小明")
    controls = tuple(desk.actor(w) for w in words[1:])
    seat, secret = await desk.table.invite(desk.seat, role=role, name=words[0], controls=controls)
    return Reply(desk.words("told.invited", name=seat.name, link=f"/t/{secret}"), desk.table.memory.n)


async def control(desk: Desk, rest: str) -> Reply:
    """`.control 座位 角色…` (GM): who plays whom; `+角色` adds, `-角色` takes away, `无` takes all; alone it shows."""
    words = rest.split()
    if not words:
        return await who(desk, "")
    seat = _seat(desk, words[0])
    if words[1:]:
        seat = await desk.table.reseat(desk.seat, seat, controls=_controls(desk, seat.controls, words[1:]))
    held = [desk.name_of(a) for a in seat.controls]
    return Reply(
        desk.words("told.controls" if held else "told.controls_none", name=seat.name, actors=held), desk.table.memory.n
    )


def _controls(desk: Desk, held: tuple[str, ...], words: Sequence[str]) -> tuple[str, ...]:
    """Whom a seat holds after `+one`, `-other`; without signs, exactly those named."""
    if words[0].lower() in ("无", "none"):
        return ()
    signed = all(narrow(w)[0] in "+-" for w in words)
    kept = list(held) if signed else []
    for word in words:
        actor = desk.actor(word[1:] if signed else word)
        kept = [a for a in kept if a != actor]
        if not signed or narrow(word)[0] == "+":
            kept.append(actor)
    return tuple(kept)


def _seat(desk: Desk, name: str) -> Seat:
    """A seat by its name or id (the GM's also by the role), `@` or not."""
    wanted = name.lstrip("@＠").lower()
    for seat in desk.table.memory.seats.values():
        if wanted in (seat.id.lower(), seat.name.lower()) or (
            seat.gm and wanted in ("gm", "mc", desk.words("roles.gm"))
        ):
            return seat
    raise RuleError("unknown_seat", seat=name, seats=[s.name for s in desk.table.memory.seats.values()])


async def reply_text(desk: Desk, rest: str) -> Reply:
    """`.text key words` (GM): this table's own wording of a reply; without words, back to the original."""
    key, _, phrase = rest.partition(" ")
    if not key:
        raise RuleError(
            "missing_argument", arg="phrase", expected=["phrase", "[text]"], hint=desk.words("told.phrase_form")
        )
    if not desk.words.has(key):
        raise RuleError("unknown_phrase", key=key)
    if len(phrase) > 500:
        raise RuleError("line_too_long", length=len(phrase), limit=500)
    await desk.table.settle(desk.seat, f"words:{key}", phrase.strip())
    return Reply(desk.words("told.phrase_set", key=key), desk.table.memory.n)


async def seal(desk: Desk, rest: str) -> Reply:
    """`.seal`: the hash that binds the dice; `.seal reveal` (GM): show the seed so far and seal a new one."""
    if rest.strip().lower() in ("reveal", "揭示", "公开"):
        seed, fresh = await desk.table.reveal(desk.seat)
        return Reply(desk.words("told.revealed", seed=seed, seal=fresh), desk.table.memory.n, private=False)
    return Reply(desk.words("told.seal", seal=desk.table.memory.seal))


async def whisper(desk: Desk, rest: str) -> Reply:
    """`.w 谁 话`: words for one seat and the GM."""
    words = rest.split(maxsplit=1)
    if not words:
        raise RuleError("missing_argument", arg="seat", expected=["seat", "said"], hint=".w GM …")
    seat = _seat(desk, words[0])
    if len(words) < 2:
        raise RuleError("missing_argument", arg="said", expected=["seat", "said"], hint=f".w {seat.name} …")
    n = await desk.table.say(desk.seat, words[1].strip(), audience=(seat.id, GM))
    return Reply(desk.words("told.whispered_gm" if seat.gm else "told.whispered", name=seat.name), n)


async def language(desk: Desk, rest: str) -> Reply:
    """`.lang en`: the language of replies at this desk."""
    wanted = {"中文": "zh", "英文": "en", "中": "zh", "英": "en"}.get(rest.strip(), rest.strip().lower())
    if wanted not in ("zh", "en"):
        raise RuleError("not_among", arg="language", value=wanted, among=["zh", "en"])
    desk.language = wanted
    return Reply(desk.words("told.language"))
