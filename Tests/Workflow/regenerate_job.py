#!/usr/bin/env python3
"""Plays the job in `regenerate` against git repositories on this machine, and a `gh` that records what it is asked for.

usage: regenerate_job.py PROGRAM [TEST…]

Each job runs in a clone of one commit, as actions/checkout makes it; most run twice, and the second time must change nothing.
"""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "regenerate"
PROGRAM = None
PROPOSAL = "specmatrix/regenerate-main"
MARKER = "<!-- specmatrix: open questions -->"

sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER))
import hosting  # noqa: E402
import log  # noqa: E402

SPEC = """\
specmatrix: 1
id: LOGIN
feature: Login
traits: []
states: {plan: [free, premium]}
operations: [submit, look]
rules:
  submit: The form is sent
  look:
    plan:
      free: The form is shown
      premium: The form is shown with a crown
"""
OPEN = SPEC.replace("      premium: The form is shown with a crown\n", "")
LONGER = SPEC.replace("[submit, look]", "[submit, look, leave]") + "  leave: The form is closed\n"

# Keeps comments and pull requests in a file, and writes down every call with what stood on its standard input.
GH = """\
#!/usr/bin/env python3
import json, os, sys, urllib.parse
words = sys.argv[1:]
text = sys.stdin.read() if "--input" in words else ""
with open(os.environ["FAKE_GH_CALLS"], "a") as file:
    file.write(json.dumps([words, text]) + "\\n")
assert words[:2] == ["api", "--method"], words
method = words[2]
path = next(word for word in words[3:] if not word.startswith("--"))
body = json.loads(text) if text else None
if method != "GET" and path != "graphql" and os.environ.get("FAKE_GH_REFUSE", "nothing") in path:
    sys.exit("gh: Resource not accessible by integration (HTTP 403)")
place = os.environ["FAKE_GH_STATE"]
state = json.load(open(place)) if os.path.exists(place) else {"comments": [], "pulls": []}
me = "github-actions[bot]"
url = urllib.parse.urlsplit(path)
parts = url.path.split("/")
if path == "graphql":
    answer = {"data": {"viewer": {"login": me}}}
elif parts[3:] == ["pulls"] and method == "GET":
    query = dict(urllib.parse.parse_qsl(url.query))
    answer = [pull for pull in state["pulls"]
              if (pull["state"], "octo:" + pull["head"], pull["base"]) == (query["state"], query["head"], query["base"])]
elif parts[3:] == ["pulls"]:
    answer = {"number": 100 + len(state["pulls"]), "state": "open", **body}
    state["pulls"].append(answer)
elif parts[3] == "pulls":
    answer = next(pull for pull in state["pulls"] if str(pull["number"]) == parts[4])
    answer.update(body)
elif parts[3:5] == ["issues", "comments"]:
    answer = next(comment for comment in state["comments"] if str(comment["id"]) == parts[5])
    answer.update(body)
elif method == "GET":
    answer = [comment for comment in state["comments"] if comment["number"] == int(parts[4])]
    # A page each, as older versions print them.
    for comment in answer[:-1]:
        print(json.dumps([comment]))
    answer = answer[-1:]
else:
    answer = {"id": 7000 + len(state["comments"]), "number": int(parts[4]), "user": {"login": me}, **body}
    state["comments"].append(answer)
json.dump(state, open(place, "w"))
print(json.dumps(answer))
"""


