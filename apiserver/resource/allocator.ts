/**
 * The seam of what the cluster has only so much of: addresses, ports. It is taken for an object before
 * that is written, and given back when the write fails.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Op } from "../storage/mod.ts";

/** One write, as allocators are told of it. */
export interface AllocationRequest {
  /** The object as it is to be, valid but for what it still lacks; undefined: it is removed. */
  readonly object: JsonObject | undefined;
  /** The object as it is; undefined: it is new. */
  readonly old: JsonObject | undefined;
  /** Nothing is taken: only what the answer shows is found out. */
  readonly dryRun: boolean;
  /** True when what was taken last time had been taken by somebody else: look at the newest state. */
  readonly again: boolean;
  readonly signal: AbortSignal;
}

/** What was taken for one write. */
export interface Allocation {
  /** The object with what it got; the one that was given stays as it was. */
  readonly object: JsonObject | undefined;
  /** Operations that the very commit has to do that writes the object. */
  readonly ops: readonly Op[];
  /** The object was written, at this revision: lets go what only the old one needed. Never rejects. */
  commit(revision: number): Promise<void>;
  /** The object was not written: gives back what was taken. Never rejects. */
  rollback(): Promise<void>;
  /** Nobody knows whether the object was written: leaves what was taken to whoever repairs. */
  abandon(): void;
}

/** Takes what the objects of a resource need. */
export interface Allocator {
  /** Throws a status where the object can't have what it asks for. */
  allocate(allocationRequest: AllocationRequest): Promise<Allocation>;
}

/** The allocators by resource: `services`, `deployments.apps`. */
export type Allocators = ReadonlyMap<string, Allocator>;
