// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";

/** The types of discovery/v1. */
export declare namespace discoveryV1 {
  /** What the addresses of a slice are: IPv4, IPv6 or FQDN (names). */
  type AddressType = string;

  /** A backend of a service, usually a pod. */
  interface Endpoint {
    /** The addresses of the endpoint: 1 to 100. They are interchangeable; clients use the first. */
    addresses: string[];
    /** Whether the endpoint can receive traffic. */
    conditions?: EndpointConditions;
    /** The host name of the endpoint. */
    hostname?: string;
    /** The object behind the endpoint, such as a pod. */
    targetRef?: coreV1.ObjectReference;
    /** Topology labels from an older API version. Can't be set. */
    deprecatedTopology?: Record<string, string>;
    /** The node that the endpoint is on. */
    nodeName?: string;
    /** The zone that the endpoint is in. */
    zone?: string;
    /** Which clients should prefer the endpoint. */
    hints?: EndpointHints;
  }

  /** Whether an endpoint can receive traffic. */
  interface EndpointConditions {
    /**
     * Whether it is ready for new traffic: serving and not terminating, or always if the service
     * publishes addresses that are not ready. If unset, true.
     */
    ready?: boolean;
    /** Whether it can serve, terminating or not. If unset, as ready. */
    serving?: boolean;
    /** Whether it is terminating. If unset, false. */
    terminating?: boolean;
  }

  /** Which clients should prefer an endpoint. */
  interface EndpointHints {
    /** Prefer it for clients in these zones: at most 8. */
    forZones?: ForZone[];
    /** Prefer it for clients on these nodes: at most 8. */
    forNodes?: ForNode[];
  }

  /** A port of the endpoints. */
  interface EndpointPort {
    /** The name of the service port: empty, or a DNS label. Unique in the slice. */
    name?: string;
    /** The protocol: TCP (the default), UDP or SCTP. */
    protocol?: coreV1.Protocol;
    /** The port number. If unset, consumers decide what it means. */
    port?: number;
    /** The application protocol, as a hint for implementations: http, or DOMAIN/NAME. */
    appProtocol?: string;
  }

  /**
   * A part of the endpoints of a service. A label names the service; a service can have several
   * slices, whose endpoints add up.
   */
  interface EndpointSlice {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EndpointSlice";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The type of all addresses: IPv4, IPv6 or FQDN. Can't be changed. */
    addressType: AddressType;
    /** The endpoints: at most 1000. */
    endpoints?: Endpoint[] | null;
    /** The ports of every endpoint: at most 20000. If empty, no ports are defined. */
    ports?: EndpointPort[] | null;
  }

  /** A list of EndpointSlice objects. */
  interface EndpointSliceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EndpointSliceList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: EndpointSlice[];
  }

  /** A node. */
  interface ForNode {
    /** The name of the node. */
    name: string;
  }

  /** A zone. */
  interface ForZone {
    /** The name of the zone. */
    name: string;
  }
}

export type AddressType = discoveryV1.AddressType;
export type Endpoint = discoveryV1.Endpoint;
export type EndpointConditions = discoveryV1.EndpointConditions;
export type EndpointHints = discoveryV1.EndpointHints;
export type EndpointPort = discoveryV1.EndpointPort;
export type EndpointSlice = discoveryV1.EndpointSlice;
export type EndpointSliceList = discoveryV1.EndpointSliceList;
export type ForNode = discoveryV1.ForNode;
export type ForZone = discoveryV1.ForZone;
