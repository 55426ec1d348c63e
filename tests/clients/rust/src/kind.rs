//! The life of some objects of a kind: all that the client can do with any kind.

use std::fmt::Debug;

use anyhow::{bail, ensure};
use futures::{StreamExt, TryStreamExt, stream::BoxStream};
use k8s_openapi::{NamespaceResourceScope, serde::de::DeserializeOwned};
use kube::runtime::wait::await_condition;
use kube::{
    Api, Resource, ResourceExt,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams},
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{
    NAMESPACE, Setting, Subject,
    report::{Report, Steps, refusal},
};

/// What a kind has to be for a client.
pub trait Kind:
    Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Serialize + Send + Sync + 'static
{
}

impl<K> Kind for K where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Serialize + Send + Sync + 'static
{
}

/// The label of the objects of a kind's life: others of the kind may be there.
const LABEL: &str = "life";

/// The label's value, another one in each version of a kind: some kinds are served in two groups or versions.
fn mark<K: Kind>() -> String {
    K::api_version(&()).replace('/', ".")
}

/// An example of a kind, and what is special about it.
pub struct Example {
    pub manifest: Value,
    /// Whether it has a status of its own.
    pub status: bool,
    /// Whether it stays for someone else to remove.
    pub stays: bool,
    /// The condition that the server itself gives it, at a time of its own.
    pub settles: Option<&'static str>,
}

/// An example without a status of its own, that goes when it is deleted.
pub fn example(manifest: Value) -> Example {
    Example { manifest, status: false, stays: false, settles: None }
}

impl Example {
    pub fn with_status(self) -> Self {
        Self { status: true, ..self }
    }

    pub fn that_stays(self) -> Self {
        Self { stays: true, ..self }
    }

    pub fn that_settles(self, condition: &'static str) -> Self {
        Self { settles: Some(condition), ..self }
    }
}

/// The kinds of a table, each a subject.
pub struct Table<'a> {
    setting: &'a Setting,
    report: &'a Report,
    pub subjects: Vec<(String, Subject)>,
}

impl<'a> Table<'a> {
    pub fn new(setting: &'a Setting, report: &'a Report) -> Self {
        Self { setting, report, subjects: Vec::new() }
    }

    pub fn namespaced<K: Kind + Resource<Scope = NamespaceResourceScope>>(&mut self, example: Example) {
        self.add(Api::<K>::namespaced(self.setting.client.clone(), NAMESPACE), example);
    }

    pub fn cluster<K: Kind>(&mut self, example: Example) {
        self.add(Api::<K>::all(self.setting.client.clone()), example);
    }

    fn add<K: Kind>(&mut self, api: Api<K>, example: Example) {
        let name = format!("{} {}", K::api_version(&()), K::kind(&()));
        let steps = self.report.steps(&name);
        self.subjects.push((name, Box::pin(live(api, example, steps))));
    }
}

struct Life<K> {
    api: Api<K>,
    steps: Steps,
    name: String,
}

/// Lives through all of it.
async fn live<K: Kind>(api: Api<K>, mut example: Example, steps: Steps) -> Option<()> {
    example.manifest["metadata"]["labels"][LABEL] = mark::<K>().into();
    let name = example.manifest["metadata"]["name"].as_str().unwrap_or("example").to_string();
    example.manifest["metadata"]["name"] = name.as_str().into();
    let life = Life { api, steps, name };
    let events = life.steps.step("watch from a list", async { Ok(Unseen(life.follow().await?)) }).await?.0;
    let created = life.create(&example).await?;
    if let Some(condition) = example.settles {
        life.settle(condition).await?;
    }
    life.read().await;
    life.write(&created).await;
    if example.status {
        life.status().await;
    }
    life.patch().await;
    life.apply(&example.manifest).await;
    life.delete(events, &example).await
}

/// What a step hands on, and no answer of a server is.
pub struct Unseen<T>(pub T);

