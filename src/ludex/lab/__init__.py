"""The laboratory: odds before the roll, simulation, policies. It runs the very procedures that the table plays."""
