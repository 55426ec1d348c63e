import { testKind } from "../../../testing/kind_tables.ts";

const spec = (fields: object) => ({ spec: fields });
const NOT_STANDARD = "must be a standard resource type or fully qualified";

testKind({
  group: "",
  resource: "resourcequotas",
  valid: spec({ hard: { pods: "3", "limits.cpu": "2", "count/deployments.apps": "1" } }),
  good: [["huge pages that are asked for", spec({ hard: { "requests.hugepages-2Mi": "4Mi" } })], [
    "of a scope",
    spec({ scopes: ["Terminating"] }),
  ]],
  defaults: [[
    "amounts to the thousandth",
    spec({ hard: { "limits.cpu": "0.1m", "requests.memory": "1e-999", "requests.cpu": "1500u" } }),
    spec({ hard: { "limits.cpu": "1m", "requests.memory": "1e-3", "requests.cpu": "2m" } }),
  ]],
  bad: [
    [
      "an unknown resource",
      spec({ hard: { x: "1" } }),
      `spec.hard[x]: Invalid value: "x": ${NOT_STANDARD}`,
      'spec.hard[x]: Invalid value: "x": must be a standard resource for quota',
    ],
    [
      "less than nothing",
      spec({ hard: { pods: "-1" } }),
      'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
    ],
    [
      "so many pods that their thousandths are no number",
      spec({ hard: { pods: "1000Pi" } }),
      'spec.hard[pods]: Invalid value: "1000Pi": must be an integer',
    ],
    [
      "half a pod",
      spec({ hard: { pods: "500m" } }),
      'spec.hard[pods]: Invalid value: "500m": must be an integer',
    ],
    [
      "an unknown scope",
      spec({ scopes: ["x"] }),
      'spec.scopes: Invalid value: ["x"]: unsupported scope',
    ],
    [
      "a scope of what has none",
      spec({ hard: { services: "1" }, scopes: ["BestEffort"] }),
      // For services and for limits.
      'spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource',
      'spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource',
    ],
    [
      "scopes that exclude each other, twice",
      spec({
        scopes: ["BestEffort", "NotBestEffort", "Terminating", "NotTerminating"],
        hard: { "limits.cpu": null },
      }),
      ...["conflicting scopes", "conflicting scopes"].map((why) =>
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Terminating","NotTerminating"]: ' +
        why
      ),
    ],
    [
      "parts of what is counted",
      spec({ hard: { services: "1.5", "requests.example.com/gpu": "0.5" } }),
      'spec.hard[services]: Invalid value: "1500m": must be an integer',
    ],
    [
      "scopes that exclude each other",
      spec({ scopes: ["Terminating", "NotTerminating"] }),
      'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting scopes',
    ],
    [
      "a selector without values",
      spec({
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] },
      }),
      "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value " +
      "when `operator` is 'In' or 'NotIn' for scope selector",
    ],
  ],
  warned: [
    [
      "more asked for than there may be",
      spec({
        hard: {
          "requests.cpu": "2",
          "limits.cpu": "1500m",
          "memory": "1Gi",
          "limits.memory": "1000Mi",
          "requests.ephemeral-storage": "2",
          "limits.ephemeral-storage": "1",
        },
      }),
      "ResourceQuota requests.cpu (2) should be less than limits.cpu (1500m)",
      "ResourceQuota memory (1Gi) should be less than limits.memory (1000Mi)",
      "ResourceQuota requests.ephemeral-storage (2) should be less than limits.ephemeral-storage (1)",
    ],
    ["as much", spec({ hard: { cpu: "1", "limits.cpu": "1000m", "ephemeral-storage": "2" } })],
    [
      "the longer name, of two",
      spec({ hard: { cpu: "3", "requests.cpu": "1", "limits.cpu": "2" } }),
    ],
  ],
  updates: [
    { name: "amounts may change", to: spec({ hard: { pods: "4" } }) },
    {
      name: "a change is not warned of",
      to: spec({ hard: { "requests.cpu": "2", "limits.cpu": "1" } }),
      warnings: [],
    },
    {
      name: "scopes stay",
      to: spec({ scopes: ["Terminating"] }),
      causes: ['spec.scopes: Invalid value: ["Terminating"]: field is immutable'],
    },
    {
      name: "a status with a finalizer of nobody",
      through: "status",
      to: { metadata: { finalizers: ["example.com/a", "nobody"] } },
      causes: [
        'metadata.finalizers[1]: Invalid value: "nobody": name is neither a standard finalizer ' +
        "name nor is it fully qualified",
      ],
    },
    {
      name: "a bad status",
      through: "status",
      to: { status: { used: { pods: "-1" } } },
      causes: ['status.used[pods]: Invalid value: "-1": must be greater than or equal to 0'],
    },
  ],
  rows: [["what is used", {
    status: { hard: { pods: "3", cpu: "4", "limits.cpu": "2" }, used: { pods: "1" } },
  }, { Name: "x", Request: "cpu: 0/4, pods: 1/3", Limit: "limits.cpu: 0/2" }]],
});

