//! Uses an API server through the stock Rust client: every kind that it has a model of, and what programs are built of
//! besides. It writes one line of JSON a step, and fails where one does.

mod caching;
mod configs;
mod controlling;
mod custom;
mod deleting;
mod discovering;
mod kind;
mod manifests;
mod manifests_cluster;
mod masking;
mod paging;
mod patching;
mod recording;
mod refusing;
mod report;
mod reviewing;
mod streams;
mod subresources;
mod transport;
mod watching;

use std::{future::Future, path::PathBuf, pin::Pin, process::ExitCode};

use anyhow::{Context, bail};
use futures::{StreamExt, stream};
use k8s_openapi::api::core::v1::Namespace;
use kube::{
    Api, Client, Config,
    api::{ObjectMeta, PostParams},
    config::{KubeConfigOptions, Kubeconfig},
};
use report::Report;
use serde_json::Value;

/// How many subjects are worked on at a time.
const AT_ONCE: usize = 8;

/// Where the namespaced objects of all kinds are.
pub const NAMESPACE: &str = "rust";

/// What the steps of a subject are done with.
#[derive(Clone)]
pub struct Setting {
    pub client: Client,
    /// One that hands on every refusal at once.
    pub impatient: Client,
    pub kubeconfig: PathBuf,
}

impl Setting {
    /// The kubeconfig as it stands: what is secret in it the client's own types do not write again.
    pub fn kubeconfig(&self) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&std::fs::read_to_string(&self.kubeconfig)?)?)
    }

    /// A namespace of the subject's own, where no other subject makes objects.
    pub async fn namespace(&self, name: &str) -> kube::Result<String> {
        let namespace =
            Namespace { metadata: ObjectMeta { name: Some(name.into()), ..Default::default() }, ..Default::default() };
        Api::all(self.client.clone()).create(&PostParams::default(), &namespace).await?;
        Ok(name.into())
    }
}

/// A subject under way: its steps are in the report, and it ends early where the next ones would only repeat a failure.
pub type Subject = Pin<Box<dyn Future<Output = Option<()>> + Send>>;

/// What of the library a subject is about, by name.
macro_rules! subjects {
    ($setting:ident, $report:ident, $($name:literal => $run:path),* $(,)?) => {
        vec![$((
            $name.to_string(),
            {
                let (setting, steps) = ($setting.clone(), $report.steps($name));
                Box::pin(async move { $run(setting, steps).await }) as Subject
            },
        )),*]
    };
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(0) => ExitCode::SUCCESS,
        Ok(bad) => {
            eprintln!("{bad} steps failed");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs all subjects, or those with `--only` in their name; how many steps failed.
async fn run() -> anyhow::Result<usize> {
    let (mut kubeconfig, mut only) = (None, String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().with_context(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--kubeconfig" => kubeconfig = Some(PathBuf::from(value)),
            "--only" => only = value,
            _ => bail!("unknown argument {argument}"),
        }
    }
    let kubeconfig = kubeconfig.context("--kubeconfig is missing")?;
    let file = Kubeconfig::read_from(&kubeconfig)?;
    let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
    let mut unforgiving = config.clone();
    unforgiving.default_retry = false;
    let setting = Setting { client: Client::try_from(config)?, impatient: Client::try_from(unforgiving)?, kubeconfig };
    setting.namespace(NAMESPACE).await?;
    let report = Report::default();
    let parts = subjects!(setting, report,
        "client versions" => discovering::versions,
        "configs" => configs::configs,
        "conditions" => watching::conditions,
        "controller" => controlling::controller,
        "custom resources" => custom::custom,
        "deleting" => deleting::deleting,
        "discovery" => discovering::discovery,
        "dynamic objects" => discovering::dynamic,
        "entries" => patching::entries,
        "events" => recording::recording,
        "paging" => paging::paging,
        "patching" => patching::patching,
        "reflectors" => caching::caching,
        "refusals" => refusing::refusing,
        "reviews" => reviewing::reviewing,
        "server-side apply" => patching::applying,
        "streams of pods" => streams::streams,
        "subresources" => subresources::subresources,
        "transport" => transport::transport,
        "watching" => watching::watching,
    );
    let kinds = manifests::subjects(&setting, &report).into_iter();
    let all = kinds.chain(manifests_cluster::subjects(&setting, &report)).chain(parts);
    let chosen = all.filter(|(name, _)| name.contains(&only)).map(|(_, subject)| tokio::spawn(subject));
    stream::iter(chosen).buffer_unordered(AT_ONCE).for_each(|ended| async { report.ended(ended) }).await;
    Ok(report.bad())
}
