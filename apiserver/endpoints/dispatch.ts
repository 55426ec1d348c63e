/**
 * From a request on a resource to the verb that answers it.
 *
 * @module
 */

import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";
import { openStorage } from "../resource/open_storage.ts";
import type { Target } from "../resource/target.ts";
import { findTarget, type Found, methodNotAllowed, noSuchMethod } from "./find_target.ts";
import { get, list, watch } from "./read.ts";
import type { EndpointContext } from "./endpoint_context.ts";
import { findHandler } from "./handlers/mod.ts";
import { create, patch, remove, removeCollection, update } from "./write.ts";

type Verb = (
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
) => HttpResponse | Promise<HttpResponse>;

const VERBS: Readonly<Record<string, Verb>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: removeCollection,
};

/** Answers a request on a resource. Throws 404, 405 and what the verb throws. */
export async function dispatch(
  context: RequestContext,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { info, signal } = context;
  const { verb } = info;
  const { source } = endpoint;
  // Another server may have heard of it before this one.
  if (source.find(info.group, info.version, info.resource) === undefined) {
    await source.catchUp?.(signal);
  }
  const found = findTarget(info, source);
  const { resource, subresource, namespace, name } = found;
  const { method } = context.request;
  if (method === "HEAD" && !takesHead(found)) throw methodNotAllowed();
  // A path may call for a watch whatever the method is.
  if (verb === "watch" && method !== "GET" && method !== "HEAD") throw methodNotAllowed();
  const { deprecation } = resource;
  context.reached = { is: "resource", isDeprecated: deprecation !== undefined };
  if (deprecation !== undefined) context.warnings.push(deprecation);
  const handle = findHandler(resource, subresource, verb);
  if (handle !== undefined) return await handle(context, found, endpoint);
  const storage = await openStorage(resource);
  const run = VERBS[verb];
  if (storage === undefined || run === undefined) throw noSuchMethod(resource, verb);
  return await run(context, { resource, storage, namespace, name, subresource }, endpoint);
}

/** Built-in kinds have no such method; what is handed on may have any, and custom ones take it for a GET. */
function takesHead({ resource, subresource }: Found): boolean {
  return resource.type === undefined || subresource?.handler === "proxy";
}
