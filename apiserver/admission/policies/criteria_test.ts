import type { MatchResources } from "../../../toolkit/api/admissionregistration_v1.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { Criteria } from "./criteria.ts";

const served = (group: string, version: string, resource: string) =>
  ({ group, version, resource, namespaced: true }) as ServedResource;
const V1 = served("apps", "v1", "deployments");
const OLD = served("extensions", "v1beta1", "deployments");

const REQUEST = { operation: "CREATE", resource: V1, subresource: "", name: "a" } as const;
const rule = (more: object = {}) => ({
  apiGroups: ["apps"],
  apiVersions: ["v1"],
  resources: ["deployments"],
  operations: ["CREATE" as const],
  ...more,
});
const old = rule({ apiGroups: ["extensions"], apiVersions: ["*"] });
const rules = (...resourceRules: ReturnType<typeof rule>[]): MatchResources => ({ resourceRules });
const except = (...excludeResourceRules: ReturnType<typeof rule>[]): MatchResources => ({
  ...rules(rule()),
  excludeResourceRules,
});

/** `maybe`: whether a request with another name can be meant. */
const ROWS: readonly (readonly [
  name: string,
  match: MatchResources,
  resource: ServedResource | undefined,
  maybe: boolean,
])[] = [
  ["no rules", {}, V1, true],
  ["its rule", rules(rule()), V1, true],
  ["another rule", rules(rule({ operations: ["DELETE"] })), undefined, false],
  ["its name", rules(rule({ resourceNames: ["b", "a"] })), V1, true],
  ["another name", rules(rule({ resourceNames: ["b"] })), undefined, true],
  ["another name and another rule", rules(rule({ resourceNames: ["b"] }), rule()), V1, true],
  ["an equivalent resource", rules(old), OLD, true],
  ["an equivalent resource after its own", rules(old, rule()), V1, true],
  ["an equivalent resource, exactly", { ...rules(old), matchPolicy: "Exact" }, undefined, false],
  ["what is left out", except(rule()), undefined, false],
  ["what is left out by its name", except(rule({ resourceNames: ["a"] })), undefined, true],
  ["where another name is left out", except(rule({ resourceNames: ["b"] })), V1, true],
  ["where another operation is left out", except(rule({ operations: ["UPDATE"] })), V1, true],
  ["what is left out in another version", except(old), undefined, false],
  ["where another version is left out", { ...except(old), matchPolicy: "Exact" }, V1, true],
];

for (const [name, match, resource, maybe] of ROWS) {
  Deno.test(`Criteria with ${name}`, () => {
    const criteria = new Criteria(match);
    const equivalents = () => [OLD];
    assertEquals(criteria.match(REQUEST, equivalents), resource);
    assertEquals(criteria.mayMatch(REQUEST, equivalents), maybe);
  });
}
