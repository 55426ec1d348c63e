import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL_1035 as LABEL_1035 } from "../../../testing/name_texts.ts";

const GROUP = "admissionregistration.k8s.io";
const SELECTORS = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };

const rule = {
  operations: ["CREATE"],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["pods"],
};
const matchConstraints = { resourceRules: [rule] };
const spec = (fields: object) => ({ spec: fields });
const rules = (...list: object[]) => spec({ matchConstraints: { resourceRules: list } });
const NO_RULE = "validations or auditAnnotations must contain at least one item";

/** What policies of both kinds refuse. */
const COMMON = [
  [
    "a policy for failures",
    spec({ failurePolicy: "x" }),
    'spec.failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"',
  ],
  ["about nothing", spec({ matchConstraints: null }), "spec.matchConstraints: Required value"],
  ["no rule", rules(), "spec.matchConstraints.resourceRules: Required value"],
  [
    "names",
    rules({ ...rule, resourceNames: ["a", "a", "b/c"] }),
    'spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: "a"',
    'spec.matchConstraints.resourceRules[0].resourceNames[2]: Invalid value: "b/c": may not ' +
    "contain '/'",
  ],
  [
    "no operation",
    rules({ ...rule, operations: [] }),
    "spec.matchConstraints.resourceRules[0].operations: Required value",
  ],
  [
    "no parameters",
    spec({ paramKind: {} }),
    "spec.paramKind.apiVersion: Required value",
    "spec.paramKind.kind: Required value",
  ],
  [
    "parameters of no version",
    spec({ paramKind: { apiVersion: "a/b/c", kind: "A" } }),
    'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
  ],
  [
    "parameters of bad names",
    spec({ paramKind: { apiVersion: "a/1", kind: "A_B" } }),
    `spec.paramKind.apiVersion: Invalid value: "1": ${LABEL_1035}`,
    'spec.paramKind.kind: Invalid value: "A_B": may have mixed case, but should otherwise match: ' +
    LABEL_1035,
  ],
  [
    "conditions",
    spec({ matchConditions: [{ name: "", expression: "" }] }),
    "spec.matchConditions[0].expression: Required value",
    "spec.matchConditions[0].name: Required value",
  ],
  [
    "variables",
    spec({ variables: [{ name: "", expression: "1" }, { name: "in", expression: " " }] }),
    "spec.variables[0].name: Required value: name is not specified",
    'spec.variables[1].name: Invalid value: "in": must be a valid CEL identifier',
    "spec.variables[1].expression: Required value: expression is not specified",
  ],
  [
    "no policy and no way of matching",
    spec({ failurePolicy: "", matchConstraints: { ...matchConstraints, matchPolicy: "" } }),
    'spec.failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"',
    'spec.matchConstraints.matchPolicy: Unsupported value: "": supported values: "Equivalent", ' +
    '"Exact"',
  ],
  [
    "too many conditions",
    spec({
      matchConditions: Array.from(
        { length: 65 },
        (_, i) => ({ name: `a${i}`, expression: "true" }),
      ),
    }),
    "spec.matchConditions: Too many: 65: must have at most 64 items",
  ],
] as const;

const DEFAULTS = [["what is not said", {}, {
  spec: {
    failurePolicy: "Fail",
    matchConstraints: { ...SELECTORS, resourceRules: [{ ...rule, scope: "*" }] },
  },
}]] as const;

