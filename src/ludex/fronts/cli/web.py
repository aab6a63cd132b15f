"""`ludex serve`: the web page, the live tables and the API."""

import sys
from pathlib import Path

from ludex.fronts.cli.place import database
from ludex.fronts.web.serve import serve as serve_web


def serve(*, host: str = "127.0.0.1", port: int = 8000, data: Path | None = None) -> None:
    """Serve Ludex in the browser.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    try:
        serve_web(host, port, data=database(data), ready=lambda address: print(f"Ludex 掌律  {address}  (Ctrl+C ends)"))
    except OSError as error:
        sys.exit(f"cannot serve on {host}:{port}: {error}; try --port")
