// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The built-in kinds as values, each under the name of its type: the newest stable version of each by
 * itself (`Deployment`), and all of them, with the other types of their API, by group version
 * (`appsV1.Deployment`).
 *
 * @module
 */

import type { admissionregistrationV1 } from "../api/admissionregistration_v1.ts";
import type { apiextensionsV1 } from "../api/apiextensions_v1.ts";
import type { apiregistrationV1 } from "../api/apiregistration_v1.ts";
import type { appsV1 } from "../api/apps_v1.ts";
import type { auditregistrationV1alpha1 } from "../api/auditregistration_v1alpha1.ts";
import type { authenticationV1 } from "../api/authentication_v1.ts";
import type { authorizationV1 } from "../api/authorization_v1.ts";
import type { autoscalingV1 } from "../api/autoscaling_v1.ts";
import type { autoscalingV2 } from "../api/autoscaling_v2.ts";
import type { batchV1 } from "../api/batch_v1.ts";
import type { certificatesV1 } from "../api/certificates_v1.ts";
import type { coordinationV1 } from "../api/coordination_v1.ts";
import type { coreV1 } from "../api/core_v1.ts";
import type { discoveryV1 } from "../api/discovery_v1.ts";
import type { eventsV1 } from "../api/events_v1.ts";
import type { flowcontrolV1 } from "../api/flowcontrol_v1.ts";
import type { networkingV1 } from "../api/networking_v1.ts";
import type { nodeV1 } from "../api/node_v1.ts";
import type { policyV1 } from "../api/policy_v1.ts";
import type { policyV1beta1 } from "../api/policy_v1beta1.ts";
import type { rbacV1 } from "../api/rbac_v1.ts";
import type { resourceV1 } from "../api/resource_v1.ts";
import type { schedulingV1 } from "../api/scheduling_v1.ts";
import type { settingsV1alpha1 } from "../api/settings_v1alpha1.ts";
import type { storageV1 } from "../api/storage_v1.ts";
import type { Kind } from "./kind.ts";

/**
 * Registers a group version and the server that serves it. Its name is VERSION.GROUP.
 *
 * The type of apiservices of apiregistration.k8s.io, v1, in no namespace.
 */
export type APIService = apiregistrationV1.APIService;
/** The kind of apiservices of apiregistration.k8s.io, v1, in no namespace. */
export const APIService: Kind<apiregistrationV1.APIService> = { group: "apiregistration.k8s.io", version: "v1", kind: "APIService", plural: "apiservices", namespaced: false };

/**
 * Assigns a pod to a node, through the pod's binding subresource. It is not stored.
 *
 * The type of bindings of the core group, v1.
 */
export type Binding = coreV1.Binding;
/** The kind of bindings of the core group, v1. */
export const Binding: Kind<coreV1.Binding> = { group: "", version: "v1", kind: "Binding", plural: "bindings", namespaced: true };

/**
 * A CSI storage driver and how it works with the cluster. Its name is the name of the driver.
 *
 * The type of csidrivers of storage.k8s.io, v1, in no namespace.
 */
export type CSIDriver = storageV1.CSIDriver;
/** The kind of csidrivers of storage.k8s.io, v1, in no namespace. */
export const CSIDriver: Kind<storageV1.CSIDriver> = { group: "storage.k8s.io", version: "v1", kind: "CSIDriver", plural: "csidrivers", namespaced: false };

/**
 * The CSI drivers of a node. Its name is the node's; written by the node agent.
 *
 * The type of csinodes of storage.k8s.io, v1, in no namespace.
 */
export type CSINode = storageV1.CSINode;
/** The kind of csinodes of storage.k8s.io, v1, in no namespace. */
export const CSINode: Kind<storageV1.CSINode> = { group: "storage.k8s.io", version: "v1", kind: "CSINode", plural: "csinodes", namespaced: false };

/**
 * The available capacity of a driver, for one storage class in one topology segment.
 *
 * The type of csistoragecapacities of storage.k8s.io, v1.
 */
export type CSIStorageCapacity = storageV1.CSIStorageCapacity;
/** The kind of csistoragecapacities of storage.k8s.io, v1. */
export const CSIStorageCapacity: Kind<storageV1.CSIStorageCapacity> = { group: "storage.k8s.io", version: "v1", kind: "CSIStorageCapacity", plural: "csistoragecapacities", namespaced: true };

/**
 * Requests a certificate from a signer. It is first approved or denied through the approval
 * subresource.
 *
 * The type of certificatesigningrequests of certificates.k8s.io, v1, in no namespace.
 */
export type CertificateSigningRequest = certificatesV1.CertificateSigningRequest;
/** The kind of certificatesigningrequests of certificates.k8s.io, v1, in no namespace. */
export const CertificateSigningRequest: Kind<certificatesV1.CertificateSigningRequest> = { group: "certificates.k8s.io", version: "v1", kind: "CertificateSigningRequest", plural: "certificatesigningrequests", namespaced: false };

/**
 * Permissions in the whole cluster, or in the namespaces of the role bindings that refer to it.
 *
 * The type of clusterroles of rbac.authorization.k8s.io, v1, in no namespace.
 */
export type ClusterRole = rbacV1.ClusterRole;
/** The kind of clusterroles of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRole: Kind<rbacV1.ClusterRole> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRole", plural: "clusterroles", namespaced: false };

/**
 * Grants the permissions of a cluster role in the whole cluster.
 *
 * The type of clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace.
 */
