#!/bin/sh
# Starts the version in force with the Bun that came with it. Uses nothing but the shell itself, save for readlink where
# this file is called by a link.
set -eu

self=$0
[ ! -h "$self" ] || self=$(readlink -f "$self")
case $self in */*) ;; *) self=$(command -v "$self") ;; esac
home=$(cd "${self%/*}" && pwd -P)

settings=$home/.env
[ -r "$settings" ] || settings=
data=${DATA_DIR-}
if [ -z "$data" ] && [ -n "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in DATA_DIR=*) data=${line#DATA_DIR=} ;; esac
  done < "$settings"
  data=${data#[\"\']}
  data=${data%[\"\']}
fi
case $data in
  '') data=$home/data ;;
  /*) ;;
  *) data=$home/${data#./} ;;
esac

version=
[ ! -r "$data/release" ] || read -r version < "$data/release" || :
case $version in */* | .*) version= ;; esac
[ -n "$version" ] && [ -x "$home/versions/$version/bin/bun" ] || read -r version < "$home/version"
root=$home/versions/$version

export WATEK_HOME="$home" WATEK_CWD="$PWD" DATA_DIR="$data"
export NODE_ENV="${NODE_ENV:-production}" BUN_JSC_heapGrowthMaxIncrease="${BUN_JSC_heapGrowthMaxIncrease:-0.6}"
cd "$root"
if [ -n "$settings" ]; then
  exec "$root/bin/bun" "--env-file=$settings" server/commands/watek.ts "$@"
fi
exec "$root/bin/bun" --no-env-file server/commands/watek.ts "$@"
