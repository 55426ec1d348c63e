// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export type AddressType = string;

export interface Endpoint {
  addresses: string[];
  conditions?: EndpointConditions;
  hostname?: string;
  targetRef?: coreV1.ObjectReference;
  deprecatedTopology?: Record<string, string>;
  nodeName?: string;
  zone?: string;
  hints?: EndpointHints;
}

export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  forZones?: ForZone[];
  forNodes?: ForNode[];
}

export interface EndpointPort {
  name?: string;
  protocol?: coreV1.Protocol;
  port?: number;
  appProtocol?: string;
}

export interface EndpointSlice {
  apiVersion?: string;
  kind?: "EndpointSlice";
  metadata?: metaV1.ObjectMeta;
  addressType: AddressType;
  endpoints?: Endpoint[] | null;
  ports?: EndpointPort[] | null;
}

export interface EndpointSliceList {
  apiVersion?: string;
  kind?: "EndpointSliceList";
  metadata?: metaV1.ListMeta;
  items: EndpointSlice[];
}

export interface ForNode {
  name: string;
}

export interface ForZone {
  name: string;
}
