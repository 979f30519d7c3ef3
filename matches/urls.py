"""Addresses of matches."""

from django.urls import URLPattern, URLResolver, path

from matches import views

app_name = "matches"

urlpatterns: list[URLPattern | URLResolver] = [
    path("matches/", views.my_matches_page, name="list"),
    path("matches/new/", views.create, name="create"),
    path("watch/", views.watch, name="watch"),
    path("join/<slug:token>/", views.join_link, name="join_link"),
    path("match/<slug:code>/", views.table, name="table"),
    path("match/<slug:code>/accept/", views.accept, name="accept"),
    path("match/<slug:code>/decline/", views.decline, name="decline"),
    path("match/<slug:code>/cancel/", views.cancel, name="cancel"),
    path("match/<slug:code>/status/", views.status, name="status"),
    path("match/<slug:code>/game/<int:number>/", views.game, name="game"),
]
