"""How a finished procedure is told: a card for one viewer, with totals that explain themselves.

Every output type has one teller; what only the GM may know (hidden lengths, why an attack on nothing missed, what happened to
somebody out of sight) is left out for others.
"""

from msgspec.structs import replace

from ludex.core.say import say
from ludex.core.system import Told, Viewer
from ludex.core.telling import by_result, in_a_sentence, sentences_by_result
from ludex.core.view import Card
from ludex.systems.mirror.views.tell import clockwork, harm, people, spoken
from ludex.systems.mirror.views.tell.falls import happened, with_falls
from ludex.systems.mirror.views.tell.phrases import reaction_lines
from ludex.systems.mirror.views.tell.spoken import SPOKEN


def tell(told: Told, viewer: Viewer) -> Card:
    teller = TELLERS.get(type(told.result))
    card = teller(told, viewer, told.result) if teller else Card(say(f"told.{told.procedure}"))
    lines = reaction_lines(told, viewer)
    if not card.sentence and (speaker := SENTENCES.get(type(told.result))) is not None:
        card = replace(card, sentence=speaker(told, viewer, told.result) or "")
    whole = with_falls(replace(card, lines=(*card.lines, *lines)) if lines else card, happened(told, viewer))
    return in_a_sentence(whole, SPOKEN)


TELLERS = by_result(harm, clockwork, people)
SENTENCES = sentences_by_result(spoken)
"""How each output is told, and in what sentence where its card has none."""
