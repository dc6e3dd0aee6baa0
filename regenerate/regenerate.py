#!/usr/bin/env python3
"""The job that keeps generated files as the specs say: it checks them, commits them, or proposes them as a pull request.

`action.yml` calls it in a checkout of the repository and hands everything over by the environment. It needs git 2.38 or later, Python 3.8
or later, and for pull requests GitHub's `gh`. The exit status is 1 where something has to be generated or a branch moved too often, 2
where a spec or a setting has to be mended.
"""

import json
import os
import shlex
import sys

import delivery
import log
from hosting import Hosting, Refused
from log import JobFailed
from outputs import Outputs
from repository import SUBJECT, Repository

MODES = ("check", "commit", "propose")


class Job:
    """What is asked for, and where."""

    def __init__(self, environment):
        def word(name):
            value = environment.get(name, "")
            if "\n" in value or "\r" in value:
                raise JobFailed(f"the input for {name} has a line break: write it on one line")
            return value

        self.event = word("GITHUB_EVENT_NAME")
        if self.event == "pull_request_target":
            # It would work on the files of strangers with the rights of the repository.
            raise JobFailed("the event pull_request_target is refused: use pull_request")
        self.hosting = Hosting(word("GITHUB_REPOSITORY"))
        self.revision = word("GITHUB_SHA")
        self.number = word("REQUEST")
        self.is_foreign = bool(self.number) and word("HEAD_REPOSITORY") != self.hosting.repository
        self.branch = word("HEAD_BRANCH") if self.number else word("GITHUB_REF_NAME")
        self.is_branch = bool(self.number) or word("GITHUB_REF_TYPE") == "branch"
        self.label = word("LABEL")
        labels = json.loads(environment.get("LABELS") or "null") or []
        self.mode = word("MODE") or self.usual_mode(self.label in labels)
        if self.mode not in MODES:
            raise JobFailed(f"unknown mode {self.mode}: write {', '.join(MODES[:-1])} or {MODES[-1]}")
        self.comments = word("COMMENT") != "false"
        self.has_page = word("PAGE") != "false"
        self.repository = Repository(os.getcwd())
        self.outputs = Outputs(
            self.repository,
            word("PROGRAM") or "specmatrix",
            environment.get("PATHS", "").split() or ["specs"],
            word("OUTPUT"),
            [languages(line) for line in environment.get("CODE", "").splitlines() if line.strip()],
            word("CONFIG"),
        )

    def usual_mode(self, is_labelled):
        if self.number:
            return "commit" if is_labelled else "check"
        return "check" if self.event == "merge_group" else "propose"

    def run(self):
        if self.mode == "check":
            status = self.check()
        elif self.is_foreign:
            status = self.leave_for_a_fork()
        elif not self.is_branch:
            raise JobFailed(f"{self.branch} is no branch, and outputs can be committed to a branch only: set mode to check")
        elif self.branch.startswith(delivery.PREFIX) and self.mode == "propose":
            status = self.done("nothing", "notice", f"{self.branch} is itself a proposal: nothing is proposed for it")
        else:
            status = self.commit() if self.mode == "commit" else self.propose()
        if self.has_page:
            path = os.path.join(os.environ.get("RUNNER_TEMP") or os.getcwd(), "review.html")
            self.outputs.page(self.here(), path)
            log.output("page", path)
        if self.number:
            base = self.repository.first_parent_of_merge(self.here())
            self.comment(int(self.number), self.here(), base)
        return status

    def here(self):
        """The commit that the event is about, else what is checked out."""
        found = self.repository.commit(self.revision) or self.repository.commit("HEAD")
        if found is None:
            raise JobFailed("there is no commit here: use actions/checkout before this step")
        return found

    # What can be asked for

    def check(self):
        commit = self.here()
        before, after = self.repository.tree(commit), self.outputs.regenerated(commit)
        if before == after:
            return self.done("nothing", "notice", "everything generated is as the specs say")
        self.leave(before, after)
        how = "run specmatrix generate (and specmatrix code), or apply the patch of this job"
        if self.number and not self.is_foreign:
            how = f"add the label {self.label} to this pull request, and the job commits them; or {how}"
        if self.is_first(before, after):
            return self.done("first", "notice", f"nothing is generated yet. To begin, {how}")
        stale = ", ".join(path for _, path in self.repository.changes(before, after)[:20])
        self.done("stale", "error", f"some generated files are not as the specs say now: {stale}. To mend it, {how}")
        return 1

    def is_first(self, before, after):
        """Whether there is no suite yet where suites are added."""
        changes = self.repository.changes(before, after)
        folders = {os.path.dirname(path) for letter, path in changes if letter == "A" and path.endswith(".json")}
        return (
            bool(folders)
            and all(letter == "A" for letter, _ in changes)
            and not any(name.endswith(".json") and os.path.dirname(name) in folders for name in self.repository.names(before))
        )

    def leave_for_a_fork(self):
        commit = self.repository.fetch(f"refs/pull/{int(self.number)}/head")
        if commit is None:
            raise JobFailed(f"pull request {self.number} has no commits any more")
        before, after = self.repository.tree(commit), self.outputs.regenerated(commit)
        if before == after:
            return self.done("nothing", "notice", "everything generated is as the specs say")
        self.leave(before, after)
        return self.done("refused", "warning", "this pull request comes from a fork, which the job cannot write to. " + self.by_hand())

    def commit(self):
        made = delivery.commit(self.repository, self.outputs, self.branch)
        if made is None:
            return self.done("nothing", "notice", f"the branch {self.branch} is gone")
        if made.kind == "committed":
            log.output("commit", made.commit)
            changes = len(self.repository.changes(made.before, made.after))
            return self.done("committed", "notice", f"committed {files(changes)} to {self.branch}")
        return self.told(made, self.branch)

    def propose(self):
        branch = delivery.PREFIX + self.branch
        made = delivery.propose(self.repository, self.outputs, self.branch)
        if made is None:
            return self.done("nothing", "notice", f"the branch {self.branch} is gone")
        if made.kind == "nothing":
            self.close_what_is_settled(branch)
        if made.kind != "proposed":
            return self.told(made, branch)
        log.output("commit", made.commit)
        try:
            number = self.hosting.open_request(branch, self.branch) or self.hosting.request(
                branch, self.branch, SUBJECT, self.request_text()
            )
        except Refused as refused:
            page = self.hosting.compare_page(branch, self.branch)
            return self.done(
                "refused", "warning", f"the branch {branch} is pushed, but no pull request can be opened ({refused}). Open it at {page}, or "
                "tick “Allow GitHub Actions to create and approve pull requests” in the settings of the repository",
            )
        log.output("pull-request", number)
        self.comment(number, made.before, None)
        return self.done("proposed", "notice", f"proposed as pull request #{number} from {branch}")

    def close_what_is_settled(self, branch):
        """A proposal that would undo what the base says now must not stay open."""
        try:
            number = self.hosting.open_request(branch, self.branch)
            if number is not None:
                self.hosting.close(number)
                log.annotate("notice", f"closed pull request #{number}: {self.branch} needs nothing of it any more")
        except Refused as refused:
            log.annotate("notice", f"open proposals cannot be looked up ({refused})")

    # What people are told

    def told(self, made, branch):
        if made.kind == "nothing":
            return self.done("nothing", "notice", "everything generated is as the specs say")
        self.leave(made.before, made.after)
        if made.kind == "refused":
            return self.done("refused", "warning", f"the server refuses a push to {branch} ({made.said}). " + self.by_hand())
        if made.kind == "conflict":
            return self.done(
                "conflict", "warning", f"what people committed to {branch} conflicts with {self.branch}: merge {self.branch} into it, and "
                "run this job again; nothing was pushed",
            )
        self.done("moved", "error", f"{branch} moved {delivery.TRIES} times while this job ran: run it again. " + self.by_hand())
        return 1

    def by_hand(self):
        return "To take over what it generated, download the patch of this job, and run git apply and the name of the patch"

    def request_text(self):
        return (
            f"The specs on `{self.branch.replace('`', '')}` say something else than the files generated from them. This brings the files up to date.\n\n"
            "The job that opened this keeps it up to date. What people commit here stays."
        )

    def done(self, kind, level, sentence):
        log.output("result", kind)
        log.tell(level, sentence)
        return 0

    def leave(self, before, after):
        """Leaves the difference as a file, for `git apply`."""
        path = os.path.join(os.environ.get("RUNNER_TEMP") or os.getcwd(), "specmatrix.patch")
        with open(path, "wb") as file:
            file.write(self.repository.patch(before, after))
        log.output("patch", path)

    def comment(self, number, revision, base):
        if not self.comments:
            return
        report, is_open = self.outputs.questions(revision, base)
        try:
            self.hosting.comment(number, report, is_open)
        except Refused as refused:
            log.annotate("notice", f"the open questions stand in the summary, as the job cannot comment ({refused})")
            log.summarise(report)


def languages(line):
    """A line of the input `code`: the language, the folder, and more options."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise JobFailed(f"the input for code cannot be read ({error}): {line}")
    if len(words) < 2 or words[1].startswith("-"):
        raise JobFailed(f"the input for code needs a language and a folder on each line, such as swift Tests/Generated: {line}")
    return words


def files(count):
    return "1 file" if count == 1 else f"{count} files"


def main():
    try:
        return Job(os.environ).run()
    except JobFailed as failure:
        log.tell("error", str(failure))
        return 2


if __name__ == "__main__":
    sys.exit(main())
