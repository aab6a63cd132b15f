"""The rules of boon: a module is a chapter of the ledger, or says which chapters it joins and why."""
