import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { Strategy } from "../resource/strategy.ts";
import { rulesOf } from "./declarations.ts";
import { strategyOfObjects } from "./strategies.ts";

const CREATED = [
  "clusterrolebindings",
  "clusterroles",
  "endpoints",
  "events",
  "leases",
  "limitranges",
  "rolebindings",
  "roles",
  "runtimeclasses",
  "services",
];

const CONDITIONAL = [
  "apiservices",
  "csidrivers",
  "csinodes",
  "csistoragecapacities",
  "customresourcedefinitions",
  "leases",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "mutatingwebhookconfigurations",
  "poddisruptionbudgets",
  "runtimeclasses",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
  "volumeattachments",
];

/** The built-in resources whose strategy is so. */
function resourcesThat(test: (strategy: Strategy) => boolean): string[] {
  const schema = schemaOf("kubernetes");
  const found = schema.resources.filter(({ group, version, kind, resource, verbs }) => {
    const type = schema.kind(group, version, kind);
    if (type === undefined || !verbs.includes("update")) return false;
    const rules = rulesOf(type.package, resource, NAMES.kubernetes);
    return test(strategyOfObjects(rules, type, false));
  });
  return [...new Set(found.map(({ resource }) => resource))].sort();
}

Deno.test("a PUT makes what is not there of these kinds only", () => {
  assertEquals(resourcesThat(({ createsOnUpdate }) => createsOnUpdate), CREATED);
});

Deno.test("a PUT has to say what it replaces of these kinds only", () => {
  assertEquals(resourcesThat((strategy) => !strategy.updatesUnconditionally), CONDITIONAL);
});
