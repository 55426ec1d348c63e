import { testEnv } from "../testing.ts";
import { assertRejects } from "../toolkit/deps/assert.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { SharedInformers } from "./loop/mod.ts";
import type { ProcessParts } from "./process_controller.ts";
import { serviceAccountTokens } from "./serviceaccount_token.ts";

Deno.test("the controller of tokens does not run without a key that can sign", async () => {
  await using env = await testEnv({ controllers: [] });
  await using informers = new SharedInformers(env.client);
  const folder = await Deno.makeTempDir();
  const run = async (path: string) => {
    const stop = new AbortController();
    const running = serviceAccountTokens.make({
      client: env.client,
      informers,
      metrics: new Registry(),
      clock: env.clock,
      logger: silentLogger,
      random: Math.random,
      authorities: undefined,
      values: {
        "service-account-private-key-file": path,
        "root-ca-file": "",
        "concurrent-serviceaccount-token-syncs": 1,
      },
    } as ProcessParts)!.run({ signal: stop.signal, started: () => stop.abort() });
    await running;
  };
  try {
    await Deno.writeTextFile(`${folder}/other`, "-----BEGIN CERTIFICATE-----\nAAAA\n");
    await assertRejects(
      () => run(`${folder}/none`),
      /^--service-account-private-key-file=.*none: /,
    );
    await assertRejects(
      () => run(`${folder}/other`),
      /^--service-account-private-key-file=.*other: /,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
