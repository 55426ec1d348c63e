import { testKind } from "../../../testing/kind_tables.ts";

type Fields = Record<string, unknown>;

const spec = (fields: Fields) => ({ spec: fields });
const status = (fields: Fields) => ({ status: fields });

testKind({
  group: "",
  resource: "replicationcontrollers",
  valid: {
    spec: {
      selector: { app: "web" },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "main", image: "a:1" }] },
      },
    },
  },
  good: [["a bad beginning of its name", { metadata: { generateName: "A_" } }]],
  bad: [
    [
      "a long name",
      { metadata: { name: "a".repeat(254) } },
      `metadata.name: Invalid value: "${"a".repeat(254)}": must be no more than 253 bytes`,
    ],
    [
      "a beginning of its name that is a path",
      { metadata: { generateName: "a/b" } },
      "metadata.generateName: Invalid value: \"a/b\": may not contain '/'",
    ],
    [
      "a selector of others",
      spec({ selector: { app: "db" } }),
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "a value of a bad form",
      spec({ selector: { app: "-" } }),
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "pods that end",
      spec({ template: { spec: { restartPolicy: "Never", activeDeadlineSeconds: 1 } } }),
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: ' +
      '"Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in " +
      "ReplicationController is not Supported",
    ],
    [
      "no containers",
      spec({ template: { spec: { containers: null } } }),
      "spec.template.spec.containers: Required value",
    ],
    ["no template", spec({ template: null }), "spec.template: Required value"],
    [
      "less than nothing",
      spec({ replicas: -1, minReadySeconds: -1 }),
      "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
    ],
  ],
  defaults: [
    ["its pods", { spec: { selector: null } }, { spec: { selector: { app: "web" } } }],
    ["labels of its pods", {}, { metadata: { labels: { app: "web" } } }],
  ],
  updates: [
    {
      name: "another selector",
      to: spec({ selector: { a: "b" }, template: { metadata: { labels: { a: "b" } } } }),
    },
    {
      name: "no labels with a status and nothing else",
      through: "status",
      to: { metadata: { labels: null }, spec: { template: null } },
      becomes: { metadata: { labels: { app: "web" } } },
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
