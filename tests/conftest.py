"""Hypothesis under load: no deadlines, because machines are shared; the same examples each time."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["serving", "server_fixtures"]

settings.register_profile(
    "tavolino",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tavolino")
