"""The shell around the rules: systems found, tables opened, seats, audiences, chance, clock, undo."""
