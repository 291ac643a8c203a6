#!/bin/sh
# The loop in two calls. Start the service with `make run`, then: sh examples/curl.sh
set -eu

url=${MEMORYD_URL:-http://127.0.0.1:8077}
user=example-$$

call() { # METHOD PATH BODY [more options of curl]
  method=$1 path=$2 body=$3
  shift 3
  curl --silent --show-error --fail-with-body --request "$method" "$url$path" \
    --header 'Content-Type: application/json' ${MEMORYD_KEY:+--header "Authorization: Bearer $MEMORYD_KEY"} \
    --data "$body" "$@"
  echo
}

echo "1. after an exchange: tell what was said"
call POST /v1/turns "{\"user_id\": \"$user\", \"session_id\": \"monday\",
  \"user\": \"我不吃香菜\", \"assistant\": \"记住了。\"}" --header 'Prefer: wait=10'

echo "2. before the next answer, in another session: ask what is known"
call POST /v1/context "{\"user_id\": \"$user\", \"session_id\": \"tuesday\", \"query\": \"帮我点一份牛肉面\"}"
