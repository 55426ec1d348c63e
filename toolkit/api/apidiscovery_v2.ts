// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";

export interface APIGroupDiscovery {
  apiVersion?: string;
  kind?: "APIGroupDiscovery";
  metadata?: metaV1.ObjectMeta;
  versions?: APIVersionDiscovery[];
}

export interface APIGroupDiscoveryList {
  apiVersion?: string;
  kind?: "APIGroupDiscoveryList";
  metadata?: metaV1.ListMeta;
  items: APIGroupDiscovery[];
}

export interface APIResourceDiscovery {
  resource: string;
  responseKind?: metaV1.GroupVersionKind;
  scope: ResourceScope;
  singularResource: string;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: APISubresourceDiscovery[];
}

export interface APISubresourceDiscovery {
  subresource: string;
  responseKind?: metaV1.GroupVersionKind;
  acceptedTypes?: metaV1.GroupVersionKind[];
  verbs: string[];
}

export interface APIVersionDiscovery {
  version: string;
  resources?: APIResourceDiscovery[];
  freshness?: DiscoveryFreshness;
}

export type DiscoveryFreshness = "Current" | "Stale" | (string & Record<never, never>);

export type ResourceScope = "Cluster" | "Namespaced" | (string & Record<never, never>);
