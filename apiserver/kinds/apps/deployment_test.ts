import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

const TEMPLATE = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "main", image: "nginx" }] },
};
/** What ends by itself, and is to be restarted for its size. */
const RESTARTED = {
  name: "first",
  image: "a",
  resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }],
};

testKind({
  group: "apps",
  resource: "deployments",
  valid: {
    spec: { selector: { matchLabels: { app: "web" } }, template: TEMPLATE },
  } as unknown as JsonObject,
  good: [
    ["recreated", { spec: { strategy: { type: "Recreate" } } }],
    ["none at a time", { spec: { strategy: { rollingUpdate: { maxUnavailable: 0 } } } }],
    ["host network without host ports", {
      spec: {
        template: {
          spec: {
            hostNetwork: true,
            containers: [{ name: "a", image: "b", ports: [{ containerPort: 80 }] }],
          },
        },
      },
    }],
  ],
  bad: [
    [
      "fewer than none",
      { spec: { replicas: -1 } },
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
    ],
    [
      "no selector",
      { spec: { selector: null } },
      "spec.selector: Required value",
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: ' +
      "`selector` does not match template `labels`",
    ],
    [
      "a selector of all",
      { spec: { selector: { matchLabels: null } } },
      "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
    ],
    [
      "a selector of others",
      { spec: { selector: { matchLabels: { app: "db" } } } },
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: ' +
      "`selector` does not match template `labels`",
    ],
    [
      "an operator that nobody knows",
      { spec: { selector: { matchExpressions: [{ key: "a", operator: "Like" }] } } },
      'spec.selector.matchExpressions[0].operator: Invalid value: "Like": ' +
      "not a valid selector operator",
      'spec.selector: Invalid value: {"matchLabels":{"app":"web"},' +
      '"matchExpressions":[{"key":"a","operator":"Like"}]}: invalid label selector',
    ],
    [
      "pods that end",
      { spec: { template: { spec: { restartPolicy: "Never" } } } },
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
    [
      "a deadline of pods",
      { spec: { template: { spec: { activeDeadlineSeconds: 3 } } } },
      "spec.template.spec.activeDeadlineSeconds: Forbidden: " +
      "activeDeadlineSeconds in ReplicaSet is not Supported",
    ],
    [
      "no containers",
      { spec: { template: { spec: { containers: [] } } } },
      "spec.template.spec.containers: Required value",
    ],
    [
      "a container without image and with a bad name",
      { spec: { template: { spec: { containers: [{ name: "Main" }] } } } },
      'spec.template.spec.containers[0].name: Invalid value: "Main": a lowercase RFC 1123 label ' +
      "must consist of lower case alphanumeric characters or '-', and must start and end with an " +
      "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      "spec.template.spec.containers[0].image: Required value",
    ],
    [
      "a recreation bit by bit",
      { spec: { strategy: { type: "Recreate", rollingUpdate: {} } } },
      "spec.strategy.rollingUpdate: Forbidden: " +
      "may not be specified when strategy `type` is 'Recreate'",
    ],
    [
      "no way to go on",
      { spec: { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: "0%" } } } },
      "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: " +
      "may not be 0 when `maxSurge` is 0",
    ],
    [
      "more than all at a time",
      { spec: { strategy: { rollingUpdate: { maxUnavailable: "101%" } } } },
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": ' +
      "must not be greater than 100%",
    ],
    [
      "a part that is no percentage",
      { spec: { strategy: { rollingUpdate: { maxSurge: "half" } } } },
      'spec.strategy.rollingUpdate.maxSurge: Invalid value: "half": a valid percent string must ' +
      "be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
      "validation is '[0-9]+%')",
    ],
    [
      "a deadline before the time to be ready",
      { spec: { progressDeadlineSeconds: 5, minReadySeconds: 5 } },
      "spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds",
    ],
    [
      "a history below zero",
      { spec: { revisionHistoryLimit: -1 } },
      "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
    ],
  ],
  defaults: [
    ["everything", {}, {
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: {
          type: "RollingUpdate",
          rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" },
        },
        template: {
          spec: {
            containers: [{
              name: "main",
              image: "nginx",
              resources: {},
              terminationMessagePath: "/dev/termination-log",
              terminationMessagePolicy: "File",
              imagePullPolicy: "Always",
            }],
            restartPolicy: "Always",
            terminationGracePeriodSeconds: 30,
            dnsPolicy: "ClusterFirst",
            securityContext: {},
            schedulerName: "default-scheduler",
            enableServiceLinks: null,
          },
        },
      },
    }],
    ["half of a strategy", { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } }, {
      spec: { strategy: { rollingUpdate: { maxUnavailable: "25%", maxSurge: 2 } } },
    }],
    ["recreation", { spec: { strategy: { type: "Recreate" } } }, {
      spec: { strategy: { rollingUpdate: null } },
    }],
  ],
  updates: [
    {
      name: "another count, of pods as older rules took them",
      from: { spec: { template: { spec: { initContainers: [RESTARTED] } } } },
      to: { spec: { replicas: 5 } },
    },
    {
      name: "pods as older rules took them",
      to: { spec: { template: { spec: { initContainers: [RESTARTED] } } } },
      causes: [
        "spec.template.spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: " +
        `"RestartContainer": must not be set to 'RestartContainer' for non-sidecar initContainers`,
      ],
    },
    {
      name: "another count",
      to: { spec: { replicas: 5 } },
      becomes: { spec: { replicas: 5 } },
    },
    {
      name: "an annotation, which counts",
      to: { metadata: { annotations: { a: "b" } } },
      becomes: { metadata: { generation: 1 } },
    },
    {
      name: "a label, which does not count",
      to: { metadata: { labels: { a: "b" } } },
      becomes: { metadata: { generation: null } },
    },
    {
      name: "another selector",
      to: {
        spec: {
          selector: { matchLabels: { app: "db" } },
          template: { metadata: { labels: { app: "db" } } },
        },
      },
      causes: ['spec.selector: Invalid value: {"matchLabels":{"app":"db"}}: field is immutable'],
    },
    {
      name: "a status with the rest",
      to: { status: { replicas: 3 } },
      becomes: { status: { replicas: null } },
    },
    {
      name: "the rest with a status",
      through: "status",
      to: { spec: { replicas: 7 }, status: { replicas: 3 } },
      becomes: { spec: { replicas: 1 }, status: { replicas: 3 } },
    },
    {
      name: "a status that can't be",
      through: "status",
      to: { status: { replicas: 1, updatedReplicas: -1, availableReplicas: 2 } },
      causes: [
        "status.updatedReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.availableReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas",
      ],
    },
  ],
  rows: [
    ["wide", { spec: { replicas: 2 }, status: { readyReplicas: 1, updatedReplicas: 2 } }, {
      Name: "x",
      Ready: "1/2",
      "Up-to-date": 2,
      Available: 0,
      Containers: "main",
      Images: "nginx",
      Selector: "app=web",
    }],
  ],
});
