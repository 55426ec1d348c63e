import { createClient } from "../client/create_client.ts";
import { defineController } from "../controller/mod.ts";
import { assertRejects } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { silentLogger } from "../logger.ts";
import { defineResource, Type } from "../resource/mod.ts";
import { defineWebhook } from "../webhook/mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { defineOperator } from "./mod.ts";

const Site = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Site",
  spec: Type.Object({ image: Type.String() }),
});

for (
  const [what, options] of [
    ["its caches", { controllers: [defineController({ for: ConfigMap, reconcile() {} })] }],
    ["its definitions", { controllers: [defineController({ for: Site, reconcile() {} })] }],
    ["its certificates", {
      controllers: [],
      webhooks: [defineWebhook({ for: ConfigMap, mutate() {} })],
    }],
  ] as const
) {
  Deno.test(`run() ends when it is told to, while a server does not answer about ${what}`, async () => {
    const asked = Promise.withResolvers<void>();
    await using client = await createClient({
      dialect: "kubernetes",
      logger: silentLogger,
      transport: {
        fetch() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const told = new AbortController();
    const running = defineOperator({ name: "op", ...options }).run({
      client,
      install: true,
      signal: told.signal,
      webhookServer: { hostname: "127.0.0.1", port: await freePort() },
    });
    await asked.promise;
    told.abort(new Error("enough"));
    await assertRejects(() => running, /the operator stops/);
  });
}
