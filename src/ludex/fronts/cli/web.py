"""`ludex serve`: the web page, the live tables and the API."""

import os
import sys
from pathlib import Path

from ludex.fronts.cli.place import database, this_node
from ludex.fronts.cli.reloading import serve_again
from ludex.fronts.web.serve import serve as serve_web, serve_shared
from ludex.fronts.web.workers import check_possible, serve_nodes, serve_workers
from ludex.store.postgres import LEASE


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    reload: bool = False,
    store: str = "",
    node: str = "",
    address: str = "",
    lease: float = LEASE,
    name: list[str] | None = None,
    workers: int = 1,
) -> None:
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
    store
        A database that several nodes share (postgresql://…) in place of a file.
    node
        The name of this node among those that share a database; by default the machine's name with the port.
    address
        Where the other nodes reach this one; by default http://HOST:PORT.
    lease
        Seconds after which another node takes over the tables of one that has died.
    name
        A name under which a proxy or a tunnel leads to this server (several: again, or LUDEX_NAMES with commas). On the loopback no other name is answered.
    workers
        So many processes serve the tables, each its own: as many as there are cores. With a shared database each of them is a node, reached at one of the ports behind this one.
    """
    check_possible(workers)
    if name:
        os.environ["LUDEX_NAMES"] = ",".join(name)
    if store:
        mine = this_node(node, address, host, port)
        if workers > 1:
            serve_nodes(host, port, store=store, node=mine, lease=lease, count=workers, ready=_say_where)
        else:
            serve_shared(host, port, store=store, node=mine, lease=lease, ready=_say_where)
        return
    if reload:
        serve_again(["--host", host, "--port", str(port), *(["--data", str(data)] if data else [])])
        return
    try:
        if workers > 1:
            serve_workers(host, port, data=database(data), count=workers, ready=_say_where)
        else:
            serve_web(host, port, data=database(data), ready=_say_where)
    except OSError as error:
        sys.exit(f"cannot serve on {host}:{port}: {error}; try --port")


def _say_where(address: str) -> None:
    print(f"Ludex 掌律  {address}  (Ctrl+C ends)", flush=True)
