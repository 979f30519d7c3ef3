"""Who listens to what, on one screen.

Lower packages ask protocols; this module fills them in when the site is loaded (`BgsiteConfig.ready`).
"""


def connect() -> None:
    """Connect the packages that may not import each other. Called once, when Django has loaded every app."""
