"""Episodes: what was said, word for word, so that it can be found again in other conversations."""
