"""The table for one viewer: people on the left, the battle and the group's numbers in the middle, what can be done now."""

from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Actions, AnyPart, Empty, Fact, Facts, Rows, Section, Tag, Tags, Text, View
from ludex.systems.fet.fight import Fighter
from ludex.systems.fet.panels.battle import Eyes, fighter_rows, name_of, timeline, whereabouts
from ludex.systems.fet.panels.sheet import values_explained, vitals, whole_sheet
from ludex.systems.fet.rules.bot_timeline import in_order
from ludex.systems.fet.rules.timeline import waiting
from ludex.systems.fet.sheet import Modifier, Sheet, derivable
from ludex.systems.fet.state import State

SIX_NAMES = ("力量", "敏捷", "体质", "意志", "教育", "智力")
NAMES = (*SIX_NAMES, "医学", "工程", "军事", "文学", "艺术")


def look(state: State, viewer: Viewer) -> View:
    """Everything this viewer may see, and nothing else."""
    return View(who=_people(state, viewer), where=_where(state, viewer), can=_can(state, viewer))


# Who


def _people(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """One's own sheets first, then the others as one knows them; NPCs off the battle are the GM's."""
    own = [who for who in state.characters if who in viewer.controls]
    eyes = Eyes(state, viewer)
    others = [who for who in state.characters if who not in viewer.controls and eyes.knows_of(who)]
    sections = [_own(state, who) for who in own]
    sections += [_gm(state, who) if viewer.gm else _other(state, who) for who in others]
    if not sections:
        sections.append(Section("nobody", say("view.nobody"), (_teach_sheet(),)))
    return tuple(sections)


def _own(state: State, who: str) -> Section:
    sheet = state.characters[who].sheet
    parts = (*whole_sheet(state, who, values=values_explained(state, who)), _sheet_actions(who))
    return Section(f"sheet:{who}", sheet.name or who, parts, note=_about(sheet))


def _gm(state: State, who: str) -> Section:
    character = state.characters[who]
    parts = whole_sheet(state, who, values=values_explained(state, who))
    return Section(
        f"sheet:{who}", character.sheet.name or who, parts, character.npc, folded=True, note=_about(character.sheet)
    )


def _other(state: State, who: str) -> Section:
    """Somebody else: looks, and how a companion is; an NPC's numbers stay the GM's."""
    character = state.characters[who]
    sheet = character.sheet
    parts: list[AnyPart] = [] if character.npc or not derivable(sheet) else list(vitals(state, who))
    if sheet.looks:
        parts.append(Text(sheet.looks, "quiet"))
    return Section(f"sheet:{who}", sheet.name or who, tuple(parts), note=_about(sheet))


def _about(sheet: Sheet) -> str:
    return " ".join(filter(None, (sheet.race, sheet.gender, sheet.job)))


def _teach_sheet() -> Empty:
    line = ".新卡 <姓名>"
    return Empty(say("view.no_sheet"), Action(say("view.make_sheet"), line, primary=True))


def _sheet_actions(who: str) -> Actions:
    own = f" @{who}"
    return Actions(
        (
            Action(term("check"), f".ex <属性>{own}", fill={"属性": NAMES}),
            Action(say("view.change"), f".rec <项> <变化>{own}", fill={"项": ("体力", "意志"), "变化": ("-10", "+10")}),
            Action(say("view.export"), f".导出 {who}"),
        )
    )


# Where


def _where(state: State, viewer: Viewer) -> tuple[Section, ...]:
    sections = [_group(state, viewer)]
    if state.battle is not None:
        sections.insert(0, _battle(Eyes(state, viewer)))
    if state.timeline:
        sections.append(_chat_timeline(state))
    return tuple(sections)


def _battle(eyes: Eyes) -> Section:
    due = [name_of(eyes.state, who) for who in waiting(eyes.battle) if eyes.sees_whom(who)]
    first = Text(say("view.waits_for", who=due), "warn") if due else Text(say("view.runs"), "quiet")
    parts = (timeline(eyes), first, fighter_rows(eyes), *whereabouts(eyes))
    return Section("battle", say("view.battle"), parts, note=say("view.now", time=eyes.battle.time))


def _group(state: State, viewer: Viewer) -> Section:
    """Target, partner and place."""
    rows = [Fact(term("target"), say("view.none") if state.target is None else state.target, line=".tar <目标数值>")]
    if state.partner is not None:
        partner = say("view.partner", level=state.partner.level, intelligence=state.partner.intelligence)
        rows.append(Fact(term("partner"), partner, line=".neg <等级> <智力>"))
    parts: list[AnyPart] = [Facts(tuple(rows))]
    if state.place:
        parts.append(Tags(tuple(Tag(_modifier(m), "warn") for m in state.place), say("view.place")))
    if viewer.gm:
        parts.append(Actions(_gm_actions()))
    return Section("group", say("view.group"), tuple(parts))


def _modifier(modifier: Modifier) -> Say:
    return say("view.modifier", of=term(modifier.of), kind=term(modifier.kind), value=modifier.value)


def _gm_actions() -> tuple[Action, ...]:
    return (
        Action(
            say("view.set_target"), ".tar <等级> <难度>", fill={"等级": ("10",), "难度": ("1", "5", "10", "15", "20")}
        ),
        Action(say("view.random_target"), ".tar <等级>d", fill={"等级": ("10", "15", "20")}),
        Action(say("view.set_partner"), ".neg <等级> <智力>", fill={"等级": ("10",), "智力": ("35",)}),
        Action(say("view.bring_npc"), ".登场 <名字>", fill={"名字": ("守卫", "打手", "枪手", "秘仪师", "猎犬")}),
    )


def _chat_timeline(state: State) -> Section:
    """The group's timeline that `.bat` keeps."""
    rows = tuple(
        (r.name or r.who, term(r.attribute), r.impact, say("view.span", start=r.start, end=r.end), r.act or "")
        for r in in_order(state.timeline)
    )
    head = ("fighter", "attribute", "impact", "time", "act")
    return Section("timeline", say("view.chat_timeline"), (Rows(tuple(say(f"view.{h}") for h in head), rows),))


# What can be done now


def _can(state: State, viewer: Viewer) -> tuple[Action, ...]:
    battle = state.battle
    if battle is None:
        return _peace(state, viewer)
    actions: list[Action] = []
    mine = [who for who in waiting(battle) if who in viewer.controls or (viewer.gm and _gms(state, who))]
    for who in mine:
        fighter = battle.find(who)
        if fighter is not None:
            actions.extend(_declarations(state, fighter))
    if viewer.gm and mine:
        actions.append(Action(say("view.npcs"), ".npcs"))
    if not waiting(battle) and (viewer.gm or viewer.controls):
        actions.append(Action(say("view.advance"), ".go", primary=True))
    if viewer.gm:
        actions.append(Action(say("view.end_battle"), ".终战"))
    return tuple(actions)


def _gms(state: State, who: str) -> bool:
    """Whether the GM plays this one: an NPC, or somebody without a sheet."""
    return who not in state.characters or state.characters[who].npc


def _declarations(state: State, fighter: Fighter) -> tuple[Action, ...]:
    """What a fighter who must declare may do."""
    eyes = Eyes(state, Viewer("player", (fighter.id,)))
    enemies = tuple(name_of(state, f.id) for f in eyes.seen() if f.side != fighter.side and not f.dead)
    friends = tuple(name_of(state, f.id) for f in eyes.seen() if f.side == fighter.side and not f.dead)
    size = {"影响": ("20", "50", "100"), "属性": SIX_NAMES}
    at = f" @{fighter.id}"
    actions = [
        _act(fighter, "attack", line=f".攻 <影响> <属性> <目标>{at}", fill={**size, "目标": enemies}),
        _act(fighter, "interrupt", line=f".打断 <影响> <属性> <目标>{at}", fill={**size, "目标": enemies}),
        _act(fighter, "defend", line=f".盾 <影响> <属性>{at}", fill=size),
        _act(fighter, "dodge", line=f".闪 <影响> <属性>{at}", fill=size),
        _act(fighter, "heal", line=f".疗 <影响> <属性> <目标>{at}", fill={**size, "目标": friends}),
        _act(fighter, "move", line=f".移 <影响> <属性> <到>{at}", fill={**size, "到": ("安全区", "危险区")}),
        _act(fighter, "wait", line=f".等 +<时间>{at}", fill={"时间": ("1", "5", "10")}),
    ]
    if any(w.type == "ranged" for w in fighter.weapons.values()):
        actions.insert(
            1, _act(fighter, "shoot", line=f".射 <目标> <发数>{at}", fill={"目标": enemies, "发数": ("1", "2", "3")})
        )
    return tuple(actions)


def _act(fighter: Fighter, kind: str, *, line: str, fill: dict[str, tuple[str, ...]]) -> Action:
    label = say("view.act_of", who=fighter.id, kind=term(kind))
    return Action(label, line, fill={gap: found for gap, found in fill.items() if found})


def _peace(state: State, viewer: Viewer) -> tuple[Action, ...]:
    actions: list[Action] = []
    if viewer.controls and state.target is not None:
        actions.append(Action(term("check"), ".ex <属性>", primary=True, fill={"属性": NAMES}))
    if viewer.controls and state.partner is not None:
        actions.append(Action(term("negotiate"), ".talk"))
    if viewer.gm:
        people = tuple(state.characters[who].sheet.name or who for who in state.characters)
        line = ".开战 <甲方> 对 <乙方>"
        actions.append(Action(say("view.start_battle"), line, fill={"甲方": people, "乙方": people}))
    return tuple(actions)
