/**
 * Who a client is by a bootstrap token: how new nodes get their first certificate. They are secrets of the
 * system namespace.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { Secret } from "../../toolkit/kinds/built_in.ts";
import type { ObjectOf } from "../../toolkit/kinds/mod.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";
import { parseTime } from "../../toolkit/values/mod.ts";
import type { ServerContext } from "../server_context.ts";
import { ABSENT, type Identity } from "../../toolkit/authentication/authenticator.ts";
import type { TokenAuthenticator } from "../../toolkit/authentication/token_authenticator.ts";

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;

const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/** The group that all are in. */
const EVERYBODY = "system:bootstrappers";

/**
 * Authenticates by the secrets `bootstrap-token-ID` of the system namespace. One that is not there, is not meant
 * for this, is over or on its way out, or names groups that nobody may have by a token, is known to nobody.
 */
export function bootstrapTokens(context: ServerContext): TokenAuthenticator {
  const { clock, dialect, logger } = context;
  const names = NAMES[dialect];
  return {
    authenticateToken(token): Identity {
      const [, id, secret] = TOKEN.exec(token) ?? [];
      if (id === undefined || secret === undefined) return ABSENT;
      const place = { namespace: names.namespaceSystem, name: `bootstrap-token-${id}` };
      const object = context.lister(Secret)?.get(place);
      if (object === undefined) return ABSENT;
      const found = read(object, id, secret, names, clock.now());
      if (typeof found !== "string") return found;
      logger.info("A bootstrap token was refused", { name: place.name, reason: found });
      return ABSENT;
    },
  };
}

/** Whose token it is, or why it is none. */
function read(
  { metadata, type, data = {} }: ObjectOf<typeof Secret>,
  id: string,
  shown: string,
  { secretTypeBootstrapToken }: Names,
  nowMs: number,
): Identity | string {
  if (metadata.deletionTimestamp !== undefined) return "it is deleted and awaiting removal";
  if (type !== secretTypeBootstrapToken) return `its type is not ${secretTypeBootstrapToken}`;
  const text = (key: string) => Buffer.from(data[key] ?? "", "base64").toString();
  const [own, other] = [Buffer.from(data["token-secret"] ?? "", "base64"), Buffer.from(shown)];
  if (own.length !== other.length || !timingSafeEqual(own, other)) return "token-secret differs";
  if (text("token-id") !== id) return "token-id is not that of its name";
  const expiration = text("expiration");
  const expiresMs = expiration === "" ? undefined : msOf(expiration);
  if (expiresMs !== undefined && !(nowMs < expiresMs)) return "it has expired";
  if (text("usage-bootstrap-authentication") !== "true") {
    return "usage-bootstrap-authentication is not true";
  }
  const more = text("auth-extra-groups");
  const extra = more === "" ? [] : more.split(",");
  if (!extra.every((group) => GROUP.test(group))) return "auth-extra-groups has an invalid group";
  return {
    is: "known",
    user: {
      name: `system:bootstrap:${id}`,
      uid: "",
      groups: [...new Set([EVERYBODY, ...extra])].sort(),
      extra: {},
    },
    expiresMs,
  };
}

/** A time that can't be read is over. */
function msOf(text: string): number {
  try {
    const { seconds, nanos } = parseTime(text);
    return seconds * 1000 + Math.floor(nanos / 1e6);
  } catch {
    return -Infinity;
  }
}
