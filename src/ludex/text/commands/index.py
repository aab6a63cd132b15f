"""Commands of every table: answers, the log, the view, rules to look up; and the list of all of them."""

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.text.chat import Chat
from ludex.text.commands.advise import advise
from ludex.text.commands.campaign import close_session, jot, journal, open_session, recap
from ludex.text.commands.characters import adopt, edit, export, export_or_own
from ludex.text.commands.decks import deck, draw, draw_hidden
from ludex.text.commands.dice import odds, roll, roll_d, roll_hidden, roll_hidden_d, typed_dice
from ludex.text.commands.dice_bots import (
    about,
    adding_pool,
    alias,
    bonus,
    check,
    check_hidden,
    check_other,
    check_other_hidden,
    critical_pool,
    fortune,
    misheard,
    name,
    opposed,
    penalty,
    ping,
    send,
    set_,
    set_die,
    teach,
    team,
)
from ludex.text.commands.handouts import blank, handout, prepare, reveal
from ludex.text.commands.help import help_
from ludex.text.commands.log import log, statistics
from ludex.text.commands.look import clause, view
from ludex.text.commands.orders import ask_me, order
from ludex.text.commands.play import back, call, crank, secretly
from ludex.text.commands.rehearse import rehearse
from ludex.text.commands.seats import (
    apply,
    code,
    control,
    invite,
    language,
    reply_text,
    seal,
    use,
    whisper,
    who,
)
from ludex.text.commands.settings import tune
from ludex.text.commands.sheets import called, characters, stats
from ludex.text.commands.turns import begin, order as turns
from ludex.text.commands.undo import branches, goto, redo, undo
from ludex.text.commands.why import why
from ludex.text.lexicon import Common
from ludex.text.reply import Reply


async def choose(chat: Chat, rest: str) -> Reply:
    """`.选 2`, `.选 #17 dodge`: answer a question."""
    if not rest:
        shown = [await chat.question(one) for one in chat.desk.questions()]
        return Reply("\n".join(shown) or chat.words("told.no_questions"))
    return await chat.answer_with(rest)


async def cancel(chat: Chat, rest: str) -> Reply:
    """`.cancel`, `.cancel #17`: give up an act that waits."""
    slim = narrow(rest).lstrip("#").strip()
    own = [n for n, a in chat.table.memory.parked.items() if chat.seat.gm or a.seat == chat.seat.id]
    mine = own or [one.act.number for one in chat.desk.questions()]
    if not slim and not mine:
        raise RuleError("no_question_for_you")
    number = whole(slim) if slim else chat.desk.act_number(mine[-1])
    if number is None:
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    asked = await chat.desk.cancel(chat.desk.act(number))
    if asked is not None:
        return await chat.told(asked)
    return Reply(chat.words("told.cancelled", n=number), chat.desk.last, private=False)


