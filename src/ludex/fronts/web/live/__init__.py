"""A table's page while it is open: what it shows, what its person asks for over the WebSocket, what is pushed."""
