/**
 * The refusal of what somebody may not do.
 *
 * @module
 */

import { forbidden, type StatusError } from "../errors/mod.ts";
import { quoteText } from "../values/mod.ts";

/** What was asked for. */
export interface RefusedAction {
  readonly user: { readonly name: string };
  readonly verb: string;
  /** Whether it is about resources; else about a path. */
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** A 403 that says who may not do what, and why. */
export function forbiddenTo(action: RefusedAction, reason: string): StatusError {
  const { user, verb, isResource, path, group, resource, subresource, namespace, name } = action;
  const who = `User ${quoteText(user.name)} cannot ${verb}`;
  const why = reason === "" ? "" : `: ${reason}`;
  if (!isResource) {
    return forbidden(undefined, "", `${plain(`${who} path ${quoteText(path)}`)}${why}`);
  }
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === ""
    ? "at the cluster scope"
    : `in the namespace ${quoteText(namespace)}`;
  const text = `${who} resource ${quoteText(what)} in API group ${quoteText(group)} ${where}`;
  return forbidden({ group, resource }, name, `${plain(text)}${why}`);
}

/** Nothing that a browser takes for markup. */
function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
