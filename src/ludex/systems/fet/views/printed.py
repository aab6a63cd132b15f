"""The replies whose wording the rulebook prints, to be said in the reader's language; in Chinese they are the printed ones."""

from collections.abc import Iterator

from ludex.core.say import say, term
from ludex.core.view import Label
from ludex.systems.fet.commands.bat import row_text
from ludex.systems.fet.commands.replies import Reply
from ludex.systems.fet.terms import Resource, written


def printed(reply: Reply) -> Iterator[Label]:
    """The lines of a reply (FET-CMD-6)."""
    match reply.code:
        case "sheet_set":
            yield say("told.printed_sheet", who=reply.name)
        case "target_set":
            yield say("told.printed_target", target=reply.target)
        case "status_changed":
            change = written(reply.change or 0, signed=True)
            yield say("told.printed_change", who=reply.name, resource=term(str(reply.resource)), change=change)
            yield _pool(str(reply.resource), reply.current, reply.max)
        case "status_reset":
            yield say("told.printed_reset", who=reply.name)
            for resource in Resource:
                if getattr(reply, resource) is not None:
                    yield _pool(resource, getattr(reply, resource), getattr(reply, f"{resource}_max"))
        case "left_battle":
            yield say("told.printed_left", who=reply.name)
            yield say("told.printed_timeline")
            yield from map(row_text, reply.timeline or ())
        case "battle_ended":
            yield say("told.printed_ended")
        case _:
            yield from (reply.text or "").splitlines()


def _pool(resource: str, current: float | None, top: float | None) -> Label:
    return say("told.printed_pool", resource=term(resource), current=written(current or 0), top=written(top or 0))
