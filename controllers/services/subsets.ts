/**
 * The subsets of endpoints, in one form.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";

type Address = coreV1.EndpointAddress;

/** An address of a pod, or of somebody else, once. */
interface Placed {
  readonly key: string;
  readonly address: Address;
}

/**
 * The same addresses and ports with each set of ports once, over the addresses that have exactly these ports. What
 * is ready under one name of a port and not under another is not ready. The order says nothing, and is always the
 * same; unlike the reference's it is not that of hashes.
 */
export function packSubsets(subsets: readonly coreV1.EndpointSubset[]): coreV1.EndpointSubset[] {
  const placed = new Map<string, Placed>();
  /** By port, then by address: whether it is ready. "": without ports. */
  const byPort = new Map<string, Map<string, boolean>>();
  for (const { addresses, notReadyAddresses, ports } of subsets) {
    const keys = ports?.length ? ports.map(portKey) : [""];
    for (const key of keys) {
      const ready = byPort.get(key) ?? new Map<string, boolean>();
      byPort.set(key, ready);
      const add = (isReady: boolean) => (address: Address) => {
        const one = keyOf(address);
        if (!placed.has(one)) placed.set(one, { key: one, address });
        ready.set(one, isReady && (ready.get(one) ?? true));
      };
      addresses?.forEach(add(true));
      notReadyAddresses?.forEach(add(false));
    }
  }
  const bySet = new Map<string, { ready: Map<string, boolean>; ports: string[] }>();
  for (const [port, ready] of byPort) {
    const key = JSON.stringify([...ready].sort(([a], [b]) => a < b ? -1 : 1));
    const group = bySet.get(key) ?? { ready, ports: [] };
    if (port !== "") group.ports.push(port);
    bySet.set(key, group);
  }
  const packed = [...bySet.values()].map(({ ready, ports }) => {
    const those = (wanted: boolean) =>
      [...ready].filter(([, isReady]) => isReady === wanted)
        .map(([key]) => placed.get(key)!.address)
        .sort(inOrder);
    return {
      order: ports.sort().join(),
      subset: withoutEmpty({
        addresses: those(true),
        notReadyAddresses: those(false),
        ports: ports.map((port) => portOf(port)),
      }),
    };
  });
  return packed.sort((a, b) => a.order < b.order ? -1 : 1).map(({ subset }) => subset);
}

/** Without its empty lists. */
export function withoutEmpty(subset: coreV1.EndpointSubset): coreV1.EndpointSubset {
  return Object.fromEntries(Object.entries(subset).filter(([, list]) => list?.length));
}

function keyOf({ ip, targetRef }: Address): string {
  return `${ip} ${targetRef?.uid ?? ""}`;
}

function inOrder(a: Address, b: Address): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function portKey({ name = "", port, protocol = "TCP", appProtocol }: coreV1.EndpointPort): string {
  return JSON.stringify([name, port, protocol, appProtocol ?? null]);
}

function portOf(key: string): coreV1.EndpointPort {
  const [name, port, protocol, appProtocol] = JSON.parse(key);
  return { ...(name && { name }), port, protocol, ...(appProtocol && { appProtocol }) };
}
