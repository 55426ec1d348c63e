/**
 * Tokens that lie in secrets: they never end, and hold as long as their secret holds them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Names } from "../../../toolkit/names.ts";
import { accountOfUserName, accountUser } from "./account_names.ts";
import type { AccountObjects, KnownAccount, KnownSecret } from "./account_objects.ts";
import type { CheckedClaims } from "./account_tokens.ts";
import { type Claims, textClaim, TokenRefused } from "./claims.ts";

/** Who issues them. */
export function legacyIssuer({ clusterName }: Names): string {
  return `${clusterName}/serviceaccount`;
}

/** What a secret's token is used as. */
export type LegacyUse = "manual" | "generated" | "invalidated";

/** What checking takes. */
export interface LegacyTokenChecks {
  readonly objects: AccountObjects;
  readonly names: Names;
  readonly logger: Logger;
  /** Whether the account and the secret have to be there. */
  readonly lookup: boolean;
  now(): number;
  /** Told of each token whose secret was found. */
  used(how: LegacyUse): void;
}

/** The claims, in the order in which a missing one is told, and what it is called then. */
const CLAIMS: readonly (readonly [claim: string, called: string])[] = [
  ["namespace", "namespace"],
  ["secret.name", "secretName"],
  ["service-account.name", "serviceAccountName"],
  ["service-account.uid", "serviceAccountUID"],
];

/**
 * Whose token this is, whose signature and issuer were found good. Throws {@link TokenRefused} where it is not
 * what its secret holds.
 */
export async function checkLegacyToken(
  token: string,
  claims: Claims,
  signal: AbortSignal,
  checks: LegacyTokenChecks,
): Promise<CheckedClaims> {
  const { names, lookup } = checks;
  const subject = textClaim(claims, "sub");
  if (subject === "") throw new TokenRefused("sub claim is missing");
  const [namespace = "", secret = "", name = "", uid = ""] = CLAIMS.map(([claim, called]) => {
    const text = textClaim(claims, `${names.tokenClaimsKey}/serviceaccount/${claim}`);
    if (text === "") throw new TokenRefused(`${called} claim is missing`);
    return text;
  });
  const account = accountOfUserName(subject);
  if (account?.namespace !== namespace || account.name !== name) {
    throw new TokenRefused("sub claim is invalid");
  }
  const user = accountUser({ namespace, name, uid }, names);
  if (!lookup) return { user };
  return { user, ...await lookUp({ token, namespace, secret, name, uid }, signal, checks) };
}

interface LegacyToken {
  readonly token: string;
  readonly namespace: string;
  /** The names of the secret and of the account. */
  readonly secret: string;
  readonly name: string;
  /** The account's. */
  readonly uid: string;
}

async function lookUp(
  { token, namespace, secret, name, uid }: LegacyToken,
  signal: AbortSignal,
  checks: LegacyTokenChecks,
): Promise<Omit<CheckedClaims, "user">> {
  const { objects, names } = checks;
  const held = await objects.secret({ namespace, name: secret }, signal);
  if (held === undefined || held.deletedMs !== undefined) {
    throw new TokenRefused("Token has been invalidated");
  }
  if (!isSame(held, token)) throw new TokenRefused("Token does not match server's copy");
  const account = await objects.account({ namespace, name }, signal);
  if (account === undefined) throw new TokenRefused(`serviceaccounts "${name}" not found`);
  if (account.deletedMs !== undefined) {
    throw new TokenRefused(`ServiceAccount ${namespace}/${name} has been deleted`);
  }
  if (account.uid !== uid) {
    throw new TokenRefused(`ServiceAccount UID (${account.uid}) does not match claim (${uid})`);
  }
  await markUsed({ namespace, name: secret, uid: held.uid }, held, signal, checks);
  return remarks({ namespace, secret, name }, held, account, names, checks);
}

function remarks(
  { namespace, secret, name }: Pick<LegacyToken, "namespace" | "secret" | "name">,
  held: KnownSecret,
  account: KnownAccount,
  names: Names,
  { used }: LegacyTokenChecks,
): Omit<CheckedClaims, "user"> {
  const annotation = (what: string) => `${names.group("authentication")}/legacy-token-${what}`;
  const invalidSince = `${names.domain}/legacy-token-invalid-since`;
  if (held.labels[invalidSince]) {
    used("invalidated");
    throw new TokenRefused(
      `the token in secret ${namespace}/${secret} for service account ${namespace}/${name} has been ` +
        "marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or " +
        `remove the '${invalidSince}' label from the secret to temporarily allow use of this token`,
      { [annotation("invalidated")]: `${secret}/${namespace}` },
    );
  }
  if (!account.secrets.includes(secret)) {
    used("manual");
    return { annotations: { [annotation("manual-secret")]: secret } };
  }
  used("generated");
  return {
    annotations: { [annotation("autogenerated-secret")]: secret },
    warnings: [
      "Use tokens from the TokenRequest API or manually created secret-based tokens instead of " +
      "auto-generated secret-based tokens.",
    ],
  };
}

function isSame(held: KnownSecret, token: string): boolean {
  const [own, shown] = [Buffer.from(held.token, "base64"), Buffer.from(token)];
  return own.length === shown.length && timingSafeEqual(own, shown);
}

/** Writes the day down, once a day: whoever cleans up goes by it. */
async function markUsed(
  place: { namespace: string; name: string; uid: string },
  { labels }: KnownSecret,
  signal: AbortSignal,
  { objects, names, logger, now }: LegacyTokenChecks,
): Promise<void> {
  const label = `${names.domain}/legacy-token-last-used`;
  const [today, tomorrow] = [0, DAY_MS].map((more) =>
    new Date(now() + more).toISOString().slice(0, 10)
  );
  if (today === undefined || labels[label] === today || labels[label] === tomorrow) return;
  try {
    await objects.markUsed(place, label, today, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { namespace, name } = place;
    logger.error("The last use of a token could not be written down", error, { namespace, name });
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
