/**
 * The refusal of what somebody may not do.
 *
 * @module
 */

import { forbidden, type StatusError } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { Attributes } from "../authorization/authorizer.ts";

/** A 403 that says who may not do what, and why. */
export function forbiddenTo(attributes: Attributes, reason: string): StatusError {
  const { user, verb, isResource, path, group, resource, subresource, namespace, name } =
    attributes;
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
