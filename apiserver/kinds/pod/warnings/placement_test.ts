/** Where pods run, with which devices and amounts, as whom, and how that changes. */
import { testKind } from "../../../../testing/kind_tables.ts";

type Fields = Record<string, unknown>;

const MAIN = { name: "main", image: "a:1" };
const spec = (fields: Fields) => ({ spec: fields });
/** One container with these fields, in a pod with those. */
const container = (fields: Fields, more: Fields = {}) =>
  spec({ ...more, containers: [{ ...MAIN, ...fields }] });
const AMOUNTS = (cpu: string) => ({ resources: { requests: { cpu } } });

const SELECTOR = { matchLabels: { app: "web" } };
const TOPOLOGY = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
const spread = (fields: Fields) =>
  spec({ topologySpreadConstraints: [{ ...TOPOLOGY, ...fields }] });
const SPREAD = "spec.topologySpreadConstraints[0]";
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const apart = (fields: Fields) =>
  spec({ affinity: { podAntiAffinity: { [REQUIRED]: [{ topologyKey: "zone", ...fields }] } } });
const APART = `spec.affinity.podAntiAffinity.${REQUIRED}[0]`;

const claims = (...all: unknown[]) => spec({ resourceClaims: all });
const GPU = { name: "gpu", resourceClaimName: "a" };
const asks = (...names: string[]) =>
  container({ resources: { claims: names.map((name) => ({ name })) } }, { resourceClaims: [GPU] });

const windows = (fields: Fields) => spec({ os: { name: "windows" }, ...fields });
const user = (runAsUserName: string) =>
  spec({ securityContext: { windowsOptions: { runAsUserName } } });
const USER = "spec.securityContext.windowsOptions.runAsUserName";
const NOT_ON_WINDOWS = "Forbidden: cannot be set for a windows pod";
const RUNNING = { containerStatuses: [{ name: "main", state: { running: {} } }] };
const DEVICES = (count: string) => ({
  resources: { requests: { "example.com/gpu": count }, limits: { "example.com/gpu": count } },
});
const ONLY_SIZES = "spec: Forbidden: only cpu and memory resources are mutable";
const PAGES = (size: string) => ({
  requests: { cpu: "2", "hugepages-2Mi": size },
  limits: { "hugepages-2Mi": size },
});

