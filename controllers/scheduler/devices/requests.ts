/**
 * What a claim asks for, ready to look for devices.
 *
 * @module
 */

import { Quantity, type resourceV1 } from "../../../toolkit/mod.ts";
import type { Amounts } from "./capacity.ts";
import { ClaimError } from "./claim_error.ts";
import type { RequestNames } from "./constraints.ts";
import type { Selector, Selectors } from "./selectors.ts";

/** What is looked at of a class of devices. */
export interface DeviceClassView {
  readonly name: string;
  readonly selectors: readonly resourceV1.DeviceSelector[];
  readonly config: readonly resourceV1.DeviceClassConfiguration[];
  /** The resource of nodes that it stands for; "": none. */
  readonly extendedResourceName: string;
}

/** A selector, and whose it is. */
export interface OwnedSelector {
  readonly selector: Selector;
  /** For errors. */
  readonly owner: string;
}

/** Devices that would do for a request. */
export interface Alternative extends RequestNames {
  /** Its own name. */
  readonly name: string;
  readonly class: DeviceClassView;
  readonly selectors: readonly OwnedSelector[];
  /** How many; undefined: all that there are. */
  readonly count: number | undefined;
  /** Whether devices that others have will do, and stay theirs. */
  readonly isAdmin: boolean;
  readonly tolerations: readonly resourceV1.DeviceToleration[];
  readonly amounts: Amounts | undefined;
}

/** One request of a claim. */
export interface Request {
  readonly name: string;
  /** Whether the first of the alternatives is taken that can be had; else there is one. */
  readonly isChoice: boolean;
  readonly alternatives: readonly Alternative[];
}

/** A claim that needs devices. */
export interface ClaimToAllocate {
  /** `namespace/name`. */
  readonly key: string;
  readonly requests: readonly Request[];
  readonly devices: resourceV1.DeviceClaim;
}

type Said = resourceV1.ExactDeviceRequest | resourceV1.DeviceSubRequest;

/** Reads a claim. Throws {@link ClaimError}. */
export function readClaim(
  key: string,
  devices: resourceV1.DeviceClaim,
  classOf: (name: string) => DeviceClassView | undefined,
  selectors: Selectors,
): ClaimToAllocate {
  const read = (said: Said, names: RequestNames & { readonly name: string }): Alternative => {
    const where = `claim ${key}, request ${names.name}`;
    const { deviceClassName, allocationMode, count } = said;
    const of = deviceClassName ? classOf(deviceClassName) : undefined;
    if (of === undefined) {
      throw new ClaimError(`${where}: could not retrieve device class ${deviceClassName}`);
    }
    if (allocationMode !== "ExactCount" && allocationMode !== "All") {
      throw new ClaimError(`${where}: unsupported count mode ${allocationMode}`);
    }
    const compiled = (all: readonly resourceV1.DeviceSelector[], owner: string) =>
      all.map(({ cel }, index) => {
        if (cel === undefined) {
          const why = "CEL expression empty (unsupported selector type?)";
          throw new ClaimError(`${where}, selector #${index}: ${why}`);
        }
        return { selector: selectors.of(cel.expression), owner: `${owner}: selector #${index}` };
      });
    const amounts = Object.entries(said.capacity?.requests ?? {});
    return {
      ...names,
      class: of,
      selectors: [
        ...compiled(of.selectors, `class ${of.name}`),
        ...compiled(said.selectors ?? [], `claim ${key}`),
      ],
      count: allocationMode === "All" ? undefined : Number(count ?? 1),
      isAdmin: "adminAccess" in said && said.adminAccess === true,
      tolerations: said.tolerations ?? [],
      amounts: amounts.length === 0
        ? undefined
        : new Map(amounts.map(([name, amount]) => [name, Quantity.parse(amount)])),
    };
  };
  return {
    key,
    devices,
    requests: (devices.requests ?? []).map(({ name, exactly, firstAvailable = [] }) => {
      if (exactly !== undefined) {
        const one = read(exactly, { name, request: name, full: name });
        return { name, isChoice: false, alternatives: [one] };
      }
      if (firstAvailable.length === 0) {
        throw new ClaimError(`claim ${key}, request ${name}: unknown request type`);
      }
      const alternatives = firstAvailable.map((one) =>
        read(one, { name: one.name, request: name, full: `${name}/${one.name}` })
      );
      return { name, isChoice: true, alternatives };
    }),
  };
}
