"""The few lines between fork and exec: drop root, die with the parent, become the program.

`python -I -S shim.py SIGNAL IDENTITY PARENT_PID PROGRAM ARGUMENT…`

A program of its own instead of `preexec_fn`, which is unsafe with threads. It imports nothing of the project.
The kernel sends SIGNAL when the *thread* that started this ends, so start it from the main thread.
macOS has no such signal: a server that outlives its owner is found by `postgres.Postgres.clear_leftovers`.
"""

import ctypes
import os
import sys
from pathlib import Path

NOBODY = 65534
_CLONE_NEWUSER = 0x10000000
_PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Become the program; exits with a sentence where the system refuses."""
    number, identity, parent, program = int(arguments[0]), arguments[1], int(arguments[2]), arguments[3]
    if identity == "namespace":
        _enter_namespace()
    elif identity == "nobody":
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if sys.platform.startswith("linux"):
        # After the change of identity, which clears it.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != parent:
            sys.exit("the process that started this server is gone")
    os.execv(program, arguments[3:])  # noqa: S606 - that is the purpose


def _enter_namespace() -> None:
    """Become user 65534 of a new user namespace: files still belong to root, but the program sees no root."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWUSER):
        sys.exit(f"no user namespace: {os.strerror(ctypes.get_errno())}")
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} 0 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} 0 1", encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
