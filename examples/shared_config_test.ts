import { deepEqual, equal } from "node:assert/strict";
import { ConfigMap, DIALECTS, Namespace } from "../mod.ts";
import { explore, type TestEnv, testEnv } from "../testing.ts";
import { operator, SharedConfig } from "./shared_config.ts";

const labels = { "shared.example.com/database": "yes" };
const database = { metadata: { name: "database" }, spec: { data: { host: "db.internal" } } };

/** The namespaces that have a copy, and what it says. */
async function copies({ client }: TestEnv): Promise<Record<string, string | undefined>> {
  const { items } = await client.list(ConfigMap, { allNamespaces: true });
  return Object.fromEntries(
    items.filter(({ metadata }) => metadata.name === "database")
      .map(({ metadata, data }) => [metadata.namespace, data?.host]),
  );
}

for (const dialect of DIALECTS) {
  Deno.test(`namespaces that ask for it have a copy, and others have none, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect });
    const { client } = env;
    await client.create(Namespace, { metadata: { name: "shop", labels } });
    await client.create(Namespace, { metadata: { name: "other" } });
    await client.create(SharedConfig, database);
    await env.settle();
    deepEqual(await copies(env), { shop: "db.internal" });
    await client.patch(Namespace, "other", { metadata: { labels } });
    await client.patch(SharedConfig, "database", { spec: { data: { host: "new.internal" } } });
    await env.settle();
    deepEqual(await copies(env), { other: "new.internal", shop: "new.internal" });
    equal((await client.get(SharedConfig, "database")).status?.namespaces, 2);
    await client.patch(Namespace, "shop", {
      metadata: { labels: { "shared.example.com/database": null } },
    });
    await env.settle();
    deepEqual(await copies(env), { other: "new.internal" });
  });

  Deno.test(`every namespace gets its copy, whatever breaks, ${dialect}`, () =>
    explore({ operator, dialect, runs: 4, seed: 1 }, async (env) => {
      for (const name of ["a", "b", "c"]) {
        await env.client.create(Namespace, { metadata: { name, labels } });
      }
      await env.client.create(SharedConfig, database);
      await env.settle("10m");
      deepEqual(Object.keys(await copies(env)).sort(), ["a", "b", "c"]);
    }));
}
