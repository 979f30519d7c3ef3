"""The address of the switch, below /privacy/."""

from django.urls import path

from bgsite.consent import views

app_name = "consent"

urlpatterns = [
    path("statistics/", views.switch, name="switch"),
]
