/**
 * The file of a new operator, and that of its test.
 *
 * @module
 */

import type { OperatorNames } from "./operator_name.ts";

/** What a new operator is to have. */
export interface OperatorChoices {
  readonly names: OperatorNames;
  readonly webhook: boolean;
}

/** The operator: a resource, a controller that runs a deployment for it, and on request a webhook. */
export function operatorFile({ names, webhook }: OperatorChoices): string {
  const { operator, kind, group } = names;
  const imported = ["defineController", "defineOperator", "defineResource"];
  if (webhook) imported.push("defineWebhook");
  return `/** Runs a deployment for each ${kind}, and says how much of it is ready. */
import { ${[...imported, "Deployment", "Type"].join(", ")} } from "@orch/orch";

/** What is wanted, and what is: servers check it, and fill in the defaults. */
export const ${kind} = defineResource({
  group: ${JSON.stringify(group)},
  version: "v1",
  kind: ${JSON.stringify(kind)},
  spec: Type.Object({
    image: Type.String({ minLength: 1, description: "What its containers run." }),
    replicas: Type.Integer({ default: 1, minimum: 0, description: "How many there are." }),
  }),
  status: Type.Object({ ready: Type.Integer() }),
  columns: [
    { name: "Image", path: ".spec.image" },
    { name: "Ready", path: ".status.ready", type: "integer" },
  ],
});

export const operator = defineOperator({
  name: ${JSON.stringify(operator)},
  controllers: [
    defineController({
      for: ${kind},
      owns: [Deployment],
      // Called when the object or its deployment changes, and again after a failure.
      async reconcile(object, ctx) {
        const { name } = object.metadata;
        const labels = { app: name };
        const deployment = await ctx.apply(Deployment, {
          metadata: { name },
          spec: {
            replicas: object.spec.replicas,
            selector: { matchLabels: labels },
            template: {
              metadata: { labels },
              spec: { containers: [{ name: "main", image: object.spec.image }] },
            },
          },
        });
        const ready = deployment.status?.readyReplicas ?? 0;
        ctx.status({ ready, conditions: { Ready: ready >= object.spec.replicas } });
      },
    }),
  ],
${webhook ? webhookText(names) : ""}});

if (import.meta.main) await operator.main();
`;
}

function webhookText({ kind }: OperatorNames): string {
  return `  webhooks: [
    defineWebhook({
      for: ${kind},
      // Asked before an object is written; what it returns is why it is refused.
      validate({ object }) {
        const image = object.spec.image.split("/").at(-1) ?? "";
        if (/[:@]/.test(image)) return;
        return [{
          field: "spec.image",
          message: "write a tag or a digest: without one, what runs may change by itself",
        }];
      },
    }),
  ],
`;
}

/** Tests on a server in their own process, in which time passes as they let it. */
export function testFile({ names, webhook }: OperatorChoices): string {
  const { kind, file } = names;
  const asserted = ["deepEqual", "equal", ...webhook ? ["rejects"] : []];
  return `import { ${asserted.join(", ")} } from "node:assert/strict";
import { decodeYaml, Deployment } from "@orch/orch";
import { explore, testEnv } from "@orch/orch/testing";
import { operator, ${kind} } from "./${file}.ts";

const shop = {
  metadata: { name: "shop" },
  spec: { image: "registry.example.com/shop:1", replicas: 2 },
};

Deno.test("a ${kind} has its deployment, and is ready when that is", async () => {
  await using env = await testEnv({ operator });
  await env.client.create(${kind}, shop);
  await env.settle();
  equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
  equal((await env.client.get(${kind}, "shop")).status?.ready, 0);

  // Nobody runs pods here: the test says what would have become of them.
  const status = { replicas: 2, readyReplicas: 2 };
  await env.client.patch(Deployment, "shop", { status }, { subresource: "status" });
  await env.settle();
  const object = await env.client.get(${kind}, "shop");
  equal(object.status?.ready, 2);
  equal(object.status?.conditions?.find(({ type }) => type === "Ready")?.status, "True");
});

Deno.test("a deployment that is deleted is made again", async () => {
  await using env = await testEnv({ operator });
  await env.client.create(${kind}, shop);
  await env.settle();
  await env.client.delete(Deployment, "shop");
  await env.settle("1m");
  equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
});

Deno.test("whatever breaks, the deployment comes", () =>
  explore({ operator, runs: 5 }, async (env) => {
    await env.client.create(${kind}, shop);
    await env.settle("10m");
    equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
  }));

${
    webhook
      ? webhookTestText(names)
      : ""
  }Deno.test("manifests/ are what the operator prints: deno task manifests writes them", async () => {
  const path = new URL("./manifests/operator.yaml", import.meta.url);
  const written = decodeYaml(await Deno.readTextFile(path));
  const printed = operator.manifests();
  deepEqual(written.slice(0, printed.length), printed);
});
`;
}

function webhookTestText({ kind }: OperatorNames): string {
  return `Deno.test("an image without a tag is refused", async () => {
  await using env = await testEnv({ operator });
  const untagged = { ...shop, spec: { ...shop.spec, image: "registry.example.com/shop" } };
  await rejects(() => env.client.create(${kind}, untagged), /spec.image: .*write a tag/);
  await env.client.create(${kind}, shop);
});

`;
}
