"""What it costs, beside others on the same machine in the same run: ``python -m tests.bench``.

Each module is one measurement with a ``main()``. Nothing here is part of the test suite, and a program
that is not installed is reported as such.
"""
