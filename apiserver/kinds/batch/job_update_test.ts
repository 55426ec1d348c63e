import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

const MAIN = { name: "main", image: "a:1" };
const VALID = {
  metadata: { uid: "u" },
  spec: { completions: 1, template: { spec: { containers: [MAIN], restartPolicy: "Never" } } },
} as unknown as JsonObject;
const spec = (fields: object) => ({ spec: fields });
const labels = (all: object) => spec({ template: { metadata: { labels: all } } });
/** A job as it is stored: with a selector, and labels on its pods. */
const OWN = {
  "batch.kubernetes.io/controller-uid": "u",
  "batch.kubernetes.io/job-name": "x",
  "controller-uid": "u",
  "job-name": "x",
};
const stored = (fields: object = {}, status: object = {}, pod: object = {}) => ({
  spec: {
    selector: { matchLabels: { "batch.kubernetes.io/controller-uid": "u" } },
    template: { metadata: { labels: OWN }, spec: pod },
    ...fields,
  },
  status,
});
const SUSPENDED = { conditions: [{ type: "Suspended", status: "True" }] };
const cpu = (requests: string, name = "main") => ({
  containers: [{ ...MAIN, name, resources: { requests: { cpu: requests } } }],
});
const LARGE =
  "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism " +
  "higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of " +
  "indexes fail";
const indexed = (completions: number, parallelism: number) =>
  spec({ completionMode: "Indexed", completions, parallelism });

testKind({
  group: "batch",
  resource: "jobs",
  valid: VALID,
  good: [["labels that would be given anyway", labels({ "job-name": "x" })]],
  warned: [
    ["nothing", {}],
    ["many indexes", indexed(100_001, 10_000)],
    ["very many indexes", indexed(100_001, 10_001), LARGE],
    [
      "pods as any are warned of",
      spec({ template: { spec: { imagePullSecrets: [{}] } } }),
      'spec.template.spec.imagePullSecrets[0].name: invalid empty name ""',
    ],
  ],
  defaults: [
    ["labels of its pods, which the job gets as well", labels({ a: "b" }), {
      metadata: { labels: { ...OWN, a: "b" } },
      spec: { template: { metadata: { labels: { ...OWN, a: "b" } } } },
    }],
    ["labels of its pods", {}, {
      spec: {
        selector: { matchLabels: { "batch.kubernetes.io/controller-uid": "u" } },
        template: { metadata: { labels: OWN } },
      },
    }],
    [
      "nothing where people choose",
      spec({
        manualSelector: true,
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } } },
      }),
      {
        spec: {
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b", "job-name": null } } },
        },
      },
    ],
  ],
  updates: [
    { name: "what it may do at a time", from: stored(), to: spec({ parallelism: 7 }) },
    {
      name: "more indexes and as many at a time",
      from: stored({ completionMode: "Indexed", completions: 2, parallelism: 2 }),
      to: spec({ completions: 3, parallelism: 3 }),
    },
    {
      name: "more indexes",
      from: stored({ completionMode: "Indexed", completions: 2, parallelism: 2 }),
      to: spec({ completions: 3 }),
      causes: [
        "spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism",
      ],
    },
    {
      name: "more ends",
      from: stored(),
      to: spec({ completions: 2 }),
      causes: ["spec.completions: Invalid value: 2: field is immutable"],
    },
    {
      name: "to a bad deadline, which is said twice",
      from: stored(),
      to: spec({ activeDeadlineSeconds: -1 }),
      causes: [
        "spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
      ],
    },
    {
      name: "labels of its pods that older servers did not give",
      from: {
        spec: {
          selector: { matchLabels: { "controller-uid": "u" } },
          template: { metadata: { labels: { "controller-uid": "u", "job-name": "x" } } },
        },
      },
      to: spec({ parallelism: 2 }),
    },
    {
      name: "where it runs and what it gets while it is suspended",
      from: stored({ suspend: true }, SUSPENDED, cpu("1")),
      to: spec({
        template: {
          metadata: { labels: { a: "b" }, annotations: { a: "b" } },
          spec: {
            ...cpu("2"),
            nodeSelector: { a: "b" },
            tolerations: [{ key: "a", operator: "Exists" }],
            schedulingGates: [{ name: "example.com/a" }],
            affinity: {
              nodeAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: {
                  nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
                },
              },
            },
          },
        },
      }),
    },
    {
      name: "where it runs and what it gets before anybody has come to it",
      from: stored({ suspend: true }, {}, cpu("1")),
      to: spec({ template: { spec: { ...cpu("2"), nodeSelector: { a: "b" } } } }),
    },
    {
      name: "where it runs once it has begun and does not say that it is suspended",
      from: stored({ suspend: true }, { startTime: "2026-01-02T03:04:05Z" }),
      to: spec({ template: { spec: { nodeSelector: { a: "b" } } } }),
      causes: [
        'spec.template: Invalid value: {"metadata":{"labels":{"batch.kubernetes.io/controller-uid":"u",' +
        '"batch.kubernetes.io/job-name":"x","controller-uid":"u","job-name":"x"}},"spec":{"containers":' +
        '[{"name":"main","image":"a:1","resources":{},"imagePullPolicy":"IfNotPresent",' +
        '"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],' +
        '"restartPolicy":"Never","nodeSelector":{"a":"b"},"dnsPolicy":"ClusterFirst",' +
        '"securityContext":{},"terminationGracePeriodSeconds":30,"schedulerName":"default-scheduler"}}' +
        ": field is immutable",
      ],
    },
    {
      name: "no more to where it ran before",
      from: stored({ suspend: true }, SUSPENDED, {
        nodeSelector: { a: "b" },
        affinity: { nodeAffinity: {} },
      }),
      to: spec({ template: { spec: { nodeSelector: null, affinity: null } } }),
    },
  ],
});
