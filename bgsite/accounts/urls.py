"""The addresses of an account's own pages; allauth adds log in, register and passwords beside them."""

from django.urls import path

from bgsite.accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.home, name="home"),
    path("delete/", views.delete, name="delete"),
    path("guest/name/", views.guest_rename, name="guest_rename"),
    path("guest/forget/", views.guest_forget, name="guest_forget"),
]