impl<T> Serialize for Unseen<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

type Events<K> = BoxStream<'static, kube::Result<WatchEvent<K>>>;

impl<K: Kind> Life<K> {
    async fn follow(&self) -> kube::Result<Events<K>> {
        let selector = format!("{LABEL}={}", mark::<K>());
        let list = self.api.list(&ListParams::default().labels(&selector)).await?;
        let version = list.metadata.resource_version.unwrap_or_default();
        Ok(self.api.watch(&WatchParams::default().labels(&selector), &version).await?.boxed())
    }

    async fn create(&self, example: &Example) -> Option<K> {
        let wanted =
            self.steps.step("parse", async { Ok(Unseen(serde_json::from_value::<K>(example.manifest.clone())?)) });
        let wanted = wanted.await?.0;
        self.steps
            .step("create: dry run", async {
                let params = PostParams { dry_run: true, ..Default::default() };
                let shown = self.api.create(&params, &wanted).await?;
                ensure!(self.api.get_opt(&self.name).await?.is_none(), "it is there");
                Ok(shown)
            })
            .await;
        let params = PostParams { field_manager: Some("creator".into()), ..Default::default() };
        let created = self.steps.step("create", async { Ok(self.api.create(&params, &wanted).await?) }).await?;
        self.steps.step("create: again", async { refusal(self.api.create(&params, &wanted).await) }).await;
        Some(created)
    }

    async fn settle(&self, condition: &str) -> Option<()> {
        self.steps
            .step("settle", async {
                let settled = |object: Option<&K>| {
                    let conditions = json!(object)["status"]["conditions"].clone();
                    conditions.as_array().is_some_and(|all| all.iter().any(|one| one["type"] == condition))
                };
                await_condition(self.api.clone(), &self.name, settled).await?;
                Ok(())
            })
            .await
    }

    async fn read(&self) {
        self.steps.step("get", async { Ok(self.api.get(&self.name).await?) }).await;
        self.steps.step("get: metadata", async { Ok(self.api.get_metadata(&self.name).await?) }).await;
        self.steps.step("get: none", async { refusal(self.api.get("none").await) }).await;
        let params = ListParams::default().labels(&format!("{LABEL}={}", mark::<K>()));
        self.steps.step("list", async { Ok(self.api.list(&params).await?) }).await;
        let by_name = params.clone().fields(&format!("metadata.name={}", self.name)).limit(1);
        self.steps.step("list: by field", async { Ok(self.api.list(&by_name).await?) }).await;
        self.steps.step("list: metadata", async { Ok(self.api.list_metadata(&params).await?) }).await;
    }

    async fn write(&self, created: &K) {
        self.steps
            .step("replace", async {
                let mut current = self.api.get(&self.name).await?;
                current.labels_mut().insert("replaced".into(), "yes".into());
                Ok(self.api.replace(&self.name, &PostParams::default(), &current).await?)
            })
            .await;
        self.steps
            .step("replace: stale", async {
                let mut stale = created.clone();
                stale.labels_mut().insert("stale".into(), "yes".into());
                let status = refusal(self.api.replace(&self.name, &PostParams::default(), &stale).await)?;
                ensure!(status.is_conflict(), "{status:?}");
                Ok(status)
            })
            .await;
    }

    async fn status(&self) {
        self.steps.step("status: get", async { Ok(self.api.get_status(&self.name).await?) }).await;
        self.steps
            .step("status: replace", async {
                let mut current = self.api.get(&self.name).await?;
                current.annotations_mut().insert("by".into(), "status".into());
                Ok(self.api.replace_status(&self.name, &PostParams::default(), &current).await?)
            })
            .await;
        self.steps
            .step("status: merge", async {
                let patch = Patch::Merge(json!({ "status": {}, "metadata": { "labels": { "status": "no" } } }));
                Ok(self.api.patch_status(&self.name, &PatchParams::default(), &patch).await?)
            })
            .await;
    }

