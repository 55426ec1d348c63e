import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const GROUP = "storage.k8s.io";

const term = (key: string, ...values: string[]) => ({ matchLabelExpressions: [{ key, values }] });

const TOKENS =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to " +
  "prevent possible logging of tokens in volume attributes";

testKind({
  group: GROUP,
  resource: "storageclasses",
  valid: { provisioner: "example.com/p", parameters: { a: "b" } },
  good: [["no policy", { reclaimPolicy: "" }]],
  bad: [
    [
      "terms of nothing",
      { allowedTopologies: [{}, {}] },
      ...[0, 0, 1, 1, 1].map((index) =>
        `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`
      ),
    ],
    [
      "no mode",
      { volumeBindingMode: "" },
      'volumeBindingMode: Unsupported value: "": supported values: "Immediate", ' +
      '"WaitForFirstConsumer"',
    ],
    ["nobody makes volumes", { provisioner: "" }, "provisioner: Required value"],
    [
      "an unknown policy",
      { reclaimPolicy: "Recycle" },
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ],
    [
      "an unknown mode",
      { volumeBindingMode: "x" },
      'volumeBindingMode: Unsupported value: "x": supported values: "Immediate", ' +
      '"WaitForFirstConsumer"',
    ],
    [
      "a parameter without a name",
      { parameters: { "": "x" } },
      'parameters: Invalid value: "": field can not be empty.',
    ],
    [
      "long parameters",
      { parameters: { a: "x".repeat(256 * 1024) } },
      "parameters: Too long: may not be more than 262144 bytes",
    ],
    [
      "places without values",
      { allowedTopologies: [{ matchLabelExpressions: [{ key: "a", values: [] }] }] },
      "allowedTopologies[0].matchLabelExpressions[0].values: Required value",
    ],
    [
      "a place twice",
      { allowedTopologies: [term("a", "b", "c"), term("a", "c", "b")] },
      'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    ],
    [
      "a key twice",
      {
        allowedTopologies: [{
          matchLabelExpressions: [{ key: "a", values: ["b"] }, { key: "a", values: ["c", "c"] }],
        }],
      },
      'allowedTopologies[0].matchLabelExpressions[1].values[1]: Duplicate value: "c"',
      'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "a"',
    ],
  ],
  warned: [
    [
      "old labels of nodes",
      {
        allowedTopologies: [
          { matchLabelExpressions: [{ key: "topology.kubernetes.io/zone", values: ["a"] }] },
          {
            matchLabelExpressions: [
              { key: "a", values: ["a"] },
              { key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] },
              { key: "beta.kubernetes.io/instance-type", values: ["a"] },
            ],
          },
        ],
      },
      "allowedTopologies[1].matchLabelExpressions[1].key: deprecated since v1.17; use " +
      '"topology.kubernetes.io/zone" instead',
      "allowedTopologies[1].matchLabelExpressions[2].key: deprecated since v1.17; use " +
      '"node.kubernetes.io/instance-type" instead',
    ],
  ],
  defaults: [["policy and mode", {}, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }]],
  updates: [
    { name: "whether volumes grow may change", to: { allowVolumeExpansion: true } },
    {
      name: "all else stays",
      to: {
        provisioner: "q",
        parameters: { a: "c" },
        reclaimPolicy: "Retain",
        volumeBindingMode: "WaitForFirstConsumer",
      },
      causes: [
        'parameters: Invalid value: {"a":"c"}: field is immutable',
        'provisioner: Invalid value: "q": field is immutable',
        'reclaimPolicy: Invalid value: "Retain": field is immutable',
        'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
      ],
    },
  ],
  rows: [["the default", {
    metadata: { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
  }, {
    Name: "x (default)",
    Provisioner: "example.com/p",
    ReclaimPolicy: "Delete",
    VolumeBindingMode: "Immediate",
    AllowVolumeExpansion: false,
  }]],
});

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
  }]],
  updates: [{
    name: "changes are counted from the first on",
    to: { spec: { requiresRepublish: true } },
    becomes: { metadata: { generation: 1 } },
  }, {
    name: "other words are no change",
    to: { metadata: { labels: { a: "b" } } },
    becomes: { metadata: { generation: null } },
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
      "a place twice",
      { spec: { drivers: [{ ...driver, topologyKeys: ["a/b", "a/b"] }] } },
      'spec.drivers[0]: Duplicate value: "a/b"',
    ],
  ],
  updates: [
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

const ONE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

testKind({
  group: GROUP,
  resource: "volumeattachments",
  valid: { spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } } },
  bad: [
    ["nobody attaches", { spec: { attacher: "" } }, "spec.attacher: Required value"],
    [
      "no volume",
      { spec: { source: { persistentVolumeName: null } } },
      `spec.source: Required value: ${ONE}`,
    ],
    [
      "a volume without a name",
      { spec: { source: { persistentVolumeName: "" } } },
      "spec.source.persistentVolumeName: Required value: must specify non empty " +
      "persistentVolumeName",
      `spec.source.persistentVolumeName: Invalid value: "": ${SUBDOMAIN}`,
    ],
    [
      "a bad volume",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1" } },
          },
        },
      },
      "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of " +
      "inline volumes",
      "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of " +
      "inline volumes",
      "spec.source.inlineVolumeSpec: Required value: must specify a volume type",
    ],
    [
      "a volume inside of it that has a life of its own",
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              csi: { driver: "d", volumeHandle: "h" },
              persistentVolumeReclaimPolicy: "Delete",
              nodeAffinity: {},
              storageClassName: "a",
              volumeMode: "Block",
            },
          },
        },
      },
      ...[
        "persistentVolumeReclaimPolicy: Forbidden: may only be Retain",
        "nodeAffinity: Forbidden: may not be specified",
        "storageClassName: Forbidden: may not be specified",
        "volumeMode: Forbidden: may not specify volumeMode other than Filesystem",
      ].map((cause) => `spec.source.inlineVolumeSpec.${cause} in the context of inline volumes`),
    ],
    [
      "two volumes",
      { spec: { source: { inlineVolumeSpec: {} } } },
      `spec.source: Forbidden: ${ONE}`,
    ],
    [
      "no node",
      { spec: { nodeName: "_" } },
      `spec.nodeName: Invalid value: "_": ${SUBDOMAIN}`,
    ],
  ],
  good: [["a driver's inside of it", {
    spec: {
      source: {
        persistentVolumeName: null,
        inlineVolumeSpec: {
          accessModes: ["ReadWriteOnce"],
          csi: { driver: "d", volumeHandle: "h" },
        },
      },
    },
  }]],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "a status",
    through: "status",
    to: { spec: { nodeName: "other" }, status: { attached: true, attachmentMetadata: { a: "b" } } },
    becomes: { spec: { nodeName: "n" }, status: { attached: true } },
  }, {
    name: "a status that says too much",
    through: "status",
    to: {
      status: {
        attached: true,
        attachmentMetadata: { a: "x".repeat(256 * 1024) },
        attachError: { message: "x".repeat(1025) },
        detachError: { errorCode: -1 },
      },
    },
    causes: [
      "status.attachmentMetadata: Too long: may not be more than 262144 bytes",
      "status.attachError.message: Too long: may not be more than 262144 bytes",
      "status.detachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    ],
  }, {
    name: "all stays",
    to: { spec: { nodeName: "other" } },
    causes: [
      'spec: Invalid value: {"attacher":"a","source":{"persistentVolumeName":"v"},' +
      '"nodeName":"other"}: field is immutable',
    ],
  }],
  rows: [["attached", { status: { attached: true } }, {
    Attacher: "a",
    PV: "v",
    Node: "n",
    Attached: true,
  }]],
});

