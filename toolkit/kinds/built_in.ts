// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The built-in kinds as values, each under the name of its type: the newest stable version of each by
 * itself (`Deployment`), and all of them, with the other types of their API, by group version
 * (`appsV1.Deployment`).
 *
 * @module
 */

import type { admissionregistrationV1 as admissionregistration_v1 } from "../api/admissionregistration_v1.ts";
import type { apiextensionsV1 as apiextensions_v1 } from "../api/apiextensions_v1.ts";
import type { apiregistrationV1 as apiregistration_v1 } from "../api/apiregistration_v1.ts";
import type { appsV1 as apps_v1 } from "../api/apps_v1.ts";
import type { auditregistrationV1alpha1 as auditregistration_v1alpha1 } from "../api/auditregistration_v1alpha1.ts";
import type { authenticationV1 as authentication_v1 } from "../api/authentication_v1.ts";
import type { authorizationV1 as authorization_v1 } from "../api/authorization_v1.ts";
import type { autoscalingV1 as autoscaling_v1 } from "../api/autoscaling_v1.ts";
import type { autoscalingV2 as autoscaling_v2 } from "../api/autoscaling_v2.ts";
import type { batchV1 as batch_v1 } from "../api/batch_v1.ts";
import type { certificatesV1 as certificates_v1 } from "../api/certificates_v1.ts";
import type { coordinationV1 as coordination_v1 } from "../api/coordination_v1.ts";
import type { coreV1 as core_v1 } from "../api/core_v1.ts";
import type { discoveryV1 as discovery_v1 } from "../api/discovery_v1.ts";
import type { eventsV1 as events_v1 } from "../api/events_v1.ts";
import type { flowcontrolV1 as flowcontrol_v1 } from "../api/flowcontrol_v1.ts";
import type { networkingV1 as networking_v1 } from "../api/networking_v1.ts";
import type { nodeV1 as node_v1 } from "../api/node_v1.ts";
import type { policyV1 as policy_v1 } from "../api/policy_v1.ts";
import type { policyV1beta1 as policy_v1beta1 } from "../api/policy_v1beta1.ts";
import type { rbacV1 as rbac_v1 } from "../api/rbac_v1.ts";
import type { resourceV1 as resource_v1 } from "../api/resource_v1.ts";
import type { schedulingV1 as scheduling_v1 } from "../api/scheduling_v1.ts";
import type { settingsV1alpha1 as settings_v1alpha1 } from "../api/settings_v1alpha1.ts";
import type { storageV1 as storage_v1 } from "../api/storage_v1.ts";
import type { Kind } from "./kind.ts";

/** Registers a group version and the server that serves it. Its name is VERSION.GROUP. */
export type APIService = apiregistration_v1.APIService;
/** The kind of apiservices of apiregistration.k8s.io, v1, in no namespace. */
export const APIService: Kind<apiregistration_v1.APIService> = { group: "apiregistration.k8s.io", version: "v1", kind: "APIService", plural: "apiservices", namespaced: false };

/** Assigns a pod to a node, through the pod's binding subresource. It is not stored. */
export type Binding = core_v1.Binding;
/** The kind of bindings of the core group, v1. */
export const Binding: Kind<core_v1.Binding> = { group: "", version: "v1", kind: "Binding", plural: "bindings", namespaced: true };

/** A CSI storage driver and how it works with the cluster. Its name is the name of the driver. */
export type CSIDriver = storage_v1.CSIDriver;
/** The kind of csidrivers of storage.k8s.io, v1, in no namespace. */
export const CSIDriver: Kind<storage_v1.CSIDriver> = { group: "storage.k8s.io", version: "v1", kind: "CSIDriver", plural: "csidrivers", namespaced: false };

/** The CSI drivers of a node. Its name is the node's; written by the node agent. */
export type CSINode = storage_v1.CSINode;
/** The kind of csinodes of storage.k8s.io, v1, in no namespace. */
export const CSINode: Kind<storage_v1.CSINode> = { group: "storage.k8s.io", version: "v1", kind: "CSINode", plural: "csinodes", namespaced: false };

/** The available capacity of a driver, for one storage class in one topology segment. */
export type CSIStorageCapacity = storage_v1.CSIStorageCapacity;
/** The kind of csistoragecapacities of storage.k8s.io, v1. */
export const CSIStorageCapacity: Kind<storage_v1.CSIStorageCapacity> = { group: "storage.k8s.io", version: "v1", kind: "CSIStorageCapacity", plural: "csistoragecapacities", namespaced: true };

/**
 * Requests a certificate from a signer. It is first approved or denied through the approval
 * subresource.
 */
export type CertificateSigningRequest = certificates_v1.CertificateSigningRequest;
/** The kind of certificatesigningrequests of certificates.k8s.io, v1, in no namespace. */
export const CertificateSigningRequest: Kind<certificates_v1.CertificateSigningRequest> = { group: "certificates.k8s.io", version: "v1", kind: "CertificateSigningRequest", plural: "certificatesigningrequests", namespaced: false };

/** Permissions in the whole cluster, or in the namespaces of the role bindings that refer to it. */
export type ClusterRole = rbac_v1.ClusterRole;
/** The kind of clusterroles of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRole: Kind<rbac_v1.ClusterRole> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRole", plural: "clusterroles", namespaced: false };

/** Grants the permissions of a cluster role in the whole cluster. */
export type ClusterRoleBinding = rbac_v1.ClusterRoleBinding;
/** The kind of clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRoleBinding: Kind<rbac_v1.ClusterRoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRoleBinding", plural: "clusterrolebindings", namespaced: false };

/** The health of a control plane component. Deprecated and read-only. */
export type ComponentStatus = core_v1.ComponentStatus;
/** The kind of componentstatuses of the core group, v1, in no namespace. */
export const ComponentStatus: Kind<core_v1.ComponentStatus> = { group: "", version: "v1", kind: "ComponentStatus", plural: "componentstatuses", namespaced: false };

/** Configuration data for pods, as strings and bytes by key. At most 1 MiB in total. */
export type ConfigMap = core_v1.ConfigMap;
/** The kind of configmaps of the core group, v1. */
export const ConfigMap: Kind<core_v1.ConfigMap> = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true };

/**
 * A snapshot of a stateful set's or daemon set's template, for rollback. Written by the
 * controllers; its data can't be changed.
 */
export type ControllerRevision = apps_v1.ControllerRevision;
/** The kind of controllerrevisions of apps, v1. */
export const ControllerRevision: Kind<apps_v1.ControllerRevision> = { group: "apps", version: "v1", kind: "ControllerRevision", plural: "controllerrevisions", namespaced: true };

/** Creates jobs on a schedule. */
export type CronJob = batch_v1.CronJob;
/** The kind of cronjobs of batch, v1. */
export const CronJob: Kind<batch_v1.CronJob> = { group: "batch", version: "v1", kind: "CronJob", plural: "cronjobs", namespaced: true };

/** Adds a custom resource to the API. Its name is PLURAL.GROUP. */
export type CustomResourceDefinition = apiextensions_v1.CustomResourceDefinition;
/** The kind of customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace. */
export const CustomResourceDefinition: Kind<apiextensions_v1.CustomResourceDefinition> = { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition", plural: "customresourcedefinitions", namespaced: false };

/** Runs one pod on every node, or on every node that its pod template selects. */
export type DaemonSet = apps_v1.DaemonSet;
/** The kind of daemonsets of apps, v1. */
export const DaemonSet: Kind<apps_v1.DaemonSet> = { group: "apps", version: "v1", kind: "DaemonSet", plural: "daemonsets", namespaced: true };

/**
 * Runs a number of identical pods, and replaces them gradually when their template changes. It
 * creates a replica set for each revision of the template.
 */
export type Deployment = apps_v1.Deployment;
/** The kind of deployments of apps, v1. */
export const Deployment: Kind<apps_v1.Deployment> = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };

/** A class of devices, which resource claims request by name. */
export type DeviceClass = resource_v1.DeviceClass;
/** The kind of deviceclasses of resource.k8s.io, v1, in no namespace. */
export const DeviceClass: Kind<resource_v1.DeviceClass> = { group: "resource.k8s.io", version: "v1", kind: "DeviceClass", plural: "deviceclasses", namespaced: false };

/**
 * A part of the endpoints of a service. A label names the service; a service can have several
 * slices, whose endpoints add up.
 */
export type EndpointSlice = discovery_v1.EndpointSlice;
/** The kind of endpointslices of discovery.k8s.io, v1. */
export const EndpointSlice: Kind<discovery_v1.EndpointSlice> = { group: "discovery.k8s.io", version: "v1", kind: "EndpointSlice", plural: "endpointslices", namespaced: true };

/**
 * The addresses of the service with the same name. Deprecated: use endpoint slices, which scale
 * better and hold more data.
 */
export type Endpoints = core_v1.Endpoints;
/** The kind of endpoints of the core group, v1. */
export const Endpoints: Kind<core_v1.Endpoints> = { group: "", version: "v1", kind: "Endpoints", plural: "endpoints", namespaced: true };

/**
 * A report of something that happened to an object. Events expire, by default after one hour, and
 * can be lost: do not rely on them.
 */
export type Event = events_v1.Event;
/** The kind of events of events.k8s.io, v1. */
export const Event: Kind<events_v1.Event> = { group: "events.k8s.io", version: "v1", kind: "Event", plural: "events", namespaced: true };

/** Assigns requests to a priority level, and to flows within it. */
export type FlowSchema = flowcontrol_v1.FlowSchema;
/** The kind of flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const FlowSchema: Kind<flowcontrol_v1.FlowSchema> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "FlowSchema", plural: "flowschemas", namespaced: false };

/**
 * Scales a deployment, or another object with a scale subresource, so that metrics meet their
 * targets.
 */
export type HorizontalPodAutoscaler = autoscaling_v2.HorizontalPodAutoscaler;
/** The kind of horizontalpodautoscalers of autoscaling, v2. */
export const HorizontalPodAutoscaler: Kind<autoscaling_v2.HorizontalPodAutoscaler> = { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true };

/** An allocated IP address. Its name is the address. Created by the service IP allocator. */
export type IPAddress = networking_v1.IPAddress;
/** The kind of ipaddresses of networking.k8s.io, v1, in no namespace. */
export const IPAddress: Kind<networking_v1.IPAddress> = { group: "networking.k8s.io", version: "v1", kind: "IPAddress", plural: "ipaddresses", namespaced: false };

/** Routes HTTP requests from outside the cluster to services, by host and path. */
export type Ingress = networking_v1.Ingress;
/** The kind of ingresses of networking.k8s.io, v1. */
export const Ingress: Kind<networking_v1.Ingress> = { group: "networking.k8s.io", version: "v1", kind: "Ingress", plural: "ingresses", namespaced: true };

/** A class of ingresses, implemented by one controller. */
export type IngressClass = networking_v1.IngressClass;
/** The kind of ingressclasses of networking.k8s.io, v1, in no namespace. */
export const IngressClass: Kind<networking_v1.IngressClass> = { group: "networking.k8s.io", version: "v1", kind: "IngressClass", plural: "ingressclasses", namespaced: false };

/** Runs pods until a number of them succeed. */
export type Job = batch_v1.Job;
/** The kind of jobs of batch, v1. */
export const Job: Kind<batch_v1.Job> = { group: "batch", version: "v1", kind: "Job", plural: "jobs", namespaced: true };

/**
 * A lock that one holder at a time renews. Used for leader election and for heartbeats of nodes.
 */
export type Lease = coordination_v1.Lease;
/** The kind of leases of coordination.k8s.io, v1. */
export const Lease: Kind<coordination_v1.Lease> = { group: "coordination.k8s.io", version: "v1", kind: "Lease", plural: "leases", namespaced: true };

/** Limits and defaults for the resources of single pods, containers and claims in a namespace. */
export type LimitRange = core_v1.LimitRange;
/** The kind of limitranges of the core group, v1. */
export const LimitRange: Kind<core_v1.LimitRange> = { group: "", version: "v1", kind: "LimitRange", plural: "limitranges", namespaced: true };

/** Checks whether a user or group may perform an action in this namespace. */
export type LocalSubjectAccessReview = authorization_v1.LocalSubjectAccessReview;
/** The kind of localsubjectaccessreviews of authorization.k8s.io, v1. */
export const LocalSubjectAccessReview: Kind<authorization_v1.LocalSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "LocalSubjectAccessReview", plural: "localsubjectaccessreviews", namespaced: true };

/** Changes objects with CEL expressions. It takes effect only through a binding. */
export type MutatingAdmissionPolicy = admissionregistration_v1.MutatingAdmissionPolicy;
/** The kind of mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const MutatingAdmissionPolicy: Kind<admissionregistration_v1.MutatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicy", plural: "mutatingadmissionpolicies", namespaced: false };

/** Binds a mutating admission policy to requests and to parameters. */
export type MutatingAdmissionPolicyBinding = admissionregistration_v1.MutatingAdmissionPolicyBinding;
/**
 * The kind of mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace.
 */
export const MutatingAdmissionPolicyBinding: Kind<admissionregistration_v1.MutatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicyBinding", plural: "mutatingadmissionpolicybindings", namespaced: false };

/** Registers webhooks that can change objects and reject requests. */
export type MutatingWebhookConfiguration = admissionregistration_v1.MutatingWebhookConfiguration;
/**
 * The kind of mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export const MutatingWebhookConfiguration: Kind<admissionregistration_v1.MutatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingWebhookConfiguration", plural: "mutatingwebhookconfigurations", namespaced: false };

/** A scope for names, permissions and quotas. Deleting a namespace deletes all objects in it. */
export type Namespace = core_v1.Namespace;
/** The kind of namespaces of the core group, v1, in no namespace. */
export const Namespace: Kind<core_v1.Namespace> = { group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false };

/**
 * Restricts the traffic of pods. Pods that no policy selects are not restricted; if several select
 * a pod, traffic is allowed if any of them allows it.
 */
export type NetworkPolicy = networking_v1.NetworkPolicy;
/** The kind of networkpolicies of networking.k8s.io, v1. */
export const NetworkPolicy: Kind<networking_v1.NetworkPolicy> = { group: "networking.k8s.io", version: "v1", kind: "NetworkPolicy", plural: "networkpolicies", namespaced: true };

/** A machine that runs pods. Usually registered by its node agent. */
export type Node = core_v1.Node;
/** The kind of nodes of the core group, v1, in no namespace. */
export const Node: Kind<core_v1.Node> = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

/**
 * Storage with a life cycle independent of pods. Created by an administrator or through a storage
 * class, and bound to at most one claim.
 */
export type PersistentVolume = core_v1.PersistentVolume;
/** The kind of persistentvolumes of the core group, v1, in no namespace. */
export const PersistentVolume: Kind<core_v1.PersistentVolume> = { group: "", version: "v1", kind: "PersistentVolume", plural: "persistentvolumes", namespaced: false };

/** A request for storage. Pods in its namespace use the bound volume through it. */
export type PersistentVolumeClaim = core_v1.PersistentVolumeClaim;
/** The kind of persistentvolumeclaims of the core group, v1. */
export const PersistentVolumeClaim: Kind<core_v1.PersistentVolumeClaim> = { group: "", version: "v1", kind: "PersistentVolumeClaim", plural: "persistentvolumeclaims", namespaced: true };

/**
 * A group of containers that run together on one node and share its IP address and volumes. Usually
 * created by a controller, such as a deployment or a job.
 */
export type Pod = core_v1.Pod;
/** The kind of pods of the core group, v1. */
export const Pod: Kind<core_v1.Pod> = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

/**
 * Limits how many pods of an application can be evicted at the same time, for example when nodes
 * are drained. Other failures and deletions count, but are not prevented.
 */
export type PodDisruptionBudget = policy_v1.PodDisruptionBudget;
/** The kind of poddisruptionbudgets of policy, v1. */
export const PodDisruptionBudget: Kind<policy_v1.PodDisruptionBudget> = { group: "policy", version: "v1", kind: "PodDisruptionBudget", plural: "poddisruptionbudgets", namespaced: true };

/** A pod template that is stored as an object of its own. */
export type PodTemplate = core_v1.PodTemplate;
/** The kind of podtemplates of the core group, v1. */
export const PodTemplate: Kind<core_v1.PodTemplate> = { group: "", version: "v1", kind: "PodTemplate", plural: "podtemplates", namespaced: true };

/** Maps a name to a priority for pods. */
export type PriorityClass = scheduling_v1.PriorityClass;
/** The kind of priorityclasses of scheduling.k8s.io, v1, in no namespace. */
export const PriorityClass: Kind<scheduling_v1.PriorityClass> = { group: "scheduling.k8s.io", version: "v1", kind: "PriorityClass", plural: "priorityclasses", namespaced: false };

/** Limits how many requests of the level run at the same time. */
export type PriorityLevelConfiguration = flowcontrol_v1.PriorityLevelConfiguration;
/** The kind of prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const PriorityLevelConfiguration: Kind<flowcontrol_v1.PriorityLevelConfiguration> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "PriorityLevelConfiguration", plural: "prioritylevelconfigurations", namespaced: false };

/** Keeps a number of identical pods running. Usually created by a deployment. */
export type ReplicaSet = apps_v1.ReplicaSet;
/** The kind of replicasets of apps, v1. */
export const ReplicaSet: Kind<apps_v1.ReplicaSet> = { group: "apps", version: "v1", kind: "ReplicaSet", plural: "replicasets", namespaced: true };

