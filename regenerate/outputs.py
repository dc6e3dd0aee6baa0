"""What follows from the specs: the files that are generated from those of a tree, and the questions that they leave open."""

import json
import os
import subprocess

import log
from log import JobFailed


class Outputs:
    """Runs the program in checkouts of the repository.

    code: for each language a list of its name, the folder, and more options of `specmatrix code`.
    """

    def __init__(self, repository, program, paths, output, code, config):
        self.repository = repository
        self.program = program
        self.paths = paths
        self.output = output
        self.code = code
        self.config = [f"--config={config}"] if config else []

    def regenerated(self, revision):
        """The tree of a revision with all outputs as its specs say."""
        with self.repository.checkout(revision) as folder:
            for target in [self.output or "output", *(words[1] for words in self.code)]:
                expect_inside(folder, target)
            target = [f"--output={self.output}"] if self.output else []
            self.expect_success(folder, "generate", *self.config, *target, "--", *self.paths)
            suites = [f"--suite-folder={self.output}"] if self.output else []
            for language, target, *options in self.code:
                for spec in self.specs(folder):
                    self.expect_success(
                        folder, "code", f"--language={language}", f"--output={target}", *suites, *self.config, *options, "--", spec
                    )
            return self.repository.stored(folder)

    def specs(self, folder):
        """The paths of the specs that are more than planned."""
        report = self.expect_success(
            folder, "check", *self.config, "--format=json", "--fail-on=never", "--", *self.paths, is_shown=False
        )
        return [spec["path"] for spec in json.loads(report)["specs"] if not spec.get("planned")]

    def questions(self, revision, base):
        """What a revision leaves open beyond the commit `base`, if there is one, as Markdown, and whether that is anything."""
        with self.repository.checkout(revision) as folder:
            options = [f"--diff-base={base}"] if base else []
            status, report, errors = self.run(
                folder, "check", *self.config, "--format=markdown", "--fail-on=note", *options, "--", *self.paths
            )
            if status not in (0, 1):
                log.quote(errors)
                raise JobFailed("specmatrix check failed; its message stands above")
            return report, status == 1

    def page(self, revision, path):
        """Writes the review page of a revision to a file outside the repository: it says of which commit it is, so that none is committed."""
        with self.repository.checkout(revision) as folder:
            suites = [f"--suite-folder={self.output}"] if self.output else []
            self.expect_success(folder, "review", *self.config, *suites, f"--output={path}", "--", *self.paths)

    def expect_success(self, folder, *arguments, is_shown=True):
        status, report, errors = self.run(folder, *arguments)
        if is_shown:
            log.quote(report)
        log.quote(errors)
        if status != 0:
            raise JobFailed(f"specmatrix {arguments[0]} failed; its message stands above, and nothing was written")
        return report

    def run(self, folder, *arguments):
        # The program has no business with what the job may do.
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("GH_TOKEN", "GITHUB_TOKEN", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
        try:
            result = subprocess.run(
                [self.program, *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise JobFailed(f"{self.program} cannot be run: {error.strerror}")
        return result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def expect_inside(folder, target):
    """A link in the repository, or `..`, must not have the job write elsewhere."""
    place = os.path.join(folder, target)
    files = [os.path.join(place, name) for name in sorted(os.listdir(place))] if os.path.isdir(place) else []
    for path in [place, *files]:
        if not (os.path.realpath(path) + os.sep).startswith(folder + os.sep):
            raise JobFailed(f"{os.path.relpath(path, folder)} leads out of the repository: name a folder in it, without such links")