def run(*words, folder, environment=None, expected=0):
    result = subprocess.run(
        words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    text = result.stdout.decode("utf-8", "replace")
    assert expected is None or result.returncode == expected, f"{words}: {result.returncode}\n{text}"
    return text


def executable(path, text):
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class JobTests(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.place = pathlib.Path(os.path.realpath(self.scratch.name))
        self.bin = self.place / "bin"
        self.bin.mkdir()
        executable(self.bin / "gh", GH)
        # The program, before which somebody else may do something.
        self.meanwhile = self.place / "meanwhile"
        executable(
            self.bin / "specmatrix",
            '#!/bin/sh\nenv > "$PROGRAM_ENVIRONMENT"\nif [ "$1" = generate ] && [ -x "$MEANWHILE" ]; then "$MEANWHILE" > /dev/null 2>&1; fi\n'
            f'exec "{PROGRAM}" "$@"\n',
        )
        self.environment = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "HOME": str(self.place),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "LC_ALL": "C.UTF-8",
            "SOURCE_DATE_EPOCH": "1795219200",
            "GIT_AUTHOR_NAME": "Somebody",
            "GIT_AUTHOR_EMAIL": "somebody@example.com",
            "GIT_COMMITTER_NAME": "Somebody",
            "GIT_COMMITTER_EMAIL": "somebody@example.com",
            "FAKE_GH_CALLS": str(self.place / "calls"),
            "FAKE_GH_STATE": str(self.place / "state"),
            "MEANWHILE": str(self.meanwhile),
            "PROGRAM_ENVIRONMENT": str(self.place / "environment"),
        }
        self.remote = self.place / "origin.git"
        self.people = self.place / "people"
        run("git", "init", "-q", "--bare", "-b", "main", str(self.remote), folder=self.place, environment=self.environment)
        run("git", "clone", "-q", str(self.remote), str(self.people), folder=self.place, environment=self.environment)
        self.git("checkout", "-q", "-b", "main")
        self.change({"specs/login.yaml": SPEC, ".gitignore": "*.xlsx\n"})

    # What people do

    def git(self, *words, folder=None, expected=0):
        return run("git", *words, folder=folder or self.people, environment=self.environment, expected=expected).strip()

    def change(self, texts, branch="main"):
        """Commits files, with `None` for one that goes, on top of what the server has, and pushes."""
        for name, text in texts.items():
            path = self.people / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text)
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", "Somebody's change")
        self.git("push", "-q", "origin", f"HEAD:refs/heads/{branch}")

    def branch_off(self, name, texts):
        self.git("checkout", "-q", "main")
        self.git("checkout", "-q", "--detach")
        self.change(texts, name)

    def merge(self, branch, into="main"):
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", into)
        self.git("reset", "-q", "--hard", f"refs/remotes/origin/{into}")
        self.git("merge", "-q", "--no-edit", "--no-ff", f"refs/remotes/origin/{branch}")
        self.git("push", "-q", "origin", into)
        # As GitHub does.
        state = self.state()
        for pull in state["pulls"]:
            pull["state"] = "closed" if pull["head"] == branch else pull["state"]
        (self.place / "state").write_text(json.dumps(state))

    # What the server has

    def tip(self, branch):
        text = self.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{branch}", folder=self.remote)
        return text or None

    def refs(self):
        return self.git("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", folder=self.remote)

    def names(self, branch):
        return self.git("ls-tree", "-r", "--name-only", f"refs/heads/{branch}", folder=self.remote).split("\n")

    def blob(self, branch, name):
        return self.git("show", f"refs/heads/{branch}:{name}", folder=self.remote)

    def state(self):
        path = self.place / "state"
        return json.loads(path.read_text()) if path.exists() else {"comments": [], "pulls": []}

    def calls(self):
        path = self.place / "calls"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def writes(self):
        return [words for words, _ in self.calls() if words[2] != "GET" and words[-3:] != ["graphql", "--input", "-"]]

    # The job

    def job(self, revision, expected=0, left={}, **variables):
        """Runs the job in a clone of one commit, where earlier steps left files: its log, its outputs, its summary."""
        self.clone = self.place / f"clone{len(list(self.place.glob('clone*')))}"
        self.git("config", "uploadpack.allowAnySHA1InWant", "true", folder=self.remote)
        run("git", "init", "-q", str(self.clone), folder=self.place, environment=self.environment)
        self.git("remote", "add", "origin", self.remote.as_uri(), folder=self.clone)
        self.git("fetch", "-q", "--depth=1", "origin", revision, folder=self.clone)
        self.git("checkout", "-q", "--detach", "FETCH_HEAD", folder=self.clone)
        for name, content in left.items():
            (self.clone / name).parent.mkdir(exist_ok=True)
            (self.clone / name).write_text(content)
        temporary = self.place / "runner"
        temporary.mkdir(exist_ok=True)
        for name in ("outputs", "summary"):
            (self.place / name).write_text("")
        environment = {
            **{name: value for name, value in self.environment.items() if not name.startswith(("GIT_AUTHOR", "GIT_COMMITTER"))},
            "RUNNER_TEMP": str(temporary),
            "GITHUB_OUTPUT": str(self.place / "outputs"),
            "GITHUB_STEP_SUMMARY": str(self.place / "summary"),
            "GITHUB_REPOSITORY": "octo/app",
            "GITHUB_SHA": revision,
            "GITHUB_REF_TYPE": "branch",
            "LABEL": "specmatrix",
            "LABELS": "null",
            "COMMENT": "true",
            "GH_TOKEN": "secret-token",
            **variables,
        }
        log = run(sys.executable, "-B", str(FOLDER / "regenerate.py"), folder=self.clone, environment=environment, expected=expected)
        self.assertEqual(list(temporary.glob("tmp*")), [], "a checkout was left over")
        self.assertEqual(self.git("worktree", "list", folder=self.clone).count("\n"), 0)
        outputs = dict(line.split("=", 1) for line in (self.place / "outputs").read_text().splitlines())
        return log, outputs, (self.place / "summary").read_text()

    def on_push(self, branch="main", **variables):
        return self.job(self.tip(branch), GITHUB_EVENT_NAME="push", GITHUB_REF_NAME=branch, **variables)

    def on_request(self, branch, labels=(), repository="octo/app", **variables):
        """A pull request of a branch into main, checked out as the merge that GitHub makes of both."""
        revision = self.git("commit-tree", self.merged_tree(branch), "-p", "refs/heads/main", "-p", f"refs/heads/{branch}", "-m",
                            "merge", folder=self.remote)
        self.git("update-ref", "refs/pull/7/merge", revision, folder=self.remote)
        self.git("update-ref", "refs/pull/7/head", f"refs/heads/{branch}", folder=self.remote)
        return self.job(
            revision, GITHUB_EVENT_NAME="pull_request", GITHUB_REF_NAME="7/merge", REQUEST="7", HEAD_REPOSITORY=repository,
            HEAD_BRANCH=variables.pop("head", branch), LABELS=json.dumps(list(labels)), **variables
        )

    def merged_tree(self, branch):
        return self.git("merge-tree", "--write-tree", "refs/heads/main", f"refs/heads/{branch}", folder=self.remote)

    def settle(self):
        """Everything is generated and merged."""
        self.on_push(COMMENT="false")
        self.merge(PROPOSAL)
        self.git("push", "-q", "origin", "--delete", PROPOSAL)
        for name in ("calls", "state"):
            (self.place / name).unlink()

    def expect_nothing_more(self, job, result):
        """That the job, run again, changes nothing."""
        refs, state, writes = self.refs(), self.state(), len(self.writes())
        _, outputs, _ = job()
        self.assertEqual(outputs["result"], result)
        self.assertEqual((self.refs(), self.state(), len(self.writes())), (refs, state, writes))

    # Proposals

    def test_the_first_run_proposes_everything(self):
        main = self.tip("main")
        _, outputs, summary = self.on_push()
        self.assertEqual(outputs["result"], "proposed")
        self.assertIn("pull request", summary)
        self.assertEqual(self.tip("main"), main)
        self.assertEqual(self.names(PROPOSAL), [
            ".gitignore", "output/.gitattributes", "output/LOGIN-questions.csv", "output/LOGIN.csv", "output/LOGIN.json", "specs/login.yaml",
        ])
        self.assertEqual([(pull["head"], pull["base"]) for pull in self.state()["pulls"]], [(PROPOSAL, "main")])
        self.assertEqual(outputs["pull-request"], "100")
        self.assertEqual(outputs["commit"], self.tip(PROPOSAL))
        self.expect_nothing_more(self.on_push, "proposed")
        # Somebody closed it, or it could not be opened the first time.
        (self.place / "state").unlink()
        self.on_push()
        self.assertEqual(len(self.state()["pulls"]), 1)

    def test_where_nothing_is_to_do_nothing_is_done(self):
        self.settle()
        for _ in range(2):
            self.expect_nothing_more(self.on_push, "nothing")
        self.assertIsNone(self.tip(PROPOSAL))

    def test_a_proposal_is_brought_up_to_date_without_force(self):
        self.on_push()
        first = self.tip(PROPOSAL)
        self.git("config", "receive.denyNonFastForwards", "true", folder=self.remote)
        self.change({"specs/login.yaml": LONGER})
        self.on_push()
        second = self.tip(PROPOSAL)
        self.git("merge-base", "--is-ancestor", first, second, folder=self.remote)
        self.assertIn("leave", self.blob(PROPOSAL, "output/LOGIN.json"))
        self.assertEqual(len(self.state()["pulls"]), 1)
        self.expect_nothing_more(self.on_push, "proposed")
        # What the base changes elsewhere needs no push.
        self.change({"README.md": "A page\n"})
        self.expect_nothing_more(self.on_push, "proposed")
        # The outputs are those of the base, not of what was proposed before.
        self.merge(PROPOSAL)
        self.assertEqual(self.on_push()[1]["result"], "nothing")
        self.change({"specs/login.yaml": SPEC.replace("is sent", "is sent twice")})
        self.on_push()
        self.assertIn("sent twice", self.blob(PROPOSAL, "output/LOGIN.json"))
        self.expect_nothing_more(self.on_push, "proposed")

    def test_what_people_commit_to_a_proposal_stays(self):
        self.on_push()
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", "--detach", f"origin/{PROPOSAL}")
        self.change({"notes.md": "Seen by QA\n"}, PROPOSAL)
        theirs = self.tip(PROPOSAL)
        self.expect_nothing_more(self.on_push, "proposed")
        self.git("checkout", "-q", "main")
        self.change({"specs/login.yaml": LONGER})
        self.on_push()
        self.git("merge-base", "--is-ancestor", theirs, self.tip(PROPOSAL), folder=self.remote)
        self.assertEqual(self.blob(PROPOSAL, "notes.md"), "Seen by QA")
        self.assertIn("leave", self.blob(PROPOSAL, "output/LOGIN.json"))
        self.expect_nothing_more(self.on_push, "proposed")

    def test_a_conflict_with_what_people_committed_is_left_to_them(self):
        self.on_push()
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", "--detach", f"origin/{PROPOSAL}")
        self.change({"specs/login.yaml": SPEC.replace("is sent", "goes away")}, PROPOSAL)
        theirs = self.tip(PROPOSAL)
        self.git("checkout", "-q", "main")
        self.change({"specs/login.yaml": SPEC.replace("is sent", "is posted")})
        for _ in range(2):
            log, outputs, _ = self.on_push()
            self.assertEqual(outputs["result"], "conflict")
            self.assertIn("::warning title=specmatrix::what people committed to", log)
            self.assertEqual(self.tip(PROPOSAL), theirs)

    def test_what_people_push_to_a_proposal_meanwhile_stays(self):
        self.on_push()
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", "--detach", f"origin/{PROPOSAL}")
        (self.people / "notes.md").write_text("Seen by QA\n")
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "Seen")
        theirs = self.git("rev-parse", "HEAD")
        self.git("checkout", "-q", "main")
        self.change({"specs/login.yaml": LONGER})
        executable(self.meanwhile, f'#!/bin/sh\nrm -f "$0"\ngit -C "{self.people}" push -q origin {theirs}:refs/heads/{PROPOSAL}\n')
        self.assertEqual(self.on_push()[1]["result"], "proposed")
        self.git("merge-base", "--is-ancestor", theirs, self.tip(PROPOSAL), folder=self.remote)
        self.assertIn("leave", self.blob(PROPOSAL, "output/LOGIN.json"))

    def test_a_proposal_that_is_settled_otherwise_is_closed(self):
        self.settle()
        self.change({"specs/login.yaml": LONGER})
        self.on_push()
        self.change({"specs/login.yaml": SPEC})
        self.assertEqual(self.on_push()[1]["result"], "nothing")
        self.assertEqual([pull["state"] for pull in self.state()["pulls"]], ["closed"])
        self.expect_nothing_more(self.on_push, "nothing")

    def test_nothing_is_proposed_for_a_proposal(self):
        self.on_push()
        self.expect_nothing_more(lambda: self.on_push(PROPOSAL), "nothing")

    def test_where_requests_may_not_be_opened_the_branch_is_pushed(self):
        for _ in range(2):
            log, outputs, summary = self.on_push(FAKE_GH_REFUSE="pulls")
            self.assertEqual(outputs["result"], "refused")
            self.assertIn("compare/main...specmatrix/regenerate-main?expand=1", log)
            self.assertIn("specmatrix", summary)
            self.assertIsNotNone(self.tip(PROPOSAL))

    def test_without_gh_the_branch_is_pushed(self):
        (self.bin / "gh").unlink()
        executable(self.bin / "gh", "#!/bin/sh\nexit 127\n")
        self.assertEqual(self.on_push()[1]["result"], "refused")
        self.assertIsNotNone(self.tip(PROPOSAL))

    # Commits

    def test_a_label_has_the_outputs_committed(self):
        self.settle()
        self.branch_off("topic", {"specs/login.yaml": LONGER})
        before = self.tip("topic")
        _, outputs, _ = self.on_request("topic", ["bug", "specmatrix"])
        self.assertEqual(outputs["result"], "committed")
        self.assertEqual(outputs["commit"], self.tip("topic"))
        self.assertEqual(self.git("log", "-1", "--format=%P %an %s", "topic", folder=self.remote),
                         f"{before} github-actions[bot] Regenerate what follows from the specs")
        self.assertIn("leave", self.blob("topic", "output/LOGIN.json"))
        self.expect_nothing_more(lambda: self.on_request("topic", ["specmatrix"]), "nothing")
        # Then the check passes.
        self.assertEqual(self.on_request("topic")[1]["result"], "nothing")

    def test_the_first_commit_needs_no_outputs(self):
        _, outputs, _ = self.on_push(MODE="commit")
        self.assertEqual(outputs["result"], "committed")
        self.assertIn("output/LOGIN.json", self.names("main"))
        self.assertIsNone(self.tip(PROPOSAL))
        self.expect_nothing_more(lambda: self.on_push(MODE="commit"), "nothing")

    def test_a_branch_that_moves_meanwhile_keeps_what_it_got(self):
        self.settle()
        self.change({"specs/login.yaml": LONGER})
        self.git("checkout", "-q", "--detach")
        (self.people / "specs/login.yaml").write_text(LONGER.replace("is closed", "is closed softly"))
        self.git("commit", "-q", "-a", "-m", "Softly")
        theirs = self.git("rev-parse", "HEAD")
        executable(self.meanwhile, f'#!/bin/sh\nrm -f "$0"\ngit -C "{self.people}" push -q origin {theirs}:refs/heads/main\n')
        _, outputs, _ = self.on_push(MODE="commit")
        self.assertEqual(outputs["result"], "committed")
        self.assertEqual(self.git("rev-parse", "main^", folder=self.remote), theirs)
        self.assertIn("closed softly", self.blob("main", "output/LOGIN.json"))
        self.expect_nothing_more(lambda: self.on_push(MODE="commit"), "nothing")

    def test_a_branch_that_keeps_moving_ends_the_job(self):
        executable(
            self.meanwhile,
            f'#!/bin/sh\necho >> "$0.count"\ncd "{self.people}" && git commit -q --allow-empty -m again && git push -q origin HEAD:main\n',
        )
        # The program does not get these.
        self.git("config", "user.name", "Somebody")
        self.git("config", "user.email", "somebody@example.com")
        log, outputs, _ = self.on_push(MODE="commit", expected=1)
        self.assertEqual(outputs["result"], "moved")
        self.assertIn("::error title=specmatrix::main moved 5 times", log)
        self.assertEqual((self.place / "meanwhile.count").read_text(), "\n" * 5)
        self.assertEqual(self.git("log", "-1", "--format=%s", "main", folder=self.remote), "again")
        self.assertNotIn("output/LOGIN.json", self.names("main"))
        self.assertTrue(os.path.getsize(outputs["patch"]) > 0)

    def test_a_server_that_refuses_a_push_fails_nothing(self):
        executable(self.remote / "hooks/update", '#!/bin/sh\necho "protected branch" >&2\nexit 1\n')
        refs = self.refs()
        for mode in ("commit", "commit", "propose", "propose"):
            log, outputs, summary = self.on_push(MODE=mode)
            self.assertEqual(outputs["result"], "refused")
            self.assertEqual(self.refs(), refs)
            self.assertIn("protected branch", log)
            self.assertIn("git apply", summary)
            self.git("apply", outputs["patch"], folder=self.clone)
            self.assertTrue((self.clone / "output/LOGIN.json").exists())
        self.assertEqual(self.writes(), [])

    def test_a_fork_is_told_what_to_do(self):
        self.settle()
        # The fork's branch is called like the main branch of the repository.
        self.branch_off("of-the-fork", {"specs/login.yaml": LONGER.replace("      premium: The form is shown with a crown\n", "")})
        refs = self.refs()
        for head in ("main", "main"):
            log, outputs, summary = self.on_request(
                "of-the-fork", ["specmatrix"], repository="stranger/app", head=head, FAKE_GH_REFUSE="comments"
            )
            self.assertEqual(outputs["result"], "refused")
            self.assertIn("::warning title=specmatrix::this pull request comes from a fork", log)
            self.assertIn("git apply", summary)
            self.assertIn("plan is premium", summary)
            self.git("fetch", "-q", "origin", "refs/pull/7/head", folder=self.clone)
            self.git("checkout", "-q", "FETCH_HEAD", folder=self.clone)
            self.git("apply", outputs["patch"], folder=self.clone)
            self.assertIn("leave", (self.clone / "output/LOGIN.json").read_text())
        self.assertEqual(self.refs(), refs)
        self.assertEqual(self.state()["comments"], [])

    def test_a_fork_that_was_deleted_is_a_fork(self):
        self.branch_off("topic", {"specs/login.yaml": LONGER})
        tip = self.tip("topic")
        self.assertEqual(self.on_request("topic", ["specmatrix"], repository="")[1]["result"], "refused")
        self.assertEqual(self.tip("topic"), tip)

    def test_what_lies_about_in_the_checkout_stays_there(self):
        left = {"specs/login.yaml": LONGER, "output/LOGIN.json": "{", "left.txt": "mine"}
        self.on_push(MODE="commit", left=left)
        self.assertEqual({name: (self.clone / name).read_text() for name in left}, left)
        self.assertNotIn("left.txt", self.names("main"))
        self.assertNotIn("leave", self.blob("main", "output/LOGIN.json"))

    # Checks

    def test_a_request_without_the_label_is_only_checked(self):
        self.settle()
        self.branch_off("topic", {"specs/login.yaml": LONGER})
        refs = self.refs()
        for _ in range(2):
            log, outputs, _ = self.on_request("topic", ["bug"], expected=1)
            self.assertEqual(outputs["result"], "stale")
            self.assertIn("output/LOGIN.json", log)
            self.assertIn("add the label specmatrix", log)
            self.assertEqual(self.refs(), refs)
        self.git("apply", outputs["patch"], folder=self.clone)
        self.assertIn("leave", (self.clone / "output/LOGIN.json").read_text())

    def test_a_check_passes_where_nothing_is_generated_yet(self):
        self.branch_off("topic", {"specs/login.yaml": LONGER})
        for _ in range(2):
            log, outputs, _ = self.on_request("topic")
            self.assertEqual(outputs["result"], "first")
            self.assertIn("nothing is generated yet", log)

    def test_a_spec_whose_outputs_are_missing_is_stale(self):
        self.settle()
        self.branch_off("topic", {"specs/second.yaml": SPEC.replace("LOGIN", "SECOND")})
        log, outputs, _ = self.on_request("topic", expected=1)
        self.assertEqual(outputs["result"], "stale")
        self.assertIn("output/SECOND.json", log)

    def test_a_tag_can_only_be_checked(self):
        tip = self.tip("main")
        log, _, _ = self.job(tip, GITHUB_EVENT_NAME="push", GITHUB_REF_NAME="v1", GITHUB_REF_TYPE="tag", expected=2)
        self.assertIn("v1 is no branch", log)
        self.job(tip, GITHUB_EVENT_NAME="push", GITHUB_REF_NAME="v1", GITHUB_REF_TYPE="tag", MODE="check")

    # Code

    def test_code_is_generated_with_the_suites(self):
        variables = {"CODE": "swift Tests/Generated\nswift 'Tests/One each' --style functions\n"}
        self.change({"specs/later.yaml": "specmatrix: 1\nid: LATER\nfeature: Later\n"})
        self.on_push(**variables)
        self.assertIn("Tests/Generated/LOGIN.cases.swift", self.names(PROPOSAL))
        self.assertIn("Tests/One each/LOGIN.cases.swift", self.names(PROPOSAL))
        self.expect_nothing_more(lambda: self.on_push(**variables), "proposed")
        self.merge(PROPOSAL)
        self.expect_nothing_more(lambda: self.on_push(**variables), "nothing")
        path = "Tests/Generated/LOGIN.cases.swift"
        self.change({path: (self.people / path).read_text() + "// by hand\n"})
        log, outputs, _ = self.on_push(MODE="check", expected=1, **variables)
        self.assertEqual(outputs["result"], "stale")
        self.assertIn(path, log)

    # The page

    def test_the_review_page_is_of_what_the_event_is_about(self):
        self.change({"specs/login.yaml": OPEN})
        _, outputs, _ = self.on_push()
        page = pathlib.Path(outputs["page"]).read_text()
        self.assertIn(self.tip("main")[:12], page)
        self.assertIn("specs/login.yaml", page)
        self.assertNotIn("review.html", self.names(PROPOSAL))
        _, outputs, _ = self.on_push(PAGE="false")
        self.assertNotIn("page", outputs)

    def test_code_needs_a_language_and_a_folder(self):
        for line in ("swift", "swift --style functions", "swift 'Tests"):
            log, _, _ = self.on_push(CODE=line, expected=2)
            self.assertIn("::error title=specmatrix::the input for code", log)

    def test_a_path_that_begins_like_an_option_is_a_path(self):
        self.change({"-odd/later.yaml": LONGER.replace("LOGIN", "ODD")})
        self.on_push(MODE="commit", PATHS=" specs\n-odd", CODE="swift Tests", COMMENT="false")
        self.assertIn("Tests/ODD.cases.swift", self.names("main"))

    # Comments

    def test_questions_are_one_comment_that_is_kept_up_to_date(self):
        self.branch_off("topic", {"specs/login.yaml": OPEN})
        self.on_request("topic", ["specmatrix"])
        [comment] = self.state()["comments"]
        self.assertEqual(comment["number"], 7)
        self.assertTrue(comment["body"].startswith(MARKER + "\n"))
        self.assertIn("what happens if plan is premium?", comment["body"])
        self.expect_nothing_more(lambda: self.on_request("topic", ["specmatrix"]), "nothing")
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", "--detach", "origin/topic")
        self.change({"specs/login.yaml": OPEN.replace("[submit, look]", "[submit, look, leave]")}, "topic")
        self.on_request("topic", ["specmatrix"])
        [changed] = self.state()["comments"]
        self.assertEqual(changed["id"], comment["id"])
        self.assertIn("On leave", changed["body"])
        self.git("fetch", "-q", "origin")
        self.git("checkout", "-q", "--detach", "origin/topic")
        self.change({"specs/login.yaml": SPEC}, "topic")
        self.on_request("topic", ["specmatrix"])
        [settled] = self.state()["comments"]
        self.assertIn("no findings", settled["body"])
        self.expect_nothing_more(lambda: self.on_request("topic", ["specmatrix"]), "nothing")

    def test_a_request_is_not_asked_what_was_open_before(self):
        self.change({"specs/login.yaml": OPEN})
        self.branch_off("topic", {"README.md": "A page\n"})
        self.on_request("topic")
        self.assertEqual(self.state()["comments"], [])

    def test_a_comment_of_somebody_else_is_left_alone(self):
        stranger = {"id": 1, "number": 7, "user": {"login": "stranger"}, "body": MARKER + "\nmine"}
        ghost = {"id": 2, "number": 7, "user": None, "body": None}
        (self.place / "state").write_text(json.dumps({"comments": [stranger, ghost], "pulls": []}))
        self.branch_off("topic", {"specs/login.yaml": OPEN})
        self.on_request("topic")
        comments = self.state()["comments"]
        self.assertEqual(comments[:2], [stranger, ghost])
        self.assertEqual([comment["user"]["login"] for comment in comments[2:]], ["github-actions[bot]"])

    def test_comments_can_be_turned_off(self):
        self.branch_off("topic", {"specs/login.yaml": OPEN})
        self.on_request("topic", COMMENT="false")
        self.assertEqual(self.calls(), [])

    def test_a_report_that_is_too_long_is_cut_where_markdown_stays_whole(self):
        rows = "".join(f"| error | question {number} {'x' * 90} |\n" for number in range(400))
        details = "<details><summary>How to answer</summary>\n\n```yaml\n" + "a: b # comment\n" * 4000 + "```\n\n</details>\n"
        for report in (rows, rows + details):
            short = hosting.shortened(report)
            if len(report) > hosting.LIMIT:
                self.assertTrue(short.endswith("`specmatrix check` shows all of it."))
            else:
                self.assertEqual(short, report.rstrip())
            self.assertLess(len(short) + len(MARKER), 65_536)
            self.assertEqual(short.count("\n```") % 2, 0)
            self.assertEqual(short.count("<details>"), short.count("</details>"))
        self.assertGreater(len(rows + details), hosting.LIMIT)

    # What is hostile or broken

    def test_names_and_texts_reach_no_shell(self):
        branch = "x;touch${IFS}pwned|$(touch${IFS}pwned)'\"&#`touch${IFS}pwned`"
        question = "Is it @octo/team, fixes #12, $(touch pwned) `touch pwned` ' -->\\n::error::pwned?"
        spec = SPEC.replace("The form is sent", json.dumps({"question": question}))
        self.change({})
        self.branch_off(branch, {"specs/$(touch pwned);'&.yaml": spec.replace("LOGIN", "BAD"), "specs/-x --output=pwned.yaml": LONGER.replace("LOGIN", "ODD")})
        variables = {"CODE": "swift Tests/Generated"}
        _, outputs, _ = self.on_request(branch, ["specmatrix", "$(touch pwned)\""], **variables)
        self.assertEqual(outputs["result"], "committed")
        self.assertIn("output/BAD.json", self.names(branch))
        self.assertIn("Tests/Generated/ODD.cases.swift", self.names(branch))
        [comment] = self.state()["comments"]
        self.assertNotIn("@octo", comment["body"])
        log, outputs, _ = self.on_push(branch, **variables)
        self.assertEqual(outputs["result"], "nothing")
        self.change({"README.md": "A page\n"})
        log, outputs, _ = self.on_push(branch, MODE="propose", CODE="")
        for words, _ in self.calls():
            self.assertNotIn("touch pwned", " ".join(words))
            self.assertTrue(all("\n" not in word for word in words))
        self.assertFalse(any(line.startswith("::error::") for line in log.splitlines()))
        self.assertEqual([str(path) for path in self.place.rglob("pwned*") if "specs" not in path.parts], [])

    def test_strangers_files_are_not_worked_on_with_rights(self):
        tip = self.tip("main")
        log, outputs, _ = self.job(tip, GITHUB_EVENT_NAME="pull_request_target", GITHUB_REF_NAME="main", expected=2)
        self.assertIn("use pull_request", log)
        self.assertEqual((outputs, self.calls()), ({}, []))

    def test_the_program_does_not_get_the_token(self):
        self.on_push()
        self.assertNotIn("secret-token", (self.place / "environment").read_text())

    def test_nothing_is_written_outside_the_repository(self):
        outside = self.place / "outside"
        outside.mkdir()
        (self.people / "out").symlink_to(outside)
        (self.people / "linked").mkdir()
        for name in ("LOGIN.json", "LOGIN.cases.swift"):
            (self.people / "linked" / name).symlink_to(self.place / "elsewhere")
        (self.place / "elsewhere").write_text("// Generated by specmatrix from x\n")
        self.change({})
        refs = self.refs()
        for variables in ({"OUTPUT": "out"}, {"OUTPUT": "../outside"}, {"OUTPUT": str(outside)}, {"CODE": "swift out/deeper"},
                          {"OUTPUT": "linked"}, {"CODE": "swift linked"}):
            with self.subTest(variables):
                log, _, _ = self.on_push(expected=2, **variables)
                self.assertIn("leads out of the repository", log)
        self.assertEqual(list(outside.iterdir()), [])
        self.assertEqual((self.place / "elsewhere").read_text(), "// Generated by specmatrix from x\n")
        self.assertEqual(self.refs(), refs)

    def test_a_spec_with_a_mistake_stops_everything(self):
        self.change({"specs/broken.yaml": "specmatrix: 1\nid: [\n"})
        refs = self.refs()
        for _ in range(2):
            log, _, summary = self.on_push(expected=2)
            self.assertIn("specs/broken.yaml", log)
            self.assertIn("specmatrix generate failed", summary)
            self.assertEqual(self.refs(), refs)
        self.assertEqual(self.writes(), [])

    def test_words_that_are_no_words_are_refused(self):
        for variables, expected in (
            ({"MODE": "force"}, "unknown mode force: write check, commit or propose"),
            ({"MODE": "check\n::error::x"}, "the input for MODE has a line break"),
            ({"OUTPUT": "a\nresult=committed"}, "the input for OUTPUT has a line break"),
            ({"PROGRAM": "/no/such/program"}, "/no/such/program cannot be run"),
        ):
            with self.subTest(variables):
                log, outputs, _ = self.on_push(expected=2, **variables)
                self.assertIn(f"::error title=specmatrix::{expected}", log)
                self.assertNotIn("result", outputs)

    def test_a_branch_that_is_gone_needs_nothing(self):
        tip = self.tip("main")
        for mode in ("commit", "propose"):
            _, outputs, _ = self.job(tip, GITHUB_EVENT_NAME="push", GITHUB_REF_NAME="gone", MODE=mode)
            self.assertEqual(outputs["result"], "nothing")

    def test_a_checkout_has_to_be_there(self):
        empty = self.place / "empty"
        empty.mkdir()
        environment = {**self.environment, "GITHUB_EVENT_NAME": "push", "GITHUB_REF_NAME": "main", "GITHUB_REF_TYPE": "branch"}
        said = run(sys.executable, "-B", str(FOLDER / "regenerate.py"), folder=empty, environment=environment, expected=2)
        self.assertIn("::error title=specmatrix::git rev-parse failed: fatal: not a git repository", said)

    def test_the_server_has_to_be_there(self):
        self.git("config", "core.bare", "true", folder=self.remote)
        tip = self.tip("main")
        executable(self.meanwhile, f'#!/bin/sh\nmv "{self.remote}" "{self.remote}.away"\n')
        log, _, _ = self.job(tip, GITHUB_EVENT_NAME="push", GITHUB_REF_NAME="main", expected=2)
        self.assertIn("::error title=specmatrix::git ls-remote failed", log)


