"""Addresses of matches."""

from django.urls import URLPattern, URLResolver, path

from matches import chat_views, people_urls, record_views, start_views, table_views, views
from matches.lobby import views as lobby_views

app_name = "matches"

urlpatterns: list[URLPattern | URLResolver] = [
    *people_urls.urlpatterns,
    path("matches/", views.my_matches_page, name="list"),
    path("matches/new/", start_views.player, name="create"),
    path("matches/export.json", record_views.export_json, name="export_json"),
    path("matches/export.csv", record_views.export_csv, name="export_csv"),
    path("play/player/", start_views.player, name="play_player"),
    path("play/computer/", start_views.computer, name="play_computer"),
    path("play/screen/", start_views.screen, name="play_screen"),
    path("play/friend/", start_views.friend, name="play_friend"),
    path("play/money/", start_views.money, name="play_money"),
    path("play/check/", start_views.check, name="check"),
    path("lobby/", lobby_views.lobby, name="lobby"),
    path("lobby/offer/", lobby_views.offer, name="lobby_offer"),
    path("lobby/ask/", lobby_views.ask, name="lobby_ask"),
    path("watch/", views.watch, name="watch"),
    path("join/<slug:token>/", views.join_link, name="join_link"),
    path("mine/<slug:token>/", table_views.own_device, name="own_device"),
    path("match/<slug:code>/", views.table, name="table"),
    path("match/<slug:code>/accept/", views.accept, name="accept"),
    path("match/<slug:code>/decline/", views.decline, name="decline"),
    path("match/<slug:code>/cancel/", views.cancel, name="cancel"),
    path("match/<slug:code>/rematch/", table_views.rematch, name="rematch"),
    path("match/<slug:code>/chat/<int:number>/report/", chat_views.report, name="chat_report"),
    path("match/<slug:code>/chat/<int:number>/block/", chat_views.block, name="chat_block"),
    path("match/<slug:code>/forget/", record_views.record_forget, name="record_forget"),
    path("match/<slug:code>/status/", views.status, name="status"),
    path("match/<slug:code>/game/<int:number>/", views.game, name="game"),
]
