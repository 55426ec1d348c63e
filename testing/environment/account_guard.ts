/**
 * Controllers of an environment do no more than their accounts may in a cluster.
 *
 * @module
 */

import { containsOrAll } from "../../apiserver/authorization/rbac/rule.ts";
import { bootstrapPolicy } from "../../apiserver/authorization/rbac/policy/mod.ts";
import { CONTROLLERS } from "../../controllers/controllers.ts";
import type { PolicyRule } from "../../toolkit/api/rbac_v1.ts";
import { type Asked, askedOf } from "../../toolkit/client/asked.ts";
import type { Client } from "../../toolkit/client/client.ts";
import type { RequestSender } from "../../toolkit/client/sender.ts";
import { ServerClient } from "../../toolkit/client/server_client.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";

/** The account of a controller, by any of its names; undefined: it has none, or is none of a process. */
export function accountOf(controller: string): string | undefined {
  return CONTROLLERS.find(({ name, aliases = [] }) =>
    name === controller || name === `${controller}-controller` || aliases.includes(controller)
  )?.account;
}

/**
 * A client over the same connections that rejects what the roles of an account do not allow, and tells of it:
 * the same request would be refused in a cluster.
 */
export function guardedClient(
  client: Client,
  account: string,
  refused: (error: Error) => void,
): Client {
  if (!(client instanceof ServerClient)) throw new TypeError("the client is none of a server");
  const rules = rulesOf(account, NAMES[client.dialect]);
  const { sender } = client.options;
  const check = (request: Parameters<typeof askedOf>[0]) => {
    const asked = askedOf(request);
    if (asked === undefined || rules.some((rule) => allows(rule, asked))) return;
    const { verb, group, resource, subresource, namespace } = asked;
    const what = [group, resource, subresource].filter((part) => part !== "").join("/");
    const where = namespace === "" ? "" : ` in ${namespace}`;
    const error = new Error(`the roles of ${account} do not allow it to ${verb} ${what}${where}`);
    refused(error);
    throw error;
  };
  const guarded: RequestSender = {
    async send(request) {
      check(request);
      return await sender.send(request);
    },
    webSocket: (request) => sender.webSocket(request),
  };
  return client.derived({ sender: guarded });
}

/** A rule, and the namespace in which it holds; undefined: in all. */
interface Granted {
  readonly rule: PolicyRule;
  readonly namespace?: string;
}

function rulesOf(account: string, names: Names): Granted[] {
  const policy = bootstrapPolicy(names);
  const isIts = ({ subjects = [] }: (typeof policy.roleBindings)[number]) =>
    subjects.some(({ kind, name }) => kind === "ServiceAccount" && name === account);
  const cluster = policy.clusterRoles.find(({ metadata }) =>
    metadata.name === `system:controller:${account}`
  );
  const bound = policy.roleBindings.filter(isIts).map(({ metadata, roleRef }) =>
    policy.roles.find((role) =>
      role.metadata.name === roleRef.name && role.metadata.namespace === metadata.namespace
    )!
  );
  if (cluster === undefined && bound.length === 0) {
    throw new Error(`the bootstrap policy has no role for the account ${account}`);
  }
  return [
    ...(cluster?.rules ?? []).map((rule) => ({ rule })),
    ...bound.flatMap(({ metadata: { namespace = "" }, rules }) =>
      (rules ?? []).map((rule) => ({ rule, namespace }))
    ),
  ];
}

function allows({ rule, namespace }: Granted, asked: Asked): boolean {
  const { verb, group, resource, subresource, name } = asked;
  const spelled = subresource === ""
    ? [resource]
    : [`${resource}/${subresource}`, `*/${subresource}`];
  return (namespace === undefined || namespace === asked.namespace) &&
    containsOrAll(rule.verbs)(verb === "apply" ? "patch" : verb) &&
    containsOrAll(rule.apiGroups)(group) &&
    spelled.some(containsOrAll(rule.resources)) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(name));
}
