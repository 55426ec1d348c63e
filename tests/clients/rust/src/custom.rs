//! Custom resources with a schema that is derived from types: rules, defaults, status and scale.

use k8s_openapi::{
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    apimachinery::pkg::{
        api::resource::Quantity,
        apis::meta::v1::{Condition, MicroTime, Time},
        util::intstr::IntOrString,
    },
};
use kube::{
    Api, CustomResource, CustomResourceExt, KubeSchema, ResourceExt,
    api::{DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams, WatchParams},
    core::crd::merge_crds,
    discovery::{self, ApiResource},
    runtime::{conditions, wait::await_condition},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, answer, refusal},
};

/// What a gadget is to be.
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, KubeSchema)]
#[kube(
    group = "gadgets.example.com", version = "v1", kind = "Gadget", plural = "gadgets", singular = "gadget",
    shortname = "gd", category = "toys", namespaced, status = "GadgetStatus", selectable = ".spec.color",
    scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas", label_selector_path = ".status.selector"),
    printcolumn(name = "Color", type_ = "string", json_path = ".spec.color"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp"),
    validation = Rule::new("self.metadata.name != 'forbidden'"),
)]
#[serde(rename_all = "camelCase")]
#[x_kube(validation = ("self.replicas <= self.max", "replicas has to be at most max"))]
pub struct GadgetSpec {
    #[x_kube(validation = Rule::new("self != 'pink'").message("not pink").reason(Reason::FieldValueForbidden))]
    color: String,
    #[serde(default = "two")]
    replicas: i32,
    #[serde(default = "ten")]
    max: i32,
    #[x_kube(validation = Rule::new("self == oldSelf").message("fixed once it is set"))]
    fixed: Option<String>,
    nullable: Option<Nullable>,
    port: Option<IntOrString>,
    memory: Option<Quantity>,
    at: Option<Time>,
    exactly: Option<MicroTime>,
    #[serde(default)]
    parts: Vec<Part>,
    shape: Option<Shape>,
    #[x_kube(merge_strategy = ListMerge::Set)]
    #[serde(default)]
    tags: Vec<String>,
}

/// A field that may be there and null.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Nullable {
    inner: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Part {
    name: String,
    #[schemars(range(min = 1, max = 9))]
    size: u8,
}

/// One of several.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Shape {
    Round { radius: f64 },
    Square { side: u32 },
    Named(String),
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct GadgetStatus {
    replicas: Option<i32>,
    selector: Option<String>,
    #[serde(default)]
    conditions: Vec<Condition>,
}

fn two() -> i32 {
    2
}

fn ten() -> i32 {
    10
}

/// A later version of it, without a schema of the spec.
mod later {
    use super::{CustomResource, Deserialize, JsonSchema, Serialize};

    #[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
    #[kube(group = "gadgets.example.com", version = "v2alpha1", kind = "Gadget", plural = "gadgets", namespaced)]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    pub struct GadgetSpec {
        color: String,
    }
}

fn gadget(name: &str, spec: Value) -> anyhow::Result<Gadget> {
    Ok(Gadget::new(name, serde_json::from_value(spec)?))
}

