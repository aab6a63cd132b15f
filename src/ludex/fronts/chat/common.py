"""Commands of every table: help, free dice, odds, undo, answers, the log, seats, and the GM's hand above the rules."""

import asyncio
import json
from typing import Any

import msgspec

from ludex.core.asks import GM
from ludex.core.command import Command, Do
from ludex.core.errors import RuleError
from ludex.dice import parse
from ludex.fronts.chat import text
from ludex.fronts.chat.desk import Common, Desk, Reply
from ludex.fronts.chat.grammar import Line, narrow, tokens
from ludex.fronts.words import clauses
from ludex.lab import preview
from ludex.lab.free import free_odds
from ludex.lab.preview import Preview
from ludex.table.amend import value_at
from ludex.table.audience import hears, told_line
from ludex.table.logbook import Logbook
from ludex.table.seats import OBSERVER, PLAYER

PAGE = 15


async def help_(desk: Desk, rest: str) -> Reply:
    """`.help` and `.help <command>`."""
    words = desk.words
    if not rest:
        own = [c for c in desk.commands() if isinstance(c, Command)]
        shared = [c for c in desk.commands() if isinstance(c, Common)]
        lines = [words("help.head", system=words("system.title"))]
        lines.extend(f"  .{' .'.join(c.names)}　{words(f'commands.{c.key}.title')}" for c in own)
        lines.append(words("help.common"))
        lines.extend(f"  .{' .'.join(c.names)}　{words(f'commands.{c.key}.title')}" for c in shared)
        return Reply("\n".join([*lines, words("help.more")]))
    command, _ = desk.find(Line(rest.lstrip(".。/"), narrow(rest.lstrip(".。/"))))
    lines = [f".{' .'.join(command.names)}　{words(f'commands.{command.key}.title')}"]
    if words.has(f"commands.{command.key}.help"):
        lines.append(words(f"commands.{command.key}.help"))
    if isinstance(command, Command):
        lines.extend(_argument_lines(desk, command))
    if command.example:
        lines.append(words("help.example", example=desk.latin(command.example)))
    return Reply("\n".join(lines))


def _argument_lines(desk: Desk, command: Command) -> list[str]:
    words = desk.words
    lines = []
    for arg in command.args:
        name = words(f"args.{arg.name}") if words.has(f"args.{arg.name}") else arg.name
        keys = " ".join(f"{k}…" if k in "+-" else f"{k}=" for k in arg.keys)
        must = "" if arg.required else words("help.optional")
        lines.append(f"  {arg.name}　{name}{must} {keys}".rstrip())
    return lines


async def roll(desk: Desk, rest: str) -> Reply:
    """`.r 3d6+2 reason`."""
    return await _roll(desk, rest, ("all",))


async def roll_d(desk: Desk, rest: str) -> Reply:
    """`.rd20`, `.rd`."""
    return await _roll(desk, f"d{rest}", ("all",))


async def roll_hidden(desk: Desk, rest: str) -> Reply:
    """`.rh d20`: only the roller and the GM see it."""
    return await _roll(desk, rest, (GM, desk.seat.id))


async def _roll(desk: Desk, rest: str, audience: tuple[str, ...]) -> Reply:
    dice = rest or "d"
    do = Do("ludex.roll", {"dice": dice}, audience)
    return desk.told(await desk.table.act(desk.seat, do, line=f".r {rest}".strip()))


async def typed_dice(desk: Desk, rest: str) -> Reply:
    """`.手骰 6 3 : .行动 …`: real dice, typed in for the next command."""
    faces, _, line = rest.replace("：", ":").partition(":")
    numbers = [narrow(f) for f in faces.replace(",", " ").replace("，", " ").split()]
    if not numbers or not all(f.isdecimal() and len(f) < 7 for f in numbers) or not line.strip():
        raise RuleError("typed_dice_form")
    inner = Line(line.strip().lstrip(".。/"), narrow(line.strip().lstrip(".。/")))
    command, found = desk.find(inner)
    if isinstance(command, Common):
        do: Any = Do("ludex.roll", {"dice": found.rest})
    else:
        do = desk.prepare(command, found.rest)
    if not isinstance(do, Do):
        raise RuleError("typed_dice_form")
    outcome = await desk.table.act(desk.seat, do, line=line.strip(), typed=[int(f) for f in numbers])
    return desk.told(outcome)


