// Made by `deno task generate` from toolkit/facts. Do not edit.
/**
 * The built-in kinds as values, each under the name of its type: the newest stable version of each by
 * itself (`Deployment`), and all of them, with the other types of their API, by group version
 * (`appsV1.Deployment`).
 *
 * @module
 */

import type * as admissionregistration_v1 from "../api/admissionregistration_v1.ts";
import type * as apiextensions_v1 from "../api/apiextensions_v1.ts";
import type * as apiregistration_v1 from "../api/apiregistration_v1.ts";
import type * as apps_v1 from "../api/apps_v1.ts";
import type * as auditregistration_v1alpha1 from "../api/auditregistration_v1alpha1.ts";
import type * as authentication_v1 from "../api/authentication_v1.ts";
import type * as authorization_v1 from "../api/authorization_v1.ts";
import type * as autoscaling_v1 from "../api/autoscaling_v1.ts";
import type * as autoscaling_v2 from "../api/autoscaling_v2.ts";
import type * as batch_v1 from "../api/batch_v1.ts";
import type * as certificates_v1 from "../api/certificates_v1.ts";
import type * as coordination_v1 from "../api/coordination_v1.ts";
import type * as core_v1 from "../api/core_v1.ts";
import type * as discovery_v1 from "../api/discovery_v1.ts";
import type * as events_v1 from "../api/events_v1.ts";
import type * as flowcontrol_v1 from "../api/flowcontrol_v1.ts";
import type * as networking_v1 from "../api/networking_v1.ts";
import type * as node_v1 from "../api/node_v1.ts";
import type * as policy_v1 from "../api/policy_v1.ts";
import type * as policy_v1beta1 from "../api/policy_v1beta1.ts";
import type * as rbac_v1 from "../api/rbac_v1.ts";
import type * as resource_v1 from "../api/resource_v1.ts";
import type * as scheduling_v1 from "../api/scheduling_v1.ts";
import type * as settings_v1alpha1 from "../api/settings_v1alpha1.ts";
import type * as storage_v1 from "../api/storage_v1.ts";
import type { Kind } from "./kind.ts";

/** An object of apiservices of apiregistration.k8s.io, v1, in no namespace. */
export type APIService = apiregistration_v1.APIService;
/** The kind: apiservices of apiregistration.k8s.io, v1, in no namespace. */
export const APIService: Kind<apiregistration_v1.APIService> = { group: "apiregistration.k8s.io", version: "v1", kind: "APIService", plural: "apiservices", namespaced: false };

/** An object of bindings of the core group, v1. */
export type Binding = core_v1.Binding;
/** The kind: bindings of the core group, v1. */
export const Binding: Kind<core_v1.Binding> = { group: "", version: "v1", kind: "Binding", plural: "bindings", namespaced: true };

/** An object of csidrivers of storage.k8s.io, v1, in no namespace. */
export type CSIDriver = storage_v1.CSIDriver;
/** The kind: csidrivers of storage.k8s.io, v1, in no namespace. */
export const CSIDriver: Kind<storage_v1.CSIDriver> = { group: "storage.k8s.io", version: "v1", kind: "CSIDriver", plural: "csidrivers", namespaced: false };

/** An object of csinodes of storage.k8s.io, v1, in no namespace. */
export type CSINode = storage_v1.CSINode;
/** The kind: csinodes of storage.k8s.io, v1, in no namespace. */
export const CSINode: Kind<storage_v1.CSINode> = { group: "storage.k8s.io", version: "v1", kind: "CSINode", plural: "csinodes", namespaced: false };

/** An object of csistoragecapacities of storage.k8s.io, v1. */
export type CSIStorageCapacity = storage_v1.CSIStorageCapacity;
/** The kind: csistoragecapacities of storage.k8s.io, v1. */
export const CSIStorageCapacity: Kind<storage_v1.CSIStorageCapacity> = { group: "storage.k8s.io", version: "v1", kind: "CSIStorageCapacity", plural: "csistoragecapacities", namespaced: true };

/** An object of certificatesigningrequests of certificates.k8s.io, v1, in no namespace. */
export type CertificateSigningRequest = certificates_v1.CertificateSigningRequest;
/** The kind: certificatesigningrequests of certificates.k8s.io, v1, in no namespace. */
export const CertificateSigningRequest: Kind<certificates_v1.CertificateSigningRequest> = { group: "certificates.k8s.io", version: "v1", kind: "CertificateSigningRequest", plural: "certificatesigningrequests", namespaced: false };

/** An object of clusterroles of rbac.authorization.k8s.io, v1, in no namespace. */
export type ClusterRole = rbac_v1.ClusterRole;
/** The kind: clusterroles of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRole: Kind<rbac_v1.ClusterRole> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRole", plural: "clusterroles", namespaced: false };

/** An object of clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace. */
export type ClusterRoleBinding = rbac_v1.ClusterRoleBinding;
/** The kind: clusterrolebindings of rbac.authorization.k8s.io, v1, in no namespace. */
export const ClusterRoleBinding: Kind<rbac_v1.ClusterRoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRoleBinding", plural: "clusterrolebindings", namespaced: false };

/** An object of componentstatuses of the core group, v1, in no namespace. */
export type ComponentStatus = core_v1.ComponentStatus;
/** The kind: componentstatuses of the core group, v1, in no namespace. */
export const ComponentStatus: Kind<core_v1.ComponentStatus> = { group: "", version: "v1", kind: "ComponentStatus", plural: "componentstatuses", namespaced: false };

/** An object of configmaps of the core group, v1. */
export type ConfigMap = core_v1.ConfigMap;
/** The kind: configmaps of the core group, v1. */
export const ConfigMap: Kind<core_v1.ConfigMap> = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true };

/** An object of controllerrevisions of apps, v1. */
export type ControllerRevision = apps_v1.ControllerRevision;
/** The kind: controllerrevisions of apps, v1. */
export const ControllerRevision: Kind<apps_v1.ControllerRevision> = { group: "apps", version: "v1", kind: "ControllerRevision", plural: "controllerrevisions", namespaced: true };

/** An object of cronjobs of batch, v1. */
export type CronJob = batch_v1.CronJob;
/** The kind: cronjobs of batch, v1. */
export const CronJob: Kind<batch_v1.CronJob> = { group: "batch", version: "v1", kind: "CronJob", plural: "cronjobs", namespaced: true };

/** An object of customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace. */
export type CustomResourceDefinition = apiextensions_v1.CustomResourceDefinition;
/** The kind: customresourcedefinitions of apiextensions.k8s.io, v1, in no namespace. */
export const CustomResourceDefinition: Kind<apiextensions_v1.CustomResourceDefinition> = { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition", plural: "customresourcedefinitions", namespaced: false };

/** An object of daemonsets of apps, v1. */
export type DaemonSet = apps_v1.DaemonSet;
/** The kind: daemonsets of apps, v1. */
export const DaemonSet: Kind<apps_v1.DaemonSet> = { group: "apps", version: "v1", kind: "DaemonSet", plural: "daemonsets", namespaced: true };

/** An object of deployments of apps, v1. */
export type Deployment = apps_v1.Deployment;
/** The kind: deployments of apps, v1. */
export const Deployment: Kind<apps_v1.Deployment> = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };

/** An object of deviceclasses of resource.k8s.io, v1, in no namespace. */
export type DeviceClass = resource_v1.DeviceClass;
/** The kind: deviceclasses of resource.k8s.io, v1, in no namespace. */
export const DeviceClass: Kind<resource_v1.DeviceClass> = { group: "resource.k8s.io", version: "v1", kind: "DeviceClass", plural: "deviceclasses", namespaced: false };

/** An object of endpointslices of discovery.k8s.io, v1. */
export type EndpointSlice = discovery_v1.EndpointSlice;
/** The kind: endpointslices of discovery.k8s.io, v1. */
export const EndpointSlice: Kind<discovery_v1.EndpointSlice> = { group: "discovery.k8s.io", version: "v1", kind: "EndpointSlice", plural: "endpointslices", namespaced: true };

/** An object of endpoints of the core group, v1. */
export type Endpoints = core_v1.Endpoints;
/** The kind: endpoints of the core group, v1. */
export const Endpoints: Kind<core_v1.Endpoints> = { group: "", version: "v1", kind: "Endpoints", plural: "endpoints", namespaced: true };

/** An object of events of events.k8s.io, v1. */
export type Event = events_v1.Event;
/** The kind: events of events.k8s.io, v1. */
export const Event: Kind<events_v1.Event> = { group: "events.k8s.io", version: "v1", kind: "Event", plural: "events", namespaced: true };

/** An object of flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export type FlowSchema = flowcontrol_v1.FlowSchema;
/** The kind: flowschemas of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const FlowSchema: Kind<flowcontrol_v1.FlowSchema> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "FlowSchema", plural: "flowschemas", namespaced: false };

/** An object of horizontalpodautoscalers of autoscaling, v2. */
export type HorizontalPodAutoscaler = autoscaling_v2.HorizontalPodAutoscaler;
/** The kind: horizontalpodautoscalers of autoscaling, v2. */
export const HorizontalPodAutoscaler: Kind<autoscaling_v2.HorizontalPodAutoscaler> = { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true };

/** An object of ipaddresses of networking.k8s.io, v1, in no namespace. */
export type IPAddress = networking_v1.IPAddress;
/** The kind: ipaddresses of networking.k8s.io, v1, in no namespace. */
export const IPAddress: Kind<networking_v1.IPAddress> = { group: "networking.k8s.io", version: "v1", kind: "IPAddress", plural: "ipaddresses", namespaced: false };

/** An object of ingresses of networking.k8s.io, v1. */
export type Ingress = networking_v1.Ingress;
/** The kind: ingresses of networking.k8s.io, v1. */
export const Ingress: Kind<networking_v1.Ingress> = { group: "networking.k8s.io", version: "v1", kind: "Ingress", plural: "ingresses", namespaced: true };

/** An object of ingressclasses of networking.k8s.io, v1, in no namespace. */
export type IngressClass = networking_v1.IngressClass;
/** The kind: ingressclasses of networking.k8s.io, v1, in no namespace. */
export const IngressClass: Kind<networking_v1.IngressClass> = { group: "networking.k8s.io", version: "v1", kind: "IngressClass", plural: "ingressclasses", namespaced: false };

/** An object of jobs of batch, v1. */
export type Job = batch_v1.Job;
/** The kind: jobs of batch, v1. */
export const Job: Kind<batch_v1.Job> = { group: "batch", version: "v1", kind: "Job", plural: "jobs", namespaced: true };

/** An object of leases of coordination.k8s.io, v1. */
export type Lease = coordination_v1.Lease;
/** The kind: leases of coordination.k8s.io, v1. */
export const Lease: Kind<coordination_v1.Lease> = { group: "coordination.k8s.io", version: "v1", kind: "Lease", plural: "leases", namespaced: true };

/** An object of limitranges of the core group, v1. */
export type LimitRange = core_v1.LimitRange;
/** The kind: limitranges of the core group, v1. */
export const LimitRange: Kind<core_v1.LimitRange> = { group: "", version: "v1", kind: "LimitRange", plural: "limitranges", namespaced: true };

/** An object of localsubjectaccessreviews of authorization.k8s.io, v1. */
export type LocalSubjectAccessReview = authorization_v1.LocalSubjectAccessReview;
/** The kind: localsubjectaccessreviews of authorization.k8s.io, v1. */
export const LocalSubjectAccessReview: Kind<authorization_v1.LocalSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "LocalSubjectAccessReview", plural: "localsubjectaccessreviews", namespaced: true };

