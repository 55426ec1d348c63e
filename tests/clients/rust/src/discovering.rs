//! What a server says it serves, in both ways, and objects that are known by that only.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::APIResourceList;
use kube::{
    Api,
    api::{DeleteParams, DynamicObject, GroupVersionKind, ListParams, PostParams},
    core::GroupVersion,
    discovery::{self, ApiResource, Discovery, Scope},
};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, refusal},
};

/// Groups that other subjects make and take away.
const TRANSIENT: [&str; 5] =
    ["absent.example.com", "conditions.example.com", "control.example.com", "gadgets.example.com", "kinds.example.com"];

/// What a client makes of a discovery: kinds with their names, scopes and verbs.
fn summary(discovery: &Discovery) -> Value {
    let groups: BTreeMap<_, _> = discovery.groups().map(|group| {
        let versions: BTreeMap<_, _> = group.versions().map(|version| {
            let mut kinds: Vec<_> = group.versioned_resources(version).into_iter().map(|(resource, capabilities)| {
                let mut subresources: Vec<_> = capabilities.subresources.iter()
                    .map(|(own, capabilities)| format!("{} {} {:?}", own.plural, own.kind, capabilities.operations))
                    .collect();
                subresources.sort();
                json!({
                    "kind": resource.kind, "plural": resource.plural, "namespaced": capabilities.scope == Scope::Namespaced,
                    "verbs": capabilities.operations, "subresources": subresources,
                })
            }).collect();
            kinds.sort_by_key(|kind| kind["plural"].to_string());
            (version.to_string(), kinds)
        }).collect();
        (group.name().to_string(), json!({ "preferred": group.preferred_version_or_latest(), "versions": versions }))
    }).collect();
    json!(groups)
}

pub async fn discovery(setting: Setting, steps: Steps) -> Option<()> {
    let client = || setting.client.clone();
    steps.step("one by one", async { Ok(summary(&Discovery::new(client()).exclude(&TRANSIENT).run().await?)) }).await;
    steps
        .step("aggregated", async {
            Ok(summary(&Discovery::new(client()).exclude(&TRANSIENT).run_aggregated().await?))
        })
        .await;
    steps
        .step("some groups", async {
            let found = Discovery::new(client()).filter(&["apps", "none.example.com"]).run_aggregated().await?;
            ensure!(found.has_group("apps") && !found.has_group("none.example.com"), "{:?}", summary(&found));
            Ok(found.groups().count())
        })
        .await;
    steps
        .step("a group", async {
            let group = discovery::group(&client(), "autoscaling").await?;
            let (resource, _) = group.recommended_kind("HorizontalPodAutoscaler").context("no kind")?;
            Ok((group.versions().map(String::from).collect::<Vec<_>>(), resource.api_version))
        })
        .await;
    steps
        .step("a version", async {
            let group = discovery::pinned_group(&client(), &GroupVersion::gv("autoscaling", "v1")).await?;
            Ok(group.resources_by_stability().into_iter().map(|(resource, _)| resource.kind).collect::<Vec<_>>())
        })
        .await;
    steps
        .step("a kind", async {
            let (resource, capabilities) =
                discovery::pinned_kind(&client(), &GroupVersionKind::gvk("", "v1", "Pod")).await?;
            Ok((resource.plural, capabilities.operations))
        })
        .await;
    steps
        .step("no group", async {
            match discovery::group(&client(), "none.example.com").await {
                Ok(_) => anyhow::bail!("there is one"),
                Err(error) => Ok(error.to_string()),
            }
        })
        .await;
    steps
        .step("no version", async {
            refusal(discovery::pinned_group(&client(), &GroupVersion::gv("apps", "v9")).await)
        })
        .await;
    Some(())
}

