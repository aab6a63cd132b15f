"""Refusals as JSON: `{"code", "message", "facts"}` with the status that fits."""

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.fronts.connections import Asking
from ludex.text.reply import Reply
from ludex.text.words import LANGUAGES, Words

STATUS = {
    "dead_link": 401,
    "gm_only": 403,
    "observers_watch": 403,
    "not_yours": 403,
    "not_your_question": 403,
    "undo_not_yours": 403,
    "unknown_table": 404,
    "unknown_system": 404,
    "unknown_seat": 404,
    "unknown_actor": 404,
    "unknown_procedure": 404,
    "unknown_clause": 404,
    "unknown_command": 404,
    "no_such_command": 404,
    "no_question": 404,
    "no_sheet": 404,
    "no_session": 409,
    "session_running": 409,
    "unknown_session": 404,
    "unknown_note": 404,
    "unknown_handout": 404,
    "unknown_picture": 404,
    "unknown_prepared": 404,
    "picture_too_large": 413,
    "no_demo": 404,
    "nothing_to_undo": 409,
    "nothing_to_redo": 409,
    "moved_meanwhile": 409,
    "overtaken": 409,
    "line_too_long": 413,
    "file_too_long": 413,
    "too_fast": 429,
    "too_many_pages": 429,
    "store_failed": 503,
    "system_failed": 503,
    "system_not_loaded": 503,
    "store_unreadable": 503,
    "table_unreadable": 503,
}
"""Codes whose status is not 422 (the rules do not allow this)."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused. `code` is stable; `message` is in the reader's language; `facts` are the values in question."""

    code: str
    message: str
    facts: Plain = {}


def language_of(request: Asking) -> str:
    """English for programs, unless they ask for another language."""
    wanted = request.headers.get("accept-language", "").split(",")[0].split(";")[0].strip().lower().split("-")[0]
    return wanted if wanted in LANGUAGES else "en"


def problem(status: int, code: str, message: str, facts: Plain) -> Response[Problem]:
    """A refusal as a response."""
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    if status == 429:
        headers = {"retry-after": str(facts.get("seconds", 1))}
    return Response(Problem(code, message, facts), status_code=status, headers=headers)


def refused(request: Asking, error: RuleError) -> Response[Problem]:
    """A rule or the table says no, in the words of the table where the request came to one."""
    words: Words = request.state.get("words") or Words(language_of(request))
    message = words.error(error)
    facts = msgspec.to_builtins(dict(error.facts), enc_hook=str)
    if error.clause:
        facts = {**facts, "clause": error.clause}
    return problem(STATUS.get(error.code, 422), error.code, message, facts)


class Unclear(Exception):
    """A line that may mean several things, with the reply that asks which."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.code)
        self.reply = reply


def unclear(_request: Asking, error: Unclear) -> Response[Problem]:
    """A line that may mean several things: the refusal says which."""
    reply = error.reply
    return problem(422, reply.code, reply.text, {"choices": list(reply.choices)})


def turned_away(request: Asking, error: HTTPException) -> Response[Problem]:
    """The request itself cannot be taken."""
    words = Words(language_of(request))
    key = f"web.status.{error.status_code}"
    message = words(key) if words.has(key) else words("web.status.other", status=error.status_code)
    facts: Plain = {"detail": str(error.detail)[:500]} if error.status_code < 500 else {}
    if wrong := _wrong(error):
        facts, message = {**facts, "problems": wrong}, words("web.status.misfit", problems=wrong)
    return problem(error.status_code, f"http_{error.status_code}", message, facts)


def _wrong(error: HTTPException) -> list[str]:
    """What is wrong with a body, by its fields: one that is missing, unknown, or of another kind."""
    if not isinstance(error, ValidationException) or not isinstance(error.extra, list):
        return []
    told = [f"{one.get('key', '')}: {one.get('message', '')}" for one in error.extra if isinstance(one, dict)]
    return [one.removeprefix(": ")[:200] for one in told[:10]]


def failed(request: Asking) -> Response[Problem]:
    """Our own fault."""
    return problem(500, "http_500", Words(language_of(request))("web.status.500"), {})
