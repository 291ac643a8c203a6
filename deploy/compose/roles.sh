#!/bin/sh
# The database, its owner, and the role of the service, at the first start of the Postgres container.
# The service's role owns nothing and cannot get around row-level security: a mistake in a query stays within a tenant.
set -eu

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres --quiet \
  --set owner_password="$MEMORYD_OWNER_PASSWORD" --set app_password="$MEMORYD_APP_PASSWORD" << 'SQL'
CREATE ROLE memoryd_owner LOGIN PASSWORD :'owner_password'
  NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
CREATE ROLE memoryd_app LOGIN PASSWORD :'app_password'
  NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
CREATE DATABASE memoryd OWNER memoryd_owner;
REVOKE ALL ON DATABASE memoryd FROM PUBLIC;
GRANT CONNECT ON DATABASE memoryd TO memoryd_app;
\connect memoryd
CREATE EXTENSION vector;
SQL
