#!/bin/sh
# Copies the primary once, then runs the given command as its replica. $PGDATA is the image's.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA" && mkdir -p "$PGDATA" && chmod 0700 "$PGDATA"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup -h "$PRIMARY" -p "${PRIMARY_PORT:-5432}" -U replicator -D "$PGDATA" -X stream -C -S replica1 -R
fi
exec "$@"
