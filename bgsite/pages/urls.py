"""The addresses of the site's own pages."""

from django.urls import path

from bgsite.pages import correction_views, views
from bgsite.pages.text_files import PAGES

app_name = "pages"

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("help/", views.text, {"page": "guide"}, name="help"),
    *(path(f"{page}/", views.text, {"page": page}, name=page) for page in PAGES if page != "guide"),
    path("corrections/", correction_views.correct, name="correct"),
    path("corrections/<slug:key>/", correction_views.correction, name="correction"),
    path("privacy/", views.privacy, name="privacy"),
]
