/** Drivers, the nodes that have them, and how much room they have. */
import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const GROUP = "storage.k8s.io";

const TOKENS =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to " +
  "prevent possible logging of tokens in volume attributes";

testKind({
  group: GROUP,
  resource: "csidrivers",
  valid: { spec: {} },
  bad: [
    [
      "an unknown policy",
      { spec: { fsGroupPolicy: "x" } },
      'spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", ' +
      '"ReadWriteOnceWithFSType"',
    ],
    [
      "an unknown life",
      { spec: { volumeLifecycleModes: ["x"] } },
      'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", ' +
      '"Ephemeral"',
    ],
    [
      "tokens that live too short and too long",
      {
        spec: {
          tokenRequests: [
            { audience: "a", expirationSeconds: 599 },
            { audience: "b", expirationSeconds: 2 ** 32 + 1 },
          ],
        },
      },
      "spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration " +
      "less than 10 minutes",
      "spec.tokenRequests[1].expirationSeconds: Invalid value: 4294967297: may not specify a " +
      "duration larger than 2^32 seconds",
    ],
    [
      "looks too often",
      { spec: { nodeAllocatableUpdatePeriodSeconds: 9 } },
      "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to " +
      "10 seconds",
    ],
    [
      "no tokens to put into secrets, which is told last",
      {
        spec: {
          serviceAccountTokenInSecrets: true,
          nodeAllocatableUpdatePeriodSeconds: 9,
        },
      },
      "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to " +
      "10 seconds",
      "spec.serviceAccountTokenInSecrets: Invalid value: true: " +
      "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
    ],
    [
      "no tokens to put into secrets",
      { spec: { serviceAccountTokenInSecrets: true } },
      "spec.serviceAccountTokenInSecrets: Invalid value: true: " +
      "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
    ],
    [
      "tokens for one twice",
      { spec: { tokenRequests: [{ audience: "a" }, { audience: "a" }] } },
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
    ],
  ],
  warned: [
    ["tokens in attributes", { spec: { tokenRequests: [{ audience: "a" }] } }, TOKENS],
    [
      "nothing where tokens are secret",
      { spec: { tokenRequests: [{ audience: "a" }], serviceAccountTokenInSecrets: false } },
    ],
  ],
  defaults: [["all", {}, {
    spec: {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      volumeLifecycleModes: ["Persistent"],
    },
  }], [
    "nothing of a feature that is off",
    { spec: { preventPodSchedulingIfMissing: true } },
    { spec: { preventPodSchedulingIfMissing: null } },
  ]],
  updates: [{
    name: "changes are counted from the first on",
    to: { spec: { requiresRepublish: true } },
    becomes: { metadata: { generation: 1 } },
  }, {
    name: "other words are no change",
    to: { metadata: { labels: { a: "b" } } },
    becomes: { metadata: { generation: null } },
  }, {
    name: "what belongs to a feature that is off may change where it was",
    from: { spec: { preventPodSchedulingIfMissing: true } },
    to: { spec: { preventPodSchedulingIfMissing: false } },
    becomes: { spec: { preventPodSchedulingIfMissing: false } },
  }, {
    name: "it does not come where it was not",
    to: { spec: { preventPodSchedulingIfMissing: true } },
    becomes: { spec: { preventPodSchedulingIfMissing: null } },
  }, {
    name: "tokens that were there are not warned of again",
    from: { spec: { tokenRequests: [{ audience: "a" }] } },
    to: { metadata: { labels: { a: "b" } } },
    warnings: [],
  }, {
    name: "other tokens are",
    from: { spec: { tokenRequests: [{ audience: "a" }] } },
    to: { spec: { tokenRequests: [{ audience: "b" }] } },
    warnings: [TOKENS],
  }, {
    name: "attachment stays",
    to: { spec: { attachRequired: false } },
    causes: ["spec.attachedRequired: Invalid value: false: field is immutable"],
  }],
  rows: [["all", {}, {
    Name: "x",
    AttachRequired: true,
    TokenRequests: "<unset>",
    Modes: "Persistent",
  }], ["a token for the server itself", { spec: { tokenRequests: [{ audience: "" }] } }, {
    TokenRequests: "",
  }]],
});

const driver = { name: "d", nodeID: "n" };

