#!/usr/bin/env bash
# Plays the life of a repository whose CI runs `specmatrix check`: what must fail the job, and what must not.
#
# usage: ci-job.sh PROGRAM FOLDER    FOLDER is empty; prints a line for each step, and fails at the first that goes wrong
set -euo pipefail
program=$1
cd "$2"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export SOURCE_DATE_EPOCH=1795219200 # 2026-11-21

commit() {
  git add --all
  git -c user.name=Somebody -c user.email=somebody@example.com commit --quiet --message="$1"
}

# What the CI does: a clean checkout, and the check in it.
job() {
  rm -rf ../job
  git clone --quiet . ../job
  (cd ../job && "$program" check --format github --output sarif:specs.sarif "$@" > ../log 2>&1)
}

step() { # step WHAT STATUS ARGUMENTS…
  local what=$1 expected=$2 status=0
  shift 2
  job "$@" || status=$?
  if [ "$status" -ne "$expected" ]; then
    echo "$what: exit status $status, not $expected"
    cat ../log
    exit 1
  fi
  echo "$what: $status"
}

says() { grep -q -- "$1" ../log || { echo "the log lacks: $1"; cat ../log; exit 1; }; }

mkdir repository
cd repository
git init --quiet --initial-branch=main
mkdir specs
cat > specs/login.yaml << 'SPEC'
specmatrix: 1
id: LOGIN
feature: Login
traits: []
states: {plan: [free, premium]}
operations: [submit, look]
rules:
  submit: The form is sent
  look: {then: The form is shown}
SPEC
commit "A spec"
step "a spec without gaps passes" 0

sed -i.old 's/\[submit, look\]/[submit, look, leave]/' specs/login.yaml && rm specs/login.yaml.old
commit "An operation that nobody thought about"
step "a new gap fails" 1
says '^::error file=specs/login.yaml,'
step "the gap is new since the commit before" 1 --diff-base HEAD~1
step "a later commit does not answer for it" 0 --diff-base HEAD

sed -i.old 's/, leave\]/, leave, close]/' specs/login.yaml && rm specs/login.yaml.old
commit "One more"
step "a new gap fails beside a known one" 1 --diff-base HEAD~1
[ "$(grep -c '^::error' ../log)" -eq 1 ] || { cat ../log; exit 1; }

cat >> specs/login.yaml << 'SPEC'
  leave: The form is closed
  close: The form is closed
SPEC
commit "Answers"
step "answered gaps pass" 0

sed -i.old 's/then: The form is shown/question: "Is it shown at once?", until: 2026-12-31/' specs/login.yaml
rm specs/login.yaml.old
commit "Put off"
step "a question that is put off passes" 0
says '^::warning'
SOURCE_DATE_EPOCH=1798675200 step "on its last day it passes still" 0 # 2026-12-31
SOURCE_DATE_EPOCH=1798761600 step "the day after it fails" 1          # 2027-01-01
says '^::error'
echo >> specs/notes.md
commit "Nothing about the spec"
step "the question that is put off is known" 0 --diff-base HEAD~1 --fail-on warning
