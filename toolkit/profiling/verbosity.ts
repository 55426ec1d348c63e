/**
 * `/debug/flags/v`: the verbosity of the log, which can be changed while the process runs.
 *
 * @module
 */

import { StatusError } from "../errors/mod.ts";
import { levelIn } from "../logging/flags.ts";
import type { HttpRequest, HttpResponse } from "../serving/http.ts";
import { readBody } from "../serving/read_body.ts";

const FLAGS = "/debug/flags";
const VERBOSITY = `${FLAGS}/v`;

/** Bytes of a level. */
const LIMIT_BYTES = 64;

/** Whether a path is one of flags that can be changed. */
export function isOfVerbosity(path: string): boolean {
  return path === FLAGS || path.startsWith(`${FLAGS}/`);
}

/** Answers such a path: `PUT` of a level in digits sets it. */
export async function answerVerbosity(
  request: HttpRequest,
  set: ((level: number) => void) | undefined,
): Promise<HttpResponse> {
  const { path, method } = request;
  if (set === undefined) return text(404, "404 page not found\n");
  if (path === FLAGS || path === `${FLAGS}/`) return text(200, `${VERBOSITY}: PUT a level\n`);
  if (path !== VERBOSITY) return text(404, "404 page not found\n");
  if (method !== "PUT") {
    const refused = text(405, `only PUT is allowed on ${VERBOSITY}\n`);
    return { ...refused, headers: { ...refused.headers, allow: "PUT" } };
  }
  let body: Uint8Array;
  try {
    body = await readBody(request, LIMIT_BYTES);
  } catch (error) {
    if (error instanceof StatusError) return text(error.code, `${error.message}\n`);
    throw error;
  }
  const level = levelIn(new TextDecoder().decode(body).trim());
  if (level === undefined) return text(400, "the level must be a whole number\n");
  set(level);
  return text(200, `the verbosity of the log is ${level} now\n`);
}

function text(status: number, body: string): HttpResponse {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status, headers, body };
}
