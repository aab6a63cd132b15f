"""Commands of every table: help, free dice, odds, undo, answers, the log, seats, and the GM's hand above the rules."""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from ludex.core.asks import GM
from ludex.core.command import GM_ONLY, Arg, Command, Do
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
from ludex.table.audience import hears
from ludex.table.entries import Acted
from ludex.table.logbook import Logbook
from ludex.table.seats import OBSERVER, PLAYER, Seat, may_use

PAGE = 15
_REASON = re.compile(r"(?!adv|dis|max|min|df)[A-Za-z]{2,}[^\d]*", re.IGNORECASE)
"""A line without a number that begins with a word: no dice, but what they are for."""


async def help_(desk: Desk, rest: str) -> Reply:
    """`.help`: names only, so that it fits a chat group; `.help 全部`: with what they do; `.help <command>`: one of them."""
    words = desk.words
    if not rest:
        return Reply(_help_short(desk))
    if narrow(rest).strip().lower() in ("all", "全部", "全"):
        return Reply(_help_long(desk))
    command, _ = desk.find(Line(rest.lstrip(".。/"), narrow(rest.lstrip(".。/"))))
    lines = [_help_line(desk, command)]
    if words.has(f"commands.{command.key}.help"):
        lines.append(words(f"commands.{command.key}.help"))
    if isinstance(command, Command):
        lines.extend(_argument_lines(desk, command))
    if command.example:
        lines.append(words("help.example", example=desk.latin(command.example)))
    return Reply("\n".join(lines))


def _help_short(desk: Desk) -> str:
    """The names of all commands that this seat may use, in the reader's language."""
    words = desk.words
    own = [c for c in desk.commands() if isinstance(c, Command) and may_use(desk.seat, c.who)]
    shared = [c for c in desk.commands() if isinstance(c, Common) and may_use(desk.seat, c.who)]
    lines = [words("help.head", system=words("system.title")), _names(desk, [c for c in own if c.who != GM_ONLY])]
    if hosting := [c for c in own if c.who == GM_ONLY]:
        lines += [words("help.hosting"), _names(desk, hosting)]
    return "\n".join([*lines, words("help.common"), _names(desk, shared), words("help.more")])


def _names(desk: Desk, commands: Sequence[Command | Common]) -> str:
    gap = "  " if desk.language == "en" else "　"
    return "  " + gap.join(f".{desk.called(c)}" for c in commands)


def _help_long(desk: Desk) -> str:
    words = desk.words
    lines = [words("help.head", system=words("system.title"))]
    lines.extend(f"  {_help_line(desk, c)}" for c in desk.commands() if isinstance(c, Command))
    lines.append(words("help.common"))
    lines.extend(f"  {_help_line(desk, c)}" for c in desk.commands() if isinstance(c, Common))
    return "\n".join([*lines, words("help.more")])


def _help_line(desk: Desk, command: Command | Common) -> str:
    return f".{' .'.join(command.names)}　{desk.words(f'commands.{command.key}.title')}"


def _argument_lines(desk: Desk, command: Command) -> list[str]:
    words = desk.words
    lines = []
    for arg in command.args:
        optional = arg.kind == "flag" or not arg.required
        must = words("help.optional") if optional else ""
        lines.append(f"  {words.argument(arg.name)}{must} {_keys(arg)}".rstrip())
    return lines


def _keys(arg: Arg) -> str:
    """How an argument is given by name: `优=`, `+…`, or the bare word of a flag."""
    if arg.kind == "flag":
        return " ".join(arg.keys or (arg.name,))
    keys = (*arg.keys, arg.name) if arg.keyed and not arg.keys else arg.keys
    return " ".join(f"{k}…" if k in "+-" else f"{k}=" for k in keys)


async def roll(desk: Desk, rest: str) -> Reply:
    """`.r 3d6+2 reason`."""
    return await _roll(desk, "r", rest, ("all",))