/** An object of mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export type MutatingAdmissionPolicy = admissionregistration_v1.MutatingAdmissionPolicy;
/** The kind: mutatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const MutatingAdmissionPolicy: Kind<admissionregistration_v1.MutatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicy", plural: "mutatingadmissionpolicies", namespaced: false };

/** An object of mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace. */
export type MutatingAdmissionPolicyBinding = admissionregistration_v1.MutatingAdmissionPolicyBinding;
/** The kind: mutatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace. */
export const MutatingAdmissionPolicyBinding: Kind<admissionregistration_v1.MutatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingAdmissionPolicyBinding", plural: "mutatingadmissionpolicybindings", namespaced: false };

/** An object of mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace. */
export type MutatingWebhookConfiguration = admissionregistration_v1.MutatingWebhookConfiguration;
/** The kind: mutatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace. */
export const MutatingWebhookConfiguration: Kind<admissionregistration_v1.MutatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingWebhookConfiguration", plural: "mutatingwebhookconfigurations", namespaced: false };

/** An object of namespaces of the core group, v1, in no namespace. */
export type Namespace = core_v1.Namespace;
/** The kind: namespaces of the core group, v1, in no namespace. */
export const Namespace: Kind<core_v1.Namespace> = { group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false };

/** An object of networkpolicies of networking.k8s.io, v1. */
export type NetworkPolicy = networking_v1.NetworkPolicy;
/** The kind: networkpolicies of networking.k8s.io, v1. */
export const NetworkPolicy: Kind<networking_v1.NetworkPolicy> = { group: "networking.k8s.io", version: "v1", kind: "NetworkPolicy", plural: "networkpolicies", namespaced: true };

/** An object of nodes of the core group, v1, in no namespace. */
export type Node = core_v1.Node;
/** The kind: nodes of the core group, v1, in no namespace. */
export const Node: Kind<core_v1.Node> = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

/** An object of persistentvolumes of the core group, v1, in no namespace. */
export type PersistentVolume = core_v1.PersistentVolume;
/** The kind: persistentvolumes of the core group, v1, in no namespace. */
export const PersistentVolume: Kind<core_v1.PersistentVolume> = { group: "", version: "v1", kind: "PersistentVolume", plural: "persistentvolumes", namespaced: false };

/** An object of persistentvolumeclaims of the core group, v1. */
export type PersistentVolumeClaim = core_v1.PersistentVolumeClaim;
/** The kind: persistentvolumeclaims of the core group, v1. */
export const PersistentVolumeClaim: Kind<core_v1.PersistentVolumeClaim> = { group: "", version: "v1", kind: "PersistentVolumeClaim", plural: "persistentvolumeclaims", namespaced: true };

/** An object of pods of the core group, v1. */
export type Pod = core_v1.Pod;
/** The kind: pods of the core group, v1. */
export const Pod: Kind<core_v1.Pod> = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

/** An object of poddisruptionbudgets of policy, v1. */
export type PodDisruptionBudget = policy_v1.PodDisruptionBudget;
/** The kind: poddisruptionbudgets of policy, v1. */
export const PodDisruptionBudget: Kind<policy_v1.PodDisruptionBudget> = { group: "policy", version: "v1", kind: "PodDisruptionBudget", plural: "poddisruptionbudgets", namespaced: true };

/** An object of podtemplates of the core group, v1. */
export type PodTemplate = core_v1.PodTemplate;
/** The kind: podtemplates of the core group, v1. */
export const PodTemplate: Kind<core_v1.PodTemplate> = { group: "", version: "v1", kind: "PodTemplate", plural: "podtemplates", namespaced: true };

/** An object of priorityclasses of scheduling.k8s.io, v1, in no namespace. */
export type PriorityClass = scheduling_v1.PriorityClass;
/** The kind: priorityclasses of scheduling.k8s.io, v1, in no namespace. */
export const PriorityClass: Kind<scheduling_v1.PriorityClass> = { group: "scheduling.k8s.io", version: "v1", kind: "PriorityClass", plural: "priorityclasses", namespaced: false };

/** An object of prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export type PriorityLevelConfiguration = flowcontrol_v1.PriorityLevelConfiguration;
/** The kind: prioritylevelconfigurations of flowcontrol.apiserver.k8s.io, v1, in no namespace. */
export const PriorityLevelConfiguration: Kind<flowcontrol_v1.PriorityLevelConfiguration> = { group: "flowcontrol.apiserver.k8s.io", version: "v1", kind: "PriorityLevelConfiguration", plural: "prioritylevelconfigurations", namespaced: false };

/** An object of replicasets of apps, v1. */
export type ReplicaSet = apps_v1.ReplicaSet;
/** The kind: replicasets of apps, v1. */
export const ReplicaSet: Kind<apps_v1.ReplicaSet> = { group: "apps", version: "v1", kind: "ReplicaSet", plural: "replicasets", namespaced: true };

/** An object of replicationcontrollers of the core group, v1. */
export type ReplicationController = core_v1.ReplicationController;
/** The kind: replicationcontrollers of the core group, v1. */
export const ReplicationController: Kind<core_v1.ReplicationController> = { group: "", version: "v1", kind: "ReplicationController", plural: "replicationcontrollers", namespaced: true };

/** An object of resourceclaims of resource.k8s.io, v1. */
export type ResourceClaim = resource_v1.ResourceClaim;
/** The kind: resourceclaims of resource.k8s.io, v1. */
export const ResourceClaim: Kind<resource_v1.ResourceClaim> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaim", plural: "resourceclaims", namespaced: true };

/** An object of resourceclaimtemplates of resource.k8s.io, v1. */
export type ResourceClaimTemplate = resource_v1.ResourceClaimTemplate;
/** The kind: resourceclaimtemplates of resource.k8s.io, v1. */
export const ResourceClaimTemplate: Kind<resource_v1.ResourceClaimTemplate> = { group: "resource.k8s.io", version: "v1", kind: "ResourceClaimTemplate", plural: "resourceclaimtemplates", namespaced: true };

/** An object of resourcequotas of the core group, v1. */
export type ResourceQuota = core_v1.ResourceQuota;
/** The kind: resourcequotas of the core group, v1. */
export const ResourceQuota: Kind<core_v1.ResourceQuota> = { group: "", version: "v1", kind: "ResourceQuota", plural: "resourcequotas", namespaced: true };

/** An object of resourceslices of resource.k8s.io, v1, in no namespace. */
export type ResourceSlice = resource_v1.ResourceSlice;
/** The kind: resourceslices of resource.k8s.io, v1, in no namespace. */
export const ResourceSlice: Kind<resource_v1.ResourceSlice> = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice", plural: "resourceslices", namespaced: false };

/** An object of roles of rbac.authorization.k8s.io, v1. */
export type Role = rbac_v1.Role;
/** The kind: roles of rbac.authorization.k8s.io, v1. */
export const Role: Kind<rbac_v1.Role> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "Role", plural: "roles", namespaced: true };

/** An object of rolebindings of rbac.authorization.k8s.io, v1. */
export type RoleBinding = rbac_v1.RoleBinding;
/** The kind: rolebindings of rbac.authorization.k8s.io, v1. */
export const RoleBinding: Kind<rbac_v1.RoleBinding> = { group: "rbac.authorization.k8s.io", version: "v1", kind: "RoleBinding", plural: "rolebindings", namespaced: true };

/** An object of runtimeclasses of node.k8s.io, v1, in no namespace. */
export type RuntimeClass = node_v1.RuntimeClass;
/** The kind: runtimeclasses of node.k8s.io, v1, in no namespace. */
export const RuntimeClass: Kind<node_v1.RuntimeClass> = { group: "node.k8s.io", version: "v1", kind: "RuntimeClass", plural: "runtimeclasses", namespaced: false };

/** An object of secrets of the core group, v1. */
export type Secret = core_v1.Secret;
/** The kind: secrets of the core group, v1. */
export const Secret: Kind<core_v1.Secret> = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };

/** An object of selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export type SelfSubjectAccessReview = authorization_v1.SelfSubjectAccessReview;
/** The kind: selfsubjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectAccessReview: Kind<authorization_v1.SelfSubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectAccessReview", plural: "selfsubjectaccessreviews", namespaced: false };

/** An object of selfsubjectreviews of authentication.k8s.io, v1, in no namespace. */
export type SelfSubjectReview = authentication_v1.SelfSubjectReview;
/** The kind: selfsubjectreviews of authentication.k8s.io, v1, in no namespace. */
export const SelfSubjectReview: Kind<authentication_v1.SelfSubjectReview> = { group: "authentication.k8s.io", version: "v1", kind: "SelfSubjectReview", plural: "selfsubjectreviews", namespaced: false };

/** An object of selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace. */
export type SelfSubjectRulesReview = authorization_v1.SelfSubjectRulesReview;
/** The kind: selfsubjectrulesreviews of authorization.k8s.io, v1, in no namespace. */
export const SelfSubjectRulesReview: Kind<authorization_v1.SelfSubjectRulesReview> = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectRulesReview", plural: "selfsubjectrulesreviews", namespaced: false };

/** An object of services of the core group, v1. */
export type Service = core_v1.Service;
/** The kind: services of the core group, v1. */
export const Service: Kind<core_v1.Service> = { group: "", version: "v1", kind: "Service", plural: "services", namespaced: true };

/** An object of serviceaccounts of the core group, v1. */
export type ServiceAccount = core_v1.ServiceAccount;
/** The kind: serviceaccounts of the core group, v1. */
export const ServiceAccount: Kind<core_v1.ServiceAccount> = { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true };

/** An object of servicecidrs of networking.k8s.io, v1, in no namespace. */
export type ServiceCIDR = networking_v1.ServiceCIDR;
/** The kind: servicecidrs of networking.k8s.io, v1, in no namespace. */
export const ServiceCIDR: Kind<networking_v1.ServiceCIDR> = { group: "networking.k8s.io", version: "v1", kind: "ServiceCIDR", plural: "servicecidrs", namespaced: false };

/** An object of statefulsets of apps, v1. */
export type StatefulSet = apps_v1.StatefulSet;
/** The kind: statefulsets of apps, v1. */
export const StatefulSet: Kind<apps_v1.StatefulSet> = { group: "apps", version: "v1", kind: "StatefulSet", plural: "statefulsets", namespaced: true };

/** An object of storageclasses of storage.k8s.io, v1, in no namespace. */
export type StorageClass = storage_v1.StorageClass;
/** The kind: storageclasses of storage.k8s.io, v1, in no namespace. */
export const StorageClass: Kind<storage_v1.StorageClass> = { group: "storage.k8s.io", version: "v1", kind: "StorageClass", plural: "storageclasses", namespaced: false };

/** An object of subjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export type SubjectAccessReview = authorization_v1.SubjectAccessReview;
/** The kind: subjectaccessreviews of authorization.k8s.io, v1, in no namespace. */
export const SubjectAccessReview: Kind<authorization_v1.SubjectAccessReview> = { group: "authorization.k8s.io", version: "v1", kind: "SubjectAccessReview", plural: "subjectaccessreviews", namespaced: false };

/** An object of tokenreviews of authentication.k8s.io, v1, in no namespace. */
export type TokenReview = authentication_v1.TokenReview;
/** The kind: tokenreviews of authentication.k8s.io, v1, in no namespace. */
export const TokenReview: Kind<authentication_v1.TokenReview> = { group: "authentication.k8s.io", version: "v1", kind: "TokenReview", plural: "tokenreviews", namespaced: false };

