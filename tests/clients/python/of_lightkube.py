"""lightkube, with models of its own."""

from lightkube import ApiError, Client, KubeConfig
from lightkube.codecs import load_all_yaml
from lightkube.generic_resource import create_namespaced_resource
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.apps_v1 import Deployment
from lightkube.resources.core_v1 import ConfigMap, Namespace, Node, Secret
from lightkube.types import CascadeType, PatchType

from report import plain, step

NAMESPACE = "default"


def use(kubeconfig):
    client = Client(
        config=KubeConfig.from_file(kubeconfig), field_manager="light", namespace=NAMESPACE
    )
    step(
        "lightkube",
        "namespaces",
        lambda: sorted(each.metadata.name for each in client.list(Namespace)),
    )

    def created():
        made = client.create(
            ConfigMap(metadata=ObjectMeta(name="light", labels={"light": "yes"}), data={"a": "1"})
        )
        return plain(made.to_dict())

    step("lightkube", "create", created)

    def applied():
        body = ConfigMap(metadata=ObjectMeta(name="light"), data={"b": "2"})
        return plain(client.apply(body, force=True).to_dict())

    step("lightkube", "apply", applied)

    def patched():
        answers = [
            client.patch(ConfigMap, "light", {"data": {"c": "3"}}, patch_type=PatchType.MERGE),
            client.patch(ConfigMap, "light", {"metadata": {"labels": {"d": "4"}}}),
            client.patch(
                ConfigMap, "light", [{"op": "remove", "path": "/data/c"}], patch_type=PatchType.JSON
            ),
        ]
        return [plain(each.to_dict()) for each in answers]

    step("lightkube", "patches", patched)

    def conflict():
        read = client.get(ConfigMap, "light")
        client.patch(ConfigMap, "light", {"data": {"e": "5"}}, patch_type=PatchType.MERGE)
        try:
            client.replace(read)
        except ApiError as error:
            return [error.status.code, error.status.reason, error.status.message]
        raise AssertionError("was replaced")

    step("lightkube", "replace what has changed", conflict)

    def watched():
        version = client.get(ConfigMap, "light").metadata.resourceVersion
        client.delete(ConfigMap, "light", cascade=CascadeType.BACKGROUND)
        for event, each in client.watch(
            ConfigMap, labels={"light": "yes"}, resource_version=version
        ):
            return [event, each.metadata.name]

    step("lightkube", "watch", watched)

    def many():
        for number in range(30):
            client.create(
                Secret(metadata=ObjectMeta(name=f"light-{number}", labels={"light": "many"}))
            )
        names = [
            each.metadata.name
            for each in client.list(Secret, labels={"light": "many"}, chunk_size=7)
        ]
        for name in names:
            client.delete(Secret, name)
        return names

    step("lightkube", "pages", many)

    def of_no_model():
        Service = create_namespaced_resource("", "v1", "Service", "services")
        body = Service(
            metadata={"name": "light"}, spec={"clusterIP": "None", "ports": [{"port": 80}]}
        )
        made = client.create(body)
        client.delete(Service, "light")
        return plain(made.to_dict())

    step("lightkube", "a kind without a model", of_no_model)

    def scaled():
        [body] = load_all_yaml(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: light}
            spec:
              selector: {matchLabels: {app: light}}
              template:
                metadata: {labels: {app: light}}
                spec: {containers: [{name: a, image: nginx}]}
            """
        )
        client.create(body, namespace=NAMESPACE)
        scale = Deployment.Scale(metadata=ObjectMeta(name="light"), spec={"replicas": 3})
        answer = client.replace(scale, name="light")
        client.delete(Deployment, "light")
        return plain(answer.to_dict())

    step("lightkube", "scale", scaled)

    def cordoned():
        client.create(Node(metadata=ObjectMeta(name="light")))
        node = client.patch(Node, "light", {"spec": {"unschedulable": True}})
        client.delete(Node, "light")
        return [node.spec.unschedulable, [each.key for each in node.spec.taints or []]]

    step("lightkube", "cordon", cordoned)
