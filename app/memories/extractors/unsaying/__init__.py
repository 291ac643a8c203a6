"""Requests to forget, read before anything else: a request must never become a memory."""
