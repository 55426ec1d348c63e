/**
 * A server, and a webhook that it asks about config maps.
 *
 * @module
 */

import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { HookServer, installHook, type Judge, type Phase } from "./hook_server.ts";

export const GROUP = "/apis/admissionregistration.k8s.io/v1";
export const MAPS = "/api/v1/namespaces/default/configmaps";
/** Handles of the runtime's client end a little after the server. */
export const LOOSE = { sanitizeOps: false, sanitizeResources: false };

/** Runs with a server that asks one webhook, which `judge` answers for. */
export async function withHook(
  phase: Phase,
  judge: Judge,
  run: (server: TestServer, hook: HookServer) => Promise<void>,
  webhook: object = {},
): Promise<void> {
  await using server = await startTestServer();
  await using hook = await HookServer.judging(judge);
  await installHook(server, phase, "one", { clientConfig: hook.config("/judge"), ...webhook });
  await run(server, hook);
}

/** A config map. */
export const map = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
