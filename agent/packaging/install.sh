#!/bin/sh
# Installs the command culvert @VERSION@ of @SERVER@ into ~/.local, without sudo:
#
#   curl -fsSL @SERVER@/install.sh | sh
#
# CULVERT_PREFIX names another folder. Nothing is changed before the download was checked and has started once.
set -eu

server='@SERVER@'
version='@VERSION@'
# With which whoever made the packages signs them; empty where they are not signed.
public_key='@PUBLIC_KEY@'

fail() {
  printf 'culvert is not installed: %s\n' "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

fetch() {
  if has curl; then
    case $server in
      https:*) curl -fsSL --proto '=https' -o "$2" "$1" ;;
      *) curl -fsSL -o "$2" "$1" ;;
    esac
  else
    wget -q -O "$2" "$1"
  fi || fail "$1 could not be downloaded whole. Try again."
}

find_target() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) system=other ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) target=$system-x64 ;;
    arm64 | aarch64) target=$system-arm64 ;;
    *) target=$system-$(uname -m) ;;
  esac
}

digest() {
  if has sha256sum; then sha256sum "$1"; elif has shasum; then shasum -a 256 "$1"; else openssl dgst -sha256 -r "$1"; fi | cut -c 1-64
}

# Returns success if version $1 comes after $2.
is_newer() {
  printf '%s.%s\n' "$1" "$2" | awk -F. '{ for (i = 1; i <= 3; i++) if ($i + 0 != $(i + 3) + 0) exit !($i + 0 > $(i + 3) + 0); exit 1 }'
}

check_signature() {
  if [ -z "$public_key" ]; then
    echo "The packages of $server are not signed: what is checked is that they are as $server says."
  elif has openssl && openssl pkeyutl -help 2>&1 | grep -q -e -rawin; then
    fetch "$address/manifest.json.sig" "$stage/manifest.json.sig"
    printf '%s\n' "$public_key" >"$stage/key.pem"
    openssl pkeyutl -verify -rawin -pubin -inkey "$stage/key.pem" -in "$stage/manifest.json" -sigfile "$stage/manifest.json.sig" >/dev/null 2>&1 ||
      fail "the signature of $address/manifest.json is not one of the key in this script. Tell the operator of $server."
  else
    echo "The signature is not checked, as that takes OpenSSL 3: what is checked is that the package is as $server says."
  fi
}

# Returns what the manifest says of the target's $1.
describe() {
  tr -d ' \n' <"$stage/manifest.json" | tr '{' '\n' | grep "\"target\":\"$target\"" | sed -n "s/.*\"$1\":\"\{0,1\}\([a-z0-9.-]*\).*/\1/p"
}

main() {
  find_target
  has curl || has wget || fail 'it takes curl or wget'
  has tar || fail 'it takes tar'
  prefix=${CULVERT_PREFIX:-$HOME/.local}
  address=$server/download/$version
  mkdir -p "$prefix/bin" "$prefix/lib" 2>/dev/null || true
  if ! [ -w "$prefix/bin" ] || ! [ -w "$prefix/lib" ]; then
    fail "$prefix cannot be written to. CULVERT_PREFIX names another folder."
  fi
  # On the disk of the folder, so that what is moved into it is there at once.
  stage=$(mktemp -d "$prefix/.culvert-update-XXXXXX")
  trap 'rm -rf "$stage"' EXIT
  trap 'exit 1' HUP INT TERM

  fetch "$address/manifest.json" "$stage/manifest.json"
  check_signature
  grep -q "\"version\": *\"$version\"" "$stage/manifest.json" || fail "$address/manifest.json is not that of $version"
  file=$(describe file)
  [ -n "$file" ] || fail "$server has no package for $target. With Node 20 or later: npm install -g $server/download/culvert-agent-$version.tgz"
  installed=0.0.0
  if [ -x "$prefix/bin/culvert" ]; then
    installed=$("$prefix/bin/culvert" version 2>/dev/null || echo 0.0.0)
    if is_newer "$installed" "$version"; then
      fail "$prefix/bin/culvert is $installed, and $server has $version. Remove it first if you want the older one."
    fi
  fi

  echo "Downloading culvert $version for $target from $server…"
  fetch "$address/$file" "$stage/$file"
  [ "$(wc -c <"$stage/$file" | tr -d ' ')" = "$(describe size)" ] || fail "$address/$file has not the size that the manifest says"
  [ "$(digest "$stage/$file")" = "$(describe sha256)" ] || fail "$address/$file has not the SHA-256 that the manifest says"
  mkdir "$stage/new"
  tar -xf "$stage/$file" -C "$stage/new" || fail "$file could not be unpacked"
  # Warnings, for example about NODE_EXTRA_CA_CERTS, are no part of the version.
  if ! said=$("$stage/new/bin/culvert" version 2>"$stage/errors"); then
    errors=$(cat "$stage/errors")
    case $errors in
      *libatomic*) fail "it needs libatomic, which this system lacks: install libatomic1 (Debian, Ubuntu) or libatomic, and try again." ;;
      *) fail "it does not start on this machine: $errors" ;;
    esac
  fi
  [ "$said" = "$version" ] || fail "what was downloaded calls itself $said"

  if [ -d "$stage/new/lib" ]; then
    rm -rf "$prefix/lib/culvert-$version"
    mv "$stage/new/lib/culvert-$version" "$prefix/lib/"
  fi
  # To what does not start, or to this same version, nobody wants to go back.
  if is_newer "$installed" 0.0.0 && is_newer "$version" "$installed"; then
    cp -p "$prefix/bin/culvert" "$stage/old" || fail "$prefix/bin/culvert could not be kept as culvert.old"
    mv -f "$stage/old" "$prefix/bin/culvert.old"
  fi
  mv -f "$stage/new/bin/culvert" "$prefix/bin/culvert"
  echo "culvert $version is installed: $prefix/bin/culvert"
  case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "Put $prefix/bin into your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

# A script that was cut off on its way does nothing.
main
