/**
 * Objects that are posted to a pod, and that nobody keeps: bindings, evictions.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { HttpResponse } from "../../../toolkit/serving/mod.ts";
import {
  BODY_LIMIT_BYTES,
  decodeBody,
  type Expected,
  type FieldValidation,
} from "../../bodies/body.ts";
import { jsonOf } from "../../bodies/representation.ts";
import { statusAnswer } from "../answer.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import type { RequestContext } from "../../http/context.ts";

/** The kind that a request carries. */
export interface PostedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Versions of the group in which it may be sent as well: they have the same fields. */
  readonly olderVersions?: readonly string[];
}

/** Reads the object that a request carries. */
export async function readPosted(
  context: RequestContext,
  { findType }: EndpointContext,
  kind: PostedKind,
  fieldValidation: FieldValidation,
): Promise<JsonObject> {
  const { request, warnings } = context;
  const { group, version, olderVersions = [] } = kind;
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const type = findType(group, version, kind.kind);
  const contentType = String(request.headers["content-type"] ?? "");
  const expected: Expected = {
    ...kind,
    type,
    findType: (itsGroup, itsVersion, itsKind) =>
      itsGroup === group && itsKind === kind.kind && olderVersions.includes(itsVersion)
        ? type
        : findType(itsGroup, itsVersion, itsKind),
  };
  const object = decodeBody(body, contentType, expected, fieldValidation, warnings);
  context.carries(object, () => jsonOf({ type }, object));
  return object;
}

const SUCCESS: JsonObject = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code: 201,
};

/** The answer when all went well. */
export function answerPosted(context: RequestContext): HttpResponse | Promise<HttpResponse> {
  return statusAnswer(context, SUCCESS, 201);
}
