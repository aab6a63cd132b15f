"""Who comes in: a seat by its link; and what anybody may read without one, who pays for it by her address."""

from ludex.core.errors import RuleError
from ludex.fronts.connections import KNOWN, Connection
from ludex.fronts.pace import VISITS, Paces, host_of
from ludex.table.house import House
from ludex.table.seats import Seat
from ludex.table.table import Table


async def entered(connection: Connection, house: House, paces: Paces, secret: str) -> tuple[Table, Seat]:
    """The seat that a link opens. A visitor who tries links that open nothing pays for it, and is soon asked to wait."""
    try:
        found = await house.enter(secret)
    except RuleError as error:
        if error.code == "dead_link":
            await paces.visiting.ask(host_of(connection), VISITS["dead"])
        raise
    connection.scope["state"][KNOWN] = True
    return found


async def visit(connection: Connection, paces: Paces) -> None:
    """Take what a page of anybody's costs."""
    first, second, *_ = (*connection.scope["path"].strip("/").split("/"), "", "")
    kind = second if first == "api" else first or "start"
    if kind in VISITS:
        await paces.visiting.ask(host_of(connection), VISITS[kind])
