"""Deeds that take turns: while one of them is open, a button that would begin another says whom it waits for."""

from ludex.core.principals import GM
from ludex.text.chat import Chat


def waiting_for(chat: Chat) -> str:
    """Why what takes turns cannot begin now; empty if it can."""
    act = chat.table.open_turn()
    if act is None:
        return ""
    mine = any(one.act.number == act.number for one in chat.desk.questions())
    told = next((one.question.who for one in chat.desk.waits() if one.act.number == act.number), GM)
    return chat.words("web.answer_first" if mine else "web.held", who=chat.name_of(told))
