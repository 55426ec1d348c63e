//! Examples of the kinds that programs have in namespaces.

use k8s_openapi::api::{
    apps::v1 as apps, autoscaling::v1 as autoscaling, autoscaling::v2 as autoscaling2, batch::v1 as batch,
    coordination::v1 as coordination, core::v1 as core, discovery::v1 as discovery, events::v1 as events,
    networking::v1 as networking, policy::v1 as policy, rbac::v1 as rbac, resource::v1 as resource,
    storage::v1 as storage,
};
use serde_json::{Value, json};

use crate::{
    NAMESPACE, Setting, Subject,
    kind::{Table, example},
    report::Report,
};

/// A pod as controllers make it.
fn template() -> Value {
    json!({ "metadata": { "labels": { "app": "web" } }, "spec": { "containers": [{ "name": "web", "image": "web:1" }] } })
}

fn selector() -> Value {
    json!({ "matchLabels": { "app": "web" } })
}

/// A pod with fields of every sort: quantities, numbers that may be names, probes and volumes.
fn pod() -> Value {
    json!({
        "terminationGracePeriodSeconds": 0,
        "securityContext": {},
        "tolerations": [{ "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 30 }],
        "volumes": [
            { "name": "empty", "emptyDir": {} },
            { "name": "names", "downwardAPI": { "items": [{ "path": "name", "fieldRef": { "fieldPath": "metadata.name" } }] } },
        ],
        "containers": [{
            "name": "web",
            "image": "web",
            "ports": [{ "name": "http", "containerPort": 80 }],
            "resources": { "requests": { "cpu": "0.5", "memory": "1024Mi" }, "limits": { "cpu": 1, "memory": "2Gi" } },
            "livenessProbe": { "httpGet": { "path": "/", "port": "http" } },
            "readinessProbe": { "tcpSocket": { "port": 80 } },
            "env": [{ "name": "CPU", "valueFrom": { "resourceFieldRef": { "resource": "limits.cpu", "divisor": "1m" } } }],
            "volumeMounts": [{ "name": "empty", "mountPath": "/empty" }],
        }],
    })
}

pub fn subjects(setting: &Setting, report: &Report) -> Vec<(String, Subject)> {
    let mut table = Table::new(setting, report);
    table.namespaced::<core::ConfigMap>(example(json!({
        "data": { "empty": "", "text": "a\nb" }, "binaryData": { "bytes": "AP8=" },
    })));
    table.namespaced::<core::Secret>(example(json!({ "stringData": { "password": "s3cret" }, "type": "Opaque" })));
    table.namespaced::<core::Endpoints>(example(json!({
        "subsets": [{ "addresses": [{ "ip": "10.1.1.1" }], "ports": [{ "port": 80 }] }],
    })));
    table.namespaced::<core::Event>(example(json!({
        "involvedObject": { "kind": "Pod", "namespace": NAMESPACE, "name": "web" },
        "reason": "Started", "message": "it has started", "type": "Normal", "count": 1,
        "firstTimestamp": "2026-01-02T03:04:05Z", "lastTimestamp": "2026-01-02T03:04:05Z", "source": { "component": "rust" },
    })));
    table.namespaced::<events::Event>(example(json!({
        "metadata": { "name": "newer" },
        "regarding": { "kind": "Pod", "namespace": NAMESPACE, "name": "web" },
        "reason": "Started", "note": "it has started", "type": "Normal", "action": "Start",
        "reportingController": "example.com/rust", "reportingInstance": "rust-0",
        "eventTime": "2026-01-02T03:04:05.678901Z",
    })));
    table.namespaced::<core::LimitRange>(example(json!({
        "spec": { "limits": [{ "type": "PersistentVolumeClaim", "max": { "storage": "2Ti" }, "min": { "storage": "1Ki" } }] },
    })));
    table.namespaced::<core::PersistentVolumeClaim>(
        example(json!({
            "spec": { "accessModes": ["ReadWriteOnce"], "resources": { "requests": { "storage": "1.5Gi" } } },
        }))
        .with_status(),
    );
    table.namespaced::<core::Pod>(example(json!({ "spec": pod() })).with_status());
    table.namespaced::<core::PodTemplate>(example(json!({ "template": template() })));
    table.namespaced::<core::ReplicationController>(
        example(json!({
            "spec": { "replicas": 2, "selector": { "app": "web" }, "template": template() },
        }))
        .with_status(),
    );
    table.namespaced::<core::ResourceQuota>(
        example(json!({
            "spec": { "hard": { "count/widgets.example.com": "5", "requests.nvidia.com/gpu": 4 } },
        }))
        .with_status(),
    );
    table.namespaced::<core::Service>(example(json!({
        "spec": { "selector": { "app": "web" }, "type": "NodePort", "ports": [
            { "name": "http", "port": 80, "targetPort": "http" }, { "name": "udp", "port": 53, "protocol": "UDP", "targetPort": 5353 },
        ] },
    })).with_status());
    table.namespaced::<core::ServiceAccount>(example(json!({ "automountServiceAccountToken": false })));
    table.namespaced::<apps::ControllerRevision>(example(json!({
        "revision": 3, "data": { "spec": { "unknown": [1, 2.5, null, "x"], "empty": {} } },
    })));
    table.namespaced::<apps::DaemonSet>(example(json!({
        "spec": { "selector": selector(), "template": template(), "updateStrategy": { "rollingUpdate": { "maxUnavailable": "30%" } } },
    })).with_status());
    table.namespaced::<apps::Deployment>(example(json!({
        "spec": { "selector": selector(), "template": template(), "strategy": { "rollingUpdate": { "maxSurge": 1, "maxUnavailable": "25%" } } },
    })).with_status());
    table.namespaced::<apps::ReplicaSet>(
        example(json!({
            "spec": { "selector": selector(), "template": template() },
        }))
        .with_status(),
    );
    table.namespaced::<apps::StatefulSet>(
        example(json!({
            "spec": {
                "serviceName": "web", "selector": selector(), "template": template(),
                "volumeClaimTemplates": [{
                    "metadata": { "name": "data" },
                    "spec": { "accessModes": ["ReadWriteOnce"], "resources": { "requests": { "storage": "1G" } } },
                }],
            },
        }))
        .with_status(),
    );
    jobs(&mut table);
    table.namespaced::<autoscaling::HorizontalPodAutoscaler>(example(json!({
        "metadata": { "name": "older" },
        "spec": { "maxReplicas": 5, "targetCPUUtilizationPercentage": 70, "scaleTargetRef": { "kind": "Deployment", "name": "web", "apiVersion": "apps/v1" } },
    })).with_status());
    table.namespaced::<autoscaling2::HorizontalPodAutoscaler>(example(json!({
        "spec": {
            "maxReplicas": 5,
            "scaleTargetRef": { "kind": "Deployment", "name": "web", "apiVersion": "apps/v1" },
            "metrics": [{ "type": "Pods", "pods": { "metric": { "name": "requests" }, "target": { "type": "AverageValue", "averageValue": "500m" } } }],
            "behavior": { "scaleDown": { "policies": [{ "type": "Percent", "value": 10, "periodSeconds": 60 }] } },
        },
    })).with_status());
    table.namespaced::<coordination::Lease>(example(json!({
        "spec": { "holderIdentity": "a", "leaseDurationSeconds": 15, "renewTime": "2026-01-02T03:04:05.000006Z", "acquireTime": "2026-01-02T03:04:05.000000Z" },
    })));
    table.namespaced::<discovery::EndpointSlice>(example(json!({
        "addressType": "IPv4", "endpoints": [{ "addresses": ["10.1.1.1"], "conditions": { "ready": true } }], "ports": [{ "name": "", "port": 80 }],
    })));
    table.namespaced::<networking::Ingress>(example(json!({
        "spec": { "rules": [{ "host": "*.example.com", "http": { "paths": [{
            "path": "/", "pathType": "Prefix", "backend": { "service": { "name": "web", "port": { "name": "http" } } },
        }] } }] },
    })).with_status());
    table.namespaced::<networking::NetworkPolicy>(example(json!({
        "spec": { "podSelector": {}, "ingress": [{ "ports": [{ "port": "http" }, { "port": 8000, "endPort": 8080 }], "from": [{ "namespaceSelector": {} }] }, {}] },
    })));
    table.namespaced::<policy::PodDisruptionBudget>(
        example(json!({
            "spec": { "minAvailable": "50%", "selector": selector() },
        }))
        .with_status(),
    );
    table.namespaced::<rbac::Role>(example(
        json!({ "rules": [{ "apiGroups": [""], "resources": ["pods"], "verbs": ["get"] }] }),
    ));
    table.namespaced::<rbac::RoleBinding>(example(json!({
        "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "example" },
        "subjects": [{ "kind": "User", "name": "jane" }, { "kind": "ServiceAccount", "name": "default", "namespace": NAMESPACE }],
    })));
    table.namespaced::<resource::ResourceClaim>(example(json!({ "spec": claim() })).with_status());
    table.namespaced::<resource::ResourceClaimTemplate>(example(json!({ "spec": { "spec": claim() } })));
    table.namespaced::<storage::CSIStorageCapacity>(example(
        json!({ "storageClassName": "fast", "capacity": "1Ti", "maximumVolumeSize": "1e12" }),
    ));
    table.subjects
}

/// What a pod may claim of devices.
fn claim() -> Value {
    json!({ "devices": { "requests": [{ "name": "gpu", "exactly": {
        "deviceClassName": "gpu.example.com", "selectors": [{ "cel": { "expression": "device.driver == 'gpu.example.com'" } }],
    } }] } })
}

fn jobs(table: &mut Table) {
    let mut work = template();
    work["spec"]["restartPolicy"] = "Never".into();
    table.namespaced::<batch::Job>(
        example(json!({
            "spec": { "template": work, "backoffLimit": 2, "completions": 3, "parallelism": 2, "suspend": true },
        }))
        .with_status(),
    );
    table.namespaced::<batch::CronJob>(example(json!({
        "spec": { "schedule": "*/5 * * * *", "timeZone": "Etc/UTC", "jobTemplate": { "spec": { "template": work } } },
    })).with_status());
}
