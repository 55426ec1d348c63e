/**
 * Every identifier that differs between the two dialects of the API, and the rules that turn
 * one dialect's identifiers into the other's. No other hand-written file spells one out.
 *
 * The pairs are those of `toolkit/facts/names.tsv` (a test holds the two together); a name in no
 * table follows its first two rows, which {@link toDialect} applies.
 *
 * @module
 */

/** Whose identifiers are spoken: our own, or those of the reference's unmodified clients. */
export type Dialect = "orch" | "kubernetes";

/** Both dialects, the default first. */
export const DIALECTS: readonly Dialect[] = ["orch", "kubernetes"];

/** Each identifier as `[orch, kubernetes]`, in the order of names.tsv. */
const /** @internal */ PAIRS = {
  groupSuffix: ["orch.io", "k8s.io"],
  domain: ["orch.io", "kubernetes.io"],
  namespaceSystem: ["orch-system", "kube-system"],
  namespacePublic: ["orch-public", "kube-public"],
  namespaceNodeLeases: ["orch-node-lease", "kube-node-lease"],
  serviceApiServer: ["orch", "kubernetes"],
  protobufMediaType: ["application/vnd.orch.protobuf", "application/vnd.kubernetes.protobuf"],
  definitionExtensionPrefix: ["x-orch-", "x-kubernetes-"],
  userApiServer: ["system:apiserver", "system:apiserver"],
  userControllerManager: ["system:orch-controller-manager", "system:kube-controller-manager"],
  userScheduler: ["system:orch-scheduler", "system:kube-scheduler"],
  userServiceProxy: ["system:orch-proxy", "system:kube-proxy"],
  userNodePrefix: ["system:node:", "system:node:"],
  clusterRoleAggregator: ["system:orch-aggregator", "system:kube-aggregator"],
  labelAutoManaged: [
    "orch-aggregator.orch.io/automanaged",
    "kube-aggregator.kubernetes.io/automanaged",
  ],
  clusterRoleDns: ["system:orch-dns", "system:kube-dns"],
  clusterRoleAgentApi: ["system:nodeagent-api-admin", "system:kubelet-api-admin"],
  signerApiServerClient: ["orch.io/apiserver-client", "kubernetes.io/kube-apiserver-client"],
  signerNodeAgentClient: [
    "orch.io/apiserver-client-nodeagent",
    "kubernetes.io/kube-apiserver-client-kubelet",
  ],
  signerNodeAgentServing: ["orch.io/nodeagent-serving", "kubernetes.io/kubelet-serving"],
  signerLegacy: ["orch.io/legacy-unknown", "kubernetes.io/legacy-unknown"],
  secretTypeBootstrapToken: ["bootstrap.orch.io/token", "bootstrap.kubernetes.io/token"],
  secretTypeServiceAccountToken: [
    "orch.io/service-account-token",
    "kubernetes.io/service-account-token",
  ],
  secretTypeDockerConfig: ["orch.io/dockerconfigjson", "kubernetes.io/dockerconfigjson"],
  secretTypeTls: ["orch.io/tls", "kubernetes.io/tls"],
  secretTypeBasicAuth: ["orch.io/basic-auth", "kubernetes.io/basic-auth"],
  secretTypeSshAuth: ["orch.io/ssh-auth", "kubernetes.io/ssh-auth"],
  tokenClaimsKey: ["orch.io", "kubernetes.io"],
  labelHostName: ["orch.io/hostname", "kubernetes.io/hostname"],
  labelOs: ["orch.io/os", "kubernetes.io/os"],
  labelArch: ["orch.io/arch", "kubernetes.io/arch"],
  labelOldOs: ["beta.orch.io/os", "beta.kubernetes.io/os"],
  labelOldArch: ["beta.orch.io/arch", "beta.kubernetes.io/arch"],
  labelInstanceType: ["node.orch.io/instance-type", "node.kubernetes.io/instance-type"],
  labelRegion: ["topology.orch.io/region", "topology.kubernetes.io/region"],
  labelZone: ["topology.orch.io/zone", "topology.kubernetes.io/zone"],
  labelOldRegion: [
    "failure-domain.beta.orch.io/region",
    "failure-domain.beta.kubernetes.io/region",
  ],
  labelOldZone: ["failure-domain.beta.orch.io/zone", "failure-domain.beta.kubernetes.io/zone"],
  labelNodeAgentPrefix: ["nodeagent.orch.io", "kubelet.kubernetes.io"],
  labelNodeRolePrefix: ["node-role.orch.io/", "node-role.kubernetes.io/"],
  labelNamespaceName: ["orch.io/metadata.name", "kubernetes.io/metadata.name"],
  labelSliceServiceName: ["orch.io/service-name", "kubernetes.io/service-name"],
  labelSliceManager: ["endpointslice.orch.io/managed-by", "endpointslice.kubernetes.io/managed-by"],
  labelAddressFamily: ["ipaddress.orch.io/ip-family", "ipaddress.kubernetes.io/ip-family"],
  labelAddressManager: ["ipaddress.orch.io/managed-by", "ipaddress.kubernetes.io/managed-by"],
  managerOfServiceAddresses: ["ipallocator.orch.io", "ipallocator.k8s.io"],
  labelBootstrapping: ["orch.io/bootstrapping", "kubernetes.io/bootstrapping"],
  labelAggregateToAdmin: [
    "rbac.authorization.orch.io/aggregate-to-admin",
    "rbac.authorization.k8s.io/aggregate-to-admin",
  ],
  labelJobName: ["batch.orch.io/job-name", "batch.kubernetes.io/job-name"],
  labelControllerUid: ["batch.orch.io/controller-uid", "batch.kubernetes.io/controller-uid"],
  labelStatefulPodName: ["statefulset.orch.io/pod-name", "statefulset.kubernetes.io/pod-name"],
  labelPodIndex: ["apps.orch.io/pod-index", "apps.kubernetes.io/pod-index"],
  annotationLeader: [
    "control-plane.alpha.orch.io/leader",
    "control-plane.alpha.kubernetes.io/leader",
  ],
  annotationRbacAutoUpdate: [
    "rbac.authorization.orch.io/autoupdate",
    "rbac.authorization.kubernetes.io/autoupdate",
  ],
  annotationFlowControlAutoUpdate: [
    "apf.orch.io/autoupdate-spec",
    "apf.kubernetes.io/autoupdate-spec",
  ],
  headerFlowControlPrefix: ["x-orch-pf-", "x-kubernetes-pf-"],
  annotationDeploymentRevision: [
    "deployment.orch.io/revision",
    "deployment.kubernetes.io/revision",
  ],
  annotationDefaultStorageClass: [
    "storageclass.orch.io/is-default-class",
    "storageclass.kubernetes.io/is-default-class",
  ],
  annotationDefaultIngressClass: [
    "ingressclass.orch.io/is-default-class",
    "ingressclass.kubernetes.io/is-default-class",
  ],
  annotationTopologyHints: [
    "service.orch.io/topology-aware-hints",
    "service.kubernetes.io/topology-aware-hints",
  ],
  annotationTopologyMode: ["service.orch.io/topology-mode", "service.kubernetes.io/topology-mode"],
  annotationSourceRanges: [
    "service.beta.orch.io/load-balancer-source-ranges",
    "service.beta.kubernetes.io/load-balancer-source-ranges",
  ],
  annotationServiceAccountName: [
    "orch.io/service-account.name",
    "kubernetes.io/service-account.name",
  ],
  annotationMirrorPod: ["orch.io/config.mirror", "kubernetes.io/config.mirror"],
  annotationConfigSource: ["orch.io/config.source", "kubernetes.io/config.source"],
  annotationConfigHash: ["orch.io/config.hash", "kubernetes.io/config.hash"],
  annotationConfigSeen: ["orch.io/config.seen", "kubernetes.io/config.seen"],
  annotationLastApplied: [
    "kubectl.kubernetes.io/last-applied-configuration",
    "kubectl.kubernetes.io/last-applied-configuration",
  ],
  // Simulated nodes are of this product alone, whatever is spoken.
  annotationSimulatedPrefix: ["simulated.orch.io/", "simulated.orch.io/"],
  annotationResourceMetricsPath: [
    "metrics.orch.io/resource-metrics-path",
    "metrics.k8s.io/resource-metrics-path",
  ],
  annotationCompletionIndex: [
    "batch.orch.io/job-completion-index",
    "batch.kubernetes.io/job-completion-index",
  ],
  taintNotReady: ["node.orch.io/not-ready", "node.kubernetes.io/not-ready"],
  taintUnreachable: ["node.orch.io/unreachable", "node.kubernetes.io/unreachable"],
  taintMemoryPressure: ["node.orch.io/memory-pressure", "node.kubernetes.io/memory-pressure"],
  taintDiskPressure: ["node.orch.io/disk-pressure", "node.kubernetes.io/disk-pressure"],
  taintPidPressure: ["node.orch.io/pid-pressure", "node.kubernetes.io/pid-pressure"],
  taintNetworkUnavailable: [
    "node.orch.io/network-unavailable",
    "node.kubernetes.io/network-unavailable",
  ],
  taintUnschedulable: ["node.orch.io/unschedulable", "node.kubernetes.io/unschedulable"],
  taintOutOfService: ["node.orch.io/out-of-service", "node.kubernetes.io/out-of-service"],
  taintCloudUninitialized: [
    "node.cloudprovider.orch.io/uninitialized",
    "node.cloudprovider.kubernetes.io/uninitialized",
  ],
  finalizerClaimProtection: ["orch.io/pvc-protection", "kubernetes.io/pvc-protection"],
  finalizerVolumeProtection: ["orch.io/pv-protection", "kubernetes.io/pv-protection"],
  finalizerLoadBalancerCleanup: [
    "service.orch.io/load-balancer-cleanup",
    "service.kubernetes.io/load-balancer-cleanup",
  ],
  finalizerNamespaceContent: ["orch", "kubernetes"],
  finalizerServiceCidr: [
    "networking.orch.io/service-cidr-finalizer",
    "networking.k8s.io/service-cidr-finalizer",
  ],
  finalizerDefinitionCleanup: [
    "customresourcecleanup.apiextensions.orch.io",
    "customresourcecleanup.apiextensions.k8s.io",
  ],
  configMapExtensionServers: [
    "extension-apiserver-authentication",
    "extension-apiserver-authentication",
  ],
  configMapTokenTracking: [
    "orch-apiserver-legacy-service-account-token-tracking",
    "kube-apiserver-legacy-service-account-token-tracking",
  ],
  configMapRootCa: ["orch-root-ca.crt", "kube-root-ca.crt"],
  configGroupControllerManager: [
    "controllermanager.config.orch.io",
    "controllermanager.config.k8s.io",
  ],
  configGroupManager: [
    "orchcontrollermanager.config.orch.io",
    "kubecontrollermanager.config.k8s.io",
  ],
  configGroupNodeAgent: ["nodeagent.config.orch.io", "kubelet.config.k8s.io"],
  configGroupScheduler: ["orchscheduler.config.orch.io", "kubescheduler.config.k8s.io"],
  configGroupApiServer: ["apiserver.config.orch.io", "apiserver.config.k8s.io"],
  configKindNodeAgent: ["NodeAgentConfiguration", "KubeletConfiguration"],
  groupAudit: ["audit.orch.io", "audit.k8s.io"],
  groupAdmissionReview: ["admission.orch.io", "admission.k8s.io"],
  groupMetrics: ["metrics.orch.io", "metrics.k8s.io"],
  tokenFolder: [
    "/var/run/secrets/orch.io/serviceaccount",
    "/var/run/secrets/kubernetes.io/serviceaccount",
  ],
  serviceDomain: ["svc.cluster.local", "svc.cluster.local"],
  processApiServer: ["orch-apiserver", "kube-apiserver"],
  processControllerManager: ["orch-controller-manager", "kube-controller-manager"],
  processScheduler: ["orch-scheduler", "kube-scheduler"],
  processNodeAgent: ["nodeagent", "kubelet"],
  healthCheckStore: ["store", "etcd"],
  healthCheckAdmissionStart: [
    "poststarthook/start-orch-apiserver-admission-initializer",
    "poststarthook/start-apiserver-admission-initializer",
  ],
  healthCheckAggregatorInformers: [
    "poststarthook/start-orch-aggregator-informers",
    "poststarthook/start-kube-aggregator-informers",
  ],
  healthCheckAutoregistration: [
    "poststarthook/orch-apiserver-autoregistration",
    "poststarthook/kube-apiserver-autoregistration",
  ],
  healthCheckLocalAvailability: [
    "poststarthook/apiservice-status-available-controller",
    "poststarthook/apiservice-status-local-available-controller",
  ],
  healthCheckRemoteAvailability: [
    "poststarthook/apiservice-status-available-controller",
    "poststarthook/apiservice-status-remote-available-controller",
  ],
  healthCheckServiceRange: [
    "poststarthook/start-orch-service-cidr-controller",
    "poststarthook/start-kubernetes-service-cidr-controller",
  ],
  configGroupEgressSelector: ["apiserver.orch.io", "apiserver.k8s.io"],
  labelPodSecurityPrefix: ["pod-security.orch.io/", "pod-security.kubernetes.io/"],
  annotationVolumeBindingPrefix: ["pv.orch.io/", "pv.kubernetes.io/"],
  groupExecCredential: ["client.authentication.orch.io", "client.authentication.k8s.io"],
  clusterName: ["orch", "kubernetes"],
  metricPrefix: ["orch_", "kube_"],
  runFolder: ["/var/run/orch", "/var/run/kubernetes"],
  agentFolder: ["/var/lib/nodeagent", "/var/lib/kubelet"],
  volumePluginFolder: [
    "/usr/libexec/orch/nodeagent-plugins/volume/exec/",
    "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
  ],
  storageBackend: ["store3", "etcd3"],
  // Expressions and their errors are alike in both.
  expressionTypePrefix: ["kubernetes.", "kubernetes."],
  environmentServiceHost: ["ORCH_SERVICE_HOST", "KUBERNETES_SERVICE_HOST"],
  environmentServicePort: ["ORCH_SERVICE_PORT", "KUBERNETES_SERVICE_PORT"],
  environmentClientConfig: ["ORCHCONFIG", "KUBECONFIG"],
  environmentExecInfo: ["ORCH_EXEC_INFO", "KUBERNETES_EXEC_INFO"],
  clientConfigFolder: [".orch", ".kube"],
} as const satisfies Record<string, readonly [string, string]>;

