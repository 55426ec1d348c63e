import { testKind } from "../../../testing/kind_tables.ts";

const spec = (fields: object) => ({ spec: fields });
const limited = (fields: object) => spec({ limited: fields });
const response = (limitResponse: object) => limited({ limitResponse });
const queuing = (fields: object) => response({ type: "Queue", queuing: fields });

testKind({
  group: "flowcontrol.apiserver.k8s.io",
  resource: "prioritylevelconfigurations",
  valid: spec({
    type: "Limited",
    limited: { nominalConcurrencyShares: 3, limitResponse: { type: "Reject" } },
  }),
  good: [
    ["nothing of its own", limited({ nominalConcurrencyShares: 0, borrowingLimitPercent: 0 })],
    ["queues", queuing({})],
    ["the mandatory one of all that never waits", {
      metadata: { name: "exempt" },
      spec: { type: "Exempt", limited: null, exempt: { nominalConcurrencyShares: 7 } },
    }],
    ["the mandatory one of all others", {
      metadata: { name: "catch-all" },
      spec: { limited: { nominalConcurrencyShares: 5 } },
    }],
  ],
  bad: [
    [
      "another that never waits",
      spec({ type: "Exempt", limited: null }),
      "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
    ],
    [
      "another that never waits, with bounds and too much to lend",
      spec({ type: "Exempt", exempt: { lendablePercent: 101 } }),
      "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
      "spec.limited: Forbidden: must be nil if the type is not Limited",
      "spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
    ],
    [
      "an unknown type",
      spec({ type: "x" }),
      'spec.type: Unsupported value: "x": supported values: "Exempt", "Limited"',
    ],
    ["no type", spec({ type: null }), "spec.type: Required value"],
    [
      "no way to answer",
      response({ type: null }),
      "spec.limited.limitResponse.type: Required value",
    ],
    [
      "limited, it does not say how",
      spec({ limited: null }),
      "spec.limited: Required value: must not be empty when type is Limited",
    ],
    [
      "limited and exempt",
      spec({ exempt: {} }),
      "spec.exempt: Forbidden: must be nil if the type is Limited",
    ],
    [
      "numbers",
      limited({ nominalConcurrencyShares: -1, lendablePercent: 101, borrowingLimitPercent: -1 }),
      "spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
      "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
      "spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative " +
      "integer",
    ],
    [
      "no response",
      response({ type: "x" }),
      'spec.limited.limitResponse.type: Unsupported value: "x": supported values: "Queue", "Reject"',
    ],
    [
      "refused from queues",
      response({ queuing: {} }),
      "spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is " +
      "not Limited",
    ],
    [
      "no queues to wait in",
      response({ type: "Queue" }),
      "spec.limited.limitResponse.queuing: Required value: must not be empty if " +
      "limited.limitResponse.type is Limited",
    ],
    [
      "negative queues",
      queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
      ...["queueLengthLimit", "queues", "handSize"].map((field) =>
        `spec.limited.limitResponse.queuing.${field}: Invalid value: -1: must be positive`
      ),
    ],
    [
      "too many queues",
      queuing({ queues: 10_000_001, handSize: 1 }),
      "spec.limited.limitResponse.queuing.queues: Invalid value: 10000001: must not be greater " +
      "than 10000000",
    ],
    [
      "a hand larger than the deck",
      queuing({ queues: 4, handSize: 5 }),
      "spec.limited.limitResponse.queuing.handSize: Invalid value: 5: should not be greater than " +
      "queues (4)",
    ],
    [
      "more hands than can be told apart",
      queuing({ queues: 512, handSize: 8 }),
      "spec.limited.limitResponse.queuing.handSize: Invalid value: 8: required entropy bits of " +
      "deckSize 512 and handSize 8 should not be greater than 60",
    ],
    [
      "the mandatory one, limited",
      { metadata: { name: "exempt" } },
      "spec.type: Invalid value: \"Limited\": must be 'Exempt' if and only if `name` is 'exempt'",
      'spec: Invalid value: {"type":"Limited","limited":{"nominalConcurrencyShares":3,' +
      '"limitResponse":{"type":"Reject"},"lendablePercent":0}}: spec of \'exempt\' except the ' +
      "'spec.exempt' field must equal the fixed value",
    ],
    [
      "another share for all others",
      { metadata: { name: "catch-all" } },
      'spec: Invalid value: {"type":"Limited","limited":{"nominalConcurrencyShares":3,' +
      '"limitResponse":{"type":"Reject"},"lendablePercent":0}}: spec of \'catch-all\' must equal ' +
      "the fixed value",
    ],
  ],
  defaults: [
    ["shares", limited({ nominalConcurrencyShares: null }), {
      spec: { limited: { nominalConcurrencyShares: 30, lendablePercent: 0 } },
    }],
    ["queues", queuing({}), queuing({ queues: 64, handSize: 8, queueLengthLimit: 50 })],
    ["what never waits", spec({ type: "Exempt", limited: null, exempt: {} }), {
      spec: { exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    }],
  ],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "a condition of no type",
    through: "status",
    to: { spec: { type: "x" }, status: { conditions: [{}] } },
    causes: ["status.conditions[0].type: Required value"],
    becomes: { spec: { type: "Limited" } },
  }],
  rows: [["limited", {}, { Type: "Limited", NominalConcurrencyShares: 3, Queues: "<none>" }], [
    "queued",
    queuing({ queues: 8, handSize: 2 }),
    { Queues: 8, HandSize: 2, QueueLengthLimit: 50 },
  ], [
    "exempt",
    { spec: { type: "Exempt", limited: null, exempt: { nominalConcurrencyShares: 5 } } },
    { Type: "Exempt", NominalConcurrencyShares: "<none>" },
  ]],
});
