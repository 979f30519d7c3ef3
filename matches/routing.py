"""Addresses of sockets."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
