"""Tests of the site: settings, health, private servers, the supervisor."""