async def odds(desk: Desk, rest: str) -> Reply:
    """`.odds 行动 +勇敢`: the exact odds of a command before it is given; `.odds 3d6` of free dice; `.odds` of the open question."""
    if not rest:
        mine = desk.table.questions(desk.seat)
        if not mine:
            raise RuleError("odds_of_what")
        return Reply(desk.question(mine[0].number))
    return Reply(text.preview_text(desk.words, await foresee(desk, rest)))


async def foresee(desk: Desk, line: str) -> list[Preview]:
    """The odds of a command of the system, or else of free dice."""
    inner = Line(line.lstrip(".。/"), narrow(line.lstrip(".。/")))
    try:
        command, found = desk.find(inner)
    except RuleError:
        return [await asyncio.to_thread(free_odds, parse(line))]
    if isinstance(command, Common):
        return [await asyncio.to_thread(free_odds, parse(found.rest or line))]
    todo = desk.foresee(command, found.rest)
    if not isinstance(todo, Do) or not desk.table.procedure(todo.procedure).odds:
        raise RuleError("no_odds", procedure=desk.words(f"commands.{command.key}.title"))
    return await asyncio.to_thread(preview.ahead, desk.table, todo)


async def undo(desk: Desk, rest: str) -> Reply:
    """`.undo`, `.undo 3`."""
    undone = await desk.table.undo(desk.seat, _steps(rest))
    lines = [desk.words("told.undone", line=e.asked.line or e.asked.procedure) for e in undone]
    return Reply("\n".join(lines), desk.table.memory.n, private=False)


async def redo(desk: Desk, rest: str) -> Reply:
    """`.redo`, `.redo 3`."""
    redone = await desk.table.redo(desk.seat, _steps(rest))
    lines = [desk.words("told.redone", line=e.asked.line or e.asked.procedure) for e in redone]
    return Reply("\n".join(lines), desk.table.memory.n, private=False)


def _steps(rest: str) -> int:
    slim = narrow(rest).strip()
    if not slim:
        return 1
    if not slim.isdecimal() or not 1 <= int(slim) <= 1000:
        raise RuleError("bad_argument", arg="steps", value=rest[:40], kind="int")
    return int(slim)


async def branches(desk: Desk, _rest: str) -> Reply:
    """`.branches`: where abandoned branches end."""
    memory = desk.table.memory
    tips = (*memory.branches, *memory.redo[-1:])
    if not tips:
        return Reply(desk.words("told.no_branches", head=memory.head))
    return Reply(desk.words("told.branches", head=memory.head, tips=[f"#{n}" for n in tips]))


async def goto(desk: Desk, rest: str) -> Reply:
    """`.goto 42`: to any commit of any branch (GM)."""
    slim = narrow(rest).lstrip("#").strip()
    if not slim.isdecimal():
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    await desk.table.jump(desk.seat, int(slim))
    return Reply(desk.words("told.jumped", head=int(slim)), desk.table.memory.n, private=False)


async def choose(desk: Desk, rest: str) -> Reply:
    """`.选 2`, `.选 #17 dodge`: answer a question."""
    if not rest:
        mine = desk.table.questions(desk.seat)
        shown = [desk.question(act.number) for act in mine]
        return Reply("\n".join(shown) or desk.words("told.no_questions"))
    return await desk.answer_with(rest)


async def cancel(desk: Desk, rest: str) -> Reply:
    """`.cancel`, `.cancel #17`: give up an act that waits."""
    slim = narrow(rest).lstrip("#").strip()
    mine = [n for n, a in desk.table.memory.parked.items() if desk.seat.gm or a.seat == desk.seat.id]
    if not slim and not mine:
        raise RuleError("no_question_for_you")
    if slim and not slim.isdecimal():
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    number = int(slim) if slim else mine[-1]
    await desk.table.cancel(desk.seat, number)
    return Reply(desk.words("told.cancelled", n=number), desk.table.memory.n, private=False)


