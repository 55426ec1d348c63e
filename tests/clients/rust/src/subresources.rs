//! Scale, status, eviction, binding, approval, finalization, and nodes that are cordoned.

use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    certificates::v1::CertificateSigningRequest,
    core::v1::{Namespace, Node, Pod, ReplicationController},
    policy::v1::PodDisruptionBudget,
};
use kube::{
    Api, Resource, ResourceExt,
    api::{DeleteParams, EvictParams, Patch, PatchParams, PostParams},
    core::Status,
};
use serde_json::{Value, json};

use crate::{
    Setting,
    kind::Kind,
    report::{Steps, refusal},
};

fn pod(name: &str) -> Value {
    json!({ "metadata": { "name": name, "labels": { "app": "web" } }, "spec": { "containers": [{ "name": "web", "image": "web" }] } })
}

fn workload(name: &str, selector: Value) -> Value {
    json!({ "metadata": { "name": name }, "spec": { "selector": selector, "template": pod("") } })
}

pub async fn subresources(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("subresources").await?) }).await?;
    let labels = json!({ "matchLabels": { "app": "web" } });
    scaled::<Deployment>(&setting, &namespace, &steps, workload("web", labels.clone())).await;
    scaled::<ReplicaSet>(&setting, &namespace, &steps, workload("web", labels.clone())).await;
    scaled::<StatefulSet>(&setting, &namespace, &steps, workload("web", labels.clone())).await;
    scaled::<ReplicationController>(&setting, &namespace, &steps, workload("web", labels["matchLabels"].clone())).await;
    pods(&setting, &namespace, &steps).await;
    nodes(&setting, &steps).await;
    approval(&setting, &steps).await;
    steps
        .step("namespace: finalized", async {
            let api: Api<Namespace> = Api::all(setting.client.clone());
            setting.namespace("finalized").await?;
            let deleted = api.delete("finalized", &DeleteParams::default()).await?;
            let mut going = api.get("finalized").await?;
            going.spec.get_or_insert_default().finalizers = Some(vec![]);
            let gone = api.replace_subresource("finalize", "finalized", &PostParams::default(), &going).await?;
            Ok((deleted.either(|object| json!(object), |status| json!(status)), gone))
        })
        .await;
    Some(())
}

async fn scaled<K>(setting: &Setting, namespace: &str, steps: &Steps, manifest: Value)
where
    K: Kind + Resource<Scope = NamespaceResourceScope>,
{
    let api: Api<K> = Api::namespaced(setting.client.clone(), namespace);
    let kind = K::kind(&());
    let params = PostParams::default();
    steps
        .step(&format!("scale: {kind}"), async {
            api.create(&params, &serde_json::from_value(manifest)?).await?;
            let mut scale = api.get_scale("web").await?;
            scale.spec.get_or_insert_default().replicas = Some(3);
            let replaced = api.replace_scale("web", &params, &scale).await?;
            let dry = api
                .patch_scale(
                    "web",
                    &PatchParams::default().dry_run(),
                    &Patch::Merge(json!({ "spec": { "replicas": 9 } })),
                )
                .await?;
            let merged = api
                .patch_scale("web", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "replicas": 0 } })))
                .await?;
            Ok((scale, replaced, dry, merged))
        })
        .await;
    steps
        .step(&format!("scale: {kind} refused"), async {
            let mut stale = api.get_scale("web").await?;
            stale.metadata.resource_version = Some("1".into());
            let negative = json!({ "spec": { "replicas": -1 } });
            Ok((
                refusal(api.replace_scale("web", &params, &stale).await)?,
                refusal(api.patch_scale("web", &PatchParams::default(), &Patch::Merge(negative)).await)?,
                refusal(api.get_scale("none").await)?,
            ))
        })
        .await;
}

