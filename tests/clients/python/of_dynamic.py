"""The stock client without models: discovery, any kind, kinds that are defined while it runs."""

import time

from kubernetes import client, config, dynamic
from kubernetes.dynamic import exceptions

from report import plain, refusal, step

GROUP = "py.example.com"
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": f"books.{GROUP}"},
    "spec": {
        "group": GROUP,
        "scope": "Namespaced",
        "names": {"plural": "books", "singular": "book", "kind": "Book", "shortNames": ["bk"]},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "required": ["title"],
                                "properties": {
                                    "title": {"type": "string", "maxLength": 20},
                                    "pages": {"type": "integer", "default": 100, "maximum": 5000},
                                    "price": {"type": "number"},
                                    "tags": {
                                        "type": "array",
                                        "x-kubernetes-list-type": "set",
                                        "items": {"type": "string"},
                                    },
                                },
                            },
                            "status": {
                                "type": "object",
                                "properties": {"sold": {"type": "integer"}},
                            },
                        },
                    }
                },
            }
        ],
    },
}


def words_of(error):
    return {"code": error.status, "message": error.summary()}


def use(kubeconfig):
    config.load_kube_config(kubeconfig)
    step("dynamic", "discovery", lambda: discovery(dynamic.DynamicClient(client.ApiClient())))
    api = dynamic.DynamicClient(client.ApiClient())
    services = api.resources.get(api_version="v1", kind="Service")
    body = {
        "kind": "Service",
        "apiVersion": "v1",
        "metadata": {"name": "py-service"},
        "spec": {
            "selector": {"app": "py"},
            "clusterIP": "None",
            "ports": [{"port": 80, "targetPort": "web"}],
        },
    }
    step(
        "dynamic",
        "create",
        lambda: plain(services.create(body=body, namespace="default").to_dict()),
    )
    step(
        "dynamic",
        "apply",
        lambda: plain(
            services.server_side_apply(
                body={**body, "metadata": {"name": "py-service", "labels": {"applied": "yes"}}},
                namespace="default",
                field_manager="py",
                force_conflicts=True,
            ).to_dict()
        ),
    )
    step(
        "dynamic",
        "merge",
        lambda: plain(
            services.patch(
                name="py-service",
                namespace="default",
                body={"metadata": {"labels": {"a": "b"}}},
                content_type="application/merge-patch+json",
            ).to_dict()
        ),
    )
    step(
        "dynamic",
        "delete",
        lambda: plain(services.delete(name="py-service", namespace="default").to_dict())["status"],
    )

    definitions = api.resources.get(
        api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition"
    )

    def defined():
        definitions.create(body=DEFINITION)
        while not any(
            condition.type == "Established" and condition.status == "True"
            for condition in definitions.get(name=DEFINITION["metadata"]["name"]).status.conditions
            or []
        ):
            time.sleep(0.05)
        return plain(definitions.get(name=DEFINITION["metadata"]["name"]).to_dict())["spec"]

    step("dynamic", "define", defined)

    def book(**spec):
        return {
            "apiVersion": f"{GROUP}/v1",
            "kind": "Book",
            "metadata": {"name": "py"},
            "spec": {"title": "A", **spec},
        }

    found = []

    def found_at_once():
        # Discovery is asked again for a kind that isn't known.
        while not found:
            try:
                found.append(api.resources.get(api_version=f"{GROUP}/v1", kind="Book"))
            except exceptions.ResourceNotFoundError:
                time.sleep(0.05)
                api.resources.invalidate_cache()
        resource = found[0]
        return [
            resource.name,
            resource.singular_name,
            resource.namespaced,
            sorted(resource.verbs),
            resource.short_names,
        ]

    step("dynamic", "find what was defined", found_at_once)
    books = found[0]
    step(
        "dynamic",
        "create what was defined",
        lambda: plain(books.create(body=book(price=9.5), namespace="default").to_dict()),
    )
    for name, wrong in (
        ("long", {"title": "A" * 21}),
        ("many", {"pages": 5001}),
        ("twice", {"tags": ["a", "a"]}),
    ):
        wrongly = {**book(**wrong), "metadata": {"name": name}}
        step(
            "dynamic",
            f"refuse what is too {name}",
            lambda: refusal(
                lambda: books.create(body=wrongly, namespace="default"),
                exceptions.DynamicApiError,
                words_of,
            ),
        )

    def watched():
        version = books.get(namespace="default").metadata.resourceVersion
        books.patch(
            name="py",
            namespace="default",
            body={"spec": {"pages": 7}},
            content_type="application/merge-patch+json",
        )
        books.status.patch(
            name="py",
            namespace="default",
            body={"status": {"sold": 3}},
            content_type="application/merge-patch+json",
        )
        books.delete(name="py", namespace="default")
        return [
            [event["type"], plain(event["raw_object"])]
            for event in books.watch(namespace="default", resource_version=version, timeout=2)
        ]

    step("dynamic", "watch what was defined", watched)
    step(
        "dynamic",
        "undefine",
        lambda: definitions.delete(name=DEFINITION["metadata"]["name"]).to_dict()["kind"],
    )


def discovery(api):
    return sorted(
        f"{resource.group_version} {resource.kind} {resource.name}"
        for group in api.resources
        for resource in group
        if resource.name and "/" not in resource.name
    )
