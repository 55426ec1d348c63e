"""What programs do with objects of typed kinds through the stock client."""

import json
import tempfile

import yaml
from kubernetes import client, config, utils
from kubernetes.client.exceptions import ApiException

import of_models
import of_pods
from report import plain, refusal, step
from typed import NAMESPACE, words_of

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
    of_pods.pods(core, said, refused)
    of_models.quantities(core, said)
    of_models.jobs(said, refused)
    of_models.times(said)
    patches(core, said, refused)
    collections(core, said, refused)
    manifests(api, core, refused)
    accounts(core)
    of_pods.streams(core)


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
