/**
 * Command lines that one controller manager takes and the other refuses, on purpose.
 *
 * @module
 */

import type { Judged } from "./difference.ts";
import { type Known, reasonAmong, REFUSED_BY_ANY } from "./known.ts";

/** What ours refuses: most of it the reference refuses too, once its options were taken. */
const REFUSED: readonly Known[] = [
  ...REFUSED_BY_ANY,
  ["certificates are opened there later", /^--tls-(cert|private-key)-file is given without/],
  ["what TLS may be is looked at there later", /(^invalid --tls-|"--tls-min-version" flag: must)/],
  ["who leads is looked at there later", /^--leader-elect-lease-duration \(/],
  [
    "ranges are read there by controllers",
    /"--(cluster-cidr|service-cluster-ip-range)" flag: (invalid CIDR|two ranges|must not contain)/,
  ],
  [
    "masks are compared with ranges there by a controller",
    /"--node-cidr-mask-size(-ipv[46])?" flag: must be from/,
  ],
  ["half of a pair signs nothing", /^--cluster-signing-cert-file and .* must be given together$/],
  ["it would never look", /"--horizontal-pod-autoscaler-sync-period" flag: must be positive$/],
  ["a lock is looked up there by who leads", /"--leader-elect-resource-lock" flag: must be one of/],
  ["nobody would do the work", /"--(mirroring-)?concurrent-\S+-syncs" flag: must be positive$/],
  [
    "such a rate or share means nothing",
    /"--(\S+-tolerance|\S*node-eviction-rate|unhealthy-zone-threshold|kube-api-\S+)" flag: must/,
  ],
  ["there is none without a name", /"--cidr-allocator-type" flag: must be one of/],
];

/** What the reference's refuses. */
const TAKEN: readonly Known[] = [
  [
    "it does not attach volumes",
    /^duration time must be greater than one second as set via command/,
  ],
  ["it has flags of clouds of older releases", /built-in cloud providers are disabled/],
];

/** Why a line that one of both refuses is taken by the other; undefined: it should not be. */
export function reasonForManager(judged: Judged): string | undefined {
  return reasonAmong(REFUSED, TAKEN, judged);
}
