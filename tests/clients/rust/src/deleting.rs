//! Deletions: options, preconditions, collections and finalizers.

use anyhow::ensure;
use futures::future::try_join_all;
use k8s_openapi::api::core::v1::{ConfigMap, Pod};
use kube::{
    Api, ResourceExt,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams, Preconditions},
    runtime::{
        conditions::is_deleted,
        wait::{await_condition, delete::delete_and_finalize},
    },
};
use serde_json::json;

use crate::{
    Setting,
    report::{Steps, refusal},
};

pub async fn deleting(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("deleting").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let create = |name: String, labels: &str| {
        let (api, map) = (api.clone(), json!({ "metadata": { "name": name, "labels": { "group": labels } } }));
        async move { Ok::<_, anyhow::Error>(api.create(&PostParams::default(), &serde_json::from_value(map)?).await?) }
    };
    let one = steps.step("create", create("one".into(), "single")).await?;
    let none = DeleteParams::default();
    steps.step("none", async { refusal(api.delete("none", &none).await) }).await;
    steps
        .step("precondition: another UID", async {
            let params = none.clone().preconditions(Preconditions { uid: Some("none".into()), resource_version: None });
            refusal(api.delete("one", &params).await)
        })
        .await;
    steps
        .step("precondition: another version", async {
            let params =
                none.clone().preconditions(Preconditions { uid: one.uid(), resource_version: Some("1".into()) });
            refusal(api.delete("one", &params).await)
        })
        .await;
    steps
        .step("finalizer: stays", async {
            let patch = json!({ "metadata": { "finalizers": ["example.com/keep"] } });
            api.patch("one", &PatchParams::default(), &Patch::Merge(patch)).await?;
            let deleted = api.delete("one", &DeleteParams::foreground()).await?;
            Ok(deleted.either(|object| json!({ "object": object }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("finalizer: deleted twice", async {
            let deleted = api.delete("one", &none.clone().grace_period(0)).await?;
            Ok(deleted.either(|object| json!({ "object": object }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("finalizer: no new one", async {
            let patch = json!({ "metadata": { "finalizers": ["example.com/keep", "example.com/late"] } });
            refusal(api.patch("one", &PatchParams::default(), &Patch::Merge(patch)).await)
        })
        .await;
    steps
        .step("finalizer: gone with the last", async {
            let uid = one.uid().unwrap_or_default();
            let patch = json!({ "metadata": { "finalizers": null } });
            let last = api.patch("one", &PatchParams::default(), &Patch::Merge(patch)).await?;
            await_condition(api.clone(), "one", is_deleted(&uid)).await?;
            Ok(last)
        })
        .await;
    steps
        .step("collection: dry run", async {
            try_join_all((0..7).map(|n| create(format!("many-{n}"), "many"))).await?;
            let selected = ListParams::default().labels("group=many");
            let left = api.delete_collection(&none.clone().dry_run(), &selected).await?;
            ensure!(api.list(&selected).await?.items.len() == 7, "some are gone");
            Ok(left.either(|list| json!({ "list": list }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("collection", async {
            let selected = ListParams::default().labels("group=many");
            let left = api.delete_collection(&DeleteParams::background(), &selected).await?;
            ensure!(api.list(&selected).await?.items.is_empty(), "some are left");
            Ok(left.either(|list| json!({ "list": list }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("collection: by field", async {
            try_join_all((0..3).map(|n| create(format!("field-{n}"), "field"))).await?;
            let selected = ListParams::default().fields("metadata.name=field-1");
            let left = api.delete_collection(&none, &selected).await?;
            ensure!(
                api.list(&ListParams::default().labels("group=field")).await?.items.len() == 2,
                "others are gone too"
            );
            Ok(left.either(|list| json!({ "list": list }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("delete and wait", async {
            delete_and_finalize(api.clone(), "field-0", &none).await?;
            Ok(())
        })
        .await;
    steps
        .step("grace of a pod on a node", async {
            let pods: Api<Pod> = Api::namespaced(setting.client.clone(), &namespace);
            let pod = json!({
                "metadata": { "name": "bound" },
                "spec": { "nodeName": "some", "containers": [{ "name": "web", "image": "web" }] },
            });
            pods.create(&PostParams::default(), &serde_json::from_value(pod)?).await?;
            let graceful = pods.delete("bound", &none).await?.left();
            let sooner = pods.delete("bound", &none.clone().grace_period(7)).await?.left();
            let forced = pods.delete("bound", &none.clone().grace_period(0)).await?;
            let forced = forced.either(|object| json!({ "object": object }), |status| json!({ "status": status }));
            ensure!(pods.get_opt("bound").await?.is_none(), "it is there");
            Ok((graceful, sooner, forced))
        })
        .await;
    Some(())
}
