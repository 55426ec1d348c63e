/**
 * What a server with RBAC does beside its requests: it brings the bootstrap policy into the store.
 *
 * @module
 */

import { keepTrying } from "../../../toolkit/backoff.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import type { ServerContext } from "../../server_context.ts";
import { ensurePolicy } from "./ensure_policy.ts";

/** Waits after failures. */
const RETRY = { firstMs: 100, mostMs: 10_000 };

/**
 * Brings the policy into the store, once. `done`: it is there. Roles that sum others up have no rules before a
 * controller has given them some.
 */
export function keepPolicy(context: ServerContext, done: () => void): Runnable {
  const { clock, logger } = context;
  return {
    name: "bootstrap roles",
    async run({ signal }) {
      try {
        await keepTrying(() => ensurePolicy(context, signal), {
          ...RETRY,
          clock,
          signal,
          failed: (error) =>
            logger.error("The bootstrap roles could not be brought about; retrying", error),
        });
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      done();
    },
  };
}
