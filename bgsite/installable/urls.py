"""The addresses of the installable app. They stand at the root: a worker rules what lies below its own address."""

from django.urls import path

from bgsite.installable import views

app_name = "installable"

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
]
