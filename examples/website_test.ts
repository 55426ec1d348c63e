import { equal } from "node:assert/strict";
import { Deployment, DIALECTS, Ingress, Service } from "../mod.ts";
import { explore, testEnv } from "../testing.ts";
import { operator, Website } from "./website.ts";

const shop = {
  metadata: { name: "shop" },
  spec: { image: "nginx:1.29", replicas: 2, host: "shop.example.com" },
};

for (const dialect of DIALECTS) {
  Deno.test(`a website gets what it needs, follows its deployment, and loses what it no longer needs, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect });
    await env.client.create(Website, shop);
    await env.settle();
    const [port] = (await env.client.get(Service, "shop")).spec.ports ?? [];
    equal(port?.targetPort, 80);
    const [rule] = (await env.client.get(Ingress, "shop")).spec?.rules ?? [];
    equal(rule?.host, "shop.example.com");
    const status = { replicas: 2, readyReplicas: 2 };
    await env.client.patch(Deployment, "shop", { status }, { subresource: "status" });
    await env.settle();
    const site = await env.client.get(Website, "shop");
    equal(site.status?.ready, 2);
    equal(site.status?.url, "http://shop.example.com/");
    await env.client.patch(Website, "shop", { spec: { host: null } });
    await env.settle();
    equal(await env.client.find(Ingress, "shop"), undefined);
    equal((await env.client.get(Website, "shop")).status?.url, undefined);
    await env.client.patch(Service, "shop", { spec: { selector: { app: "other" } } });
    await env.settle();
    equal((await env.client.get(Service, "shop")).spec.selector?.app, "shop");
  });

  Deno.test(`a website gets its deployment, whatever breaks, ${dialect}`, () =>
    explore({ operator, dialect, runs: 4, seed: 1 }, async (env) => {
      await env.client.create(Website, shop);
      await env.settle("10m");
      equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
    }));
}
