/**
 * The refusal of what somebody may not do.
 *
 * @module
 */

import { forbidden, type StatusError } from "../../toolkit/errors/mod.ts";
import type { Attributes } from "../authorization/authorizer.ts";

/** A 403 that says who may not do what, and why. */
export function forbiddenTo(attributes: Attributes, reason: string): StatusError {
  const { user, verb, isResource, path, group, resource, subresource, namespace, name } =
    attributes;
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  const why = reason === "" ? "" : `: ${reason}`;
  if (!isResource) {
    return forbidden(undefined, "", `${plain(`${who} path ${JSON.stringify(path)}`)}${why}`);
  }
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === ""
    ? "at the cluster scope"
    : `in the namespace ${JSON.stringify(namespace)}`;
  const text = `${who} resource ${JSON.stringify(what)} in API group ${
    JSON.stringify(group)
  } ${where}`;
  return forbidden({ group, resource }, name, `${plain(text)}${why}`);
}

/** Nothing that a browser takes for markup. */
function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
