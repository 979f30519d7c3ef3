"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from bgsite.health import health
from bgsite.languages.catalog import catalog

handler400 = "bgsite.error_pages.bad_request"
handler500 = "bgsite.error_pages.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("bgsite.accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("jsi18n/<slug:code>/<slug:digest>.js", catalog, name="javascript-catalog"),
    path("language/", include("bgsite.languages.urls")),
    path("health/", health, name="health"),
    path("privacy/", include("bgsite.consent.urls")),
    path("lessons/", include("bgsite.lessons.urls")),
    path("usage/", include("stats.urls")),
    path("", include("bgsite.installable.urls")),
    path("", include("matches.urls")),
    path("", include("bgsite.pages.urls")),
]