testKind({
  group: GROUP,
  resource: "validatingadmissionpolicies",
  valid: spec({ matchConstraints, validations: [{ expression: "true" }] }),
  good: [
    [
      "only notes",
      spec({ validations: null, auditAnnotations: [{ key: "a", valueExpression: "'b'" }] }),
    ],
    [
      "all that there is",
      spec({
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        variables: [
          { name: "a", expression: "object.spec.replicas" },
          { name: "b", expression: "variables.a > 1 && has(request.userInfo.groups)" },
        ],
        matchConditions: [{
          name: "example.com/a",
          expression: "params != null && namespaceObject.metadata.labels['a'] == 'b'",
        }],
        validations: [{
          expression: "variables.b && authorizer.requestResource.check('get').allowed()",
          message: "no",
          messageExpression: "'no: ' + string(variables.a) + params.data.text",
          reason: "Forbidden",
        }],
        auditAnnotations: [{ key: "a", valueExpression: "variables.b ? 'a' : ''" }],
      }),
    ],
    [
      "thousands of variables of one another",
      spec({
        variables: Array.from({ length: 3_000 }, (_, at) => ({
          name: `v${at}`,
          expression: at === 0 ? "1" : `variables.v${at - 1} + 1`,
        })),
        validations: [{ expression: "variables.v2999 == 3000" }],
      }),
    ],
  ],
  bad: [
    ...COMMON,
    [
      "no rule to follow",
      spec({ validations: null }),
      `spec.validations: Required value: ${NO_RULE}`,
      `spec.auditAnnotations: Required value: ${NO_RULE}`,
    ],
    [
      "validations",
      spec({
        validations: [
          { expression: "", message: " ", messageExpression: " ", reason: "x" },
          { expression: "true", message: "a\nb" },
        ],
      }),
      "spec.validations[0].expression: Required value: expression is not specified",
      'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
      'spec.validations[0].message: Invalid value: " ": must be non-empty if specified',
      'spec.validations[0].reason: Unsupported value: "x": supported values: "Forbidden", ' +
      '"Invalid", "RequestEntityTooLarge"',
      'spec.validations[1].message: Invalid value: "a\\nb": must not contain line breaks',
    ],
    [
      "expressions",
      spec({
        variables: [
          { name: "early", expression: "variables.late" },
          { name: "late", expression: "1" },
        ],
        matchConditions: [{ name: "a", expression: "params.a == variables.late" }],
        validations: [
          { expression: "object.a + 1", messageExpression: "1" },
          { expression: "variables.late == 'a'" },
          { expression: "int('a') == 1" },
          { expression: "true", messageExpression: "authorizer.path('/a').check('get').reason()" },
          { expression: "request.nothing == ''" },
          { expression: "cel.bind(a, true, a)" },
        ],
        auditAnnotations: [{ key: "a", valueExpression: "true" }],
      }),
      'spec.matchConditions[0].expression: Invalid value: "params.a == variables.late": ' +
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container " +
      "'')\n | params.a == variables.late\n | ^\n" +
      "ERROR: <input>:1:13: undeclared reference to 'variables' (in container '')\n" +
      " | params.a == variables.late\n | ............^",
      'spec.variables[0].expression: Invalid value: "variables.late": compilation failed: ERROR: ' +
      "<input>:1:10: undefined field 'late'\n | variables.late\n | .........^",
      'spec.validations[0].expression: Invalid value: "object.a + 1": must evaluate to bool but ' +
      "got int",
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got ' +
      "int",
      "spec.validations[1].expression: Invalid value: \"variables.late == 'a'\": compilation " +
      "failed: ERROR: <input>:1:16: found no matching overload for '_==_' applied to '(int, " +
      "string)'\n | variables.late == 'a'\n | ...............^",
      "spec.validations[2].expression: Internal error: program instantiation " +
      "failed: type conversion error from 'string' to 'int'",
      "spec.validations[3].messageExpression: Invalid value: \"authorizer.path('/a').check" +
      "('get').reason()\": compilation failed: ERROR: <input>:1:1: undeclared reference to " +
      "'authorizer' (in container '')\n | authorizer.path('/a').check('get').reason()\n | ^",
      "spec.validations[4].expression: Invalid value: \"request.nothing == ''\": compilation " +
      "failed: ERROR: <input>:1:8: undefined field 'nothing'\n | request.nothing == ''\n | .......^",
      'spec.validations[5].expression: Invalid value: "cel.bind(a, true, a)": compilation failed: ' +
      "ERROR: <input>:1:1: undeclared reference to 'cel' (in container '')\n" +
      " | cel.bind(a, true, a)\n | ^\n" +
      "ERROR: <input>:1:9: undeclared reference to 'bind' (in container '')\n" +
      " | cel.bind(a, true, a)\n | ........^\n" +
      "ERROR: <input>:1:10: undeclared reference to 'a' (in container '')\n" +
      " | cel.bind(a, true, a)\n | .........^\n" +
      "ERROR: <input>:1:19: undeclared reference to 'a' (in container '')\n" +
      " | cel.bind(a, true, a)\n | ..................^",
      'spec.auditAnnotations[0].valueExpression: Invalid value: "true": must evaluate to one of ' +
      "[string null_type] but got bool",
    ],
    [
      "notes",
      spec({
        auditAnnotations: [
          { key: "a", valueExpression: "" },
          { key: "a", valueExpression: "x".repeat(5121) },
        ],
      }),
      "spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified",
      "spec.auditAnnotations[1].valueExpression: Required value: must not exceed 5120 bytes in " +
      "length",
      'spec.auditAnnotations[1].key: Duplicate value: "a"',
    ],
  ],
  defaults: [...DEFAULTS],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "the status stays",
    to: { status: { observedGeneration: 1 } },
    becomes: { status: { observedGeneration: null } },
  }, {
    name: "a status changes nothing else",
    through: "status",
    to: { spec: { failurePolicy: "Ignore" }, status: { observedGeneration: 1 } },
    becomes: { spec: { failurePolicy: "Fail" }, status: { observedGeneration: 1 } },
  }, {
    name: "a bad status",
    through: "status",
    to: {
      status: {
        typeChecking: { expressionWarnings: [{ fieldRef: "", warning: "" }] },
        conditions: [{ type: "A", status: "x", reason: "", lastTransitionTime: null }],
      },
    },
    causes: [
      "status.typeChecking.expressionWarnings[0].warning: Required value",
      "status.typeChecking.expressionWarnings[0].fieldRef: Required value",
      'status.conditions[0].status: Unsupported value: "x": supported values: "False", "True", ' +
      '"Unknown"',
      "status.conditions[0].lastTransitionTime: Required value",
      "status.conditions[0].reason: Required value",
    ],
  }, {
    name: "what is new follows the rules",
    to: spec({ matchConditions: [{ name: "a", expression: "" }] }),
    causes: ["spec.matchConditions[0].expression: Required value"],
  }, {
    name: "what stays has to be right with what is new",
    from: spec({
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "params.a == 'b'", messageExpression: "'c'" }],
    }),
    to: spec({
      paramKind: null,
      validations: [{ expression: "params.a == 'b'" }, { expression: "'c'" }],
    }),
    causes: [
      "spec.validations[0].expression: Invalid value: \"params.a == 'b'\": compilation failed: " +
      "ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n" +
      " | params.a == 'b'\n | ^",
      "spec.validations[1].expression: Invalid value: \"'c'\": must evaluate to bool but got string",
    ],
  }],
  rows: [["a policy", {}, { Name: "x", Validations: 1, ParamKind: "<unset>" }]],
});

