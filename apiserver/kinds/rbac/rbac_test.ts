import { type BadRow, testKind } from "../../../testing/kind_tables.ts";

const GROUP = "rbac.authorization.k8s.io";

const rule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const urls = { verbs: ["get"], nonResourceURLs: ["/healthz"] };
const rules = (...list: object[]) => ({ rules: list });

const PATH_NAMES: BadRow[] = [
  [
    "a slash in the name",
    { metadata: { name: "a/b" } },
    `metadata.name: Invalid value: "a/b": may not contain '/'`,
  ],
  [
    "a percent sign in the name",
    { metadata: { name: "a%" } },
    `metadata.name: Invalid value: "a%": may not contain '%'`,
  ],
  [
    "a name that begins with ..",
    { metadata: { generateName: ".." } },
    "metadata.generateName: Invalid value: \"..\": may not be '..'",
  ],
  ["the name .", { metadata: { name: "." } }, `metadata.name: Invalid value: ".": may not be '.'`],
  [
    "the name ..",
    { metadata: { name: ".." } },
    `metadata.name: Invalid value: "..": may not be '..'`,
  ],
];

const BAD_RULES: BadRow[] = [
  ...PATH_NAMES,
  [
    "no verbs",
    rules({ ...rule, verbs: [] }),
    "rules[0].verbs: Required value: verbs must contain at least one value",
  ],
  [
    "no groups",
    rules(rule, { ...rule, apiGroups: [] }),
    "rules[1].apiGroups: Required value: resource rules must supply at least one api group",
  ],
  [
    "no resources",
    rules({ ...rule, resources: [] }),
    "rules[0].resources: Required value: resource rules must supply at least one resource",
  ],
  [
    "nothing at all",
    rules({ verbs: [] }),
    "rules[0].verbs: Required value: verbs must contain at least one value",
    "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
    "rules[0].resources: Required value: resource rules must supply at least one resource",
  ],
  [
    "names of no resource",
    rules({ verbs: ["get"], resourceNames: ["a"] }),
    "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
    "rules[0].resources: Required value: resource rules must supply at least one resource",
  ],
  [
    "several wrong rules",
    rules({ ...rule, verbs: [] }, rule, { ...rule, resources: [] }),
    "rules[0].verbs: Required value: verbs must contain at least one value",
    "rules[2].resources: Required value: resource rules must supply at least one resource",
  ],
];

const sum = (value: string) => ({
  aggregationRule: {
    clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "In", values: [value] }] }],
  },
});

testKind({
  group: GROUP,
  resource: "roles",
  valid: rules(rule),
  good: [["no rules", { rules: null }], ["a name with colons", { metadata: { name: "system:a" } }]],
  bad: [
    ...BAD_RULES,
    [
      "paths",
      rules(urls),
      'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to ' +
      "non-resource URLs",
    ],
    [
      "paths and resources",
      rules({ ...urls, ...rule }),
      'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to ' +
      "non-resource URLs",
      'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular ' +
      "resources and non-resource URLs",
    ],
    [
      "a namespace with a dot",
      { metadata: { namespace: "a.b" } },
      'metadata.namespace: Invalid value: "a.b": must not contain dots',
    ],
  ],
  updates: [
    { name: "rules may change", to: rules() },
    {
      name: "a beginning of names that is none",
      to: { metadata: { generateName: ".." } },
      causes: ["metadata.generateName: Invalid value: \"..\": may not be '..'"],
    },
    {
      name: "no verbs",
      to: rules({ ...rule, verbs: [] }),
      causes: ["rules[0].verbs: Required value: verbs must contain at least one value"],
    },
  ],
  rows: [["its name", {}, { Name: "x" }]],
});

testKind({
  group: GROUP,
  resource: "clusterroles",
  valid: rules(rule, urls),
  bad: [
    ...BAD_RULES,
    [
      "paths and resources",
      rules({ ...urls, ...rule }),
      'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular ' +
      "resources and non-resource URLs",
    ],
    [
      "a sum of nothing",
      { aggregationRule: {} },
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector " +
      "required if aggregationRule is non-nil",
    ],
    [
      "a sum by a bad selector",
      {
        aggregationRule: {
          clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "x" }] }],
        },
      },
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "x": ' +
      "not a valid selector operator",
      "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.",
    ],
  ],
  updates: [
    {
      name: "values that older rules took in a sum select nothing still",
      from: sum("a b"),
      to: { metadata: { labels: { a: "b" } } },
      causes: [
        "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.",
      ],
    },
    {
      name: "no such value is new",
      from: sum("a"),
      to: sum("/"),
      causes: [
        `aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values[0]: Invalid value: "/": ` +
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or " +
        "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or " +
        "'my_value',  or '12345', regex used for validation is " +
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
        "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.",
      ],
    },
  ],
});