const limits = (...list: object[]) => spec({ limits: list });

testKind({
  group: "",
  resource: "limitranges",
  valid: limits({ type: "Container", max: { cpu: "2" }, min: { cpu: "1", memory: "1Mi" } }),
  bad: [
    [
      "an unknown type",
      limits({ type: "x" }),
      'spec.limits[0].type: Invalid value: "x": must be a standard limit type or fully qualified',
    ],
    [
      "a type twice",
      limits({ type: "Container" }, { type: "Container" }),
      'spec.limits[1].type: Duplicate value: "Container"',
    ],
    [
      "what pods are given",
      limits({ type: "Pod", default: { cpu: "1" }, defaultRequest: { cpu: "1" } }),
      "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
      "spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'",
    ],
    [
      "bounds the wrong way round",
      limits({ type: "Pod", min: { cpu: "2" }, max: { cpu: "1" } }),
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    ],
    [
      "a default below the least",
      limits({ type: "Container", min: { cpu: "2" }, default: { cpu: "1" } }),
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than ' +
      "default request value 1",
      'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
    ],
    [
      "a default above the most",
      limits({
        type: "Container",
        max: { cpu: "1" },
        defaultRequest: { cpu: "1" },
        default: { cpu: "2" },
      }),
      'spec.limits[0].default[cpu]: Invalid value: "1": default value 2 is greater than max value 1',
    ],
    [
      "huge pages of which more is promised than there are",
      limits({
        type: "Container",
        default: { "hugepages-2Mi": "4Mi" },
        defaultRequest: { "hugepages-2Mi": "2Mi" },
      }),
      'spec.limits[0].defaultRequest[hugepages-2Mi]: Invalid value: "2Mi": default value 4Mi must ' +
      "equal to defaultRequest value 2Mi in hugepages-2Mi",
    ],
    [
      "what pods are given, and against each other",
      limits({
        type: "Pod",
        max: { cpu: "1" },
        default: { cpu: "2" },
        maxLimitRequestRatio: { a: "2" },
      }),
      "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
      'spec.limits[0].maxLimitRequestRatio[a]: Invalid value: "a": must be a standard resource ' +
      "type or fully qualified",
      'spec.limits[0].maxLimitRequestRatio[a]: Invalid value: "a": must be a standard resource for ' +
      "containers",
    ],
    [
      "a ratio for claims, and no bounds",
      limits({ type: "PersistentVolumeClaim", maxLimitRequestRatio: { a: "2" } }),
      "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, " +
      "but neither was provided",
      'spec.limits[0].maxLimitRequestRatio[a]: Invalid value: "a": must be a standard resource ' +
      "type or fully qualified",
    ],
    [
      "a ratio below one",
      limits({ type: "Pod", maxLimitRequestRatio: { cpu: "500m" } }),
      'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1',
    ],
    [
      "a claim without bounds",
      limits({ type: "PersistentVolumeClaim" }),
      "spec.limits[0].limits: Required value: either minimum or maximum storage value is " +
      "required, but neither was provided",
    ],
  ],
  defaults: [[
    "limits and requests",
    {},
    limits({
      type: "Container",
      max: { cpu: "2" },
      min: { cpu: "1", memory: "1Mi" },
      default: { cpu: "2" },
      defaultRequest: { cpu: "2", memory: "1Mi" },
    }),
  ]],
});
