/** Writes the price of the day on each order. The bug: it takes the price from its cache. */
import { equal } from "node:assert/strict";
import { ConfigMap, defineController, defineOperator, Secret } from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";

function pricer(isBuggy: boolean) {
  return defineOperator({
    name: "pricer",
    namespaces: ["default"],
    controllers: [defineController({
      for: ConfigMap,
      owns: [Secret],
      async reconcile({ metadata: { name } }, ctx) {
        // An order keeps its price.
        if (ctx.cache.get(Secret, name) !== undefined) return;
        const prices = isBuggy
          ? ctx.cache.get(Secret, "prices")
          : await ctx.client.get(Secret, "prices");
        await ctx.apply(Secret, { metadata: { name }, data: { price: prices!.data!.tea! } });
      },
    })],
  });
}

export const buggy = pricer(true);
export const healthy = pricer(false);

/** An order that comes after the price has risen has the new price. */
export async function scenario(env: TestEnv): Promise<void> {
  const { client } = env;
  await client.create(Secret, { metadata: { name: "prices" }, stringData: { tea: "1" } });
  await env.settle("2m");
  await client.patch(Secret, "prices", { stringData: { tea: "2" } });
  await env.settle("1s");
  await client.create(ConfigMap, { metadata: { name: "order" } });
  await env.settle("10m");
  equal(atob((await client.get(Secret, "order")).data!.price!), "2");
}
