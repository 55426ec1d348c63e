/**
 * Lets who asks act as somebody else, where that is allowed.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import type { Headers } from "../../toolkit/serving/mod.ts";
import { extraKey, utf8, valuesOf } from "../../toolkit/authentication/request_header.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { selectorsOfQuery } from "../authorization/selectors.ts";
import { REFUSAL_HEADERS } from "../http/refusal_headers.ts";
import type { Filter } from "./filter.ts";
import { impersonated, type ImpersonationOptions } from "./impersonation_modes.ts";

const PREFIX = "impersonate-";
const USER = "impersonate-user";
const UID = "impersonate-uid";
const GROUP = "impersonate-group";
const EXTRA = "impersonate-extra-";

/**
 * Acts as the user that `Impersonate-` headers name. Throws a 403 where any part of that user is not allowed to
 * who asks, and a 400 where there is no user among the parts. The headers go no further.
 */
export function impersonate(options: ImpersonationOptions): Filter {
  return async (context, next) => {
    const { info, user, request } = context;
    const wanted = wantedUser(request.headers);
    if (wanted === undefined) return next();
    const selectors = info.isResource ? selectorsOfQuery(info.verb, request.query) : undefined;
    try {
      const found = await impersonated(wanted, { ...info, user, selectors }, context, options);
      context.actAs(found.user, found.constraint);
    } catch (error) {
      context.addHeaders(REFUSAL_HEADERS);
      throw error;
    }
    return next();
  };
}

/** Whom the headers name, which are taken out of the request; undefined: nobody. */
function wantedUser(headers: Headers): User | undefined {
  const names = Object.keys(headers).filter((name) => name.startsWith(PREFIX));
  if (names.length === 0) return undefined;
  const [name = ""] = valuesOf(headers, USER);
  const [uid = ""] = valuesOf(headers, UID);
  const groups = valuesOf(headers, GROUP).map(utf8);
  const extra: Record<string, string[]> = Object.create(null);
  for (const header of names) {
    if (!header.startsWith(EXTRA)) continue;
    const key = extraKey(header.slice(EXTRA.length));
    (extra[key] ??= []).push(...valuesOf(headers, header).map(utf8));
  }
  if (name === "") {
    const parts = [
      ...(uid === "" ? [] : ["a uid"]),
      ...(groups.length === 0 ? [] : ["groups"]),
      ...(Object.keys(extra).length === 0 ? [] : ["extra attributes"]),
    ];
    if (parts.length === 0) return undefined;
    throw badRequest(
      `requested ${parts.join(", ")} without impersonating a user name: send Impersonate-User too`,
    );
  }
  const own = headers as Record<string, Headers[string]>;
  for (const header of names) delete own[header];
  return { name: utf8(name), uid: utf8(uid), groups, extra };
}