pub async fn custom(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("custom").await?) }).await?;
    let definitions: Api<CustomResourceDefinition> = Api::all(setting.client.clone());
    steps
        .step("define", async {
            let params = PatchParams::apply("definer").force();
            definitions.patch(Gadget::crd_name(), &params, &Patch::Apply(Gadget::crd())).await?;
            Ok(await_condition(definitions.clone(), Gadget::crd_name(), conditions::is_crd_established()).await?)
        })
        .await?;
    let api: Api<Gadget> = Api::namespaced(setting.client.clone(), &namespace);
    let params = PostParams::default();
    steps
        .step("create: defaults", async {
            Ok(api.create(&params, &gadget("plain", json!({ "color": "red" }))?).await?)
        })
        .await?;
    steps.step("create: every field", async {
        Ok(api.create(&params, &gadget("full", json!({
            "color": "blue", "replicas": 3, "max": 5, "fixed": "a", "nullable": { "inner": null }, "port": "http", "memory": "1Gi",
            "at": "2026-01-02T03:04:05Z", "exactly": "2026-01-02T03:04:05.000006Z", "tags": ["a", "b"],
            "parts": [{ "name": "a", "size": 1 }, { "name": "b", "size": 9 }], "shape": { "round": { "radius": 1.0 } },
        }))?).await?)
    }).await?;
    let wrong = [
        ("rule of a field", "wrong", json!({ "color": "pink" })),
        ("rule of the spec", "wrong", json!({ "color": "red", "replicas": 11 })),
        ("rule of the name", "forbidden", json!({ "color": "red" })),
        ("out of range", "wrong", json!({ "color": "red", "parts": [{ "name": "a", "size": 10 }] })),
        ("twice in a set", "wrong", json!({ "color": "red", "tags": ["a", "a"] })),
    ];
    for (step, name, spec) in wrong {
        steps
            .step(&format!("refused: {step}"), async { refusal(api.create(&params, &gadget(name, spec)?).await) })
            .await;
    }
    let untyped: Api<DynamicObject> =
        Api::namespaced_with(setting.client.clone(), &namespace, &ApiResource::erase::<Gadget>(&()));
    let malformed = [
        ("missing field", json!({})),
        ("wrong types", json!({ "color": 1, "replicas": "two", "parts": {}, "port": 1.5 })),
        ("two of one", json!({ "color": "red", "shape": { "round": { "radius": 1 }, "square": { "side": 2 } } })),
        ("no time", json!({ "color": "red", "at": "yesterday" })),
        ("no quantity", json!({ "color": "red", "memory": "much" })),
    ];
    for (step, spec) in malformed {
        steps
            .step(&format!("refused: {step}"), async {
                let mut object = DynamicObject::new("wrong", &ApiResource::erase::<Gadget>(&()));
                object.data = json!({ "spec": spec });
                answer(untyped.create(&params, &object).await)
            })
            .await;
    }
    steps
        .step("unknown fields are dropped", async {
            let mut object = DynamicObject::new("pruned", &ApiResource::erase::<Gadget>(&()));
            object.data = json!({ "spec": { "color": "red", "unknown": { "a": 1 }, "nullable": null }, "other": 1 });
            Ok(untyped.create(&params, &object).await?)
        })
        .await;
    steps
        .step("unknown fields are refused", async {
            let patch = json!({ "spec": { "unknown": 1, "parts": [{ "name": "a", "size": 1, "more": 2 }] } });
            refusal(api.patch("plain", &PatchParams::default().validation_strict(), &Patch::Merge(patch)).await)
        })
        .await;
    steps
        .step("refused: what is fixed", async {
            refusal(
                api.patch("full", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "fixed": "b" } }))).await,
            )
        })
        .await;
    steps
        .step("refused: strategic", async {
            refusal(api.patch("full", &PatchParams::default(), &Patch::Strategic(json!({}))).await)
        })
        .await;
    steps
        .step("patch: merge", async {
            Ok(api
                .patch(
                    "full",
                    &PatchParams::default(),
                    &Patch::Merge(json!({ "spec": { "port": 80, "nullable": null, "replicas": null } })),
                )
                .await?)
        })
        .await;
    steps
        .step("apply: one of several lists", async {
            let wanted = json!({ "apiVersion": "gadgets.example.com/v1", "kind": "Gadget", "spec": { "tags": ["c"] } });
            Ok(api.patch("full", &PatchParams::apply("tagger"), &Patch::Apply(wanted)).await?)
        })
        .await;
    steps
        .step("apply: what was typed", async {
            refusal(
                api.patch(
                    "full",
                    &PatchParams::apply("other"),
                    &Patch::Apply(gadget("full", json!({ "color": "green" }))?),
                )
                .await,
            )
        })
        .await;
    steps
        .step("status", async {
            let mut current = api.get("full").await?;
            current.spec.color = "lost".into();
            current.status = Some(GadgetStatus { replicas: Some(1), selector: Some("a=b".into()), conditions: vec![] });
            Ok(api.replace_status("full", &params, &current).await?)
        })
        .await;
    steps.step("status: applied", async {
        let status = json!({ "apiVersion": "gadgets.example.com/v1", "kind": "Gadget", "status": { "conditions": [
            { "type": "Ready", "status": "True", "reason": "Done", "message": "", "lastTransitionTime": "2026-01-02T03:04:05Z" },
        ] } });
        let params = PatchParams::apply("status");
        Ok((
            answer(api.patch_status("full", &params, &Patch::Apply(&status)).await)?,
            api.patch_status("full", &params.force(), &Patch::Apply(&status)).await?,
        ))
    }).await;
    steps
        .step("scale", async {
            let mut scale = api.get_scale("full").await?;
            scale.spec.get_or_insert_default().replicas = Some(4);
            let replaced = api.replace_scale("full", &params, &scale).await?;
            let patched = api
                .patch_scale("full", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "replicas": 1 } })))
                .await?;
            Ok((scale, replaced, patched))
        })
        .await;
    steps
        .step("scale: too large", async {
            refusal(
                api.patch_scale("full", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "replicas": 100 } })))
                    .await,
            )
        })
        .await;
    steps
        .step("list: by a field of the spec", async {
            Ok(api.list(&ListParams::default().fields("spec.color=blue")).await?)
        })
        .await;
    steps
        .step("watch: by a field that is none", async {
            refusal(api.watch(&WatchParams::default().fields("spec.max=1"), "0").await.map(|_| ()))
        })
        .await;
    steps
        .step("another version", async {
            let both = merge_crds(vec![Gadget::crd(), later::Gadget::crd()], "v1")?;
            definitions.patch(Gadget::crd_name(), &PatchParams::apply("definer").force(), &Patch::Apply(&both)).await?;
            let served = discovery_has(&setting, "v2alpha1").await?;
            let later: Api<later::Gadget> = Api::namespaced(setting.client.clone(), &namespace);
            Ok((served, later.get("plain").await?, later.list(&ListParams::default()).await?.items.len()))
        })
        .await;
    steps
        .step("delete all", async {
            let gone = api.delete_collection(&DeleteParams::default(), &ListParams::default()).await?;
            Ok(gone.either(|list| json!({ "list": list }), |status| json!({ "status": status })))
        })
        .await;
    steps
        .step("define no more", async {
            let uid = definitions.get(Gadget::crd_name()).await?.uid().unwrap_or_default();
            definitions.delete(Gadget::crd_name(), &DeleteParams::default()).await?;
            await_condition(definitions, Gadget::crd_name(), conditions::is_deleted(&uid)).await?;
            Ok(())
        })
        .await
}

/// Waits until a version is discovered; its names.
async fn discovery_has(setting: &Setting, version: &str) -> anyhow::Result<Vec<String>> {
    loop {
        let group = discovery::group(&setting.client, "gadgets.example.com").await?;
        if group.versions().any(|own| own == version) {
            return Ok(group.versions().map(Into::into).collect());
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
