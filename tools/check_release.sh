#!/usr/bin/env bash
# Checks a release: sdist, a wheel from the sdist, an empty environment, the tests from outside the
# source tree. Usage: tools/check_release.sh [python]. The package `build` must be installed for
# that Python; twine, check-wheel-contents and auditwheel are used where they are installed.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
python="${1:-python3}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH NARDY_FAST_BACKEND NARDY_FAST_DEBUG
# The wheel is then the same, byte for byte, at every build.
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-315532800}"

fail() {
    echo "check_release: $*" >&2
    exit 1
}

# A copy, so that nothing old of the checkout gets in and nothing is left behind there.
mkdir "$work/tree"
tar -C "$root" --exclude=.git --exclude=.venv --exclude=./build --exclude=./dist \
    --exclude='*.egg-info' --exclude='*.so' --exclude=__pycache__ -cf - . | tar -C "$work/tree" -xf -
# `python -m build` makes the sdist, and the wheel from the sdist in an environment of its own.
"$python" -m build --outdir "$work/dist" "$work/tree"
sdist="$(echo "$work"/dist/*.tar.gz)"
wheel="$(echo "$work"/dist/*.whl)"

echo "== what they hold"
tar -tzf "$sdist" | sed 's,^[^/]*/,,' | sort >"$work/sdist.txt"
"$python" -m zipfile -l "$wheel" | awk '{ print $1 }' | sort >"$work/wheel.txt"
for file in pyproject.toml setup.py LICENSE README.md tests/conftest.py \
    src/nardy_fast/_native/movegen.pyx src/nardy_fast/_native/kernel/bits.h; do
    grep -qx "$file" "$work/sdist.txt" || fail "the sdist lacks $file"
done
for file in nardy_fast/py.typed nardy_fast/_native/movegen.pyi; do
    grep -qx "$file" "$work/wheel.txt" || fail "the wheel lacks $file"
done
grep -Eq '^nardy_fast/_native/movegen\..*(so|pyd)$' "$work/wheel.txt" ||
    fail "the wheel has no compiled module"
if grep -E '\.(pyx|c)$' "$work/wheel.txt"; then fail "the wheel holds sources"; fi
if grep -E '\.(c|so|pyd|pyc)$' "$work/sdist.txt"; then fail "the sdist holds build results"; fi

echo "== checkers"
if "$python" -m twine --version >/dev/null 2>&1; then
    "$python" -m twine check --strict "$sdist" "$wheel"
else
    echo "twine is not installed: skipped"
fi
if command -v check-wheel-contents >/dev/null; then
    check-wheel-contents "$wheel"
else
    echo "check-wheel-contents is not installed: skipped"
fi
if [ "$(uname -s)" = Linux ] && "$python" -m auditwheel --version >/dev/null 2>&1; then
    "$python" -m auditwheel show "$wheel"
fi

echo "== tests from outside the source tree"
"$python" -m venv "$work/venv"
installed="$work/venv/bin/python"
[ -x "$installed" ] || installed="$work/venv/Scripts/python.exe"
"$installed" -m pip install --quiet "${wheel}[test]"
mkdir "$work/outside"
tar -xzf "$sdist" -C "$work/outside" --strip-components=1
cd "$work/outside"
"$installed" -c '
import pathlib, sysconfig
import nardy_fast
home = pathlib.Path(sysconfig.get_paths()["platlib"]).resolve()
assert home in pathlib.Path(nardy_fast.__file__).resolve().parents, nardy_fast.__file__
nardy_fast.self_test()
'
"$installed" -m pytest
echo "== $(basename "$sdist") and $(basename "$wheel") are fit to publish"
