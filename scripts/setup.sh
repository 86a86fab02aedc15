# shellcheck shell=bash
# Sourced by the other scripts: checks that Rust, a C linker and the libraries that the program loads at run time are
# installed, and installs what Debian and Ubuntu have as packages, if it has the rights. Changes nothing if nothing is
# missing. Writes to stderr only, so that output can be piped. Also reports the sections of a check.

root="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# Packages for building, for a window or surfaceless context, for the tests, and for random use.
build_packages=(gcc libc6-dev ca-certificates)
run_packages=(
    libegl1 libgl1-mesa-dri
    libx11-6 libx11-xcb1 libxcb1 libxcursor1 libxi6 libxrender1 libxkbcommon0 libxkbcommon-x11-0
    libwayland-client0 libwayland-egl1
)
test_packages=(xvfb python3 g++ dbus at-spi2-core python3-pyatspi)
monkey_packages=(xvfb python3-xlib)

say() { printf '%s\n' "$*" >&2; }

failed=()

# section NAME COMMAND…: runs the command under a heading, and records whether it failed.
section() {
    local name="$1" start=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if "$@"; then
        printf '== %s: passed in %s\n' "$name" "$(duration $((SECONDS - start)))"
    else
        printf '== %s: FAILED after %s\n' "$name" "$(duration $((SECONDS - start)))"
        failed+=("$name")
    fi
}

# Says how the sections ended. Exits with 1 if one failed.
finish() {
    if ((${#failed[@]})); then
        printf '\n== FAILED after %s:' "$(duration $SECONDS)"
        printf ' %s;' "${failed[@]}"
        printf '\n'
        exit 1
    fi
    printf '\n== All passed in %s\n' "$(duration $SECONDS)"
}

duration() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }

# set_up run|test|monkey: checks everything needed to build and run, and the extras for tests or random use.
# Exits with 2 if something is missing.
set_up() {
    local packages=("${build_packages[@]}" "${run_packages[@]}")
    case "$1" in
        test) packages+=("${test_packages[@]}") ;;
        monkey) packages+=("${monkey_packages[@]}") ;;
    esac
    need_rust
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        name_what_is_needed
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "${packages[@]}")
    if ((${#missing[@]})); then
        install_packages "${missing[@]}"
    fi
}

# Checks that cargo is at least the version that Cargo.toml requires. rustup's folder is added to PATH,
# because a shell opened before its installation does not have it yet.
need_rust() {
    PATH="$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin"
    local wanted version
    wanted="$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$root/Cargo.toml")"
    version="$(cd "$root" && cargo --version 2>/dev/null | cut -d' ' -f2)" || version=""
    if [[ -z $version ]]; then
        say "Rust is missing: no working \`cargo\` was found. Collidoscope needs Rust $wanted or newer."
        say "Install it from https://rustup.rs and run this again:"
        say "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
        exit 2
    fi
    if [[ "$(printf '%s\n' "$wanted" "$version" | sort -V | head -n 1)" != "$wanted" ]]; then
        say "Rust is too old: $(command -v cargo) is $version, Collidoscope needs $wanted or newer."
        say "Update it and run this again (a Rust from the distribution: first install https://rustup.rs):"
        say "    rustup update stable && rustup default stable"
        exit 2
    fi
}

# Prints the named packages that are not installed, one per line. A compiler, Python or Xvfb from another source
# counts, too.
missing_packages() {
    local installed package
    installed="$(dpkg-query -W -f='${Package} ${Architecture} ${db:Status-Status}\n' "$@" 2>/dev/null |
        awk -v native="$(dpkg --print-architecture)" \
            '$3 == "installed" && ($2 == native || $2 == "all") { print $1 }')" || true
    for package in "$@"; do
        if grep -qx -- "$package" <<<"$installed"; then continue; fi
        if [[ $package == gcc ]] && command -v cc >/dev/null; then continue; fi
        if [[ $package == xvfb ]] && command -v Xvfb >/dev/null; then continue; fi
        if [[ $package == python3 ]] && command -v python3 >/dev/null; then continue; fi
        if [[ $package == g++ ]] && command -v c++ >/dev/null; then continue; fi
        printf '%s\n' "$package"
    done
}

install_packages() {
    local as_root=() apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
    local by_hand="sudo apt-get update && sudo apt-get install --no-install-recommends $*"
    if ((EUID != 0)); then
        if ! sudo -n true 2>/dev/null; then
            say "Missing: $*. Installing needs the administrator's password, so please run"
            say "    $by_hand"
            exit 2
        fi
        as_root=(sudo -n)
    fi
    say "Installing $* …"
    if ! { "${as_root[@]}" "${apt[@]}" update -q &&
        "${as_root[@]}" "${apt[@]}" install -q -y --no-install-recommends "$@"; } </dev/null >&2; then
        ((EUID == 0)) && by_hand="${by_hand//sudo /}"
        say "apt could not install what is missing; its reason stands above. Once that is mended:"
        say "    $by_hand"
        exit 2
    fi
}

# For systems without apt: names the libraries instead of packages.
name_what_is_needed() {
    say "No apt here, so nothing is installed. Needed: a C compiler (\`cc\`); libEGL with a driver (Mesa's"
    say "or the vendor's); for X11 libX11, libX11-xcb, libxcb, libXcursor, libXi, libXrender, libxkbcommon,"
    say "libxkbcommon-x11; for Wayland libwayland-client, libwayland-egl, libxkbcommon; for the tests Xvfb,"
    say "and for the starter kits of one's own programs python3 and a C++ compiler (\`c++\`)."
}
