/**
 * Lets pages of other origins call the server from a browser (CORS).
 *
 * @module
 */

import { RE2JS } from "../../toolkit/deps/re2.ts";
import type { Filter } from "./filter.ts";

const METHODS = "POST, GET, OPTIONS, PUT, DELETE, PATCH";
const HEADERS = "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, " +
  "X-Requested-With, If-Modified-Since";

/**
 * Tells browsers that pages of an origin which one of these regular expressions matches may read answers,
 * and answers what browsers ask first. Other origins, and requests without one, are as if this was not
 * there. Throws on an expression that can't be read, or that leaves open where the host begins or ends.
 */
export function allowOrigins(expressions: readonly string[]): Filter {
  const patterns = expressions.map(patternOf);
  return (context, next) => {
    const { headers, method } = context.request;
    const { origin } = headers;
    // Who sends several has none that could be told.
    if (typeof origin !== "string" || !patterns.some((pattern) => pattern.test(origin))) {
      return next();
    }
    context.addHeaders({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": HEADERS,
      "access-control-expose-headers": "Date",
      "access-control-allow-credentials": "true",
    });
    return method === "OPTIONS" ? Promise.resolve({ status: 204 }) : next();
  };
}

function patternOf(expression: string): RE2JS {
  const fail = (why: string) =>
    new Error(
      `--cors-allowed-origins has an invalid expression ${JSON.stringify(expression)}: ${why}`,
    );
  if (expression === "") throw fail("it is empty");
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(expression);
  } catch (error) {
    throw fail((error as Error).message);
  }
  // Otherwise `example.com` would also match `example.com.attacker.net`.
  if (!/\^|\/\//.test(expression)) throw fail("begin it with '^', or with '//' before the host");
  if (!/\$|:/.test(expression)) throw fail("end it with '$', or with ':' before the port");
  return pattern;
}
