import { testKind } from "../../../testing/kind_tables.ts";

const GROUP = "storage.k8s.io";

testKind({
  group: GROUP,
  resource: "storageclasses",
  valid: { provisioner: "example.com/p", parameters: { a: "b" } },
  bad: [
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
        "parameters: Forbidden: updates to parameters are forbidden.",
        "provisioner: Forbidden: updates to provisioner are forbidden.",
        "reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.",
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
      "a long name",
      { metadata: { name: "a".repeat(64) } },
      "name: Too long: may not be more than 63 bytes",
    ],
    [
      "an unknown policy",
      { spec: { fsGroupPolicy: "x" } },
      'spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", ' +
      '"ReadWriteOnceWithFSType"',
    ],
    [
      "an unknown life",
      { spec: { volumeLifecycleModes: ["x"] } },
      'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Ephemeral", ' +
      '"Persistent"',
    ],
    [
      "tokens for one twice",
      { spec: { tokenRequests: [{ audience: "a" }, { audience: "a" }] } },
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
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
    name: "attachment stays",
    to: { spec: { attachRequired: false } },
    causes: ["spec.attachRequired: Invalid value: false: field is immutable"],
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
      "spec.source.inlineVolumeSpec: Required value: must specify a volume type",
    ],
  ],
  updates: [{
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
      "driverName: Too long: may not be more than 63 bytes",
    ],
  ],
  updates: [{
    name: "all stays",
    to: { driverName: "e" },
    causes: ['driverName: Invalid value: "e": field is immutable'],
  }],
  rows: [["whose", {}, { Name: "x", DriverName: "d" }]],
});