/**
 * Keeps a number of identical pods running. Deployments, which manage replica sets, are recommended
 * instead.
 */
export type ReplicationController = core_v1.ReplicationController;
/** The kind of replicationcontrollers of the core group, v1. */
export const ReplicationController: Kind<core_v1.ReplicationController> = { group: "", version: "v1", kind: "ReplicationController", plural: "replicationcontrollers", namespaced: true };

/** Requests devices, and records their allocation and use. */
export type ResourceClaim = resource_v1.ResourceClaim;
/** The kind of resourceclaims of resource.k8s.io, v1. */
export const ResourceClaim: Kind<resource_v1.ResourceClaim> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaim", plural: "resourceclaims", namespaced: true };

/** A template of claims: each pod that refers to it gets a claim of its own. */
export type ResourceClaimTemplate = resource_v1.ResourceClaimTemplate;
/** The kind of resourceclaimtemplates of resource.k8s.io, v1. */
export const ResourceClaimTemplate: Kind<resource_v1.ResourceClaimTemplate> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaimTemplate", plural: "resourceclaimtemplates", namespaced: true };

/** Limits the total resources and the number of objects in a namespace. */
export type ResourceQuota = core_v1.ResourceQuota;
/** The kind of resourcequotas of the core group, v1. */
export const ResourceQuota: Kind<core_v1.ResourceQuota> = { group: "", version: "v1", kind: "ResourceQuota", plural: "resourcequotas", namespaced: true };

/** A part of the devices of a pool, published by their driver. */
export type ResourceSlice = resource_v1.ResourceSlice;
/** The kind of resourceslices of resource.k8s.io, v1, in no namespace. */
export const ResourceSlice: Kind<resource_v1.ResourceSlice> = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice", plural: "resourceslices", namespaced: false };

/** Permissions in one namespace. Rules only allow; there are no deny rules. */
export type Role = rbac_v1.Role;
/** The kind of roles of rbac.authorization.k8s.io, v1. */
export const Role: Kind<rbac_v1.Role> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "Role", plural: "roles", namespaced: true };

/** Grants the permissions of a role, or of a cluster role, in one namespace. */
export type RoleBinding = rbac_v1.RoleBinding;
/** The kind of rolebindings of rbac.authorization.k8s.io, v1. */
export const RoleBinding: Kind<rbac_v1.RoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "RoleBinding", plural: "rolebindings", namespaced: true };

/** A configuration of the container runtime, which pods select by name. */
export type RuntimeClass = node_v1.RuntimeClass;
/** The kind of runtimeclasses of node.k8s.io, v1, in no namespace. */
export const RuntimeClass: Kind<node_v1.RuntimeClass> = { group: "node.k8s.io", version: "v1", kind: "RuntimeClass", plural: "runtimeclasses", namespaced: false };

/**
 * Confidential data by key, such as passwords, tokens and keys. At most 1 MiB in total. Anyone who
 * can read it, or create pods in its namespace, has access to it.
 */
export type Secret = core_v1.Secret;
/** The kind of secrets of the core group, v1. */
export const Secret: Kind<core_v1.Secret> = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };

/** Checks whether the current user may perform an action. */
export type SelfSubjectAccessReview = authorization_v1.SelfSubjectAccessReview;
/** The kind of selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectAccessReview: Kind<authorization_v1.SelfSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectAccessReview", plural: "selfsubjectaccessreviews", namespaced: false };

/** Returns the user who sends this request. It is created without fields. */
export type SelfSubjectReview = authentication_v1.SelfSubjectReview;
/** The kind of selfsubjectreviews of authentication.k8s.io, v1, in no namespace. */
export const SelfSubjectReview: Kind<authentication_v1.SelfSubjectReview> = { group: "authentication.k8s.io", version: "v1", kind: "SelfSubjectReview", plural: "selfsubjectreviews", namespaced: false };

/**
 * Lists the actions that the current user may perform in a namespace: for display only, not for
 * access decisions.
 */
export type SelfSubjectRulesReview = authorization_v1.SelfSubjectRulesReview;
/** The kind of selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectRulesReview: Kind<authorization_v1.SelfSubjectRulesReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectRulesReview", plural: "selfsubjectrulesreviews", namespaced: false };

/** A stable name and address for a changing set of pods. */
export type Service = core_v1.Service;
/** The kind of services of the core group, v1. */
export const Service: Kind<core_v1.Service> = { group: "", version: "v1", kind: "Service", plural: "services", namespaced: true };

/** An identity for processes that run in pods. */
export type ServiceAccount = core_v1.ServiceAccount;
/** The kind of serviceaccounts of the core group, v1. */
export const ServiceAccount: Kind<core_v1.ServiceAccount> = { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true };

/** IP ranges for the cluster IPs of services. */
export type ServiceCIDR = networking_v1.ServiceCIDR;
/** The kind of servicecidrs of networking.k8s.io, v1, in no namespace. */
export const ServiceCIDR: Kind<networking_v1.ServiceCIDR> = { group: "networking.k8s.io", version: "v1", kind: "ServiceCIDR", plural: "servicecidrs", namespaced: false };

/**
 * Runs pods with stable identities: each has an ordinal, and with it a stable name, DNS name and
 * volumes of its own.
 */
export type StatefulSet = apps_v1.StatefulSet;
/** The kind of statefulsets of apps, v1. */
export const StatefulSet: Kind<apps_v1.StatefulSet> = { group: "apps", version: "v1", kind: "StatefulSet", plural: "statefulsets", namespaced: true };

/** A class of storage, with the parameters for provisioning its volumes. */
export type StorageClass = storage_v1.StorageClass;
/** The kind of storageclasses of storage.k8s.io, v1, in no namespace. */
export const StorageClass: Kind<storage_v1.StorageClass> = { group: "storage.k8s.io", version: "v1", kind: "StorageClass", plural: "storageclasses", namespaced: false };

/** Checks whether a user or group may perform an action. */
export type SubjectAccessReview = authorization_v1.SubjectAccessReview;
/** The kind of subjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SubjectAccessReview: Kind<authorization_v1.SubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SubjectAccessReview", plural: "subjectaccessreviews", namespaced: false };

/** Checks a bearer token and returns its user. */
export type TokenReview = authentication_v1.TokenReview;
/** The kind of tokenreviews of authentication.k8s.io, v1, in no namespace. */
export const TokenReview: Kind<authentication_v1.TokenReview> = { group: "authentication.k8s.io", version: "v1", kind: "TokenReview", plural: "tokenreviews", namespaced: false };

/** Validates requests with CEL expressions. It takes effect only through a binding. */
export type ValidatingAdmissionPolicy = admissionregistration_v1.ValidatingAdmissionPolicy;
/** The kind of validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const ValidatingAdmissionPolicy: Kind<admissionregistration_v1.ValidatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicy", plural: "validatingadmissionpolicies", namespaced: false };

/** Binds a validating admission policy to requests and to parameters. */
export type ValidatingAdmissionPolicyBinding = admissionregistration_v1.ValidatingAdmissionPolicyBinding;
/**
 * The kind of validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no
 * namespace.
 */
export const ValidatingAdmissionPolicyBinding: Kind<admissionregistration_v1.ValidatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicyBinding", plural: "validatingadmissionpolicybindings", namespaced: false };

/** Registers webhooks that validate requests and can reject them. */
export type ValidatingWebhookConfiguration = admissionregistration_v1.ValidatingWebhookConfiguration;
/**
 * The kind of validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace.
 */
export const ValidatingWebhookConfiguration: Kind<admissionregistration_v1.ValidatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingWebhookConfiguration", plural: "validatingwebhookconfigurations", namespaced: false };

/** Requests that a volume is attached to a node, and records whether it is. */
export type VolumeAttachment = storage_v1.VolumeAttachment;
/** The kind of volumeattachments of storage.k8s.io, v1, in no namespace. */
export const VolumeAttachment: Kind<storage_v1.VolumeAttachment> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttachment", plural: "volumeattachments", namespaced: false };

/** Parameters of volumes that can be changed while the volumes are in use. */
export type VolumeAttributesClass = storage_v1.VolumeAttributesClass;
/** The kind of volumeattributesclasses of storage.k8s.io, v1, in no namespace. */
export const VolumeAttributesClass: Kind<storage_v1.VolumeAttributesClass> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttributesClass", plural: "volumeattributesclasses", namespaced: false };

/** The types of admissionregistration/v1. */
export declare namespace admissionregistrationV1 {
  /** A partial object that is merged into the object by the rules of server-side apply. */
  type ApplyConfiguration = admissionregistration_v1.ApplyConfiguration;
  /** An annotation to add to the audit event of a request. */
  type AuditAnnotation = admissionregistration_v1.AuditAnnotation;
  /** A type error in an expression. */
  type ExpressionWarning = admissionregistration_v1.ExpressionWarning;
  /**
   * What happens if a webhook or an expression fails. Ignore: the request goes on. Fail: it is
   * refused.
   */
  type FailurePolicyType = admissionregistration_v1.FailurePolicyType;
  /** JSON Patch operations that are applied to the object. */
  type JSONPatch = admissionregistration_v1.JSONPatch;
  /** A CEL condition that a request must meet. */
  type MatchCondition = admissionregistration_v1.MatchCondition;
  /**
   * Which versions of a resource a rule matches. Exact: the versions that it names. Equivalent: all
   * versions, converted to one that it names.
   */
  type MatchPolicyType = admissionregistration_v1.MatchPolicyType;
  /** Selects requests by their resources and labels. */
  type MatchResources = admissionregistration_v1.MatchResources;
  /** Changes objects with CEL expressions. It takes effect only through a binding. */
  type MutatingAdmissionPolicy = admissionregistration_v1.MutatingAdmissionPolicy;
  /** Binds a mutating admission policy to requests and to parameters. */
  type MutatingAdmissionPolicyBinding = admissionregistration_v1.MutatingAdmissionPolicyBinding;
  /** A list of MutatingAdmissionPolicyBinding objects. */
  type MutatingAdmissionPolicyBindingList = admissionregistration_v1.MutatingAdmissionPolicyBindingList;
  /** The policy, its parameters, and the requests it applies to. */
  type MutatingAdmissionPolicyBindingSpec = admissionregistration_v1.MutatingAdmissionPolicyBindingSpec;
  /** A list of MutatingAdmissionPolicy objects. */
  type MutatingAdmissionPolicyList = admissionregistration_v1.MutatingAdmissionPolicyList;
  /** Which requests a policy matches, and how it changes their objects. */
  type MutatingAdmissionPolicySpec = admissionregistration_v1.MutatingAdmissionPolicySpec;
  /** A webhook that can change objects and reject requests. */
  type MutatingWebhook = admissionregistration_v1.MutatingWebhook;
  /** Registers webhooks that can change objects and reject requests. */
  type MutatingWebhookConfiguration = admissionregistration_v1.MutatingWebhookConfiguration;
  /** A list of MutatingWebhookConfiguration objects. */
  type MutatingWebhookConfigurationList = admissionregistration_v1.MutatingWebhookConfigurationList;
  /** A change to the object of a request. */
  type Mutation = admissionregistration_v1.Mutation;
  /** Matches requests by operation, resource and object name. All parts must match. */
  type NamedRuleWithOperations = admissionregistration_v1.NamedRuleWithOperations;
  /** What a request does to an object; `*` means all. */
  type OperationType = admissionregistration_v1.OperationType;
  /** The kind of the parameter objects. */
  type ParamKind = admissionregistration_v1.ParamKind;
  /** Selects parameter objects, either by name or by selector. */
  type ParamRef = admissionregistration_v1.ParamRef;
  /**
   * What happens if there is no parameter object. Allow: the binding doesn't apply. Deny: the
   * failure policy decides.
   */
  type ParameterNotFoundActionType = admissionregistration_v1.ParameterNotFoundActionType;
  /**
   * How an expression tells the change. ApplyConfiguration: as an object to apply. JSONPatch: as
   * the operations of RFC 6902.
   */
  type PatchType = admissionregistration_v1.PatchType;
  /**
   * Whether a webhook is called again for one request. Never: no. IfNeeded: if others changed the
   * object after the first call.
   */
  type ReinvocationPolicyType = admissionregistration_v1.ReinvocationPolicyType;
  /** Matches requests by API group, version, resource and scope. */
  type Rule = admissionregistration_v1.Rule;
  /** Matches requests by operation and resource. All parts must match. */
  type RuleWithOperations = admissionregistration_v1.RuleWithOperations;
  /**
   * Which resources a rule matches: those that are not in namespaces, those that are, or both
   * (`*`).
   */
  type ScopeType = admissionregistration_v1.ScopeType;
  /** A reference to a service in the cluster. */
  type ServiceReference = admissionregistration_v1.ServiceReference;
  /**
   * Whether a webhook changes anything besides its answer. None: no. NoneOnDryRun: no, if the
   * request is a dry run. Some and Unknown: dry runs are refused; webhooks of version 1 can't say
   * them.
   */
  type SideEffectClass = admissionregistration_v1.SideEffectClass;
  /** The result of type checking the expressions of a policy. */
  type TypeChecking = admissionregistration_v1.TypeChecking;
  /** Validates requests with CEL expressions. It takes effect only through a binding. */
  type ValidatingAdmissionPolicy = admissionregistration_v1.ValidatingAdmissionPolicy;
  /** Binds a validating admission policy to requests and to parameters. */
  type ValidatingAdmissionPolicyBinding = admissionregistration_v1.ValidatingAdmissionPolicyBinding;
  /** A list of ValidatingAdmissionPolicyBinding objects. */
  type ValidatingAdmissionPolicyBindingList = admissionregistration_v1.ValidatingAdmissionPolicyBindingList;
  /** The policy, its parameters, and the requests it applies to. */
  type ValidatingAdmissionPolicyBindingSpec = admissionregistration_v1.ValidatingAdmissionPolicyBindingSpec;
  /** A condition of a validating admission policy. None is defined. */
  type ValidatingAdmissionPolicyConditionType = admissionregistration_v1.ValidatingAdmissionPolicyConditionType;
  /** A list of ValidatingAdmissionPolicy objects. */
  type ValidatingAdmissionPolicyList = admissionregistration_v1.ValidatingAdmissionPolicyList;
  /** Which requests a policy validates, and how. */
  type ValidatingAdmissionPolicySpec = admissionregistration_v1.ValidatingAdmissionPolicySpec;
  /** The observed state of a validating admission policy. */
  type ValidatingAdmissionPolicyStatus = admissionregistration_v1.ValidatingAdmissionPolicyStatus;
  /** A webhook that validates requests and can reject them. */
  type ValidatingWebhook = admissionregistration_v1.ValidatingWebhook;
  /** Registers webhooks that validate requests and can reject them. */
  type ValidatingWebhookConfiguration = admissionregistration_v1.ValidatingWebhookConfiguration;
  /** A list of ValidatingWebhookConfiguration objects. */
  type ValidatingWebhookConfigurationList = admissionregistration_v1.ValidatingWebhookConfigurationList;
  /** A CEL expression that must be true for the request to be allowed. */
  type Validation = admissionregistration_v1.Validation;
  /**
   * What happens to a request that fails a validation. Deny: it is refused. Warn: the client is
   * told. Audit: the audit log is told.
   */
  type ValidationAction = admissionregistration_v1.ValidationAction;
  /** A named expression, available to other expressions as variables.NAME. */
  type Variable = admissionregistration_v1.Variable;
  /** How to connect to a webhook: either url or service. */
  type WebhookClientConfig = admissionregistration_v1.WebhookClientConfig;
}
/** The kinds of admissionregistration/v1, beside their types of the same names. */
export const admissionregistrationV1: {
  readonly MutatingAdmissionPolicy: Kind<admissionregistration_v1.MutatingAdmissionPolicy>;
  readonly MutatingAdmissionPolicyBinding: Kind<admissionregistration_v1.MutatingAdmissionPolicyBinding>;
  readonly MutatingWebhookConfiguration: Kind<admissionregistration_v1.MutatingWebhookConfiguration>;
  readonly ValidatingAdmissionPolicy: Kind<admissionregistration_v1.ValidatingAdmissionPolicy>;
  readonly ValidatingAdmissionPolicyBinding: Kind<admissionregistration_v1.ValidatingAdmissionPolicyBinding>;
  readonly ValidatingWebhookConfiguration: Kind<admissionregistration_v1.ValidatingWebhookConfiguration>;
} = {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
};

