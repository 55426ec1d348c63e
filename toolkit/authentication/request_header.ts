/**
 * Who a client is by the headers of a proxy that authenticated it. The proxy shows who it is itself by a
 * certificate; without one of its authorities' no header is believed.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import type { Roots } from "../certificates/mod.ts";
import { authenticateCertificate, type Headers } from "../serving/mod.ts";
import { ABSENT, type Authenticator, type Identity } from "./authenticator.ts";

/** The headers that say who a client is, in lower case. */
export interface IdentityHeaders {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly group: readonly string[];
  /** What the names of headers begin with that say more of a client: the rest is the key. */
  readonly extraPrefixes: readonly string[];
}

/** The headers that proxies usually send. */
export const STANDARD_IDENTITY_HEADERS: IdentityHeaders = {
  username: ["x-remote-user"],
  uid: ["x-remote-uid"],
  group: ["x-remote-group"],
  extraPrefixes: ["x-remote-extra-"],
};

/** Which proxies are believed, and where they say what. */
export interface RequestHeaderOptions {
  /** The authorities of proxies, which may change with time. */
  readonly roots: () => Roots;
  /** Common names of proxies; none: all that have a certificate of the authorities. */
  readonly allowedNames: readonly string[];
  readonly headers: IdentityHeaders;
  readonly clock: Clock;
}

/** Authenticates whom a proxy names. */
export function requestHeaders(options: RequestHeaderOptions): Authenticator {
  const { roots, allowedNames, headers: where, clock } = options;
  return {
    authenticate({ peer, headers }): Identity {
      const found = authenticateCertificate(peer, roots(), new Date(clock.now()));
      if (found.is === "absent") return ABSENT;
      if (found.is === "refused") return found;
      const { commonName } = found.certificate;
      if (allowedNames.length > 0 && !allowedNames.includes(commonName)) {
        const reason = `x509: subject with cn=${commonName} is not in the allowed list`;
        return { is: "refused", reason };
      }
      return identityInHeaders(headers, where);
    },
  };
}

/** Whom headers name that are believed. */
export function identityInHeaders(headers: Headers, where: IdentityHeaders): Identity {
  const name = firstOf(headers, where.username);
  if (name === "") return ABSENT;
  return {
    is: "known",
    user: {
      name: utf8(name),
      uid: utf8(firstOf(headers, where.uid)),
      groups: where.group.flatMap((header) => valuesOf(headers, header))
        .filter((value) => value !== "").map(utf8),
      extra: extraIn(headers, where.extraPrefixes),
    },
  };
}

/** The flags that name headers. */
export interface IdentityHeaderFlags {
  readonly "requestheader-allowed-names": readonly string[];
  readonly "requestheader-extra-headers-prefix": readonly string[];
  readonly "requestheader-group-headers": readonly string[];
  readonly "requestheader-uid-headers": readonly string[];
  readonly "requestheader-username-headers": readonly string[];
}

/** The headers that flags name, in lower case. Throws on an empty name. */
export function identityHeadersOf(flags: IdentityHeaderFlags): IdentityHeaders {
  const namesIn = (flag: keyof IdentityHeaderFlags) =>
    flags[flag].map((name) => {
      const trimmed = name.trim().toLowerCase();
      if (trimmed === "") throw new Error(`empty value in ${JSON.stringify(flag)}`);
      return trimmed;
    });
  namesIn("requestheader-allowed-names");
  const uid = namesIn("requestheader-uid-headers");
  if (uid.length > 0 && !uid.includes("x-remote-uid")) {
    throw new Error(
      "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API " +
        "aggregation will not work",
    );
  }
  return {
    username: namesIn("requestheader-username-headers"),
    uid,
    group: namesIn("requestheader-group-headers"),
    extraPrefixes: namesIn("requestheader-extra-headers-prefix"),
  };
}

/** What others than X-Remote- headers mean for extension servers; they are told at start. */
export function identityHeaderNotices(
  { username, group, extraPrefixes }: IdentityHeaders,
): string[] {
  const named = [
    [username, "x-remote-user", "--requestheader-username-headers", "X-Remote-User header"],
    [group, "x-remote-group", "--requestheader-group-headers", "X-Remote-Group header"],
    [
      extraPrefixes,
      "x-remote-extra-",
      "--requestheader-extra-headers-prefix",
      "X-Remote-Extra- header prefix",
    ],
  ] as const;
  return named.flatMap(([names, standard, flag, called]) =>
    names.length === 0 || names.includes(standard)
      ? []
      : [`${flag} is set without specifying the standard ${called} - API aggregation will not work`]
  );
}

/** What a key of the extra attributes is that a header's name ends in. */
export function extraKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // What is no encoding means itself.
    return encoded;
  }
}

/** A header's values in the order in which they came. */
export function valuesOf(headers: Headers, name: string): readonly string[] {
  const value = headers[name];
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

/** Bytes of UTF-8, as a header carries them, as the text that they are. */
export function utf8(value: string): string {
  // deno-lint-ignore no-control-regex -- what is plain stays as it is
  if (/^[\x00-\x7f]*$/.test(value)) return value;
  return new TextDecoder().decode(Uint8Array.from(value, (char) => char.charCodeAt(0)));
}

/** The first value of the first of these headers that has one. */
function firstOf(headers: Headers, names: readonly string[]): string {
  for (const name of names) {
    const [value = ""] = valuesOf(headers, name);
    if (value !== "") return value;
  }
  return "";
}

function extraIn(headers: Headers, prefixes: readonly string[]): Record<string, string[]> {
  const extra: Record<string, string[]> = Object.create(null);
  for (const prefix of prefixes) {
    for (const header in headers) {
      if (!header.startsWith(prefix)) continue;
      const key = extraKey(header.slice(prefix.length));
      (extra[key] ??= []).push(...valuesOf(headers, header).map(utf8));
    }
  }
  return extra;
}