testKind({
  group: "",
  resource: "pods",
  valid: { metadata: { labels: { app: "web", rev: "2" } }, spec: { containers: [MAIN] } },
  good: [
    ["spread by its own labels", spread({ labelSelector: SELECTOR, matchLabelKeys: ["rev"] })],
    ["a device", asks("gpu")],
    ["a device of a template", claims({ name: "gpu", resourceClaimTemplateName: "a" })],
    ["room for all", container(AMOUNTS("1"), { resources: { requests: { cpu: "2" } } })],
    ["a user of a domain", user("CONTOSO\\web")],
    [
      "a process of the node",
      spec({ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }),
    ],
    ["a name of its own", spec({ hostnameOverride: "a.example.com" })],
  ],
  bad: [
    [
      "keys without a selector",
      spread({ matchLabelKeys: ["rev"] }),
      `${SPREAD}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ],
    [
      "a key that the selector has",
      spread({ labelSelector: SELECTOR, matchLabelKeys: ["app"] }),
      `${SPREAD}[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`,
    ],
    [
      "a key that should and should not match",
      apart({ labelSelector: SELECTOR, matchLabelKeys: ["x"], mismatchLabelKeys: ["x"] }),
      `${APART}.matchLabelKeys[0]: Invalid value: "x": exists in both matchLabelKeys and mismatchLabelKeys`,
    ],
    [
      "a bad key",
      apart({ labelSelector: SELECTOR, mismatchLabelKeys: ["/x"] }),
      `${APART}.mismatchLabelKeys[0]: Invalid value: "/x": prefix part must be non-empty`,
    ],
    [
      "domains where none are needed",
      spread({ whenUnsatisfiable: "ScheduleAnyway", minDomains: 1 }),
      `${SPREAD}.minDomains: Invalid value: 1: can only use minDomains if ` +
      "whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
    ],
    [
      "no skew",
      spread({ maxSkew: 0 }),
      `${SPREAD}.maxSkew: Invalid value: 0: must be greater than zero`,
    ],
    [
      "a claim without a name",
      claims({ name: "", resourceClaimName: "a" }),
      "spec.resourceClaims[0].name: Required value",
    ],
    ["a claim twice", claims(GPU, GPU), 'spec.resourceClaims[1].name: Duplicate value: "gpu"'],
    [
      "a claim of nothing",
      claims({ name: "gpu" }),
      'spec.resourceClaims[0]: Invalid value: {"name":"gpu"}: must specify one of: ' +
      "`resourceClaimName`, `resourceClaimTemplateName`",
    ],
    [
      "a claim of two",
      claims({ ...GPU, resourceClaimTemplateName: "b" }),
      'spec.resourceClaims[0]: Invalid value: {"name":"gpu","resourceClaimName":"a",' +
      '"resourceClaimTemplateName":"b"}: at most one of `resourceClaimName` or ' +
      "`resourceClaimTemplateName` may be specified",
    ],
    [
      "a claim of a pod that a node runs by itself",
      {
        metadata: { annotations: { "kubernetes.io/config.mirror": "a" } },
        spec: { nodeName: "n", ...claims({ name: "gpu", resourceClaimTemplateName: "a" }).spec },
      },
      "[]: Forbidden: static pods do not support resource claims",
    ],
    [
      "a claim whose name gets too long",
      {
        metadata: { name: "x".repeat(253) },
        spec: {
          volumes: [{
            name: "v",
            ephemeral: {
              volumeClaimTemplate: {
                spec: {
                  accessModes: ["ReadWriteOnce"],
                  resources: { requests: { storage: "1Gi" } },
                },
              },
            },
          }],
        },
      },
      `spec.volumes[0].name: Invalid value: "v": PVC name "${
        "x".repeat(253)
      }-v": must be no more ` +
      "than 253 characters",
    ],
    [
      "a device that nobody claims",
      asks("gpu", "gpu", "tpu"),
      'spec.containers[0].resources.claims[1]: Duplicate value: "gpu"',
      'spec.containers[0].resources.claims[2]: Not found: "tpu": must be one of the names in ' +
      "pod.spec.resourceClaims: gpu",
    ],
    [
      "less than its containers ask for",
      spec({
        resources: { requests: { cpu: "2" } },
        containers: [{ ...MAIN, ...AMOUNTS("1") }],
        initContainers: [
          { ...MAIN, name: "side", restartPolicy: "Always", ...AMOUNTS("500m") },
          { ...MAIN, name: "first", ...AMOUNTS("1600m") },
        ],
      }),
      'spec.resources.requests[cpu]: Invalid value: "2": must be greater than or equal to ' +
      "aggregate container requests of 2100m",
    ],
    [
      "a container above its pod",
      container({ resources: { limits: { memory: "2Gi" } } }, {
        resources: { limits: { memory: "1Gi" } },
      }),
      'spec.resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi',
      'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or ' +
      "equal to pod limits of 1Gi",
    ],
    [
      "a container with larger pages than its pod",
      container({ resources: { limits: { cpu: "1", "hugepages-2Mi": "4Mi" } } }, {
        resources: {
          limits: { cpu: "1", "hugepages-2Mi": "2Mi" },
          requests: { "hugepages-2Mi": "2Mi" },
        },
      }),
      'spec.resources.requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal ' +
      "to aggregate container requests of 4Mi",
      'spec.resources.limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal ' +
      "to aggregate container limits of 4Mi",
      'spec.resources.containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": must be less than ' +
      "or equal to pod limits of 2Mi",
    ],
    [
      "a device of the whole pod",
      spec({ resources: { limits: { "example.com/gpu": "1" } } }),
      'spec.resources.limits[example.com/gpu]: Unsupported value: "example.com/gpu": ' +
      'supported values: "cpu", "hugepages-", "memory"',
    ],
    [
      "claims of the whole pod",
      spec({ resources: { claims: [{ name: "gpu" }] }, resourceClaims: [GPU] }),
      "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
    ],
    [
      "another system",
      spec({ os: { name: "plan9" } }),
      'spec.os: Unsupported value: "plan9": supported values: "linux", "windows"',
    ],
    [
      "what Windows has not",
      windows({ hostPID: true, hostUsers: true, securityContext: { runAsUser: 1 } }),
      `spec.hostUsers: ${NOT_ON_WINDOWS}`,
      `spec.hostPID: ${NOT_ON_WINDOWS}`,
      `spec.securityContext.runAsUser: ${NOT_ON_WINDOWS}`,
    ],
    [
      "what Windows containers have not",
      windows({ containers: [{ ...MAIN, securityContext: { privileged: true } }] }),
      `spec.containers[0].securityContext.privileged: ${NOT_ON_WINDOWS}`,
    ],
    [
      "what Linux has not",
      spec({ os: { name: "linux" }, securityContext: { windowsOptions: {} } }),
      "spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod",
    ],
    [
      "a user of two domains",
      user("a\\b\\c"),
      `${USER}: Invalid value: "a\\\\b\\\\c": runAsUserName cannot contain more than one backslash`,
    ],
    [
      "a user without a name",
      user("a\\"),
      `${USER}: Invalid value: "a\\\\": runAsUserName's User cannot be empty`,
    ],
    [
      "a user of long characters",
      user("é".repeat(53)),
      `${USER}: Invalid value: "${"é".repeat(53)}": runAsUserName's User length must not be ` +
      "longer than 104 characters",
    ],
    [
      "a user of a bad domain",
      user(".a\\b"),
      `${USER}: Invalid value: ".a\\\\b": runAsUserName's Domain doesn't match the NetBios nor the DNS format`,
    ],
    [
      "a user of bad characters",
      user("a:b"),
      `${USER}: Invalid value: "a:b": runAsUserName's User cannot contain the following characters: ` +
      '"/\\:;|=,+*?<>@[]',
    ],
    [
      "some processes of the node",
      spec({
        containers: [
          { ...MAIN, securityContext: { windowsOptions: { hostProcess: true } } },
          { ...MAIN, name: "other" },
        ],
      }),
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must ' +
      "be HostProcess containers",
      "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers",
    ],
    [
      "a name of its own on the node's network",
      spec({ hostnameOverride: "a", hostNetwork: true }),
      "spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true",
    ],
    [
      "a name of its own and a whole one",
      spec({ hostnameOverride: "a".repeat(65), setHostnameAsFQDN: true }),
      "spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true",
      "spec.hostnameOverride: Too long: may not be more than 64 bytes",
    ],
    [
      "a host with dots",
      spec({ hostname: "a.b" }),
      'spec.hostname: Invalid value: "a.b": must not contain dots',
    ],
    [
      "a domain with dots",
      spec({ subdomain: "a.b" }),
      'spec.subdomain: Invalid value: "a.b": must not contain dots',
    ],
  ],
  defaults: [
    [
      "its own labels in its selectors",
      spec({
        topologySpreadConstraints: [{
          ...TOPOLOGY,
          labelSelector: SELECTOR,
          matchLabelKeys: ["rev", "none"],
        }],
        affinity: {
          podAffinity: {
            [PREFERRED]: [{
              weight: 1,
              podAffinityTerm: {
                topologyKey: "zone",
                labelSelector: SELECTOR,
                matchLabelKeys: ["rev"],
                mismatchLabelKeys: ["app"],
              },
            }],
          },
        },
      }),
      spec({
        topologySpreadConstraints: [{
          ...TOPOLOGY,
          labelSelector: {
            ...SELECTOR,
            matchExpressions: [{ key: "rev", operator: "In", values: ["2"] }],
          },
          matchLabelKeys: ["rev", "none"],
        }],
        affinity: {
          podAffinity: {
            [PREFERRED]: [{
              weight: 1,
              podAffinityTerm: {
                labelSelector: {
                  ...SELECTOR,
                  matchExpressions: [
                    { key: "rev", operator: "In", values: ["2"] },
                    { key: "app", operator: "NotIn", values: ["web"] },
                  ],
                },
                topologyKey: "zone",
                matchLabelKeys: ["rev"],
                mismatchLabelKeys: ["app"],
              },
            }],
          },
        },
      }),
    ],
    [
      "what it asks for as a whole",
      container(AMOUNTS("1"), { resources: { limits: { cpu: "3", memory: "1Gi" } } }),
      {
        spec: { resources: { requests: { cpu: "1", memory: "1Gi" } } },
        status: { qosClass: "Burstable" },
      },
    ],
  ],
  updates: [
    {
      name: "to a size of the whole",
      through: "resize",
      from: container(AMOUNTS("1"), { resources: { requests: { cpu: "2" } } }),
      to: spec({ resources: { requests: { cpu: "3" } } }),
    },
    {
      name: "to no size of the whole",
      through: "resize",
      from: container(AMOUNTS("1"), { resources: { requests: { cpu: "2" } } }),
      to: spec({ resources: null }),
      causes: ["spec.resources: Forbidden: pod-level resources cannot be removed"],
    },
    {
      name: "to less to say of the whole",
      through: "resize",
      from: container(AMOUNTS("1"), {
        resources: { requests: { cpu: "2", memory: "2Gi" }, limits: { cpu: "3", memory: "3Gi" } },
      }),
      to: spec({ resources: { requests: { memory: null }, limits: { memory: null } } }),
      causes: [
        "spec.resources.requests: Forbidden: pod-level resource requests cannot be removed",
        "spec.resources.limits: Forbidden: pod-level resource limits cannot be removed",
      ],
    },
    {
      name: "to other pages of the whole",
      through: "resize",
      from: container(AMOUNTS("1"), { resources: PAGES("2Mi") }),
      to: spec({ resources: PAGES("4Mi") }),
      causes: ["spec: Forbidden: only cpu and memory resources are mutable at pod-level"],
    },
    {
      name: "to no size",
      through: "resize",
      from: container({
        resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1" } },
      }),
      to: container({ resources: { requests: { cpu: "1" } } }),
      causes: [
        "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
        "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed",
      ],
    },
    {
      name: "to another class of service",
      through: "resize",
      to: container(AMOUNTS("1")),
      causes: [
        'spec: Invalid value: "": Pod QOS Class may not change as a result of resizing',
      ],
    },
    {
      name: "to another image, as a size",
      through: "resize",
      to: container({ image: "b:1" }),
      becomes: { metadata: { generation: null } },
    },
    {
      name: "to another device, as a size",
      through: "resize",
      from: container({
        resources: {
          requests: { cpu: "1", "example.com/gpu": "1" },
          limits: { "example.com/gpu": "1" },
        },
      }),
      to: container({
        resources: {
          requests: { cpu: "1", "example.com/gpu": "2" },
          limits: { "example.com/gpu": "2" },
        },
      }),
      causes: [ONLY_SIZES],
    },
    {
      name: "to other containers, as a size",
      through: "resize",
      to: spec({ containers: [{ ...MAIN, name: "other" }] }),
      causes: [
        "spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize",
      ],
    },
    {
      name: "to a size, where the node can't",
      through: "resize",
      from: { ...container(AMOUNTS("1")), status: RUNNING },
      to: container(AMOUNTS("2")),
      causes: ["spec: Forbidden: Pod running on node without support for resize"],
    },
    {
      name: "to a size, of a node's own pod",
      through: "resize",
      from: {
        metadata: { annotations: { "kubernetes.io/config.mirror": "a" } },
        ...container(AMOUNTS("1")),
      },
      to: container(AMOUNTS("2")),
      causes: ["[]: Forbidden: static pods cannot be resized"],
    },
    {
      name: "to a size of what ran before it",
      through: "resize",
      from: spec({ initContainers: [{ ...MAIN, name: "first", ...AMOUNTS("1") }] }),
      to: spec({ initContainers: [{ ...MAIN, name: "first", ...AMOUNTS("2") }] }),
      becomes: { metadata: { generation: 1 } },
    },
    {
      name: "to another device of what ran before it",
      through: "resize",
      from: spec({ initContainers: [{ ...MAIN, name: "first", ...DEVICES("1") }] }),
      to: spec({ initContainers: [{ ...MAIN, name: "first", ...DEVICES("2") }] }),
      causes: [
        "spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar " +
        "containers are mutable",
      ],
    },
    {
      name: "to one container more, as a size",
      through: "resize",
      to: spec({ containers: [MAIN, { ...MAIN, name: "more" }] }),
      causes: ["spec.containers: Forbidden: containers may not be added or removed on resize"],
    },
  ],
});
