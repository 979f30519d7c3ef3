"""The players' own record: taken along as JSON or CSV, and deleted match by match. Guests have one, too."""

from __future__ import annotations

import csv
from collections.abc import Generator, Iterator
from io import StringIO
from typing import Final

import msgspec
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from matches.reader import reader_of
from matches.selectors.records import OwnRecord, Record, RecordedGame, own_record, records_of
from matches.services import own_records
from matches.services.own_records import RecordError, RecordFault

JSON_VERSION: Final = 1
"""The number of the shape of the JSON file."""
COLUMNS: Final = (
    "match", "kind", "rules", "length", "clock", "stake", "origin", "rated", "white", "black", "you",
    "game", "score_white", "score_black", "crawford", "cube", "winner", "result", "points", "ending",
    "started_at", "ended_at", "match_score_white", "match_score_black", "match_winner", "match_ending",
)  # fmt: skip
"""Of the CSV file. Scores before the game, of the match at its end."""
SENT_AT_ONCE: Final = 16_384
"""How many characters of a file are gathered, a match more or less, before they are sent."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a cell begins that a spreadsheet takes for a formula, or cleans until it is one."""

_unkept = cache_control(private=True, no_store=True)


@require_safe
@_unkept
def export_json(request: HttpRequest) -> HttpResponseBase:
    """Hand out every finished match of the reader, guests' too, as one JSON file; streamed."""
    person = reader_of(request).person
    if person is None:
        return redirect_to_login(request.get_full_path())
    return _file(_json_pieces(person), "json", "application/json")


@require_safe
@_unkept
def export_csv(request: HttpRequest) -> HttpResponseBase:
    """Hand out a line for every game of the reader's finished matches as one CSV file; streamed.

    Cells that begin with `= + - @` get an apostrophe: no spreadsheet takes a name for a formula.
    """
    person = reader_of(request).person
    if person is None:
        return redirect_to_login(request.get_full_path())
    return _file(_csv_pieces(person), "csv", "text/csv; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@_unkept
def record_forget(request: HttpRequest, code: str) -> HttpResponseBase:
    """Ask whether the reader's record of a finished match is to be deleted, and do it."""
    person = reader_of(request).person
    if person is None:
        return redirect_to_login(request.get_full_path())
    found = own_record(code, person.pk)
    if request.method == "POST":
        return _not_among_yours(request) if found is None else _forget(request, found, person)
    if found is None:
        raise Http404(_("There is no such match."))
    return _question(request, found)


def _forget(request: HttpRequest, found: OwnRecord, person: AbstractBaseUser) -> HttpResponse:
    try:
        own_records.record_forget(found.match_id, person)
    except RecordError as refused:
        match refused.fault:
            case RecordFault.NOT_OVER:
                return _question(request, found)
            case RecordFault.NOT_YOURS:
                return _not_among_yours(request)
    messages.success(request, _("The match is deleted from your record."))
    return redirect("matches:list")


def _question(request: HttpRequest, found: OwnRecord) -> HttpResponse:
    """The page with the button; of a match that still runs, a sentence in its place."""
    return render(request, "matches/record_forget.html", {"record": found}, status=200 if found.is_over else 409)


def _not_among_yours(request: HttpRequest) -> HttpResponse:
    """Where the button was pressed twice, or was never the reader's."""
    messages.info(request, _("This match is not in your record."))
    return redirect("matches:list")


def _file(pieces: Generator[str], ending: str, content_type: str) -> StreamingHttpResponse:
    name = f"barpoint-matches-{timezone.now():%Y-%m-%d}.{ending}"
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return StreamingHttpResponse(
        _Sent(pieces), content_type=content_type, headers={"Content-Disposition": disposition or "attachment"}
    )


class _Sent:
    """The pieces of a file as Daphne wants them: of a plain iterator Django would make a list before it sends.

    Closed with the response, so in the thread that read, before its connection to the database is another's.
    """

    def __init__(self, pieces: Generator[str]) -> None:
        self._pieces = pieces
        self._language = get_language() or settings.LANGUAGE_CODE

    def __aiter__(self) -> _Sent:
        return self

    async def __anext__(self) -> bytes:
        piece = await sync_to_async(self._next)()
        if not piece:
            raise StopAsyncIteration
        return piece.encode()

    def close(self) -> None:
        """Let go of what is open at the database."""
        self._pieces.close()

    def _next(self) -> str:
        """What is sent next; empty at the end. Small pieces go together: each way to the thread takes its time."""
        text = StringIO()
        with override(self._language):
            while text.tell() < SENT_AT_ONCE and (piece := next(self._pieces, "")):
                text.write(piece)
        return text.getvalue()


def _json_pieces(person: AbstractBaseUser) -> Generator[str]:
    """One match a piece, and a line of the file."""
    head = {"format": "barpoint-matches", "version": JSON_VERSION, "made_at": timezone.now(), "person": str(person)}
    yield msgspec.json.encode(head).decode().removesuffix("}") + ',"matches":['
    comma = ""
    for record in records_of(person.pk, with_lines=True):
        yield f"{comma}\n{msgspec.json.encode(record).decode()}"
        comma = ","
    yield "\n]}\n"


def _csv_pieces(person: AbstractBaseUser) -> Generator[str]:
    """One match a piece, one game a line. The mark before the first says to spreadsheets that it is UTF-8."""
    yield "\ufeff" + _csv_lines([COLUMNS])
    for record in records_of(person.pk, with_lines=False):
        yield _csv_lines(_csv_cells(record, game) for game in record.games)


def _csv_lines(rows: Iterator[tuple[object, ...]] | list[tuple[object, ...]]) -> str:
    text = StringIO()
    csv.writer(text).writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue()


def _csv_cells(record: Record, game: RecordedGame) -> tuple[object, ...]:
    """In the order of `COLUMNS`."""
    days = "" if record.clock_days is None else f" {record.clock_days}"
    return (
        record.match, record.kind, record.preset, record.length, f"{record.clock}{days}", record.stake, record.origin,
        "yes" if record.rated else "no", record.players.white, record.players.black, " ".join(record.you),
        game.number, game.score.white, game.score.black, game.crawford, game.cube, game.winner, game.result,
        game.points, game.ending, game.started_at.isoformat(), game.ended_at and game.ended_at.isoformat(),
        record.score.white, record.score.black, record.winner, record.ending,
    )  # fmt: skip


def _safe(cell: object) -> object:
    """The cell as no spreadsheet takes it for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