export type ClusterRoleBinding = rbacV1.ClusterRoleBinding;
/** The kind of clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRoleBinding: Kind<rbacV1.ClusterRoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRoleBinding", plural: "clusterrolebindings", namespaced: false };

/**
 * The health of a control plane component. Deprecated and read-only.
 *
 * The type of componentstatuses of the core group, v1, in no namespace.
 */
export type ComponentStatus = coreV1.ComponentStatus;
/** The kind of componentstatuses of the core group, v1, in no namespace. */
export const ComponentStatus: Kind<coreV1.ComponentStatus> = { group: "", version: "v1", kind: "ComponentStatus", plural: "componentstatuses", namespaced: false };

/**
 * Configuration data for pods, as strings and bytes by key. At most 1 MiB in total.
 *
 * The type of configmaps of the core group, v1.
 */
export type ConfigMap = coreV1.ConfigMap;
/** The kind of configmaps of the core group, v1. */
export const ConfigMap: Kind<coreV1.ConfigMap> = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true };

/**
 * A snapshot of a stateful set's or daemon set's template, for rollback. Written by the
 * controllers; its data can't be changed.
 *
 * The type of controllerrevisions of apps, v1.
 */
export type ControllerRevision = appsV1.ControllerRevision;
/** The kind of controllerrevisions of apps, v1. */
export const ControllerRevision: Kind<appsV1.ControllerRevision> = { group: "apps", version: "v1", kind: "ControllerRevision", plural: "controllerrevisions", namespaced: true };

/**
 * Creates jobs on a schedule.
 *
 * The type of cronjobs of batch, v1.
 */
export type CronJob = batchV1.CronJob;
/** The kind of cronjobs of batch, v1. */
export const CronJob: Kind<batchV1.CronJob> = { group: "batch", version: "v1", kind: "CronJob", plural: "cronjobs", namespaced: true };

/**
 * Adds a custom resource to the API. Its name is PLURAL.GROUP.
 *
 * The type of customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace.
 */
export type CustomResourceDefinition = apiextensionsV1.CustomResourceDefinition;
/** The kind of customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace. */
export const CustomResourceDefinition: Kind<apiextensionsV1.CustomResourceDefinition> = { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition", plural: "customresourcedefinitions", namespaced: false };

/**
 * Runs one pod on every node, or on every node that its pod template selects.
 *
 * The type of daemonsets of apps, v1.
 */
export type DaemonSet = appsV1.DaemonSet;
/** The kind of daemonsets of apps, v1. */
export const DaemonSet: Kind<appsV1.DaemonSet> = { group: "apps", version: "v1", kind: "DaemonSet", plural: "daemonsets", namespaced: true };

/**
 * Runs a number of identical pods, and replaces them gradually when their template changes. It
 * creates a replica set for each revision of the template.
 *
 * The type of deployments of apps, v1.
 */
export type Deployment = appsV1.Deployment;
/** The kind of deployments of apps, v1. */
export const Deployment: Kind<appsV1.Deployment> = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };

/**
 * A class of devices, which resource claims request by name.
 *
 * The type of deviceclasses of resource.k8s.io, v1, in no namespace.
 */
export type DeviceClass = resourceV1.DeviceClass;
/** The kind of deviceclasses of resource.k8s.io, v1, in no namespace. */
export const DeviceClass: Kind<resourceV1.DeviceClass> = { group: "resource.k8s.io", version: "v1", kind: "DeviceClass", plural: "deviceclasses", namespaced: false };

/**
 * A part of the endpoints of a service. A label names the service; a service can have several
 * slices, whose endpoints add up.
 *
 * The type of endpointslices of discovery.k8s.io, v1.
 */
export type EndpointSlice = discoveryV1.EndpointSlice;
/** The kind of endpointslices of discovery.k8s.io, v1. */
export const EndpointSlice: Kind<discoveryV1.EndpointSlice> = { group: "discovery.k8s.io", version: "v1", kind: "EndpointSlice", plural: "endpointslices", namespaced: true };

/**
 * The addresses of the service with the same name. Deprecated: use endpoint slices, which scale
 * better and hold more data.
 *
 * The type of endpoints of the core group, v1.
 */
export type Endpoints = coreV1.Endpoints;
/** The kind of endpoints of the core group, v1. */
export const Endpoints: Kind<coreV1.Endpoints> = { group: "", version: "v1", kind: "Endpoints", plural: "endpoints", namespaced: true };

/**
 * A report of something that happened to an object. Events expire, by default after one hour, and
 * can be lost: do not rely on them.
 *
 * The type of events of events.k8s.io, v1.
 */
export type Event = eventsV1.Event;
/** The kind of events of events.k8s.io, v1. */
export const Event: Kind<eventsV1.Event> = { group: "events.k8s.io", version: "v1", kind: "Event", plural: "events", namespaced: true };

/**
 * Assigns requests to a priority level, and to flows within it.
 *
 * The type of flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace.
 */
export type FlowSchema = flowcontrolV1.FlowSchema;
/** The kind of flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const FlowSchema: Kind<flowcontrolV1.FlowSchema> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "FlowSchema", plural: "flowschemas", namespaced: false };

/**
 * Scales a deployment, or another object with a scale subresource, so that metrics meet their
 * targets.
 *
 * The type of horizontalpodautoscalers of autoscaling, v2.
 */
export type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;
/** The kind of horizontalpodautoscalers of autoscaling, v2. */
export const HorizontalPodAutoscaler: Kind<autoscalingV2.HorizontalPodAutoscaler> = { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true };

/**
 * An allocated IP address. Its name is the address. Created by the service IP allocator.
 *
 * The type of ipaddresses of networking.k8s.io, v1, in no namespace.
 */