const role = { apiGroup: GROUP, kind: "Role", name: "r" };
const subjects = (...list: object[]) => ({ subjects: list });
const user = { kind: "User", name: "u" };
const account = { kind: "ServiceAccount", namespace: "ns", name: "a" };

const BAD_BINDINGS: BadRow[] = [
  ...PATH_NAMES,
  [
    "a role of another group",
    { roleRef: { apiGroup: "x" } },
    `roleRef.apiGroup: Unsupported value: "x": supported values: "${GROUP}"`,
  ],
  ["no role", { roleRef: { name: "" } }, "roleRef.name: Required value"],
  [
    "a role with a slash",
    { roleRef: { name: "a/b" } },
    `roleRef.name: Invalid value: "a/b": may not contain '/'`,
  ],
  [
    "a subject of no kind",
    subjects({ kind: "x", name: "a" }),
    'subjects[0].kind: Unsupported value: "x": supported values: "ServiceAccount", "User", "Group"',
  ],
  ["a user without a name", subjects({ ...user, name: "" }), "subjects[0].name: Required value"],
  [
    "a user of another group",
    subjects(user, { ...user, apiGroup: "x" }),
    `subjects[1].apiGroup: Unsupported value: "x": supported values: "${GROUP}"`,
  ],
  [
    "a group of another group",
    subjects({ kind: "Group", name: "g", apiGroup: "x" }),
    `subjects[0].apiGroup: Unsupported value: "x": supported values: "${GROUP}"`,
  ],
  [
    "an account of a group",
    subjects({ ...account, apiGroup: GROUP }),
    `subjects[0].apiGroup: Unsupported value: "${GROUP}": supported values: ""`,
  ],
];

testKind({
  group: GROUP,
  resource: "rolebindings",
  valid: { roleRef: role, ...subjects(user, account) },
  good: [
    ["nobody", { subjects: null }],
    ["a cluster role", { roleRef: { kind: "ClusterRole" } }],
    ["an account of the same namespace", subjects({ kind: "ServiceAccount", name: "a" })],
  ],
  bad: [
    ...BAD_BINDINGS,
    [
      "a role of no kind",
      { roleRef: { kind: "x" } },
      'roleRef.kind: Unsupported value: "x": supported values: "Role", "ClusterRole"',
    ],
  ],
  defaults: [[
    "groups",
    { roleRef: { apiGroup: null } },
    { roleRef: role, subjects: [{ ...user, apiGroup: GROUP }, account] },
  ]],
  updates: [
    {
      name: "a beginning of names that is none",
      to: { metadata: { generateName: "." } },
      causes: ["metadata.generateName: Invalid value: \".\": may not be '.'"],
    },
    { name: "subjects may change", to: subjects() },
    {
      name: "the role stays",
      to: { roleRef: { name: "other" } },
      causes: [
        `roleRef: Invalid value: {"APIGroup":"${GROUP}","Kind":"Role","Name":"other"}: ` +
        "cannot change roleRef",
      ],
    },
  ],
  rows: [["role and subjects", subjects(user, { kind: "Group", name: "g" }, account, user), {
    Name: "x",
    Role: "Role/r",
    Users: "u, u",
    Groups: "g",
    ServiceAccounts: "ns/a",
  }]],
});

testKind({
  group: GROUP,
  resource: "clusterrolebindings",
  valid: { roleRef: { ...role, kind: "ClusterRole" }, ...subjects(user, account) },
  bad: [
    ...BAD_BINDINGS,
    [
      "a role of a namespace",
      { roleRef: { kind: "Role" } },
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ],
    [
      "an account of no namespace",
      subjects({ kind: "ServiceAccount", name: "a" }),
      "subjects[0].namespace: Required value",
    ],
  ],
  updates: [{
    name: "the role stays",
    to: { roleRef: { name: "other" } },
    causes: [
      `roleRef: Invalid value: {"APIGroup":"${GROUP}","Kind":"ClusterRole","Name":"other"}: ` +
      "cannot change roleRef",
    ],
  }],
});
