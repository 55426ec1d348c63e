"""kubernetes_asyncio, which waits for many answers at a time."""

import asyncio

from kubernetes_asyncio import client, config, watch
from kubernetes_asyncio.client.exceptions import ApiException

from report import astep

NAMESPACE = "default"


def use(kubeconfig):
    asyncio.run(_use(kubeconfig))


async def _use(kubeconfig):
    await config.load_kube_config(kubeconfig)
    async with client.ApiClient() as api:
        core = client.CoreV1Api(api)

        async def many():
            await asyncio.gather(
                *(
                    core.create_namespaced_config_map(
                        NAMESPACE, {"metadata": {"name": f"aio-{number}", "labels": {"aio": "yes"}}}
                    )
                    for number in range(50)
                )
            )
            listed = await core.list_namespaced_config_map(NAMESPACE, label_selector="aio=yes")
            return len(listed.items)

        await astep("asyncio", "many at a time", many)

        async def watched():
            listed = await core.list_namespaced_config_map(NAMESPACE, label_selector="aio=yes")
            await core.delete_collection_namespaced_config_map(NAMESPACE, label_selector="aio=yes")
            gone = set()
            async with watch.Watch() as watcher:
                async for event in watcher.stream(
                    core.list_namespaced_config_map,
                    NAMESPACE,
                    label_selector="aio=yes",
                    resource_version=listed.metadata.resource_version,
                ):
                    gone.add((event["type"], event["object"].metadata.name))
                    if len(gone) == len(listed.items):
                        break
            return sorted(gone)

        await astep("asyncio", "a watch of what goes", watched)

        async def refused():
            try:
                await core.read_namespaced_config_map("nothing", NAMESPACE)
            except ApiException as error:
                return [error.status, error.reason]
            raise AssertionError("it is there")

        await astep("asyncio", "refused", refused)

        async def applied():
            answer = await core.patch_namespaced_config_map(
                "aio-applied",
                NAMESPACE,
                {
                    "apiVersion": "v1",
                    "kind": "ConfigMap",
                    "metadata": {"name": "aio-applied"},
                    "data": {"a": "1"},
                },
                field_manager="aio",
                _content_type="application/apply-patch+yaml",
            )
            await core.delete_namespaced_config_map("aio-applied", NAMESPACE)
            return answer.data

        await astep("asyncio", "apply what isn't there", applied)
