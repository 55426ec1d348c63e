import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL, NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const spec = (fields: object) => ({ spec: fields });
const user = { kind: "User", user: { name: "jane" } };
const group = (name: string) => ({ kind: "Group", group: { name } });
const resources = { verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["a"] };
const rule = { subjects: [user], resourceRules: [resources] };
const rules = (fields: object) => spec({ rules: [{ ...rule, ...fields }] });
const subjects = (...list: object[]) => rules({ subjects: list });
const about = (fields: object) => rules({ resourceRules: [{ ...resources, ...fields }] });
const paths = (...nonResourceURLs: string[]) =>
  rules({ nonResourceRules: [{ verbs: ["get"], nonResourceURLs }] });
const everything = {
  resourceRules: [{
    verbs: ["*"],
    apiGroups: ["*"],
    resources: ["*"],
    clusterScope: true,
    namespaces: ["*"],
  }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};
const EXEMPT = {
  metadata: { name: "exempt" },
  spec: {
    priorityLevelConfiguration: { name: "exempt" },
    matchingPrecedence: 1,
    rules: [{ subjects: [group("system:masters")], ...everything }],
  },
};
const CATCH_ALL = {
  metadata: { name: "catch-all" },
  spec: {
    priorityLevelConfiguration: { name: "catch-all" },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: "ByUser" },
    rules: [{
      subjects: [group("system:unauthenticated"), group("system:authenticated")],
      ...everything,
    }],
  },
};

testKind({
  group: "flowcontrol.apiserver.k8s.io",
  resource: "flowschemas",
  valid: spec({ priorityLevelConfiguration: { name: "l" }, matchingPrecedence: 5, rules: [rule] }),
  good: [
    ["the mandatory one of all that never waits", EXEMPT],
    ["the mandatory one of all others", CATCH_ALL],
    [
      "every account of a namespace",
      subjects({
        kind: "ServiceAccount",
        serviceAccount: { name: "*", namespace: "a" },
      }),
    ],
    ["paths", paths("/", "/a/*", "/b/c")],
    ["of the cluster", about({ namespaces: null, clusterScope: true })],
  ],
  bad: [
    [
      "before the first",
      spec({ matchingPrecedence: -1 }),
      "spec.matchingPrecedence: Invalid value: -1: must be a positive value",
    ],
    [
      "after the last",
      spec({ matchingPrecedence: 10001 }),
      "spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000",
    ],
    [
      "first",
      spec({ matchingPrecedence: 1 }),
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have " +
      "matchingPrecedence 1",
    ],
    [
      "flows told apart in an unknown way",
      spec({ distinguisherMethod: { type: "x" } }),
      'spec.distinguisherMethod.type: Unsupported value: {"type":"x"}: supported values: ' +
      '"ByNamespace", "ByUser"',
    ],
    [
      "no level",
      spec({ priorityLevelConfiguration: { name: "" } }),
      "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
    ],
    [
      "a level of no name",
      spec({ priorityLevelConfiguration: { name: "_" } }),
      `spec.priorityLevelConfiguration.name: Invalid value: "_": ${SUBDOMAIN}`,
    ],
    [
      "nobody",
      subjects(),
      "spec.rules[0].subjects: Required value: subjects must contain at least one value",
    ],
    [
      "nothing",
      rules({ resourceRules: null }),
      "spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be " +
      "non-empty",
    ],
    [
      "subjects",
      subjects(
        { kind: "x" },
        { kind: "User", group: { name: "a" } },
        { kind: "Group", group: { name: "" } },
        { kind: "ServiceAccount", serviceAccount: { name: "_", namespace: "" } },
      ),
      'spec.rules[0].subjects[0].kind: Unsupported value: "x": supported values: "Group", ' +
      '"ServiceAccount", "User"',
      "spec.rules[0].subjects[1].user: Required value: user is required when subject kind is 'User'",
      "spec.rules[0].subjects[1].group: Forbidden: group is forbidden when subject kind is not " +
      "'Group'",
      "spec.rules[0].subjects[2].group.name: Required value",
      `spec.rules[0].subjects[3].serviceAccount.name: Invalid value: "_": ${SUBDOMAIN}`,
      "spec.rules[0].subjects[3].serviceAccount.namespace: Required value: must specify namespace " +
      "for service account",
    ],
    [
      "no verbs, as Protobuf has an empty list",
      about({ verbs: null }),
      "spec.rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value",
    ],
    [
      "lists that are empty",
      about({ verbs: [], apiGroups: [], resources: [], namespaces: [] }),
      "spec.rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value",
      "spec.rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at " +
      "least one api group",
      "spec.rules[0].resourceRules[0].resources: Required value: resource rules must supply at " +
      "least one resource",
      "spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not " +
      "cluster scoped must supply at least one namespace",
    ],
    [
      "a star and others",
      about({ verbs: ["*", "get"], namespaces: ["*", "a"] }),
      'spec.rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if \'*\' is present, must ' +
      "not specify other verbs",
      'spec.rules[0].resourceRules[0].namespaces: Invalid value: ["*","a"]: if \'*\' is present, ' +
      "must not specify other namespaces",
    ],
    [
      "an unknown verb",
      about({ verbs: ["x"] }),
      'spec.rules[0].resourceRules[0].verbs: Unsupported value: ["x"]: supported values: "create", ' +
      '"delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
    ],
    [
      "no namespace's name",
      about({ namespaces: ["_"] }),
      'spec.rules[0].resourceRules[0].namespaces[0]: Invalid value: "_": each member of this list ' +
      `must be '*' or a DNS-1123 label; ${LABEL}`,
    ],
    [
      "paths",
      paths("", "a", "/a b", "/a//b", "/a*", "/*/a"),
      ...[
        ["", "must not be empty"],
        ["a", "must start with slash"],
        ["/a b", "must not contain white-space"],
        ["/a//b", "must not contain double slash"],
        ["/a*", "wildcard can only do suffix matching"],
        ["/*/a", "wildcard can only do suffix matching"],
      ].map(([path, why], index) =>
        `spec.rules[0].nonResourceRules[0].nonResourceURLs[${index}]: Invalid value: "${path}": ${why}`
      ),
    ],
    [
      "another schema that never waits",
      { ...EXEMPT, spec: { ...EXEMPT.spec, distinguisherMethod: { type: "ByUser" } } },
      `spec: Invalid value: {"priorityLevelConfiguration":{"name":"exempt"},"matchingPrecedence":1,` +
      `"distinguisherMethod":{"type":"ByUser"},"rules":${JSON.stringify(EXEMPT.spec.rules)}}: ` +
      "spec of 'exempt' must equal the fixed value",
    ],
  ],
  defaults: [["its place", spec({ matchingPrecedence: null }), spec({ matchingPrecedence: 1000 })]],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "the status stays",
    to: { status: { conditions: [{ type: "A" }] } },
    becomes: {
      status: { conditions: null },
    },
  }, {
    name: "a condition twice, and one of no type",
    through: "status",
    to: { status: { conditions: [{ type: "A" }, { type: "A" }, {}] } },
    causes: [
      'status.conditions[1].type: Duplicate value: "A"',
      "status.conditions[2].type: Required value",
    ],
  }],
  rows: [["defaults", {}, {
    PriorityLevel: "l",
    MatchingPrecedence: 5,
    DistinguisherMethod: "<none>",
    MissingPL: "?",
  }]],
});
