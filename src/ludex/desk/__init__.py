"""One seat's verbs, once: do, answer, undo, say, look, odds. Chat, page, API and terminal translate to them."""
