//! Reflectors: stores that are kept by watches, in both ways to begin.

use std::{sync::Arc, time::Duration};

use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, future::try_join_all, pin_mut};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Api, ResourceExt,
    api::{DeleteParams, DynamicObject, ListParams, PartialObjectMeta, Patch, PatchParams, PostParams},
    discovery::ApiResource,
    runtime::{
        WatchStreamExt, predicates,
        reflector::{self, ObjectRef, Store},
        watcher,
        watcher::watch_object,
    },
};
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinHandle, time::timeout};

use crate::{Setting, report::Steps};

/// Longer than a watch that ends soon.
const IDLE: Duration = Duration::from_millis(2500);

/// How many objects are there first.
const COUNT: usize = 12;

/// A task that ends with what it runs for.
struct Running(JoinHandle<()>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The names in a store, in order.
fn names(store: &Store<ConfigMap>) -> Vec<String> {
    let mut names: Vec<_> = store.state().iter().map(|map| map.name_any()).collect();
    names.sort();
    names
}

pub async fn caching(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("caching").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let create = |name: String| {
        let (api, map) =
            (api.clone(), json!({ "metadata": { "name": name, "labels": { "kept": "yes" } }, "data": { "a": "b" } }));
        async move { Ok::<_, anyhow::Error>(api.create(&PostParams::default(), &serde_json::from_value(map)?).await?) }
    };
    steps
        .step("create", async {
            try_join_all((0..COUNT).map(|n| create(format!("map-{n:02}")))).await?;
            Ok(())
        })
        .await?;
    let configs = [
        ("list, then watch", watcher::Config::default()),
        ("list in pages", watcher::Config::default().page_size(5)),
        ("list any version", watcher::Config::default().any_semantic()),
        ("streaming list", watcher::Config::default().streaming_lists()),
        ("watches that end soon", watcher::Config::default().timeout(1)),
        ("streaming lists that end soon", watcher::Config::default().streaming_lists().timeout(1)),
    ];
    for (number, (step, config)) in configs.into_iter().enumerate() {
        steps
            .step(step, async {
                let (store, writer) = reflector::store();
                let (sender, mut changes) = mpsc::unbounded_channel();
                let events =
                    watcher(api.clone(), config.labels("kept=yes")).default_backoff().reflect(writer).touched_objects();
                let _running = Running(tokio::spawn(events.for_each(move |change| {
                    // Nobody may wait for it any more.
                    let _ = sender.send(change.map(|map| map.name_any()));
                    async {}
                })));
                for _ in 0..COUNT {
                    changes.recv().await.context("the reflector has ended")??;
                }
                store.wait_until_ready().await?;
                let begun = names(&store);
                let late = format!("late-{number}");
                create(late.clone()).await?;
                let key = ObjectRef::new(&late).within(&namespace);
                while store.get(&key).is_none() {
                    changes.recv().await.context("the reflector has ended")??;
                }
                // What comes after is seen by another watch.
                while timeout(IDLE, changes.recv()).await.is_ok() {}
                let patch = json!({ "data": { "changed": "yes" } });
                api.patch(&late, &PatchParams::default(), &Patch::Merge(patch)).await?;
                let changed = |map: Arc<ConfigMap>| map.data.as_ref().is_some_and(|data| data.contains_key("changed"));
                while !store.get(&key).is_some_and(changed) {
                    changes.recv().await.context("the reflector has ended")??;
                }
                api.delete(&late, &DeleteParams::default()).await?;
                while store.get(&key).is_some() {
                    changes.recv().await.context("the reflector has ended")??;
                }
                ensure!(names(&store) == begun, "{:?} after {begun:?}", names(&store));
                Ok(begun)
            })
            .await;
    }
    shared(&api, &steps).await;
    partial(&setting, &namespace, &steps).await;
    steps
        .step("one object", async {
            let events = watch_object(api.clone(), "alone");
            pin_mut!(events);
            let mut seen: Vec<Value> = vec![json!(events.try_next().await?.flatten())];
            create("alone".into()).await?;
            seen.push(json!(events.try_next().await?.flatten()));
            api.delete("alone", &DeleteParams::default()).await?;
            seen.push(json!(events.try_next().await?.flatten()));
            Ok(seen)
        })
        .await;
    steps
        .step("changes of labels only", async {
            let events = watcher(api.clone(), watcher::Config::default().fields("metadata.name=map-00"))
                .applied_objects()
                .predicate_filter(predicates::labels, Default::default());
            pin_mut!(events);
            events.try_next().await?;
            for patch in [json!({ "data": { "b": "c" } }), json!({ "metadata": { "labels": { "b": "c" } } })] {
                api.patch("map-00", &PatchParams::default(), &Patch::Merge(patch)).await?;
            }
            Ok(events.try_next().await?)
        })
        .await;
    Some(())
}

/// One watch for two readers.
async fn shared(api: &Api<ConfigMap>, steps: &Steps) {
    steps
        .step("shared", async {
            let (store, writer) = reflector::store_shared(16);
            let readers: Vec<_> = (0..2).map(|_| writer.subscribe().expect("the store is shared")).collect();
            let config = watcher::Config::default().labels("kept=yes");
            let watch = tokio::spawn(watcher(api.clone(), config).reflect_shared(writer).for_each(|_| async {}));
            let mut seen = Vec::new();
            for reader in readers {
                let mut names: Vec<_> = reader.take(COUNT).map(|map| map.name_any()).collect().await;
                names.sort();
                seen.push(names);
            }
            store.wait_until_ready().await?;
            watch.abort();
            Ok(seen)
        })
        .await;
}

/// Stores of metadata only, and of objects without a type.
async fn partial(setting: &Setting, namespace: &str, steps: &Steps) {
    for (step, config) in [
        ("metadata", watcher::Config::default()),
        ("metadata, streaming list", watcher::Config::default().streaming_lists()),
    ] {
        steps
            .step(step, async {
                let api: Api<PartialObjectMeta<ConfigMap>> = Api::namespaced(setting.client.clone(), namespace);
                let events = watcher(api, config.labels("kept=yes")).touched_objects();
                let mut seen: Vec<_> = events.take(COUNT).try_collect().await?;
                seen.sort_by_key(ResourceExt::name_any);
                Ok(seen)
            })
            .await;
    }
    steps
        .step("untyped, streaming list", async {
            let resource = ApiResource::erase::<ConfigMap>(&());
            let api: Api<DynamicObject> = Api::namespaced_with(setting.client.clone(), namespace, &resource);
            let listed = api.list(&ListParams::default().labels("kept=yes")).await?;
            let config = watcher::Config::default().labels("kept=yes").streaming_lists();
            let mut seen: Vec<_> = watcher(api, config).touched_objects().take(COUNT).try_collect().await?;
            seen.sort_by_key(ResourceExt::name_any);
            ensure!(listed.items.len() == COUNT, "{} are listed", listed.items.len());
            Ok(seen)
        })
        .await;
}