async def roll_d(desk: Desk, rest: str) -> Reply:
    """`.rd20`, `.rd`."""
    return await _roll(desk, "r", f"d{rest}", ("all",))


async def roll_hidden(desk: Desk, rest: str) -> Reply:
    """`.rh d20`: only the roller and the GM see it."""
    return await _roll(desk, "rh", rest, (GM, desk.seat.id))


async def _roll(desk: Desk, name: str, rest: str, audience: tuple[str, ...]) -> Reply:
    """Free dice; a reason alone (`.r 开门`) rolls the table's usual die."""
    reason_only = not rest or not narrow(rest)[0].isascii() or bool(_REASON.fullmatch(rest))
    do = Do("ludex.roll", {"dice": f"d {rest}".strip() if reason_only else rest}, audience)
    return desk.told(await desk.table.act(desk.seat, do, line=f".{name} {rest}".strip()))


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
        mine = desk.mine()
        if not mine:
            raise RuleError("odds_of_what")
        return Reply("\n".join(desk.question(act.number) for act in mine))
    return Reply(text.preview_text(desk.words, await foresee(desk, rest)))


async def foresee(desk: Desk, line: str) -> list[Preview]:
    """The odds of a command of the system, or else of free dice."""
    inner = Line(line.lstrip(".。/"), narrow(line.lstrip(".。/")))
    try:
        command, found = desk.find(inner)
    except RuleError:
        if inner.narrow and not inner.narrow[0].isascii():
            raise  # no dice begin so: what was meant is a command
        return [await asyncio.to_thread(free_odds, parse(line))]
    if isinstance(command, Common):
        dice = f"d{found.rest}" if command.run is roll_d else found.rest or line
        return [await asyncio.to_thread(free_odds, parse(dice))]
    todo = desk.prepare(command, found.rest)
    if not isinstance(todo, Do):
        raise RuleError("no_odds", procedure=desk.called(command))
    try:
        return await asyncio.to_thread(preview.ahead, desk.table, todo)
    except RuleError as error:
        if error.code != "no_odds":
            raise
        raise RuleError("no_odds", procedure=desk.called(command)) from None


async def undo(desk: Desk, rest: str) -> Reply:
    """`.undo`, `.undo 3`."""
    undone = await desk.table.undo(desk.seat, _steps(rest))
    return _moved(desk, "told.undone", undone)


async def redo(desk: Desk, rest: str) -> Reply:
    """`.redo`, `.redo 3`."""
    redone = await desk.table.redo(desk.seat, _steps(rest))
    return _moved(desk, "told.redone", redone)


def _moved(desk: Desk, key: str, entries: Sequence[Acted]) -> Reply:
    """What was taken back or brought back. It is for the whole table only if all of it was."""
    lines = [desk.words(key, line=e.asked.line or e.asked.procedure) for e in entries]
    hidden = any("all" not in e.asked.audience for e in entries)
    return Reply("\n".join(lines), desk.table.memory.n, private=hidden)


def _steps(rest: str) -> int:
    slim = narrow(rest).strip()
    if not slim:
        return 1
    if not slim.isdecimal() or not 1 <= int(slim) <= 1000:
        raise RuleError("bad_argument", arg="steps", value=rest[:40], kind="int", hint=".undo 3")
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
        shown = [desk.question(act.number) for act in desk.mine()]
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
        lines.append(
            f"{words(f'roles.{seat.role}')} {seat.name}" + (f"{words('common.colon')}{plays}" if plays else "")
        )
    for act in desk.table.memory.parked.values():
        seen = hears(desk.seat, act.asked.audience, act.seat) and not any(n in act.asked.line for n in desk.unnamed())
        line = act.asked.line if seen else "…"
        lines.append(words("told.waits", n=act.number, who=desk.name_of(act.question.who), line=line))
    return Reply("\n".join(lines))


