"""Who opens one of a seat's pages: she pays for it, and for its length."""

from ludex.fronts.connections import Asking
from ludex.fronts.entering import entered
from ludex.fronts.pace import Paces, cost_of, payer_of, pays
from ludex.fronts.web.gate.reader import language_of
from ludex.table.house import House
from ludex.text.chat import Chat


async def sit(request: Asking, house: House, paces: Paces, secret: str, kind: str = "page") -> Chat:
    """The seat behind a link, in the reader's language."""
    table, seat = await entered(request, house, paces, secret)
    payer = payer_of(request, table.id, seat.id)
    await paces.ask(payer, cost_of(kind))
    pays(request, paces, payer)
    return Chat(table, seat.id, language_of(request))
