/**
 * An API server of this project on which things were made long ago: what controllers do about it is seen at once.
 *
 * @module
 */

import { type Client, createClient } from "../../mod.ts";
import { startTestServer, TESTER } from "../../testing/api_server.ts";
import { type Clock, systemClock } from "../../toolkit/clock.ts";
import type { RunningServer } from "../clients/servers.ts";

/** Makes what was there before. By what is made after `ago(ms)` it is so long ago. */
export type Before = (client: Client, ago: (ms: number) => void) => Promise<void>;

/** Starts one; `before` was made on it. Once it is ready its time is that of all others. */
export async function startEarlierServer(before: Before): Promise<RunningServer> {
  await using stack = new AsyncDisposableStack();
  let agoMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() - agoMs };
  const server = stack.use(
    await startTestServer({
      clock,
      // Whoever finds it: clients show no token to a server without a certificate.
      authenticator: { authenticate: () => ({ is: "known", user: TESTER }) },
    }),
  );
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const kubeconfig = `${folder}/config`;
  await Deno.writeTextFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "test", cluster: { server: server.url } }],
      users: [{ name: "test", user: {} }],
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      "current-context": "test",
    }),
    { mode: 0o600 },
  );
  await using client = await createClient({ config: kubeconfig });
  await before(client, (ms) => void (agoMs = ms));
  agoMs = 0;
  const owned = stack.move();
  return { kubeconfig, log: () => "", [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
