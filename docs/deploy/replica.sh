#!/bin/sh
# Copies the primary once, then runs the given command as its replica. $PGDATA is the image's.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA" "$PGDATA.copy"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup -h "$PRIMARY" -p "${PRIMARY_PORT:-5432}" -U replicator -D "$PGDATA.copy" -c fast -X stream -S replica1 -R
  mv "$PGDATA.copy" "$PGDATA"
fi
exec "$@"
