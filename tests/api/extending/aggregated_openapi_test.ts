/** What other servers say of their versions in OpenAPI. */

import { eventually } from "../../../testing/eventually.ts";
import { testWith } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { withKubectl } from "../with_kubectl.ts";
import {
  API_SERVICES,
  apiServiceOf,
  available,
  LOOSE,
  NAME,
  NODES,
  serviceOf,
  withExtension,
} from "./aggregated.ts";
import { ExtensionServer, type Otherwise } from "./extension_server.ts";

const DOCUMENT = "/openapi/v3/apis/metrics.k8s.io/v1beta1";
const DEFINITION = "io.k8s.metrics.v1beta1.NodeMetrics";

Deno.test(
  "what an extension server has is described among the rest, while it is there",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      const indexed = async () => (await client.get("/openapi/v3")).json.paths;
      const before = await indexed();
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      const { "apis/metrics.k8s.io/v1beta1": added, ...rest } = await indexed();
      assertEquals(added, { serverRelativeURL: `${DOCUMENT}?hash=3A` });
      assertEquals(rest, before);
      const document = await client.get(added.serverRelativeURL);
      assertEquals(document.json.components.schemas[DEFINITION].description, "What a node uses.");
      const asked = extension.asked.findLast(({ url }) => url.startsWith(`${DOCUMENT}?`));
      assertEquals(asked?.headers["x-remote-user"], "tester");
      const whole = (await client.get("/openapi/v2")).json;
      const operation = whole.paths[NODES].get;
      assertEquals(operation.responses["200"].schema.$ref, `#/definitions/${DEFINITION}`);
      const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
      const { properties } = whole.definitions[DEFINITION];
      assertEquals(properties.metadata.$ref, `#/definitions/${meta}_v2`);
      assertEquals(Object.keys(whole.definitions[`${meta}_v2`].properties), ["name"]);
      assert(whole.definitions[meta].properties.uid !== undefined);
      const others = whole.paths["/apis/apps/v1/deployments"].get;
      assertEquals(others.operationId, "listAppsV1DeploymentForAllNamespaces");
      let asked3 = Promise.withResolvers<void>();
      extension.otherwise = ({ url = "" }, response) => {
        if (!url.startsWith("/openapi")) return false;
        response.writeHead(500).end();
        if (url.startsWith("/openapi/v3")) asked3.resolve();
        return true;
      };
      // The second check begins when the first one is over.
      for (const versionPriority of [7, 8]) {
        asked3 = Promise.withResolvers();
        await client.patch(`${API_SERVICES}/${NAME}`, "merge", { spec: { versionPriority } });
        await asked3.promise;
      }
      assertEquals((await client.get("/openapi/v2")).json, whole, "what was known stands");
      assertEquals((await indexed())["apis/metrics.k8s.io/v1beta1"], added);
      extension.otherwise = () => false;
      const moveTo = (port: number) =>
        client.patch(`${API_SERVICES}/${NAME}`, "merge", { spec: { service: { port } } });
      await moveTo(1);
      await available(client, "False");
      assertEquals(await indexed(), before);
      await moveTo(extension.port);
      await available(client, "True");
      assertEquals((await client.get("/openapi/v2")).json, whole);
      const tags = extension.asked.filter(({ url }) => url === "/openapi/v2")
        .map(({ headers }) => headers["if-none-match"]);
      assertEquals([tags[0], tags.at(-1)], [undefined, '"2"'], "what is known is not asked for");
      await client.delete(`${API_SERVICES}/${NAME}`);
      assertEquals((await client.get(DOCUMENT)).status, 404);
      assertEquals((await client.get("/openapi/v2")).json.paths[NODES], undefined);
    }),
);

const hasNoVersion3: Otherwise = ({ url = "" }, response) => {
  if (!url.startsWith("/openapi/v3")) return false;
  response.writeHead(404).end();
  return true;
};

