/**
 * What a server with RBAC does beside its requests: the bootstrap policy at the start, and the rules of roles
 * that sum others up.
 *
 * @module
 */

import { keepTrying } from "../../../toolkit/backoff.ts";
import { ClusterRole } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import type { ServerContext } from "../../server_context.ts";
import { followChanges } from "../../storage/cache/mod.ts";
import { ensurePolicy } from "./ensure_policy.ts";
import { summedRole, sumRoles } from "./role_sums.ts";

/** Waits after failures. */
const RETRY = { firstMs: 100, mostMs: 10_000 };

/** Roles that change in quick succession are summed up together. */
const PAUSE_MS = 50;

/** Brings the policy into the store, once, then follows cluster roles. `done`: it is there, sums too. */
export function keepPolicy(context: ServerContext, done: () => void): Runnable {
  const { clock, logger, lister, source, dialect, client } = context;
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
      const roles = lister(ClusterRole)?.derive(summedRole);
      const group = NAMES[dialect].group("rbac.authorization");
      const cache = source.find(group, ClusterRole.version, ClusterRole.plural)?.storage?.cache;
      if (roles === undefined || cache === undefined) return done();
      const sum = async () => {
        try {
          await sumRoles(roles.list(), { client, clock, signal });
        } finally {
          done();
        }
      };
      await followChanges(cache, sum, {
        clock,
        signal,
        pauseMs: PAUSE_MS,
        failed: (error) => logger.error("The rules of a cluster role can't be summed up", error),
      });
    },
  };
}
