"""`ludex serve`: the web page, the live tables and the API."""

import sys
from pathlib import Path

from ludex.fronts.cli.place import database
from ludex.fronts.cli.reloading import serve_again
from ludex.fronts.web.serve import serve as serve_web


def serve(*, host: str = "127.0.0.1", port: int = 8000, data: Path | None = None, reload: bool = False) -> None:
    """Serve Ludex in the browser.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    reload
        Start anew whenever a file of an installed system changes: for authors.
    """
    if reload:
        serve_again(["--host", host, "--port", str(port), *(["--data", str(data)] if data else [])])
        return
    try:
        serve_web(host, port, data=database(data), ready=_say_where)
    except OSError as error:
        sys.exit(f"cannot serve on {host}:{port}: {error}; try --port")


def _say_where(address: str) -> None:
    print(f"Ludex 掌律  {address}  (Ctrl+C ends)", flush=True)
