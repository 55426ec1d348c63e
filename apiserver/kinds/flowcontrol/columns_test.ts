import { testKind } from "../../../testing/kind_tables.ts";

const GROUP = "flowcontrol.apiserver.k8s.io";

testKind({
  group: GROUP,
  resource: "flowschemas",
  valid: { spec: { priorityLevelConfiguration: { name: "l" }, matchingPrecedence: 5 } },
  rows: [["defaults", {}, {
    PriorityLevel: "l",
    MatchingPrecedence: 5,
    DistinguisherMethod: "<none>",
    MissingPL: "?",
  }]],
});

testKind({
  group: GROUP,
  resource: "prioritylevelconfigurations",
  valid: { spec: { type: "Limited", limited: { nominalConcurrencyShares: 3 } } },
  rows: [["limited", {}, { Type: "Limited", NominalConcurrencyShares: 3, Queues: "<none>" }], [
    "queued",
    { spec: { limited: { limitResponse: { type: "Queue", queuing: { queues: 8 } } } } },
    { Queues: 8 },
  ]],
});