async def log(desk: Desk, rest: str) -> Reply:
    """`.log`, `.log 30`: the last entries as this seat may see them."""
    slim = narrow(rest).strip()
    if slim and not slim.isdecimal():
        raise RuleError("always_logged")
    count = min(_steps(slim), 100) if slim else PAGE
    seen = await Logbook(desk.table).tail(desk.seat, 2 * count)
    return Reply("\n".join(text.seen_text(desk.words, s) for s in seen[-count:]))


async def view(desk: Desk, rest: str) -> Reply:
    """`.view`: the whole table as text, as this seat sees it; `.view 名字`: one section of it."""
    system = desk.table.system
    if system.look is None:
        raise RuleError("no_view")
    seen = system.look(desk.table.memory.state, desk.seat.viewer())
    wanted = desk.name_of(desk.own()) if rest in ("我", "me") and desk.own() else rest
    shown = desk.latin(text.view_text(desk.words, seen, wanted))
    if not shown:
        raise RuleError(
            "unknown_section", name=wanted, sections=[desk.words.say(s.title) for s in (*seen.where, *seen.who)]
        )
    return Reply(shown)


async def clause(desk: Desk, rest: str) -> Reply:
    """`.rule MST-ACT-7` or a word: clauses of the rulebook."""
    found = clauses(desk.table.system.package, desk.language)
    wanted = narrow(rest).strip()
    if not wanted:
        return Reply(desk.words("told.clauses", count=len(found), example=next(iter(found), "")))
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
        return Reply(desk.words("told.paths", paths=list(value_at(desk.table.memory.state, ""))))
    path = words[0].text
    if len(words) == 1:
        return Reply(_shown_state(value_at(desk.table.memory.state, path)))
    value = _json_or_text(rest[words[1].start :].strip())
    do = Do("ludex.amend", {"path": path, "value": value})
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
    """`.event {"type": …}` (GM): make any event true; without one, which there are."""
    if not rest:
        return Reply(desk.words("told.events", names=_event_names(desk.table.system.event)))
    try:
        event = msgspec.json.decode(rest.encode(), type=desk.table.system.event)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RuleError("bad_event", problem=str(error)) from None
    do = Do("ludex.apply", {"event": msgspec.to_builtins(event)})
    return desk.told(await desk.table.act(desk.seat, do, line=f".event {rest}"))


def _event_names(event: Any) -> list[str]:
    """The tags of all events of a system."""
    kinds = get_args(event) or (event,)
    return sorted(str(kind.__struct_config__.tag) for kind in kinds)


async def auto(desk: Desk, rest: str) -> Reply:
    """`.auto 敌人 on|off` (GM): let the default policy answer for somebody."""
    words = rest.split()
    if not words:
        names = [k[5:] for k, v in desk.table.memory.settings.items() if k.startswith("auto:") and v]
        return Reply(desk.words("told.auto_list", who=[desk.name_of(a) for a in names]))
    actor = GM if words[0].lower() == "gm" else desk.actor(words[0])
    on = len(words) < 2 or words[1].lower() not in ("off", "关", "0")
    await desk.table.settle(desk.seat, f"auto:{actor}", on)
    return Reply(
        desk.words("told.auto_on" if on else "told.auto_off", who=desk.name_of(actor)),
        desk.table.memory.n,
        private=False,
    )


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
    Common(("规则", "rule", "查询", "find"), clause, example=".rule"),
    Common(("设", "set"), amend, who="gm", example=".set options"),
    Common(("事件", "event"), apply, who="gm", example=".event"),
    Common(("代答", "auto"), auto, who="gm", example=".auto"),
    Common(("用", "use"), use, example=".use"),
    Common(("称呼", "nn"), rename, example=".nn 阿明"),
    Common(("邀请", "invite"), invite, who="gm", example=".invite 小明"),
    Common(("掌控", "control"), control, who="gm", example=".control"),
    Common(("话术", "text"), reply_text, who="gm", example=".text told.undone 时光倒流：{line}"),
    Common(("封印", "seal"), seal, example=".seal"),
    Common(("密语", "w"), whisper, example=".w GM 我想单独行动"),
    Common(("语言", "lang"), language, example=".lang en"),
)
