"""The addresses of statistics, below /usage/."""

from django.urls import path

from stats.views import beacon, pages

app_name = "stats"

urlpatterns = [
    path("", pages.usage, name="usage"),
    path("dice/", pages.dice, name="dice"),
    path("beacon/", beacon.beacon, name="beacon"),
    path("<slug:slug>.csv", pages.table_csv, name="table_csv"),
]
