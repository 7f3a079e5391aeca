#!/usr/bin/env bash
# Installs Porrazo on a Raspberry Pi 4 or 5 with 64-bit Raspberry Pi OS, for the user who runs this. Asks nothing, and
# can be run again: what is there is brought up to date. What it does and what is unproven: docs/raspberry-pi.md.
# usage: install_pi.sh [--service | --remove-service] [WHEEL]
#   WHEEL             install this file; else the wheel in dist/, else this checkout as it is
#   --service         also start it with the machine, full screen, without a desktop
#   --remove-service  only undo that: the desktop starts again
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
user=$(id -un)
venv=$HOME/.local/lib/porrazo
unit=/etc/systemd/system/porrazo.service
packages=(python3-venv python3-picamera2  # the Pi's own camera comes with the system and from no index
          libgl1 libegl1 libglib2.0-0     # for OpenCV and Kivy
          libgles2 libgbm1 libdrm2        # for the screen without a desktop
          espeak-ng)                      # scores said aloud

fail() { echo "install_pi.sh: $*" >&2; exit 1; }
step() { printf '\n== %s ==\n' "$*"; }

as_root() {  # where nobody can type a password, sudo must not wait for one
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif [ -t 0 ]; then sudo "$@"
    else sudo -n "$@"; fi
}

check_machine() {
    [ "$(dpkg --print-architecture 2> /dev/null || true)" = arm64 ] ||
        fail "this needs 64-bit Raspberry Pi OS; for other Linux machines see README.md"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "this needs Python 3.11, which comes with Raspberry Pi OS 12 (bookworm); 13 (trixie) is better"
}

install_program() {
    local wheels=("$here"/../dist/porrazo-*.whl) what=$1
    if [ -z "$what" ] && [ -f "${wheels[-1]}" ]; then what=${wheels[-1]}; fi
    if [ -z "$what" ]; then what=$(cd "$here/.." && pwd); fi
    step "Porrazo, from $what, into $venv"
    python3 -m venv --system-site-packages "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$what"
    # pip leaves a program of the same version as it is, though what it is made of may be newer.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$what"
    mkdir -p "$HOME/.local/bin"
    ln -sfn "$venv/bin/porrazo" "$HOME/.local/bin/porrazo"
    "$here/install_menu.sh" "$HOME/.local/bin/porrazo"
}

check_camera_library() {
    local why
    if ! why=$("$venv/bin/python" -c 'import picamera2' 2>&1); then
        echo "The Pi's own camera cannot be used: $(tail -n 1 <<< "$why")"
        echo "(Raspberry Pi OS 12 built it for an older NumPy; 13 has the newer one.) A USB camera or a phone can."
    fi
}

install_service() {
    step "A service that starts Porrazo with the machine"
    local text
    text=$(mktemp)
    sed -e "s|@USER@|$user|g" -e "s|@PORRAZO@|$venv/bin/porrazo|g" "$here/install/porrazo.service" > "$text"
    as_root install -m 644 "$text" "$unit"
    rm -f "$text"
    as_root usermod --append --groups video,render,input "$user"
    as_root systemctl daemon-reload
    as_root systemctl enable porrazo.service
    as_root systemctl set-default multi-user.target
    echo "From the next start on the screen is Porrazo's. $0 --remove-service gives the desktop back."
}

remove_service() {
    as_root systemctl disable --now porrazo.service || true  # there may be none
    as_root rm -f "$unit"
    as_root systemctl daemon-reload
    if systemctl cat display-manager.service > /dev/null 2>&1; then  # not on a Pi that never had a desktop
        as_root systemctl set-default graphical.target
        echo "From the next start on the desktop is back."
    fi
}

main() {
    local service= wheel=
    for word in "$@"; do
        case $word in
            --service) service=yes ;;
            --remove-service) remove_service; return ;;
            -*) fail "there is no option $word; there are: --service, --remove-service" ;;
            *) [ -f "$word" ] || fail "$word: there is no such file"; wheel=$(cd "$(dirname "$word")" && pwd)/$(basename "$word") ;;
        esac
    done
    check_machine
    step "System packages: ${packages[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
    install_program "$wheel"
    check_camera_library
    if [ -n "$service" ]; then install_service; fi
    step "What this machine has and lacks (porrazo doctor)"
    "$venv/bin/porrazo" doctor || echo "Something above is amiss; what to do stands beside it."
}

main "$@"
