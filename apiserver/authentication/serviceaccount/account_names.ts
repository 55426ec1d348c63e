/**
 * What service accounts are called as users.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import { checkDns1123Label, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import type { User } from "../../../toolkit/authentication/user.ts";

const PREFIX = "system:serviceaccount:";

/** The user's name of an account. */
export function accountUserName(namespace: string, name: string): string {
  return `${PREFIX}${namespace}:${name}`;
}

/** Which account a user is; undefined for one that is none. */
export function accountOfUserName(
  text: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const [namespace = "", name = "", ...more] = text.slice(PREFIX.length).split(":");
  if (more.length > 0) return undefined;
  if (checkDns1123Label(namespace).length > 0 || checkDns1123Subdomain(name).length > 0) {
    return undefined;
  }
  return { namespace, name };
}

/** The groups that an account of a namespace is in. */
export function accountGroups(namespace: string): string[] {
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** What a token says of an account. */
export interface AccountInfo {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly pod?: { readonly name: string; readonly uid: string } | undefined;
  readonly node?: { readonly name: string; readonly uid?: string } | undefined;
  /** The token's own. */
  readonly tokenId?: string | undefined;
}

/** Where a user who is an account says which node their token is for. */
export function accountNodeKey(names: Names): string {
  return extraKey(names, "node-name");
}

/** The account as a user. */
export function accountUser(account: AccountInfo, names: Names): User {
  const { namespace, name, uid, pod, node, tokenId } = account;
  const key = (what: string) => extraKey(names, what);
  const extra: Record<string, readonly string[]> = {};
  if (pod !== undefined && pod.name !== "" && pod.uid !== "") {
    extra[key("pod-name")] = [pod.name];
    extra[key("pod-uid")] = [pod.uid];
  }
  if (tokenId) extra[key("credential-id")] = [credentialId(tokenId)];
  if (node !== undefined && node.name !== "") {
    extra[accountNodeKey(names)] = [node.name];
    if (node.uid) extra[key("node-uid")] = [node.uid];
  }
  return { name: accountUserName(namespace, name), uid, groups: accountGroups(namespace), extra };
}

function extraKey(names: Names, what: string): string {
  return `authentication.${names.domain}/${what}`;
}

/** A token, as records call it. */
export function credentialId(tokenId: string): string {
  return `JTI=${tokenId}`;
}
