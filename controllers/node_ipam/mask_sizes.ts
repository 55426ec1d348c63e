/**
 * How large the blocks of nodes are.
 *
 * @module
 */

import type { IpRange } from "../../toolkit/validation/mod.ts";

/** What flags say of it; undefined: nothing. */
export interface MaskSizeFlags {
  /** Of clusters with one family. */
  readonly any?: number | undefined;
  readonly ipv4?: number | undefined;
  readonly ipv6?: number | undefined;
}

const IPV4_BITS = 24;
const IPV6_BITS = 64;

const isIpv6 = ({ first }: IpRange) => first.family === 6;

/** The mask sizes for the ranges of a cluster, in their order. Throws where flags and ranges don't fit together. */
export function maskSizes(
  ranges: readonly IpRange[],
  { any, ipv4, ipv6 }: MaskSizeFlags,
): number[] {
  const isDual = ranges.length > 1;
  if (isDual && any !== undefined) {
    throw new Error(
      "usage of --node-cidr-mask-size is not allowed with dual-stack clusters: " +
        "use --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6",
    );
  }
  if (any !== undefined) {
    if (ipv4 !== undefined || ipv6 !== undefined) {
      throw new Error(
        "usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if " +
          "--node-cidr-mask-size is set",
      );
    }
    return ranges.map(() => any);
  }
  if (!isDual) {
    const [range] = ranges;
    if (range !== undefined && isIpv6(range) && ipv4 !== undefined) {
      throw new Error(
        "usage of --node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster",
      );
    }
    if (range !== undefined && !isIpv6(range) && ipv6 !== undefined) {
      throw new Error(
        "usage of --node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster",
      );
    }
  }
  return ranges.map((range) => isIpv6(range) ? ipv6 ?? IPV6_BITS : ipv4 ?? IPV4_BITS);
}
