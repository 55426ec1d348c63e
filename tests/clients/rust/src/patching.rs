//! Patches of all types, applied configurations, and entries that are changed and committed.

use anyhow::{bail, ensure};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::ConfigMap};
use kube::{
    Api, ResourceExt,
    api::{
        DynamicObject, Patch, PatchParams, PostParams,
        entry::{CommitError, Entry},
    },
    discovery::ApiResource,
};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, answer, refusal},
};

fn deployment(name: &str) -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": { "name": name, "labels": { "app": "web" } },
        "spec": {
            "selector": { "matchLabels": { "app": "web" } },
            "template": {
                "metadata": { "labels": { "app": "web" } },
                "spec": { "containers": [
                    { "name": "web", "image": "web:1", "ports": [{ "containerPort": 80 }], "env": [{ "name": "A", "value": "1" }] },
                    { "name": "side", "image": "side:1" },
                ] },
            },
        },
    })
}

fn pointed(operations: Value) -> anyhow::Result<Patch<()>> {
    Ok(Patch::Json(serde_json::from_value(operations)?))
}

/// Merge, strategic and JSON patches, and what is refused of them.
pub async fn patching(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("patching").await?) }).await?;
    let api: Api<Deployment> = Api::namespaced(setting.client.clone(), &namespace);
    let params = PatchParams::default();
    steps
        .step("create", async {
            Ok(api.create(&PostParams::default(), &serde_json::from_value(deployment("web"))?).await?)
        })
        .await?;
    let strategic = [
        (
            "containers by name",
            json!({ "spec": { "template": { "spec": { "containers": [{ "name": "web", "image": "web:2" }] } } } }),
        ),
        (
            "delete a container",
            json!({ "spec": { "template": { "spec": { "containers": [{ "name": "side", "$patch": "delete" }] } } } }),
        ),
        (
            "replace a list",
            json!({ "spec": { "template": { "spec": { "containers": [
            { "$patch": "replace" }, { "name": "only", "image": "only:1" },
        ] } } } }),
        ),
        (
            "order of elements",
            json!({ "spec": { "template": { "spec": {
            "$setElementOrder/containers": [{ "name": "first" }, { "name": "only" }], "containers": [{ "name": "first", "image": "first:1" }],
        } } } }),
        ),
        ("retain keys", json!({ "spec": { "strategy": { "$retainKeys": ["type"], "type": "Recreate" } } })),
        (
            "primitive list",
            json!({ "metadata": { "$deleteFromPrimitiveList/finalizers": ["none.example.com/x"], "finalizers": ["a.example.com/x"] } }),
        ),
        ("delete primitives", json!({ "metadata": { "$deleteFromPrimitiveList/finalizers": ["a.example.com/x"] } })),
        ("null", json!({ "metadata": { "labels": { "app": null } } })),
    ];
    for (step, patch) in strategic {
        steps
            .step(&format!("strategic: {step}"), async {
                Ok(api.patch("web", &params, &Patch::Strategic(patch)).await?)
            })
            .await;
    }
    let merge = [
        (
            "list replaced",
            json!({ "spec": { "template": { "spec": { "containers": [{ "name": "web", "image": "web:3" }] } } } }),
        ),
        (
            "nulls",
            json!({ "spec": { "replicas": null, "minReadySeconds": 3 }, "metadata": { "labels": null, "annotations": {} } }),
        ),
        ("unknown field", json!({ "spec": { "unknown": 1, "replicas": 2 } })),
        ("number as text in a label", json!({ "metadata": { "labels": { "n": "1" } } })),
    ];
    for (step, patch) in merge {
        steps
            .step(&format!("merge: {step}"), async { Ok(api.patch("web", &params, &Patch::Merge(patch)).await?) })
            .await;
    }
    let json = [
        (
            "add and move",
            json!([
                { "op": "add", "path": "/metadata/annotations", "value": { "a": "1" } },
                { "op": "move", "from": "/metadata/annotations/a", "path": "/metadata/annotations/b~1c" },
                { "op": "copy", "from": "/metadata/annotations/b~1c", "path": "/metadata/annotations/d" },
            ]),
        ),
        (
            "append",
            json!([{ "op": "add", "path": "/spec/template/spec/containers/-", "value": { "name": "last", "image": "last:1" } }]),
        ),
        (
            "replace and remove",
            json!([
                { "op": "replace", "path": "/spec/replicas", "value": 4 }, { "op": "remove", "path": "/spec/template/spec/containers/0" },
            ]),
        ),
    ];
    for (step, patch) in json {
        steps.step(&format!("JSON: {step}"), async { Ok(api.patch("web", &params, &pointed(patch)?).await?) }).await;
    }
    let refused = [
        ("JSON: test fails", pointed(json!([{ "op": "test", "path": "/spec/replicas", "value": 9 }]))),
        ("JSON: no such path", pointed(json!([{ "op": "remove", "path": "/spec/none" }]))),
        ("JSON: replace nothing", pointed(json!([{ "op": "replace", "path": "/metadata/labels/none", "value": "x" }]))),
    ];
    for (step, patch) in refused {
        steps.step(&format!("refused: {step}"), async { answer(api.patch("web", &params, &patch?).await) }).await;
    }
    let wrong = [
        ("invalid", Patch::Merge(json!({ "spec": { "replicas": -1 } }))),
        ("wrong type", Patch::Merge(json!({ "spec": { "replicas": "two" } }))),
        ("wrong type, strategic", Patch::Strategic(json!({ "spec": { "replicas": "two" } }))),
        ("immutable", Patch::Merge(json!({ "spec": { "selector": { "matchLabels": { "app": "other" } } } }))),
        ("no object", Patch::Merge(json!(["a"]))),
        ("no object, strategic", Patch::Strategic(json!("a"))),
        ("another name", Patch::Merge(json!({ "metadata": { "name": "other" } }))),
        ("old version", Patch::Merge(json!({ "metadata": { "resourceVersion": "1" } }))),
        (
            "element without key",
            Patch::Strategic(json!({ "spec": { "template": { "spec": { "containers": [{ "image": "x" }] } } } })),
        ),
    ];
    for (step, patch) in wrong {
        steps.step(&format!("refused: {step}"), async { refusal(api.patch("web", &params, &patch).await) }).await;
    }
    for (step, params) in [("ignore", params.clone().validation_ignore()), ("warn", params.clone().validation_warn())] {
        steps
            .step(&format!("field validation: {step}"), async {
                Ok(api.patch("web", &params, &Patch::Merge(json!({ "spec": { "unknown": 1 } }))).await?)
            })
            .await;
    }
    for (step, patch) in [
        ("merge", Patch::Merge(json!({ "spec": { "unknown": 1, "replicas": 3 } }))),
        ("strategic", Patch::Strategic(json!({ "spec": { "unknown": 1 } }))),
        ("apply", Patch::Apply(json!({ "apiVersion": "apps/v1", "kind": "Deployment", "spec": { "unknown": 1 } }))),
    ] {
        steps
            .step(&format!("field validation: strict {step}"), async {
                refusal(api.patch("web", &PatchParams::apply("strict").validation_strict(), &patch).await)
            })
            .await;
    }
    steps
        .step("dry run", async {
            Ok(api.patch("web", &params.clone().dry_run(), &Patch::Merge(json!({ "spec": { "replicas": 9 } }))).await?)
        })
        .await;
    steps.step("none", async { refusal(api.patch("none", &params, &Patch::Merge(json!({}))).await) }).await;
    steps.step("restart", async { Ok(api.restart("web").await.map(|_| ())?) }).await;
    Some(())
}