class LogTests(unittest.TestCase):
    def printed(self, function, *arguments):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            function(*arguments)
        return text.getvalue()

    def test_an_annotation_is_one_line(self):
        self.assertEqual(
            self.printed(log.annotate, "warning", "5 %\r\n::error::pwned"),
            "::warning title=specmatrix::5 %25%0D%0A::error::pwned\n",
        )

    def test_what_a_program_says_is_no_command(self):
        first, second = (self.printed(log.quote, "::error::pwned\n") for _ in range(2))
        self.assertRegex(first, r"\A::stop-commands::([0-9a-f]{32})\n::error::pwned\n::\1::\n\Z")
        self.assertNotEqual(first, second)
        self.assertEqual(self.printed(log.quote, " \n"), "")

    def test_a_text_is_no_markdown(self):
        self.assertEqual(log.plain("a-b/c.d"), "a-b/c.d")
        self.assertEqual(log.plain("<b>`@x`"), "&#60;b&#62;&#96;&#64;x&#96;")


class InstallTests(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.place = pathlib.Path(os.path.realpath(self.scratch.name))
        system = {"Linux": "linux", "Darwin": "macos"}[os.uname().sysname]
        self.name = f"specmatrix-1.2.3-{system}-{os.uname().machine}"
        self.release = self.place / "releases/v1.2.3"
        self.release.mkdir(parents=True)
        tree = self.place / self.name / "bin"
        tree.mkdir(parents=True)
        executable(tree / "specmatrix", "#!/bin/sh\necho released\n")
        run("tar", "-czf", str(self.release / f"{self.name}.tar.gz"), self.name, folder=self.place)
        self.sum = hashlib.sha256((self.release / f"{self.name}.tar.gz").read_bytes()).hexdigest()

    def sums(self, text):
        (self.release / "SHA256SUMS").write_text(text)

    def install(self, version="1.2.3", checksum="", releases=None, script=FOLDER / "install", expected=0):
        releases = (self.place / "releases").as_uri() if releases is None else releases
        return run(str(script), version, checksum, releases, str(self.place / "to"), folder=self.place, expected=expected)

    def installed(self):
        return (self.place / "to/bin/specmatrix").exists()

    def test_a_release_is_installed_with_the_right_checksum(self):
        self.sums(f"{'0' * 64}  other.tar.gz\n{self.sum}  {self.name}.tar.gz\n")
        for version in ("1.2.3", "v1.2.3"):
            folder = self.install(version).strip()
            self.assertEqual(run(f"{folder}/specmatrix", folder=self.place), "released\n")
        self.assertEqual(sorted(path.name for path in (self.place / "to").iterdir()), ["bin"])

    def test_a_pinned_checksum_counts(self):
        self.sums("")
        self.install(checksum=self.sum)
        self.assertTrue(self.installed())

    def test_nothing_is_installed_with_another_checksum(self):
        other = "0" * 64
        for sums, pinned in ((f"{other}  {self.name}.tar.gz\n", ""), ("", ""), (f"{self.sum}  x{self.name}.tar.gz\n", ""),
                             (f"{self.sum}  {self.name}.tar.gz\n", other)):
            self.sums(sums)
            log = self.install(checksum=pinned, expected=2)
            self.assertIn("it is not installed", log)
            self.assertFalse(self.installed())

    def test_what_cannot_be_had_is_said(self):
        self.assertIn("cannot be downloaded", self.install("9.9.9", expected=2))
        self.assertIn("is no version", self.install("../$(touch x)", expected=2))
        self.assertIn("set 'releases'", self.install(releases="", expected=2))
        self.assertFalse(self.installed())

    def test_the_version_is_that_of_the_action(self):
        version = run(str(ROOT / "Packaging/version"), folder=self.place).strip()
        self.assertIn(f"/v{version}/specmatrix-{version}-", self.install("", expected=2))

    def test_releases_are_those_of_the_actions_repository(self):
        action = self.place / "_actions/octo/matrix/v1"
        (action / "regenerate").mkdir(parents=True)
        script = action / "regenerate/install"
        executable(script, (FOLDER / "install").read_text())
        executable(self.place / "curl", '#!/bin/sh\necho "$@" >&2\nexit 22\n')
        environment = {"PATH": f"{self.place}:{os.environ['PATH']}", "GITHUB_SERVER_URL": "https://github.example"}
        log = run(str(script), "1.2.3", "", "", str(self.place / "to"), folder=self.place, environment=environment, expected=2)
        self.assertIn(f"https://github.example/octo/matrix/releases/download/v1.2.3/{self.name}.tar.gz", log)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = os.path.realpath(sys.argv.pop(1))
    unittest.main()
