//! Examples of the kinds that stand beside namespaces.

use k8s_openapi::{
    api::{
        admissionregistration::v1 as admission, certificates::v1 as certificates, core::v1 as core,
        flowcontrol::v1 as flowcontrol, networking::v1 as networking, node::v1 as node, rbac::v1 as rbac,
        resource::v1 as resource, scheduling::v1 as scheduling, storage::v1 as storage,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1 as extensions,
    kube_aggregator::pkg::apis::apiregistration::v1 as registration,
};
use serde_json::{Value, json};

use crate::{
    Setting, Subject,
    kind::{Table, example},
    report::Report,
};

/// A request for a certificate in PEM, in base64.
pub const SIGNING_REQUEST: &str = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIcU1JR1JBZ0VBTUM4eEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVXTUJRR0ExVUVBd3dOYzNsegpkR1Z0T201dlpHVTZZVEJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCQkFTUmFwUjg1Y1VUWGNpCmkxM2xROEZpYlpKRGFkWUE0WG5JSGp2U0Q0M1NZd3NTWmNYb2ZBMHIzV0FkLytmSlFtSlBBVkRvUjBGWXVHclQKb1d5cUUwdWdBREFLQmdncWhrak9QUVFEQWdOSUFEQkZBaUJXYnhlQ2djeTF3YklPQjZOMnFhYUFIY3FXWXhsVwpJb1R3dmF3L0FZWHdCZ0loQUlXaWE1aUpQVzZFL1k2eXQxb2d3Z2FQd2RjcFhta2M5eVZDQmZ0ZFVoa1cKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

/// What hooks and policies of admission are asked about: nothing that any subject makes.
fn rules() -> Value {
    json!([{ "apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["nothings"] }])
}

fn hooks() -> Value {
    json!([{
        "name": "hook.example.com", "rules": rules(), "sideEffects": "None", "admissionReviewVersions": ["v1"],
        "clientConfig": { "url": "https://localhost:9/hook" },
    }])
}

pub fn subjects(setting: &Setting, report: &Report) -> Vec<(String, Subject)> {
    let mut table = Table::new(setting, report);
    table.cluster::<core::Namespace>(
        example(json!({ "metadata": { "name": "kind-namespace" } })).with_status().that_stays(),
    );
    table.cluster::<core::Node>(example(json!({
        "metadata": { "name": "kind-node" },
        "spec": { "podCIDR": "10.2.0.0/24", "podCIDRs": ["10.2.0.0/24"], "taints": [{ "key": "a", "effect": "NoSchedule" }] },
        "status": { "capacity": { "cpu": "4", "memory": "8041284Ki" }, "conditions": [{ "type": "Ready", "status": "True" }] },
    })).with_status());
    table.cluster::<core::PersistentVolume>(example(json!({
        "spec": { "capacity": { "storage": "10Gi" }, "accessModes": ["ReadWriteOnce"], "csi": { "driver": "disk.example.com", "volumeHandle": "1" } },
    })).with_status());
    table.cluster::<certificates::CertificateSigningRequest>(example(json!({
        "spec": { "request": SIGNING_REQUEST, "signerName": "example.com/signer", "usages": ["client auth"], "expirationSeconds": 3600 },
    })).with_status());
    table.cluster::<flowcontrol::PriorityLevelConfiguration>(example(json!({
        "spec": { "type": "Limited", "limited": { "nominalConcurrencyShares": 0, "limitResponse": { "type": "Reject" } } },
    })).with_status());
    table.cluster::<networking::IngressClass>(example(json!({ "spec": { "controller": "example.com/ingress" } })));
    table.cluster::<networking::IPAddress>(example(json!({
        "metadata": { "name": "10.9.8.7" }, "spec": { "parentRef": { "group": "example.com", "resource": "gadgets", "name": "web" } },
    })));
    table.cluster::<node::RuntimeClass>(example(
        json!({ "handler": "gvisor", "overhead": { "podFixed": { "cpu": "250m" } } }),
    ));
    table.cluster::<rbac::ClusterRole>(example(json!({
        "rules": [{ "nonResourceURLs": ["/healthz/*"], "verbs": ["get"] }], "aggregationRule": null,
    })));
    table.cluster::<rbac::ClusterRoleBinding>(example(json!({
        "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "none" },
    })));
    table.cluster::<resource::DeviceClass>(example(
        json!({ "spec": { "selectors": [{ "cel": { "expression": "device.driver == 'gpu.example.com'" } }] } }),
    ));
    table.cluster::<resource::ResourceSlice>(example(json!({
        "spec": {
            "driver": "gpu.example.com", "allNodes": true, "pool": { "name": "pool", "generation": 1, "resourceSliceCount": 1 },
            "devices": [{ "name": "gpu-0", "attributes": { "model": { "string": "big" } }, "capacity": { "memory": { "value": "8Gi" } } }],
        },
    })));
    table.cluster::<scheduling::PriorityClass>(example(json!({ "value": 100, "description": "some" })));
    storage(&mut table);
    extensions(&mut table);
    table.subjects
}

fn storage(table: &mut Table) {
    table.cluster::<storage::StorageClass>(example(
        json!({ "provisioner": "disk.example.com", "parameters": { "type": "ssd" } }),
    ));
    table.cluster::<storage::CSIDriver>(example(
        json!({ "metadata": { "name": "disk.example.com" }, "spec": { "attachRequired": false } }),
    ));
    table.cluster::<storage::CSINode>(example(json!({
        "spec": { "drivers": [{ "name": "disk.example.com", "nodeID": "n", "topologyKeys": ["zone"], "allocatable": { "count": 8 } }] },
    })));
    table.cluster::<storage::VolumeAttachment>(
        example(json!({
            "spec": { "attacher": "disk.example.com", "nodeName": "n", "source": { "persistentVolumeName": "pv" } },
        }))
        .with_status(),
    );
    table.cluster::<storage::VolumeAttributesClass>(example(
        json!({ "driverName": "disk.example.com", "parameters": { "iops": "100" } }),
    ));
}

fn extensions(table: &mut Table) {
    table.cluster::<admission::ValidatingWebhookConfiguration>(example(json!({ "webhooks": hooks() })));
    table.cluster::<admission::MutatingWebhookConfiguration>(example(json!({ "webhooks": hooks() })));
    table.cluster::<admission::ValidatingAdmissionPolicy>(
        example(json!({
            "spec": {
                "matchConstraints": { "resourceRules": rules() }, "failurePolicy": "Fail",
                "validations": [{ "expression": "object.spec.size < 5", "message": "too large" }],
            },
        }))
        .with_status(),
    );
    table.cluster::<admission::ValidatingAdmissionPolicyBinding>(example(json!({
        "spec": { "policyName": "none", "validationActions": ["Deny"] },
    })));
    table.cluster::<admission::MutatingAdmissionPolicy>(example(json!({
        "spec": {
            "matchConstraints": { "resourceRules": rules() }, "reinvocationPolicy": "Never",
            "mutations": [{ "patchType": "ApplyConfiguration", "applyConfiguration": { "expression": "Object{metadata: Object.metadata{labels: {\"a\": \"b\"}}}" } }],
        },
    })));
    table.cluster::<admission::MutatingAdmissionPolicyBinding>(example(json!({ "spec": { "policyName": "none" } })));
    table.cluster::<extensions::CustomResourceDefinition>(example(json!({
        "metadata": { "name": "trinkets.kinds.example.com" },
        "spec": {
            "group": "kinds.example.com", "scope": "Cluster", "names": { "kind": "Trinket", "plural": "trinkets" },
            "versions": [{ "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": { "type": "object" } } }],
        },
    })).that_settles("Established"));
    table.cluster::<registration::APIService>(
        example(json!({
            "metadata": { "name": "v1.absent.example.com" },
            "spec": {
                "group": "absent.example.com", "version": "v1", "groupPriorityMinimum": 1000, "versionPriority": 10,
                "insecureSkipTLSVerify": true, "service": { "namespace": "none", "name": "none", "port": 443 },
            },
        }))
        .with_status()
        .that_settles("Available"),
    );
}
