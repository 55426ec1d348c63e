/**
 * A controller as a process runs it: alone, or in the controller manager.
 *
 * @module
 */

import type { GroupValues } from "../toolkit/flags/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { ShowPage } from "./debug_pages.ts";
import type { controllerManagerFlags } from "./flags/mod.ts";
import type { LoopParts } from "./loop/mod.ts";

/** The values of the controller manager's flags. */
export type ControllerValues = GroupValues<typeof controllerManagerFlags>;

/** What a controller is made of in a process. */
export interface ProcessParts extends LoopParts {
  readonly values: ControllerValues;
  /** What the server's certificate is checked with, in PEM. Undefined: the system's authorities. */
  readonly authorities: string | undefined;
  /** Shows pages of the controller while the process is there. Default: nobody sees them. */
  readonly show?: ShowPage;
}

/** A controller of a process. */
export interface ProcessController {
  /** What `--controllers` calls it: `replicaset-controller`. */
  readonly name: string;
  /** Shorter names of it, from earlier releases. Default: none. */
  readonly aliases?: readonly string[];
  /** Whether it runs only where it is named. Default false. */
  readonly isOptional?: boolean;
  /**
   * The service account whose permissions it needs, and the context of the client config that it takes.
   * Undefined: no account may do what it does, and it acts as the process.
   */
  readonly account: string | undefined;
  /** The flags that it heeds. */
  readonly flags: readonly (keyof ControllerValues)[];
  /** Makes it as the flags say; none where they say that it is not to run. */
  make(parts: ProcessParts): Runnable | undefined;
}
