/**
 * Copies each object, and takes the copy away with it. The bug: it waits to be told of the deletion, and does
 * not look for copies of what is gone.
 */
import { deepEqual } from "node:assert/strict";
import { ConfigMap, defineController, defineOperator, Secret, watch } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

function copier(isBuggy: boolean) {
  const originals = defineController({
    for: ConfigMap,
    name: "originals",
    owns: [Secret],
    async reconcile({ metadata: { name } }, ctx) {
      await ctx.apply(Secret, { metadata: { name } }, { owner: "none" });
    },
  });
  const copies = defineController({
    for: Secret,
    name: "copies",
    reads: [ConfigMap],
    watches: [watch(ConfigMap, {
      to: ({ metadata: { name } }) => [name],
      when: ({ type }) => type === "Deleted",
    })],
    async reconcile({ metadata: { name } }, ctx) {
      const wasTold = ctx.causes.some(({ type, kind }) => type === "Deleted" && kind === ConfigMap);
      if (isBuggy && !wasTold) return;
      if (ctx.cache.get(ConfigMap, name) === undefined) await ctx.client.delete(Secret, name);
    },
  });
  return defineOperator({
    name: "copier",
    namespaces: ["default"],
    controllers: [originals, copies],
  });
}

export const buggy = copier(true);
export const healthy = copier(false);

/** There is a copy of each object that there is, and none of any other. */
export async function scenario(env: TestEnv): Promise<void> {
  const { client } = env;
  for (const name of ["kept", "gone"]) await client.create(ConfigMap, { metadata: { name } });
  await env.settle("2m");
  await client.delete(ConfigMap, "gone");
  await env.settle("10m");
  const names = (await client.list(Secret)).items.map(({ metadata }) => metadata.name);
  deepEqual(names, ["kept"]);
}
