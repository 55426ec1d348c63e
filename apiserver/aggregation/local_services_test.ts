/** APIServices of what a whole server has itself. */

import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import { eventually } from "../../testing/eventually.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { MemoryStore } from "../storage/mod.ts";

const API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const LABEL = "kube-aggregator.kubernetes.io/automanaged";
const OWN = "v1.example.com";
const PATH = `${API_SERVICES}/${OWN}`;
const SPEC = {
  group: "example.com",
  version: "v1",
  groupPriorityMinimum: 1000,
  versionPriority: 100,
};
const AVAILABLE = {
  type: "Available",
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
};

const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "gadgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { plural: "gadgets", kind: "Gadget" },
    versions: [
      { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
    ],
  },
};

const LOOSE = { sanitizeOps: false, sanitizeResources: false };

/** Starts a server on a store that outlives it. */
async function start(store: MemoryStore) {
  const server = await startTestServer({
    store,
    keepStore: true,
    withNamespace: false,
    bootstrap: TEST_BOOTSTRAP,
  });
  await server.server.ready;
  return server;
}

/** Waits until an APIService is as `wanted` says of it. */
async function until(
  client: ApiClient,
  path: string,
  what: string,
  wanted: (found: AnyObject) => boolean,
): Promise<AnyObject> {
  let found: AnyObject = {};
  await eventually(what, async () => {
    found = (await client.get(path)).json;
    return wanted(found);
  }, { shows: () => JSON.stringify(found) });
  return found;
}

const hasSpec = (found: AnyObject) => JSON.stringify(found.spec) === JSON.stringify(SPEC);

/** What people do to the APIService of a definition, and whether it stays. */
const CHANGES: readonly (readonly [
  name: string,
  change: (client: ApiClient) => Promise<{ readonly status: number }>,
  stays: boolean,
])[] = [
  ["is deleted", (client) => client.delete(PATH), false],
  [
    "is led to somebody else",
    (client) =>
      client.patch(PATH, "merge", { spec: { service: { namespace: "default", name: "thief" } } }),
    false,
  ],
  [
    "gets another priority",
    (client) => client.patch(PATH, "merge", { spec: { versionPriority: 7 } }),
    false,
  ],
  [
    "is taken over by whoever takes the label off",
    (client) =>
      client.patch(PATH, "merge", {
        metadata: { labels: { [LABEL]: null } },
        spec: { versionPriority: 7 },
      }),
    true,
  ],
];

for (const [name, change, stays] of CHANGES) {
  Deno.test(
    `the APIService of a definition ${stays ? "stays" : "is put right"} when it ${name}`,
    LOOSE,
    async () => {
      const store = new MemoryStore();
      await using server = await start(store);
      const { client } = server;
      assertEquals((await client.post(DEFINITIONS, DEFINITION)).status, 201);
      const made = await until(client, PATH, "it is there", hasSpec);
      assertEquals(made.metadata.labels, { [LABEL]: "true" });
      assertEquals((await change(client)).status, 200);
      if (stays) {
        // What is done for a definition that comes later has been done for this one as well.
        const other = structuredClone(DEFINITION);
        other.metadata.name = "gadgets.other.example";
        other.spec.group = "other.example";
        assertEquals((await client.post(DEFINITIONS, other)).status, 201);
        await until(client, `${API_SERVICES}/v1.other.example`, "the other", ({ spec }) => spec);
        assertEquals((await client.get(PATH)).json.spec.versionPriority, 7);
        return;
      }
      const right = await until(client, PATH, "it is as it was", hasSpec);
      assertEquals(right.metadata.labels, { [LABEL]: "true" });
      assertEquals((await client.get("/apis/example.com/v1/gadgets")).status, 200);
    },
  );
}

Deno.test("APIServices of built-in versions are put right by the next start", LOOSE, async () => {
  const store = new MemoryStore();
  const old = {
    metadata: { name: "v1beta1.policy", labels: { [LABEL]: "onstart" } },
    spec: {
      group: "policy",
      version: "v1beta1",
      groupPriorityMinimum: 17100,
      versionPriority: 9,
    },
  };
  const somebodys = { ...old, metadata: { name: "v1alpha1.policy" } };
  {
    await using server = await start(store);
    const { client } = server;
    const priority = { spec: { versionPriority: 7 } };
    assertEquals((await client.patch(`${API_SERVICES}/v1.apps`, "merge", priority)).status, 200);
    assertEquals((await client.post(API_SERVICES, old)).status, 201);
    const spec = { ...somebodys.spec, version: "v1alpha1" };
    assertEquals((await client.post(API_SERVICES, { ...somebodys, spec })).status, 201);
  }
  await using server = await start(store);
  const { client } = server;
  await until(client, `${API_SERVICES}/v1.apps`, "the priority", ({ spec }) => {
    return spec?.versionPriority === 15;
  });
  await until(client, `${API_SERVICES}/v1beta1.policy`, "what is served no more", ({ code }) => {
    return code === 404;
  });
  assertEquals((await client.get(`${API_SERVICES}/v1alpha1.policy`)).status, 200);
});

Deno.test("an APIService that leads to no service any more is available", LOOSE, async () => {
  const store = new MemoryStore();
  await using server = await start(store);
  const { client } = server;
  const path = `${API_SERVICES}/v1.remote.example`;
  const made = await client.post(API_SERVICES, {
    metadata: { name: "v1.remote.example" },
    spec: {
      ...SPEC,
      group: "remote.example",
      service: { namespace: "default", name: "nobody" },
    },
  });
  assertEquals(made.status, 201, made.text);
  const conditionOf = ({ status }: AnyObject) => status?.conditions?.[0];
  await until(client, path, "it is unavailable", (one) => {
    return conditionOf(one)?.reason === "ServiceNotFound";
  });
  assertEquals((await client.patch(path, "merge", { spec: { service: null } })).status, 200);
  const told = await until(client, path, "it is available", (one) => {
    return conditionOf(one)?.status === "True";
  });
  const { lastTransitionTime: _, ...condition } = conditionOf(told);
  assertEquals(condition, AVAILABLE);
});
