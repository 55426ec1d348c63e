"""Fields that models have types of their own for: quantities, times, templates."""

import datetime
import json

from kubernetes import client

from report import step
from typed import NAMESPACE


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
