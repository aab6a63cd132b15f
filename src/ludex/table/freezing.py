"""What is kept beside the log so that nobody has to read all of it: the memory after an entry, and states of commits.

Both can be made again from the log at any time; what another version made is not read, and neither is what cannot be.
"""

import zlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.system import System
from ludex.store.port import Checkpoint, State
from ludex.table.memory import Memory, Rising

T = TypeVar("T")
QUICK = 1
"""Compress quickly: a state is a few times smaller at once, and hardly smaller with patience."""


Known = Mapping[str, int]
"""How many pieces of each name are kept already."""


class _Kept(msgspec.Struct, frozen=True):
    """Something that was kept, and the version of the system that it is of."""

    version: int
    content: msgspec.Raw


def _pack(system: System, content: Any) -> bytes:
    kept = _Kept(system.version, msgspec.Raw(msgspec.json.encode(content)))
    return zlib.compress(msgspec.json.encode(kept), QUICK)


def _unpack(system: System, body: bytes, kind: type[T]) -> T | None:
    """None if another version kept it."""
    kept = msgspec.json.decode(zlib.decompress(body), type=_Kept)
    return msgspec.json.decode(kept.content, type=kind) if kept.version == system.version else None


def freeze(system: System, memory: Memory, known: Known) -> Checkpoint:
    """A checkpoint of the memory, without the pieces that are kept already."""
    heard = {seat: numbers.bare() for seat, numbers in memory.heard.items()}
    bare = replace(memory, veiled=memory.veiled.bare(), heard=heard)
    fresh: dict[str, bytes] = {}
    for name, numbers in _named(memory).items():
        fresh |= numbers.pieces(name, known.get(name, 0))
    return Checkpoint(memory.n, _pack(system, bare), fresh)


def pieces_of(memory: Memory) -> dict[str, int]:
    """How many pieces a checkpoint of this memory has, by name."""
    return {name: len(numbers.full) for name, numbers in _named(memory).items()}


def _named(memory: Memory) -> dict[str, Rising]:
    return {"veiled": memory.veiled, **{f"heard/{seat}": numbers for seat, numbers in memory.heard.items()}}


def thaw(system: System, checkpoint: Checkpoint) -> Memory | None:
    """The memory out of a checkpoint; None out of one that another version made, or that is damaged."""
    try:
        bare = _unpack(system, checkpoint.body, Memory)
        if bare is None:
            return None
        return replace(
            bare,
            state=msgspec.convert(bare.state, system.state),
            veiled=bare.veiled.whole("veiled", checkpoint.pieces),
            heard=_heard(bare, checkpoint.pieces),
        )
    except (msgspec.MsgspecError, zlib.error, KeyError):
        return None


def _heard(bare: Memory, pieces: Mapping[str, bytes]) -> dict[str, Rising]:
    return {seat: numbers.whole(f"heard/{seat}", pieces) for seat, numbers in bare.heard.items()}


def freeze_state(system: System, head: int, state: Any) -> State:
    """The state of a commit, to be kept."""
    return State(head, _pack(system, state))


def thaw_state(system: System, kept: State) -> Any | None:
    """The state that was kept; None if another version kept it, or if it is damaged."""
    try:
        return _unpack(system, kept.body, system.state)
    except (msgspec.MsgspecError, zlib.error):
        return None