/** The types of apiextensions/v1. */
export declare namespace apiextensionsV1 {
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = apiextensions_v1.ConditionStatus;
  /** Objects to convert. */
  type ConversionRequest = apiextensions_v1.ConversionRequest;
  /** The answer of a conversion webhook. */
  type ConversionResponse = apiextensions_v1.ConversionResponse;
  /**
   * What the server asks a conversion webhook, and what the webhook answers: the server sends it
   * with request set, the webhook returns it with response set.
   */
  type ConversionReview = apiextensions_v1.ConversionReview;
  /**
   * How objects are converted between versions. None: only apiVersion changes. Webhook: a webhook
   * converts them.
   */
  type ConversionStrategyType = apiextensions_v1.ConversionStrategyType;
  /** A column of the tables that list the objects. */
  type CustomResourceColumnDefinition = apiextensions_v1.CustomResourceColumnDefinition;
  /** How objects are converted between versions. */
  type CustomResourceConversion = apiextensions_v1.CustomResourceConversion;
  /** Adds a custom resource to the API. Its name is PLURAL.GROUP. */
  type CustomResourceDefinition = apiextensions_v1.CustomResourceDefinition;
  /** A condition of a custom resource definition. */
  type CustomResourceDefinitionCondition = apiextensions_v1.CustomResourceDefinitionCondition;
  /**
   * A condition of a definition. NamesAccepted: no other has its names. Established: its kind is
   * served. Terminating: it is deleted with its objects. NonStructuralSchema: a schema lacks types.
   * StorageMigrating: stored objects are being rewritten in another version.
   */
  type CustomResourceDefinitionConditionType = apiextensions_v1.CustomResourceDefinitionConditionType;
  /** A list of CustomResourceDefinition objects. */
  type CustomResourceDefinitionList = apiextensions_v1.CustomResourceDefinitionList;
  /** The names of a custom resource and its kind. */
  type CustomResourceDefinitionNames = apiextensions_v1.CustomResourceDefinitionNames;
  /** The custom resource: its group, names, scope and versions. */
  type CustomResourceDefinitionSpec = apiextensions_v1.CustomResourceDefinitionSpec;
  /** The observed state of a custom resource definition. */
  type CustomResourceDefinitionStatus = apiextensions_v1.CustomResourceDefinitionStatus;
  /** A version of a custom resource. */
  type CustomResourceDefinitionVersion = apiextensions_v1.CustomResourceDefinitionVersion;
  /** The scale subresource: where the object holds its replica counts. */
  type CustomResourceSubresourceScale = apiextensions_v1.CustomResourceSubresourceScale;
  /** The status subresource. It has no options. */
  type CustomResourceSubresourceStatus = apiextensions_v1.CustomResourceSubresourceStatus;
  /** The subresources of a custom resource. */
  type CustomResourceSubresources = apiextensions_v1.CustomResourceSubresources;
  /** The schema of a custom resource. */
  type CustomResourceValidation = apiextensions_v1.CustomResourceValidation;
  /** A link to documentation. */
  type ExternalDocumentation = apiextensions_v1.ExternalDocumentation;
  /**
   * What clients are told of a value that fails a rule: required, a duplicate, invalid or
   * forbidden.
   */
  type FieldValueErrorReason = apiextensions_v1.FieldValueErrorReason;
  /** Schemas by name. */
  type JSONSchemaDefinitions = apiextensions_v1.JSONSchemaDefinitions;
  /**
   * What must hold of an object that has a property: by its name, a schema, or the properties that
   * must be there too.
   */
  type JSONSchemaDependencies = apiextensions_v1.JSONSchemaDependencies;
  /** The schema of a JSON value. */
  type JSONSchemaProps = apiextensions_v1.JSONSchemaProps;
  /** The URL of the language that a schema is written in. */
  type JSONSchemaURL = apiextensions_v1.JSONSchemaURL;
  /** Whether objects of the kind are in namespaces. */
  type ResourceScope = apiextensions_v1.ResourceScope;
  /** A field that field selectors can use. */
  type SelectableField = apiextensions_v1.SelectableField;
  /** A reference to a service in the cluster. */
  type ServiceReference = apiextensions_v1.ServiceReference;
  /** A validation rule for a value. */
  type ValidationRule = apiextensions_v1.ValidationRule;
  /** Rules as expressions. All must hold. */
  type ValidationRules = apiextensions_v1.ValidationRules;
  /** How to connect to a webhook: either url or service. */
  type WebhookClientConfig = apiextensions_v1.WebhookClientConfig;
  /** A webhook that converts objects between versions. */
  type WebhookConversion = apiextensions_v1.WebhookConversion;
}
/** The kinds of apiextensions/v1, beside their types of the same names. */
export const apiextensionsV1: {
  readonly CustomResourceDefinition: Kind<apiextensions_v1.CustomResourceDefinition>;
} = {
  CustomResourceDefinition,
};

/** The types of apiregistration/v1. */
export declare namespace apiregistrationV1 {
  /** Registers a group version and the server that serves it. Its name is VERSION.GROUP. */
  type APIService = apiregistration_v1.APIService;
  /** A condition of an API service. */
  type APIServiceCondition = apiregistration_v1.APIServiceCondition;
  /** A condition of an API service. Available: its server can be reached and answers. */
  type APIServiceConditionType = apiregistration_v1.APIServiceConditionType;
  /** A list of APIService objects. */
  type APIServiceList = apiregistration_v1.APIServiceList;
  /** The group version, its server, and its priority. */
  type APIServiceSpec = apiregistration_v1.APIServiceSpec;
  /** The observed state of an API service. */
  type APIServiceStatus = apiregistration_v1.APIServiceStatus;
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = apiregistration_v1.ConditionStatus;
  /** A reference to a service. */
  type ServiceReference = apiregistration_v1.ServiceReference;
}
/** The kinds of apiregistration/v1, beside their types of the same names. */
export const apiregistrationV1: {
  readonly APIService: Kind<apiregistration_v1.APIService>;
} = {
  APIService,
};

/** The types of apps/v1. */
export declare namespace appsV1 {
  /**
   * A snapshot of a stateful set's or daemon set's template, for rollback. Written by the
   * controllers; its data can't be changed.
   */
  type ControllerRevision = apps_v1.ControllerRevision;
  /** A list of ControllerRevision objects. */
  type ControllerRevisionList = apps_v1.ControllerRevisionList;
  /** Runs one pod on every node, or on every node that its pod template selects. */
  type DaemonSet = apps_v1.DaemonSet;
  /** A condition of a daemon set. */
  type DaemonSetCondition = apps_v1.DaemonSetCondition;
  /** A condition of a daemon set. None is defined. */
  type DaemonSetConditionType = apps_v1.DaemonSetConditionType;
  /** A list of DaemonSet objects. */
  type DaemonSetList = apps_v1.DaemonSetList;
  /** The pods of a daemon set and how they are updated. */
  type DaemonSetSpec = apps_v1.DaemonSetSpec;
  /** The observed state of a daemon set, as numbers of nodes. */
  type DaemonSetStatus = apps_v1.DaemonSetStatus;
  /** How pods are replaced when the template changes. */
  type DaemonSetUpdateStrategy = apps_v1.DaemonSetUpdateStrategy;
  /**
   * When pods of an old revision are replaced. RollingUpdate: by the controller, in turns.
   * OnDelete: only once someone deletes them.
   */
  type DaemonSetUpdateStrategyType = apps_v1.DaemonSetUpdateStrategyType;
  /**
   * Runs a number of identical pods, and replaces them gradually when their template changes. It
   * creates a replica set for each revision of the template.
   */
  type Deployment = apps_v1.Deployment;
  /** A condition of a deployment. */
  type DeploymentCondition = apps_v1.DeploymentCondition;
  /**
   * A condition of a deployment. Available: enough pods are. Progressing: a rollout goes on, or has
   * ended well. ReplicaFailure: a pod could not be created or deleted.
   */
  type DeploymentConditionType = apps_v1.DeploymentConditionType;
  /** A list of Deployment objects. */
  type DeploymentList = apps_v1.DeploymentList;
  /** The number of pods, their template, and how they are replaced. */
  type DeploymentSpec = apps_v1.DeploymentSpec;
  /** The observed state of a deployment. */
  type DeploymentStatus = apps_v1.DeploymentStatus;
  /** How old pods are replaced with new ones. */
  type DeploymentStrategy = apps_v1.DeploymentStrategy;
  /**
   * How pods are replaced by new ones. Recreate: all old ones end first. RollingUpdate: in turns.
   */
  type DeploymentStrategyType = apps_v1.DeploymentStrategyType;
  /** Whether claims are kept (Retain) or deleted (Delete) once they are not needed. */
  type PersistentVolumeClaimRetentionPolicyType = apps_v1.PersistentVolumeClaimRetentionPolicyType;
  /**
   * In which order pods are created and deleted. OrderedReady: one after the other, each once the
   * one before is ready. Parallel: all at once.
   */
  type PodManagementPolicyType = apps_v1.PodManagementPolicyType;
  /** Keeps a number of identical pods running. Usually created by a deployment. */
  type ReplicaSet = apps_v1.ReplicaSet;
  /** A condition of a replica set. */
  type ReplicaSetCondition = apps_v1.ReplicaSetCondition;
  /** A condition of a replica set. ReplicaFailure: a pod could not be created or deleted. */
  type ReplicaSetConditionType = apps_v1.ReplicaSetConditionType;
  /** A list of ReplicaSet objects. */
  type ReplicaSetList = apps_v1.ReplicaSetList;
  /** The number of pods, their selector and their template. */
  type ReplicaSetSpec = apps_v1.ReplicaSetSpec;
  /** The observed state of a replica set. */
  type ReplicaSetStatus = apps_v1.ReplicaSetStatus;
  /** The limits of a rolling update. Exactly one of them must be greater than 0. */
  type RollingUpdateDaemonSet = apps_v1.RollingUpdateDaemonSet;
  /** The limits of a rolling update. They can't both be 0. */
  type RollingUpdateDeployment = apps_v1.RollingUpdateDeployment;
  /** The limits of a rolling update. */
  type RollingUpdateStatefulSetStrategy = apps_v1.RollingUpdateStatefulSetStrategy;
  /**
   * Runs pods with stable identities: each has an ordinal, and with it a stable name, DNS name and
   * volumes of its own.
   */
  type StatefulSet = apps_v1.StatefulSet;
  /** A condition of a stateful set. */
  type StatefulSetCondition = apps_v1.StatefulSetCondition;
  /** A condition of a stateful set. None is defined. */
  type StatefulSetConditionType = apps_v1.StatefulSetConditionType;
  /** A list of StatefulSet objects. */
  type StatefulSetList = apps_v1.StatefulSetList;
  /** How the pods are numbered. */
  type StatefulSetOrdinals = apps_v1.StatefulSetOrdinals;
  /** What happens to claims that were created from volumeClaimTemplates. */
  type StatefulSetPersistentVolumeClaimRetentionPolicy = apps_v1.StatefulSetPersistentVolumeClaimRetentionPolicy;
  /**
   * The pods and their volume claims. Only replicas, template, updateStrategy,
   * revisionHistoryLimit, minReadySeconds, ordinals and the claim retention policy can be changed.
   */
  type StatefulSetSpec = apps_v1.StatefulSetSpec;
  /** The observed state of a stateful set. */
  type StatefulSetStatus = apps_v1.StatefulSetStatus;
  /** How pods are replaced when the template changes. */
  type StatefulSetUpdateStrategy = apps_v1.StatefulSetUpdateStrategy;
  /**
   * When pods of an old revision are replaced. RollingUpdate: by the controller, in turns.
   * OnDelete: only once someone deletes them.
   */
  type StatefulSetUpdateStrategyType = apps_v1.StatefulSetUpdateStrategyType;
}
/** The kinds of apps/v1, beside their types of the same names. */
export const appsV1: {
  readonly ControllerRevision: Kind<apps_v1.ControllerRevision>;
  readonly DaemonSet: Kind<apps_v1.DaemonSet>;
  readonly Deployment: Kind<apps_v1.Deployment>;
  readonly ReplicaSet: Kind<apps_v1.ReplicaSet>;
  readonly StatefulSet: Kind<apps_v1.StatefulSet>;
} = {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
};

/** The types of auditregistration/v1alpha1. */
export declare namespace auditregistrationV1alpha1 {
  /** Sends audit events to a webhook. */
  type AuditSink = auditregistration_v1alpha1.AuditSink;
  /** A list of AuditSink objects. */
  type AuditSinkList = auditregistration_v1alpha1.AuditSinkList;
  /** Which events are sent, and where. */
  type AuditSinkSpec = auditregistration_v1alpha1.AuditSinkSpec;
  /**
   * How much of a request is recorded. None: nothing. Metadata: who, when, what. Request: its body
   * too. RequestResponse: the answer's body too.
   */
  type Level = auditregistration_v1alpha1.Level;
  /** Which requests are audited, and in what detail. */
  type Policy = auditregistration_v1alpha1.Policy;
  /** A reference to a service in the cluster. */
  type ServiceReference = auditregistration_v1alpha1.ServiceReference;
  /**
   * A stage of a request. RequestReceived: before it is handled. ResponseStarted: the headers are
   * sent, and the body takes long, as in a watch. ResponseComplete: the body is sent. Panic: the
   * server failed.
   */
  type Stage = auditregistration_v1alpha1.Stage;
  /** The connection to the webhook and the rate of events. */
  type Webhook = auditregistration_v1alpha1.Webhook;
  /** How to connect to a webhook: either url or service. */
  type WebhookClientConfig = auditregistration_v1alpha1.WebhookClientConfig;
  /** Limits the rate at which batches are sent. */
  type WebhookThrottleConfig = auditregistration_v1alpha1.WebhookThrottleConfig;
}
/** The kinds of auditregistration/v1alpha1, beside their types of the same names. */
export const auditregistrationV1alpha1: {
  readonly AuditSink: Kind<auditregistration_v1alpha1.AuditSink>;
} = {
  AuditSink: { group: "auditregistration.k8s.io", version: "v1alpha1", kind: "AuditSink", plural: "auditsinks", namespaced: false },
};

/** The types of authentication/v1. */
export declare namespace authenticationV1 {
  /** The object to which a token is bound. */
  type BoundObjectReference = authentication_v1.BoundObjectReference;
  /** The values of one additional attribute of a user. */
  type ExtraValue = authentication_v1.ExtraValue;
  /** Returns the user who sends this request. It is created without fields. */
  type SelfSubjectReview = authentication_v1.SelfSubjectReview;
  /** The user who sent the request. */
  type SelfSubjectReviewStatus = authentication_v1.SelfSubjectReviewStatus;
  /** Requests a token of a service account, through the token subresource of that account. */
  type TokenRequest = authentication_v1.TokenRequest;
  /** The properties of a requested token. */
  type TokenRequestSpec = authentication_v1.TokenRequestSpec;
  /** The issued token. */
  type TokenRequestStatus = authentication_v1.TokenRequestStatus;
  /** Checks a bearer token and returns its user. */
  type TokenReview = authentication_v1.TokenReview;
  /** The token to check. */
  type TokenReviewSpec = authentication_v1.TokenReviewSpec;
  /** The result of the check. */
  type TokenReviewStatus = authentication_v1.TokenReviewStatus;
  /** The identity of a user. */
  type UserInfo = authentication_v1.UserInfo;
}
/** The kinds of authentication/v1, beside their types of the same names. */
export const authenticationV1: {
  readonly SelfSubjectReview: Kind<authentication_v1.SelfSubjectReview>;
  readonly TokenReview: Kind<authentication_v1.TokenReview>;
} = {
  SelfSubjectReview,
  TokenReview,
};

/** The types of authorization/v1. */
export declare namespace authorizationV1 {
  /** The values of one additional attribute of a user. */
  type ExtraValue = authorization_v1.ExtraValue;
  /** A field selector, either as a string or as requirements. */
  type FieldSelectorAttributes = authorization_v1.FieldSelectorAttributes;
  /** A label selector, either as a string or as requirements. */
  type LabelSelectorAttributes = authorization_v1.LabelSelectorAttributes;
  /** Checks whether a user or group may perform an action in this namespace. */
  type LocalSubjectAccessReview = authorization_v1.LocalSubjectAccessReview;
  /** An action on a path that is not a resource. */
  type NonResourceAttributes = authorization_v1.NonResourceAttributes;
  /** Allowed actions on non-resource paths. */
  type NonResourceRule = authorization_v1.NonResourceRule;
  /** An action on a resource. */
  type ResourceAttributes = authorization_v1.ResourceAttributes;
  /** Allowed actions on resources. */
  type ResourceRule = authorization_v1.ResourceRule;
  /** Checks whether the current user may perform an action. */
  type SelfSubjectAccessReview = authorization_v1.SelfSubjectAccessReview;
  /** The action to check. */
  type SelfSubjectAccessReviewSpec = authorization_v1.SelfSubjectAccessReviewSpec;
  /**
   * Lists the actions that the current user may perform in a namespace: for display only, not for
   * access decisions.
   */
  type SelfSubjectRulesReview = authorization_v1.SelfSubjectRulesReview;
  /** The namespace to list the rules of. */
  type SelfSubjectRulesReviewSpec = authorization_v1.SelfSubjectRulesReviewSpec;
  /** Checks whether a user or group may perform an action. */
  type SubjectAccessReview = authorization_v1.SubjectAccessReview;
  /** The user and the action to check. A user or a group is required. */
  type SubjectAccessReviewSpec = authorization_v1.SubjectAccessReviewSpec;
  /** The result of the check. */
  type SubjectAccessReviewStatus = authorization_v1.SubjectAccessReviewStatus;
  /** The allowed actions. */
  type SubjectRulesReviewStatus = authorization_v1.SubjectRulesReviewStatus;
}
/** The kinds of authorization/v1, beside their types of the same names. */
export const authorizationV1: {
  readonly LocalSubjectAccessReview: Kind<authorization_v1.LocalSubjectAccessReview>;
  readonly SelfSubjectAccessReview: Kind<authorization_v1.SelfSubjectAccessReview>;
  readonly SelfSubjectRulesReview: Kind<authorization_v1.SelfSubjectRulesReview>;
  readonly SubjectAccessReview: Kind<authorization_v1.SubjectAccessReview>;
} = {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
};

