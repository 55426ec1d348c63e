/**
 * Finds out who asks.
 *
 * @module
 */

import { unauthorized } from "../../toolkit/errors/mod.ts";
import type { Authenticator } from "../authentication/authenticator.ts";
import { ANONYMOUS, GROUP_AUTHENTICATED, type User } from "../authentication/user.ts";
import type { Filter } from "./filter.ts";

/** Refuses wrong credentials. Without any a client is anonymous, where that is allowed. */
export function authenticate(authenticator: Authenticator, allowAnonymous: boolean): Filter {
  return async (context, next) => {
    const asked = authenticator.authenticate(context.request);
    const identity = asked instanceof Promise ? await asked : asked;
    if (identity.is === "refused" || (identity.is === "absent" && !allowAnonymous)) {
      if (identity.is === "refused") {
        context.annotations["authentication"] = identity.reason;
      }
      throw unauthorized("Unauthorized");
    }
    context.authenticated(identity.is === "absent" ? ANONYMOUS : authenticated(identity.user));
    return next();
  };
}

const known = new WeakMap<User, User>();

/** The user, in the group of all who proved who they are. */
function authenticated(user: User): User {
  if (user.groups.includes(GROUP_AUTHENTICATED)) return user;
  let grouped = known.get(user);
  if (grouped === undefined) {
    grouped = { ...user, groups: [...user.groups, GROUP_AUTHENTICATED] };
    known.set(user, grouped);
  }
  return grouped;
}
