"""An operator of kopf with handlers of every kind; what they do shows in the objects."""

import os

import kopf
import kubernetes

GROUP, VERSION, PLURAL = "shop.example", "v1", "widgets"


def core():
    return kubernetes.client.CoreV1Api(kubernetes.config.new_client_from_config())


@kopf.on.startup()
def configure(settings, **_):
    settings.posting.level = 20
    # The server ends each watch soon: what follows goes on.
    settings.watching.server_timeout = 2
    settings.peering.standalone = True


@kopf.on.create(GROUP, VERSION, PLURAL, backoff=0.2)
def create(spec, name, namespace, body, retry, patch, **_):
    if retry == 0:
        raise kopf.TemporaryError("not at once", delay=0.2)
    child = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": f"{name}-child"},
        "data": {"color": spec["color"]},
    }
    kopf.adopt(child)
    core().create_namespaced_config_map(namespace, child)
    kopf.info(body, reason="Painted", message=f"{name} is {spec['color']}")
    patch.status["color"] = spec["color"]
    return {"attempts": retry + 1}


@kopf.on.update(GROUP, VERSION, PLURAL, field="spec.color")
def update(name, namespace, old, new, patch, **_):
    core().patch_namespaced_config_map(f"{name}-child", namespace, {"data": {"color": new}})
    patch.status["color"] = new
    patch.status["before"] = old


@kopf.on.delete(GROUP, VERSION, PLURAL)
def delete(name, namespace, **_):
    core().delete_namespaced_config_map(f"{name}-child", namespace)


@kopf.timer(GROUP, VERSION, PLURAL, interval=0.2, labels={"ticking": "yes"})
def tick(status, patch, **_):
    patch.status["ticks"] = status.get("ticks", 0) + 1


@kopf.on.event("", "v1", "configmaps", annotations={"seen": kopf.ABSENT}, labels={"look": "yes"})
def seen(name, namespace, type, **_):
    if type != "DELETED":
        core().patch_namespaced_config_map(
            name, namespace, {"metadata": {"annotations": {"seen": "yes"}}}
        )


@kopf.on.validate(GROUP, VERSION, PLURAL)
def validate(spec, **_):
    if spec.get("color") == "grey":
        raise kopf.AdmissionError("too dull", code=418)


@kopf.on.startup()
def admission(settings, **_):
    settings.admission.server = kopf.WebhookServer(
        addr="127.0.0.1",
        host="127.0.0.1",
        cafile=os.environ["CERTIFICATE"],
        certfile=os.environ["CERTIFICATE"],
        pkeyfile=os.environ["KEY"],
    )
    settings.admission.managed = "kopf.shop.example"


@kopf.on.probe(id="pid")
def pid(**_):
    return os.getpid()
