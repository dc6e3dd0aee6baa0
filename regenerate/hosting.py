"""Pull requests and their comments, by GitHub's `gh`. Texts go to it on its standard input."""

import json
import os
import subprocess
import urllib.parse

MARKER = "<!-- specmatrix: open questions -->"
# GitHub takes 65,536 characters; Python and GitHub may count them differently.
LIMIT = 60_000


class Refused(Exception):
    """What GitHub said instead of doing it: most often that the token has no right to."""


class Hosting:
    def __init__(self, repository):
        self.repository = repository

    def call(self, method, path, body=None, options=()):
        """The documents that GitHub answers, one for each page."""
        words = ["gh", "api", "--method", method, *options, path]
        if body is not None:
            words += ["--input", "-"]
        try:
            result = subprocess.run(
                words,
                input=b"" if body is None else json.dumps(body).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError:
            raise Refused("gh is not on the PATH")
        if result.returncode != 0:
            raise Refused(result.stderr.decode("utf-8", "replace").strip() or f"gh: exit status {result.returncode}")
        return documents(result.stdout.decode("utf-8", "replace"))

    # Comments

    def comment(self, number, report, is_open):
        """Makes the one comment about open questions say this; where nothing is open, only a comment that is there changes."""
        body = f"{MARKER}\n{shortened(report)}"
        place = f"repos/{self.repository}/issues/{number}/comments"
        own = self.own_comment(place)
        if own is None:
            if is_open:
                self.call("POST", place, {"body": body})
        elif own["body"].replace("\r\n", "\n").strip() != body.strip():
            self.call("PATCH", f"repos/{self.repository}/issues/comments/{int(own['id'])}", {"body": body})

    def own_comment(self, place):
        pages = self.call("GET", f"{place}?per_page=100", options=["--paginate"])
        marked = [comment for page in pages for comment in page if (comment["body"] or "").startswith(MARKER)]
        if not marked:
            return None
        # Anybody can write the marker, and the token may change anybody's comment.
        answer = self.call("POST", "graphql", {"query": "query { viewer { login } }"})
        me = answer[0]["data"]["viewer"]["login"]
        return next((comment for comment in marked if (comment["user"] or {}).get("login") == me), None)

    # Pull requests

    def open_request(self, head, base):
        """The number of the open pull request between two branches of this repository; `None` where there is none."""
        owner = self.repository.split("/")[0]
        query = urllib.parse.urlencode({"state": "open", "head": f"{owner}:{head}", "base": base})
        found = self.call("GET", f"repos/{self.repository}/pulls?{query}")[0]
        return int(found[0]["number"]) if found else None

    def request(self, head, base, title, body):
        """Opens a pull request: its number."""
        made = self.call(
            "POST", f"repos/{self.repository}/pulls", {"head": head, "base": base, "title": title, "body": body}
        )
        return int(made[0]["number"])

    def close(self, number):
        self.call("PATCH", f"repos/{self.repository}/pulls/{number}", {"state": "closed"})

    def compare_page(self, head, base):
        server = os.environ.get("GITHUB_SERVER_URL", "https://github.com")
        branches = "...".join(urllib.parse.quote(branch, safe="/") for branch in (base, head))
        return f"{server}/{self.repository}/compare/{branches}?expand=1"


def documents(text):
    """`gh` prints the pages of a list one after the other."""
    decoder, found, position = json.JSONDecoder(), [], 0
    while True:
        position += len(text[position:]) - len(text[position:].lstrip())
        if position >= len(text):
            return found
        document, position = decoder.raw_decode(text, position)
        found.append(document)


def shortened(report):
    """The report as GitHub takes it: whole lines, with its code block and details closed."""
    if len(report) <= LIMIT:
        return report.rstrip()
    lines, length = [], 0
    for line in report.split("\n"):
        length += len(line) + 1
        if length > LIMIT:
            break
        lines.append(line)
    if sum(line.startswith("```") for line in lines) % 2 == 1:
        lines.append("```")
    if "\n".join(lines).count("<details>") > "\n".join(lines).count("</details>"):
        lines += ["", "</details>"]
    return "\n".join(lines) + "\n\nThere is more than fits here: `specmatrix check` shows all of it."
