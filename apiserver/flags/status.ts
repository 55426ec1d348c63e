/**
 * Why flags of the API server have no effect.
 *
 * @module
 */

import {
  type FlagGroup,
  type Flags,
  type FlagStatus,
  later,
  never,
} from "../../toolkit/flags/mod.ts";

/** Flags of what is still to come. */
export const cloudLater = later("cloud providers are not built yet");
export const egressLater = later("egress selection is not built yet");

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
