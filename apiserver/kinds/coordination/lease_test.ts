import { testKind } from "../../../testing/kind_tables.ts";

testKind({
  group: "coordination.k8s.io",
  resource: "leases",
  valid: { spec: { holderIdentity: "a", leaseDurationSeconds: 15, leaseTransitions: 0 } },
  good: [["nobody's", { spec: null }], ["a strategy of one's own", {
    spec: { strategy: "example.com/x", preferredHolder: "b" },
  }]],
  bad: [
    [
      "no time",
      { spec: { leaseDurationSeconds: 0 } },
      "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
    ],
    [
      "less than no change",
      { spec: { leaseTransitions: -1 } },
      "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
    ],
    [
      "an unknown strategy",
      { spec: { strategy: "x" } },
      'spec.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"',
    ],
    [
      "a holder without a strategy",
      { spec: { preferredHolder: "b" } },
      "spec.preferredHolder: Forbidden: may only be specified when `strategy` is defined",
    ],
  ],
  updates: [{
    name: "no time",
    to: { spec: { leaseDurationSeconds: -1 } },
    causes: ["spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0"],
  }],
  rows: [["who holds it", {}, { Name: "x", Holder: "a" }]],
});
