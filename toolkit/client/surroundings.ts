/**
 * The environment of the process, for the one function that is called with nothing else to go by.
 *
 * @module
 */

import type { Environment } from "../clientconfig/mod.ts";
import { DIALECTS, NAMES } from "../names.ts";

/** What says where client configs are, and whether this is a pod. */
const NEEDED: readonly string[] = [
  "HOME",
  "USERPROFILE",
  ...DIALECTS.flatMap((dialect) => {
    const names = NAMES[dialect];
    return [
      names.environmentClientConfig,
      names.environmentServiceHost,
      names.environmentServicePort,
    ];
  }),
];

/** What may name a proxy: nobody is asked for it, as few environments do. */
const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/**
 * All variables where all may be read, as credential plugins inherit them; else those that are needed,
 * each of which may be asked for, and what of proxies may be read.
 */
export function surroundings(): Environment {
  if (Deno.permissions.querySync({ name: "env" }).state === "granted") return Deno.env.toObject();
  const allowed = PROXIES.filter((variable) =>
    Deno.permissions.querySync({ name: "env", variable }).state === "granted"
  );
  const found = [...NEEDED, ...allowed].map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(
    found.flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}
