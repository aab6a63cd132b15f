"""What a viewer may know of a FET table is decided here and nowhere else: people, their numbers, what they are doing.

FET-DST-2 (the hidden are known to their own side and the GM), FET-TLN-1 with the option `acts_shown` (when others see what was
declared), FET-TRX-1 (野望 learns any act). How it is drawn is `views/`. Nothing here changes anything.
"""

import msgspec

from ludex.core.principals import EVERYBODY, GM, Viewer, Who, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.view import Label
from ludex.systems.fet.state import Battle, Fighter, State, check_battle

LEARNS_ACTS = "see_acts"
"""What the trait 野望 grants (FET-TRX-1)."""


class Witness(msgspec.Struct, frozen=True):
    """A viewer at the table, and what it may know of everybody there."""

    state: State
    viewer: Viewer

    @property
    def battle(self) -> Battle:
        """The battle looked at, or a refusal."""
        return check_battle(self.state)

    def plays(self, fighter: Fighter) -> bool:
        """Whether nothing about this fighter is hidden: from the GM, or from its owner."""
        return self.viewer.gm or fighter.id in self.viewer.controls

    @rule("FET-DST-2")
    def sees(self, fighter: Fighter) -> bool:
        """Whether the viewer knows that this fighter is there: the hidden are known to their own side and the GM."""
        unseen = fighter.hidden or fighter.under("hidden", self.battle.time)
        if self.plays(fighter) or not unseen:
            return True
        own = [self.battle.find(who) for who in self.viewer.controls]
        return any(f is not None and f.side == fighter.side for f in own)

    def sees_whom(self, who: str) -> bool:
        """The same by id; somebody who is not in the battle is no secret of it."""
        fighter = self.state.fighter(who)
        return fighter is None or self.sees(fighter)

    def seen(self) -> list[Fighter]:
        """The fighters that the viewer knows of."""
        return [f for f in self.battle.fighters if self.sees(f)]

    def knows_of(self, who: str) -> bool:
        """Whether somebody exists for the viewer at all: companions do; an NPC does where it is seen in the battle."""
        character = self.state.characters.get(who)
        if self.viewer.gm or who in self.viewer.controls or (character is not None and not character.npc):
            return True
        fighter = self.state.fighter(who)
        return fighter is not None and self.sees(fighter)

    def knows_numbers(self, fighter: Fighter) -> bool:
        """Whether stamina and will are known in numbers: not an NPC's, unless one plays it."""
        character = self.state.characters.get(fighter.id)
        return self.plays(fighter) or (character is not None and not character.npc)

    def knows_burden(self, who: str) -> bool:
        """Whether what lies on somebody is known: one's own and companions'; an NPC's is the GM's."""
        found = self.state.bearer(who)
        return found is not None and (self.viewer.gm or who in self.viewer.controls or not found.npc)

    @rule("FET-TLN-1")
    def knows_act(self, fighter: Fighter) -> bool:
        """Whether the viewer knows what was declared: one's own; else as the table wants it."""
        shown = self.state.options.acts_shown
        if self.plays(fighter) or shown == "open" or fighter.act is None or self._learns_acts():
            return True
        return shown == "together" and not (fighter.act.start == self.battle.time and self.battle.waiting)

    @rule("FET-TRX-1")
    def _learns_acts(self) -> bool:
        """Whether one of the viewer's characters learns any act (野望)."""
        sheets = [self.state.characters[who].sheet for who in self.viewer.controls if who in self.state.characters]
        return any(LEARNS_ACTS in trait.grants for sheet in sheets for trait in sheet.traits)

    def called(self, who: str) -> Label:
        """How the viewer calls somebody: a stranger has no name."""
        return self.state.called(who) if self.sees_whom(who) else say("view.somebody")


def known(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The ids of everybody that a viewer may know of."""
    witness = Witness(state, viewer)
    return tuple(who for who in actors(state) if witness.knows_of(who))


def heard_by(state: State, who: str) -> tuple[Who, ...]:
    """Who may read somebody's numbers: everybody at the table; of an NPC, the GM."""
    found = state.bearer(who)
    return (GM,) if found is not None and found.npc else (EVERYBODY,)


@rule("FET-TLN-1")
def act_heard_by(state: State, who: str) -> tuple[Who, ...]:
    """Who reads at once what somebody has declared."""
    return (EVERYBODY,) if state.options.acts_shown == "open" else (actor(who),)


def in_the_open(battle: Battle, who: tuple[str, ...]) -> list[str]:
    """Those of them who are not hidden: a refusal names nobody who may be a secret."""
    return [f.id for f in battle.fighters if f.id in who and not f.hidden]


def actors(state: State) -> dict[str, str]:
    """Everybody in the battle, then everybody else with a sheet, and how they are called."""
    fighters = state.battle.fighters if state.battle else ()
    return {who: state.called(who) for who in (*(f.id for f in fighters), *state.characters)}
