/**
 * Cluster roles of the processes around the API server: scheduler, controller manager, nodes and others.
 *
 * @module
 */

import { READ, READ_UPDATE, READ_WRITE, type RoleRows, WRITES_EVENTS } from "./rule_row.ts";

/** Rules by the name of the cluster role. */
export const COMPONENT_ROLES: RoleRows = {
  "system:certificates.{groupSuffix}:certificatesigningrequests:nodeclient": [
    ["create", "certificates.", "certificatesigningrequests/nodeclient"],
  ],
  "system:certificates.{groupSuffix}:certificatesigningrequests:selfnodeclient": [
    ["create", "certificates.", "certificatesigningrequests/selfnodeclient"],
  ],
  "system:certificates.{groupSuffix}:orch-apiserver-client-approver": [
    ["approve", "certificates.", "signers", "{signerApiServerClient}"],
  ],
  "system:certificates.{groupSuffix}:orch-apiserver-client-nodeagent-approver": [
    ["approve", "certificates.", "signers", "{signerNodeAgentClient}"],
  ],
  "system:certificates.{groupSuffix}:nodeagent-serving-approver": [
    ["approve", "certificates.", "signers", "{signerNodeAgentServing}"],
  ],
  "system:certificates.{groupSuffix}:legacy-unknown-approver": [
    ["approve", "certificates.", "signers", "{signerLegacy}"],
  ],
  "system:heapster": [
    [READ, "core", "events namespaces nodes pods"],
    [READ, "extensions", "deployments"],
  ],
  "system:orch-aggregator": [
    [READ, "core", "endpoints services"],
  ],
  "system:orch-controller-manager": [
    WRITES_EVENTS,
    ["create", "coordination.", "leases"],
    ["get update", "coordination.", "leases", "{processControllerManager}"],
    ["create", "core", "secrets serviceaccounts"],
    ["delete", "core", "secrets"],
    ["get", "core", "configmaps namespaces secrets serviceaccounts"],
    ["update", "core", "secrets serviceaccounts"],
    ["create", "authentication.", "tokenreviews"],
    ["create", "authorization.", "subjectaccessreviews"],
    ["list watch", "*", "*"],
    ["create", "core", "serviceaccounts/token"],
  ],
  "system:orch-dns": [
    ["list watch", "core", "endpoints services"],
  ],
  "system:orch-scheduler": [
    WRITES_EVENTS,
    ["create", "coordination.", "leases"],
    ["get list watch update", "coordination.", "leases", "{processScheduler}"],
    [READ_WRITE, "coordination.", "leasecandidates"],
    [READ, "core", "nodes"],
    ["get list watch delete", "core", "pods"],
    ["create", "core", "bindings pods/binding"],
    ["update patch", "core", "pods/status"],
    [READ, "core", "replicationcontrollers services"],
    [READ, "apps extensions", "replicasets"],
    [READ, "apps", "statefulsets"],
    [READ, "policy", "poddisruptionbudgets"],
    [READ, "core", "persistentvolumeclaims persistentvolumes"],
    ["create", "authentication.", "tokenreviews"],
    ["create", "authorization.", "subjectaccessreviews"],
    [READ, "storage.", "csinodes"],
    [READ, "storage.", "volumeattachments"],
    [READ, "core", "namespaces"],
    [READ, "storage.", "csidrivers"],
    [READ, "storage.", "csistoragecapacities"],
    [READ, "resource.", "deviceclasses"],
    [READ_UPDATE, "resource.", "resourceclaims"],
    [READ_UPDATE, "resource.", "resourceclaims/status"],
    ["update", "core", "pods/finalizers"],
    [READ, "resource.", "resourceslices"],
    ["create delete", "resource.", "resourceclaims"],
    ["update patch", "resource.", "resourceclaims/binding"],
  ],
  "system:nodeagent-api-admin": [
    [READ, "core", "nodes"],
    ["proxy", "core", "nodes"],
    ["*", "core", "nodes/log nodes/metrics nodes/proxy nodes/stats"],
    ["*", "core", "nodes/configz nodes/healthz nodes/pods"],
  ],
  "system:node": [
    ["create", "authentication.", "tokenreviews"],
    ["create", "authorization.", "localsubjectaccessreviews subjectaccessreviews"],
    [READ, "core", "services"],
    ["get list watch create", "core", "nodes"],
    ["update patch", "core", "nodes/status"],
    ["update patch", "core", "nodes"],
    WRITES_EVENTS,
    [READ, "core", "pods"],
    ["create delete", "core", "pods"],
    ["update patch", "core", "pods/status"],
    ["create", "core", "pods/eviction"],
    [READ, "core", "configmaps secrets"],
    ["get", "core", "persistentvolumeclaims persistentvolumes"],
    ["get", "core", "endpoints"],
    ["get list watch create", "certificates.", "certificatesigningrequests"],
    ["get create update patch delete", "coordination.", "leases"],
    ["get", "storage.", "volumeattachments"],
    ["create", "core", "serviceaccounts/token"],
    ["get update patch", "core", "persistentvolumeclaims/status"],
    [READ, "storage.", "csidrivers"],
    ["get create update patch delete", "storage.", "csinodes"],
    [READ, "node.", "runtimeclasses"],
    ["get", "resource.", "resourceclaims"],
    ["deletecollection", "resource.", "resourceslices"],
    ["get", "core", "serviceaccounts"],
  ],
  "system:node-bootstrapper": [
    ["get list watch create", "certificates.", "certificatesigningrequests"],
  ],
  "system:node-problem-detector": [
    ["get", "core", "nodes"],
    ["patch", "core", "nodes/status"],
    WRITES_EVENTS,
  ],
  "system:node-proxier": [
    ["list watch", "core", "endpoints services"],
    [READ, "core", "nodes"],
    WRITES_EVENTS,
    ["list watch", "networking.", "servicecidrs"],
    ["list watch", "discovery.", "endpointslices"],
  ],
  "system:persistent-volume-provisioner": [
    ["get list watch create delete", "core", "persistentvolumes"],
    ["get list watch update", "core", "persistentvolumeclaims"],
    [READ, "storage.", "storageclasses"],
    ["watch", "core", "events"],
    WRITES_EVENTS,
  ],
  "system:volume-scheduler": [
    [READ_UPDATE, "core", "persistentvolumes"],
    [READ, "storage.", "storageclasses"],
    [READ_UPDATE, "core", "persistentvolumeclaims"],
  ],
};
