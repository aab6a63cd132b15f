"""The browser front end: server-rendered pages, live over one WebSocket. It draws parts; it knows no system and no rule."""
