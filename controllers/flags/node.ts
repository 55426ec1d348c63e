/**
 * Nodes: their life cycle and their addresses.
 *
 * @module
 */

import { bool, checked, flag, float, group, int32, oneOf, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { dualStackCidrs } from "../../toolkit/flags/network.ts";
import { notBuilt } from "./generic.ts";

const rate = checked(float, (value) => value < 0 ? "must not be negative" : undefined);

function maskSize(bits: number) {
  return checked(
    int32,
    (value) => value < 0 || value > bits ? `must be from 0 to ${bits}` : undefined,
  );
}

/** Node monitoring, eviction and address allocation. */
export const nodeFlags = group("Node controllers", works, {
  "allocate-node-cidrs": flag(
    bool,
    false,
    "Allocate the CIDRs of nodes' pods",
  ),
  "cidr-allocator-type": flag(
    oneOf("string", ["RangeAllocator", "CloudAllocator"]),
    "RangeAllocator",
    "How CIDRs are allocated: RangeAllocator or CloudAllocator",
  ),
  "cluster-cidr": flag(dualStackCidrs, [], "The addresses of pods; needs --allocate-node-cidrs"),
  "configure-cloud-routes": flag(
    bool,
    true,
    "Configure allocated CIDRs with the cloud provider",
    { status: notBuilt },
  ),
  "enable-taint-manager": flag(
    bool,
    true,
    "Evict pods that don't tolerate a node's NoExecute taints; else nodes that are not ready get none, and their pods are deleted after --pod-eviction-timeout",
  ),
  "large-cluster-size-threshold": flag(
    int32,
    50,
    "The number of nodes from which a cluster counts as large, for --secondary-node-eviction-rate",
  ),
  "node-cidr-mask-size": flag(
    maskSize(128),
    0,
    "The mask size of a node's CIDR: 24 for IPv4, 64 for IPv6 unless given",
  ),
  "node-cidr-mask-size-ipv4": flag(
    maskSize(32),
    24,
    "The mask size of a node's IPv4 CIDR in a dual-stack cluster",
  ),
  "node-cidr-mask-size-ipv6": flag(
    maskSize(128),
    64,
    "The mask size of a node's IPv6 CIDR in a dual-stack cluster",
  ),
  "node-eviction-rate": flag(
    rate,
    0.1,
    "The number of nodes per second whose pods are deleted when nodes fail in a healthy zone",
  ),
  "node-monitor-grace-period": flag(
    duration,
    40 * SECOND,
    "How long a running node may be silent before it counts as unhealthy; several times the node agent's status period",
  ),
  "node-monitor-period": flag(duration, 5 * SECOND, "How often the status of nodes is checked"),
  "node-startup-grace-period": flag(
    duration,
    MINUTE,
    "How long a starting node may be silent before it counts as unhealthy",
  ),
  "pod-eviction-timeout": flag(
    duration,
    5 * MINUTE,
    "The grace period for deleting pods on failed nodes, without --enable-taint-manager",
  ),
  "route-reconciliation-period": flag(
    duration,
    10 * SECOND,
    "How often the cloud provider's routes for nodes are reconciled",
    { status: notBuilt },
  ),
  "secondary-node-eviction-rate": flag(
    rate,
    0.01,
    "The same as --node-eviction-rate in an unhealthy zone; 0 in a cluster that is not large",
  ),
  "service-cluster-ip-range": flag(
    dualStackCidrs,
    [],
    "The addresses of services; needs --allocate-node-cidrs",
  ),
  "unhealthy-zone-threshold": flag(
    checked(float, (value) => value < 0 || value > 1 ? "must be from 0 to 1" : undefined),
    0.55,
    "The share of nodes that are not ready from which a zone counts as unhealthy; at least three nodes",
  ),
});
