/**
 * From a request to the resource that it is about.
 *
 * @module
 */

import { badRequest, methodNotSupported, notFound, StatusError } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { RequestInfo } from "../http/request_info.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ServedResource, Subresource } from "../resource/served_resource.ts";

/** A resource, and the part of it that a request is about. */
export interface Found {
  readonly resource: ServedResource;
  readonly subresource: Subresource | undefined;
  readonly namespace: string;
  readonly name: string;
}

/** The 404 for a path with nothing behind it. */
export function noSuchPath(): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

/** The 405 of a verb that a resource has not: built-in ones have no such path, others no such verb. */
export function noSuchMethod(resource: ServedResource, verb: string): StatusError {
  return resource.type === undefined
    ? methodNotSupported(resource, verb || "this method")
    : methodNotAllowed();
}

/** The 405 of a path that takes other methods only. */
export function methodNotAllowed(): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}

/** The 404 of a part that a resource has not: built-in ones have no such path, others no such object. */
function noSuchPart(resource: ServedResource, name: string): StatusError {
  return resource.type === undefined ? notFound(resource, name) : noSuchPath();
}

function isOnlyAsked({ verbs, subresources }: ServedResource): boolean {
  return verbs.every((verb) => verb === "create") && subresources.size === 0;
}

/** The path of a watch of old, which names an object after its collection. */
const OLD_WATCH = /^\/+(?:api|apis\/[^/]+)\/[^/]+\/watch\//;

/** Finds what a request is about. Throws 400, 404 and 405. */
export function findTarget(info: RequestInfo, source: ResourceSource): Found {
  const { group, version, name, verb } = info;
  // The reference has given it up, and asks only whether somebody might.
  if (verb === "proxy") throw noSuchPath();
  const resource = source.find(group, version, info.resource);
  if (resource === undefined) throw noSuchPath();
  const passesOn = resource.subresources.get(info.subresource)?.handler === "proxy";
  if (info.rest.length > 0 && !passesOn) throw noSuchPath();
  const namespace = resource.namespaced ? info.namespace : "";
  // What is in no namespace has no path in one; a namespace is authorized as what it is called.
  const isNamespace = group === "" && info.resource === "namespaces" && info.namespace === name;
  if (!resource.namespaced && info.namespace !== "" && !isNamespace) throw noSuchPath();
  const collection = verb === "list" || verb === "watch" || verb === "deletecollection";
  // Custom objects of all namespaces have a path for those who read alone.
  const isOfAll = resource.namespaced && namespace === "";
  if (isOfAll && resource.type === undefined && verb !== "list" && verb !== "watch") {
    throw noSuchPath();
  }
  // A namespaced object has no path without its namespace.
  const isOfOne = !collection || name !== "" && OLD_WATCH.test(info.path);
  if (isOfAll && isOfOne) {
    if (name === "") throw noSuchMethod(resource, verb);
    throw noSuchPath();
  }
  // What is only asked has no objects that have names.
  if (name !== "" && info.subresource === "" && isOnlyAsked(resource)) throw noSuchPath();
  const subresource = info.subresource === ""
    ? undefined
    : resource.subresources.get(info.subresource);
  if (info.subresource !== "" && subresource === undefined) throw noSuchPart(resource, name);
  const { verbs } = subresource ?? resource;
  const misplaced = verb === "create" && subresource === undefined && name !== "" ||
    (verb === "update" || verb === "patch") && name === "" ||
    verb === "deletecollection" && isOfAll;
  if ((verb === "" || !verbs.includes(verb) || misplaced) && !passesOn) {
    throw noSuchMethod(resource, verb);
  }
  if (name.includes("%")) {
    throw badRequest(`Name parameter invalid: ${quoteText(name)}: may not contain '%'`);
  }
  return { resource, subresource, namespace, name };
}
