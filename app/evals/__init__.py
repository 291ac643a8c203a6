"""Measures the service against scenarios of its own: what must be recalled, and what must not."""
