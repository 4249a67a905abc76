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

# Lets the engine be compiled for any machine, with the Vulkan backend.
for_others() {
    # For headers that are older than what the backend names; see there.
    CXXFLAGS="-include $root/scripts/vulkan/layer_settings.hpp${CXXFLAGS:+ $CXXFLAGS}"
    # Nothing may be made for the processor that happens to build it.
    TRANSCRIBE_CMAKE_ARGS="-DGGML_NATIVE=OFF${TRANSCRIBE_CMAKE_ARGS:+ $TRANSCRIBE_CMAKE_ARGS}"
    export CXXFLAGS TRANSCRIBE_CMAKE_ARGS
}
