#!/bin/sh
# Run once by the image of PostgreSQL after initdb: lets the replica connect and keeps the log for it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replicator replication login password :'password';
select pg_create_physical_replication_slot('replica1');
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
