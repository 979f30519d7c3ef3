"""Addresses of pages about people; part of `matches.urls`. A name may be of any script."""

from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView

from matches import people_views, settings_views

urlpatterns: list[URLPattern | URLResolver] = [
    path("players/", people_views.players, name="players"),
    path("settings/", settings_views.play_settings, name="play_settings"),
    path("settings/table/", settings_views.table_settings, name="table_settings"),
    path("settings/play/", RedirectView.as_view(pattern_name="matches:play_settings")),
    path("player/<str:name>/", people_views.player, name="player"),
    *(
        path(f"player/<str:name>/{what}/", people_views.relate, {"what": what}, name=what)
        for what in ("friend", "unfriend", "block", "unblock")
    ),
]