export type IPAddress = networkingV1.IPAddress;
/** The kind of ipaddresses of networking.k8s.io, v1, in no namespace. */
export const IPAddress: Kind<networkingV1.IPAddress> = { group: "networking.k8s.io", version: "v1", kind: "IPAddress", plural: "ipaddresses", namespaced: false };

/**
 * Routes HTTP requests from outside the cluster to services, by host and path.
 *
 * The type of ingresses of networking.k8s.io, v1.
 */
export type Ingress = networkingV1.Ingress;
/** The kind of ingresses of networking.k8s.io, v1. */
export const Ingress: Kind<networkingV1.Ingress> = { group: "networking.k8s.io", version: "v1", kind: "Ingress", plural: "ingresses", namespaced: true };

/**
 * A class of ingresses, implemented by one controller.
 *
 * The type of ingressclasses of networking.k8s.io, v1, in no namespace.
 */
export type IngressClass = networkingV1.IngressClass;
/** The kind of ingressclasses of networking.k8s.io, v1, in no namespace. */
export const IngressClass: Kind<networkingV1.IngressClass> = { group: "networking.k8s.io", version: "v1", kind: "IngressClass", plural: "ingressclasses", namespaced: false };

/**
 * Runs pods until a number of them succeed.
 *
 * The type of jobs of batch, v1.
 */
export type Job = batchV1.Job;
/** The kind of jobs of batch, v1. */
export const Job: Kind<batchV1.Job> = { group: "batch", version: "v1", kind: "Job", plural: "jobs", namespaced: true };

/**
 * A lock that one holder at a time renews. Used for leader election and for heartbeats of nodes.
 *
 * The type of leases of coordination.k8s.io, v1.
 */
export type Lease = coordinationV1.Lease;
/** The kind of leases of coordination.k8s.io, v1. */
export const Lease: Kind<coordinationV1.Lease> = { group: "coordination.k8s.io", version: "v1", kind: "Lease", plural: "leases", namespaced: true };

/**
 * Limits and defaults for the resources of single pods, containers and claims in a namespace.
 *
 * The type of limitranges of the core group, v1.
 */
export type LimitRange = coreV1.LimitRange;
/** The kind of limitranges of the core group, v1. */
export const LimitRange: Kind<coreV1.LimitRange> = { group: "", version: "v1", kind: "LimitRange", plural: "limitranges", namespaced: true };

/**
 * Checks whether a user or group may perform an action in this namespace.
 *
 * The type of localsubjectaccessreviews of authorization.k8s.io, v1.
 */
export type LocalSubjectAccessReview = authorizationV1.LocalSubjectAccessReview;
/** The kind of localsubjectaccessreviews of authorization.k8s.io, v1. */
export const LocalSubjectAccessReview: Kind<authorizationV1.LocalSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "LocalSubjectAccessReview", plural: "localsubjectaccessreviews", namespaced: true };

/**
 * Changes objects with CEL expressions. It takes effect only through a binding.
 *
 * The type of mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace.
 */
export type MutatingAdmissionPolicy = admissionregistrationV1.MutatingAdmissionPolicy;
/** The kind of mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const MutatingAdmissionPolicy: Kind<admissionregistrationV1.MutatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicy", plural: "mutatingadmissionpolicies", namespaced: false };

/**
 * Binds a mutating admission policy to requests and to parameters.
 *
 * The type of mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace.
 */
export type MutatingAdmissionPolicyBinding = admissionregistrationV1.MutatingAdmissionPolicyBinding;
/**
 * The kind of mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace.
 */
export const MutatingAdmissionPolicyBinding: Kind<admissionregistrationV1.MutatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicyBinding", plural: "mutatingadmissionpolicybindings", namespaced: false };

/**
 * Registers webhooks that can change objects and reject requests.
 *
 * The type of mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export type MutatingWebhookConfiguration = admissionregistrationV1.MutatingWebhookConfiguration;
/**
 * The kind of mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export const MutatingWebhookConfiguration: Kind<admissionregistrationV1.MutatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingWebhookConfiguration", plural: "mutatingwebhookconfigurations", namespaced: false };

/**
 * A scope for names, permissions and quotas. Deleting a namespace deletes all objects in it.
 *
 * The type of namespaces of the core group, v1, in no namespace.
 */
export type Namespace = coreV1.Namespace;
/** The kind of namespaces of the core group, v1, in no namespace. */
export const Namespace: Kind<coreV1.Namespace> = { group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false };

/**
 * Restricts the traffic of pods. Pods that no policy selects are not restricted; if several select
 * a pod, traffic is allowed if any of them allows it.
 *
 * The type of networkpolicies of networking.k8s.io, v1.
 */
export type NetworkPolicy = networkingV1.NetworkPolicy;
/** The kind of networkpolicies of networking.k8s.io, v1. */
export const NetworkPolicy: Kind<networkingV1.NetworkPolicy> = { group: "networking.k8s.io", version: "v1", kind: "NetworkPolicy", plural: "networkpolicies", namespaced: true };

/**
 * A machine that runs pods. Usually registered by its node agent.
 *
 * The type of nodes of the core group, v1, in no namespace.
 */
export type Node = coreV1.Node;
/** The kind of nodes of the core group, v1, in no namespace. */
export const Node: Kind<coreV1.Node> = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

/**
 * Storage with a life cycle independent of pods. Created by an administrator or through a storage
 * class, and bound to at most one claim.
 *
 * The type of persistentvolumes of the core group, v1, in no namespace.
 */
export type PersistentVolume = coreV1.PersistentVolume;
/** The kind of persistentvolumes of the core group, v1, in no namespace. */
export const PersistentVolume: Kind<coreV1.PersistentVolume> = { group: "", version: "v1", kind: "PersistentVolume", plural: "persistentvolumes", namespaced: false };

