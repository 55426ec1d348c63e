/**
 * Writes of the server in its own name.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { Turns } from "../../toolkit/turns.ts";
import { GROUP_AUTHENTICATED, GROUP_MASTERS } from "../authentication/user.ts";
import { createObject } from "../registry/create.ts";
import { metadataOf } from "../resource/metadata.ts";
import { tracked } from "../registry/ownership.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { updateObject } from "../registry/update.ts";
import type { WriteRequest } from "../registry/write_request.ts";
import type { Services } from "./services.ts";

/** A resource, and the place of one of its objects. */
export interface Place {
  readonly resource: ServedResource | undefined;
  readonly namespace: string;
  readonly name: string;
  /** Default: the object itself. */
  readonly subresource?: string;
}

/** A write on one object as the server itself; undefined for a resource that is not served. */
export function ownRequest(
  services: Services,
  place: Place,
  signal: AbortSignal,
): WriteRequest | undefined {
  const { resource, namespace, name, subresource = "" } = place;
  if (resource?.storage === undefined) return undefined;
  const names = NAMES[services.dialect];
  return {
    target: {
      resource,
      storage: resource.storage,
      namespace,
      name,
      subresource: resource.subresources.get(subresource),
    },
    tools: services.tools,
    user: {
      name: names.userApiServer,
      uid: "",
      groups: [GROUP_MASTERS, GROUP_AUTHENTICATED],
      extra: {},
    },
    dryRun: false,
    fieldManager: names.processApiServer,
    fieldValidation: "Ignore",
    warnings: [],
    annotations: {},
    signal,
    turns: new Turns(services.tools.clock, signal),
  };
}

/** Makes an object unless it is there. */
export async function ensureObject(
  services: Services,
  place: Place,
  object: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const request = ownRequest(services, place, signal);
  if (request === undefined) return;
  const { storage } = request.target;
  if (storage.cache.get(storage.key(place.namespace, place.name)) !== undefined) return;
  try {
    await createObject(request, withName(object, place));
  } catch (error) {
    // Another replica was faster.
    if (statusErrorOf(error)?.reason !== "AlreadyExists") throw error;
  }
}

/**
 * Brings an object into the state that `change` gives, made where it is missing. What `change` finds
 * out is never older than the object that it is written over: it is asked anew when another replica
 * was faster.
 */
export async function keepObject(
  services: Services,
  place: Place,
  change: (current: JsonObject | undefined) => Promise<JsonObject>,
  signal: AbortSignal,
): Promise<void> {
  const { resource } = place;
  const request = ownRequest(services, place, signal);
  if (request === undefined) return;
  await updateObject(request, {
    async compute(current) {
      // What is there may not be changed, and may be a part of what is to be.
      const object = withName(structuredClone(await change(current)), place);
      resource?.strategy.setDefaults?.(object);
      return tracked(request, current, object);
    },
    create: async () => createObject(request, withName(await change(undefined), place)),
  });
}

function withName(object: JsonObject, { namespace, name }: Place): JsonObject {
  const metadata = metadataOf(object);
  metadata.name = name;
  if (namespace !== "") metadata.namespace = namespace;
  return object;
}
