/**
 * Texts of expressions by the types that they have where a policy judges a request (`policy_subject.ts`).
 *
 * @module
 */

import { VALUES, type Values } from "./values_of_types.ts";

/** What policies can name as others can, of each type a few: what they mean is compared elsewhere. */
export const FEW_PLAIN_VALUES: Values["scalars"] = Object.fromEntries(
  Object.entries(VALUES.scalars).map(([type, texts]) =>
    [type, texts.filter((one) => !/\bself\b|^[is]$/.test(one)).slice(0, 12)] as const
  ),
);

const CHECKS = [
  "authorizer.requestResource",
  "variables.asked",
  'authorizer.group("").resource("pods")',
  'authorizer.group("apps").resource("deployments").namespace("shop").name("web")',
  'authorizer.group("apps").resource("deployments").subresource("status")',
  'authorizer.requestResource.labelSelector("a=b,c in (d, e),!f")',
  'authorizer.requestResource.labelSelector("a in (")',
  'authorizer.requestResource.fieldSelector("metadata.name=web,spec.x!=1")',
  'authorizer.requestResource.fieldSelector("nothing")',
];

/** What is tried of a request and of a policy's variables. */
export const VALUES_OF_POLICY: Values = {
  scalars: {
    ...FEW_PLAIN_VALUES,
    int: ["variables.whole", "variables.pairs.a", "namespaceObject.metadata.generation"]
      .concat(["size(variables.names)", "variables.nested[0].x[0]", "object.metadata.generation"])
      .concat(["0", "1", "-1", "3"]),
    uint: ["variables.nested[0].x[0]", "1u", "uint(variables.whole)"],
    double: ["object.spec.ratio", "object.spec.whole", "1.5", "double(variables.whole)"],
    bool: ["request.dryRun", "object.spec.paused", "has(object.metadata.labels)", "true", "false"]
      .concat(["has(request.userInfo.uid)", "has(namespaceObject.metadata.annotations)"])
      .concat(['authorizer.requestResource.check("get").allowed()', "has(params.data.most)"]),
    null: ["null", "object.spec.nothing", "variables.nothing"],
    string: ["request.name", "request.namespace", "request.operation", "request.kind.group"]
      .concat(["request.subResource", "request.userInfo.username", "namespaceObject.metadata.name"])
      .concat(["namespaceObject.status.phase", "variables.text", "variables.words[0]"])
      .concat(["params.data.most", "object.metadata.name", "namespaceObject.metadata.generateName"])
      .concat(["variables.kinds[0].kind", "object.spec.template.spec.containers[0].image"])
      .concat(['"get"', '"delete"', '"watch"', '"a"', '""', '" "', '"/healthz"', '"a/b~c"'])
      .concat(['"apps"', '"Not A Name"', '"a=b"', '"a=b,!c"', '"a>1"', '"system"', '"x.y"']),
    bytes: ["variables.bytes", 'b"abc"'],
    timestamp: ["variables.when", 'timestamp("2024-02-29T23:59:59Z")'],
    duration: ["variables.long", 'duration("1h")'],
    type: ["variables.type", "int", "type(object)", "type(request.name)"],
    dyn: ["object", "oldObject", "params", "object.spec", "object.spec.replicas", "request.options"]
      .concat(["variables.amount", "variables.maybe", "variables.has", "variables.list[0]"])
      .concat(["variables.address", "variables.user", "variables.broken", "variables.count"])
      .concat(["variables.may", "variables.kinds[0]", "object.spec.empty", "object.spec.none"])
      .concat(["dyn(1)", 'dyn("a")', "dyn(null)", "dyn([1])", 'dyn({"a": 1})', "object.missing"])
      .concat([
        "Object{}",
        "Object{spec: Object.spec{replicas: 1}}",
        'Object{metadata: {"a": "b"}}',
      ])
      .concat(["Object{?spec: object.?spec}", "Object.spec{list: [1, 2]}", "Object{a: 1}.a"])
      .concat(['JSONPatch{op: "add", path: "/a", value: 1}', 'JSONPatch{op: "remove"}.path'])
      .concat(['JSONPatch{op: dyn("test"), value: Object.spec{}}', "JSONPatch{op: dyn(1)}"]),
    "kubernetes.authorization.Authorizer": [
      "authorizer",
      'authorizer.serviceAccount("shop", "web")',
      'authorizer.serviceAccount("Shop", "web")',
    ],
    "kubernetes.authorization.PathCheck": [
      'authorizer.path("/healthz")',
      'authorizer.path(" ")',
      'authorizer.serviceAccount("shop", "web").path("/a")',
    ],
    "kubernetes.authorization.GroupCheck": [
      'authorizer.group("")',
      'authorizer.group("apps")',
      'authorizer.serviceAccount("shop", "web").group("batch")',
    ],
    "kubernetes.authorization.ResourceCheck": CHECKS,
    "kubernetes.authorization.Decision": [
      "variables.may",
      'authorizer.path("/healthz").check("get")',
      ...CHECKS.flatMap((one) =>
        ["get", "delete", "watch"].map((verb) => `${one}.check("${verb}")`)
      ),
    ],
  },
  lists: {
    int: ["variables.nested[0].x", "[variables.whole]"],
    string: ["variables.words", "request.userInfo.groups", "namespaceObject.spec.finalizers"]
      .concat(['request.userInfo.extra["example.com/scopes"]', "variables.names"]),
    dyn: ["object.spec.template.spec.containers", "variables.names", "variables.kinds"]
      .concat(["variables.list", "object.spec.none"]),
    object: ["[object]"],
  },
  maps: {
    string: ["namespaceObject.metadata.labels", "object.metadata.labels", "params.data"],
    int: ["variables.pairs"],
    list: ["request.userInfo.extra"],
    dyn: ["object.spec", "variables.user", "object.spec.empty"],
  },
};
