set -eu
label=specmatrix
gh label create "$label" --force --description 'Asked by specmatrix' >/dev/null
issues=$(gh issue list --label "$label" --state all --limit 10000 --json number,state,body \
  --jq '.[] | (.body | capture("<!-- specmatrix:(?<id>Q-[0-9A-F]{8}) -->")) as $mark
    | "\($mark.id) \(.number) \(.state)"')
of() { printf '%s\n' "$issues" | awk -v id="$1" -v state="$2" '$1 == id && $3 ~ state { print $2; exit }'; }
ask() { [ -n "$(of "$1" .)" ] || gh issue create --label "$label" --title "$2" --body "$3"; }
ask_again() {
  closed=$(of "$1" CLOSED)
  if [ -n "$closed" ] && [ -z "$(of "$1" OPEN)" ]; then gh issue reopen "$closed"; else ask "$@"; fi
}
settle() {
  open=$(of "$1" OPEN)
  [ -z "$open" ] || gh issue close "$open" --comment "$2"
}
