"""Front ends: parse, ask the table, render. No rule lives here."""
