#!/bin/sh
# Runs tests on another version of Node, which the npm package `node` brings:
#   npm run test:node -- 24                           unit and API tests, and the start
#   npm run test:node -- 22 npm run test:e2e -- log   any other command
set -eu
version=${1:?a version of Node is missing, such as 24}
shift
[ $# -gt 0 ] || set -- 'npm run test:unit && npm run build && npm run test:e2e -- start-and-stop --project=no-js'
echo "Installed is Node $(node --version). These tests run on:"
exec npx --yes --package="node@$version" --call "node --version && $*"
