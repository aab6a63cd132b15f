"""The JSON API: everything that a person can do at a table, for programs. The bearer token is the seat's secret."""
