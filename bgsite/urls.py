"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from bgsite.health import health

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("bgsite.accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("health/", health, name="health"),
    path("privacy/", include("bgsite.consent.urls")),
    path("usage/", include("stats.urls")),
    path("", include("matches.urls")),
    path("", include("bgsite.pages.urls")),
]
