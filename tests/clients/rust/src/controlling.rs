//! A controller of a custom resource with a finalizer, that owns objects and takes changes of them back.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::{StreamExt, TryFutureExt};
use k8s_openapi::{
    api::core::v1::{ConfigMap, Secret},
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams},
    runtime::{
        Controller,
        conditions::{Condition, is_crd_established, is_deleted},
        controller::Action,
        finalizer::{Event, finalizer},
        reflector::ObjectRef,
        wait::await_condition,
        watcher,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::oneshot;

use crate::{Setting, report::Steps};

const FINALIZER: &str = "control.example.com/cleanup";

/// What is wanted of a copy.
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "control.example.com", version = "v1", kind = "Copy", namespaced, status = "CopyStatus")]
pub struct CopySpec {
    text: String,
}

/// What became of it.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct CopyStatus {
    copied: Option<String>,
}

#[derive(Debug)]
struct Failure(String);

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<kube::Error> for Failure {
    fn from(error: kube::Error) -> Self {
        Self(error.to_string())
    }
}

/// Makes a map of the copy, and tells of it in the status.
async fn reconcile(copy: Arc<Copy>, client: Arc<Client>) -> Result<Action, Failure> {
    let namespace = copy.namespace().unwrap_or_default();
    let copies: Api<Copy> = Api::namespaced((*client).clone(), &namespace);
    let maps: Api<ConfigMap> = Api::namespaced((*client).clone(), &namespace);
    finalizer(&copies, FINALIZER, copy, |event| async {
        match event {
            Event::Apply(copy) => {
                let name = copy.name_any();
                let params = PatchParams::apply("controller").force();
                let map = ConfigMap {
                    metadata: kube::api::ObjectMeta {
                        name: Some(name.clone()),
                        owner_references: copy.controller_owner_ref(&()).map(|owner| vec![owner]),
                        ..Default::default()
                    },
                    data: Some(BTreeMap::from([("text".into(), copy.spec.text.clone())])),
                    ..Default::default()
                };
                maps.patch(&name, &params, &Patch::Apply(&map)).await?;
                let status = json!({
                    "apiVersion": Copy::api_version(&()), "kind": Copy::kind(&()), "status": { "copied": copy.spec.text },
                });
                copies.patch_status(&name, &params, &Patch::Apply(&status)).await?;
                Ok(Action::requeue(Duration::from_secs(300)))
            }
            Event::Cleanup(copy) => {
                maps.delete(&copy.name_any(), &DeleteParams::default()).await?;
                Ok::<_, Failure>(Action::await_change())
            }
        }
    })
    .map_err(|error| Failure(error.to_string()))
    .await
}

fn says(text: &'static str) -> impl Condition<ConfigMap> {
    move |map: Option<&ConfigMap>| {
        map.and_then(|map| map.data.as_ref()).is_some_and(|data| data.get("text").is_some_and(|own| own == text))
    }
}

pub async fn controller(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("controlling").await?) }).await?;
    let client = setting.client.clone();
    steps
        .step("define", async {
            let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
            let params = PatchParams::apply("controller").force();
            definitions.patch(Copy::crd_name(), &params, &Patch::Apply(Copy::crd())).await?;
            Ok(await_condition(definitions, Copy::crd_name(), is_crd_established()).await?)
        })
        .await?;
    let copies: Api<Copy> = Api::namespaced(client.clone(), &namespace);
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), &namespace);
    let secrets: Api<Secret> = Api::namespaced(client.clone(), &namespace);
    let (stop, stopped) = oneshot::channel::<()>();
    let own = namespace.clone();
    let running = tokio::spawn(
        Controller::new(copies.clone(), watcher::Config::default().streaming_lists())
            .owns(maps.clone(), watcher::Config::default())
            .watches(secrets.clone(), watcher::Config::default(), move |secret: Secret| {
                [ObjectRef::<Copy>::new(&secret.name_any()).within(&own)]
            })
            .graceful_shutdown_on(async { drop(stopped.await) })
            .run(reconcile, |_, _, _| Action::requeue(Duration::from_millis(200)), Arc::new(client.clone()))
            .filter_map(|result| async { result.err().map(|error| error.to_string()) })
            .collect::<Vec<_>>(),
    );
    steps
        .step("an object is reconciled", async {
            copies.create(&PostParams::default(), &Copy::new("one", CopySpec { text: "first".into() })).await?;
            await_condition(maps.clone(), "one", says("first")).await?;
            let done = |copy: Option<&Copy>| {
                copy.and_then(|copy| copy.status.as_ref()).is_some_and(|status| status.copied.is_some())
            };
            Ok((await_condition(copies.clone(), "one", done).await?, maps.get("one").await?))
        })
        .await;
    steps
        .step("a change is", async {
            let patch = json!({ "spec": { "text": "second" } });
            copies.patch("one", &PatchParams::default(), &Patch::Merge(patch)).await?;
            Ok(await_condition(maps.clone(), "one", says("second")).await?)
        })
        .await;
    steps
        .step("what it owns is taken back", async {
            let patch = json!({ "data": { "text": "meddled" } });
            maps.patch("one", &PatchParams::default(), &Patch::Merge(patch)).await?;
            Ok(await_condition(maps.clone(), "one", says("second")).await?)
        })
        .await;
    steps
        .step("what it owns is made again", async {
            maps.delete("one", &DeleteParams::default()).await?;
            Ok(await_condition(maps.clone(), "one", says("second")).await?)
        })
        .await;
    steps
        .step("the finalizer cleans up", async {
            let uid = copies.get("one").await?.uid().unwrap_or_default();
            copies.delete("one", &DeleteParams::background()).await?;
            await_condition(copies.clone(), "one", is_deleted(&uid)).await?;
            Ok((copies.list(&ListParams::default()).await?.items.len(), maps.get_opt("one").await?))
        })
        .await;
    steps
        .step("it stops", async {
            stop.send(()).map_err(|()| anyhow::anyhow!("it has ended"))?;
            running.await?;
            Ok(())
        })
        .await
}
