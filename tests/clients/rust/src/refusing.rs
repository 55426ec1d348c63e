//! Refusals, and what of them reaches a program.

use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Pod, Secret, Service};
use kube::{
    Api, Client, Config,
    api::{ListParams, PostParams},
    config::{KubeConfigOptions, Kubeconfig},
};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, refusal},
};

pub async fn refusing(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("refusing").await?) }).await?;
    let client = || setting.client.clone();
    let params = PostParams::default();
    let pods: Api<Pod> = Api::namespaced(client(), &namespace);
    let pod = |spec: Value| json!({ "metadata": { "name": "wrong" }, "spec": spec });
    let wrong = [
        ("no containers", pod(json!({ "containers": [] }))),
        ("two of a name", pod(json!({ "containers": [{ "name": "a", "image": "a" }, { "name": "a", "image": "b" }] }))),
        (
            "many faults",
            pod(json!({
                "containers": [{ "name": "A_", "image": "", "ports": [{ "containerPort": 0 }], "env": [{ "name": "" }],
                    "resources": { "requests": { "cpu": "2" }, "limits": { "cpu": "1", "odd": "1" } } }],
                "restartPolicy": "Sometimes", "dnsPolicy": "None", "volumes": [{ "name": "v" }],
            })),
        ),
        ("no name", json!({ "spec": { "containers": [{ "name": "a", "image": "a" }] } })),
        (
            "a name in capitals",
            json!({ "metadata": { "name": "Wrong" }, "spec": { "containers": [{ "name": "a", "image": "a" }] } }),
        ),
        (
            "another namespace",
            json!({ "metadata": { "name": "a", "namespace": "other" }, "spec": { "containers": [{ "name": "a", "image": "a" }] } }),
        ),
        (
            "a version",
            json!({ "metadata": { "name": "a", "resourceVersion": "1" }, "spec": { "containers": [{ "name": "a", "image": "a" }] } }),
        ),
        (
            "an odd label",
            json!({ "metadata": { "name": "a", "labels": { "a b": "c d" } }, "spec": { "containers": [{ "name": "a", "image": "a" }] } }),
        ),
    ];
    for (step, object) in wrong {
        steps
            .step(&format!("pod: {step}"), async {
                refusal(pods.create(&params, &serde_json::from_value(object)?).await)
            })
            .await;
    }
    steps
        .step("no namespace", async {
            let map = serde_json::from_value(json!({ "metadata": { "name": "a" } }))?;
            refusal(Api::<ConfigMap>::namespaced(client(), "none").create(&params, &map).await)
        })
        .await;
    steps
        .step("a generated name", async {
            let api: Api<ConfigMap> = Api::namespaced(client(), &namespace);
            let created = api
                .create(&params, &serde_json::from_value(json!({ "metadata": { "generateName": "made-" } }))?)
                .await?;
            Ok(created.metadata.name.map(|name| (name.starts_with("made-"), name.len())))
        })
        .await;
    let replaced = |object: Value| {
        let api: Api<ConfigMap> = Api::namespaced(client(), &namespace);
        async move { refusal(api.replace("made", &PostParams::default(), &serde_json::from_value(object)?).await) }
    };
    steps.step("replace: none", replaced(json!({ "metadata": { "name": "made", "resourceVersion": "1" } }))).await;
    steps
        .step("replace: another name", replaced(json!({ "metadata": { "name": "other", "resourceVersion": "1" } })))
        .await;
    steps
        .step("replace: another UID", async {
            let api: Api<ConfigMap> = Api::namespaced(client(), &namespace);
            let mut map: ConfigMap = serde_json::from_value(json!({ "metadata": { "name": "made" } }))?;
            map = api.create(&PostParams::default(), &map).await?;
            map.metadata.uid = Some("none".into());
            refusal(api.replace("made", &PostParams::default(), &map).await)
        })
        .await;
    steps
        .step("replace: nothing changes", async {
            let api: Api<ConfigMap> = Api::namespaced(client(), &namespace);
            let before = api.get("made").await?;
            let after = api.replace("made", &PostParams::default(), &before).await?;
            Ok(before.metadata.resource_version == after.metadata.resource_version)
        })
        .await;
    steps
        .step("an immutable secret", async {
            let api: Api<Secret> = Api::namespaced(client(), &namespace);
            let mut secret: Secret = serde_json::from_value(
                json!({ "metadata": { "name": "fixed" }, "immutable": true, "stringData": { "a": "b" } }),
            )?;
            secret = api.create(&params, &secret).await?;
            secret.immutable = None;
            refusal(api.replace("fixed", &params, &secret).await)
        })
        .await;
    steps
        .step("a service's address taken", async {
            let api: Api<Service> = Api::namespaced(client(), &namespace);
            let service =
                json!({ "metadata": { "name": "a" }, "spec": { "clusterIP": "10.0.0.1", "ports": [{ "port": 1 }] } });
            refusal(api.create(&params, &serde_json::from_value(service)?).await)
        })
        .await;
    steps
        .step("a namespace that must stay", async {
            refusal(Api::<Namespace>::all(client()).delete("default", &Default::default()).await)
        })
        .await;
    steps
        .step("too large", async {
            let api: Api<ConfigMap> = Api::namespaced(client(), &namespace);
            let map = json!({ "metadata": { "name": "large" }, "data": { "a": "x".repeat(1 << 20) + "x" } });
            refusal(api.create(&params, &serde_json::from_value(map)?).await)
        })
        .await;
    steps
        .step("nobody", async {
            let mut file = Kubeconfig::read_from(&setting.kubeconfig)?;
            file.auth_infos[0].auth_info = Some(serde_json::from_value(json!({ "token": "nonsense" }))?);
            let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
            refusal(Api::<Pod>::all(Client::try_from(config)?).list(&ListParams::default()).await)
        })
        .await;
    Some(())
}
