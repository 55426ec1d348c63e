"""What programs do with objects of typed kinds through the stock client."""

import datetime
import json
import tempfile

import yaml
from kubernetes import client, config, stream, utils
from kubernetes.client.exceptions import ApiException

from report import plain, refusal, step

NAMESPACE = "default"

SEVERAL = """
apiVersion: v1
kind: Namespace
metadata: {name: py-several}
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: one, namespace: py-several}, data: {a: "1"}}
- {apiVersion: v1, kind: ServiceAccount, metadata: {name: runner, namespace: py-several}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: py-several}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: busybox, resources: {limits: {cpu: 0.25}}}]}
"""


def use(kubeconfig):
    config.load_kube_config(kubeconfig)
    api = client.ApiClient()

    def said(answer):
        return plain(api.sanitize_for_serialization(answer))

    def refused(ask):
        return refusal(ask, ApiException, words_of)

    core = client.CoreV1Api()
    pods(core, said, refused)
    quantities(core, said)
    jobs(said, refused)
    times(said)
    patches(core, said, refused)
    collections(core, said, refused)
    manifests(api, core, refused)
    accounts(core)
    streams(core)


def words_of(error):
    try:
        body = json.loads(error.body)
    except (TypeError, ValueError):
        return {"code": error.status, "body": str(error.body)}
    return {"code": error.status, "reason": body.get("reason"), "message": body.get("message")}


def container(**more):
    return client.V1Container(name="a", image="nginx", **more)


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


def quantities(core, said):
    body = {
        "metadata": {"name": "py-quota"},
        "spec": {
            "hard": {
                "requests.cpu": "1500m",
                "limits.memory": "1073741824",
                "pods": "1e3",
                "count/secrets": "0",
            }
        },
    }
    step(
        "quantities",
        "of a quota",
        lambda: said(core.create_namespaced_resource_quota(NAMESPACE, body)),
    )
    step(
        "quantities",
        "delete",
        lambda: said(core.delete_namespaced_resource_quota("py-quota", NAMESPACE))["metadata"][
            "name"
        ],
    )


def jobs(said, refused):
    batch = client.BatchV1Api()
    template = {
        "spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "busybox"}]}
    }
    body = client.V1Job(
        metadata=client.V1ObjectMeta(generate_name="py-job-"),
        spec=client.V1JobSpec(
            template=template,
            backoff_limit=0,
            suspend=True,
            completion_mode="Indexed",
            completions=2,
        ),
    )
    names = []

    def created():
        made = batch.create_namespaced_job(NAMESPACE, body)
        names.append(made.metadata.name)
        spec = said(made)["spec"]
        # Selector and labels have the job's own identity.
        del spec["selector"], spec["template"]["metadata"]
        return spec

    step("jobs", "create", created)
    step(
        "jobs",
        "resume",
        lambda: said(batch.patch_namespaced_job(names[0], NAMESPACE, {"spec": {"suspend": False}}))[
            "spec"
        ]["suspend"],
    )
    step(
        "jobs",
        "change its template",
        lambda: refused(
            lambda: batch.patch_namespaced_job(
                names[0],
                NAMESPACE,
                {"spec": {"template": {"spec": {"restartPolicy": "OnFailure"}}}},
            )
        )["code"],
    )
    step(
        "jobs",
        "delete",
        lambda: (
            batch.delete_namespaced_job(names[0], NAMESPACE, propagation_policy="Background").status
        ),
    )
    cron = client.V1CronJob(
        metadata=client.V1ObjectMeta(name="py-cron"),
        spec=client.V1CronJobSpec(
            schedule="*/5 * * * *",
            time_zone="Europe/Zurich",
            job_template={"spec": {"template": template}},
        ),
    )
    step("jobs", "cron", lambda: said(batch.create_namespaced_cron_job(NAMESPACE, cron)))
    step(
        "jobs",
        "a schedule that is none",
        lambda: refused(
            lambda: batch.patch_namespaced_cron_job(
                "py-cron", NAMESPACE, {"spec": {"schedule": "daily"}}
            )
        ),
    )
    step(
        "jobs",
        "delete cron",
        lambda: said(batch.delete_namespaced_cron_job("py-cron", NAMESPACE))["status"],
    )


def times(said):
    """Times to the millionth of a second, which models read into their own type."""
    leases = client.CoordinationV1Api()
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=datetime.timezone.utc)
    body = client.V1Lease(
        metadata=client.V1ObjectMeta(name="py-lease"),
        spec=client.V1LeaseSpec(
            holder_identity="me", lease_duration_seconds=15, renew_time=now, acquire_time=now
        ),
    )

    def renewed():
        leases.create_namespaced_lease(NAMESPACE, body)
        read = leases.read_namespaced_lease("py-lease", NAMESPACE)
        assert read.spec.renew_time == now, read.spec.renew_time
        read.spec.renew_time = now + datetime.timedelta(microseconds=1)
        raw = leases.replace_namespaced_lease("py-lease", NAMESPACE, read, _preload_content=False)
        spec = json.loads(raw.data)["spec"]
        return {"renewTime": spec["renewTime"], "holder": spec["holderIdentity"]}

    step("times", "of a lease", renewed)
    step("times", "delete", lambda: leases.delete_namespaced_lease("py-lease", NAMESPACE).status)
    events = client.EventsV1Api()
    event = client.EventsV1Event(
        metadata=client.V1ObjectMeta(name="py-event"),
        event_time=now,
        action="Testing",
        reason="Tested",
        type="Normal",
        reporting_controller="example.com/py",
        reporting_instance="py-0",
        regarding=client.V1ObjectReference(kind="Pod", name="a", namespace=NAMESPACE),
        note="a note",
    )
    step("times", "of an event", lambda: said(events.create_namespaced_event(NAMESPACE, event)))


