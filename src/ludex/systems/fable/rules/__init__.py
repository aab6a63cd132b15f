"""The rules of fable, one module for each chapter of the rulebook."""
