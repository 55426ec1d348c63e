"""What the parts have in common that use models of the stock client."""

import json

from kubernetes import client

NAMESPACE = "default"


def words_of(error):
    try:
        body = json.loads(error.body)
    except (TypeError, ValueError):
        return {"code": error.status, "body": str(error.body)}
    return {"code": error.status, "reason": body.get("reason"), "message": body.get("message")}


def container(**more):
    return client.V1Container(name="a", image="nginx", **more)
