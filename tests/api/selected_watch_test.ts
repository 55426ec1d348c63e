/** Watches of what selectors choose: every scope, every selector, from every beginning. */
import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, install, versionOf } from "./extending/definitions.ts";

/** A kind of each sort, with a field that it can be selected by. */
interface Sort {
  readonly name: string;
  /** The path of a collection; `namespace` is "" for all of them. */
  readonly path: (namespace: string) => string;
  readonly namespaced: boolean;
  /** An object whose selectable field has a value; "off" is what "on" is not. */
  readonly object: (name: string, value: "on" | "off") => AnyObject;
  readonly field: string;
  readonly on: string;
}

const inNamespace = (group: string, resource: string) => (namespace: string) =>
  namespace === "" ? `/${group}/${resource}` : `/${group}/namespaces/${namespace}/${resource}`;

const SORTS: readonly Sort[] = [
  {
    name: "built in, in namespaces",
    path: inNamespace("api/v1", "secrets"),
    namespaced: true,
    object: (name, value) => ({ metadata: { name }, type: `example.com/${value}` }),
    field: "type",
    on: "example.com/on",
  },
  {
    name: "built in, of the cluster",
    path: () => "/api/v1/nodes",
    namespaced: false,
    object: (name, value) => ({ metadata: { name }, spec: { unschedulable: value === "on" } }),
    field: "spec.unschedulable",
    on: "true",
  },
  {
    name: "custom, in namespaces",
    path: inNamespace("apis/example.com/v1", "gadgets"),
    namespaced: true,
    object: (name, value) => custom("Gadget", name, value),
    field: "spec.mode",
    on: "fast",
  },
  {
    name: "custom, of the cluster",
    path: () => "/apis/example.com/v1/planets",
    namespaced: false,
    object: (name, value) => custom("Planet", name, value),
    field: "spec.mode",
    on: "fast",
  },
];

function custom(kind: string, name: string, value: "on" | "off"): AnyObject {
  const spec = { size: 1, mode: value === "on" ? "fast" : "slow" };
  return { apiVersion: "example.com/v1", kind, metadata: { name }, spec };
}

/** What a watch selects by; `a` is the object that all of them choose, in namespace `default`. */
interface Selectors {
  readonly name?: boolean;
  readonly namespace?: boolean;
  readonly label?: boolean;
  readonly field?: boolean;
}

const FLAGS = ["name", "namespace", "label", "field"] as const;

/** Every combination, nothing at all among them. */
const COMBINATIONS: readonly Selectors[] = Array.from(
  { length: 1 << FLAGS.length },
  (_, bits) => Object.fromEntries(FLAGS.map((flag, at) => [flag, (bits >> at & 1) === 1])),
);

function queryOf(sort: Sort, { name, namespace, label, field }: Selectors): string {
  const fields = [
    ...name ? ["metadata.name=a"] : [],
    ...namespace ? ["metadata.namespace=default"] : [],
    ...field ? [`${sort.field}=${sort.on}`] : [],
  ].join(",");
  return new URLSearchParams({
    ...(fields !== "" && { fieldSelector: fields }),
    ...(label && { labelSelector: "chosen=yes" }),
  }).toString();
}

/** The objects of each test; `chosen` says by what it would be left out. */
const OBJECTS: readonly { name: string; namespace: string; label: boolean; field: boolean }[] = [
  { name: "a", namespace: "default", label: true, field: true },
  { name: "b", namespace: "default", label: true, field: true },
  { name: "c", namespace: "default", label: false, field: true },
  { name: "d", namespace: "default", label: true, field: false },
  { name: "a", namespace: "other", label: true, field: true },
];

function isChosen(
  one: typeof OBJECTS[number],
  { name, namespace, label, field }: Selectors,
): boolean {
  return (!name || one.name === "a") && (!namespace || one.namespace === "default") &&
    (!label || one.label) && (!field || one.field);
}

/** Where a watch begins. */
const BEGINNINGS: readonly {
  readonly name: string;
  readonly query: (revision: string) => string;
  /** Whether the end of what was there is marked. */
  readonly end?: boolean;
}[] = [
  { name: "from the state", query: () => "" },
  { name: "from 0", query: () => "resourceVersion=0" },
  { name: "from a version", query: (revision) => `resourceVersion=${revision}` },
  {
    name: "with the events of the state",
    query: () =>
      "sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan",
    end: true,
  },
  {
    name: "with the events of the state at a version",
    query: (revision) =>
      "sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan" +
      `&resourceVersion=${revision}`,
    end: true,
  },
];

function placeOf({ namespace = "", name }: AnyObject): string {
  return `${namespace}/${name}`;
}

/** The first events of a watch. */
async function told(client: ApiClient, path: string, count: number): Promise<string[]> {
  const watch = await client.watch(path);
  try {
    return await watch.take(count, ({ type, object }) => {
      const marks = object.metadata.annotations?.["k8s.io/initial-events-end"];
      return type === "BOOKMARK" ? `BOOKMARK ${marks}` : `${type} ${placeOf(object.metadata)}`;
    });
  } finally {
    watch.close();
  }
}

