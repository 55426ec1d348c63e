import { testKind } from "../../../testing/kind_tables.ts";

const RESERVED = "metadata.name: Forbidden: priority class names with 'system-' prefix are " +
  "reserved for system use only. error: ";

testKind({
  group: "scheduling.k8s.io",
  resource: "priorityclasses",
  valid: { value: 5 },
  good: [["the system's", { metadata: { name: "system-node-critical" }, value: 2_000_001_000 }]],
  bad: [
    [
      "too high",
      { value: 1_000_000_001 },
      "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
    ],
    [
      "a name of the system",
      { metadata: { name: "system-x" } },
      `${RESERVED}system-x is not a known system priority class`,
    ],
    [
      "another value of the system's",
      { metadata: { name: "system-node-critical" } },
      `${RESERVED}value of system-node-critical PriorityClass must be 2000001000`,
    ],
    [
      "a class of the system's for all that name none",
      {
        metadata: { name: "system-node-critical" },
        value: 2_000_001_000,
        globalDefault: true,
      },
      `${RESERVED}globalDefault of system-node-critical PriorityClass must be false`,
    ],
    [
      "an unknown policy",
      { preemptionPolicy: "x" },
      'preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"',
    ],
  ],
  defaults: [["policy", {}, { preemptionPolicy: "PreemptLowerPriority" }]],
  updates: [
    { name: "the description may change", to: { description: "x" } },
    {
      name: "value and policy stay",
      to: { value: 6, preemptionPolicy: "Never" },
      causes: [
        "value: Forbidden: may not be changed in an update.",
        'preemptionPolicy: Invalid value: "Never": field is immutable',
      ],
    },
  ],
  rows: [["all", {}, {
    Name: "x",
    Value: 5,
    "Global-Default": false,
    PreemptionPolicy: "PreemptLowerPriority",
  }]],
});
