/**
 * From a request on a resource to the verb that answers it.
 *
 * @module
 */

import { methodNotSupported } from "../../toolkit/errors/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { Target } from "../registry/target.ts";
import { findTarget } from "./find_target.ts";
import { get, list, watch } from "./read.ts";
import type { Services } from "./services.ts";
import type { SpecialSource } from "./special.ts";
import { create, patch, remove, removeCollection, update } from "./write.ts";

type Verb = (
  context: RequestContext,
  target: Target,
  services: Services,
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
  services: Services,
  specials: SpecialSource,
): Promise<HttpResponse> {
  const { verb } = context.info;
  const found = findTarget(context.info, services.source);
  const { resource, subresource, namespace, name } = found;
  const special = specials.find(resource, subresource?.name ?? "")?.[verb];
  if (special !== undefined) return await special(context, found, services);
  const { storage } = resource;
  const run = VERBS[verb];
  if (storage === undefined || run === undefined) throw methodNotSupported(resource, verb);
  return await run(context, { resource, storage, namespace, name, subresource }, services);
}
