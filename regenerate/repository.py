"""The git repository of the job: trees, commits and pushes. Nothing here forces a push or touches the checkout.

Branches are written out as `refs/heads/…`, so that no name is taken for an option, and nothing goes through a shell.
"""

import contextlib
import os
import subprocess
import tempfile

from log import JobFailed

NAME = "github-actions[bot]"
EMAIL = "41898282+github-actions[bot]@users.noreply.github.com"
SUBJECT = "Regenerate what follows from the specs"


class Repository:
    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **os.environ,
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_AUTHOR_NAME": NAME,
            "GIT_AUTHOR_EMAIL": EMAIL,
            "GIT_COMMITTER_NAME": NAME,
            "GIT_COMMITTER_EMAIL": EMAIL,
        }
        # Says best why git does not take the folder for a repository, such as that it belongs to somebody else.
        self.git("rev-parse", "--git-dir")

    def run(self, *arguments, folder=None):
        return subprocess.run(
            ["git", *arguments],
            cwd=folder or self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def git(self, *arguments, folder=None):
        """What git prints, as bytes; it has to succeed."""
        result = self.run(*arguments, folder=folder)
        if result.returncode != 0:
            said = text(result.stderr)
            raise JobFailed(f"git {arguments[0]} failed: {said}")
        return result.stdout

    def line(self, *arguments, folder=None):
        return text(self.git(*arguments, folder=folder))

    # Revisions

    def commit(self, revision):
        """The commit of a revision that is here; `None` where it is not."""
        result = self.run("rev-parse", "--quiet", "--verify", "--end-of-options", revision + "^{commit}")
        return text(result.stdout) if result.returncode == 0 else None

    def tree(self, revision):
        return self.line("rev-parse", "--verify", "--end-of-options", revision + "^{tree}")

    def fetch(self, ref, with_history=False):
        """The commit that a ref of the server names now; `None` where it has no such ref."""
        listed = self.git("ls-remote", "origin", ref).split(b"\n")
        if not any(line.endswith(b"\t" + os.fsencode(ref)) for line in listed):
            return None
        depth = []
        if self.line("rev-parse", "--is-shallow-repository") == "true":
            depth = ["--unshallow"] if with_history else ["--depth=1"]
        self.git("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", *depth, "origin", ref)
        return self.commit("FETCH_HEAD")

    def first_parent_of_merge(self, commit):
        """What a request is to be merged into: GitHub makes a merge commit, whose first parent that is."""
        # A checkout of one commit lacks the parents, but its commit names them.
        parents = [line for line in self.line("cat-file", "commit", commit).split("\n\n")[0].split("\n")
                   if line.startswith("parent ")]
        if len(parents) < 2:
            return None
        parent = parents[0].split(" ")[1]
        if self.commit(parent) is None:
            self.run("fetch", "--quiet", "--no-tags", "--depth=2", "origin", commit)
        return self.commit(parent)

    def contains(self, later, earlier):
        return self.run("merge-base", "--is-ancestor", earlier, later).returncode == 0

    def is_ours(self, base, tip):
        """Whether the job itself made every commit that `tip` has beyond `base`."""
        made = self.line("log", "--format=%ae%x00%ce%x00%s", f"{base}..{tip}", "--")
        return all(line == f"{EMAIL}\0{EMAIL}\0{SUBJECT}" for line in made.split("\n") if line)

    def merged(self, base, tip):
        """The tree of a merge; `None` where the two conflict."""
        result = self.run("merge-tree", "--write-tree", base, tip)
        if result.returncode not in (0, 1):
            raise JobFailed(f"git merge-tree failed (git 2.38 or later is needed): {text(result.stderr)}")
        return text(result.stdout) if result.returncode == 0 else None

    # Changes

    @contextlib.contextmanager
    def checkout(self, revision):
        """A folder with the files of a revision, apart from the checkout of the job."""
        with tempfile.TemporaryDirectory(dir=os.environ.get("RUNNER_TEMP")) as scratch:
            folder = os.path.join(os.path.realpath(scratch), "files")
            self.trust(folder)
            self.git("worktree", "add", "--quiet", "--detach", "--no-checkout", folder, "HEAD")
            try:
                self.git("read-tree", "--reset", "-u", self.tree(revision), folder=folder)
                yield folder
            finally:
                self.run("worktree", "remove", "--force", folder)

    def trust(self, folder):
        """In a container the repository may belong to somebody else. Whoever trusts it trusts what we check out of it."""
        for environment in (self.environment, os.environ):
            count = int(environment.get("GIT_CONFIG_COUNT", "0"))
            environment["GIT_CONFIG_COUNT"] = str(count + 1)
            environment[f"GIT_CONFIG_KEY_{count}"] = "safe.directory"
            environment[f"GIT_CONFIG_VALUE_{count}"] = folder

    def stored(self, folder):
        """The tree of a folder as it is now, but for what git is told to ignore."""
        self.git("add", "--all", folder=folder)
        return self.line("write-tree", folder=folder)

    def changes(self, before, after):
        """What differs between two trees: pairs of a letter (A added, D deleted, M …) and a path."""
        parts = self.git("diff-tree", "-r", "--no-renames", "--name-status", "-z", before, after).split(b"\0")
        return [(text(parts[index]), os.fsdecode(parts[index + 1])) for index in range(0, len(parts) - 1, 2)]

    def names(self, tree):
        return [os.fsdecode(name) for name in self.git("ls-tree", "-r", "-z", "--name-only", tree).split(b"\0") if name]

    def patch(self, before, after):
        return self.git("diff-tree", "-p", "--binary", "--no-renames", before, after)

    def committed(self, tree, parents):
        options = [word for parent in parents for word in ("-p", parent)]
        return self.line("commit-tree", tree, *options, "-m", SUBJECT)

    def pushed(self, commit, branch):
        """Pushes without force: what the server says where it refuses, else `None`."""
        result = self.run("push", "--quiet", "origin", f"{commit}:refs/heads/{branch}")
        return None if result.returncode == 0 else text(result.stderr)


def text(output):
    return output.decode("utf-8", "replace").strip()
