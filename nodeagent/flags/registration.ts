/**
 * The node and its API server.
 *
 * @module
 */

import {
  bool,
  boolMap,
  checked,
  flag,
  float,
  group,
  int32,
  notNegative,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { clientRateFlags } from "../../toolkit/process/client_flags.ts";
import { duration, SECOND } from "../../toolkit/flags/duration.ts";
import { labels, taints } from "./node_metadata.ts";
import { inConfigFile, notBuilt } from "./status.ts";

/** What the node is, and how it registers. */
export const registrationFlags = group("Registration", notBuilt, {
  "cloud-config": flag(string, "", "The cloud provider's configuration file", {
    deprecated: "cloud providers run in the cloud controller manager",
  }),
  "cloud-provider": flag(string, "", "The cloud provider", {
    deprecated: "cloud providers run in the cloud controller manager",
  }),
  "config": flag(
    string,
    "",
    "The configuration file; relative paths start at the working folder; flags win over it",
  ),
  "dynamic-config-dir": flag(
    string,
    "",
    "The folder for checkpoints of dynamic configuration; naming one turns that on; needs the feature gate DynamicKubeletConfig",
  ),
  "feature-gates": flag(
    boolMap,
    {},
    "Comma-separated name=true|false pairs that switch features, where their stage allows it",
    { deprecated: inConfigFile },
  ),
  "hostname-override": flag(string, "", "The node's name, instead of the host's"),
  "node-ip": flag(string, "", "The node's IP address, or one of each family, comma separated", {
    status: works,
  }),
  "node-labels": flag(
    labels,
    {},
    "Labels that the node gets when it registers: key=value, or key alone for an empty value",
    { status: works },
  ),
  "node-status-max-images": flag(
    checked(int32, (value) => value < -1 ? "must be -1 or more" : undefined),
    50,
    "How many images the node's status lists; -1 is all",
    { deprecated: inConfigFile },
  ),
  "node-status-update-frequency": flag(
    duration,
    10 * SECOND,
    "How often the node's status is posted; mind the controller manager's --node-monitor-grace-period",
    { deprecated: inConfigFile },
  ),
  "pod-cidr": flag(
    string,
    "",
    "The addresses of pods, in standalone mode only; at most 65536 where they are of IPv6",
    { deprecated: inConfigFile },
  ),
  "provider-id": flag(string, "", "The identifier of the node at the machine provider", {
    deprecated: inConfigFile,
  }),
  "register-node": flag(
    bool,
    true,
    "Register with the API server; has no effect without --orchconfig",
    { status: works },
  ),
  "register-schedulable": flag(bool, true, "Register the node as schedulable", {
    status: works,
    deprecated: "use --register-with-taints",
  }),
  "register-with-taints": flag(
    taints,
    [],
    "Taints that the node gets when it registers: key=value:effect or key:effect, comma separated",
    { status: works },
  ),
});

/** How the API server is reached. */
export const clientFlags = group("API server client", notBuilt, {
  "bootstrap-orchconfig": flag(
    string,
    "",
    "The client config file with which a client certificate is asked for while --orchconfig's file does not exist",
  ),
  "event-burst": flag(
    notNegative(int32),
    10,
    "The maximum burst of events, within --event-qps",
    {
      deprecated: inConfigFile,
    },
  ),
  "event-qps": flag(
    notNegative(int32),
    5,
    "The maximum number of events per second; 0 means no limit",
    {
      deprecated: inConfigFile,
    },
  ),
  "experimental-bootstrap-orchconfig": flag(string, "", "The same as --bootstrap-orchconfig", {
    deprecated: "use --bootstrap-orchconfig",
  }),
  "orchconfig": flag(
    string,
    "",
    "The client config file for the API server; without it the agent runs standalone",
    { status: works },
  ),
  ...withDeprecation(clientRateFlags({ qps: 5, burst: 10 })),
  "rotate-certificates": flag(
    bool,
    false,
    "Ask the API server for a new client certificate before the old one expires",
    { deprecated: inConfigFile },
  ),
});

type Rates = ReturnType<typeof clientRateFlags>;

/** Here neither is a negative number a rate. */
function withDeprecation(rates: Rates): Rates {
  return {
    "orch-api-burst": {
      ...rates["orch-api-burst"],
      kind: notNegative(int32),
      status: works,
      deprecated: inConfigFile,
    },
    "orch-api-content-type": {
      ...rates["orch-api-content-type"],
      status: works,
      deprecated: inConfigFile,
    },
    "orch-api-qps": {
      ...rates["orch-api-qps"],
      kind: notNegative(float),
      status: works,
      meaning:
        "The maximum number of requests per second to the API server, for each node of the process; 0 means no limit",
      deprecated: inConfigFile,
    },
  };
}
