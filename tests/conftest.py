"""Shared by all tests: the hypothesis profiles.

`dev` is quick, `ci` is what `make test` runs, `long` is for `make test-long` and for nights.
Choose with `--hypothesis-profile=NAME`.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

_SLOW_MACHINES = [HealthCheck.too_slow]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW_MACHINES)
settings.register_profile("ci", max_examples=100, deadline=None, suppress_health_check=_SLOW_MACHINES)
settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=_SLOW_MACHINES)
settings.load_profile("ci")
