import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const GROUP = "admissionregistration.k8s.io";
const spec = (fields: object) => ({ spec: fields });
const ref = { name: "p", parameterNotFoundAction: "Deny" };
const rule = {
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*"],
};

const COMMON = [
  ["no policy", spec({ policyName: "" }), "spec.policyName: Required value"],
  [
    "a policy of no name",
    spec({ policyName: "A" }),
    `spec.policyName: Invalid value: "A": ${SUBDOMAIN}`,
  ],
  [
    "no parameters",
    spec({ paramRef: { name: null } }),
    "spec.paramRef: Required value: one of name or selector must be specified",
  ],
  [
    "parameters by name and by labels",
    spec({ paramRef: { selector: {} } }),
    "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
    "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
  ],
  [
    "parameters at another path",
    spec({ paramRef: { name: "a/b" } }),
    "spec.paramRef.name: Invalid value: \"a/b\": may not contain '/'",
  ],
  [
    "nothing said of missing parameters",
    spec({ paramRef: { parameterNotFoundAction: null } }),
    "spec.paramRef.parameterNotFoundAction: Required value",
  ],
  [
    "an unknown action for missing parameters",
    spec({ paramRef: { parameterNotFoundAction: "x" } }),
    'spec.paramRef.parameterNotFoundAction: Unsupported value: "x": supported values: "Deny", ' +
    '"Allow"',
  ],
] as const;
const DEFAULTS = [["where it holds", spec({ matchResources: { resourceRules: [rule] } }), {
  spec: {
    matchResources: {
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      resourceRules: [{ ...rule, scope: "*" }],
    },
  },
}]] as const;
const ROWS = [
  ["parameters", {}, { Name: "x", PolicyName: "p", ParamRef: "*/p" }],
  ["parameters by labels", spec({ paramRef: { name: null, selector: {} } }), { ParamRef: "*" }],
  ["none", spec({ paramRef: null }), { ParamRef: "<unset>" }],
] as const;
const UNKNOWN = { matchPolicy: "x" };

testKind({
  group: GROUP,
  resource: "validatingadmissionpolicybindings",
  valid: spec({ policyName: "p", paramRef: ref, validationActions: ["Deny"] }),
  good: [["two actions", spec({ validationActions: ["Audit", "Warn"] })]],
  bad: [
    ...COMMON,
    [
      "resources",
      spec({ matchResources: UNKNOWN }),
      'spec.matchResources.matchPolicy: Unsupported value: "x": supported values: "Equivalent", ' +
      '"Exact"',
    ],
    [
      "no action",
      spec({ validationActions: null }),
      "spec.validationActions: Required value: at least one validation action is required",
    ],
    [
      "an unknown action, and one twice",
      spec({ validationActions: ["x", "Audit", "Audit"] }),
      'spec.validationActions[0]: Unsupported value: "x": supported values: "Audit", "Deny", "Warn"',
      'spec.validationActions[2]: Duplicate value: "Audit"',
    ],
    [
      "told twice",
      spec({ validationActions: ["Deny", "Warn"] }),
      'spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn ' +
      "(repeating the same validation failure information in the API response and headers serves " +
      "no purpose)",
    ],
  ],
  defaults: [...DEFAULTS],
  rows: [...ROWS],
});

testKind({
  group: GROUP,
  resource: "mutatingadmissionpolicybindings",
  valid: spec({ policyName: "p", paramRef: ref }),
  bad: [
    ...COMMON,
    [
      "resources",
      spec({ matchResources: UNKNOWN }),
      'spec.matchResources.matchPolicy: Unsupported value: "x": supported values: "Equivalent", ' +
      '"Exact"',
    ],
    [
      "what is deleted",
      spec({ matchResources: { resourceRules: [{ ...rule, operations: ["DELETE"] }] } }),
      'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: ' +
      '"*", "CONNECT", "CREATE", "UPDATE"',
    ],
  ],
  defaults: [...DEFAULTS],
  rows: [...ROWS],
});
