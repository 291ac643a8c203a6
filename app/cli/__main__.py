"""`python -m app.cli` is `memoryd`."""

from app.cli import main

main()
