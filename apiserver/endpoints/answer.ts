/**
 * Answers of the handlers, as HTTP has them.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { negotiateHeader } from "./accept.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { encoded } from "../bodies/representation.ts";
import type { RequestContext } from "../http/context.ts";

/** Bytes of a content type. */
export function answer(status: number, contentType: string, body: Uint8Array): HttpResponse {
  return { status, headers: { "content-type": contentType }, body };
}

/** Statuses are the same in both dialects. */
const STATUS_TYPE = schemaOf("kubernetes").struct("meta/v1", "Status");

/** A Status, in the form that the client asked for where that can be; the context notes it. */
export function statusAnswer(
  context: Pick<RequestContext, "request" | "query" | "answeredStatus">,
  status: JsonObject,
  code: number,
): HttpResponse {
  context.answeredStatus = status;
  const form = negotiateHeader(context, { protobuf: true, shapes: false, fallback: true });
  return answer(code, form.contentType, encoded(status, STATUS_TYPE, form));
}
