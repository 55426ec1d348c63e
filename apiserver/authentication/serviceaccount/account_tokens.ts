/**
 * Who a client is by a token of a service account.
 *
 * @module
 */

import { quoteText } from "../../../toolkit/values/mod.ts";
import {
  ABSENT,
  type Identity,
  type Remarks,
} from "../../../toolkit/authentication/authenticator.ts";
import {
  isSignedBy,
  type JsonWebToken,
  parseJsonWebToken,
  repeatedClaim,
} from "../../../toolkit/tokens/json_web_token.ts";
import type {
  TokenAuthenticator,
  TokenCall,
} from "../../../toolkit/authentication/token_authenticator.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { audiencesOf, checkForms, type Claims, TokenRefused } from "./claims.ts";
import type { PublicTokenKey } from "../../../toolkit/tokens/keys.ts";

/** What claims come to that hold. */
export interface CheckedClaims extends Remarks {
  readonly user: User;
  /** When the token ends. */
  readonly expiresMs?: number | undefined;
}

/** Tokens of some issuers. */
export interface AccountTokenOptions {
  readonly issuers: readonly string[];
  /** Any of them may have signed a token. */
  readonly keys: readonly PublicTokenKey[];
  /** The API's own names: tokens that name nobody are for it. */
  readonly audiences: readonly string[];
  /** Checks claims that were signed. Throws {@link TokenRefused}. */
  check(token: string, claims: Claims, signal: AbortSignal): Promise<CheckedClaims>;
  /** What is said of a token that names no audience. */
  unbound(claims: Claims): Remarks["annotations"];
}

/**
 * Authenticates by tokens of these issuers, and knows no others. A key that a token names has to be the one
 * that signed it; where it names none, any may be.
 */
export function accountTokens(options: AccountTokenOptions): TokenAuthenticator {
  const { issuers, keys } = options;
  const own = new Set<unknown>(issuers);
  const byId = Map.groupBy(keys, ({ id }) => id);
  return {
    authenticateToken(text, call) {
      const token = parseJsonWebToken(text);
      if (token === undefined || !own.has(token.claims.iss)) return ABSENT;
      const kid = token.header.kid ?? "";
      if (typeof kid !== "string") return ABSENT;
      const named = kid !== "" ? byId.get(kid) ?? [] : keys;
      return identify(text, token, named, call, options);
    },
  };
}

async function identify(
  text: string,
  token: JsonWebToken,
  keys: readonly PublicTokenKey[],
  call: TokenCall,
  options: AccountTokenOptions,
): Promise<Identity> {
  // Said of those that are refused, too.
  let unbound: Remarks["annotations"];
  try {
    if (keys.length === 0) throw new TokenRefused("invalid signature, no keys found");
    if (!await isSignedByOne(token, keys)) {
      throw new TokenRefused("go-jose/go-jose: error in cryptographic primitive");
    }
    const { claims } = token;
    const repeated = repeatedClaim(token);
    if (repeated !== undefined) throw new TokenRefused(`the token's claims: ${repeated}`);
    checkForms(claims);
    if (audiencesOf(claims).length === 0) unbound = options.unbound(claims);
    const audiences = acceptedAudiences(claims, call, options);
    const { annotations, ...checked } = await options.check(text, claims, call.signal);
    return {
      is: "known",
      ...checked,
      annotations: { ...unbound, ...annotations },
      ...(audiences.length > 0 && { audiences }),
    };
  } catch (error) {
    if (error instanceof TokenRefused) {
      const annotations = { ...unbound, ...error.annotations };
      return { is: "refused", reason: error.message, annotations };
    }
    call.signal.throwIfAborted();
    // What it stands or falls with can't be read: nobody is believed on that ground.
    const reason = `the token can't be checked: ${(error as Error).message}`;
    return { is: "refused", reason, ...(unbound && { annotations: unbound }) };
  }
}

async function isSignedByOne(
  token: JsonWebToken,
  keys: readonly PublicTokenKey[],
): Promise<boolean> {
  for (const key of keys) if (await isSignedBy(token, key)) return true;
  return false;
}

/** For which of those that are asked for the token is. Throws where that is none. */
function acceptedAudiences(
  claims: Claims,
  { audiences: asked }: TokenCall,
  { audiences: own }: AccountTokenOptions,
): string[] {
  const said = audiencesOf(claims);
  const [named, wanted] = [said.length === 0 ? own : said, asked ?? own];
  const accepted = [...new Set(named)].filter((one) => wanted.includes(one));
  if (accepted.length === 0 && own.length > 0) {
    throw new TokenRefused(
      `token audiences ${quoted(named)} is invalid for the target audiences ${quoted(wanted)}`,
    );
  }
  return accepted;
}

const quoted = (texts: readonly string[]) => `[${texts.map(quoteText).join(" ")}]`;