def patches(core, said, refused):
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="py-patched"), data={"a": "1"})
    step(
        "patches",
        "create",
        lambda: said(core.create_namespaced_config_map(NAMESPACE, body, field_manager="py")),
    )

    def patch(body, **more):
        return said(core.patch_namespaced_config_map("py-patched", NAMESPACE, body, **more))

    # A dict is merged by its type, a list is a list of operations.
    step("patches", "by its type", lambda: patch({"data": {"a": None, "b": "2"}}))
    step(
        "patches", "by operations", lambda: patch([{"op": "add", "path": "/data/c", "value": "3"}])
    )
    applied = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "py-patched"},
        "data": {"b": "two"},
    }

    def apply(**more):
        # A dict is merged unless the header says otherwise.
        core.api_client.set_default_header("Content-Type", "application/apply-patch+yaml")
        try:
            return patch(applied, field_manager="applier", **more)
        finally:
            del core.api_client.default_headers["Content-Type"]

    step("patches", "apply what another has", lambda: refused(apply))
    step("patches", "apply by force", lambda: apply(force=True))
    step(
        "patches",
        "delete",
        lambda: said(core.delete_namespaced_config_map("py-patched", NAMESPACE))["status"],
    )


def collections(core, said, refused):
    label = "collected=py"

    def made():
        for number in range(7):
            core.create_namespaced_secret(
                NAMESPACE,
                client.V1Secret(
                    metadata=client.V1ObjectMeta(name=f"py-{number}", labels={"collected": "py"}),
                    string_data={"word": f"{number}"},
                ),
            )

    step("collections", "make", made)

    def pages():
        token, sizes = None, []
        while True:
            page = core.list_namespaced_secret(
                NAMESPACE, label_selector=label, limit=3, _continue=token
            )
            sizes.append([len(page.items), page.metadata.remaining_item_count])
            token = page.metadata._continue
            if not token:
                return sizes

    step("collections", "pages", pages)

    def partial():
        # A table, and metadata alone, as other programs ask for them.
        answers = []
        for kind in ("Table;v=v1;g=meta.k8s.io", "PartialObjectMetadataList;v=v1;g=meta.k8s.io"):
            raw = core.api_client.call_api(
                f"/api/v1/namespaces/{NAMESPACE}/secrets",
                "GET",
                query_params=[("labelSelector", label)],
                header_params={"Accept": f"application/json;as={kind}"},
                auth_settings=["BearerToken"],
                _preload_content=False,
            )[0]
            answers.append(json.loads(raw.data))
        table, metadata = answers
        return {
            "columns": [column["name"] for column in table["columnDefinitions"]],
            "cells": [row["cells"][:3] for row in table["rows"]],
            "metadata": [
                metadata["kind"],
                [item["metadata"]["name"] for item in metadata["items"]],
            ],
        }

    step("collections", "tables and metadata", partial)

    def deleted():
        answer = core.delete_collection_namespaced_secret(NAMESPACE, label_selector=label)
        left = core.list_namespaced_secret(NAMESPACE, label_selector=label)
        return {"kind": answer.kind, "status": answer.status, "left": len(left.items)}

    step("collections", "delete", deleted)


def manifests(api, core, refused):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(SEVERAL)
        file.flush()
        step(
            "manifests",
            "several",
            lambda: [
                [each.kind, each.metadata.name]
                for made in utils.create_from_yaml(api, file.name)
                for each in made
            ],
        )

        def again():
            try:
                utils.create_from_yaml(api, file.name)
            except utils.FailToCreateError as error:
                return [each.status for each in error.api_exceptions]
            raise AssertionError("nothing was there")

        step("manifests", "again", again)

    def applied():
        documents = [each for each in yaml.safe_load_all(SEVERAL) if each["kind"] == "DaemonSet"]
        body = {**documents[0], "metadata": {"name": "applied"}}
        made = utils.create_from_dict(api, body, namespace="py-several", apply=True)
        return [[each.kind, each.metadata.name] for each in made]

    step("manifests", "applied", applied)
    step("manifests", "delete", lambda: core.delete_namespace("py-several").status)


def accounts(core):
    def token():
        core.create_namespaced_service_account(NAMESPACE, {"metadata": {"name": "py"}})
        answer = core.create_namespaced_service_account_token(
            "py",
            NAMESPACE,
            client.AuthenticationV1TokenRequest(spec=client.V1TokenRequestSpec(audiences=["py"])),
        )
        review = client.AuthenticationV1Api().create_token_review(
            client.V1TokenReview(
                spec=client.V1TokenReviewSpec(token=answer.status.token, audiences=["py"])
            )
        )
        other = client.AuthenticationV1Api().create_token_review(
            client.V1TokenReview(
                spec=client.V1TokenReviewSpec(token=answer.status.token, audiences=["other"])
            )
        )
        return [
            [review.status.authenticated, review.status.audiences, review.status.user.username],
            [other.status.authenticated, other.status.error],
        ]

    step("accounts", "token", token)
    review = {"spec": {"resourceAttributes": {"verb": "list", "resource": "pods"}}}
    step(
        "accounts",
        "may list pods",
        lambda: (
            client.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed
        ),
    )


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
