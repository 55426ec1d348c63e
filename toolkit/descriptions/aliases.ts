/**
 * Descriptions of the types that are no structs: texts with a list of values, named lists and maps.
 * Editors show them; documents of OpenAPI describe the fields that have such a type instead.
 *
 * @module
 */

import { CORE_ALIASES } from "./core_aliases.ts";
import type { AliasWords } from "./words.ts";

const CONDITION_STATUS = "Whether a condition holds. Unknown: whoever sets it can't tell.";
const EXTRA_VALUE = "The values of one additional attribute of a user.";

const AUDIT_LEVEL =
  "How much of a request is recorded. None: nothing. Metadata: who, when, what. " +
  "Request: its body too. RequestResponse: the answer's body too.";
const AUDIT_STAGE =
  "A stage of a request. RequestReceived: before it is handled. ResponseStarted: " +
  "the headers are sent, and the body takes long, as in a watch. ResponseComplete: the body is " +
  "sent. Panic: the server failed.";

const UPDATE_STRATEGY = "When pods of an old revision are replaced. RollingUpdate: by the " +
  "controller, in turns. OnDelete: only once someone deletes them.";

const METRIC_SOURCE =
  "Where a metric is from. Object: one object. Pods: each pod. Resource: CPU or " +
  "memory of the pods. ContainerResource: that of one container of each pod. External: outside " +
  "the cluster.";
const AUTOSCALER_CONDITION = "A condition of an autoscaler. AbleToScale: it can read and set the " +
  "number of replicas. ScalingActive: it has a number to scale to. ScalingLimited: a limit holds " +
  "it back. ScaledToZero: there are no replicas, and so no metrics of pods.";

const RANGES =
  "Which IDs are allowed. MustRunAs: those of the ranges, which are required; the first " +
  "is the default. MayRunAs: those of the ranges, if any is set. RunAsAny: all.";

const SCOPE = "Whether objects of the kind are in namespaces.";

