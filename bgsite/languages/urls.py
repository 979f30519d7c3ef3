"""The address of the switch, and those of the sentences of scripts."""

from django.urls import path

from bgsite.languages import views

app_name = "languages"

urlpatterns = [
    path("", views.switch, name="switch"),
]
