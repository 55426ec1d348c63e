/**
 * What plugins are called for, by group, resource and subresource.
 *
 * @module
 */

import type { ServedResource } from "../resource/served_resource.ts";

/** Whether a plugin is called for requests of a resource, or of its subresource. */
export type About = (resource: ServedResource, subresource: string) => boolean;

/**
 * For the resources of a group, each with its subresource behind a slash: `pods`, `pods/status`;
 * `pods/*` is the pods and all their subresources.
 */
export function about(group: string, ...names: readonly string[]): About {
  const known = new Set(names);
  return (resource, subresource) => {
    if (resource.group !== group) return false;
    const { resource: plural } = resource;
    return known.has(subresource === "" ? plural : `${plural}/${subresource}`) ||
      known.has(`${plural}/*`);
  };
}

/** For what any of these is for. */
export function anyOf(...all: readonly About[]): About {
  return (resource, subresource) => all.some((one) => one(resource, subresource));
}

/** Pods themselves. */
export const PODS: About = about("", "pods");