COMMON: tuple[Common, ...] = (
    Common(("帮助", "help", "h"), help_, example=".help r"),
    Common(("掷", "r", "roll", "掷骰", "骰点"), roll, example=".r 4d6kh3+2 力量", english=".r 4d6kh3+2 strength"),
    Common(("掷d", "rd"), roll_d, example=".rd20"),
    Common(("暗掷", "rh"), roll_hidden, example=".rh d20"),
    Common(("暗掷d", "rhd"), roll_hidden_d, example=".rhd20"),
    Common(("鉴定", "ra", "rc"), check, who="player"),
    Common(("暗鉴", "rah", "rch"), check_hidden, who="player"),
    Common(("对骰", "rav", "rcv"), opposed, who="player"),
    Common(("代骰", "rx"), check_other, who="player", example=".rx 2d6 @GM"),
    Common(("暗代骰", "rxh"), check_other_hidden, who="player"),
    Common(("奖励骰", "rb"), bonus, example=".rb2 侦查", english=".rb2 spot"),
    Common(("惩罚骰", "rp"), penalty, example=".rp 侦查", english=".rp spot"),
    Common(("加骰池", "ww"), adding_pool, example=".ww 8a9"),
    Common(("暴击池", "dx"), critical_pool, example=".dx 8c8"),
    Common(("手骰", "骰", "dice"), typed_dice, example=".dice 6 3: .r 2d6"),
    Common(("概率", "odds"), odds, example=".odds 4d6kh3"),
    Common(("建议", "advice"), advise, who="player", example=".建议"),
    Common(("演练", "rehearse"), rehearse, who="gm", example=".演练"),
    Common(("撤销", "undo"), undo, example=".undo"),
    Common(("重做", "redo"), redo, example=".redo"),
    Common(("分支", "branches"), branches, who="gm", example=".branches"),
    Common(("跳到", "goto"), goto, who="gm", example=".goto 12"),
    Common(("选", "choose", "answer"), choose, example=".选 1"),
    Common(("取消", "cancel"), cancel, example=".cancel"),
    Common(("谁", "who"), who, example=".who"),
    Common(("日志", "log"), log, example=".log 20"),
    Common(("看", "view"), view, example=".view"),
    Common(("规则", "rule", "查询", "find", "rules"), clause, example=".rule"),
    Common(("为什么", "why", "为何", "解释", "explain"), why, example=".为什么", english=".why"),
    Common(("暗", "secret"), secretly, example=".暗 r d20"),
    Common(("要求", "call"), call, who="gm"),
    Common(("退回", "back"), back, example=".退回"),
    Common(("往下", "onward"), crank, who="gm", example=".往下"),
    Common(("设置", "setting"), tune, who="gm", example=".设置 节奏 逐步", english=".setting pace step"),
    Common(("设", "set"), set_, example=".set 100"),
    Common(("默认骰", "setdice"), set_die, example=".setdice"),
    Common(("事件", "event"), apply, who="gm", example=".event"),
    Common(("代答", "auto", "常令", "order"), order, example=".auto"),
    Common(("问我", "askme"), ask_me, example=".问我"),
    Common(("用", "use"), use, example=".use"),
    Common(("称呼", "nn"), called, example=".nn 阿明", english=".nn Sam"),
    Common(("属性卡", "stats", "st"), stats, over=True),
    Common(("角色簿", "pcs", "pc"), characters, over=True),
    Common(
        ("别名", "alias"),
        alias,
        who="player",
        example=".alias 看门 = .r d20 看门",
        english=".alias watch = .r d20 watch",
    ),
    Common(("教", "teach"), teach, who="gm", example=".教 开摆 = .r d20", english=".teach whatever = .r d20"),
    Common(("没听懂", "misheard"), misheard, who="gm", example=".没听懂", english=".misheard"),
    Common(("队伍", "team"), team, example=".team"),
    Common(("传话", "send"), send, example=".send 下周我来不了", english=".send I cannot come next week"),
    Common(("统计", "stat"), statistics, example=".stat"),
    Common(("起名", "name"), name, example=".name"),
    Common(("今日人品", "jrrp", "人品"), fortune, example=".jrrp"),
    Common(("关于", "about", "bot"), about, example=".about"),
    Common(("在吗", "ping"), ping, example=".ping"),
    Common(("邀请", "invite"), invite, who="gm", example=".invite 小明", english=".invite Sam"),
    Common(("接入码", "code"), code, example=".code"),
    Common(("掌控", "control"), control, who="gm", example=".control"),
    Common(
        ("话术", "text"),
        reply_text,
        who="gm",
        example=".text told.undone 时光倒流：{line}",
        english=".text told.undone Time runs back: {line}",
    ),
    Common(("封印", "seal"), seal, example=".seal"),
    Common(("密语", "w"), whisper, example=".w GM 我想单独行动", english=".w GM I go alone"),
    Common(("导出角色", "character"), export, who="player", example=".导出角色"),
    Common(("导出", "outfile", "export"), export_or_own, who="player", example=".导出", over=True),
    Common(("导入", "infile", "import"), adopt, who="player", over=True),
    Common(("改卡", "edit"), edit, who="player", example=".改卡"),
    Common(("开团", "session"), open_session, who="gm"),
    Common(("收团", "adjourn"), close_session, who="gm"),
    Common(("回顾", "recap"), recap),
    Common(("笔记", "jot"), jot, who="player", example=".笔记 门后有人", english=".jot somebody is behind the door"),
    Common(("团记", "journal"), journal, example=".团记"),
    Common(("抽牌", "draw", "抽"), draw, example=".draw 塔罗牌", english=".draw tarot"),
    Common(("暗抽", "drawh"), draw_hidden, example=".drawh 塔罗牌", english=".drawh tarot"),
    Common(("牌堆", "deck"), deck, example=".deck"),
    Common(("先攻骰", "ri"), begin, who="player"),
    Common(("先攻表", "turns", "init"), turns, over=True),
    Common(("讲义", "handout", "情报"), handout, example=".讲义"),
    Common(("准备", "ready"), prepare, who="gm", example=".准备"),
    Common(("揭示", "bringon"), reveal, who="gm", over=True),
    Common(("模板", "blank"), blank, example=".模板"),
    Common(("语言", "lang"), language, example=".lang en"),
)
