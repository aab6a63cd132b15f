"""What an address does at a seat and then tells, done once however often it comes under the same `Idempotency-Key`."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from ludex.table.requests import asked_as, once
from ludex.text.chat import Chat

T = TypeVar("T")
D = TypeVar("D")


async def done_once(chat: Chat, do: Callable[[], Awaitable[D]], tell: Callable[[], T]) -> T:
    """Do something and tell how things are; what was done for the same request before is only told."""

    async def run() -> T:
        await do()
        return tell()

    async def again(_n: int) -> T:
        return tell()

    with asked_as(chat.request, chat.asked):
        return await once(chat.table, chat.seat, run, again)
