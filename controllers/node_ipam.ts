/**
 * The controller that gives nodes the addresses of their pods.
 *
 * @module
 */

import { type IpRange, parseCidrSloppy } from "../toolkit/validation/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import { AssignBlocks } from "./node_ipam/assign_blocks.ts";
import { BlockSet } from "./node_ipam/block_set.ts";
import { type MaskSizeFlags, maskSizes } from "./node_ipam/mask_sizes.ts";
import { NodeBlocks } from "./node_ipam/node_blocks.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many nodes are written at once. */
const WORKERS = 30;

/** What {@link createNodeIpamController} is told. */
export interface NodeIpamOptions {
  /** The ranges that nodes' blocks are of: one, or one of each family. */
  readonly clusterRanges: readonly string[];
  /** The ranges of services, of which no node has anything. Default: none. */
  readonly serviceRanges?: readonly string[];
  /** How large the blocks are. Default: /24 of IPv4, /64 of IPv6. */
  readonly maskSizes?: MaskSizeFlags;
}

/**
 * Gives each node that has none a block of each range, in turn, and takes it back when the node is gone. Nodes for
 * which there is none wait. Throws where ranges and sizes don't fit together.
 */
export function createNodeIpamController(
  parts: LoopParts,
  { clusterRanges, serviceRanges = [], maskSizes: sizes = {} }: NodeIpamOptions,
): Runnable {
  const ranges = clusterRanges.map(rangeOf);
  if (ranges.length === 0) {
    throw new Error(
      "Must specify --cluster-cidr if --allocate-node-cidrs is set: give the range of all pods' addresses",
    );
  }
  const bits = maskSizes(ranges, sizes);
  const sets = ranges.map((range, index) => new BlockSet(range, bits[index]!));
  const blocks = new NodeBlocks(sets, serviceRanges.map(rangeOf), parts.metrics);
  const assigning = new AssignBlocks(parts, blocks);
  return keyedLoop(parts, {
    name: "node-ipam-controller",
    queue: "cidrallocator_node",
    workers: WORKERS,
    listen: (wake) => assigning.listen(wake),
    sync: (name, work) => assigning.sync(name, work),
  });
}

function rangeOf(text: string): IpRange {
  const range = parseCidrSloppy(text);
  if (range === undefined) throw new Error(`invalid CIDR address: ${text}`);
  return range;
}

/** What flags have unless they are given. */
const IPV4_DEFAULT = 24;
const IPV6_DEFAULT = 64;
const unless = (none: number, value: number) => value === none ? undefined : value;

/** The controller of a process. */
export const nodeIpamController: ProcessController = {
  name: "node-ipam-controller",
  aliases: ["nodeipam"],
  account: "node-controller",
  flags: [
    "allocate-node-cidrs",
    "cidr-allocator-type",
    "cluster-cidr",
    "node-cidr-mask-size",
    "node-cidr-mask-size-ipv4",
    "node-cidr-mask-size-ipv6",
    "service-cluster-ip-range",
  ],
  make(parts) {
    const { values } = parts;
    if (!values["allocate-node-cidrs"]) return undefined;
    if (values["cidr-allocator-type"] === "CloudAllocator") {
      throw new Error(
        "--cidr-allocator-type is set to 'CloudAllocator' but cloud provider is not configured: " +
          "there is none here, use RangeAllocator",
      );
    }
    return createNodeIpamController(parts, {
      clusterRanges: values["cluster-cidr"],
      serviceRanges: values["service-cluster-ip-range"],
      maskSizes: {
        any: unless(0, values["node-cidr-mask-size"]),
        ipv4: unless(IPV4_DEFAULT, values["node-cidr-mask-size-ipv4"]),
        ipv6: unless(IPV6_DEFAULT, values["node-cidr-mask-size-ipv6"]),
      },
    });
  },
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("node_ipam", [nodeIpamController]));
}
