#!/bin/sh
# Makes the virtual environment VENV with the interpreter PYTHON, or says in one line what the machine lacks.
# usage: new_venv.sh PYTHON VENV
set -eu
python=$1 venv=$2

if ! command -v "$python" > /dev/null; then
    echo "Python 3.11 or newer is needed; on Debian: apt-get install git make python3-venv" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Python 3.11 or newer is needed, and $python is $("$python" -V); another: make PYTHON=python3.12 ..." >&2
    exit 1
fi

# The Raspberry Pi's camera library comes with the system (apt) and not from an index: let the environment see it.
system=
if "$python" -c 'import sys, importlib.util as u; sys.exit(u.find_spec("picamera2") is None)'; then
    system=--system-site-packages
fi
if ! "$python" -m venv --clear $system "$venv"; then
    rm -rf "$venv"
    echo "No virtual environment could be made; on Debian: apt-get install python3-venv" >&2
    exit 1
fi
