/**
 * What a server's options are made from: its flags, and the process around it.
 *
 * @module
 */

import type { Environment } from "../toolkit/clientconfig/mod.ts";
import type { Clock } from "../toolkit/clock.ts";
import type { GroupValues } from "../toolkit/flags/mod.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Dialect } from "../toolkit/names.ts";
import type { apiServerFlags } from "./flags/mod.ts";

/** The values of the server's flags. */
export type ApiServerFlagValues = GroupValues<typeof apiServerFlags>;

/** What options are made of besides the flags. */
export interface Surroundings {
  readonly dialect: Dialect;
  /** The flags that were given, by their orch names, each as it was spelled. */
  readonly given: ReadonlyMap<string, string>;
  readonly clock: Clock;
  /** Environment variables. */
  readonly environment: Environment;
  readonly logger: Logger;
  /** Why log lines are being lost; undefined while they are not. */
  logProblem(): string | undefined;
  /** Shows log lines up to this verbosity from now on. */
  setVerbosity?(level: number): void;
  /** The access token of a remote Deno KV, where there is one. */
  readonly storeToken: string | undefined;
}
