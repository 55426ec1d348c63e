/** What pods say as a whole: names, networks, systems, claims, and places to run. */
import { testKind } from "../../../testing/kind_tables.ts";
import {
  NO_LABEL as DNS_LABEL,
  NO_QUALIFIED_NAME as LABEL,
  NO_SUBDOMAIN as SUBDOMAIN,
} from "../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const MAIN = { name: "main", image: "a:1" };
const spec = (fields: Fields) => ({ spec: fields });
const dns = (dnsConfig: Fields, more: Fields = {}) =>
  spec({ dnsPolicy: "None", dnsConfig, ...more });
const TOPOLOGY = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
const spread = (...all: Fields[]) =>
  spec({ topologySpreadConstraints: all.map((one) => ({ ...TOPOLOGY, ...one })) });
const tolerates = (fields: Fields) => spec({ tolerations: [fields] });
const near = (fields: Fields) => spec({ affinity: { nodeAffinity: fields } });
const term = (...matchExpressions: Fields[]) =>
  near({
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
  });
const asks = (claim: Fields) =>
  spec({
    containers: [{ ...MAIN, resources: { claims: [claim] } }],
    resourceClaims: [{ name: "gpu", resourceClaimName: "a" }],
  });
const secured = (securityContext: Fields, more: Fields = {}) => spec({ securityContext, ...more });