/** The types of autoscaling/v1. */
export declare namespace autoscalingV1 {
  /** The CPU or memory usage of one container of each pod. */
  type ContainerResourceMetricSource = autoscaling_v1.ContainerResourceMetricSource;
  /** The CPU or memory usage of one container of each pod. */
  type ContainerResourceMetricStatus = autoscaling_v1.ContainerResourceMetricStatus;
  /** A reference to an object in the same namespace, by kind and name. */
  type CrossVersionObjectReference = autoscaling_v1.CrossVersionObjectReference;
  /** A metric from outside the cluster. */
  type ExternalMetricSource = autoscaling_v1.ExternalMetricSource;
  /** A metric from outside the cluster. */
  type ExternalMetricStatus = autoscaling_v1.ExternalMetricStatus;
  /**
   * Scales a deployment, or another object with a scale subresource, so that metrics meet their
   * targets.
   */
  type HorizontalPodAutoscaler = autoscaling_v1.HorizontalPodAutoscaler;
  /** A condition of an autoscaler. */
  type HorizontalPodAutoscalerCondition = autoscaling_v1.HorizontalPodAutoscalerCondition;
  /**
   * A condition of an autoscaler. AbleToScale: it can read and set the number of replicas.
   * ScalingActive: it has a number to scale to. ScalingLimited: a limit holds it back.
   * ScaledToZero: there are no replicas, and so no metrics of pods.
   */
  type HorizontalPodAutoscalerConditionType = autoscaling_v1.HorizontalPodAutoscalerConditionType;
  /** A list of HorizontalPodAutoscaler objects. */
  type HorizontalPodAutoscalerList = autoscaling_v1.HorizontalPodAutoscalerList;
  /** The object to scale, the limits and the CPU target. */
  type HorizontalPodAutoscalerSpec = autoscaling_v1.HorizontalPodAutoscalerSpec;
  /** The observed state of an autoscaler. */
  type HorizontalPodAutoscalerStatus = autoscaling_v1.HorizontalPodAutoscalerStatus;
  /**
   * Where a metric is from. Object: one object. Pods: each pod. Resource: CPU or memory of the
   * pods. ContainerResource: that of one container of each pod. External: outside the cluster.
   */
  type MetricSourceType = autoscaling_v1.MetricSourceType;
  /** A metric to scale by, and its target. */
  type MetricSpec = autoscaling_v1.MetricSpec;
  /** The last value of a metric. */
  type MetricStatus = autoscaling_v1.MetricStatus;
  /** A metric of one object. */
  type ObjectMetricSource = autoscaling_v1.ObjectMetricSource;
  /** A metric of one object. */
  type ObjectMetricStatus = autoscaling_v1.ObjectMetricStatus;
  /** A metric of each pod; the average counts. */
  type PodsMetricSource = autoscaling_v1.PodsMetricSource;
  /** A metric of each pod; the average counts. */
  type PodsMetricStatus = autoscaling_v1.PodsMetricStatus;
  /** The CPU or memory usage of the pods. */
  type ResourceMetricSource = autoscaling_v1.ResourceMetricSource;
  /** The CPU or memory usage of the pods. */
  type ResourceMetricStatus = autoscaling_v1.ResourceMetricStatus;
  /** The number of replicas of an object, as its scale subresource shows and sets it. */
  type Scale = autoscaling_v1.Scale;
  /** The desired number of replicas. */
  type ScaleSpec = autoscaling_v1.ScaleSpec;
  /** The observed number of replicas. */
  type ScaleStatus = autoscaling_v1.ScaleStatus;
}
/** The kinds of autoscaling/v1, beside their types of the same names. */
export const autoscalingV1: {
  readonly HorizontalPodAutoscaler: Kind<autoscaling_v1.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler: { group: "autoscaling", version: "v1", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true },
};

/** The types of autoscaling/v2. */
export declare namespace autoscalingV2 {
  /** The CPU or memory usage of one container of each pod. */
  type ContainerResourceMetricSource = autoscaling_v2.ContainerResourceMetricSource;
  /** The CPU or memory usage of one container of each pod. */
  type ContainerResourceMetricStatus = autoscaling_v2.ContainerResourceMetricStatus;
  /** A reference to an object in the same namespace, by kind and name. */
  type CrossVersionObjectReference = autoscaling_v2.CrossVersionObjectReference;
  /** A metric from outside the cluster. */
  type ExternalMetricSource = autoscaling_v2.ExternalMetricSource;
  /** A metric from outside the cluster. */
  type ExternalMetricStatus = autoscaling_v2.ExternalMetricStatus;
  /** A limit on the change within a period. */
  type HPAScalingPolicy = autoscaling_v2.HPAScalingPolicy;
  /** Whether a limit is a number of pods or a percentage of the replicas. */
  type HPAScalingPolicyType = autoscaling_v2.HPAScalingPolicyType;
  /** Rules for scaling in one direction. */
  type HPAScalingRules = autoscaling_v2.HPAScalingRules;
  /**
   * Scales a deployment, or another object with a scale subresource, so that metrics meet their
   * targets.
   */
  type HorizontalPodAutoscaler = autoscaling_v2.HorizontalPodAutoscaler;
  /** How fast to scale up and down. */
  type HorizontalPodAutoscalerBehavior = autoscaling_v2.HorizontalPodAutoscalerBehavior;
  /** A condition of an autoscaler. */
  type HorizontalPodAutoscalerCondition = autoscaling_v2.HorizontalPodAutoscalerCondition;
  /**
   * A condition of an autoscaler. AbleToScale: it can read and set the number of replicas.
   * ScalingActive: it has a number to scale to. ScalingLimited: a limit holds it back.
   * ScaledToZero: there are no replicas, and so no metrics of pods.
   */
  type HorizontalPodAutoscalerConditionType = autoscaling_v2.HorizontalPodAutoscalerConditionType;
  /** A list of HorizontalPodAutoscaler objects. */
  type HorizontalPodAutoscalerList = autoscaling_v2.HorizontalPodAutoscalerList;
  /** The object to scale, the limits, the metrics and the scaling behavior. */
  type HorizontalPodAutoscalerSpec = autoscaling_v2.HorizontalPodAutoscalerSpec;
  /** The observed state of an autoscaler. */
  type HorizontalPodAutoscalerStatus = autoscaling_v2.HorizontalPodAutoscalerStatus;
  /** The name of a metric, and a selector for it. */
  type MetricIdentifier = autoscaling_v2.MetricIdentifier;
  /**
   * Where a metric is from. Object: one object. Pods: each pod. Resource: CPU or memory of the
   * pods. ContainerResource: that of one container of each pod. External: outside the cluster.
   */
  type MetricSourceType = autoscaling_v2.MetricSourceType;
  /** A metric to scale by, and its target. */
  type MetricSpec = autoscaling_v2.MetricSpec;
  /** The last value of a metric. */
  type MetricStatus = autoscaling_v2.MetricStatus;
  /** The target value of a metric. */
  type MetricTarget = autoscaling_v2.MetricTarget;
  /**
   * What a target is compared with. Utilization: the average in percent of the requests. Value: the
   * metric as a whole. AverageValue: the metric divided by the number of pods.
   */
  type MetricTargetType = autoscaling_v2.MetricTargetType;
  /** A metric's latest value. */
  type MetricValueStatus = autoscaling_v2.MetricValueStatus;
  /** A metric of one object. */
  type ObjectMetricSource = autoscaling_v2.ObjectMetricSource;
  /** A metric of one object. */
  type ObjectMetricStatus = autoscaling_v2.ObjectMetricStatus;
  /** A metric of each pod; the average counts. */
  type PodsMetricSource = autoscaling_v2.PodsMetricSource;
  /** A metric of each pod; the average counts. */
  type PodsMetricStatus = autoscaling_v2.PodsMetricStatus;
  /** The CPU or memory usage of the pods. */
  type ResourceMetricSource = autoscaling_v2.ResourceMetricSource;
  /** The CPU or memory usage of the pods. */
  type ResourceMetricStatus = autoscaling_v2.ResourceMetricStatus;
  /**
   * Which of several policies applies. Max: the one that allows the largest change. Min: the
   * smallest. Disabled: no scaling in this direction.
   */
  type ScalingPolicySelect = autoscaling_v2.ScalingPolicySelect;
}
/** The kinds of autoscaling/v2, beside their types of the same names. */
export const autoscalingV2: {
  readonly HorizontalPodAutoscaler: Kind<autoscaling_v2.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler,
};

/** The types of batch/v1. */
export declare namespace batchV1 {
  /**
   * Whether the pods of a job are alike (NonIndexed), or each has an index and each index must
   * succeed once (Indexed).
   */
  type CompletionMode = batch_v1.CompletionMode;
  /**
   * What happens if a job is due while the one before runs. Allow: both run. Forbid: the new one is
   * skipped. Replace: the old one is ended.
   */
  type ConcurrencyPolicy = batch_v1.ConcurrencyPolicy;
  /** Creates jobs on a schedule. */
  type CronJob = batch_v1.CronJob;
  /** A list of CronJob objects. */
  type CronJobList = batch_v1.CronJobList;
  /** The schedule and the jobs to create. */
  type CronJobSpec = batch_v1.CronJobSpec;
  /** The observed state of a cron job. */
  type CronJobStatus = batch_v1.CronJobStatus;
  /** Runs pods until a number of them succeed. */
  type Job = batch_v1.Job;
  /** A condition of a job. */
  type JobCondition = batch_v1.JobCondition;
  /**
   * A condition of a job. Complete and Failed: it has ended. SuccessCriteriaMet and FailureTarget:
   * it will, once its pods have. Suspended: it waits.
   */
  type JobConditionType = batch_v1.JobConditionType;
  /** A list of Job objects. */
  type JobList = batch_v1.JobList;
  /** The pods to run, how many of them, and when the job fails. */
  type JobSpec = batch_v1.JobSpec;
  /** The observed state of a job. */
  type JobStatus = batch_v1.JobStatus;
  /** The template of the jobs that a cron job creates. */
  type JobTemplateSpec = batch_v1.JobTemplateSpec;
  /** How failed pods are handled. */
  type PodFailurePolicy = batch_v1.PodFailurePolicy;
  /**
   * What happens after a pod failed. FailJob: the job fails. FailIndex: the index fails. Ignore:
   * the pod is replaced and not counted. Count: it counts.
   */
  type PodFailurePolicyAction = batch_v1.PodFailurePolicyAction;
  /** Whether an exit code must be among values or not. */
  type PodFailurePolicyOnExitCodesOperator = batch_v1.PodFailurePolicyOnExitCodesOperator;
  /** Matches pods by the exit codes of their failed containers. */
  type PodFailurePolicyOnExitCodesRequirement = batch_v1.PodFailurePolicyOnExitCodesRequirement;
  /** Matches pods by a condition. */
  type PodFailurePolicyOnPodConditionsPattern = batch_v1.PodFailurePolicyOnPodConditionsPattern;
  /** A rule about failed pods. Either onExitCodes or onPodConditions is set. */
  type PodFailurePolicyRule = batch_v1.PodFailurePolicyRule;
  /** When a pod is replaced: once it is terminating or has failed, or only once it has failed. */
  type PodReplacementPolicy = batch_v1.PodReplacementPolicy;
  /** When an Indexed job succeeds early. */
  type SuccessPolicy = batch_v1.SuccessPolicy;
  /** A rule for success. At least one of the fields must be set. */
  type SuccessPolicyRule = batch_v1.SuccessPolicyRule;
  /** The UIDs of pods that have ended but are not counted yet. */
  type UncountedTerminatedPods = batch_v1.UncountedTerminatedPods;
}
/** The kinds of batch/v1, beside their types of the same names. */
export const batchV1: {
  readonly CronJob: Kind<batch_v1.CronJob>;
  readonly Job: Kind<batch_v1.Job>;
} = {
  CronJob,
  Job,
};

/** The types of certificates/v1. */
export declare namespace certificatesV1 {
  /**
   * Requests a certificate from a signer. It is first approved or denied through the approval
   * subresource.
   */
  type CertificateSigningRequest = certificates_v1.CertificateSigningRequest;
  /** A condition of a certificate signing request. */
  type CertificateSigningRequestCondition = certificates_v1.CertificateSigningRequestCondition;
  /** A list of CertificateSigningRequest objects. */
  type CertificateSigningRequestList = certificates_v1.CertificateSigningRequestList;
  /** The requested certificate and the requesting user. Can't be changed. */
  type CertificateSigningRequestSpec = certificates_v1.CertificateSigningRequestSpec;
  /** The approval and the issued certificate. */
  type CertificateSigningRequestStatus = certificates_v1.CertificateSigningRequestStatus;
  /** The values of one additional attribute of a user. */
  type ExtraValue = certificates_v1.ExtraValue;
  /** A purpose that a key may be used for, as certificates state it. */
  type KeyUsage = certificates_v1.KeyUsage;
  /**
   * What became of a request. Approved and Denied: a decision, which stays. Failed: the certificate
   * could not be issued.
   */
  type RequestConditionType = certificates_v1.RequestConditionType;
}
/** The kinds of certificates/v1, beside their types of the same names. */
export const certificatesV1: {
  readonly CertificateSigningRequest: Kind<certificates_v1.CertificateSigningRequest>;
} = {
  CertificateSigningRequest,
};

/** The types of coordination/v1. */
export declare namespace coordinationV1 {
  /**
   * How the holder is chosen among candidates. OldestEmulationVersion: the one that behaves as the
   * oldest version.
   */
  type CoordinatedLeaseStrategy = coordination_v1.CoordinatedLeaseStrategy;
  /**
   * A lock that one holder at a time renews. Used for leader election and for heartbeats of nodes.
   */
  type Lease = coordination_v1.Lease;
  /** A list of Lease objects. */
  type LeaseList = coordination_v1.LeaseList;
  /** The holder of a lease, and its times. */
  type LeaseSpec = coordination_v1.LeaseSpec;
}
/** The kinds of coordination/v1, beside their types of the same names. */
export const coordinationV1: {
  readonly Lease: Kind<coordination_v1.Lease>;
} = {
  Lease,
};

