/**
 * Which of the reference's integration tests run, and why others don't.
 *
 * @module
 */

import type { TestPackage } from "./source_tree.ts";

/** A package, and what of it runs. */
export interface PackagePlan extends TestPackage {
  /** So many tests and parts of tests pass; fewer only where something is skipped that wasn't. */
  readonly passes: number;
  /** Tests, or parts of some, that don't run, as expressions for each level of their names: and why. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const IN_PROCESS = "looks into the process of a server or a controller, or sets something there";
const COUNTERS = "reads counters of the test's own process";
const IN_STORE = "reads or writes in the store, whose keys and values are others here";
const WORDS = "expects words that are others here";
const ONLY_BETA = "needs a version or a feature that is not served here";
const ONCE_KINDS = "kinds of a release that the test has no objects of";
const PROGRAM_MODES = "published modules have lost which files are programs";
const KEY_METRICS = "wants metrics of issuers' keys, which are not here";
const SERVES =
  "asks a controller manager or a scheduler that it starts, which are the reference's so far";
const PLUGINS = "puts an admission plugin into the server's process";
const LOCKED = "switches off what can't be switched off in this release";
const MEASURES = "measures the reference's own functions";
const NO_SERVER = "asks no server";
const OWN_QUEUE = "takes pods, one by one, through a scheduler in the test's process";

/** All of them. */
export const PACKAGES: readonly PackagePlan[] = [
  custom("", 187, {
    "^TestApplyCRDuringCRDFinalization$": "waits for what is over within milliseconds here",
    "^TestCBORServingEnablement$": ONLY_BETA,
    "^TestEtcdStorage$": IN_STORE,
    "^TestFieldSelectorOpenAPI$/^OpenAPIv2$": WORDS,
    "^TestInvalidObjectMetaInStorage$": IN_STORE,
    "^TestNonStructuralSchemaCondition": IN_STORE,
    "^TestPruningFromStorage$": IN_STORE,
  }),
  custom("conversion", 251, {
    "^TestWebhookConverter(With|Without)WatchCache$/^nontrivial-converter": IN_STORE,
    "^TestWebhookNotCalledForUnusedVersions$": "stored objects are migrated in the background here",
  }),
  core("apimachinery", 28, { "^TestReflectorWatchListFallback$": IN_STORE }),
  core("apiserver", 263, {
    "^TestCustomResourceValidators$/^CRD_writes_MUST_fail_for_a_non-structural": IN_STORE,
    "^TestCustomResourceValidatorsWithSchemaConversion$":
      "a rule that does not fit its schema refuses changes of its value only",
    "^TestDefaultStorageEncoding$": IN_STORE,
    "^TestHealthHandler": "has a store of its own behind a socket",
    "^TestNondeterministicResponseEncoding$": ONLY_BETA,
    "^TestRequestObjectConvertibleToUnstructured$":
      "expects that the connection breaks, where this server says what is wrong",
    "^TestTransform$/verify_(columns_on_CRDs_in_yaml|error_on_unsupported_mimetype)": WORDS,
    "^TestWatchCacheUpdatedByEtcd$": IN_STORE,
  }),
  core("apiserver/admissionwebhook", 55, {
    "^TestWebhookAdmission": IN_STORE,
    "^TestWebhookLoadBalance$": IN_PROCESS,
    "^TestWebhookTimeoutWith.*WatchCache$/^timed_out_client": WORDS,
  }),
  core("apiserver/anonymous", 3, {}),
  core("apiserver/apply", 144, {
    "^TestApplyCRDNoSchema$": IN_STORE,
    "^TestApplyCRDUnhandledSchema$": IN_STORE,
    "^TestApplyStatusWithCBOR$": ONLY_BETA,
    "^TestUpdateStatusWithOldVersion$": IN_STORE,
  }),
  core("apiserver/cel", 648, {
    "^TestMutatingAdmissionPolicy(_Slow)?$/^v1beta1$": ONLY_BETA,
    "^Test_MutatingAdmissionPolicy_CustomResources$/^v1beta1$": ONLY_BETA,
    "^TestPolicyAdmission$/(auditsinks|podpresets|podsecuritypolicies)": ONCE_KINDS,
    "^TestPolicyAdmission$/servicecidrs$/^delete": "waits for as long as a deletion takes here",
    "^TestPolicyAdmissionV1beta1$": ONLY_BETA,
    "^TestStaticPolicy": ONLY_BETA,
  }),
  core("apiserver/cel/authorizerselector/selectorenabled", 7, {}),
  core("apiserver/certreload", 5, {}),
  core("apiserver/discovery", 27, { "^TestPeerAggregatedDiscovery$": ONLY_BETA }),
  core("apiserver/egressselector", 4, {}),
  core("apiserver/flowcontrol", 3, { "^TestConcurrencyIsolation$": IN_PROCESS }),
  core("apiserver/oidc", 34, {
    "^TestOIDC$/^ID_token_is_okay_but_username_is_empty$": "who has no name is nobody here",
    "^TestJWKSMetricsCleanupOnIssuerRemoval$": KEY_METRICS,
    "^TestMultipleJWTAuthenticators$": KEY_METRICS,
    "^TestStructuredAuthenticationConfigReload$": IN_PROCESS,
  }),
  core("apiserver/openapi", 13, {
    "^TestFetchingOpenAPIBeforeReady$":
      "expects the first descriptions within a second of the server's start",
  }),
  core("apiserver/podlogs", 2, {}),
  core("apiserver/portforward", 1, {}),
  core("auth", 1448, {
    "^TestGetsSelfAttributes$": ONLY_BETA,
    "^TestGetsSelfAttributesError$/^v1beta1$": ONLY_BETA,
    "^TestImpersonateWithUID$/^impersonation_with_only_UID_fails$": WORDS,
    "^TestMultiWebhookAuthzConfig$": COUNTERS,
    "^TestRBAC": IN_PROCESS,
    "^TestServiceAccountTokenCreate$/^(bound_to|a_token_(should|request)|service_account_UID|fails_to_bind)":
      IN_PROCESS,
    "^Test(Self|Local)?SubjectAccessReview$": IN_PROCESS,
  }),
  core("certificates", 16, { "^TestCSRDuration$": COUNTERS }),
  core("client", 37, {
    "^TestClient$": "expects the very version of the reference",
    "^TestExecPlugin": PROGRAM_MODES,
  }),
  core("cloudprovider", 6, {}),
  core("clustertrustbundles", 2, { "^TestClusterTrustBundlesPublisherController$": ONLY_BETA }),
  core("configmap", 1, {}),
  core("controlplane", 29, {
    "^TestCRDOpenAPI$": IN_STORE,
    "^TestLeaseGarbageCollection$": IN_PROCESS,
    "^TestObjectSizeResponses$/MB_(labels|finalizers)$": WORDS,
  }),
  core("controlplane/audit", 10, {}),
  core("cronjob", 1, {}),
  core("daemonset", 33, {
    "^TestDSCUpdatesPodLabelAfterDedupCurHistories$": WORDS,
    "^TestLaunchWithHashCollision$": WORDS,
  }),
  core("deployment", 18, {}),
  core("disruption", 14, {
    "^TestEmptySelector$/^v1beta1": IN_STORE,
    "^TestSelectorsForPodsWithoutLabels$/v1beta1": IN_STORE,
    "^TestStalePodDisruption$/^stale-condition$": IN_PROCESS,
  }),
  core("dra/default", 9, {}),
  core("dryrun", 65, {
    "^TestDryRun$/./Resource=(podsecuritypolicies|podpresets|auditsinks)$": ONCE_KINDS,
  }),
  core("dualstack", 85, {}),
  core("endpoints", 5, {}),
  core("endpointslice", 26, {}),
  core("events", 2, {}),
  core("evictions", 18, {}),
  core("garbagecollector", 9, {
    "^Test(BlockingOwnerRefDoesBlock|CRDDeletionCascading|CrossNamespaceReferences|Orphaning|Stressing)":
      IN_PROCESS,
  }),
  core("job", 66, {
    "^TestBackoffLimitPerIndex_JobPodsCreatedWithExponentialBackoff$": IN_PROCESS,
    "^TestBackoffLimitPerIndex_Reenabling$": IN_PROCESS,
    "^TestDelayTerminalPhaseCondition$": IN_PROCESS,
    "^TestJobAdmissionParallelismUpdate$/only_GenericWorkload": ONLY_BETA,
    "^TestJobPodReplacementPolicy$/^feature_flag_(off|false)": IN_PROCESS,
    "^TestJobPodsCreatedWithExponentialBackoff$": IN_PROCESS,
    "^TestJobPodFailurePolicy$/^pod_status_matching_the_configured_Ignore_rule": IN_PROCESS,
    "^TestManagedBy": IN_PROCESS,
  }),
  core("kubelet", 1, { "^TestPodCertificateManager$": ONLY_BETA }),
  core("metrics", 22, {
    "^TestAPIServerMetrics$": ONLY_BETA,
    "^TestWatchCacheConsistencyCheckMetrics$": IN_PROCESS,
  }),
  core("namespace", 2, {}),
  core("network", 5, {}),
  core("pods", 18, {}),
  core("podgc", 2, { "^TestPodGc(Orphaned|ForPodsWithDup)": IN_PROCESS }),
  core("quota", 3, {}),
  core("replicaset", 20, {}),
  core("replicationcontroller", 15, {}),
  core("scale", 1, {}),
  core("scheduler", 37, {}),
  core("scheduler/batch", 10, {}),
  core("scheduler/bind", 4, {}),
  core("scheduler/eventhandler", 1, {
    "^TestUpdateNominatedNodeName$": "moves the clock of a scheduler in the test's process",
  }),
  core("scheduler/extender", 1, {}),
  core("scheduler/filters", 32, {
    "^TestNodeDeclaredFeaturesFilter$": IN_PROCESS,
    "^TestPodAffinityMatchLabelKeyEnablement$": IN_PROCESS,
  }),
  core("scheduler/nominated_node_name", 11, {}),
  core("scheduler/plugins", 83, {}),
  core("scheduler/preemption", 11, {}),
  core("scheduler/preemption/misc", 40, {
    "^TestPreemption(Starvation|Races)$/ClearingNominatedNodeNameAfterBinding:_false":
      "a pod that is bound is nominated to no node here",
  }),
  core("scheduler/preemption/nominatednodename", 9, {}),
  core("scheduler/scoring", 16, {}),
  core("secrets", 1, {}),
  core("service", 22, { "^Test_UpgradeService$": IN_STORE }),
  core("serviceaccount", 11, {
    "^TestDelayedStartForSigner$": ONLY_BETA,
    "^TestExternalJWTSigningAndAuth$": ONLY_BETA,
  }),
  core("servicecidr", 23, {
    "^TestMigrateService$": IN_STORE,
    "^TestSkewAllocatorsRollout$": ONLY_BETA,
  }),
  core("staleness", 1, {}),
  core("statefulset", 17, {}),
  core("storageclasses", 1, {}),
  core("volume", 17, {
    "^Test(PodTermination|PodDeletion|PodUpdate|PodAdded|PVCBound)With": "volumes are not attached",
  }),
  core("volumescheduling", 21, {
    "^TestRescheduleProvisioning$": "looks at what makes volumes, which is the tests' own here",
  }),
];

/** Packages of the same module that don't run at all, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "apimachinery/apply": "puts a kind of its own into the server's process",
  "apiserver/cel/authorizerselector/selectordisabled": LOCKED,
  "apiserver/coordinatedleaderelection": ONLY_BETA,
  "apiserver/httpproxy": "has names that only the test's own process can look up",
  "apiserver/peerproxy": ONLY_BETA,
  "apiserver/tracing": "needs traces, which are not here",
  "client/metrics": COUNTERS,
  "controllermanager": SERVES,
  "controlplane/transformation": IN_STORE,
  "defaulttolerationseconds": PLUGINS,
  "dra": ONLY_BETA,
  "dra/all": ONLY_BETA,
  "dra/api": ONLY_BETA,
  "dra/ga": "switches everything off that is beta, which can't be here",
  "etcd": IN_STORE,
  "examples": "puts the way to services into the server's process",
  "ipamperf": MEASURES,
  "logs/benchmark": MEASURES,
  "logs/benchmark/contextual-logging": MEASURES,
  "logs/functional/json": NO_SERVER,
  "metrics/nativehistograms": ONLY_BETA,
  "node": "is about a release that has no controller of its own for evictions",
  "objectmeta": NO_SERVER,
  "openshift": NO_SERVER,
  "podcertificaterequests": ONLY_BETA,
  "pvc": IN_STORE,
  "scheduler/podgroup": ONLY_BETA,
  "scheduler/podgroup/admission": ONLY_BETA,
  "scheduler/podgroup/topology_aware_scheduling": ONLY_BETA,
  "scheduler/queueing": OWN_QUEUE,
  "scheduler/queueing/former": OWN_QUEUE,
  "scheduler/queueing/queueinghint": OWN_QUEUE,
  "scheduler/serving": SERVES,
  "scheduler/taint": PLUGINS,
  "scheduler_perf": MEASURES,
  "scheduler_perf/affinity": MEASURES,
  "scheduler_perf/dra": MEASURES,
  "scheduler_perf/dra/consumablecapacity": MEASURES,
  "scheduler_perf/dra/devicetaints": MEASURES,
  "scheduler_perf/dra/extendedresource": MEASURES,
  "scheduler_perf/dra/extendedresource/scoring": MEASURES,
  "scheduler_perf/dra/partitionabledevices": MEASURES,
  "scheduler_perf/dra/prioritizedlist": MEASURES,
  "scheduler_perf/event_handling": MEASURES,
  "scheduler_perf/misc": MEASURES,
  "scheduler_perf/nodedeclaredfeatures": MEASURES,
  "scheduler_perf/topology_spreading": MEASURES,
  "scheduler_perf/volumes": MEASURES,
  "serving": SERVES,
  "storageversion": ONLY_BETA,
  "storageversionmigrator": ONLY_BETA,
  "tls": "has suites of ciphers that the runtime lacks",
  "ttlcontroller": "counts on all nodes being told anew each second",
};

function core(path: string, passes: number, leftOut: PackagePlan["leftOut"]): PackagePlan {
  return { module: "kubernetes", path, passes, leftOut };
}

function custom(path: string, passes: number, leftOut: PackagePlan["leftOut"]): PackagePlan {
  return { module: "apiextensions-apiserver", path, passes, leftOut };
}
