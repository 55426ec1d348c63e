/**
 * What the API server knows of the cluster around it: services, node agents, clouds, proxies.
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
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, SECOND } from "../../toolkit/flags/duration.ts";
import { cidrs, dualStackCidrs, portProblem, portRange } from "../../toolkit/flags/network.ts";
import { askedElsewhere, vendorOnly } from "./status.ts";

/** Where services of nodes have their ports unless told otherwise. */
const NODE_PORTS = { first: 30000, last: 32767 };

/** Services and the endpoints of the API server itself. */
export const serviceFlags = group("Services", works, {
  "apiserver-count": flag(
    checked(int, (value) => value < 1 ? "must be positive" : undefined),
    1,
    "The number of API servers; used with --endpoint-reconciler-type=master-count",
  ),
  "endpoint-reconciler-type": flag(
    oneOf("string", ["master-count", "lease", "none"]),
    "lease",
    "How the endpoints of the API server's service are kept: master-count, lease or none",
  ),
  "master-service-namespace": flag(
    string,
    "default",
    "The namespace whose master services are injected into pods",
    { deprecated: "the service of the API server is always in the namespace default" },
  ),
  "orch-service-node-port": flag(
    checked(int, (port) => portProblem(port, "allowed")),
    0,
    "If not 0, the API server's service is of type NodePort and has this port",
  ),
  "service-cluster-ip-range": flag(
    dualStackCidrs,
    [],
    "The addresses of services: a CIDR, or one of each IP family, comma separated; they must not overlap those of pods",
  ),
  "service-node-port-range": flag(
    portRange(NODE_PORTS),
    NODE_PORTS,
    "The ports of NodePort services, both ends included",
  ),
});

/** How the API server reaches node agents. */
export const nodeAgentFlags = group("Node agents", works, {
  "nodeagent-certificate-authority": flag(
    string,
    "",
    "The file of the certificate authorities that node agents' certificates are checked against; without it they are not checked",
  ),
  "nodeagent-client-certificate": flag(
    string,
    "",
    "The file of the client certificate that proves this server to node agents",
  ),
  "nodeagent-client-key": flag(
    string,
    "",
    "The file of the private key of --nodeagent-client-certificate",
  ),
  "nodeagent-https": flag(bool, true, "Speak HTTPS to node agents"),
  "nodeagent-preferred-address-types": flag(
    list,
    ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"],
    "The types of node address to use, the most preferred first",
  ),
  "nodeagent-timeout": flag(
    duration,
    5 * SECOND,
    "How long it may take to be connected to a node agent, TLS included; what it sends then may last",
  ),
});

/** Cloud providers. */
export const cloudFlags = group("Cloud provider", askedElsewhere, {
  "cloud-config": flag(string, "", "The cloud provider's configuration file"),
  "cloud-provider": flag(string, "", "The cloud provider"),
  "cloud-provider-vendor-a-l7lb-src-cidrs": flag(
    cidrs,
    ["130.211.0.0/22", "35.191.0.0/16"],
    "CIDRs that the vendor's firewall opens for its layer-7 load balancers",
    { status: vendorOnly },
  ),
  "vendor-a-container-registry-config": flag(
    string,
    "",
    "The file with the vendor's container registry configuration",
    { status: vendorOnly },
  ),
});

/** Connections to elsewhere: extension servers and whatever is behind a proxy. */
export const egressFlags = group("Egress", works, {
  "egress-selector-config-file": flag(string, "", "The egress selector configuration file"),
  "enable-aggregator-routing": flag(
    bool,
    false,
    "Send requests for extension servers to their endpoints' addresses, not to the service's",
    { status: works },
  ),
  "proxy-client-cert-file": flag(
    string,
    "",
    "The file of the client certificate that proves this server to extension servers and webhooks",
    { status: works },
  ),
  "proxy-client-key-file": flag(
    string,
    "",
    "The file of the private key of --proxy-client-cert-file",
    {
      status: works,
    },
  ),
});
