"""Opportunities that were kept and are spent later (FAB-POP-1, FAB-LIV-27): joins Opportunities and the windows of effects."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.declaring import Actor
from ludex.core.deeds import Asked, Do, Field, Show
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.systems.fable.events import Touched
from ludex.systems.fable.kinds import Erase, OfPeople
from ludex.systems.fable.kinds.offers import actor_named, story_clock
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.opportunities import (
    FREE,
    OpportunitySpent,
    SpendOpportunity,
    status_heard,
    used_up,
)
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Emotion, Opportunity, Status


class UseOpportunity(OfPeople, names=("机会", "op", "opportunity"), example=".机会 优势"):
    """`.机会 苦厄 灰狼 减速`: what is needed depends on what it is spent on; alone it lists what waits (FAB-LIV-27)."""

    actor: Actor
    option: Annotated[Opportunity | None, Field(refusal="unknown_opportunity")] = None
    target: Annotated[str, Field(keys=("目标",))] = ""
    detail: Annotated[str, Field()] = ""
    mode: Erase = "fill"

    def do(self, asked: Asked) -> Do | Show:
        if self.option is None:
            return Show("opportunities", {})
        option, target, detail = self.option, self.target, self.detail
        given = SpendOpportunity(option=option, actor=self.actor, mode=self.mode)
        if option is Opportunity.PROGRESS:
            sections = whole(detail)
            given = replace(given, clock=story_clock(asked, target))
            given = given if sections is None else replace(given, sections=sections)
        elif option is Opportunity.BONDING:
            emotion = Emotion.read(detail, refusal="unknown_emotion", clause="FAB-BON-1")
            given = replace(given, owner=self.actor, target=target, emotion=emotion)
        elif option in FREE and target not in visible(asked.state).values():
            given = replace(given, text=f"{target} {detail}".strip())  # in her own words
        elif target:
            given = replace(given, target=actor_named(asked, target))
        if option is Opportunity.AFFLICTION:
            given = replace(given, status=Status.read(detail, refusal="bad_status", clause="FAB-POP-1"))
        return Do("spend_opportunity", given, heard(asked.state, self.actor, given.target))


@rule("FAB-POP-1", "FAB-LIV-34")
async def spend_opportunity(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """Spend an opportunity on one of the things on the list; a status that it brings is gained like any other."""
    done = await used_up(state, given)
    if not state.live or not given.actor or done.status is None:
        return done
    act, after = new_act(), await happen(Touched())
    await status_heard(state, after, given.actor, use=given, act=act)
    return msgspec.structs.replace(done, told=tuple(act.told))
