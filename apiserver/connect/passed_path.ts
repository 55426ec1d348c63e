/**
 * Paths of requests that are passed on, and addresses in answers that lead back.
 *
 * @module
 */

import { servicePath } from "../callout/webhook_url.ts";
import type { RequestInfo } from "../http/request_info.ts";

/** What follows the subresource in a path: "" or with a slash before it. */
export function pathAfter({ rest, path }: RequestInfo): string {
  const asked = rest.length === 0 ? "" : `/${rest.join("/")}`;
  return path.endsWith("/") && !asked.endsWith("/") ? `${asked}/` : asked;
}

/**
 * The path that a request is passed on to: the shortest that means the same as `asked`, percent-encoded. It leads
 * to nothing above the root; "" of "".
 */
export function pathToPass(asked: string): string {
  return asked === "" ? "" : cleaned(asked);
}

function cleaned(path: string): string {
  const short = servicePath(path);
  return path.endsWith("/") && !short.endsWith("/") ? `${short}/` : short;
}

/** What the paths of a place begin with here, percent-encoded: `/api/v1/namespaces/default/pods/x/proxy`. */
export function prefixOf({ prefix, version, namespace, resource, name }: RequestInfo): string {
  const scope = namespace === "" ? "" : `/namespaces/${namespace}`;
  return servicePath(`/${prefix}/${version}${scope}/${resource}/${name}/proxy`);
}

/** Where an answer comes from. */
export interface AnsweredAt {
  /** See {@link prefixOf}. */
  readonly prefix: string;
  /** Host and port of who answers, and as which the client called this server. */
  readonly hosts: readonly [theirs: string, ours: string];
}

/** Scheme and host, path, and the rest of an address. */
const ADDRESS = /^(?:([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*))?([^?#]*)(.*)$/is;

/**
 * An address in an answer as it leads back to who answered, by way of this server. One of somebody else stays
 * what it is, and so does one that begins where the client is.
 */
export function leadingBack(address: string, { prefix, hosts }: AnsweredAt): string {
  const [, , host = "", path = "", rest = ""] = ADDRESS.exec(address) ?? [];
  const [theirs, ours] = hosts;
  const isOfOthers = host !== "" && host !== theirs && host !== ours;
  // A scheme without a host is of no web address.
  if (isOfOthers || !path.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(path)) return address;
  if (path === prefix || path.startsWith(`${prefix}/`)) {
    return host === ours ? address : `${path}${rest}`;
  }
  const origin = host === ours && host !== "" ? address.slice(0, address.indexOf(path)) : "";
  return `${origin}${prefix}${path}${rest}`;
}
