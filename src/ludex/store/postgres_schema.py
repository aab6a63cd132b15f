"""The PostgreSQL schema and its migrations. They run by themselves when a node starts, once, under a lock that all nodes share.

Every step only adds: a node of the version before goes on working beside a newer one.
"""

from typing import TYPE_CHECKING

import asyncpg

from ludex.store.port import Unusable

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

LOCK = 0x4C554458
"""The advisory lock under which a schema is changed: «LUDX»."""

_V1 = (
    "CREATE TABLE tables (id text PRIMARY KEY, system text NOT NULL, name text NOT NULL, created text NOT NULL, secret bytea NOT NULL)",
    "CREATE TABLE entries (table_id text NOT NULL, n bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY (table_id, n))",
    "CREATE TABLE links (hash text PRIMARY KEY, table_id text NOT NULL, seat text NOT NULL)",
    "CREATE TABLE checkpoints (table_id text PRIMARY KEY, n bigint NOT NULL, body bytea NOT NULL)",
    "CREATE TABLE pieces (table_id text NOT NULL, name text NOT NULL, body bytea NOT NULL, PRIMARY KEY (table_id, name))",
    "CREATE TABLE states (table_id text NOT NULL, head bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY (table_id, head))",
    "CREATE TABLE seeds (table_id text NOT NULL, place bigint NOT NULL, seed bytea NOT NULL, PRIMARY KEY (table_id, place))",
    "CREATE TABLE pictures (table_id text NOT NULL, name text NOT NULL, body bytea NOT NULL, PRIMARY KEY (table_id, name))",
    "CREATE TABLE leases (table_id text PRIMARY KEY, token bigint NOT NULL, node text NOT NULL, address text NOT NULL, until timestamptz NOT NULL)",
)

_V2 = ("CREATE INDEX leases_of_a_node ON leases (node, until)",)
"""What a node holds is found without reading everybody's leases."""

_V3 = (
    "CREATE TABLE places (platform text, id text, kind text, tab text NOT NULL, told bigint NOT NULL, silent integer NOT NULL DEFAULT 0, PRIMARY KEY (platform, id, kind))",
    "CREATE INDEX places_of_a_table ON places (tab)",
    "CREATE TABLE people (platform text, id text, tab text, seat text NOT NULL, name text NOT NULL DEFAULT '', rowid bigserial, PRIMARY KEY (platform, id, tab))",
    "CREATE INDEX people_at_a_table ON people (tab, seat)",
    "CREATE TABLE trusted (platform text, id text, PRIMARY KEY (platform, id))",
    "CREATE TABLE banned (platform text, id text, PRIMARY KEY (platform, id))",
    "CREATE TABLE cards (platform text, place text, id text, card text NOT NULL, PRIMARY KEY (platform, place, id))",
    "CREATE TABLE taken (platform text, place text, id text, rowid bigserial UNIQUE, PRIMARY KEY (platform, place, id))",
    "CREATE TABLE ways (platform text PRIMARY KEY, address text NOT NULL)",
    "CREATE TABLE cluster (one integer PRIMARY KEY, key text NOT NULL)",
)
"""Chat groups: who plays where, whom a message came from already, to which node a platform is connected, what nodes know one another by."""

_V4 = ("CREATE TABLE kept (kind text, name text, said text NOT NULL, PRIMARY KEY (kind, name))",)
"""What bots keep in words: replies of a group's own, its welcome, how far whispers were carried, links to logs."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (_V1, _V2, _V3, _V4)
"""Step k brings a database from version k to k + 1."""

VERSION = len(MIGRATIONS)


async def migrate(connection: "PoolConnectionProxy[asyncpg.Record]") -> None:
    """Bring a database up to date, in one transaction, one node after another."""
    async with connection.transaction():
        await connection.execute("SET LOCAL lock_timeout = 0")  # the others take as long as they take
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS ludex_schema (version integer NOT NULL)")
        found = await connection.fetchval("SELECT max(version) FROM ludex_schema") or 0
        if found > VERSION:
            raise Unusable(f"the database has schema {found}, this Ludex knows up to {VERSION}: please upgrade Ludex")
        for number in range(found, VERSION):
            for statement in MIGRATIONS[number]:
                await connection.execute(statement)
            await connection.execute("INSERT INTO ludex_schema VALUES ($1)", number + 1)
