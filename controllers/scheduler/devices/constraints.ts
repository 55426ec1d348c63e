/**
 * What the devices of a claim have to have in common, and in what they have to differ.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";
import { ClaimError } from "./claim_error.ts";
import type { DeviceView } from "./device_views.ts";

/** What a device is asked for: a request, or one of several that would do. */
export interface RequestNames {
  /** Of the request. */
  readonly request: string;
  /** Of the very one, with that of its request before it where there are several. */
  readonly full: string;
}

/** Holds of the devices of a claim. What can't be added now can't be added beside more devices either. */
export interface Constraint {
  /** Adds a device, if that may be. */
  add(names: RequestNames, device: DeviceView): boolean;
  /** Takes back the device that was added last of those that are left. */
  remove(names: RequestNames, device: DeviceView): void;
}

/** The constraints of a claim, with no devices yet. Throws {@link ClaimError} for one that is none. */
export function constraintsOf(
  said: readonly resourceV1.DeviceConstraint[],
  claimKey: string,
): Constraint[] {
  return said.map(({ requests = [], matchAttribute, distinctAttribute }, index) => {
    const names = new Set(requests);
    if (matchAttribute !== undefined) return new Same(names, matchAttribute);
    if (distinctAttribute !== undefined) return new Distinct(names, distinctAttribute);
    throw new ClaimError(
      `claim ${claimKey}, constraint #${index}: empty constraint (unsupported constraint type?)`,
    );
  });
}

/** One for some requests, or for all where none is named. */
abstract class OfRequests implements Constraint {
  readonly #names: ReadonlySet<string>;
  readonly #attribute: string;

  constructor(names: ReadonlySet<string>, attribute: string) {
    this.#names = names;
    this.#attribute = attribute;
  }

  add(names: RequestNames, device: DeviceView): boolean {
    if (!this.#isFor(names)) return true;
    const attribute = attributeOf(device, this.#attribute);
    return attribute !== undefined && this.take(printed(attribute));
  }

  remove(names: RequestNames, device: DeviceView): void {
    if (!this.#isFor(names)) return;
    this.giveBack(printed(attributeOf(device, this.#attribute)!));
  }

  /** Takes a value; undefined: one that equals none, nor differs from any. */
  protected abstract take(value: string | undefined): boolean;
  protected abstract giveBack(value: string | undefined): void;

  #isFor({ request, full }: RequestNames): boolean {
    return this.#names.size === 0 || this.#names.has(request) || this.#names.has(full);
  }
}

/** All have the same value. */
class Same extends OfRequests {
  #value: string | undefined;
  #devices = 0;

  protected override take(value: string | undefined): boolean {
    if (this.#devices === 0) this.#value = value;
    else if (value === undefined || value !== this.#value) return false;
    this.#devices++;
    return true;
  }

  protected override giveBack(): void {
    this.#devices--;
  }
}

/** No two have the same value. */
class Distinct extends OfRequests {
  readonly #values = new Set<string | undefined>();

  protected override take(value: string | undefined): boolean {
    if (this.#values.has(value) || (value === undefined && this.#values.size > 0)) return false;
    this.#values.add(value);
    return true;
  }

  protected override giveBack(value: string | undefined): void {
    this.#values.delete(value);
  }
}

/** What a device has under a full name: names without a domain are of that of its driver. */
function attributeOf(
  { attributes, driver }: DeviceView,
  name: string,
): resourceV1.DeviceAttribute | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const own = `${driver}/`;
  if (!name.startsWith(own)) return undefined;
  const short = name.slice(own.length);
  return Object.hasOwn(attributes, short) ? attributes[short] : undefined;
}

/** The same for equal values of one type alone; undefined for lists. */
function printed(
  { string, int, bool, version }: resourceV1.DeviceAttribute,
): string | undefined {
  if (string !== undefined) return `string ${string}`;
  if (int !== undefined) return `int ${int}`;
  if (bool !== undefined) return `bool ${bool}`;
  return version === undefined ? undefined : `version ${version}`;
}
