/**
 * The flags of `orch store`: those of the API server that say where its store is, and a few of its own.
 *
 * @module
 */

import { storageFlags } from "../../flags/storage.ts";
import { bool, flag, type Flags, group, oneOf, works } from "../../../toolkit/flags/mod.ts";
import { globalFlags } from "../../../toolkit/process/flags.ts";

function pick<const F extends Flags, const N extends keyof F>(flags: F, ...names: N[]): Pick<F, N> {
  return Object.fromEntries(names.map((name) => [name, flags[name]])) as Pick<F, N>;
}

/** All of them. */
export const storeCommandFlags = [
  group("Store", works, {
    ...pick(
      storageFlags.flags,
      "store-servers",
      "store-prefix",
      "store-cafile",
      "store-certfile",
      "store-keyfile",
    ),
    "create": flag(
      bool,
      false,
      "Make the store where there is none; restore makes a remote one anyway",
    ),
  }),
  group("Output", works, {
    "force": flag(
      bool,
      false,
      "Let restore replace what the store holds, and let backup replace a file that is there",
    ),
    "output": flag(
      oneOf("string", ["table", "json"]),
      "table",
      "How status prints: table or json",
      { shorthand: "o" },
    ),
  }),
  group("Global", works, pick(globalFlags.flags, "api-dialect", "help")),
] as const;
