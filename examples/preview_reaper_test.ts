import { deepEqual, equal } from "node:assert/strict";
import { DIALECTS, Event, Namespace } from "../mod.ts";
import { explore, type TestEnv, testEnv } from "../testing.ts";
import { operator } from "./preview_reaper.ts";

const preview = (name: string, annotations: Record<string, string> = {}) => ({
  metadata: { name, labels: { preview: "yes" }, annotations },
});

/** The namespaces of this test that are not on their way out. */
async function left({ client }: TestEnv): Promise<string[]> {
  const { items } = await client.list(Namespace);
  return items.filter(({ metadata }) =>
    metadata.name.startsWith("pr-") && metadata.deletionTimestamp === undefined
  ).map(({ metadata }) => metadata.name).sort();
}

async function said({ client }: TestEnv): Promise<string[]> {
  const { items } = await client.list(Event, { allNamespaces: true });
  return items.map(({ reason, regarding }) => `${regarding?.name} ${reason}`).sort();
}

for (const dialect of DIALECTS) {
  Deno.test(`previews go when their time is over, after a warning, and nothing else does, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect });
    const { client } = env;
    await client.create(Namespace, preview("pr-short", { "preview.example.com/ttl": "3h" }));
    await client.create(Namespace, preview("pr-usual"));
    await client.create(Namespace, preview("pr-odd", { "preview.example.com/ttl": "soon" }));
    await client.create(Namespace, { metadata: { name: "pr-none" } });
    await env.settle();
    deepEqual(await said(env), ["pr-odd BadTtl"]);
    await env.advance("2h"); // the server keeps events for an hour
    deepEqual(await left(env), ["pr-none", "pr-odd", "pr-short", "pr-usual"]);
    deepEqual(await said(env), ["pr-short Expiring"]);
    await env.advance("1h");
    deepEqual(await left(env), ["pr-none", "pr-odd", "pr-usual"]);
    await env.advance("21h");
    deepEqual(await left(env), ["pr-none", "pr-odd"]);
  });

  Deno.test(`a preview goes, whatever breaks, ${dialect}`, () =>
    explore({ operator, dialect, runs: 4, seed: 1 }, async (env) => {
      await env.client.create(Namespace, preview("pr-1"));
      await env.advance("24h");
      await env.settle("1h");
      equal((await left(env)).length, 0);
    }));
}
