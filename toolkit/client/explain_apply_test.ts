/** What an apply would change, said by real servers and by hostile ones. */
import { startApiServer } from "../../apiserver/start_api_server.ts";
import { ConfigMap, Deployment, DIALECTS, dynamicKind, type FieldChange } from "../../mod.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { createClient } from "./create_client.ts";

const web = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: {
        containers: [{ name: "web", image: "nginx:1" }, { name: "side", image: "side:1" }],
      },
    },
  },
};

/** What is shown of a change. */
const shown = (changes: readonly FieldChange[]) =>
  changes.map(({ path, before, after, owners, conflict }) =>
    `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}` +
    `${owners.length > 0 ? ` (${owners})` : ""}${conflict ? " !" : ""}`
  );

for (const dialect of DIALECTS) {
  Deno.test(`explainApply() tells what would change, whose it is, and conflicts, ${dialect}`, async () => {
    await using server = await startApiServer({ groups: ["apps"], dialect });
    const client = server.client().with({ fieldManager: "me" });
    const made = await client.apply(Deployment, web);
    assertEquals(await client.explainApply(Deployment, web), []);
    await client.apply(Deployment, {
      metadata: { name: "web", annotations: { "example.com/x": "1" } },
      spec: { replicas: 5 },
    }, { fieldManager: "scaler", force: true });
    await client.patch(Deployment, "web", {
      metadata: { labels: { tier: "front" } },
    }, { fieldManager: "labeller" });
    const changes = await client.explainApply(Deployment, {
      metadata: { name: "web", labels: { tier: "front", team: "a" } },
      spec: {
        ...web.spec,
        minReadySeconds: 3,
        template: {
          ...web.spec.template,
          spec: { containers: [{ name: "web", image: "nginx:2", ports: [{ containerPort: 80 }] }] },
        },
      },
    });
    assertEquals(shown(changes).sort(), [
      'metadata.labels.team: undefined -> "a"',
      "spec.minReadySeconds: undefined -> 3",
      "spec.replicas: 5 -> 2 (scaler) !",
      'spec.template.spec.containers[name="side"].image: "side:1" -> undefined',
      'spec.template.spec.containers[name="side"].imagePullPolicy: "IfNotPresent" -> undefined',
      'spec.template.spec.containers[name="side"].name: "side" -> undefined',
      'spec.template.spec.containers[name="side"].resources: {} -> undefined',
      'spec.template.spec.containers[name="side"].terminationMessagePath: "/dev/termination-log" -> undefined',
      'spec.template.spec.containers[name="side"].terminationMessagePolicy: "File" -> undefined',
      'spec.template.spec.containers[name="web"].image: "nginx:1" -> "nginx:2"',
      'spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].containerPort: undefined -> 80',
      'spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].protocol: undefined -> "TCP"',
    ]);
    const now = await client.get(Deployment, "web");
    assertEquals([now.spec.replicas, now.metadata.uid], [5, made.metadata.uid]);
  });
}

Deno.test("explainApply() tells all of an object that is not there", async () => {
  await using server = await startApiServer({ groups: ["core"] });
  const client = server.client();
  const config = { metadata: { name: "a", labels: { x: "1" } }, data: { k: "v" } };
  assertEquals(shown(await client.explainApply(ConfigMap, config)), [
    'metadata.labels.x: undefined -> "1"',
    'data.k: undefined -> "v"',
  ]);
  assertEquals(await client.find(ConfigMap, "a"), undefined);
});
