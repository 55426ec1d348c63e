/**
 * The seam of what is served: kinds come and go while the server runs.
 *
 * @module
 */

import type { ServedResource } from "./served_resource.ts";

/** Knows resources. */
export interface ResourceSource {
  /** A resource by where it is asked for; undefined where there is none. */
  find(group: string, version: string, resource: string): ServedResource | undefined;
  /** All of them, groups and versions in the order in which clients should prefer them. */
  all(): readonly ServedResource[];
  /** Grows with each change of what {@link all} says. */
  readonly generation: number;
  /** Settles once it knows of all that was acknowledged before this call. */
  catchUp?(signal: AbortSignal): Promise<void>;
}
