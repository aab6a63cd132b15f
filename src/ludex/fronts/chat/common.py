"""Commands of every table: answers, the log, the view, rules to look up; and the list of all of them."""

from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.fronts.chat import text
from ludex.fronts.chat.desk import Common, Desk
from ludex.fronts.chat.grammar import narrow
from ludex.fronts.chat.helping import help_
from ludex.fronts.chat.hosting import (
    amend,
    apply,
    auto,
    control,
    invite,
    language,
    rename,
    reply_text,
    seal,
    use,
    whisper,
    who,
)
from ludex.fronts.chat.reply import Reply
from ludex.fronts.chat.rewinding import branches, goto, redo, steps, undo
from ludex.fronts.chat.rolling import odds, roll, roll_d, roll_hidden, typed_dice
from ludex.fronts.words import clauses
from ludex.table.logbook import Logbook

PAGE = 15


async def choose(desk: Desk, rest: str) -> Reply:
    """`.选 2`, `.选 #17 dodge`: answer a question."""
    if not rest:
        shown = [await desk.question(act.number) for act in desk.mine()]
        return Reply("\n".join(shown) or desk.words("told.no_questions"))
    return await desk.answer_with(rest)


async def cancel(desk: Desk, rest: str) -> Reply:
    """`.cancel`, `.cancel #17`: give up an act that waits."""
    slim = narrow(rest).lstrip("#").strip()
    mine = [n for n, a in desk.table.memory.parked.items() if desk.seat.gm or a.seat == desk.seat.id]
    if not slim and not mine:
        raise RuleError("no_question_for_you")
    number = whole(slim) if slim else mine[-1]
    if number is None:
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    await desk.table.cancel(desk.seat, number)
    return Reply(desk.words("told.cancelled", n=number), desk.table.memory.n, private=False)


async def log(desk: Desk, rest: str) -> Reply:
    """`.log`, `.log 30`: the last entries as this seat may see them."""
    slim = narrow(rest).strip()
    if slim and not slim.isdecimal():
        raise RuleError("always_logged")
    count = min(steps(slim), 100) if slim else PAGE
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
