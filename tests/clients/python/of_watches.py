"""Watches of the stock client, which it begins again by itself, and its elections."""

import threading
import uuid

from kubernetes import client, config, watch
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock

from report import step

NAMESPACE = "default"
LABEL = "watched=py"


def use(kubeconfig):
    config.load_kube_config(kubeconfig)
    core = client.CoreV1Api()

    def make(name):
        core.create_namespaced_config_map(
            NAMESPACE, {"metadata": {"name": name, "labels": {"watched": "py"}}}
        )

    def follow(count, **query):
        watcher, events = watch.Watch(), []
        for event in watcher.stream(
            core.list_namespaced_config_map, NAMESPACE, label_selector=LABEL, **query
        ):
            events.append([event["type"], event["object"].metadata.name, event["object"].data])
            if len(events) == count:
                watcher.stop()
        return events

    def from_a_version():
        version = core.list_namespaced_config_map(NAMESPACE, limit=1).metadata.resource_version
        make("py-watched")
        core.patch_namespaced_config_map("py-watched", NAMESPACE, {"data": {"a": "1"}})
        core.delete_namespaced_config_map("py-watched", NAMESPACE)
        return follow(3, resource_version=version)

    step("watches", "from a version on", from_a_version)

    def what_is_there():
        make("py-there")
        seen = follow(1)
        core.delete_namespaced_config_map("py-there", NAMESPACE)
        return seen

    step("watches", "what is there first", what_is_there)
    step("watches", "one that ends by itself", lambda: follow(1, timeout_seconds=1))

    def bookmarks():
        make("py-marked")
        watcher, kinds = watch.Watch(), []
        for event in watcher.stream(
            core.list_namespaced_config_map,
            NAMESPACE,
            label_selector=LABEL,
            send_initial_events=True,
            allow_watch_bookmarks=True,
            resource_version_match="NotOlderThan",
        ):
            kinds.append(event["type"])
            if event["type"] == "BOOKMARK":
                watcher.stop()
        core.delete_namespaced_config_map("py-marked", NAMESPACE)
        return kinds

    step("watches", "a list first, then a bookmark", bookmarks)

    def elected():
        """Two candidates: the second leads once the first has gone."""
        led, over = [], threading.Event()

        def candidate(name, until):
            def lead():
                led.append(name)
                until.set()
                # Whoever's function has ended leads on until the program ends.

            return electionconfig.Config(
                ConfigMapLock(f"py-lock-{run}", NAMESPACE, name),
                lease_duration=3,
                renew_deadline=2,
                retry_period=1,
                onstarted_leading=lead,
                onstopped_leading=None,
            )

        run = uuid.uuid4().hex[:6]
        thread = threading.Thread(
            target=leaderelection.LeaderElection(candidate("one", over)).run, daemon=True
        )
        thread.start()
        assert over.wait(30), "nobody leads"
        holder = core.read_namespaced_config_map(f"py-lock-{run}", NAMESPACE)
        assert "control-plane.alpha.kubernetes.io/leader" in holder.metadata.annotations
        return led

    step("watches", "an election", elected)
