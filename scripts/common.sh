# shellcheck shell=bash
# What the scripts share: where the checkout is, where its models are, how to speak.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Models and takes of everything that is started from the checkout stay in the checkout.
export ALOUD_HOME="${ALOUD_HOME:-$root/.cache/home}"

say() { printf '==> %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Cargo knows where it builds to; the environment and the person's configuration may say so.
target_dir() {
    cargo metadata --format-version 1 --no-deps --offline 2>/dev/null |
        sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p'
}

# Builds the command line, the desktop app and what else is named by cargo's options, and puts both
# first on the path.
build_desktop() {
    scripts/setup build desktop
    scripts/build-ui
    build --workspace --bins "$@"
}

# Builds what is named by cargo's options and puts the command line first on the path.
build() {
    say "building (the first time takes some minutes: speech engine and web view are compiled)"
    cargo build --locked "$@"
    PATH="$(target_dir)/debug:$PATH"
    export PATH
}
