//! Configurations as programs load them: from files, with certificates in files, and merged of several.

use anyhow::ensure;
use k8s_openapi::api::core::v1::Namespace;
use kube::{
    Api, Client, Config,
    config::{KubeConfigOptions, Kubeconfig},
};
use serde_json::json;

use crate::{Setting, report::Steps};

/// Whether the server answers a client of this configuration.
async fn answers(file: Kubeconfig, options: KubeConfigOptions) -> anyhow::Result<()> {
    let config = Config::from_custom_kubeconfig(file, &options).await?;
    let found = Api::<Namespace>::all(Client::try_from(config)?).get_opt("default").await?;
    ensure!(found.is_some(), "there is no default namespace");
    Ok(())
}

pub async fn configs(setting: Setting, steps: Steps) -> Option<()> {
    let read = || Kubeconfig::read_from(&setting.kubeconfig);
    let folder = setting.kubeconfig.parent()?.to_path_buf();
    steps
        .step("certificates in files", async {
            let mut value = setting.kubeconfig()?;
            for (place, name) in [
                ("/clusters/0/cluster", "certificate-authority"),
                ("/users/0/user", "client-certificate"),
                ("/users/0/user", "client-key"),
            ] {
                let holder =
                    value.pointer_mut(place).and_then(|holder| holder.as_object_mut()).expect("the file has it");
                let data = holder.remove(&format!("{name}-data")).expect("it is given as data");
                let path = folder.join(format!("rust-{name}.pem"));
                std::fs::write(&path, decoded(data.as_str().unwrap_or_default()))?;
                holder.insert(name.into(), json!(path));
            }
            answers(serde_json::from_value(value)?, KubeConfigOptions::default()).await
        })
        .await;
    steps
        .step("contexts of several files", async {
            let mut value = setting.kubeconfig()?;
            value["contexts"][0]["name"] = json!("second");
            value["contexts"][0]["context"]["namespace"] = json!("rust");
            value["current-context"] = json!("second");
            let merged = read()?.merge(serde_json::from_value(value)?)?;
            let options = KubeConfigOptions { context: Some("second".into()), ..Default::default() };
            let config = Config::from_custom_kubeconfig(merged.clone(), &options).await?;
            ensure!(config.default_namespace == "rust", "{}", config.default_namespace);
            answers(merged, options).await
        })
        .await;
    steps
        .step("no authority", async {
            let mut file = read()?;
            if let Some(cluster) = file.clusters[0].cluster.as_mut() {
                cluster.certificate_authority_data = None;
            }
            let refused = answers(file.clone(), KubeConfigOptions::default()).await;
            ensure!(refused.is_err(), "anybody may answer");
            if let Some(cluster) = file.clusters[0].cluster.as_mut() {
                cluster.insecure_skip_tls_verify = Some(true);
            }
            answers(file, KubeConfigOptions::default()).await
        })
        .await;
    steps
        .step("by another name of the server", async {
            let mut file = read()?;
            if let Some(cluster) = file.clusters[0].cluster.as_mut() {
                cluster.tls_server_name = Some("localhost".into());
            }
            answers(file, KubeConfigOptions::default()).await
        })
        .await;
    Some(())
}

/// The bytes that base64 stands for.
fn decoded(text: &str) -> Vec<u8> {
    serde_json::from_value::<k8s_openapi::ByteString>(json!(text)).map(|bytes| bytes.0).unwrap_or_default()
}
