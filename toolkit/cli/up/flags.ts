/**
 * The flags of `orch up`, `down`, `status` and `reset`.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  int,
  list,
  oneOf,
  repeated,
  string,
  works,
} from "../../flags/mod.ts";
import { ip, portProblem } from "../../flags/network.ts";
import { type Dialect, DIALECTS } from "../../names.ts";
import { STANDARD_DIALECT } from "./state_folder.ts";

const state = flag(
  string,
  "",
  "The folder of the cluster: certificates, client configs, store, logs (default " +
    "$XDG_STATE_HOME/orch, or ~/.local/state/orch)",
  { placeholder: "folder" },
);

const help = flag(bool, false, "Print this help and exit", { shorthand: "h" });

/** Those of `orch up`. */
export const upFlags = [
  group("Cluster", works, {
    "state": state,
    "api-dialect": flag(
      oneOf<Dialect>("string", DIALECTS),
      STANDARD_DIALECT,
      'The names that the API goes by: "kubernetes", which kubectl and other clients know, or ' +
        '"orch". A state folder keeps those that it was made with: they need not be given again, ' +
        "and can't be changed",
    ),
    "store-servers": flag(
      list,
      [],
      "Where objects are stored, as the API server's flag of this name; a file: whose path is relative " +
        "is in the working folder, not in the state folder (default: store.kv in the state folder)",
    ),
    "open": flag(
      bool,
      false,
      "Let whoever authenticates do everything, and make no key that secrets are encrypted with; the " +
        "next start without it is closed again",
    ),
    "nodes": flag(
      checked(int, (count) => count < 0 || count > 20_000 ? "must be from 0 to 20000" : undefined),
      1,
      "How many simulated nodes there are: pods on them run without containers; 0: none",
    ),
    "detach": flag(bool, false, "Return when the cluster is ready, and leave it running", {
      shorthand: "d",
    }),
  }),
  group("API server", works, {
    "bind-address": flag(ip, "127.0.0.1", "The address to listen on; 0.0.0.0 or :: means all"),
    "port": flag(
      checked(int, (port) => portProblem(port, "allowed")),
      6443,
      "The port to listen on; 0 means any that is free",
    ),
    "apiserver-arg": flag(
      repeated,
      [],
      "A flag of the API server, as --apiserver-arg=--v=4; repeatable",
      { placeholder: "flag" },
    ),
  }),
  group("Global", works, { help }),
] as const;

/** Those of `orch down`. */
export const downFlags = [
  group("Cluster", works, { state }),
  group("Global", works, { help }),
] as const;

/** Those of `orch status`. */
export const statusFlags = [
  group("Cluster", works, { state }),
  group("Output", works, {
    "output": flag(oneOf("string", ["table", "json"]), "table", "How to print: table or json", {
      shorthand: "o",
    }),
  }),
  group("Global", works, { help }),
] as const;

/** Those of `orch reset`. */
export const resetFlags = [
  group("Cluster", works, {
    state,
    "yes": flag(bool, false, "Delete without asking", { shorthand: "y" }),
  }),
  group("Global", works, { help }),
] as const;
