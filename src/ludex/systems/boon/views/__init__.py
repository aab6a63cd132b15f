"""Boon as people see it: the table, finished procedures, cards on request, and what can be done now. Nothing is decided here."""
