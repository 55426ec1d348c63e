import { testEnv } from "../../../testing.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { forbidden } from "../../../toolkit/errors/mod.ts";
import { type Client, PersistentVolumeClaim, Pod } from "../../../toolkit/mod.ts";
import { claimProblem, unmetNeeds } from "./pod_needs.ts";

const CLASSES = { group: "storage.k8s.io", resource: "storageclasses" };

/** The client of somebody for whom looking at storage classes ends so. */
function without(client: Client, error: Error): Client {
  const find = (kind: { readonly kind: string }, ...more: never[]) =>
    kind.kind === "StorageClass"
      ? Promise.reject(error)
      : (client.find as (...all: unknown[]) => Promise<unknown>)(kind, ...more);
  return new Proxy(client, {
    get: (target, name) => name === "find" ? find : Reflect.get(target, name, target),
  });
}

Deno.test("claimProblem() tells of a claim what can be told without its storage class", async () => {
  await using env = await testEnv();
  const spec = {
    accessModes: ["ReadWriteOnce" as const],
    resources: { requests: { storage: "1Gi" } },
    storageClassName: "fast",
  };
  const claim = await env.client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec });
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "c" } }];
  const containers = [{ name: "c", image: "i" }];
  const pod = await env.client.create(Pod, {
    metadata: { name: "p" },
    spec: { containers, volumes },
  });

  const barred = without(env.client, forbidden(CLASSES, "fast", "no rule allows it"));
  const problem = "is not bound (Pending): its storage class is fast";
  assertEquals(await claimProblem(barred, claim), problem);
  assertEquals(await unmetNeeds(barred, pod), [{ kind: "claim", name: "c", problem }]);

  const broken = without(env.client, new Error("the connection broke"));
  await assertRejects(() => claimProblem(broken, claim), "the connection broke");
});