testKind({
  group: GROUP,
  resource: "volumeattributesclasses",
  valid: { driverName: "d", parameters: { a: "b" } },
  bad: [
    ["nobody's", { driverName: "" }, "driverName: Required value"],
    [
      "nothing",
      { parameters: null },
      "parameters: Required value: must contain at least one key/value pair",
    ],
    [
      "a parameter without a name",
      { parameters: { "": "x" } },
      'parameters: Invalid value: "": field can not be empty.',
    ],
    [
      "a long driver",
      { driverName: "d".repeat(64) },
      `driverName: Invalid value: "${"d".repeat(64)}": name part must be no more than 63 bytes`,
    ],
  ],
  updates: [{
    name: "all stays",
    to: { driverName: "/", parameters: null },
    causes: [
      "driverName: Forbidden: updates to driverName are forbidden.",
      "parameters: Forbidden: updates to parameters are forbidden.",
      'driverName: Invalid value: "/": prefix part must be non-empty',
      'driverName: Invalid value: "/": name part must be non-empty',
      "driverName: Invalid value: \"/\": name part must consist of alphanumeric characters, '-', " +
      "'_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or " +
      "'my.name',  or '123-abc', regex used for validation is " +
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "parameters: Required value: must contain at least one key/value pair",
    ],
  }],
  rows: [["whose", {}, { Name: "x", DriverName: "d" }]],
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