/**
 * A request for storage. Pods in its namespace use the bound volume through it.
 *
 * The type of persistentvolumeclaims of the core group, v1.
 */
export type PersistentVolumeClaim = coreV1.PersistentVolumeClaim;
/** The kind of persistentvolumeclaims of the core group, v1. */
export const PersistentVolumeClaim: Kind<coreV1.PersistentVolumeClaim> = { group: "", version: "v1", kind: "PersistentVolumeClaim", plural: "persistentvolumeclaims", namespaced: true };

/**
 * A group of containers that run together on one node and share its IP address and volumes. Usually
 * created by a controller, such as a deployment or a job.
 *
 * The type of pods of the core group, v1.
 */
export type Pod = coreV1.Pod;
/** The kind of pods of the core group, v1. */
export const Pod: Kind<coreV1.Pod> = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

/**
 * Limits how many pods of an application can be evicted at the same time, for example when nodes
 * are drained. Other failures and deletions count, but are not prevented.
 *
 * The type of poddisruptionbudgets of policy, v1.
 */
export type PodDisruptionBudget = policyV1.PodDisruptionBudget;
/** The kind of poddisruptionbudgets of policy, v1. */
export const PodDisruptionBudget: Kind<policyV1.PodDisruptionBudget> = { group: "policy", version: "v1", kind: "PodDisruptionBudget", plural: "poddisruptionbudgets", namespaced: true };

/**
 * A pod template that is stored as an object of its own.
 *
 * The type of podtemplates of the core group, v1.
 */
export type PodTemplate = coreV1.PodTemplate;
/** The kind of podtemplates of the core group, v1. */
export const PodTemplate: Kind<coreV1.PodTemplate> = { group: "", version: "v1", kind: "PodTemplate", plural: "podtemplates", namespaced: true };

/**
 * Maps a name to a priority for pods.
 *
 * The type of priorityclasses of scheduling.k8s.io, v1, in no namespace.
 */
export type PriorityClass = schedulingV1.PriorityClass;
/** The kind of priorityclasses of scheduling.k8s.io, v1, in no namespace. */
export const PriorityClass: Kind<schedulingV1.PriorityClass> = { group: "scheduling.k8s.io", version: "v1", kind: "PriorityClass", plural: "priorityclasses", namespaced: false };

/**
 * Limits how many requests of the level run at the same time.
 *
 * The type of prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace.
 */
export type PriorityLevelConfiguration = flowcontrolV1.PriorityLevelConfiguration;
/** The kind of prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const PriorityLevelConfiguration: Kind<flowcontrolV1.PriorityLevelConfiguration> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "PriorityLevelConfiguration", plural: "prioritylevelconfigurations", namespaced: false };

/**
 * Keeps a number of identical pods running. Usually created by a deployment.
 *
 * The type of replicasets of apps, v1.
 */
export type ReplicaSet = appsV1.ReplicaSet;
/** The kind of replicasets of apps, v1. */
export const ReplicaSet: Kind<appsV1.ReplicaSet> = { group: "apps", version: "v1", kind: "ReplicaSet", plural: "replicasets", namespaced: true };

/**
 * Keeps a number of identical pods running. Deployments, which manage replica sets, are recommended
 * instead.
 *
 * The type of replicationcontrollers of the core group, v1.
 */
export type ReplicationController = coreV1.ReplicationController;
/** The kind of replicationcontrollers of the core group, v1. */
export const ReplicationController: Kind<coreV1.ReplicationController> = { group: "", version: "v1", kind: "ReplicationController", plural: "replicationcontrollers", namespaced: true };

/**
 * Requests devices, and records their allocation and use.
 *
 * The type of resourceclaims of resource.k8s.io, v1.
 */
export type ResourceClaim = resourceV1.ResourceClaim;
/** The kind of resourceclaims of resource.k8s.io, v1. */
export const ResourceClaim: Kind<resourceV1.ResourceClaim> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaim", plural: "resourceclaims", namespaced: true };

/**
 * A template of claims: each pod that refers to it gets a claim of its own.
 *
 * The type of resourceclaimtemplates of resource.k8s.io, v1.
 */
export type ResourceClaimTemplate = resourceV1.ResourceClaimTemplate;
/** The kind of resourceclaimtemplates of resource.k8s.io, v1. */
export const ResourceClaimTemplate: Kind<resourceV1.ResourceClaimTemplate> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaimTemplate", plural: "resourceclaimtemplates", namespaced: true };

/**
 * Limits the total resources and the number of objects in a namespace.
 *
 * The type of resourcequotas of the core group, v1.
 */
export type ResourceQuota = coreV1.ResourceQuota;
/** The kind of resourcequotas of the core group, v1. */
export const ResourceQuota: Kind<coreV1.ResourceQuota> = { group: "", version: "v1", kind: "ResourceQuota", plural: "resourcequotas", namespaced: true };

/**
 * A part of the devices of a pool, published by their driver.
 *
 * The type of resourceslices of resource.k8s.io, v1, in no namespace.
 */
export type ResourceSlice = resourceV1.ResourceSlice;
/** The kind of resourceslices of resource.k8s.io, v1, in no namespace. */
export const ResourceSlice: Kind<resourceV1.ResourceSlice> = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice", plural: "resourceslices", namespaced: false };

/**
 * Permissions in one namespace. Rules only allow; there are no deny rules.
 *
 * The type of roles of rbac.authorization.k8s.io, v1.
 */
