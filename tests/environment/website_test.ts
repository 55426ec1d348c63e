/** The design's third program, which tests its first one, in both dialects. */
import { equal } from "node:assert/strict";
import { Deployment } from "../../mod.ts";
import { assertLeastPrivilege, explore, fault, testEnv } from "../../testing.ts";
import { slowTests } from "../../testing/requirements.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { operator, Website } from "../compiler/programs/website.ts";

const shop = { metadata: { name: "shop" }, spec: { image: "nginx:1.29", replicas: 2 } };

for (const dialect of DIALECTS) {
  Deno.test(`a website is ready when its deployment is, and repairs it, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect });
    await env.client.create(Website, shop);
    await env.settle();
    await env.client.patch(Deployment, "shop", { status: { replicas: 2, readyReplicas: 2 } }, {
      subresource: "status",
    });
    await env.settle();
    const site = await env.client.get(Website, "shop");
    equal(site.status?.ready, 2);
    equal(site.status?.conditions?.find(({ type }) => type === "Ready")?.status, "True");
    using _ = env.inject(
      fault.reject({ verb: "apply", kind: Deployment, reason: "ServiceUnavailable", times: 3 }),
    );
    await env.client.delete(Deployment, "shop");
    await env.settle("5m"); // three backoffs, no real time
    equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
    await env.client.delete(Website, "shop"); // the collector takes the deployment
    await env.until(async () => await env.client.find(Deployment, "shop") === undefined);
    await assertLeastPrivilege(env.access, new URL("./website_roles.yaml", import.meta.url));
  });

  Deno.test(`a website gets its deployment, whatever breaks, ${dialect}`, () =>
    explore({ operator, runs: slowTests() ? 1000 : 15, dialect }, async (env) => {
      await env.client.create(Website, shop);
      await env.settle("10m");
      equal((await env.client.get(Deployment, "shop")).spec.replicas, 2);
    }));
}
