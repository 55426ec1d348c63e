"""Pods through the stock client: made, bound, evicted, and what is told of streams to them."""

import datetime

from kubernetes import client, stream
from kubernetes.client.exceptions import ApiException

from report import step
from typed import NAMESPACE, container


def pods(core, said, refused):
    body = client.V1Pod(
        metadata=client.V1ObjectMeta(name="py-pod", labels={"app": "py"}),
        spec=client.V1PodSpec(
            containers=[
                container(
                    ports=[client.V1ContainerPort(container_port=80)],
                    env=[
                        client.V1EnvVar(name="A", value="é"),
                        client.V1EnvVar(
                            name="NODE",
                            value_from=client.V1EnvVarSource(
                                field_ref=client.V1ObjectFieldSelector(field_path="spec.nodeName")
                            ),
                        ),
                    ],
                    readiness_probe=client.V1Probe(
                        http_get=client.V1HTTPGetAction(port="web", path="/")
                    ),
                    resources=client.V1ResourceRequirements(
                        requests={"cpu": "100m", "memory": "1.5Gi"}
                    ),
                )
            ],
            tolerations=[client.V1Toleration(operator="Exists")],
        ),
    )

    def created():
        made = said(core.create_namespaced_pod(NAMESPACE, body))
        # Where accounts are given to pods there are volumes and mounts of their tokens.
        return {
            "metadata": made["metadata"],
            "status": made["status"],
            "containers": made["spec"]["containers"],
        }

    step("pods", "create", created)
    step(
        "pods", "create again", lambda: refused(lambda: core.create_namespaced_pod(NAMESPACE, body))
    )
    step(
        "pods",
        "bind",
        # The client can't read what is answered unless it is told not to.
        lambda: (
            core.create_namespaced_pod_binding(
                "py-pod",
                NAMESPACE,
                client.V1Binding(
                    metadata={"name": "py-pod"}, target={"kind": "Node", "name": "a-node"}
                ),
                _preload_content=False,
            ).status
        ),
    )
    step(
        "pods",
        "bind again",
        lambda: refused(
            lambda: core.create_namespaced_pod_binding(
                "py-pod",
                NAMESPACE,
                client.V1Binding(
                    metadata={"name": "py-pod"}, target={"kind": "Node", "name": "b-node"}
                ),
                _preload_content=False,
            )
        ),
    )

    def status():
        read = core.read_namespaced_pod_status("py-pod", NAMESPACE)
        read.status.phase = "Running"
        now = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=datetime.timezone.utc)
        read.status.start_time = now
        read.status.conditions = [
            client.V1PodCondition(type="Ready", status="True", last_transition_time=now)
        ]
        return said(core.replace_namespaced_pod_status("py-pod", NAMESPACE, read).status)

    step("pods", "write a status", status)
    step(
        "pods",
        "change what can't be changed",
        lambda: refused(
            lambda: core.patch_namespaced_pod("py-pod", NAMESPACE, {"spec": {"hostNetwork": True}})
        ),
    )
    step(
        "pods",
        "selected by fields",
        lambda: [
            [
                pod.metadata.name
                for pod in core.list_pod_for_all_namespaces(field_selector=selector).items
            ]
            for selector in (
                "spec.nodeName=a-node",
                "status.phase=Pending",
                "status.phase!=Pending,spec.nodeName!=",
            )
        ],
    )
    step(
        "pods",
        "evict",
        lambda: said(
            core.create_namespaced_pod_eviction(
                "py-pod",
                NAMESPACE,
                client.V1Eviction(
                    metadata=client.V1ObjectMeta(name="py-pod", namespace=NAMESPACE),
                    delete_options=client.V1DeleteOptions(grace_period_seconds=0),
                ),
            )
        ).get("status"),
    )
    step("pods", "gone", lambda: refused(lambda: core.read_namespaced_pod("py-pod", NAMESPACE)))


def streams(core):
    """There is no agent here: what people are told who try."""
    core.create_namespaced_pod(
        NAMESPACE,
        {
            "metadata": {"name": "py-waiting"},
            "spec": {"containers": [{"name": "a", "image": "nginx"}]},
        },
    )

    def told(ask):
        try:
            ask()
        except ApiException as error:
            return {"status": error.status, "reason": (error.reason or "").split(" -+-+- ")[0]}
        raise AssertionError("it went well")

    for name in ("nothing", "py-waiting"):
        step(
            "streams",
            f"exec in {name}",
            lambda: told(
                lambda: stream.stream(
                    core.connect_get_namespaced_pod_exec,
                    name,
                    NAMESPACE,
                    command=["ls"],
                    stdout=True,
                )
            ),
        )
        step(
            "streams",
            f"forward to {name}",
            lambda: told(
                lambda: stream.portforward(
                    core.connect_get_namespaced_pod_portforward, name, NAMESPACE, ports="80"
                )
            ),
        )
    step(
        "streams",
        "logs of nothing",
        lambda: told(lambda: core.read_namespaced_pod_log("nothing", NAMESPACE))["status"],
    )
    step(
        "streams",
        "logs of a pod that waits",
        lambda: core.read_namespaced_pod_log("py-waiting", NAMESPACE),
    )
    core.delete_namespaced_pod("py-waiting", NAMESPACE, grace_period_seconds=0)
