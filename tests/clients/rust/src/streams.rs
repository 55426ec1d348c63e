//! Logs, exec, attach and portForward, where no agent answers.

use anyhow::Context;
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Client,
    api::{AttachParams, AttachedProcess, LogParams, Patch, PatchParams, Portforwarder, PostParams},
};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, answer, refusal},
};

/// How a stream ends: as an answer of the server, as an error of the client, or as what the server says once it is open.
async fn streamed(result: kube::Result<AttachedProcess>) -> anyhow::Result<Value> {
    let mut process = match result {
        Ok(process) => process,
        Err(error) => return not_upgraded(error),
    };
    let status = process.take_status().context("no status")?.await;
    let ended = process.join().await.map_err(|error| error.to_string());
    Ok(json!({ "opened": status, "ended": ended }))
}

/// How ports are not forwarded; what comes of one that is.
async fn forwarded(result: kube::Result<Portforwarder>) -> anyhow::Result<Value> {
    let mut ports = match result {
        Ok(ports) => ports,
        Err(error) => return not_upgraded(error),
    };
    let error = ports.take_error(80).context("no port")?.await;
    let ended = ports.join().await.map_err(|error| error.to_string());
    Ok(json!({ "opened": error, "ended": ended }))
}

fn not_upgraded(error: kube::Error) -> anyhow::Result<Value> {
    match error {
        kube::Error::Api(status) => Ok(json!({ "status": status })),
        kube::Error::UpgradeConnection(error) => Ok(json!({ "upgrade": error.to_string() })),
        error => Err(error.into()),
    }
}

/// A pod by its name, on a node or on none.
async fn pod(api: &Api<Pod>, name: &str, node: Option<&str>) -> anyhow::Result<()> {
    let pod = json!({
        "metadata": { "name": name },
        "spec": { "nodeName": node, "containers": [{ "name": "web", "image": "web" }, { "name": "side", "image": "side" }] },
    });
    api.create(&PostParams::default(), &serde_json::from_value(pod)?).await?;
    Ok(())
}

pub async fn streams(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("streams").await?) }).await?;
    // An agent that does not answer is a 503 here, which a patient client tries again for minutes.
    let api: Api<Pod> = Api::namespaced(setting.impatient.clone(), &namespace);
    steps.step("pods", async {
        pod(&api, "nowhere", None).await?;
        pod(&api, "absent", Some("none")).await?;
        let node = json!({
            "apiVersion": "v1", "kind": "Node", "metadata": { "name": "deaf" },
            "status": { "addresses": [{ "type": "InternalIP", "address": "127.0.0.1" }], "daemonEndpoints": { "kubeletEndpoint": { "Port": 9 } } },
        });
        let nodes: Api<k8s_openapi::api::core::v1::Node> = Api::all(setting.client.clone());
        nodes.create(&PostParams::default(), &serde_json::from_value(node)?).await?;
        pod(&api, "deaf", Some("deaf")).await
    }).await?;
    for name in ["none", "nowhere", "absent", "deaf"] {
        let web = LogParams { container: Some("web".into()), ..Default::default() };
        steps.step(&format!("{name}: log"), async { answer(api.logs(name, &web).await) }).await;
        let attach = AttachParams::default().container("web").stderr(false);
        steps.step(&format!("{name}: attach"), async { streamed(api.attach(name, &attach).await).await }).await;
        steps.step(&format!("{name}: exec"), async { streamed(api.exec(name, ["true"], &attach).await).await }).await;
        steps
            .step(&format!("{name}: portForward"), async { forwarded(api.portforward(name, &[80, 443]).await).await })
            .await;
    }
    let logs = [
        ("no container", LogParams::default()),
        ("another container", LogParams { container: Some("other".into()), ..Default::default() }),
        (
            "previous, tail",
            LogParams {
                container: Some("web".into()),
                previous: true,
                tail_lines: Some(5),
                timestamps: true,
                ..Default::default()
            },
        ),
        ("since nothing", LogParams { container: Some("web".into()), since_seconds: Some(0), ..Default::default() }),
        ("limit of nothing", LogParams { container: Some("web".into()), limit_bytes: Some(0), ..Default::default() }),
    ];
    for (step, params) in logs {
        steps.step(&format!("log: {step}"), async { answer(api.logs("nowhere", &params).await) }).await;
    }
    steps
        .step("log: followed", async {
            let params = LogParams { container: Some("web".into()), follow: true, ..Default::default() };
            answer(api.log_stream("absent", &params).await.map(|_| ()))
        })
        .await;
    steps
        .step("exec: no container", async {
            streamed(api.exec("nowhere", ["true"], &AttachParams::default()).await).await
        })
        .await;
    steps
        .step("exec: another container", async {
            streamed(api.exec("nowhere", ["true"], &AttachParams::default().container("other")).await).await
        })
        .await;
    steps
        .step("exec: no command", async {
            streamed(api.exec("deaf", Vec::<String>::new(), &AttachParams::default().container("web")).await).await
        })
        .await;
    steps.step("ephemeral containers", async {
        let patch = json!({ "spec": { "ephemeralContainers": [{ "name": "debug", "image": "sh", "targetContainerName": "web" }] } });
        let patched = api.patch_ephemeral_containers("deaf", &PatchParams::default(), &Patch::Strategic(patch)).await?;
        Ok((patched, api.get_ephemeral_containers("deaf").await?))
    }).await;
    steps.step("resize", async {
        let patch = json!({ "spec": { "containers": [{ "name": "web", "resources": { "requests": { "cpu": "100m" } } }] } });
        answer(api.patch_resize("deaf", &PatchParams::default(), &Patch::Strategic(patch)).await)
    }).await;
    proxies(&setting.client, &namespace, &steps).await;
    Some(())
}

/// Requests that a server hands on.
async fn proxies(client: &Client, namespace: &str, steps: &Steps) {
    let paths = [
        ("of a pod that is none", format!("/api/v1/namespaces/{namespace}/pods/none/proxy/")),
        ("of a pod nowhere", format!("/api/v1/namespaces/{namespace}/pods/nowhere:80/proxy/a/b")),
        ("of a service that is none", format!("/api/v1/namespaces/{namespace}/services/none:http/proxy/")),
        ("of a node that is none", "/api/v1/nodes/none/proxy/metrics".into()),
        ("of a node that is deaf", "/api/v1/nodes/deaf/proxy/healthz".into()),
    ];
    for (step, path) in paths {
        steps
            .step(&format!("proxy {step}"), async {
                refusal(client.request_text(http::Request::get(path).body(vec![])?).await)
            })
            .await;
    }
}