testKind({
  group: GROUP,
  resource: "csinodes",
  valid: { spec: { drivers: [driver] } },
  bad: [
    [
      "no name and no node",
      { spec: { drivers: [{ name: "", nodeID: "" }] } },
      "spec.drivers[0].name: Required value",
      "spec.drivers[0].nodeID: Required value",
    ],
    [
      "one twice",
      { spec: { drivers: [driver, driver] } },
      'spec.drivers[1].name: Duplicate value: "d"',
    ],
    [
      "less than no volume",
      { spec: { drivers: [{ ...driver, allocatable: { count: -1 } }] } },
      "spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
    ],
    [
      "a long name",
      { spec: { drivers: [{ ...driver, name: "a".repeat(64) }] } },
      "spec.drivers[0].name: Too long: may not be more than 63 bytes",
    ],
    [
      "a long node",
      { spec: { drivers: [{ ...driver, nodeID: "a".repeat(257) }] } },
      `spec.drivers[0].nodeID: Invalid value: "${"a".repeat(257)}": must be 256 characters or less`,
    ],
    [
      "a node of long characters",
      { spec: { drivers: [{ ...driver, nodeID: "é".repeat(129) }] } },
      `spec.drivers[0].nodeID: Invalid value: "${"é".repeat(129)}": must be 256 characters or less`,
    ],
    [
      "a place twice",
      { spec: { drivers: [{ ...driver, topologyKeys: ["a/b", "a/b"] }] } },
      'spec.drivers[0]: Duplicate value: "a/b"',
    ],
  ],
  updates: [
    {
      name: "keys that are none, told in another way",
      to: { spec: { drivers: [{ ...driver, topologyKeys: [] }] } },
    },
    { name: "drivers come", to: { spec: { drivers: [driver, { ...driver, name: "e" }] } } },
    {
      name: "how many volumes a node takes may change",
      to: { spec: { drivers: [{ ...driver, allocatable: { count: 1 } }] } },
    },
    {
      name: "all else stays",
      to: { spec: { drivers: [{ ...driver, nodeID: "m" }] } },
      causes: [
        'spec.drivers: Invalid value: {"name":"d","nodeID":"m","topologyKeys":null}: field is ' +
        "immutable",
      ],
    },
  ],
  rows: [["how many", {}, { Name: "x", Drivers: 1 }]],
});

testKind({
  group: GROUP,
  resource: "csistoragecapacities",
  valid: { storageClassName: "fast", capacity: "1Gi" },
  good: [["where", {
    nodeTopology: { matchLabels: { zone: "a" } },
    capacity: null,
    maximumVolumeSize: "1Gi",
  }]],
  bad: [
    [
      "no class",
      { storageClassName: "" },
      `storageClassName: Invalid value: "": ${SUBDOMAIN}`,
    ],
    [
      "a class of no name",
      { storageClassName: "_" },
      `storageClassName: Invalid value: "_": ${SUBDOMAIN}`,
    ],
    [
      "less than nothing",
      { capacity: "-1" },
      'capacity: Invalid value: "-1": must be greater than or equal to 0',
    ],
    [
      "places",
      { nodeTopology: { matchExpressions: [{ key: "a", operator: "x" }] } },
      'nodeTopology.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
    ],
    [
      "places without values",
      { nodeTopology: { matchExpressions: [{ key: "a", operator: "In" }] } },
      "nodeTopology.matchExpressions[0].values: Required value: must be specified when `operator` " +
      "is 'In' or 'NotIn'",
    ],
  ],
  warned: [[
    "old labels of nodes",
    {
      nodeTopology: {
        matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "Exists" }],
        matchLabels: { "node-role.kubernetes.io/master": "", "app.kubernetes.io/name": "a" },
      },
    },
    "nodeTopology.matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; " +
    'use "kubernetes.io/arch" instead',
    "nodeTopology.matchLabels.node-role.kubernetes.io/master: use " +
    '"node-role.kubernetes.io/control-plane" instead',
  ], [
    "labels that nobody gives nodes",
    { nodeTopology: { matchLabels: { "app.kubernetes.io/created-by": "a" } } },
    "nodeTopology.matchLabels.app.kubernetes.io/created-by: deprecated since v1.9",
  ], [
    "what taints do",
    { nodeTopology: { matchLabels: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "a" } } },
    "nodeTopology.matchLabels.scheduler.alpha.kubernetes.io/preferAvoidPods: deprecated since " +
    "v1.22; use Taints and Tolerations instead",
  ]],
  updates: [
    {
      name: "values that older rules took stay",
      from: { nodeTopology: { matchExpressions: [{ key: "a", operator: "In", values: ["a b"] }] } },
      to: { capacity: "2Gi" },
    },
    { name: "the amount changes", to: { capacity: "2Gi" } },
    {
      name: "what was asked for stays",
      to: { storageClassName: "slow", nodeTopology: {} },
      causes: [
        "nodeTopology: Invalid value: {}: field is immutable",
        'storageClassName: Invalid value: "slow": field is immutable',
      ],
    },
  ],
});
