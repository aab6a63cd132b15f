"""What a study brought to light, in whole sentences: each tier tells its own facts and those below it (FAB-PAC-6, FAB-LIV-39)."""

from collections.abc import Callable

from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.arms import arms_of
from ludex.systems.fable.rules.attributes import defence, die_size, magic_defence
from ludex.systems.fable.rules.describing import strike_said
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute
from ludex.systems.fable.views.look import being_of, traits_of
from ludex.systems.fable.views.tell.names import name_of


@rule("FAB-PAC-6", "FAB-LIV-39")
def findings(told: Told, who: str, tier: int) -> list[Label]:
    """What a study to this tier tells of somebody, as far as the reader may know it."""
    character: Character | None = told.after.characters.get(who)
    known = min(tier, character.shown) if character else 0
    if character is None or known < 1:
        return [say("told.studied_0", who=name_of(told, who))]
    return [tell(told.after, character) for tell in TIERS[:known]]


def _nature(_state: State, character: Character) -> Say:
    """Rank, life category, level and gauges."""
    being = [being_of(character.sheet)] if character.sheet.life else []
    return say(
        "told.studied_1",
        who=character.called,
        nature=[term(character.rank), *being, say("told.studied_level", level=character.level)],
        hp=character.hp,
        max_hp=sum(character.hg_cap),
        mp=character.mp,
        max_mp=sum(character.mg.cap),
    )


def _traits(state: State, character: Character) -> Say:
    """Traits, dice, defences and affinities."""
    dice = [say("told.studied_die", attribute=term(a), size=die_size(state, character, a)) for a in Attribute]
    affinities = [
        say("view.affinity", type=term(type_), state=[term(one) for one in states])
        for type_, states in character.affinities.items()
    ]
    return say(
        "told.studied_2",
        who=character.called,
        traits=traits_of(character) or say("told.studied_none"),
        dice=dice,
        defence=defence(state, character),
        magic=magic_defence(state, character),
        affinities=affinities or say("told.studied_none"),
    )


def _attacks(state: State, character: Character) -> Say:
    """Attacks, spells and feats."""
    strikes: list[Label] = [
        say("told.studied_strike", name=called_of(strike.name), does=strike_said(strike))
        for strike in arms_of(state, character.id).values()
    ]
    entries = entries_of(SpellEntry, state.things)
    spells = [called_of(entries[key].name) or key for key in character.sheet.spells if key in entries]
    feats = [feat_called(state, key) for key in dict.fromkeys(known_feats(character))]
    none = say("told.studied_none")
    return say(
        "told.studied_3", who=character.called, strikes=strikes or none, spells=spells or none, feats=feats or none
    )


TIERS: tuple[Callable[[State, Character], Say], ...] = (_nature, _traits, _attacks)
"""What each tier adds."""
