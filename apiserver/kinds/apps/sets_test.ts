import { type BadRow, testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL_VALUE as LABEL } from "../../../testing/name_texts.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { statefulSetRules } from "./stateful_set.ts";

const TEMPLATE = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "main", image: "nginx" }] },
};
const VALID = {
  spec: { selector: { matchLabels: { app: "web" } }, template: TEMPLATE },
} as unknown as JsonObject;

const NEGATIVE = "Invalid value: -1: must be greater than or equal to 0";
const MISMATCH = 'spec.template.metadata.labels: Invalid value: {"app":"web"}: ' +
  "`selector` does not match template `labels`";
const ALWAYS =
  'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"';
const IMMUTABLE = 'spec.selector: Invalid value: {"matchLabels":{"app":"db"}}: field is immutable';

const OTHER_SELECTOR = { spec: { selector: { matchLabels: { app: "db" } } } };
const OTHER = {
  spec: { ...OTHER_SELECTOR.spec, template: { metadata: { labels: { app: "db" } } } },
};

const template = (change: Record<string, unknown>) => ({ spec: { template: change } });
const selector = (change: Record<string, unknown>) => ({ spec: { selector: change } });
const requirement = (change: Record<string, unknown>) =>
  selector({ matchExpressions: [{ key: "app", ...change }] });
const REQUIREMENT = "spec.selector.matchExpressions[0]";

/** What is said of the selector as a whole when it can't be read; undefined: nothing. */
function unreadable(requirement: Record<string, unknown>, why: string | undefined): string[] {
  if (why === undefined) return [];
  const matchExpressions = [{ key: "app", ...requirement }];
  const shown = JSON.stringify({ matchLabels: { app: "web" }, matchExpressions });
  return [`spec.selector: Invalid value: ${shown}${why}`];
}

