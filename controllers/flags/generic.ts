/**
 * Which controllers run, and how they reach the API server.
 *
 * @module
 */

import { bool, flag, group, later, list, string, works } from "../../toolkit/flags/mod.ts";
import { duration, HOUR } from "../../toolkit/flags/duration.ts";
import { clientConfigFlags, clientRateFlags } from "../../toolkit/process/client_flags.ts";

/** Of flags of controllers that are not there. */
export const notBuilt = later("the controllers that it is for are not built yet");

const noCloud = later("there are no cloud providers yet");

/** The process as a whole. */
export const genericFlags = group("Generic", works, {
  ...clientConfigFlags,
  ...clientRateFlags({ qps: 20, burst: 30 }),
  "cloud-config": flag(string, "", "The cloud provider's configuration file", {
    status: noCloud,
  }),
  "cloud-provider": flag(string, "", "The cloud provider", { status: noCloud }),
  "cluster-name": flag(string, (names) => names.clusterName, "The prefix of instance names", {
    status: noCloud,
  }),
  "controller-start-interval": flag(duration, 0, "How long to wait between starting controllers"),
  "controllers": flag(
    list,
    ["*"],
    "The controllers to run: '*' stands for all that are on by default, 'name' enables one, '-name' disables it",
  ),
  "enable-garbage-collector": flag(
    bool,
    true,
    "Collect objects whose owners are gone; the API server's must be the same",
  ),
  "min-resync-period": flag(
    duration,
    12 * HOUR,
    "The minimum interval at which caches are resynced; the actual one is random, up to twice this",
  ),
  "root-ca-file": flag(
    string,
    "",
    "The CA file that is included in the secrets of service account tokens",
  ),
  "service-account-private-key-file": flag(
    string,
    "",
    "The PEM file of the private key that signs service account tokens",
  ),
  "use-service-account-credentials": flag(
    bool,
    false,
    "Run each controller with a service account of its own",
  ),
});
