/**
 * What a client shows to a server: headers of each request, and a certificate of each connection.
 *
 * @module
 */

import type { AuthInfo } from "../api/config/clientconfig_v1.ts";
import { type Redacted, redacted } from "../logger.ts";
import { ClientConfigError } from "./document.ts";

/** Headers, a name as often as it has values. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A client's certificate with its key, both PEM. */
export interface ClientCertificate {
  /** The certificate, with those of its issuers where there are any. */
  readonly certificate: string;
  /** Its private key. */
  readonly key: Redacted;
}

/** A token and a certificate, where there are any. */
export interface Identity {
  readonly token?: Redacted;
  readonly certificate?: ClientCertificate;
}

/** Where an identity comes from; it may change with time. */
export interface IdentitySource {
  /** The identity now: the same object until it changes. Rejects when there is none to be had. */
  identity(signal?: AbortSignal): Promise<Identity>;
  /** The server refused an identity at `sentAt`, of the clock: an older one is of no use. */
  refused(sentAt: number): void;
}

/** What a client shows to a server. */
export interface Credentials {
  /** The headers of a request. They hold secrets: none belongs into a log. */
  headers(signal?: AbortSignal): Promise<HeaderList>;
  /** The certificate of a connection: the same object until it changes, then connect anew. */
  certificate(signal?: AbortSignal): Promise<ClientCertificate | undefined>;
  /** To be told of a 401 to a request that was sent at `sentAt`, of the clock. */
  refused(sentAt: number): void;
}

/** Credentials out of an identity, and of headers that never change. */
export function credentialsOf(source: IdentitySource, fixed: HeaderList): Credentials {
  return {
    async headers(signal) {
      const { token } = await source.identity(signal);
      return token === undefined
        ? fixed
        : [["Authorization", `Bearer ${token.reveal()}`], ...fixed];
    },
    async certificate(signal) {
      return (await source.identity(signal)).certificate;
    },
    refused: (sentAt) => source.refused(sentAt),
  };
}

/** An identity that never changes. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { identity: () => Promise.resolve(identity), refused() {} };
}

/** One identity out of two, each for what it has. */
export function bothIdentities(
  tokens: IdentitySource,
  certificates: IdentitySource,
): IdentitySource {
  let last: { token: Identity; certificate: Identity; both: Identity } | undefined;
  return {
    async identity(signal) {
      const [token, certificate] = await Promise.all([
        tokens.identity(signal),
        certificates.identity(signal),
      ]);
      if (last?.token !== token || last.certificate !== certificate) {
        last = { token, certificate, both: { ...certificate, ...token } };
      }
      return last.both;
    },
    refused(sentAt) {
      tokens.refused(sentAt);
      certificates.refused(sentAt);
    },
  };
}

/** A token as a header takes it; throws {@link ClientConfigError} without showing it. */
export function checkedToken(token: string, where: string): Redacted {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ClientConfigError(
      `${where} is empty or has characters that are not allowed in a token`,
    );
  }
  return redacted(token);
}

/** The header of a user name and password. */
export function basicHeader(username: string, password: string): HeaderList {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return [["Authorization", `Basic ${bytes.toBase64()}`]];
}

/** The headers by which a user acts as another; none where it does not. */
export function impersonationHeaders(user: AuthInfo): HeaderList {
  if (!user.as) return [];
  const headers: [string, string][] = [["Impersonate-User", user.as]];
  if (user["as-uid"]) headers.push(["Impersonate-Uid", user["as-uid"]]);
  for (const group of user["as-groups"] ?? []) headers.push(["Impersonate-Group", group]);
  for (const [key, values] of Object.entries(user["as-user-extra"] ?? {})) {
    for (const value of values) headers.push([`Impersonate-Extra-${escapeHeaderName(key)}`, value]);
  }
  const wrong = headers.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  if (wrong !== undefined) {
    throw new ClientConfigError(
      `the value of ${wrong[0]} has characters that are not allowed in a header`,
    );
  }
  return headers;
}

/** Whatever no header name may have becomes `%XX`. */
function escapeHeaderName(key: string): string {
  let escaped = "";
  for (const byte of new TextEncoder().encode(key)) {
    const character = String.fromCharCode(byte);
    escaped += /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return escaped;
}
