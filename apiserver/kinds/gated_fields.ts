/**
 * Fields that are dropped while their feature gate is off.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Feature } from "../flags/features.ts";

/**
 * Fields that belong to a feature gate. While it is off they are dropped from what is written,
 * unless the old object has them.
 */
export interface GatedField {
  readonly feature: Feature;
  /**
   * Where it stands, as in `spec.volumes[].projected.sources[].podCertificate`: `[]` is each item of
   * a list, `{}` each value of a map. A field may stand in several places.
   */
  readonly paths: readonly string[];
  /** Which of its values belong to the feature. Default: all. Any value counts as one had before. */
  readonly holds?: (value: unknown) => boolean;
  /** Whether the object around it goes too when nothing else is in it. Default false. */
  readonly leavesNothing?: boolean;
}

/** Leaves out of an object what is behind features that are off. */
export type Dropping = (object: JsonObject, old: JsonObject | undefined) => void;

/** What leaves out these fields; undefined where there is nothing to do. */
export function droppingOf(
  fields: readonly GatedField[] | undefined,
  features: ReadonlySet<Feature>,
): Dropping | undefined {
  const off = fields?.filter(({ feature }) => !features.has(feature)) ?? [];
  if (off.length === 0) return undefined;
  let places: readonly Place[] | undefined;
  return (object, old) => {
    // Most kinds of a server are never written.
    places ??= placesOf(off.map((field): Gate => ({ ...field, all: field.paths.map(stepsOf) })));
    const found = find(object, places, undefined);
    if (found === undefined) return;
    for (const { all, holds = always, leavesNothing = false } of found) {
      if (old !== undefined && all.some((steps) => isSomewhere(old, steps, 0))) continue;
      for (const steps of all) drop(object, steps, 0, holds, leavesNothing);
    }
  };
}

interface Gate extends GatedField {
  readonly all: readonly (readonly Step[])[];
}

const always = () => true;

interface Step {
  readonly name: string;
  readonly each: boolean;
}

function stepsOf(path: string): readonly Step[] {
  return path.split(".").map((text) => {
    const each = text.endsWith("[]") || text.endsWith("{}");
    return { name: each ? text.slice(0, -2) : text, each };
  });
}

/** Where gated fields stand, all of them: what each write is looked through for, once. */
interface Place extends Step {
  /** The gates of what stands here itself. */
  readonly gates: Gate[];
  readonly below: Place[];
}

function placesOf(gates: readonly Gate[]): readonly Place[] {
  const roots: Place[] = [];
  for (const gate of gates) {
    for (const steps of gate.all) {
      let places = roots;
      for (const [index, { name, each }] of steps.entries()) {
        let place = places.find((one) => one.name === name && one.each === each);
        if (place === undefined) places.push(place = { name, each, gates: [], below: [] });
        if (index === steps.length - 1) place.gates.push(gate);
        places = place.below;
      }
    }
  }
  return roots;
}

/** The gates of what the object holds, with those that were found before; undefined for none. */
function find(
  object: JsonObject,
  places: readonly Place[],
  before: Set<Gate> | undefined,
): Set<Gate> | undefined {
  let found = before;
  for (const { name, each, gates, below } of places) {
    const value = object[name];
    if (value === undefined || value === null) continue;
    for (const gate of gates) {
      if ((gate.holds ?? always)(value)) found = (found ?? new Set()).add(gate);
    }
    if (below.length === 0) continue;
    const inside = value as JsonObject;
    if (!each) found = find(inside, below, found);
    else for (const key in inside) found = find(inside[key] as JsonObject, below, found);
  }
  return found;
}

function isSomewhere(object: JsonObject, steps: readonly Step[], index: number): boolean {
  const { name, each } = steps[index]!;
  const value = object[name];
  if (value === undefined || value === null) return false;
  const next = index + 1;
  if (next === steps.length) return true;
  if (!each) return isSomewhere(value as JsonObject, steps, next);
  for (const key in value) {
    if (isSomewhere((value as JsonObject)[key] as JsonObject, steps, next)) return true;
  }
  return false;
}

/** Whether the object is empty by now, and is to go as well. */
function drop(
  object: JsonObject,
  steps: readonly Step[],
  index: number,
  holds: (value: unknown) => boolean,
  leavesNothing: boolean,
): boolean {
  const { name, each } = steps[index]!;
  const value = object[name];
  if (value === undefined || value === null) return false;
  const next = index + 1;
  if (next === steps.length) {
    if (!holds(value)) return false;
    delete object[name];
    return leavesNothing && Object.keys(object).length === 0;
  }
  if (each) {
    for (const item of Object.values(value) as JsonObject[]) {
      drop(item, steps, next, holds, leavesNothing);
    }
  } else if (drop(value as JsonObject, steps, next, holds, leavesNothing)) delete object[name];
  return false;
}
