/**
 * Bearer tokens that somebody else knows: a webhook is sent a TokenReview, and says whose the token is.
 *
 * @module
 */

import type { TokenReviewStatus } from "../../../toolkit/api/authentication_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { type Dialect, groupInDialect, NAMES } from "../../../toolkit/names.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import type { ConfiguredWebhook } from "../../webhookclient/configured_webhook.ts";
import { ABSENT, type Identity } from "../../../toolkit/authentication/authenticator.ts";
import type { TokenAuthenticator } from "../../../toolkit/authentication/token_authenticator.ts";
import type { User } from "../../../toolkit/authentication/user.ts";

/** The versions of TokenReview that a webhook may speak. */
export const REVIEW_VERSIONS = ["v1", "v1beta1"] as const;

/** What a webhook is asked with. */
export interface TokenWebhookOptions {
  readonly webhook: ConfiguredWebhook;
  readonly version: (typeof REVIEW_VERSIONS)[number];
  /** The API's own names: whom tokens must be for. Empty: that is not asked. */
  readonly audiences: readonly string[];
  readonly dialect: Dialect;
  readonly logger: Logger;
}

/**
 * Asks the webhook. A token that it does not know is absent, or refused where it says why; one about which it
 * can't be asked is refused: nobody becomes anonymous because the webhook is away.
 */
export function webhookTokens(options: TokenWebhookOptions): TokenAuthenticator {
  const { webhook, version, dialect, logger } = options;
  const apiVersion = formatApiVersion(NAMES[dialect].group("authentication"), version);
  return {
    async authenticateToken(token, { audiences, signal }) {
      const asked = audiences ?? (options.audiences.length > 0 ? options.audiences : undefined);
      const spec = { token, ...(asked && { audiences: [...asked] }) };
      let status: TokenReviewStatus;
      try {
        const review = {
          apiVersion,
          kind: "TokenReview",
          metadata: {},
          spec,
          status: { user: {} },
        };
        status = statusOf(await webhook.ask(review, signal), apiVersion, dialect);
      } catch (error) {
        signal.throwIfAborted();
        logger.error("A token could not be reviewed by the webhook", error);
        return { is: "refused", reason: (error as Error).message };
      }
      return identityOf(status, options.audiences, asked);
    },
  };
}

function identityOf(
  { authenticated, error, user, audiences }: TokenReviewStatus,
  own: readonly string[],
  asked: readonly string[] | undefined,
): Identity {
  // One that says of no audience whom a token is for knows of none, and means this API.
  const named = audiences?.length ? audiences : own;
  const meant = asked?.filter((one) => named.includes(one));
  if (meant?.length === 0) return ABSENT;
  if (!authenticated) return error ? { is: "refused", reason: error } : ABSENT;
  const known: User = {
    name: user?.username ?? "",
    uid: user?.uid ?? "",
    groups: user?.groups ?? [],
    extra: Object.fromEntries(
      Object.entries(user?.extra ?? {}).map(([key, values]) => [key, values ?? []]),
    ),
  };
  return { is: "known", user: known, ...(meant && { audiences: meant }) };
}

/** The status of a review. Throws where the answer is none. */
function statusOf(answer: unknown, expected: string, dialect: Dialect): TokenReviewStatus {
  const fail = (why: string) => new Error(`the webhook's answer is no TokenReview: ${why}`);
  if (!isObject(answer)) throw fail("it is no object");
  const { kind, apiVersion, status } = answer as JsonObject;
  const { group, version } = parseApiVersion(String(apiVersion ?? ""));
  const named = formatApiVersion(groupInDialect(group, dialect), version);
  if (kind !== "TokenReview" || named !== expected) {
    throw fail(`expected kind TokenReview of ${expected}`);
  }
  if (status === undefined || status === null) return {};
  const problem = problemOf(status);
  if (problem !== undefined) throw fail(problem);
  return status as TokenReviewStatus;
}

const isTexts = (value: unknown) =>
  value === undefined || value === null ||
  Array.isArray(value) && value.every((one) => typeof one === "string");
const isText = (value: unknown) =>
  value === undefined || value === null || typeof value === "string";

/** What in a status is of another type than it should be. */
function problemOf(status: unknown): string | undefined {
  if (!isObject(status)) return "status is no object";
  const { authenticated, error, audiences } = status;
  const user = status.user ?? {};
  if (typeof (authenticated ?? false) !== "boolean") {
    return "status.authenticated is not true or false";
  }
  if (!isText(error)) return "status.error is no text";
  if (!isTexts(audiences)) return "status.audiences is no list of texts";
  if (!isObject(user)) return "status.user is no object";
  const { username, uid, groups } = user;
  const extra = user.extra ?? {};
  if (!isText(username)) return "status.user.username is no text";
  if (!isText(uid)) return "status.user.uid is no text";
  if (!isTexts(groups)) return "status.user.groups is no list of texts";
  if (!isObject(extra) || !Object.values(extra).every(isTexts)) {
    return "status.user.extra is no map of lists of texts";
  }
  return undefined;
}
