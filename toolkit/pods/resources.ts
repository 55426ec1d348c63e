/**
 * Amounts of resources as numbers that are quick to add and compare.
 *
 * @module
 */

import { Quantity } from "../values/mod.ts";

/** Amounts: processors in thousandths, all others in whole units. Never changed. */
export interface Resources {
  readonly milliCpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources, huge pages, volumes: by name. */
  readonly scalars: ReadonlyMap<string, number>;
}

const NO_SCALARS: ReadonlyMap<string, number> = new Map();

/** Nothing of anything. */
export const NO_RESOURCES: Resources = {
  milliCpu: 0,
  memory: 0,
  ephemeralStorage: 0,
  scalars: NO_SCALARS,
};

/** So many texts are remembered: those of one workload are alike. */
const REMEMBERED = 4096;
const wholes = new Map<string, number>();
const thousandths = new Map<string, number>();

/** The amount that a quantity says, in thousandths or whole, rounded up; past 2^53-1 it is that. */
function amount(text: string, inThousandths: boolean): number {
  const known = inThousandths ? thousandths : wholes;
  let value = known.get(text);
  if (value === undefined) {
    const quantity = Quantity.parse(text);
    const exact = inThousandths ? quantity.milliValue() : quantity.value();
    value = Math.min(Number(exact), Number.MAX_SAFE_INTEGER);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, value);
  }
  return value;
}

/** Whether a resource is one of {@link Resources.scalars}. Others than those and the three are not looked at. */
export function isScalar(name: string): boolean {
  return name.startsWith("hugepages-") || name.startsWith("attachable-volumes-") ||
    (name.includes("/") && !name.startsWith("requests."));
}

/** The amounts of a list of quantities. */
export function resourcesOf(list: Readonly<Record<string, string>> | undefined): Resources {
  if (list === undefined) return NO_RESOURCES;
  let scalars: Map<string, number> | undefined;
  let [milliCpu, memory, ephemeralStorage] = [0, 0, 0];
  for (const [name, text] of Object.entries(list)) {
    if (name === "cpu") milliCpu = amount(text, true);
    else if (name === "memory") memory = amount(text, false);
    else if (name === "ephemeral-storage") ephemeralStorage = amount(text, false);
    else if (isScalar(name)) (scalars ??= new Map()).set(name, amount(text, false));
  }
  return { milliCpu, memory, ephemeralStorage, scalars: scalars ?? NO_SCALARS };
}

/** The amount that a quantity says, in thousandths. */
export function thousandthsOf(text: string): number {
  return amount(text, true);
}

/** A whole number of a resource that is listed; 0 where it is not. */
export function wholeAmountOf(
  list: Readonly<Record<string, string>> | undefined,
  name: string,
): number {
  const text = list?.[name];
  return text === undefined ? 0 : amount(text, false);
}

/** The amount of one resource. */
export function amountOf(resources: Resources, name: string): number {
  if (name === "cpu") return resources.milliCpu;
  if (name === "memory") return resources.memory;
  if (name === "ephemeral-storage") return resources.ephemeralStorage;
  return resources.scalars.get(name) ?? 0;
}

/**
 * Amounts that grow. A step takes as long as what is added has resources, however many there are already: who makes a
 * pod says how many there are of either.
 */
export class GrowingResources implements Resources {
  milliCpu = 0;
  memory = 0;
  ephemeralStorage = 0;
  readonly scalars = new Map<string, number>();

  add(more: Resources): void {
    this.milliCpu += more.milliCpu;
    this.memory += more.memory;
    this.ephemeralStorage += more.ephemeralStorage;
    for (const [name, value] of more.scalars) {
      this.scalars.set(name, (this.scalars.get(name) ?? 0) + value);
    }
  }

  /** Takes away what was added before. */
  subtract(less: Resources): void {
    this.milliCpu -= less.milliCpu;
    this.memory -= less.memory;
    this.ephemeralStorage -= less.ephemeralStorage;
    for (const [name, value] of less.scalars) {
      const left = (this.scalars.get(name) ?? 0) - value;
      if (left > 0) this.scalars.set(name, left);
      else this.scalars.delete(name);
    }
  }

  /** Of each resource that `some` has at least that, and what is there `beside`. */
  reach(some: Resources, beside: Resources): void {
    this.milliCpu = Math.max(this.milliCpu, some.milliCpu + beside.milliCpu);
    this.memory = Math.max(this.memory, some.memory + beside.memory);
    this.ephemeralStorage = Math.max(
      this.ephemeralStorage,
      some.ephemeralStorage + beside.ephemeralStorage,
    );
    for (const [name, value] of some.scalars) {
      const together = value + (beside.scalars.get(name) ?? 0);
      this.scalars.set(name, Math.max(this.scalars.get(name) ?? 0, together));
    }
  }
}

/** Both together. */
export function sumOf(one: Resources, other: Resources): Resources {
  return combined(one, other, (a, b) => a + b);
}

/** One without the other. */
export function differenceOf(one: Resources, other: Resources): Resources {
  return combined(one, other, (a, b) => a - b);
}

/** Of each resource what is more. */
export function largerOf(one: Resources, other: Resources): Resources {
  return combined(one, other, (a, b) => a > b ? a : b);
}

function combined(
  one: Resources,
  other: Resources,
  combine: (a: number, b: number) => number,
): Resources {
  return {
    milliCpu: combine(one.milliCpu, other.milliCpu),
    memory: combine(one.memory, other.memory),
    ephemeralStorage: combine(one.ephemeralStorage, other.ephemeralStorage),
    scalars: combinedScalars(one.scalars, other.scalars, combine),
  };
}

function combinedScalars(
  one: Resources["scalars"],
  other: Resources["scalars"],
  combine: (a: number, b: number) => number,
): Resources["scalars"] {
  if (one.size === 0 && other.size === 0) return NO_SCALARS;
  const all = new Map<string, number>();
  for (const name of one.keys()) all.set(name, combine(one.get(name)!, other.get(name) ?? 0));
  for (const [name, value] of other) if (!all.has(name)) all.set(name, combine(0, value));
  return all;
}
