/**
 * Reviews: objects that nobody keeps. Each is a question, and the answer is itself with a status.
 *
 * @module
 */

import { encodeJson, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest, type FieldError, invalid } from "../../../toolkit/errors/mod.ts";
import { printTime, timeOfMs } from "../../../toolkit/values/mod.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { BODY_LIMIT_BYTES, decodeBody } from "../../bodies/body.ts";
import { representationOf } from "../../bodies/representation.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import type { HandlerTarget, VerbHandler } from "./handler.ts";
import { admissionRequest } from "../../registry/admit.ts";
import { responder } from "../write.ts";
import { writeOptions } from "../write_options.ts";
import type { RequestContext } from "../../http/context.ts";
import { metadataOf } from "../../resource/metadata.ts";

/** What answers a question needs besides it. */
export interface Asked {
  readonly context: RequestContext;
  readonly target: HandlerTarget;
  readonly endpoint: EndpointContext;
}

/** How a kind of reviews is answered. */
export interface ReviewRules<R> {
  /** What is wrong with a question. */
  validate?(review: R): FieldError[];
  /** Whether the answer says when it was given. Default false. */
  readonly isDated?: boolean;
  /** The status that is the answer. */
  answer(review: R, asked: Asked): JsonObject | Promise<JsonObject>;
}

/** The answers of a resource whose objects are reviews. */
export function reviews<R>(
  { validate, isDated = false, answer }: ReviewRules<R>,
): { readonly create: VerbHandler } {
  return {
    async create(context, target, endpoint) {
      const { resource } = target;
      const { type } = resource;
      if (type === undefined) throw new Error(`${resource.resource} have no type`);
      const options = writeOptions(context, endpoint, "CreateOptions");
      const respond = responder(context, resource, endpoint);
      const body = await context.readBody(BODY_LIMIT_BYTES);
      const object = decodeBody(
        body,
        String(context.request.headers["content-type"] ?? ""),
        { ...resource, type, findType: endpoint.findType },
        options.fieldValidation,
        context.warnings,
      );
      context.carries(object, () => encodeJson(type, object));
      settleNamespace(object, target.namespace);
      const { user, warnings, annotations, signal } = context;
      // It is kept under no name, but may have one.
      const { name = "" } = metadataOf(object);
      const told = { user, warnings, annotations, waits: context, signal, target, ...options };
      const admission = admissionRequest(told, "CREATE", name, object, undefined);
      await endpoint.tools.admission.mutate(admission);
      const errors = validate?.(object as R) ?? [];
      if (errors.length > 0) throw invalid(resource, "", errors);
      await endpoint.tools.admission.validate(admission);
      if (isDated) {
        const now = endpoint.tools.clock.now();
        metadataOf(object).creationTimestamp = printTime(timeOfMs(now));
      }
      object.status = await answer(object as R, { context, target, endpoint });
      return respond(representationOf(encodeJson(type, object)), 201);
    },
  };
}

/** A question is about the namespace that it is sent to, or about none. */
function settleNamespace(object: JsonObject, namespace: string): void {
  const metadata = metadataOf(object);
  if (namespace === "") delete metadata.namespace;
  else if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  } else metadata.namespace = namespace;
}

/** Who somebody is, as reviews tell it. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return { username: name, uid, groups: [...groups], extra: { ...extra } };
}
