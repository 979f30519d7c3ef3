"""The addresses of the site's own pages."""

from django.urls import path

from bgsite.pages import views

app_name = "pages"

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("help/", views.how_to_play, name="help"),
    path("privacy/", views.privacy, name="privacy"),
]