/** The name of an identifier that has a spelling in each dialect. */
export type NameKey = keyof typeof PAIRS;

/** All identifiers of one dialect. */
export type Names = { readonly [K in NameKey]: string } & {
  readonly dialect: Dialect;
  /** `group("networking")` is the dialect's full name of the networking API group. */
  group(name: string): string;
};

function namesOf(dialect: Dialect): Names {
  const index = dialect === "orch" ? 0 : 1;
  const names = Object.fromEntries(
    Object.entries(PAIRS).map(([key, pair]) => [key, pair[index]]),
  ) as { [K in NameKey]: string };
  return Object.freeze({
    ...names,
    dialect,
    group: (name: string) => `${name}.${names.groupSuffix}`,
  });
}

/** The identifiers of both dialects. */
export const NAMES: Readonly<Record<Dialect, Names>> = {
  orch: namesOf("orch"),
  kubernetes: namesOf("kubernetes"),
};

/** Names the dialect that `text` spells, or undefined when it spells none. */
export function parseDialect(text: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect === text);
}

const exact: Record<Dialect, ReadonlyMap<string, string>> = {
  orch: new Map(Object.values(PAIRS).map(([orch, kubernetes]) => [kubernetes, orch])),
  kubernetes: new Map(
    // `orch.io` alone is two names of the other dialect; as an API group it is a suffix, never whole.
    Object.values(PAIRS).map(([orch, kubernetes]) => [orch, kubernetes]),
  ),
};

