"""What a table keeps from session to session (BOO-LIV-58): its NPCs, its fights, the party's money and gear; and what an evening came to."""

from collections.abc import Iterator, Sequence

from ludex.core.packs import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.view import Card
from ludex.systems.boon.events import FightSettled, Joined, SceneOpened, Wounded
from ludex.systems.boon.state import Battle, State
from ludex.systems.boon.terms import Status


@rule("BOO-LIV-58")
def roster_card(state: State, _viewer: Viewer, _given: Plain) -> Card:
    """Every NPC that is known with its last scene and status, the fights in short, what the party has."""
    lines = (*_people(state), *map(battle_line, state.battles), *_party(state))
    return Card(say("told.roster"), None, (), lines or (say("told.roster_empty"),))


def _people(state: State) -> Iterator[Label]:
    here = [(c, state.scene) for c in state.combatants]
    away = [(c, name) for name, stage in state.scenes.items() for c in stage.combatants if not c.secret]
    known = [(c.called, scene, c.status) for c, scene in (*here, *away) if not state.is_player(c)]
    for name, scene, status in (*known, *((g.name, g.scene, g.status) for g in state.gone)):
        yield say("told.roster_npc", who=name, scene=scene or say("told.first_scene"), status=term(status))


def battle_line(battle: Battle) -> Say:
    """A fight in a line."""
    won = say("view.won", side=battle.winner) if battle.winner else say("view.nobody_won")
    facts = {"scene": battle.scene or say("told.first_scene"), "sides": list(battle.sides), "won": won}
    return say("told.roster_fight", **facts, rounds=battle.rounds, fallen=list(battle.fallen) or [say("told.nobody")])


def _party(state: State) -> Iterator[Label]:
    for who in (c for c in state.combatants if state.is_player(c)):
        things: list[Label] = [i.called for i in who.items if i.uses != 0]
        yield say("told.roster_party", who=who.called, money=who.money, things=things or [say("told.nothing")])


@rule("BOO-LIV-58")
def tally(state: State, events: Sequence[Plain]) -> Iterator[Say]:
    """What an evening came to, counted from its events: fights, the fallen, scenes, levels."""
    fights = sum(isinstance(e, FightSettled) for e in events)
    yield say("told.tally", fights=fights, scenes=sum(isinstance(e, SceneOpened) for e in events))
    yield from (battle_line(battle) for battle in state.battles[len(state.battles) - fights :])
    dead = dict.fromkeys(e.who for e in events if isinstance(e, Wounded) and e.status is Status.DEAD)
    lost = [c.called for who in dead if (c := state.find(who)) is not None and state.is_player(c)]
    if lost:
        yield say("told.tally_lost", names=lost)
    yield from _levels(events)


def _levels(events: Sequence[Plain]) -> Iterator[Say]:
    """Who has gained a level: the first and the last sheet that the evening wrote of somebody."""
    first: dict[str, int] = {}
    last: dict[str, tuple[str, int]] = {}
    for one in (e.character for e in events if isinstance(e, Joined)):
        first.setdefault(one.id, one.level)
        last[one.id] = (one.called, one.level)
    for who, (name, level) in last.items():
        if level > first[who]:
            yield say("told.tally_level", who=name, level=level)
