import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { ConfigMap } from "../../toolkit/kinds/built_in.ts";
import { listerContract, type ListerServer } from "../../toolkit/client/lister_contract.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { inFlightGate } from "../flowcontrol/in_flight.ts";
import type { ServerContext } from "../server_context.ts";
import { keyPrefix } from "../storage/mod.ts";

/** A server, and the context that its plugins are made of. */
async function start(
  dialect: ServerContext["dialect"],
): Promise<ListerServer & { readonly running: TestServer }> {
  let context: ServerContext | undefined;
  const running = await startTestServer({
    dialect,
    withNamespace: false,
    flowControl(made) {
      context = made;
      return inFlightGate({ reading: 0, writing: 0 });
    },
  });
  const { client } = running.server;
  for (const name of ["a", "b"]) {
    await client.create({
      ...ConfigMap,
      kind: "Namespace",
      plural: "namespaces",
      namespaced: false,
    }, {
      metadata: { name },
    });
  }
  return {
    running,
    client,
    listerOf: (kind) => context?.lister(kind),
    // What this server has written is in its cache.
    caughtUp: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

for (const dialect of DIALECTS) {
  listerContract(`cached lister, ${dialect}`, () => start(dialect));
}

Deno.test("CachedLister leaves out what can't be read", async () => {
  await using server = await start("kubernetes");
  const { client, running: { store } } = server;
  const maps = server.listerOf(ConfigMap);
  const key = `${keyPrefix("/registry", { group: "", resource: "configmaps" })}a/bad`;
  await store.commit([{ type: "put", key, value: new TextEncoder().encode("nonsense") }]);
  // The cache sees changes in their order.
  await client.create(ConfigMap, { metadata: { namespace: "a", name: "good" } });
  assert(maps !== undefined);
  assertEquals(maps.get("a/bad"), undefined);
  assertEquals(maps.derive(({ metadata }) => metadata?.name).get("a/bad"), undefined);
  assertEquals(maps.list().map(({ metadata }) => metadata?.name), ["good"]);
  assertEquals(maps.size, 1);
});
