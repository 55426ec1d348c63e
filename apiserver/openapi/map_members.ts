/**
 * Makes an object of another one's members, others let in between them: who made the object says how many there are.
 *
 * @module
 */

import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { OpenApiSchema } from "./described.ts";

/** The members under their names, each changed. */
export function* mapMembers<T>(
  members: Iterable<readonly [name: string, member: T]>,
  change: (member: T) => unknown,
): SlicedTask<OpenApiSchema> {
  const changed: [name: string, member: unknown][] = [];
  for (const [name, member] of members) {
    changed.push([name, change(member)]);
    yield;
  }
  return Object.fromEntries(changed);
}
