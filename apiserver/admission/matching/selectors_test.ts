import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { NamespaceLabels, type Selected, Selectors } from "./selectors.ts";

const NAMESPACES = {
  group: "",
  resource: "namespaces",
  storage: {
    key: (_: string, name: string) => name,
    waitUntilFresh: () => Promise.resolve(),
    cache: {
      corrupt: new Map(),
      get: (key: string) => key === "prod" ? { labels: { env: "prod" } } : undefined,
    },
  },
} as unknown as ServedResource;
const PODS = { group: "", resource: "pods" } as ServedResource;
const NODES = { group: "", resource: "nodes" } as ServedResource;
const labels = new NamespaceLabels({ find: () => NAMESPACES });

const selected = (more: Partial<Selected>): Selected => ({
  operation: "CREATE",
  resource: PODS,
  subresource: "",
  namespace: "prod",
  name: "a",
  object: { metadata: { labels: { app: "web" } } },
  old: undefined,
  signal: new AbortController().signal,
  ...more,
});
const inProd: LabelSelector = { matchLabels: { env: "prod" } };
const notProd: LabelSelector = {
  matchExpressions: [{ key: "env", operator: "NotIn", values: ["prod"] }],
};
const web: LabelSelector = { matchLabels: { app: "web" } };

type Row = readonly [
  name: string,
  namespaces: LabelSelector | undefined,
  objects: LabelSelector | undefined,
  request: Selected,
  yes: boolean,
];

const ROWS: readonly Row[] = [
  ["all", {}, {}, selected({}), true],
  ["all by nothing said", undefined, undefined, selected({}), true],
  ["its namespace", inProd, {}, selected({}), true],
  ["another namespace", notProd, {}, selected({}), false],
  ["what is in no namespace", notProd, {}, selected({ resource: NODES, namespace: "" }), true],
  [
    "a namespace by its own new labels",
    inProd,
    {},
    selected({
      resource: NAMESPACES,
      namespace: "",
      name: "other",
      object: { metadata: { labels: { env: "prod" } } },
    }),
    true,
  ],
  [
    "a namespace that will have other labels",
    inProd,
    {},
    selected({
      operation: "UPDATE",
      resource: NAMESPACES,
      namespace: "",
      name: "prod",
      object: { metadata: {} },
    }),
    false,
  ],
  [
    "a namespace that is deleted, by the labels that it has",
    inProd,
    {},
    selected({
      operation: "DELETE",
      resource: NAMESPACES,
      namespace: "",
      name: "prod",
      object: undefined,
    }),
    true,
  ],
  ["its object", {}, web, selected({}), true],
  ["another object", {}, { matchLabels: { app: "db" } }, selected({}), false],
  ["an object without labels", {}, web, selected({ object: { metadata: {} } }), false],
  [
    "an object that had the labels",
    {},
    web,
    selected({ object: { metadata: {} }, old: { metadata: { labels: { app: "web" } } } }),
    true,
  ],
  [
    "an object that is deleted",
    {},
    web,
    selected({ object: undefined, old: { metadata: { labels: { app: "web" } } } }),
    true,
  ],
  ["its object, in another namespace", notProd, web, selected({}), false],
];

for (const [name, namespaces, objects, request, yes] of ROWS) {
  Deno.test(`Selectors.select() says ${yes ? "yes" : "no"} to ${name}`, async () => {
    assertEquals(await new Selectors(namespaces, objects).select(request, labels), yes);
  });
}

Deno.test("Selectors.select() throws where the namespace is not there, and where nobody can tell", async () => {
  const gone = selected({ namespace: "gone" });
  await assertRejects(() => new Selectors(inProd, {}).select(gone, labels), /"gone" not found/);
  // An object that is not meant has no need of a namespace.
  const other = { matchLabels: { app: "db" } };
  assertEquals(await new Selectors(inProd, other).select(gone, labels), false);
  const broken = { matchExpressions: [{ key: "a", operator: "Near" as "In" }] };
  await assertRejects(() => new Selectors({}, broken).select(gone, labels), /Near/);
});