const REQUIRED = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution";

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [MAIN] } },
  good: [
    ["a domain of services", dns({ nameservers: ["10.0.0.1"], searches: ["_a.b", "c."] })],
    [
      "a preference of any value",
      near({
        preferredDuringSchedulingIgnoredDuringExecution: [{
          weight: 1,
          preference: { matchExpressions: [{ key: "a", operator: "In", values: ["-"] }] },
        }],
      }),
    ],
    ["a key without a name", spec({ imagePullSecrets: [{ name: "" }] })],
    ["any taint", tolerates({ operator: "Exists" })],
    ["part of a claim", asks({ name: "gpu", request: "one" })],
  ],
  bad: [
    [
      "a class of runtimes without a name",
      spec({ runtimeClassName: "" }),
      `spec.runtimeClassName: Invalid value: "": ${SUBDOMAIN}`,
    ],
    [
      "no servers",
      dns({}),
      "spec.dnsConfig.nameservers: Required value: must provide at least one DNS " +
      "nameserver when `dnsPolicy` is None",
    ],
    [
      "servers that are none",
      dns({ nameservers: ["a", "1.2.3.4", "1.2.3.4", "1.2.3.4"] }),
      'spec.dnsConfig.nameservers: Invalid value: ["a","1.2.3.4","1.2.3.4","1.2.3.4"]: ' +
      "must not have more than 3 nameservers",
      'spec.dnsConfig.nameservers[0]: Invalid value: "a": must be a valid IP address, ' +
      "(e.g. 10.9.8.7 or 2001:db8::ffff)",
    ],
    [
      "domains that are none",
      dns({ nameservers: ["1.2.3.4"], searches: ["a b", ""] }),
      'spec.dnsConfig.searches[0]: Invalid value: "a b": a lowercase RFC 1123 subdomain ' +
      "must consist of lower case alphanumeric characters, '_', '-' or '.', and must start " +
      "and end with an alphanumeric character (e.g. 'example.com', regex used for " +
      "validation is " +
      "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
      'spec.dnsConfig.searches[1]: Invalid value: "": a lowercase RFC 1123 subdomain must ' +
      "consist of lower case alphanumeric characters, '_', '-' or '.', and must start and " +
      "end with an alphanumeric character (e.g. 'example.com', regex used for validation " +
      "is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "an option without a name",
      dns({ nameservers: ["1.2.3.4"], options: [{ value: "1" }] }),
      "spec.dnsConfig.options[0]: Required value: must not be empty",
    ],
    [
      "another policy of names",
      spec({ dnsPolicy: "Mine" }),
      'spec.dnsPolicy: Unsupported value: "Mine": supported values: ' +
      '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    ],
    [
      "another policy of restarts",
      spec({ restartPolicy: "Sometimes" }),
      'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", ' +
      '"OnFailure", "Never"',
    ],
    [
      "a host with dots",
      spec({ hostname: "a.b", subdomain: "a.b" }),
      'spec.hostname: Invalid value: "a.b": must not contain dots',
      'spec.subdomain: Invalid value: "a.b": must not contain dots',
    ],
    [
      "names without addresses",
      spec({ hostAliases: [{ ip: "a", hostnames: ["-"] }] }),
      'spec.hostAliases[0].ip: Invalid value: "a": must be a valid IP address, (e.g. ' +
      "10.9.8.7 or 2001:db8::ffff)",
      `spec.hostAliases[0].hostnames[0]: Invalid value: "-": ${SUBDOMAIN}`,
    ],
    [
      "gates and a node",
      spec({ nodeName: "a", schedulingGates: [{ name: "a" }] }),
      "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
    ],
    [
      "gates twice",
      spec({ schedulingGates: [{ name: "a" }, { name: "a" }, { name: "" }] }),
      'spec.schedulingGates[1]: Duplicate value: "a"',
      'spec.schedulingGates[2]: Invalid value: "": name part must be non-empty',
      `spec.schedulingGates[2]: Invalid value: "": ${LABEL}`,
    ],
    [
      "conditions of nothing",
      spec({ readinessGates: [{ conditionType: "" }] }),
      'spec.readinessGates[0].conditionType: Invalid value: "": name part must be non-empty',
      `spec.readinessGates[0].conditionType: Invalid value: "": ${LABEL}`,
    ],
    [
      "no time",
      spec({ activeDeadlineSeconds: 0, terminationGracePeriodSeconds: 1 }),
      "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, " +
      "inclusive",
    ],
    [
      "users of its own beside the node's",
      spec({ hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true }),
      "spec.hostNetwork: Forbidden: when `hostUsers` is false",
      "spec.HostPID: Forbidden: when `hostUsers` is false",
      "spec.HostIPC: Forbidden: when `hostUsers` is false",
    ],
    [
      "users of its own beside a disk",
      spec({
        hostUsers: false,
        containers: [{ ...MAIN, volumeDevices: [{ name: "disk", devicePath: "/a" }] }],
        volumes: [{ name: "disk", persistentVolumeClaim: { claimName: "a" } }],
      }),
      "spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false",
    ],
    [
      "processes of all",
      spec({ shareProcessNamespace: true, hostPID: true }),
      "spec.securityContext.shareProcessNamespace: Invalid value: true: " +
      "ShareProcessNamespace and HostPID cannot both be enabled",
    ],
    [
      "another system",
      spec({ os: { name: "mac" } }),
      'spec.os: Unsupported value: "mac": supported values: "linux", "windows"',
    ],
    ["no system", spec({ os: { name: "" } }), "spec.os.name: Required value"],
    [
      "Windows, which has no such thing",
      secured({
        fsGroup: 1,
        sysctls: [{ name: "a", value: "b" }],
        seLinuxOptions: {},
        seccompProfile: { type: "RuntimeDefault" },
      }, { os: { name: "windows" }, hostPID: true, hostIPC: true, shareProcessNamespace: true }),
      "spec.securityContext.shareProcessNamespace: Invalid value: true: " +
      "ShareProcessNamespace and HostPID cannot both be enabled",
      "spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod",
      "spec.hostPID: Forbidden: cannot be set for a windows pod",
      "spec.hostIPC: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.seccompProfile: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.sysctls: Forbidden: cannot be set for a windows pod",
      "spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod",
    ],
    [
      "another change of labels",
      secured({ seLinuxChangePolicy: "MountOption" }),
      'spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": ' +
      'supported values: "Recursive"',
    ],
    [
      "another policy of groups",
      secured({ supplementalGroupsPolicy: "All", fsGroupChangePolicy: "Never" }),
      'spec.securityContext.fsGroupChangePolicy: Unsupported value: "Never": supported ' +
      'values: "Always", "OnRootMismatch"',
      'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "All": supported ' +
      'values: "Merge", "Strict"',
    ],
    [
      "groups below zero",
      secured({ supplementalGroups: [-1], fsGroup: -1 }),
      "spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, " +
      "inclusive",
      "spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 " +
      "and 2147483647, inclusive",
    ],
    [
      "settings of bad names",
      secured({
        sysctls: [{ name: "a b", value: "" }, { name: "a", value: "" }, { name: "a", value: "" }],
      }),
      'spec.securityContext.sysctls[0].name: Invalid value: "a b": must have at most 253 ' +
      "characters and match regex " +
      "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
      'spec.securityContext.sysctls[2].name: Duplicate value: "a"',
    ],
    [
      "settings of the node",
      secured({
        sysctls: [{ name: "net.a", value: "1" }, { name: "kernel.shm_rmid_forced", value: "1" }],
      }, { hostNetwork: true, hostIPC: true }),
      'spec.securityContext.sysctls[0].name: Invalid value: "net.a": may not be specified ' +
      "when 'hostNetwork' is true",
      'spec.securityContext.sysctls[1].name: Invalid value: "kernel.shm_rmid_forced": may ' +
      "not be specified when 'hostIPC' is true",
    ],
    [
      "spread over nothing",
      spread({ topologyKey: "" }),
      "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
    ],
    [
      "spread over one thing twice",
      spread({}, { maxSkew: 2 }),
      "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate " +
      'value: "{zone, DoNotSchedule}"',
    ],
    [
      "spread in another way",
      spread({ whenUnsatisfiable: "Wait", nodeAffinityPolicy: "Look", nodeTaintsPolicy: "Look" }),
      'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "Wait": ' +
      'supported values: "DoNotSchedule", "ScheduleAnyway"',
      'spec.topologySpreadConstraints[0].nodeAffinityPolicy: Unsupported value: "Look": ' +
      'supported values: "Honor", "Ignore"',
      'spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: "Look": ' +
      'supported values: "Honor", "Ignore"',
    ],
    [
      "a taint that stays for a while",
      tolerates({ key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 1 }),
      "spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' " +
      "when `tolerationSeconds` is set",
    ],
    [
      "a taint with a value",
      tolerates({ key: "a", operator: "Exists", value: "b" }),
      'spec.tolerations[0].operator: Invalid value: "b": value must be empty when ' +
      "`operator` is 'Exists'",
    ],
    [
      "a taint of another sort",
      tolerates({ key: "a b", operator: "Is", value: "b c", effect: "Go" }),
      `spec.tolerations[0].key: Invalid value: "a b": ${LABEL}`,
      'spec.tolerations[0].operator: Unsupported value: "Is": supported values: "Equal", ' +
      '"Exists"',
      'spec.tolerations[0].effect: Unsupported value: "Go": supported values: ' +
      '"NoSchedule", "PreferNoSchedule", "NoExecute"',
    ],
    [
      "all values but no operator",
      tolerates({ operator: "Equal" }),
      'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when ' +
      '`key` is empty, which means "match all values and all keys"',
    ],
    [
      "near nothing",
      near({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } }),
      `${REQUIRED}.nodeSelectorTerms: Required value: must have at least one node selector ` +
      "term",
    ],
    [
      "near without a value",
      term({ key: "a", operator: "In" }),
      `${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must ` +
      "be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      "near values that need none",
      term({ key: "a", operator: "Exists", values: ["b"] }),
      `${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values: Forbidden: may not be ` +
      "specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      "near more than one",
      term({ key: "a", operator: "Gt", values: ["1", "2"] }),
      `${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must ` +
      "be specified single value when `operator` is 'Lt' or 'Gt'",
    ],
    [
      "near in another way",
      term({ key: "a b", operator: "Near" }),
      `${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: ` +
      '"Near": not a valid selector operator',
      `${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "a b": ` +
      `${LABEL}`,
    ],
    [
      "a preference out of bounds",
      near({
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, preference: {} }],
      }),
      `${PREFERRED}[0].weight: Invalid value: 101: must be in the range 1-100`,
    ],
    [
      "part of a claim twice",
      spec({
        containers: [{
          ...MAIN,
          resources: { claims: [{ name: "gpu" }, { name: "gpu", request: "one" }] },
        }],
        resourceClaims: [{ name: "gpu", resourceClaimName: "a" }],
      }),
      'spec.containers[0].resources.claims[1]: Duplicate value: "gpu"',
    ],
    [
      "a bad part of a claim",
      asks({ name: "gpu", request: "a b" }),
      `spec.containers[0].resources.claims[0].request: Invalid value: "a b": ${DNS_LABEL}`,
    ],
    [
      "a bad claim",
      spec({ resourceClaims: [{ name: "a b", resourceClaimTemplateName: "-" }] }),
      `spec.resourceClaims[0].name: Invalid value: "a b": ${DNS_LABEL}`,
      `spec.resourceClaims[0].resourceClaimTemplateName: Invalid value: "-": ${SUBDOMAIN}`,
    ],
    [
      "a debugger from the start",
      spec({ ephemeralContainers: [{ ...MAIN, name: "debug" }] }),
      "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ],
    [
      "containers of one name",
      spec({ initContainers: [MAIN] }),
      'spec.initContainers[0].name: Duplicate value: "main"',
    ],
    [
      "overhead of nothing",
      spec({ overhead: { "a b": "1" } }),
      `spec.overhead.limits[a b]: Invalid value: "a b": ${LABEL}`,
      'spec.overhead.limits[a b]: Invalid value: "a b": must be a standard resource for ' +
      "containers",
    ],
    [
      "a preemption of another sort",
      spec({ preemptionPolicy: "Maybe" }),
      'spec.preemptionPolicy: Unsupported value: "Maybe": supported values: ' +
      '"PreemptLowerPriority", "Never"',
    ],
  ],
  defaults: [
    [
      "large pages of the whole",
      spec({ resources: { limits: { "hugepages-2Mi": "4Mi", cpu: "1" } } }),
      spec({ resources: { requests: { "hugepages-2Mi": "4Mi", cpu: "1" } } }),
    ],
  ],
});