const ALIASES: Readonly<Record<string, AliasWords>> = {
  "admission/v1": {
    Operation: "What a request does to an object. A patch or an apply is a CREATE or an UPDATE.",
    PatchType: "The format of a patch: JSONPatch is RFC 6902.",
  },
  "admissionregistration/v1": {
    FailurePolicyType:
      "What happens if a webhook or an expression fails. Ignore: the request goes " +
      "on. Fail: it is refused.",
    MatchPolicyType: "Which versions of a resource a rule matches. Exact: the versions that it " +
      "names. Equivalent: all versions, converted to one that it names.",
    OperationType: "What a request does to an object; * means all.",
    ParameterNotFoundActionType:
      "What happens if there is no parameter object. Allow: the binding " +
      "doesn't apply. Deny: the failure policy decides.",
    PatchType: "How an expression tells the change. ApplyConfiguration: as an object to apply. " +
      "JSONPatch: as the operations of RFC 6902.",
    ReinvocationPolicyType: "Whether a webhook is called again for one request. Never: no. " +
      "IfNeeded: if others changed the object after the first call.",
    ScopeType:
      "Which resources a rule matches: those that are not in namespaces, those that are, " +
      "or both (*).",
    SideEffectClass: "Whether a webhook changes anything besides its answer. None: no. " +
      "NoneOnDryRun: no, if the request is a dry run. Some and Unknown: dry runs are refused; " +
      "webhooks of version 1 can't say them.",
    ValidatingAdmissionPolicyConditionType:
      "A condition of a validating admission policy. None is " +
      "defined.",
    ValidationAction: "What happens to a request that fails a validation. Deny: it is refused. " +
      "Warn: the client is told. Audit: the audit log is told.",
  },
  "apidiscovery/v2": {
    DiscoveryFreshness:
      "Whether a server told its resources just now, or this is what it last said.",
    ResourceScope: SCOPE,
  },
  "apiextensions/v1": {
    ConditionStatus: CONDITION_STATUS,
    ConversionStrategyType: "How objects are converted between versions. None: only apiVersion " +
      "changes. Webhook: a webhook converts them.",
    CustomResourceDefinitionConditionType: "A condition of a definition. NamesAccepted: no other " +
      "has its names. Established: its kind is served. Terminating: it is deleted with its " +
      "objects. NonStructuralSchema: a schema lacks types. StorageMigrating: stored objects are " +
      "being rewritten in another version.",
    FieldValueErrorReason: "What clients are told of a value that fails a rule: required, a " +
      "duplicate, invalid or forbidden.",
    JSONSchemaDefinitions: "Schemas by name.",
    JSONSchemaDependencies: "What must hold of an object that has a property: by its name, a " +
      "schema, or the properties that must be there too.",
    JSONSchemaURL: "The URL of the language that a schema is written in.",
    ResourceScope: SCOPE,
    ValidationRules: "Rules as expressions. All must hold.",
  },
  "apiregistration/v1": {
    APIServiceConditionType:
      "A condition of an API service. Available: its server can be reached " +
      "and answers.",
    ConditionStatus: CONDITION_STATUS,
  },
  "apps/v1": {
    DaemonSetConditionType: "A condition of a daemon set. None is defined.",
    DaemonSetUpdateStrategyType: UPDATE_STRATEGY,
    DeploymentConditionType: "A condition of a deployment. Available: enough pods are. " +
      "Progressing: a rollout goes on, or has ended well. ReplicaFailure: a pod could not be " +
      "created or deleted.",
    DeploymentStrategyType:
      "How pods are replaced by new ones. Recreate: all old ones end first. " +
      "RollingUpdate: in turns.",
    PersistentVolumeClaimRetentionPolicyType: "Whether claims are kept (Retain) or deleted " +
      "(Delete) once they are not needed.",
    PodManagementPolicyType:
      "In which order pods are created and deleted. OrderedReady: one after " +
      "the other, each once the one before is ready. Parallel: all at once.",
    ReplicaSetConditionType: "A condition of a replica set. ReplicaFailure: a pod could not be " +
      "created or deleted.",
    StatefulSetConditionType: "A condition of a stateful set. None is defined.",
    StatefulSetUpdateStrategyType: UPDATE_STRATEGY,
  },
  "audit/v1": { Level: AUDIT_LEVEL, Stage: AUDIT_STAGE },
  "auditregistration/v1alpha1": { Level: AUDIT_LEVEL, Stage: AUDIT_STAGE },
  "authentication/v1": { ExtraValue: EXTRA_VALUE },
  "authentication/v1beta1": { ExtraValue: EXTRA_VALUE },
  "authorization/v1": { ExtraValue: EXTRA_VALUE },
  "authorization/v1beta1": { ExtraValue: EXTRA_VALUE },
  "autoscaling/v1": {
    HorizontalPodAutoscalerConditionType: AUTOSCALER_CONDITION,
    MetricSourceType: METRIC_SOURCE,
  },
  "autoscaling/v2": {
    HPAScalingPolicyType: "Whether a limit is a number of pods or a percentage of the replicas.",
    HorizontalPodAutoscalerConditionType: AUTOSCALER_CONDITION,
    MetricSourceType: METRIC_SOURCE,
    MetricTargetType:
      "What a target is compared with. Utilization: the average in percent of the " +
      "requests. Value: the metric as a whole. AverageValue: the metric divided by the number of " +
      "pods.",
    ScalingPolicySelect:
      "Which of several policies applies. Max: the one that allows the largest " +
      "change. Min: the smallest. Disabled: no scaling in this direction.",
  },
  "batch/v1": {
    CompletionMode: "Whether the pods of a job are alike (NonIndexed), or each has an index and " +
      "each index must succeed once (Indexed).",
    ConcurrencyPolicy: "What happens if a job is due while the one before runs. Allow: both run. " +
      "Forbid: the new one is skipped. Replace: the old one is ended.",
    JobConditionType: "A condition of a job. Complete and Failed: it has ended. " +
      "SuccessCriteriaMet and FailureTarget: it will, once its pods have. Suspended: it waits.",
    PodFailurePolicyAction: "What happens after a pod failed. FailJob: the job fails. FailIndex: " +
      "the index fails. Ignore: the pod is replaced and not counted. Count: it counts.",
    PodFailurePolicyOnExitCodesOperator: "Whether an exit code must be among values or not.",
    PodReplacementPolicy: "When a pod is replaced: once it is terminating or has failed, or only " +
      "once it has failed.",
  },
  "certificates/v1": {
    ExtraValue: EXTRA_VALUE,
    KeyUsage: "A purpose that a key may be used for, as certificates state it.",
    RequestConditionType:
      "What became of a request. Approved and Denied: a decision, which stays. " +
      "Failed: the certificate could not be issued.",
  },
  "clientconfig/v1": {
    ExecInteractiveMode: "Whether a program may use the standard input. Never: it gets none. " +
      "IfAvailable: if it is a terminal. Always: without a terminal the program is not run.",
  },
  "coordination/v1": {
    CoordinatedLeaseStrategy:
      "How the holder is chosen among candidates. OldestEmulationVersion: " +
      "the one that behaves as the oldest version.",
  },
  "core/v1": CORE_ALIASES,
  "discovery/v1": {
    AddressType: "What the addresses of a slice are: IPv4, IPv6 or FQDN (names).",
  },
  "flowcontrol/v1": {
    ConditionStatus: CONDITION_STATUS,
    FlowDistinguisherMethodType: "What makes requests one flow: the same user, or the same " +
      "namespace.",
    FlowSchemaConditionType:
      "A condition of a flow schema. Dangling: there is no priority level of " +
      "the name that it refers to.",
    LimitResponseType:
      "What happens to requests beyond the limit. Queue: they wait. Reject: they " +
      "are refused with status 429.",
    PriorityLevelConfigurationConditionType: "A condition of a priority level. None is defined.",
    PriorityLevelEnablement: "Whether requests are limited. Exempt: they are carried out at once.",
    SubjectKind: "What a subject is: a user, a group or a service account.",
  },
  "meta/v1": {
    CauseType: "What is wrong with one field, or with the request, in one word for programs.",
    ConditionStatus: CONDITION_STATUS,
    DeletionPropagation:
      "What happens to the objects that a deleted one owns. Orphan: they stay. " +
      "Background: they are deleted after it. Foreground: before it.",
    FieldSelectorOperator: "How the value of a field is compared.",
    IncludeObjectPolicy: "What the rows of a table hold of their objects.",
    LabelSelectorOperator:
      "How the value of a label is compared. NotIn holds for objects without " +
      "the label too.",
    ManagedFieldsOperationType: "Whether fields were set by server-side apply or by another write.",
    ResourceVersionMatch:
      "How the resourceVersion of a list is meant. NotOlderThan: that version " +
      "or a newer one. Exact: that one, or status 410 once it is forgotten.",
    RowConditionType: "A condition of a row. Completed: its object has run to its end.",
    StatusReason: "Why a request failed, in one word for programs. Each has a status code: " +
      "NotFound is 404, Conflict and AlreadyExists are 409, Invalid is 422. Empty: unknown.",
    Verbs: "What can be done with a resource.",
  },
  "networking/v1": {
    PathType: "How a path is matched. Exact: it is the same. Prefix: its elements are the first " +
      "ones. ImplementationSpecific: as the ingress class does it.",
    PolicyType: "Which traffic of its pods a policy is about: incoming or outgoing.",
  },
  "policy/v1": {
    UnhealthyPodEvictionPolicyType: "When running pods that are not ready may be evicted. " +
      "IfHealthyBudget: while enough others are ready. AlwaysAllow: always.",
  },
  "policy/v1beta1": {
    FSGroupStrategyType: RANGES,
    FSType: "A type of volume; * means all.",
    RunAsGroupStrategy: RANGES,
    RunAsUserStrategy:
      "Which users are allowed. MustRunAs: those of the ranges; the first is the " +
      "default. MustRunAsNonRoot: all but 0. RunAsAny: all.",
    SELinuxStrategy:
      "Which SELinux options are allowed. MustRunAs: those of the policy, which are " +
      "the default too. RunAsAny: all.",
    SupplementalGroupsStrategyType: RANGES,
  },
  "resource/v1": {
    AllocationConfigSource: "Whether a setting comes from a device class or from the claim.",
    DeviceAllocationMode: "How many devices are meant: ExactCount (as many as count says) or All.",
    DeviceTaintEffect: "What a taint does to pods that don't tolerate it. None: nothing, it only " +
      "informs. NoSchedule: none gets the device. NoExecute: those that have it are evicted too.",
    DeviceTolerationOperator: "How a toleration is compared with a taint. Exists: by its key. " +
      "Equal: by key and value.",
    FullyQualifiedName: "A name with its domain: DOMAIN/NAME.",
    QualifiedName: "A name: DOMAIN/NAME. Without a domain, that of the driver.",
  },
  "storage/v1": {
    FSGroupPolicy: "Whether volumes get the file system group of their pod. File: always. None: " +
      "never. ReadWriteOnceWithFSType: where the volume has a file system and one writer.",
    VolumeBindingMode: "When a claim is bound to a volume. Immediate: at once. " +
      "WaitForFirstConsumer: once a pod uses it, so that the volume is where the pod can be.",
    VolumeLifecycleMode:
      "Which volumes a driver supports. Persistent: those of claims. Ephemeral: " +
      "those that come and go with their pod.",
  },
};

/** What an alias of a package is; undefined where nothing is said of it. */
export function aliasWords(pkg: string, name: string): string | undefined {
  const words = ALIASES[pkg];
  return words !== undefined && Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Each alias with its words, as `core/v1.PodPhase`. */
export function allAliasWords(): [of: string, words: string][] {
  return Object.entries(ALIASES).flatMap(([pkg, words]) =>
    Object.entries(words).map(([name, text]): [string, string] => [`${pkg}.${name}`, text])
  );
}
