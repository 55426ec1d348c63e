/**
 * All authorizers, by the names that `--authorization-mode` and the file of `--authorization-config` have for
 * them.
 *
 * @module
 */

import type { Plugin } from "../plugin.ts";
import type { ServerContext } from "../server_context.ts";
import type { ApiServerFlagValues } from "../surroundings.ts";
import { alwaysAllow } from "./always_allow.ts";
import { alwaysDeny } from "./always_deny.ts";
import { createAbac } from "./abac/mod.ts";
import { type Authorizer, firstOpinion } from "./authorizer.ts";
import { configuredAuthorizer } from "./configuration/mod.ts";
import { countDecisions } from "./decisions.ts";
import { mastersFirst } from "./masters.ts";
import { createNode } from "./node/mod.ts";
import { createRbac } from "./rbac/mod.ts";
import { createWebhook, DEFAULT_WEBHOOK } from "./webhook/mod.ts";

/** They are asked in the order in which the flag names them. */
export const AUTHORIZERS: readonly Plugin<Authorizer, ApiServerFlagValues>[] = [
  { name: "AlwaysAllow", onByDefault: true, create: () => alwaysAllow },
  { name: "AlwaysDeny", create: () => alwaysDeny },
  { name: "ABAC", create: createAbac },
  { name: "Node", create: createNode },
  { name: "RBAC", create: createRbac },
  { name: "Webhook", create: createWebhook },
];

/**
 * All authorizers as one: those of the file where one is named, else those of the modes, in this order, and
 * whom nobody refuses before them. Rejects where one can't be made, naming its flag or file.
 */
export async function authorizerOf(
  context: ServerContext,
  flags: ApiServerFlagValues,
): Promise<Authorizer> {
  if (flags["authorization-config"] !== "") {
    return await configuredAuthorizer({ context, flags, plugins: AUTHORIZERS });
  }
  const authorizers: Authorizer[] = [mastersFirst];
  for (const type of flags["authorization-mode"]) {
    const made = await AUTHORIZERS.find(({ name }) => name === type)?.create(context, flags);
    if (made === undefined) throw new Error(`--authorization-mode: there is no authorizer ${type}`);
    const name = type === "Webhook" ? DEFAULT_WEBHOOK : type.toLowerCase();
    authorizers.push(countDecisions(made, { type, name }, context.metrics));
  }
  return firstOpinion(authorizers);
}
