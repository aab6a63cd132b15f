"""The rules of Mirror, one module for each chapter of the rulebook."""
