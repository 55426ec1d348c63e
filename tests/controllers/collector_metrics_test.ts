/** What the collector of garbage counts. */
import { createGarbageCollector } from "../../controllers/garbage_collector.ts";
import { discoverKinds } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { counted, samples } from "./counted.ts";
import { Mortal } from "./mortal.ts";

const METRIC = "garbagecollector_controller_resources_sync_error_total";

Deno.test("the collector counts how often it can't learn what there is; extensions may be away", async () => {
  await using env = await testEnv({ controllers: ["namespace"] });
  let asked = 0;
  const away = { group: "example.com", version: "v1", error: new Error("away"), malformed: false };
  await using mortal = new Mortal(env, ({ client, ...parts }) =>
    createGarbageCollector(client, {
      ...parts,
      informers: undefined,
      discoveryMs: 1000,
      async discover() {
        asked++;
        if (asked <= 2) throw new Error("the server does not answer");
        const found = await discoverKinds(env.client);
        return asked <= 4 ? { ...found, failures: [away] } : { ...found, preferred: [] };
      },
    }), { how: "killed", at: Infinity });
  await mortal.settle("1ms");
  assertEquals(samples(mortal.metrics, METRIC), [" 1"]);
  await env.until(() => asked >= 4);
  assertEquals(samples(mortal.metrics, METRIC), [" 2"]);
  await env.until(() => asked >= 6);
  assert(Number(counted(mortal.metrics, METRIC)[0]) >= 3, "a server without kinds is none");
});
