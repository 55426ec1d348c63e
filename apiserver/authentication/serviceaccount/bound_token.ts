/**
 * Tokens that are bound: to an account, and to a pod, a secret or a node. Without these they are no more.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { TokenClaims } from "../token_issuer.ts";
import { accountUser, accountUserName } from "./account_names.ts";
import type { AccountObjects, KnownObject } from "./account_objects.ts";
import type { CheckedClaims } from "./account_tokens.ts";
import {
  checkTimes,
  type Claims,
  LEEWAY_MS,
  objectClaim,
  textClaim,
  timeClaim,
  TokenRefused,
} from "./claims.ts";

/** What a token says, but for who issued it. */
export function boundClaims(token: TokenClaims, names: Names): Record<string, unknown> {
  const { namespace, account, pod, secret, node, audiences, issuedMs, warnAfterSeconds } = token;
  const issued = Math.floor(issuedMs / 1000);
  return {
    aud: audiences,
    exp: issued + token.expirationSeconds,
    iat: issued,
    jti: token.id,
    [names.tokenClaimsKey]: {
      namespace,
      ...(node && { node }),
      ...(pod && { pod }),
      ...(secret && { secret }),
      serviceaccount: account,
      ...(warnAfterSeconds !== undefined && { warnafter: issued + warnAfterSeconds }),
    },
    nbf: issued,
    sub: accountUserName(namespace, account.name),
  };
}

/** What checking takes. */
export interface BoundTokenChecks {
  readonly objects: AccountObjects;
  readonly names: Names;
  now(): number;
  /** Told of tokens that were asked for a shorter time than they last: whether that time is over. */
  warned(isStale: boolean): void;
}

interface Reference {
  readonly name: string;
  readonly uid: string;
}

/**
 * Whose token this is, whose signature and issuer were found good. Throws {@link TokenRefused} where it is
 * not valid now, or what it is bound to is not there any more.
 */
export async function checkBoundToken(
  claims: Claims,
  signal: AbortSignal,
  { objects, names, now, warned }: BoundTokenChecks,
): Promise<CheckedClaims> {
  const nowMs = now();
  checkTimes(claims, nowMs);
  const own = objectClaim(claims, names.tokenClaimsKey) ?? {};
  const namespace = textClaim(own, "namespace");
  const [account, secret, pod, node] = ["serviceaccount", "secret", "pod", "node"].map((name) =>
    referenceIn(own, name)
  );
  const isGone = ({ deletedMs }: KnownObject) =>
    deletedMs !== undefined && deletedMs < nowMs - LEEWAY_MS;
  const { name = "", uid = "" } = account ?? {};
  if (name === "") throw new TokenRefused("resource name may not be empty");
  const found = await objects.account({ namespace, name }, signal);
  if (found === undefined) throw new TokenRefused(`serviceaccounts "${name}" not found`);
  if (found.uid !== uid) {
    throw new TokenRefused(`service account UID (${found.uid}) does not match claim (${uid})`);
  }
  if (isGone(found)) {
    throw new TokenRefused(`service account ${namespace}/${name} has been deleted`);
  }
  const check = (object: KnownObject | undefined, kind: string, reference: Reference) => {
    if (object === undefined) throw invalidated();
    if (object.uid !== reference.uid) {
      throw new TokenRefused(
        `${kind} UID (${object.uid}) does not match service account ${
          REFERENCES[kind]
        } ref claim (${reference.uid})`,
      );
    }
    if (isGone(object)) throw invalidated();
  };
  if (secret !== undefined) {
    check(await objects.secret({ namespace, name: secret.name }, signal), "secret", secret);
  }
  if (pod !== undefined) {
    check(await objects.pod({ namespace, name: pod.name }, signal), "pod", pod);
  }
  // The node of a pod is said, and nothing depends on it.
  if (node !== undefined && pod === undefined) {
    check(await objects.node({ name: node.name }, signal), "node", node);
  }
  const tokenId = textClaim(claims, "jti");
  const expires = timeClaim(claims, "exp");
  return {
    user: accountUser({ namespace, name, uid, pod, node, tokenId }, names),
    expiresMs: expires === undefined ? undefined : expires + LEEWAY_MS,
    annotations: staleness(claims, own, nowMs, names, warned),
  };
}

/** How errors call the claim that names an object. */
const REFERENCES: Readonly<Record<string, string>> = { secret: "secret", pod: "pod", node: "node" };

function referenceIn(own: Claims, name: string): Reference | undefined {
  const reference = objectClaim(own, name);
  if (reference === undefined) return undefined;
  return { name: textClaim(reference, "name"), uid: textClaim(reference, "uid") };
}

function invalidated(): TokenRefused {
  return new TokenRefused("service account token has been invalidated");
}

/** A token that is used past the time that was asked for has a client that does not read it anew. */
function staleness(
  claims: Claims,
  own: Claims,
  nowMs: number,
  names: Names,
  warned: BoundTokenChecks["warned"],
): Record<string, string> {
  const warnAfter = timeClaim(own, "warnafter");
  if (!warnAfter) return {};
  const isStale = nowMs > warnAfter;
  warned(isStale);
  if (!isStale) return {};
  const seconds = Math.floor(nowMs / 1000) - Math.floor(warnAfter / 1000);
  return {
    [`${names.group("authentication")}/stale-token`]: `subject: ${
      textClaim(claims, "sub")
    }, seconds after warning threshold: ${seconds}`,
  };
}
