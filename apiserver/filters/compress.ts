/**
 * Compresses large answers for clients that can read them so.
 *
 * @module
 */

import { gzipped } from "../bodies/gzip.ts";
import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import type { Filter } from "./filter.ts";

/** Smaller bodies are sent as they are: to compress them takes longer than to send them. */
const COMPRESSED_FROM_BYTES = 128 * 1024;

/**
 * Compresses large answers with gzip for clients that accept it. Streams, errors and answers that
 * are encoded already stay as they are.
 */
export const compress: Filter = async (context, next) => {
  const response = await next();
  const { body, headers, status } = response;
  const { request } = context;
  if (!(body instanceof Uint8Array) || body.length < COMPRESSED_FROM_BYTES) return response;
  if (status !== 200 || request.method === "HEAD" || headers?.["content-encoding"] !== undefined) {
    return response;
  }
  const vary = [headers?.vary ?? [], "Accept-Encoding"].flat().join(", ");
  if (!acceptsGzip(request)) return { ...response, headers: { ...headers, vary } };
  return {
    ...response,
    headers: { ...headers, vary, "content-encoding": "gzip" },
    body: await gzipped(body),
  };
};

/** Whether an `Accept-Encoding` header names gzip, and not to refuse it. */
function acceptsGzip({ headers }: Pick<HttpRequest, "headers">): boolean {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined) return false;
  const texts = typeof accepted === "string" ? [accepted] : accepted;
  return texts.join(",").split(",").some((clause) => {
    const [name = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
  });
}
