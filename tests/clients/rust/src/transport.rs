//! What is under requests: many at once, large answers, compression, serialisations and paths.

use anyhow::{Context, ensure};
use futures::{AsyncBufReadExt, StreamExt, TryStreamExt, future::try_join_all, pin_mut};
use http::{Request, header};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Api, Client, Config,
    api::{ListParams, PostParams, WatchParams},
    client::Body,
    config::{KubeConfigOptions, Kubeconfig},
};
use serde_json::{Value, json};

use crate::{
    Setting,
    report::{Steps, refusal},
};

/// How many requests are under way at a time.
const MANY: usize = 100;

pub async fn transport(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("transport").await?) }).await?;
    let api: Api<ConfigMap> = Api::namespaced(setting.client.clone(), &namespace);
    let map = |name: String, text: String| {
        let api = api.clone();
        async move {
            let map = json!({ "metadata": { "name": name }, "data": { "text": text } });
            Ok::<_, anyhow::Error>(api.create(&PostParams::default(), &serde_json::from_value(map)?).await?)
        }
    };
    steps
        .step("many at once", async {
            try_join_all((0..MANY).map(|n| map(format!("many-{n}"), "x".into()))).await?;
            let got = try_join_all((0..MANY).map(|n| {
                let api = &api;
                async move { api.get(&format!("many-{n}")).await }
            }))
            .await?;
            Ok(got.len())
        })
        .await;
    steps
        .step("many watches at once", async {
            let params = WatchParams::default().timeout(20).fields("metadata.name=many-0");
            let watches = try_join_all((0..MANY).map(|_| api.watch(&params, "0"))).await?;
            let mut seen = 0;
            for watch in watches {
                pin_mut!(watch);
                seen += usize::from(watch.try_next().await?.is_some());
            }
            Ok(seen)
        })
        .await;
    steps
        .step("large objects", async {
            try_join_all((0..5).map(|n| map(format!("large-{n}"), n.to_string().repeat(900_000)))).await?;
            let list = api.list(&ListParams::default()).await?;
            let size: usize =
                list.iter().flat_map(|map| map.data.iter().flat_map(|data| data.values())).map(String::len).sum();
            Ok(size)
        })
        .await;
    steps
        .step("large objects without compression", async {
            let file = Kubeconfig::read_from(&setting.kubeconfig)?;
            let mut config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
            config.disable_compression = true;
            config.default_namespace = namespace.clone();
            let plain: Api<ConfigMap> = Api::default_namespaced(Client::try_from(config)?);
            Ok(plain.get("large-0").await?.data.map(|data| data["text"].len()))
        })
        .await;
    steps
        .step("large objects watched", async {
            let watch =
                api.watch(&WatchParams::default().initial_events().fields("metadata.name=large-3"), "0").await?;
            pin_mut!(watch);
            Ok(format!("{:?}", watch.try_next().await?))
        })
        .await;
    steps
        .step("answers are compressed", async {
            let request = Request::get(format!("/api/v1/namespaces/{namespace}/configmaps"))
                .header(header::ACCEPT_ENCODING, "identity");
            let plain = setting.client.send(request.body(Body::empty())?).await?;
            let encoding = plain
                .headers()
                .get(header::CONTENT_ENCODING)
                .map(|value| value.to_str().map(String::from))
                .transpose()?;
            let types = plain.headers().get(header::CONTENT_TYPE).context("no type")?.to_str()?.to_string();
            Ok((encoding, types))
        })
        .await;
    let accept = |accept: &'static str| {
        let (client, path) = (setting.client.clone(), format!("/api/v1/namespaces/{namespace}/configmaps/many-0"));
        async move {
            Ok::<_, anyhow::Error>(
                client.request_text(Request::get(path).header(header::ACCEPT, accept).body(vec![])?).await,
            )
        }
    };
    for kind in [
        "application/yaml",
        "*/*",
        "text/html",
        "application/json;as=Table;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v9,application/json",
    ] {
        steps
            .step(&format!("accept: {kind}"), async {
                match accept(kind).await? {
                    Ok(text) => Ok(serde_json::from_str::<Value>(&text)
                        .unwrap_or_else(|_| text.lines().next().unwrap_or_default().into())),
                    Err(kube::Error::Api(status)) => Ok(json!(status)),
                    Err(error) => Err(error.into()),
                }
            })
            .await;
    }
    bodies(&setting.client, &namespace, &steps).await;
    paths(&setting.client, &steps).await;
    steps
        .step("many at once, tried again when refused", async {
            let file = Kubeconfig::read_from(&setting.kubeconfig)?;
            let mut config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
            config.default_retry = true;
            let patient: Api<ConfigMap> = Api::namespaced(Client::try_from(config)?, &namespace);
            let lists = futures::stream::iter(0..2 * MANY)
                .map(|_| async { patient.list(&ListParams::default().limit(1)).await });
            Ok(lists.buffer_unordered(MANY).try_collect::<Vec<_>>().await?.len())
        })
        .await;
    Some(())
}

