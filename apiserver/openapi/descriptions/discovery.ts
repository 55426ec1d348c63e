/**
 * Endpoint slices.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of endpoint slices. */
export const DISCOVERY: Words = {
  EndpointSlice: [
    "Some of the endpoints behind a service. A label names the service; it may have several " +
    "slices, which have to be read together.",
    {
      addressType: "What the addresses are: IPv4, IPv6 or FQDN. Can't be changed.",
      endpoints: "The endpoints: at most 1000.",
      ports: "The ports of all these endpoints: at most 20000. Left out: none are known.",
    },
  ],
  Endpoint: ["Where a service is answered: mostly a pod.", {
    addresses: "Its addresses, which all lead to the same: 1 to 100. Only the first is used.",
    conditions: "Whether to send traffic there.",
    hostname: "The host name there.",
    targetRef: "The object behind it: a pod.",
    deprecatedTopology: "Labels of the place, from an older version. Can't be set.",
    nodeName: "The node that it is on.",
    zone: "The zone that it is in.",
    hints: "Who should prefer it.",
  }],
  EndpointConditions: ["Whether to send traffic to an endpoint.", {
    ready: "Whether it takes new traffic: serving, and not terminating; or always where the " +
      "service publishes what is not ready. Left out: yes.",
    serving: "Whether it answers, terminating or not. Left out: as ready.",
    terminating: "Whether it is about to end. Left out: no.",
  }],
  EndpointHints: ["Who should prefer an endpoint.", {
    forZones: "Clients of these zones: at most 8.",
    forNodes: "Clients on these nodes: at most 8.",
  }],
  ForZone: ["A zone.", { name: "The name of the zone." }],
  ForNode: ["A node.", { name: "The name of the node." }],
  EndpointPort: ["A port of endpoints.", {
    name: "The name of the service's port: empty, or a DNS label. Unique in the slice.",
    protocol: "TCP (the default), UDP or SCTP.",
    port: "The port number. Left out: for whoever reads it to know.",
    appProtocol: "The protocol on top, for those who can use it: http, or DOMAIN/NAME.",
  }],
};
