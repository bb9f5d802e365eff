#!/bin/sh
# Makes the secrets that compose.yaml hands to its services, once: files below ./secrets, which only their owner can enter.
set -eu
if [ -e secrets ]; then
  echo 'secrets is there already: nothing was changed.' >&2
  exit 1
fi
mkdir -m 700 secrets
cd secrets
# The accounts in the containers are others than ours, and are handed single files.
umask 022
openssl rand -hex 24 >database-password
printf 'postgres://crm:%s@postgres/crm\n' "$(cat database-password)" >database-url
openssl rand -base64 32 >secrets-key
openssl rand -hex 24 >store-key
printf '{"identities":[{"name":"crm","credentials":[{"accessKey":"crm","secretKey":"%s"}],"actions":["Admin","Read","Write","List"]}]}\n' \
  "$(cat store-key)" >store-identities
