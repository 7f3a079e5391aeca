#!/bin/sh
# Puts Porrazo into this user's menu of programs, or takes it out again. Nothing else is changed, nothing is asked.
# usage: install_menu.sh [PORRAZO]     PORRAZO: the installed command; else the one in PATH, in ~/.local/bin or in .venv
#        install_menu.sh --remove
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/porrazo.desktop
icon=$share/icons/hicolor/scalable/apps/porrazo.svg

refresh() {  # most desktops look by themselves
    if command -v update-desktop-database > /dev/null; then
        update-desktop-database -q "$share/applications" || true
    fi
}

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$icon"
    refresh
    echo "Porrazo is no longer in the menu."
    exit
fi

# pipx and uv put it into ~/.local/bin, which a PATH of before they were first used lacks.
installed=$HOME/.local/bin/porrazo
[ -x "$installed" ] || installed=$here/../.venv/bin/porrazo
porrazo=${1:-$(command -v porrazo || echo "$installed")}
if [ ! -x "$porrazo" ]; then
    echo "There is no porrazo at $porrazo: install it first (see README.md)." >&2
    exit 1
fi
porrazo=$(cd "$(dirname "$porrazo")" && pwd)/$(basename "$porrazo")
case $porrazo in
    *[\"\`\$\\%]*)  # each means something else in a desktop entry
        echo "$porrazo: a menu cannot start a program whose path holds one of \" \` \$ \\ %" >&2
        exit 1 ;;
esac

mkdir -p "$(dirname "$entry")" "$(dirname "$icon")"
cp "$here/install/porrazo.svg" "$icon"
# The whole path: a desktop's PATH often lacks ~/.local/bin.
while IFS= read -r line; do
    case $line in
        Exec=*) printf 'Exec="%s"\n' "$porrazo" ;;
        TryExec=*) printf 'TryExec=%s\n' "$porrazo" ;;
        *) printf '%s\n' "$line" ;;
    esac
done < "$here/install/porrazo.desktop" > "$entry"
refresh
echo "Porrazo is in the menu now ($entry); $0 --remove takes it out."
