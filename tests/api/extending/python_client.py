"""What the Python client does with custom resources. Arguments: the server's URL, a token, and a
definition as JSON. Writes what it saw as one JSON object."""

import json
import sys
import tempfile

from kubernetes import client, watch
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic import DynamicClient

url, token, definition = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
configuration = client.Configuration()
configuration.host = url
api = client.ApiClient(configuration, "authorization", f"Bearer {token}")
definitions = client.ApiextensionsV1Api(api)
objects = client.CustomObjectsApi(api)
PLACE = ("example.com", "v1", "default", "gadgets")
saw = {}


def gadget(name, **spec):
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": metadata, "spec": spec}


def refusal(call):
    try:
        call()
    except ApiException as error:
        return [error.status, json.loads(error.body)["reason"]]
    return "it went through"


def events(count, version):
    """As many events after a version, and the version of the last."""
    found = []
    watcher = watch.Watch()
    for event in watcher.stream(
        objects.list_namespaced_custom_object, *PLACE, resource_version=version
    ):
        found.append(event)
        if len(found) == count:
            watcher.stop()
    told = [[event["type"], event["object"]["metadata"]["name"]] for event in found]
    return told, found[-1]["object"]["metadata"]["resourceVersion"]


name = definition["metadata"]["name"]
definitions.create_custom_resource_definition(definition)
watcher = watch.Watch()
for event in watcher.stream(
    definitions.list_custom_resource_definition, field_selector=f"metadata.name={name}"
):
    conditions = event["object"].status.conditions if event["object"].status else None
    if any(one.type == "Established" and one.status == "True" for one in conditions or []):
        watcher.stop()

start = objects.list_namespaced_custom_object(*PLACE)["metadata"]["resourceVersion"]
made = objects.create_namespaced_custom_object(*PLACE, gadget("a", size=3, unknown=True))
saw["made"] = made["spec"]
saw["refused"] = refusal(
    lambda: objects.create_namespaced_custom_object(*PLACE, gadget("b", size="x"))
)
saw["merged"] = objects.patch_namespaced_custom_object(
    *PLACE, "a", {"spec": {"mode": "fast", "free": {"b": 1}}}
)["spec"]
saw["first"], version = events(2, start)

folder = tempfile.TemporaryDirectory()
dynamic = DynamicClient(api, cache_file=f"{folder.name}/discovery.json")
gadgets = dynamic.resources.get(api_version="example.com/v1", kind="Gadget")

operations = [
    {"op": "test", "path": "/spec/mode", "value": "fast"},
    {"op": "replace", "path": "/spec/size", "value": 5},
    {"op": "remove", "path": "/spec/free"},
]
saw["patched"] = gadgets.patch(
    body=operations,
    name="a",
    namespace="default",
    content_type="application/json-patch+json",
).to_dict()["spec"]
saw["scale"] = objects.get_namespaced_custom_object_scale(*PLACE, "a")["spec"]
objects.patch_namespaced_custom_object_scale(*PLACE, "a", {"spec": {"replicas": 4}})
status = objects.patch_namespaced_custom_object_status(
    *PLACE, "a", {"status": {"replicas": 4}, "spec": {"size": 99}}
)
saw["status"] = [status["status"], status["spec"]["size"]]

part = {"parts": [{"name": "wheel", "weight": 2}]}


def apply(manager, force=None, **spec):
    return gadgets.server_side_apply(
        body=gadget("a", **spec), field_manager=manager, force_conflicts=force
    ).to_dict()


saw["applied"] = apply("one", force=True, size=5, **part)["spec"]["parts"]
apply("two", force=True, size=5, parts=[{"name": "door"}])
saw["together"] = [each["name"] for each in gadgets.get(name="a", namespace="default").spec.parts]
saw["conflict"] = refusal(lambda: apply("two", size=6, parts=[{"name": "door"}]))
saw["forced"] = apply("two", force=True, size=6)["spec"]
managers = gadgets.get(name="a", namespace="default").metadata.managedFields
saw["managers"] = sorted(each.manager for each in managers if each.operation == "Apply")

objects.create_namespaced_custom_object(*PLACE, gadget("b", size=1))
objects.delete_namespaced_custom_object(*PLACE, "a")
saw["rest"], version = events(8, version)
saw["gone"] = refusal(lambda: objects.get_namespaced_custom_object(*PLACE, "a"))
objects.delete_collection_namespaced_custom_object(*PLACE)
saw["left"] = objects.list_namespaced_custom_object(*PLACE)["items"]
saw["last"], version = events(1, version)

before = definitions.list_custom_resource_definition().metadata.resource_version
definitions.delete_custom_resource_definition(name)
watcher = watch.Watch()
for event in watcher.stream(definitions.list_custom_resource_definition, resource_version=before):
    if event["type"] == "DELETED":
        watcher.stop()
saw["undefined"] = [
    each.metadata.name for each in definitions.list_custom_resource_definition().items
]
print(json.dumps(saw))
