"""Addresses of matches."""

from django.urls import URLPattern, URLResolver, path

from matches import views

app_name = "matches"

urlpatterns: list[URLPattern | URLResolver] = [
    path("matches/", views.my_matches_page, name="list"),
    path("matches/new/", views.create, name="create"),
    path("watch/", views.watch, name="watch"),
    path("join/<str:token>/", views.join_link, name="join_link"),
    path("match/<str:code>/", views.table, name="table"),
    path("match/<str:code>/accept/", views.accept, name="accept"),
    path("match/<str:code>/decline/", views.decline, name="decline"),
    path("match/<str:code>/cancel/", views.cancel, name="cancel"),
    path("match/<str:code>/status/", views.status, name="status"),
    path("match/<str:code>/game/<int:number>/", views.game, name="game"),
]
