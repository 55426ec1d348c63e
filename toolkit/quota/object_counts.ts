/**
 * Objects of which only the number counts.
 *
 * @module
 */

import type { GroupResource } from "../errors/mod.ts";
import type { Amounts } from "./amounts.ts";
import { ONE } from "./amounts.ts";
import { countName, type QuotaEvaluator } from "./evaluator.ts";

/** Names by which quotas counted objects of the core group before every resource had one. */
const OLD_NAMES: ReadonlySet<string> = new Set([
  "configmaps",
  "resourcequotas",
  "replicationcontrollers",
  "secrets",
]);

/** Counts the objects of any resource. */
export function objectCounts(about: GroupResource): QuotaEvaluator {
  const { group, resource } = about;
  const names = [countName(about)];
  if (group === "" && OLD_NAMES.has(resource)) names.push(resource);
  const usage: Amounts = new Map(names.map((name) => [name, ONE]));
  return {
    about,
    handles: ({ operation, subresource }) => operation === "CREATE" && subresource === "",
    counts: (name) => usage.has(name),
    generation: 0,
    isIn: () => false,
    usage: () => usage,
  };
}
