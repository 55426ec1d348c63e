/**
 * Questions to one of two servers, by whoever bears a token.
 *
 * @module
 */

import type { Pair, Side } from "./servers.ts";

/** A request. */
export interface Question {
  /** Default: POST with a body, GET without. */
  readonly method?: string;
  readonly path: string;
  /** The token that is shown. Default, and where it is empty: none. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  /** The text itself where that is no JSON. */
  // deno-lint-ignore no-explicit-any -- answers of every shape.
  readonly json: any;
  readonly warning: string | null;
}

/** Asks one side. */
export type Ask = (side: Side, question: Question) => Promise<Answer>;

/** What asks both sides over `client`. Default: one without a certificate. */
export function asker(
  { servers, http }: Pair,
  client: Deno.HttpClient = http({ anonymous: true }),
): Ask {
  return async (side, { path, body, as = "", headers = {}, method }) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(servers[side].url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      client,
      headers: {
        ...(as !== "" && { authorization: `Bearer ${as}` }),
        "content-type": type,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      json: parsed(text),
      warning: response.headers.get("warning"),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