export type Role = rbacV1.Role;
/** The kind of roles of rbac.authorization.k8s.io, v1. */
export const Role: Kind<rbacV1.Role> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "Role", plural: "roles", namespaced: true };

/**
 * Grants the permissions of a role, or of a cluster role, in one namespace.
 *
 * The type of rolebindings of rbac.authorization.k8s.io, v1.
 */
export type RoleBinding = rbacV1.RoleBinding;
/** The kind of rolebindings of rbac.authorization.k8s.io, v1. */
export const RoleBinding: Kind<rbacV1.RoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "RoleBinding", plural: "rolebindings", namespaced: true };

/**
 * A configuration of the container runtime, which pods select by name.
 *
 * The type of runtimeclasses of node.k8s.io, v1, in no namespace.
 */
export type RuntimeClass = nodeV1.RuntimeClass;
/** The kind of runtimeclasses of node.k8s.io, v1, in no namespace. */
export const RuntimeClass: Kind<nodeV1.RuntimeClass> = { group: "node.k8s.io", version: "v1", kind: "RuntimeClass", plural: "runtimeclasses", namespaced: false };

/**
 * Confidential data by key, such as passwords, tokens and keys. At most 1 MiB in total. Anyone who
 * can read it, or create pods in its namespace, has access to it.
 *
 * The type of secrets of the core group, v1.
 */
export type Secret = coreV1.Secret;
/** The kind of secrets of the core group, v1. */
export const Secret: Kind<coreV1.Secret> = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };

/**
 * Checks whether the current user may perform an action.
 *
 * The type of selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace.
 */
export type SelfSubjectAccessReview = authorizationV1.SelfSubjectAccessReview;
/** The kind of selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectAccessReview: Kind<authorizationV1.SelfSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectAccessReview", plural: "selfsubjectaccessreviews", namespaced: false };

/**
 * Returns the user who sends this request. It is created without fields.
 *
 * The type of selfsubjectreviews of authentication.k8s.io, v1, in no namespace.
 */
export type SelfSubjectReview = authenticationV1.SelfSubjectReview;
/** The kind of selfsubjectreviews of authentication.k8s.io, v1, in no namespace. */
export const SelfSubjectReview: Kind<authenticationV1.SelfSubjectReview> = { group: "authentication.k8s.io", version: "v1", kind: "SelfSubjectReview", plural: "selfsubjectreviews", namespaced: false };

/**
 * Lists the actions that the current user may perform in a namespace: for display only, not for
 * access decisions.
 *
 * The type of selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace.
 */
export type SelfSubjectRulesReview = authorizationV1.SelfSubjectRulesReview;
/** The kind of selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectRulesReview: Kind<authorizationV1.SelfSubjectRulesReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectRulesReview", plural: "selfsubjectrulesreviews", namespaced: false };

/**
 * A stable name and address for a changing set of pods.
 *
 * The type of services of the core group, v1.
 */
export type Service = coreV1.Service;
/** The kind of services of the core group, v1. */
export const Service: Kind<coreV1.Service> = { group: "", version: "v1", kind: "Service", plural: "services", namespaced: true };

/**
 * An identity for processes that run in pods.
 *
 * The type of serviceaccounts of the core group, v1.
 */
export type ServiceAccount = coreV1.ServiceAccount;
/** The kind of serviceaccounts of the core group, v1. */
export const ServiceAccount: Kind<coreV1.ServiceAccount> = { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true };

/**
 * IP ranges for the cluster IPs of services.
 *
 * The type of servicecidrs of networking.k8s.io, v1, in no namespace.
 */
export type ServiceCIDR = networkingV1.ServiceCIDR;
/** The kind of servicecidrs of networking.k8s.io, v1, in no namespace. */
export const ServiceCIDR: Kind<networkingV1.ServiceCIDR> = { group: "networking.k8s.io", version: "v1", kind: "ServiceCIDR", plural: "servicecidrs", namespaced: false };

/**
 * Runs pods with stable identities: each has an ordinal, and with it a stable name, DNS name and
 * volumes of its own.
 *
 * The type of statefulsets of apps, v1.
 */
export type StatefulSet = appsV1.StatefulSet;
/** The kind of statefulsets of apps, v1. */
export const StatefulSet: Kind<appsV1.StatefulSet> = { group: "apps", version: "v1", kind: "StatefulSet", plural: "statefulsets", namespaced: true };

/**
 * A class of storage, with the parameters for provisioning its volumes.
 *
 * The type of storageclasses of storage.k8s.io, v1, in no namespace.
 */
export type StorageClass = storageV1.StorageClass;
/** The kind of storageclasses of storage.k8s.io, v1, in no namespace. */
export const StorageClass: Kind<storageV1.StorageClass> = { group: "storage.k8s.io", version: "v1", kind: "StorageClass", plural: "storageclasses", namespaced: false };

/**
 * Checks whether a user or group may perform an action.
 *
 * The type of subjectaccessreviews of authorization.k8s.io, v1, in no namespace.
 */
export type SubjectAccessReview = authorizationV1.SubjectAccessReview;
/** The kind of subjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SubjectAccessReview: Kind<authorizationV1.SubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SubjectAccessReview", plural: "subjectaccessreviews", namespaced: false };

/**
 * Checks a bearer token and returns its user.
 *
 * The type of tokenreviews of authentication.k8s.io, v1, in no namespace.
 */
export type TokenReview = authenticationV1.TokenReview;
/** The kind of tokenreviews of authentication.k8s.io, v1, in no namespace. */
export const TokenReview: Kind<authenticationV1.TokenReview> = { group: "authentication.k8s.io", version: "v1", kind: "TokenReview", plural: "tokenreviews", namespaced: false };