/// Server-side apply as controllers of this client do it.
pub async fn applying(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("applying").await?) }).await?;
    let api: Api<Deployment> = Api::namespaced(setting.client.clone(), &namespace);
    let owner = PatchParams::apply("owner");
    let mut wanted = deployment("web");
    steps.step("create", async { Ok(api.patch("web", &owner, &Patch::Apply(&wanted)).await?) }).await?;
    steps
        .step("no manager", async { refusal(api.patch("web", &PatchParams::default(), &Patch::Apply(&wanted)).await) })
        .await;
    steps
        .step("another manager shares", async {
            Ok(api.patch("web", &PatchParams::apply("other"), &Patch::Apply(&wanted)).await?)
        })
        .await;
    wanted["spec"]["template"]["spec"]["containers"][0]["image"] = "web:2".into();
    steps.step("conflict", async { refusal(api.patch("web", &owner, &Patch::Apply(&wanted)).await) }).await;
    steps.step("by force", async { Ok(api.patch("web", &owner.clone().force(), &Patch::Apply(&wanted)).await?) }).await;
    wanted["spec"]["template"]["spec"]["containers"].as_array_mut()?.remove(1);
    steps
        .step("what the other still wants stays", async { Ok(api.patch("web", &owner, &Patch::Apply(&wanted)).await?) })
        .await;
    steps
        .step("typed, with nothing set", async {
            let mut nothing = Deployment::default();
            nothing.metadata.name = Some("web".into());
            Ok(api.patch("web", &PatchParams::apply("other"), &Patch::Apply(&nothing)).await?)
        })
        .await;
    steps
        .step("with managed fields", async {
            let mut current = api.get("web").await?;
            current.metadata.resource_version = None;
            refusal(api.patch("web", &owner, &Patch::Apply(&current)).await)
        })
        .await;
    steps
        .step("taken from an update", async {
            let mut current = api.get("web").await?;
            current.managed_fields_mut().clear();
            current.labels_mut().insert("updated".into(), "yes".into());
            let params = PostParams { field_manager: Some("updater".into()), ..Default::default() };
            Ok(api.replace("web", &params, &current).await?)
        })
        .await;
    steps.step("status", async {
        let status = json!({ "apiVersion": "apps/v1", "kind": "Deployment", "status": {
            "conditions": [{ "type": "Checked", "status": "True", "lastUpdateTime": null, "reason": "a", "message": "b" }],
        } });
        Ok(api.patch_status("web", &owner, &Patch::Apply(&status)).await?)
    }).await;
    steps.step("scale", async {
        let scale = json!({ "apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": { "name": "web" }, "spec": { "replicas": 3 } });
        let params = PatchParams::apply("scaler");
        Ok((
            answer(api.patch_scale("web", &params, &Patch::Apply(&scale)).await)?,
            api.patch_scale("web", &params.force(), &Patch::Apply(&scale)).await?,
        ))
    }).await;
    steps
        .step("after the scaler", async {
            let mut scaled = deployment("web");
            scaled["spec"]["replicas"] = 1.into();
            answer(api.patch("web", &owner, &Patch::Apply(&scaled)).await)
        })
        .await;
    steps
        .step("another name", async { refusal(api.patch("web", &owner, &Patch::Apply(deployment("other"))).await) })
        .await;
    steps
        .step("another kind", async {
            refusal(
                api.patch("web", &owner, &Patch::Apply(json!({ "apiVersion": "apps/v1", "kind": "ReplicaSet" }))).await,
            )
        })
        .await;
    steps
        .step("duplicate keys", async {
            let mut twice = deployment("web");
            twice["spec"]["template"]["spec"]["containers"][1]["name"] = "web".into();
            refusal(api.patch("web", &owner, &Patch::Apply(&twice)).await)
        })
        .await;
    steps.step("untyped", async {
        let resource = ApiResource::erase::<ConfigMap>(&());
        let maps: Api<DynamicObject> = Api::namespaced_with(setting.client.clone(), &namespace, &resource);
        let map = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "untyped" }, "data": { "a": null, "b": "1" } });
        Ok(maps.patch("untyped", &owner, &Patch::Apply(&map)).await?)
    }).await;
    Some(())
}

