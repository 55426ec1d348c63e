/**
 * The end of preview environments: namespaces with the label `preview` go when their time is over,
 * a day or what the annotation `preview.example.com/ttl` says. An hour before, an event says so.
 *
 * kubectl label namespace pr-17 preview=yes
 *
 * @module
 */

import { defineController, defineOperator, Namespace, parseDurationMs, Terminal } from "../mod.ts";

const TTL = "preview.example.com/ttl";
const DEFAULT_TTL = "24h";
const WARNING_MS = 60 * 60_000;

export const operator = defineOperator({
  name: "preview-reaper",
  // No other namespace is even looked at.
  informers: [[Namespace, { labelSelector: { preview: "yes" } }]],
  grants: [{ kind: Namespace, verbs: ["delete"] }],
  controllers: [defineController({
    for: Namespace,
    async reconcile({ metadata }, ctx) {
      const { name, uid, annotations = {}, creationTimestamp, deletionTimestamp } = metadata;
      if (deletionTimestamp !== undefined) return;
      const ttl = annotations[TTL] ?? DEFAULT_TTL;
      const left = Date.parse(creationTimestamp) + msOf(ttl) - ctx.now();
      if (left <= 0) {
        // Of the same name there may be another one by now.
        await ctx.client.delete(Namespace, name, { uid, ignoreNotFound: true });
        return;
      }
      if (left <= WARNING_MS) {
        ctx.event("Expiring", `it goes in ${Math.ceil(left / 60_000)} minutes; ${TTL} is ${ttl}`, {
          type: "Warning",
        });
      }
      return { requeueAfter: left > WARNING_MS ? left - WARNING_MS : left };
    },
  })],
});

function msOf(ttl: string): number {
  try {
    return parseDurationMs(ttl);
  } catch (error) {
    throw new Terminal(`the annotation ${TTL} is ${ttl}: write a span of time such as 36h`, {
      reason: "BadTtl",
      cause: error,
    });
  }
}

if (import.meta.main) await operator.main();
