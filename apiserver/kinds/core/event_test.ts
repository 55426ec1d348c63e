import { testKind } from "../../../testing/kind_tables.ts";
import { NO_QUALIFIED_NAME as NAME } from "../../../testing/name_texts.ts";

const TIME = "2026-01-02T03:04:05.000000Z";
const told = {
  eventTime: TIME,
  reportingInstance: "i",
  action: "a",
  reason: "R",
};
const limit = (count: number) => `Invalid value: "": can have at most ${count} characters`;

testKind({
  group: "",
  resource: "events",
  valid: { involvedObject: { kind: "Pod", namespace: "ns", name: "p" }, message: " text\n" },
  good: [
    ["about no namespace, in default", {
      metadata: { namespace: "default" },
      involvedObject: { namespace: null },
    }],
    ["told in full", { ...told, reportingComponent: "example.com/c" }],
    ["told in full, in the system's namespace", {
      ...told,
      reportingComponent: "c",
      metadata: { namespace: "kube-system" },
      involvedObject: { namespace: null },
    }],
    ["of a name that its reporter drew from many letters", {
      metadata: { name: "web.8vyZegr19N0E" },
    }],
  ],
  bad: [
    [
      "of a name that no path has",
      { metadata: { name: "a/b" } },
      "metadata.name: Invalid value: \"a/b\": may not contain '/'",
    ],
    [
      "about another namespace",
      { involvedObject: { namespace: "other" } },
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ],
    [
      "about no namespace",
      { involvedObject: { namespace: null } },
      'involvedObject.namespace: Invalid value: "": does not match event.namespace',
    ],
    [
      "of nobody",
      { eventTime: TIME },
      "reportingComponent: Required value",
      'reportingComponent: Invalid value: "": name part must be non-empty',
      `reportingComponent: Invalid value: "": ${NAME}`,
      "reportingInstance: Required value",
      "action: Required value",
      "reason: Required value",
    ],
    [
      "long texts",
      {
        eventTime: TIME,
        reportingComponent: "c",
        reportingInstance: "i".repeat(129),
        action: "a".repeat(129),
        reason: "r".repeat(129),
        message: "m".repeat(1025),
      },
      `reportingInstance: ${limit(128)}`,
      `action: ${limit(128)}`,
      `reason: ${limit(128)}`,
      `message: ${limit(1024)}`,
    ],
  ],
  rows: [["about what has no name", { involvedObject: { name: null } }, {
    Object: "pod",
  }], ["an old one", {
    type: "Normal",
    source: { component: "c", host: "h" },
    involvedObject: { fieldPath: "spec" },
  }, {
    Type: "Normal",
    Object: "pod/p",
    Subobject: "spec",
    Source: "c, h",
    Message: "text",
    Count: 1,
    Name: "x",
  }], [
    "a new one",
    { ...told, reportingComponent: "c", series: { count: 3, lastObservedTime: TIME } },
    { Source: "c, i", Count: 3, Reason: "R" },
  ], [
    "one of each",
    { ...told, source: { component: "c" }, reportingComponent: "d" },
    { Source: "c, i" },
  ], [
    "one of a host",
    { ...told, source: { host: "h" }, reportingComponent: "d" },
    { Source: "d, h" },
  ]],
});

testKind({
  group: "events.k8s.io",
  resource: "events",
  valid: {
    ...told,
    reportingController: "c",
    type: "Normal",
    regarding: { kind: "Pod", namespace: "ns", name: "p" },
  },
  bad: [
    [
      "a finalizer of nobody",
      { metadata: { finalizers: ["nobody"] } },
      'metadata.finalizers[0]: Invalid value: "nobody": name is neither a standard finalizer ' +
      "name nor is it fully qualified",
    ],
    ["of no time", { eventTime: null }, "eventTime: Required value"],
    ["of no type", { type: "x" }, 'type: Invalid value: "": has invalid value: x'],
    [
      "of old fields",
      {
        deprecatedCount: 1,
        deprecatedFirstTimestamp: "2026-01-01T00:00:00Z",
        deprecatedLastTimestamp: "2026-01-01T00:00:00Z",
        deprecatedSource: { component: "c" },
      },
      ...["firstTimestamp", "lastTimestamp", "count", "source"]
        .map((field) => `${field}: Invalid value: "": needs to be unset`),
    ],
    [
      "a series of one",
      { series: { count: 1 } },
      'series.count: Invalid value: "": should be at least 2',
      "series.lastObservedTime: Required value",
    ],
    ["of nobody's instance", { reportingInstance: null }, "reportingInstance: Required value"],
  ],
  updates: [
    { name: "it may happen again", to: { series: { count: 2, lastObservedTime: TIME } } },
    {
      name: "what happened stays",
      to: { reason: "S", note: "other" },
      causes: [
        'reason: Invalid value: "S": field is immutable',
        'message: Invalid value: "other": field is immutable',
        'reason: Invalid value: "S": field is immutable',
      ],
    },
    {
      name: "who told it stays, and what older programs told",
      to: { reportingController: "d", deprecatedCount: 2, deprecatedSource: { host: "h" } },
      causes: [
        'source: Invalid value: {"host":"h"}: field is immutable',
        "count: Invalid value: 2: field is immutable",
        'reportingController: Invalid value: "d": field is immutable',
      ],
    },
    {
      name: "a series that older rules took stays",
      from: { series: { count: 1 } },
      to: { metadata: { labels: { a: "b" } } },
    },
  ],
  rows: [["as in the other group", {}, { Object: "pod/p", Source: "c, i", Count: 1 }]],
});