async def who(desk: Desk, _rest: str) -> Reply:
    """`.who`: the seats and whom they play; what waits for whom."""
    words = desk.words
    actors = desk.actors()
    lines = []
    for seat in desk.table.memory.seats.values():
        plays = words("common.comma").join(actors.get(a, a) for a in seat.controls)
        lines.append(f"{words(f'roles.{seat.role}')} {seat.name}" + (f"：{plays}" if plays else ""))
    parked = [a for a in desk.table.memory.parked.values() if hears(desk.seat, a.asked.audience, a.seat)]
    strangers = desk.table.strangers(desk.seat)
    waits = [(desk.name_of(a.question.who), told_line(a.asked.line, strangers)) for a in parked]
    lines.extend(words("told.waits", who=who, line=line or words("told.unsaid")) for who, line in waits)
    return Reply("\n".join(lines))


async def log(desk: Desk, rest: str) -> Reply:
    """`.log`, `.log 30`: the last entries as this seat may see them."""
    count = _steps(rest) if rest else PAGE
    seen = await Logbook(desk.table).tail(desk.seat, min(count, 100))
    return Reply("\n".join(text.seen_text(desk.words, s) for s in seen))


async def view(desk: Desk, _rest: str) -> Reply:
    """`.view`: the whole table as text, as this seat sees it."""
    system = desk.table.system
    if system.look is None:
        raise RuleError("no_view")
    shown = text.view_text(desk.words, system.look(desk.table.memory.state, desk.seat.viewer()))
    return Reply(desk.latin(shown))


async def clause(desk: Desk, rest: str) -> Reply:
    """`.rule MST-ACT-7` or a word: clauses of the rulebook."""
    found = clauses(desk.table.system.package, desk.language)
    wanted = narrow(rest).strip()
    if wanted.upper() in found:
        body = found[wanted.upper()]
        return Reply(f"{wanted.upper()} {body.get('title', '')}\n{body.get('text', '')}")
    near = [
        f"{k} {v.get('title', '')}"
        for k, v in found.items()
        if wanted and (wanted in v.get("title", "") or wanted in v.get("text", ""))
    ]
    if not near:
        raise RuleError("unknown_clause", clause=wanted, example=next(iter(found), ""))
    return Reply("\n".join(near[:PAGE]))


async def amend(desk: Desk, rest: str) -> Reply:
    """`.set path value` (GM): any value; without a value, show what is there. A JSON value, or plain text."""
    words = tokens(rest)
    if not words:
        return Reply(_shown_state(value_at(desk.table.memory.state, "")))
    path = words[0].text
    if len(words) == 1:
        return Reply(_shown_state(value_at(desk.table.memory.state, path)))
    value = _json_or_text(rest[words[1].start :].strip())
    do = Do("ludex.amend", {"path": path, "value": value}, (GM,))
    return desk.told(await desk.table.act(desk.seat, do, line=f".set {rest}"))


def _shown_state(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, indent=1)
    return shown if len(shown) <= 3000 else shown[:3000] + "…"


