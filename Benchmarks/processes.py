"""Runs of programs, and what each cost by the operating system's own account."""

import os
import sys
import threading
import time
from collections import namedtuple
from statistics import median_high

# The status is negative for the signal that ended the process, `processor` the seconds of all processors for it, `peak` its largest
# resident set in bytes, which is never less than what the process has that starts it.
Run = namedtuple("Run", "status seconds processor peak is_late")


def run(arguments, stdin=os.devnull, stdout=os.devnull, timeout=None):
    """Runs a program, looked for on the path."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    start = time.perf_counter()
    child = os.posix_spawnp(arguments[0], arguments, os.environ, file_actions=actions)
    stop = threading.Timer(timeout or 1e6, os.kill, (child, 9))
    stop.start()
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    stop.cancel()
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    is_late = os.WIFSIGNALED(status) and seconds >= (timeout or 1e6)
    return Run(os.waitstatus_to_exitcode(status), seconds, usage.ru_utime + usage.ru_stime, peak, is_late)


def median(numbers):
    """The median, of an even count the higher one; 0 of none."""
    return median_high([*numbers] or [0])


def table(columns, rows):
    """A table in Markdown; a column whose title begins with `<` is set flush left."""
    titles = [column.lstrip("<") for column in columns]
    rules = ["---" if column.startswith("<") else "--:" for column in columns]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [titles, rules, *rows])
