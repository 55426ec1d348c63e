import { testKind } from "../../../testing/kind_tables.ts";

const VALID = { spec: { holderIdentity: "a", leaseDurationSeconds: 15, leaseTransitions: 0 } };
const OWN = { spec: { strategy: "example.com/x", preferredHolder: "b" } };

testKind({
  group: "coordination.k8s.io",
  resource: "leases",
  valid: VALID,
  good: [["nobody's", { spec: null }]],
  defaults: [["a strategy, which is of a feature that is off", OWN, {
    spec: { strategy: null, preferredHolder: null },
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
  ],
  updates: [{
    name: "a strategy stays where there was one",
    from: OWN,
    to: { spec: { strategy: "OldestEmulationVersion" } },
    becomes: { spec: { strategy: "OldestEmulationVersion", preferredHolder: "b" } },
  }, {
    name: "an unknown strategy in place of another",
    from: OWN,
    to: { spec: { strategy: "x", preferredHolder: null } },
    causes: [
      'spec.strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"',
    ],
  }, {
    name: "no time",
    to: { spec: { leaseDurationSeconds: -1 } },
    causes: ["spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0"],
  }],
  rows: [["who holds it", {}, { Name: "x", Holder: "a" }]],
});

testKind({
  group: "coordination.k8s.io",
  resource: "leases",
  features: ["CoordinatedLeaderElection"],
  valid: VALID,
  defaults: [["a strategy of one's own", OWN, OWN]],
  bad: [
    [
      "an unknown strategy",
      { spec: { strategy: "x" } },
      'spec.strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"',
    ],
    [
      "a holder without a strategy",
      { spec: { preferredHolder: "b" } },
      "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined",
    ],
    [
      "a holder with a strategy of no name",
      { spec: { strategy: "", preferredHolder: "b" } },
      'spec.strategy.strategy: Unsupported value: "": supported values: "OldestEmulationVersion"',
      "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined",
    ],
  ],
});
