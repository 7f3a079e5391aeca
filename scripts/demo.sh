#!/bin/sh
# Lets `porrazo watch` follow the bundled clip: in a window where there is a display, else in the terminal.
# usage: demo.sh PORRAZO CLIP
set -eu
porrazo=$1 clip=$2

if [ ! -f "$clip" ]; then
    echo "There is no clip at $clip in this version: make demo CLIP=film.mp4 watches one of yours." >&2
    exit 1
fi
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ "$(uname)" = Linux ]; then
    echo "There is no display here, so the clip is watched without a window."
    set -- --headless
else
    set --
fi
# In the clip Ana, at the near edge, deals; nobody can hear what is announced, so every holding counts.
exec "$porrazo" watch "$clip" --names Ana,Beto --dealer 0 --option declarations=automatic "$@"
