import { testKind } from "../../../testing/kind_tables.ts";

const PERCENT = "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
const NEGATIVE = "Invalid value: -1: must be greater than or equal to 0";
const spec = (change: Record<string, unknown>) => ({ spec: change });
const status = (change: Record<string, unknown>) => ({ status: change });
const selector = (one: unknown) => spec({ selector: { matchExpressions: [one] } });
const REQUIREMENT = "spec.selector.matchExpressions[0]";
const CONDITION = {
  type: "DisruptionAllowed",
  status: "True",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  reason: "SufficientPods",
  message: "",
};

const BAD_VALUE = { matchExpressions: [{ key: "a", operator: "In", values: ["a b"] }] };

testKind({
  group: "policy",
  resource: "poddisruptionbudgets",
  valid: { spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } } },
  good: [
    ["a part", spec({ minAvailable: "50%" })],
    ["the rest", spec({ minAvailable: null, maxUnavailable: "100%" })],
    ["nothing", { spec: null }],
    ["pods that are not well", spec({ unhealthyPodEvictionPolicy: "AlwaysAllow" })],
  ],
  bad: [
    [
      "both amounts",
      spec({ maxUnavailable: 1, selector: null }),
      'spec: Invalid value: {"minAvailable":1,"maxUnavailable":1}: ' +
      "minAvailable and maxUnavailable cannot be both set",
    ],
    ["fewer than none", spec({ minAvailable: -1 }), `spec.minAvailable: ${NEGATIVE}`],
    [
      "fewer than none missing",
      spec({ minAvailable: null, maxUnavailable: -1 }),
      `spec.maxUnavailable: ${NEGATIVE}`,
    ],
    [
      "no part",
      spec({ minAvailable: "half" }),
      `spec.minAvailable: Invalid value: "half": ${PERCENT}`,
    ],
    [
      "a number as text",
      spec({ minAvailable: "1" }),
      `spec.minAvailable: Invalid value: "1": ${PERCENT}`,
    ],
    [
      "less than no part missing",
      spec({ minAvailable: null, maxUnavailable: "-1%" }),
      `spec.maxUnavailable: Invalid value: "-1%": ${PERCENT}`,
    ],
    [
      "more than all",
      spec({ minAvailable: "101%" }),
      'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
    ],
    [
      "more than all missing",
      spec({ minAvailable: null, maxUnavailable: "200%" }),
      'spec.maxUnavailable: Invalid value: "200%": must not be greater than 100%',
    ],
    [
      "another policy",
      spec({ unhealthyPodEvictionPolicy: "Never" }),
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": ' +
      'supported values: "AlwaysAllow", "IfHealthyBudget"',
    ],
    [
      "a bad label",
      spec({ selector: { matchLabels: { app: "a b" } } }),
      'spec.selector.matchLabels: Invalid value: "a b": a valid label must be an empty string or ' +
      "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
      "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for " +
      "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      "another operator",
      selector({ key: "app", operator: "Like" }),
      `${REQUIREMENT}.operator: Invalid value: "Like": not a valid selector operator`,
    ],
    [
      "one of none",
      selector({ key: "app", operator: "In" }),
      `${REQUIREMENT}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    ],
    [
      "there, and with values",
      selector({ key: "app", operator: "Exists", values: ["a"] }),
      `${REQUIREMENT}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or ` +
      "'DoesNotExist'",
    ],
    [
      "a label of an empty domain",
      selector({ key: "/app", operator: "Exists" }),
      `${REQUIREMENT}.key: Invalid value: "/app": prefix part must be non-empty`,
    ],
  ],
  updates: [
    {
      name: "values that older rules took stay",
      from: { spec: { selector: BAD_VALUE } },
      to: { spec: { minAvailable: 1, maxUnavailable: null } },
    },
    { name: "an amount", to: spec({ minAvailable: 2 }), becomes: spec({ minAvailable: 2 }) },
    {
      name: "to a bad amount",
      to: spec({ minAvailable: -1 }),
      causes: [`spec.minAvailable: ${NEGATIVE}`],
    },
    {
      name: "not its status",
      to: status({ disruptionsAllowed: 1 }),
      becomes: status({ disruptionsAllowed: 0 }),
    },
    {
      name: "its status",
      through: "status",
      to: status({ disruptionsAllowed: 1, conditions: [CONDITION] }),
      becomes: status({ disruptionsAllowed: 1, conditions: [CONDITION] }),
    },
    {
      name: "not its specification through its status",
      through: "status",
      to: spec({ minAvailable: 2 }),
      becomes: spec({ minAvailable: 1 }),
    },
    {
      name: "to a bad status",
      through: "status",
      to: status({
        disruptionsAllowed: -1,
        currentHealthy: -1,
        desiredHealthy: -1,
        expectedPods: -1,
        conditions: [{ ...CONDITION, reason: "" }],
      }),
      causes: [
        "status.conditions[0].reason: Required value",
        `status.disruptionsAllowed: ${NEGATIVE}`,
        `status.currentHealthy: ${NEGATIVE}`,
        `status.desiredHealthy: ${NEGATIVE}`,
        `status.expectedPods: ${NEGATIVE}`,
      ],
    },
  ],
  rows: [
    ["of a number", {}, {
      "Min Available": "1",
      "Max Unavailable": "N/A",
      "Allowed Disruptions": 0,
    }],
    [
      "of a part",
      {
        ...spec({ minAvailable: null, maxUnavailable: "25%" }),
        ...status({ disruptionsAllowed: 3 }),
      },
      { "Min Available": "N/A", "Max Unavailable": "25%", "Allowed Disruptions": 3 },
    ],
  ],
});

const ANY = { rule: "RunAsAny" };
const range = (min: number, max: number) => ({ rule: "MustRunAs", ranges: [{ min, max }] });

testKind({
  group: "policy",
  version: "v1beta1",
  resource: "podsecuritypolicies",
  valid: { spec: { seLinux: ANY, runAsUser: ANY, supplementalGroups: ANY, fsGroup: ANY } },
  good: [
    ["all", spec({ volumes: ["*"], allowedCapabilities: ["*"], allowedUnsafeSysctls: ["*"] })],
    [
      "users and groups",
      spec({ runAsUser: range(1, 2), runAsGroup: range(0, 0), fsGroup: range(1, 1) }),
    ],
    [
      "some files of the node",
      spec({ allowedHostPaths: [{ pathPrefix: "/a" }], allowedFlexVolumes: [{ driver: "a" }] }),
    ],
    [
      "a runtime",
      spec({ runtimeClass: { allowedRuntimeClassNames: ["*"], defaultRuntimeClassName: "a" } }),
    ],
  ],
  bad: [
    [
      "another rule for users",
      spec({ runAsUser: { rule: "Any" } }),
      'spec.runAsUser.rule: Unsupported value: "Any": ' +
      'supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"',
    ],
    [
      "a bad range",
      spec({ runAsUser: range(2, -1) }),
      "spec.runAsUser.ranges[0].max: Invalid value: -1: max cannot be negative",
      "spec.runAsUser.ranges[0].min: Invalid value: 2: min cannot be greater than max",
    ],
    [
      "no range of groups",
      spec({ runAsGroup: { rule: "MustRunAs" } }),
      "spec.runAsGroup.ranges: Invalid value: []: must provide at least one range",
    ],
    [
      "any group of a range",
      spec({ runAsGroup: { ...ANY, ranges: [{ min: 1, max: 1 }] } }),
      'spec.runAsGroup.ranges: Invalid value: [{"min":1,"max":1}]: Ranges must be empty',
    ],
    [
      "no rule for SELinux",
      spec({ seLinux: { rule: null } }),
      'spec.seLinux.rule: Unsupported value: "": supported values: "MustRunAs", "RunAsAny"',
    ],
    [
      "a group below zero",
      spec({ fsGroup: range(-1, 1), supplementalGroups: range(-2, 1) }),
      "spec.supplementalGroups.ranges[0].min: Invalid value: -2: min cannot be negative",
      "spec.fsGroup.ranges[0].min: Invalid value: -1: min cannot be negative",
    ],
    [
      "all, but some taken away",
      spec({ requiredDropCapabilities: ["KILL"], allowedCapabilities: ["*"] }),
      'requiredDropCapabilities: Invalid value: ["KILL"]: must be empty when all capabilities are ' +
      "allowed by a wildcard",
    ],
    [
      "given and taken away",
      spec({ requiredDropCapabilities: ["KILL"], defaultAddCapabilities: ["KILL"] }),
      'defaultAddCapabilities: Invalid value: "KILL": capability is listed in ' +
      "defaultAddCapabilities and requiredDropCapabilities",
    ],
    [
      "more by default than at most",
      spec({ defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false }),
      "spec.defaultAllowPrivilegeEscalation: Invalid value: true: Cannot set " +
      "DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true",
    ],
    [
      "another way to show processes",
      spec({ allowedProcMountTypes: ["All"] }),
      'spec.allowedProcMountTypes[0]: Unsupported value: "All": supported values: "Default", "Unmasked"',
    ],
    [
      "steps up",
      spec({ allowedHostPaths: [{ pathPrefix: "/a/../b" }, {}] }),
      "spec.allowedHostPaths[0]: Invalid value: \"/a/../b\": must not contain '..'",
      "spec.allowedHostPaths[1]: Required value: is required",
    ],
    [
      "no driver",
      spec({ allowedFlexVolumes: [{}] }),
      "spec.allowedFlexVolumes[0].driver: Required value: must specify a driver",
    ],
    [
      "all and another parameter",
      spec({ forbiddenSysctls: ["*", "a.b"] }),
      "spec.forbiddenSysctls.items: Forbidden: if '*' is present, must not specify other sysctls",
    ],
    [
      "a parameter with a star in the middle",
      spec({ allowedUnsafeSysctls: ["a*b", ""] }),
      'spec.allowedUnsafeSysctls[0]: Invalid value: "a*b": must have at most 253 characters and ' +
      "match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]",
      'spec.allowedUnsafeSysctls[1]: Invalid value: "": empty sysctl not allowed',
    ],
    [
      "parameters that are allowed and forbidden",
      spec({ allowedUnsafeSysctls: ["a.*", "b.c"], forbiddenSysctls: ["a.b", "b.*"] }),
      'spec.forbiddenSysctls[0]: Invalid value: "a.b": sysctl overlaps with a.*',
      'spec.allowedUnsafeSysctls[1]: Invalid value: "b.c": sysctl overlaps with b.*',
    ],
    [
      "a runtime that is not allowed",
      spec({
        runtimeClass: { allowedRuntimeClassNames: ["a", "a"], defaultRuntimeClassName: "b" },
      }),
      'spec.runtimeClass.allowedRuntimeClassNames[1]: Duplicate value: "a"',
      'spec.runtimeClass.allowedRuntimeClassNames: Required value: default "b" must be allowed',
    ],
  ],
  defaults: [["what was allowed before", {}, spec({ allowPrivilegeEscalation: true })]],
  rows: [[
    "some",
    spec({ privileged: true, volumes: ["secret", "nfs"] }),
    { Priv: "true", SELinux: "RunAsAny", ReadOnlyRootFs: "false", Volumes: "secret,nfs" },
  ]],
});
