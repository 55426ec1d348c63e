/**
 * Who a request of this process is from: its caller says so, by the object at the other end.
 *
 * @module
 */

import type { Peer } from "../../toolkit/serving/mod.ts";
import type { Authenticator } from "../../toolkit/authentication/authenticator.ts";
import type { User } from "../../toolkit/authentication/user.ts";

/**
 * The other end of requests that this process sends. Nothing that comes over a network is one, whatever
 * it says: no header stands for it.
 */
export class InProcessPeer implements Peer {
  readonly address = "127.0.0.1";
  readonly port = 0;
  /** In whose name; undefined: whoever the request itself proves to be from. */
  readonly user: User | undefined;

  constructor(user?: User) {
    this.user = user;
  }
}

/** Believes this process who it is, and asks `others` about everybody else. */
export function inProcessOr(others: Authenticator): Authenticator {
  return {
    authenticate(credentials) {
      const { peer } = credentials;
      return peer instanceof InProcessPeer && peer.user !== undefined
        ? { is: "known", user: peer.user }
        : others.authenticate(credentials);
    },
  };
}