/// Bodies as odd programs send them.
async fn bodies(client: &Client, namespace: &str, steps: &Steps) {
    let bodies = [
        ("YAML", "application/yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: \"1\"\n"),
        ("JSON without a type", "", r#"{"metadata":{"name":"no-type"}}"#),
        (
            "nulls",
            "application/json",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"nulls","labels":null,"annotations":{},"creationTimestamp":null},"data":{"a":null},"binaryData":null}"#,
        ),
        (
            "unknown fields",
            "application/json",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"unknown","x":1},"y":{"z":[]}}"#,
        ),
        (
            "duplicate fields",
            "application/json",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice"},"data":{"a":"1","a":"2"}}"#,
        ),
        ("no JSON", "application/json", "{"),
        ("nothing", "application/json", ""),
        ("a list", "application/json", "[]"),
        (
            "a wrong type",
            "application/json",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"wrong"},"data":{"a":1}}"#,
        ),
        ("another type", "text/plain", "{}"),
        (
            "with charset",
            "application/json; charset=utf-8",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"charset"}}"#,
        ),
    ];
    for (step, kind, body) in bodies {
        for query in ["", "?fieldValidation=Strict"] {
            steps
                .step(&format!("body: {step} {query}"), async {
                    let mut request = Request::post(format!("/api/v1/namespaces/{namespace}/configmaps{query}"));
                    if !kind.is_empty() {
                        request = request.header(header::CONTENT_TYPE, kind);
                    }
                    match client.request::<Value>(request.body(body.as_bytes().to_vec())?).await {
                        Err(kube::Error::Api(status)) => Ok(json!(status)),
                        other => Ok(other?),
                    }
                })
                .await;
        }
    }
}

/// Paths beside objects.
async fn paths(client: &Client, steps: &Steps) {
    for path in ["/livez", "/readyz", "/healthz", "/livez/ping"] {
        steps
            .step(&format!("path: {path}"), async { Ok(client.request_text(Request::get(path).body(vec![])?).await?) })
            .await;
    }
    for path in ["/none", "/api/v1/nones", "/api/v1/namespaces/default/pods/a/none", "/apis/apps/v1/none/a", "/api/v2"]
    {
        steps
            .step(&format!("path: {path}"), async {
                refusal(client.request_text(Request::get(path).body(vec![])?).await)
            })
            .await;
    }
    for path in ["/openapi/v2", "/openapi/v3", "/metrics", "/version"] {
        steps
            .step(&format!("path: {path}"), async {
                let stream = client.request_stream(Request::get(path).body(vec![])?).await?;
                pin_mut!(stream);
                let mut line = String::new();
                ensure!(stream.read_line(&mut line).await? > 0, "it is empty");
                Ok(())
            })
            .await;
    }
    for (method, path) in [
        ("PUT", "/api/v1/namespaces"),
        ("DELETE", "/version"),
        ("POST", "/api/v1/namespaces/default"),
        ("PATCH", "/api/v1/pods"),
    ] {
        steps
            .step(&format!("path: {method} {path}"), async {
                refusal(client.request_text(Request::builder().method(method).uri(path).body(b"{}".to_vec())?).await)
            })
            .await;
    }
}
