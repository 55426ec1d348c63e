/**
 * Descriptions of endpoint slices.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of endpoint slices. */
export const DISCOVERY: Words = {
  EndpointSlice: [
    "A part of the endpoints of a service. A label names the service; a service can have several " +
    "slices, whose endpoints add up.",
    {
      addressType: "The type of all addresses: IPv4, IPv6 or FQDN. Can't be changed.",
      endpoints: "The endpoints: at most 1000.",
      ports: "The ports of every endpoint: at most 20000. If empty, no ports are defined.",
    },
  ],
  Endpoint: ["A backend of a service, usually a pod.", {
    addresses: "The addresses of the endpoint: 1 to 100. They are interchangeable; clients use " +
      "the first.",
    conditions: "Whether the endpoint can receive traffic.",
    hostname: "The host name of the endpoint.",
    targetRef: "The object behind the endpoint, such as a pod.",
    deprecatedTopology: "Topology labels from an older API version. Can't be set.",
    nodeName: "The node that the endpoint is on.",
    zone: "The zone that the endpoint is in.",
    hints: "Which clients should prefer the endpoint.",
  }],
  EndpointConditions: ["Whether an endpoint can receive traffic.", {
    ready: "Whether it is ready for new traffic: serving and not terminating, or always if the " +
      "service publishes addresses that are not ready. If unset, true.",
    serving: "Whether it can serve, terminating or not. If unset, as ready.",
    terminating: "Whether it is terminating. If unset, false.",
  }],
  EndpointHints: ["Which clients should prefer an endpoint.", {
    forZones: "Prefer it for clients in these zones: at most 8.",
    forNodes: "Prefer it for clients on these nodes: at most 8.",
  }],
  ForZone: ["A zone.", { name: "The name of the zone." }],
  ForNode: ["A node.", { name: "The name of the node." }],
  EndpointPort: ["A port of the endpoints.", {
    name: "The name of the service port: empty, or a DNS label. Unique in the slice.",
    protocol: "The protocol: TCP (the default), UDP or SCTP.",
    port: "The port number. If unset, consumers decide what it means.",
    appProtocol: "The application protocol, as a hint for implementations: http, or DOMAIN/NAME.",
  }],
};
