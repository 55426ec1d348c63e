/**
 * Which controllers run, and how they reach the API server.
 *
 * @module
 */

import { bool, flag, group, later, list, string } from "../../toolkit/flags/mod.ts";
import { duration, HOUR } from "../../toolkit/flags/duration.ts";
import { clientConfigFlags, clientRateFlags } from "../../toolkit/process/client_flags.ts";

/** Until the process runs. */
export const notBuilt = later("the controller manager is not built yet");

/** The process as a whole. */
export const genericFlags = group("Generic", notBuilt, {
  ...clientConfigFlags,
  ...clientRateFlags({ qps: 20, burst: 30 }),
  "cloud-config": flag(string, "", "The cloud provider's configuration file"),
  "cloud-provider": flag(string, "", "The cloud provider"),
  "cluster-name": flag(string, (names) => names.clusterName, "What names of instances begin with"),
  "controller-start-interval": flag(duration, 0, "How long to wait between starting controllers"),
  "controllers": flag(
    list,
    ["*"],
    "The controllers that run: '*' is all that are on by default, 'name' turns one on, '-name' off",
  ),
  "enable-garbage-collector": flag(
    bool,
    true,
    "Collect objects whose owners are gone; the API server's must be the same",
  ),
  "min-resync-period": flag(
    duration,
    12 * HOUR,
    "Caches are synced anew at random intervals from this to twice this",
  ),
  "root-ca-file": flag(
    string,
    "",
    "The authorities that are put into service account tokens' secrets",
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
