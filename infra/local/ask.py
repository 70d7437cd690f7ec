"""Asks a question and shows what is known, each with the words that it rests on.

python -m infra.local.ask "what car do I drive?" --user USER [--as-of 2025-06-15]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from infra.local.answers import Found, day, found, show_memory
from infra.local.client import Api, ApiProblem, NoAnswer
from infra.local.errors import LocalError
from infra.local.importer import TENANT
from infra.local.page import Page


def ask(api: Api, page: Page, question: str, *, user: str, as_of: str | None = None, known_at: str | None = None, limit: int = 5) -> int:
    """Prints the answer; gives back how many results it has. Raises ApiProblem, NoAnswer."""
    answer = api.search(question, user_id=user, as_of=as_of, known_at=known_at, limit=limit)
    results = found(answer)
    page.line()
    page.text(question, "bold", indent=1, first="? ")
    page.line()
    if not results:
        page.text("Nothing is known about that.", "dim")
    for result in results:
        _show(page, result)
    missing = ", ".join(str(part) for part in answer.get("degraded") or ())
    if missing:
        page.line()
        page.text(f"not all was looked through: {missing}", "yellow")
    return len(results)


def _show(page: Page, result: Found) -> None:
    # a turn is its own source: its words need not be said twice
    grounds = result.grounds if result.is_memory else ()
    session = "" if result.is_memory else next((ground.session for ground in result.grounds if ground.session), "")
    about = " · ".join(part for part in (result.type, result.speaker, day(result.at), session) if part)
    show_memory(page, result.content, about, grounds, styles=("bold",) if result.is_memory else ())
    page.text(next((ground.id for ground in result.grounds if ground.id), result.id), "dim", indent=6)


def main(arguments: Sequence[str] | None = None) -> int:
    """0: it was asked, and what is known was told, be it that nothing is. 2: the API cannot be asked."""
    parser = argparse.ArgumentParser(prog="ask", description="Asks what is known, and on what it rests.")
    parser.add_argument("question")
    parser.add_argument("--user", required=True)
    parser.add_argument("--tenant", default=TENANT)
    parser.add_argument("--as-of", help="what was true on this day")
    parser.add_argument("--known-at", help="what was believed at this time")
    parser.add_argument("--limit", type=int, default=5)
    asked = parser.parse_args(arguments)
    from infra.local.connect import connect  # needs the cloud environment, which --help does not
    from infra.local.issuer import Caller

    try:
        api = connect(Caller(asked.tenant, asked.user))
        ask(api, Page(), asked.question, user=asked.user, as_of=asked.as_of, known_at=asked.known_at, limit=asked.limit)
    except (ApiProblem, NoAnswer, LocalError) as error:
        print(f"cannot ask: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
