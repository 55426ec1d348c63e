"""kr8s, which finds kinds by discovery and asks for objects by their words."""

import kr8s
from kr8s.objects import ConfigMap, Deployment, Pod

from report import plain, step

NAMESPACE = "default"


def use(kubeconfig):
    api = kr8s.api(kubeconfig=kubeconfig)
    step("kr8s", "version", lambda: sorted(api.version()))
    step("kr8s", "who one is", lambda: api.whoami())
    step(
        "kr8s",
        "kinds",
        lambda: sorted(f"{each['version']} {each['name']}" for each in api.api_resources()),
    )
    deployment = Deployment(
        {
            "metadata": {"name": "kr8s", "namespace": NAMESPACE, "labels": {"app": "kr8s"}},
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": {"app": "kr8s"}},
                "template": {
                    "metadata": {"labels": {"app": "kr8s"}},
                    "spec": {"containers": [{"name": "a", "image": "nginx"}]},
                },
            },
        },
        api=api,
    )

    def created():
        deployment.create()
        return plain(
            deployment.raw.to_dict() if hasattr(deployment.raw, "to_dict") else dict(deployment.raw)
        )["spec"]

    step("kr8s", "create", created)

    step("kr8s", "label and annotate", lambda: _labelled(deployment))
    step("kr8s", "patch", lambda: _patched(deployment))
    step(
        "kr8s",
        "get by words",
        lambda: [
            each.name
            for each in api.get("deploy", namespace=NAMESPACE, label_selector={"app": "kr8s"})
        ],
    )
    step(
        "kr8s",
        "exists",
        lambda: [deployment.exists(), Pod("nothing", namespace=NAMESPACE, api=api).exists()],
    )

    def watched():
        seen = []
        version = ConfigMap(
            {"metadata": {"name": "kr8s", "namespace": NAMESPACE}, "data": {"a": "1"}}, api=api
        )
        version.create()
        for event, each in api.watch(
            "configmaps", namespace=NAMESPACE, field_selector={"metadata.name": "kr8s"}
        ):
            seen.append([event, each.name])
            if event == "ADDED":
                version.delete()
            if event == "DELETED":
                return seen

    step("kr8s", "watch", watched)

    def refused():
        try:
            Deployment.get("nothing", namespace=NAMESPACE, api=api)
        except kr8s.NotFoundError as error:
            return type(error).__name__
        raise AssertionError("it is there")

    step("kr8s", "refused", refused)
    step("kr8s", "delete", lambda: deployment.delete())


def _labelled(deployment):
    deployment.label({"tier": "web"})
    deployment.annotate({"note": "ü"})
    return [dict(deployment.labels), dict(deployment.annotations)]


def _patched(deployment):
    deployment.patch({"spec": {"replicas": 4}})
    deployment.refresh()
    return deployment.spec.replicas
