/**
 * Every flag of the node agent, in the order of its `--help`.
 *
 * @module
 */

import { bool, flag, group, works } from "../../toolkit/flags/mod.ts";
import { loggingFlags } from "../../toolkit/logging/flags.ts";
import { globalFlags } from "../../toolkit/process/flags.ts";
import { cgroupFlags, evictionFlags, reservationFlags } from "./limits.ts";
import { clientFlags, registrationFlags } from "./registration.ts";
import { imageFlags, networkFlags, runtimeFlags } from "./runtime.ts";
import { accessFlags, serverFlags } from "./server.ts";
import { simulatedFlags } from "./simulated.ts";
import { hostFlags, sourceFlags } from "./source.ts";
import { inConfigFile } from "./status.ts";

/** As everywhere, but for what this process takes from its configuration file. */
const logFlags = group("Logs", works, {
  ...loggingFlags.flags,
  "experimental-log-sanitization": flag(
    bool,
    false,
    "The same as --experimental-logging-sanitization",
    { deprecated: inConfigFile },
  ),
  "logging-format": { ...loggingFlags.flags["logging-format"], deprecated: inConfigFile },
});

/** The groups. */
export const nodeAgentFlags = [
  registrationFlags,
  clientFlags,
  sourceFlags,
  runtimeFlags,
  simulatedFlags,
  imageFlags,
  networkFlags,
  serverFlags,
  accessFlags,
  cgroupFlags,
  reservationFlags,
  evictionFlags,
  hostFlags,
  logFlags,
  globalFlags,
] as const;
