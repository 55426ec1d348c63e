import {
  defineController,
  defineOperator,
  defineResource,
  Deployment,
  Type,
} from "../../../mod.ts";

export const Website = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Website",
  spec: Type.Object({ image: Type.String(), replicas: Type.Integer({ default: 1, minimum: 0 }) }),
  status: Type.Object({ ready: Type.Integer() }),
});
export const operator = defineOperator({
  name: "website-operator",
  controllers: [defineController({
    for: Website,
    owns: [Deployment],
    async reconcile(site, ctx) {
      const labels = { app: site.metadata.name }; // a string, never undefined
      const template = {
        metadata: { labels },
        spec: { containers: [{ name: "web", image: site.spec.image }] },
      };
      const web = await ctx.apply(Deployment, {
        metadata: { name: site.metadata.name },
        spec: { replicas: site.spec.replicas, selector: { matchLabels: labels }, template },
      });
      const ready = web.status?.readyReplicas ?? 0;
      ctx.status({ ready, conditions: { Ready: ready >= site.spec.replicas } }); // { Raedy: … } does not compile
    },
  })],
});
if (import.meta.main) await operator.main();
