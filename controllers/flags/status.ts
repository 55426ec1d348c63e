/**
 * Telling those on the same machine how controllers are, without certificates.
 *
 * @module
 */

import { checked, flag, group, int32, string, works } from "../../toolkit/flags/mod.ts";

/** Where it is answered. */
export const statusFlags = group("Status", works, {
  "status-socket": flag(
    string,
    "",
    "A unix socket on which to answer /livez, /readyz and /metrics, for nobody but this user",
    { placeholder: "file" },
  ),
  "status-port": flag(
    checked(int32, (port) => port < 0 || port > 65535 ? "must be from 0 to 65535" : undefined),
    0,
    "A port of the loopback on which to answer the same; 0: none",
  ),
});
