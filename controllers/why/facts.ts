/**
 * What `orch why` says of an object that is no pod: what its status, its pods and what it names leave no doubt about.
 *
 * @module
 */

import type { Client } from "../../toolkit/mod.ts";

/** An object, as it was named. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** What is found out. */
export interface Facts {
  /** The object, and how it is. */
  readonly head: string;
  /** What keeps it from being what it is to be; nothing: all is as it should be, or nobody can say. */
  readonly says: readonly string[];
}

/** Looks at an object. Rejects where there is none such, and where the cluster can't be read. */
export type Explain = (client: Client, place: Place) => Promise<Facts>;
