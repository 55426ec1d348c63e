/**
 * From a request to the resource that it is about.
 *
 * @module
 */

import { methodNotSupported, StatusError } from "../../toolkit/errors/mod.ts";
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

/** Finds what a request is about. Throws 404 and 405. */
export function findTarget(info: RequestInfo, source: ResourceSource): Found {
  const { group, version, name, verb } = info;
  const resource = source.find(group, version, info.resource);
  if (resource === undefined || info.rest.length > 0) throw noSuchPath();
  const namespace = resource.namespaced ? info.namespace : "";
  // What is in no namespace has no path in one; a namespace is authorized as what it is called.
  const isNamespace = group === "" && info.resource === "namespaces" && info.namespace === name;
  if (!resource.namespaced && info.namespace !== "" && !isNamespace) throw noSuchPath();
  const collection = verb === "list" || verb === "watch" || verb === "deletecollection";
  // A namespaced object has no path without its namespace.
  if (resource.namespaced && namespace === "" && !collection) {
    if (verb === "create" && name === "") throw methodNotSupported(resource, verb);
    throw noSuchPath();
  }
  const subresource = info.subresource === ""
    ? undefined
    : resource.subresources.get(info.subresource);
  if (info.subresource !== "" && subresource === undefined) throw noSuchPath();
  const { verbs } = subresource ?? resource;
  const misplaced = verb === "create" && subresource === undefined && name !== "" ||
    (verb === "update" || verb === "patch") && name === "" ||
    verb === "deletecollection" && resource.namespaced && namespace === "";
  if (verb === "" || !verbs.includes(verb) || misplaced) {
    throw methodNotSupported(resource, verb || "this method");
  }
  return { resource, subresource, namespace, name };
}