Deno.test(
  "an extension server of old, which has no version 3, is described there all the same",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      extension.otherwise = hasNoVersion3;
      const indexed = async () =>
        (await client.get("/openapi/v3")).json.paths["apis/metrics.k8s.io/v1beta1"];
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      const { serverRelativeURL } = await indexed();
      assert(serverRelativeURL.startsWith(`${DOCUMENT}?hash=`), serverRelativeURL);
      const { json: { openapi, paths, components } } = await client.get(serverRelativeURL);
      assertEquals(openapi, "3.0.0");
      assertEquals(Object.keys(paths), [NODES]);
      const { content } = paths[NODES].get.responses["200"];
      const $ref = `#/components/schemas/${DEFINITION}`;
      assertEquals(content["application/json"].schema.$ref, $ref);
      assertEquals(components.schemas[DEFINITION].description, "What a node uses.");
      extension.otherwise = () => false;
      await client.patch(`${API_SERVICES}/${NAME}`, "merge", { spec: { versionPriority: 7 } });
      const its = `${DOCUMENT}?hash=3A`;
      await eventually(
        "the server's own document",
        async () => (await indexed()).serverRelativeURL === its,
      );
      await client.delete(`${API_SERVICES}/${NAME}`);
      assertEquals(await indexed(), undefined);
      assertEquals((await client.get(DOCUMENT)).status, 404);
    }),
);

/** Documents of OpenAPI that are none, or none that clients could use. */
const UNDESCRIBED: readonly (readonly [name: string, status: number, body: string])[] = [
  ["none", 404, "{}"],
  ["a failure", 500, "{}"],
  ["no JSON", 200, "<html>"],
  ["null", 200, "null"],
  ["no paths", 200, '{"swagger":"2.0","paths":null}'],
  ["depth", 200, "[".repeat(500_000)],
  ["17 MB", 200, `"${"x".repeat(17 * 1024 * 1024)}"`],
];

for (const [name, status, body] of UNDESCRIBED) {
  Deno.test(
    `an extension server whose descriptions are ${name} is served, and spoils no others`,
    LOOSE,
    () =>
      withExtension(async (client, extension) => {
        const before = (await client.get("/openapi/v2")).json;
        extension.otherwise = ({ url = "" }, response) => {
          if (!url.startsWith("/openapi")) return false;
          response.writeHead(status, { "content-type": "application/json" }).end(body);
          return true;
        };
        await client.post(API_SERVICES, apiServiceOf(extension));
        await available(client, "True");
        assertEquals((await client.get(NODES)).status, 200);
        assertEquals((await client.get("/openapi/v2")).json, before);
        assertEquals((await client.get(DOCUMENT)).status, 404);
      }),
  );
}

for (const isOld of [false, true]) {
  testWith(
    ["kubectl"],
    `kubectl explains what an extension server ${isOld ? "without version 3 " : ""}has`,
    () =>
      withKubectl("kubernetes", async (kubectl) => {
        await using extension = await ExtensionServer.start("metrics", "default");
        if (isOld) extension.otherwise = hasNoVersion3;
        await kubectl.ok("create -f -", JSON.stringify(serviceOf()));
        await kubectl.ok("create -f -", JSON.stringify(apiServiceOf(extension)));
        await kubectl.ok(`wait apiservice/${NAME} --for=condition=Available --timeout=120s`);
        const explained = await kubectl.ok(
          "explain nodes --api-version=metrics.k8s.io/v1beta1 --recursive",
        );
        assert(/^KIND: +NodeMetrics$/m.test(explained), explained);
        assert(explained.includes("What a node uses."), explained);
        const field = await kubectl.ok("explain nodes.usage --api-version=metrics.k8s.io/v1beta1");
        assert(field.includes("How much of each resource."), field);
        assert((await kubectl.ok("explain nodes.spec.podCIDR")).includes("podCIDR"));
      }),
  );
}

testWith(
  ["kubectl"],
  "kubectl top shows what an extension server measures",
  () =>
    withKubectl("kubernetes", async (kubectl, server) => {
      await using extension = await ExtensionServer.start("metrics", "default");
      await kubectl.ok("create -f -", JSON.stringify(serviceOf()));
      await kubectl.ok("create -f -", JSON.stringify(apiServiceOf(extension)));
      await kubectl.ok(`wait apiservice/${NAME} --for=condition=Available --timeout=120s`);
      const node = { kind: "Node", apiVersion: "v1", metadata: { name: "n1" } };
      await kubectl.ok("create -f -", JSON.stringify(node));
      const capacity = { cpu: "1", memory: "1Gi", pods: "10" };
      const status = { status: { capacity, allocatable: capacity } };
      await kubectl.ok(`patch node n1 --subresource=status -p '${JSON.stringify(status)}'`);
      const nodes = await kubectl.ok("top nodes");
      assert(/^n1 +250m +25% +512Mi +50% *$/m.test(nodes), nodes);
      const pods = await kubectl.ok("top pods");
      assert(/^p1 +250m +512Mi/m.test(pods), pods);
      const services = await kubectl.ok("get apiservices");
      assert(new RegExp(`^${NAME} +default/metrics +True`, "m").test(services), services);
      assert(server.url.startsWith("https"));
    }),
);
