/**
 * What is looked at of slices of devices, and of claims on them. Views are made once for each state of an object.
 *
 * @module
 */

import type { ObjectOf, resourceV1 } from "../../toolkit/mod.ts";

/** The devices of a slice that drive pods away; shared. */
export interface OfferedDevices {
  /** Its driver and pool, as one text. */
  readonly pool: string;
  readonly generation: number;
  /** By the names of devices; those without taints that drive anybody away have none. */
  readonly taints: ReadonlyMap<string, readonly resourceV1.DeviceTaint[]>;
  /** The same for the same taints of the same generation: an older slice no longer says what its pool has. */
  readonly print: string;
}

/** What a claim has got; shared. */
export interface AllocatedClaim {
  readonly devices: readonly {
    readonly pool: string;
    readonly device: string;
    readonly tolerations: readonly resourceV1.DeviceToleration[];
  }[];
  /** Those that it is reserved for. */
  readonly pods: readonly { readonly key: string; readonly uid: string }[];
  /** The uid of whom it was made for. */
  readonly owner: string | undefined;
}

const poolOf = (driver: string, pool: string) => `${driver}\n${pool}`;

/** See {@link OfferedDevices}. */
export function offeredDevices(
  { spec }: ObjectOf<typeof resourceV1.ResourceSlice>,
): OfferedDevices {
  const { driver, pool: { name, generation }, devices = [] } = spec;
  const taints = new Map(
    devices.map((device) => [
      device.name,
      device.taints?.filter(({ effect }) => effect === "NoExecute") ?? [],
    ]),
  );
  const tainted = [...taints].filter(([, all]) => all.length > 0);
  return {
    pool: poolOf(driver, name),
    generation: Number(generation),
    taints,
    print: JSON.stringify([String(generation), tainted]),
  };
}

/** See {@link AllocatedClaim}. */
export function allocatedClaim(
  { metadata, status }: ObjectOf<typeof resourceV1.ResourceClaim>,
): AllocatedClaim {
  const { namespace = "", ownerReferences = [] } = metadata;
  const results = status?.allocation?.devices?.results ?? [];
  return {
    devices: results.map(({ driver, pool, device, tolerations = [] }) => ({
      pool: poolOf(driver, pool),
      device,
      tolerations,
    })),
    pods: (status?.reservedFor ?? []).flatMap(({ apiGroup = "", resource, name, uid }) =>
      apiGroup === "" && resource === "pods" ? [{ key: `${namespace}/${name}`, uid }] : []
    ),
    owner: ownerReferences.find(({ controller }) => controller === true)?.uid,
  };
}