/// The requests that discovery is made of, as they are answered.
pub async fn versions(setting: Setting, steps: Steps) -> Option<()> {
    let client = &setting.client;
    steps
        .step("version", async {
            let version = client.apiserver_version().await?;
            Ok((version.major, version.minor))
        })
        .await;
    steps
        .step("groups", async {
            let mut groups = client.list_api_groups().await?.groups;
            groups.retain(|group| !TRANSIENT.contains(&group.name.as_str()));
            Ok(groups)
        })
        .await;
    steps.step("core versions", async { Ok(client.list_core_api_versions().await?.versions) }).await;
    steps.step("core resources", async { Ok(by_name(client.list_core_api_resources("v1").await?)) }).await;
    steps
        .step("resources of every group", async {
            let mut all = BTreeMap::new();
            for group in client.list_api_groups().await?.groups {
                if TRANSIENT.contains(&group.name.as_str()) {
                    continue;
                }
                for version in group.versions {
                    let list = client.list_api_group_resources(&version.group_version).await?;
                    all.insert(version.group_version, by_name(list));
                }
            }
            Ok(all)
        })
        .await;
    steps
        .step("aggregated groups", async {
            let mut groups = client.list_api_groups_aggregated().await?.items;
            groups.retain(|group| {
                let name = group.metadata.as_ref().and_then(|meta| meta.name.as_deref()).unwrap_or_default();
                !TRANSIENT.contains(&name)
            });
            Ok(groups)
        })
        .await;
    steps.step("aggregated core", async { Ok(client.list_core_api_versions_aggregated().await?) }).await;
    steps.step("no version", async { refusal(client.list_api_group_resources("none.example.com/v1").await) }).await;
    Some(())
}

/// Servers list them in any order.
fn by_name(mut list: APIResourceList) -> APIResourceList {
    list.resources.sort_by(|one, other| one.name.cmp(&other.name));
    list
}

/// Lists every kind that can be listed, and makes objects of kinds that are known by name only.
pub async fn dynamic(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("dynamic").await?) }).await?;
    let client = || setting.client.clone();
    steps
        .step("list every kind", async {
            let found = Discovery::new(client()).exclude(&TRANSIENT).run_aggregated().await?;
            let mut lists = BTreeMap::new();
            for group in found.groups() {
                for (resource, capabilities) in group.resources_by_stability() {
                    if !capabilities.supports_operation(discovery::verbs::LIST) || resource.kind == "ComponentStatus" {
                        continue;
                    }
                    let api: Api<DynamicObject> = Api::dynamic(client(), &resource, &capabilities.scope);
                    let list = api.list(&ListParams::default().limit(500).fields("metadata.name=none")).await?;
                    lists.insert(format!("{} {}", resource.api_version, resource.plural), list.types);
                }
            }
            Ok(lists)
        })
        .await;
    steps
        .step("from a manifest", async {
            let manifest = json!({
                "apiVersion": "v1", "kind": "Service", "metadata": { "name": "web" },
                "spec": { "clusterIP": "None", "ports": [{ "port": 80 }], "unknown": 1 }, "more": { "unknown": null },
            });
            let object: DynamicObject = serde_json::from_value(manifest)?;
            let found = Discovery::new(client()).filter(&[""]).run().await?;
            let (resource, _) = found.resolve_object(&object).context("not found")?;
            let api: Api<DynamicObject> = Api::namespaced_with(client(), &namespace, &resource);
            let created = api.create(&PostParams::default(), &object).await?;
            let mut again = api.get("web").await?;
            again.data["spec"]["sessionAffinity"] = "ClientIP".into();
            let replaced = api.replace("web", &PostParams::default(), &again).await?;
            let deleted = api.delete("web", &DeleteParams::default()).await?;
            Ok((created, replaced, deleted.either(|object| json!(object), |status| json!(status))))
        })
        .await;
    steps
        .step("no such kind", async {
            let resource = ApiResource::from_gvk(&GroupVersionKind::gvk("none.example.com", "v1", "None"));
            let api: Api<DynamicObject> = Api::namespaced_with(client(), &namespace, &resource);
            refusal(api.list(&ListParams::default()).await)
        })
        .await;
    steps
        .step("no such version", async {
            let resource = ApiResource::from_gvk(&GroupVersionKind::gvk("apps", "v9", "Deployment"));
            let api: Api<DynamicObject> = Api::namespaced_with(client(), &namespace, &resource);
            refusal(api.get("web").await)
        })
        .await;
    steps
        .step("another kind than the path's", async {
            let resource = ApiResource::from_gvk(&GroupVersionKind::gvk("", "v1", "ConfigMap"));
            let api: Api<DynamicObject> = Api::namespaced_with(client(), &namespace, &resource);
            let object: DynamicObject =
                serde_json::from_value(json!({ "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "a" } }))?;
            refusal(api.create(&PostParams::default(), &object).await)
        })
        .await;
    Some(())
}
