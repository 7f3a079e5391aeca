#!/bin/sh
# Builds dist/porrazo_VERSION_ARCHITECTURE.deb: the program with all its libraries in /opt/porrazo, for the system's
# own Python. Whoever installs it needs no index of Python packages; this script does, and dpkg-deb.
# usage: make_deb.sh PIP_PYTHON [PYTHON_VERSION]     PYTHON_VERSION: that of the system it is for (default: PIP_PYTHON's)
set -eu
cd "$(dirname "$0")/.."
python=$1
wanted=${2:-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')}
next=${wanted%.*}.$((${wanted#*.} + 1))
command -v dpkg-deb > /dev/null || { echo "dpkg-deb is missing: a .deb is built on Debian or Ubuntu" >&2; exit 1; }
version=$("$python" -c 'import re; print(re.search("__version__ = \"(.+)\"", open("companion/__init__.py").read())[1])')
architecture=$(dpkg --print-architecture)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022

"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$stage/wheel" .
# The versions of the lock, for the libraries that the program itself asks for.
sed -n 's/^\([a-z0-9-]*==[^ ;]*\)\( ; [^\\]*\)\{0,1\} *\\*$/\1\2/p' requirements.lock > "$stage/versions.txt"
"$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: --python-version "$wanted" \
    --no-compile --constraint "$stage/versions.txt" --target "$stage/deb/opt/porrazo" "$stage"/wheel/*.whl

root=$stage/deb
mkdir -p "$root/usr/bin" "$root/usr/share/applications" "$root/usr/share/icons/hicolor/scalable/apps" \
    "$root/usr/share/doc/porrazo" "$root/DEBIAN"
cp scripts/install/porrazo.desktop "$root/usr/share/applications/"
cp scripts/install/porrazo.svg "$root/usr/share/icons/hicolor/scalable/apps/"
cp LICENSE NOTICE.md "$root/usr/share/doc/porrazo/"
# The libraries' own commands, examples and tests, and networks that are not used: a tenth of it.
rm -rf "$root/opt/porrazo/bin" "$root/opt/porrazo/share" "$root/opt/porrazo/onnxruntime/transformers"
rm -f "$root"/opt/porrazo/cv2/data/*.xml
find "$root/opt/porrazo" -type d -name tests -prune -exec rm -rf {} +
# -I: neither the user's own packages nor the folder it is started in are looked at.
cat > "$root/usr/bin/porrazo" <<END
#!/usr/bin/python3 -I
import sys
sys.path.insert(0, "/opt/porrazo")
from companion.cli import main
sys.exit(main())
END
chmod 755 "$root/usr/bin/porrazo"
cat > "$root/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" != configure ] || python3 -m compileall -q /opt/porrazo || true
END
cat > "$root/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
find /opt/porrazo -name __pycache__ -prune -exec rm -rf {} +
END
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
cat > "$root/DEBIAN/control" <<END
Package: porrazo
Version: $version
Architecture: $architecture
Maintainer: Porrazo Companion <porrazo@localhost>
Installed-Size: $(du -sk "$root" | cut -f1)
Depends: python3 (>= $wanted), python3 (<< $next), libgl1, libegl1, libglib2.0-0 | libglib2.0-0t64, openssl
Recommends: espeak-ng, xdg-user-dirs
Section: games
Priority: optional
Description: keeps the score of a real card game that a camera watches
 A camera looks at a table where Porrazo is played with an ordinary pack of
 cards. The program sees each card, works out who scored what and why, and
 moves the pegs on a cribbage board on the screen.
END
mkdir -p dist
file=dist/porrazo_${version}_${architecture}.deb
dpkg-deb --root-owner-group -Zzstd -z5 --build "$root" "$file" > /dev/null
echo "Built: $file, for Python $wanted. To install: sudo apt install ./$file"
