"""`ludex mcp`: a tool server for assistants, for one seat at a running table."""

import os
import sys


def mcp(link: str = "", *, language: str = "zh") -> None:
    """Serve tools over stdio (MCP) that act with the rights of one seat.

    Parameters
    ----------
    link
        The seat's link, http://…/t/SECRET; better given as LUDEX_SEAT in the environment, where no list of processes shows it.
    language
        zh or en.
    """
    from ludex.fronts.mcp.seat import SeatOverApi

    try:
        seat = SeatOverApi(link or os.environ.get("LUDEX_SEAT", ""), language)
    except ValueError as error:
        sys.exit(str(error))
    try:
        from ludex.fronts.mcp.server import tools  # the SDK is an extra
    except ImportError as error:
        sys.exit(f"the tool server is an extra: pip install 'ludex[mcp]' ({error})")
    tools(seat).run("stdio")
