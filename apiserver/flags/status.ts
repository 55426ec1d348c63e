/**
 * Why flags of the API server have no effect.
 *
 * @module
 */

import { type FlagGroup, type Flags, type FlagStatus, never } from "../../toolkit/flags/mod.ts";

/** Flags of a cloud: volumes are labelled, and addresses of nodes found, by the cloud controller manager. */
export const askedElsewhere = never(
  "the API server asks no cloud: whatever does is a part of the cloud controller manager",
);

/** Flags of a cloud vendor's firewall or registry. */
export const vendorOnly = never("there is no built-in integration with that vendor's cloud");

/** The same flags with a status of their own. */
export function withStatus<const F extends Flags>(status: FlagStatus, flags: F): F {
  return Object.fromEntries(
    Object.entries(flags).map(([name, one]) => [name, { ...one, status }]),
  ) as F;
}

/** A group some of whose flags have a status of their own. */
export function except<const G extends FlagGroup>(
  group: G,
  statuses: { readonly [N in keyof G["flags"]]?: FlagStatus },
): G {
  const flags = Object.entries(group.flags).map(([name, one]) => {
    const status = (statuses as Record<string, FlagStatus | undefined>)[name];
    return [name, status === undefined ? one : { ...one, status }];
  });
  return { ...group, flags: Object.fromEntries(flags) };
}
