/**
 * The fields of an object as a tree, each with who owns it.
 *
 * @module
 */

import {
  type FieldOwner,
  isOfTheServer,
  type OwnedField,
  ownedFields,
  partsOf,
  pathOf,
  printStep,
} from "../../client/owned_fields.ts";
import type { KubeObject } from "../../kinds/mod.ts";

/** A field of an object. */
export interface FieldRow {
  /** `spec.containers[name="web"].image`. */
  readonly path: string;
  /** The last step of the path: `image`, `[name="web"]`. */
  readonly label: string;
  /** How many fields it is in. */
  readonly depth: number;
  /** Undefined: what is in it follows. */
  readonly value?: unknown;
  /** Nobody: the server filled it in. */
  readonly owners: readonly FieldOwner[];
}

/** All fields, each before what is in it. Who the object is, and its revisions, are left out. */
export function fieldRows(object: KubeObject): FieldRow[] {
  const rows: FieldRow[] = [];
  const add = (
    parts: ReadonlyMap<string, unknown>,
    parent: OwnedField | undefined,
    path: string,
    depth: number,
  ): void => {
    for (const [step, value] of parts) {
      const own = pathOf(path, step);
      if (isOfTheServer(own)) continue;
      const field = parent?.parts.get(step);
      const inner = partsOf(value, field);
      rows.push({
        path: own,
        label: printStep(step).replace(/^\./, ""),
        depth,
        ...(inner === undefined && { value }),
        owners: field?.owners ?? [],
      });
      if (inner !== undefined) add(inner, field, own, depth + 1);
    }
  };
  const root = ownedFields(object);
  add(partsOf(object, root) ?? new Map(), root, "", 0);
  return rows;
}
