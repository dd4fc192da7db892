#!/bin/sh
# Starts the command with the Node beside it, and with none of the variables that steer Node.
for name in $(env | sed -n 's/^\(NODE_[A-Za-z0-9_]*\)=.*/\1/p'); do
  case $name in NODE_EXTRA_CA_CERTS | NODE_ENV) ;; *) unset "$name" ;; esac
done
lib=$(dirname -- "$(readlink -f -- "$0")")/../lib/culvert-@VERSION@
exec "$lib/node" "$lib/culvert.cjs" "$@"
