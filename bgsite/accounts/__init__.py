"""People: accounts, their names, guests, logging in, and forgetting people.

Lives here: the custom user (`models`), which names are allowed (`names`), the services that change an account
(`services`), people without one (`guests`: cookie and reader; `guest_services`), what others are told (`events`), and
the thin layer between django-allauth and us (`adapter`, `forms`, `receivers`, `allauth_settings`). Never here: anything
about matches; they listen to `events`, and `bgsite.wiring` connects them. Start reading at `services`.
"""
