//! What each step came to: a line of JSON on standard output.

use std::{
    future::Future,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use anyhow::anyhow;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{task::JoinError, time::timeout};

use crate::masking::masked;

/// How long a step may take, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// One line.
#[derive(Serialize)]
struct Line<'a> {
    subject: &'a str,
    step: &'a str,
    ms: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What the client was given, without what differs between two runs.
    #[serde(skip_serializing_if = "Value::is_null")]
    saw: Value,
}

/// The lines of all subjects, of which several are under way at a time.
#[derive(Clone, Default)]
pub struct Report {
    bad: Arc<Mutex<usize>>,
}

impl Report {
    pub fn steps(&self, subject: &str) -> Steps {
        Steps { report: self.clone(), subject: subject.into() }
    }

    pub fn bad(&self) -> usize {
        *self.bad.lock().unwrap()
    }

    /// A subject has ended; a panic is a failure of its own.
    pub fn ended(&self, ended: Result<Option<()>, JoinError>) {
        if let Err(error) = ended {
            let error = Some(error.to_string());
            self.write(Line { subject: "panics", step: "panic", ms: 0, error, saw: Value::Null });
        }
    }

    fn write(&self, line: Line) {
        let mut bad = self.bad.lock().unwrap();
        *bad += usize::from(line.error.is_some());
        println!("{}", serde_json::to_string(&line).expect("a line is JSON"));
    }
}

/// The steps of one subject.
#[derive(Clone)]
pub struct Steps {
    report: Report,
    subject: String,
}

impl Steps {
    /// Runs a step and notes what came of it: what it gives is compared between servers. None where it failed.
    pub async fn step<T: Serialize>(&self, step: &str, run: impl Future<Output = anyhow::Result<T>>) -> Option<T> {
        let began = Instant::now();
        let ended = timeout(PATIENCE, run).await.unwrap_or_else(|_| Err(anyhow!("still under way")));
        let (value, error, saw) = match ended {
            Ok(value) => {
                let saw = serde_json::to_value(&value).expect("what a client gives is JSON");
                (Some(value), None, masked(saw))
            }
            Err(error) => (None, Some(format!("{error:#}")), Value::Null),
        };
        let ms = began.elapsed().as_millis();
        self.report.write(Line { subject: &self.subject, step, ms, error, saw });
        value
    }
}

/// The answer to a request that may be refused, where servers are to do the same.
pub fn answer<T: Serialize>(result: kube::Result<T>) -> anyhow::Result<Value> {
    match result {
        Ok(object) => Ok(json!({ "accepted": object })),
        Err(kube::Error::Api(status)) => Ok(json!({ "refused": status })),
        Err(error) => Err(error.into()),
    }
}

/// The answer to a request that has to be refused.
pub fn refusal<T>(result: kube::Result<T>) -> anyhow::Result<kube::core::Status> {
    match result {
        Ok(_) => Err(anyhow!("nothing was refused")),
        Err(kube::Error::Api(status)) => Ok(*status),
        Err(error) => Err(error.into()),
    }
}
