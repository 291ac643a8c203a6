"""Evaluations that print figures: `memoryd eval …`. Their sets stand in `tests/evals`, outside of the package."""
