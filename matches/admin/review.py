"""The review of a match: one page for every event of its log, and what a director does there.

Reading needs the right to view matches. Notes, the flag and rulings need each its own; who posts without it gets 403.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, assert_never

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.rules.clock import SECOND, Millis
from games.rules.sides import Side
from matches.admin.chat import Said, may_read_chat, said_at
from matches.admin.ruling_form import RulingForm
from matches.models import Match
from matches.refusals import sentence
from matches.selectors.review import PLAYS_SHOWN, Step, jumps_of, notes_of, rulings_of, step_at
from matches.services.faults import FaultError
from matches.services.play import Accepted, NotFound, Refused
from matches.services.review import NOTE_LENGTH, NoteFault, flag_set, note_write
from matches.services.rulings import GivenAlready, ruling_give
from matches.wording.clocks import duration_words, time_left_words
from matches.wording.names import CLOCKS, crawford_sign
from matches.wording.status import away_words, cube_words, dice_words, status_sentence

if TYPE_CHECKING:
    Options = admin.ModelAdmin[Match]
else:
    Options = object

MINUTE: Final = 60 * SECOND
NOTE_FAULTS: Final = {
    NoteFault.EMPTY: gettext_lazy("There is nothing to note."),
    NoteFault.TOO_LONG: gettext_lazy("A note can have %(limit)d characters."),
    NoteFault.NO_SUCH_EVENT: gettext_lazy("The match has no such event."),
}


class NoteForm(forms.Form):
    """A note about one event."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": NOTE_LENGTH}),
        help_text=gettext_lazy("For staff only; the players do not see it."),
    )


@dataclass(frozen=True, slots=True)
class Player:
    """What the page says of one side."""

    side: Side
    name: str
    score: int
    away: str
    pips: int
    off: int
    time: str
    """What is left of the reserve; empty without a clock."""
    can: tuple[str, ...]
    here: int


