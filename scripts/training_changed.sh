#!/usr/bin/env bash
# Status 0 where the training smoke test is due: something that training is made of differs from where this branch left
# main (on main itself: from the commit before; or from the commit that $SINCE names). Status 0 also in doubt.
set -euo pipefail
made_of=(models datasets vision tests/training scripts/new_venv.sh scripts/training_changed.sh Makefile pyproject.toml
         requirements.lock)

since() {
    local head base main
    head=$(git rev-parse --verify --quiet HEAD)
    if [ -n "${SINCE:-}" ]; then git rev-parse --verify --quiet "$SINCE^{commit}"; return; fi
    for main in origin/main main; do
        base=$(git merge-base HEAD "$main" 2> /dev/null) || continue
        [ "$base" = "$head" ] || { echo "$base"; return; }
    done
    git rev-parse --verify --quiet HEAD^
}

base=$(since) || exit 0  # a shallow clone, a first commit, no git: nothing to compare with
[ -z "$(git status --porcelain -- "${made_of[@]}")" ] || exit 0
! git diff --quiet "$base" -- "${made_of[@]}"
