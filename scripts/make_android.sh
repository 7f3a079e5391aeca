#!/bin/sh
# Builds dist/porrazo-*.apk with buildozer, which fetches Android's SDK, NDK and the recipes' sources (several GB).
# Nobody has built or run it yet: docs/android.md.
# usage: make_android.sh [--stage FOLDER]     --stage: only lay the project out there, to be looked at or built by hand
set -eu
cd "$(dirname "$0")/.."
stage=build/android
if [ "${1:-}" = --stage ]; then stage=${2:?"--stage needs a folder"}; fi

rm -rf "$stage/engine" "$stage/vision" "$stage/companion"
mkdir -p "$stage/vision/weights"
for part in engine vision companion; do cp -R "$part" "$stage/"; done
find "$stage" -name __pycache__ -prune -exec rm -rf {} +
# The 8-bit finder is for ONNX Runtime, which has no recipe: all others, and the list of their sums.
cp models/weights/* "$stage/vision/weights/"
rm "$stage/vision/weights/table_finder.int8.onnx"
cp scripts/install/android/* "$stage/"
[ "${1:-}" != --stage ] || exit 0

if ! command -v buildozer > /dev/null; then
    echo "buildozer is missing: pipx install buildozer (its README names the system packages that it needs)" >&2
    exit 1
fi
( cd "$stage" && buildozer android debug )
mkdir -p dist
cp "$stage"/bin/*.apk dist/
echo "Built: $(ls dist/*.apk)"