def _json_or_text(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written


async def apply(desk: Desk, rest: str) -> Reply:
    """`.event {"type": …}` (GM): make any event true."""
    try:
        event = msgspec.json.decode(rest.encode(), type=desk.table.system.event)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RuleError("bad_event", problem=str(error)) from None
    do = Do("ludex.apply", {"event": msgspec.to_builtins(event)}, (GM,))
    return desk.told(await desk.table.act(desk.seat, do, line=f".event {rest}"))


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
    """`.use 名字`: which of your characters plain commands are about."""
    actor = desk.actor(rest)
    if not desk.seat.gm and actor not in desk.seat.controls:
        raise RuleError("not_yours", actor=rest, controls=list(desk.seat.controls))
    await desk.table.settle_own(desk.seat, f"current:{desk.seat.id}", actor)
    return Reply(desk.words("told.current", who=desk.name_of(actor)))


async def invite(desk: Desk, rest: str) -> Reply:
    """`.invite 名字 [角色…]`, `.invite observer 名字` (GM): a new seat and its secret link."""
    words = rest.split()
    role = OBSERVER if words and words[0].lower() in ("observer", "旁观", "ob") else PLAYER
    if role == OBSERVER:
        words = words[1:]
    if not words:
        raise RuleError("missing_argument", arg="name", expected=["name"])
    controls = tuple(desk.actor(w) for w in words[1:])
    seat, secret = await desk.table.invite(desk.seat, role=role, name=words[0], controls=controls)
    return Reply(desk.words("told.invited", name=seat.name, link=f"/t/{secret}"), desk.table.memory.n)


async def control(desk: Desk, rest: str) -> Reply:
    """`.control 座位 角色…` (GM): who plays whom."""
    words = rest.split()
    if not words:
        raise RuleError("missing_argument", arg="seat", expected=["seat", "actors"])
    seats = desk.table.memory.seats
    seat = next((s for s in seats.values() if words[0] in (s.id, s.name)), None)
    if seat is None:
        raise RuleError("unknown_seat", seat=words[0], seats=[s.name for s in seats.values()])
    changed = await desk.table.reseat(desk.seat, seat, controls=tuple(desk.actor(w) for w in words[1:]))
    return Reply(desk.words("told.controls", name=changed.name, actors=list(changed.controls)), desk.table.memory.n)


async def reply_text(desk: Desk, rest: str) -> Reply:
    """`.text key words` (GM): this table's own wording of a reply; without words, back to the original."""
    key, _, phrase = rest.partition(" ")
    if not key or not desk.words.has(key):
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
    name, _, said = rest.partition(" ")
    seats = desk.table.memory.seats
    seat = next((s for s in seats.values() if name in (s.id, s.name)), None)
    if seat is None or not said.strip():
        raise RuleError("unknown_seat", seat=name, seats=[s.name for s in seats.values()])
    n = await desk.table.say(desk.seat, said.strip(), audience=(seat.id, GM))
    return Reply("", n)


async def language(desk: Desk, rest: str) -> Reply:
    """`.lang en`: the language of replies at this desk."""
    wanted = rest.strip().lower()
    if wanted not in ("zh", "en"):
        raise RuleError("not_among", arg="language", value=wanted, among=["zh", "en"])
    desk.language = wanted
    return Reply(desk.words("told.language"))


COMMON: tuple[Common, ...] = (
    Common(("帮助", "help", "h"), help_, example=".help r"),
    Common(("掷", "r", "roll"), roll, example=".r 4d6kh3+2 力量"),
    Common(("掷d", "rd"), roll_d, example=".rd20"),
    Common(("暗掷", "rh"), roll_hidden, example=".rh d20"),
    Common(("手骰", "dice"), typed_dice, example=".dice 6 3: .r 2d6"),
    Common(("概率", "odds"), odds, example=".odds 4d6kh3"),
    Common(("撤销", "undo"), undo, example=".undo"),
    Common(("重做", "redo"), redo, example=".redo"),
    Common(("分支", "branches"), branches, example=".branches"),
    Common(("跳到", "goto"), goto, who="gm", example=".goto 12"),
    Common(("选", "choose", "answer"), choose, example=".选 1"),
    Common(("取消", "cancel"), cancel, example=".cancel"),
    Common(("谁", "who"), who, example=".who"),
    Common(("日志", "log"), log, example=".log 20"),
    Common(("看", "view"), view, example=".view"),
    Common(("规则", "rule"), clause, example=".rule"),
    Common(("设", "set"), amend, who="gm", example=".set options"),
    Common(("事件", "event"), apply, who="gm"),
    Common(("代答", "auto"), auto, who="gm", example=".auto"),
    Common(("用", "use"), use),
    Common(("邀请", "invite"), invite, who="gm", example=".invite 小明"),
    Common(("掌控", "control"), control, who="gm"),
    Common(("话术", "text"), reply_text, who="gm"),
    Common(("封印", "seal"), seal, example=".seal"),
    Common(("密语", "w"), whisper),
    Common(("语言", "lang"), language, example=".lang en"),
)