/** An object of validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export type ValidatingAdmissionPolicy = admissionregistration_v1.ValidatingAdmissionPolicy;
/** The kind: validatingadmissionpolicies of admissionregistration.k8s.io, v1, in no namespace. */
export const ValidatingAdmissionPolicy: Kind<admissionregistration_v1.ValidatingAdmissionPolicy> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicy", plural: "validatingadmissionpolicies", namespaced: false };

/** An object of validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace. */
export type ValidatingAdmissionPolicyBinding = admissionregistration_v1.ValidatingAdmissionPolicyBinding;
/** The kind: validatingadmissionpolicybindings of admissionregistration.k8s.io, v1, in no namespace. */
export const ValidatingAdmissionPolicyBinding: Kind<admissionregistration_v1.ValidatingAdmissionPolicyBinding> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingAdmissionPolicyBinding", plural: "validatingadmissionpolicybindings", namespaced: false };

/** An object of validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace. */
export type ValidatingWebhookConfiguration = admissionregistration_v1.ValidatingWebhookConfiguration;
/** The kind: validatingwebhookconfigurations of admissionregistration.k8s.io, v1, in no namespace. */
export const ValidatingWebhookConfiguration: Kind<admissionregistration_v1.ValidatingWebhookConfiguration> = { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingWebhookConfiguration", plural: "validatingwebhookconfigurations", namespaced: false };

/** An object of volumeattachments of storage.k8s.io, v1, in no namespace. */
export type VolumeAttachment = storage_v1.VolumeAttachment;
/** The kind: volumeattachments of storage.k8s.io, v1, in no namespace. */
export const VolumeAttachment: Kind<storage_v1.VolumeAttachment> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttachment", plural: "volumeattachments", namespaced: false };

/** An object of volumeattributesclasses of storage.k8s.io, v1, in no namespace. */
export type VolumeAttributesClass = storage_v1.VolumeAttributesClass;
/** The kind: volumeattributesclasses of storage.k8s.io, v1, in no namespace. */
export const VolumeAttributesClass: Kind<storage_v1.VolumeAttributesClass> = { group: "storage.k8s.io", version: "v1", kind: "VolumeAttributesClass", plural: "volumeattributesclasses", namespaced: false };

/** The types of admissionregistration/v1. */
export declare namespace admissionregistrationV1 {
  type ApplyConfiguration = admissionregistration_v1.ApplyConfiguration;
  type AuditAnnotation = admissionregistration_v1.AuditAnnotation;
  type ExpressionWarning = admissionregistration_v1.ExpressionWarning;
  type FailurePolicyType = admissionregistration_v1.FailurePolicyType;
  type JSONPatch = admissionregistration_v1.JSONPatch;
  type MatchCondition = admissionregistration_v1.MatchCondition;
  type MatchPolicyType = admissionregistration_v1.MatchPolicyType;
  type MatchResources = admissionregistration_v1.MatchResources;
  type MutatingAdmissionPolicy = admissionregistration_v1.MutatingAdmissionPolicy;
  type MutatingAdmissionPolicyBinding = admissionregistration_v1.MutatingAdmissionPolicyBinding;
  type MutatingAdmissionPolicyBindingList = admissionregistration_v1.MutatingAdmissionPolicyBindingList;
  type MutatingAdmissionPolicyBindingSpec = admissionregistration_v1.MutatingAdmissionPolicyBindingSpec;
  type MutatingAdmissionPolicyList = admissionregistration_v1.MutatingAdmissionPolicyList;
  type MutatingAdmissionPolicySpec = admissionregistration_v1.MutatingAdmissionPolicySpec;
  type MutatingWebhook = admissionregistration_v1.MutatingWebhook;
  type MutatingWebhookConfiguration = admissionregistration_v1.MutatingWebhookConfiguration;
  type MutatingWebhookConfigurationList = admissionregistration_v1.MutatingWebhookConfigurationList;
  type Mutation = admissionregistration_v1.Mutation;
  type NamedRuleWithOperations = admissionregistration_v1.NamedRuleWithOperations;
  type OperationType = admissionregistration_v1.OperationType;
  type ParamKind = admissionregistration_v1.ParamKind;
  type ParamRef = admissionregistration_v1.ParamRef;
  type ParameterNotFoundActionType = admissionregistration_v1.ParameterNotFoundActionType;
  type PatchType = admissionregistration_v1.PatchType;
  type ReinvocationPolicyType = admissionregistration_v1.ReinvocationPolicyType;
  type Rule = admissionregistration_v1.Rule;
  type RuleWithOperations = admissionregistration_v1.RuleWithOperations;
  type ScopeType = admissionregistration_v1.ScopeType;
  type ServiceReference = admissionregistration_v1.ServiceReference;
  type SideEffectClass = admissionregistration_v1.SideEffectClass;
  type TypeChecking = admissionregistration_v1.TypeChecking;
  type ValidatingAdmissionPolicy = admissionregistration_v1.ValidatingAdmissionPolicy;
  type ValidatingAdmissionPolicyBinding = admissionregistration_v1.ValidatingAdmissionPolicyBinding;
  type ValidatingAdmissionPolicyBindingList = admissionregistration_v1.ValidatingAdmissionPolicyBindingList;
  type ValidatingAdmissionPolicyBindingSpec = admissionregistration_v1.ValidatingAdmissionPolicyBindingSpec;
  type ValidatingAdmissionPolicyConditionType = admissionregistration_v1.ValidatingAdmissionPolicyConditionType;
  type ValidatingAdmissionPolicyList = admissionregistration_v1.ValidatingAdmissionPolicyList;
  type ValidatingAdmissionPolicySpec = admissionregistration_v1.ValidatingAdmissionPolicySpec;
  type ValidatingAdmissionPolicyStatus = admissionregistration_v1.ValidatingAdmissionPolicyStatus;
  type ValidatingWebhook = admissionregistration_v1.ValidatingWebhook;
  type ValidatingWebhookConfiguration = admissionregistration_v1.ValidatingWebhookConfiguration;
  type ValidatingWebhookConfigurationList = admissionregistration_v1.ValidatingWebhookConfigurationList;
  type Validation = admissionregistration_v1.Validation;
  type ValidationAction = admissionregistration_v1.ValidationAction;
  type Variable = admissionregistration_v1.Variable;
  type WebhookClientConfig = admissionregistration_v1.WebhookClientConfig;
}
/** The kinds of admissionregistration/v1. */
export const admissionregistrationV1: {
  readonly MutatingAdmissionPolicy: Kind<admissionregistrationV1.MutatingAdmissionPolicy>;
  readonly MutatingAdmissionPolicyBinding: Kind<admissionregistrationV1.MutatingAdmissionPolicyBinding>;
  readonly MutatingWebhookConfiguration: Kind<admissionregistrationV1.MutatingWebhookConfiguration>;
  readonly ValidatingAdmissionPolicy: Kind<admissionregistrationV1.ValidatingAdmissionPolicy>;
  readonly ValidatingAdmissionPolicyBinding: Kind<admissionregistrationV1.ValidatingAdmissionPolicyBinding>;
  readonly ValidatingWebhookConfiguration: Kind<admissionregistrationV1.ValidatingWebhookConfiguration>;
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
  type ConditionStatus = apiextensions_v1.ConditionStatus;
  type ConversionRequest = apiextensions_v1.ConversionRequest;
  type ConversionResponse = apiextensions_v1.ConversionResponse;
  type ConversionReview = apiextensions_v1.ConversionReview;
  type ConversionStrategyType = apiextensions_v1.ConversionStrategyType;
  type CustomResourceColumnDefinition = apiextensions_v1.CustomResourceColumnDefinition;
  type CustomResourceConversion = apiextensions_v1.CustomResourceConversion;
  type CustomResourceDefinition = apiextensions_v1.CustomResourceDefinition;
  type CustomResourceDefinitionCondition = apiextensions_v1.CustomResourceDefinitionCondition;
  type CustomResourceDefinitionConditionType = apiextensions_v1.CustomResourceDefinitionConditionType;
  type CustomResourceDefinitionList = apiextensions_v1.CustomResourceDefinitionList;
  type CustomResourceDefinitionNames = apiextensions_v1.CustomResourceDefinitionNames;
  type CustomResourceDefinitionSpec = apiextensions_v1.CustomResourceDefinitionSpec;
  type CustomResourceDefinitionStatus = apiextensions_v1.CustomResourceDefinitionStatus;
  type CustomResourceDefinitionVersion = apiextensions_v1.CustomResourceDefinitionVersion;
  type CustomResourceSubresourceScale = apiextensions_v1.CustomResourceSubresourceScale;
  type CustomResourceSubresourceStatus = apiextensions_v1.CustomResourceSubresourceStatus;
  type CustomResourceSubresources = apiextensions_v1.CustomResourceSubresources;
  type CustomResourceValidation = apiextensions_v1.CustomResourceValidation;
  type ExternalDocumentation = apiextensions_v1.ExternalDocumentation;
  type FieldValueErrorReason = apiextensions_v1.FieldValueErrorReason;
  type JSONSchemaDefinitions = apiextensions_v1.JSONSchemaDefinitions;
  type JSONSchemaDependencies = apiextensions_v1.JSONSchemaDependencies;
  type JSONSchemaProps = apiextensions_v1.JSONSchemaProps;
  type JSONSchemaURL = apiextensions_v1.JSONSchemaURL;
  type ResourceScope = apiextensions_v1.ResourceScope;
  type SelectableField = apiextensions_v1.SelectableField;
  type ServiceReference = apiextensions_v1.ServiceReference;
  type ValidationRule = apiextensions_v1.ValidationRule;
  type ValidationRules = apiextensions_v1.ValidationRules;
  type WebhookClientConfig = apiextensions_v1.WebhookClientConfig;
  type WebhookConversion = apiextensions_v1.WebhookConversion;
}
/** The kinds of apiextensions/v1. */
export const apiextensionsV1: {
  readonly CustomResourceDefinition: Kind<apiextensionsV1.CustomResourceDefinition>;
} = {
  CustomResourceDefinition,
};

/** The types of apiregistration/v1. */
export declare namespace apiregistrationV1 {
  type APIService = apiregistration_v1.APIService;
  type APIServiceCondition = apiregistration_v1.APIServiceCondition;
  type APIServiceConditionType = apiregistration_v1.APIServiceConditionType;
  type APIServiceList = apiregistration_v1.APIServiceList;
  type APIServiceSpec = apiregistration_v1.APIServiceSpec;
  type APIServiceStatus = apiregistration_v1.APIServiceStatus;
  type ConditionStatus = apiregistration_v1.ConditionStatus;
  type ServiceReference = apiregistration_v1.ServiceReference;
}
/** The kinds of apiregistration/v1. */
export const apiregistrationV1: {
  readonly APIService: Kind<apiregistrationV1.APIService>;
} = {
  APIService,
};

/** The types of apps/v1. */
export declare namespace appsV1 {
  type ControllerRevision = apps_v1.ControllerRevision;
  type ControllerRevisionList = apps_v1.ControllerRevisionList;
  type DaemonSet = apps_v1.DaemonSet;
  type DaemonSetCondition = apps_v1.DaemonSetCondition;
  type DaemonSetConditionType = apps_v1.DaemonSetConditionType;
  type DaemonSetList = apps_v1.DaemonSetList;
  type DaemonSetSpec = apps_v1.DaemonSetSpec;
  type DaemonSetStatus = apps_v1.DaemonSetStatus;
  type DaemonSetUpdateStrategy = apps_v1.DaemonSetUpdateStrategy;
  type DaemonSetUpdateStrategyType = apps_v1.DaemonSetUpdateStrategyType;
  type Deployment = apps_v1.Deployment;
  type DeploymentCondition = apps_v1.DeploymentCondition;
  type DeploymentConditionType = apps_v1.DeploymentConditionType;
  type DeploymentList = apps_v1.DeploymentList;
  type DeploymentSpec = apps_v1.DeploymentSpec;
  type DeploymentStatus = apps_v1.DeploymentStatus;
  type DeploymentStrategy = apps_v1.DeploymentStrategy;
  type DeploymentStrategyType = apps_v1.DeploymentStrategyType;
  type PersistentVolumeClaimRetentionPolicyType = apps_v1.PersistentVolumeClaimRetentionPolicyType;
  type PodManagementPolicyType = apps_v1.PodManagementPolicyType;
  type ReplicaSet = apps_v1.ReplicaSet;
  type ReplicaSetCondition = apps_v1.ReplicaSetCondition;
  type ReplicaSetConditionType = apps_v1.ReplicaSetConditionType;
  type ReplicaSetList = apps_v1.ReplicaSetList;
  type ReplicaSetSpec = apps_v1.ReplicaSetSpec;
  type ReplicaSetStatus = apps_v1.ReplicaSetStatus;
  type RollingUpdateDaemonSet = apps_v1.RollingUpdateDaemonSet;
  type RollingUpdateDeployment = apps_v1.RollingUpdateDeployment;
  type RollingUpdateStatefulSetStrategy = apps_v1.RollingUpdateStatefulSetStrategy;
  type StatefulSet = apps_v1.StatefulSet;
  type StatefulSetCondition = apps_v1.StatefulSetCondition;
  type StatefulSetConditionType = apps_v1.StatefulSetConditionType;
  type StatefulSetList = apps_v1.StatefulSetList;
  type StatefulSetOrdinals = apps_v1.StatefulSetOrdinals;
  type StatefulSetPersistentVolumeClaimRetentionPolicy = apps_v1.StatefulSetPersistentVolumeClaimRetentionPolicy;
  type StatefulSetSpec = apps_v1.StatefulSetSpec;
  type StatefulSetStatus = apps_v1.StatefulSetStatus;
  type StatefulSetUpdateStrategy = apps_v1.StatefulSetUpdateStrategy;
  type StatefulSetUpdateStrategyType = apps_v1.StatefulSetUpdateStrategyType;
}
/** The kinds of apps/v1. */
export const appsV1: {
  readonly ControllerRevision: Kind<appsV1.ControllerRevision>;
  readonly DaemonSet: Kind<appsV1.DaemonSet>;
  readonly Deployment: Kind<appsV1.Deployment>;
  readonly ReplicaSet: Kind<appsV1.ReplicaSet>;
  readonly StatefulSet: Kind<appsV1.StatefulSet>;
} = {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
};

/** The types of auditregistration/v1alpha1. */
export declare namespace auditregistrationV1alpha1 {
  type AuditSink = auditregistration_v1alpha1.AuditSink;
  type AuditSinkList = auditregistration_v1alpha1.AuditSinkList;
  type AuditSinkSpec = auditregistration_v1alpha1.AuditSinkSpec;
  type Level = auditregistration_v1alpha1.Level;
  type Policy = auditregistration_v1alpha1.Policy;
  type ServiceReference = auditregistration_v1alpha1.ServiceReference;
  type Stage = auditregistration_v1alpha1.Stage;
  type Webhook = auditregistration_v1alpha1.Webhook;
  type WebhookClientConfig = auditregistration_v1alpha1.WebhookClientConfig;
  type WebhookThrottleConfig = auditregistration_v1alpha1.WebhookThrottleConfig;
}
/** The kinds of auditregistration/v1alpha1. */
export const auditregistrationV1alpha1: {
  readonly AuditSink: Kind<auditregistrationV1alpha1.AuditSink>;
} = {
  AuditSink: { group: "auditregistration.k8s.io", version: "v1alpha1", kind: "AuditSink", plural: "auditsinks", namespaced: false },
};

/** The types of authentication/v1. */
export declare namespace authenticationV1 {
  type BoundObjectReference = authentication_v1.BoundObjectReference;
  type ExtraValue = authentication_v1.ExtraValue;
  type SelfSubjectReview = authentication_v1.SelfSubjectReview;
  type SelfSubjectReviewStatus = authentication_v1.SelfSubjectReviewStatus;
  type TokenRequest = authentication_v1.TokenRequest;
  type TokenRequestSpec = authentication_v1.TokenRequestSpec;
  type TokenRequestStatus = authentication_v1.TokenRequestStatus;
  type TokenReview = authentication_v1.TokenReview;
  type TokenReviewSpec = authentication_v1.TokenReviewSpec;
  type TokenReviewStatus = authentication_v1.TokenReviewStatus;
  type UserInfo = authentication_v1.UserInfo;
}
/** The kinds of authentication/v1. */
export const authenticationV1: {
  readonly SelfSubjectReview: Kind<authenticationV1.SelfSubjectReview>;
  readonly TokenReview: Kind<authenticationV1.TokenReview>;
} = {
  SelfSubjectReview,
  TokenReview,
};

/** The types of authorization/v1. */
export declare namespace authorizationV1 {
  type ExtraValue = authorization_v1.ExtraValue;
  type FieldSelectorAttributes = authorization_v1.FieldSelectorAttributes;
  type LabelSelectorAttributes = authorization_v1.LabelSelectorAttributes;
  type LocalSubjectAccessReview = authorization_v1.LocalSubjectAccessReview;
  type NonResourceAttributes = authorization_v1.NonResourceAttributes;
  type NonResourceRule = authorization_v1.NonResourceRule;
  type ResourceAttributes = authorization_v1.ResourceAttributes;
  type ResourceRule = authorization_v1.ResourceRule;
  type SelfSubjectAccessReview = authorization_v1.SelfSubjectAccessReview;
  type SelfSubjectAccessReviewSpec = authorization_v1.SelfSubjectAccessReviewSpec;
  type SelfSubjectRulesReview = authorization_v1.SelfSubjectRulesReview;
  type SelfSubjectRulesReviewSpec = authorization_v1.SelfSubjectRulesReviewSpec;
  type SubjectAccessReview = authorization_v1.SubjectAccessReview;
  type SubjectAccessReviewSpec = authorization_v1.SubjectAccessReviewSpec;
  type SubjectAccessReviewStatus = authorization_v1.SubjectAccessReviewStatus;
  type SubjectRulesReviewStatus = authorization_v1.SubjectRulesReviewStatus;
}
/** The kinds of authorization/v1. */
export const authorizationV1: {
  readonly LocalSubjectAccessReview: Kind<authorizationV1.LocalSubjectAccessReview>;
  readonly SelfSubjectAccessReview: Kind<authorizationV1.SelfSubjectAccessReview>;
  readonly SelfSubjectRulesReview: Kind<authorizationV1.SelfSubjectRulesReview>;
  readonly SubjectAccessReview: Kind<authorizationV1.SubjectAccessReview>;
} = {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
};

/** The types of autoscaling/v1. */
export declare namespace autoscalingV1 {
  type ContainerResourceMetricSource = autoscaling_v1.ContainerResourceMetricSource;
  type ContainerResourceMetricStatus = autoscaling_v1.ContainerResourceMetricStatus;
  type CrossVersionObjectReference = autoscaling_v1.CrossVersionObjectReference;
  type ExternalMetricSource = autoscaling_v1.ExternalMetricSource;
  type ExternalMetricStatus = autoscaling_v1.ExternalMetricStatus;
  type HorizontalPodAutoscaler = autoscaling_v1.HorizontalPodAutoscaler;
  type HorizontalPodAutoscalerCondition = autoscaling_v1.HorizontalPodAutoscalerCondition;
  type HorizontalPodAutoscalerConditionType = autoscaling_v1.HorizontalPodAutoscalerConditionType;
  type HorizontalPodAutoscalerList = autoscaling_v1.HorizontalPodAutoscalerList;
  type HorizontalPodAutoscalerSpec = autoscaling_v1.HorizontalPodAutoscalerSpec;
  type HorizontalPodAutoscalerStatus = autoscaling_v1.HorizontalPodAutoscalerStatus;
  type MetricSourceType = autoscaling_v1.MetricSourceType;
  type MetricSpec = autoscaling_v1.MetricSpec;
  type MetricStatus = autoscaling_v1.MetricStatus;
  type ObjectMetricSource = autoscaling_v1.ObjectMetricSource;
  type ObjectMetricStatus = autoscaling_v1.ObjectMetricStatus;
  type PodsMetricSource = autoscaling_v1.PodsMetricSource;
  type PodsMetricStatus = autoscaling_v1.PodsMetricStatus;
  type ResourceMetricSource = autoscaling_v1.ResourceMetricSource;
  type ResourceMetricStatus = autoscaling_v1.ResourceMetricStatus;
  type Scale = autoscaling_v1.Scale;
  type ScaleSpec = autoscaling_v1.ScaleSpec;
  type ScaleStatus = autoscaling_v1.ScaleStatus;
}
/** The kinds of autoscaling/v1. */
export const autoscalingV1: {
  readonly HorizontalPodAutoscaler: Kind<autoscalingV1.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler: { group: "autoscaling", version: "v1", kind: "HorizontalPodAutoscaler", plural: "horizontalpodautoscalers", namespaced: true },
};

/** The types of autoscaling/v2. */
export declare namespace autoscalingV2 {
  type ContainerResourceMetricSource = autoscaling_v2.ContainerResourceMetricSource;
  type ContainerResourceMetricStatus = autoscaling_v2.ContainerResourceMetricStatus;
  type CrossVersionObjectReference = autoscaling_v2.CrossVersionObjectReference;
  type ExternalMetricSource = autoscaling_v2.ExternalMetricSource;
  type ExternalMetricStatus = autoscaling_v2.ExternalMetricStatus;
  type HPAScalingPolicy = autoscaling_v2.HPAScalingPolicy;
  type HPAScalingPolicyType = autoscaling_v2.HPAScalingPolicyType;
  type HPAScalingRules = autoscaling_v2.HPAScalingRules;
  type HorizontalPodAutoscaler = autoscaling_v2.HorizontalPodAutoscaler;
  type HorizontalPodAutoscalerBehavior = autoscaling_v2.HorizontalPodAutoscalerBehavior;
  type HorizontalPodAutoscalerCondition = autoscaling_v2.HorizontalPodAutoscalerCondition;
  type HorizontalPodAutoscalerConditionType = autoscaling_v2.HorizontalPodAutoscalerConditionType;
  type HorizontalPodAutoscalerList = autoscaling_v2.HorizontalPodAutoscalerList;
  type HorizontalPodAutoscalerSpec = autoscaling_v2.HorizontalPodAutoscalerSpec;
  type HorizontalPodAutoscalerStatus = autoscaling_v2.HorizontalPodAutoscalerStatus;
  type MetricIdentifier = autoscaling_v2.MetricIdentifier;
  type MetricSourceType = autoscaling_v2.MetricSourceType;
  type MetricSpec = autoscaling_v2.MetricSpec;
  type MetricStatus = autoscaling_v2.MetricStatus;
  type MetricTarget = autoscaling_v2.MetricTarget;
  type MetricTargetType = autoscaling_v2.MetricTargetType;
  type MetricValueStatus = autoscaling_v2.MetricValueStatus;
  type ObjectMetricSource = autoscaling_v2.ObjectMetricSource;
  type ObjectMetricStatus = autoscaling_v2.ObjectMetricStatus;
  type PodsMetricSource = autoscaling_v2.PodsMetricSource;
  type PodsMetricStatus = autoscaling_v2.PodsMetricStatus;
  type ResourceMetricSource = autoscaling_v2.ResourceMetricSource;
  type ResourceMetricStatus = autoscaling_v2.ResourceMetricStatus;
  type ScalingPolicySelect = autoscaling_v2.ScalingPolicySelect;
}
/** The kinds of autoscaling/v2. */
export const autoscalingV2: {
  readonly HorizontalPodAutoscaler: Kind<autoscalingV2.HorizontalPodAutoscaler>;
} = {
  HorizontalPodAutoscaler,
};

/** The types of batch/v1. */
export declare namespace batchV1 {
  type CompletionMode = batch_v1.CompletionMode;
  type ConcurrencyPolicy = batch_v1.ConcurrencyPolicy;
  type CronJob = batch_v1.CronJob;
  type CronJobList = batch_v1.CronJobList;
  type CronJobSpec = batch_v1.CronJobSpec;
  type CronJobStatus = batch_v1.CronJobStatus;
  type Job = batch_v1.Job;
  type JobCondition = batch_v1.JobCondition;
  type JobConditionType = batch_v1.JobConditionType;
  type JobList = batch_v1.JobList;
  type JobSpec = batch_v1.JobSpec;
  type JobStatus = batch_v1.JobStatus;
  type JobTemplateSpec = batch_v1.JobTemplateSpec;
  type PodFailurePolicy = batch_v1.PodFailurePolicy;
  type PodFailurePolicyAction = batch_v1.PodFailurePolicyAction;
  type PodFailurePolicyOnExitCodesOperator = batch_v1.PodFailurePolicyOnExitCodesOperator;
  type PodFailurePolicyOnExitCodesRequirement = batch_v1.PodFailurePolicyOnExitCodesRequirement;
  type PodFailurePolicyOnPodConditionsPattern = batch_v1.PodFailurePolicyOnPodConditionsPattern;
  type PodFailurePolicyRule = batch_v1.PodFailurePolicyRule;
  type PodReplacementPolicy = batch_v1.PodReplacementPolicy;
  type SuccessPolicy = batch_v1.SuccessPolicy;
  type SuccessPolicyRule = batch_v1.SuccessPolicyRule;
  type UncountedTerminatedPods = batch_v1.UncountedTerminatedPods;
}
/** The kinds of batch/v1. */
export const batchV1: {
  readonly CronJob: Kind<batchV1.CronJob>;
  readonly Job: Kind<batchV1.Job>;
} = {
  CronJob,
  Job,
};

/** The types of certificates/v1. */
export declare namespace certificatesV1 {
  type CertificateSigningRequest = certificates_v1.CertificateSigningRequest;
  type CertificateSigningRequestCondition = certificates_v1.CertificateSigningRequestCondition;
  type CertificateSigningRequestList = certificates_v1.CertificateSigningRequestList;
  type CertificateSigningRequestSpec = certificates_v1.CertificateSigningRequestSpec;
  type CertificateSigningRequestStatus = certificates_v1.CertificateSigningRequestStatus;
  type ExtraValue = certificates_v1.ExtraValue;
  type KeyUsage = certificates_v1.KeyUsage;
  type RequestConditionType = certificates_v1.RequestConditionType;
}
/** The kinds of certificates/v1. */
export const certificatesV1: {
  readonly CertificateSigningRequest: Kind<certificatesV1.CertificateSigningRequest>;
} = {
  CertificateSigningRequest,
};

/** The types of coordination/v1. */
export declare namespace coordinationV1 {
  type CoordinatedLeaseStrategy = coordination_v1.CoordinatedLeaseStrategy;
  type Lease = coordination_v1.Lease;
  type LeaseList = coordination_v1.LeaseList;
  type LeaseSpec = coordination_v1.LeaseSpec;
}
/** The kinds of coordination/v1. */
export const coordinationV1: {
  readonly Lease: Kind<coordinationV1.Lease>;
} = {
  Lease,
};

/** The types of core/v1. */
export declare namespace coreV1 {
  type AWSElasticBlockStoreVolumeSource = core_v1.AWSElasticBlockStoreVolumeSource;
  type Affinity = core_v1.Affinity;
  type AppArmorProfile = core_v1.AppArmorProfile;
  type AppArmorProfileType = core_v1.AppArmorProfileType;
  type AttachedVolume = core_v1.AttachedVolume;
  type AvoidPods = core_v1.AvoidPods;
  type AzureDataDiskCachingMode = core_v1.AzureDataDiskCachingMode;
  type AzureDataDiskKind = core_v1.AzureDataDiskKind;
  type AzureDiskVolumeSource = core_v1.AzureDiskVolumeSource;
  type AzureFilePersistentVolumeSource = core_v1.AzureFilePersistentVolumeSource;
  type AzureFileVolumeSource = core_v1.AzureFileVolumeSource;
  type Binding = core_v1.Binding;
  type CSIPersistentVolumeSource = core_v1.CSIPersistentVolumeSource;
  type CSIVolumeSource = core_v1.CSIVolumeSource;
  type Capabilities = core_v1.Capabilities;
  type Capability = core_v1.Capability;
  type CephFSPersistentVolumeSource = core_v1.CephFSPersistentVolumeSource;
  type CephFSVolumeSource = core_v1.CephFSVolumeSource;
  type CinderPersistentVolumeSource = core_v1.CinderPersistentVolumeSource;
  type CinderVolumeSource = core_v1.CinderVolumeSource;
  type ClaimResourceStatus = core_v1.ClaimResourceStatus;
  type ClientIPConfig = core_v1.ClientIPConfig;
  type ClusterTrustBundleProjection = core_v1.ClusterTrustBundleProjection;
  type ComponentCondition = core_v1.ComponentCondition;
  type ComponentConditionType = core_v1.ComponentConditionType;
  type ComponentStatus = core_v1.ComponentStatus;
  type ComponentStatusList = core_v1.ComponentStatusList;
  type ConditionStatus = core_v1.ConditionStatus;
  type ConfigMap = core_v1.ConfigMap;
  type ConfigMapEnvSource = core_v1.ConfigMapEnvSource;
  type ConfigMapKeySelector = core_v1.ConfigMapKeySelector;
  type ConfigMapList = core_v1.ConfigMapList;
  type ConfigMapNodeConfigSource = core_v1.ConfigMapNodeConfigSource;
  type ConfigMapProjection = core_v1.ConfigMapProjection;
  type ConfigMapVolumeSource = core_v1.ConfigMapVolumeSource;
  type Container = core_v1.Container;
  type ContainerExtendedResourceRequest = core_v1.ContainerExtendedResourceRequest;
  type ContainerImage = core_v1.ContainerImage;
  type ContainerPort = core_v1.ContainerPort;
  type ContainerResizePolicy = core_v1.ContainerResizePolicy;
  type ContainerRestartPolicy = core_v1.ContainerRestartPolicy;
  type ContainerRestartRule = core_v1.ContainerRestartRule;
  type ContainerRestartRuleAction = core_v1.ContainerRestartRuleAction;
  type ContainerRestartRuleOnExitCodes = core_v1.ContainerRestartRuleOnExitCodes;
  type ContainerRestartRuleOnExitCodesOperator = core_v1.ContainerRestartRuleOnExitCodesOperator;
  type ContainerState = core_v1.ContainerState;
  type ContainerStateRunning = core_v1.ContainerStateRunning;
  type ContainerStateTerminated = core_v1.ContainerStateTerminated;
  type ContainerStateWaiting = core_v1.ContainerStateWaiting;
  type ContainerStatus = core_v1.ContainerStatus;
  type ContainerUser = core_v1.ContainerUser;
  type DNSPolicy = core_v1.DNSPolicy;
  type DaemonEndpoint = core_v1.DaemonEndpoint;
  type DownwardAPIProjection = core_v1.DownwardAPIProjection;
  type DownwardAPIVolumeFile = core_v1.DownwardAPIVolumeFile;
  type DownwardAPIVolumeSource = core_v1.DownwardAPIVolumeSource;
  type EmptyDirVolumeSource = core_v1.EmptyDirVolumeSource;
  type EndpointAddress = core_v1.EndpointAddress;
  type EndpointPort = core_v1.EndpointPort;
  type EndpointSubset = core_v1.EndpointSubset;
  type Endpoints = core_v1.Endpoints;
  type EndpointsList = core_v1.EndpointsList;
  type EnvFromSource = core_v1.EnvFromSource;
  type EnvVar = core_v1.EnvVar;
  type EnvVarSource = core_v1.EnvVarSource;
  type EphemeralContainer = core_v1.EphemeralContainer;
  type EphemeralContainerCommon = core_v1.EphemeralContainerCommon;
  type EphemeralVolumeSource = core_v1.EphemeralVolumeSource;
  type Event = core_v1.Event;
  type EventList = core_v1.EventList;
  type EventSeries = core_v1.EventSeries;
  type EventSource = core_v1.EventSource;
  type ExecAction = core_v1.ExecAction;
  type FCVolumeSource = core_v1.FCVolumeSource;
  type FileKeySelector = core_v1.FileKeySelector;
  type FinalizerName = core_v1.FinalizerName;
  type FlexPersistentVolumeSource = core_v1.FlexPersistentVolumeSource;
  type FlexVolumeSource = core_v1.FlexVolumeSource;
  type FlockerVolumeSource = core_v1.FlockerVolumeSource;
  type GCEPersistentDiskVolumeSource = core_v1.GCEPersistentDiskVolumeSource;
  type GRPCAction = core_v1.GRPCAction;
  type GitRepoVolumeSource = core_v1.GitRepoVolumeSource;
  type GlusterfsPersistentVolumeSource = core_v1.GlusterfsPersistentVolumeSource;
  type GlusterfsVolumeSource = core_v1.GlusterfsVolumeSource;
  type HTTPGetAction = core_v1.HTTPGetAction;
  type HTTPHeader = core_v1.HTTPHeader;
  type HostAlias = core_v1.HostAlias;
  type HostIP = core_v1.HostIP;
  type HostPathType = core_v1.HostPathType;
  type HostPathVolumeSource = core_v1.HostPathVolumeSource;
  type IPFamily = core_v1.IPFamily;
  type IPFamilyPolicy = core_v1.IPFamilyPolicy;
  type IPFamilyPolicyType = core_v1.IPFamilyPolicyType;
  type ISCSIPersistentVolumeSource = core_v1.ISCSIPersistentVolumeSource;
  type ISCSIVolumeSource = core_v1.ISCSIVolumeSource;
  type ImageVolumeSource = core_v1.ImageVolumeSource;
  type ImageVolumeStatus = core_v1.ImageVolumeStatus;
  type KeyToPath = core_v1.KeyToPath;
  type Lifecycle = core_v1.Lifecycle;
  type LifecycleHandler = core_v1.LifecycleHandler;
  type LimitRange = core_v1.LimitRange;
  type LimitRangeItem = core_v1.LimitRangeItem;
  type LimitRangeList = core_v1.LimitRangeList;
  type LimitRangeSpec = core_v1.LimitRangeSpec;
  type LimitType = core_v1.LimitType;
  type LinuxContainerUser = core_v1.LinuxContainerUser;
  type List = core_v1.List;
  type LoadBalancerIPMode = core_v1.LoadBalancerIPMode;
  type LoadBalancerIngress = core_v1.LoadBalancerIngress;
  type LoadBalancerStatus = core_v1.LoadBalancerStatus;
  type LocalObjectReference = core_v1.LocalObjectReference;
  type LocalVolumeSource = core_v1.LocalVolumeSource;
  type ModifyVolumeStatus = core_v1.ModifyVolumeStatus;
  type MountPropagationMode = core_v1.MountPropagationMode;
  type NFSVolumeSource = core_v1.NFSVolumeSource;
  type Namespace = core_v1.Namespace;
  type NamespaceCondition = core_v1.NamespaceCondition;
  type NamespaceConditionType = core_v1.NamespaceConditionType;
  type NamespaceList = core_v1.NamespaceList;
  type NamespacePhase = core_v1.NamespacePhase;
  type NamespaceSpec = core_v1.NamespaceSpec;
  type NamespaceStatus = core_v1.NamespaceStatus;
  type Node = core_v1.Node;
  type NodeAddress = core_v1.NodeAddress;
  type NodeAddressType = core_v1.NodeAddressType;
  type NodeAffinity = core_v1.NodeAffinity;
  type NodeAllocatableResourceClaimStatus = core_v1.NodeAllocatableResourceClaimStatus;
  type NodeCondition = core_v1.NodeCondition;
  type NodeConditionType = core_v1.NodeConditionType;
  type NodeConfigSource = core_v1.NodeConfigSource;
  type NodeConfigStatus = core_v1.NodeConfigStatus;
  type NodeDaemonEndpoints = core_v1.NodeDaemonEndpoints;
  type NodeFeatures = core_v1.NodeFeatures;
  type NodeInclusionPolicy = core_v1.NodeInclusionPolicy;
  type NodeList = core_v1.NodeList;
  type NodePhase = core_v1.NodePhase;
  type NodeProxyOptions = core_v1.NodeProxyOptions;
  type NodeRuntimeHandler = core_v1.NodeRuntimeHandler;
  type NodeRuntimeHandlerFeatures = core_v1.NodeRuntimeHandlerFeatures;
  type NodeSelector = core_v1.NodeSelector;
  type NodeSelectorOperator = core_v1.NodeSelectorOperator;
  type NodeSelectorRequirement = core_v1.NodeSelectorRequirement;
  type NodeSelectorTerm = core_v1.NodeSelectorTerm;
  type NodeSpec = core_v1.NodeSpec;
  type NodeStatus = core_v1.NodeStatus;
  type NodeSwapStatus = core_v1.NodeSwapStatus;
  type NodeSystemInfo = core_v1.NodeSystemInfo;
  type OSName = core_v1.OSName;
  type ObjectFieldSelector = core_v1.ObjectFieldSelector;
  type ObjectReference = core_v1.ObjectReference;
  type PersistentVolume = core_v1.PersistentVolume;
  type PersistentVolumeAccessMode = core_v1.PersistentVolumeAccessMode;
  type PersistentVolumeClaim = core_v1.PersistentVolumeClaim;
  type PersistentVolumeClaimCondition = core_v1.PersistentVolumeClaimCondition;
  type PersistentVolumeClaimConditionType = core_v1.PersistentVolumeClaimConditionType;
  type PersistentVolumeClaimList = core_v1.PersistentVolumeClaimList;
  type PersistentVolumeClaimModifyVolumeStatus = core_v1.PersistentVolumeClaimModifyVolumeStatus;
  type PersistentVolumeClaimPhase = core_v1.PersistentVolumeClaimPhase;
  type PersistentVolumeClaimSpec = core_v1.PersistentVolumeClaimSpec;
  type PersistentVolumeClaimStatus = core_v1.PersistentVolumeClaimStatus;
  type PersistentVolumeClaimTemplate = core_v1.PersistentVolumeClaimTemplate;
  type PersistentVolumeClaimVolumeSource = core_v1.PersistentVolumeClaimVolumeSource;
  type PersistentVolumeList = core_v1.PersistentVolumeList;
  type PersistentVolumeMode = core_v1.PersistentVolumeMode;
  type PersistentVolumePhase = core_v1.PersistentVolumePhase;
  type PersistentVolumeReclaimPolicy = core_v1.PersistentVolumeReclaimPolicy;
  type PersistentVolumeSource = core_v1.PersistentVolumeSource;
  type PersistentVolumeSpec = core_v1.PersistentVolumeSpec;
  type PersistentVolumeStatus = core_v1.PersistentVolumeStatus;
  type PhotonPersistentDiskVolumeSource = core_v1.PhotonPersistentDiskVolumeSource;
  type Pod = core_v1.Pod;
  type PodAffinity = core_v1.PodAffinity;
  type PodAffinityTerm = core_v1.PodAffinityTerm;
  type PodAntiAffinity = core_v1.PodAntiAffinity;
  type PodAttachOptions = core_v1.PodAttachOptions;
  type PodCertificateProjection = core_v1.PodCertificateProjection;
  type PodCondition = core_v1.PodCondition;
  type PodConditionType = core_v1.PodConditionType;
  type PodDNSConfig = core_v1.PodDNSConfig;
  type PodDNSConfigOption = core_v1.PodDNSConfigOption;
  type PodExecOptions = core_v1.PodExecOptions;
  type PodExtendedResourceClaimStatus = core_v1.PodExtendedResourceClaimStatus;
  type PodFSGroupChangePolicy = core_v1.PodFSGroupChangePolicy;
  type PodIP = core_v1.PodIP;
  type PodList = core_v1.PodList;
  type PodLogOptions = core_v1.PodLogOptions;
  type PodOS = core_v1.PodOS;
  type PodPhase = core_v1.PodPhase;
  type PodPortForwardOptions = core_v1.PodPortForwardOptions;
  type PodProxyOptions = core_v1.PodProxyOptions;
  type PodQOSClass = core_v1.PodQOSClass;
  type PodReadinessGate = core_v1.PodReadinessGate;
  type PodResizeStatus = core_v1.PodResizeStatus;
  type PodResourceClaim = core_v1.PodResourceClaim;
  type PodResourceClaimStatus = core_v1.PodResourceClaimStatus;
  type PodSELinuxChangePolicy = core_v1.PodSELinuxChangePolicy;
  type PodSchedulingGate = core_v1.PodSchedulingGate;
  type PodSchedulingGroup = core_v1.PodSchedulingGroup;
  type PodSecurityContext = core_v1.PodSecurityContext;
  type PodSignature = core_v1.PodSignature;
  type PodSpec = core_v1.PodSpec;
  type PodStatus = core_v1.PodStatus;
  type PodStatusResult = core_v1.PodStatusResult;
  type PodTemplate = core_v1.PodTemplate;
  type PodTemplateList = core_v1.PodTemplateList;
  type PodTemplateSpec = core_v1.PodTemplateSpec;
  type PortStatus = core_v1.PortStatus;
  type PortworxVolumeSource = core_v1.PortworxVolumeSource;
  type Preconditions = core_v1.Preconditions;
  type PreemptionPolicy = core_v1.PreemptionPolicy;
  type PreferAvoidPodsEntry = core_v1.PreferAvoidPodsEntry;
  type PreferredSchedulingTerm = core_v1.PreferredSchedulingTerm;
  type Probe = core_v1.Probe;
  type ProbeHandler = core_v1.ProbeHandler;
  type ProcMountType = core_v1.ProcMountType;
  type ProjectedVolumeSource = core_v1.ProjectedVolumeSource;
  type Protocol = core_v1.Protocol;
  type PullPolicy = core_v1.PullPolicy;
  type QuobyteVolumeSource = core_v1.QuobyteVolumeSource;
  type RBDPersistentVolumeSource = core_v1.RBDPersistentVolumeSource;
  type RBDVolumeSource = core_v1.RBDVolumeSource;
  type RangeAllocation = core_v1.RangeAllocation;
  type RecursiveReadOnlyMode = core_v1.RecursiveReadOnlyMode;
  type ReplicationController = core_v1.ReplicationController;
  type ReplicationControllerCondition = core_v1.ReplicationControllerCondition;
  type ReplicationControllerConditionType = core_v1.ReplicationControllerConditionType;
  type ReplicationControllerList = core_v1.ReplicationControllerList;
  type ReplicationControllerSpec = core_v1.ReplicationControllerSpec;
  type ReplicationControllerStatus = core_v1.ReplicationControllerStatus;
  type ResourceClaim = core_v1.ResourceClaim;
  type ResourceFieldSelector = core_v1.ResourceFieldSelector;
  type ResourceHealth = core_v1.ResourceHealth;
  type ResourceHealthStatus = core_v1.ResourceHealthStatus;
  type ResourceID = core_v1.ResourceID;
  type ResourceList = core_v1.ResourceList;
  type ResourceName = core_v1.ResourceName;
  type ResourceQuota = core_v1.ResourceQuota;
  type ResourceQuotaList = core_v1.ResourceQuotaList;
  type ResourceQuotaScope = core_v1.ResourceQuotaScope;
  type ResourceQuotaSpec = core_v1.ResourceQuotaSpec;
  type ResourceQuotaStatus = core_v1.ResourceQuotaStatus;
  type ResourceRequirements = core_v1.ResourceRequirements;
  type ResourceResizeRestartPolicy = core_v1.ResourceResizeRestartPolicy;
  type ResourceStatus = core_v1.ResourceStatus;
  type RestartPolicy = core_v1.RestartPolicy;
  type SELinuxOptions = core_v1.SELinuxOptions;
  type ScaleIOPersistentVolumeSource = core_v1.ScaleIOPersistentVolumeSource;
  type ScaleIOVolumeSource = core_v1.ScaleIOVolumeSource;
  type ScopeSelector = core_v1.ScopeSelector;
  type ScopeSelectorOperator = core_v1.ScopeSelectorOperator;
  type ScopedResourceSelectorRequirement = core_v1.ScopedResourceSelectorRequirement;
  type SeccompProfile = core_v1.SeccompProfile;
  type SeccompProfileType = core_v1.SeccompProfileType;
  type Secret = core_v1.Secret;
  type SecretEnvSource = core_v1.SecretEnvSource;
  type SecretKeySelector = core_v1.SecretKeySelector;
  type SecretList = core_v1.SecretList;
  type SecretProjection = core_v1.SecretProjection;
  type SecretReference = core_v1.SecretReference;
  type SecretType = core_v1.SecretType;
  type SecretVolumeSource = core_v1.SecretVolumeSource;
  type SecurityContext = core_v1.SecurityContext;
  type SerializedReference = core_v1.SerializedReference;
  type Service = core_v1.Service;
  type ServiceAccount = core_v1.ServiceAccount;
  type ServiceAccountList = core_v1.ServiceAccountList;
  type ServiceAccountTokenProjection = core_v1.ServiceAccountTokenProjection;
  type ServiceAffinity = core_v1.ServiceAffinity;
  type ServiceExternalTrafficPolicy = core_v1.ServiceExternalTrafficPolicy;
  type ServiceExternalTrafficPolicyType = core_v1.ServiceExternalTrafficPolicyType;
  type ServiceInternalTrafficPolicy = core_v1.ServiceInternalTrafficPolicy;
  type ServiceInternalTrafficPolicyType = core_v1.ServiceInternalTrafficPolicyType;
  type ServiceList = core_v1.ServiceList;
  type ServicePort = core_v1.ServicePort;
  type ServiceProxyOptions = core_v1.ServiceProxyOptions;
  type ServiceSpec = core_v1.ServiceSpec;
  type ServiceStatus = core_v1.ServiceStatus;
  type ServiceType = core_v1.ServiceType;
  type SessionAffinityConfig = core_v1.SessionAffinityConfig;
  type Signal = core_v1.Signal;
  type SleepAction = core_v1.SleepAction;
  type StorageMedium = core_v1.StorageMedium;
  type StorageOSPersistentVolumeSource = core_v1.StorageOSPersistentVolumeSource;
  type StorageOSVolumeSource = core_v1.StorageOSVolumeSource;
  type SupplementalGroupsPolicy = core_v1.SupplementalGroupsPolicy;
  type Sysctl = core_v1.Sysctl;
  type TCPSocketAction = core_v1.TCPSocketAction;
  type Taint = core_v1.Taint;
  type TaintEffect = core_v1.TaintEffect;
  type TerminationMessagePolicy = core_v1.TerminationMessagePolicy;
  type Toleration = core_v1.Toleration;
  type TolerationOperator = core_v1.TolerationOperator;
  type TopologySelectorLabelRequirement = core_v1.TopologySelectorLabelRequirement;
  type TopologySelectorTerm = core_v1.TopologySelectorTerm;
  type TopologySpreadConstraint = core_v1.TopologySpreadConstraint;
  type TypedLocalObjectReference = core_v1.TypedLocalObjectReference;
  type TypedObjectReference = core_v1.TypedObjectReference;
  type URIScheme = core_v1.URIScheme;
  type UniqueVolumeName = core_v1.UniqueVolumeName;
  type UnsatisfiableConstraintAction = core_v1.UnsatisfiableConstraintAction;
  type Volume = core_v1.Volume;
  type VolumeDevice = core_v1.VolumeDevice;
  type VolumeMount = core_v1.VolumeMount;
  type VolumeMountStatus = core_v1.VolumeMountStatus;
  type VolumeNodeAffinity = core_v1.VolumeNodeAffinity;
  type VolumeProjection = core_v1.VolumeProjection;
  type VolumeResourceRequirements = core_v1.VolumeResourceRequirements;
  type VolumeSource = core_v1.VolumeSource;
  type VolumeStatus = core_v1.VolumeStatus;
  type VsphereVirtualDiskVolumeSource = core_v1.VsphereVirtualDiskVolumeSource;
  type WeightedPodAffinityTerm = core_v1.WeightedPodAffinityTerm;
  type WindowsSecurityContextOptions = core_v1.WindowsSecurityContextOptions;
}
/** The kinds of core/v1. */
export const coreV1: {
  readonly Binding: Kind<coreV1.Binding>;
  readonly ComponentStatus: Kind<coreV1.ComponentStatus>;
  readonly ConfigMap: Kind<coreV1.ConfigMap>;
  readonly Endpoints: Kind<coreV1.Endpoints>;
  readonly Event: Kind<coreV1.Event>;
  readonly LimitRange: Kind<coreV1.LimitRange>;
  readonly Namespace: Kind<coreV1.Namespace>;
  readonly Node: Kind<coreV1.Node>;
  readonly PersistentVolume: Kind<coreV1.PersistentVolume>;
  readonly PersistentVolumeClaim: Kind<coreV1.PersistentVolumeClaim>;
  readonly Pod: Kind<coreV1.Pod>;
  readonly PodTemplate: Kind<coreV1.PodTemplate>;
  readonly ReplicationController: Kind<coreV1.ReplicationController>;
  readonly ResourceQuota: Kind<coreV1.ResourceQuota>;
  readonly Secret: Kind<coreV1.Secret>;
  readonly Service: Kind<coreV1.Service>;
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

/** The types of discovery/v1. */
export declare namespace discoveryV1 {
  type AddressType = discovery_v1.AddressType;
  type Endpoint = discovery_v1.Endpoint;
  type EndpointConditions = discovery_v1.EndpointConditions;
  type EndpointHints = discovery_v1.EndpointHints;
  type EndpointPort = discovery_v1.EndpointPort;
  type EndpointSlice = discovery_v1.EndpointSlice;
  type EndpointSliceList = discovery_v1.EndpointSliceList;
  type ForNode = discovery_v1.ForNode;
  type ForZone = discovery_v1.ForZone;
}
/** The kinds of discovery/v1. */
export const discoveryV1: {
  readonly EndpointSlice: Kind<discoveryV1.EndpointSlice>;
} = {
  EndpointSlice,
};

/** The types of events/v1. */
export declare namespace eventsV1 {
  type Event = events_v1.Event;
  type EventList = events_v1.EventList;
  type EventSeries = events_v1.EventSeries;
}
/** The kinds of events/v1. */
export const eventsV1: {
  readonly Event: Kind<eventsV1.Event>;
} = {
  Event,
};

/** The types of flowcontrol/v1. */
export declare namespace flowcontrolV1 {
  type ConditionStatus = flowcontrol_v1.ConditionStatus;
  type ExemptPriorityLevelConfiguration = flowcontrol_v1.ExemptPriorityLevelConfiguration;
  type FlowDistinguisherMethod = flowcontrol_v1.FlowDistinguisherMethod;
  type FlowDistinguisherMethodType = flowcontrol_v1.FlowDistinguisherMethodType;
  type FlowSchema = flowcontrol_v1.FlowSchema;
  type FlowSchemaCondition = flowcontrol_v1.FlowSchemaCondition;
  type FlowSchemaConditionType = flowcontrol_v1.FlowSchemaConditionType;
  type FlowSchemaList = flowcontrol_v1.FlowSchemaList;
  type FlowSchemaSpec = flowcontrol_v1.FlowSchemaSpec;
  type FlowSchemaStatus = flowcontrol_v1.FlowSchemaStatus;
  type GroupSubject = flowcontrol_v1.GroupSubject;
  type LimitResponse = flowcontrol_v1.LimitResponse;
  type LimitResponseType = flowcontrol_v1.LimitResponseType;
  type LimitedPriorityLevelConfiguration = flowcontrol_v1.LimitedPriorityLevelConfiguration;
  type NonResourcePolicyRule = flowcontrol_v1.NonResourcePolicyRule;
  type PolicyRulesWithSubjects = flowcontrol_v1.PolicyRulesWithSubjects;
  type PriorityLevelConfiguration = flowcontrol_v1.PriorityLevelConfiguration;
  type PriorityLevelConfigurationCondition = flowcontrol_v1.PriorityLevelConfigurationCondition;
  type PriorityLevelConfigurationConditionType = flowcontrol_v1.PriorityLevelConfigurationConditionType;
  type PriorityLevelConfigurationList = flowcontrol_v1.PriorityLevelConfigurationList;
  type PriorityLevelConfigurationReference = flowcontrol_v1.PriorityLevelConfigurationReference;
  type PriorityLevelConfigurationSpec = flowcontrol_v1.PriorityLevelConfigurationSpec;
  type PriorityLevelConfigurationStatus = flowcontrol_v1.PriorityLevelConfigurationStatus;
  type PriorityLevelEnablement = flowcontrol_v1.PriorityLevelEnablement;
  type QueuingConfiguration = flowcontrol_v1.QueuingConfiguration;
  type ResourcePolicyRule = flowcontrol_v1.ResourcePolicyRule;
  type ServiceAccountSubject = flowcontrol_v1.ServiceAccountSubject;
  type Subject = flowcontrol_v1.Subject;
  type SubjectKind = flowcontrol_v1.SubjectKind;
  type UserSubject = flowcontrol_v1.UserSubject;
}
/** The kinds of flowcontrol/v1. */
export const flowcontrolV1: {
  readonly FlowSchema: Kind<flowcontrolV1.FlowSchema>;
  readonly PriorityLevelConfiguration: Kind<flowcontrolV1.PriorityLevelConfiguration>;
} = {
  FlowSchema,
  PriorityLevelConfiguration,
};

/** The types of networking/v1. */
export declare namespace networkingV1 {
  type HTTPIngressPath = networking_v1.HTTPIngressPath;
  type HTTPIngressRuleValue = networking_v1.HTTPIngressRuleValue;
  type IPAddress = networking_v1.IPAddress;
  type IPAddressList = networking_v1.IPAddressList;
  type IPAddressSpec = networking_v1.IPAddressSpec;
  type IPBlock = networking_v1.IPBlock;
  type Ingress = networking_v1.Ingress;
  type IngressBackend = networking_v1.IngressBackend;
  type IngressClass = networking_v1.IngressClass;
  type IngressClassList = networking_v1.IngressClassList;
  type IngressClassParametersReference = networking_v1.IngressClassParametersReference;
  type IngressClassSpec = networking_v1.IngressClassSpec;
  type IngressList = networking_v1.IngressList;
  type IngressLoadBalancerIngress = networking_v1.IngressLoadBalancerIngress;
  type IngressLoadBalancerStatus = networking_v1.IngressLoadBalancerStatus;
  type IngressPortStatus = networking_v1.IngressPortStatus;
  type IngressRule = networking_v1.IngressRule;
  type IngressRuleValue = networking_v1.IngressRuleValue;
  type IngressServiceBackend = networking_v1.IngressServiceBackend;
  type IngressSpec = networking_v1.IngressSpec;
  type IngressStatus = networking_v1.IngressStatus;
  type IngressTLS = networking_v1.IngressTLS;
  type NetworkPolicy = networking_v1.NetworkPolicy;
  type NetworkPolicyEgressRule = networking_v1.NetworkPolicyEgressRule;
  type NetworkPolicyIngressRule = networking_v1.NetworkPolicyIngressRule;
  type NetworkPolicyList = networking_v1.NetworkPolicyList;
  type NetworkPolicyPeer = networking_v1.NetworkPolicyPeer;
  type NetworkPolicyPort = networking_v1.NetworkPolicyPort;
  type NetworkPolicySpec = networking_v1.NetworkPolicySpec;
  type ParentReference = networking_v1.ParentReference;
  type PathType = networking_v1.PathType;
  type PolicyType = networking_v1.PolicyType;
  type ServiceBackendPort = networking_v1.ServiceBackendPort;
  type ServiceCIDR = networking_v1.ServiceCIDR;
  type ServiceCIDRList = networking_v1.ServiceCIDRList;
  type ServiceCIDRSpec = networking_v1.ServiceCIDRSpec;
  type ServiceCIDRStatus = networking_v1.ServiceCIDRStatus;
}
/** The kinds of networking/v1. */
export const networkingV1: {
  readonly IPAddress: Kind<networkingV1.IPAddress>;
  readonly Ingress: Kind<networkingV1.Ingress>;
  readonly IngressClass: Kind<networkingV1.IngressClass>;
  readonly NetworkPolicy: Kind<networkingV1.NetworkPolicy>;
  readonly ServiceCIDR: Kind<networkingV1.ServiceCIDR>;
} = {
  IPAddress,
  Ingress,
  IngressClass,
  NetworkPolicy,
  ServiceCIDR,
};

/** The types of node/v1. */
export declare namespace nodeV1 {
  type Overhead = node_v1.Overhead;
  type RuntimeClass = node_v1.RuntimeClass;
  type RuntimeClassList = node_v1.RuntimeClassList;
  type Scheduling = node_v1.Scheduling;
}
/** The kinds of node/v1. */
export const nodeV1: {
  readonly RuntimeClass: Kind<nodeV1.RuntimeClass>;
} = {
  RuntimeClass,
};

/** The types of policy/v1. */
export declare namespace policyV1 {
  type Eviction = policy_v1.Eviction;
  type PodDisruptionBudget = policy_v1.PodDisruptionBudget;
  type PodDisruptionBudgetList = policy_v1.PodDisruptionBudgetList;
  type PodDisruptionBudgetSpec = policy_v1.PodDisruptionBudgetSpec;
  type PodDisruptionBudgetStatus = policy_v1.PodDisruptionBudgetStatus;
  type UnhealthyPodEvictionPolicyType = policy_v1.UnhealthyPodEvictionPolicyType;
}
/** The kinds of policy/v1. */
export const policyV1: {
  readonly PodDisruptionBudget: Kind<policyV1.PodDisruptionBudget>;
} = {
  PodDisruptionBudget,
};

/** The types of policy/v1beta1. */
export declare namespace policyV1beta1 {
  type AllowedCSIDriver = policy_v1beta1.AllowedCSIDriver;
  type AllowedFlexVolume = policy_v1beta1.AllowedFlexVolume;
  type AllowedHostPath = policy_v1beta1.AllowedHostPath;
  type FSGroupStrategyOptions = policy_v1beta1.FSGroupStrategyOptions;
  type FSGroupStrategyType = policy_v1beta1.FSGroupStrategyType;
  type FSType = policy_v1beta1.FSType;
  type HostPortRange = policy_v1beta1.HostPortRange;
  type IDRange = policy_v1beta1.IDRange;
  type PodSecurityPolicy = policy_v1beta1.PodSecurityPolicy;
  type PodSecurityPolicyList = policy_v1beta1.PodSecurityPolicyList;
  type PodSecurityPolicySpec = policy_v1beta1.PodSecurityPolicySpec;
  type RunAsGroupStrategy = policy_v1beta1.RunAsGroupStrategy;
  type RunAsGroupStrategyOptions = policy_v1beta1.RunAsGroupStrategyOptions;
  type RunAsUserStrategy = policy_v1beta1.RunAsUserStrategy;
  type RunAsUserStrategyOptions = policy_v1beta1.RunAsUserStrategyOptions;
  type RuntimeClassStrategyOptions = policy_v1beta1.RuntimeClassStrategyOptions;
  type SELinuxStrategy = policy_v1beta1.SELinuxStrategy;
  type SELinuxStrategyOptions = policy_v1beta1.SELinuxStrategyOptions;
  type SupplementalGroupsStrategyOptions = policy_v1beta1.SupplementalGroupsStrategyOptions;
  type SupplementalGroupsStrategyType = policy_v1beta1.SupplementalGroupsStrategyType;
}
/** The kinds of policy/v1beta1. */
export const policyV1beta1: {
  readonly PodSecurityPolicy: Kind<policyV1beta1.PodSecurityPolicy>;
} = {
  PodSecurityPolicy: { group: "policy", version: "v1beta1", kind: "PodSecurityPolicy", plural: "podsecuritypolicies", namespaced: false },
};

/** The types of rbac/v1. */
export declare namespace rbacV1 {
  type AggregationRule = rbac_v1.AggregationRule;
  type ClusterRole = rbac_v1.ClusterRole;
  type ClusterRoleBinding = rbac_v1.ClusterRoleBinding;
  type ClusterRoleBindingList = rbac_v1.ClusterRoleBindingList;
  type ClusterRoleList = rbac_v1.ClusterRoleList;
  type PolicyRule = rbac_v1.PolicyRule;
  type Role = rbac_v1.Role;
  type RoleBinding = rbac_v1.RoleBinding;
  type RoleBindingList = rbac_v1.RoleBindingList;
  type RoleList = rbac_v1.RoleList;
  type RoleRef = rbac_v1.RoleRef;
  type Subject = rbac_v1.Subject;
}
/** The kinds of rbac/v1. */
export const rbacV1: {
  readonly ClusterRole: Kind<rbacV1.ClusterRole>;
  readonly ClusterRoleBinding: Kind<rbacV1.ClusterRoleBinding>;
  readonly Role: Kind<rbacV1.Role>;
  readonly RoleBinding: Kind<rbacV1.RoleBinding>;
} = {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
};

/** The types of resource/v1. */
export declare namespace resourceV1 {
  type AllocatedDeviceStatus = resource_v1.AllocatedDeviceStatus;
  type AllocationConfigSource = resource_v1.AllocationConfigSource;
  type AllocationResult = resource_v1.AllocationResult;
  type CELDeviceSelector = resource_v1.CELDeviceSelector;
  type CapacityRequestPolicy = resource_v1.CapacityRequestPolicy;
  type CapacityRequestPolicyRange = resource_v1.CapacityRequestPolicyRange;
  type CapacityRequirements = resource_v1.CapacityRequirements;
  type Counter = resource_v1.Counter;
  type CounterSet = resource_v1.CounterSet;
  type Device = resource_v1.Device;
  type DeviceAllocationConfiguration = resource_v1.DeviceAllocationConfiguration;
  type DeviceAllocationMode = resource_v1.DeviceAllocationMode;
  type DeviceAllocationResult = resource_v1.DeviceAllocationResult;
  type DeviceAttribute = resource_v1.DeviceAttribute;
  type DeviceCapacity = resource_v1.DeviceCapacity;
  type DeviceClaim = resource_v1.DeviceClaim;
  type DeviceClaimConfiguration = resource_v1.DeviceClaimConfiguration;
  type DeviceClass = resource_v1.DeviceClass;
  type DeviceClassConfiguration = resource_v1.DeviceClassConfiguration;
  type DeviceClassList = resource_v1.DeviceClassList;
  type DeviceClassSpec = resource_v1.DeviceClassSpec;
  type DeviceConfiguration = resource_v1.DeviceConfiguration;
  type DeviceConstraint = resource_v1.DeviceConstraint;
  type DeviceCounterConsumption = resource_v1.DeviceCounterConsumption;
  type DeviceRequest = resource_v1.DeviceRequest;
  type DeviceRequestAllocationResult = resource_v1.DeviceRequestAllocationResult;
  type DeviceSelector = resource_v1.DeviceSelector;
  type DeviceSubRequest = resource_v1.DeviceSubRequest;
  type DeviceTaint = resource_v1.DeviceTaint;
  type DeviceTaintEffect = resource_v1.DeviceTaintEffect;
  type DeviceToleration = resource_v1.DeviceToleration;
  type DeviceTolerationOperator = resource_v1.DeviceTolerationOperator;
  type ExactDeviceRequest = resource_v1.ExactDeviceRequest;
  type FullyQualifiedName = resource_v1.FullyQualifiedName;
  type NetworkDeviceData = resource_v1.NetworkDeviceData;
  type NodeAllocatableResourceMapping = resource_v1.NodeAllocatableResourceMapping;
  type OpaqueDeviceConfiguration = resource_v1.OpaqueDeviceConfiguration;
  type QualifiedName = resource_v1.QualifiedName;
  type ResourceClaim = resource_v1.ResourceClaim;
  type ResourceClaimConsumerReference = resource_v1.ResourceClaimConsumerReference;
  type ResourceClaimList = resource_v1.ResourceClaimList;
  type ResourceClaimSpec = resource_v1.ResourceClaimSpec;
  type ResourceClaimStatus = resource_v1.ResourceClaimStatus;
  type ResourceClaimTemplate = resource_v1.ResourceClaimTemplate;
  type ResourceClaimTemplateList = resource_v1.ResourceClaimTemplateList;
  type ResourceClaimTemplateSpec = resource_v1.ResourceClaimTemplateSpec;
  type ResourcePool = resource_v1.ResourcePool;
  type ResourceSlice = resource_v1.ResourceSlice;
  type ResourceSliceList = resource_v1.ResourceSliceList;
  type ResourceSliceSpec = resource_v1.ResourceSliceSpec;
}
/** The kinds of resource/v1. */
export const resourceV1: {
  readonly DeviceClass: Kind<resourceV1.DeviceClass>;
  readonly ResourceClaim: Kind<resourceV1.ResourceClaim>;
  readonly ResourceClaimTemplate: Kind<resourceV1.ResourceClaimTemplate>;
  readonly ResourceSlice: Kind<resourceV1.ResourceSlice>;
} = {
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
};

/** The types of scheduling/v1. */
export declare namespace schedulingV1 {
  type PriorityClass = scheduling_v1.PriorityClass;
  type PriorityClassList = scheduling_v1.PriorityClassList;
}
/** The kinds of scheduling/v1. */
export const schedulingV1: {
  readonly PriorityClass: Kind<schedulingV1.PriorityClass>;
} = {
  PriorityClass,
};

/** The types of settings/v1alpha1. */
export declare namespace settingsV1alpha1 {
  type PodPreset = settings_v1alpha1.PodPreset;
  type PodPresetList = settings_v1alpha1.PodPresetList;
  type PodPresetSpec = settings_v1alpha1.PodPresetSpec;
}
/** The kinds of settings/v1alpha1. */
export const settingsV1alpha1: {
  readonly PodPreset: Kind<settingsV1alpha1.PodPreset>;
} = {
  PodPreset: { group: "settings.k8s.io", version: "v1alpha1", kind: "PodPreset", plural: "podpresets", namespaced: true },
};

/** The types of storage/v1. */
export declare namespace storageV1 {
  type CSIDriver = storage_v1.CSIDriver;
  type CSIDriverList = storage_v1.CSIDriverList;
  type CSIDriverSpec = storage_v1.CSIDriverSpec;
  type CSINode = storage_v1.CSINode;
  type CSINodeDriver = storage_v1.CSINodeDriver;
  type CSINodeList = storage_v1.CSINodeList;
  type CSINodeSpec = storage_v1.CSINodeSpec;
  type CSIStorageCapacity = storage_v1.CSIStorageCapacity;
  type CSIStorageCapacityList = storage_v1.CSIStorageCapacityList;
  type FSGroupPolicy = storage_v1.FSGroupPolicy;
  type StorageClass = storage_v1.StorageClass;
  type StorageClassList = storage_v1.StorageClassList;
  type TokenRequest = storage_v1.TokenRequest;
  type VolumeAttachment = storage_v1.VolumeAttachment;
  type VolumeAttachmentList = storage_v1.VolumeAttachmentList;
  type VolumeAttachmentSource = storage_v1.VolumeAttachmentSource;
  type VolumeAttachmentSpec = storage_v1.VolumeAttachmentSpec;
  type VolumeAttachmentStatus = storage_v1.VolumeAttachmentStatus;
  type VolumeAttributesClass = storage_v1.VolumeAttributesClass;
  type VolumeAttributesClassList = storage_v1.VolumeAttributesClassList;
  type VolumeBindingMode = storage_v1.VolumeBindingMode;
  type VolumeError = storage_v1.VolumeError;
  type VolumeLifecycleMode = storage_v1.VolumeLifecycleMode;
  type VolumeNodeResources = storage_v1.VolumeNodeResources;
}
/** The kinds of storage/v1. */
export const storageV1: {
  readonly CSIDriver: Kind<storageV1.CSIDriver>;
  readonly CSINode: Kind<storageV1.CSINode>;
  readonly CSIStorageCapacity: Kind<storageV1.CSIStorageCapacity>;
  readonly StorageClass: Kind<storageV1.StorageClass>;
  readonly VolumeAttachment: Kind<storageV1.VolumeAttachment>;
  readonly VolumeAttributesClass: Kind<storageV1.VolumeAttributesClass>;
} = {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
};
