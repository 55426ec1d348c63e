//! Watches as programs start them by hand, and conditions that are waited for.

use std::{future::Future, time::Duration};

use anyhow::{bail, ensure};
use futures::{Stream, TryStreamExt, pin_mut};
use k8s_openapi::{
    api::{
        apps::v1::Deployment,
        batch::v1::Job,
        core::v1::{ConfigMap, Pod},
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    Api, ResourceExt,
    api::{
        DeleteParams, DynamicObject, ListParams, PartialObjectMeta, Patch, PatchParams, PostParams, WatchEvent,
        WatchParams,
    },
    core::Status,
    discovery::ApiResource,
    runtime::{conditions, wait::await_condition},
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::interval;

use crate::{
    Setting,
    report::{Steps, refusal},
};

/// Between two looks at whether versions are gone.
const LOOK: Duration = Duration::from_millis(200);

/// Writes until old versions are gone, and `attempt` is refused for it; the refusal.
pub async fn until_compacted<F>(api: &Api<ConfigMap>, attempt: impl Fn(usize) -> F) -> anyhow::Result<Status>
where
    F: Future<Output = kube::Result<()>>,
{
    let mut looks = interval(LOOK);
    for number in 0.. {
        looks.tick().await;
        // Without changes nothing gets old.
        let patch = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "writes" }, "data": { "number": number.to_string() } });
        api.patch("writes", &PatchParams::apply("writer").force(), &Patch::Apply(patch)).await?;
        // Servers keep what some last clients page through: others come after this one.
        api.list(&ListParams::default().limit(1)).await?;
        if let Err(error) = attempt(number).await {
            let status = refusal(Err::<(), _>(error))?;
            ensure!(status.code == 410, "{status:?}");
            return Ok(Status { message: String::new(), ..status });
        }
    }
    unreachable!("the loop has no end")
}

/// The events of a watch until an object of this name is deleted. Bookmarks are counted apart.
async fn until_deleted<K: Serialize + ResourceExt>(
    events: impl Stream<Item = kube::Result<WatchEvent<K>>>,
    last: &str,
) -> anyhow::Result<Vec<Value>> {
    pin_mut!(events);
    let mut seen = Vec::new();
    while let Some(event) = events.try_next().await? {
        match event {
            WatchEvent::Added(object) => seen.push(json!({ "added": object })),
            WatchEvent::Modified(object) => seen.push(json!({ "modified": object })),
            WatchEvent::Deleted(object) => {
                let ends = object.name_any() == last;
                seen.push(json!({ "deleted": object }));
                if ends {
                    return Ok(seen);
                }
            }
            WatchEvent::Bookmark(mark) => {
                if mark.metadata.annotations.contains_key("k8s.io/initial-events-end") {
                    seen.push(json!({ "bookmark": mark }));
                }
            }
            WatchEvent::Error(status) => bail!("{status}"),
        }
    }
    bail!("the watch has ended after {seen:?}")
}

pub async fn watching(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("watching").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let resource = ApiResource::erase::<ConfigMap>(&());
    let untyped: Api<DynamicObject> = Api::namespaced_with(setting.client.clone(), &namespace, &resource);
    let partial: Api<PartialObjectMeta<ConfigMap>> = Api::namespaced(setting.client.clone(), &namespace);
    let create = |name: &'static str, label: &'static str| {
        let (api, map) =
            (api.clone(), json!({ "metadata": { "name": name, "labels": { "in": label } }, "data": { "a": "b" } }));
        async move { Ok::<_, anyhow::Error>(api.create(&PostParams::default(), &serde_json::from_value(map)?).await?) }
    };
    let first = steps.step("create", create("first", "yes")).await?;
    let since = first.resource_version()?;
    let selected = WatchParams::default().labels("in=yes");
    let typed = api.watch(&selected, &since);
    let second = WatchParams::default().fields("metadata.name=second");
    let by_field = api.watch(&second, &since);
    let streaming = WatchParams::streaming_lists();
    let initial = api.watch(&streaming, "0");
    let selected_streaming = WatchParams::streaming_lists().labels("in=yes");
    let initial_since = api.watch(&selected_streaming, &since);
    let from_zero = api.watch(&selected, "0");
    let anything = untyped.watch(&selected, &since);
    let metadata = partial.watch(&selected, &since);
    let metadata_of_full = api.watch_metadata(&selected, &since);
    let begun = steps
        .step("begin", async {
            let all = futures::try_join!(
                typed,
                by_field,
                initial,
                initial_since,
                from_zero,
                anything,
                metadata,
                metadata_of_full
            )?;
            Ok(crate::kind::Unseen(all))
        })
        .await?
        .0;
    steps
        .step("write", async {
            create("second", "yes").await?;
            for label in ["no", "yes"] {
                let patch = json!({ "metadata": { "labels": { "in": label } } });
                api.patch("second", &PatchParams::default(), &Patch::Merge(patch)).await?;
            }
            api.delete("first", &DeleteParams::default()).await?;
            api.delete("second", &DeleteParams::default()).await?;
            Ok(())
        })
        .await?;
    let (typed, by_field, initial, initial_since, from_zero, anything, metadata, metadata_of_full) = begun;
    steps.step("by label", until_deleted(typed, "second")).await;
    steps.step("by field", until_deleted(by_field, "second")).await;
    steps.step("initial events", until_deleted(initial, "second")).await;
    steps.step("initial events: not older than", until_deleted(initial_since, "second")).await;
    steps.step("from version 0", until_deleted(from_zero, "second")).await;
    steps.step("untyped", until_deleted(anything, "second")).await;
    steps.step("metadata by its type", until_deleted(metadata, "second")).await;
    steps.step("metadata", until_deleted(metadata_of_full, "second")).await;
    steps
        .step("again from an old version", async { until_deleted(api.watch(&selected, &since).await?, "second").await })
        .await;
    steps
        .step("ends after its time, without bookmarks", async {
            let params = WatchParams::default().disable_bookmarks().timeout(2);
            let events: Vec<_> = api.watch(&params, &since).await?.try_collect().await?;
            ensure!(!events.iter().any(|event| matches!(event, WatchEvent::Bookmark(_))), "{events:?}");
            Ok(events.len())
        })
        .await;
    steps.step("no version", async { refusal(api.watch(&WatchParams::default(), "nonsense").await.map(|_| ())) }).await;
    steps
        .step("no selector", async {
            refusal(api.watch(&WatchParams::default().labels("a in b"), "0").await.map(|_| ()))
        })
        .await;
    Some(())
}

