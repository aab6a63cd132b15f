"""`ludex type`: type a line at a table as its GM, with the text of a file behind it (a content pack, a pasted sheet)."""

import asyncio
import sys
from pathlib import Path

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.core.principals import HOST
from ludex.fronts.cli.place import at_home, database
from ludex.store.opening import check
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.words import Words


def type_(table: str, line: str, *, file: Path | None = None, language: str = "zh", data: Path | None = None) -> None:
    """Type a line at a table as its GM. Stop the server first, or type it in the browser.

    Parameters
    ----------
    table
        The table's id (`ludex tables` lists them).
    line
        The line, such as ".收录".
    file
        A file whose text is put behind the line.
    language
        zh or en.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    check(database(data))
    typed = f"{line} {file.read_text('utf-8')}" if file else line
    reply = asyncio.run(_type(table, typed, language, data))
    print(harmless(reply.text))
    sys.exit(0 if reply.ok else 1)


async def _type(table: str, typed: str, language: str, data: Path | None) -> Reply:
    async with at_home(database(data), "ludex type") as house:
        try:
            return await Chat(await house.open(table), HOST, language).line(typed)
        except SystemFailed as error:
            return Reply(Words(language).error(error.refusal()), code=error.code)
        except RuleError as error:
            return Reply(Words(language).error(error), code=error.code)