const patch = {
  patchType: "JSONPatch",
  jsonPatch: { expression: "[JSONPatch{op: 'test', path: '/a'}]" },
};
const mutations = (...list: object[]) => spec({ mutations: list });

testKind({
  group: GROUP,
  resource: "mutatingadmissionpolicies",
  valid: spec({ matchConstraints, mutations: [patch], reinvocationPolicy: "Never" }),
  good: [
    [
      "objects applied",
      mutations({
        patchType: "ApplyConfiguration",
        applyConfiguration: {
          expression: "Object{spec: Object.spec{replicas: object.spec.replicas + 1}}",
        },
      }),
    ],
    [
      "patches of variables",
      spec({
        variables: [{ name: "key", expression: "'a'" }],
        mutations: [{
          patchType: "JSONPatch",
          jsonPatch: {
            expression: "[JSONPatch{op: 'add', path: '/metadata/labels/' + " +
              "jsonpatch.escapeKey(variables.key), value: 'c'}]",
          },
        }],
      }),
    ],
  ],
  bad: [
    ...COMMON,
    [
      "a variable of what patches are made of, which is told of once",
      spec({
        variables: [{ name: "key", expression: "jsonpatch.escapeKey('a')" }],
        mutations: [{
          patchType: "JSONPatch",
          jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/a/' + variables.key}]" },
        }],
      }),
      "spec.variables[0].expression: Invalid value: \"jsonpatch.escapeKey('a')\": compilation " +
      "failed: ERROR: <input>:1:1: undeclared reference to 'jsonpatch' (in container '')\n" +
      " | jsonpatch.escapeKey('a')\n | ^\n" +
      "ERROR: <input>:1:20: undeclared reference to 'escapeKey' (in container '')\n" +
      " | jsonpatch.escapeKey('a')\n | ...................^",
    ],
    [
      "a variable that says nothing, which is none",
      spec({
        variables: [{ name: "key", expression: " " }],
        mutations: [{
          patchType: "JSONPatch",
          jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/a/' + variables.key}]" },
        }],
      }),
      "spec.variables[0].expression: Required value: expression is not specified",
      "spec.mutations[0].jsonPatch.expression: Invalid value: \"[JSONPatch{op: 'remove', path: " +
      "'/a/' + variables.key}]\": compilation failed: ERROR: <input>:1:49: undefined field 'key'\n" +
      " | [JSONPatch{op: 'remove', path: '/a/' + variables.key}]\n" +
      " | ................................................^",
    ],
    [
      "no change",
      mutations(),
      "spec.mutations: Required value: mutations must contain at least one item",
    ],
    ["no way", mutations({ patchType: "" }), "spec.mutations[0].patchType: Required value"],
    [
      "an unknown way",
      mutations({ ...patch, patchType: "x" }),
      'spec.mutations[0].patchType: Unsupported value: "x": supported values: ' +
      '"ApplyConfiguration", "JSONPatch"',
    ],
    [
      "one way said, another meant",
      mutations({ ...patch, patchType: "ApplyConfiguration" }),
      "spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is " +
      "ApplyConfiguration",
      'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when ' +
      "patchType is ApplyConfiguration",
    ],
    [
      "a patch of nothing",
      mutations({ ...patch, jsonPatch: { expression: "" } }),
      "spec.mutations[0].jsonPatch.expression: Required value",
    ],
    [
      "patches that are none",
      mutations(
        { ...patch, jsonPatch: { expression: "[]" } },
        { ...patch, jsonPatch: { expression: "[JSONPatch{op: 1}]" } },
        { patchType: "ApplyConfiguration", applyConfiguration: { expression: "{'a': 1}" } },
      ),
      'spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to ' +
      "list(JSONPatch) but got list(dyn)",
      'spec.mutations[1].jsonPatch.expression: Invalid value: "[JSONPatch{op: 1}]": compilation ' +
      "failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is " +
      "'int'\n | [JSONPatch{op: 1}]\n | .............^",
      "spec.mutations[2].applyConfiguration.expression: Invalid value: \"{'a': 1}\": must " +
      "evaluate to Object but got map(string, int)",
    ],
    [
      "asked again never said",
      spec({ reinvocationPolicy: null }),
      "spec.reinvocationPolicy: Required value",
    ],
    [
      "what is deleted",
      rules({ ...rule, operations: ["DELETE"] }),
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported ' +
      'values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  ],
  defaults: [...DEFAULTS],
  rows: [["a policy", {}, { Name: "x", Mutations: 1, ParamKind: "<unset>" }]],
});