class ReviewPages(Options):
    """The addresses of a review, for the admin of matches."""

    def get_urls(self) -> list[URLPattern]:
        """The admin's own addresses, and those of the review."""
        site = self.admin_site
        pages = [
            path("<int:match_id>/review/", site.admin_view(self.review_view), name="matches_match_review"),
            path("<int:match_id>/review/rule/", site.admin_view(self._rule_view), name="matches_match_rule"),
            path("<int:match_id>/review/note/", site.admin_view(self._note_view), name="matches_match_note"),
            path("<int:match_id>/review/flag/", site.admin_view(self._flag_view), name="matches_match_flag"),
        ]
        return [*pages, *super().get_urls()]

    def review_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """The match at event `v` (the last one without it); with `chat=1` what was said until then, which is noted."""
        match = self._match(request, match_id)
        return self._page(request, match, _number(request.GET.get("v")))

    def _rule_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        return require_POST(self.rule_view)(request, match_id)

    def rule_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Rule, or say on the form why not."""
        match = self._match(request, match_id, "matches.rule_match")
        form = RulingForm(request.POST, label_suffix="")
        if not form.is_valid():
            return self._refused(request, match, _said(form))
        data = form.cleaned_data
        outcome = ruling_give(
            match.pk,
            request.user.pk or 0,
            form.ruling(),
            data["reason"],
            decision=data["decision"],
            seen_version=data["seen_version"],
            ask=data["ask"],
        )
        match outcome:
            case Accepted():
                self.log_change(request, match, f"ruling given: {data['kind']}")
                messages.success(request, _("The ruling is given. Both players see it with its reason."))
            case GivenAlready():
                messages.info(
                    request, _("This form was sent before. What it ruled then stands once; nothing was changed now.")
                )
            case Refused(code, params):
                return self._refused(request, match, [sentence(code, params)])
            case NotFound():
                raise Http404(_("There is no such match."))
            case _ as never:
                assert_never(never)
        return HttpResponseRedirect(self._review_url(match))

    def _note_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        return require_POST(self.note_view)(request, match_id)

    def note_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Note something about an event."""
        match = self._match(request, match_id, "matches.add_reviewnote")
        form = NoteForm(request.POST)
        version = form.cleaned_data["version"] if form.is_valid() else 0
        try:
            note_write(match.pk, request.user.pk or 0, version, form.cleaned_data.get("text", ""))
        except FaultError as error:
            messages.error(request, str(NOTE_FAULTS[error.fault]) % {"limit": NOTE_LENGTH})
        else:
            messages.success(request, _("The note is kept."))
        return HttpResponseRedirect(self._review_url(match, version or None))

    def _flag_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        return require_POST(self.flag_view)(request, match_id)

    def flag_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Flag the match for a look, or take the flag away."""
        match = self._match(request, match_id, "matches.flag_match")
        on = request.POST.get("flag") == "on"
        flag_set(match.pk, on)
        self.log_change(request, match, "flagged" if on else "flag taken away")
        messages.success(request, _("The match is flagged.") if on else _("The flag is taken away."))
        return HttpResponseRedirect(self._review_url(match, _number(request.POST.get("v"))))

    def _match(self, request: HttpRequest, match_id: int, right: str | None = None) -> Match:
        """The match, for whoever may look at it and has the right."""
        match = Match.objects.defer("snapshot").filter(pk=match_id).first()
        if not self.has_view_permission(request, match) or (right is not None and not request.user.has_perm(right)):
            raise PermissionDenied
        if match is None:
            raise Http404(_("There is no such match."))
        return match

    def _review_url(self, match: Match, version: int | None = None) -> str:
        url = reverse("admin:matches_match_review", args=[match.pk])
        return url if version is None else f"{url}?v={version}"

    def _refused(self, request: HttpRequest, match: Match, why: list[str]) -> HttpResponse:
        """The page as the match stands now, with what was filled in, and why it was refused."""
        return self._page(request, match, None, refusals=why)

    def _page(
        self, request: HttpRequest, match: Match, version: int | None, refusals: list[str] | None = None
    ) -> HttpResponse:
        step = step_at(match.pk, version)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Review of match %(code)s") % {"code": match.code},
            "opts": self.opts,
            "original": match,
            "step": step,
            "refusals": refusals,
            "url": self._review_url(match),
        }
        if step is not None:
            context |= self._parts(request, match, step, refusals)
        return TemplateResponse(request, "admin/matches/match/review.html", context)

    def _parts(self, request: HttpRequest, match: Match, step: Step, refusals: list[str] | None) -> dict[str, Any]:
        may = request.user.has_perm
        names = {side: step.names.of(side) for side in Side}
        chat = self._chat(request, match, step)
        suffix = "&chat=1" if chat is not None else ""
        may_rule = may("matches.rule_match") and bool(step.rulings)
        return {
            "status": status_sentence(step.view, names),
            "view": step.view,
            "players": _players(step),
            "cube": cube_words(step.view.cube, names) if step.view.cube.in_use else "",
            "dice": dice_words(step.view.dice),
            "dice_of": names[step.view.dice_side] if step.view.dice_side else "",
            "crawford": crawford_sign(step.crawford),
            "used": "" if step.used is None else _used(step.used),
            "clock": _clock(step),
            "plays_left_out": max(0, step.plays_count - PLAYS_SHOWN),
            "jumps": jumps_of(match.pk),
            "rulings": rulings_of(match.pk),
            "notes": notes_of(match.pk) if may("matches.view_reviewnote") else None,
            "note_form": NoteForm(initial={"version": step.version}, label_suffix="")
            if may("matches.add_reviewnote")
            else None,
            "may_flag": may("matches.flag_match"),
            "may_read_chat": may_read_chat(request),
            "sees_connections": may("matches.view_connection"),
            "chat": chat,
            "suffix": suffix,
            "ways": _ways(step, suffix),
            "is_last": step.version == step.last,
            "may_rule": may("matches.rule_match"),
            "ruling_form": RulingForm.at(step, request.POST if refusals is not None else None) if may_rule else None,
        }

    def _chat(self, request: HttpRequest, match: Match, step: Step) -> list[Said] | None:
        """What was said until the next event, if it is asked for; each look is noted in the history of the match."""
        if request.GET.get("chat") != "1":
            return None
        if not may_read_chat(request):
            raise PermissionDenied
        self.log_change(request, match, f"chat read at event {step.version}")
        return [line for line in said_at(match.pk) if step.until is None or line.at < step.until]


def _said(form: forms.Form) -> list[str]:
    """What is wrong with a form, each with the name of its field."""
    labels = {name: field.label for name, field in form.fields.items() if name != "reason"}
    return [
        f"{labels[name]}: {text}" if labels.get(name) else str(text)
        for name, texts in form.errors.items()
        for text in texts
    ]


def _number(text: str | None) -> int | None:
    """A version in an address; None where it is none."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else None  # fits the column


def _clock(step: Step) -> str:
    """Which clock it is, and the time for each move; empty for none."""
    clock = step.view.clock
    if clock is None:
        return ""
    return _("%(clock)s, %(delay)s for each move") % {
        "clock": CLOCKS[clock.preset],
        "delay": duration_words(clock.delay),
    }


def _used(millis: Millis) -> str:
    """To the tenth of a second where that can matter."""
    if millis < MINUTE:
        return _("%(seconds).1f s") % {"seconds": millis / SECOND}
    return time_left_words(millis)


def _players(step: Step) -> list[Player]:
    view = step.view
    score, pips, off = ({Side.WHITE: one.white, Side.BLACK: one.black} for one in (view.score, view.pips, view.off))
    return [
        Player(
            side=side,
            name=step.names.of(side),
            score=score[side],
            away=away_words(score[side], view.length),
            pips=pips[side],
            off=off[side],
            time="" if step.reserve is None else time_left_words(step.reserve.of(side)),
            can=step.can.of(side),
            here=step.here.of(side),
        )
        for side in Side
    ]


def _ways(step: Step, suffix: str) -> dict[str, str]:
    """Where one can go from here: addresses by the words of their links; empty where it goes no further."""
    on, back = step.version < step.last, step.version > 1
    goals = {
        "first": 1 if back else 0,
        "previous": step.version - 1 if back else 0,
        "next": step.version + 1 if on else 0,
        "last": step.last if on else 0,
    }
    return {name: f"?{urlencode({'v': goal})}{suffix}" if goal else "" for name, goal in goals.items()}
