/**
 * Descriptions of the discovery document that lists all groups at once.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of aggregated discovery. */
export const API_DISCOVERY: Words = {
  APIGroupDiscovery: ["An API group with its versions. Its name is in the metadata.", {
    versions: "The served versions, the preferred one first.",
  }],
  APIGroupDiscoveryList: ["The API groups of a server, with all that is in them."],
  APIVersionDiscovery: ["A version of an API group, with its resources.", {
    version: "The version without the group, such as v1.",
    resources: "The resources. Subresources are in the entries of their resources.",
    freshness: "Current, or Stale where the server that serves the version could not be reached " +
      "lately and this is what it last said.",
  }],
  APIResourceDiscovery: ["A resource, with its subresources.", {
    resource: "The plural name, as used in URL paths. Unique in its version.",
    responseKind: "The kind of the objects. Empty group or version: those of the list. Unset if " +
      "only subresources are served.",
    scope: "Whether the objects are in namespaces: Namespaced or Cluster.",
    singularResource: "The singular name, for command lines.",
    verbs: "The supported verbs: get, list, watch, create, update, patch, delete, " +
      "deletecollection.",
    shortNames: "Short names for command lines.",
    categories: "The categories of the resource, such as all.",
    subresources: "The subresources, such as status and scale.",
  }],
  APISubresourceDiscovery: ["A subresource.", {
    subresource: "The name, which follows that of the object in URL paths.",
    responseKind: "The kind of what is returned. Unset where that is no object but a stream.",
    acceptedTypes: "The kinds that can be sent, where they differ from responseKind.",
    verbs: "The supported verbs: get, create, update, patch and others.",
  }],
};
