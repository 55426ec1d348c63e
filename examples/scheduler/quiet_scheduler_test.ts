import { createScheduler } from "../../controllers/scheduler.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { Node, Pod, silentLogger } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { quietNodes } from "./quiet_scheduler.ts";

for (const dialect of ["orch", "kubernetes"] as const) {
  Deno.test(`quiet pods stay away from a loud node, until it is quiet (${dialect})`, async () => {
    await using env = await testEnv({ controllers: ["namespace"], dialect });
    const { client, clock } = env;
    await client.create(Node, { metadata: { name: "a", labels: { loud: "" } }, spec: {} });
    await client.patch(Node, "a", { status: { allocatable: { cpu: "8", pods: "9" } } }, {
      subresource: "status",
    });
    await using informers = new SharedInformers(client);
    const metrics = new Registry();
    const scheduler = createScheduler(
      { client, informers, metrics, clock, logger: silentLogger, random: () => 0 },
      { plugins: [quietNodes] },
    );
    const stop = new AbortController();
    const over = scheduler.run({ signal: stop.signal, started() {} });
    for (const [name, labels] of [["disco", { loud: "" }], ["library", {}]] as const) {
      const containers = [{ name: "c", image: "i" }];
      await client.create(Pod, { metadata: { name, labels }, spec: { containers } });
    }
    const nodeOf = async (name: string) => (await client.get(Pod, name)).spec.nodeName;
    await env.until(async () => await nodeOf("disco") === "a");
    const said = async () =>
      (await client.get(Pod, "library")).status?.conditions
        ?.find(({ type }) => type === "PodScheduled")?.message ?? "";
    await env.until(async () => await said() !== "");
    assertEquals((await said()).split(". ")[0], "0/1 nodes are available: 1 node(s) were loud");
    await client.patch(Node, "a", { metadata: { labels: { loud: null } } });
    await env.until(async () => await nodeOf("library") === "a");
    stop.abort();
    await over;
  });
}
