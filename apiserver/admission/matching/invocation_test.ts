import type { RuleWithOperations } from "../../../toolkit/api/admissionregistration_v1.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { equivalentsOf } from "./equivalents.ts";
import { matchRules } from "./invocation.ts";

const storage = {} as ServedResource["storage"];
const resource = (group: string, version: string, more: Partial<ServedResource> = {}) =>
  ({
    group,
    version,
    resource: "things",
    namespaced: true,
    subresources: new Map(),
    isVirtual: true,
    storage: undefined,
    ...more,
  }) as unknown as ServedResource;

const SCALE = new Map([["scale", {}]]) as unknown as ServedResource["subresources"];
const V1 = resource("a.example", "v1", { subresources: SCALE });
const V2 = resource("a.example", "v2", { subresources: SCALE });
const V3 = resource("a.example", "v3");
const OLD = resource("", "v1", { storage });
const NEW = resource("b.example", "v1", { storage });
const OTHER = resource("c.example", "v1");
const ALL = [V1, V2, V3, OLD, NEW, OTHER];

const rule = (group: string, version: string, part = ""): RuleWithOperations => ({
  operations: ["*"],
  apiGroups: [group],
  apiVersions: [version],
  resources: [`things${part}`],
});

interface Row {
  readonly name: string;
  readonly rules: readonly RuleWithOperations[];
  readonly asked: ServedResource;
  readonly subresource?: string;
  readonly exact?: boolean;
  readonly found: ServedResource | undefined;
}

const ROWS: readonly Row[] = [
  { name: "its own version", rules: [rule("a.example", "v1")], asked: V1, found: V1 },
  { name: "another version", rules: [rule("a.example", "v2")], asked: V1, found: V2 },
  {
    name: "another version, by exact rules",
    rules: [rule("a.example", "v2")],
    asked: V1,
    exact: true,
    found: undefined,
  },
  {
    name: "its own version, though an earlier rule names another",
    rules: [rule("a.example", "v2"), rule("a.example", "v1")],
    asked: V1,
    found: V1,
  },
  {
    name: "the version of the earlier rule",
    rules: [rule("a.example", "v3"), rule("a.example", "v2")],
    asked: V1,
    found: V3,
  },
  { name: "its own version, by a star", rules: [rule("*", "*")], asked: V2, found: V2 },
  {
    name: "another group with the same objects",
    rules: [rule("b.example", "v1")],
    asked: OLD,
    found: NEW,
  },
  {
    name: "a group with other objects",
    rules: [rule("c.example", "v1")],
    asked: OLD,
    found: undefined,
  },
  {
    name: "a part in another version",
    rules: [rule("a.example", "v2", "/scale")],
    asked: V1,
    subresource: "scale",
    found: V2,
  },
  {
    name: "a part in a version that has none",
    rules: [rule("a.example", "v3", "/scale")],
    asked: V1,
    subresource: "scale",
    found: undefined,
  },
  { name: "no rules", rules: [], asked: V1, found: undefined },
];

for (const { name, rules, asked, subresource = "", exact = false, found } of ROWS) {
  Deno.test(`matchRules() finds ${name}`, () => {
    const matchPolicy = exact ? "Exact" : "Equivalent";
    const match = matchRules(
      { rules, matchPolicy },
      { operation: "CREATE", resource: asked, subresource },
      () => equivalentsOf({ all: () => ALL }, asked, subresource),
    );
    assertEquals(match?.resource, found);
  });
}