/// Conditions as programs wait for them.
pub async fn conditions(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("conditions").await?) }).await?;
    let client = || setting.client.clone();
    let params = PostParams::default();
    steps.step("a custom resource's definition is established", async {
        let api: Api<CustomResourceDefinition> = Api::all(client());
        let definition = json!({
            "metadata": { "name": "waits.conditions.example.com" },
            "spec": {
                "group": "conditions.example.com", "scope": "Namespaced", "names": { "kind": "Wait", "plural": "waits" },
                "versions": [{ "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": {
                    "type": "object", "x-kubernetes-preserve-unknown-fields": true,
                } } }],
            },
        });
        api.create(&params, &serde_json::from_value(definition)?).await?;
        Ok(await_condition(api, "waits.conditions.example.com", conditions::is_crd_established()).await?)
    }).await;
    let spec = json!({ "containers": [{ "name": "web", "image": "web" }], "restartPolicy": "Never" });
    steps
        .step("a pod runs", async {
            let api: Api<Pod> = Api::namespaced(client(), &namespace);
            let pod: Pod = serde_json::from_value(json!({ "metadata": { "name": "pod" }, "spec": spec }))?;
            api.create(&params, &pod).await?;
            let waits = tokio::spawn(await_condition(api.clone(), "pod", conditions::is_pod_running()));
            let status = json!({ "status": {
            "phase": "Running", "podIP": "10.1.2.3", "startTime": "2026-01-02T03:04:05Z",
            "containerStatuses": [{ "name": "web", "image": "web", "imageID": "", "ready": true, "restartCount": 0,
                "state": { "running": { "startedAt": "2026-01-02T03:04:05Z" } } }],
        } });
            api.patch_status("pod", &PatchParams::default(), &Patch::Merge(status)).await?;
            Ok(waits.await??)
        })
        .await;
    steps
        .step("a job is complete", async {
            let api: Api<Job> = Api::namespaced(client(), &namespace);
            let job: Job = serde_json::from_value(
                json!({ "metadata": { "name": "job" }, "spec": { "template": { "spec": spec } } }),
            )?;
            api.create(&params, &job).await?;
            let waits = tokio::spawn(await_condition(api.clone(), "job", conditions::is_job_completed()));
            let time = "2026-01-02T03:04:05Z";
            let condition = |kind| json!({ "type": kind, "status": "True", "lastTransitionTime": time });
            let status = json!({ "status": {
            "startTime": time, "completionTime": time, "succeeded": 1, "uncountedTerminatedPods": {},
            "conditions": [condition("SuccessCriteriaMet"), condition("Complete")],
        } });
            api.patch_status("job", &PatchParams::default(), &Patch::Merge(status)).await?;
            Ok(waits.await??)
        })
        .await;
    steps.step("a deployment is complete", async {
        let api: Api<Deployment> = Api::namespaced(client(), &namespace);
        let labels = json!({ "app": "web" });
        let deployment = json!({ "metadata": { "name": "web" }, "spec": { "selector": { "matchLabels": labels }, "template": {
            "metadata": { "labels": labels }, "spec": { "containers": [{ "name": "web", "image": "web" }] },
        } } });
        api.create(&params, &serde_json::from_value(deployment)?).await?;
        let waits = tokio::spawn(await_condition(api.clone(), "web", conditions::is_deployment_completed()));
        let status = json!({ "status": {
            "observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "availableReplicas": 1, "readyReplicas": 1,
            "conditions": [{ "type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable" }],
        } });
        api.patch_status("web", &PatchParams::default(), &Patch::Merge(status)).await?;
        Ok(waits.await??)
    }).await;
    Some(())
}