/** Rules that all of them have, for how they find their pods. */
/** `times`: how often what is wrong with the metadata of pods is said. */
const selectors = (why?: string, times = 1): readonly BadRow[] => [
  [
    "another operator",
    requirement({ operator: "Like" }),
    `${REQUIREMENT}.operator: Invalid value: "Like": not a valid selector operator`,
    ...unreadable({ operator: "Like" }, why),
  ],
  [
    "one of none",
    requirement({ operator: "In" }),
    `${REQUIREMENT}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    ...unreadable({ operator: "In" }, why),
  ],
  [
    "there, and with values",
    requirement({ operator: "Exists", values: ["web"] }),
    `${REQUIREMENT}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or ` +
    "'DoesNotExist'",
    ...unreadable({ operator: "Exists", values: ["web"] }, why),
  ],
  [
    "a bad label of its pods",
    template({ metadata: { labels: { more: "a b" } } }),
    ...Array(times).fill(`spec.template.labels: Invalid value: "a b": ${LABEL}`),
  ],
  [
    "a bad annotation of its pods",
    template({ metadata: { annotations: { "/a": "b" } } }),
    ...Array(times).fill(
      'spec.template.annotations: Invalid value: "/a": prefix part must be non-empty',
    ),
  ],
];

/** And for the pods that they make, where these are judged. */
const TEMPLATES: readonly BadRow[] = [
  [
    "pods of nothing",
    template({ spec: { containers: null } }),
    "spec.template.spec.containers: Required value",
  ],
  [
    "pods without an image",
    template({ spec: { containers: [{ name: "main" }] } }),
    "spec.template.spec.containers[0].image: Required value",
  ],
  [
    "pods that people look into",
    template({ spec: { ephemeralContainers: [{ name: "debug", image: "a" }] } }),
    "spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template",
  ],
];

const deadlineOf = (owner: string): BadRow => [
  "pods with a deadline",
  template({ spec: { activeDeadlineSeconds: 5 } }),
  `spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ${owner} is not Supported`,
];

testKind({
  group: "apps",
  resource: "replicasets",
  valid: VALID,
  bad: [
    ["fewer than none", { spec: { replicas: -1 } }, `spec.replicas: ${NEGATIVE}`],
    ["ready before now", { spec: { minReadySeconds: -1 } }, `spec.minReadySeconds: ${NEGATIVE}`],
    ["no selector", { spec: { selector: null } }, "spec.selector: Required value", MISMATCH],
    [
      "a selector of all",
      { spec: { selector: { matchLabels: null } } },
      "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
    ],
    ["a selector of others", OTHER_SELECTOR, MISMATCH],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
    deadlineOf("ReplicaSet"),
    ...selectors(": invalid label selector"),
    ...TEMPLATES,
  ],
  defaults: [["a count", {}, { spec: { replicas: 1 } }]],
  updates: [
    {
      name: "fewer than none that end, which is told last",
      through: "status",
      to: { status: { terminatingReplicas: -1, observedGeneration: -1 } },
      causes: [`status.observedGeneration: ${NEGATIVE}`, `status.terminatingReplicas: ${NEGATIVE}`],
    },
    { name: "a selector", to: OTHER, causes: [IMMUTABLE] },
    {
      name: "a status",
      through: "status",
      to: { status: { replicas: 1, readyReplicas: 2 } },
      causes: ["status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas"],
    },
  ],
  rows: [["wide", { spec: { replicas: 2 } }, { Desired: 2, Current: 0, Selector: "app=web" }]],
});

testKind({
  group: "apps",
  resource: "statefulsets",
  valid: VALID,
  good: [["all revisions", { spec: { revisionHistoryLimit: -1 } }], [
    "hosts' names that are replaced",
    template({ spec: { hostname: "a.b", subdomain: "A" } }),
  ], [
    "volumes of claims",
    {
      spec: {
        serviceName: "web",
        volumeClaimTemplates: [{
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        }],
        template: {
          spec: {
            containers: [{
              name: "a",
              image: "b",
              volumeMounts: [{ name: "data", mountPath: "/data" }],
            }],
          },
        },
      },
    },
  ]],
  bad: [
    ["fewer than none", { spec: { replicas: -1 } }, `spec.replicas: ${NEGATIVE}`],
    [
      "a name that no host has",
      { metadata: { name: "a.b" } },
      'metadata.name: Invalid value: "a.b": must not contain dots',
    ],
    [
      "a service that there can't be",
      { spec: { serviceName: "a.b" } },
      'spec.serviceName: Invalid value: "a.b": must not contain dots',
    ],
    [
      "pods of nothing",
      { spec: { template: { spec: { containers: [] } } } },
      "spec.template.spec.containers: Required value",
    ],
    [
      "a volume of no claim",
      {
        spec: {
          template: {
            spec: {
              containers: [{
                name: "a",
                image: "b",
                volumeMounts: [{ name: "data", mountPath: "/data" }],
              }],
            },
          },
        },
      },
      'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ],
    [
      "a claim of nothing",
      { spec: { volumeClaimTemplates: [{ metadata: { name: "data" } }] } },
      "spec.volumeClaimTemplates[0].spec.accessModes: Required value: " +
      "at least 1 access mode is required",
      "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value",
    ],
    [
      "another order",
      { spec: { podManagementPolicy: "Random" } },
      "spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'",
    ],
    [
      "a partition below zero",
      { spec: { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } } },
      `spec.updateStrategy.rollingUpdate.partition: ${NEGATIVE}`,
    ],
    [
      "a partition by hand",
      { spec: { updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } } },
      'spec.updateStrategy.rollingUpdate: Invalid value: {"partition":1}: ' +
      "only allowed for updateStrategy 'RollingUpdate'",
    ],
    [
      "claims that are lent",
      { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: "Lend" } } },
      "spec.persistentVolumeClaimRetentionPolicy.whenScaled: " +
      'Unsupported value: "Lend": supported values: "Retain", "Delete"',
    ],
    [
      "ordinals below zero",
      { spec: { ordinals: { start: -1 } } },
      `spec.ordinals.start: ${NEGATIVE}`,
    ],
    [
      "claims that are given away",
      { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Give" } } },
      "spec.persistentVolumeClaimRetentionPolicy.whenDeleted: " +
      'Unsupported value: "Give": supported values: "Retain", "Delete"',
    ],
    ["ready before now", { spec: { minReadySeconds: -1 } }, `spec.minReadySeconds: ${NEGATIVE}`],
    [
      "another strategy",
      { spec: { updateStrategy: { type: "Never" } } },
      'spec.updateStrategy: Invalid value: {"type":"Never"}: ' +
      "must be 'RollingUpdate' or 'OnDelete'",
    ],
    ["no selector", { spec: { selector: null } }, "spec.selector: Required value", MISMATCH],
    [
      "a selector of all",
      { spec: { selector: { matchLabels: null } } },
      "spec.selector: Invalid value: {}: empty selector is invalid for statefulset",
    ],
    ["a selector of others", OTHER_SELECTOR, MISMATCH],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
    deadlineOf("StatefulSet"),
    ...selectors("", 2),
  ],
  defaults: [["everything", {}, {
    spec: {
      replicas: 1,
      revisionHistoryLimit: 10,
      podManagementPolicy: "OrderedReady",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    },
  }]],
  updates: [
    { name: "a count", to: { spec: { replicas: 3 } } },
    {
      name: "what older servers took",
      from: { spec: { serviceName: "a.b", template: { spec: { containers: [] } } } },
      to: {
        spec: { replicas: 3, serviceName: "a.b", template: { spec: { containers: [] } } },
      },
    },
    {
      name: "to pods of nothing",
      to: { spec: { template: { spec: { containers: [] } } } },
      causes: ["spec.template.spec.containers: Required value"],
    },
    {
      name: "a service",
      to: { spec: { serviceName: "db" } },
      causes: [
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', " +
        "'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', " +
        "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    },
    {
      name: "a status",
      through: "status",
      from: { status: { collisionCount: 2 } },
      to: { status: { replicas: 1, readyReplicas: 2, currentReplicas: -1, collisionCount: 1 } },
      causes: [
        `status.currentReplicas: ${NEGATIVE}`,
        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.collisionCount: Invalid value: 1: cannot be decremented",
      ],
    },
  ],
  rows: [["wide", { spec: { replicas: 2 } }, { Ready: "0/2", Images: "nginx" }]],
});

testKind({
  group: "apps",
  resource: "daemonsets",
  valid: VALID,
  bad: [
    ["no selector", { spec: { selector: null } }, MISMATCH],
    ["a selector of others", OTHER_SELECTOR, MISMATCH],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
    ["ready before now", { spec: { minReadySeconds: -1 } }, `spec.minReadySeconds: ${NEGATIVE}`],
    [
      "no way to go on",
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } } },
      "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: " +
      "cannot be 0 when maxSurge is 0",
    ],
    [
      "a percentage that is none counts as none",
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: "-5%" } } } },
      'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "-5%": a valid percent ' +
      "string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used " +
      "for validation is '[0-9]+%')",
      "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: " +
      "cannot be 0 when maxSurge is 0",
    ],
    [
      "both ways at once",
      { spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } },
      "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: " +
      "may not be set when maxUnavailable is non-zero",
    ],
    [
      "another strategy",
      { spec: { updateStrategy: { type: "Never" } } },
      'spec.updateStrategy: Unsupported value: {"type":"Never"}: ' +
      'supported values: "RollingUpdate", "OnDelete"',
    ],
    [
      "fewer missing than none",
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: -1 } } } },
      `spec.updateStrategy.rollingUpdate.maxUnavailable: ${NEGATIVE}`,
    ],
    [
      "more missing than there are",
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: "200%" } } } },
      'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "200%": ' +
      "must not be greater than 100%",
    ],
    [
      "a part that is none",
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: "much" } } } },
      'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: "much": a valid percent string ' +
      "must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
      "validation is '[0-9]+%')",
      "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: " +
      "cannot be 0 when maxSurge is 0",
    ],
    [
      "fewer revisions than none",
      { spec: { revisionHistoryLimit: -1 } },
      `spec.revisionHistoryLimit: ${NEGATIVE}`,
    ],
    [
      "a selector of all",
      { spec: { selector: { matchLabels: null } } },
      "spec.selector: Invalid value: {}: empty selector is invalid for daemonset",
    ],
    deadlineOf("DaemonSet"),
    ...selectors(),
    ...TEMPLATES,
  ],
  defaults: [
    ["everything", {}, {
      spec: {
        revisionHistoryLimit: 10,
        updateStrategy: {
          type: "RollingUpdate",
          rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
        },
      },
    }],
  ],
  updates: [
    { name: "a selector", to: OTHER, causes: [IMMUTABLE] },
    {
      name: "a status",
      through: "status",
      from: { status: { collisionCount: 2 } },
      to: { status: { numberReady: -1, collisionCount: null } },
      causes: [
        `status.numberReady: ${NEGATIVE}`,
        "status.collisionCount: Invalid value: 0: cannot be decremented",
      ],
    },
  ],
  rows: [["wide", {}, { Desired: 0, "Node Selector": "<none>", Selector: "app=web" }]],
});

testKind({
  group: "apps",
  resource: "controllerrevisions",
  valid: { data: { a: 1 }, revision: 1 },
  bad: [
    ["no data", { data: null }, "data: Required value: data is mandatory"],
    ["a number below zero", { revision: -1 }, `revision: ${NEGATIVE}`],
    [
      "neither",
      { data: null, revision: -1 },
      `revision: ${NEGATIVE}`,
      "data: Required value: data is mandatory",
    ],
    [
      "data that are no object",
      { data: ["a"] },
      "data: Required value: data must be a valid JSON object",
    ],
    [
      "a bad label",
      { metadata: { labels: { a: "b c" } } },
      `metadata.labels: Invalid value: "b c": ${LABEL}`,
    ],
  ],
  updates: [{
    name: "its data",
    to: { data: { a: 2 } },
    causes: ['data: Invalid value: {"a":2}: field is immutable'],
  }],
  rows: [["no owner", {}, { Controller: "<none>", Revision: 1 }]],
});

testKind({
  group: "",
  resource: "replicationcontrollers",
  valid: { spec: { template: TEMPLATE } } as unknown as JsonObject,
  bad: [
    ["fewer than none", { spec: { replicas: -1 } }, `spec.replicas: ${NEGATIVE}`],
    [
      "no template",
      { spec: { template: null, selector: { a: "b" } } },
      "spec.template: Required value",
    ],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
    ["a selector of others", { spec: { selector: { app: "db" } } }, MISMATCH],
  ],
  defaults: [["labels and selector of the template", {}, {
    metadata: { labels: { app: "web" } },
    spec: { replicas: 1, selector: { app: "web" } },
  }]],
  rows: [["wide", {}, { Desired: 1, Selector: "app=web" }]],
});

testKind({
  group: "",
  resource: "podtemplates",
  valid: { template: TEMPLATE } as unknown as JsonObject,
  bad: [
    [
      "no containers",
      { template: { spec: { containers: null } } },
      "template.spec.containers: Required value",
    ],
    [
      "no image",
      { template: { spec: { containers: [{ name: "main" }] } } },
      "template.spec.containers[0].image: Required value",
    ],
    [
      "a bad label",
      { template: { metadata: { labels: { a: "b c" } } } },
      `template.labels: Invalid value: "b c": ${LABEL}`,
    ],
    [
      "containers to look into others",
      { template: { spec: { ephemeralContainers: [{ name: "debug", image: "a" }] } } },
      "template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template",
    ],
  ],
  rows: [["one", {}, { Containers: "main", Images: "nginx", "Pod Labels": "app=web" }]],
});

Deno.test("afterDecode() of stateful sets says what their claims are, which the store does not", () => {
  const { afterDecode } = statefulSetRules(NAMES.kubernetes);
  const claims = [{ metadata: { name: "data" } }];
  const stored = { spec: { volumeClaimTemplates: claims } } as unknown as JsonObject;
  afterDecode!(stored);
  assertEquals(stored.spec, {
    volumeClaimTemplates: [
      { metadata: { name: "data" }, apiVersion: "v1", kind: "PersistentVolumeClaim" },
    ],
  });
  const bare: JsonObject = { metadata: { name: "x" } };
  afterDecode!(bare);
  assertEquals(bare, { metadata: { name: "x" } });
});

Deno.test("statefulsets that keep all revisions are warned of", () => {
  const { warnings } = statefulSetRules(NAMES.kubernetes);
  const set = (revisionHistoryLimit: number) =>
    ({ spec: { ...VALID.spec as object, revisionHistoryLimit } }) as unknown as JsonObject;
  assertEquals(warnings?.(set(0), undefined), []);
  assertEquals(warnings?.(set(-1), undefined), [
    "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 " +
    "is recommended",
  ]);
});
