//! Reviews: who one is, and what one may do; tokens of service accounts, and other users' eyes.

use anyhow::Context;
use k8s_openapi::api::{
    authentication::v1::{SelfSubjectReview, TokenRequest, TokenReview},
    authorization::v1::{
        LocalSubjectAccessReview, SelfSubjectAccessReview, SelfSubjectRulesReview, SubjectAccessReview,
    },
    core::v1::{ConfigMap, ServiceAccount},
};
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

/// A client of the same server for another user.
pub async fn client_as(setting: &Setting, user: Value) -> anyhow::Result<Client> {
    let mut file = setting.kubeconfig()?;
    let own = &mut file["users"][0]["user"];
    if user.get("as").is_none() && user.get("as-groups").is_none() {
        *own = json!({});
    }
    for (name, field) in user.as_object().context("no user")? {
        own[name] = field.clone();
    }
    let file: Kubeconfig = serde_json::from_value(file)?;
    let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
    Ok(Client::try_from(config)?)
}

pub async fn reviewing(setting: Setting, steps: Steps) -> Option<()> {
    let namespace = steps.step("namespace", async { Ok(setting.namespace("reviewing").await?) }).await?;
    let client = || setting.client.clone();
    let params = PostParams::default();
    let whoami = |client: Client| async move {
        let api: Api<SelfSubjectReview> = Api::all(client);
        let mut review = api.create(&PostParams::default(), &SelfSubjectReview::default()).await?;
        // The certificate's digest is another each time.
        if let Some(user) = review.status.as_mut().and_then(|status| status.user_info.as_mut()) {
            user.extra = user.extra.take().map(|extra| extra.into_keys().map(|key| (key, vec![])).collect());
        }
        Ok::<_, anyhow::Error>(review)
    };
    steps.step("who am I", whoami(client())).await;
    steps.step("may I", async {
        let review = json!({ "spec": { "resourceAttributes": { "verb": "get", "resource": "pods", "namespace": namespace } } });
        Ok(Api::<SelfSubjectAccessReview>::all(client()).create(&params, &serde_json::from_value(review)?).await?)
    }).await;
    steps
        .step("may I: neither nor", async {
            refusal(Api::<SelfSubjectAccessReview>::all(client()).create(&params, &Default::default()).await)
        })
        .await;
    steps
        .step("what may I", async {
            let review = json!({ "spec": { "namespace": namespace } });
            Ok(Api::<SelfSubjectRulesReview>::all(client()).create(&params, &serde_json::from_value(review)?).await?)
        })
        .await;
    steps.step("may another", async {
        let review = json!({ "spec": { "user": "jane", "groups": ["a"], "nonResourceAttributes": { "verb": "get", "path": "/healthz" } } });
        Ok(Api::<SubjectAccessReview>::all(client()).create(&params, &serde_json::from_value(review)?).await?)
    }).await;
    steps
        .step("may another here", async {
            let review = json!({ "metadata": { "namespace": namespace }, "spec": {
            "user": "jane", "resourceAttributes": { "namespace": namespace, "verb": "list", "resource": "pods" },
        } });
            Ok(Api::<LocalSubjectAccessReview>::namespaced(client(), &namespace)
                .create(&params, &serde_json::from_value(review)?)
                .await?)
        })
        .await;
    let accounts: Api<ServiceAccount> = Api::namespaced(client(), &namespace);
    steps
        .step("account", async {
            Ok(accounts.create(&params, &serde_json::from_value(json!({ "metadata": { "name": "robot" } }))?).await?)
        })
        .await?;
    let token = steps
        .step("token", async {
            let request: TokenRequest =
                serde_json::from_value(json!({ "spec": { "audiences": [], "expirationSeconds": 3600 } }))?;
            let mut made = accounts.create_token_request("robot", &params, &request).await?;
            let status = made.status.as_mut().context("no status")?;
            Ok((status.token.take().is_some_and(|token| token.len() > 100), made))
        })
        .await;
    token?;
    let request: TokenRequest = serde_json::from_value(json!({ "spec": { "audiences": [] } })).ok()?;
    let token = accounts.create_token_request("robot", &params, &request).await.ok()?.status?.token?;
    steps
        .step("token: too short", async {
            let request: TokenRequest =
                serde_json::from_value(json!({ "spec": { "audiences": [], "expirationSeconds": 5 } }))?;
            refusal(accounts.create_token_request("robot", &params, &request).await)
        })
        .await;
    steps
        .step("token: nobody's", async { refusal(accounts.create_token_request("none", &params, &request).await) })
        .await;
    steps
        .step("token: reviewed", async {
            let api: Api<TokenReview> = Api::all(client());
            let review = api.create(&params, &serde_json::from_value(json!({ "spec": { "token": token } }))?).await?;
            let mut status = review.status.context("no status")?;
            if let Some(user) = status.user.as_mut() {
                user.extra = user.extra.take().map(|extra| extra.into_keys().map(|key| (key, vec![])).collect());
            }
            Ok(status)
        })
        .await;
    steps
        .step("token: nonsense", async {
            let api: Api<TokenReview> = Api::all(client());
            Ok(api.create(&params, &serde_json::from_value(json!({ "spec": { "token": "nonsense" } }))?).await?.status)
        })
        .await;
    steps.step("token: used", async { whoami(client_as(&setting, json!({ "token": token })).await?).await }).await;
    steps
        .step("token: in a file", async {
            let path = setting.kubeconfig.with_file_name("robot-token");
            std::fs::write(&path, &token)?;
            let client = client_as(&setting, json!({ "tokenFile": path })).await?;
            Ok((
                whoami(client.clone()).await?,
                Api::<ConfigMap>::namespaced(client, &namespace).list(&ListParams::default()).await?,
            ))
        })
        .await;
    steps.step("token: by a plugin", async {
        let credential = json!({ "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": { "token": token } });
        let exec = json!({
            "apiVersion": "client.authentication.k8s.io/v1", "command": "echo", "args": [credential.to_string()], "interactiveMode": "Never",
        });
        whoami(client_as(&setting, json!({ "exec": exec })).await?).await
    }).await;
    steps.step("impersonation", async {
        let client = client_as(&setting, json!({ "as": "jane", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": { "Scopes": ["x", "y"] } })).await?;
        whoami(client).await
    }).await;
    steps
        .step("impersonation of groups only", async {
            refusal(
                Api::<ConfigMap>::all(client_as(&setting, json!({ "as-groups": ["a"] })).await?)
                    .list(&ListParams::default())
                    .await,
            )
        })
        .await;
    Some(())
}
