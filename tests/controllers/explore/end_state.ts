/**
 * What a cluster has, as it can be compared with what it has after another run.
 *
 * @module
 */

import type { AnyKind, Client } from "../../../mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** What draws names ends them with. */
const DRAWN = /-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

/** Fields that are others in each run: numbers of writes, and where pods happen to be. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "resourceVersion",
  "managedFields",
  "generation",
  "observedGeneration",
  "nodeName",
  "hostIP",
  "hostIPs",
  "podIP",
  "podIPs",
  "containerID",
]);

/** Lists that say the same in any order. */
const SETS: ReadonlySet<string> = new Set(["taints", "finalizers", "conditions"]);

/** All objects of these kinds, in an order of their own: without drawn names, uids, times, and places. */
export async function endState(client: Client, kinds: readonly AnyKind[]): Promise<unknown> {
  const states: Record<string, unknown> = {};
  for (const kind of kinds) {
    const { items } = await client.list(kind, { allNamespaces: true });
    const shown = items.map((object) => walk(object as unknown));
    states[kind.plural] = inOrder(shown);
  }
  return states;
}

function walk(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replaceAll(UID, "a uid").replaceAll(TIME, "a time").replaceAll(DRAWN, "-drawn");
  }
  if (Array.isArray(value)) return value.map(walk);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([field]) => !LEFT_OUT.has(field)).sort(([one], [other]) =>
      one < other ? -1 : 1
    ).map(([field, one]) => {
      const walked = walk(one);
      return [walk(field), SETS.has(field) && Array.isArray(walked) ? inOrder(walked) : walked];
    }),
  );
}

function inOrder(values: readonly unknown[]): unknown[] {
  const texts = new Map(values.map((one) => [one, JSON.stringify(one)]));
  return values.toSorted((one, other) => texts.get(one)! < texts.get(other)! ? -1 : 1);
}