/** The types of core/v1. */
export declare namespace coreV1 {
  /** An EBS disk of AWS. */
  type AWSElasticBlockStoreVolumeSource = core_v1.AWSElasticBlockStoreVolumeSource;
  /** Scheduling rules for the nodes and neighbors of a pod. */
  type Affinity = core_v1.Affinity;
  /** An AppArmor profile, which confines processes. */
  type AppArmorProfile = core_v1.AppArmorProfile;
  /**
   * Which AppArmor profile confines a container. Unconfined: none. RuntimeDefault: that of the
   * container runtime. Localhost: one that is on the node.
   */
  type AppArmorProfileType = core_v1.AppArmorProfileType;
  /** A volume that is attached to a node. */
  type AttachedVolume = core_v1.AttachedVolume;
  /** Which pods a node should not get, as an annotation of the node says it. */
  type AvoidPods = core_v1.AvoidPods;
  /**
   * What the host caches of a disk: nothing, what is read, or both what is read and what is
   * written.
   */
  type AzureDataDiskCachingMode = core_v1.AzureDataDiskCachingMode;
  /** Whether a disk is a blob in a shared storage account, a blob in one of its own, or managed. */
  type AzureDataDiskKind = core_v1.AzureDataDiskKind;
  /** A disk of Azure. */
  type AzureDiskVolumeSource = core_v1.AzureDiskVolumeSource;
  /** A file share of Azure. */
  type AzureFilePersistentVolumeSource = core_v1.AzureFilePersistentVolumeSource;
  /** A file share of Azure. */
  type AzureFileVolumeSource = core_v1.AzureFileVolumeSource;
  /** Assigns a pod to a node, through the pod's binding subresource. It is not stored. */
  type Binding = core_v1.Binding;
  /** A volume managed by a CSI driver. */
  type CSIPersistentVolumeSource = core_v1.CSIPersistentVolumeSource;
  /** A volume that a CSI driver creates for one pod. */
  type CSIVolumeSource = core_v1.CSIVolumeSource;
  /** Linux capabilities to add and drop, without the prefix CAP_. */
  type Capabilities = core_v1.Capabilities;
  /** A capability of a process, such as NET_BIND_SERVICE: its name without CAP_. */
  type Capability = core_v1.Capability;
  /** A CephFS directory. */
  type CephFSPersistentVolumeSource = core_v1.CephFSPersistentVolumeSource;
  /** A CephFS directory. */
  type CephFSVolumeSource = core_v1.CephFSVolumeSource;
  /** A disk of OpenStack. */
  type CinderPersistentVolumeSource = core_v1.CinderPersistentVolumeSource;
  /** A disk of OpenStack. */
  type CinderVolumeSource = core_v1.CinderVolumeSource;
  /**
   * How far the resizing of a claim has come, at the volume (Controller) and on the node (Node).
   * Infeasible: it can't be done, and is not tried again.
   */
  type ClaimResourceStatus = core_v1.ClaimResourceStatus;
  /** Settings for session affinity by client IP address. */
  type ClientIPConfig = core_v1.ClientIPConfig;
  /** Trusted CA certificates, as one PEM file. */
  type ClusterTrustBundleProjection = core_v1.ClusterTrustBundleProjection;
  /** The health of a component. */
  type ComponentCondition = core_v1.ComponentCondition;
  /** A condition of a component: Healthy is the only one. */
  type ComponentConditionType = core_v1.ComponentConditionType;
  /** The health of a control plane component. Deprecated and read-only. */
  type ComponentStatus = core_v1.ComponentStatus;
  /** A list of ComponentStatus objects. */
  type ComponentStatusList = core_v1.ComponentStatusList;
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = core_v1.ConditionStatus;
  /** Configuration data for pods, as strings and bytes by key. At most 1 MiB in total. */
  type ConfigMap = core_v1.ConfigMap;
  /** A config map whose keys become environment variables. */
  type ConfigMapEnvSource = core_v1.ConfigMapEnvSource;
  /** A key of a config map. */
  type ConfigMapKeySelector = core_v1.ConfigMapKeySelector;
  /** A list of ConfigMap objects. */
  type ConfigMapList = core_v1.ConfigMapList;
  /** Deprecated: a config map with the configuration of a node agent. */
  type ConfigMapNodeConfigSource = core_v1.ConfigMapNodeConfigSource;
  /** A config map in a projected volume. */
  type ConfigMapProjection = core_v1.ConfigMapProjection;
  /** A config map, with each key as a file. */
  type ConfigMapVolumeSource = core_v1.ConfigMapVolumeSource;
  /** A process that runs in a pod: its image, command and resources. */
  type Container = core_v1.Container;
  /** The request that provides a container's extended resource. */
  type ContainerExtendedResourceRequest = core_v1.ContainerExtendedResourceRequest;
  /** A container image on a node. */
  type ContainerImage = core_v1.ContainerImage;
  /** A port that a container listens on. */
  type ContainerPort = core_v1.ContainerPort;
  /** How a running container is treated when a resource is resized. */
  type ContainerResizePolicy = core_v1.ContainerResizePolicy;
  /** When a container is restarted after it ended: always, never, or if it failed. */
  type ContainerRestartPolicy = core_v1.ContainerRestartPolicy;
  /** A rule about restarting a container when it exits. */
  type ContainerRestartRule = core_v1.ContainerRestartRule;
  /** What is restarted if the rule matches: the container, or all containers of the pod. */
  type ContainerRestartRuleAction = core_v1.ContainerRestartRuleAction;
  /** A set of exit codes. */
  type ContainerRestartRuleOnExitCodes = core_v1.ContainerRestartRuleOnExitCodes;
  /** Whether the exit code must be among values or not. */
  type ContainerRestartRuleOnExitCodesOperator = core_v1.ContainerRestartRuleOnExitCodesOperator;
  /** The state of a container: one of these. If none is set, it is waiting. */
  type ContainerState = core_v1.ContainerState;
  /** A running container. */
  type ContainerStateRunning = core_v1.ContainerStateRunning;
  /** A terminated container. */
  type ContainerStateTerminated = core_v1.ContainerStateTerminated;
  /** A container that is not running yet. */
  type ContainerStateWaiting = core_v1.ContainerStateWaiting;
  /** The observed state of a container of a pod. */
  type ContainerStatus = core_v1.ContainerStatus;
  /** The user of the first process of a container. */
  type ContainerUser = core_v1.ContainerUser;
  /**
   * How names are resolved. ClusterFirst: by the cluster, then as on the node.
   * ClusterFirstWithHostNet: the same for pods in the node's network. Default: as on the node.
   * None: as dnsConfig says.
   */
  type DNSPolicy = core_v1.DNSPolicy;
  /** A port of a daemon. */
  type DaemonEndpoint = core_v1.DaemonEndpoint;
  /** Fields and resources of the pod, each as a file. */
  type DownwardAPIProjection = core_v1.DownwardAPIProjection;
  /** A field or resource of the pod as a file. */
  type DownwardAPIVolumeFile = core_v1.DownwardAPIVolumeFile;
  /** Fields and resources of the pod, each as a file. */
  type DownwardAPIVolumeSource = core_v1.DownwardAPIVolumeSource;
  /** A directory that is initially empty, and deleted when the pod leaves the node. */
  type EmptyDirVolumeSource = core_v1.EmptyDirVolumeSource;
  /** An address of an endpoint. */
  type EndpointAddress = core_v1.EndpointAddress;
  /** A port of an endpoint. */
  type EndpointPort = core_v1.EndpointPort;
  /** A set of addresses with the same ports. */
  type EndpointSubset = core_v1.EndpointSubset;
  /**
   * The addresses of the service with the same name. Deprecated: use endpoint slices, which scale
   * better and hold more data.
   */
  type Endpoints = core_v1.Endpoints;
  /** A list of Endpoints objects. */
  type EndpointsList = core_v1.EndpointsList;
  /** A source of environment variables: each key of a config map or secret becomes one. */
  type EnvFromSource = core_v1.EnvFromSource;
  /** An environment variable, with either a value or a source. */
  type EnvVar = core_v1.EnvVar;
  /** The source of a variable's value: exactly one of these. */
  type EnvVarSource = core_v1.EnvVarSource;
  /**
   * A container added to a running pod for debugging. It has no resource guarantees, is never
   * restarted, and can't be removed.
   */
  type EphemeralContainer = core_v1.EphemeralContainer;
  /** The fields that an ephemeral container shares with other containers. */
  type EphemeralContainerCommon = core_v1.EphemeralContainerCommon;
  /** A claim that is created for one pod, and deleted with it. */
  type EphemeralVolumeSource = core_v1.EphemeralVolumeSource;
  /**
   * A report of something that happened to an object. Events expire, by default after one hour, and
   * can be lost: do not rely on them.
   */
  type Event = core_v1.Event;
  /** A list of Event objects. */
  type EventList = core_v1.EventList;
  /** Data about a repeating event. */
  type EventSeries = core_v1.EventSeries;
  /** The program that reports an event. */
  type EventSource = core_v1.EventSource;
  /** A command to run in a container. */
  type ExecAction = core_v1.ExecAction;
  /** A Fibre Channel disk: either wwids, or targetWWNs with lun. */
  type FCVolumeSource = core_v1.FCVolumeSource;
  /** A key in an environment file. */
  type FileKeySelector = core_v1.FileKeySelector;
  /** The name of a finalizer of a namespace. */
  type FinalizerName = core_v1.FinalizerName;
  /** A volume mounted by a driver program on the node. Deprecated: use a CSI driver. */
  type FlexPersistentVolumeSource = core_v1.FlexPersistentVolumeSource;
  /** A volume mounted by a driver program on the node. Deprecated: use a CSI driver. */
  type FlexVolumeSource = core_v1.FlexVolumeSource;
  /** A Flocker volume: by name or by id. */
  type FlockerVolumeSource = core_v1.FlockerVolumeSource;
  /** A disk of Google Compute Engine. */
  type GCEPersistentDiskVolumeSource = core_v1.GCEPersistentDiskVolumeSource;
  /** A call of the gRPC health service. */
  type GRPCAction = core_v1.GRPCAction;
  /** Deprecated: the content of a Git repository. */
  type GitRepoVolumeSource = core_v1.GitRepoVolumeSource;
  /** A GlusterFS volume. */
  type GlusterfsPersistentVolumeSource = core_v1.GlusterfsPersistentVolumeSource;
  /** A GlusterFS volume. */
  type GlusterfsVolumeSource = core_v1.GlusterfsVolumeSource;
  /** An HTTP GET request. */
  type HTTPGetAction = core_v1.HTTPGetAction;
  /** A header of a request. */
  type HTTPHeader = core_v1.HTTPHeader;
  /** An entry of the hosts file. */
  type HostAlias = core_v1.HostAlias;
  /** An IP address of a node. */
  type HostIP = core_v1.HostIP;
  /**
   * What must be at the path on the node. OrCreate: it is made where there is nothing. Empty:
   * nothing is checked.
   */
  type HostPathType = core_v1.HostPathType;
  /** A file or directory of the node. Access to it can compromise the node. */
  type HostPathVolumeSource = core_v1.HostPathVolumeSource;
  /** A version of the Internet protocol. Empty stands for an unknown one. */
  type IPFamily = core_v1.IPFamily;
  /**
   * Whether a service has one address, one of each IP family if the cluster has both, or one of
   * each in any case.
   */
  type IPFamilyPolicy = core_v1.IPFamilyPolicy;
  /** The older name of IPFamilyPolicy. */
  type IPFamilyPolicyType = core_v1.IPFamilyPolicyType;
  /** A disk of an iSCSI target. */
  type ISCSIPersistentVolumeSource = core_v1.ISCSIPersistentVolumeSource;
  /** A disk of an iSCSI target. */
  type ISCSIVolumeSource = core_v1.ISCSIVolumeSource;
  /** A volume with the content of an OCI image or artifact. */
  type ImageVolumeSource = core_v1.ImageVolumeSource;
  /** The status of a mounted image volume. */
  type ImageVolumeStatus = core_v1.ImageVolumeStatus;
  /** A key and the path of its file. */
  type KeyToPath = core_v1.KeyToPath;
  /** Hooks in the life cycle of a container. */
  type Lifecycle = core_v1.Lifecycle;
  /** The action of a hook: exactly one of these. */
  type LifecycleHandler = core_v1.LifecycleHandler;
  /** Limits and defaults for the resources of single pods, containers and claims in a namespace. */
  type LimitRange = core_v1.LimitRange;
  /** Limits and defaults for one type of object. */
  type LimitRangeItem = core_v1.LimitRangeItem;
  /** A list of LimitRange objects. */
  type LimitRangeList = core_v1.LimitRangeList;
  /** The limits and defaults. */
  type LimitRangeSpec = core_v1.LimitRangeSpec;
  /** What a limit is about: a pod as a whole, each container, or each claim. */
  type LimitType = core_v1.LimitType;
  /** The initial user and group IDs of a process on Linux. */
  type LinuxContainerUser = core_v1.LinuxContainerUser;
  /** A list of objects of any kinds. */
  type List = core_v1.List;
  /**
   * How a load balancer delivers traffic. VIP: with its own address as the destination. Proxy: with
   * that of a node or pod.
   */
  type LoadBalancerIPMode = core_v1.LoadBalancerIPMode;
  /** An IP address or host name of a load balancer. */
  type LoadBalancerIngress = core_v1.LoadBalancerIngress;
  /** The addresses of a load balancer. */
  type LoadBalancerStatus = core_v1.LoadBalancerStatus;
  /** A reference to an object in the same namespace. */
  type LocalObjectReference = core_v1.LocalObjectReference;
  /** A directory or block device of one node. */
  type LocalVolumeSource = core_v1.LocalVolumeSource;
  /** The state of a change of the volume attributes class. */
  type ModifyVolumeStatus = core_v1.ModifyVolumeStatus;
  /**
   * Whether mounts are seen that are made later: in neither direction, those of the host in the
   * container, or also those of the container on the host.
   */
  type MountPropagationMode = core_v1.MountPropagationMode;
  /** A directory exported by an NFS server. */
  type NFSVolumeSource = core_v1.NFSVolumeSource;
  /** A scope for names, permissions and quotas. Deleting a namespace deletes all objects in it. */
  type Namespace = core_v1.Namespace;
  /** A condition of a namespace's deletion. */
  type NamespaceCondition = core_v1.NamespaceCondition;
  /**
   * Why a namespace that is being deleted is still there: what could not be found, deleted or read,
   * which objects are left, and which finalizers they wait for.
   */
  type NamespaceConditionType = core_v1.NamespaceConditionType;
  /** A list of Namespace objects. */
  type NamespaceList = core_v1.NamespaceList;
  /** Whether a namespace is in use or being deleted. */
  type NamespacePhase = core_v1.NamespacePhase;
  /** The finalizers of a namespace. */
  type NamespaceSpec = core_v1.NamespaceSpec;
  /** The observed state of a namespace. */
  type NamespaceStatus = core_v1.NamespaceStatus;
  /** A machine that runs pods. Usually registered by its node agent. */
  type Node = core_v1.Node;
  /** An IP address or host name of a node. */
  type NodeAddress = core_v1.NodeAddress;
  /** What an address of a node is: a name or an IP address, inside or outside. */
  type NodeAddressType = core_v1.NodeAddressType;
  /** Scheduling rules for the nodes of a pod. */
  type NodeAffinity = core_v1.NodeAffinity;
  /** Resources of a node that a resource claim consumes. */
  type NodeAllocatableResourceClaimStatus = core_v1.NodeAllocatableResourceClaimStatus;
  /** A condition of a node. */
  type NodeCondition = core_v1.NodeCondition;
  /**
   * A condition of a node. Ready: it takes pods. The others, if true, are problems: too little
   * memory, disk space or process IDs, no network.
   */
  type NodeConditionType = core_v1.NodeConditionType;
  /** Deprecated: the source of a node agent's configuration. */
  type NodeConfigSource = core_v1.NodeConfigSource;
  /** Deprecated: the status of a node agent's configuration. */
  type NodeConfigStatus = core_v1.NodeConfigStatus;
  /** The ports of a node's daemons. */
  type NodeDaemonEndpoints = core_v1.NodeDaemonEndpoints;
  /** The features of a container runtime that don't depend on the handler. */
  type NodeFeatures = core_v1.NodeFeatures;
  /** Whether nodes that the pod can't be on are counted (Ignore) or not (Honor). */
  type NodeInclusionPolicy = core_v1.NodeInclusionPolicy;
  /** A list of Node objects. */
  type NodeList = core_v1.NodeList;
  /** Deprecated: nothing sets it. */
  type NodePhase = core_v1.NodePhase;
  /** Options of passing a request on to a node. */
  type NodeProxyOptions = core_v1.NodeProxyOptions;
  /** A runtime handler of a node's container runtime. */
  type NodeRuntimeHandler = core_v1.NodeRuntimeHandler;
  /** The features that a runtime handler supports. */
  type NodeRuntimeHandlerFeatures = core_v1.NodeRuntimeHandlerFeatures;
  /** Selects the nodes that match any of its terms. */
  type NodeSelector = core_v1.NodeSelector;
  /** How a value is compared: among values or not, present or absent, greater or less. */
  type NodeSelectorOperator = core_v1.NodeSelectorOperator;
  /** A requirement for a label or field of a node. */
  type NodeSelectorRequirement = core_v1.NodeSelectorRequirement;
  /** Requirements for a node. All must be met; a term without any matches no node. */
  type NodeSelectorTerm = core_v1.NodeSelectorTerm;
  /** The configuration of a node. */
  type NodeSpec = core_v1.NodeSpec;
  /** The observed state of a node. */
  type NodeStatus = core_v1.NodeStatus;
  /** The swap space of a node. */
  type NodeSwapStatus = core_v1.NodeSwapStatus;
  /** IDs of a machine, and the versions of its software. */
  type NodeSystemInfo = core_v1.NodeSystemInfo;
  /** The operating system that a pod is for. */
  type OSName = core_v1.OSName;
  /** A field of the pod. */
  type ObjectFieldSelector = core_v1.ObjectFieldSelector;
  /** A reference to an object of any kind. */
  type ObjectReference = core_v1.ObjectReference;
  /**
   * Storage with a life cycle independent of pods. Created by an administrator or through a storage
   * class, and bound to at most one claim.
   */
  type PersistentVolume = core_v1.PersistentVolume;
  /**
   * Who may use a volume at once: the pods of one node, of many nodes for reading, of many nodes
   * for writing too, or one pod alone.
   */
  type PersistentVolumeAccessMode = core_v1.PersistentVolumeAccessMode;
  /** A request for storage. Pods in its namespace use the bound volume through it. */
  type PersistentVolumeClaim = core_v1.PersistentVolumeClaim;
  /** A condition of a claim. */
  type PersistentVolumeClaimCondition = core_v1.PersistentVolumeClaimCondition;
  /** A condition of a claim: it is being resized or modified, that failed, or nothing uses it. */
  type PersistentVolumeClaimConditionType = core_v1.PersistentVolumeClaimConditionType;
  /** A list of PersistentVolumeClaim objects. */
  type PersistentVolumeClaimList = core_v1.PersistentVolumeClaimList;
  /** How far the modification of a volume has come. Infeasible: its driver can't do it. */
  type PersistentVolumeClaimModifyVolumeStatus = core_v1.PersistentVolumeClaimModifyVolumeStatus;
  /** Whether a claim waits for a volume, has one, or has lost it. */
  type PersistentVolumeClaimPhase = core_v1.PersistentVolumeClaimPhase;
  /**
   * The requested storage. Once bound, only the request and the volume attributes class can be
   * changed.
   */
  type PersistentVolumeClaimSpec = core_v1.PersistentVolumeClaimSpec;
  /** The observed state of a claim. */
  type PersistentVolumeClaimStatus = core_v1.PersistentVolumeClaimStatus;
  /** The template of a claim. */
  type PersistentVolumeClaimTemplate = core_v1.PersistentVolumeClaimTemplate;
  /** The volume of a claim. */
  type PersistentVolumeClaimVolumeSource = core_v1.PersistentVolumeClaimVolumeSource;
  /** A list of PersistentVolume objects. */
  type PersistentVolumeList = core_v1.PersistentVolumeList;
  /** Whether a container gets the volume as a device or as a file system. */
  type PersistentVolumeMode = core_v1.PersistentVolumeMode;
  /**
   * What a volume is. Pending: not ready. Available: free. Bound: in use. Released: its claim is
   * gone. Failed: it could not be reclaimed.
   */
  type PersistentVolumePhase = core_v1.PersistentVolumePhase;
  /**
   * What happens to a volume once its claim is gone. Retain: it stays as it is. Delete: it is
   * deleted. Recycle (deprecated): it is emptied.
   */
  type PersistentVolumeReclaimPolicy = core_v1.PersistentVolumeReclaimPolicy;
  /** The storage behind a persistent volume: exactly one of these. */
  type PersistentVolumeSource = core_v1.PersistentVolumeSource;
  /** The size, access and location of a volume. */
  type PersistentVolumeSpec = core_v1.PersistentVolumeSpec;
  /** The observed state of a volume. */
  type PersistentVolumeStatus = core_v1.PersistentVolumeStatus;
  /** A disk of Photon. */
  type PhotonPersistentDiskVolumeSource = core_v1.PhotonPersistentDiskVolumeSource;
  /**
   * A group of containers that run together on one node and share its IP address and volumes.
   * Usually created by a controller, such as a deployment or a job.
   */
  type Pod = core_v1.Pod;
  /** Scheduling rules to run near certain other pods. */
  type PodAffinity = core_v1.PodAffinity;
  /** Selects other pods, and the topology domain they share. */
  type PodAffinityTerm = core_v1.PodAffinityTerm;
  /** Scheduling rules to avoid certain other pods. */
  type PodAntiAffinity = core_v1.PodAntiAffinity;
  /** Options of a connection to the running process of a container. */
  type PodAttachOptions = core_v1.PodAttachOptions;
  /** A private key and a certificate for the pod. */
  type PodCertificateProjection = core_v1.PodCertificateProjection;
  /** A condition of a pod. */
  type PodCondition = core_v1.PodCondition;
  /**
   * A condition of a pod. PodScheduled: it has a node. Initialized: its init containers have
   * succeeded. ContainersReady: all containers are ready. Ready: it gets traffic. DisruptionTarget:
   * it is about to be ended. The others tell of sandboxes, resizing and restarts.
   */
  type PodConditionType = core_v1.PodConditionType;
  /** The DNS settings of a pod. */
  type PodDNSConfig = core_v1.PodDNSConfig;
  /** A resolver option. */
  type PodDNSConfigOption = core_v1.PodDNSConfigOption;
  /** Options of running a command in a container. */
  type PodExecOptions = core_v1.PodExecOptions;
  /** The claim created for a pod's extended resources. */
  type PodExtendedResourceClaimStatus = core_v1.PodExtendedResourceClaimStatus;
  /** When the files of a volume get the group of the pod: if its root differs, or always. */
  type PodFSGroupChangePolicy = core_v1.PodFSGroupChangePolicy;
  /** An IP address of a pod. */
  type PodIP = core_v1.PodIP;
  /** A list of Pod objects. */
  type PodList = core_v1.PodList;
  /** Options of reading the log of a container. */
  type PodLogOptions = core_v1.PodLogOptions;
  /** An operating system. */
  type PodOS = core_v1.PodOS;
  /**
   * How far a pod has come. Pending: not all containers have started. Running: one runs or
   * restarts. Succeeded: all ended well. Failed: all ended, one badly. Unknown: its node can't be
   * reached.
   */
  type PodPhase = core_v1.PodPhase;
  /** Options of a connection to ports of a pod. */
  type PodPortForwardOptions = core_v1.PodPortForwardOptions;
  /** Options of passing a request on to a pod. */
  type PodProxyOptions = core_v1.PodProxyOptions;
  /**
   * How a pod is treated where resources run short. Guaranteed: its requests are its limits.
   * Burstable: it has some. BestEffort: it has none, and is the first to be ended.
   */
  type PodQOSClass = core_v1.PodQOSClass;
  /** An additional condition for a pod's readiness. */
  type PodReadinessGate = core_v1.PodReadinessGate;
  /**
   * How far the resizing of a pod has come. Deferred: the node has no room now. Infeasible: it
   * never has.
   */
  type PodResizeStatus = core_v1.PodResizeStatus;
  /** A resource claim of a pod: either an existing claim or a template for one. */
  type PodResourceClaim = core_v1.PodResourceClaim;
  /** The status of one of a pod's resource claims. */
  type PodResourceClaimStatus = core_v1.PodResourceClaimStatus;
  /** How files of a volume get the label of the pod: one by one, or by an option of the mount. */
  type PodSELinuxChangePolicy = core_v1.PodSELinuxChangePolicy;
  /** A gate that keeps a pod from being scheduled. */
  type PodSchedulingGate = core_v1.PodSchedulingGate;
  /** The pod group that a pod is scheduled with. */
  type PodSchedulingGroup = core_v1.PodSchedulingGroup;
  /** Security settings for all containers of a pod. Can't be changed. */
  type PodSecurityContext = core_v1.PodSecurityContext;
  /** Which pods are meant: exactly one field is set. */
  type PodSignature = core_v1.PodSignature;
  /** The containers of a pod and how they run. Most fields can't be changed after creation. */
  type PodSpec = core_v1.PodSpec;
  /** The observed state of a pod, written mostly by the node agent. */
  type PodStatus = core_v1.PodStatus;
  /** A pod's status alone. */
  type PodStatusResult = core_v1.PodStatusResult;
  /** A pod template that is stored as an object of its own. */
  type PodTemplate = core_v1.PodTemplate;
  /** A list of PodTemplate objects. */
  type PodTemplateList = core_v1.PodTemplateList;
  /** A template of pods. */
  type PodTemplateSpec = core_v1.PodTemplateSpec;
  /** The state of a port of a load balancer. */
  type PortStatus = core_v1.PortStatus;
  /** A volume of Portworx. */
  type PortworxVolumeSource = core_v1.PortworxVolumeSource;
  /** Requirements that an object must meet before an operation on it. */
  type Preconditions = core_v1.Preconditions;
  /** Whether pods of lower priority are evicted to make room for a pod. */
  type PreemptionPolicy = core_v1.PreemptionPolicy;
  /** Pods that a node should not get. */
  type PreferAvoidPodsEntry = core_v1.PreferAvoidPodsEntry;
  /** A weighted preference for nodes. */
  type PreferredSchedulingTerm = core_v1.PreferredSchedulingTerm;
  /** A periodic check of a container: one of exec, httpGet, tcpSocket and grpc. */
  type Probe = core_v1.Probe;
  /** The action of a probe: exactly one of these. */
  type ProbeHandler = core_v1.ProbeHandler;
  /** Whether parts of /proc are hidden and read-only (Default) or not (Unmasked). */
  type ProcMountType = core_v1.ProcMountType;
  /** Several sources combined in one directory. */
  type ProjectedVolumeSource = core_v1.ProjectedVolumeSource;
  /** A protocol of ports. */
  type Protocol = core_v1.Protocol;
  /** When an image is fetched: always, never, or if the node doesn't have it. */
  type PullPolicy = core_v1.PullPolicy;
  /** A Quobyte volume. */
  type QuobyteVolumeSource = core_v1.QuobyteVolumeSource;
  /** A RADOS block device of Ceph. */
  type RBDPersistentVolumeSource = core_v1.RBDPersistentVolumeSource;
  /** A RADOS block device of Ceph. */
  type RBDVolumeSource = core_v1.RBDVolumeSource;
  /** Which addresses or ports of a range are taken. Only stored, never served. */
  type RangeAllocation = core_v1.RangeAllocation;
  /**
   * Whether mounts inside a read-only one are read-only too: no, if the node can do it, or the pod
   * fails.
   */
  type RecursiveReadOnlyMode = core_v1.RecursiveReadOnlyMode;
  /**
   * Keeps a number of identical pods running. Deployments, which manage replica sets, are
   * recommended instead.
   */
  type ReplicationController = core_v1.ReplicationController;
  /** A condition of a replication controller. */
  type ReplicationControllerCondition = core_v1.ReplicationControllerCondition;
  /**
   * A condition of a replication controller. ReplicaFailure: a pod could not be created or deleted.
   */
  type ReplicationControllerConditionType = core_v1.ReplicationControllerConditionType;
  /** A list of ReplicationController objects. */
  type ReplicationControllerList = core_v1.ReplicationControllerList;
  /** The number of pods, their selector and their template. */
  type ReplicationControllerSpec = core_v1.ReplicationControllerSpec;
  /** The observed state of a replication controller. */
  type ReplicationControllerStatus = core_v1.ReplicationControllerStatus;
  /** A resource claim that a container uses. */
  type ResourceClaim = core_v1.ResourceClaim;
  /** A request or limit of a container. */
  type ResourceFieldSelector = core_v1.ResourceFieldSelector;
  /** The health of one device. */
  type ResourceHealth = core_v1.ResourceHealth;
  /** Whether a device works. Unknown: nobody has told lately. */
  type ResourceHealthStatus = core_v1.ResourceHealthStatus;
  /** The ID of a device, unique on its node. */
  type ResourceID = core_v1.ResourceID;
  /** Amounts by resource: cpu, memory and others. */
  type ResourceList = core_v1.ResourceList;
  /**
   * The name of a resource: cpu, memory, or DOMAIN/NAME for those of others. Quotas have further
   * ones, such as pods and limits.cpu.
   */
  type ResourceName = core_v1.ResourceName;
  /** Limits the total resources and the number of objects in a namespace. */
  type ResourceQuota = core_v1.ResourceQuota;
  /** A list of ResourceQuota objects. */
  type ResourceQuotaList = core_v1.ResourceQuotaList;
  /**
   * Which objects a quota counts: pods with or without an end, with or without requests, of a
   * priority class, with affinity across namespaces, or claims of a class.
   */
  type ResourceQuotaScope = core_v1.ResourceQuotaScope;
  /** The limits, and the objects they apply to. */
  type ResourceQuotaSpec = core_v1.ResourceQuotaSpec;
  /** The usage of a quota. */
  type ResourceQuotaStatus = core_v1.ResourceQuotaStatus;
  /** The resources that are needed (requests), and the maximum that may be used (limits). */
  type ResourceRequirements = core_v1.ResourceRequirements;
  /** Whether a container is restarted when this resource is resized. */
  type ResourceResizeRestartPolicy = core_v1.ResourceResizeRestartPolicy;
  /** The health of one resource of a container. */
  type ResourceStatus = core_v1.ResourceStatus;
  /** When containers of a pod are restarted after they ended: always, if they failed, or never. */
  type RestartPolicy = core_v1.RestartPolicy;
  /** An SELinux context. */
  type SELinuxOptions = core_v1.SELinuxOptions;
  /** A ScaleIO volume. */
  type ScaleIOPersistentVolumeSource = core_v1.ScaleIOPersistentVolumeSource;
  /** A ScaleIO volume. */
  type ScaleIOVolumeSource = core_v1.ScaleIOVolumeSource;
  /** The scopes that a quota applies to. */
  type ScopeSelector = core_v1.ScopeSelector;
  /** How a value is compared: among values or not, present or absent. */
  type ScopeSelectorOperator = core_v1.ScopeSelectorOperator;
  /** A requirement for one scope. */
  type ScopedResourceSelectorRequirement = core_v1.ScopedResourceSelectorRequirement;
  /** A seccomp profile, which restricts system calls. */
  type SeccompProfile = core_v1.SeccompProfile;
  /**
   * Which seccomp profile confines a container. Unconfined: none. RuntimeDefault: that of the
   * container runtime. Localhost: one that is on the node.
   */
  type SeccompProfileType = core_v1.SeccompProfileType;
  /**
   * Confidential data by key, such as passwords, tokens and keys. At most 1 MiB in total. Anyone
   * who can read it, or create pods in its namespace, has access to it.
   */
  type Secret = core_v1.Secret;
  /** A secret whose keys become environment variables. */
  type SecretEnvSource = core_v1.SecretEnvSource;
  /** A key of a secret. */
  type SecretKeySelector = core_v1.SecretKeySelector;
  /** A list of Secret objects. */
  type SecretList = core_v1.SecretList;
  /** A secret in a projected volume. */
  type SecretProjection = core_v1.SecretProjection;
  /** A reference to a secret in any namespace. */
  type SecretReference = core_v1.SecretReference;
  /**
   * What a secret is for, which decides the keys that it must have. Any other text is allowed too.
   */
  type SecretType = core_v1.SecretType;
  /** A secret, with each key as a file. */
  type SecretVolumeSource = core_v1.SecretVolumeSource;
  /** Security settings of a container. They override the pod's. */
  type SecurityContext = core_v1.SecurityContext;
  /** A reference to an object, as an annotation holds it. */
  type SerializedReference = core_v1.SerializedReference;
  /** A stable name and address for a changing set of pods. */
  type Service = core_v1.Service;
  /** An identity for processes that run in pods. */
  type ServiceAccount = core_v1.ServiceAccount;
  /** A list of ServiceAccount objects. */
  type ServiceAccountList = core_v1.ServiceAccountList;
  /** A token of the pod's service account. */
  type ServiceAccountTokenProjection = core_v1.ServiceAccountTokenProjection;
  /** Whether all traffic of a client goes to the same pod. */
  type ServiceAffinity = core_v1.ServiceAffinity;
  /** To which pods traffic is routed. Cluster: to all. Local: to those on the same node. */
  type ServiceExternalTrafficPolicy = core_v1.ServiceExternalTrafficPolicy;
  /** The older name of ServiceExternalTrafficPolicy. */
  type ServiceExternalTrafficPolicyType = core_v1.ServiceExternalTrafficPolicyType;
  /** To which pods traffic is routed. Cluster: to all. Local: to those on the same node. */
  type ServiceInternalTrafficPolicy = core_v1.ServiceInternalTrafficPolicy;
  /** The older name of ServiceInternalTrafficPolicy. */
  type ServiceInternalTrafficPolicyType = core_v1.ServiceInternalTrafficPolicyType;
  /** A list of Service objects. */
  type ServiceList = core_v1.ServiceList;
  /** A port of a service. */
  type ServicePort = core_v1.ServicePort;
  /** Options of passing a request on to a service. */
  type ServiceProxyOptions = core_v1.ServiceProxyOptions;
  /** The ports, addresses and pods of a service. */
  type ServiceSpec = core_v1.ServiceSpec;
  /** The observed state of a service. */
  type ServiceStatus = core_v1.ServiceStatus;
  /**
   * From where a service can be reached: the cluster, also a port of every node, also an external
   * load balancer. ExternalName: it is an alias of a DNS name.
   */
  type ServiceType = core_v1.ServiceType;
  /** Settings of the session affinity. */
  type SessionAffinityConfig = core_v1.SessionAffinityConfig;
  /** A signal that ends a container. Those of Linux; Windows knows SIGKILL and SIGTERM. */
  type Signal = core_v1.Signal;
  /** A pause. */
  type SleepAction = core_v1.SleepAction;
  /**
   * Where a volume is. Empty: on the node's disk. Memory: in memory. HugePages: in huge pages,
   * HugePages-2Mi in such of this size.
   */
  type StorageMedium = core_v1.StorageMedium;
  /** A StorageOS volume. */
  type StorageOSPersistentVolumeSource = core_v1.StorageOSPersistentVolumeSource;
  /** A StorageOS volume. */
  type StorageOSVolumeSource = core_v1.StorageOSVolumeSource;
  /** Whether the groups that the image gives its user count too (Merge) or not (Strict). */
  type SupplementalGroupsPolicy = core_v1.SupplementalGroupsPolicy;
  /** A kernel parameter. */
  type Sysctl = core_v1.Sysctl;
  /** A TCP connection. */
  type TCPSocketAction = core_v1.TCPSocketAction;
  /** A mark on a node that repels pods that don't tolerate it. */
  type Taint = core_v1.Taint;
  /**
   * What a taint does to pods that don't tolerate it. NoSchedule: the node gets none of them.
   * PreferNoSchedule: only if there is no other. NoExecute: those on it are evicted too.
   */
  type TaintEffect = core_v1.TaintEffect;
  /**
   * Where a container's last message is from: its file, or if that is empty after a failure the end
   * of its log.
   */
  type TerminationMessagePolicy = core_v1.TerminationMessagePolicy;
  /** Lets a pod run on nodes with a matching taint. */
  type Toleration = core_v1.Toleration;
  /**
   * How a toleration is compared with a taint. Exists: by its key. Equal: by key and value. Lt and
   * Gt: the taint's value is a number less or greater than this.
   */
  type TolerationOperator = core_v1.TolerationOperator;
  /** A requirement for a topology label. */
  type TopologySelectorLabelRequirement = core_v1.TopologySelectorLabelRequirement;
  /** Requirements for the topology labels of nodes. All must be met. */
  type TopologySelectorTerm = core_v1.TopologySelectorTerm;
  /** A rule for spreading pods evenly across topology domains. */
  type TopologySpreadConstraint = core_v1.TopologySpreadConstraint;
  /** A reference to an object of any kind in the same namespace. */
  type TypedLocalObjectReference = core_v1.TypedLocalObjectReference;
  /** A reference to an object of any kind. */
  type TypedObjectReference = core_v1.TypedObjectReference;
  /** The scheme of a probe's or hook's URL. */
  type URIScheme = core_v1.URIScheme;
  /** The name of a volume, unique on its node. */
  type UniqueVolumeName = core_v1.UniqueVolumeName;
  /** What happens to a pod that can't meet a constraint: it waits, or is placed nevertheless. */
  type UnsatisfiableConstraintAction = core_v1.UnsatisfiableConstraintAction;
  /** A volume that containers of a pod can mount: a name and one source. */
  type Volume = core_v1.Volume;
  /** A block volume as a device in a container. */
  type VolumeDevice = core_v1.VolumeDevice;
  /** A mount of a volume in a container. */
  type VolumeMount = core_v1.VolumeMount;
  /** How a volume is mounted in a container. */
  type VolumeMountStatus = core_v1.VolumeMountStatus;
  /** The nodes that can access a volume. */
  type VolumeNodeAffinity = core_v1.VolumeNodeAffinity;
  /** A source of a projected volume: exactly one of these. */
  type VolumeProjection = core_v1.VolumeProjection;
  /** The size of a volume. */
  type VolumeResourceRequirements = core_v1.VolumeResourceRequirements;
  /** The source of a volume: at most one of these. If none is set, an emptyDir. */
  type VolumeSource = core_v1.VolumeSource;
  /** The status of a mounted volume. */
  type VolumeStatus = core_v1.VolumeStatus;
  /** A disk of vSphere. */
  type VsphereVirtualDiskVolumeSource = core_v1.VsphereVirtualDiskVolumeSource;
  /** A weighted preference about other pods. */
  type WeightedPodAffinityTerm = core_v1.WeightedPodAffinityTerm;
  /** Security settings specific to Windows containers. */
  type WindowsSecurityContextOptions = core_v1.WindowsSecurityContextOptions;
}
/** The kinds of core/v1, beside their types of the same names. */
export const coreV1: {
  readonly Binding: Kind<core_v1.Binding>;
  readonly ComponentStatus: Kind<core_v1.ComponentStatus>;
  readonly ConfigMap: Kind<core_v1.ConfigMap>;
  readonly Endpoints: Kind<core_v1.Endpoints>;
  readonly Event: Kind<core_v1.Event>;
  readonly LimitRange: Kind<core_v1.LimitRange>;
  readonly Namespace: Kind<core_v1.Namespace>;
  readonly Node: Kind<core_v1.Node>;
  readonly PersistentVolume: Kind<core_v1.PersistentVolume>;
  readonly PersistentVolumeClaim: Kind<core_v1.PersistentVolumeClaim>;
  readonly Pod: Kind<core_v1.Pod>;
  readonly PodTemplate: Kind<core_v1.PodTemplate>;
  readonly ReplicationController: Kind<core_v1.ReplicationController>;
  readonly ResourceQuota: Kind<core_v1.ResourceQuota>;
  readonly Secret: Kind<core_v1.Secret>;
  readonly Service: Kind<core_v1.Service>;
  readonly ServiceAccount: Kind<core_v1.ServiceAccount>;
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

/** The types of discovery/v1. */
export declare namespace discoveryV1 {
  /** What the addresses of a slice are: IPv4, IPv6 or FQDN (names). */
  type AddressType = discovery_v1.AddressType;
  /** A backend of a service, usually a pod. */
  type Endpoint = discovery_v1.Endpoint;
  /** Whether an endpoint can receive traffic. */
  type EndpointConditions = discovery_v1.EndpointConditions;
  /** Which clients should prefer an endpoint. */
  type EndpointHints = discovery_v1.EndpointHints;
  /** A port of the endpoints. */
  type EndpointPort = discovery_v1.EndpointPort;
  /**
   * A part of the endpoints of a service. A label names the service; a service can have several
   * slices, whose endpoints add up.
   */
  type EndpointSlice = discovery_v1.EndpointSlice;
  /** A list of EndpointSlice objects. */
  type EndpointSliceList = discovery_v1.EndpointSliceList;
  /** A node. */
  type ForNode = discovery_v1.ForNode;
  /** A zone. */
  type ForZone = discovery_v1.ForZone;
}
/** The kinds of discovery/v1, beside their types of the same names. */
export const discoveryV1: {
  readonly EndpointSlice: Kind<discovery_v1.EndpointSlice>;
} = {
  EndpointSlice,
};

/** The types of events/v1. */
export declare namespace eventsV1 {
  /**
   * A report of something that happened to an object. Events expire, by default after one hour, and
   * can be lost: do not rely on them.
   */
  type Event = events_v1.Event;
  /** A list of Event objects. */
  type EventList = events_v1.EventList;
  /** Data about a repeating event. */
  type EventSeries = events_v1.EventSeries;
}
/** The kinds of events/v1, beside their types of the same names. */
export const eventsV1: {
  readonly Event: Kind<events_v1.Event>;
} = {
  Event,
};

/** The types of flowcontrol/v1. */
export declare namespace flowcontrolV1 {
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = flowcontrol_v1.ConditionStatus;
  /** The settings of a priority level without limits. */
  type ExemptPriorityLevelConfiguration = flowcontrol_v1.ExemptPriorityLevelConfiguration;
  /** How requests are divided into flows. */
  type FlowDistinguisherMethod = flowcontrol_v1.FlowDistinguisherMethod;
  /** What makes requests one flow: the same user, or the same namespace. */
  type FlowDistinguisherMethodType = flowcontrol_v1.FlowDistinguisherMethodType;
  /** Assigns requests to a priority level, and to flows within it. */
  type FlowSchema = flowcontrol_v1.FlowSchema;
  /** A condition of a flow schema. */
  type FlowSchemaCondition = flowcontrol_v1.FlowSchemaCondition;
  /**
   * A condition of a flow schema. Dangling: there is no priority level of the name that it refers
   * to.
   */
  type FlowSchemaConditionType = flowcontrol_v1.FlowSchemaConditionType;
  /** A list of FlowSchema objects. */
  type FlowSchemaList = flowcontrol_v1.FlowSchemaList;
  /** Which requests match, and their priority level. */
  type FlowSchemaSpec = flowcontrol_v1.FlowSchemaSpec;
  /** The observed state of a flow schema. */
  type FlowSchemaStatus = flowcontrol_v1.FlowSchemaStatus;
  /** A group. */
  type GroupSubject = flowcontrol_v1.GroupSubject;
  /** What happens to requests above the limit. */
  type LimitResponse = flowcontrol_v1.LimitResponse;
  /**
   * What happens to requests beyond the limit. Queue: they wait. Reject: they are refused with
   * status 429.
   */
  type LimitResponseType = flowcontrol_v1.LimitResponseType;
  /** The settings of a limited priority level. */
  type LimitedPriorityLevelConfiguration = flowcontrol_v1.LimitedPriorityLevelConfiguration;
  /** Matches requests to non-resource paths. */
  type NonResourcePolicyRule = flowcontrol_v1.NonResourcePolicyRule;
  /** Matches requests by their senders and their targets. */
  type PolicyRulesWithSubjects = flowcontrol_v1.PolicyRulesWithSubjects;
  /** Limits how many requests of the level run at the same time. */
  type PriorityLevelConfiguration = flowcontrol_v1.PriorityLevelConfiguration;
  /** A condition of a priority level. */
  type PriorityLevelConfigurationCondition = flowcontrol_v1.PriorityLevelConfigurationCondition;
  /** A condition of a priority level. None is defined. */
  type PriorityLevelConfigurationConditionType = flowcontrol_v1.PriorityLevelConfigurationConditionType;
  /** A list of PriorityLevelConfiguration objects. */
  type PriorityLevelConfigurationList = flowcontrol_v1.PriorityLevelConfigurationList;
  /** A reference to a priority level. */
  type PriorityLevelConfigurationReference = flowcontrol_v1.PriorityLevelConfigurationReference;
  /** The concurrency limits of a priority level. */
  type PriorityLevelConfigurationSpec = flowcontrol_v1.PriorityLevelConfigurationSpec;
  /** The observed state of a priority level. */
  type PriorityLevelConfigurationStatus = flowcontrol_v1.PriorityLevelConfigurationStatus;
  /** Whether requests are limited. Exempt: they are carried out at once. */
  type PriorityLevelEnablement = flowcontrol_v1.PriorityLevelEnablement;
  /** The queues of a priority level. */
  type QueuingConfiguration = flowcontrol_v1.QueuingConfiguration;
  /** Matches requests to resources. All parts must match. */
  type ResourcePolicyRule = flowcontrol_v1.ResourcePolicyRule;
  /** A service account. */
  type ServiceAccountSubject = flowcontrol_v1.ServiceAccountSubject;
  /** A user, a group or a service account. */
  type Subject = flowcontrol_v1.Subject;
  /** What a subject is: a user, a group or a service account. */
  type SubjectKind = flowcontrol_v1.SubjectKind;
  /** A user. */
  type UserSubject = flowcontrol_v1.UserSubject;
}
/** The kinds of flowcontrol/v1, beside their types of the same names. */
export const flowcontrolV1: {
  readonly FlowSchema: Kind<flowcontrol_v1.FlowSchema>;
  readonly PriorityLevelConfiguration: Kind<flowcontrol_v1.PriorityLevelConfiguration>;
} = {
  FlowSchema,
  PriorityLevelConfiguration,
};

/** The types of networking/v1. */
export declare namespace networkingV1 {
  /** The backend of requests with a matching path. */
  type HTTPIngressPath = networking_v1.HTTPIngressPath;
  /** The routing of HTTP requests by path. */
  type HTTPIngressRuleValue = networking_v1.HTTPIngressRuleValue;
  /** An allocated IP address. Its name is the address. Created by the service IP allocator. */
  type IPAddress = networking_v1.IPAddress;
  /** A list of IPAddress objects. */
  type IPAddressList = networking_v1.IPAddressList;
  /** The user of an IP address. */
  type IPAddressSpec = networking_v1.IPAddressSpec;
  /** An IP range with exceptions. */
  type IPBlock = networking_v1.IPBlock;
  /** Routes HTTP requests from outside the cluster to services, by host and path. */
  type Ingress = networking_v1.Ingress;
  /** A backend for requests: either a service or another object. */
  type IngressBackend = networking_v1.IngressBackend;
  /** A class of ingresses, implemented by one controller. */
  type IngressClass = networking_v1.IngressClass;
  /** A list of IngressClass objects. */
  type IngressClassList = networking_v1.IngressClassList;
  /** A reference to an object with parameters for a controller. */
  type IngressClassParametersReference = networking_v1.IngressClassParametersReference;
  /** The controller of an ingress class, and its parameters. */
  type IngressClassSpec = networking_v1.IngressClassSpec;
  /** A list of Ingress objects. */
  type IngressList = networking_v1.IngressList;
  /** An IP address or host name of an ingress. */
  type IngressLoadBalancerIngress = networking_v1.IngressLoadBalancerIngress;
  /** The addresses of the load balancer of an ingress. */
  type IngressLoadBalancerStatus = networking_v1.IngressLoadBalancerStatus;
  /** The state of a port of an ingress. */
  type IngressPortStatus = networking_v1.IngressPortStatus;
  /** The routing of requests to one host. */
  type IngressRule = networking_v1.IngressRule;
  /** The routing of a rule. */
  type IngressRuleValue = networking_v1.IngressRuleValue;
  /** A port of a service. */
  type IngressServiceBackend = networking_v1.IngressServiceBackend;
  /** The routing rules of an ingress. Rules or a default backend are required. */
  type IngressSpec = networking_v1.IngressSpec;
  /** The observed state of an ingress. */
  type IngressStatus = networking_v1.IngressStatus;
  /** A TLS certificate for some hosts. */
  type IngressTLS = networking_v1.IngressTLS;
  /**
   * Restricts the traffic of pods. Pods that no policy selects are not restricted; if several
   * select a pod, traffic is allowed if any of them allows it.
   */
  type NetworkPolicy = networking_v1.NetworkPolicy;
  /** Allowed outgoing traffic: to any of these peers on any of these ports. */
  type NetworkPolicyEgressRule = networking_v1.NetworkPolicyEgressRule;
  /** Allowed incoming traffic: from any of these peers to any of these ports. */
  type NetworkPolicyIngressRule = networking_v1.NetworkPolicyIngressRule;
  /** A list of NetworkPolicy objects. */
  type NetworkPolicyList = networking_v1.NetworkPolicyList;
  /** A source or destination: pods, or an IP range. */
  type NetworkPolicyPeer = networking_v1.NetworkPolicyPeer;
  /** A port, or a range of ports. */
  type NetworkPolicyPort = networking_v1.NetworkPolicyPort;
  /** The selected pods and their allowed traffic. */
  type NetworkPolicySpec = networking_v1.NetworkPolicySpec;
  /** A reference to the object that uses an address. */
  type ParentReference = networking_v1.ParentReference;
  /**
   * How a path is matched. Exact: it is the same. Prefix: its elements are the first ones.
   * ImplementationSpecific: as the ingress class does it.
   */
  type PathType = networking_v1.PathType;
  /** Which traffic of its pods a policy is about: incoming or outgoing. */
  type PolicyType = networking_v1.PolicyType;
  /** A port of a service: either its name or its number. */
  type ServiceBackendPort = networking_v1.ServiceBackendPort;
  /** IP ranges for the cluster IPs of services. */
  type ServiceCIDR = networking_v1.ServiceCIDR;
  /** A list of ServiceCIDR objects. */
  type ServiceCIDRList = networking_v1.ServiceCIDRList;
  /** The IP ranges. */
  type ServiceCIDRSpec = networking_v1.ServiceCIDRSpec;
  /** The observed state of a service CIDR. */
  type ServiceCIDRStatus = networking_v1.ServiceCIDRStatus;
}
/** The kinds of networking/v1, beside their types of the same names. */
export const networkingV1: {
  readonly IPAddress: Kind<networking_v1.IPAddress>;
  readonly Ingress: Kind<networking_v1.Ingress>;
  readonly IngressClass: Kind<networking_v1.IngressClass>;
  readonly NetworkPolicy: Kind<networking_v1.NetworkPolicy>;
  readonly ServiceCIDR: Kind<networking_v1.ServiceCIDR>;
} = {
  IPAddress,
  Ingress,
  IngressClass,
  NetworkPolicy,
  ServiceCIDR,
};

/** The types of node/v1. */
export declare namespace nodeV1 {
  /** The resources that a pod uses in addition to its containers. */
  type Overhead = node_v1.Overhead;
  /** A configuration of the container runtime, which pods select by name. */
  type RuntimeClass = node_v1.RuntimeClass;
  /** A list of RuntimeClass objects. */
  type RuntimeClassList = node_v1.RuntimeClassList;
  /** The nodes that support a runtime class. */
  type Scheduling = node_v1.Scheduling;
}
/** The kinds of node/v1, beside their types of the same names. */
export const nodeV1: {
  readonly RuntimeClass: Kind<node_v1.RuntimeClass>;
} = {
  RuntimeClass,
};

/** The types of policy/v1. */
export declare namespace policyV1 {
  /**
   * Evicts a pod if its disruption budgets allow it, through the pod's eviction subresource.
   * Otherwise the request fails with status 429 and can be retried.
   */
  type Eviction = policy_v1.Eviction;
  /**
   * Limits how many pods of an application can be evicted at the same time, for example when nodes
   * are drained. Other failures and deletions count, but are not prevented.
   */
  type PodDisruptionBudget = policy_v1.PodDisruptionBudget;
  /** A list of PodDisruptionBudget objects. */
  type PodDisruptionBudgetList = policy_v1.PodDisruptionBudgetList;
  /** The selected pods and the limit: either minAvailable or maxUnavailable. */
  type PodDisruptionBudgetSpec = policy_v1.PodDisruptionBudgetSpec;
  /** The observed state of a disruption budget. */
  type PodDisruptionBudgetStatus = policy_v1.PodDisruptionBudgetStatus;
  /**
   * When running pods that are not ready may be evicted. IfHealthyBudget: while enough others are
   * ready. AlwaysAllow: always.
   */
  type UnhealthyPodEvictionPolicyType = policy_v1.UnhealthyPodEvictionPolicyType;
}
/** The kinds of policy/v1, beside their types of the same names. */
export const policyV1: {
  readonly PodDisruptionBudget: Kind<policy_v1.PodDisruptionBudget>;
} = {
  PodDisruptionBudget,
};

/** The types of policy/v1beta1. */
export declare namespace policyV1beta1 {
  /** An allowed CSI driver. */
  type AllowedCSIDriver = policy_v1beta1.AllowedCSIDriver;
  /** An allowed driver of flex volumes. */
  type AllowedFlexVolume = policy_v1beta1.AllowedFlexVolume;
  /** An allowed path of hostPath volumes. */
  type AllowedHostPath = policy_v1beta1.AllowedHostPath;
  /** Which fsGroup values are allowed. */
  type FSGroupStrategyOptions = policy_v1beta1.FSGroupStrategyOptions;
  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type FSGroupStrategyType = policy_v1beta1.FSGroupStrategyType;
  /** A type of volume; `*` means all. */
  type FSType = policy_v1beta1.FSType;
  /** A range of host ports. */
  type HostPortRange = policy_v1beta1.HostPortRange;
  /** A range of IDs. */
  type IDRange = policy_v1beta1.IDRange;
  /**
   * Which settings pods may have, if the user or service account may use the policy, and their
   * defaults.
   */
  type PodSecurityPolicy = policy_v1beta1.PodSecurityPolicy;
  /** A list of PodSecurityPolicy objects. */
  type PodSecurityPolicyList = policy_v1beta1.PodSecurityPolicyList;
  /** The allowed settings and the defaults. */
  type PodSecurityPolicySpec = policy_v1beta1.PodSecurityPolicySpec;
  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type RunAsGroupStrategy = policy_v1beta1.RunAsGroupStrategy;
  /** Which primary group IDs are allowed. */
  type RunAsGroupStrategyOptions = policy_v1beta1.RunAsGroupStrategyOptions;
  /**
   * Which users are allowed. MustRunAs: those of the ranges; the first is the default.
   * MustRunAsNonRoot: all but 0. RunAsAny: all.
   */
  type RunAsUserStrategy = policy_v1beta1.RunAsUserStrategy;
  /** Which user IDs are allowed. */
  type RunAsUserStrategyOptions = policy_v1beta1.RunAsUserStrategyOptions;
  /** Which runtime classes are allowed. */
  type RuntimeClassStrategyOptions = policy_v1beta1.RuntimeClassStrategyOptions;
  /**
   * Which SELinux options are allowed. MustRunAs: those of the policy, which are the default too.
   * RunAsAny: all.
   */
  type SELinuxStrategy = policy_v1beta1.SELinuxStrategy;
  /** Which SELinux contexts are allowed. */
  type SELinuxStrategyOptions = policy_v1beta1.SELinuxStrategyOptions;
  /** Which supplementary group IDs are allowed. */
  type SupplementalGroupsStrategyOptions = policy_v1beta1.SupplementalGroupsStrategyOptions;
  /**
   * Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first is the
   * default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.
   */
  type SupplementalGroupsStrategyType = policy_v1beta1.SupplementalGroupsStrategyType;
}
/** The kinds of policy/v1beta1, beside their types of the same names. */
export const policyV1beta1: {
  readonly PodSecurityPolicy: Kind<policy_v1beta1.PodSecurityPolicy>;
} = {
  PodSecurityPolicy: { group: "policy", version: "v1beta1", kind: "PodSecurityPolicy", plural: "podsecuritypolicies", namespaced: false },
};

/** The types of rbac/v1. */
export declare namespace rbacV1 {
  /** Which cluster roles provide the rules of another one. */
  type AggregationRule = rbac_v1.AggregationRule;
  /**
   * Permissions in the whole cluster, or in the namespaces of the role bindings that refer to it.
   */
  type ClusterRole = rbac_v1.ClusterRole;
  /** Grants the permissions of a cluster role in the whole cluster. */
  type ClusterRoleBinding = rbac_v1.ClusterRoleBinding;
  /** A list of ClusterRoleBinding objects. */
  type ClusterRoleBindingList = rbac_v1.ClusterRoleBindingList;
  /** A list of ClusterRole objects. */
  type ClusterRoleList = rbac_v1.ClusterRoleList;
  /** The verbs that are allowed on resources or on non-resource URLs. */
  type PolicyRule = rbac_v1.PolicyRule;
  /** Permissions in one namespace. Rules only allow; there are no deny rules. */
  type Role = rbac_v1.Role;
  /** Grants the permissions of a role, or of a cluster role, in one namespace. */
  type RoleBinding = rbac_v1.RoleBinding;
  /** A list of RoleBinding objects. */
  type RoleBindingList = rbac_v1.RoleBindingList;
  /** A list of Role objects. */
  type RoleList = rbac_v1.RoleList;
  /** A reference to a role or cluster role. */
  type RoleRef = rbac_v1.RoleRef;
  /** A user, a group or a service account. */
  type Subject = rbac_v1.Subject;
}
/** The kinds of rbac/v1, beside their types of the same names. */
export const rbacV1: {
  readonly ClusterRole: Kind<rbac_v1.ClusterRole>;
  readonly ClusterRoleBinding: Kind<rbac_v1.ClusterRoleBinding>;
  readonly Role: Kind<rbac_v1.Role>;
  readonly RoleBinding: Kind<rbac_v1.RoleBinding>;
} = {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
};

/** The types of resource/v1. */
export declare namespace resourceV1 {
  /** The status of an allocated device, as reported by its driver. */
  type AllocatedDeviceStatus = resource_v1.AllocatedDeviceStatus;
  /** Whether a setting comes from a device class or from the claim. */
  type AllocationConfigSource = resource_v1.AllocationConfigSource;
  /** The result of an allocation. */
  type AllocationResult = resource_v1.AllocationResult;
  /** A requirement for devices as a CEL expression. */
  type CELDeviceSelector = resource_v1.CELDeviceSelector;
  /** The amounts of a capacity that claims can request. */
  type CapacityRequestPolicy = resource_v1.CapacityRequestPolicy;
  /** A range of valid amounts. */
  type CapacityRequestPolicyRange = resource_v1.CapacityRequestPolicyRange;
  /** Requirements for the capacity of a device. */
  type CapacityRequirements = resource_v1.CapacityRequirements;
  /** A counter, from which devices consume. */
  type Counter = resource_v1.Counter;
  /** A set of counters that devices share. */
  type CounterSet = resource_v1.CounterSet;
  /** A device of a pool. */
  type Device = resource_v1.Device;
  /** A configuration for allocated devices. */
  type DeviceAllocationConfiguration = resource_v1.DeviceAllocationConfiguration;
  /** How many devices are meant: ExactCount (as many as count says) or All. */
  type DeviceAllocationMode = resource_v1.DeviceAllocationMode;
  /** The allocated devices and their configuration. */
  type DeviceAllocationResult = resource_v1.DeviceAllocationResult;
  /** The value of an attribute: exactly one of these. */
  type DeviceAttribute = resource_v1.DeviceAttribute;
  /** A capacity of a device. */
  type DeviceCapacity = resource_v1.DeviceCapacity;
  /** The requested devices and their configuration. */
  type DeviceClaim = resource_v1.DeviceClaim;
  /** A configuration for devices of a claim. */
  type DeviceClaimConfiguration = resource_v1.DeviceClaimConfiguration;
  /** A class of devices, which resource claims request by name. */
  type DeviceClass = resource_v1.DeviceClass;
  /** A configuration for the devices of a class. */
  type DeviceClassConfiguration = resource_v1.DeviceClassConfiguration;
  /** A list of DeviceClass objects. */
  type DeviceClassList = resource_v1.DeviceClassList;
  /** The devices of a class and their configuration. */
  type DeviceClassSpec = resource_v1.DeviceClassSpec;
  /** A configuration for devices. Exactly one field must be set. */
  type DeviceConfiguration = resource_v1.DeviceConfiguration;
  /** A constraint on the devices of several requests. */
  type DeviceConstraint = resource_v1.DeviceConstraint;
  /** The shared counters that a device consumes. */
  type DeviceCounterConsumption = resource_v1.DeviceCounterConsumption;
  /** A request for devices. Either exactly or firstAvailable must be set. */
  type DeviceRequest = resource_v1.DeviceRequest;
  /** An allocated device. */
  type DeviceRequestAllocationResult = resource_v1.DeviceRequestAllocationResult;
  /** A requirement for devices. */
  type DeviceSelector = resource_v1.DeviceSelector;
  /** A request for devices that is one of several alternatives. */
  type DeviceSubRequest = resource_v1.DeviceSubRequest;
  /** A mark on a device that repels claims that don't tolerate it. */
  type DeviceTaint = resource_v1.DeviceTaint;
  /**
   * What a taint does to pods that don't tolerate it. None: nothing, it only informs. NoSchedule:
   * none gets the device. NoExecute: those that have it are evicted too.
   */
  type DeviceTaintEffect = resource_v1.DeviceTaintEffect;
  /** A device taint that is tolerated. */
  type DeviceToleration = resource_v1.DeviceToleration;
  /** How a toleration is compared with a taint. Exists: by its key. Equal: by key and value. */
  type DeviceTolerationOperator = resource_v1.DeviceTolerationOperator;
  /** A request for devices of one class. */
  type ExactDeviceRequest = resource_v1.ExactDeviceRequest;
  /** A name with its domain: DOMAIN/NAME. */
  type FullyQualifiedName = resource_v1.FullyQualifiedName;
  /** Data about a network device. */
  type NetworkDeviceData = resource_v1.NetworkDeviceData;
  /** How much of a node resource a device consumes. */
  type NodeAllocatableResourceMapping = resource_v1.NodeAllocatableResourceMapping;
  /** A device configuration in a format specific to the driver. */
  type OpaqueDeviceConfiguration = resource_v1.OpaqueDeviceConfiguration;
  /** A name: DOMAIN/NAME. Without a domain, that of the driver. */
  type QualifiedName = resource_v1.QualifiedName;
  /** Requests devices, and records their allocation and use. */
  type ResourceClaim = resource_v1.ResourceClaim;
  /** A reference to an object that uses a claim. */
  type ResourceClaimConsumerReference = resource_v1.ResourceClaimConsumerReference;
  /** A list of ResourceClaim objects. */
  type ResourceClaimList = resource_v1.ResourceClaimList;
  /** The requested devices. Can't be changed. */
  type ResourceClaimSpec = resource_v1.ResourceClaimSpec;
  /** The allocation and use of a claim. */
  type ResourceClaimStatus = resource_v1.ResourceClaimStatus;
  /** A template of claims: each pod that refers to it gets a claim of its own. */
  type ResourceClaimTemplate = resource_v1.ResourceClaimTemplate;
  /** A list of ResourceClaimTemplate objects. */
  type ResourceClaimTemplateList = resource_v1.ResourceClaimTemplateList;
  /** The template of the claims. Can't be changed. */
  type ResourceClaimTemplateSpec = resource_v1.ResourceClaimTemplateSpec;
  /** A pool of devices, published in one or more slices. */
  type ResourcePool = resource_v1.ResourcePool;
  /** A part of the devices of a pool, published by their driver. */
  type ResourceSlice = resource_v1.ResourceSlice;
  /** A list of ResourceSlice objects. */
  type ResourceSliceList = resource_v1.ResourceSliceList;
  /**
   * The devices, and which nodes can use them: set only one of nodeName, nodeSelector, allNodes or
   * perDeviceNodeSelection.
   */
  type ResourceSliceSpec = resource_v1.ResourceSliceSpec;
}
/** The kinds of resource/v1, beside their types of the same names. */
export const resourceV1: {
  readonly DeviceClass: Kind<resource_v1.DeviceClass>;
  readonly ResourceClaim: Kind<resource_v1.ResourceClaim>;
  readonly ResourceClaimTemplate: Kind<resource_v1.ResourceClaimTemplate>;
  readonly ResourceSlice: Kind<resource_v1.ResourceSlice>;
} = {
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
};

/** The types of scheduling/v1. */
export declare namespace schedulingV1 {
  /** Maps a name to a priority for pods. */
  type PriorityClass = scheduling_v1.PriorityClass;
  /** A list of PriorityClass objects. */
  type PriorityClassList = scheduling_v1.PriorityClassList;
}
/** The kinds of scheduling/v1, beside their types of the same names. */
export const schedulingV1: {
  readonly PriorityClass: Kind<scheduling_v1.PriorityClass>;
} = {
  PriorityClass,
};

/** The types of settings/v1alpha1. */
export declare namespace settingsV1alpha1 {
  /** Settings that are added to selected pods in the namespace at creation. */
  type PodPreset = settings_v1alpha1.PodPreset;
  /** A list of PodPreset objects. */
  type PodPresetList = settings_v1alpha1.PodPresetList;
  /** The selected pods and the settings. */
  type PodPresetSpec = settings_v1alpha1.PodPresetSpec;
}
/** The kinds of settings/v1alpha1, beside their types of the same names. */
export const settingsV1alpha1: {
  readonly PodPreset: Kind<settings_v1alpha1.PodPreset>;
} = {
  PodPreset: { group: "settings.k8s.io", version: "v1alpha1", kind: "PodPreset", plural: "podpresets", namespaced: true },
};

/** The types of storage/v1. */
export declare namespace storageV1 {
  /** A CSI storage driver and how it works with the cluster. Its name is the name of the driver. */
  type CSIDriver = storage_v1.CSIDriver;
  /** A list of CSIDriver objects. */
  type CSIDriverList = storage_v1.CSIDriverList;
  /** How a CSI driver works with the cluster. */
  type CSIDriverSpec = storage_v1.CSIDriverSpec;
  /** The CSI drivers of a node. Its name is the node's; written by the node agent. */
  type CSINode = storage_v1.CSINode;
  /** A CSI driver on a node. */
  type CSINodeDriver = storage_v1.CSINodeDriver;
  /** A list of CSINode objects. */
  type CSINodeList = storage_v1.CSINodeList;
  /** The CSI drivers of a node. */
  type CSINodeSpec = storage_v1.CSINodeSpec;
  /** The available capacity of a driver, for one storage class in one topology segment. */
  type CSIStorageCapacity = storage_v1.CSIStorageCapacity;
  /** A list of CSIStorageCapacity objects. */
  type CSIStorageCapacityList = storage_v1.CSIStorageCapacityList;
  /**
   * Whether volumes get the file system group of their pod. File: always. None: never.
   * ReadWriteOnceWithFSType: where the volume has a file system and one writer.
   */
  type FSGroupPolicy = storage_v1.FSGroupPolicy;
  /** A class of storage, with the parameters for provisioning its volumes. */
  type StorageClass = storage_v1.StorageClass;
  /** A list of StorageClass objects. */
  type StorageClassList = storage_v1.StorageClassList;
  /** A service account token for a driver. */
  type TokenRequest = storage_v1.TokenRequest;
  /** Requests that a volume is attached to a node, and records whether it is. */
  type VolumeAttachment = storage_v1.VolumeAttachment;
  /** A list of VolumeAttachment objects. */
  type VolumeAttachmentList = storage_v1.VolumeAttachmentList;
  /** A volume to attach. Exactly one field must be set. */
  type VolumeAttachmentSource = storage_v1.VolumeAttachmentSource;
  /** The volume, the node and the driver. Can't be changed. */
  type VolumeAttachmentSpec = storage_v1.VolumeAttachmentSpec;
  /** The state of a volume attachment. */
  type VolumeAttachmentStatus = storage_v1.VolumeAttachmentStatus;
  /** Parameters of volumes that can be changed while the volumes are in use. */
  type VolumeAttributesClass = storage_v1.VolumeAttributesClass;
  /** A list of VolumeAttributesClass objects. */
  type VolumeAttributesClassList = storage_v1.VolumeAttributesClassList;
  /**
   * When a claim is bound to a volume. Immediate: at once. WaitForFirstConsumer: once a pod uses
   * it, so that the volume is where the pod can be.
   */
  type VolumeBindingMode = storage_v1.VolumeBindingMode;
  /** An error of a volume operation. */
  type VolumeError = storage_v1.VolumeError;
  /**
   * Which volumes a driver supports. Persistent: those of claims. Ephemeral: those that come and go
   * with their pod.
   */
  type VolumeLifecycleMode = storage_v1.VolumeLifecycleMode;
  /** The volume limits of a driver on a node. */
  type VolumeNodeResources = storage_v1.VolumeNodeResources;
}
/** The kinds of storage/v1, beside their types of the same names. */
export const storageV1: {
  readonly CSIDriver: Kind<storage_v1.CSIDriver>;
  readonly CSINode: Kind<storage_v1.CSINode>;
  readonly CSIStorageCapacity: Kind<storage_v1.CSIStorageCapacity>;
  readonly StorageClass: Kind<storage_v1.StorageClass>;
  readonly VolumeAttachment: Kind<storage_v1.VolumeAttachment>;
  readonly VolumeAttributesClass: Kind<storage_v1.VolumeAttributesClass>;
} = {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
};