    async fn patch(&self) {
        let added = json!({ "metadata": { "annotations": { "null": null, "empty": "" } } });
        for (step, patch) in [("merge", Patch::Merge(&added)), ("strategic", Patch::Strategic(&added))] {
            self.steps
                .step(&format!("patch: {step}"), async {
                    Ok(self.api.patch(&self.name, &PatchParams::default(), &patch).await?)
                })
                .await;
        }
        self.steps
            .step("patch: JSON", async {
                let patch: json_patch::Patch = serde_json::from_value(json!([
                    { "op": "test", "path": "/metadata/name", "value": self.name },
                    { "op": "add", "path": "/metadata/annotations/json", "value": "yes" },
                ]))?;
                Ok(self.api.patch(&self.name, &PatchParams::default(), &Patch::Json::<()>(patch)).await?)
            })
            .await;
        self.steps
            .step("patch: metadata", async {
                let patch = Patch::Merge(json!({ "metadata": { "labels": { "partial": "yes" } } }));
                Ok(self.api.patch_metadata(&self.name, &PatchParams::default(), &patch).await?)
            })
            .await;
    }

    async fn apply(&self, manifest: &Value) {
        let mut wanted = manifest.clone();
        wanted["apiVersion"] = K::api_version(&()).into();
        wanted["kind"] = K::kind(&()).into();
        wanted["metadata"]["annotations"]["json"] = "applied".into();
        let params = PatchParams::apply("applier");
        self.steps
            .step("apply: conflict", async {
                refusal(self.api.patch(&self.name, &params, &Patch::Apply(&wanted)).await)
            })
            .await;
        self.steps
            .step("apply: by force", async {
                let force = params.clone().force().validation_strict();
                Ok(self.api.patch(&self.name, &force, &Patch::Apply(&wanted)).await?)
            })
            .await;
        self.steps
            .step("apply: nothing new", async {
                let before = self.api.get(&self.name).await?.resource_version();
                let after = self.api.patch(&self.name, &params, &Patch::Apply(&wanted)).await?;
                ensure!(after.resource_version() == before, "{:?} after {before:?}", after.resource_version());
                Ok(())
            })
            .await;
    }

    async fn delete(&self, mut events: Events<K>, example: &Example) -> Option<()> {
        self.steps
            .step("delete: dry run", async {
                let shown = self.api.delete(&self.name, &DeleteParams::default().dry_run()).await?;
                self.api.get(&self.name).await?;
                Ok(shown.either(|object| json!(object), |status| json!(status)))
            })
            .await;
        self.steps
            .step("delete", async {
                let deleted = self.api.delete(&self.name, &DeleteParams::background()).await?;
                Ok(deleted.either(|object| json!(object), |status| json!(status)))
            })
            .await?;
        let all = self
            .steps
            .step("watch: until it is gone", async {
                let mut seen = Vec::new();
                while let Some(event) = events.try_next().await? {
                    match event {
                        WatchEvent::Bookmark(_) => {}
                        WatchEvent::Error(status) => bail!("{status}"),
                        WatchEvent::Added(object) => seen.push(json!({ "added": object })),
                        WatchEvent::Modified(object) => {
                            let ends = example.stays && object.meta().deletion_timestamp.is_some();
                            seen.push(json!({ "modified": object }));
                            if ends {
                                return Ok(Unseen(seen));
                            }
                        }
                        WatchEvent::Deleted(object) => {
                            seen.push(json!({ "deleted": object }));
                            return Ok(Unseen(seen));
                        }
                    }
                }
                bail!("the watch has ended after {}", json!(seen))
            })
            .await?
            .0;
        // How often it was written to is not up to this program alone.
        if example.settles.is_none() {
            self.steps.step("watch: all of it", async { Ok(all) }).await;
        }
        Some(())
    }
}
