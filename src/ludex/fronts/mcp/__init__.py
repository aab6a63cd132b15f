"""A tool server for assistants (MCP): one seat at one table, over the API and with that seat's rights."""