/**
 * Validates requests with CEL expressions. It takes effect only through a binding.
 *
 * The type of validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace.
 */
export type ValidatingAdmissionPolicy = admissionregistrationV1.ValidatingAdmissionPolicy;
/** The kind of validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const ValidatingAdmissionPolicy: Kind<admissionregistrationV1.ValidatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicy", plural: "validatingadmissionpolicies", namespaced: false };

/**
 * Binds a validating admission policy to requests and to parameters.
 *
 * The type of validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no
 * namespace.
 */
export type ValidatingAdmissionPolicyBinding = admissionregistrationV1.ValidatingAdmissionPolicyBinding;
/**
 * The kind of validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no
 * namespace.
 */
export const ValidatingAdmissionPolicyBinding: Kind<admissionregistrationV1.ValidatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicyBinding", plural: "validatingadmissionpolicybindings", namespaced: false };

/**
 * Registers webhooks that validate requests and can reject them.
 *
 * The type of validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export type ValidatingWebhookConfiguration = admissionregistrationV1.ValidatingWebhookConfiguration;
/**
 * The kind of validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export const ValidatingWebhookConfiguration: Kind<admissionregistrationV1.ValidatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingWebhookConfiguration", plural: "validatingwebhookconfigurations", namespaced: false };

/**
 * Requests that a volume is attached to a node, and records whether it is.
 *
 * The type of volumeattachments of storage.k8s.io, v1, in no namespace.
 */
export type VolumeAttachment = storageV1.VolumeAttachment;
/** The kind of volumeattachments of storage.k8s.io, v1, in no namespace. */
export const VolumeAttachment: Kind<storageV1.VolumeAttachment> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttachment", plural: "volumeattachments", namespaced: false };

/**
 * Parameters of volumes that can be changed while the volumes are in use.
 *
 * The type of volumeattributesclasses of storage.k8s.io, v1, in no namespace.
 */
export type VolumeAttributesClass = storageV1.VolumeAttributesClass;
/** The kind of volumeattributesclasses of storage.k8s.io, v1, in no namespace. */
export const VolumeAttributesClass: Kind<storageV1.VolumeAttributesClass> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttributesClass", plural: "volumeattributesclasses", namespaced: false };

/** The kinds of admissionregistration/v1, beside the types of the same names. */
const admissionregistrationV1: {
  /** The kind of mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
  readonly MutatingAdmissionPolicy: Kind<admissionregistrationV1.MutatingAdmissionPolicy>;
  /**
   * The kind of mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no
   * namespace.
   */
  readonly MutatingAdmissionPolicyBinding: Kind<admissionregistrationV1.MutatingAdmissionPolicyBinding>;
  /**
   * The kind of mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
   */
  readonly MutatingWebhookConfiguration: Kind<admissionregistrationV1.MutatingWebhookConfiguration>;
  /**
   * The kind of validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace.
   */
  readonly ValidatingAdmissionPolicy: Kind<admissionregistrationV1.ValidatingAdmissionPolicy>;
  /**
   * The kind of validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no
   * namespace.
   */
  readonly ValidatingAdmissionPolicyBinding: Kind<admissionregistrationV1.ValidatingAdmissionPolicyBinding>;
  /**
   * The kind of validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no
   * namespace.
   */
  readonly ValidatingWebhookConfiguration: Kind<admissionregistrationV1.ValidatingWebhookConfiguration>;
} = {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
};

/** The kinds of apiextensions/v1, beside the types of the same names. */
const apiextensionsV1: {
  /** The kind of customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace. */
  readonly CustomResourceDefinition: Kind<apiextensionsV1.CustomResourceDefinition>;
} = {
  CustomResourceDefinition,
};

/** The kinds of apiregistration/v1, beside the types of the same names. */
const apiregistrationV1: {
  /** The kind of apiservices of apiregistration.k8s.io, v1, in no namespace. */
  readonly APIService: Kind<apiregistrationV1.APIService>;
} = {
  APIService,
};

/** The kinds of apps/v1, beside the types of the same names. */
const appsV1: {
  /** The kind of controllerrevisions of apps, v1. */
  readonly ControllerRevision: Kind<appsV1.ControllerRevision>;
  /** The kind of daemonsets of apps, v1. */
  readonly DaemonSet: Kind<appsV1.DaemonSet>;
  /** The kind of deployments of apps, v1. */
  readonly Deployment: Kind<appsV1.Deployment>;
  /** The kind of replicasets of apps, v1. */
  readonly ReplicaSet: Kind<appsV1.ReplicaSet>;
  /** The kind of statefulsets of apps, v1. */
  readonly StatefulSet: Kind<appsV1.StatefulSet>;
} = {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
};

/** The kinds of auditregistration/v1alpha1, beside the types of the same names. */
const auditregistrationV1alpha1: {
  /** The kind of auditsinks of auditregistration.k8s.io, v1alpha1, in no namespace. */
  readonly AuditSink: Kind<auditregistrationV1alpha1.AuditSink>;
} = {
  AuditSink: { group: "auditregistration.k8s.io", version: "v1alpha1", kind: "AuditSink", plural: "auditsinks", namespaced: false },
};

/** The kinds of authentication/v1, beside the types of the same names. */
const authenticationV1: {
  /** The kind of selfsubjectreviews of authentication.k8s.io, v1, in no namespace. */
  readonly SelfSubjectReview: Kind<authenticationV1.SelfSubjectReview>;
  /** The kind of tokenreviews of authentication.k8s.io, v1, in no namespace. */
  readonly TokenReview: Kind<authenticationV1.TokenReview>;
} = {
  SelfSubjectReview,
  TokenReview,
};

