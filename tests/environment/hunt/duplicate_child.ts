/**
 * Makes one child for each object. The bug: the server names the child, and whether there is one already is
 * looked up in the cache, also after a creation that had no answer.
 */
import { equal } from "node:assert/strict";
import { ConfigMap, defineController, defineOperator, Secret } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

const PARENT = "hunt.example.com/parent";

export const buggy = defineOperator({
  name: "parent",
  namespaces: ["default"],
  controllers: [defineController({
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { name } }, ctx) {
      const labels = { [PARENT]: name };
      if (ctx.cache.list(Secret, { labelSelector: labels }).length > 0) return;
      await ctx.client.create(Secret, { metadata: { generateName: `${name}-`, labels } });
    },
  })],
});

export const healthy = defineOperator({
  name: "parent",
  namespaces: ["default"],
  controllers: [defineController({
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { name } }, ctx) {
      await ctx.apply(Secret, { metadata: { name: `${name}-child` } });
    },
  })],
});

/** There is one child. */
export async function scenario(env: TestEnv): Promise<void> {
  await env.client.create(ConfigMap, { metadata: { name: "only" } });
  await env.settle("10m");
  equal((await env.client.list(Secret)).items.length, 1);
}
