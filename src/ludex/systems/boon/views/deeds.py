"""What can be done now in boon, as lines to send: by the holder, by the side that chooses, by the GM. The rules judge each of them."""

from msgspec.structs import replace

from ludex.core.asks import GM
from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Label
from ludex.systems.boon.content import shipped
from ludex.systems.boon.redact import mine, name_of, people
from ludex.systems.boon.rules.clock import pickable
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Attribute, Status

Fill = dict[str, tuple[Label, ...]]


def create_own() -> Action:
    """A player's first step."""
    line = ".角色 <name> 力=<strength> 敏=<agility> 智=<intellect> 意=<will> 职业=<class> 等级=1 物=<items…>"
    scores = ("10", "11", "12", "13")
    callings = tuple(say(f"things.{c.id}") for c in shipped().classes)
    arms = tuple(i.called for i in shipped().items if i.die)
    fill: Fill = {
        **dict.fromkeys(("strength", "agility", "intellect", "will"), scores),
        "class": callings,
        "items": arms,
    }
    return Action(say("view.do_create"), line, primary=True, fill=fill)


def deeds(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """What this viewer can do now."""
    clock = state.clock
    if viewer.role == "player" and not viewer.controls:
        return (create_own(),) if state.combatants else ()
    if not clock.running:
        return _before(state, viewer)
    if clock.round_over:
        return (Action(say("view.do_end_round"), ".轮末", primary=True),) if viewer.gm or viewer.controls else ()
    if clock.choosing:
        return _picks(state, viewer)
    holder = state.find(clock.holder)
    if holder is None or not (viewer.gm or holder.id in viewer.controls):
        return ()
    alone = () if state.is_player(holder) else (Action(say("view.do_act"), ".代行"),)
    own = (*_strikes(state, viewer, holder), *_others(state, holder), *alone)
    several = viewer.gm or len(viewer.controls) > 1
    return tuple(replace(deed, group=holder.called) for deed in own) if several else own


def _before(state: State, viewer: Viewer) -> tuple[Action, ...]:
    sides = tuple(s.called for s in state.sides)
    if viewer.role not in (GM, "player"):
        return ()
    fight = Action(say("view.do_fight"), ".开战 <side>", primary=True, fill={"side": sides})
    test = Action(
        say("view.do_challenge"),
        ".检定 <attribute> <task>",
        fill={"attribute": tuple(map(term, Attribute))},
    )
    own = state.library.creatures
    names: tuple[Label, ...] = tuple(say(f"things.{key}") for key in shipped().creatures if key not in own)
    names = (*names, *(str(block.get("name", key)) for key, block in own.items()))
    fill: Fill = {"creature": names, "count": ("1", "2", "3"), "side": sides}
    spawn = (Action(say("view.do_spawn"), ".登场 <creature> <count> 阵营=<side>", fill=fill),) if viewer.gm else ()
    return (fight, test, *spawn) if len(sides) > 1 else (test, *spawn)


def _picks(state: State, viewer: Viewer) -> tuple[Action, ...]:
    side = state.clock.choosing
    if not viewer.gm and side not in {c.side for c in mine(state, viewer)}:
        return ()
    seen = {c.id: c.called for c in people(state, viewer)}
    return tuple(
        Action(say("view.do_pick", who=name_of(state, viewer, who)), f".上 {seen[who]}", primary=True)
        for who in pickable(state, side)
        if who in seen
    )


def _strikes(state: State, viewer: Viewer, holder: Character) -> tuple[Action, ...]:
    """Attacks on everybody who can be chosen; a hidden one only by guess."""
    foes = [c for c in people(state, viewer) if c.side != holder.side and c.status is not Status.DEAD]
    aims = tuple(c.called for c in foes if not c.hidden) + tuple(t.called for t in state.objects if not t.destroyed)
    fill = {"target": aims, "targets": aims}
    arms = [i for i in holder.items if i.arms and i.die and i.in_hand and not i.broken and i.ready]
    strikes = tuple(
        Action(
            say("view.do_attack", weapon=i.called),
            f".攻击 <target> {i.name or i.id}",
            primary=True,
            fill=fill,
        )
        for i in (arms or [holder.unarmed])
    )
    spells = tuple(
        Action(say("view.do_cast", spell=s.called), f".施法 {s.name or s.id} <targets…>", fill=fill)
        for s in holder.spells
        if s.ap <= holder.ap
    )
    flasks = tuple(
        Action(say("view.do_throw", item=i.called), f".投掷 {i.name or i.id} <targets…>", fill=fill)
        for i in holder.items
        if not i.arms and (i.die or i.amount) and i.uses != 0
    )
    return (*strikes, *spells, *flasks, Action(say("view.do_shove"), ".推撞 <target>", fill=fill))


def _others(state: State, holder: Character) -> tuple[Action, ...]:
    """Everything that is not an attack."""
    drinks = tuple(
        Action(say("view.do_drink", item=i.called), f".喝 {i.name or i.id}")
        for i in holder.items
        if i.heal and i.uses != 0
    )
    loads = tuple(
        Action(say("view.do_reload", item=i.called), f".装填 {i.name or i.id}")
        for i in holder.items
        if i.reload and not i.loaded
    )
    takes = tuple(
        Action(say("view.do_take", item=i.called), f".取出 {i.name or i.id}")
        for i in holder.items
        if i.arms and not i.in_hand
    )
    waiting = (Action(say("view.do_pass"), ".让过"),) if state.options.allow_pass else ()
    return (
        Action(say("view.do_move"), ".移动 <x>,<y>"),
        Action(say("view.do_hide"), ".隐匿 <place> 遮=大半"),
        *drinks,
        *loads,
        *takes,
        *waiting,
    )
