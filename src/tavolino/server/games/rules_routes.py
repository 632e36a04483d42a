"""The route for the rules pages."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get
from litestar.params import FromPath, HeaderParameter, QueryParameter

from tavolino.server.errors import NotFound, Unavailable
from tavolino.server.games.rules_pages import html, markdown
from tavolino.server.http.error_handlers import READING, refusals

MARKDOWN = "text/markdown"


@get(
    "/api/rules/{game:str}",
    tags=["games"],
    summary="Get the rules of a game",
    media_type="text/html",
    responses=refusals(*READING, NotFound, Unavailable),
    sync_to_thread=True,
)
def rules_page(
    game: FromPath[str],
    lang: Annotated[Literal["it", "en"], QueryParameter(description="The language.")] = "it",
    accept: Annotated[
        str, HeaderParameter(name="accept", description=f"{MARKDOWN}, or HTML otherwise.")
    ] = "",
) -> Response[str]:
    """An HTML fragment with an anchor for each paragraph (#6.2) and clause (#R-S40-15)."""
    headers = {"vary": "accept", "cache-control": "public, max-age=3600"}
    if MARKDOWN in accept:
        text, media = markdown(game, lang), MARKDOWN
    else:
        text, media = html(game, lang), "text/html"
    return Response(text, media_type=media, headers=headers)


handlers = [rules_page]
