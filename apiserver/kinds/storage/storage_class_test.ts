/** Classes of volumes, and of their attributes. */
import { testKind } from "../../../testing/kind_tables.ts";

const GROUP = "storage.k8s.io";

const term = (key: string, ...values: string[]) => ({ matchLabelExpressions: [{ key, values }] });

testKind({
  group: GROUP,
  resource: "storageclasses",
  valid: { provisioner: "example.com/p", parameters: { a: "b" } },
  good: [["no policy", { reclaimPolicy: "" }]],
  bad: [
    [
      "a provisioner whose name ends in a dot, shown in small letters",
      { provisioner: "X_." },
      'provisioner: Invalid value: "x_.": name part must consist of alphanumeric characters, ' +
      "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or " +
      "'my.name',  or '123-abc', regex used for validation is " +
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
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
