/**
 * Metadata of KV Connect databases.
 *
 * @module
 */

import { KvConnectError } from "./error.ts";

/** Versions of the protocol that we speak. */
export const SUPPORTED_VERSIONS: readonly number[] = [1, 2, 3];

/** The first version with a status in what was read, and with watches. */
export const VERSION_WITH_WATCH = 3;
/** The first version that says whether a read was strongly consistent. */
export const VERSION_WITH_CONSISTENCY = 2;

const MAX_ENDPOINTS = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a header takes without interpreting it. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * A server's answer to the first request for a database: the version of the protocol, the endpoints
 * of the data, and the token for them. Made by {@link parseMetadata}, which checks it.
 */
export interface Metadata {
  readonly version: number;
  /** Where strongly consistent reads, and writes, go: at least one URL, without a slash at its end. */
  readonly endpoints: readonly string[];
  /** Headers of each request there. */
  readonly headers: Readonly<Record<string, string>>;
  /** The token in them. */
  readonly token: string;
  /** It must not be used from then on, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Whether a token can be sent at all. */
export function isToken(token: string): boolean {
  return TOKEN.test(token);
}

/**
 * Reads it from the answer that came from `baseUrl`; throws `KvConnectError`, which never shows the
 * token.
 */
export function parseMetadata(text: string, baseUrl: string): Metadata {
  const malformed = (what: string) =>
    new KvConnectError(`${baseUrl} answered with metadata in which ${what}`, "not at all");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw malformed("there is no JSON");
  }
  if (typeof document !== "object" || document === null) {
    throw malformed("the document is not an object");
  }
  const { version, databaseId, endpoints, token, expiresAt } = document as Record<string, unknown>;
  if (typeof version !== "number" || !SUPPORTED_VERSIONS.includes(version)) {
    const known = SUPPORTED_VERSIONS.join(", ");
    throw malformed(`the version is ${shown(version)}, and not one of ${known}`);
  }
  if (typeof databaseId !== "string" || !UUID.test(databaseId)) {
    throw malformed(`the databaseId is ${shown(databaseId)}, which is not a UUID`);
  }
  if (typeof token !== "string" || !isToken(token)) throw malformed("the token can't be sent");
  const expiry = typeof expiresAt === "string" ? Date.parse(expiresAt) : NaN;
  if (Number.isNaN(expiry)) {
    throw malformed(`expiresAt is ${shown(expiresAt)}, which is not a time`);
  }
  if (!Array.isArray(endpoints) || endpoints.length > MAX_ENDPOINTS) {
    throw malformed(`the endpoints are not a list of at most ${MAX_ENDPOINTS}`);
  }
  const strong: string[] = [];
  for (const endpoint of endpoints as unknown[]) {
    const { url, consistency } = (endpoint ?? {}) as Record<string, unknown>;
    // All reads of a store must see what was written before; it has no use for the others.
    if (consistency === "eventual") continue;
    if (consistency !== "strong") throw malformed(`a consistency is ${shown(consistency)}`);
    const resolved = endpointUrl(url, version, baseUrl);
    if (typeof resolved !== "string") throw malformed(`the endpoint ${shown(url)} ${resolved.why}`);
    strong.push(resolved);
  }
  if (strong.length === 0) throw malformed("no endpoint is strongly consistent");
  const headers = headersOf(version, databaseId, token);
  return { version, endpoints: strong, headers, token, expiresAt: expiry };
}

function endpointUrl(url: unknown, version: number, baseUrl: string): string | { why: string } {
  if (typeof url !== "string") return { why: "is not a string" };
  // In version 1 there are no relative ones.
  const parsed = URL.parse(url, version === 1 ? undefined : baseUrl);
  if (parsed === null) return { why: "is not a URL" };
  const { protocol, username, password, search, hash } = parsed;
  if (protocol !== "http:" && protocol !== "https:") return { why: "is not HTTP" };
  if (protocol === "http:" && new URL(baseUrl).protocol === "https:") {
    return { why: "is not encrypted, and the metadata was: its token is not sent there" };
  }
  if (username !== "" || password !== "" || search !== "" || hash !== "") {
    return { why: "has more than a scheme, a host and a path" };
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

function headersOf(version: number, databaseId: string, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/x-protobuf",
    ...(version === 1 ? { "x-transaction-domain-id": databaseId } : {
      "x-denokv-database-id": databaseId,
      "x-denokv-version": String(version),
    }),
  };
}

/** A value on a line of its own, cut. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "absent").slice(0, 100);
}
