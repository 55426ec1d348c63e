/**
 * Decisions about tokens of service accounts: whose they are, and what is said of them besides.
 *
 * @module
 */

import { serviceAccountTokens } from "../../apiserver/authentication/serviceaccount/mod.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import { firstToKnowToken } from "../../toolkit/authentication/token_authenticator.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { notFound } from "../../toolkit/errors/mod.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { publicKeysOfPem } from "../../toolkit/tokens/keys.ts";
import { decoded } from "./decoded.ts";
import { type Decision, madeBy } from "./decision.ts";
import { isAt, type Place } from "./place.ts";
import type { Part } from "./random_nodes.ts";
import { RandomTokens, type ShownToken, type TokenWorld } from "./random_tokens.ts";

export const ACCOUNT_DECISIONS: readonly Decision[] = [
  {
    kind: "account",
    questions: madeBy(RandomTokens, (of) => of.question()),
    decide: accountOfToken,
    comparable: comparableAccount,
    known({ asked }, ours, theirs) {
      const [{ user, refused }, other] = [JSON.parse(ours), JSON.parse(theirs)];
      const { token } = asked as ShownToken;
      if (/\s/.test(token)) return "a token with blanks is none";
      if (/"(crit|b64)"/.test(atob(token.split(".")[0]!.replace(/-/g, "+").replace(/_/g, "/")))) {
        return "a token that wants to be read in another way is refused, whichever it is";
      }
      if (user !== undefined || other.user !== undefined) return undefined;
      if (refused === undefined || other.refused === undefined) {
        return "it is nobody's, and none that is to be refused for one of both";
      }
      return UNREADABLE.test(other.refused)
        ? "it is nobody's, and what can't be read is told at another place"
        : undefined;
    },
  },
];

/** Whose a token is, and what is said of it besides. */
async function accountOfToken(given: TokenWorld, asked: ShownToken): Promise<string> {
  const { issuers, audiences, lookup, key } = given;
  let marked = 0;
  const context = contextOf(given, asked.nowMs, () => marked++);
  const keys = await publicKeysOfPem(key);
  const settings = { issuers, audiences, keys, lookup, tokenIssuer: undefined };
  const all = firstToKnowToken(serviceAccountTokens(context, settings));
  const identity = await all.authenticateToken(asked.token, {
    audiences: asked.audiences,
    signal: new AbortController().signal,
  });
  const { annotations, warnings } = identity;
  return JSON.stringify({
    ...(identity.is === "known" && {
      user: userOf(identity.user),
      audiences: identity.audiences,
    }),
    ...(identity.is === "refused" && { refused: identity.reason }),
    annotations,
    warnings,
    marked,
  });
}

function userOf({ name, uid, groups, extra }: User): unknown[] {
  return [name, uid, groups, extra];
}

/** `mark` is called when the use of a secret is written down. */
function contextOf(
  { accounts, secrets, pods, nodes }: TokenWorld,
  nowMs: number,
  mark: () => void,
): ServerContext {
  const there: Readonly<Record<string, readonly Part[]>> = {
    ServiceAccount: accounts,
    Secret: secrets,
    Pod: pods,
    Node: nodes,
  };
  return {
    dialect: "kubernetes",
    clock: new FakeClock(nowMs),
    logger: silentLogger,
    metrics: new Registry(),
    lister: (kind: AnyKind) => ({
      derive: (make: (object: unknown) => unknown) => ({
        get(place: Place) {
          const found = there[kind.kind]?.find(({ metadata }) => isAt(metadata as Place, place));
          return found && make(decoded(kind, found));
        },
      }),
    }),
    client: {
      get: () => Promise.reject(notFound({ group: "", resource: "" }, "")),
      patch() {
        mark();
        return Promise.resolve();
      },
    },
  } as unknown as ServerContext;
}

/** What is said of claims that can't be read. */
const UNREADABLE =
  /json: .*|go-jose\/go-jose\/jwt: expected .*|token issuer "" is invalid|the token's claim.*/;

/** Nothing has an order but warnings, and nothing is as good as nobody. */
function comparableAccount(said: string): string {
  const { user, audiences, annotations, warnings, refused, marked } = JSON.parse(said);
  const [name, uid, groups, extra] = user ?? [];
  return JSON.stringify({
    refused: refused?.replace(UNREADABLE, "unreadable"),
    marked,
    user: user && [name, uid, groups, sorted(extra)],
    audiences: audiences ?? [],
    annotations: sorted(annotations),
    warnings: warnings ?? [],
  });
}

function sorted(object: object | undefined): unknown {
  return Object.entries(object ?? {}).sort();
}
