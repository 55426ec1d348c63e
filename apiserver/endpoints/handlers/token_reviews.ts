/**
 * Questions about who somebody is: oneself, or the bearer of a token.
 *
 * @module
 */

import type { TokenReview } from "../../../toolkit/api/authentication_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest } from "../../../toolkit/errors/mod.ts";
import { withCommonGroup } from "../../../toolkit/authentication/common_groups.ts";
import { type Asked, reviews, userInfo } from "./review.ts";

/** Who asks, as the server sees it. */
export const selfSubjectReviews = reviews({
  isDated: true,
  answer: (_, { context }) => ({ userInfo: userInfo(context.user) }),
});

async function bearerOf(review: TokenReview, asked: Asked): Promise<JsonObject> {
  const { token, audiences } = review.spec;
  if (!token) throw badRequest("token is required for TokenReview in authentication");
  const { context: { request }, endpoint: { authenticator } } = asked;
  // As if its bearer had sent it, and nothing but it.
  const { certificates: _, ...peer } = request.peer;
  const identity = await authenticator.authenticate({
    headers: { authorization: `Bearer ${token}` },
    peer,
    signal: request.signal,
    ...(audiences?.length && { audiences }),
  });
  if (identity.is === "refused") return { authenticated: false, error: identity.reason };
  if (identity.is === "absent") return { authenticated: false };
  // Credentials that name no audience are for none of those that were asked for.
  if (audiences?.length && !identity.audiences?.length) return { authenticated: false };
  return {
    authenticated: true,
    user: userInfo(withCommonGroup(identity.user)),
    ...(identity.audiences?.length && { audiences: [...identity.audiences] }),
  };
}

/** Who bears a token. */
export const tokenReviews = reviews<TokenReview>({ answer: bearerOf });
