//! Lists in pages, at versions, and what becomes of tokens that are too old.

use anyhow::{Context, ensure};
use futures::future::try_join_all;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Api, ResourceExt,
    api::{DynamicObject, GetParams, ListParams, PartialObjectMeta, PostParams, VersionMatch},
    core::{Expression, ObjectList, Selector},
    discovery::ApiResource,
};
use serde_json::json;

use crate::{
    Setting,
    report::{Steps, refusal},
};

/// More than a page or two.
const COUNT: usize = 23;

/// The names of a list, and what it says of the rest.
fn summary(list: &ObjectList<ConfigMap>) -> serde_json::Value {
    let names: Vec<_> = list.iter().map(ResourceExt::name_any).collect();
    json!({ "names": names, "remaining": list.metadata.remaining_item_count, "more": list.metadata.continue_.is_some() })
}

pub async fn paging(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("paging").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    steps
        .step("create", async {
            try_join_all((0..COUNT).map(|n| {
                let labels = json!({ "even": (n % 2 == 0).to_string(), "n": n.to_string() });
                let map = json!({ "metadata": { "name": format!("map-{n:02}"), "labels": labels } });
                let api = &api;
                async move {
                    Ok::<_, anyhow::Error>(api.create(&PostParams::default(), &serde_json::from_value(map)?).await?)
                }
            }))
            .await?;
            Ok(())
        })
        .await?;
    steps
        .step("all pages", async {
            let mut pages = Vec::new();
            let mut params = ListParams::default().limit(10);
            loop {
                let page = api.list(&params).await?;
                pages.push(summary(&page));
                match page.metadata.continue_ {
                    Some(token) => params = params.continue_token(&token),
                    None => return Ok(pages),
                }
            }
        })
        .await;
    steps
        .step("pages of the first version", async {
            let first = api.list(&ListParams::default().limit(20)).await?;
            api.create(&PostParams::default(), &serde_json::from_value(json!({ "metadata": { "name": "map-99" } }))?)
                .await?;
            let token = first.metadata.continue_.clone().context("no token")?;
            let second = api.list(&ListParams::default().limit(20).continue_token(&token)).await?;
            ensure!(second.metadata.resource_version == first.metadata.resource_version, "another version");
            Ok(summary(&second))
        })
        .await;
    steps
        .step("pages with a selector", async {
            let page = api.list(&ListParams::default().labels("even=true").limit(5)).await?;
            let token = page.metadata.continue_.clone().context("no token")?;
            let next = api.list(&ListParams::default().labels("even=true").limit(50).continue_token(&token)).await?;
            Ok((summary(&page), summary(&next)))
        })
        .await;
    steps
        .step("selector of sets", async {
            let mut selector: Selector =
                Expression::In("n".into(), ["1".into(), "2".into(), "30".into()].into()).into();
            selector.extend([Expression::NotEqual("even".into(), "true".into()), Expression::Exists("n".into())]);
            Ok(summary(&api.list(&ListParams::default().labels_from(&selector)).await?))
        })
        .await;
    steps.step("version 0", async { Ok(summary(&api.list(&ListParams::default().match_any()).await?)) }).await;
    steps
        .step("not older than, and exact", async {
            let version = api.get("map-01").await?.resource_version().context("no version")?;
            let now = api.list(&ListParams::default().at(&version).matching(VersionMatch::NotOlderThan)).await?;
            let current = now.metadata.resource_version.clone().context("no version")?;
            let exact = api.list(&ListParams::default().at(&current).matching(VersionMatch::Exact)).await?;
            ensure!(exact.metadata.resource_version.as_ref() == Some(&current), "another version");
            Ok((summary(&now), summary(&exact)))
        })
        .await;
    steps.step("get at version 0", async { Ok(api.get_with("map-01", &GetParams::any()).await?) }).await;
    steps
        .step("get at a later version", async {
            let api: Api<ConfigMap> = Api::namespaced(setting.impatient.clone(), &namespace);
            refusal(api.get_with("map-01", &GetParams::at("99999999")).await)
        })
        .await;
    steps.step("no token", async { refusal(api.list(&ListParams::default().continue_token("nonsense")).await) }).await;
    steps.step("no version", async { refusal(api.list(&ListParams::default().at("nonsense")).await) }).await;
    steps.step("no selector", async { refusal(api.list(&ListParams::default().labels("a in b")).await) }).await;
    steps.step("no field", async { refusal(api.list(&ListParams::default().fields("spec.none=a")).await) }).await;
    steps.step("no field's selector", async { refusal(api.list(&ListParams::default().fields("a~b")).await) }).await;
    steps
        .step("token that is too old", async {
            let first = api.list(&ListParams::default().limit(5)).await?;
            let token = first.metadata.continue_.context("no token")?;
            let status = crate::watching::until_compacted(&api, |_| {
                let (api, params) = (api.clone(), ListParams::default().limit(5).continue_token(&token));
                async move { api.list(&params).await.map(|_| ()) }
            })
            .await?;
            let fresh = status.metadata.clone().and_then(|meta| meta.continue_).context("no other token")?;
            let rest = api.list(&ListParams::default().continue_token(&fresh)).await?;
            Ok((status, rest.items.len()))
        })
        .await;
    steps
        .step("exact version that is too old", async {
            let version = api.get("map-01").await?.resource_version().context("no version")?;
            crate::watching::until_compacted(&api, |_| {
                let (api, params) = (api.clone(), ListParams::default().at(&version).matching(VersionMatch::Exact));
                async move { api.list(&params).await.map(|_| ()) }
            })
            .await
        })
        .await;
    steps
        .step("untyped", async {
            let resource = ApiResource::erase::<ConfigMap>(&());
            let maps: Api<DynamicObject> = Api::namespaced_with(setting.client.clone(), &namespace, &resource);
            Ok(maps.list(&ListParams::default().limit(2)).await?)
        })
        .await;
    steps
        .step("metadata by its type", async {
            let maps: Api<PartialObjectMeta<ConfigMap>> = Api::namespaced(setting.client.clone(), &namespace);
            Ok((maps.get("map-01").await?, maps.list(&ListParams::default().limit(2)).await?))
        })
        .await;
    Some(())
}
