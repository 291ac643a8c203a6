"""memoryd on the command line: one file per group of commands, put together here."""

import sys

import typer
from pydantic import ValidationError

from app.cli import archive, caring, encryption, evals, governing, keys, pages, review, serving

app = typer.Typer(help="memoryd gives LLM agents a memory.", no_args_is_help=True, add_completion=False)
for commands in (serving.app, caring.app, governing.app, encryption.app, pages.app):
    app.add_typer(commands)
app.add_typer(keys.keys, name="keys")
app.add_typer(governing.audit, name="audit")
app.add_typer(evals.evals, name="eval")
app.add_typer(archive.archive, name="archive")
app.add_typer(review.review, name="review")


def main() -> None:
    """The entry point; an error that has a sentence is told without a traceback."""
    from app.embedded import CannotStart  # noqa: PLC0415  # the command line starts fast
    from app.errors import AppError, CannotServe  # noqa: PLC0415
    from app.providers.embeddings.protocol import EmbeddingFailed  # noqa: PLC0415

    try:
        app()
    except (CannotServe, CannotStart, AppError, EmbeddingFailed) as error:
        print(f"memoryd: {error}", file=sys.stderr)
        sys.exit(1)
    except ValidationError as error:
        if error.title != "Settings":
            raise
        for one in error.errors(include_input=False):  # a value may be a secret
            name = "__".join(str(part) for part in one["loc"]).upper()
            what = "there is no such setting" if one["type"] == "extra_forbidden" else one["msg"]
            print(f"memoryd: {name}: {what}. See docs/settings.md.", file=sys.stderr)
        sys.exit(1)
