import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

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

testKind({
  group: "apps",
  resource: "replicasets",
  valid: VALID,
  bad: [
    ["fewer than none", { spec: { replicas: -1 } }, `spec.replicas: ${NEGATIVE}`],
    ["ready before now", { spec: { minReadySeconds: -1 } }, `spec.minReadySeconds: ${NEGATIVE}`],
    ["no selector", { spec: { selector: null } }, "spec.selector: Required value"],
    [
      "a selector of all",
      { spec: { selector: { matchLabels: null } } },
      "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
    ],
    ["a selector of others", OTHER_SELECTOR, MISMATCH],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
  ],
  defaults: [["a count", {}, { spec: { replicas: 1 } }]],
  updates: [
    { name: "a selector", to: OTHER, causes: [IMMUTABLE] },
    {
      name: "a status",
      through: "status",
      to: { status: { replicas: 1, readyReplicas: 2 } },
      causes: ["status.readyReplicas: Invalid value: 2: cannot be greater than replicas"],
    },
  ],
  rows: [["wide", { spec: { replicas: 2 } }, { Desired: 2, Current: 0, Selector: "app=web" }]],
});

testKind({
  group: "apps",
  resource: "statefulsets",
  valid: VALID,
  good: [[
    "volumes of claims",
    {
      spec: {
        serviceName: "web",
        volumeClaimTemplates: [{ metadata: { name: "data" } }],
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
    ["no selector", { spec: { selector: null } }, "spec.selector: Required value"],
    ["a selector of others", OTHER_SELECTOR, MISMATCH],
    ["pods that end", { spec: { template: { spec: { restartPolicy: "Never" } } } }, ALWAYS],
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
      name: "a service",
      to: { spec: { serviceName: "db" } },
      causes: [
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', " +
        "'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', " +
        "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
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
    ["no selector", { spec: { selector: null } }, "spec.selector: Required value"],
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
  ],
  defaults: [["everything", {}, {
    spec: {
      revisionHistoryLimit: 10,
      updateStrategy: {
        type: "RollingUpdate",
        rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
      },
    },
  }]],
  updates: [{ name: "a selector", to: OTHER, causes: [IMMUTABLE] }],
  rows: [["wide", {}, { Desired: 0, "Node Selector": "<none>", Selector: "app=web" }]],
});

testKind({
  group: "apps",
  resource: "controllerrevisions",
  valid: { data: { a: 1 }, revision: 1 },
  bad: [
    ["no data", { data: null }, "data: Required value: data is mandatory"],
    ["a number below zero", { revision: -1 }, `revision: ${NEGATIVE}`],
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
  ],
  rows: [["one", {}, { Containers: "main", Images: "nginx", "Pod Labels": "app=web" }]],
});
