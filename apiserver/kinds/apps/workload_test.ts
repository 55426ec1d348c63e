/** Whom workloads of each kind select, what they may not change, and what they tell of themselves. */
import { type BadRow, testKind } from "../../../testing/kind_tables.ts";
import {
  NO_QUALIFIED_NAME as LABEL,
  NO_SUBDOMAIN as SUBDOMAIN,
} from "../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const spec = (fields: Fields) => ({ spec: fields });
const status = (fields: Fields) => ({ status: fields });
const TEMPLATE = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "main", image: "a:1" }] },
};
const valid = { spec: { selector: { matchLabels: { app: "web" } }, template: TEMPLATE } };
const pods = (fields: Fields) => spec({ template: { spec: fields } });
const selector = (fields: Fields | null) => spec({ selector: fields });
const UNREADABLE = { matchExpressions: [{ key: "a", operator: "Near" }] };

/** What pods are refused for, whoever makes them. */
const PODS: readonly BadRow[] = [
  [
    "pods without a name",
    pods({ containers: [{ image: "a" }] }),
    "spec.template.spec.containers[0].name: Required value",
  ],
  [
    "pods without an image",
    pods({ containers: [{ name: "a" }] }),
    "spec.template.spec.containers[0].image: Required value",
  ],
  [
    "pods of a container twice",
    pods({ containers: [{ name: "a", image: "a" }, { name: "a", image: "a" }] }),
    'spec.template.spec.containers[1].name: Duplicate value: "a"',
  ],
  [
    "debuggers in each",
    pods({ ephemeralContainers: [{ name: "debug", image: "a" }] }),
    "spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed " +
    "in pod template",
  ],
  [
    "another system",
    pods({ os: { name: "mac" } }),
    'spec.template.spec.os: Unsupported value: "mac": supported values: "linux", "windows"',
  ],
  [
    "a volume twice",
    pods({ volumes: [{ name: "a" }, { name: "a" }] }),
    'spec.template.spec.volumes[1].name: Duplicate value: "a"',
  ],
  [
    "a mount of nothing",
    pods({
      containers: [{ name: "a", image: "a", volumeMounts: [{ name: "a", mountPath: "/a" }] }],
    }),
    'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "a"',
  ],
  [
    "another policy of names",
    pods({ dnsPolicy: "Mine" }),
    'spec.template.spec.dnsPolicy: Unsupported value: "Mine": supported values: ' +
    '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ],
  [
    "an account of a bad name",
    pods({ serviceAccountName: "a b" }),
    `spec.template.spec.serviceAccountName: Invalid value: "a b": ${SUBDOMAIN}`,
  ],
];

testKind({
  group: "apps",
  resource: "deployments",
  valid,
  bad: [
    ...PODS,
    [
      "an unreadable selector, and no pods",
      spec({ selector: UNREADABLE, template: { spec: { containers: null } } }),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid ' +
      "selector operator",
      "spec.selector: Invalid value: " +
      '{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"a","operator":"Near"}]}: ' +
      "invalid label selector",
    ],
    [
      "a value of a bad form",
      selector({ matchLabels: { app: "-" } }),
      'spec.selector.matchLabels: Invalid value: "-": a valid label must be an empty ' +
      "string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
      "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
      "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      'spec.selector: Invalid value: {"matchLabels":{"app":"-"}}: invalid label selector',
    ],
    [
      "a key of a bad form",
      selector({ matchLabels: { app: "web", "a b": "" } }),
      `spec.selector.matchLabels: Invalid value: "a b": ${LABEL}`,
      'spec.selector: Invalid value: {"matchLabels":{"a b":"","app":"web"}}: invalid label ' +
      "selector",
    ],
    [
      "no values",
      selector({ matchLabels: { app: "web" }, matchExpressions: [{ key: "a", operator: "In" }] }),
      "spec.selector.matchExpressions[0].values: Required value: must be specified when " +
      "`operator` is 'In' or 'NotIn'",
      "spec.selector: Invalid value: " +
      '{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"a","operator":"In"}]}: ' +
      "invalid label selector",
    ],
    [
      "pods that fail once",
      pods({ restartPolicy: "Never", activeDeadlineSeconds: 1 }),
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: ' +
      '"Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in " +
      "ReplicaSet is not Supported",
    ],
    [
      "too much of all",
      spec({ replicas: -1, minReadySeconds: -1, progressDeadlineSeconds: -1 }),
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
      "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds",
    ],
  ],
  updates: [
    {
      name: "another selector",
      to: spec({
        selector: { matchLabels: { app: "web", a: "b" } },
        template: { metadata: { labels: { app: "web", a: "b" } } },
      }),
      causes: [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","app":"web"}}: field is ' +
        "immutable",
      ],
    },
    {
      name: "a count that was never made",
      through: "status",
      to: status({ collisionCount: -1 }),
      causes: ["status.collisionCount: Invalid value: -1: must be greater than or equal to 0"],
    },
    {
      name: "a count less",
      through: "status",
      from: status({ collisionCount: 2 }),
      to: status({ collisionCount: 1 }),
      causes: ["status.collisionCount: Invalid value: 1: cannot be decremented"],
    },
    {
      name: "a count that gets lost",
      through: "status",
      from: status({ collisionCount: 2 }),
      to: status({}),
    },
    {
      name: "more than there are",
      through: "status",
      to: status({
        replicas: 1,
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 3,
        unavailableReplicas: -1,
        terminatingReplicas: -1,
        observedGeneration: -1,
      }),
      causes: [
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.terminatingReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
      ],
    },
    {
      name: "more available than ready",
      through: "status",
      to: status({ replicas: 3, readyReplicas: 1, availableReplicas: 2 }),
      causes: ["status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas"],
    },
  ],
});

testKind({
  group: "apps",
  resource: "replicasets",
  valid,
  bad: [
    ...PODS,
    [
      "an unreadable selector, and no pods",
      spec({ selector: UNREADABLE, template: { spec: { containers: null } } }),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid ' +
      "selector operator",
      "spec.selector: Invalid value: " +
      '{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"a","operator":"Near"}]}: ' +
      "invalid label selector",
    ],
    [
      "a selector of others",
      selector({ matchLabels: { app: "db" } }),
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "pods that end",
      pods({ restartPolicy: "Never" }),
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: ' +
      '"Always"',
    ],
  ],
  updates: [
    {
      name: "another selector",
      to: spec({
        selector: { matchLabels: { app: "web", a: "b" } },
        template: { metadata: { labels: { app: "web", a: "b" } } },
      }),
      causes: [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","app":"web"}}: field is ' +
        "immutable",
      ],
    },
    {
      name: "more than there are",
      through: "status",
      to: status({
        replicas: 1,
        fullyLabeledReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 3,
        observedGeneration: -1,
      }),
      causes: [
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
      ],
    },
  ],
});

testKind({
  group: "apps",
  resource: "statefulsets",
  valid: { spec: { ...valid.spec, serviceName: "web" } },
  bad: [
    ...PODS,
    [
      "an unreadable selector",
      selector(UNREADABLE),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid ' +
      "selector operator",
      "spec.selector: Invalid value: " +
      '{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"a","operator":"Near"}]}',
    ],
    [
      "a selector of others",
      selector({ matchLabels: { app: "db" } }),
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "pods that end",
      pods({ restartPolicy: "Never", activeDeadlineSeconds: 1 }),
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: ' +
      '"Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in " +
      "StatefulSet is not Supported",
    ],
    [
      "another order, and less than nothing",
      spec({ podManagementPolicy: "Any", replicas: -1, minReadySeconds: -1 }),
      "spec.podManagementPolicy: Invalid value: \"Any\": must be 'OrderedReady' or 'Parallel'",
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
      "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
    ],
    [
      "another strategy",
      spec({ updateStrategy: { type: "Any", rollingUpdate: null } }),
      'spec.updateStrategy: Invalid value: {"type":"Any"}: must be \'RollingUpdate\' or ' +
      "'OnDelete'",
    ],
    [
      "other ends of claims",
      spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Give", whenScaled: "" } }),
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "Give": ' +
      'supported values: "Retain", "Delete"',
    ],
  ],
  updates: [
    {
      name: "another service",
      to: spec({ serviceName: "db" }),
      causes: [
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', " +
        "'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', " +
        "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    },
    {
      name: "another number and image",
      to: spec({
        replicas: 3,
        revisionHistoryLimit: 1,
        minReadySeconds: 1,
        template: { spec: { containers: [{ name: "main", image: "b:2" }] } },
      }),
    },
    {
      name: "a count less",
      through: "status",
      from: status({ collisionCount: 2, replicas: 1 }),
      to: status({ collisionCount: 1, replicas: 1 }),
      causes: ["status.collisionCount: Invalid value: 1: cannot be decremented"],
    },
    {
      name: "more than there are",
      through: "status",
      to: status({
        replicas: 1,
        readyReplicas: 2,
        currentReplicas: 2,
        updatedReplicas: 2,
        availableReplicas: 3,
        observedGeneration: -1,
      }),
      causes: [
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.currentReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 3: cannot be greater than " +
        "status.readyReplicas",
      ],
    },
  ],
});

testKind({
  group: "apps",
  resource: "daemonsets",
  valid,
  bad: [
    ...PODS,
    [
      "an unreadable selector",
      selector(UNREADABLE),
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid ' +
      "selector operator",
    ],
    [
      "a selector of others",
      selector({ matchLabels: { app: "db" } }),
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "pods that end",
      pods({ restartPolicy: "OnFailure", activeDeadlineSeconds: 1 }),
      'spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: ' +
      '"Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in " +
      "DaemonSet is not Supported",
    ],
    [
      "less than nothing",
      spec({ minReadySeconds: -1, revisionHistoryLimit: -1 }),
      "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
    ],
  ],
  updates: [
    {
      name: "another selector",
      to: spec({
        selector: { matchLabels: { app: "web", a: "b" } },
        template: { metadata: { labels: { app: "web", a: "b" } } },
      }),
      causes: [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","app":"web"}}: field is ' +
        "immutable",
      ],
    },
    {
      name: "less than nothing",
      through: "status",
      from: status({ collisionCount: 1 }),
      to: status({
        currentNumberScheduled: -1,
        numberMisscheduled: -1,
        desiredNumberScheduled: -1,
        numberReady: -1,
        observedGeneration: -1,
        updatedNumberScheduled: -1,
        numberAvailable: -1,
        numberUnavailable: -1,
      }),
      causes: [
        "status.currentNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberMisscheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.desiredNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberReady: Invalid value: -1: must be greater than or equal to 0",
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
        "status.updatedNumberScheduled: Invalid value: -1: must be greater than or equal to 0",
        "status.numberAvailable: Invalid value: -1: must be greater than or equal to 0",
        "status.numberUnavailable: Invalid value: -1: must be greater than or equal to 0",
      ],
    },
  ],
});
