/**
 * All authorizers, by the names that `--authorization-mode` has for them.
 *
 * @module
 */

import type { Plugin } from "../plugin.ts";
import type { ApiServerFlagValues } from "../surroundings.ts";
import { alwaysAllow } from "./always_allow.ts";
import { alwaysDeny } from "./always_deny.ts";
import type { Authorizer } from "./authorizer.ts";
import { createNode } from "./node/mod.ts";
import { createRbac } from "./rbac/mod.ts";

/** They are asked in the order in which the flag names them. */
export const AUTHORIZERS: readonly Plugin<Authorizer, ApiServerFlagValues>[] = [
  { name: "AlwaysAllow", onByDefault: true, create: () => alwaysAllow },
  { name: "AlwaysDeny", create: () => alwaysDeny },
  { name: "Node", create: createNode },
  { name: "RBAC", create: createRbac },
];

/** The authorizers of these modes, in this order. Throws on one that there is none for. */
export function authorizersOf(
  modes: readonly string[],
): readonly Plugin<Authorizer, ApiServerFlagValues>[] {
  return modes.map((mode) => {
    const found = AUTHORIZERS.find(({ name }) => name === mode);
    if (found !== undefined) return found;
    const known = AUTHORIZERS.map(({ name }) => name).join(", ");
    throw new Error(
      `--authorization-mode=${modes.join(",")}: ${mode} is not built yet; supported are ${known}`,
    );
  });
}
