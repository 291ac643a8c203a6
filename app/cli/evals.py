"""Measuring the service on sets of its own: sensitive, extraction, sessions, recall, budget."""

import asyncio
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from app.cli.running import with_service

evals = typer.Typer(help="Measure the service on sets of its own.", no_args_is_help=True)


@evals.command("sensitive")
def eval_sensitive(
    sets: Annotated[Path, typer.Option(help="Folder of the sets.")] = Path("tests/evals/sensitive"),
) -> None:
    """Recall and precision of secrets and identifiers on the own sets, and the time it takes."""
    from app.evals.sensitive import report  # noqa: PLC0415

    print(*report(sets), sep="\n")


@evals.command("extraction")
def eval_extraction(
    sets: Annotated[Path, typer.Option(help="Folder of the sets, one .jsonl a language.")] = Path(
        "tests/evals/extraction"
    ),
    least_precision: Annotated[float, typer.Option(min=0, max=1, help="Fail below this precision.")] = 0.95,
    least_recall: Annotated[float, typer.Option(min=0, max=1, help="Fail below this recall.")] = 0.85,
) -> None:
    """Precision, recall and cost of the rules that read what users say; the failures one by one."""
    from app.evals import extraction  # noqa: PLC0415

    scores, seconds = extraction.measure(sets)
    if not scores:
        raise typer.BadParameter(f"{sets} holds no sets")
    for line in extraction.report(scores, seconds):
        print(line)
    if any(score.precision < least_precision or score.recall < least_recall for score in scores):
        sys.exit(1)


@evals.command("sessions")
def eval_sessions(
    turns: Annotated[int, typer.Option(min=100, help="Turns of each conversation.")] = 500,
    language: Annotated[str | None, typer.Option(help="zh or en; both when left out.")] = None,
    seeds: Annotated[list[int] | None, typer.Option("--seed", help="Order of the facts; may be given again.")] = None,
    others: Annotated[
        bool | None, typer.Option("--others/--first", help="One set of facts alone; both when left out.")
    ] = None,
) -> None:
    """Hold long conversations with planted facts on stores of their own; are the current values known at the end?"""
    from app.evals import sessions  # noqa: PLC0415
    from app.evals.conversation import LANGUAGES  # noqa: PLC0415

    spoken = [one for one in LANGUAGES if language in (None, one)]
    if not spoken:
        raise typer.BadParameter(f"there is no conversation in {language}")

    failed = []

    async def run(service: Any) -> None:
        await service.start(worker=True)
        sets = (False, True) if others is None else (others,)
        for one, other, seed in itertools.product(spoken, sets, seeds or (7,)):
            figures = await sessions.measure(service, one, turns, seed=seed, others=other)
            for line in sessions.report(figures):
                print(line)
            failed.append(not figures.passed)

    with tempfile.TemporaryDirectory(prefix="memoryd-eval-") as folder:
        with_service(Path(folder), run)
    if any(failed):
        sys.exit(1)


@evals.command("recall")
def eval_recall(
    folder: Annotated[Path | None, typer.Option(help="Folder of scenarios; those of the project if not given.")] = None,
    policy: Annotated[list[str] | None, typer.Option(help='Compare with a policy: strict={"threshold": 0.4}')] = None,
    embedder: Annotated[list[str] | None, typer.Option(help="Compare embedders: builtin, hashed, openai.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for a program.")] = False,
) -> None:
    """Which memories must come, which must not: recall, hit rate, violations and tokens, on stores of its own."""
    from app.evals import recall  # noqa: PLC0415

    reached = recall.run(
        folder=folder, policies=policy or [], embedders=embedder or ["builtin"], svg=svg, as_json=as_json
    )
    sys.exit(0 if reached else 1)


@evals.command("year")
def eval_year(
    people: Annotated[int, typer.Option(min=1, help="How many people; every second one speaks Chinese.")] = 10,
    seed: Annotated[int, typer.Option(help="Another seed, other lives.")] = 1,
    words: Annotated[str, typer.Option(help="Set of wordings: a, b, c, d or e.")] = "a",
    svg: Annotated[Path | None, typer.Option(help="Write the curve of rows here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for a program.")] = False,
) -> None:
    """Live a scripted year with upkeep: is what is held true, is what is true found, is what is over gone?"""
    from app.evals import year  # noqa: PLC0415

    chosen: dict[str, Literal["a", "b", "c", "d", "e"]] = {"a": "a", "b": "b", "c": "c", "d": "d", "e": "e"}
    if words not in chosen:
        raise typer.BadParameter("the sets are a to e")
    reached = asyncio.run(year.run(people=people, seed=seed, words=chosen[words], svg=svg, as_json=as_json))
    sys.exit(0 if reached else 1)


@evals.command("budget")
def eval_budget(
    contexts: Annotated[int, typer.Option(min=1, help="How many contexts are asked for.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Another one gives other people and other requests.")] = 1,
) -> None:
    """Random contexts of random people with hostile words, on stores of their own: is one above its budget?"""
    from app.evals import budget  # noqa: PLC0415

    sys.exit(0 if budget.run(contexts, seed) else 1)
