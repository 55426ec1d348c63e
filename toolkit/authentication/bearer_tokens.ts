/**
 * Where requests carry tokens: in the `Authorization` header, or, where a browser opens a WebSocket and can
 * set no header, as a subprotocol.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../names.ts";
import { type Headers, offeredSubprotocols } from "../serving/mod.ts";
import { ABSENT, type Authenticator, type Credentials, type Identity } from "./authenticator.ts";
import { firstToKnowToken, type TokenAuthenticator } from "./token_authenticator.ts";

/** Characters of a token past which nobody is asked about it. */
export const MAX_TOKEN_CHARS = 128 * 1024;

/** What nobody knows. */
const INVALID = "invalid bearer token";

const REFUSED = { is: "refused", reason: INVALID } as const;

/**
 * Authenticates by tokens that one of these knows; a token that none of them knows is refused, as who sends
 * one is not anonymous. Where a request has both kinds of token, one that is known is enough.
 */
export function bearerTokens(authenticators: readonly TokenAuthenticator[]): Authenticator {
  const tokens = firstToKnowToken(authenticators);
  const identify = (token: string, { audiences, signal }: Credentials) => {
    if (token.length > MAX_TOKEN_CHARS) return REFUSED;
    const asked = tokens.authenticateToken(token, { audiences, signal });
    return asked instanceof Promise ? asked.then(orRefused) : orRefused(asked);
  };
  return {
    authenticate(credentials) {
      const { headers } = credentials;
      const sent = bearerToken(headers);
      const offered = headers["sec-websocket-protocol"] === undefined
        ? ABSENT
        : subprotocolToken(headers);
      if (typeof offered !== "string" && offered.is === "absent") {
        return typeof sent === "string" ? identify(sent, credentials) : sent;
      }
      return eitherOf(sent, offered, (token) => identify(token, credentials));
    },
  };
}

/** Refuses tokens where no authenticator knows any: who sends one is not anonymous. */
export const noTokens: Authenticator = bearerTokens([]);

/** Reasons are told as the reference tells them, which asks one more authenticator than there is here. */
function orRefused(identity: Identity): Identity {
  if (identity.is === "known") return identity;
  if (identity.is === "absent" || identity.reason === INVALID) return { ...identity, ...REFUSED };
  const reasons = identity.reason.replace(/^\[(.*)\]$/s, "$1");
  return { ...identity, reason: `[${INVALID}, ${reasons}]` };
}

async function eitherOf(
  sent: string | Identity,
  offered: string | Identity,
  identify: (token: string) => Identity | Promise<Identity>,
): Promise<Identity> {
  const first = typeof sent === "string" ? await identify(sent) : sent;
  if (first.is === "known") return first;
  const second = typeof offered === "string" ? await identify(offered) : offered;
  return second.is === "known" || first.is === "absent" ? second : first;
}

/** `Bearer`, a space, and what comes up to the next one. */
function bearerToken({ authorization }: Headers): string | Identity {
  const field = typeof authorization === "string" ? authorization : authorization?.[0];
  const text = field?.trim();
  if (text === undefined || !/^bearer /i.test(text)) return ABSENT;
  const start = "bearer ".length;
  const end = text.indexOf(" ", start);
  if (end === start) return SPACED;
  return end < 0 ? text.slice(start) : text.slice(start, end);
}

const SPACED: Identity = {
  is: "absent",
  warnings: [
    "the provided Authorization header contains extra space before the bearer token, and is ignored",
  ],
};

/** What a subprotocol that is a token begins with, as clients of either dialect write it. */
const PREFIXES = DIALECTS.map((dialect) =>
  `base64url.bearer.${NAMES[dialect].group("authorization")}.`
);

const prefixOf = (protocol: string) => PREFIXES.find((prefix) => protocol.startsWith(prefix));

/** The one token among the subprotocols; others have to be offered besides, as the answer names one. */
function subprotocolToken(headers: Headers): string | Identity {
  if (!asksForWebSocket(headers)) return ABSENT;
  const offered = offeredSubprotocols(headers);
  const tokens = offered.filter((protocol) => prefixOf(protocol) !== undefined);
  const [only] = tokens;
  if (only === undefined) return ABSENT;
  if (tokens.length > 1) {
    return { is: "refused", reason: "multiple base64.bearer.authorization tokens specified" };
  }
  const encoded = only.slice(prefixOf(only)?.length);
  if (encoded === "") return ABSENT;
  const token = decoded(encoded);
  if (token === undefined) {
    return { is: "refused", reason: "invalid base64.bearer.authorization token encoding" };
  }
  if (offered.length === 1) return { is: "refused", reason: "missing additional subprotocol" };
  return token;
}

function asksForWebSocket({ connection, upgrade }: Headers): boolean {
  return String(upgrade ?? "").toLowerCase() === "websocket" &&
    /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(String(connection ?? ""));
}

function decoded(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The subprotocols that are no tokens, as a header has them; undefined where that is all or nothing. */
export function subprotocolsWithoutToken(headers: Headers): string | undefined {
  const offered = offeredSubprotocols(headers);
  const others = offered.filter((protocol) => prefixOf(protocol) === undefined);
  return others.length === 0 ? undefined : others.join(",");
}