for (const sort of SORTS) {
  Deno.test(`a watch tells of what its selectors choose: ${sort.name}`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
    const versions = [versionOf("v1", { selectableFields: [{ jsonPath: ".spec.mode" }] })];
    await install(client, definitionOf({ versions }));
    await install(client, definitionOf({ scope: "Cluster", versions }, "planets"));
    const objects = OBJECTS.filter(({ namespace }) => sort.namespaced || namespace === "default");
    const before = await client.get(sort.path(""));
    const { resourceVersion } = before.json.metadata;
    for (const { name, namespace, label, field } of objects) {
      const object = sort.object(name, field ? "on" : "off");
      object.metadata.labels = { chosen: label ? "yes" : "no" };
      const made = await client.post(sort.path(namespace), object);
      assertEquals(made.status, 201, made.text);
    }
    for (const chosen of COMBINATIONS) {
      const paths = sort.namespaced ? [sort.path(""), sort.path("default")] : [sort.path("")];
      for (const path of paths) {
        const selectors = queryOf(sort, chosen);
        // What is in no namespace can't be asked for one.
        if (chosen.namespace && !sort.namespaced) {
          const refused = await client.get(`${path}?${selectors}&watch=1`);
          assertEquals(refused.status, 400, refused.text);
          continue;
        }
        const expected = objects
          .filter((one) => path === sort.path("") || one.namespace === "default")
          .filter((one) => isChosen(one, chosen))
          .map(({ name, namespace }) => placeOf(sort.namespaced ? { name, namespace } : { name }));
        assert(expected.length > 0);
        const listed = (await client.get(`${path}?${selectors}`)).json.items;
        assertEquals(listed.map((one: AnyObject) => placeOf(one.metadata)), expected, selectors);
        const paged = (await client.get(`${path}?${selectors}&limit=100`)).json.items;
        assertEquals(paged.map((one: AnyObject) => placeOf(one.metadata)), expected, selectors);
        for (const { name, query, end } of BEGINNINGS) {
          const what = `${path}?${selectors} ${name}`;
          const events = expected.map((place) => `ADDED ${place}`);
          if (end) events.push("BOOKMARK true");
          const full = `${path}?watch=1&${selectors}&${query(resourceVersion)}`;
          assertEquals(await told(client, full, events.length), events, what);
        }
      }
    }
  });

  Deno.test(`a watch tells of changes as its selectors choose them: ${sort.name}`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    const versions = [versionOf("v1", { selectableFields: [{ jsonPath: ".spec.mode" }] })];
    await install(client, definitionOf({ versions }));
    await install(client, definitionOf({ scope: "Cluster", versions }, "planets"));
    const path = sort.path("default");
    const { resourceVersion } = (await client.get(path)).json.metadata;
    const combinations = COMBINATIONS.filter(({ namespace }) => sort.namespaced || !namespace);
    const watches = [];
    for (const chosen of combinations) {
      for (const { query } of BEGINNINGS) {
        const full = `${path}?watch=1&${queryOf(sort, chosen)}&${query(resourceVersion)}`;
        watches.push({ full, chosen, watch: await client.watch(full) });
      }
    }
    const make = async (name: string, value: "on" | "off") => {
      const object = sort.object(name, value);
      object.metadata.labels = { chosen: "yes" };
      const made = await client.post(path, object);
      assertEquals(made.status, 201, made.text);
    };
    const label = async (name: string, chosen: string) => {
      const patch = { metadata: { labels: { chosen } } };
      assertEquals((await client.patch(`${path}/${name}`, "merge", patch)).status, 200);
    };
    await make("z", "on");
    await make("a", "on");
    await label("a", "no");
    await label("a", "yes");
    await client.delete(`${path}/z`);
    await client.delete(`${path}/a`);
    for (const { full, chosen, watch } of watches) {
      const of = (name: string, events: string[]) =>
        chosen.name && name !== "a" ? [] : events.map((type) => `${type} ${name}`);
      const events = [
        ...of("z", ["ADDED"]),
        ...of("a", ["ADDED", ...chosen.label ? ["DELETED", "ADDED"] : ["MODIFIED", "MODIFIED"]]),
        ...of("z", ["DELETED"]),
        ...of("a", ["DELETED"]),
      ];
      const seen: string[] = [];
      while (seen.length < events.length) {
        const event = await watch.next();
        if (event === undefined) throw new Error(`${full} ended`);
        if (event.type !== "BOOKMARK") seen.push(`${event.type} ${event.object.metadata.name}`);
      }
      assertEquals(seen, events, full);
      watch.close();
    }
  });
}

Deno.test("a built-in kind in no namespace that declares no fields may be asked for one", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/apis/storage.k8s.io/v1/storageclasses";
  await client.post(path, { metadata: { name: "a" }, provisioner: "p" });
  const cases: [selector: string, names: string[]][] = [
    ["metadata.namespace=", ["a"]],
    ["metadata.namespace!=x,metadata.name=a", ["a"]],
    ["metadata.namespace=x", []],
  ];
  for (const [selector, names] of cases) {
    const query = new URLSearchParams({ fieldSelector: selector });
    const { status, json } = await client.get(`${path}?${query}`);
    assertEquals([status, json.items.map((one: AnyObject) => one.metadata.name)], [200, names]);
  }
});
