"""A desk's verbs about content: the kinds that a GM may add to, as forms and as templates of files."""

from ludex.core.errors import RuleError
from ludex.core.forms import Form, form_of, template
from ludex.core.names import folded
from ludex.desk.desk import Desk


def forms(desk: Desk) -> list[Form]:
    """Every kind of content as a form."""
    return [form_of(kind) for kind in desk.table.system.kinds]


def form_named(desk: Desk, name: str) -> Form:
    """A kind of content by any of its names."""
    kinds = desk.table.system.kinds
    found = next((kind for kind in kinds if folded(name) in map(folded, (kind.name, *kind.also))), None)
    if found is None:
        raise RuleError("unknown_kind", kind=name[:40], kinds=[next(iter(k.also), k.name) for k in kinds])
    return form_of(found)


def template_of(desk: Desk, name: str, language: str) -> str:
    """A file with every key of a kind, that is read as it is."""
    return template(form_named(desk, name), language)