async fn pods(setting: &Setting, namespace: &str, steps: &Steps) {
    let api: Api<Pod> = Api::namespaced(setting.client.clone(), namespace);
    let params = PostParams::default();
    steps
        .step("pods", async {
            for name in ["a", "b", "c"] {
                api.create(&params, &serde_json::from_value(pod(name))?).await?;
            }
            Ok(())
        })
        .await;
    let bind = |name: &'static str, node: &str| {
        let binding = json!({
            "apiVersion": "v1", "kind": "Binding", "metadata": { "name": name, "namespace": namespace },
            "target": { "apiVersion": "v1", "kind": "Node", "name": node },
        });
        let api = api.clone();
        async move { api.create_subresource::<_, Status>("binding", name, &PostParams::default(), &binding).await }
    };
    steps.step("binding", async { Ok(bind("a", "n1").await?) }).await;
    steps.step("binding: bound", async { refusal(bind("a", "n2").await) }).await;
    steps.step("binding: none", async { refusal(bind("none", "n1").await) }).await;
    let evict = EvictParams::default();
    steps.step("eviction", async { Ok(api.evict("b", &evict).await?) }).await;
    steps.step("eviction: none", async { refusal(api.evict("none", &evict).await) }).await;
    steps
        .step("eviction: dry run", async {
            let dry = EvictParams { delete_options: Some(DeleteParams::default().dry_run()), ..Default::default() };
            let answer = api.evict("c", &dry).await?;
            Ok((answer, api.get_opt("c").await?.is_some()))
        })
        .await;
    steps.step("eviction: no budget", async {
        let budgets: Api<PodDisruptionBudget> = Api::namespaced(setting.client.clone(), namespace);
        let budget = json!({ "metadata": { "name": "none" }, "spec": { "maxUnavailable": 0, "selector": { "matchLabels": { "app": "web" } } } });
        budgets.create(&params, &serde_json::from_value(budget)?).await?;
        let status = json!({ "status": { "observedGeneration": 1, "expectedPods": 1, "currentHealthy": 1, "desiredHealthy": 1, "disruptionsAllowed": 0 } });
        budgets.patch_status("none", &PatchParams::default(), &Patch::Merge(status)).await?;
        let ready = json!({ "status": { "phase": "Running", "conditions": [{ "type": "Ready", "status": "True" }] } });
        api.patch_status("a", &PatchParams::default(), &Patch::Strategic(ready)).await?;
        refusal(Api::<Pod>::namespaced(setting.impatient.clone(), namespace).evict("a", &evict).await)
    }).await;
    steps
        .step("status: the spec stays", async {
            let mut current = api.get("a").await?;
            current.spec.get_or_insert_default().node_name = Some("other".into());
            current.status.get_or_insert_default().reason = Some("Because".into());
            Ok(api.replace_status("a", &params, &current).await?)
        })
        .await;
    steps.step("status: conditions by type", async {
        let status = json!({ "status": { "conditions": [
            { "type": "Ready", "status": "False" }, { "type": "example.com/own", "status": "True", "lastProbeTime": null },
        ] } });
        Ok(api.patch_status("a", &PatchParams::default(), &Patch::Strategic(status)).await?)
    }).await;
    steps
        .step("spec: fixed", async {
            let patch = json!({ "spec": { "nodeName": "n9", "hostname": "other" } });
            refusal(api.patch("a", &PatchParams::default(), &Patch::Merge(patch)).await)
        })
        .await;
}

async fn nodes(setting: &Setting, steps: &Steps) {
    let api: Api<Node> = Api::all(setting.client.clone());
    steps
        .step("cordon", async {
            api.create(&PostParams::default(), &serde_json::from_value(json!({ "metadata": { "name": "cordoned" } }))?)
                .await?;
            Ok((api.cordon("cordoned").await?, api.uncordon("cordoned").await?))
        })
        .await;
    steps.step("cordon: none", async { refusal(api.cordon("none").await) }).await;
}

async fn approval(setting: &Setting, steps: &Steps) {
    let api: Api<CertificateSigningRequest> = Api::all(setting.client.clone());
    steps.step("approval", async {
        let request = json!({ "metadata": { "name": "approved" }, "spec": {
            "request": crate::manifests_cluster::SIGNING_REQUEST, "signerName": "example.com/signer", "usages": ["client auth"],
        } });
        api.create(&PostParams::default(), &serde_json::from_value(request)?).await?;
        let condition = json!({ "status": { "conditions": [{ "type": "Approved", "status": "True", "reason": "Fine", "message": "it is" }] } });
        let approved = api.patch_approval("approved", &PatchParams::default(), &Patch::Merge(&condition)).await?;
        Ok((approved, api.get_approval("approved").await?))
    }).await;
    steps
        .step("approval: and denied", async {
            let condition =
                json!({ "status": { "conditions": [{ "type": "Denied", "status": "True", "reason": "No" }] } });
            refusal(api.patch_approval("approved", &PatchParams::default(), &Patch::Strategic(&condition)).await)
        })
        .await;
    steps
        .step("approval: its status", async {
            let certificate = json!({ "status": { "certificate": "bm90aGluZw==" } });
            refusal(api.patch_status("approved", &PatchParams::default(), &Patch::Merge(&certificate)).await)
        })
        .await;
    steps.step("approval: name", async { Ok(api.get("approved").await?.name_any()) }).await;
}
