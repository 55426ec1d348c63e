/**
 * What matters about a new policy of a namespace.
 *
 * @module
 */

import type { LabelMap } from "../../../toolkit/selectors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { compareLevels, printLevel, sameLevel } from "./level.ts";
import { equivalentPolicies, isPrivileged, MODES, type Policy } from "./policy.ts";

/** Whether pods may now be refused that were not. */
export function becomesStricter({ enforce: before }: Policy, { enforce: now }: Policy): boolean {
  if (now.level === "privileged" || sameLevel(now, before)) return false;
  return now.version.text !== before.version.text || compareLevels(now.level, before.level) > 0;
}

/** Where a policy comes from. */
interface Origin {
  readonly labels: LabelMap;
  /** What the keys of its labels begin with. */
  readonly prefix: string;
  /** What would hold without labels. */
  readonly defaults: Policy;
}

/** A warning for who gives a policy to a namespace that is exempt; undefined where it has none of its own. */
export function exemptWarning(
  namespace: string,
  policy: Policy,
  { labels, prefix, defaults }: Origin,
): string | undefined {
  if (isPrivileged(policy) || equivalentPolicies(policy, defaults)) return undefined;
  const said = MODES.filter((mode) =>
    policy[mode].level !== "privileged" &&
    [mode, `${mode}-version`].some((key) => Object.hasOwn(labels, `${prefix}${key}`))
  );
  const shown = said.map((mode) => `${mode}=${printLevel(policy[mode])}`).join(", ");
  return `namespace ${quoteText(namespace)} is exempt from Pod Security, and the policy ` +
    `(${shown}) will be ignored`;
}
