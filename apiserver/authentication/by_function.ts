/**
 * Who a client is by what a program's own function says.
 *
 * @module
 */

import type { authenticationV1 } from "../../toolkit/api/authentication_v1.ts";
import type { Logger } from "../../toolkit/logger.ts";
import {
  ABSENT,
  type Authenticator,
  type Credentials,
  type Identity,
} from "../../toolkit/authentication/authenticator.ts";
import { userOfInfo } from "./user_info.ts";

/** Says in whose name a request is, which it gets without its body; undefined: nobody's. */
export type FindUser = (
  request: Request,
) => authenticationV1.UserInfo | undefined | Promise<authenticationV1.UserInfo | undefined>;

const REFUSED: Identity = { is: "refused", reason: "the credentials are not known" };

/**
 * Asks `findUser`. A request in whose name it knows nobody is anonymous, unless it came with an
 * `Authorization` header: that was wrong then, as is everything that the function fails at.
 */
export function byFunction(findUser: FindUser, logger: Logger): Authenticator {
  return {
    async authenticate(credentials) {
      const { signal } = credentials;
      try {
        const user = await findUser(requestOf(credentials));
        if (user !== undefined) return { is: "known", user: userOfInfo(user) };
      } catch (error) {
        signal.throwIfAborted();
        logger.error("A client could not be authenticated", error);
        return REFUSED;
      }
      return credentials.headers.authorization === undefined ? ABSENT : REFUSED;
    },
  };
}

/** Credentials that come in a review are those of a request to the root. */
function requestOf({ headers, signal, method = "GET", path = "/", query = "" }: Credentials) {
  const url = new URL("http://server.invalid");
  url.pathname = path;
  url.search = query;
  const sent = Object.entries(headers).flatMap(([name, values]) =>
    values === undefined ? [] : [values].flat().map((value): [string, string] => [name, value])
  );
  return new Request(url, { method, headers: sent, signal });
}
