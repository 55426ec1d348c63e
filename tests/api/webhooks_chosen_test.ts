/** Which webhooks are asked: by selectors and conditions, versions and parts of resources. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { patching } from "./hook_server.ts";
import { LOOSE, map, MAPS, withHook } from "./with_hook.ts";

Deno.test(
  "selectors and conditions keep a webhook from being asked",
  LOOSE,
  () =>
    withHook("validating", () => ({ allowed: false }), async ({ client }, hook) => {
      const write = async (name: string, labels: object, data: object = {}) =>
        (await client.post(MAPS, { metadata: { name, labels }, data })).status;
      assertEquals(await write("a", {}, { strict: "yes" }), 201);
      assertEquals(await write("b", { watched: "yes" }), 201);
      assertEquals(hook.reviews.length, 0);
      assertEquals(await write("c", { watched: "yes" }, { strict: "yes" }), 400);
      const failed = await client.post(
        MAPS,
        map("d", { metadata: { name: "d", labels: { watched: "yes" } }, data: { broken: "1" } }),
      );
      assertEquals([failed.status, failed.json.reason], [403, "Forbidden"]);
      assert(failed.json.message.includes("resulted in error"), failed.json.message);
    }, {
      objectSelector: { matchLabels: { watched: "yes" } },
      namespaceSelector: { matchExpressions: [{ key: "x", operator: "DoesNotExist" }] },
      matchConditions: [{
        name: "strict",
        expression: 'has(object.data) && ("broken" in object.data ? object.data.nothing == "1" : ' +
          '"strict" in object.data) && request.userInfo.username == "tester"',
      }],
    }),
);

Deno.test(
  "a webhook sees objects in the version that its rules name",
  LOOSE,
  () =>
    withHook("mutating", ({ object }) => {
      const value = `${object.spec.metrics[0].resource.target.averageUtilization}`;
      return patching({ op: "add", path: "/metadata/labels", value: { value } });
    }, async ({ client }, hook) => {
      const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
      const created = await client.post(path, {
        metadata: { name: "a" },
        spec: {
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 55,
        },
      });
      assertEquals(created.status, 201, created.text);
      assertEquals([created.json.apiVersion, created.json.metadata.labels], [
        "autoscaling/v1",
        { value: "55" },
      ]);
      assertEquals(created.json.spec.targetCPUUtilizationPercentage, 55);
      const { kind, requestKind, resource, requestResource, object } = hook.reviews[0].request;
      assertEquals([kind.version, requestKind.version, object.apiVersion], [
        "v2",
        "v1",
        "autoscaling/v2",
      ]);
      assertEquals([resource.version, requestResource.version], ["v2", "v1"]);
    }, {
      rules: [{
        operations: ["CREATE"],
        apiGroups: ["autoscaling"],
        apiVersions: ["v2"],
        resources: ["horizontalpodautoscalers"],
      }],
    }),
);

Deno.test(
  "a webhook is asked about parts: status, scale, eviction, binding",
  LOOSE,
  () =>
    withHook("mutating", ({ subResource, object }) => {
      if (subResource === "scale") {
        return patching({ op: "replace", path: "/spec/replicas", value: 7 });
      }
      if (subResource === "eviction") {
        return { allowed: object.metadata.name !== "p" };
      }
    }, async ({ client }, hook) => {
      const labels = { app: "a" };
      const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
      const deployments = "/apis/apps/v1/namespaces/default/deployments";
      const spec = { replicas: 1, selector: { matchLabels: labels }, template };
      assertEquals((await client.post(deployments, { metadata: { name: "d" }, spec })).status, 201);
      const scaled = await client.patch(`${deployments}/d/scale`, "merge", {
        spec: { replicas: 3 },
      });
      assertEquals([scaled.status, scaled.json.spec], [200, { replicas: 7 }], scaled.text);
      assertEquals((await client.get(`${deployments}/d`)).json.spec.replicas, 7);
      const pods = "/api/v1/namespaces/default/pods";
      for (const name of ["p", "q"]) {
        assertEquals(
          (await client.post(pods, { metadata: { name }, spec: template.spec })).status,
          201,
        );
      }
      const bound = await client.post(`${pods}/p/binding`, {
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      });
      assertEquals(bound.status, 201, bound.text);
      const status = await client.patch(`${pods}/p/status`, "merge", { status: { message: "m" } });
      assertEquals(status.status, 200, status.text);
      const refused = await client.post(`${pods}/p/eviction`, { metadata: { name: "p" } });
      assertEquals(refused.status, 400, refused.text);
      assertEquals(
        (await client.post(`${pods}/q/eviction`, { metadata: { name: "q" } })).status,
        201,
      );
      const seen = hook.reviews.map(({ request }) =>
        `${request.operation} ${request.resource.resource}/${request.subResource} ${request.kind.kind}`
      );
      assertEquals(seen, [
        "UPDATE deployments/scale Scale",
        "CREATE pods/binding Binding",
        "UPDATE pods/status Pod",
        "CREATE pods/eviction Eviction",
        "CREATE pods/eviction Eviction",
      ]);
      const [{ request: { object, oldObject } }] = hook.reviews;
      assertEquals([object.kind, object.spec, oldObject.spec], ["Scale", { replicas: 3 }, {
        replicas: 1,
      }]);
    }, {
      rules: [{
        operations: ["*"],
        apiGroups: ["*"],
        apiVersions: ["*"],
        resources: ["*/scale", "pods/binding", "pods/status", "pods/eviction"],
      }, {
        // An eviction was asked about: the deletion that is a part of it is not.
        operations: ["DELETE"],
        apiGroups: [""],
        apiVersions: ["v1"],
        resources: ["pods"],
      }],
    }),
);
