"""How a finished procedure is told: a title, a verdict, totals that explain themselves, and what happened in lines."""

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Label, Say
from ludex.core.system import Told, Viewer
from ludex.core.telling import by_result, in_a_sentence
from ludex.core.view import Card
from ludex.systems.fable.events.telling import MOVED
from ludex.systems.fable.rules.checks import Checked
from ludex.systems.fable.rules.gauges import Report
from ludex.systems.fable.rules.steps import FOR_GM
from ludex.systems.fable.views.cards import scalars
from ludex.systems.fable.views.tell import clock, fights, people
from ludex.systems.fable.views.tell.sentences import SPOKEN, sentence_of
from ludex.systems.fable.views.tell.witness import happened, title_of, whom

TELLERS = by_result(fights, clock, people)
"""How each output is told."""


RESTED = (*MOVED, "told.came_in_better", "told.step_cure")
OWN_WORDS = {
    "told.study": ("told.step_reveal",),
    "told.effect_borne": ("told.step_effect",),
    "told.rest": RESTED,
    "told.tent": RESTED,
    "told.scene": RESTED,
    "told.scene_start": RESTED,
    "told.rest_bonds": ("told.use_bonding", "told.bond_over"),
    "told.forfeit": ("told.step_initiative",),
    "told.summon": ("told.reveal",),
}
"""What the cards with these titles say in words of their own, for all at once."""


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure for one viewer, with what its events say."""
    card = _card(told, viewer)
    lines = (shown for line in card.lines if (shown := _read_by(viewer, line)) is not None)
    said = OWN_WORDS.get(card.title.key, ()) if isinstance(card.title, Say) else ()
    happened_ = tuple(one for one in happened(told, but=said) if one.said != card.title)
    told_card = replace(card, lines=tuple(lines), happened=happened_, sentence=sentence_of(told, viewer))
    return in_a_sentence(told_card, SPOKEN)


@rule("FAB-LIV-41")
def _read_by(viewer: Viewer, line: Label) -> Label | None:
    if not isinstance(line, Say) or line.key != FOR_GM:
        return line
    return Say(**line.facts["line"]) if viewer.gm else None


def _card(told: Told, viewer: Viewer) -> Card:
    if teller := TELLERS.get(type(told.result)):
        return teller(told, viewer, told.result)
    if isinstance(told.result, Checked):
        return fights.check(told, viewer)
    if isinstance(told.result, Report):
        return fights.gauges(told, viewer)
    lines = tuple(getattr(told.result, "told", ()))
    return Card(title_of(told, who=whom(told)), None, scalars(told.result, ("told",)), lines)
