/**
 * The ways in which somebody may be allowed to act as somebody else: to be a node or an account for certain
 * requests, or to be some user for all.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { checkDns1123Subdomain } from "../../toolkit/validation/mod.ts";
import { accountGroups, accountOfUserName } from "../authentication/serviceaccount/mod.ts";
import {
  ANONYMOUS,
  GROUP_MASTERS,
  GROUP_UNAUTHENTICATED,
  type User,
} from "../../toolkit/authentication/user.ts";
import { withCommonGroup } from "../../toolkit/authentication/common_groups.ts";
import type { Attributes, AuthorizationCall, Authorizer } from "../authorization/authorizer.ts";
import { forbiddenTo } from "../../toolkit/authorization/forbidden.ts";

/** What deciding takes. */
export interface ImpersonationOptions {
  readonly authorizer: Authorizer;
  readonly names: Names;
  /** Whether the verbs that allow it for certain requests count besides `impersonate`. */
  readonly isConstrained: boolean;
}

/** Somebody whom a request is done as. */
export interface Impersonated {
  readonly user: User;
  /** The verb that allowed it where it did so for certain requests only. */
  readonly constraint: string | undefined;
}

/** One way, for the users that it is for. */
interface Mode {
  readonly verb: string;
  /** What precedes a request's own verb, which has to be allowed besides; undefined: nothing has to be. */
  readonly on?: string;
  isFor(wanted: User, requestor: User, names: Names): boolean;
  /** What authorizers are told in place of what is asked. */
  shown?(attributes: Attributes, names: Names): Attributes;
}

const NODE_PREFIX = "system:node:";
const GROUP_NODES = "system:nodes";

const constrained = (name: string, mode: Omit<Mode, "verb" | "on">): Mode => ({
  verb: `impersonate:${name}`,
  on: `impersonate-on:${name}:`,
  ...mode,
});

const CONSTRAINED: readonly Mode[] = [
  constrained("associated-node", {
    isFor: (wanted, requestor, names) => {
      const node = nodeOf(wanted);
      if (node === undefined || accountOfUserName(requestor.name) === undefined) return false;
      const own = requestor.extra[`authentication.${names.domain}/node-name`] ?? [];
      return own.length === 1 && own[0] === node;
    },
    // Allowed for one node means allowed for each that an account's pods run on.
    shown: (attributes, names) => ({
      ...attributes,
      name: attributes.verb === "impersonate:associated-node" ? "*" : attributes.name,
      user: {
        ...attributes.user,
        extra: {
          [`authentication.${names.domain}/associated-node-keys`]: Object.keys(
            attributes.user.extra,
          ).sort(),
        },
      },
    }),
  }),
  constrained("arbitrary-node", { isFor: (wanted) => nodeOf(wanted) !== undefined }),
  constrained("serviceaccount", {
    isFor: (wanted) => isNameAlone(wanted) && accountOfUserName(wanted.name) !== undefined,
  }),
  constrained("user-info", {
    isFor: ({ name }) => nodeName(name) === undefined && accountOfUserName(name) === undefined,
  }),
];

const LEGACY: Mode = { verb: "impersonate", isFor: () => true };

/**
 * Whom a request is done as that asks to be done as `wanted`. Throws the first 403 where no way is allowed.
 */
export async function impersonated(
  wanted: User,
  attributes: Attributes,
  call: AuthorizationCall,
  options: ImpersonationOptions,
): Promise<Impersonated> {
  let first: unknown;
  for (const mode of options.isConstrained ? [...CONSTRAINED, LEGACY] : [LEGACY]) {
    if (!mode.isFor(wanted, attributes.user, options.names)) continue;
    try {
      const user = await allowedIn(mode, wanted, attributes, call, options);
      return { user, constraint: mode.on && mode.verb };
    } catch (error) {
      call.signal.throwIfAborted();
      first ??= error;
    }
  }
  throw first;
}

