/**
 * Keeps a password for each object, which nobody owns, and takes it away before the object goes. The bug: what
 * keeps it from doing so is overlooked, and its finalizer comes off all the same.
 */
import { deepEqual } from "node:assert/strict";
import { ConfigMap, defineController, defineOperator, Secret } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

function keeper(isBuggy: boolean) {
  return defineOperator({
    name: "keeper",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name } }, ctx) {
        await ctx.apply(Secret, { metadata: { name } }, { owner: "none" });
      },
      async finalize({ metadata: { name } }, ctx) {
        const gone = ctx.client.delete(Secret, name, { ignoreNotFound: true });
        await (isBuggy ? gone.catch(() => {}) : gone);
      },
    })],
  });
}

export const buggy = keeper(true);
export const healthy = keeper(false);

/** No password is left of an object that is gone. */
export async function scenario(env: TestEnv): Promise<void> {
  await env.client.create(ConfigMap, { metadata: { name: "user" } });
  await env.settle("5m");
  await env.client.delete(ConfigMap, "user");
  await env.settle("10m");
  const left = [await env.client.find(ConfigMap, "user"), await env.client.find(Secret, "user")];
  deepEqual(left, [undefined, undefined]);
}
