/**
 * How much of what quotas count one object uses.
 *
 * @module
 */

import type { JsonObject } from "../codec/mod.ts";
import type { GroupResource } from "../errors/mod.ts";
import type { Amounts } from "./amounts.ts";
import type { Scope } from "./scope.ts";

/** A write that may change what is used. */
export interface QuotaWrite {
  readonly operation: string;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

/** Knows the objects of one resource. All that it is asked is answered at once, of the object alone. */
export interface QuotaEvaluator {
  readonly about: GroupResource;
  /** Whether a write may change how much is used. */
  handles(write: QuotaWrite): boolean;
  /** Whether it counts what a quota names so. */
  counts(name: string): boolean;
  /** Grows when {@link counts} changes its mind. */
  readonly generation: number;
  /** Whether an object meets a condition of a quota. */
  isIn(scope: Scope, object: JsonObject): boolean;
  /** What of an object may come to meet other conditions than before. Where there is none: nothing. */
  standing?(object: JsonObject): string;
  /**
   * What an object lacks that it has to say where a quota has these names; undefined: nothing. `has`: whether
   * the quota has a name.
   */
  lacks?(object: JsonObject, has: (name: string) => boolean): string | undefined;
  /** What an object uses. */
  usage(object: JsonObject): Amounts;
}

/** What the number of a resource's objects is called: `count/pods`, `count/deployments.apps`. */
export function countName({ group, resource }: GroupResource): string {
  return group === "" ? `count/${resource}` : `count/${resource}.${group}`;
}
