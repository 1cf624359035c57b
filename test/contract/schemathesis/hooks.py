"""Who asks, and for what: the fuzzer finds a service with people and rooms in it, told in MEYDAN_SCENE."""

import json
import os
import urllib.request
import zlib

import schemathesis

SCENE = json.loads(os.environ["MEYDAN_SCENE"])
# What these end, the rest of the run needs: each call is made by somebody new.
LAST_DEEDS = {"deleteMe", "closeSession", "unlinkPanel"}
newcomers = 0


def operation_id(operation):
    return operation.definition.raw.get("operationId", "")


def newcomer():
    global newcomers
    newcomers += 1
    body = json.dumps({"name": f"newcomer-{os.getpid()}-{newcomers}"}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{SCENE['url']}/api/auth/developer", body, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["access_token"]


@schemathesis.auth()
class Tokens:
    def get(self, case, context):
        operation = context.operation
        if operation_id(operation) in LAST_DEEDS:
            return newcomer()
        if operation.path.startswith("/v1/"):
            return SCENE["tokens"]["v1"]
        if operation.path.startswith("/api/console/"):
            return SCENE["tokens"]["console"]
        return SCENE["tokens"]["panel" if operation.path.startswith("/api/panel/") else "person"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"

    def cache_key(self, case, context):
        return None


def is_odd(value):
    """A third of the generated values stay as they are."""
    return zlib.crc32(repr(value).encode("utf-8", "surrogatepass")) % 3 == 0


@schemathesis.hook
def before_call(context, case, kwargs):
    """Most requests are for something that is there."""
    known = SCENE["parameters"].get(operation_id(case.operation), {})
    given = case.path_parameters or {}
    for name, values in known.items():
        if name in given and not is_odd([given, case.body]):
            given[name] = values[zlib.crc32(repr(given[name]).encode("utf-8", "surrogatepass")) % len(values)]
