/**
 * What is to become of the slices that mirror endpoints.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import { parseIpSloppy } from "../../toolkit/validation/ip.ts";
import { type AddressFamily, packSubsets } from "../services/mod.ts";
import {
  type CachedSlice,
  draftOf,
  emptyPlan,
  type Endpoint,
  endpointKey,
  portsKey,
  sameEndpoint,
  type SliceCount,
  type SlicePlan,
  type SlicePort,
} from "../slices/mod.ts";

/** What is mirrored, and what mirrors it. */
export interface Mirroring {
  readonly subsets: readonly coreV1.EndpointSubset[];
  readonly existing: readonly CachedSlice[];
  /** Of one subset so many addresses are mirrored at most. */
  readonly most: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether a slice is the endpoints' own, and has their labels and annotations. */
  isRight(slice: CachedSlice): boolean;
}

/** How much a plan mirrors, changes and leaves out. */
export interface MirrorCount extends SliceCount {
  /** Endpoints that are there already, in another state. */
  readonly updated: number;
  /** Addresses that are none. */
  readonly invalid: number;
  /** All addresses that are left out. */
  readonly skipped: number;
}

/** A plan, and how much it comes to. */
export interface MirrorPlan {
  readonly plan: SlicePlan;
  readonly count: MirrorCount;
}

/** The endpoints of one slice. */
interface Mirrored {
  readonly family: AddressFamily;
  readonly ports: readonly SlicePort[];
  readonly endpoints: Map<string, Endpoint>;
}

/** One slice for each set of ports and family. */
export function planMirror({ subsets, existing, most, labels, isRight }: Mirroring): MirrorPlan {
  const { wanted, invalid, skipped } = wantedOf(subsets, most);
  const byKey = Map.groupBy(existing, ({ ports, addressType }) => keyOf(ports, addressType));
  const plan = emptyPlan();
  const total = { added: 0, updated: 0, removed: 0, endpoints: 0, fewest: 0 };
  for (const [key, { family, ports, endpoints }] of wanted) {
    const [slice, ...others] = byKey.get(key) ?? [];
    plan.remove.push(...others);
    total.endpoints += endpoints.size;
    total.fewest += Math.ceil(endpoints.size / most);
    const difference = differenceOf(slice, endpoints);
    total.added += difference.added;
    total.updated += difference.updated;
    total.removed += difference.removed;
    if (endpoints.size === 0) {
      if (slice !== undefined) plan.remove.push(slice);
      continue;
    }
    const list = [...endpoints.values()].slice(0, most);
    const draft = { slice, addressType: family, ports, labels, endpoints: list };
    if (slice === undefined) plan.create.push(draft);
    else if (isRight(slice) && isNone(difference)) plan.unchanged.push(draftOf(slice));
    else plan.update.push(draft);
  }
  for (const [key, slices] of byKey) {
    if (!wanted.has(key)) plan.remove.push(...slices);
  }
  const slices = existing.length - plan.remove.length + plan.create.length;
  return { plan, count: { ...total, slices, invalid, skipped } };
}

function wantedOf(subsets: readonly coreV1.EndpointSubset[], most: number) {
  const wanted = new Map<string, Mirrored>();
  let [invalid, skipped] = [0, 0];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of packSubsets(subsets)) {
    const slicePorts = ports.map(({ name = "", port, protocol = "TCP", appProtocol }) => ({
      name,
      port,
      protocol,
      ...(appProtocol && { appProtocol }),
    }));
    const groups = (["IPv4", "IPv6"] as const).map((family) => {
      const key = keyOf(slicePorts, family);
      const known = wanted.get(key) ?? { family, ports: slicePorts, endpoints: new Map() };
      wanted.set(key, known);
      return [family, known.endpoints] as const;
    });
    const byFamily = new Map(groups);
    const all = [
      ...addresses.map((address) => [address, true] as const),
      ...notReadyAddresses.map((address) => [address, false] as const),
    ];
    let added = 0;
    for (const [address, ready] of all) {
      if (added >= most) break;
      const ip = parseIpSloppy(address.ip);
      if (ip === undefined) {
        invalid++;
        continue;
      }
      const endpoint = endpointOf(address, `${ip}`, ready);
      byFamily.get(`IPv${ip.family}`)!.set(endpointKey(endpoint), endpoint);
      added++;
    }
    skipped += all.length - added;
  }
  return { wanted, invalid, skipped };
}

function endpointOf(
  { hostname, nodeName, targetRef }: coreV1.EndpointAddress,
  ip: string,
  ready: boolean,
): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(targetRef && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  };
}

function keyOf(ports: readonly SlicePort[] | null | undefined, family: string): string {
  return `${family} ${portsKey(ports)}`;
}

type Difference = Pick<MirrorCount, "added" | "updated" | "removed">;

/** What of a slice's endpoints would change if it had exactly these. */
function differenceOf(
  slice: CachedSlice | undefined,
  wanted: ReadonlyMap<string, Endpoint>,
): Difference {
  const kept = new Set<string>();
  let [updated, removed] = [0, 0];
  for (const endpoint of slice?.endpoints ?? []) {
    const key = endpointKey(endpoint);
    const one = wanted.get(key);
    if (one === undefined || kept.has(key)) {
      removed++;
      continue;
    }
    kept.add(key);
    if (!sameEndpoint(one, endpoint)) updated++;
  }
  return { added: wanted.size - kept.size, updated, removed };
}

function isNone({ added, updated, removed }: Difference): boolean {
  return added === 0 && updated === 0 && removed === 0;
}

/** Labels, or annotations, without some of them. */
export function without(
  all: Readonly<Record<string, string>> = {},
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}
