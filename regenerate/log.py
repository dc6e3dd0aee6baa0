"""What the job tells: lines and annotations in its log, its summary, its outputs, and how it fails."""

import os
import secrets


class JobFailed(Exception):
    """Something that a person has to mend: a setting, a spec with a mistake, a repository that cannot be reached."""


def annotate(level, text):
    """A notice, warning or error that GitHub shows at the top of the run."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::{level} title=specmatrix::{escaped}", flush=True)


def quote(text):
    """Prints what a program said; GitHub takes no line of it for a command."""
    if text.strip():
        token = secrets.token_hex(16)
        print(f"::stop-commands::{token}\n{text.rstrip()}\n::{token}::", flush=True)


def summarise(markdown):
    """Adds a paragraph to the summary of the job."""
    append("GITHUB_STEP_SUMMARY", markdown + "\n\n")


def output(name, value):
    """Hands a value to the later steps of the job."""
    value = str(value)
    if "\n" in value or "\r" in value:
        raise JobFailed(f"the output {name} would have a line break")
    append("GITHUB_OUTPUT", f"{name}={value}\n")


def plain(text):
    """A text from elsewhere, in Markdown that shows every sign as it is."""
    return "".join(sign if sign.isalnum() or sign in " ./-," else f"&#{ord(sign)};" for sign in text)


def append(variable, text):
    path = os.environ.get(variable)
    if not path:
        return
    with open(path, "a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def tell(level, text):
    """Says what came of the job where people look: in the log and in the summary."""
    annotate(level, text)
    summarise(f"**specmatrix:** {plain(text)}")