/// Entries: got or made, changed, and sent back.
pub async fn entries(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("entries").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let params = PostParams::default();
    steps
        .step("make", async {
            let mut entry = api.entry("map").await?.or_insert(ConfigMap::default).and_modify(|map| {
                map.data.get_or_insert_default().insert("a".into(), "1".into());
            });
            entry.commit(&params).await?;
            Ok(entry.into_object())
        })
        .await?;
    steps
        .step("nothing to commit", async {
            let before = api.get("map").await?.resource_version();
            let Entry::Occupied(mut entry) = api.entry("map").await? else { bail!("it is gone") };
            entry.commit(&params).await?;
            ensure!(entry.get().resource_version() == before, "it was written");
            Ok(())
        })
        .await;
    steps
        .step("two at once", async {
            let (Entry::Occupied(mut one), Entry::Occupied(mut other)) =
                (api.entry("map").await?, api.entry("map").await?)
            else {
                bail!("it is gone")
            };
            one.get_mut().data.get_or_insert_default().insert("b".into(), "2".into());
            other.get_mut().data.get_or_insert_default().insert("b".into(), "3".into());
            one.commit(&params).await?;
            match other.commit(&params).await {
                Err(CommitError::Save(kube::Error::Api(status))) if status.is_conflict() => Ok(*status),
                other => bail!("{other:?}"),
            }
        })
        .await;
    steps
        .step("made by two", async {
            let mut one = api.entry("raced").await?.or_insert(ConfigMap::default);
            let mut other = api.entry("raced").await?.or_insert(ConfigMap::default);
            one.commit(&params).await?;
            match other.commit(&params).await {
                Err(CommitError::Save(kube::Error::Api(status))) if status.is_already_exists() => Ok(*status),
                other => bail!("{other:?}"),
            }
        })
        .await;
    Some(())
}
