/**
 * Controllers that are not let do something.
 *
 * @module
 */

import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import { type AnyObject, type Client, StatusError } from "../../mod.ts";
import type { TestEnv } from "../../testing.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";

/** Runs a controller with a client of its own until the signal aborts. */
export async function runWith(
  client: Client,
  env: TestEnv,
  make: (parts: LoopParts) => Runnable,
  signal: AbortSignal,
): Promise<void> {
  await using informers = new SharedInformers(env.client);
  const loop = make({
    client,
    informers,
    metrics: new Registry(),
    clock: env.clock,
    logger: silentLogger,
    random: () => Math.random(),
  });
  await loop.run({ signal, started() {} });
}

/** A client that may not make objects of a kind while `isRefused` says so. */
export function refusing(client: Client, refused: string, isRefused: () => boolean): Client {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (kind: AnyObject, ...others: unknown[]) =>
        name === "create" && kind.kind === refused && isRefused()
          ? Promise.reject(new StatusError({ code: 403, reason: "Forbidden", message: "too many" }))
          : value.call(target, kind, ...others);
    },
  });
}