/** The user, where each part of it is allowed. */
async function allowedIn(
  mode: Mode,
  wanted: User,
  attributes: Attributes,
  call: AuthorizationCall,
  { authorizer, names }: ImpersonationOptions,
): Promise<User> {
  const ask = async (asked: Attributes) => {
    const shown = mode.shown?.(asked, names) ?? asked;
    return { shown, verdict: await authorizer.authorize(shown, call) };
  };
  const isAllowed = async (asked: Attributes) => (await ask(asked)).verdict.decision === "allow";
  const check = async (asked: Attributes) => {
    const { shown, verdict: { decision, reason, evaluationError } } = await ask(asked);
    if (decision === "allow") return;
    const why = [evaluationError ?? "", reason].filter((text) => text !== "").join(": ");
    throw forbiddenTo(shown, why);
  };
  if (mode.on !== undefined) await check({ ...attributes, verb: mode.on + attributes.verb });
  const part = (resource: string, name: string, more: Partial<Attributes> = {}): Attributes => ({
    isResource: true,
    user: attributes.user,
    verb: mode.verb,
    path: attributes.path,
    group: mode.on === undefined ? "" : names.group("authentication"),
    version: "v1",
    resource,
    subresource: "",
    namespace: "",
    name,
    ...more,
  });
  const inGroup = { group: names.group("authentication") };
  const { user, asked } = whoIs(mode, wanted, part);
  await check(asked);
  if (wanted.uid !== "") await check(part("uids", wanted.uid, inGroup));
  if (mode.on !== undefined) refuseUnsafe(wanted, part, inGroup);
  const groups = wanted.groups.map((group) => part("groups", group));
  const extras = Object.entries(wanted.extra).flatMap(([subresource, values]) =>
    values.map((value) => part("userextras", value, { ...inGroup, subresource }))
  );
  const all = [part("groups", "*"), part("userextras", "*", { ...inGroup, subresource: "*" })];
  for (const [index, parts] of [groups, extras].entries()) {
    // Whether all of them are allowed is asked first, where they are many.
    const whole = mode.on !== undefined && parts.length >= MANY ? all[index] : undefined;
    if (whole !== undefined && await isAllowed(whole)) continue;
    for (const one of parts) await check(one);
  }
  return inCommonGroup(user);
}

/** So many parts of one sort are first asked about at once. */
const MANY = 4;

type Part = (resource: string, name: string, more?: Partial<Attributes>) => Attributes;

/** The user with the groups that go with its name, and what has to be allowed for the name. */
function whoIs(mode: Mode, wanted: User, part: Part): { user: User; asked: Attributes } {
  const node = mode.on === undefined ? undefined : nodeName(wanted.name);
  if (node !== undefined) {
    return { user: { ...wanted, groups: [GROUP_NODES] }, asked: part("nodes", node) };
  }
  const account = accountOfUserName(wanted.name);
  if (account === undefined) return { user: wanted, asked: part("users", wanted.name) };
  const { namespace, name } = account;
  const groups = wanted.groups.length > 0 ? wanted.groups : accountGroups(namespace);
  return { user: { ...wanted, groups }, asked: part("serviceaccounts", name, { namespace }) };
}

/** What nobody may be allowed by the newer verbs. */
function refuseUnsafe({ groups, extra }: User, part: Part, inGroup: { group: string }): void {
  if (groups.includes("")) {
    throw forbiddenTo(
      part("groups", ""),
      "impersonating the empty string group is not allowed",
    );
  }
  if (groups.includes(GROUP_MASTERS)) {
    throw forbiddenTo(
      part("groups", GROUP_MASTERS),
      `impersonating the ${GROUP_MASTERS} group is not allowed`,
    );
  }
  for (const [key, values] of Object.entries(extra)) {
    const problem = extraProblem(key, values);
    if (problem !== undefined) throw forbiddenTo(part("userextras", "", inGroup), problem);
  }
}

function extraProblem(key: string, values: readonly string[]): string | undefined {
  if (key === "") return "impersonating the empty string key in extra is not allowed";
  const slash = key.indexOf("/");
  const [domain, path] = [key.slice(0, slash), key.slice(slash + 1)];
  const isPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path);
  if (slash < 0 || checkDns1123Subdomain(domain).length > 0 || !isPath) {
    return `impersonating an invalid key in extra is not allowed: ${
      JSON.stringify(key)
    } must be a domain-prefixed path (such as "acme.io/foo")`;
  }
  if (key !== key.toLowerCase()) {
    return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
  }
  if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  return undefined;
}

/** Everybody is among those who are known, or among those who are not. */
function inCommonGroup(user: User): User {
  const { name, groups } = user;
  if (name === ANONYMOUS.name) {
    return groups.includes(GROUP_UNAUTHENTICATED)
      ? user
      : { ...user, groups: [...groups, GROUP_UNAUTHENTICATED] };
  }
  return withCommonGroup(user);
}

function nodeName(user: string): string | undefined {
  if (!user.startsWith(NODE_PREFIX)) return undefined;
  const name = user.slice(NODE_PREFIX.length);
  return checkDns1123Subdomain(name).length === 0 ? name : undefined;
}

/** The node that somebody is to be who is nothing else besides. */
function nodeOf(wanted: User): string | undefined {
  return isNameAlone(wanted) ? nodeName(wanted.name) : undefined;
}

function isNameAlone({ uid, groups, extra }: User): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}
