/**
 * The controller of cluster roles that sum others up.
 *
 * @module
 */

import { ClusterRole } from "../toolkit/mod.ts";
import { equalJson } from "../toolkit/values/json.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { summedRole, sumRoles } from "./clusterrole_aggregation/role_sums.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** Roles that change in quick succession are summed up together. */
const PAUSE_MS = 50;

/** All sums are taken together: a role may be a sum of sums. */
const ALL = "cluster roles";

/** Gives each role that has an aggregation rule the rules of those that it selects, and no others. */
export function createRoleAggregation(parts: LoopParts): Runnable {
  const { client, informers, clock } = parts;
  const roles = informers.of(ClusterRole);
  const summed = roles.derive(summedRole);
  return keyedLoop(parts, {
    name: "clusterrole-aggregation-controller",
    queue: "ClusterRoleAggregator",
    workers: 1,
    listen: (wake) => [
      roles.subscribe(({ type, object, previous, initial }) => {
        const isSame = type === "Updated" && previous !== undefined &&
          equalJson(readBySums(object), readBySums(previous));
        if (!isSame) wake(ALL, initial ? 0 : PAUSE_MS);
      }),
    ],
    sync: (_, { signal }) => sumRoles(summed.list(), { client, clock, signal }),
  });
}

function readBySums({ metadata, rules, aggregationRule }: ClusterRole) {
  return { labels: metadata?.labels ?? {}, rules: rules ?? [], rule: aggregationRule ?? {} };
}

/** The controller of a process. */
export const roleAggregation: ProcessController = {
  name: "clusterrole-aggregation-controller",
  aliases: ["clusterrole-aggregation"],
  account: "clusterrole-aggregation-controller",
  flags: [],
  make: createRoleAggregation,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("clusterrole_aggregation", [roleAggregation]));
}
