import {
  defineController,
  defineOperator,
  defineVersionedResource,
  defineWebhook,
  Terminal,
  Type,
} from "../../../mod.ts";

const API = "https://buckets.example.com/v1";
export const Bucket = defineVersionedResource({
  group: "storage.example.com",
  kind: "Bucket",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        region: Type.Enum(["eu", "us"]),
        sizeGiB: Type.Integer({ minimum: 1 }),
        retain: Type.Boolean({ default: false }),
      }),
      status: Type.Object({ endpoint: Type.String() }),
    },
    v1beta1: {
      spec: Type.Object({ region: Type.String(), size: Type.String() }),
      deprecated: "use storage.example.com/v1",
    },
  },
}).convert({
  v1beta1: { // retain, which down() drops, survives in an annotation
    up: ({ spec }) => ({
      spec: { region: spec.region === "us" ? "us" : "eu", sizeGiB: parseInt(spec.size) },
    }),
    down: ({ spec }) => ({ spec: { region: spec.region, size: `${spec.sizeGiB}Gi` } }),
  },
});
export const operator = defineOperator({
  name: "bucket-operator",
  controllers: [defineController({
    for: Bucket,
    async reconcile(bucket, ctx) {
      // The uid is a key that a repeated call repeats: a lost answer makes no second bucket.
      const answer = await ctx.fetch(`${API}/${bucket.metadata.uid}`, {
        method: "PUT",
        body: JSON.stringify(bucket.spec),
        signal: ctx.signal,
      });
      const { state, endpoint, message } = await answer.json();
      if (answer.status === 422) throw new Terminal(message, { reason: "Refused" });
      if (!answer.ok) throw new Error(`the bucket service answered ${answer.status}`); // backs off
      if (state !== "ready") {
        ctx.status({ conditions: { Ready: { status: false, reason: "Provisioning" } } });
        return { requeueAfter: "10s" };
      }
      if (bucket.status?.endpoint === undefined) {
        ctx.event("Provisioned", `the bucket is at ${endpoint}`);
      }
      ctx.status({ endpoint: String(endpoint), conditions: { Ready: true } });
      return { requeueAfter: "1h" }; // looks for drift
    },
    async finalize(bucket, ctx) {
      if (bucket.spec.retain) return;
      const answer = await ctx.fetch(`${API}/${bucket.metadata.uid}`, {
        method: "DELETE",
        signal: ctx.signal,
      });
      await answer.body?.cancel();
      if (answer.status === 202) return { requeueAfter: "5s" }; // still going: the finalizer stays
      if (!answer.ok && answer.status !== 404) {
        throw new Error(`the bucket service answered ${answer.status}`);
      }
    },
  })],
  webhooks: [defineWebhook({
    for: Bucket,
    validate({ object, oldObject, warn }) {
      if (oldObject && object.spec.sizeGiB < oldObject.spec.sizeGiB) {
        return [{ field: "spec.sizeGiB", message: "a bucket can't shrink" }];
      }
      if (oldObject && object.spec.region !== oldObject.spec.region) {
        warn("moving to another region takes hours");
      }
    },
  })],
});
if (import.meta.main) await operator.main();
