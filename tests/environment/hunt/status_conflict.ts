/**
 * Says in a job's status how many parts it has. The bug: it replaces the status of the object that it has
 * seen, and takes a conflict for somebody else's problem.
 */
import { equal } from "node:assert/strict";
import {
  defineController,
  defineOperator,
  defineResource,
  isConflict,
  Type,
} from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

const Job = defineResource({
  group: "hunt.example.com",
  version: "v1",
  kind: "Job",
  spec: Type.Object({ parts: Type.Array(Type.String()) }),
  status: Type.Object({ count: Type.Integer() }),
});

function counter(isBuggy: boolean) {
  return defineOperator({
    name: "counter",
    namespaces: ["default"],
    controllers: [defineController({
      for: Job,
      async reconcile(job, ctx) {
        const { spec: { parts }, status } = job;
        if (!isBuggy) return ctx.status({ count: parts.length });
        const changed = { ...job, status: { ...status, count: parts.length } };
        await ctx.client.replace(Job, changed, { subresource: "status" }).catch((error) => {
          if (!isConflict(error)) throw error;
        });
      },
    })],
  });
}

export const buggy = counter(true);
export const healthy = counter(false);

/** The status counts the parts that there are. */
export async function scenario(env: TestEnv): Promise<void> {
  const { client } = env;
  await client.create(Job, { metadata: { name: "bake" }, spec: { parts: ["dough"] } });
  await env.settle("5m");
  await client.patch(Job, "bake", { spec: { parts: ["dough", "jam", "cream"] } });
  await env.settle("10m");
  equal((await client.get(Job, "bake")).status?.count, 3);
}
