/**
 * Every flag of the metrics server, in the order of its `--help`.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  type GroupValues,
  int,
  list,
  string,
  works,
} from "../toolkit/flags/mod.ts";
import { duration, SECOND } from "../toolkit/flags/duration.ts";
import { portProblem } from "../toolkit/flags/network.ts";
import { loggingFlags } from "../toolkit/logging/flags.ts";
import { clientConfigFlags } from "../toolkit/process/client_flags.ts";
import { globalFlags, profilingFlags } from "../toolkit/process/flags.ts";
import {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../toolkit/serving/delegated_flags.ts";
import { servingFlags } from "../toolkit/serving/flags.ts";

/** The groups. */
export const metricsServerFlags = [
  group("Metrics server", works, {
    "orchconfig": clientConfigFlags.orchconfig,
    "metric-resolution": flag(
      checked(duration, (ms) => ms < SECOND ? "must be at least 1s" : undefined),
      15 * SECOND,
      "How often each node's agent is asked what the node and its pods use",
    ),
    "concurrent-scrapes": flag(
      checked(int, (count) => count < 1 || count > 1000 ? "must be from 1 to 1000" : undefined),
      64,
      "How many agents are asked at once, not counting those that take longer than a tenth of a second; as many again of those that did not answer last",
    ),
    "node-selector": flag(
      string,
      "",
      "A selector of labels: only the nodes that it chooses are asked, and told of",
    ),
  }),
  group("Node agents", works, {
    "nodeagent-certificate-authority": flag(
      string,
      "",
      "The file of the certificate authorities that node agents' certificates are checked against; without it those of the client config",
    ),
    "nodeagent-client-certificate": flag(
      string,
      "",
      "The file of the client certificate that proves this process to node agents; without it they are shown what the API server is: a certificate or a token",
    ),
    "nodeagent-client-key": flag(
      string,
      "",
      "The file of the private key of --nodeagent-client-certificate",
    ),
    "nodeagent-insecure-tls": flag(
      bool,
      false,
      "Take any certificate of a node agent: whoever answers at a node's address is shown this process's credentials",
    ),
    "nodeagent-port": flag(
      checked(int, (port) => portProblem(port, "refused")),
      10250,
      "The port of node agents whose nodes don't name one",
    ),
    "nodeagent-preferred-address-types": flag(
      list,
      ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"],
      "The types of node address to use, the most preferred first",
    ),
    "nodeagent-request-timeout": flag(
      checked(duration, (ms) => ms <= 0 ? "must be more than 0" : undefined),
      10 * SECOND,
      "How long a node agent may take to answer",
    ),
    "nodeagent-use-node-status-port": flag(
      bool,
      true,
      "Use the port that a node's status names",
    ),
  }),
  group("Objects in the cluster", works, {
    "print-objects": flag(
      bool,
      false,
      "Print the objects that the server needs in a cluster, as YAML for kubectl apply: roles, service, APIService; and exit",
    ),
    "print-for-user": flag(
      string,
      "",
      "Whom the printed roles are for; empty: the service account metrics-server, which is printed with them",
      { placeholder: "user" },
    ),
    "print-for-host": flag(
      string,
      "",
      "The name of the host by which the API server reaches this one, on --secure-port; empty: pods with the label app=metrics-server",
      { placeholder: "host" },
    ),
    "print-for-ca-file": flag(
      string,
      "",
      "The file of the authorities of this server's certificate; empty: the API server takes any",
      { placeholder: "file" },
    ),
  }),
  servingFlags(works, { securePort: 4443, zeroPort: "refused", certDir: () => "" }),
  group("Authentication", works, {
    ...delegatedAuthenticationFlags(works).flags,
    "authentication-kubeconfig": flag(
      string,
      "",
      "A client config file with the right to create token reviews; without one the process asks as what it is by --orchconfig",
    ),
  }),
  group("Authorization", works, {
    ...delegatedAuthorizationFlags(works, ["/healthz", "/readyz", "/livez"]).flags,
    "authorization-kubeconfig": flag(
      string,
      "",
      "A client config file with the right to create access reviews; without one the process asks as what it is by --orchconfig",
    ),
  }),
  profilingFlags(works),
  loggingFlags,
  globalFlags,
] as const;

/** Their values. */
export type MetricsServerValues = GroupValues<typeof metricsServerFlags>;
