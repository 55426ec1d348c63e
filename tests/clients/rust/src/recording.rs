//! Events as controllers publish them, again and again.

use anyhow::{Context, ensure};
use k8s_openapi::api::{core, core::v1::ConfigMap, events::v1::Event};
use kube::{
    Api, Resource,
    api::{ListParams, PostParams},
    runtime::events::{self, EventType, Recorder, Reporter},
};
use serde_json::json;

use crate::{Setting, report::Steps};

pub async fn recording(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("recording").await?) }).await?;
    let maps: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let about = steps
        .step("create", async {
            let map = serde_json::from_value(json!({ "metadata": { "name": "map" } }))?;
            Ok(maps.create(&PostParams::default(), &map).await?)
        })
        .await?;
    let reporter = Reporter { controller: "example.com/rust".into(), instance: Some("rust-0".into()) };
    let recorder = Recorder::new(setting.client.clone(), reporter);
    let event = events::Event {
        type_: EventType::Warning,
        reason: "Odd".into(),
        note: Some("it is odd".into()),
        action: "Look".into(),
        secondary: None,
    };
    let api: Api<Event> = Api::namespaced(setting.client.clone(), &namespace);
    let named = |mut event: Event| {
        // Its name is made of the time.
        ensure!(event.metadata.name.take().is_some_and(|name| name.starts_with("map.")), "another name");
        Ok(event)
    };
    steps
        .step("publish", async {
            recorder.publish(&event, &about.object_ref(&())).await?;
            let fields = "reason=Odd,regarding.name=map,type=Warning";
            named(api.list(&ListParams::default().fields(fields)).await?.items.pop().context("none")?)
        })
        .await;
    steps
        .step("publish again: a series", async {
            recorder.publish(&event, &about.object_ref(&())).await?;
            recorder.publish(&event, &about.object_ref(&())).await?;
            let list = api.list(&ListParams::default()).await?;
            ensure!(list.items.len() == 1, "{} events", list.items.len());
            named(list.items.into_iter().next().context("none")?)
        })
        .await;
    steps
        .step("the same by its older name", async {
            let older: Api<core::v1::Event> = Api::namespaced(setting.client.clone(), &namespace);
            let fields = "involvedObject.name=map,reportingComponent=example.com/rust";
            let mut event = older.list(&ListParams::default().fields(fields)).await?.items.pop().context("none")?;
            event.metadata.name = None;
            Ok(event)
        })
        .await;
    steps
        .step("about no namespace", async {
            let mut reference = about.object_ref(&());
            reference.namespace = None;
            recorder.publish(&event, &reference).await?;
            Ok(())
        })
        .await;
    Some(())
}
