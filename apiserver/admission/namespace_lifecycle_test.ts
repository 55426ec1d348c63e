import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { AdmissionRequest, Operation } from "./admission.ts";
import { namespaceLifecycle } from "./namespace_lifecycle.ts";
import { ReinvocationContext } from "./reinvocation.ts";

const CONFIG_MAPS = {
  ...{ group: "", version: "v1", resource: "configmaps", kind: "ConfigMap" },
  namespaced: true,
} as ServedResource;

interface Entry {
  readonly json: Uint8Array;
  readonly revision: number;
  readonly derived: Map<unknown, unknown>;
}

/** A namespace in a cache. */
const entry = (revision: number, metadata: object = {}): Entry => ({
  json: new TextEncoder().encode(JSON.stringify({ metadata })),
  revision,
  derived: new Map(),
});

/** The plugin, where a cache finds namespaces so. */
function over(get: (name: string) => Entry | undefined) {
  const storage = {
    prefix: "/namespaces/",
    key: (_: string, name: string) => name,
    cache: { corrupt: new Map(), get },
    waitUntilFresh: () => Promise.resolve(),
  };
  const namespaces = { group: "", version: "v1", resource: "namespaces", storage };
  const source = { find: () => namespaces } as unknown as ResourceSource;
  return namespaceLifecycle({ source, dialect: "kubernetes" });
}

const asked = (namespace: string, operation: Operation = "CREATE"): AdmissionRequest => ({
  ...{ operation, resource: CONFIG_MAPS, subresource: "", kind: CONFIG_MAPS, namespace, name: "a" },
  user: { name: "u", uid: "", groups: [], extra: {} },
  dryRun: false,
  options: { kind: "CreateOptions", fields: {} },
  object: {},
  old: undefined,
  warnings: [],
  annotations: {},
  signal: new AbortController().signal,
  reinvocation: new ReinvocationContext(),
});

Deno.test("namespaceLifecycle() looks at a namespace once for each version of it", async () => {
  let current: Entry | undefined = entry(1);
  const plugin = over(() => current);
  assert(plugin.mutate!(asked("n")) instanceof Promise);
  await plugin.mutate!(asked("n"));
  assertEquals(plugin.mutate!(asked("n")), undefined, "it is known to be alive");
  current = entry(2, { deletionTimestamp: "2026-01-01T00:00:00Z" });
  await assertRejects(async () => await plugin.mutate!(asked("n")), /it is being terminated/);
  assertEquals(plugin.mutate!(asked("n", "UPDATE")), undefined, "what is there may change");
  current = undefined;
  await assertRejects(async () => await plugin.mutate!(asked("n")), /namespaces "n" not found/);
});

Deno.test("namespaceLifecycle() keeps nothing of namespaces that are gone", async () => {
  const plugin = over(() => entry(1));
  const before = Deno.memoryUsage().heapUsed;
  for (let count = 0; count < 200_000; count++) {
    await plugin.mutate!(asked(`${count}`.padStart(400, "n")));
  }
  // With every name that there ever was it would be 90 MB.
  const more = Deno.memoryUsage().heapUsed - before;
  assert(more < 60_000_000, `${more} bytes more`);
});
