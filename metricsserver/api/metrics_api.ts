/**
 * The metrics API: usage, and what else a server of an API is asked.
 *
 * @module
 */

import type { GuardOptions } from "../../toolkit/delegation/mod.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import type { Handler } from "../../toolkit/serving/mod.ts";
import { answerUsage, failure, type UsageParts } from "./answer_usage.ts";
import { askedOf, VERSION } from "./asked.ts";
import { discoveryPages } from "./discovery.ts";
import { openApiPages } from "./openapi.ts";

/** Answers requests for usage, discovery and descriptions, and leaves all others to `others`. */
export function metricsApi(parts: UsageParts, others: Handler): Handler {
  const { names } = parts;
  const documents = new Map(
    [...discoveryPages(names), ...openApiPages(names)]
      .map(([path, page]) => [path, `${JSON.stringify(page)}\n`]),
  );
  return (request) => {
    const asked = askedOf(request, names.groupMetrics);
    if (asked !== undefined) {
      try {
        return answerUsage(parts, asked, request);
      } catch (error) {
        if (error instanceof StatusError) return failure(error);
        throw error;
      }
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    const body = isRead ? documents.get(request.path.replace(/(.)\/$/, "$1")) : undefined;
    if (body === undefined) return others(request);
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
}

/** What a request is about, for who decides whether it is allowed: usage is a resource, all else a path. */
export function metricsQuestion(names: Names): NonNullable<GuardOptions["question"]> {
  return (request) => {
    const asked = askedOf(request, names.groupMetrics);
    if (asked === undefined) return { verb: request.method.toLowerCase(), path: request.path };
    const { verb, resource, namespace, name } = asked;
    return {
      verb,
      path: request.path,
      resource: { group: names.groupMetrics, version: VERSION, resource, namespace, name },
    };
  };
}
