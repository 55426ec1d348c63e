/**
 * Makes a child, and counts in the status how often that has failed. The bug: a failure that was counted is
 * never over, and each count is a reason to look again.
 */
import { ok } from "node:assert/strict";
import { defineController, defineOperator, defineResource, Secret, Type } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

const Task = defineResource({
  group: "hunt.example.com",
  version: "v1",
  kind: "Task",
  spec: Type.Object({ text: Type.String() }),
  status: Type.Object({ failures: Type.Integer() }),
});

function worker(isBuggy: boolean) {
  return defineOperator({
    name: "worker",
    namespaces: ["default"],
    controllers: [defineController({
      for: Task,
      owns: [Secret],
      when: () => true,
      async reconcile({ metadata: { name }, spec: { text }, status }, ctx) {
        const { failures = 0 } = status ?? {};
        let failure: unknown;
        await ctx.apply(Secret, { metadata: { name }, stringData: { text } }).catch((error) => {
          failure = error;
        });
        if (failure === undefined && (failures === 0 || !isBuggy)) {
          return ctx.status({ failures: 0 });
        }
        ctx.status({ failures: failures + 1 });
        await ctx.flush();
        if (!isBuggy) throw failure;
      },
    })],
  });
}

export const buggy = worker(true);
export const healthy = worker(false);

/** The child is there. */
export async function scenario(env: TestEnv): Promise<void> {
  await env.client.create(Task, { metadata: { name: "write" }, spec: { text: "hello" } });
  await env.settle("10m");
  ok(await env.client.find(Secret, "write") !== undefined, "the secret is missing");
}
