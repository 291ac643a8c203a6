"""Moves all vectors to another embedding model while the one before serves."""
