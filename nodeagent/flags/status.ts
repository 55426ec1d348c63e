/**
 * Why flags of the node agent have no effect.
 *
 * @module
 */

import { later, never } from "../../toolkit/flags/mod.ts";

/** Until the process runs. */
export const notBuilt = later("the node agent is not built yet");

/** Flags of a daemon that the built-in runtime does without. */
export const noDaemon = never("the built-in runtime is part of the agent and has no daemon");

/** Where to set what spec's deprecated options set. */
export const inConfigFile = "set it in the file given with --config";
