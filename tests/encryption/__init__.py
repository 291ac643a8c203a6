"""Encryption on stores of its own: what a dump shows, how keys change, what a start refuses."""
