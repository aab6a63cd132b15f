"""Chat: one grammar and one set of replies for every place where people type: browser, terminal, QQ, Discord, API."""