/**
 * The spelling in `dialect` of an identifier in either dialect: a group, a label key, a user, a
 * flag. A name that both dialects share comes back as it is.
 */
export function toDialect(identifier: string, dialect: Dialect): string {
  const paired = exact[dialect].get(identifier);
  if (paired !== undefined) return paired;
  return dialect === "orch" ? toOrch(identifier) : toKubernetes(identifier);
}

function toOrch(identifier: string): string {
  return identifier
    .replace(/(^|\.)(?:k8s|kubernetes)\.io(?=$|\/)/, "$1orch.io")
    .replace(/^x-kubernetes-/, "x-orch-")
    .replace(/(^|[-./:])kube-/g, "$1orch-")
    .replace(/\bkubelet\b/g, "nodeagent");
}

function toKubernetes(identifier: string): string {
  return identifier
    // A group has no slash and ends in k8s.io; a key, signer or finalizer has one, after its domain.
    .replace(/(^|\.)orch\.io(?=\/)/, "$1kubernetes.io")
    .replace(/\.orch\.io$/, ".k8s.io")
    .replace(/^x-orch-/, "x-kubernetes-")
    .replace(/(^|[-./:])orch-/g, "$1kube-")
    .replace(/\bnodeagent\b/g, "kubelet");
}

/**
 * The spelling of an API group in `dialect`. Groups alone: `orch.io` as the end of a group is
 * always the group suffix.
 */
export function groupInDialect(group: string, dialect: Dialect): string {
  return toDialect(group, dialect);
}

/** The dialect that an API group's name belongs to, or undefined for one that both share. */
export function dialectOfGroup(group: string): Dialect | undefined {
  return DIALECTS.find((dialect) =>
    group.endsWith(`.${NAMES[dialect].groupSuffix}`) && toDialect(group, dialect) === group
  );
}
