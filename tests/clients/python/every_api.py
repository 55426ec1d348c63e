"""Every API that the stock client has, asked for what it has and for each of its lists."""

import inspect
import re

from kubernetes import client, config
from kubernetes.client.exceptions import ApiException

from report import plain, step

READS = re.compile(r"^(list_|get_api|get_code|get_service_account_issuer_open_id_configuration$)")

# What is there before anybody made something is not the same everywhere.
UNEVEN = re.compile(r"^list_.*(event|lease|ip_address|endpoint|storage_version)")


def use(kubeconfig):
    config.load_kube_config(kubeconfig)
    for name, kind in inspect.getmembers(client, inspect.isclass):
        if not name.endswith("Api") or name == "CustomObjectsApi":
            continue
        api = kind()
        for method, _ in inspect.getmembers(api, inspect.ismethod):
            if READS.match(method) and not method.endswith("_with_http_info"):
                step(name, method, lambda: ask(api, method))


def ask(api, method):
    call = getattr(api, method)
    arguments = ["default"] if "namespace" in inspect.signature(call).parameters else []
    try:
        answer = call(*arguments)
    except ApiException as error:
        return {"code": error.status}
    if not hasattr(answer, "items"):
        said = client.ApiClient().sanitize_for_serialization(answer)
        if method == "get_code":
            return sorted(said)
        return without_servers(plain(said)) if isinstance(said, dict) else type(said).__name__
    seen = {"apiVersion": answer.api_version, "kind": answer.kind}
    if not UNEVEN.match(method):
        seen["items"] = sorted(item.metadata.name for item in answer.items)
    return seen


def without_servers(value):
    """What an API has, without where it is reached and how what it stores is named."""
    if isinstance(value, dict):
        left_out = ("serverAddressByClientCIDRs", "storageVersionHash")
        return {key: without_servers(each) for key, each in value.items() if key not in left_out}
    if isinstance(value, list):
        return [without_servers(each) for each in value]
    return value
