/**
 * Web sites: for each a deployment, a service, and an ingress where it has a host.
 *
 * deno run -A website.ts run --install
 *
 * @module
 */

import {
  child,
  defineController,
  defineOperator,
  defineResource,
  Deployment,
  Ingress,
  Service,
  Type,
} from "../mod.ts";

export const Website = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Website",
  shortNames: ["site"],
  spec: Type.Object({
    image: Type.String({ minLength: 1 }),
    port: Type.Integer({ default: 80, minimum: 1, maximum: 65535 }),
    replicas: Type.Integer({ default: 1, minimum: 0, maximum: 100 }),
    host: Type.Optional(Type.String({ description: "Where it is reached from outside." })),
  }),
  status: Type.Object({ ready: Type.Integer(), url: Type.Optional(Type.String()) }),
  columns: [
    { name: "Ready", path: ".status.ready" },
    { name: "URL", path: ".status.url" },
  ],
});

export const operator = defineOperator({
  name: "website-operator",
  controllers: [defineController({
    for: Website,
    owns: [Deployment, Service, Ingress],
    async reconcile({ metadata: { name }, spec }, ctx) {
      const { image, port, replicas, host } = spec;
      const labels = { app: name };
      const metadata = { name, labels };
      // What is not among them is deleted: an ingress goes with its host.
      await ctx.applySet([
        child(Deployment, {
          metadata,
          spec: {
            replicas,
            selector: { matchLabels: labels },
            template: {
              metadata: { labels },
              spec: { containers: [{ name: "web", image, ports: [{ containerPort: port }] }] },
            },
          },
        }),
        child(Service, {
          metadata,
          spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: port }] },
        }),
        ...(host === undefined ? [] : [child(Ingress, {
          metadata,
          spec: {
            rules: [{
              host,
              http: {
                paths: [{
                  path: "/",
                  pathType: "Prefix",
                  backend: { service: { name, port: { name: "http" } } },
                }],
              },
            }],
          },
        })]),
      ]);
      const ready = ctx.cache.get(Deployment, name)?.status?.readyReplicas ?? 0;
      ctx.status({
        ready,
        url: host && `http://${host}/`,
        conditions: { Ready: ready >= replicas },
      });
    },
  })],
});

if (import.meta.main) await operator.main();
