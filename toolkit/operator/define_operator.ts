/**
 * Making operators.
 *
 * @module
 */

import type { ErasedController } from "../controller/mod.ts";
import type { ErasedWebhook } from "../webhook/mod.ts";
import { manifestsOf } from "./manifests.ts";
import {
  checkOperator,
  type DefinedOperator,
  type Operator,
  type OperatorOptions,
} from "./operator.ts";

/**
 * An operator: a value without side effects, to be run, tested and asked for its manifests. What runs it
 * is loaded when it is run. Throws a TypeError for what can't work.
 *
 * ```ts ignore
 * export const operator = defineOperator({ name: "website-operator", controllers: [websites] });
 * if (import.meta.main) await operator.main();
 * ```
 */
export function defineOperator(options: OperatorOptions): Operator {
  checkOperator(options);
  const operator: DefinedOperator = {
    name: options.name,
    options,
    controllers: options.controllers as readonly ErasedController[],
    webhooks: (options.webhooks ?? []) as readonly ErasedWebhook[],
    async run(run = {}) {
      const { runOperator } = await import("./running_operator.ts");
      return await runOperator(operator, run);
    },
    async main(args) {
      const { operatorMain } = await import("./main.ts");
      const code = await operatorMain(operator, args);
      if (code !== 0) Deno.exit(code);
    },
    manifests: (manifests) => manifestsOf(operator, manifests),
    async release(client) {
      const { releaseAll } = await import("./release.ts");
      await releaseAll(operator, client);
    },
  };
  return operator;
}
