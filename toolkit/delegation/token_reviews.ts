/**
 * Bearer tokens that the API server knows.
 *
 * @module
 */

import type { TokenReview } from "../api/authentication_v1.ts";
import { ABSENT, type Identity } from "../authentication/authenticator.ts";
import type { TokenAuthenticator } from "../authentication/token_authenticator.ts";
import type { Client } from "../client/client.ts";
import { TokenReview as TokenReviewKind } from "../kinds/built_in.ts";
import type { Logger } from "../logger.ts";

/** How long the API server may take over a token. */
const REVIEW_TIMEOUT = "10s";

/**
 * Asks the API server whose a token is. One that it does not know is absent; one about which it can't be asked is
 * refused: nobody becomes anonymous because the API server is away.
 */
export function reviewedTokens(client: Client, logger: Logger): TokenAuthenticator {
  return {
    async authenticateToken(token, { audiences, signal }) {
      const spec = { token, ...(audiences && { audiences: [...audiences] }) };
      try {
        const review = await client.create(TokenReviewKind, { spec } as never, {
          signal,
          timeout: REVIEW_TIMEOUT,
        });
        return identityOf(review as TokenReview, audiences);
      } catch (error) {
        signal.throwIfAborted();
        logger.error("A token could not be reviewed by the API server", error);
        return { is: "refused", reason: "the API server could not be asked about the token" };
      }
    },
  };
}

function identityOf(
  { status = {} }: TokenReview,
  asked: readonly string[] | undefined,
): Identity {
  const { authenticated, error, user, audiences = [] } = status;
  if (authenticated !== true) return error ? { is: "refused", reason: error } : ABSENT;
  const meant = asked?.filter((one) => audiences.includes(one));
  // A server that knows of no audiences can't have looked whom the token is for.
  if (meant?.length === 0) return ABSENT;
  if (typeof user?.username !== "string" || user.username === "") {
    return { is: "refused", reason: "the API server knows the token, and names no user" };
  }
  const { username: name, uid = "", groups = [], extra = {} } = user;
  return { is: "known", user: { name, uid, groups, extra }, ...(meant && { audiences: meant }) };
}
