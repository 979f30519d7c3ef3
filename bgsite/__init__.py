"""The site: wiring and shell. Nothing below imports it.

- `environment` reads environment variables; `settings` is Django's view of them
- `asgi` the two protocols of the web process · `origin` who may open a socket · `urls` the addresses
- `error_pages` the answers 400 and 500
- `health` is it well? · `tasks` the heartbeat it reads · `static_files` names with a digest
- `celery` the two queues and the schedule · `wiring` who listens to what, on one screen · `apps` loads both
- `consent/` who lets what be counted
- `accounts/` people · `pages/` what is neither account nor match
- `embedded/` private PostgreSQL and Valkey · `serving/` the supervisor behind `manage.py serve`
- `frontend/` TypeScript sources, built into `static/dist`
"""
