"""What people type at a mirror table: every deed that is declared beside its rule, by chapter, in the order of help; no rule.

Declared once: names, fields and who may do it stand in the deed's struct (`core.declaring`), kinds of fields in `kinds`. Here is added what
holds for all of them: whose deed it is, whose turn, and who hears of it.
"""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, command_of
from ludex.core.deeds import ANYONE, BOOK, Asked, Command, Do, Show
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.systems.mirror.may import check_hers, check_players_turn
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.rules import (
    actions,
    authoring,
    checks,
    clock,
    combat,
    creation,
    damage,
    dying,
    effects,
    growth,
    initiative,
    items,
    knowing,
    movement,
    ordering,
    relations,
    rest,
    setting,
    sheets,
    space,
    stamina,
    turn,
    wounds,
)
from ludex.systems.mirror.state import State


class ReadSkills(
    Deed, names=("技能", "skills"), shows="skills", group="check", who=ANYONE, beside=BOOK, example=".技能"
):
    """`.技能`: what each skill is for, and its linked attributes."""


CHECK = (
    *(combat.SkillLine, ReadSkills, checks.PlainLine, checks.StackModifiers, combat.DefenseLine, turn.AttackLine),
    *(turn.ActLine, turn.PreviewLine, actions.ActionLine, turn.PayOnLine),
)
CONFLICT = (
    *(initiative.ConflictLine, clock.TickLine, clock.EndLine, clock.DelayTurn, initiative.ShiftInitiative),
    *(initiative.EndConflict, initiative.JoinLine, ordering.LetPlay, ordering.SetThrowing, initiative.LeaveConflict),
    *(effects.EffectLine, effects.FocusLine, effects.RemoveEffect, effects.RaiseEvent, effects.ListEffects),
)
HARM = (
    *(damage.DamageLine, wounds.HealWound, wounds.GrantTemporaryLife, wounds.ExpireTemporaryLife),
    *(dying.DyingCheck, dying.RoundStart, stamina.ChangeSpLine, sheets.ChangeAttribute),
)
STAGE = (
    *(turn.MoveLine, turn.HaltLine, movement.PushLine, setting.StageLine, setting.PutLine, setting.PlaceCharacter),
    *(space.Distance, space.RangeLine, space.AreaLine, space.LightLine, space.PerceiveLine),
)
MIND = (
    *(relations.RelationLine, relations.Improve, relations.Worsen, relations.EmotionLine, relations.Trauma),
    *(relations.GrantFavour, relations.NoteTrauma, relations.SpendHumanity, relations.ChangePersonality),
)
GROWTH = (
    *(rest.RestLine, rest.TimeLine, setting.SetMode, growth.LevelUp, growth.LoseLevel, growth.AllocatePoints),
    *(growth.LearnLine, growth.SetRank, growth.Forget, growth.SetOrgan, growth.AutoLearn),
    *(knowing.EvaluateConditions,),
)
PEOPLE = (
    *(creation.MakeLine, setting.NpcLine, setting.ImportLine, setting.Recall, setting.BeginEncounter),
    *(setting.Reveal, setting.Dismiss, setting.SetStatus, setting.SheetLine, setting.ContentLine),
    *(authoring.AddContent, authoring.PackLine, authoring.OpenContent, sheets.RoundLine, items.ItemLine),
)

INWARD = frozenset((
    *("sp", "attr", "levelup", "lvdown", "points", "learn", "autolearn", "forget", "rank", "organ", "favour", "trauma", "scar"),
    *("humanity", "self", "relate", "improve", "worsen", "emotion", "fx", "dispel"),
))  # fmt: skip
"""What is about numbers, abilities, organs, relations, personality or effects of somebody: of an NPC nobody sees any of it."""


def _done(command: Command) -> Callable[[Asked], Do | Show]:
    """A deed that a player does only with an able character, told to those who may hear of it."""

    def done(asked: Asked) -> Do | Show:
        check_hers(asked, command.key)
        check_players_turn(asked, command.key)
        do = command.run(asked)
        if not isinstance(do, Do) or not asked.gm or do.audience != (EVERYBODY,):
            return do
        return replace(do, audience=_hear(asked, do.given, inward=command.key in INWARD))

    return done


@rule("MIR-LIV-41")
def _hear(asked: Asked, given: msgspec.Struct, *, inward: bool) -> tuple[Who, ...]:
    """What the GM does to somebody whom a player cannot locate leaves no line with her, nor what cannot be seen of an NPC."""
    state: State = asked.state
    people = tuple(filter(None, _people(state, given)))
    first = state.characters.get(people[0]) if people else None
    if inward and first is not None and first.gm_played and asked.numbers != "open":  # MIR-LIV-40
        return (GM,)
    if isinstance(given, setting.Reveal) and first is not None:  # MIR-LIV-44: it is told to those who see her then
        state = replace(state, characters={**state.characters, first.id: replace(first, hidden=False)})
    path = getattr(given, "path", ())
    goal = getattr(given, "pos", None) or (path[-1] if path else None)
    return heard(state, *people, goal=goal) if people else (EVERYBODY,)


def _people(state: State, given: msgspec.Struct) -> Iterator[str]:
    """The ids of everybody whom an input is about: named, or bearing the effect that it names."""
    for name in ("actor", "target", "attacker", "defender", "id"):
        yield getattr(given, name, None) or ""
    yield from getattr(given, "targets", ())
    if isinstance(given, effects.AddEffect):
        yield given.effect.target
    if isinstance(given, effects.RemoveEffect):
        yield from (x.target for x in state.effects if given.effect in (x.id, x.name))


_ALL = tuple(command_of(deed) for deed in (*CHECK, *CONFLICT, *HARM, *STAGE, *MIND, *GROWTH, *PEOPLE))
COMMANDS: tuple[Command, ...] = tuple(replace(command, run=_done(command)) for command in _ALL)