/** The kinds of authorization/v1, beside the types of the same names. */
const authorizationV1: {
  /** The kind of localsubjectaccessreviews of authorization.k8s.io, v1. */
  readonly LocalSubjectAccessReview: Kind<authorizationV1.LocalSubjectAccessReview>;
  /** The kind of selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
  readonly SelfSubjectAccessReview: Kind<authorizationV1.SelfSubjectAccessReview>;
  /** The kind of selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace. */
  readonly SelfSubjectRulesReview: Kind<authorizationV1.SelfSubjectRulesReview>;
  /** The kind of subjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
  readonly SubjectAccessReview: Kind<authorizationV1.SubjectAccessReview>;
} = {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
};

/** The kinds of autoscaling/v1, beside the types of the same names. */
const autoscalingV1: {
  /** The kind of horizontalpodautoscalers of autoscaling, v1. */
  readonly HorizontalPodAutoscaler: Kind<autoscalingV1.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler: { group: "autoscaling", version: "v1", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true },
};

/** The kinds of autoscaling/v2, beside the types of the same names. */
const autoscalingV2: {
  /** The kind of horizontalpodautoscalers of autoscaling, v2. */
  readonly HorizontalPodAutoscaler: Kind<autoscalingV2.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler,
};

/** The kinds of batch/v1, beside the types of the same names. */
const batchV1: {
  /** The kind of cronjobs of batch, v1. */
  readonly CronJob: Kind<batchV1.CronJob>;
  /** The kind of jobs of batch, v1. */
  readonly Job: Kind<batchV1.Job>;
} = {
  CronJob,
  Job,
};

/** The kinds of certificates/v1, beside the types of the same names. */
const certificatesV1: {
  /** The kind of certificatesigningrequests of certificates.k8s.io, v1, in no namespace. */
  readonly CertificateSigningRequest: Kind<certificatesV1.CertificateSigningRequest>;
} = {
  CertificateSigningRequest,
};

/** The kinds of coordination/v1, beside the types of the same names. */
const coordinationV1: {
  /** The kind of leases of coordination.k8s.io, v1. */
  readonly Lease: Kind<coordinationV1.Lease>;
} = {
  Lease,
};

/** The kinds of core/v1, beside the types of the same names. */
const coreV1: {
  /** The kind of bindings of the core group, v1. */
  readonly Binding: Kind<coreV1.Binding>;
  /** The kind of componentstatuses of the core group, v1, in no namespace. */
  readonly ComponentStatus: Kind<coreV1.ComponentStatus>;
  /** The kind of configmaps of the core group, v1. */
  readonly ConfigMap: Kind<coreV1.ConfigMap>;
  /** The kind of endpoints of the core group, v1. */
  readonly Endpoints: Kind<coreV1.Endpoints>;
  /** The kind of events of the core group, v1. */
  readonly Event: Kind<coreV1.Event>;
  /** The kind of limitranges of the core group, v1. */
  readonly LimitRange: Kind<coreV1.LimitRange>;
  /** The kind of namespaces of the core group, v1, in no namespace. */
  readonly Namespace: Kind<coreV1.Namespace>;
  /** The kind of nodes of the core group, v1, in no namespace. */
  readonly Node: Kind<coreV1.Node>;
  /** The kind of persistentvolumes of the core group, v1, in no namespace. */
  readonly PersistentVolume: Kind<coreV1.PersistentVolume>;
  /** The kind of persistentvolumeclaims of the core group, v1. */
  readonly PersistentVolumeClaim: Kind<coreV1.PersistentVolumeClaim>;
  /** The kind of pods of the core group, v1. */
  readonly Pod: Kind<coreV1.Pod>;
  /** The kind of podtemplates of the core group, v1. */
  readonly PodTemplate: Kind<coreV1.PodTemplate>;
  /** The kind of replicationcontrollers of the core group, v1. */
  readonly ReplicationController: Kind<coreV1.ReplicationController>;
  /** The kind of resourcequotas of the core group, v1. */
  readonly ResourceQuota: Kind<coreV1.ResourceQuota>;
  /** The kind of secrets of the core group, v1. */
  readonly Secret: Kind<coreV1.Secret>;
  /** The kind of services of the core group, v1. */
  readonly Service: Kind<coreV1.Service>;
  /** The kind of serviceaccounts of the core group, v1. */
  readonly ServiceAccount: Kind<coreV1.ServiceAccount>;
} = {
  Binding,
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event: { group: "", version: "v1", kind: "Event", plural: "events", namespaced: true },
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
};

/** The kinds of discovery/v1, beside the types of the same names. */
const discoveryV1: {
  /** The kind of endpointslices of discovery.k8s.io, v1. */
  readonly EndpointSlice: Kind<discoveryV1.EndpointSlice>;
} = {
  EndpointSlice,
};

/** The kinds of events/v1, beside the types of the same names. */
const eventsV1: {
  /** The kind of events of events.k8s.io, v1. */
  readonly Event: Kind<eventsV1.Event>;
} = {
  Event,
};

/** The kinds of flowcontrol/v1, beside the types of the same names. */
const flowcontrolV1: {
  /** The kind of flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
  readonly FlowSchema: Kind<flowcontrolV1.FlowSchema>;
  /**
   * The kind of prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace.
   */
  readonly PriorityLevelConfiguration: Kind<flowcontrolV1.PriorityLevelConfiguration>;
} = {
  FlowSchema,
  PriorityLevelConfiguration,
};

/** The kinds of networking/v1, beside the types of the same names. */
const networkingV1: {
  /** The kind of ipaddresses of networking.k8s.io, v1, in no namespace. */
  readonly IPAddress: Kind<networkingV1.IPAddress>;
  /** The kind of ingresses of networking.k8s.io, v1. */
  readonly Ingress: Kind<networkingV1.Ingress>;
  /** The kind of ingressclasses of networking.k8s.io, v1, in no namespace. */
  readonly IngressClass: Kind<networkingV1.IngressClass>;
  /** The kind of networkpolicies of networking.k8s.io, v1. */
  readonly NetworkPolicy: Kind<networkingV1.NetworkPolicy>;
  /** The kind of servicecidrs of networking.k8s.io, v1, in no namespace. */
  readonly ServiceCIDR: Kind<networkingV1.ServiceCIDR>;
} = {
  IPAddress,
  Ingress,
  IngressClass,
  NetworkPolicy,
  ServiceCIDR,
};

/** The kinds of node/v1, beside the types of the same names. */
const nodeV1: {
  /** The kind of runtimeclasses of node.k8s.io, v1, in no namespace. */
  readonly RuntimeClass: Kind<nodeV1.RuntimeClass>;
} = {
  RuntimeClass,
};

/** The kinds of policy/v1, beside the types of the same names. */
const policyV1: {
  /** The kind of poddisruptionbudgets of policy, v1. */
  readonly PodDisruptionBudget: Kind<policyV1.PodDisruptionBudget>;
} = {
  PodDisruptionBudget,
};

/** The kinds of policy/v1beta1, beside the types of the same names. */
const policyV1beta1: {
  /** The kind of podsecuritypolicies of policy, v1beta1, in no namespace. */
  readonly PodSecurityPolicy: Kind<policyV1beta1.PodSecurityPolicy>;
} = {
  PodSecurityPolicy: { group: "policy", version: "v1beta1", kind: "PodSecurityPolicy", plural: "podsecuritypolicies", namespaced: false },
};

/** The kinds of rbac/v1, beside the types of the same names. */
const rbacV1: {
  /** The kind of clusterroles of rbac.authorization.k8s.io, v1, in no namespace. */
  readonly ClusterRole: Kind<rbacV1.ClusterRole>;
  /** The kind of clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace. */
  readonly ClusterRoleBinding: Kind<rbacV1.ClusterRoleBinding>;
  /** The kind of roles of rbac.authorization.k8s.io, v1. */
  readonly Role: Kind<rbacV1.Role>;
  /** The kind of rolebindings of rbac.authorization.k8s.io, v1. */
  readonly RoleBinding: Kind<rbacV1.RoleBinding>;
} = {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
};

/** The kinds of resource/v1, beside the types of the same names. */
const resourceV1: {
  /** The kind of deviceclasses of resource.k8s.io, v1, in no namespace. */
  readonly DeviceClass: Kind<resourceV1.DeviceClass>;
  /** The kind of resourceclaims of resource.k8s.io, v1. */
  readonly ResourceClaim: Kind<resourceV1.ResourceClaim>;
  /** The kind of resourceclaimtemplates of resource.k8s.io, v1. */
  readonly ResourceClaimTemplate: Kind<resourceV1.ResourceClaimTemplate>;
  /** The kind of resourceslices of resource.k8s.io, v1, in no namespace. */
  readonly ResourceSlice: Kind<resourceV1.ResourceSlice>;
} = {
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
};

/** The kinds of scheduling/v1, beside the types of the same names. */
const schedulingV1: {
  /** The kind of priorityclasses of scheduling.k8s.io, v1, in no namespace. */
  readonly PriorityClass: Kind<schedulingV1.PriorityClass>;
} = {
  PriorityClass,
};

/** The kinds of settings/v1alpha1, beside the types of the same names. */
const settingsV1alpha1: {
  /** The kind of podpresets of settings.k8s.io, v1alpha1. */
  readonly PodPreset: Kind<settingsV1alpha1.PodPreset>;
} = {
  PodPreset: { group: "settings.k8s.io", version: "v1alpha1", kind: "PodPreset", plural: "podpresets", namespaced: true },
};

/** The kinds of storage/v1, beside the types of the same names. */
const storageV1: {
  /** The kind of csidrivers of storage.k8s.io, v1, in no namespace. */
  readonly CSIDriver: Kind<storageV1.CSIDriver>;
  /** The kind of csinodes of storage.k8s.io, v1, in no namespace. */
  readonly CSINode: Kind<storageV1.CSINode>;
  /** The kind of csistoragecapacities of storage.k8s.io, v1. */
  readonly CSIStorageCapacity: Kind<storageV1.CSIStorageCapacity>;
  /** The kind of storageclasses of storage.k8s.io, v1, in no namespace. */
  readonly StorageClass: Kind<storageV1.StorageClass>;
  /** The kind of volumeattachments of storage.k8s.io, v1, in no namespace. */
  readonly VolumeAttachment: Kind<storageV1.VolumeAttachment>;
  /** The kind of volumeattributesclasses of storage.k8s.io, v1, in no namespace. */
  readonly VolumeAttributesClass: Kind<storageV1.VolumeAttributesClass>;
} = {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
};

export {
  admissionregistrationV1,
  apiextensionsV1,
  apiregistrationV1,
  appsV1,
  auditregistrationV1alpha1,
  authenticationV1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  coordinationV1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  networkingV1,
  nodeV1,
  policyV1,
  policyV1beta1,
  rbacV1,
  resourceV1,
  schedulingV1,
  settingsV1alpha1,
  storageV1,
};
