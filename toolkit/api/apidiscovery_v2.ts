// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";

/** The types of apidiscovery/v2. */
export declare namespace apidiscoveryV2 {
  /** An API group with its versions. Its name is in the metadata. */
  interface APIGroupDiscovery {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIGroupDiscovery";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The served versions, the preferred one first. */
    versions?: APIVersionDiscovery[];
  }

  /** The API groups of a server, with all that is in them. */
  interface APIGroupDiscoveryList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIGroupDiscoveryList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: APIGroupDiscovery[];
  }

  /** A resource, with its subresources. */
  interface APIResourceDiscovery {
    /** The plural name, as used in URL paths. Unique in its version. */
    resource: string;
    /**
     * The kind of the objects. Empty group or version: those of the list. Unset if only subresources
     * are served.
     */
    responseKind?: metaV1.GroupVersionKind;
    /** Whether the objects are in namespaces: Namespaced or Cluster. */
    scope: ResourceScope;
    /** The singular name, for command lines. */
    singularResource: string;
    /** The supported verbs: get, list, watch, create, update, patch, delete, deletecollection. */
    verbs: string[];
    /** Short names for command lines. */
    shortNames?: string[];
    /** The categories of the resource, such as all. */
    categories?: string[];
    /** The subresources, such as status and scale. */
    subresources?: APISubresourceDiscovery[];
  }

  /** A subresource. */
  interface APISubresourceDiscovery {
    /** The name, which follows that of the object in URL paths. */
    subresource: string;
    /** The kind of what is returned. Unset where that is no object but a stream. */
    responseKind?: metaV1.GroupVersionKind;
    /** The kinds that can be sent, where they differ from responseKind. */
    acceptedTypes?: metaV1.GroupVersionKind[];
    /** The supported verbs: get, create, update, patch and others. */
    verbs: string[];
  }

  /** A version of an API group, with its resources. */
  interface APIVersionDiscovery {
    /** The version without the group, such as v1. */
    version: string;
    /** The resources. Subresources are in the entries of their resources. */
    resources?: APIResourceDiscovery[];
    /**
     * Current, or Stale where the server that serves the version could not be reached lately and this
     * is what it last said.
     */
    freshness?: DiscoveryFreshness;
  }

  /** Whether a server told its resources just now, or this is what it last said. */
  type DiscoveryFreshness = "Current" | "Stale" | (string & Record<never, never>);

  /** Whether objects of the kind are in namespaces. */
  type ResourceScope = "Cluster" | "Namespaced" | (string & Record<never, never>);
}

export type APIGroupDiscovery = apidiscoveryV2.APIGroupDiscovery;
export type APIGroupDiscoveryList = apidiscoveryV2.APIGroupDiscoveryList;
export type APIResourceDiscovery = apidiscoveryV2.APIResourceDiscovery;
export type APISubresourceDiscovery = apidiscoveryV2.APISubresourceDiscovery;
export type APIVersionDiscovery = apidiscoveryV2.APIVersionDiscovery;
export type DiscoveryFreshness = apidiscoveryV2.DiscoveryFreshness;
export type ResourceScope = apidiscoveryV2.ResourceScope;
